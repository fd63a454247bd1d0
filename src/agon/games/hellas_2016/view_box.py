"""What lies in the box of Hellas (2016): both sides of the board as the pack draws them, every space to be set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from agon.core.hexgrid import groups
from agon.core.symmetry import uneven
from agon.draw.geometry import centre, hit, neighbours
from agon.draw.scene import Scene, Shape, Sheet
from agon.games.hellas_2016.actions import Actions
from agon.games.hellas_2016.names import SIDE
from agon.games.hellas_2016.parts import COAST, INLAND, QUARRY, TEMPLE, Parts, Side
from agon.games.hellas_2016.rules import new
from agon.games.hellas_2016.view_bar import bar
from agon.games.hellas_2016.view_board import GLOW, SIZE, board
from agon.games.hellas_2016.view_sight import Sight

SWITCHES: Final = {"groupOrder": "active", "startHouses": "3", "waiveQuarry": "on", "tieBreak": "shared"}
UNCOUNTED: Final = ("side.*.top", "side.*.left", "setup_bare")

WORDS: Final = {
    "en": {
        "side": "Board", "side.*": "side", "side.minotaur": "Minotaur side", "side.pegasus": "Pegasus side",
        "side.*.map": "space", "side.*.seats": "seats", "side.*.start_quarries": "quarries with a tile at the start",
        "side.*.worker_start": "quarry of the worker", "side.*.top": "first row", "side.*.left": "first column",
        "supply": "Pieces", "supply.house": "houses of a seat", "supply.square": "squares of a seat",
        "supply.palace": "palaces of a seat", "supply.ring": "rings", "supply.statue": "statues",
        "supply.column": "columns", "supply.stone": "action stones",
        "cost": "Prices", "cost.house": "house", "cost.square": "square", "cost.palace": "palace",
        "cost.statue": "statue", "cost.columns": "columns", "cost.columns.2": "2 columns",
        "cost.columns.3": "3 columns", "cost.columns.5": "5 columns", "cost.*.coast": "on the coast",
        "cost.*.inland": "inland",
        "bar": "Action bar", "bar.house": "house spaces", "bar.houseSquare": "spaces for house or square",
        "bar.palace": "palace spaces", "bar.quarry": "quarry spaces", "bar.temple2": "space for 2 columns",
        "bar.temple3": "space for 3 columns", "bar.temple5": "space for 5 columns", "bar.statue": "statue spaces",
        "bar.marble": "marble spaces", "stones": "Action stones", "stones.*": "with {} seats, in phase",
        "tiles": "Quarry tiles",
        "tiles.upto": "step (up to this number, so much marble)",
        "setup": "Set-up", "setup.start_marble": "marble of a seat", "setup.start_houses": "houses of a seat",
        "setup_bare": "Set-up without houses (§Q2)", "setup_bare.start_marble": "marble of a seat",
        "setup_bare.house_spaces": "house spaces of the bar",
        "play": "Play", "play.marble_action": "marble of the marble action", "play.max_draws": "tiles drawn at most",
        "play.phases": "phases", "points": "Points", "points.statue": "of a statue", "points.ring": "of a ring",
        "points.most_rings": "for most rings", "points.marble_per_point": "marble a point",
        "=c": "coast", "=i": "inland", "=Q": "quarry", "= ": "sea", "none": "nothing",
        "=1": "temple with 1 column",
        **{f"={n}": f"temple with {n} columns" for n in range(2, 10)},
    },
    "de": {
        "side": "Spielplan", "side.*": "Seite", "side.minotaur": "Minotaurus-Seite", "side.pegasus": "Pegasus-Seite",
        "side.*.map": "Feld", "side.*.seats": "Spielerzahl",
        "side.*.start_quarries": "Steinbrüche mit Plättchen zu Beginn",
        "side.*.worker_start": "Steinbruch des Arbeiters", "side.*.top": "erste Zeile", "side.*.left": "erste Spalte",
        "supply": "Spielfiguren", "supply.house": "Häuser eines Spielers",
        "supply.square": "Plätze (Bauteile) eines Spielers",
        "supply.palace": "Paläste eines Spielers", "supply.ring": "Ringe", "supply.statue": "Statuen",
        "supply.column": "Säulen", "supply.stone": "Aktionssteine",
        "cost": "Preise", "cost.house": "Haus", "cost.square": "Platz", "cost.palace": "Palast",
        "cost.statue": "Statue", "cost.columns": "Säulen", "cost.columns.2": "2 Säulen",
        "cost.columns.3": "3 Säulen", "cost.columns.5": "5 Säulen", "cost.*.coast": "an der Küste",
        "cost.*.inland": "im Inneren",
        "bar": "Aktionsleiste", "bar.house": "Hausfelder", "bar.houseSquare": "Felder für Haus oder Platz",
        "bar.palace": "Palastfelder", "bar.quarry": "Steinbruchfelder", "bar.temple2": "Feld für 2 Säulen",
        "bar.temple3": "Feld für 3 Säulen", "bar.temple5": "Feld für 5 Säulen", "bar.statue": "Statuenfelder",
        "bar.marble": "Marmorfelder", "stones": "Aktionssteine", "stones.*": "bei {} Spielern, in Phase",
        "tiles": "Steinbruchplättchen",
        "tiles.upto": "Stufe (bis zu dieser Zahl so viel Marmor)",
        "setup": "Aufbau", "setup.start_marble": "Marmor eines Spielers", "setup.start_houses": "Häuser eines Spielers",
        "setup_bare": "Aufbau ohne Häuser (§Q2)", "setup_bare.start_marble": "Marmor eines Spielers",
        "setup_bare.house_spaces": "Hausfelder der Leiste",
        "play": "Spiel", "play.marble_action": "Marmor der Marmoraktion",
        "play.max_draws": "höchstens gezogene Plättchen", "play.phases": "Phasen",
        "points": "Punkte", "points.statue": "einer Statue", "points.ring": "eines Rings",
        "points.most_rings": "für die meisten Ringe", "points.marble_per_point": "Marmor je Punkt",
        "=c": "Küste", "=i": "Inneres", "=Q": "Steinbruch", "= ": "Meer", "none": "nichts",
        "=1": "Tempel mit 1 Säule",
        **{f"={n}": f"Tempel mit {n} Säulen" for n in range(2, 10)},
    },
}  # fmt: skip
SEA: Final = {"en": "{line}/{column}, sea", "de": "{line}/{column}, Meer"}
REMARKS: Final = {
    "en": {"coast": "{cell} is coast without sea beside it.", "loose": "{cell} has no way to the rest of the island.",
           "temple": "{cell} has no space to build on beside it: nobody can raise columns there.",
           "inland": "{cell} is inland, but has sea beside it.",
           "beside": "{cell} lies beside {other}: allowed, but ours never has quarries and temples side by side.",
           "stones": "Stones of all seats in phase {phase}: {laid} with {n} seats, else {others}. Is that so?"},
    "de": {"coast": "{cell} ist Küste ohne Meer daneben.", "loose": "{cell} hat keinen Weg zur übrigen Insel.",
           "temple": "{cell} hat kein Baufeld neben sich: Niemand kann dort Säulen errichten.",
           "inland": "{cell} liegt im Inneren, hat aber Meer neben sich.",
           "beside": "{cell} liegt neben {other}: erlaubt, doch bei uns liegen Steinbrüche und Tempel nie so.",
           "stones": "Steine aller Spieler in Phase {phase}: {laid} bei {n} Spielern, sonst {others}. Stimmt das?"},
}  # fmt: skip


def box(parts: Parts, actions: Actions, lang: str) -> Scene:
    """Each side of the board, and the action bar."""
    sheets: list[Sheet] = []
    bars: list[Sheet] = []
    for side in parts.sides:
        if side.seats:
            sight = Sight(new(parts, actions, side.seats[0], SWITCHES), -1, lang, True)
            sheets.append(_island(side, board(sight), lang))
            bars = [bar(sight)]
    return Scene([*sheets, *map(_bar, bars)])


def path_of(side: Side, line: int, column: int) -> str:
    """The path of a letter of a side's map."""
    return f"side.{side.name}.map[{line},{column}]"


