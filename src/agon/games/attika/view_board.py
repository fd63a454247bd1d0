"""The growing map: flowers of seven spaces, landscape, shrines, and the buildings with the roads between them."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import Hex, blob, bounds, centre, hit, neighbours, num, polygon
from agon.draw.scene import COLOURS, Placing, Shape, Sheet, Way
from agon.draw.symbols import icon, use
from agon.games.attika import questions as ask
from agon.games.attika.names import LANDSCAPE, PRICE, price_tag
from agon.games.attika.parts import LETTERS, PETALS, TURNS
from agon.games.attika.view_sight import Sight

SIZE: Final = 42.0  # from the middle of a space to its corners
MARGIN: Final = 12.0
GLOW: Final = 36.0  # the part of a space that glows
DISC: Final = 57.0  # a building
# A ring that a page shows around what was changed: bright within dark, as tiles are pale and the table is dark.
FRESH: Final = '<circle class="fresh-rim" r="33"/><circle class="fresh" r="33"/>'
ICON: Final = 38.0  # a landscape symbol
REACH: Final = 2.9  # from the middle of a tile to beyond its rim, in sizes of a space

# Ground, ink and symbol of each landscape.
LANDSCAPES: Final = {
    "W": ("#A9D0D2", "#1F5F7A", "l-w"),
    "F": ("#BCC48A", "#4C5B22", "l-f"),
    "H": ("#E4BE7C", "#8A5A1C", "l-h"),
    "M": ("#C3BCB2", "#5A524A", "l-m"),
}
KILN: Final = "#33241B"  # the table: black glaze
RAY: Final = "#C4622D"

TITLE: Final = {"en": "Map", "de": "Spielplan"}
WORDS: Final = {
    "en": {
        "plain": "plain",
        "shrine": "shrine on {cell}",
        "spot": "the tile with its centre on {cell}",
        "tiles": "tiles left: {n}",
        "deck": "cards in the deck: {n}",
        "discard": "discarded cards: {n}",
        "amphorae": "amphorae in the supply: {n}",
        "paying": "{building}, being paid for",
    },
    "de": {
        "plain": "ohne Symbol",
        "shrine": "Heiligtum auf {cell}",
        "spot": "das Teil mit der Mitte auf {cell}",
        "tiles": "Spielplanteile übrig: {n}",
        "deck": "Karten im Nachziehstapel: {n}",
        "discard": "abgelegte Karten: {n}",
        "amphorae": "Amphoren im Vorrat: {n}",
        "paying": "{building}, wird bezahlt",
    },
}


def board(sight: Sight) -> Sheet:
    """The sheet of the map, from the table up: tiles, spaces, shrines, roads between buildings, buildings, supply."""
    state = sight.state
    spots = _spots(sight)
    hexes: list[Hex] = [*sight.spaces, *state.layout.shrine_hexes, *_reached(sight), *state.layout.centre_hexes]
    left, top, width, height = bounds(hexes, SIZE, MARGIN)
    sheet = Sheet("board", TITLE[sight.lang], left, top, width, height + SUPPLY_HEIGHT)
    sheet.add(Shape("table", _table(left, top, width, height + SUPPLY_HEIGHT)))
    for n in range(int(state.map.laid)):
        sheet.add(_tile(sight, n))
    for h in sight.spaces:
        sheet.add(_space(sight, h))
    for n, h in enumerate(state.layout.shrine_hexes):
        sheet.add(_shrine(sight, n, h))
    _add_roads(sheet, sight)
    for h in sight.standing:
        sheet.add(_building(sight, h))
    _add_in_hand(sheet, sight)
    for h in spots:
        sheet.add(_spot(sight, h))
    _add_supply(sheet, sight, left, top + height, width)
    return sheet


# ---- the table and the tiles ----


@lru_cache(maxsize=64)
def _table(left: float, top: float, width: float, height: float) -> str:
    """Black glaze with the painted rim of a vase's foot around the map."""
    x, y, r = left + width / 2, top + height / 2, min(width, height) * 0.47
    rays = "".join(
        f'<path transform="rotate({num(a * 7.5)})" d="M0 {num(-r + 14)}l7 36h-14z" fill="{RAY}" opacity=".16"/>'
        for a in range(48)
    )
    rings = "".join(
        f'<circle r="{num(r + by)}" fill="none" stroke="{RAY}" stroke-width="2" opacity=".4"/>' for by in (0, 10)
    )
    return (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(width)}" height="{num(height)}" fill="{KILN}"/>'
        f'<g transform="translate({num(x)} {num(y)})">{rings}{rays}</g>'
    )


