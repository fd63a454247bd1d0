"""Hands, stacks and piles, the tiles just drawn, and the open chain of cards as it grows."""

from __future__ import annotations

from functools import cache
from html import escape
from textwrap import wrap
from typing import Final

from agon.core.speech import spoken
from agon.draw import figures
from agon.draw.geometry import hit, num, polygon
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import use
from agon.draw.tiles import SIZE, tile
from agon.games.hellas_2002.names import CARD_TEXT, GOD, SIDE, card
from agon.games.hellas_2002.parts import CARDS, GODS, OF_A_GOD
from agon.games.hellas_2002.position import KEEPER, MAIN, REVEALED
from agon.games.hellas_2002.view_sight import Held, Sight

WIDTH: Final = 920.0
PAPER: Final = "#FFF9EC"
INK: Final = "#221B16"
CARD_STEP: Final = 108.0
SMALL: Final = 46.0  # a card of another hand
TITLES: Final = {
    "en": {"hands": "Hands", "stacks": "Stacks and piles", "chain": "The open chain"},
    "de": {"hands": "Hände", "stacks": "Stapel und Ablage", "chain": "Die offene Kette"},
}
LABELS: Final = {
    "en": {
        "hand": "{who} ({side}): {n:# card|# cards}",
        "own": "{card}: {text}",
        "locked": "{card}, locked till the turn ends: {text}",
        "unseen": "an unseen card of {god}",
        "theirs": "{card}, known to be in that hand",
        "stack": "stack of {god}: {cards}",
        "in_stack": "{n:# card|# cards}",
        "pile": "{card} on the pile: {n}",
        "tiles": "{n:# tile|# tiles} in the stack, of which {under:# lies|# lie} at the bottom, known",
        "tiles_short": "{n:# tile|# tiles}",
        "revealed": "{city} has been drawn",
        "frame": "{who} has laid {card}{void}",
        "void": ", now void",
        "lock": "locked",
        "aims": "answers {card}",
    },
    "de": {
        "hand": "{who} ({side}): {n:# Karte|# Karten}",
        "own": "{card}: {text}",
        "locked": "{card}, gesperrt bis zum Ende des Zuges: {text}",
        "unseen": "eine verdeckte Karte von {god}",
        "theirs": "{card}, bekanntlich in dieser Hand",
        "stack": "Stapel von {god}: {cards}",
        "in_stack": "{n:# Karte|# Karten}",
        "pile": "{card} in der Ablage: {n}",
        "tiles": "{n:# Feld|# Felder} im Stapel, davon {under:# bekanntes|# bekannte} zuunterst",
        "tiles_short": "{n:# Feld|# Felder}",
        "revealed": "{city} ist gezogen",
        "frame": "{who} hat {card} gespielt{void}",
        "void": ", jetzt ungültig",
        "lock": "gesperrt",
        "aims": "antwortet auf {card}",
    },
}


# ---- the look of a card ----


@cache
def face(name: str, lang: str, width: float = 100.0) -> str:
    """A card with its picture and its text, around (0, 0)."""
    god = GODS[CARDS.index(name) // OF_A_GOD]
    title = card(name, lang)
    lines = wrap(CARD_TEXT[lang][name], 20)
    text = "".join(
        f'<text x="50" y="{num(103 + 9.6 * i)}" text-anchor="middle" font-family="var(--text)" font-size="8.6" '
        f'fill="{INK}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    body = (
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}"/>'
        '<path d="M1 24V10Q1 1 10 1H90Q99 1 99 10V24Z" fill="currentColor"/>'
        '<rect x="1" y="1" width="98" height="138" rx="9" fill="none" stroke="currentColor" stroke-width="2"/>'
        f'<g class="god-ink">{use(f"e-{god}", 5, 4.5, 16)}</g>'
        f'<text x="24" y="16.5" font-family="var(--display)" font-weight="600" '
        f'font-size="{num(min(10.5, 118 / len(title)))}" fill="#FFF6E6">{escape(title)}</text>'
        f"{use(f'c-{name}', 22, 31, 56, f'--inc:{PAPER}')}{text}"
    )
    scale = width / 100
    place = f"translate({num(-50 * scale)} {num(-70 * scale)}) scale({scale:.3f})"
    return f'<g class="god-{god}" transform="{place}">{body}</g>'


