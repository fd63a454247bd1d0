"""What is written for speed does what the plain way does: spaces by slot, copies that share."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.codec import dump
from agon.core.menu import Menu
from agon.core.state import OVER
from agon.games.attika.questions import ANSWER, CHOOSE_SPACE
from agon.games.attika.rules import Rules
from tests.games.attika.table import fresh, random_positions

# Follows from `tiles`, so it is no field of its own.
MAP = ("faces", "centres", "turns", "cells", "symbols", "near", "order", "gates", "closed", "rim")


def everything(state: Rules) -> list[object]:
    return [dump(state), *([int(n) for n in getattr(state.map, name)] for name in MAP)]


def test_spaces_are_offered_by_slot_and_listed_by_cell() -> None:
    """§5.1: the order of the list is that of the actions, whichever tile lay first; each space can be drawn."""
    turned_round = 0
    for state in random_positions(1, 3, seed=5):
        if state.step not in (ANSWER, CHOOSE_SPACE):
            continue
        menu = Menu()
        state.menu(menu)
        by_slot = [int(menu.at(n)) for n in range(int(menu.count()))]
        assert sorted(by_slot) == state.legal()
        turned_round += by_slot != state.legal()
    assert turned_round > 10


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
