"""The island in letters, for terminals: colour helps, but every mark also reads without it."""

from __future__ import annotations

from typing import Final

from agon.core.state import NONE
from agon.draw.scene import COLOURS
from agon.draw.text import Canvas, Columns, Line
from agon.games.hellas_2016 import effects
from agon.games.hellas_2016.names import SIDE
from agon.games.hellas_2016.parts import BAR_QUARRY, OWNED, QUARRY, TEMPLE
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.rules import Rules
from agon.games.hellas_2016.view_bar import price_in_letters, short_name
from agon.games.hellas_2016.view_sight import Sight

WIDTH: Final = 100
STEP: Final = 3  # columns of half a space; a space is two rows high, its name in the lower one
LEFT: Final = 2
OUTLINE: Final = ((2, -1, "/"), (4, -1, "\\"), (0, 0, "|"), (6, 0, "|"), (1, 1, "\\"), (5, 1, "/"))  # of a space

PIECE_LETTER: Final = {"en": "HPS", "de": "HPZ"}  # house, palace, square; behind the owner's letter
WORDS: Final = {
    "en": {
        "legend": "~ coast   ^ inland   rH house of Red   rP palace   rS square   stat statue",
        "legend2": "Q25 quarry   o empty   x closed   W worker   3/6 columns   * you may",
        "all": "For everybody",
        "one": "For the active player",
        "tile": "tile {n} drawn ({marble} marble)",
        "supply": "left: tiles {tiles}, statues {statues}, rings {rings}",
        "yields": "quarries: ",
        "yield": "{cell} gives {marble}",
        "marker": "{who} starts the next phase",
        "columns": ("points", "marble", "income", "rings", "stones", "houses", "palaces", "squares"),
    },
    "de": {
        "legend": "~ Küste   ^ Inneres   rH Haus von Rot   rP Palast   rZ Platz   stat Statue",
        "legend2": "Q25 Steinbruch   o leer   x geschlossen   W Arbeiter   3/6 Säulen   * erlaubt",
        "all": "Für alle",
        "one": "Nur für den aktiven Spieler",
        "tile": "Plättchen {n} gezogen ({marble} Marmor)",
        "supply": "übrig: Plättchen {tiles}, Statuen {statues}, Ringe {rings}",
        "yields": "Steinbrüche: ",
        "yield": "{cell} bringt {marble}",
        "marker": "{who} beginnt die nächste Phase",
        "columns": ("Punkte", "Marmor", "Ertrag", "Ringe", "Steine", "Häuser", "Paläste", "Plätze"),
    },
}


def sketch(state: Rules, viewer: int, lang: str, colour: bool, open_all: bool = False) -> str:
    """The island, the bar and a line a seat; at most 100 columns wide."""
    sight = Sight(state, viewer, lang, open_all)
    rows = [r for _, r in state.side.hexes.values()]
    high = max(rows) - min(rows) + 1
    canvas = Canvas(WIDTH, 2 * high + 16 + state.seats())
    canvas.put(LEFT, 0, f"{SIDE[lang].get(state.side.name, state.side.name)}, {sight.phase()}", "bold")
    _island(canvas, sight, 2)
    at = _beside(canvas, sight, 2 * high + 3)
    at = _bar(canvas, sight, at)
    _seats(canvas, sight, at)
    return canvas.ansi() if colour else canvas.plain()


# ---- the island ----


def _island(canvas: Canvas, sight: Sight, top: int) -> None:
    """Every space as a hex of thin lines, what is there in its upper row and its name in the lower."""
    hexes = sight.state.side.hexes
    first = min(2 * q + r for q, r in hexes.values())
    row = min(r for _, r in hexes.values())
    for cell, (q, r) in hexes.items():
        x, y = LEFT + 1 + STEP * (2 * q + r - first), top + 2 * (r - row)
        for dx, dy, line in OUTLINE:
            canvas.put(x + dx, y + dy, line, "rock dim")
        legal = sight.place(cell) in sight.offers
        text, style = _there(sight, cell)
        canvas.centred(x + 3, y, text, style)
        if legal:
            canvas.put(x + 1, y, "*", "gold bold")
        canvas.centred(x + 3, y + 1, sight.place(cell), "gold bold" if legal else "dim")


def _there(sight: Sight, cell: int) -> tuple[str, str]:
    """What a space shows, in at most four letters, and its style."""
    state = sight.state
    if cell in sight.standing:
        owner, kind = sight.standing[cell]
        if owner == NONE:
            return "stat", "bold"
        return sight.letter(owner) + PIECE_LETTER[sight.lang][kind], f"{COLOURS[owner]} bold"
    if state.side.kind[cell] == QUARRY:
        return _quarry(state, int(state.side.quarry_at[cell]))
    if state.side.kind[cell] == TEMPLE:
        temple = int(state.side.temple_at[cell])
        return f"{int(state.temples.columns[temple])}/{int(state.side.places[temple])}", "terracotta bold"
    return ("~", "coast") if sight.is_coast(cell) else ("^", "inland")


