"""The sea: tiles with their coasts, cities, Greeks and ships, and ghosts where the tile in hand may go."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

from agon.core.speech import Facts, spoken
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import bounds, centre, hit, num, polygon
from agon.draw.landscape import open_sea
from agon.draw.scene import COLOURS, Placing, Shape, Sheet, Way
from agon.draw.symbols import icon
from agon.draw.tiles import SIZE, TileArt, hexagon, sea, tile, tile_art
from agon.games.hellas_2002 import effects
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import DOLPHIN, FAIR_WIND, SIDES
from agon.games.hellas_2002.view_sight import CITY_VERBS, Sight

MARGIN: Final = 40.0  # sea around the outermost tiles
GLOW: Final = 74.0  # the part of a tile that glows
GREEK_SIZE: Final = 36.0
SHIP_SIZE: Final = 39.0
GREEK_STEP: Final = 20.0
SHIP_STEP: Final = 19.0
HALF_WIDTH: Final = SIZE * 0.866
REACH: Final = 1.28  # from the middle of a tile to beyond its corners, in sizes of a tile
# The ring of a city won this turn, into which one may regroup.
NEWLY: Final = (
    f'<polygon points="{polygon(GLOW)}" fill="none" stroke="#F6F1E7" stroke-width="2.5" stroke-dasharray="3 6"/>'
)

TITLE: Final = {"en": "The sea", "de": "Das Meer"}
LABELS: Final = {
    "en": {
        "city": "{city} at {cell}: {owner}, {greeks:# Greek|# Greeks}, {ships:# ship|# ships}{temple}",
        "temple": ", temple",
        "dolphin": "the dolphin, open water: all around it are neighbours for an attack",
        "greeks": "Greeks of {city}: {greeks}",
        "ships": "ships of {city}: {ships}",
        "spot": "{held} at {cell}, {n:# way|# ways} to turn it",
        "no_spot": "{held} at {cell}: not possible",
        "beside": "{own} : {other} ships",
        "ways": "{n:# way|# ways} to turn",
        "wind": "only with Fair wind",
        "march": "attackers at {city}: {n}",
        "strength": "{attack} : {defence}",
    },
    "de": {
        "city": "{city} auf {cell}: {owner}, {greeks:# Grieche|# Griechen}, {ships:# Schiff|# Schiffe}{temple}",
        "temple": ", Tempel",
        "dolphin": "der Delfin, offenes Wasser: Alle ringsum sind für einen Angriff Nachbarn",
        "greeks": "Griechen in {city}: {greeks}",
        "ships": "Schiffe in {city}: {ships}",
        "spot": "{held} auf {cell}, {n:# Drehung|# Drehungen}",
        "no_spot": "{held} auf {cell}: nicht möglich",
        "beside": "{own} : {other} Schiffe",
        "ways": "{n:# Drehung|# Drehungen}",
        "wind": "nur mit gutem Wind",
        "march": "Angreifer bei {city}: {n}",
        "strength": "{attack} : {defence}",
    },
}


def board(sight: Sight) -> Sheet:
    """The sheet of the sea: water, tiles, ghosts, cities, pieces, and the tags above them."""
    state = sight.state
    lying = [t for t in range(len(state.parts.tiles)) if state.tiles.cell_of[t] >= 0]
    cells = [state.parts.hexes[int(state.tiles.cell_of[t])] for t in lying]
    around = [state.parts.hexes[cell] for cell in sight.spots()] if sight.laying() else []
    sheet = Sheet("board", TITLE[sight.lang], *bounds(cells + around, SIZE, MARGIN))
    sheet.add(Shape("sea", open_sea(sheet.left, sheet.top, sheet.width, sheet.height)))
    for t in lying:
        sheet.add(_tile(sight, t))
    if sight.laying():
        for cell, legal in sight.spots().items():
            sheet.add(_ghost(sight, cell, legal))
    for t in lying:
        if t != DOLPHIN:
            _add_city(sheet, sight, t)
    _add_march(sheet, sight)
    return sheet


def _at(sight: Sight, tile_: int) -> tuple[float, float]:
    return centre(sight.state.parts.hexes[int(sight.state.tiles.cell_of[tile_])], SIZE)


# ---- tiles ----


def _tile(sight: Sight, tile_: int) -> Shape:
    """A tile as it lies. It is art alone: what stands there is drawn over it."""
    state = sight.state
    x, y = _at(sight, tile_)
    name = state.parts.tiles[tile_]
    body = (
        dolphin_art()
        if tile_ == DOLPHIN
        else tile_face(sight.edges(tile_, int(state.tiles.turned[tile_])), name, _has_temple(sight, tile_))
    )
    label = LABELS[sight.lang]["dolphin"] if tile_ == DOLPHIN else ""
    return Shape(f"tile-{name}", body, x, y, "tile", label)


def _has_temple(sight: Sight, tile_: int) -> bool:
    return bool(int(sight.state.parts.temples) >> tile_ & 1)


@cache
def _places(edges: str, seed: str) -> TileArt:
    """Where things stand on a tile; computed once."""
    return tile_art(edges, seed)


@cache
def tile_face(edges: str, seed: str, temple: bool) -> str:
    """Sea, coast and land of a tile, and its city."""
    x, y = _places(edges, seed).city
    city = f'<g transform="translate({num(x - (20 if temple else 0))} {num(y - 21)})">{figures.city(38)}</g>'
    if temple:
        city += f'<g transform="translate({num(x + 21)} {num(y - 22)})">{figures.temple_2002(36)}</g>'
    return tile(edges, seed) + city


@cache
def dolphin_art() -> str:
    rings = (
        '<g fill="none" stroke="#DCEBE6" stroke-opacity=".5" stroke-width="1.5"><circle r="47"/>'
        '<circle r="52" stroke-dasharray="2 5"/></g>'
    )
    edge = f'<path d="{hexagon()}" fill="none" stroke="#F6F1E7" stroke-opacity=".38" stroke-width="1.4"/>'
    return sea() + edge + rings + icon("dolphin", 76, "#F6F1E7", "#236580")


# ---- where a tile may go ----


def _ghost(sight: Sight, cell: int, legal: tuple[str, ...]) -> Shape:
    """The tile in hand as it would lie on an empty cell; dashed where it may not."""
    state, words = sight.state, LABELS[sight.lang]
    name, held = state.parts.cells[cell], int(state.tile)
    turn = sight.turn_shown(cell)
    x, y = centre(state.parts.hexes[cell], SIZE)
    facts: Facts = {"held": sight.city(held), "cell": name, "n": len(legal)}
    if not legal:
        body = (
            f'<polygon points="{polygon(GLOW)}" fill="none" stroke="#DCEBE6" stroke-opacity=".5" stroke-width="2" '
            f'stroke-dasharray="7 6"/>{hit(GLOW)}'
        )
        tag = _tag(sight, cell, turn, 0) if state.step == ask.WINDOW else ""
        return Shape(
            f"spot-{name}", body + tag, x, y, "spot", words["no_spot"].format(**facts), (f"lay {name} {turn}",)
        )
    art = (
        f'<g class="ghost">{tile_face(sight.edges(held, turn), state.parts.tiles[held], _has_temple(sight, held))}</g>'
    )
    body = art + hit(GLOW) + _code(name) + _tag(sight, cell, turn, len(legal))
    return Shape(f"spot-{name}", body, x, y, "spot", spoken(words["spot"], facts), legal, legal=True)


def placing(sight: Sight) -> Placing | None:
    """The tile in hand as it may lie. §2.4"""
    state = sight.state
    if not sight.laying():
        return None
    held = int(state.tile)
    name, temple = state.parts.tiles[held], _has_temple(sight, held)
    pictures = tuple(tile_face(sight.edges(held, turn), name, temple) for turn in range(int(SIDES)))
    spots = {cell: legal for cell, legal in sight.spots().items() if legal}
    ways = [
        Way(f"spot-{state.parts.cells[cell]}", int(text.split()[2]), (text,))
        for cell, legal in spots.items()
        for text in legal
    ]
    places = {f"spot-{state.parts.cells[cell]}": centre(state.parts.hexes[cell], SIZE) for cell in spots}
    return Placing(pictures, SIZE * REACH, tuple(ways), places)


def _tag(sight: Sight, cell: int, turn: int, ways: int) -> str:
    """How many ships each side has beside the cell, and in how many ways the tile fits."""
    words, lines = LABELS[sight.lang], []
    if sight.state.step == ask.WINDOW:
        own, other = sight.ships_beside(cell, turn)
        if not ways and not (own == other and own > 0 and not sight.state.in_force.running[FAIR_WIND]):
            return ""
        lines.append(words["beside"].format(own=own, other=other))
        if not ways:
            lines.append(words["wind"])
    if ways > 1:
        lines.append(spoken(words["ways"], {"n": ways}))
    if not lines:
        return ""
    width = 10.0 + max(len(line) * (6.6 if i == 0 else 5.7) for i, line in enumerate(lines))
    height = 6.0 + 15.0 * len(lines)
    text = "".join(
        f'<text class="b-num" y="{num(-height / 2 + 14 + 15 * i)}" font-size="{13 if i == 0 else 11}" '
        f'fill="{"#FBE3A6" if i == 0 else "#F3E1C9"}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    box = (
        f'<rect x="{num(-width / 2)}" y="{num(-height / 2)}" width="{num(width)}" height="{num(height)}" rx="8" '
        'fill="#221B16" fill-opacity=".9"/>'
    )
    low = 46 if ways else 0  # below the city of a ghost; in the middle of an empty place, clear of the names around it
    return f'<g transform="translate(0 {low})" style="pointer-events:none">{box}{text}</g>'


# ---- cities ----


def _add_city(sheet: Sheet, sight: Sight, tile_: int) -> None:
    """The place itself, its ships, its Greeks and its name."""
    state, words = sight.state, LABELS[sight.lang]
    name, seat = state.parts.tiles[tile_], int(state.owner(tile_))
    x, y = _at(sight, tile_)
    art = _places(sight.edges(tile_, int(state.tiles.turned[tile_])), name)
    facts: Facts = {
        "city": sight.city(tile_),
        "cell": state.parts.cells[int(state.tiles.cell_of[tile_])],
        "owner": sight.seat(seat) if seat != NONE else "",
        "greeks": int(state.pieces.greeks[tile_]),
        "ships": int(state.pieces.ships[tile_]),
        "temple": words["temple"] if _has_temple(sight, tile_) else "",
    }
    legal = sight.actions(name, *CITY_VERBS)
    actions = legal or sight.meant(tile_)
    new = int(state.new_cities) >> tile_ & 1
    mark = NEWLY if new else ""
    code = _code(state.parts.cells[int(state.tiles.cell_of[tile_])])
    sheet.add(
        Shape(f"city-{name}", mark + hit(GLOW) + code, x, y, "city", spoken(words["city"], facts), actions, bool(legal))
    )
    if seat != NONE:
        _add_pieces(sheet, sight, tile_, seat, (x, y), art.city, art.ships, facts)
    title = f'<text class="b-place" y="-1">{escape(sight.city(tile_))}</text>'
    lift = 40 if art.city[1] > -SIZE * 0.3 else 36
    sheet.add(Shape(f"name-{name}", title, x + art.city[0], y + art.city[1] - lift, "name"))


def _code(cell: str) -> str:
    """The name of a cell, which a page shows to whoever wishes."""
    return f'<text class="b-num code" y="{num(SIZE * 0.84)}" font-size="11" fill="#F6F1E7">{escape(cell)}</text>'


def _add_pieces(
    sheet: Sheet,
    sight: Sight,
    tile_: int,
    seat: int,
    at: tuple[float, float],
    city: tuple[float, float],
    water: tuple[float, float],
    facts: Facts,
) -> None:
    """Ships on the water, Greeks before their city; in the regrouping each group is what one moves from."""
    state, words, colour = sight.state, LABELS[sight.lang], COLOURS[seat]
    name = state.parts.tiles[tile_]
    for kind, count, size, step, verb in (
        ("ships", int(state.pieces.ships[tile_]), SHIP_SIZE, SHIP_STEP, "moveship"),
        ("greeks", int(state.pieces.greeks[tile_]), GREEK_SIZE, GREEK_STEP, "movegreek"),
    ):
        if count == 0:
            continue
        dx, dy = water if kind == "ships" else (city[0], city[1] + 17)
        reach = HALF_WIDTH - 21 - (count - 1) * step / 2
        dx = max(-reach, min(reach, dx))
        slope = 5.0 if kind == "ships" else 0.0
        figure = figures.ship(colour, size) if kind == "ships" else figures.greek(colour, size)
        group = "".join(_shifted(figure, step * k, slope * k) for k in _around_middle(count))
        width = count * step + 20
        frame = (
            f'<rect class="hit" x="{num(-width / 2)}" y="{num(-size * 0.6)}" width="{num(width)}" '
            f'height="{num(size * 1.15)}" rx="12"/>'
        )
        legal = sight.actions(name, verb)
        label = words[kind].format(**facts)
        body = (frame if legal else "") + group
        sheet.add(
            Shape(f"{kind}-{name}", body, at[0] + dx, at[1] + dy, f"piece pl-{colour}", label, legal, legal=bool(legal))
        )


def _around_middle(count: int) -> list[float]:
    """As many places in a row, the middle of it at 0."""
    return [k - (count - 1) / 2 for k in range(count)]


def _shifted(body: str, x: float, y: float) -> str:
    return f'<g transform="translate({num(x)} {num(y)})">{body}</g>'


def _add_march(sheet: Sheet, sight: Sight) -> None:
    """The Greeks on the attack, from their cities to the target, and the strengths as they stand. §5.4"""
    state = sight.state
    if state.target == NONE:
        return
    goal = _at(sight, int(state.target))
    colour = COLOURS[int(state.active)]
    for source in range(len(state.pieces.sent)):
        count = int(state.pieces.sent[source])
        if count == 0:
            continue
        start = _at(sight, source)
        x, y = goal[0] + (start[0] - goal[0]) * 0.42, goal[1] + (start[1] - goal[1]) * 0.42
        group = "".join(_shifted(figures.greek(colour, 32), 17 * k, 0) for k in _around_middle(count))
        line = (
            f'<path d="M{num(start[0] - x)} {num(start[1] - y)}L{num(goal[0] - x)} {num(goal[1] - y)}" '
            'stroke="#C4622D" stroke-width="4" stroke-linecap="round" stroke-dasharray="2 9" fill="none"/>'
        )
        label = LABELS[sight.lang]["march"].format(city=sight.city(int(state.target)), n=count)
        sheet.add(Shape(f"march-{state.parts.tiles[source]}", line + group, x, y, f"piece pl-{colour}", label))
    if state.window == ask.BATTLE and state.force() > 0:
        _add_strengths(sheet, sight, goal)


def _add_strengths(sheet: Sheet, sight: Sight, at: tuple[float, float]) -> None:
    state = sight.state
    text = LABELS[sight.lang]["strength"].format(
        attack=int(effects.attack_strength(state)), defence=int(effects.defence_strength(state))
    )
    sheet.add(Shape("strength", figures.tag(text, 62), at[0], at[1] + 58, "tag near", text))
