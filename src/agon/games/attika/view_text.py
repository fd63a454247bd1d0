"""The map in letters, for terminals: colour helps, but every mark also reads without it."""

from __future__ import annotations

from typing import Final

from agon.core.game import SEAT_NAMES
from agon.core.hexgrid import Hex
from agon.core.state import CHANCE, OVER
from agon.draw.scene import COLOURS
from agon.draw.text import Canvas
from agon.games.attika import questions as ask
from agon.games.attika.names import LANDSCAPE, building_name, group_name
from agon.games.attika.parts import LETTERS, PRICES, STACKS
from agon.games.attika.rules import Rules
from agon.games.attika.view_sight import Sight

STEP: Final = 4  # columns of half a space; a space is eight columns wide and two rows high
LEFT: Final = 2
NARROW: Final = 96  # the least width, for the lines below the map

TONE: Final = {"W": "sea", "F": "olive", "H": "hills", "M": "rock", ".": "dim"}
# Four letters a building, in the order of the pack, behind the owner's letter.
SHORT: Final = {
    "en": (
        "CITY", "orac", "thea", "tave", "plaz", "gymn", "stat", "mark", "stad", "temp", "WELL", "fiel", "mill", "vill",
        "QUAR", "fort", "towr", "towr", "HARB", "ship", "ship", "ship", "VINE", "vint", "MINE", "mint",
        "road", "road", "road", "road",
    ),
    "de": (
        "STAD", "orak", "thea", "sche", "plat", "gymn", "stat", "mark", "stdn", "temp", "BRUN", "korn", "mühl", "dorf",
        "STEI", "fest", "turm", "turm", "HAFE", "schi", "schi", "schi", "WEIN", "winz", "MINE", "münz",
        "stra", "stra", "stra", "stra",
    ),
}  # fmt: skip
WORDS: Final = {
    "en": {
        "legend": "W water  F forest  H hill  M mountain  . plain  (##) shrine  rCITY building of Red  * you may",
        "price": "the number behind * is the price in cards",
        "spots": "the tile may go to: ",
        "supply": "left: tiles {tiles}, deck {deck}, discards {discard}, amphorae {amphorae}",
        "columns": ("built", "stored", "stacks", "cards", "amphorae", "settl."),
        "hand": "your hand: ",
        "stored": "on the storage board of {who}: ",
        "none": "nothing",
    },
    "de": {
        "legend": "W Wasser  F Wald  H Hügel  M Berg  . ohne  (##) Heiligtum  rSTAD Gebäude von Rot  * erlaubt",
        "price": "die Zahl hinter * ist der Preis in Karten",
        "spots": "das Teil darf nach: ",
        "supply": "übrig: Teile {tiles}, Stapel {deck}, Ablage {discard}, Amphoren {amphorae}",
        "columns": ("gebaut", "Ablage", "Stapel", "Karten", "Amphoren", "Siedl."),
        "hand": "deine Hand: ",
        "stored": "auf der Ablagetafel von {who}: ",
        "none": "nichts",
    },
}


def sketch(state: Rules, viewer: int, lang: str, colour: bool, open_all: bool = False) -> str:
    """The map, a line a seat, the storage boards and the viewer's hand."""
    sight = Sight(state, viewer, lang, open_all)
    hexes: list[Hex] = [*sight.spaces, *state.layout.shrine_hexes]
    first, last = (pick(2 * q + r for q, r in hexes) for pick in (min, max))
    top, bottom = (pick(r for _, r in hexes) for pick in (min, max))
    width = max(NARROW, STEP * (last - first) + 3 * STEP)
    lines = _lines(sight, width - LEFT)
    canvas = Canvas(width, 2 * (bottom - top) + 12 + len(lines) + state.seats())
    canvas.put(LEFT, 0, f"Attika, {sight.where()}", "bold")
    for h in hexes:
        _hex(canvas, sight, h, LEFT + STEP * (2 * h[0] + h[1] - first), 2 + 2 * (h[1] - top))
    at = 2 * (bottom - top) + 5
    at = _beside(canvas, sight, at)
    at = _seats(canvas, sight, at + 1)
    for i, (text, style) in enumerate(lines):
        canvas.put(LEFT, at + 1 + i, text, style)
    return canvas.ansi() if colour else canvas.plain()


# ---- the map ----


def _hex(canvas: Canvas, sight: Sight, h: Hex, x: int, y: int) -> None:
    """What is there in the upper row, its name in the lower."""
    if h not in sight.spaces:
        canvas.put(x + 1, y, "(####)", "terracotta bold")
        canvas.centred(x + 4, y + 1, sight.place(h), "terracotta")
        return
    canvas.put(x, y, "|", "rock dim")
    canvas.put(x + 8, y, "|", "rock dim")
    price = sight.price(h)
    if h in sight.standing:
        owner, building = sight.standing[h]
        text = _letter(sight, owner) + SHORT[sight.lang][building]
        canvas.centred(x + 4, y, text, f"{COLOURS[owner]} bold")
    else:
        letter = sight.symbol(h)
        canvas.put(x + 3, y, letter * 3 if letter != "." else " . ", TONE[letter])
    if price is not None:
        canvas.put(x + 1, y, f"*{price}", "gold bold")
    canvas.centred(x + 4, y + 1, sight.place(h), "gold bold" if price is not None else "dim")


