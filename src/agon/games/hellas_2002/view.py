"""The picture of a position as one viewer sees it: the sea, the hands, stacks and piles, and the open chain."""

from __future__ import annotations

from typing import Final

from agon.draw.scene import Fact, Panel, Scene
from agon.games.hellas_2002 import scoring
from agon.games.hellas_2002.names import CATEGORY, GOD, SIDE, card
from agon.games.hellas_2002.parts import GODS
from agon.games.hellas_2002.rules import Rules
from agon.games.hellas_2002.view_board import board, placing
from agon.games.hellas_2002.view_cards import hand, stacks
from agon.games.hellas_2002.view_duel import chain, is_open
from agon.games.hellas_2002.view_sight import Sight
from agon.games.hellas_2002.view_text import sketch

__all__ = ["draw", "sketch"]

FACTS: Final = {
    "en": {"greeks": "Greeks", "ships": "ships", "temples": "temples", "cards": "{god}"},
    "de": {"greeks": "Griechen", "ships": "Schiffe", "temples": "Tempel", "cards": "{god}"},
}
CAPTION: Final = {"en": "turn {n}", "de": "Zug {n}"}
EXTRA: Final = {"en": "extra turn", "de": "zusätzlicher Zug"}
KNOWN: Final = {"en": "holds {cards}", "de": "hat {cards}"}


def draw(state: Rules, viewer: int, lang: str, open_all: bool) -> Scene:
    """The scene; what is legal glows, if the decision is the viewer's."""
    sight = Sight(state, viewer, lang, open_all)
    sheets = [board(sight), hand(sight), stacks(sight)]
    if is_open(sight):
        sheets.insert(1, chain(sight))
    scene = Scene(sheets, placing=placing(sight))
    scene.panels = [_panel(sight, seat) for seat in range(state.seats())]
    scene.counts = CATEGORY[lang]["cities"]
    scene.caption = sight.stage(CAPTION[lang].format(n=int(state.turn)) if state.turn else "")
    scene.offer(sight.legal)
    return scene


def _panel(sight: Sight, seat: int) -> Panel:
    """Everything public about a seat."""
    state, words, lang = sight.state, FACTS[sight.lang], sight.lang
    facts = [
        Fact("hoplite", words["greeks"], str(int(state.pieces.greek_supply[seat]))),
        Fact("trireme", words["ships"], str(int(state.pieces.ship_supply[seat]))),
        Fact("temple", words["temples"], str(int(state.temples_of(seat)))),
    ]
    for god, name in enumerate(GODS):
        facts.append(Fact(f"e-{name}", words["cards"].format(god=GOD[lang][name]), str(int(state.cards_of(seat, god)))))
    note = SIDE[lang][seat]
    if state.is_extra and seat == state.active:
        note += f" · {EXTRA[lang]}"
    if known := [card(held.card, lang) for held in sight.hand(seat) if held.card and sight.viewer == 1 - seat]:
        note += f" · {KNOWN[lang].format(cards=', '.join(known))}"
    return Panel(seat, facts, f"{int(scoring.cities_of(state, seat))}/{int(state.parts.goal)}", note)
