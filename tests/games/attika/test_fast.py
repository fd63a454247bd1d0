"""What is written for speed does what the plain way does: draws without a list, copies that share."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from agon.core.codec import dump
from agon.core.state import CHANCE, OVER, State
from agon.games.attika.position import FINISHED, SETUP_TILE
from agon.games.attika.rules import Rules
from tests.games.attika.table import fresh

# Follows from `tiles`, so it is no field of its own.
MAP = ("faces", "centres", "turns", "cells", "symbols", "near", "order", "gates", "closed", "rim")


class Fixed(Random):
    """A generator that says what it is told."""

    value = 0.0

    def random(self) -> float:
        return self.value


def drawn(state: State, times: int) -> Counter[int]:
    """What random_action answers to so many numbers, spread evenly from 0 to 1."""
    rng = Fixed()
    out: Counter[int] = Counter()
    for n in range(times):
        rng.value = (n + 0.5) / times
        out[state.random_action(rng)] += 1
    return out


def everything(state: Rules) -> list[object]:
    return [dump(state), *([int(n) for n in getattr(state, name)] for name in MAP)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_action_is_any_legal_one_each_alike(seats: int) -> None:
    """§4.3 §5.4 §8.3: at CHANCE by weight; for observers too, who do not know the deck."""
    asked = set()
    for seed in range(3):
        rng = Random(seed)
        state = fresh(seats)
        while state.actor() != OVER:
            asked.add(int(state.step))
            legal = state.legal()
            if state.actor() == CHANCE:
                assert drawn(state, sum(state.weights())) == dict(zip(legal, state.weights(), strict=True))
                watched = state.observe(0)
                assert drawn(watched, sum(watched.weights())) == dict(
                    zip(watched.legal(), watched.weights(), strict=True)
                )
            else:
                assert drawn(state, 2 * len(legal)) == dict.fromkeys(legal, 2)
            state.apply(state.random_action(rng))
    assert asked == set(range(SETUP_TILE, FINISHED))


@pytest.mark.parametrize("seats", [2, 4])
def test_copies_share_nothing_that_is_written(seats: int) -> None:
    """§8.4: whichever of two copies is played on, in whatever way, the other stays as it was."""
    rng = Random(seats)
    state = fresh(seats)
    while state.actor() != OVER:
        before = everything(state)
        copy = state.clone()
        for _ in range(rng.randrange(1, 6)):
            if copy.actor() != OVER:
                copy.apply(copy.random_action(rng))
        seen = state.observe(rng.randrange(seats))
        seen.fill(rng)
        assert everything(state) == before
        after = everything(copy)
        state.apply(state.random_action(rng))
        assert everything(copy) == after