def _flower(h: Hex) -> tuple[Hex, ...]:
    return (h, *neighbours(h))


@lru_cache(maxsize=8)
def tile_ground(size: float) -> str:
    """The body of a tile around its centre: shadow, clay edge, face, painted rim."""
    outline, rim = blob(_flower((0, 0)), size, -2.2), blob(_flower((0, 0)), size, -5)
    return (
        f'<path d="{outline}" transform="translate(0 6)" fill="#000" fill-opacity=".4"/>'
        f'<path d="{outline}" transform="translate(0 4)" fill="#8A5A34"/>'
        f'<path d="{outline}" fill="var(--tile)" stroke="#5B3A1E" stroke-width="1.8"/>'
        f'<path d="{rim}" fill="none" stroke="{RAY}" stroke-opacity=".55" stroke-width="1.2"/>'
    )


def _tile(sight: Sight, n: int) -> Shape:
    state = sight.state
    x, y = centre(state.parts.hexes[int(state.map.centres[n])], SIZE)
    return Shape(f"tile-{state.parts.faces[int(state.map.faces[n])]}", tile_ground(SIZE), x, y, "piece tile")


def _landscape(letter: str, size: float) -> str:
    ground, ink, symbol = LANDSCAPES[letter]
    return icon(symbol, size, ink, ground)


def face(letters: list[str], size: float) -> str:
    """A whole tile around (0, 0): the centre and six petals counter-clockwise from east."""
    out = tile_ground(size)
    for h, letter in zip(_flower((0, 0)), letters, strict=True):
        x, y = centre(h, size)
        art = _landscape(letter, size * ICON / SIZE) if letter != "." else ""
        out += f'<g transform="translate({num(x)} {num(y)})">{hex_ground(letter, size)}{art}</g>'
    return out


@lru_cache(maxsize=64)
def hex_ground(letter: str, size: float) -> str:
    ground = LANDSCAPES[letter][0] if letter != "." else "var(--tile-face)"
    return (
        f'<polygon points="{polygon(size - 3.5)}" fill="{ground}" stroke="#8A6A42" stroke-opacity=".45" '
        'stroke-width="1"/>'
    )


# ---- the spaces ----


def _space(sight: Sight, h: Hex) -> Shape:
    """One space; a legal one glows and carries its price."""
    letter, name = sight.symbol(h), sight.place(h)
    price = sight.price(h)
    ground = LANDSCAPE[sight.lang][letter] if letter != "." else WORDS[sight.lang]["plain"]
    label = f"{name}, {ground}"
    art = ""
    if h in sight.standing:
        label += f": {sight.building(*sight.standing[h])}"
    else:
        up = -5.0 if price is not None else -3.0
        art = f'<g transform="translate(0 {num(up)})">{_landscape(letter, ICON)}</g>' if letter != "." else ""
        if price is not None:
            art += _tag(price, sight.lang)
        elif int(sight.state.space) != sight.spaces[h]:
            art += _name(name, 29.0)
    if price is not None:
        label += f", {price_tag(price, sight.lang)}"
    legal = price is not None
    actions = (sight.meant(h),) if sight.asked else ()
    x, y = centre(h, SIZE)
    body = hex_ground(letter, SIZE) + hit(GLOW) + f'<g style="pointer-events:none">{art}</g>'
    return Shape(f"cell-{name}", body, x, y, "cell", label, actions, legal=legal)


def _name(name: str, y: float) -> str:
    return (
        f'<text class="b-num code" y="{num(y)}" font-size="9" style="font-weight:600;fill:#4A3718;fill-opacity:.62">'
        f"{escape(name)}</text>"
    )


def _tag(price: int, lang: str) -> str:
    body = figures.free_tag(PRICE[lang]["free"]) if price == 0 else figures.price_tag(str(price))
    return f'<g transform="translate(0 {num(SIZE * 0.56)})">{body}</g>'


