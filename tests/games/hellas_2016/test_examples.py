"""The worked examples of the rule specification, section 11, one test each. The figures marked "rulebook" there are the
publisher's own; the spaces are ours."""

from __future__ import annotations

from agon.core.state import CHANCE, NONE, OVER
from agon.games.hellas_2016 import GAME
from agon.games.hellas_2016.parts import PALACE, STATUE
from agon.games.hellas_2016.questions import BUILD, TAKE_SPACE
from agon.games.hellas_2016.rules import Rules, new
from tests.games.hellas_2016.board import (
    BLUE,
    GREEN,
    RED,
    cell,
    columns,
    empty,
    income,
    legal,
    name,
    play,
    points,
    put,
    quarries,
    quarry,
    set_marble,
    statue,
    temple,
    tops,
)


def e1_table() -> Rules:
    """Red 0, Blue 1, Green 2; Blue is about to act."""
    state = empty(3, start=BLUE)
    quarries(state, {5: 12, 6: 18, 13: 31}, worker=2)
    put(state, BLUE, "H", (-5, 0), (0, 5))
    put(state, GREEN, "H", (-1, 5), (1, 4))
    put(state, RED, "H", (-3, -1))
    return state


def test_e1_income_of_the_rulebook() -> None:
    """§6.6"""
    state = e1_table()
    before = list(state.purse.marble)
    play(state, "take quarry1", "quarry")
    assert [int(b - a) for a, b in zip(before, state.purse.marble, strict=True)] == [3, 4, 2]


def test_e2_covering_of_the_rulebook() -> None:
    """§6.7"""
    state = e1_table()
    play(state, "take quarry1", "quarry", "tile 25")
    assert set(legal(state)) == {f"cover {quarry(state, 5)}", f"cover {quarry(state, 6)}"}
    play(state, f"cover {quarry(state, 5)}")
    assert tops(state) == {5: 25, 6: 18, 13: 31}
    assert state.actor() == CHANCE


def e3_table() -> Rules:
    state = e1_table()
    play(state, "take quarry1", "quarry", "tile 25", f"cover {quarry(state, 5)}", "tile 7")
    return state


def test_e3_opening_and_closing_of_the_rulebook() -> None:
    """§6.8"""
    state = e3_table()
    assert set(legal(state)) == {f"worker {quarry(state, q)}" for q in (1, 3, 4, 7, 8, 9, 10, 11, 12)}
    play(state, f"worker {quarry(state, 1)}")
    assert tops(state) == {5: 25, 6: 18, 2: 7}
    assert state.parts.tile_marble[7] == 3
    assert state.step == TAKE_SPACE
    assert state.actor() == GREEN


def test_e4_income_after_the_closing() -> None:
    """§6.6"""
    state = e3_table()
    play(state, f"worker {quarry(state, 1)}")
    assert income(state) == [2, 2, 0]


def test_e5_four_tiles() -> None:
    """§6.7"""
    state = empty(3)
    quarries(state, {5: 5, 6: 9, 13: 20}, worker=2)
    play(state, "take quarry1", "quarry")
    play(state, "tile 30", f"cover {quarry(state, 13)}")
    play(state, "tile 22", f"cover {quarry(state, 6)}")
    play(state, "tile 38", f"cover {quarry(state, 13)}")
    play(state, "tile 11")  # only the 5 is lower: nothing to decide
    assert tops(state) == {5: 11, 6: 22, 13: 38}
    assert state.closed == 0
    assert state.step == TAKE_SPACE


def test_e6_forced_single_choice() -> None:
    """§5.5"""
    state = empty(3)
    quarries(state, {5: 12, 6: 30, 13: 33}, worker=2)
    play(state, "take quarry1", "quarry", "tile 14")
    assert state.actor() == CHANCE
    assert tops(state)[5] == 14


def test_e7_two_quarries_one_house() -> None:
    """§6.6 §Q5"""
    for piece, expected in (("H", 6), ("P", 0), ("S", 0)):
        state = empty(3)
        quarries(state, {1: 3, 2: 20, 13: 31}, worker=12)
        put(state, RED, piece, (0, -4))
        assert income(state)[RED] == expected


def test_e8_workers_and_closed_quarries_yield_nothing() -> None:
    """§6.6"""
    state = empty(3)
    quarries(state, {5: 12, 6: 18, 13: 31}, worker=2)
    put(state, RED, "H", (2, -5))
    assert income(state)[RED] == 0
    quarries(state, {5: 12, 6: 18, 13: 31}, closed=(2,), worker=3)
    assert income(state)[RED] == 0


