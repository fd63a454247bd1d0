"""The look of a card, the viewer's hand, and beside it stacks, piles, drawn tiles and the other hand."""

from __future__ import annotations

from functools import cache
from html import escape
from textwrap import wrap
from typing import Final

from agon.core.speech import Facts, spoken
from agon.draw import figures
from agon.draw.geometry import hit, num, polygon
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import use
from agon.draw.tiles import SIZE, tile
from agon.games.hellas_2002.names import CARD_TEXT, GOD, SIDE, card
from agon.games.hellas_2002.parts import CARDS, GODS, OF_A_GOD
from agon.games.hellas_2002.position import REVEALED
from agon.games.hellas_2002.view_sight import Held, Sight

WIDTH: Final = 620.0  # of the strip with the viewer's hand: five cards side by side
CLOSE: Final = 100.0  # from one card to the next where there are more
STACKS: Final = (304.0, 201.0)  # the sheet beside it; where a page is low, the upper 116 of it are seen
TILES: Final = 92.0  # of its width are the tiles'
LINE: Final = 30.5  # from one god's stack to the next
PAPER: Final = "#FFF9EC"
INK: Final = "#221B16"
QUIET: Final = "var(--ink-2, var(--ink))"
CARD: Final = 118.0  # a card of the viewer's hand, with text of 12
CARD_STEP: Final = 122.0
SMALL: Final = 36.0  # a card of another hand
HEADING: Final = 24.0
TABS: Final = {"en": ("Hand", "Stacks"), "de": ("Hand", "Stapel")}
TITLES: Final = {
    "en": {"hands": "Your hand", "watched": "Hands", "stacks": "Stacks, piles and the other hand"},
    "de": {"hands": "Deine Hand", "watched": "Hände", "stacks": "Stapel, Ablage und die andere Hand"},
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
        "revealed": "{city} has been drawn",
        "lock": "locked",
        "gods": "Cards of the gods",
        "used": "used",
        "tile_heading": "Tiles",
        "none": "No card yet: a reinforcement draws them, one for each single action.",
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
        "revealed": "{city} ist gezogen",
        "lock": "gesperrt",
        "gods": "Götterkarten",
        "used": "abgelegt",
        "tile_heading": "Felder",
        "none": "Noch keine Karte: Eine Verstärkung zieht sie, eine je Einzelaktion.",
    },
}


# ---- the look of a card ----


@cache
def face(name: str, lang: str, width: float = 100.0) -> str:
    """A card with its picture and its text, around (0, 0)."""
    god = GODS[CARDS.index(name) // OF_A_GOD]
    title = card(name, lang)
    lines = wrap(CARD_TEXT[lang][name], 17)
    told = "".join(
        f'<text x="50" y="{num(88 + 11.4 * i)}" text-anchor="middle" font-family="var(--text)" font-size="10.2" '
        f'fill="{INK}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    body = (
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}"/>'
        '<path d="M1 24V10Q1 1 10 1H90Q99 1 99 10V24Z" fill="currentColor"/>'
        '<rect x="1" y="1" width="98" height="138" rx="9" fill="none" stroke="currentColor" stroke-width="2"/>'
        f'<g class="god-ink">{use(f"e-{god}", 5, 4.5, 16)}</g>'
        f'<text x="23" y="16.5" font-family="var(--display)" font-weight="600" '
        f'font-size="{num(min(10.8, 112 / len(title)))}" fill="#FFF6E6">{escape(title)}</text>'
        f"{use(f'c-{name}', 27, 28, 46, f'--inc:{PAPER}')}{told}"
    )
    scale = width / 100
    place = f"translate({num(-50 * scale)} {num(-70 * scale)}) scale({scale:.3f})"
    return f'<g class="god-{god}" transform="{place}">{body}</g>'


def frame(width: float) -> str:
    """What glows around a card."""
    w, h = width + 4, width * 1.4 + 4
    box = f'x="{num(-w / 2)}" y="{num(-h / 2)}" width="{num(w)}" height="{num(h)}"'
    return f'<rect class="hit" {box} rx="{num(width * 0.11)}"/>'


def paper(sheet: Sheet) -> Shape:
    """The ground of a sheet beside the board: ink is read on it in either theme."""
    return Shape("paper", f'<rect width="{num(sheet.width)}" height="{num(sheet.height)}" fill="var(--plaster)"/>')


