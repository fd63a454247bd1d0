"""The camps: what lies before every seat, and the viewer's own cards."""

from __future__ import annotations

from html import escape
from typing import Final

from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon, use
from agon.games.olympos import effects
from agon.games.olympos.names import RESOURCE
from agon.games.olympos.parts import CARD_KINDS, CARDS, DISCOVERIES, KINDS, RESOURCES, WIDTH
from agon.games.olympos.sentences import ABOUT
from agon.games.olympos.view_board import ROW_COLOUR
from agon.games.olympos.view_sight import Sight

WIDE: Final = 612.0
ROW: Final = 92.0
HAND: Final = 104.0
EDGE: Final = 8.0
DARK: Final = "#221B16"
PAPER: Final = "#FFF9EC"
CARD: Final = (84.0, 88.0)

TITLE: Final = {"en": "Camps", "de": "Lager"}
HAND_TITLE: Final = {"en": "Your cards", "de": "Deine Karten"}
LOOKED: Final = {"en": "The Oracle shows", "de": "Das Orakel zeigt"}
AMOUNTS: Final = {
    "en": {
        "disc": "settlers in camp", "hourglass": "hourglasses", "sword": "swords", "bolt": "Zeus symbols",
        "star": "star tiles", "destiny": "cards in hand",
    },
    "de": {
        "disc": "Siedler im Lager", "hourglass": "Sanduhren", "sword": "Schwerter", "bolt": "Zeus-Symbole",
        "star": "Stern-Plättchen", "destiny": "Handkarten",
    },
}  # fmt: skip
CARD_SYMBOL: Final = {
    "star": "star",
    "zeusSymbol": "bolt",
    "fullSet": "laurel",
    "woodPrestige": "r-wood",
    "grainHourglass": "r-grain",
    "stoneMajority": "r-stone",
}


def camps(sight: Sight) -> Sheet:
    """A strip for every seat, the viewer's own hand below."""
    n = sight.state.seats()
    hand = _hand(sight)
    height = n * ROW + EDGE + (HAND + 22 if hand else 0)
    sheet = Sheet("camps", TITLE[sight.lang], 0, 0, WIDE, height)
    for seat in range(n):
        sheet.add(_camp(sight, seat))
    for shape in hand:
        sheet.add(shape)
    return sheet


def _number(x: float, y: float, text: str, size: float = 17.0, anchor: str = "start") -> str:
    return (
        f'<text class="b-num" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" '
        f'style="fill:var(--ink);text-anchor:{anchor}">{escape(text)}</text>'
    )


def _camp(sight: Sight, seat: int) -> Shape:
    """Name and amounts above; discoveries, wonders and territory tiles below."""
    state = sight.state
    colour = COLOURS[seat]
    active = state.actor() == seat
    body = (
        f'<rect x="4" y="3" width="{num(WIDE - 8)}" height="{num(ROW - 4)}" rx="8" fill="var(--plaster)" '
        f'stroke="var({"--gold" if active else "--line-strong"})" stroke-width="{3 if active else 1.2}"/>'
        f'<g class="pl-{colour}"><path d="M12 3.5Q4.5 3.5 4.5 11V{num(ROW - 9)}Q4.5 {num(ROW - 1.5)} 12 '
        f'{num(ROW - 1.5)}Z" fill="var(--pl)"/></g>'
        f'<g transform="translate(31 25)">{figures.mark(colour, 30)}</g>'
        f'<text class="b-text" x="52" y="31" font-size="18" style="text-anchor:start">{escape(sight.seat(seat))}</text>'
    )
    x = 152.0
    for symbol, amount, paint in _amounts(sight, seat):
        opacity = "1" if amount not in ("0", "") else ".4"
        body += (
            f'<g opacity="{opacity}"><g transform="translate({num(x)} 25)">'
            f"{icon(symbol, 23, paint, 'var(--plaster)')}</g>{_number(x + 14, 31, amount)}</g>"
        )
        x += 51
    x += 6
    for r, resource in enumerate(RESOURCES):
        for _ in range(min(6, int(state.camps.cubes[KINDS * seat + r]))):
            body += f'<g transform="translate({num(x)} 25)">{figures.cube(resource, 19)}</g>'
            x += 15 if x < WIDE - 24 else 4
    return Shape(f"camp-{seat}", body + _tiles(sight, seat), 0, seat * ROW, "camp", _label(sight, seat))


