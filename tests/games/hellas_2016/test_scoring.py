"""Villages, cities, and points."""

from __future__ import annotations

from random import Random

from agon.core.chance import playout
from agon.core.hexgrid import groups, neighbours
from agon.games.hellas_2016 import GAME
from agon.games.hellas_2016.rules import Rules
from tests.games.hellas_2016.board import columns, empty, points, put, set_marble, statue


def test_adjacent_pieces_of_one_colour_are_connected_and_others_are_not() -> None:
    """§7.1"""
    state = empty(3)
    put(state, 0, "HP", (0, 0), (1, 0))
    put(state, 1, "H", (2, 0))
    put(state, 0, "H", (3, 0))
    assert points(state, 0)["city"] == 2


def test_a_village_scores_nothing_even_at_a_temple_and_a_statue() -> None:
    """§7.2 §Q14"""
    state = empty(3)
    set_marble(state, 0, 0, 0)
    columns(state, 0, 0, 0, 8, 0)
    put(state, 0, "HHS", (1, 0), (0, 0), (1, 1))
    statue(state, (2, 0))
    assert points(state, 0)["total"] == 0


def test_palace_and_square_without_a_house_are_no_city() -> None:
    """§Q13"""
    state = empty(3)
    put(state, 0, "PS", (0, 0), (1, 0))
    assert points(state, 0)["city"] == 0


def test_squares_in_a_row_or_a_second_palace_link() -> None:
    """§Q31"""
    state = empty(3)
    put(state, 0, "HSSP", (-1, 0), (0, 0), (1, 0), (2, 0))
    assert points(state, 0)["city"] == 4
    put(state, 1, "HPP", (-1, -1), (0, -1), (1, -1))
    assert points(state, 1)["city"] == 3


def test_statues_and_temples_do_not_link() -> None:
    """§Q20"""
    state = empty(3)
    put(state, 0, "HP", (-1, 0), (1, 0))
    statue(state, (0, 0))
    assert points(state, 0)["city"] == 0


def test_a_temple_touched_by_several_pieces_of_a_city_counts_once() -> None:
    """§Q22"""
    state = empty(3)
    columns(state, 0, 0, 0, 5, 0)
    put(state, 0, "HPH", (0, 0), (1, 0), (1, 1))
    assert points(state, 0)["temples"] == 5


def test_a_statue_scores_for_cities_beside_it_and_not_for_its_builder_or_a_temple() -> None:
    """§Q21 §Q27 §8.4"""
    state = empty(3)
    statue(state, (1, 1))  # next to the temple T4
    put(state, 1, "HP", (2, 1), (3, 1))
    assert [points(state, s)["statues"] for s in range(3)] == [0, 3, 0]


def test_rings_without_any_majority() -> None:
    """§Q23 §8.5"""
    state = empty(2)
    assert points(state, 0)["rings"] == 0
    state.temples.rings[0] = 1
    assert points(state, 0)["rings"] == 5


def test_points_can_be_told_at_any_time_but_nothing_is_booked() -> None:
    """§Q25 §8.1"""
    state = empty(2)
    set_marble(state, 10, 0)
    assert points(state, 0)["total"] == 2
    set_marble(state, 0, 0)
    assert points(state, 0)["total"] == 0


def test_a_tie_is_shared_and_the_switch_breaks_it_by_marble_left_over() -> None:
    """§8.7 §Q24"""
    state = empty(2)
    set_marble(state, 3, 4)
    assert state.places() == [1, 1]
    state = empty(2, tieBreak="marble")
    set_marble(state, 3, 4)
    assert state.places() == [2, 1]
    set_marble(state, 5, 4)
    assert state.places() == [1, 2]


def test_marble_that_was_counted_breaks_no_tie() -> None:
    """§Q24: only what is left over after counting decides."""
    state = empty(3, tieBreak="marble")
    put(state, 0, "HP", (0, 0), (1, 0))
    set_marble(state, 4, 14, 0)
    assert [points(state, seat)["total"] for seat in (0, 1, 2)] == [2, 2, 0]
    assert state.places() == [1, 1, 3]


def test_marble_is_public_so_an_observation_keeps_it() -> None:
    """§Q17"""
    state = empty(3)
    set_marble(state, 1, 2, 3)
    seen = state.observe(0)
    assert list(seen.purse.marble) == [1, 2, 3]


def naive_total(state: Rules, seat: int) -> int:
    """The specification's formula, on sets of hexes."""
    at: dict[tuple[int, int], str] = {}
    for letter, masks in (("H", state.island.houses), ("P", state.island.palaces), ("S", state.island.squares)):
        for c, h in state.side.hexes.items():
            if int(masks[2 * seat + c // 62]) >> c % 62 & 1:
                at[h] = letter
    statues = [h for c, h in state.side.hexes.items() if int(state.island.statues[c // 62]) >> c % 62 & 1]
    cities = [g for g in groups(at) if {"H", "P"} <= {at[h] for h in g}]
    score = max((len(g) for g in cities), default=0)
    for city in cities:
        touched = {n for h in city for n in neighbours(h)}
        for t, c in enumerate(state.side.temples):
            if state.side.hexes[int(c)] in touched:
                score += int(state.temples.columns[t])
        score += 3 * sum(1 for s in statues if s in touched)
    rings = [int(r) for r in state.temples.rings]
    score += 2 * rings[seat] + (3 if rings[seat] and rings[seat] == max(rings) else 0)
    return score + int(state.purse.marble[seat]) // 5


def test_the_fast_count_agrees_with_the_formula_of_the_specification() -> None:
    """§8.2 §8.3 §8.4 §8.5 §8.6"""
    for seed in range(120):
        seats = 2 + seed % 3
        state = GAME.start(seats, GAME.settings({}))
        assert isinstance(state, Rules)
        playout(state, Random(seed))
        for seat in range(seats):
            assert points(state, seat)["total"] == naive_total(state, seat)
