"""What lies in the box of Hellas (2002): all landscape hexes, edge by edge, and all cards."""

from __future__ import annotations

import re
from typing import Final

from agon.core.symmetry import is_mirrored, turned
from agon.draw.geometry import num, polar
from agon.draw.scene import Scene, Shape, Sheet
from agon.draw.tiles import SIZE
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.names import CARD_TEXT, card
from agon.games.hellas_2002.parts import CARDS, DOLPHIN, NUMBERED, SIDES, Parts
from agon.games.hellas_2002.view_board import dolphin_art, tile_face
from agon.games.hellas_2002.view_cards import face, frame, paper, text

COLUMNS: Final = 6
CARD_WIDTH: Final = 130.0
UNCOUNTED: Final = ("net", "tiles.edges[0]")  # the dolphin is water all around

WORDS: Final = {
    "en": {
        "tiles": "Tiles", "tiles.ids": "id", "tiles.edges": "edges of tile", "tiles.temples": "tiles with a temple",
        "card": "Cards", "card.copies": "copies", "card.own": "may be laid in one's own turn",
        "card.other": "may be laid in the other's turn", "card.value": "number in its text", "card.id": "id",
        "supply": "Pieces", "supply.greeks": "Greeks of a seat", "supply.ships": "ships of a seat",
        "supply.cards": "cards of a god", "limits": "Limits", "limits.greeks": "Greeks in a city",
        "limits.ships": "ships in a city", "limits.hand": "cards in hand",
        "limits.hand_of_a_god": "cards of a god in hand",
        "setup": "Set-up", "setup.tiles": "tiles of a seat", "setup.cards": "cards of each god",
        "reinforcement": "Reinforcement", "reinforcement.actions": "actions",
        "reinforcement.temple_bonus": "more for a temple",
        "end": "End", "end.cities": "cities that win", "net": "Guard against endless play", "net.turns": "turns",
        "=L": "land", "=W": "water", "none": "nothing", "=START": "start of the turn", "=REINF": "reinforcement",
        "=VOY_PRE": "before a voyage", "=VOY_PLACE": "placing a tile", "=ATT_PREP": "preparing an attack",
        "=BATTLE": "battle", "=ATT_AFTER_FIRST": "after the first attack", "=VOY_AFTER_FIRST": "after the first voyage",
        "=REGROUP": "regrouping", "=LAST": "end of the turn", "=OWN_TURN": "any time of one's turn",
        **{f"={name}": card(name, "en") for name in CARDS},
    },
    "de": {
        "tiles": "Landschaftsfelder", "tiles.ids": "Kürzel", "tiles.edges": "Kanten von Feld",
        "tiles.temples": "Felder mit Tempel", "card": "Karten", "card.copies": "Anzahl",
        "card.own": "im eigenen Zug zu spielen", "card.other": "im Zug des anderen zu spielen",
        "card.value": "Zahl im Text", "card.id": "Kürzel", "supply": "Spielfiguren",
        "supply.greeks": "Griechen eines Spielers", "supply.ships": "Schiffe eines Spielers",
        "supply.cards": "Karten eines Gottes", "limits": "Grenzen", "limits.greeks": "Griechen in einer Stadt",
        "limits.ships": "Schiffe in einer Stadt", "limits.hand": "Handkarten",
        "limits.hand_of_a_god": "Handkarten eines Gottes", "setup": "Aufbau", "setup.tiles": "Felder eines Spielers",
        "setup.cards": "Karten jedes Gottes", "reinforcement": "Verstärkung", "reinforcement.actions": "Aktionen",
        "reinforcement.temple_bonus": "mehr für einen Tempel", "end": "Ende", "end.cities": "Städte zum Sieg",
        "net": "Schutz gegen endloses Spiel", "net.turns": "Züge", "=L": "Land", "=W": "Wasser", "none": "nichts",
        "=START": "Anfang des Zuges", "=REINF": "Verstärkung", "=VOY_PRE": "vor einer Seefahrt",
        "=VOY_PLACE": "beim Anlegen", "=ATT_PREP": "Vorbereitung eines Angriffs", "=BATTLE": "Kampf",
        "=ATT_AFTER_FIRST": "nach dem ersten Angriff", "=VOY_AFTER_FIRST": "nach der ersten Seefahrt",
        "=REGROUP": "Umgruppieren", "=LAST": "Ende des Zuges", "=OWN_TURN": "jederzeit im eigenen Zug",
        **{f"={name}": card(name, "de") for name in CARDS},
    },
}  # fmt: skip
PAGES: Final = {
    "en": {"tiles": "Tiles", "cards": "Cards", "at": "{tile}, edge {n}", "edge": "{tile}, edge {n}: {what}",
           "temple": "{tile}: temple", "no_temple": "{tile}: no temple", "copies": "× {n}"},
    "de": {"tiles": "Landschaftsfelder", "cards": "Karten", "at": "{tile}, Kante {n}",
           "edge": "{tile}, Kante {n}: {what}", "temple": "{tile}: Tempel", "no_temple": "{tile}: kein Tempel",
           "copies": "× {n}"},
}  # fmt: skip
REMARKS: Final = {
    "en": {"none": "No tile has a temple: nobody ever reinforces by one more.",
    "land": "{tile} is land all around: no ship gets there.",
    "mirror": "{tile} is not its own mirror image, and no other tile is: is that so?"},
    "de": {"none": "Kein Feld hat einen Tempel: Niemand verstärkt je um eins mehr.",
    "land": "{tile} ist ringsum Land: Kein Schiff kommt dorthin.",
    "mirror": "{tile} ist nicht spiegelgleich, und kein anderes Feld ist das Spiegelbild: Stimmt das?"},
}  # fmt: skip


