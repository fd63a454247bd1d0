"""Set-up, phases, turns and the order of decisions, paragraph by paragraph."""

from __future__ import annotations

import pytest

from agon.core.errors import AgonError
from agon.core.state import CHANCE, NONE, OVER
from agon.games.hellas_2016 import GAME
from agon.games.hellas_2016.parts import COAST, INLAND, QUARRY, TEMPLE
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.questions import ASK_QUARRY, BUILD, TAKE_SPACE
from agon.games.hellas_2016.rules import new
from tests.games.hellas_2016.board import (
    cell,
    columns,
    empty,
    legal,
    name,
    play,
    put,
    quarries,
    quarry,
    set_marble,
    temple,
    tops,
)


def test_everybody_has_twelve_houses_three_palaces_three_squares() -> None:
    """§1.1 §4.4"""
    state = new(GAME.parts, GAME.actions, 4, GAME.settings({}))
    assert [list(state.island.supply[3 * s : 3 * s + 3]) for s in range(4)] == [[12, 3, 3]] * 4
    assert (state.statues_left, state.rings_left, GAME.parts.columns, GAME.parts.stone_total) == (3, 14, 30, 12)


def test_lower_tiles_show_more_marble() -> None:
    """§1.2"""
    marble = [int(GAME.parts.tile_marble[n]) for n in range(1, 41)]
    assert marble == [4] * 4 + [3] * 10 + [2] * 12 + [1] * 14
    assert sum(marble) == 84


def test_two_play_on_the_pegasus_side_more_on_the_minotaur_side() -> None:
    """§2.1 §4.1"""
    assert [GAME.parts.side(n).name for n in (2, 3, 4)] == ["pegasus", "minotaur", "minotaur"]


@pytest.mark.parametrize(
    ("seats", "coast", "inland", "columns_", "sums"),
    [
        (3, 34, 51, [4, 6, 6, 8, 6], {COAST: (-2, 0), INLAND: (-13, 3), QUARRY: (-1, 0), TEMPLE: (2, -3)}),
        (2, 25, 33, [4, 4, 8, 8, 6], {COAST: (-12, 14), INLAND: (-15, 13), QUARRY: (-6, 4), TEMPLE: (-2, -1)}),
    ],
)
def test_the_maps_are_those_of_the_specification(
    seats: int, coast: int, inland: int, columns_: list[int], sums: dict[int, tuple[int, int]]
) -> None:
    """§2.2 §2.3: the specification gives these sums of coordinates as a check."""
    side = GAME.parts.side(seats)
    assert sum(1 for k in side.kind if k == COAST) == coast
    assert sum(1 for k in side.kind if k == INLAND) == inland
    assert len(side.quarries) == 13
    assert list(side.places) == columns_
    for kind, expected in sums.items():
        hexes = [h for c, h in side.hexes.items() if side.kind[c] == kind]
        assert (sum(q for q, _ in hexes), sum(r for _, r in hexes)) == expected


def test_coast_is_every_building_space_with_a_sea_neighbour() -> None:
    """§2.2"""
    for side in GAME.parts.sides:
        land = set(side.hexes.values())
        for c, (q, r) in side.hexes.items():
            if side.kind[c] in (COAST, INLAND):
                steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
                at_sea = any((q + dq, r + dr) not in land for dq, dr in steps)
                assert at_sea == (side.kind[c] == COAST)


def test_the_bar_has_thirteen_spaces_seven_of_them_for_everybody() -> None:
    """§3.1"""
    state = empty(3)
    assert [t.removeprefix("take ") for t in legal(state)] == [
        "house1", "house2", "houseSquare1", "palace1", "quarry1", "quarry2", "quarry3",
        "temple2", "temple3", "temple5", "statue1", "marble1", "marble2",
    ]  # fmt: skip


def test_the_first_three_tiles_go_on_the_starting_quarries_in_order() -> None:
    """§4.2"""
    state = new(GAME.parts, GAME.actions, 3, GAME.settings({}))
    assert state.actor() == CHANCE
    assert len(legal(state)) == 40
    play(state, "tile 9", "tile 40", "tile 1")
    assert tops(state) == {5: 9, 6: 40, 13: 1}


def test_the_worker_begins_on_the_quarry_the_map_names() -> None:
    """§4.3"""
    for seats in (2, 3, 4):
        state = new(GAME.parts, GAME.actions, seats, GAME.settings({}))
        assert state.worker == 1  # Q2


