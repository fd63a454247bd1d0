"""Hellas, by Franz-Benno Delonge (Kosmos, 2002): two sides settle and fight over the coasts of the Aegean."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from agon.core.game import Game, Json, Prompt, Reason
from agon.core.hexgrid import middle
from agon.core.state import State
from agon.draw.scene import Scene
from agon.games.hellas_2002 import facts, features, position, rules, scoring, value, view, why, words
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.parts import Parts
from agon.games.hellas_2002.rules import Rules


class Hellas2002(Game):
    id = "hellas_2002"
    title = {"en": "Hellas (2002)", "de": "Hellas (2002)"}
    author = "Franz-Benno Delonge"
    year = 2002
    seats = (2,)
    minutes = 60
    weight = 2.3
    about = {
        "en": "Sail out, found cities, fight over the coast: ten cities win, and the gods take sides.",
        "de": "Stich in See, gründe Städte, kämpfe um die Küste: Zehn Städte siegen, und die Götter mischen mit.",
    }
    rules_version = 1
    # At most 400 turns; in one, two hands of seven cards, two battles, 25 moves of regrouping: fewer than 240 plies.
    bound = 100_000
    options = ()
    value_scale = 22.0

    def __init__(self, pack: str | None = None) -> None:
        self.parts = Parts(pack)
        self.actions = Actions(self.parts)
        self.space = self.actions
        self.pack = self.parts.pack
        self.pack_hash = self.parts.pack_hash

    def start(self, seats: int, settings: Mapping[str, str]) -> State:
        return rules.new(self.parts, self.actions, seats, settings)

    def reason(self, state: State, action: int) -> Reason | None:
        return why.reason(_own(state), action)

    def refusal(self, reason: Reason, lang: str) -> str:
        return words.refusal(reason, lang)

    def scores(self, state: State) -> list[dict[str, int]]:
        return scoring.scores(_own(state))

    def census(self, state: State) -> dict[str, int]:
        return position.census(_own(state))

    def inventory(self, state: State) -> dict[str, int]:
        return position.inventory(_own(state))

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> Scene:
        return view.draw(_own(state), viewer, lang, open_all)

    def sketch(self, state: State, viewer: int, lang: str = "en", colour: bool = False, open_all: bool = False) -> str:
        return view.sketch(_own(state), viewer, lang, colour, open_all)

    def prompt(self, state: State, viewer: int, lang: str = "en") -> Prompt:
        return words.prompt(_own(state), viewer, lang)

    def label(self, state: State, action: int, lang: str = "en") -> str:
        return words.label(_own(state), action, lang)

    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        return words.log(_own(state), action, names, lang)

    def where(self, state: State, action: int) -> tuple[float, float] | None:
        verb = self.space.verb(action)
        if verb.name == "lay":
            return middle(self.parts.hexes[self.space.arguments(action)[0]])
        if verb.domains != [self.parts.tiles]:
            return None
        cell = int(_own(state).cell_of[self.space.arguments(action)[0]])
        return None if cell < 0 else middle(self.parts.hexes[cell])

    def facts(self, state: State) -> dict[str, Json]:
        return facts.facts(_own(state))

    def value(self, state: State, player: int) -> float:
        return value.value(_own(state), player)

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        return features.features(_own(state), player)

    def rules_text(self, lang: str = "en") -> str:
        name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
        return (files("agon.games.hellas_2002") / name).read_text("utf-8")


def _own(state: State) -> Rules:
    assert isinstance(state, Rules), f"a position of {state.game_id()} was given to hellas_2002"
    return state


GAME = Hellas2002()
