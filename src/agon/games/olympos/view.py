"""The picture of a position as one viewer sees it: map and track, development board, camps, and a panel a seat."""

from __future__ import annotations

from typing import Final

from agon.core.state import NONE
from agon.draw import figures
from agon.draw.scene import Fact, Panel, Scene, Sheet
from agon.draw.symbols import icon
from agon.games.olympos import effects, scoring, view_map, view_track
from agon.games.olympos import questions as ask
from agon.games.olympos.names import CATEGORY, RESOURCE
from agon.games.olympos.parts import DISCOVERIES, KINDS, RESOURCES, WIDTH
from agon.games.olympos.rules import Rules
from agon.games.olympos.view_board import ROW_COLOUR, board
from agon.games.olympos.view_camp import camps
from agon.games.olympos.view_hand import hand
from agon.games.olympos.view_sight import Sight
from agon.games.olympos.view_text import sketch

__all__ = ["draw", "sketch"]

HIDDEN: Final = "?"
TITLE: Final = {"en": "Map and time track", "de": "Spielplan und Zeitleiste"}
FACTS: Final = {
    "en": {
        "stock": "camp", "hourglasses": "glasses", "swords": "swords", "symbols": "Zeus",
        "stars": "stars", "cards": "cards", "prestige": "prestige",
    },
    "de": {
        "stock": "Lager", "hourglasses": "Uhren", "swords": "Schwerter", "symbols": "Zeus",
        "stars": "Sterne", "cards": "Karten", "prestige": "Prestige",
    },
}  # fmt: skip
GOODS: Final = {
    "en": "{resource}: production {n}, cubes {cubes}",
    "de": "{resource}: Ertrag {n}, Würfel {cubes}",
}
COUNTS: Final = {"en": "prestige so far", "de": "Prestige bisher"}
FINISHED_NOTE: Final = {"en": "finished", "de": "fertig"}


def draw(state: Rules, viewer: int, lang: str, open_all: bool) -> Scene:
    """The scene; what is legal glows, if the decision is the viewer's."""
    sight = Sight(state, viewer, lang, open_all)
    scene = Scene([_board(sight), camps(sight), board(sight), *hand(sight)])
    scene.panels = [_panel(sight, seat) for seat in range(state.seats())]
    scene.counts = COUNTS[lang]
    scene.caption = f"Olympos, {sight.hour()}"
    scene.offer(sight.legal)
    return scene


def _board(sight: Sight) -> Sheet:
    """The map with the time track around it; the frame covers what the painted land reaches beyond the map."""
    width, height = view_track.size(sight.parts)
    sheet = Sheet("board", TITLE[sight.lang], -4, -4, width + 8, height + 8)
    for shape in (*view_map.shapes(sight), *view_track.shapes(sight)):
        sheet.add(shape)
    return sheet


def _panel(sight: Sight, seat: int) -> Panel:
    """What everybody may know about a seat, and its prestige where the viewer may see it."""
    state, words = sight.state, FACTS[sight.lang]
    amounts = [
        ("disc", "stock", int(state.camps.stock[seat])),
        ("hourglass", "hourglasses", int(state.camps.hourglasses[seat])),
        ("sword", "swords", int(effects.strength(state, seat)) // 2),
        ("bolt", "symbols", int(effects.zeus_symbols(state, seat))),
        ("star", "stars", int(state.star_tiles(seat))),
        ("destiny", "cards", int(state.cards.hand_size[seat])),
    ]
    facts = [Fact(symbol, words[key], str(amount)) for symbol, key, amount in amounts]
    prestige = str(int(state.camps.prestige[seat])) if sight.sees_prestige(seat) else HIDDEN
    facts.append(Fact("laurel", words["prestige"], prestige))
    hour = f"{int(state.track.space_of[seat])}/{int(sight.parts.cross)}"
    note, goods, finds = _note(sight, seat), _goods(sight, seat), _finds(sight, seat)
    return Panel(seat, facts, sight.points(seat), note, goods, finds, hour)


def _goods(sight: Sight, seat: int) -> list[Fact]:
    """Territories of each resource, and the cubes beside them. §6.6 §7.2"""
    state, out = sight.state, []
    for r, resource in enumerate(RESOURCES):
        tiles, cubes = int(state.tiles(seat, r)), int(state.camps.cubes[KINDS * seat + r])
        label = GOODS[sight.lang].format(resource=RESOURCE[sight.lang][resource], n=tiles, cubes=cubes)
        out.append(
            Fact("", label, str(tiles), "", figures.resource_tile(resource, 96), figures.cube(resource, 96), cubes)
        )
    return out


def _finds(sight: Sight, seat: int) -> list[Fact]:
    """Discoveries in the colour of their row, then wonders."""
    state, parts = sight.state, sight.parts
    own = [d for d in range(len(DISCOVERIES)) if int(state.board.discovered[seat]) >> d & 1]
    built = [int(state.board.wonder_at[c]) for c in range(WIDTH) if state.board.wonder_of[c] == seat]
    found = [(f"d-{DISCOVERIES[d]}", DISCOVERIES[d], ROW_COLOUR[int(parts.row[d])], "#FFF6E6") for d in own]
    found += [(f"w-{parts.wonders[w]}", parts.wonders[w], "#F6F1E7", "#5B3A20") for w in built if w != NONE]
    return [Fact("", sight.name(id_), "", "", _tile(symbol, ground, ink)) for symbol, id_, ground, ink in found]


def _tile(symbol: str, ground: str, ink: str) -> str:
    square = f'<rect x="-48" y="-48" width="96" height="96" rx="16" fill="{ground}" stroke="#5B3A20" stroke-width="3"/>'
    return square + icon(symbol, 76, ink, ground)


def _note(sight: Sight, seat: int) -> str:
    """Where the points come from."""
    row = scoring.scores(sight.state)[seat]
    seen = [name for name in scoring.CATEGORIES if row[name] and (name != "prestige" or sight.sees_prestige(seat))]
    said = [f"{CATEGORY[sight.lang][name]} {row[name]}" for name in seen]
    if sight.state.has_finished(seat) and sight.state.step != ask.FINISHED:
        said.insert(0, FINISHED_NOTE[sight.lang])
    return " · ".join(said)