def _quarry(state: Rules, quarry: int) -> tuple[str, str]:
    if int(state.closed) >> quarry & 1:
        return "x", "rock"
    top = int(state.quarries.top[quarry])
    worker = "W" if int(state.worker) == quarry else ""
    if top:
        return f"{worker or 'Q'}{top}", "bold"
    return (worker, "bold") if worker else ("o", "rock bold")


# ---- below it ----


def _beside(canvas: Canvas, sight: Sight, at: int) -> int:
    """The signs, what the quarries give, and what is left; returns the next free row."""
    state, words = sight.state, WORDS[sight.lang]
    canvas.put(LEFT, at, str(words["legend"]), "dim")
    canvas.put(LEFT, at + 1, str(words["legend2"]), "dim")
    given = [
        str(words["yield"]).format(
            cell=sight.place(int(cell)), marble=int(state.parts.tile_marble[state.quarries.top[quarry]])
        )
        for quarry, cell in enumerate(state.side.quarries)
        if state.is_active(quarry)
    ]
    canvas.put(LEFT, at + 2, str(words["yields"]) + (", ".join(given) or "-"))
    amounts = {"tiles": len(state.stack()), "statues": int(state.statues_left), "rings": int(state.rings_left)}
    said = [str(words["supply"]).format(**amounts)]
    if state.tile != NONE:
        tile = int(state.tile)
        said.append(str(words["tile"]).format(n=tile, marble=int(state.parts.tile_marble[tile])))
    canvas.put(LEFT, at + 3, "; ".join(said))
    return at + 4


def _bar(canvas: Canvas, sight: Sight, at: int) -> int:
    """Two lines of action spaces, each with the stone on it."""
    state, words = sight.state, WORDS[sight.lang]
    spaces = [space for space in range(len(state.taken.bar)) if state.taken.bar[space] != ABSENT]
    for key, shared in (("all", True), ("one", False)):
        canvas.put(LEFT, at, str(words[key]), "terracotta bold" if shared else "sea bold")
        x = LEFT
        for space in spaces:
            if (state.parts.bar_kind[space] <= BAR_QUARRY) == shared:
                if x + _bar_width(sight, space) > WIDTH:
                    x, at = LEFT, at + 1
                x = _bar_space(canvas, sight, space, x, at + 1)
        at += 2
    starter = sight.next_starter()
    if starter != NONE:
        who = sight.seat(starter)
        canvas.put(LEFT, at, str(words["marker"]).format(who=who), f"{COLOURS[starter]}")
        at += 1
    return at


def _bar_text(sight: Sight, space: int) -> str:
    return short_name(sight, space) + price_in_letters(sight, space)


def _bar_width(sight: Sight, space: int) -> int:
    return len(_bar_text(sight, space)) + 4


def _bar_space(canvas: Canvas, sight: Sight, space: int, x: int, y: int) -> int:
    """ "*House 1/2[ ]": a star where one may go, an arrow where it is being carried out; returns the next column."""
    name, seat = sight.state.parts.bar[space], int(sight.state.taken.bar[space])
    legal, now = name in sight.offers, int(sight.state.space) == space
    sign, style = ("*", "gold bold") if legal else (">", "bold") if now else (" ", "" if seat < 0 else "dim")
    said = _bar_text(sight, space)
    canvas.put(x, y, f"{sign}{said}[ ]", style)
    if seat >= 0:
        canvas.put(x + len(said) + 2, y, sight.letter(seat), f"{COLOURS[seat]} bold")
    return x + _bar_width(sight, space)


def _seats(canvas: Canvas, sight: Sight, at: int) -> None:
    """Points, marble, income, rings, stones and pieces left."""
    state, lines = sight.state, []
    for seat in range(state.seats()):
        name = f"{sight.letter(seat)} {sight.seat(seat)}"[:13]
        marble = str(int(state.purse.marble[seat])) if sight.sees_marble(seat) else "?"
        supply = [state.island.supply[OWNED * seat + kind] for kind in range(OWNED)]
        numbers = [effects.income_of(state, seat), state.temples.rings[seat], state.taken.stones[seat], *supply]
        amounts = [sight.points(seat), marble, *(str(int(n)) for n in numbers)]
        lines.append(Line(name, f"{COLOURS[seat]} bold", amounts))
    canvas.seats(LEFT, at, Columns(WORDS[sight.lang]["columns"], 21, 9), lines, state.actor())
