"""Hellas, by Stefan Dorra (White Goblin Games, 2016): marble, houses, palaces and temples on an island."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from agon.core.game import Game, Json, Option, Prompt, Reason
from agon.core.hexgrid import middle
from agon.core.state import State
from agon.draw.scene import Scene
from agon.games.hellas_2016 import facts, features, position, rules, scoring, value, view, why, words
from agon.games.hellas_2016.actions import Actions
from agon.games.hellas_2016.parts import Parts
from agon.games.hellas_2016.rules import Rules


class Hellas2016(Game):
    id = "hellas_2016"
    title = {"en": "Hellas (2016)", "de": "Hellas (2016)"}
    author = "Stefan Dorra"
    year = 2016
    seats = (2, 3, 4)
    minutes = 60
    weight = 2.2
    about = {
        "en": "Found cities on an island of marble: the quarries feed everybody, the temples reward the bold.",
        "de": "Gründe Städte auf einer Insel aus Marmor: Die Steinbrüche nähren alle, die Tempel lohnen den Mut.",
    }
    rules_version = 1
    bound = 400
    options = (
        Option(
            "groupOrder",
            ("active", "start"),
            {
                "en": "who begins a building action for everybody: the active or the start player (§Q1)",
                "de": "wer bei einer Bauaktion für alle beginnt: der aktive oder der Startspieler (§Q1)",
            },
        ),
        Option(
            "startHouses",
            ("3", "0"),
            {
                "en": "three free starting houses each, or none with more marble and a third house space (§Q2)",
                "de": "drei kostenlose Starthäuser für alle, oder keine mit mehr Marmor und drittem Hausfeld (§Q2)",
            },
        ),
        Option(
            "waiveQuarry",
            ("on", "off"),
            {
                "en": "whether the active player may waive the quarry action (§Q3)",
                "de": "ob der aktive Spieler auf den Steinbruch verzichten darf (§Q3)",
            },
        ),
        Option(
            "tieBreak",
            ("shared", "marble"),
            {
                "en": "a tie is a shared victory, or marble left over decides it (§Q24)",
                "de": "bei Gleichstand gewinnen alle, oder übriger Marmor entscheidet (§Q24)",
            },
        ),
        Option(
            "openMarble",
            ("off", "on"),
            {
                "en": "whether everybody's marble is shown to all (§Q17)",
                "de": "ob der Marmor aller offen gezeigt wird (§Q17)",
            },
            display=True,
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
        if self.space.verb(action).domains != [self.parts.cells]:
            return None
        h = _own(state).side.hexes.get(self.space.arguments(action)[0])
        return None if h is None else middle(h)

    def facts(self, state: State) -> dict[str, Json]:
        return facts.facts(_own(state))

    def value(self, state: State, player: int) -> float:
        return value.value(_own(state), player)

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        return features.features(_own(state), player)

    def rules_text(self, lang: str = "en") -> str:
        name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
        return (files("agon.games.hellas_2016") / name).read_text("utf-8")


def _own(state: State) -> Rules:
    assert isinstance(state, Rules), f"a position of {state.game_id()} was given to hellas_2016"
    return state


GAME = Hellas2016()