def cross(width: float) -> str:
    """Over a card that is void."""
    return (
        f'<path transform="scale({num(width / 100)})" d="M-34 -44L34 44M34 -44L-34 44" stroke="#A3271B" '
        'stroke-width="9" stroke-linecap="round" stroke-opacity=".8"/>'
    )


def text(x: float, y: float, words: str, size: float, colour: str = "var(--ink)", anchor: str = "start") -> str:
    return _text(x, y, words, size, colour, anchor, 600)


def quiet(x: float, y: float, words: str, size: float, colour: str = QUIET, anchor: str = "start") -> str:
    """What may be read, but need not."""
    return _text(x, y, words, size, colour, anchor, 400)


def _text(x: float, y: float, words: str, size: float, colour: str, anchor: str, weight: int) -> str:
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-family="var(--text)" font-weight="{weight}" font-size="{num(size)}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
    )


# ---- hands ----


def hand(sight: Sight) -> Sheet:
    """The viewer's hand in a strip of its own, a line where it is empty; for spectators that of the first seat, by its
    backs."""
    own = max(0, sight.viewer)
    held = sight.hand(own)
    height = HEADING + (CARD * 1.4 + 12 if held else 4)
    title = TITLES[sight.lang]["hands" if sight.viewer >= 0 else "watched"]
    width = max(WIDTH, 12 + CARD + CLOSE * (len(held) - 1))
    sheet = Sheet("hands", title, 0, 0, width, height, tab=(TABS[sight.lang][0], "i-card"))
    name = _heading(sight, own, len(held))
    heading = title if sight.viewer >= 0 else name
    sheet.add(Shape(f"owner-{own}", text(0, 0, f"{heading} · {len(held)}", 13), 10, 17, "owner", name))
    if not held and sight.viewer >= 0:
        sheet.add(Shape("none", quiet(0, 0, LABELS[sight.lang]["none"], 12), 106, 17, "heading"))
    step = min(CARD_STEP, (width - 12 - CARD) / max(1, len(held) - 1))
    for i, one in enumerate(held):
        sheet.add(_held(sight, own, i, one, 8 + CARD / 2 + i * step, HEADING + CARD * 0.7 + 2, CARD))
    return sheet


def _heading(sight: Sight, seat: int, n: int) -> str:
    facts: Facts = {"who": sight.seat(seat), "side": SIDE[sight.lang][seat], "n": n}
    return spoken(LABELS[sight.lang]["hand"], facts)


def _held(sight: Sight, seat: int, i: int, held: Held, x: float, y: float, width: float) -> Shape:
    """A card of a hand: open, or by its back; one that cannot be played now is pale."""
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
    echoed = _answers(sight, held) if first else ()
    usable = bool(sight.actions(held.card, "play", "playkeep")) and not held.locked
    if sight.asked and not usable and not _answers(sight, held):
        body = f'<g opacity=".58">{body}</g>'
    if held.locked:
        body += f'<g opacity=".82">{figures.tag(words["lock"], 70)}</g>'
    meant = (f"play {held.card}",) if sight.asked and not legal and not usable else ()
    if echoed:
        switched = "card switched" if len(echoed) == 2 and echoed[1].startswith("voidkeep") else "card"
        return Shape(place, body + frame(width), x, y, switched, label, echoed, echoes=True)
    return Shape(place, body + frame(width), x, y, "card", label, legal or meant, legal=bool(legal))


def _answers(sight: Sight, held: Held) -> tuple[str, ...]:
    """The answers to which a card in hand belongs: they are offered in the duel, or by the card they go with. §6.2"""
    verbs = {"Z1": ("void ", "voidkeep "), "Z2": ("voidkeep ", "playkeep ")}.get(str(held.card), ())
    return tuple(text for text in sight.legal if text.startswith(verbs)) if verbs and not held.locked else ()


# ---- beside the hand: stacks, piles, drawn tiles, and the other hand ----


def stacks(sight: Sight) -> Sheet:
    """The tile stack with what was drawn from it, each god's stack with its pile, and the other hand by its backs."""
    words = LABELS[sight.lang]
    sheet = Sheet("stacks", TITLES[sight.lang]["stacks"], 0, 0, *STACKS, tab=(TABS[sight.lang][1], "trireme"), low=True)
    sheet.add(paper(sheet))
    sheet.add(Shape("tile-heading", text(0, 0, words["tile_heading"], 13), 8, 17, "heading"))
    sheet.add(Shape("gods", text(0, 0, words["gods"], 13), TILES + 4, 17, "heading"))
    _add_tiles(sheet, sight)
    for god in range(len(GODS)):
        _add_stack(sheet, sight, god, HEADING + LINE * (god + 0.5))
    _add_other_hand(sheet, sight, 1 - max(0, sight.viewer), HEADING + LINE * len(GODS) + 6)
    return sheet


