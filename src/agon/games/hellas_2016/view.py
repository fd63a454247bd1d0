"""The picture of a position as one viewer sees it: the island, the action bar, and a panel a seat."""

from __future__ import annotations

from typing import Final

from agon.draw.scene import Fact, Panel, Scene
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.names import CATEGORY, PIECES_PLURAL, SIDE
from agon.games.hellas_2016.parts import HOUSE, OWNED, PALACE, PIECES, SQUARE
from agon.games.hellas_2016.rules import Rules
from agon.games.hellas_2016.view_bar import bar
from agon.games.hellas_2016.view_board import PIECE_SYMBOL, board
from agon.games.hellas_2016.view_sight import Sight
from agon.games.hellas_2016.view_text import sketch

__all__ = ["draw", "sketch"]

HIDDEN: Final = "?"
LEFT: Final = {"en": "{pieces} left", "de": "{pieces} übrig"}
FACTS: Final = {
    "en": {"rings": "rings", "marble": "marble", "stones": "action stones left", "income": "income from the quarries"},
    "de": {"rings": "Ringe", "marble": "Marmor", "stones": "Aktionssteine übrig", "income": "Ertrag der Steinbrüche"},
}
WORD: Final = {  # the same in a word
    "en": {"stones": "stones", "income": "income"},
    "de": {"stones": "Steine", "income": "Ertrag"},
}
STARTS: Final = {"en": "start player", "de": "Startspieler"}


def draw(state: Rules, viewer: int, lang: str, open_all: bool) -> Scene:
    """The scene; what is legal glows, if the decision is the viewer's."""
    sight = Sight(state, viewer, lang, open_all)
    scene = Scene([board(sight), bar(sight)])
    scene.panels = [_panel(sight, seat) for seat in range(state.seats())]
    scene.caption = f"{sight.phase()} · {SIDE[lang].get(state.side.name, state.side.name)}"
    scene.offer(sight.legal)
    return scene


def _panel(sight: Sight, seat: int) -> Panel:
    """What everybody may know about a seat, and its marble where the viewer may see it."""
    state, words = sight.state, FACTS[sight.lang]
    marble = str(int(state.purse.marble[seat])) if sight.sees_marble(seat) else HIDDEN
    facts = []
    for kind in (HOUSE, PALACE, SQUARE):
        pieces, left = PIECES_PLURAL[sight.lang][PIECES[kind]], str(int(state.island.supply[OWNED * seat + kind]))
        facts.append(Fact(PIECE_SYMBOL[kind], LEFT[sight.lang].format(pieces=pieces), left, pieces))
    facts.append(Fact("p-ring", words["rings"], str(int(state.temples.rings[seat]))))
    facts.append(Fact("p-marble", words["marble"], marble))
    facts.append(Fact("p-stone", words["stones"], str(int(state.taken.stones[seat])), WORD[sight.lang]["stones"]))
    if state.step != ask.FINISHED:
        facts.append(
            Fact("q-3", words["income"], f"+{int(effects.income_of(state, seat))}", WORD[sight.lang]["income"])
        )
    return Panel(seat, facts, sight.points(seat), _note(sight, seat))


def _note(sight: Sight, seat: int) -> str:
    """Where the points come from, and who is the start player."""
    row = scoring.scores(sight.state)[seat]
    seen = [name for name in scoring.CATEGORIES if row[name] and (name != "marble" or sight.sees_marble(seat))]
    said = [f"{CATEGORY[sight.lang][name]} {row[name]}" for name in seen]
    if int(sight.state.starter) == seat and sight.state.step != ask.FINISHED:
        said.insert(0, STARTS[sight.lang])
    return " · ".join(said)
