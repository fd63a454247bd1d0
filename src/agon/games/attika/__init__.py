"""Attika, by Marcel-André Casasola Merkle (Hans im Glück, 2003): build your city-state, or link two shrines."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from agon.core.game import Game, Json, Option, Prompt, Reason
from agon.core.hexgrid import middle
from agon.core.state import State
from agon.draw.scene import Scene
from agon.games.attika import facts, features, position, rules, scoring, value, view, why, words
from agon.games.attika.actions import Actions
from agon.games.attika.parts import Parts
from agon.games.attika.rules import Rules


class Attika(Game):
    id = "attika"
    title = {"en": "Attika", "de": "Attika"}
    author = "Marcel-André Casasola Merkle"
    year = 2003
    seats = (2, 3, 4)
    minutes = 60
    weight = 2.3
    about = {
        "en": "Thirty buildings, a map that grows, and two ways to win: build them all, or link two shrines.",
        "de": "Dreißig Gebäude, ein wachsender Plan, zwei Wege zum Sieg: alles bauen oder zwei Heiligtümer verbinden.",
    }
    rules_version = 1
    bound = 12000
    options = (
        Option(
            "roadsIgnoreSymbols",
            ("off", "on"),
            {
                "en": "whether landscape on the map leaves the price of a road as it is (§Q5)",
                "de": "ob Landschaft auf dem Plan den Preis einer Straße unberührt lässt (§Q5)",
            },
        ),
    )

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
        return words.refusal(reason, self.parts, lang)

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
        if self.space.verb(action).name not in ("place", "lay"):
            return None
        return middle(self.parts.hexes[self.space.arguments(action)[0]])

    def facts(self, state: State) -> dict[str, Json]:
        return facts.facts(_own(state))

    def value(self, state: State, player: int) -> float:
        return value.value(_own(state), player)

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        return features.features(_own(state), player)

    def rules_text(self, lang: str = "en") -> str:
        name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
        return (files("agon.games.attika") / name).read_text("utf-8")


def _own(state: State) -> Rules:
    assert isinstance(state, Rules), f"a position of {state.game_id()} was given to attika"
    return state


GAME = Attika()