def test_e9_order_of_a_building_action() -> None:
    """§6.1 §Q4"""
    state = empty(4, start=0)
    play(state, "take marble1", "take marble2")
    set_marble(state, 0, 3, 3, 3)
    play(state, "take house1")
    assert state.actor() == 2
    play(state, "pass")
    assert state.actor() == 3
    play(state, f"house {name(state, (5, 0))}")
    assert state.actor() == 1  # A has no marble and is not asked
    play(state, f"house {name(state, (4, -4))}")
    assert state.step == TAKE_SPACE
    assert state.actor() == 3


def test_e10_house_and_or_square() -> None:
    """§6.3 §Q16"""
    inland, coast, coast_2 = (4, 0), (5, 0), (5, 1)
    state = empty(3)
    set_marble(state, 3, 0, 0)
    play(state, "take houseSquare1", f"house {name(state, inland)}", f"square {name(state, coast)}")
    assert state.purse.marble[RED] == 0

    state = empty(3)
    set_marble(state, 2, 0, 0)
    play(state, "take houseSquare1", f"house {name(state, coast)}")
    assert f"square {name(state, coast)}" not in legal(state)  # not on the same space
    assert f"square {name(state, inland)}" not in legal(state)  # one marble left
    play(state, f"square {name(state, coast_2)}")
    state = empty(3)
    set_marble(state, 2, 0, 0)
    play(state, "take houseSquare1", f"square {name(state, inland)}")
    assert state.step == TAKE_SPACE

    state = empty(3)
    set_marble(state, 1, 0, 0)
    play(state, "take houseSquare1")
    assert f"house {name(state, inland)}" not in legal(state)
    play(state, f"square {name(state, coast)}")
    assert state.step == TAKE_SPACE


def test_e11_costs() -> None:
    """§3.2"""
    state = empty(3)
    assert state.parts.coast_cost[PALACE] == 5
    set_marble(state, 7, 0, 0)
    play(state, "take palace1", f"palace {name(state, (5, 0))}")
    assert state.purse.marble[RED] == 2
    state = empty(3)
    set_marble(state, 7, 0, 0)
    play(state, "take palace1", f"palace {name(state, (4, 0))}")
    assert state.purse.marble[RED] == 0
    state = empty(3)
    set_marble(state, 7, 0, 0)
    play(state, "take statue1")
    for at in ((5, 0), (-2, 0), (0, 1)):  # coast, Q7, T4
        assert f"statue {name(state, at)}" not in legal(state)
    play(state, f"statue {name(state, (4, 0))}")
    assert state.purse.marble[RED] == 0
    assert state.parts.inland_cost[STATUE] == 7


def test_e12_temple_refused() -> None:
    """§6.9 §5.4"""
    state = empty(3)
    set_marble(state, 5, 5, 5)
    play(state, "take temple3")
    assert state.actor() == BLUE
    assert (state.temples.rings[RED], state.purse.marble[RED], sum(state.temples.columns)) == (0, 5, 0)
    assert state.marker == RED


def test_e13_two_completions() -> None:
    """§6.9 §Q10"""
    state = empty(3)
    columns(state, 3, 5, 0, 0, 0)
    set_marble(state, 10, 0, 0)
    play(state, "take temple5", *[f"column {temple(state, t)}" for t in (1, 2, 4, 4, 4)])
    assert state.purse.marble[RED] == 0
    assert state.temples.rings[RED] == 3
    assert list(state.temples.columns) == [4, 6, 0, 3, 0]


def test_e14_exactness() -> None:
    """§6.9 §Q9"""
    state = empty(3)
    set_marble(state, 10, 4, 0)
    play(state, "take temple5", *[f"column {temple(state, 4)}"] * 4)
    assert "pass" not in legal(state)
    play(state, f"column {temple(state, 4)}")
    play(state, "take temple2", f"column {temple(state, 1)}", f"column {temple(state, 2)}")
    assert list(state.temples.columns) == [1, 1, 0, 5, 0]


def test_e15_start_player() -> None:
    """§5.4 §Q11"""
    state = empty(3, start=RED)
    set_marble(state, 0, 0, 0)
    play(state, "take house1", "take temple2", "take house2")
    play(state, "take temple5", "take palace1", "take statue1")
    play(state, "take houseSquare1", "take temple3", "take quarry1", "waive")
    play(state, "take quarry2", "waive", "take quarry3", "waive", "take marble1")
    assert (state.phase, state.starter, state.actor()) == (1, BLUE, BLUE)
    set_marble(state, 0, 0, 0)
    while state.phase == 1:
        set_marble(state, 0, 0, 0)  # nobody can build
        temples = [t for t in legal(state) if t.startswith("take temple")]
        others = [t for t in legal(state) if t.startswith("take") and t not in temples]
        if "waive" in legal(state):
            play(state, "waive")
        else:
            play(state, temples[0] if state.actor() == RED and temples else others[0])
    assert (state.phase, state.starter) == (2, RED)


