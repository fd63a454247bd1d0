"""What a bot promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random

from agon.core.state import State


@dataclass(frozen=True)
class Advice:
    """One action with the bot's judgement of it, higher is better on its own scale; a search also counts visits."""

    action: int
    worth: float
    visits: int = 0


@dataclass(frozen=True)
class Step:
    """A ply the bot expects: who acts (a seat, or CHANCE) and what; UNKNOWN where its seat would not hear it."""

    actor: int
    action: int


@dataclass(frozen=True)
class Reasoning:
    """What a bot thinks of a decision. A bot that does not search has its advice and nothing else.

    Made from an observation alone, so it tells no secret; but the line is imagined, and no more than likely.
    """

    advice: tuple[Advice, ...]  # the best actions first
    expected: tuple[float, ...] = ()  # what each seat may expect, from 0 (last) to 1 (first)
    line: tuple[Step, ...] = ()  # the principal line
    imagined: int = 0  # games imagined for it
    other_pack: bool = False  # it judged by `value`, as the mind of the game has learnt another pack


class Bot(ABC):
    """A player that is a program. It is given an observation, never the state, so it cannot cheat."""

    name: str
    replaced: int = 0  # decisions that another made in its place, as it failed
    trouble: str = ""  # why

    @abstractmethod
    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        """One of `legal`."""

    def notice(self, action: int) -> None:  # noqa: B027  (most bots do not care)
        """A ply was played, as this bot's seat heard it (UNKNOWN for a draw it may not see)."""

    def close(self) -> None:  # noqa: B027  (most bots hold nothing)
        """The game is over: let go of what the bot holds."""

    def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        """The best actions first, with what the bot thinks of them."""
        return [Advice(self.choose(observation, legal, rng), 0.0)]

    def reason(self, observation: State, legal: list[int], rng: Random) -> Reasoning:
        """Its advice, and why: for hints."""
        return Reasoning(tuple(self.advise(observation, legal, rng)))
