"""The sea in letters, for terminals: colour helps, but every mark also reads without it."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from agon.core.game import SEAT_NAMES, seat_name
from agon.core.speech import Facts, spoken
from agon.core.state import NONE
from agon.draw.scene import COLOURS
from agon.draw.text import Canvas
from agon.games.hellas_2002 import effects, scoring
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.names import GOD, SIDE, card
from agon.games.hellas_2002.parts import CARDS, DOLPHIN, GODS
from agon.games.hellas_2002.position import REVEALED
from agon.games.hellas_2002.rules import Rules
from agon.games.hellas_2002.view_sight import CITY_VERBS, Sight

STEP: Final = 5  # columns of half a tile; a tile is four rows high
ROWS: Final = 4
LEFT: Final = 2
LONGEST: Final = 96  # letters of a line below the sea
WIDEST: Final = 7  # letters of a name between the coasts of its tile
# Where the marks of the six edges stand, from the upper left corner of a tile: E, NE, NW, W, SW, SE.
EDGE_MARKS: Final = (
    ((9, 1), (9, 2)),
    ((6, 0), (7, 0)),
    ((3, 0), (4, 0)),
    ((1, 1), (1, 2)),
    ((3, 3), (4, 3)),
    ((6, 3), (7, 3)),
)
WORDS: Final = {
    "en": {
        "title": "Hellas (2002), turn {n}",
        "setup": "Hellas (2002), set-up",
        "legend": "r2+1: 2 Greeks and 1 ship of Red   ^ temple   = bridge   # land   ~ water   * you may",
        "stack": "tiles in the stack: {n}",
        "drawn": "drawn",
        "spots": "may be laid at: {cells}",
        "hand": "{who} ({side}): cities {cities}, temples {temples}, "
        "supply {greeks} + {ships:# ship|# ships}; cards: {cards}",
        "none": "none",
        "unseen": "{god} unseen",
        "locked": "{card} (locked)",
        "piles": "piles: {cards}",
        "chain": "chain: {cards}",
        "battle": "battle for {city}: {attack} to {defence}",
    },
    "de": {
        "title": "Hellas (2002), Zug {n}",
        "setup": "Hellas (2002), Aufbau",
        "legend": "r2+1: 2 Griechen und 1 Schiff von Rot   ^ Tempel   = Brücke   # Land   ~ Wasser   * erlaubt",
        "stack": "Felder im Stapel: {n}",
        "drawn": "gezogen",
        "spots": "passt auf: {cells}",
        "hand": "{who} ({side}): Städte {cities}, Tempel {temples}, "
        "Vorrat {greeks} + {ships:# Schiff|# Schiffe}; Karten: {cards}",
        "none": "keine",
        "unseen": "{god} verdeckt",
        "locked": "{card} (gesperrt)",
        "piles": "Ablage: {cards}",
        "chain": "Kette: {cards}",
        "battle": "Kampf um {city}: {attack} zu {defence}",
    },
}


def sketch(state: Rules, viewer: int, lang: str, colour: bool, open_all: bool = False) -> str:
    """The tiles that lie, and below them stacks, hands and the open chain."""
    sight = Sight(state, viewer, lang, open_all)
    parts = state.parts
    lying = [t for t in range(len(parts.tiles)) if state.tiles.cell_of[t] >= 0]
    hexes = {t: parts.hexes[int(state.tiles.cell_of[t])] for t in lying}
    spots = {c: parts.hexes[c] for c, legal in sight.spots().items() if legal}
    every = [*hexes.values(), *spots.values()]
    first, top = min(2 * q + r for q, r in every), min(r for _, r in every)
    wide = max(2 * q + r for q, r in every) - first + 3
    high = (max(r for _, r in every) - top) * (ROWS - 1) + ROWS
    lines = [part for line in _lines(sight) for part in wrap(line, LONGEST, subsequent_indent="    ") or [""]]
    drawn = [t for t in range(len(parts.tiles)) if state.tiles.cell_of[t] == REVEALED]
    beside = LEFT + STEP * (wide + 1)
    sides = [beside + 2 * STEP * len(drawn) + 2 if drawn else 0, LEFT + STEP * wide]
    canvas = Canvas(max(*sides, *(len(line) + LEFT for line in lines)), high + len(lines) + 4)
    words = WORDS[lang]
    canvas.put(LEFT, 0, words["title"].format(n=int(state.turn)) if state.turn else words["setup"], "bold")
    for cell, (q, r) in spots.items():
        x, y = LEFT + STEP * (2 * q + r - first), 2 + (ROWS - 1) * (r - top)
        canvas.centred(x + 5, y + 1, "*" + parts.cells[cell], "gold bold")
    for t, (q, r) in hexes.items():
        _tile(canvas, sight, t, LEFT + STEP * (2 * q + r - first), 2 + (ROWS - 1) * (r - top))
    for i, t in enumerate(drawn):
        _drawn(canvas, sight, t, beside + (2 * STEP + 1) * i)
    for i, line in enumerate(lines):
        canvas.put(LEFT, high + 3 + i, line)
    return canvas.ansi() if colour else canvas.plain()


def _edges(canvas: Canvas, letters: str, x: int, y: int) -> None:
    """The coast of a tile: edges as # or ~."""
    for edge, marks in enumerate(EDGE_MARKS):
        for dx, dy in marks:
            canvas.put(
                x + dx, y + dy, "#" if letters[edge] == "L" else "~", "inland" if letters[edge] == "L" else "sea dim"
            )