def _shrine(sight: Sight, n: int, h: Hex) -> Shape:
    body = (
        f'<polygon points="{polygon(SIZE - 2)}" fill="#FBF8F1" stroke="#221B16" stroke-width="2"/>'
        f'<polygon points="{polygon(SIZE - 6)}" fill="none" stroke="#B98A1B" stroke-width="2.5"/>'
        f'{hit(GLOW)}<g transform="translate(0 -1)" style="pointer-events:none">{figures.shrine(46)}</g>'
    )
    x, y = centre(h, SIZE)
    label = WORDS[sight.lang]["shrine"].format(cell=sight.place(h))
    return Shape(f"shrine-{n}", body, x, y, "shrine", label, (sight.meant(h),) if sight.asked else ())


# ---- the buildings ----


def _add_roads(sheet: Sheet, sight: Sight) -> None:
    """Neighbouring buildings of one owner are joined by a band, so that settlements and chains can be seen. §6.1"""
    for seat in range(sight.state.seats()):
        own = {h for h, (owner, _) in sight.standing.items() if owner == seat}
        lines = ""
        for h in sorted(own):
            x, y = centre(h, SIZE)
            for other in neighbours(h)[:3]:
                if other in own:
                    ox, oy = centre(other, SIZE)
                    lines += f"M{num(x)} {num(y)}L{num(ox)} {num(oy)}"
        if lines:
            body = (
                f'<path d="{lines}" fill="none" stroke="var(--pl-deep)" stroke-width="12" stroke-linecap="round"/>'
                f'<path d="{lines}" fill="none" stroke="var(--pl)" stroke-width="9" stroke-linecap="round"/>'
            )
            quiet = f'<g style="pointer-events:none">{body}</g>'
            sheet.add(Shape(f"bands-{seat}", quiet, cls=f"bands pl-{COLOURS[seat]}"))


def _building(sight: Sight, h: Hex) -> Shape:
    seat, building = sight.standing[h]
    x, y = centre(h, SIZE)
    body = f'<g style="pointer-events:none">{FRESH}{figures.disc(sight.picture(building), COLOURS[seat], DISC)}</g>'
    name = f"building-{seat}-{sight.state.parts.buildings[building]}"
    return Shape(name, body, x, y, f"piece pl-{COLOURS[seat]}", sight.building(seat, building))


def _add_in_hand(sheet: Sheet, sight: Sight) -> None:
    """A building that is being paid for waits on its space; a tile whose place is chosen, on its own."""
    state = sight.state
    if state.space != NONE:
        seat, building = int(state.active), int(state.building)
        x, y = centre(sight.hex_of(int(state.space)), SIZE)
        disc = figures.disc(sight.picture(building), COLOURS[seat], DISC)
        ring = '<circle r="32" fill="none" stroke="var(--gold-rim)" stroke-width="3" stroke-dasharray="6 5"/>'
        body = f'<g class="ghost" style="pointer-events:none">{disc}</g>{ring}'
        label = WORDS[sight.lang]["paying"].format(building=sight.building(seat, building))
        name = f"building-{seat}-{state.parts.buildings[building]}"
        sheet.add(Shape(name, body, x, y, f"piece pl-{COLOURS[seat]}", label))
    if state.step == ask.TURN:
        x, y = centre(state.parts.hexes[int(state.centre)], SIZE)
        body = f'<g class="ghost" style="pointer-events:none">{face(letters_of(sight, int(state.tile), 0), SIZE)}</g>'
        sheet.add(Shape("tile-in-hand", body, x, y, "piece tile"))


def letters_of(sight: Sight, tile: int, turn: int) -> list[str]:
    """What the seven spaces of a turned tile show."""
    symbols = [int(sight.state.parts.symbol(tile, petal, turn)) for petal in range(PETALS)]
    return [LETTERS[s] if s < len(LETTERS) else "." for s in symbols]


# ---- where a tile may go ----


def _spots(sight: Sight) -> list[Hex]:
    """While a tile is to be added: every hex its centre may go to, and where it went while it is turned."""
    state = sight.state
    if state.step == ask.TURN:
        return list(_flower(state.parts.hexes[int(state.centre)]))
    if state.step != ask.LAY or not sight.asked:
        return []
    hexes = dict(zip(state.parts.cells, state.parts.hexes, strict=True))
    return [hexes[text.split()[1]] for text in sight.legal]


