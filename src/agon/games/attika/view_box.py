"""What lies in the box of Attika: tiles, buildings with prices and arrows, how the first tiles lie, and the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from agon.core.hexgrid import Hex, distance
from agon.core.numbers import bits
from agon.core.symmetry import turned, uneven, without_counterpart
from agon.draw.geometry import bounds, centre, hit, neighbours, num, polygon
from agon.draw.scene import Scene, Shape, Sheet
from agon.draw.symbols import icon
from agon.games.attika.actions import Actions
from agon.games.attika.names import picture
from agon.games.attika.parts import GROUPS, LETTERS, PETALS, PLAIN, PRICES, Layout, Parts, cell_name
from agon.games.attika.view_board import ICON, KILN, LANDSCAPES, hex_ground, tile_ground
from agon.games.attika.view_store import CARD_HEIGHT, CARD_WIDTH, cost_symbols

UNCOUNTED: Final = ("building.id", "building[*].group")
COLUMNS: Final = 6  # of tiles on the sheet
TILE: Final = 30.0  # from the middle of a space to its corners
PLATE: Final = (150.0, 84.0)  # of a building

WORDS: Final = {
    "en": {
        "faces": "Tiles", "building": "Buildings", "building.cost": "price", "building.beside": "free beside",
        "building.main": "main building", "building.group": "group", "building.id": "id",
        "building.en": "name (English)",
        "building.de": "name (German)", "cards": "Cards", "cards.W": "water", "cards.F": "forest", "cards.H": "hill",
        "cards.M": "mountain", "amphorae": "Amphorae", "amphorae.supply": "in the supply", "stacks": "Stacks",
        "stacks.heights": "height of stack", "turn": "Turn", "turn.reveals": "buildings to reveal",
        "turn.builds": "buildings to build", "turn.idle_cards": "cards for a turn without either",
        "deal": "First hands", "deal.hands": "cards of player", "end": "End",
        "end.idle_rounds": "rounds without a build that end the game (§Q11)", "layout": "First tiles",
        "layout.*": "{} seats", "layout.*.centres": "tile", "layout.*.shrines": "shrine", "groups": "Groups",
        "groups.en": "name (English)", "groups.de": "name (German)", "groups.ids": "id", "states": "City-states",
        "states.en": "name (English)", "states.de": "name (German)", "none": "nothing",
        "=W": "water", "=F": "forest", "=H": "hill", "=M": "mountain", "=.": "plain", "=?": "any",
    },
    "de": {
        "faces": "Spielplanteile", "building": "Gebäude", "building.cost": "Preis",
        "building.beside": "kostenlos neben",
        "building.main": "Hauptgebäude", "building.group": "Gruppe", "building.id": "Kürzel",
        "building.en": "Name (englisch)", "building.de": "Name (deutsch)", "cards": "Karten", "cards.W": "Wasser",
        "cards.F": "Wald", "cards.H": "Hügel", "cards.M": "Berg", "amphorae": "Amphoren",
        "amphorae.supply": "im Vorrat", "stacks": "Stapel", "stacks.heights": "Höhe von Stapel", "turn": "Zug",
        "turn.reveals": "aufzudeckende Gebäude", "turn.builds": "zu bauende Gebäude",
        "turn.idle_cards": "Karten für einen Zug ohne beides", "deal": "Erste Hände",
        "deal.hands": "Karten von Spieler",
        "end": "Ende", "end.idle_rounds": "Runden ohne Bau, die das Spiel beenden (§Q11)", "layout": "Erste Teile",
        "layout.*": "{} Spieler", "layout.*.centres": "Teil", "layout.*.shrines": "Heiligtum", "groups": "Gruppen",
        "groups.en": "Name (englisch)", "groups.de": "Name (deutsch)", "groups.ids": "Kürzel", "states": "Stadtstaaten",
        "states.en": "Name (englisch)", "states.de": "Name (deutsch)", "none": "nichts",
        "=W": "Wasser", "=F": "Wald", "=H": "Hügel", "=M": "Berg", "=.": "ohne Symbol", "=?": "beliebig",
    },
}  # fmt: skip
PAGES: Final = {
    "en": {"tiles": "Tiles", "buildings": "Buildings", "layout": "First tiles, {n} seats", "tile": "tile {n}",
           "shrine": "shrine {n}", "centre": "centre", "petal": "space {n}"},
    "de": {"tiles": "Spielplanteile", "buildings": "Gebäude", "layout": "Erste Teile, {n} Spieler", "tile": "Teil {n}",
           "shrine": "Heiligtum {n}", "centre": "Mitte", "petal": "Feld {n}"},
}  # fmt: skip
REMARKS: Final = {
    "en": {"twice": "{a} and {b} show the same, turned: are they two different tiles?",
           "even": "The tiles show {what} {n} times, other landscapes {others} times: is that so?",
           "cards": "Cards of {what}: {n}; of other landscapes: {others}. Is that so?",
           "alike": "{name} is there several times, with different prices or arrows: is that so?",
           "turn": "With {n} seats nothing lies opposite {cell}: the map does not look alike from every seat.",
           "loose": "With {n} seats the tile on {cell} does not hang together with the first one.",
           "shrine": "With {n} seats the shrine on {cell} touches no tile: nobody can link it at first."},
    "de": {"twice": "{a} und {b} zeigen gedreht dasselbe: Sind es zwei verschiedene Teile?",
           "even": "Die Teile zeigen {what} {n}-mal, andere Landschaften {others}-mal: Stimmt das?",
           "cards": "Karten mit {what}: {n}, mit anderen Landschaften: {others}. Stimmt das?",
           "alike": "{name} gibt es mehrmals, mit verschiedenen Preisen oder Pfeilen: Stimmt das?",
           "turn": "Bei {n} Spielern liegt {cell} nichts gegenüber: Der Plan sieht nicht von jedem Platz gleich aus.",
           "loose": "Bei {n} Spielern hängt das Teil auf {cell} nicht mit dem ersten zusammen.",
           "shrine": "Bei {n} Spielern berührt das Heiligtum auf {cell} kein Teil: Anfangs ist es nicht zu verbinden."},
}  # fmt: skip


def box(parts: Parts, actions: Actions, lang: str) -> Scene:
    """All tiles, all buildings, the first tiles for each number of seats, and the cards."""
    first = [_first(one, lang) for one in parts.layouts]
    return Scene([_tiles(parts, lang), _buildings(parts, lang), *first, _cards(parts, lang)])


def _letters(parts: Parts, tile: int) -> str:
    symbols = [int(parts.face[PETALS * tile + petal]) for petal in range(PETALS)]
    return "".join(LETTERS[s] if s != PLAIN else "." for s in symbols)


def _kiln(name: str, title: str, left: float, top: float, width: float, height: float) -> Sheet:
    sheet = Sheet(name, title, left, top, width, height)
    box_ = f'x="{num(left)}" y="{num(top)}" width="{num(width)}" height="{num(height)}"'
    sheet.add(Shape(f"ground-{name}", f'<rect {box_} fill="{KILN}"/>'))
    return sheet


def _tiles(parts: Parts, lang: str) -> Sheet:
    """Every face, unturned; each of its seven spaces can be set."""
    step = 6.0 * TILE
    rows = -(-len(parts.faces) // COLUMNS)
    words = PAGES[lang]
    sheet = _kiln("tiles", words["tiles"], 0.0, 0.0, step * COLUMNS, step * rows)
    for tile, name in enumerate(parts.faces):
        x, y = step * (tile % COLUMNS + 0.5), step * (tile // COLUMNS + 0.5)
        plate = f'<text class="b-num" y="{num(2.95 * TILE)}" font-size="15" fill="#FBE9D7">{escape(name)}</text>'
        sheet.add(Shape(f"tile-{name}", tile_ground(TILE) + plate, x, y - 6, "tile"))
        for petal, letter in enumerate(_letters(parts, tile)):
            px, py = centre([(0, 0), *neighbours((0, 0))][petal], TILE)
            where = words["centre"] if petal == 0 else words["petal"].format(n=petal)
            label = f"{name}, {where}: {WORDS[lang][f'={letter}']}"
            sheet.add(_petal(f"petal-{name}-{petal}", letter, x + px, y - 6 + py, label, f"faces.{name}[{petal}]"))
    return sheet


def _petal(name: str, letter: str, x: float, y: float, label: str, path: str) -> Shape:
    ground = LANDSCAPES.get(letter)
    art = icon(ground[2], TILE * ICON / 42, ground[1], ground[0]) if ground else ""
    body = f'{hex_ground(letter, TILE)}{hit(TILE - 4)}<g style="pointer-events:none">{art}</g>'
    return Shape(name, body, x, y, "cell", label, (path,), legal=True)


def _buildings(parts: Parts, lang: str) -> Sheet:
    """Every building with its price, group by group."""
    width, height = PLATE
    sheet = Sheet("buildings", PAGES[lang]["buildings"], 0.0, 0.0, 6 * (width + 10) + 10, 0.0)
    shapes: list[Shape] = []
    y = 10.0
    for group in range(int(GROUPS)):
        members = [b for b in range(int(parts.count)) if int(parts.group[b]) == group]
        if not members:
            continue
        title = escape(parts.group_names[lang][group])
        heading = (
            f'<text font-family="var(--display)" font-weight="600" font-size="17" fill="var(--ink-2)">{title}</text>'
        )
        shapes.append(Shape(f"group-{group}", heading, 12.0, y + 14, label=title))
        y += 24
        for n, building in enumerate(members):
            x = 10 + (n % 6 + 0.5) * (width + 10) - 5
            shapes.append(_building(parts, building, x, y + (n // 6) * (height + 10) + height / 2, lang))
        y += -(-len(members) // 6) * (height + 10) + 4
    sheet.height = y
    sheet.add(Shape("ground-buildings", f'<rect width="{num(sheet.width)}" height="{num(y)}" fill="var(--plaster)"/>'))
    sheet.shapes += shapes
    return sheet


def _building(parts: Parts, building: int, x: float, y: float, lang: str) -> Shape:
    width, height = PLATE
    name = parts.building_names[lang][building]
    frame = f'x="{num(-width / 2)}" y="{num(-height / 2)}" width="{num(width)}" height="{num(height)}" rx="7"'
    symbol = picture(parts, building)
    body = (
        f'<rect {frame} fill="var(--marble)" stroke="var(--ink-2)" stroke-opacity=".5"/><rect class="hit" {frame}/>'
        f'<g style="pointer-events:none"><text x="{num(-width / 2 + 8)}" y="{num(-height / 2 + 20)}" font-size="14" '
        f'font-weight="700" font-family="var(--text)" fill="var(--ink)">{escape(name)}</text>'
        f'<g transform="translate({num(-width / 2 + 28)} 14)">{icon(symbol, 42, "var(--ink)", "var(--marble)")}</g>'
        f'<g transform="translate(-14 14) scale(1.5)">{cost_symbols(parts, building)}</g></g>'
    )
    row = f"building[{building}]"
    paths = (f"{row}.cost", f"{row}.beside", f"{row}.main")
    return Shape(f"building-{parts.buildings[building]}", body, x, y, "plate", name, paths, legal=True)


def _cards(parts: Parts, lang: str) -> Sheet:
    """A card of each landscape, and how many there are."""
    wide, high = 2 * CARD_WIDTH + 20, 2 * CARD_HEIGHT + 56
    sheet = Sheet("cards", WORDS[lang]["cards"], 0.0, 0.0, wide * len(LETTERS), high)
    sheet.add(Shape("ground-cards", f'<rect width="{num(sheet.width)}" height="{num(high)}" fill="var(--plaster)"/>'))
    for kind, letter in enumerate(LETTERS):
        ground, ink, symbol = LANDSCAPES[letter]
        frame = f'x="{num(-CARD_WIDTH)}" y="{num(-CARD_HEIGHT)}" rx="9"'
        frame += f' width="{num(2 * CARD_WIDTH)}" height="{num(2 * CARD_HEIGHT)}"'
        word, copies = WORDS[lang][f"={letter}"], f"× {int(parts.cards[kind])}"
        body = (
            f'<rect {frame} fill="{ground}" stroke="#5B3A1E" stroke-width="2"/><rect class="hit" {frame}/>'
            f'<g style="pointer-events:none"><g transform="translate(0 -16)">{icon(symbol, 78, ink, ground)}</g>'
            f'<text class="b-num" y="{num(CARD_HEIGHT - 12)}" font-size="20" fill="#221B16">{escape(word)}</text>'
            f'<text class="b-text" y="{num(CARD_HEIGHT + 28)}" font-size="22">{copies}</text></g>'
        )
        at = (wide * (kind + 0.5), CARD_HEIGHT + 10)
        sheet.add(Shape(f"card-{letter}", body, *at, "card", f"{word}, {copies}", (f"cards.{letter}",), legal=True))
    return sheet


def _first(layout: Layout, lang: str) -> Sheet:
    """Where the first tiles and the shrines lie."""
    words = PAGES[lang]
    hexes = [h for c in layout.centre_hexes for h in (c, *neighbours(c))] + list(layout.shrine_hexes)
    title = words["layout"].format(n=layout.seats)
    sheet = _kiln(f"layout-{layout.seats}", title, *bounds(hexes, TILE, 16.0))
    for n, h in enumerate(layout.centre_hexes):
        x, y = centre(h, TILE)
        name = f'<text class="b-num" y="6" font-size="18" fill="#33241B">{cell_name(h)}</text>'
        body = tile_ground(TILE) + hit(TILE * 1.6) + f'<g style="pointer-events:none">{name}</g>'
        label = f"{words['tile'].format(n=n + 1)}: {cell_name(h)}"
        path = f"layout.{layout.seats}.centres[{n}]"
        sheet.add(Shape(f"first-{layout.seats}-{n}", body, x, y, "tile", label, (path,), legal=True))
    for n, h in enumerate(layout.shrine_hexes):
        x, y = centre(h, TILE)
        body = (
            f'<polygon points="{polygon(TILE - 2)}" fill="#FBF8F1" stroke="#B98A1B" stroke-width="3"/>{hit(TILE - 4)}'
            f'<text class="b-num" y="5" font-size="12" fill="#33241B" style="pointer-events:none">{cell_name(h)}</text>'
        )
        label = f"{words['shrine'].format(n=n + 1)}: {cell_name(h)}"
        path = f"layout.{layout.seats}.shrines[{n}]"
        sheet.add(Shape(f"shrine-{layout.seats}-{n}", body, x, y, "shrine", label, (path,), legal=True))
    return sheet


def place_name(parts: Parts, path: str, lang: str) -> str:
    """T05, space 2."""
    found = re.fullmatch(r"faces\.(\w+)\[(\d+)\]", path)
    if found is None:
        return ""
    petal = int(found[2])
    return f"{found[1]}, {PAGES[lang]['petal'].format(n=petal) if petal else PAGES[lang]['centre']}"


def remarks(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """Landscapes that are not even, tiles that are the same turned, first tiles and shrines nothing leads to or which
    lie opposite nothing, and buildings of one name that are not alike."""
    out = _uneven(parts, lang) + _unlike(parts, lang)
    known: dict[str, str] = {}
    for tile, name in enumerate(parts.faces):
        letters = _letters(parts, tile)
        face = letters[0] + turned(letters[1:])
        if face in known:
            out.append((f"faces.{name}", REMARKS[lang]["twice"].format(a=known[face], b=name)))
        known.setdefault(face, name)
    for layout in parts.layouts:
        for key, n, h, told in _odd(layout):
            said = REMARKS[lang][told].format(n=layout.seats, cell=cell_name(h))
            out.append((f"layout.{layout.seats}.{key}[{n}]", said))
    return out


def _odd(layout: Layout) -> Iterator[tuple[str, int, Hex, str]]:
    """First tiles and shrines with what is odd about them: not joined, out of reach, or with nothing of their kind
    where they come to lie when the map is turned."""
    centres, shrines = layout.centre_hexes, layout.shrine_hexes
    joined, alone = _joined(centres), without_counterpart((centres, shrines), layout.seats)
    yield from (("centres", n, h, "loose") for n, h in enumerate(centres) if h not in joined)
    far = [all(distance(h, c) > 2 for c in centres) for h in shrines]
    yield from (("shrines", n, h, "shrine") for n, h in enumerate(shrines) if far[n])
    for key, hexes in (("centres", centres), ("shrines", shrines)):
        yield from ((key, n, h, "turn") for n, h in enumerate(hexes) if h in alone)


def _uneven(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """A landscape that tiles or cards show more or less often than the others."""
    shown = "".join(_letters(parts, tile) for tile in range(len(parts.faces)))
    tiles = {letter: shown.count(letter) for letter in LETTERS}
    cards = {letter: int(parts.cards[n]) for n, letter in enumerate(LETTERS)}
    out: list[tuple[str, str]] = []
    for told, path, counts in (("even", "faces", tiles), ("cards", "cards.{}", cards)):
        usual, others = uneven(counts)
        for letter, n in others.items():
            said = REMARKS[lang][told].format(what=WORDS[lang][f"={letter}"], n=n, others=usual)
            out.append((path.format(letter), said))
    return out


def _unlike(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """Buildings of one name, as ships are, that do not cost the same or are free beside others."""
    names = parts.building_names[lang]
    out: list[tuple[str, str]] = []
    for name in dict.fromkeys(names):
        twins = [building for building in range(len(names)) if names[building] == name]
        odd = [building for building in twins if _built(parts, building, twins) != _built(parts, twins[0], twins)]
        if odd:
            out.append((f"building[{odd[0]}].cost", REMARKS[lang]["alike"].format(name=name)))
    return out


def _built(parts: Parts, building: int, twins: list[int]) -> tuple[list[int], set[int]]:
    """What a building costs, and beside which others than its twins it is free."""
    cost = [int(parts.cost[PRICES * building + kind]) for kind in range(PRICES)]
    return cost, set(bits(parts.before[building])) - set(twins)


def _joined(centres: list[Hex]) -> set[Hex]:
    """The tiles that hang together with the first one."""
    joined = set(centres[:1])
    for _ in centres:
        joined |= {h for h in centres if any(distance(h, c) <= 3 for c in joined)}
    return joined