def _frame(width: float) -> str:
    """What glows around a card."""
    w, h = width + 4, width * 1.4 + 4
    box = f'x="{num(-w / 2)}" y="{num(-h / 2)}" width="{num(w)}" height="{num(h)}"'
    return f'<rect class="hit" {box} rx="{num(width * 0.11)}"/>'


def _text(x: float, y: float, text: str, size: float, colour: str = "var(--ink)", anchor: str = "start") -> str:
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-family="var(--text)" font-weight="600" font-size="{num(size)}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )


# ---- hands ----


def hands(sight: Sight) -> Sheet:
    """The viewer's hand open, the other by backs, but for cards the viewer has seen."""
    own = sight.viewer if sight.viewer >= 0 else 0
    sheet = Sheet("hands", TITLES[sight.lang]["hands"], 0, 0, WIDTH, 250)
    _add_row(sheet, sight, 1 - own, 14, SMALL, 52)
    _add_row(sheet, sight, own, 104, 100.0 if sight.viewer >= 0 else SMALL, CARD_STEP if sight.viewer >= 0 else 52)
    return sheet


def _add_row(sheet: Sheet, sight: Sight, seat: int, top: float, width: float, step: float) -> None:
    """One hand in a row, its owner's mark before it."""
    held = sight.hand(seat)
    words = LABELS[sight.lang]
    name = spoken(words["hand"], {"who": sight.owner(seat), "side": SIDE[sight.lang][seat], "n": len(held)})
    middle = top + width * 0.7
    sheet.add(Shape(f"owner-{seat}", figures.mark(COLOURS[seat], 40), 30, middle, "owner", name))
    left = 66 + width / 2
    step = min(step, (WIDTH - 12 - width - 66) / max(1, len(held) - 1))
    for i, one in enumerate(held):
        sheet.add(_held(sight, seat, i, one, left + i * step, middle, width))


def _held(sight: Sight, seat: int, i: int, held: Held, x: float, y: float, width: float) -> Shape:
    """A card of a hand: open, or by its back."""
    words, lang = LABELS[sight.lang], sight.lang
    place = f"hand-{seat}-{i}"
    if held.card is None:
        label = words["unseen"].format(god=GOD[lang][held.god])
        return Shape(place, figures.card_back(held.god, width), x, y, "card", label)
    body = face(held.card, lang, width)
    if seat != sight.viewer:
        return Shape(place, body, x, y, "card", words["theirs"].format(card=card(held.card, lang)))
    label = words["locked" if held.locked else "own"].format(
        card=card(held.card, lang), text=CARD_TEXT[lang][held.card]
    )
    first = i == next(
        n for n, one in enumerate(sight.hand(seat)) if one.card == held.card and one.locked == held.locked
    )
    legal = sight.actions(held.card, "play", "playkeep") if first and not held.locked else ()
    if held.locked:
        body += f'<g opacity=".82">{figures.tag(words["lock"], 70)}</g>'
    meant = (f"play {held.card}",) if sight.asked and not legal and not _twin_is_legal(sight, held) else ()
    return Shape(place, body + _frame(width), x, y, "card", label, legal or meant, legal=bool(legal))


def _twin_is_legal(sight: Sight, held: Held) -> bool:
    """Whether an equal card already carries the action."""
    return bool(sight.actions(str(held.card), "play", "playkeep"))


# ---- stacks, piles and drawn tiles ----


def stacks(sight: Sight) -> Sheet:
    """The tile stack with what was drawn from it, and each god's stack with its open pile."""
    sheet = Sheet("stacks", TITLES[sight.lang]["stacks"], 0, 0, WIDTH, 130)
    _add_tiles(sheet, sight)
    for god in range(len(GODS)):
        _add_stack(sheet, sight, god, 262 + 220 * god)
    return sheet


def _add_tiles(sheet: Sheet, sight: Sight) -> None:
    state, words = sight.state, LABELS[sight.lang]
    n, under = int(state.stack_size()), int(state.queued)
    back = "".join(
        f'<g transform="translate({num(-2.0 * i)} {num(-2.4 * i)}) scale(.42)"><polygon points="'
        f'{_hexagon()}" fill="var(--tile-sea-2)" stroke="#F6F1E7" stroke-opacity=".6" stroke-width="3"/></g>'
        for i in range(min(4, max(1, n)))
    )
    count = _text(0, 58, spoken(words["tiles_short"], {"n": n}), 15, anchor="middle")
    sheet.add(Shape("tiles", back + count, 46, 52, "stack", spoken(words["tiles"], {"n": n, "under": under})))
    drawn = [t for t in range(len(state.tiles.cell_of)) if state.tiles.cell_of[t] == REVEALED]
    for i, t in enumerate(drawn):
        name = state.parts.tiles[t]
        legal = sight.actions(name, "pick")
        ring = f'<g transform="scale(.44)">{hit(SIZE)}</g>'
        body = f'<g transform="scale(.44)">{tile(state.parts.edges[t], name)}</g>{ring}'
        label = words["revealed"].format(city=sight.city(t))
        sheet.add(Shape(f"drawn-{name}", body, 122 + 66 * i, 52, "drawn", label, legal, legal=bool(legal)))