def _add_other_hand(sheet: Sheet, sight: Sight, seat: int, y: float) -> None:
    held = sight.hand(seat)
    name = _heading(sight, seat, len(held))
    mark = f'<g transform="translate(17 9)">{figures.mark(COLOURS[seat], 18)}</g>'
    sheet.add(Shape(f"owner-{seat}", mark + text(32, 14, name, 12), 0, y, "owner", name))
    step = min(SMALL + 4, (STACKS[0] - 16 - SMALL) / max(1, len(held) - 1))
    for i, one in enumerate(held):
        sheet.add(_held(sight, seat, i, one, 8 + SMALL / 2 + i * step, y + 20 + SMALL * 0.7, SMALL))


def _add_tiles(sheet: Sheet, sight: Sight) -> None:
    state, words = sight.state, LABELS[sight.lang]
    n, under = int(state.stack_size()), int(state.queued)
    back = "".join(
        f'<g transform="translate({num(-1.5 * i)} {num(-1.8 * i)}) scale(.2)"><polygon points="'
        f'{polygon(SIZE)}" fill="var(--tile-sea-2)" stroke="#F6F1E7" stroke-opacity=".6" stroke-width="4"/></g>'
        for i in range(min(4, max(1, n)))
    )
    count = text(20, 5, str(n), 15)
    sheet.add(Shape("tiles", back + count, 24, 46, "stack", spoken(words["tiles"], {"n": n, "under": under})))
    drawn = [t for t in range(len(state.tiles.cell_of)) if state.tiles.cell_of[t] == REVEALED]
    scale = 0.36 if len(drawn) == 1 else 0.2
    for i, t in enumerate(drawn):
        name = state.parts.tiles[t]
        legal = sight.actions(name, "pick")
        ring = f'<g transform="scale({scale})">{hit(SIZE)}</g>'
        body = f'<g transform="scale({scale})">{tile(state.parts.edges[t], name)}</g>{ring}'
        label = words["revealed"].format(city=sight.city(t))
        x = TILES / 2 - 2 + 30 * (i - (len(drawn) - 1) / 2)
        sheet.add(Shape(f"drawn-{name}", body, x, 94, "drawn", label, legal, legal=bool(legal)))


def _add_stack(sheet: Sheet, sight: Sight, god: int, y: float) -> None:
    """A stack, how many cards it has, and the pile beside it, card by card."""
    state, words, lang = sight.state, LABELS[sight.lang], sight.lang
    name, size = GODS[god], int(state.cards.deck_size[god])
    legal = sight.actions(name, "draw")
    meant = legal or ((f"draw {name}",) if sight.asked else ())
    count = spoken(words["in_stack"], {"n": size})
    body = f'<rect class="hit" x="-13" y="{num(-LINE / 2 + 2)}" width="96" height="{num(LINE - 4)}" rx="4"/>'
    body += figures.card_back(name, 21) + text(17, -2, GOD[lang][name], 12) + text(17, 11, count, 11, QUIET)
    label = words["stack"].format(god=GOD[lang][name], cards=count)
    sheet.add(Shape(f"stack-{name}", body, TILES + 18, y, f"stack god-{name}", label, meant, legal=bool(legal)))
    lying = [k for k in range(OF_A_GOD * god, OF_A_GOD * (god + 1)) if state.cards.discard[k] > 0]
    step = min(21, 85 / max(1, len(lying) - 1))
    for i, kind in enumerate(lying):
        one = CARDS[kind]
        legal = sight.actions(one, "recall")
        n = int(state.cards.discard[kind])
        more = f'<g transform="translate(5 -11) scale(.46)">{figures.tag(f"×{n}", 34)}</g>' if n > 1 else ""
        picture = figures.card_face(name, f"c-{one}", width=20) + frame(18) + more
        label = words["pile"].format(card=card(one, lang), n=n)
        at = (TILES + 114 + step * i, y)
        sheet.add(Shape(f"pile-{one}", picture, *at, f"pile god-{name}", label, legal, legal=bool(legal)))
