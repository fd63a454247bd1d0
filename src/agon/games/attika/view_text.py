"""The map in letters, for terminals: colour helps, but every mark also reads without it."""

from __future__ import annotations

from typing import Final

from agon.core.hexgrid import Hex
from agon.core.numbers import bits
from agon.core.state import NONE
from agon.draw.scene import COLOURS
from agon.draw.text import Canvas, Columns, Line
from agon.games.attika import questions as ask
from agon.games.attika.names import LANDSCAPE, building_name, price_tag
from agon.games.attika.parts import LETTERS, PETALS, PLAIN, PRICES, STACKS, TURNS
from agon.games.attika.prices import NOWHERE, cheapest
from agon.games.attika.rules import Rules
from agon.games.attika.view_sight import Sight

ROWS: Final = 40  # a sketch is no higher
STEP: Final = 4  # columns of half a space; a space is eight columns wide and two rows high, or one where room is short
FLOWER: Final = ((3, 2), (4, 0, 1), (5, 6))  # the petals of a tile, row by row
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
    """The map, a line a seat, the storage boards and the viewer's hand, in at most 40 rows."""
    sight = Sight(state, viewer, lang, open_all)
    hexes: list[Hex] = [*sight.spaces, *state.layout.shrine_hexes]
    first, last = (pick(2 * q + r for q, r in hexes) for pick in (min, max))
    top, bottom = (pick(r for _, r in hexes) for pick in (min, max))
    width = max(NARROW, STEP * (last - first) + 3 * STEP)
    lines = _lines(sight, width - LEFT)
    around = 7 + state.seats() + (4 if state.tile != NONE else 0)  # rows beside the map and the lines
    rows = bottom - top + 1
    high = 2 if 2 * rows + around + len(lines) <= ROWS else 1
    while rows + around + len(lines) > ROWS and any(spare for _, _, spare in lines):
        lines.remove(next(line for line in reversed(lines) if line[2]))
    canvas = Canvas(width, high * rows + around + len(lines))
    canvas.put(LEFT, 0, f"Attika, {sight.where()}", "bold")
    for h in hexes:
        x, y = LEFT + STEP * (2 * h[0] + h[1] - first), 1 + high * (h[1] - top)
        if high == 2:
            _hex(canvas, sight, h, x, y)
        else:
            _low_hex(canvas, sight, h, x, y)
    at = _beside(canvas, sight, high * rows + 2)
    if state.tile != NONE:
        at = _tile(canvas, sight, at)
    at = _seats(canvas, sight, at + 1)
    for i, (text, style, _) in enumerate(lines):
        canvas.put(LEFT, at + i, text, style)
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
        text = sight.letter(owner) + SHORT[sight.lang][building]
        canvas.centred(x + 4, y, text, f"{COLOURS[owner]} bold")
    else:
        letter = sight.symbol(h)
        canvas.put(x + 3, y, letter * 3 if letter != "." else " . ", TONE[letter])
    if price is not None:
        canvas.put(x + 1, y, f"*{price}", "gold bold")
    canvas.centred(x + 4, y + 1, sight.place(h), "gold bold" if price is not None else "dim")


def _low_hex(canvas: Canvas, sight: Sight, h: Hex, x: int, y: int) -> None:
    """The same in one row: a building, or the name with the landscape or the price behind it."""
    if h not in sight.spaces:
        canvas.put(x + 1, y, "(####)", "terracotta bold")
        return
    canvas.put(x, y, "|", "rock dim")
    canvas.put(x + 8, y, "|", "rock dim")
    price = sight.price(h)
    if h in sight.standing:
        owner, building = sight.standing[h]
        canvas.put(x + 2, y, sight.letter(owner) + SHORT[sight.lang][building], f"{COLOURS[owner]} bold")
    elif price is not None:
        canvas.put(x + 1, y, f"{sight.place(h)}*{price}"[: 2 * STEP - 1], "gold bold")
    else:
        letter = sight.symbol(h)
        canvas.put(x + 1, y, sight.place(h), "dim")
        canvas.put(x + 1 + len(sight.place(h)), y, letter, TONE[letter])


