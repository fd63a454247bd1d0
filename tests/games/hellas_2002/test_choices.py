"""The fast paths agree with the plain ones: draws without a list, copies that share, masks kept up to date."""

from __future__ import annotations

from random import Random

import pytest

from agon.core import codec
from agon.core.menu import Menu
from agon.core.numbers import BIT
from agon.core.state import NONE, OVER
from agon.games.hellas_2002 import choices
from agon.games.hellas_2002.parts import DARK, KINDS, LIGHT, WINDOWS
from agon.games.hellas_2002.questions import LAST, RESPOND, SEND, SETTLE, SETUP, START, STEAL, WINDOW
from agon.games.hellas_2002.rules import Rules
from tests.draws import drawn, likely

from .table import PARTS, fresh, play, random_positions


@pytest.mark.parametrize("seed", range(6))
def test_a_random_action_is_each_of_the_legal_ones_alike(seed: int) -> None:
    """§5.1 §3.1"""
    for state in random_positions(seed)[:-1]:
        wanted = likely(state)
        assert drawn(state, wanted.total()) == wanted


def test_random_games_ask_every_question() -> None:
    """So that the test above has seen them all but the rarest."""
    asked = {(int(s.step), int(s.window)) for seed in range(6) for s in random_positions(seed)}
    assert {window for step, window in asked if step == WINDOW} == set(range(START, LAST + 1))
    assert {step for step, _ in asked} >= {SETTLE, RESPOND, SEND, STEAL}


@pytest.mark.parametrize("seed", range(6))
def test_a_question_with_two_answers_or_more_is_seen_to_be_one(seed: int) -> None:
    """Looking for two answers does not change whether there is a single one. §5.1"""
    for state in random_positions(seed)[:-1]:
        whole, short = Menu(), Menu()
        state.menu(whole)
        choices.some(state, short)
        assert whole.only() == short.only()
        assert set(short.listed()) <= set(whole.listed())


def test_copies_do_not_notice_each_other() -> None:
    """Vectors are shared till one of two copies writes: at every ply the other one stays as it was."""
    for seed in (1, 2):
        rng = Random(seed)
        state = fresh()
        while state.actor() != OVER:
            before = codec.dump(state)
            copy, kept = state.clone(), state.clone()
            action = state.random_action(rng)
            copy.apply(action)
            assert codec.dump(state) == codec.dump(kept) == before
            state.apply(action)
            assert codec.dump(kept) == before
            assert codec.dump(state) == codec.dump(copy)


def test_looking_and_imagining_leave_the_table_alone() -> None:
    """§3.7"""
    for state in random_positions(3, every=5):
        before = codec.dump(state)
        for seat in (-1, 0, 1):
            seen = state.observe(seat)
            hidden = codec.dump(seen)
            imagined = seen.clone()
            imagined.fill(Random(1))
            assert codec.dump(seen) == hidden
        assert codec.dump(state) == before


def masks(state: Rules) -> tuple[int, ...]:
    """What follows from the pieces."""
    return tuple(int(m) for m in (state.spare, state.full_of_greeks, state.with_ship, state.full_of_ships))


def test_masks_of_pieces_are_up_to_date() -> None:
    """§5.2 §5.4"""
    for state in random_positions(4):
        counted = [0, 0, 0, 0]
        for tile in range(len(PARTS.tiles)):
            is_so = (
                state.pieces.greeks[tile] >= 2,
                state.pieces.greeks[tile] >= PARTS.most_greeks,
                state.pieces.ships[tile] >= 1,
                state.pieces.ships[tile] >= PARTS.most_ships,
            )
            for i, yes in enumerate(is_so):
                counted[i] |= int(BIT[tile]) if yes else 0
        assert masks(state) == tuple(counted)
        assert all(entry == -3 for entry in state.pieces.moved[state.trails :])


def test_a_loaded_position_is_the_same_in_all_that_follows_from_it() -> None:
    for state in random_positions(5, every=3):
        loaded = fresh()
        codec.load(loaded, codec.dump(state))
        assert masks(loaded) == masks(state)
        assert loaded.legal() == state.legal()
        assert codec.same(loaded, state)


def test_only_one_register_of_a_kind_is_in_use_at_a_time() -> None:
    """What digests call `todo` and `spot` is told by it."""
    for seed in range(3):
        for state in random_positions(seed):
            left = (state.to_deal, state.to_settle, state.actions_left, state.to_draw, state.spoils)
            assert sum(1 for n in left if n != 0) <= 1
            assert sum(1 for place in (state.god, state.gained, state.city) if place != NONE) <= 1


def test_a_viewer_who_cannot_count_a_stack_takes_each_of_its_cards_for_as_likely() -> None:
    """§3.7 §4.1"""
    state = fresh()
    play(state, "card A1", "card P1", "card Z1")
    assert state.weights() == state.observe(LIGHT).weights() == [3, 3, 3, 2, 2, 2]
    assert state.observe(DARK).weights() == [1] * 6
    assert state.observe(DARK).legal() == state.legal()


def test_cards_by_window_are_those_whose_window_it_is() -> None:
    """§3.2"""
    for window in range(len(WINDOWS)):
        for kind in range(KINDS):
            assert bool(PARTS.own_kinds[window] & BIT[kind]) == bool(PARTS.own_windows[kind] & BIT[window])
            assert bool(PARTS.other_kinds[window] & BIT[kind]) == bool(PARTS.other_windows[kind] & BIT[window])
    assert PARTS.own_kinds[SETUP] == PARTS.other_kinds[SETUP] == 0