def _mark(sight: Sight, tile: int) -> str:
    """A temple or a bridge."""
    parts = sight.state.parts
    return "^" if int(parts.temples) >> tile & 1 else "=" if int(parts.bridges) >> tile & 1 else ""


def _drawn(canvas: Canvas, sight: Sight, tile: int, x: int) -> None:
    """A tile drawn and not laid yet, beside the sea, as it would lie unturned."""
    legal = sight.actions(sight.state.parts.tiles[tile], "pick")
    _edges(canvas, sight.edges(tile, 0), x, 3)
    canvas.centred(x + 5, 2, WORDS[sight.lang]["drawn"], "dim")
    canvas.centred(x + 5, 4, ("*" if legal else "") + _mark(sight, tile), "gold bold")
    canvas.centred(x + 5, 5, sight.city(tile), "gold bold" if legal else "bold")


def _tile(canvas: Canvas, sight: Sight, tile: int, x: int, y: int) -> None:
    """Its coast, who holds it with what, and its city."""
    state = sight.state
    _edges(canvas, sight.edges(tile, int(state.tiles.turned[tile])), x, y)
    name = state.parts.tiles[tile]
    if tile == DOLPHIN:
        canvas.centred(x + 5, y + 1, "<><", "sea bold")
        return
    seat = int(state.owner(tile))
    held = SEAT_NAMES[sight.lang][seat][0].lower() if seat != NONE else "?"
    text = f"{held}{int(state.pieces.greeks[tile])}" + (
        f"+{int(state.pieces.ships[tile])}" if state.pieces.ships[tile] else ""
    )
    legal = sight.actions(name, *CITY_VERBS, "movegreek", "moveship")
    text = ("*" if legal else "") + text + _mark(sight, tile)
    canvas.centred(x + 5, y + 1, text, f"{COLOURS[seat]} bold" if seat != NONE else "")
    canvas.centred(x + 5, y + 2, sight.city(tile)[:WIDEST], "gold bold" if legal else "dim")


def _lines(sight: Sight) -> list[str]:
    """Everything beside the sea."""
    state, words, lang = sight.state, WORDS[sight.lang], sight.lang
    out = [words["legend"], ""]
    out += [_seat(sight, seat) for seat in range(state.seats())]
    stack = ", ".join(f"{GOD[lang][god]} {int(state.cards.deck_size[g])}" for g, god in enumerate(GODS))
    out.append(f"{words['stack'].format(n=int(state.stack_size()))}; {stack}")
    spots = [state.parts.cells[c] for c, legal in sight.spots().items() if legal]
    if spots:
        out.append(words["spots"].format(cells=" ".join(spots)))
    lying = [
        f"{card(name, lang)} {int(state.cards.discard[k])}" for k, name in enumerate(CARDS) if state.cards.discard[k]
    ]
    if lying:
        out.append(words["piles"].format(cards=", ".join(lying)))
    if state.frames:
        out.append(words["chain"].format(cards=" < ".join(_frame(sight, f) for f in range(state.frames))))
    if state.target != NONE and state.step != ask.SPOILS:
        strengths = {"attack": int(effects.attack_strength(state)), "defence": int(effects.defence_strength(state))}
        out.append(words["battle"].format(city=sight.city(int(state.target)), **strengths))
    return out


def _seat(sight: Sight, seat: int) -> str:
    state, words, lang = sight.state, WORDS[sight.lang], sight.lang
    cards = []
    for held in sight.hand(seat):
        name = words["unseen"].format(god=GOD[lang][held.god]) if held.card is None else card(held.card, lang)
        cards.append(words["locked"].format(card=name) if held.locked and held.card else name)
    facts: Facts = {
        "who": seat_name(seat, lang),
        "side": SIDE[lang][seat],
        "cities": int(scoring.cities_of(state, seat)),
        "temples": int(state.temples_of(seat)),
        "greeks": int(state.pieces.greek_supply[seat]),
        "ships": int(state.pieces.ship_supply[seat]),
        "cards": ", ".join(cards) or words["none"],
    }
    return spoken(words["hand"], facts)


def _frame(sight: Sight, frame: int) -> str:
    state, lang = sight.state, sight.lang
    name = card(CARDS[int(state.chain.frame_card[frame])], lang)
    return name + (f" + {card('Z2', lang)}" if state.chain.frame_keep[frame] else "")
