"""The picture of a position as one viewer sees it: map and track, development board, camps, and a panel a seat."""

from __future__ import annotations

from typing import Final

from agon.draw.scene import Fact, Panel, Scene, Sheet
from agon.games.olympos import effects, scoring, view_map, view_track
from agon.games.olympos import questions as ask
from agon.games.olympos.names import CATEGORY
from agon.games.olympos.rules import Rules
from agon.games.olympos.view_board import board
from agon.games.olympos.view_camp import camps
from agon.games.olympos.view_sight import Sight
from agon.games.olympos.view_text import sketch

__all__ = ["draw", "sketch"]

HIDDEN: Final = "?"
TITLE: Final = {"en": "Map and time track", "de": "Spielplan und Zeitleiste"}
FACTS: Final = {
    "en": {
        "space": "time", "lands": "lands", "stock": "camp", "hourglasses": "glasses", "cubes": "cubes",
        "discoveries": "found", "swords": "swords", "symbols": "Zeus", "stars": "stars", "cards": "cards",
        "prestige": "prestige",
    },
    "de": {
        "space": "Zeit", "lands": "Gebiete", "stock": "Lager", "hourglasses": "Uhren", "cubes": "Würfel",
        "discoveries": "Wissen", "swords": "Schwerter", "symbols": "Zeus", "stars": "Sterne", "cards": "Karten",
        "prestige": "Prestige",
    },
}  # fmt: skip
FINISHED_NOTE: Final = {"en": "finished", "de": "fertig"}


def draw(state: Rules, viewer: int, lang: str, open_all: bool) -> Scene:
    """The scene; what is legal glows, if the decision is the viewer's."""
    sight = Sight(state, viewer, lang, open_all)
    scene = Scene([_board(sight), camps(sight), board(sight)])
    scene.panels = [_panel(sight, seat) for seat in range(state.seats())]
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
        ("i-hour", "space", int(state.track.space_of[seat])),
        ("emb-grain", "lands", bin(int(state.map.held[seat])).count("1")),
        ("disc", "stock", int(state.camps.stock[seat])),
        ("hourglass", "hourglasses", int(state.camps.hourglasses[seat])),
        ("cube", "cubes", sum(int(state.camps.cubes[4 * seat + r]) for r in range(4))),
        ("d-philosophy", "discoveries", bin(int(state.board.discovered[seat])).count("1")),
        ("sword", "swords", int(effects.strength(state, seat)) // 2),
        ("bolt", "symbols", int(effects.zeus_symbols(state, seat))),
        ("star", "stars", int(state.star_tiles(seat))),
        ("destiny", "cards", int(state.cards.hand_size[seat])),
    ]
    facts = [Fact(symbol, words[key], str(amount)) for symbol, key, amount in amounts]
    prestige = str(int(state.camps.prestige[seat])) if sight.sees_prestige(seat) else HIDDEN
    facts.append(Fact("laurel", words["prestige"], prestige))
    return Panel(seat, facts, sight.points(seat), _note(sight, seat))


def _note(sight: Sight, seat: int) -> str:
    """Where the points come from."""
    row = scoring.scores(sight.state)[seat]
    seen = [name for name in scoring.CATEGORIES if row[name] and (name != "prestige" or sight.sees_prestige(seat))]
    said = [f"{CATEGORY[sight.lang][name]} {row[name]}" for name in seen]
    if sight.state.has_finished(seat) and sight.state.step != ask.FINISHED:
        said.insert(0, FINISHED_NOTE[sight.lang])
    return " · ".join(said)
