"""What is written for speed does what the plain way does: draws without a list, copies that share."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.codec import dump
from agon.core.state import CHANCE, OVER
from agon.games.attika.questions import FINISHED, SETUP_TILE
from agon.games.attika.rules import Rules
from tests.draws import drawn, likely
from tests.games.attika.table import fresh

# Follows from `tiles`, so it is no field of its own.
MAP = ("faces", "centres", "turns", "cells", "symbols", "near", "order", "gates", "closed", "rim")


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
            for seen in (state, state.observe(0)) if state.actor() == CHANCE else (state,):
                wanted = likely(seen)
                assert drawn(seen, wanted.total()) == wanted
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
