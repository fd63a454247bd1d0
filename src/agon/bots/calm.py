"""Chances one can believe: what a search expects, told as often as it happens.

A search hopes for what its judge has seen in quick games. How much too sure of it one is among strong players, at each
stage of a game, was measured on their games (`agon study --calm`), and is kept with the mind: two numbers, by which the
logit of a chance is multiplied at the beginning and, in part, as the game goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Final

from librt.vecs import vec

from agon.bots.minds import fitting
from agon.core.state import State

SURE: Final = 1e-6  # nothing but the end of a game is surer
MOST: Final = 30.0  # a logit beyond which it does not matter


@dataclass(frozen=True)
class Calm:
    """By how much a logit is multiplied before it is told."""

    scale: float = 1.0

    def told(self, chance: float) -> float:
        """A chance, as often as it happens; what is certain stays so."""
        if self.scale == 1.0 or not SURE < chance < 1.0 - SURE:
            return chance
        logit = self.scale * log(chance / (1.0 - chance))
        return 1.0 / (1.0 + exp(-max(-MOST, min(MOST, logit))))

    def all(self, chances: list[float]) -> list[float]:
        return [self.told(chance) for chance in chances]


def clock(state: State) -> float:
    """How far a game is, by the first of its table's terms; it may run up or down."""
    out = vec[float]([0.0] * state.shape()[1])
    state.table_terms(out, 0)
    return float(out[0])


def calm_for(state: State, own: str = "on") -> Calm:
    """How chances at a position are to be told; as they are where no mind knows it."""
    found = fitting(state, own)
    if found is None or found.calm == [1.0, 0.0]:
        return Calm()
    return calm_at(found.calm, clock(state))


def calm_at(numbers: list[float], clock_: float) -> Calm:
    """How chances are told at a reading of the clock: at the least as even."""
    return Calm(max(0.0, numbers[0] + numbers[1] * clock_))