def box(parts: Parts, actions: Actions, lang: str) -> Scene:
    """All tiles and all cards."""
    return Scene([_tiles(parts, lang), _cards(parts, lang)])


def _tiles(parts: Parts, lang: str) -> Sheet:
    step = 2.1 * SIZE
    rows = -(-len(parts.tiles) // COLUMNS)
    sheet = Sheet("tiles", PAGES[lang]["tiles"], 0.0, 0.0, step * COLUMNS, (step + 24) * rows)
    sea = f'<rect width="{num(sheet.width)}" height="{num(sheet.height)}" fill="var(--sea)"/>'
    sheet.add(Shape("ground-tiles", sea))
    for tile, name in enumerate(parts.tiles):
        x, y = step * (tile % COLUMNS + 0.5), (step + 24) * (tile // COLUMNS) + step / 2
        temple = bool(int(parts.temples) >> tile & 1)
        art = dolphin_art() if tile == DOLPHIN else tile_face(parts.edges[tile], name, temple)
        title = text(0, SIZE + 22, name, 15, "#FBF1E6", "middle")
        sheet.add(Shape(f"tile-{name}", art + title, x, y, "tile"))
        if tile != DOLPHIN:
            _add_edges(sheet, parts, tile, x, y, lang)
    return sheet


def _add_edges(sheet: Sheet, parts: Parts, tile: int, x: float, y: float, lang: str) -> None:
    """Six edges and a temple, each to be set."""
    name, words = parts.tiles[tile], PAGES[lang]
    for edge in range(SIDES):
        ex, ey = polar(60 * edge, 0.72 * SIZE)
        what = WORDS[lang][f"={parts.edges[tile][edge]}"]
        label = words["edge"].format(tile=name, n=edge + 1, what=what)
        body = f'<circle class="hit" r="{num(0.2 * SIZE)}"/>'
        path = f"tiles.edges[{tile}][{edge}]"
        sheet.add(Shape(f"edge-{name}-{edge}", body, x + ex, y + ey, "edge", label, (path,), legal=True))
    label = words["temple" if int(parts.temples) >> tile & 1 else "no_temple"].format(tile=name)
    body = f'<circle class="hit" r="{num(0.22 * SIZE)}"/>'
    sheet.add(Shape(f"temple-{name}", body, x, y, "temple", label, ("tiles.temples",), legal=True))


def _cards(parts: Parts, lang: str) -> Sheet:
    high, wide = CARD_WIDTH * 1.4 + 44, CARD_WIDTH + 20
    sheet = Sheet("cards", PAGES[lang]["cards"], 0.0, 0.0, wide * COLUMNS, high * (len(CARDS) // COLUMNS))
    sheet.add(paper(sheet))
    for kind, name in enumerate(CARDS):
        x, y = wide * (kind % COLUMNS + 0.5), high * (kind // COLUMNS) + CARD_WIDTH * 0.7 + 10
        copies = PAGES[lang]["copies"].format(n=int(parts.copies[kind]))
        count = text(0, CARD_WIDTH * 0.7 + 22, copies, 17, anchor="middle")
        row = f"card[{kind}]"
        paths = [f"{row}.copies", f"{row}.own", f"{row}.other"] + ([f"{row}.value"] if kind in NUMBERED else [])
        body = f'{frame(CARD_WIDTH)}<g style="pointer-events:none">{face(name, lang, CARD_WIDTH)}{count}</g>'
        label = f"{card(name, lang)}, {copies}: {CARD_TEXT[lang][name]}"
        sheet.add(Shape(f"card-{name}", body, x, y, "card", label, tuple(paths), legal=True))
    return sheet


def place_name(parts: Parts, path: str, lang: str) -> str:
    """T09, or T09, edge 3."""
    found = re.fullmatch(r"tiles\.edges\[(\d+)\](?:\[(\d+)\])?", path)
    if found is None or int(found[1]) >= len(parts.tiles):
        return ""
    tile = parts.tiles[int(found[1])]
    return tile if found[2] is None else PAGES[lang]["at"].format(tile=tile, n=int(found[2]) + 1)


def remarks(parts: Parts, lang: str) -> list[tuple[str, str]]:
    """Tiles no ship reaches, tiles without a mirror image, and a game without temples."""
    known = {turned(edges) for edges in parts.edges}
    out = [
        (f"tiles.edges[{n}]", REMARKS[lang]["land"].format(tile=parts.tiles[n]))
        for n, edges in enumerate(parts.edges)
        if "W" not in edges
    ]
    out += [
        (f"tiles.edges[{n}]", REMARKS[lang]["mirror"].format(tile=parts.tiles[n]))
        for n, edges in enumerate(parts.edges)
        if not is_mirrored(edges) and turned(edges[::-1]) not in known
    ]
    return out + ([] if parts.temples else [("tiles.temples", REMARKS[lang]["none"])])