def test_e16_link_by_a_square() -> None:
    """§7.3"""
    state = empty(3)
    put(state, RED, "HP", (-1, 0), (0, -2))
    assert points(state, RED)["city"] == 0
    put(state, RED, "S", (-1, -1))
    assert points(state, RED)["city"] == 3


def test_e17_no_house_no_city() -> None:
    """§7.3 §Q13"""
    state = empty(3)
    set_marble(state, 0, 0, 0)
    columns(state, 0, 6, 0, 0, 0)
    put(state, RED, "PS", (-1, -2), (-1, -1))
    assert points(state, RED)["total"] == 0
    put(state, RED, "H", (-1, -3))
    assert points(state, RED) == {"city": 3, "temples": 6, "statues": 0, "rings": 0, "marble": 0, "total": 9}


def e18_table() -> Rules:
    state = empty(3)
    set_marble(state, 0, 0, 0)
    columns(state, 0, 0, 0, 5, 0)
    put(state, RED, "HPH", (1, 0), (1, -1), (2, -1))
    put(state, RED, "HPH", (-1, 1), (-2, 1), (-1, 2))
    return state


def test_e18_equal_cities() -> None:
    """§8.2 §8.3"""
    row = points(e18_table(), RED)
    assert (row["city"], row["temples"], row["total"]) == (3, 10, 13)


def test_e19_growing_together() -> None:
    """§7.3 §8.3"""
    state = e18_table()
    put(state, RED, "S", (0, 0))
    row = points(state, RED)
    assert (row["city"], row["temples"], row["total"]) == (7, 5, 12)


def test_e20_largest_city_of_the_rulebook() -> None:
    """§8.2"""
    state = empty(3)
    put(state, RED, "HHHHHHSSPP", *_E25_RED)
    assert points(state, RED)["city"] == 10


_E25_RED = ((2, -3), (3, -3), (3, -2), (4, -2), (4, -1), (4, 0), (2, -2), (2, -1), (3, 0), (2, 0))


def test_e21_statues_of_the_rulebook() -> None:
    """§8.4"""
    state = empty(3)
    put(state, RED, "HHHHHHSSPP", *_E25_RED)
    put(state, RED, "HP", (0, 2), (0, 3))
    statue(state, (1, 1), (3, 1))
    assert points(state, RED)["statues"] == 9


def test_e22_temples_of_the_rulebook() -> None:
    """§8.3"""
    state = e25_table()
    assert [points(state, seat)["temples"] for seat in (RED, GREEN, BLUE)] == [15, 12, 5]


def test_e23_rings() -> None:
    """§8.5 §Q23"""
    state = empty(3)
    for rings, expected in (((3, 2, 4), [6, 4, 11]), ((3, 3, 1), [9, 9, 2]), ((0, 0, 0), [0, 0, 0])):
        for seat, n in enumerate(rings):
            state.temples.rings[seat] = n
        assert [points(state, seat)["rings"] for seat in range(3)] == expected


def test_e24_marble_of_the_rulebook() -> None:
    """§8.6"""
    state = empty(3)
    set_marble(state, 18, 4, 5)
    assert [points(state, seat)["marble"] for seat in range(3)] == [3, 0, 1]


def e25_table() -> Rules:
    state = empty(3)
    columns(state, 4, 6, 6, 5, 0)
    statue(state, (1, 1), (3, 1))
    put(state, RED, "HHHHHHSSPP", *_E25_RED)
    put(state, RED, "HP", (0, 2), (0, 3))
    put(state, GREEN, "HPHP", (-1, -3), (0, -3), (-3, -1), (-3, 0))
    put(state, BLUE, "HP", (-1, 1), (-2, 1))
    state.temples.rings[RED], state.temples.rings[GREEN], state.temples.rings[BLUE] = 3, 2, 4
    set_marble(state, 18, 5, 4)
    return state


def test_e25_full_scoring_on_the_map() -> None:
    """§8.1 §8.7"""
    state = e25_table()
    assert points(state, RED) == {"city": 10, "temples": 15, "statues": 9, "rings": 6, "marble": 3, "total": 43}
    assert points(state, GREEN) == {"city": 2, "temples": 12, "statues": 0, "rings": 4, "marble": 0, "total": 18}
    assert points(state, BLUE) == {"city": 2, "temples": 5, "statues": 0, "rings": 11, "marble": 1, "total": 19}
    assert state.places() == [1, 2, 3]