def _amounts(sight: Sight, seat: int) -> list[tuple[str, str, str]]:
    """Symbol, how many, colour."""
    state = sight.state
    return [
        ("disc", str(int(state.camps.stock[seat])), f"var(--p-{COLOURS[seat]})"),
        ("hourglass", str(int(state.camps.hourglasses[seat])), "var(--ink)"),
        ("sword", str(int(effects.strength(state, seat)) // 2), "var(--ink)"),
        ("bolt", str(int(effects.zeus_symbols(state, seat))), "var(--ink)"),
        ("star", str(int(state.star_tiles(seat))), "#B3392C"),
        ("destiny", str(int(state.cards.hand_size[seat])), "var(--ink)"),
    ]


def _tiles(sight: Sight, seat: int) -> str:
    """Discoveries by row, wonders, and territory tiles of each resource at the right."""
    state, parts = sight.state, sight.parts
    own = [d for d in range(len(DISCOVERIES)) if int(state.board.discovered[seat]) >> d & 1]
    wonders = [int(state.board.wonder_at[c]) for c in range(WIDTH) if state.board.wonder_of[c] == seat]
    step = min(33.0, 410.0 / max(1, len(own) + len(wonders)))
    x, out = 16.0, ""
    for d in own:
        colour = ROW_COLOUR[int(parts.row[d])]
        out += (
            f'<rect x="{num(x)}" y="49" width="31" height="31" rx="5" fill="{colour}" stroke="{PAPER}"/>'
            f"{use(f'd-{DISCOVERIES[d]}', x + 3, 52, 25, f'color:#FFF6E6;--inc:{colour}')}"
        )
        x += step
    for w in wonders:
        out += (
            f'<rect x="{num(x)}" y="49" width="31" height="31" rx="5" fill="#F6F1E7" stroke="#5B3A20"/>'
            f"{use(f'w-{parts.wonders[w]}', x + 2, 51, 27, 'color:#5B3A20;--inc:#F6F1E7')}"
        )
        x += step
    for r, resource in enumerate(RESOURCES):
        count = int(state.tiles(seat, r))
        left = WIDE - 172 + 42 * r
        out += (
            f'<g opacity="{1 if count else 0.35}"><g transform="translate({num(left)} 65)">'
            f"{figures.resource_tile(resource, 24)}</g>{_number(left + 15, 71, str(count), 16)}</g>"
        )
    return out


def _label(sight: Sight, seat: int) -> str:
    """Everything on the strip in words."""
    state, words = sight.state, AMOUNTS[sight.lang]
    said = [f"{words[symbol]} {amount}" for symbol, amount, _ in _amounts(sight, seat)]
    for r, resource in enumerate(RESOURCES):
        name = RESOURCE[sight.lang][resource]
        said.append(f"{name}: {int(state.tiles(seat, r))} + {int(state.camps.cubes[KINDS * seat + r])}")
    own = [sight.name(name) for d, name in enumerate(DISCOVERIES) if int(state.board.discovered[seat]) >> d & 1]
    own += [
        sight.name(sight.parts.wonders[int(state.board.wonder_at[c])])
        for c in range(WIDTH)
        if state.board.wonder_of[c] == seat
    ]
    return f"{sight.seat(seat)}: {', '.join(said)}" + (f"; {', '.join(own)}" if own else "")


# ---- the viewer's cards ----


def _hand(sight: Sight) -> list[Shape]:
    """The viewer's own cards, and those the Oracle shows; nothing for a spectator."""
    state = sight.state
    if sight.viewer < 0:
        return []
    own = [k for k in range(CARD_KINDS) for _ in range(max(0, int(state.cards.hand[CARD_KINDS * sight.viewer + k])))]
    looked = [k for k in range(CARD_KINDS) for _ in range(max(0, int(state.cards.looked[k])))]
    if not own and not looked:
        return []
    top = state.seats() * ROW + EDGE
    title = LOOKED if looked else HAND_TITLE
    out = [
        Shape(
            "hand-title",
            f'<text class="b-text" font-size="14" style="text-anchor:start">{escape(title[sight.lang])}</text>',
            12,
            top + 12,
        )
    ]
    cards = [(k, "discard") for k in looked] or [(k, "play") for k in own]
    step = min(CARD[0] + 8, (WIDE - CARD[0] - 16) / max(1, len(cards) - 1))
    offered: set[int] = set()
    for i, (kind, verb) in enumerate(cards):
        action = f"{verb} {CARDS[kind]}"
        legal = sight.may(action) and kind not in offered
        offered.add(kind)
        out.append(_card(sight, i, kind, action, legal, (8 + step * i, top + 20)))
    return out


def _card(sight: Sight, i: int, kind: int, action: str, legal: bool, at: tuple[float, float]) -> Shape:
    """A destiny card with its picture and name."""
    wide, high = CARD
    name = sight.name(f"card:{CARDS[kind]}")
    if kind < KINDS:
        figure = figures.cube(RESOURCES[kind], 38)
    else:
        figure = icon(CARD_SYMBOL[CARDS[kind]], 38, "#8F3A1A", PAPER)
    body = (
        f'<rect width="{num(wide)}" height="{num(high)}" rx="7" fill="{PAPER}" stroke="{DARK}" stroke-width="1.6"/>'
        f'<rect x="4" y="4" width="{num(wide - 8)}" height="{num(high - 8)}" rx="4" fill="none" stroke="#C4622D"/>'
        f'<g transform="translate({num(wide / 2)} 33)">{figure}</g>'
    )
    for n, line in enumerate(_lines(name)):
        size = min(12.5, 118 / len(line))
        body += (
            f'<text class="b-num" x="{num(wide / 2)}" y="{num(66 + 13 * n)}" font-size="{num(size)}" '
            f'style="fill:{DARK};font-weight:600">{escape(line)}</text>'
        )
    body += f'<rect class="hit" x="2" y="2" width="{num(wide - 4)}" height="{num(high - 4)}" rx="6"/>'
    label = f"{name}. {ABOUT[sight.lang][f'card:{CARDS[kind]}']}"
    meant = (action,) if legal or sight.asked else ()
    return Shape(f"card-{i}", body, *at, "card", label, meant, legal)


def _lines(name: str) -> list[str]:
    """A name over at most two lines."""
    words = name.split(" ")
    if len(name) < 10 or len(words) == 1:
        return [name]
    half = (len(words) + 1) // 2
    return [" ".join(words[:half]), " ".join(words[half:])]
