"""Terraces: seven terraces, two seats, a secret love for one of three soils."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import ClassVar

from agon.core.game import Game, Json, Option, Prompt, Reason
from agon.core.state import State
from agon.draw.scene import Scene
from terraces import view, why, words
from terraces.actions import SOILS, SPACE, TERRACES, soil
from terraces.rules import COPIES, SEATS, Terraces


class TerracesGame(Game):
    id = "terraces"
    title = {"en": "Terraces", "de": "Terrassen"}
    author = "The Agon developers"
    year = 2026
    seats = (SEATS,)
    minutes = 2
    weight = 1.0
    about = {"en": "Plant olive trees on the soil you love.", "de": "Pflanze Ölbäume auf dem Boden, den du liebst."}
    rules_version = 1
    bound = 2 + 2 * TERRACES
    value_scale = 1.0
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self) -> None:
        self.space = SPACE
        self.pack = "default"
        self.pack_hash = "0"

    def start(self, seats: int, settings: Mapping[str, str]) -> State:
        return Terraces()

    def reason(self, state: State, action: int) -> Reason | None:
        return why.reason(_ours(state), action)

    def refusal(self, reason: Reason, lang: str) -> str:
        return words.refusal(reason, lang)

    def scores(self, state: State) -> list[dict[str, int]]:
        return [{"total": _ours(state).points(seat)} for seat in range(SEATS)]

    def census(self, state: State) -> dict[str, int]:
        """How many cards are anywhere; law 7 compares it with the inventory at every ply."""
        ours = _ours(state)
        return {"card": sum(ours.pile) + sum(1 for card in ours.cards if card >= 0)}

    def inventory(self, state: State) -> dict[str, int]:
        return {"card": COPIES * len(SOILS)}

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> Scene:
        return view.draw(_ours(state), viewer, lang)

    def sketch(self, state: State, viewer: int, lang: str = "en", colour: bool = False, open_all: bool = False) -> str:
        return view.sketch(_ours(state), lang)

    def prompt(self, state: State, viewer: int, lang: str = "en") -> Prompt:
        return words.prompt(_ours(state), viewer, lang)

    def label(self, state: State, action: int, lang: str = "en") -> str:
        return words.label(action, lang)

    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        return words.log(state, action, names, lang)

    def facts(self, state: State) -> dict[str, Json]:
        """The position as JSON."""
        ours = _ours(state)
        cards: list[Json] = [SOILS[card] if card >= 0 else None for card in ours.cards]
        trees: list[Json] = [owner if owner >= 0 else None for owner in ours.trees]
        return {"game": self.id, "cards": cards, "trees": trees, "actor": ours.actor()}

    def value(self, state: State, player: int) -> float:
        """How good it looks for a seat: for bots."""
        ours = _ours(state)
        return float(ours.points(player) - ours.points(1 - player))

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        """The same as rows of numbers: for learning."""
        ours = _ours(state)
        return {
            "own": [float(owner == player) for owner in ours.trees],
            "other": [float(owner == 1 - player) for owner in ours.trees],
            "loved": [float(soil(place) == ours.cards[player]) for place in range(TERRACES)],
        }

    def rules_text(self, lang: str = "en") -> str:
        name = "RULES.md" if lang == "en" else "RULES.de.md"
        return (files("terraces") / name).read_text(encoding="utf-8")


def _ours(state: State) -> Terraces:
    assert isinstance(state, Terraces)
    return state


GAME = TerracesGame()
