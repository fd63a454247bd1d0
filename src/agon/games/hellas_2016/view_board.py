"""The island: coast and mountains, quarries and temples, and everything that stands there."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

from agon.core.game import seat_name
from agon.core.numbers import cells
from agon.core.speech import filled
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import Hex, blob, bounds, centre, distance, hit, num, polygon
from agon.draw.landscape import cell_line, grass, island, mountain, open_sea
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon
from agon.games.hellas_2016 import scoring
from agon.games.hellas_2016.parts import COAST, INLAND, QUARRY, TEMPLE, WORDS, Side
from agon.games.hellas_2016.view_sight import Sight

SIZE: Final = 40.0  # from the middle of a space to its corners
MARGIN: Final = 64.0  # sea around the outermost spaces
GLOW: Final = 36.0  # the part of a space that glows

PIECE_SIZE: Final = (50.0, 58.0, 55.0)  # house, palace, square
PIECE_SYMBOL: Final = ("p-house", "p-palace", "p-square")
ON: Final = {"en": "{piece} on {cell}", "de": "{piece} auf {cell}"}
PIT_SIZE: Final = 57.0
PIT_RAISED: Final = 5.0  # a quarry sits a little high, to leave room for the name below

TITLE: Final = {"en": "Island", "de": "Insel"}
ZONE: Final = {"en": {COAST: "coast", INLAND: "inland"}, "de": {COAST: "Küste", INLAND: "Inneres"}}
QUARRY_LABEL: Final = {
    "en": {
        "active": "{cell}, quarry, {marble} marble for each house beside it; tile {n}, covered by higher ones",
        "empty": "{cell}, empty quarry",
        "closed": "{cell}, closed quarry",
    },
    "de": {
        "active": "{cell}, Steinbruch, {marble} Marmor für jedes Haus daneben; Plättchen {n}, höhere kommen darauf",
        "empty": "{cell}, leerer Steinbruch",
        "closed": "{cell}, geschlossener Steinbruch",
    },
}
LABELS: Final = {
    "en": {
        "temple": "{cell}, temple with {n} of {most:# column|# columns}",
        "worker": "quarry worker on {cell}",
        "tile": "tile {n} on {cell}",
        "hand": "tile {n} has been drawn: {marble} marble",
        "stack": "tiles left in the stack: {n}",
        "statues": "statues left: {n}",
        "rings": "rings left: {n}",
        "city": "city of {owner}, {n:# piece|# pieces}",
    },
    "de": {
        "temple": "{cell}, Tempel mit {n} von {most:# Säule|# Säulen}",
        "worker": "Arbeiter auf {cell}",
        "tile": "Plättchen {n} auf {cell}",
        "hand": "Plättchen {n} ist gezogen: {marble} Marmor",
        "stack": "Plättchen im Stapel: {n}",
        "statues": "Statuen übrig: {n}",
        "rings": "Ringe übrig: {n}",
        "city": "Stadt von {owner}, {n:# Gebäude|# Gebäude}",
    },
}
DOLPHIN: Final = (
    "M0 30C10 8 40 0 66 14C74 10 82 8 86 2C88 12 84 20 78 24C90 30 96 34 104 34C92 40 82 38 74 34C50 48 26 40 14 46"
    "C16 40 12 36 0 30ZM40 8C44 0 52 -4 58 -4C54 2 54 8 56 10Z"
)


def board(sight: Sight) -> Sheet:
    """The sheet of the island, from the sea up: ground, cities, spaces, tiles, pieces, worker, and what lies beside."""
    side = sight.state.side
    sheet = Sheet("board", TITLE[sight.lang], *bounds(side.hexes.values(), SIZE, MARGIN))
    sheet.add(Shape("ground", _ground(side)))
    _add_cities(sheet, sight)
    for cell in side.hexes:
        sheet.add(_space(sight, cell))
    _add_tiles(sheet, sight)
    for cell in sight.standing:
        sheet.add(_piece(sight, cell))
    _add_worker(sheet, sight)
    _add_supply(sheet, sight)
    return sheet


def _at(side: Side, cell: int) -> tuple[float, float]:
    return centre(side.hexes[cell], SIZE)


# ---- the ground ----


@cache
def _ground(side: Side) -> str:
    """Sea, shallows, coast and higher ground; it never changes."""
    left, top, width, height = bounds(side.hexes.values(), SIZE, MARGIN)
    land = list(side.hexes.values())
    inland = [h for cell, h in side.hexes.items() if side.kind[cell] != COAST]
    return (
        open_sea(left, top, width, height)
        + _dolphin(left + 36, top + 58, 0.8)
        + _dolphin(left + 24, top + 112, 0.55)
        + f'<g transform="translate({num(left + 76)} {num(top + height - 76)})">'
        + icon("b-ship", 92, "var(--sea-line)", "var(--sea)")
        + "</g>"
        + island(land, inland, SIZE)
    )


def _dolphin(x: float, y: float, scale: float) -> str:
    return f'<path transform="translate({num(x)} {num(y)}) scale({scale})" d="{DOLPHIN}" fill="var(--sea-line)"/>'


def _add_cities(sheet: Sheet, sight: Sight) -> None:
    """The ground of a city takes its owner's colour, so that one sees what belongs together. §7.3"""
    state = sight.state
    for seat in range(state.seats()):
        for city in scoring.cities(state, seat):
            spaces = cells(city, 0, WORDS)
            hexes: list[Hex] = [state.side.hexes[cell] for cell in spaces]
            outline = blob(hexes, SIZE, -3, rounds=0)
            body = (
                f'<path d="{outline}" style="fill:var(--pl);fill-opacity:.36;stroke:var(--pl-deep);'
                'stroke-width:2.2;stroke-linejoin:round"/>'
            )
            label = filled(LABELS[sight.lang]["city"], {"owner": seat_name(seat, sight.lang), "n": len(spaces)})
            sheet.add(Shape(f"city-{sight.place(spaces[0])}", body, cls=f"city pl-{COLOURS[seat]}", label=label))