def test_the_start_player_is_drawn_each_seat_alike() -> None:
    """§4.6"""
    state = new(GAME.parts, GAME.actions, 3, GAME.settings({}))
    play(state, "tile 1", "tile 2", "tile 3")
    assert legal(state) == ["start 0", "start 1", "start 2"]
    assert state.weights() == [1, 1, 1]


def test_all_twelve_stones_are_dealt() -> None:
    """§4.8"""
    for seats in (2, 3, 4):
        assert sum(empty(seats).taken.stones) == 12


def test_stones_come_off_the_bar_after_the_phase() -> None:
    """§5.3"""
    state = empty(4)
    while state.phase == 0:
        set_marble(state, 0, 0, 0, 0)
        options = legal(state)
        play(state, "waive" if "waive" in options else options[-1])
    assert [s for s in state.taken.bar if s not in (NONE, ABSENT)] == []
    assert list(state.taken.stones) == [3, 3, 3, 3]


def test_if_nobody_chose_a_temple_the_start_player_stays() -> None:
    """§Q12: it cannot happen with this bar, so the marker is taken off by hand."""
    state = empty(4, start=2)
    while state.phase == 0:
        state.marker = NONE
        set_marble(state, 0, 0, 0, 0)
        options = legal(state)
        last_stone = sum(state.taken.stones) == 1
        choice = next(t for t in options if "temple" not in t) if last_stone else options[-1]
        play(state, "waive" if "waive" in options else choice)
    assert state.starter == 2


def test_a_player_who_can_only_decline_is_not_asked() -> None:
    """§5.5 §6.1"""
    state = empty(3)
    set_marble(state, 0, 0, 4)
    play(state, "take palace1")
    assert state.step == TAKE_SPACE


def test_with_the_switch_the_start_player_begins_a_building_action() -> None:
    """§Q1 §Q29"""
    state = empty(4, start=1, groupOrder="start")
    play(state, "take marble1", "take house1")
    assert state.active == 2
    order = []
    while state.step == BUILD:
        order.append(state.actor())
        play(state, "pass")
    assert order == [1, 2, 3, 0]


def test_without_starting_houses_there_is_more_marble_and_a_third_house_space() -> None:
    """§Q2 §4.5"""
    state = new(GAME.parts, GAME.actions, 3, GAME.settings({"startHouses": 0}))
    play(state, "tile 1", "tile 2", "tile 3", "start 0")
    assert state.step == TAKE_SPACE
    assert list(state.purse.marble) == [8, 8, 8]
    assert "take house3" in legal(state)
    assert len(legal(state)) == 14


def test_waiving_the_quarry_pays_the_others_and_draws_nothing() -> None:
    """§6.5 §Q3"""
    state = empty(3)
    quarries(state, {5: 12, 6: 18, 13: 31}, worker=2)
    put(state, 0, "H", (-5, 0))
    put(state, 1, "H", (-4, 0))
    set_marble(state, 5, 5, 5)
    play(state, "take quarry1")
    assert legal(state) == ["quarry", "waive"]
    play(state, "waive")
    assert list(state.purse.marble) == [5, 8, 5]
    assert state.actor() == 1
    assert tops(state) == {5: 12, 6: 18, 13: 31}


def test_with_the_switch_off_the_quarry_is_never_waived() -> None:
    """§Q3"""
    state = empty(3, waiveQuarry="off")
    play(state, "take quarry1")
    assert state.step != ASK_QUARRY
    assert state.actor() == CHANCE


def test_income_is_paid_before_the_first_tile_is_drawn() -> None:
    """§Q6"""
    state = empty(3)
    quarries(state, {5: 12, 6: 18, 13: 31}, worker=2)
    put(state, 0, "H", (-5, 0))
    set_marble(state, 0, 0, 0)
    play(state, "take quarry1", "quarry")
    assert state.purse.marble[0] == 3
    assert state.actor() == CHANCE


def test_tile_then_worker_then_closing() -> None:
    """§Q7 §Q8"""
    state = empty(3)
    quarries(state, {5: 12, 6: 18, 13: 31}, closed=(3,), worker=2)
    play(state, "take quarry1", "quarry", "tile 2")
    assert len(tops(state)) == 4  # nothing has closed yet
    for number in (2, 3, 5):  # the one just opened, a closed one, an active one
        assert f"worker {quarry(state, number)}" not in legal(state)
    play(state, f"worker {quarry(state, 1)}")
    assert tops(state) == {2: 2, 5: 12, 6: 18}