def _reached(sight: Sight) -> list[Hex]:
    """All that the tile in hand could cover: it lies within the picture wherever it is laid, and while it is turned."""
    state = sight.state
    if not sight.asked or state.step not in (ask.LAY, ask.TURN):
        return _spots(sight)
    laying = state.clone()
    laying.step = ask.LAY
    first = int(state.actions.lay.first)
    return [h for action in laying.legal() for h in _flower(state.parts.hexes[action - first])]


def _spot(sight: Sight, h: Hex) -> Shape:
    name = sight.place(h)
    x, y = centre(h, SIZE)
    if sight.state.step == ask.TURN:
        return Shape(f"spot-{name}", "", x, y)
    dot = '<circle r="9" fill="#8A6A2A" stroke="#E9BC4C" stroke-width="2"/>'
    code = f'<text class="b-num code" y="21" font-size="9.5" fill="#FBE9D7">{escape(name)}</text>'
    body = hit(SIZE - 8) + f'<g style="pointer-events:none">{dot}{code}</g>'
    label = WORDS[sight.lang]["spot"].format(cell=name)
    return Shape(f"spot-{name}", body, x, y, "spot", label, (f"lay {name}",), legal=True)


def placing(sight: Sight) -> Placing | None:
    """The tile in hand as it may lie: every place in every turn, or every turn of the place that is chosen. §8.2"""
    state = sight.state
    if not sight.asked or state.step not in (ask.LAY, ask.TURN):
        return None
    pictures = tuple(face(letters_of(sight, int(state.tile), turn), SIZE) for turn in range(int(TURNS)))
    if state.step == ask.TURN:
        chosen = {"tile-in-hand": centre(state.parts.hexes[int(state.centre)], SIZE)}
        ways = [Way("tile-in-hand", turn, (f"turn {turn}",)) for turn in range(int(TURNS))]
        return Placing(pictures, SIZE * REACH, tuple(ways), chosen)
    spots = {f"spot-{sight.place(h)}": (centre(h, SIZE), f"lay {sight.place(h)}") for h in _spots(sight)}
    ways = [
        Way(shape, turn, (action, f"turn {turn}")) for shape, (_, action) in spots.items() for turn in range(int(TURNS))
    ]
    return Placing(pictures, SIZE * REACH, tuple(ways), {shape: at for shape, (at, _) in spots.items()})


# ---- the supply ----

SUPPLY_HEIGHT: Final = 46.0


def _add_supply(sheet: Sheet, sight: Sight, left: float, top: float, width: float) -> None:
    """Below the map: tiles, deck, discards and amphorae that are left."""
    state, words = sight.state, WORDS[sight.lang]
    tiles = bin(int(state.pile)).count("1")
    discard = sum(int(d) for d in state.cards.discard)
    rows = (
        ("tiles", _pile(), tiles),
        ("deck", use("i-card", -15, -15, 30, f"color:#E9C9A4;--inc:{KILN}"), int(state.deck_left)),
        ("discard", use("i-card", -15, -15, 30, f"color:#8A6A52;--inc:{KILN}"), discard),
        ("amphorae", use("a-amphora", -16, -16, 32, f"color:#E07B45;--inc:{KILN}"), int(state.supply)),
    )
    step = min(130.0, width / len(rows))
    first = left + width / 2 - step * (len(rows) - 1) / 2
    for i, (key, art, n) in enumerate(rows):
        count = f'<text class="b-num" x="34" y="6" font-size="17" fill="#FBE9D7">{n}</text>'
        label = words[key].format(n=n)
        sheet.add(Shape(key, art + count, first + step * i - 12, top + SUPPLY_HEIGHT / 2 - 8, "supply", label))


def _pile() -> str:
    flower = blob(_flower((0, 0)), 7.5, 0)
    return (
        f'<path d="{flower}" transform="translate(0 3)" fill="#8A5A34"/>'
        f'<path d="{flower}" fill="#EBD9B6" stroke="#5B3A1E" stroke-width="1.2"/>'
    )