# ---- the spaces ----


def _space(sight: Sight, cell: int) -> Shape:
    """One space of the island, with what it stands for. What glows lies beneath the picture, and never veils it."""
    kind = int(sight.state.side.kind[cell])
    if kind == QUARRY:
        art, label, cls = _quarry(sight, cell)
    elif kind == TEMPLE:
        art, label, cls = _temple(sight, cell)
    else:
        art, label, cls = _building_space(sight, cell)
    legal = sight.offers.get(sight.place(cell), [])
    meant = legal or ([sight.meant(cell)] if sight.asked else [])
    x, y = _at(sight.state.side, cell)
    return Shape(f"cell-{sight.place(cell)}", art, x, y, f"cell {cls}", label, tuple(meant), legal=bool(legal))


def _building_space(sight: Sight, cell: int) -> tuple[str, str, str]:
    """Coast with grass or inland with mountains; a free space shows its name."""
    side = sight.state.side
    coast = sight.is_coast(cell)
    art = grass(cell) if coast else mountain((cell * 7 + cell // 5) % 3, _steps_inland(side)[cell])
    label = f"{sight.place(cell)}, {ZONE[sight.lang][int(side.kind[cell])]}"
    if cell in sight.standing:
        art, name, label = f'<g opacity=".3">{art}</g>', "", f"{label}: {sight.piece(cell)}"
    else:
        art, name = f'<g transform="translate(0 -7) scale(.88)">{art}</g>', _name(sight.place(cell), 25)
    return cell_line(SIZE) + hit(GLOW) + art + name, label, "coast" if coast else "inland"


@cache
def _steps_inland(side: Side) -> dict[int, int]:
    """How far each space is from the coast."""
    coast = [h for cell, h in side.hexes.items() if side.kind[cell] == COAST]
    return {cell: min(distance(h, c) for c in coast) for cell, h in side.hexes.items()}


def _name(place: str, y: float) -> str:
    """The name of a space, small and quiet."""
    return (
        f'<text class="b-num code" y="{num(y)}" font-size="10.5" style="font-weight:600;fill:var(--ink);'
        f'fill-opacity:.74;pointer-events:none">{escape(place)}</text>'
    )


def _quarry(sight: Sight, cell: int) -> tuple[str, str, str]:
    """A pit in the rock, barred once it is closed; the tile on it is a shape of its own."""
    state, name = sight.state, sight.place(cell)
    quarry = int(state.side.quarry_at[cell])
    closed = bool(int(state.closed) >> quarry & 1)
    top = int(state.quarries.top[quarry])
    how = "closed" if closed else "active" if top else "empty"
    pit = figures.quarry_closed(PIT_SIZE) if closed else figures.quarry(0, None, PIT_SIZE)
    rock = f'<polygon points="{polygon(SIZE - 1.5)}" fill="var(--rock)" fill-opacity=".55"/>'
    body = f'{rock}{cell_line(SIZE)}{hit(GLOW)}<g transform="translate(0 {-PIT_RAISED})">{pit}</g>{_name(name, 29)}'
    label = QUARRY_LABEL[sight.lang][how].format(cell=name, n=top, marble=int(state.parts.tile_marble[top]))
    return body, label, f"quarry {how}"


def _temple(sight: Sight, cell: int) -> tuple[str, str, str]:
    """A temple with the columns it has and the bases of those it lacks."""
    state, name = sight.state, sight.place(cell)
    temple = int(state.side.temple_at[cell])
    columns, places = int(state.temples.columns[temple]), int(state.side.places[temple])
    full = columns == places
    plate = (
        f'<g style="pointer-events:none"><rect x="-26" y="17.5" width="52" height="15" rx="3.5" fill="#221B16" '
        f'stroke="{"#E3AE33" if full else "#8C7A5E"}"/>'
        f'<text class="b-num" y="29.2" font-size="11.5" fill="#FBE9D7">{columns}/{places}</text></g>'
        f"{_name(name, -27)}"
    )
    body = (
        f'<polygon points="{polygon(SIZE - 2)}" fill="#EFE7D6" stroke="#8C7A5E" stroke-width="1.5"/>'
        f'<polygon points="{polygon(SIZE - 6)}" fill="none" stroke="#C4622D" stroke-width="1.5" '
        'stroke-dasharray="5 3"/>'
        f'{hit(GLOW)}<g transform="translate(0 -7)">{figures.temple(columns, places, 57)}</g>{plate}'
    )
    return body, filled(LABELS[sight.lang]["temple"], {"cell": name, "n": columns, "most": places}), "temple"


# ---- what lies and stands on them ----


def _quiet(body: str) -> str:
    """Pieces let the pointer through to the space they stand on."""
    return f'<g style="pointer-events:none">{body}</g>'


def _add_tiles(sheet: Sheet, sight: Sight) -> None:
    """The top tile of every active quarry; the tile just drawn lies beside the stack and travels from there."""
    state = sight.state
    for quarry, space in enumerate(state.side.quarries):
        top = int(state.quarries.top[quarry])
        if not top or int(state.closed) >> quarry & 1:
            continue
        x, y = _at(state.side, int(space))
        body = _quiet(figures.quarry(int(state.parts.tile_marble[top]), None, PIT_SIZE))
        label = LABELS[sight.lang]["tile"].format(n=top, cell=sight.place(int(space)))
        sheet.add(Shape(f"tile-{top}", body, x, y - PIT_RAISED, "piece tile", label))


def _piece(sight: Sight, cell: int) -> Shape:
    """A house, palace, square or statue."""
    owner, kind = sight.standing[cell]
    x, y = _at(sight.state.side, cell)
    name, label = f"piece-{sight.place(cell)}", ON[sight.lang].format(piece=sight.piece(cell), cell=sight.place(cell))
    if owner == NONE:
        return Shape(name, _quiet(figures.statue(58)), x, y - 1, "piece statue", label)
    colour = COLOURS[owner]
    body = _quiet(figures.piece(PIECE_SYMBOL[kind], colour, PIECE_SIZE[kind]))
    return Shape(name, body, x, y, f"piece pl-{colour}", label)


def _add_worker(sheet: Sheet, sight: Sight) -> None:
    """The worker waits on an empty quarry; while a tile has just opened it, he stands aside."""
    state = sight.state
    if state.worker == NONE:
        return
    cell = int(state.side.quarries[int(state.worker)])
    x, y = _at(state.side, cell)
    label = LABELS[sight.lang]["worker"].format(cell=sight.place(cell))
    if state.quarries.top[int(state.worker)]:
        sheet.add(Shape("worker", _quiet(figures.worker(34)), x + 19, y + 16, "piece worker", label))
    else:
        sheet.add(Shape("worker", _quiet(figures.worker(47)), x, y - PIT_RAISED - 2, "piece worker", label))


# ---- beside the island ----


def _add_supply(sheet: Sheet, sight: Sight) -> None:
    """In the corners of the sea: the stack, the tile just drawn, and the statues and rings that are left."""
    state, labels = sight.state, LABELS[sight.lang]
    right, top, bottom = sheet.left + sheet.width, sheet.top, sheet.top + sheet.height
    left_over = len(state.stack())
    sheet.add(Shape("stack", _stack(left_over), right - 56, top + 54, "stack", labels["stack"].format(n=left_over)))
    if state.tile != NONE:
        tile = int(state.tile)
        marble = int(state.parts.tile_marble[tile])
        ring = '<circle r="43" fill="#221B16" fill-opacity=".35" stroke="var(--gold-rim)" stroke-width="3"/>'
        body = ring + f'<g transform="translate(0 1)">{figures.quarry(marble, tile, 68)}</g>'
        label = labels["hand"].format(n=tile, marble=marble)
        sheet.add(Shape(f"tile-{tile}", body, right - 144, top + 58, "piece tile", label))
    for i, (key, symbol, n) in enumerate(
        (("statues", "p-statue", int(state.statues_left)), ("rings", "p-ring", int(state.rings_left)))
    ):
        body = icon(symbol, 50 if key == "statues" else 38) + _count(n)
        sheet.add(Shape(key, body, right - 112 + 64 * i, bottom - 66, "supply", labels[key].format(n=n)))


def _stack(left_over: int) -> str:
    """Tiles face down, with their number."""
    tiles = "".join(
        f'<polygon transform="translate(0 {num(-3.5 * i)})" points="{polygon(27)}" fill="#9C4718" stroke="#221B16" '
        'stroke-width="1.6"/>'
        for i in range(min(left_over, 3))
    )
    ghost = f'<polygon points="{polygon(27)}" fill="none" stroke="var(--foam)" stroke-dasharray="4 4"/>'
    face = f'<g transform="translate(0 -7)">{icon("p-marble", 27, "#F3E1C9", "#9C4718")}</g>' if left_over else ""
    return (tiles or ghost) + face + _count(left_over)


def _count(n: int) -> str:
    """How many are left, on a dark plate. No gold: that is for what can be clicked."""
    return (
        '<rect x="-22" y="24.5" width="44" height="19" rx="9.5" fill="#221B16" stroke="#E9C9A4" stroke-width="1.3"/>'
        f'<text class="b-num" y="38.8" font-size="13" fill="#FBE9D7">× {n}</text>'
    )
