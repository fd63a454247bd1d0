"""Olympos, by Philippe Keyaerts (Ystari, 2011): settlers, discoveries, wonders and gods, all paid for in time."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from agon.core.game import Game, Json, Option, Prompt, Reason
from agon.core.state import State
from agon.draw.scene import Scene
from agon.games.olympos import facts, features, position, rules, scoring, value, view, why, words, words_log
from agon.games.olympos.actions import Actions
from agon.games.olympos.parts import Parts
from agon.games.olympos.rules import Rules

HALF_A_SPACE = 50.0  # of the sheet the map is drawn on


class Olympos(Game):
    id = "olympos"
    title = {"en": "Olympos", "de": "Olympos"}
    author = "Philippe Keyaerts"
    year = 2011
    seats = (3, 4, 5)  # §4.1 §Q34
    minutes = 90
    weight = 2.9
    about = {
        "en": "Spread over Greece, discover, build wonders and mind the gods: whoever is furthest back in time plays.",
        "de": "Besiedle Griechenland, mach Fortschritte, baue Wunder und achte die Götter: Am Zug ist, wer auf der "
        "Zeitleiste zurückliegt.",
    }
    rules_version = 1
    bound = 7000  # 400 spaces of the track and at most 1,000 hourglasses, at least one paid a turn, a few plies each
    options = (
        Option(
            "openPrestige",
            ("off", "on"),
            {
                "en": "whether everybody's prestige is shown to all (§1.4)",
                "de": "ob das Prestige aller offen gezeigt wird (§1.4)",
            },
            display=True,
        ),
    )
    value_scale = 4.0

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
        return words.refusal(self.parts, reason, lang)

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
        return words_log.label(_own(state), action, lang)

    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        return words_log.log(_own(state), action, names, lang)

    def where(self, state: State, action: int) -> tuple[float, float] | None:
        if self.space.verb(action).name not in ("send", "lose"):
            return None
        x, y = self.parts.outline.name[self.space.arguments(action)[0]]
        return (x / HALF_A_SPACE, y / HALF_A_SPACE)

    def facts(self, state: State) -> dict[str, Json]:
        return facts.facts(_own(state))

    def value(self, state: State, player: int) -> float:
        return value.value(_own(state), player)

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        return features.features(_own(state), player)

    def rules_text(self, lang: str = "en") -> str:
        name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
        return (files("agon.games.olympos") / name).read_text("utf-8")


def _own(state: State) -> Rules:
    assert isinstance(state, Rules), f"a position of {state.game_id()} was given to olympos"
    return state


GAME = Olympos()