def _letter(side: Side, cell: int) -> tuple[int, int]:
    q, r = side.hexes[cell]
    return r - side.top, 2 * q + r - side.left


def _island(side: Side, drawn: Sheet, lang: str) -> Sheet:
    """The island as it is drawn in play, each space its value; and the sea around it, where land may be added."""
    names = {f"cell-{name}": cell for cell, name in side.names.items()}
    title = SIDE[lang].get(side.name, side.name)
    sheet = Sheet(f"side-{side.name}", title, drawn.left, drawn.top, drawn.width, drawn.height)
    for shape in drawn.shapes:
        if shape.id in names:
            path = path_of(side, *_letter(side, names[shape.id]))
            sheet.add(replace(shape, id=f"{side.name}-{shape.id}", actions=(path,), legal=True))
        elif shape.id == "ground":
            sheet.add(replace(shape, id=f"ground-{side.name}"))
            _add_sea(sheet, side, lang)
        elif not shape.id.startswith(("stack", "statues", "rings")):
            sheet.add(replace(shape, id=f"{side.name}-{shape.id}", actions=(), legal=False))
    return sheet


def _add_sea(sheet: Sheet, side: Side, lang: str) -> None:
    land = set(side.hexes.values())
    shore = sorted({n for h in land for n in neighbours(h)} - land, key=lambda h: (h[1], h[0]))
    for q, r in shore:
        line, column = r - side.top, 2 * q + r - side.left
        if line >= 0 and column >= 0 and line <= max(h[1] for h in land) - side.top:
            x, y = centre((q, r), SIZE)
            label = SEA[lang].format(line=line + 1, column=column + 1)
            path = path_of(side, line, column)
            sheet.add(
                Shape(f"{side.name}-sea-{line}-{column}", hit(GLOW), x, y, "cell sea", label, (path,), legal=True)
            )


