"""Chances one can believe: what a search expects, told as often as it happens.

A search hopes for what its judge has seen in quick games. How much too sure of it one is among strong players, at each
stage of a game, was measured on their games (`agon study --calm`), and is kept with the mind: for some readings of the
game's clock, by how much the logit of a chance is multiplied there, and how much more or less if it is far from even.

Where only the first counts, all others share a place, and each is before half of the rest: nobody can expect less. What
is told then is how much of the rest a seat wins.
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
Rows = list[list[float]]  # a reading of the clock, a scale and a bend; by the clock


@dataclass(frozen=True)
class Calm:
    """By how much a logit is multiplied before it is told: a small one, and how much more a great one."""

    scale: float = 1.0
    bend: float = 0.0
    floor: float = 0.0  # nobody can expect less: agon.bots.calm

    def told(self, chance: float) -> float:
        """A chance, as often as it happens; what is certain stays so."""
        share = above(chance, self.floor)
        if (self.scale == 1.0 and self.bend == 0.0) or not SURE < share < 1.0 - SURE:
            return max(self.floor, chance)
        logit = uneven(share, self.floor)
        logit *= self.scale + self.bend * greatness(logit)
        logit = max(-MOST, min(MOST, logit + even(self.floor)))
        return self.floor + (1.0 - self.floor) / (1.0 + exp(-logit))

    def all(self, chances: list[float]) -> list[float]:
        return [self.told(chance) for chance in chances]


def above(chance: float, floor: float) -> float:
    """How much it is of what can be expected beyond the floor."""
    return (chance - floor) / (1.0 - floor)


def even(floor: float) -> float:
    """The logit of that where all seats may expect the same, a half."""
    return log(1.0 - 2.0 * floor)


def uneven(share: float, floor: float) -> float:
    """By how much its logit is more than that."""
    return log(share / (1.0 - share)) - even(floor)


def greatness(logit: float) -> float:
    """How far from even: 0 at even, towards 1 where it is sure."""
    return abs(logit) / (1.0 + abs(logit))


def clock(state: State) -> float:
    """How far a game is, by the first of its table's terms; it may run up or down."""
    out = vec[float]([0.0] * state.shape()[1])
    state.table_terms(out, 0)
    return float(out[0])


def calm_for(state: State, own: str = "on") -> Calm:
    """How chances at a position are to be told; as they are where no mind knows it."""
    found = fitting(state, own)
    return Calm() if found is None or not found.calm else calm_at(found.calm, clock(state), found.floor)


def calm_at(rows: Rows, clock_: float, floor: float = 0.0) -> Calm:
    """How chances are told at a reading of the clock, between the readings of the rows; at the least as even, and what
    is likelier is never told as less likely."""
    shares = parts(rows, clock_)
    small = sum(share * row[1] for share, row in zip(shares, rows, strict=True))
    great = small + sum(share * row[2] for share, row in zip(shares, rows, strict=True))
    return Calm(max(0.0, small), max(0.0, great) - max(0.0, small), floor)


def parts(rows: Rows, clock_: float) -> list[float]:
    """How much each row counts at a reading of the clock: the two around it, the nearer the more."""
    out = [0.0] * len(rows)
    if clock_ <= rows[0][0]:
        out[0] = 1.0
    elif clock_ >= rows[-1][0]:
        out[-1] = 1.0
    else:
        n = next(n for n, row in enumerate(rows) if row[0] > clock_)
        out[n] = (clock_ - rows[n - 1][0]) / (rows[n][0] - rows[n - 1][0])
        out[n - 1] = 1.0 - out[n]
    return out
