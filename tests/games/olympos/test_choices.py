"""What is offered: masks agree with the slow reading; copies stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from agon.core import codec
from agon.core.numbers import BIT
from agon.core.state import NONE, OVER
from agon.games.olympos import choices, effects
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import KINDS
from agon.games.olympos.rules import Rules, new
from tests.games.olympos.table import ACTIONS, PARTS


def positions(seats: int, games: int) -> Iterator[Rules]:
    """Every position of some random games; towards the end seats hold more than they can spend."""
    for seed in range(games):
        state, rng = new(PARTS, ACTIONS, seats, {}), Random(f"{seats}/{seed}")
        while state.actor() != OVER:
            yield state
            state.apply(state.random_action(rng))


@pytest.mark.parametrize("seats", [3, 5])
def test_a_copy_and_its_original_do_not_touch_each_other(seats: int) -> None:
    """Their groups are shared until one of them writes: in every field, whoever goes on."""
    kept: list[tuple[Rules, codec.Dump]] = []
    rng = Random(3)
    for state in positions(seats, 3):
        before = codec.dump(state)
        copy, second = state.clone(), state.clone()
        for _ in range(6):
            if copy.actor() != OVER:
                copy.apply(copy.random_action(rng))
        assert codec.dump(state) == before
        assert codec.dump(second) == before
        seen = second.observe(0)
        observed = codec.dump(seen)
        seen.clone().fill(rng)
        assert codec.dump(seen) == observed
        seen.fill(rng)
        assert codec.dump(second) == before
        kept.append((second, before))  # the original goes on
    for copy, before in kept:
        assert codec.dump(copy) == before


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_goals_are_the_territories_whose_price_can_be_paid(seats: int) -> None:
    """§6.3 §Q13: near the cross, beside closed seas and against every strength."""
    refused = 0
    for state in positions(seats, 12):
        if state.step != ask.TAKE_TURN:
            continue
        seat, rng = state.active, Random(str(codec.dump(state)))
        tight = state.clone()
        tight.camps, tight.track = tight.camps.copy(), tight.track.copy()
        tight.camps.hourglasses[seat] = 0
        tight.track.space_of[seat] = PARTS.cross - int(rng.random() * 16)
        tight.siren = int(rng.random() * 2**seats)
        tight.erinyes = int(rng.random() * 2**seats)
        if rng.random() < 0.5:
            tight.camps.stock[seat] = 0
        for each in (state, tight):
            present = effects.presence(each, seat)
            expected = 0
            for t in range(PARTS.land):
                price = effects.expansion_price(each, seat, present, t)
                if effects.can_end(each, seat, t) and effects.within_cross(each, seat, price, 0):
                    expected |= BIT[t]
                elif effects.can_end(each, seat, t):
                    refused += 1
            assert choices.goals(each) == expected
    assert refused > 1000


def test_cells_can_be_paid_where_some_way_can_be_gone() -> None:
    """§7.2"""
    for state in positions(4, 4):
        if state.step != ask.TAKE_TURN:
            continue
        for seat in range(4):
            for cell in range(len(PARTS.cells)):
                ways = range(PARTS.way_first[cell], PARTS.way_first[cell + 1])
                assert effects.can_pay(state, seat, cell) == any(effects.payment(state, seat, w) != NONE for w in ways)
            assert all(state.camps.cubes[KINDS * seat + r] >= 0 for r in range(KINDS))
