"""The viewer's own destiny cards, with what each does; and those the Oracle shows."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import Final

from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import Shape, Sheet
from agon.draw.symbols import icon
from agon.games.olympos.guide import CARD_SYMBOL
from agon.games.olympos.parts import CARD_KINDS, CARDS, KINDS, RESOURCES
from agon.games.olympos.sentences import ABOUT
from agon.games.olympos.view_sight import Sight

HAND: Final = 80.0  # the room kept for it, so that nothing moves
WIDE: Final = 612.0
HEAD: Final = 66.0  # of its title, at the left
HIGH: Final = 72.0  # of a card
WIDEST: Final = 174.0
NARROWEST: Final = 112.0
DARK: Final = "#221B16"
PAPER: Final = "#FFF9EC"
TITLE: Final = {"en": "Your cards", "de": "Deine Karten"}
NONE_HELD: Final = {"en": "none", "de": "keine"}
LOOKED: Final = {"en": "The Oracle shows", "de": "Das Orakel zeigt"}


def hand(sight: Sight) -> list[Sheet]:
    """The sheet of the viewer's own cards, and those the Oracle shows; none for a spectator."""
    if sight.viewer < 0:
        return []
    sheet = Sheet("hand", TITLE[sight.lang], 0, 0, WIDE, HAND)
    sheet.add(Shape("paper", f'<rect width="{num(WIDE)}" height="{num(HAND)}" rx="8" fill="var(--plaster)"/>'))
    for shape in _cards(sight, 4):
        sheet.add(shape)
    return [sheet]


def _cards(sight: Sight, top: float) -> list[Shape]:
    state = sight.state
    own = [k for k in range(CARD_KINDS) for _ in range(max(0, int(state.cards.hand[CARD_KINDS * sight.viewer + k])))]
    looked = [k for k in range(CARD_KINDS) for _ in range(max(0, int(state.cards.looked[k])))]
    title = (LOOKED if looked else TITLE)[sight.lang]
    if not own and not looked:
        title += f": {NONE_HELD[sight.lang]}"
    lines = wrap(title, 8)
    heading = "".join(
        f'<text class="b-text" font-size="13" y="{num(16 * (n - (len(lines) - 1) / 2))}" '
        f'style="text-anchor:start">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    out = [Shape("hand-title", heading, 8, top + HIGH / 2 + 4)]
    cards = [(k, "discard") for k in looked] or [(k, "play") for k in own]
    room = WIDE - HEAD - 4
    wide = max(NARROWEST, min(WIDEST, room / max(1, len(cards)) - 6))
    step = min(wide + 6, (room - wide - 6) / max(1, len(cards) - 1))
    offered: set[int] = set()
    for i, (kind, verb) in enumerate(cards):
        action = f"{verb} {CARDS[kind]}"
        legal = sight.may(action) and kind not in offered
        offered.add(kind)
        out.append(_card(sight, i, kind, action, legal, (HEAD + step * i, top), wide))
    return out


def _card(sight: Sight, i: int, kind: int, action: str, legal: bool, at: tuple[float, float], wide: float) -> Shape:
    """A destiny card with its picture, its name and what it does."""
    high = HIGH
    name, about = sight.name(f"card:{CARDS[kind]}"), ABOUT[sight.lang][f"card:{CARDS[kind]}"]
    if kind < KINDS:
        figure = figures.cube(RESOURCES[kind], 28)
    else:
        figure = icon(CARD_SYMBOL[CARDS[kind]], 28, "#8F3A1A", PAPER)
    body = (
        f'<rect width="{num(wide)}" height="{num(high)}" rx="7" fill="{PAPER}" stroke="#7A4A9E" stroke-width="2"/>'
        f'<g transform="translate(21 {num(high / 2)})">{figure}</g>'
    )
    body += _text(40, 18, name, min(14.0, 1.68 * (wide - 44) / len(name)), 600)
    for n, line in enumerate(wrap(about, int((wide - 44) / 5.6))[:4]):
        body += _text(40, 33 + 12 * n, line, 11.5, 400)
    body += f'<rect class="hit" x="2" y="2" width="{num(wide - 4)}" height="{num(high - 4)}" rx="6"/>'
    meant = (action,) if legal or sight.asked else ()
    return Shape(f"card-{i}", body, *at, "card sheeted", f"{name}. {about}", meant, legal)


def _text(x: float, y: float, text: str, size: float, weight: int) -> str:
    return (
        f'<text class="b-num" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" '
        f'style="fill:{DARK};font-weight:{weight};text-anchor:start">{escape(text)}</text>'
    )
