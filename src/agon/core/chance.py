"""The only code of a game that draws, beside State.random_action. Randomness is always an argument named `rng`."""

from __future__ import annotations

from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.state import CHANCE, OVER, State


def below(n: int, rng: Random) -> int:
    """A number from 0 to n - 1, each alike."""
    return int(rng.random() * float(n))


def pick(weights: list[int], rng: Random) -> int:
    """An index, as likely as its weight."""
    left = below(sum(weights), rng)
    for i, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return i
    raise ValueError("nothing to draw from: all weights are 0.")


def kind_of(counts: vec[i64], total: i64, rng: Random) -> i64:
    """A kind out of a pile kept as counts, as likely as there are many of it."""
    left: i64 = below(int(total), rng)
    kind: i64 = 0
    while left >= counts[kind]:
        left -= counts[kind]
        kind += 1
    return kind


def draw(counts: vec[i64], rng: Random) -> int:
    """Take one component out of a pile kept as counts; returns its kind."""
    total: i64 = 0
    for n in counts:
        total += n
    kind = kind_of(counts, total, rng)
    counts[kind] -= 1
    return int(kind)


def settle(state: State, rng: Random) -> list[int]:
    """Draw until a seat has to decide or the game is over; returns what was drawn."""
    drawn: list[int] = []
    while state.actor() == CHANCE:
        action = state.random_action(rng)
        state.apply(action)
        drawn.append(action)
    return drawn


def tried(state: State, action: int, rng: Random) -> State:
    """A copy after an action and the draws that follow."""
    after = state.after(action)
    settle(after, rng)
    return after


def playout(state: State, rng: Random) -> int:
    """Play at random to the end, in place; returns the number of plies."""
    plies = 0
    while state.actor() != OVER:
        state.apply(state.random_action(rng))
        plies += 1
    return plies