def _bar(drawn: Sheet) -> Sheet:
    """The action bar; each space stands for how many of its kind there are."""
    sheet = Sheet("bar", drawn.title, drawn.left, drawn.top, drawn.width, drawn.height)
    for shape in drawn.shapes:
        key = shape.id.removeprefix("bar-")
        if shape.id.startswith("bar-"):
            key = key if key.startswith("temple") else key.rstrip("0123456789")
            sheet.add(replace(shape, actions=(f"bar.{key}",), legal=True))
        elif shape.id == "frieze":
            sheet.add(shape)
    return sheet


def place_name(parts: Parts, path: str, lang: str) -> str:
    """C4, of a letter of a map."""
    for side in parts.sides:
        for cell, name in side.names.items():
            if path_of(side, *_letter(side, cell)) == path:
                return name
    return ""


def remarks(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """Coast without sea and sea without coast, land that hangs together with nothing, temples nobody can reach or which
    stand beside another or a quarry, and seats that lay more stones than others."""
    out = _uneven(parts, lang)
    for side in parts.sides:
        for cell, key, other in _odd(side):
            said = REMARKS[lang][key].format(cell=side.names[cell], other=side.names[other])
            out.append((path_of(side, *_letter(side, cell)), said))
    return out


def _odd(side: Side) -> Iterator[tuple[int, str, int]]:
    """Spaces with what is odd about them, and the other space it concerns (itself, where none does)."""
    cell_at = {h: cell for cell, h in side.hexes.items()}
    joined = max(groups(cell_at), key=len)
    for h, cell in cell_at.items():
        kind, beside = side.kind[cell], [cell_at[n] for n in neighbours(h) if n in cell_at]
        if kind == COAST and len(beside) == len(neighbours(h)):
            yield cell, "coast", cell
        if kind == INLAND and len(beside) < len(neighbours(h)):
            yield cell, "inland", cell
        if h not in joined:
            yield cell, "loose", cell
        if kind == TEMPLE and not any(side.buildable[n // 62] >> n % 62 & 1 for n in beside):
            yield cell, "temple", cell
        if kind in (QUARRY, TEMPLE):
            yield from ((cell, "beside", n) for n in beside if n < cell and side.kind[n] in (QUARRY, TEMPLE))


def _uneven(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """Numbers of seats that lay more or fewer stones in all than others, in the phases in which most lay as many."""
    out: list[tuple[str, str]] = []
    for phase in range(int(parts.phases)):
        laid = {str(seats): seats * stones[phase] for seats, stones in parts.stones.items()}
        usual, odd = uneven(laid)
        if len(odd) == 1 and len(laid) > 2:
            ((seats, n),) = odd.items()
            said = REMARKS[lang]["stones"].format(n=seats, laid=n, phase=phase + 1, others=usual)
            out.append((f"stones.{seats}[{phase}]", said))
    return out