def _tile(canvas: Canvas, sight: Sight, at: int) -> int:
    """The tile in hand, the six ways it may lie, each above what to type for it."""
    parts, tile = sight.state.parts, int(sight.state.tile)
    for turn in range(int(TURNS)):
        shown = [int(parts.symbol(tile, petal, turn)) for petal in range(PETALS)]
        letters = [LETTERS[s] if s < PLAIN else "." for s in shown]
        x = LEFT + 2 + 12 * turn
        for row, petals in enumerate(FLOWER):
            canvas.put(x + (3 - len(petals)), at + row, " ".join(letters[p] for p in petals), "bold")
        canvas.put(x - 1, at + 3, f"turn {turn}", "gold" if f"turn {turn}" in sight.may else "dim")
    return at + 4


# ---- below it ----


def _beside(canvas: Canvas, sight: Sight, at: int) -> int:
    """The signs, and what is left; returns the next free row."""
    state, words = sight.state, WORDS[sight.lang]
    legend = str(words["legend"])
    canvas.put(LEFT, at, legend, "dim")
    amounts = {
        "tiles": bin(int(state.pile)).count("1"),
        "deck": int(state.deck_left),
        "discard": sum(int(d) for d in state.cards.discard),
        "amphorae": int(state.supply),
    }
    said = str(words["supply"]).format(**amounts)
    if any(text.startswith("place") for text in sight.legal):
        said += "; " + str(words["price"])
    canvas.put(LEFT, at + 1, said)
    return at + 2


def _seats(canvas: Canvas, sight: Sight, at: int) -> int:
    """Buildings on the map, stored and stacked, cards, amphorae and settlements. Returns the next free row."""
    state, lines = sight.state, []
    for seat in range(state.seats()):
        name = f"{sight.letter(seat)} {sight.seat(seat)}, {state.parts.states[sight.lang][seat]}"[:24]
        heights = "/".join(str(int(state.store.stacks[STACKS * seat + s])) for s in range(STACKS))
        stored = bin(int(state.store.storage[seat])).count("1")
        amounts = [f"{int(state.stands(seat))}/{int(state.parts.count)}", str(stored), heights]
        amounts += [str(int(row[seat])) for row in (state.cards.held, state.store.amphorae, state.land.settlements)]
        lines.append(Line(name, f"{COLOURS[seat]} bold", amounts))
    return canvas.seats(LEFT, at, Columns(WORDS[sight.lang]["columns"], 32, 10), lines, state.actor())


def _lines(sight: Sight, width: int) -> list[tuple[str, str, bool]]:
    """Storage boards, hand, and where a tile may go, wrapped to the width; which are spared where room is short."""
    state, words = sight.state, WORDS[sight.lang]
    out: list[tuple[str, str, bool]] = []
    for seat in range(state.seats()):
        stored = [_stored(sight, seat, b) for b in bits(state.store.storage[seat])]
        head = str(words["stored"]).format(who=sight.seat(seat))
        counted = [f"{n} x {item}" if (n := stored.count(item)) > 1 else item for item in dict.fromkeys(stored)]
        rows = _wrapped(head, counted or [str(words["none"])], width)
        if seat != sight.viewer and len(rows) > 1:  # of others a line is enough
            rows = [f"{rows[0].rstrip()} ..."]
        out += [(line, COLOURS[seat], seat != sight.viewer) for line in rows]
    if sight.viewer >= 0 and sight.sees_hand(sight.viewer):
        cards = [f"{n} {LANDSCAPE[sight.lang][LETTERS[kind]]}" for kind, n in enumerate(sight.hand(sight.viewer)) if n]
        out += [(line, "bold", False) for line in _wrapped(str(words["hand"]), cards or [str(words["none"])], width)]
    if sight.asked and state.step == ask.LAY:
        spots = [text.split()[1] for text in sight.legal]
        out += [(line, "gold", True) for line in _wrapped(str(words["spots"]), spots, width)]
    return out


def _stored(sight: Sight, seat: int, building: int) -> str:
    """A building with its printed price, and of one's own what it costs today: "Oracle FH: 2 cards"."""
    parts = sight.state.parts
    price = "".join(letter * int(parts.cost[PRICES * building + kind]) for kind, letter in enumerate(LETTERS + "?"))
    name = building_name(sight.state, building, seat, sight.lang)
    if not sight.sees_hand(seat):
        return f"{name} {price}"
    today = cheapest(sight.state, seat, building)
    return f"{name} {price}" if today == NOWHERE else f"{name} {price}: {price_tag(today, sight.lang)}"


def _wrapped(head: str, items: list[str], width: int) -> list[str]:
    lines = [head]
    for i, item in enumerate(items):
        text = item + (", " if i + 1 < len(items) else "")
        if len(lines[-1]) + len(text) > width:
            lines.append("    ")
        lines[-1] += text
    return lines