def test_a_worker_without_an_empty_quarry_leaves_and_the_next_opening_tile_is_put_away() -> None:
    """§6.8"""
    state = empty(3)
    quarries(state, {9: 20, 10: 21, 11: 22}, closed=(1, 2, 3, 4, 5, 6, 7, 8, 12), worker=13)
    low = [t for t in state.stack() if t < 20]
    play(state, "take quarry1", "quarry", f"tile {low[-1]}")
    assert state.worker == NONE
    assert tops(state) == {9: 20, 10: 21, 13: low[-1]}
    play(state, "take quarry2", "quarry", f"tile {low[0]}")
    assert tops(state) == {9: 20, 10: 21, 13: low[-1]}
    assert state.step == TAKE_SPACE
    assert GAME.census(state) == GAME.inventory(state)


def test_drawing_ends_with_an_empty_stack() -> None:
    """§6.7"""
    state = empty(3)
    for tile in state.stack()[1:]:
        state.quarries.tile_at[tile] = 0
    play(state, "take quarry1", "quarry")
    assert len(legal(state)) == 1
    play(state, legal(state)[0])
    while state.step not in (TAKE_SPACE,):
        play(state, legal(state)[0])
    play(state, "take quarry2", "quarry")
    assert state.step == TAKE_SPACE


def test_a_later_temple_chooser_does_not_take_the_start_over() -> None:
    """§Q11 §5.4"""
    state = empty(3)
    set_marble(state, 0, 0, 0)
    play(state, "take temple2", "take temple3")
    assert state.marker == 0


def test_a_space_that_cannot_be_used_may_be_chosen_once_a_phase() -> None:
    """§Q28 §Q30 §5.2"""
    state = empty(3)
    set_marble(state, 0, 0, 0)
    play(state, "take statue1")
    assert state.actor() == 1
    assert "take statue1" not in legal(state)


def test_three_marble_are_taken_without_asking() -> None:
    """§6.11 §Q3"""
    state = empty(3)
    set_marble(state, 1, 0, 0)
    play(state, "take marble2")
    assert state.purse.marble[0] == 4
    assert state.actor() == 1


def test_columns_cannot_be_raised_without_enough_places() -> None:
    """§6.9 §Q9"""
    state = empty(3)
    columns(state, 4, 6, 6, 8, 4)
    set_marble(state, 10, 0, 0)
    play(state, "take temple5")
    assert state.actor() == 1
    assert state.purse.marble[0] == 10


def test_the_last_temple_with_room_takes_all_further_columns() -> None:
    """§5.5 §6.9"""
    state = empty(3)
    columns(state, 3, 6, 6, 8, 4)
    set_marble(state, 6, 0, 0)
    play(state, "take temple3", f"column {temple(state, 1)}")
    assert list(state.temples.columns) == [4, 6, 6, 8, 6]
    assert state.temples.rings[0] == 3
    assert state.actor() == 1


def test_a_game_for_five_or_with_a_wrong_option_is_refused_with_a_sentence() -> None:
    """§5.1"""
    with pytest.raises(AgonError, match="2, 3, 4 seats, not 5"):
        GAME.new(5)
    with pytest.raises(AgonError, match="tieBreak is one of shared, marble"):
        GAME.new(2, tieBreak="dice")
    with pytest.raises(AgonError, match='no option "foo"'):
        GAME.new(2, foo="bar")


def test_nothing_is_legal_after_the_end() -> None:
    """§8.1"""
    state = empty(2)
    while state.actor() != OVER:
        set_marble(state, 0, 0)
        options = legal(state)
        play(state, "waive" if "waive" in options else options[0])
    assert legal(state) == []
    refusal = GAME.why_not(state, GAME.space.parse("take house1"))
    assert refusal is not None
    assert refusal.message() == "The game is over. (§8.1)"


def test_nobody_builds_on_a_quarry_closed_or_not_nor_where_the_worker_stands() -> None:
    """§Q19"""
    state = empty(3)
    quarries(state, {5: 12, 6: 18, 13: 31}, closed=(4,), worker=2)
    set_marble(state, 9, 9, 9)
    play(state, "take house1")
    for number in (1, 2, 4, 5):
        assert f"house {quarry(state, number)}" not in legal(state)


def test_a_refusal_names_the_rule_in_both_languages() -> None:
    """§3.2"""
    state = empty(3)
    set_marble(state, 1, 0, 0)
    play(state, "take house1")
    refusal = GAME.why_not(state, GAME.space.parse(f"house {name(state, (4, 0))}"))
    assert refusal is not None
    assert refusal.message("en") == "A house inland costs 2 marble; you have 1. (§3.2)"
    assert refusal.message("de") == "Haus im Inselinneren kostet 2 Marmor; du hast 1. (§3.2)"
    assert cell(state, (4, 0)) >= 0
