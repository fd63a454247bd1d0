"""What a bot promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random

from agon.core.state import State


@dataclass(frozen=True)
class Advice:
    """One action with the bot's judgement of it; on the bot's own scale, higher is better."""

    action: int
    worth: float


class Bot(ABC):
    """A player that is a program. It is given an observation, never the state, so it cannot cheat."""

    name: str

    @abstractmethod
    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        """One of `legal`."""

    def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        """The best actions first, with what the bot thinks of them."""
        return [Advice(self.choose(observation, legal, rng), 0.0)]
