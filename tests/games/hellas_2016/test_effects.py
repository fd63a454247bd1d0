"""What each action field does."""

from __future__ import annotations

import pytest

from agon.games.hellas_2016 import GAME, effects
from agon.games.hellas_2016.parts import HOUSE, SQUARE
from tests.games.hellas_2016.board import (
    cell,
    empty,
    income,
    legal,
    name,
    play,
    put,
    quarries,
    quarry,
    set_marble,
    statue,
)


@pytest.mark.parametrize(("at", "price"), [((5, 0), 1), ((4, 0), 2)])
def test_a_house_costs_one_on_the_coast_and_two_inland(at: tuple[int, int], price: int) -> None:
    """§6.2 §3.2"""
    state = empty(3)
    set_marble(state, 5, 0, 0)
    play(state, "take house1", f"house {name(state, at)}")
    assert state.purse.marble[0] == 5 - price
    assert state.island.supply[HOUSE] == 11


def test_a_square_goes_on_any_free_space_and_needs_no_neighbour() -> None:
    """§Q15 §6.3"""
    state = empty(3)
    set_marble(state, 5, 0, 0)
    play(state, "take houseSquare1")
    squares = [t for t in legal(state) if t.startswith("square")]
    assert len(squares) == 85


def test_a_palace_may_stand_alone() -> None:
    """§6.4"""
    state = empty(3)
    set_marble(state, 7, 0, 0)
    play(state, "take palace1")
    assert len([t for t in legal(state) if t.startswith("palace")]) == 85


def test_when_the_active_player_declines_the_others_still_build() -> None:
    """§Q4"""
    state = empty(3)
    play(state, "take house1", "pass")
    assert state.actor() == 1
    play(state, f"house {name(state, (5, 0))}", "pass")
    assert state.island.supply[3 + HOUSE] == 11


def test_with_one_marble_either_house_or_square_is_built() -> None:
    """§Q16"""
    for piece, kind in (("house", HOUSE), ("square", SQUARE)):
        state = empty(3)
        set_marble(state, 1, 0, 0)
        play(state, "take houseSquare1", f"{piece} {name(state, (5, 0))}")
        assert state.purse.marble[0] == 0
        assert state.island.supply[kind] == (11 if kind == HOUSE else 2)


def test_without_pieces_left_nothing_is_built() -> None:
    """§6.12"""
    state = empty(3)
    state.island.supply[1] = 0
    set_marble(state, 20, 0, 0)
    play(state, "take palace1")
    assert state.actor() == 1


def test_the_bank_never_runs_out() -> None:
    """§6.12 §Q18"""
    state = empty(3)
    effects.gain(state, 0, 1000)
    assert state.purse.marble[0] == 1005
    assert GAME.census(state) == GAME.inventory(state)


def test_rings_never_run_out_where_a_pack_has_too_few() -> None:
    """§6.12"""
    state = empty(3)
    for _ in range(20):
        effects.take_ring(state, 1)
        assert state.rings_left >= 0
        assert GAME.census(state) == GAME.inventory(state)
    assert state.temples.rings[1] == 20


def test_a_house_between_two_active_quarries_is_paid_by_both() -> None:
    """§Q5 §6.6"""
    state = empty(3)
    quarries(state, {1: 30, 2: 31, 13: 32}, worker=12)
    put(state, 1, "H", (0, -4))
    assert income(state) == [0, 2, 0]


def test_a_statue_is_nobodys_and_takes_its_space() -> None:
    """§6.10 §Q21"""
    state = empty(3)
    set_marble(state, 8, 9, 9)
    play(state, "take statue1", f"statue {name(state, (0, 0))}")
    assert state.statues_left == 2
    play(state, "take house1")
    assert f"house {name(state, (0, 0))}" not in legal(state)


def test_without_a_statue_left_the_action_has_no_effect() -> None:
    """§6.10"""
    state = empty(3)
    statue(state, (0, 0), (1, 0), (2, 0))
    set_marble(state, 20, 0, 0)
    play(state, "take statue1")
    assert state.actor() == 1
    assert state.purse.marble[0] == 20


def test_the_new_quarry_has_the_lowest_number_and_never_closes_at_once() -> None:
    """§Q26"""
    state = empty(3)
    quarries(state, {5: 12, 6: 18, 13: 31}, worker=2)
    play(state, "take quarry1", "quarry", "tile 11", f"worker {quarry(state, 1)}")
    assert state.is_active(1)


def test_spaces_taken_are_free_no_more() -> None:
    """§6.2"""
    state = empty(3)
    at = cell(state, (4, 0))
    effects.put(state, 0, HOUSE, at)
    play(state, "take house1")
    assert f"house {state.parts.cells[at]}" not in legal(state)