def _letter(sight: Sight, seat: int) -> str:
    return SEAT_NAMES[sight.lang][seat][0].lower()


# ---- below it ----


def _beside(canvas: Canvas, sight: Sight, at: int) -> int:
    """The signs, and what is left; returns the next free row."""
    state, words = sight.state, WORDS[sight.lang]
    legend = str(words["legend"])
    canvas.put(LEFT, at, legend, "dim")
    if any(text.startswith("place") for text in sight.legal):
        canvas.put(LEFT, at + 1, str(words["price"]), "gold")
    amounts = {
        "tiles": bin(int(state.pile)).count("1"),
        "deck": int(state.deck_left),
        "discard": sum(int(d) for d in state.cards.discard),
        "amphorae": int(state.supply),
    }
    canvas.put(LEFT, at + 2, str(words["supply"]).format(**amounts))
    return at + 3


def _seats(canvas: Canvas, sight: Sight, at: int) -> int:
    """A table with a line a seat; an arrow points at who decides."""
    state, columns = sight.state, WORDS[sight.lang]["columns"]
    for i, title in enumerate(columns):
        canvas.put(_column(i) - len(title), at, title, "dim")
    actor = state.actor()
    for seat in range(state.seats()):
        y = at + 1 + seat
        if actor not in (CHANCE, OVER) and actor == seat:
            canvas.put(LEFT, y, ">", "gold bold")
        name = f"{_letter(sight, seat)} {SEAT_NAMES[sight.lang][seat]}, {state.parts.states[sight.lang][seat]}"
        canvas.put(LEFT + 2, y, name, f"{COLOURS[seat]} bold")
        heights = "/".join(str(int(state.store.stacks[STACKS * seat + s])) for s in range(STACKS))
        stored = bin(int(state.store.storage[seat])).count("1")
        numbers = [f"{int(state.stands(seat))}/{int(state.parts.count)}", str(stored), heights]
        numbers += [str(int(row[seat])) for row in (state.cards.held, state.store.amphorae, state.land.settlements)]
        for i, amount in enumerate(numbers):
            canvas.put(_column(i) - len(amount), y, amount)
    return at + 1 + state.seats()


def _column(i: int) -> int:
    """Where a column of the table ends."""
    return LEFT + 32 + 10 * i


def _lines(sight: Sight, width: int) -> list[tuple[str, str]]:
    """Storage boards, hand, and where a tile may go, wrapped to the width."""
    state, words = sight.state, WORDS[sight.lang]
    out: list[tuple[str, str]] = []
    for seat in range(state.seats()):
        stored = [
            _stored(sight, seat, b) for b in range(int(state.parts.count)) if int(state.store.storage[seat]) >> b & 1
        ]
        head = str(words["stored"]).format(who=SEAT_NAMES[sight.lang][seat])
        out += [(line, COLOURS[seat]) for line in _wrapped(head, stored or [str(words["none"])], width)]
    if sight.viewer >= 0 and sight.sees_hand(sight.viewer):
        cards = [f"{n} {LANDSCAPE[sight.lang][LETTERS[kind]]}" for kind, n in enumerate(sight.hand(sight.viewer)) if n]
        out += [(line, "bold") for line in _wrapped(str(words["hand"]), cards or [str(words["none"])], width)]
    if sight.asked and state.step == ask.LAY:
        spots = [text.split()[1] for text in sight.legal]
        out += [(line, "gold") for line in _wrapped(str(words["spots"]), spots, width)]
    return out


def _stored(sight: Sight, seat: int, building: int) -> str:
    """A building with its price, and what makes it free: "Oracle FH"; the group of a main building in brackets."""
    parts = sight.state.parts
    price = "".join(letter * int(parts.cost[PRICES * building + kind]) for kind, letter in enumerate(LETTERS + "?"))
    name = building_name(sight.state, building, seat, sight.lang)
    if int(parts.mains) >> building & 1:
        name += f" ({group_name(sight.state, int(parts.group[building]), sight.lang)})"
    return f"{name} {price}"


def _wrapped(head: str, items: list[str], width: int) -> list[str]:
    lines = [head]
    for i, item in enumerate(items):
        text = item + (", " if i + 1 < len(items) else "")
        if len(lines[-1]) + len(text) > width:
            lines.append("    ")
        lines[-1] += text
    return lines