def test_e26_stones() -> None:
    """§5.1"""
    assert GAME.parts.stones == {2: [6, 6, 5], 3: [4, 4, 3], 4: [3, 3, 2]}
    assert [n * sum(row) for n, row in GAME.parts.stones.items()] == [34, 33, 32]
    for seats in (2, 3, 4):
        state = empty(seats)
        taken = 0
        while state.actor() != OVER:
            set_marble(state, *[0] * seats)  # nobody can build: only stones and quarries
            options = legal(state)
            taken += options[0].startswith("take")
            play(state, "waive" if "waive" in options else options[0])
        assert taken == seats * sum(GAME.parts.stones[seats])


def test_e27_last_stone() -> None:
    """§5.2 §Q28"""
    state = empty(4)
    for space in ("marble1", "marble2", "house1", "house2", "houseSquare1", "palace1", "temple2", "temple3", "temple5"):
        set_marble(state, 0, 0, 0, 0)
        play(state, f"take {space}")
    set_marble(state, 0, 0, 0, 0)
    play(state, "take quarry1", "waive", "take quarry2", "waive")
    assert legal(state) == ["take quarry3", "take statue1"]


def setup_houses(seats: int, start: int) -> tuple[Rules, list[int]]:
    """Play the starting houses; returns who placed them in which order."""
    state = new(GAME.parts, GAME.actions, seats, GAME.settings({}))
    play(state, "tile 12", "tile 18", "tile 31", f"start {start}")
    order: list[int] = []
    while state.step != TAKE_SPACE:
        order.append(state.actor())
        play(state, legal(state)[0])
    return state, order


def test_e28_set_up() -> None:
    """§4.7 §4.5"""
    state = new(GAME.parts, GAME.actions, 4, GAME.settings({}))
    play(state, "tile 12", "tile 18", "tile 31", "start 0")
    at_q6 = {f"house {name(state, at)}" for at in ((4, -1), (4, -2), (3, -2), (2, -1), (2, 0), (3, 0))}
    assert at_q6 <= set(legal(state))
    assert len(legal(state)) == 18
    state, order = setup_houses(4, 0)
    assert len(order) == 12
    assert [int(state.island.supply[3 * seat]) for seat in range(4)] == [9] * 4
    assert list(state.purse.marble) == [5] * 4
    assert income(state) == [3 + 2 + 1] * 4


def test_e29_set_up_order() -> None:
    """§4.7"""
    a, b, c = 0, 1, 2
    assert setup_houses(3, b)[1] == [b, c, a, a, c, b, b, c, a]


def test_e30_pegasus_scoring() -> None:
    """§8.3 §7.2"""
    state = empty(2)
    set_marble(state, 0, 0)
    columns(state, 0, 0, 8, 0, 0)
    put(state, 0, "HSP", (1, -1), (1, 0), (0, 1))
    put(state, 1, "HH", (-1, 0), (-1, 1))
    assert points(state, 0) == {"city": 3, "temples": 8, "statues": 0, "rings": 0, "marble": 0, "total": 11}
    assert points(state, 1)["total"] == 0


def test_e31_opening_never_closes_itself() -> None:
    """§6.8 §Q26"""
    state = empty(3)
    quarries(state, {5: 2, 6: 3, 13: 4}, worker=2)
    play(state, "take quarry1", "quarry", "tile 1", f"worker {quarry(state, 1)}")
    assert tops(state) == {2: 1, 5: 2, 6: 3}
    play(state, "take quarry2", "quarry")
    drawn = 0
    while state.step != TAKE_SPACE:
        if state.actor() == CHANCE:
            drawn += 1
            play(state, legal(state)[0])
        else:
            play(state, [t for t in legal(state) if not t.endswith(quarry(state, 2))][0])
    assert drawn == 4
    assert tops(state)[2] == 1


def test_e32_ninth_closure() -> None:
    """§6.8 §5.5"""
    state = empty(3)
    quarries(state, {9: 20, 10: 21, 11: 22}, closed=tuple(range(1, 9)), worker=12)
    tile = next(t for t in state.stack() if t < 20)
    play(state, "take quarry1", "quarry", f"tile {tile}")
    assert state.worker == 12  # Q13, without a question
    assert tops(state) == {9: 20, 10: 21, 12: tile}
    assert state.step == TAKE_SPACE


def test_the_spaces_of_the_examples_are_where_the_specification_says() -> None:
    """§2.2"""
    state = empty(3)
    assert cell(state, (-1, -5)) == state.parts.cells.index("A1")
    assert name(state, (5, 0)) == "F11"
    assert state.space == NONE
    assert state.step != BUILD