@cache
def _hexagon() -> str:
    return polygon(SIZE)


def _add_stack(sheet: Sheet, sight: Sight, god: int, x: float) -> None:
    """A stack, how many cards it has, and the pile beside it, card by card."""
    state, words, lang = sight.state, LABELS[sight.lang], sight.lang
    name, size = GODS[god], int(state.cards.deck_size[god])
    legal = sight.actions(name, "draw")
    meant = legal or ((f"draw {name}",) if sight.asked else ())
    count = spoken(words["in_stack"], {"n": size})
    body = figures.card_back(name, 58) + _frame(58) + _text(0, 59, count, 12, anchor="middle")
    label = words["stack"].format(god=GOD[lang][name], cards=count)
    sheet.add(Shape(f"stack-{name}", body, x + 30, 50, f"stack god-{name}", label, meant, legal=bool(legal)))
    lying = [k for k in range(OF_A_GOD * god, OF_A_GOD * (god + 1)) if state.cards.discard[k] > 0]
    for i, kind in enumerate(lying):
        one = CARDS[kind]
        legal = sight.actions(one, "recall")
        n = int(state.cards.discard[kind])
        more = f'<g transform="translate(12 -20) scale(.62)">{figures.tag(f"×{n}", 34)}</g>' if n > 1 else ""
        picture = figures.card_face(name, f"c-{one}", width=40) + _frame(40) + more
        place = (x + 92 + 44 * (i % 3), 31 + 60 * (i // 3))
        label = words["pile"].format(card=card(one, lang), n=n)
        sheet.add(Shape(f"pile-{one}", picture, *place, f"pile god-{name}", label, legal, legal=bool(legal)))


# ---- the chain ----


def chain(sight: Sight) -> Sheet:
    """The cards on the table, each answer over the card it is aimed at. §6.2"""
    state = sight.state
    sheet = Sheet("chain", TITLES[sight.lang]["chain"], 0, 0, WIDTH, 190)
    x = 80.0
    for frame in range(state.frames):
        x = _add_frame(sheet, sight, frame, x)
    return sheet


def _add_frame(sheet: Sheet, sight: Sight, frame: int, x: float) -> float:
    """One announcement: a card, perhaps with a favour; the one on top may be answered."""
    state, words, lang = sight.state, LABELS[sight.lang], sight.lang
    seat = int(state.frame_seat(frame))
    top = frame == int(state.frames) - 1
    pair = [(CARDS[int(state.chain.frame_card[frame])], MAIN)]
    if state.chain.frame_keep[frame]:
        pair.append(("Z2", KEEPER))
    for name, bit in pair:
        void = bool(int(state.chain.frame_void[frame]) & bit)
        legal = sight.actions(name, "void", "voidkeep") if top and sight.answering() else ()
        body = face(name, lang) + (_cross() if void else "") + _frame(100.0)
        body += f'<g transform="translate(0 76)">{figures.mark(COLOURS[seat], 28)}</g>'
        label = words["frame"].format(who=sight.owner(seat), card=card(name, lang), void=words["void"] if void else "")
        place = f"chain-{frame}-{name}"
        sheet.add(Shape(place, body, x, 96 - 8 * (frame % 2), "card", label, legal, legal=bool(legal)))
        x += 92 if bit == MAIN and len(pair) > 1 else 118
    if not top:
        arrow = (
            '<path d="M26 0H-14M-4 -9L-16 0L-4 9" fill="none" stroke="#C4622D" stroke-width="4" '
            'stroke-linecap="round"/>'
        )
        sheet.add(Shape(f"arrow-{frame}", arrow, x - 60, 176, "arrow"))
    return x


def _cross() -> str:
    return (
        '<path d="M-34 -44L34 44M34 -44L-34 44" stroke="#A3271B" stroke-width="9" stroke-linecap="round" '
        'stroke-opacity=".8"/>'
    )
