"""The picture of a position as one viewer sees it: the map, the hand, the storage boards, and a panel a seat."""

from __future__ import annotations

from typing import Final

from agon.core.state import NONE
from agon.draw.scene import Fact, Panel, Scene, Sheet
from agon.games.attika import questions as ask
from agon.games.attika.parts import STACKS
from agon.games.attika.rules import Rules
from agon.games.attika.view_board import board, placing
from agon.games.attika.view_sight import Sight
from agon.games.attika.view_store import hand, store, tile
from agon.games.attika.view_text import sketch

__all__ = ["draw", "sketch"]

FACTS: Final = {
    "en": {
        "stored": "on the storage board",
        "stacks": "in the stacks",
        "cards": "cards in hand",
        "amphorae": "amphorae",
        "settlements": "settlements",
    },
    "de": {
        "stored": "auf der Ablagetafel",
        "stacks": "in den Stapeln",
        "cards": "Karten auf der Hand",
        "amphorae": "Amphoren",
        "settlements": "Siedlungen",
    },
}
WORD: Final = {  # the same in a word
    "en": {"stored": "stored", "stacks": "stacked", "cards": "cards", "amphorae": "amphor.", "settlements": "settl."},
    "de": {"stored": "Ablage", "stacks": "Stapel", "cards": "Karten", "amphorae": "Amphor.", "settlements": "Siedl."},
}
BUILT: Final = {"en": "built", "de": "gebaut"}
STARTS: Final = {"en": "start player", "de": "Startspieler"}
WINS: Final = {"en": "wins", "de": "gewinnt"}


def draw(state: Rules, viewer: int, lang: str, open_all: bool) -> Scene:
    """The scene; what is legal glows, if the decision is the viewer's."""
    sight = Sight(state, viewer, lang, open_all)
    sheets: list[Sheet] = [board(sight)]
    if state.tile != NONE:
        sheets.append(tile(sight))
    for seat in sorted(range(state.seats()), key=lambda seat: seat < viewer):  # the viewer's own things first
        if sight.sees_hand(seat):
            sheets.append(hand(sight, seat))
        sheets.append(store(sight, seat))
    scene = Scene(sheets, placing=placing(sight))
    scene.panels = [_panel(sight, seat) for seat in range(state.seats())]
    scene.counts = BUILT[lang]
    scene.caption = f"Attika, {sight.where()}"
    scene.offer(sight.legal)
    return scene


def _panel(sight: Sight, seat: int) -> Panel:
    """What everybody may know about a seat."""
    state, words, word = sight.state, FACTS[sight.lang], WORD[sight.lang]
    heights = sum(int(state.store.stacks[STACKS * seat + stack]) for stack in range(STACKS))
    facts = [
        Fact("b-village", words["stored"], str(bin(int(state.store.storage[seat])).count("1")), word["stored"]),
        Fact("p-stone", words["stacks"], str(heights), word["stacks"]),
        Fact("i-card", words["cards"], str(int(state.cards.held[seat])), word["cards"]),
        Fact("a-amphora", words["amphorae"], str(int(state.store.amphorae[seat])), word["amphorae"]),
        Fact("b-city", words["settlements"], str(int(state.land.settlements[seat])), word["settlements"]),
    ]
    return Panel(seat, facts, f"{int(state.stands(seat))}/{int(state.parts.count)}", _note(sight, seat))


def _note(sight: Sight, seat: int) -> str:
    """The city-state, and what sets this seat apart."""
    state = sight.state
    said = [state.parts.states[sight.lang][seat]]
    if int(state.winner) == seat:
        said.append(WINS[sight.lang])
    elif int(state.starter) == seat and state.step != ask.FINISHED:
        said.append(STARTS[sight.lang])
    return " · ".join(said)
