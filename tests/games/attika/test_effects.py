"""Prices, payments, settlements, groups, chains and tiles: single cases, and the naive second computation."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from agon.core.hexgrid import adjacent
from agon.core.numbers import BIT
from agon.core.state import NONE
from agon.games.attika import effects
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, WORDS
from agon.games.attika.questions import PAY
from tests.games.attika import naive
from tests.games.attika.table import (
    PARTS,
    cell,
    fewest,
    fresh,
    hand,
    hold,
    may,
    number,
    places_for,
    play,
    price,
    random_positions,
    reference,
    rim,
    slot,
    stand,
    store,
    words,
)

# ---- the naive second computation agrees, on thousands of random positions ----


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_price_agrees_with_the_naive_one(seats: int) -> None:
    """§5.2 §5.3 §5.5 §6.2"""
    rng = Random(seats)
    for state in random_positions(6, seats, 100, every=3):
        table = naive.Table(state)
        for _ in range(4):
            seat, building = rng.randrange(seats), rng.randrange(BUILDINGS)
            h = rng.choice(table.free)
            typed, any_, founding = table.price(seat, PARTS.buildings[building], h)
            at = slot(state, h)
            assert price(state, PARTS.buildings[building], h, seat) == (
                "".join(k * typed[k] for k in LETTERS),
                any_,
                founding,
            )
            around = [other for other in table.free if other == h or adjacent(other, h)]
            assert effects.visible(state, KINDS, at) == len([o for o in around if table.symbols[o] != "."])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_settlements_and_chains_agree_with_the_naive_ones(seats: int) -> None:
    """§6.1 §6.3 §9.2: at every decision of random games, about a thousand positions a seat count."""
    seen = 0
    for state in random_positions(4, seats, 200):
        table = naive.Table(state)
        for seat in range(seats):
            assert state.land.settlements[seat] == len(table.settlements(seat))
            assert effects.has_linked(state, seat) == table.is_linked(seat)
        seen += 1
    assert seen > 700


def test_chains_are_found_where_there_are_some() -> None:
    """§9.2: on maps strewn at random with buildings, winning or not."""
    rng = Random(9)
    linked = 0
    for _ in range(250):
        state = reference(rng.choice((2, 3, 4)))
        spaces = list(naive.Table(state).symbols)
        rng.shuffle(spaces)
        for b, h in zip(range(rng.randrange(5, BUILDINGS)), spaces, strict=False):
            stand(state, 0, **{PARTS.buildings[b]: h})
        table = naive.Table(state)
        assert effects.has_linked(state, 0) == table.is_linked(0)
        assert state.land.settlements[0] == len(table.settlements(0))
        linked += table.is_linked(0)
    assert 20 < linked < 230


def test_groups_agree_with_the_naive_ones() -> None:
    """§7.1 §7.2 §Q8"""
    rng = Random(3)
    joined = 0
    for _ in range(300):
        state = reference()
        spaces = list(naive.Table(state).symbols)
        first = rng.choice(spaces)
        spaces.sort(key=lambda h: (abs(h[0] - first[0]) + abs(h[1] - first[1]), rng.random()))
        members = rng.choice([PARTS.buildings[10:14], PARTS.buildings[14:18], PARTS.buildings[22:24]])
        others = rng.sample(PARTS.buildings[:10], rng.randrange(4))
        order = [*members, *others]
        rng.shuffle(order)
        for name, h in zip(order, spaces, strict=False):
            stand(state, 0, **{name: h})
        for name in members:
            complete = naive.Table(state).is_group_joined(0, name)
            assert effects.completes_group(state, 0, number(name)) == complete
            joined += complete
    assert joined > 100


@pytest.mark.parametrize("seats", [2, 4])
def test_affordable_spaces_agree_with_payments_tried_one_by_one(seats: int) -> None:
    """§5.4 §Q14"""
    rng = Random(seats)
    for state in random_positions(5, seats, 300, every=12):
        seat = state.actor()
        hold(state, seat, "".join(rng.choice(LETTERS) for _ in range(rng.randrange(7))))
        table = naive.Table(state)
        cards = Counter(hand(state, seat))
        for building in rng.sample(PARTS.buildings, 3):
            expected = {h for h in table.free if table.payable(seat, building, h, cards)}
            assert places_for(state, building, seat) == expected
            for h in table.free[:8]:
                assert (fewest(state, building, h, seat) <= sum(cards.values())) == (h in expected)


def test_cards_offered_in_a_payment_are_those_that_can_complete_it() -> None:
    """§5.4 §Q6"""
    asked = 0
    for state in random_positions(14, 3, 400):
        if state.step != PAY:
            continue
        asked += 1
        table = naive.Table(state)
        seat = state.actor()
        h = PARTS.hexes[int(state.map.cells[state.space])]
        cost = table.price(seat, PARTS.buildings[int(state.building)], h)
        paid = {k: int(state.cards.paid[i]) for i, k in enumerate(LETTERS)}
        most = 2 * sum(cost[0].values()) + cost[1] + cost[2]
        for kind, letter in enumerate(LETTERS):
            have = dict(Counter(hand(state, seat)))
            ranges = [range(paid[k] + (k == letter), paid[k] + min(have.get(k, 0), most) + 1) for k in LETTERS]
            possible = any(naive.accepted(cost, dict(zip(LETTERS, cards, strict=True))) for cards in product(*ranges))
            assert bool(effects.payments(state) & BIT[kind]) == possible, (cost, paid, have, letter)
    assert asked > 100


def test_visible_symbols_are_the_same_as_counted_afresh() -> None:
    """§5.3: kept up to date while buildings cover symbols and tiles are added."""
    for state in random_positions(2, 4, 500, every=9):
        again = state.clone()
        again.land = again.land.own()
        effects.survey(again)
        for word in range(WORDS):
            free = int(state.land.free[word])
            for level in range(len(state.land.shows) // WORDS):
                at = WORDS * level + word
                assert int(state.land.shows[at]) & free == int(again.land.shows[at]) & free
        slots = range(7 * int(state.map.laid))
        assert list(state.map.order)[: len(slots)] == sorted(slots, key=lambda s: int(state.map.cells[s]))


# ---- single cases ----


def test_symbols_under_own_buildings_do_not_count_but_the_one_under_the_new_building_does() -> None:
    """§Q15 §Q16"""
    state = reference()
    assert price(state, "vineyard", (-1, 0)) == ("WH", 0, 0)  # its own hill
    stand(state, 0, city=(-1, 0))
    assert price(state, "vineyard", (0, -1)) == ("WHH", 0, 0)  # the hill beside it is covered now


def test_both_towers_are_free_beside_the_one_fortress() -> None:
    """§3.3 §Q21"""
    state = reference()
    stand(state, 0, fortress=(3, 0), tower1=(2, 1))
    assert price(state, "tower2", (4, -1)) == ("", 0, 0)


def test_a_road_is_not_free_beside_the_road_of_another_seat() -> None:
    """§Q22"""
    state = reference()
    stand(state, 1, road1=(2, 1))
    assert price(state, "road1", (3, 1))[1] > 0
    stand(state, 0, road2=(2, 2))
    assert price(state, "road1", (1, 2)) == ("", 0, 0)


def test_roads_ignore_symbols_where_the_switch_says_so() -> None:
    """§5.5 §Q5"""
    state = reference(roads_ignore="on")
    assert price(state, "road1", (2, 1)) == ("", 5, 0)
    stand(state, 0, road2=(2, 2))
    assert price(state, "road1", (2, 1)) == ("", 0, 0)
    hold(state, 0, "WWWW")
    assert (5, 0) not in places_for(state, "road3")
    hold(state, 0, "WWWWWW")
    assert (5, 0) in places_for(state, "road3")


def test_a_settlement_is_paid_with_cards_only() -> None:
    """§6.2 §Q7: symbols around do not pay it, and one card of any kind is enough for each."""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "well")
    hold(state, 0, "H")
    assert price(state, "well", (4, 1)) == ("", 0, 1)
    play(state, "build well", f"place {cell((4, 1))}")
    assert words(state) == ["pay H"]


def test_two_equal_cards_may_replace_one_even_of_the_needed_kind() -> None:
    """§Q14: with H H open, H and two others pay; so do four others; three H never do."""
    state = reference()
    store(state, 0, "tower1")
    hold(state, 0, "HHFFM")
    stand(state, 1, city=(-1, 1))
    assert price(state, "tower1", (3, -2)) == ("HHM", 0, 0)
    play(state, "build tower1", f"place {cell((3, -2))}", "pay F", "pay F", "pay H")
    assert words(state) == ["pay H", "pay M"] or words(state) == ["pay M"]
    play(state, "pay M")
    assert state.land.built[number("tower1")] != NONE
    assert hand(state, 0) == "H"


def test_every_kind_of_building_covers_and_connects() -> None:
    """§Q17: a road joins settlements, a field covers a symbol."""
    state = reference()
    stand(state, 0, city=(0, 0), well=(2, 0))
    assert state.land.settlements[0] == 2
    stand(state, 0, road1=(1, 0))
    assert state.land.settlements[0] == 1
    assert effects.visible(state, 0, slot(state, (0, 1))) == 0  # the water of (1, 0)


def test_a_single_building_between_two_shrines_would_win() -> None:
    """§Q19: our layouts have no such space, so one is made."""
    state = reference()
    at = slot(state, (0, -1))
    state.map.gates = state.map.gates[:]
    state.map.gates[WORDS + at // 62] |= BIT[at % 62]
    stand(state, 0, city=(0, -1))
    assert effects.has_linked(state, 0)


def test_a_tile_may_touch_only_a_shrine_and_never_lies_on_one() -> None:
    """§8.3 §Q10"""
    state = reference()
    assert PARTS.cell_of[(1, -4)] in rim(state)
    assert PARTS.cell_of[(1, -3)] not in rim(state)
    assert PARTS.cell_of[(2, -2)] not in rim(state)


def test_the_rim_is_every_place_where_a_tile_may_lie() -> None:
    """§8.3: agrees with asking every cell there is, and follows from the tiles."""
    for state in random_positions(2, 4, 7, every=60):
        if state.map.laid == len(PARTS.faces):
            continue
        assert rim(state) == [PARTS.cell_of[h] for h in naive.rim(state)]
        again = fresh(4)
        again.tiles = state.tiles
        assert list(again.map.rim) == list(state.map.rim)


def test_new_spaces_are_used_at_once_and_gaps_never() -> None:
    """§8.4"""
    state = reference()
    effects.lay_tile(state, PARTS.faces.index("T01"), PARTS.cell_of[(3, -4)], 0)
    hold(state, 0, "WWFFHHMM")
    assert (3, -4) in places_for(state, "well")
    assert (2, -2) not in places_for(state, "well")
    store(state, 0, "well")
    play(state, "build well")
    assert may(state, f"place {cell((4, -4))}")
    assert not may(state, f"place {cell((2, -2))}")


def test_a_turned_tile_moves_its_symbols_counter_clockwise() -> None:
    """§1.2 §8.2"""
    state = reference()
    tile = PARTS.faces.index("T02")  # .W..H..
    effects.lay_tile(state, tile, PARTS.cell_of[(-3, 1)], 2)
    assert state.map.symbols[slot(state, (-3, 0))] == LETTERS.index("W")  # east turned twice is north-west
    assert state.map.symbols[slot(state, (-3, 2))] == LETTERS.index("H")


def test_a_clone_does_not_share_a_map_that_grows() -> None:
    """§8.4: what copies share is replaced, not changed."""
    state = reference()
    other = state.clone()
    effects.lay_tile(other, 0, PARTS.cell_of[(-3, 1)], 0)
    stand(other, 0, city=(-3, 1))
    assert state.map.laid == 4
    assert state.map.slot_of(PARTS.cell_of[(-3, 1)]) == NONE
    assert rim(state) != rim(other)


def test_symbols_of_the_pack_add_up() -> None:
    """§1.1 §1.3 §3.4 §Q23: 22 tiles of seven spaces with 64 symbols, 16 a kind; prices of two to five."""
    assert len(PARTS.faces) == 22
    assert len(PARTS.face) == 7 * 22
    for kind in range(KINDS):
        assert list(PARTS.face).count(kind) == 16
    prices = [sum(int(PARTS.cost[5 * b + k]) for k in range(5)) for b in range(BUILDINGS)]
    assert Counter(prices) == {2: 7, 3: 15, 4: 4, 5: 4}
    assert list(PARTS.cards) == [15] * 4
    turned = {tuple(sorted(turns(f))) for f in range(22)}
    assert len(turned) == 22


def turns(tile: int) -> list[tuple[int, ...]]:
    return [tuple(int(PARTS.symbol(tile, petal, turn)) for petal in range(7)) for turn in range(6)]


def test_groups_and_main_buildings() -> None:
    """§3.1 §3.2 §3.3"""
    sizes = [bin(int(m)).count("1") for m in PARTS.members]
    assert dict(zip(PARTS.groups, sizes, strict=True)) == {
        "city": 10, "supply": 4, "defence": 4, "seafaring": 4, "viticulture": 2, "coinage": 2, "roads": 4,
    }  # fmt: skip
    mains = {name for b, name in enumerate(PARTS.buildings) if int(PARTS.mains) >> b & 1}
    assert mains == {"city", "well", "quarry", "harbour", "vineyard", "mine"}
    for b, name in enumerate(PARTS.buildings):
        assert (PARTS.before[b] == 0) == (name in mains)


def test_layouts_link_shrines_in_six_or_seven_buildings() -> None:
    """§2.1 §2.2: every shrine touches two spaces; the shortest links are those of the specification."""
    from agon.games.attika import value

    for seats, fewest_buildings in ((2, 6), (3, 6), (4, 7)):
        state = reference(seats)
        assert len(state.layout.shrines) == seats
        for shrine in range(seats):
            touching = [s for s in range(7 * int(state.map.laid)) if effects.gates_at(state, s) & BIT[shrine]]
            assert len(touching) == 2
        assert value.link_steps(state, 0) == fewest_buildings


def test_names_of_cells_follow_from_their_coordinates() -> None:
    """§1.2"""
    assert cell((3, -1)) == "E3N1"
    assert cell((0, 0)) == "E0S0"
    assert cell((-2, 5)) == "W2S5"
    assert len(set(PARTS.cells)) == len(PARTS.cells)


def test_the_furthest_place_tiles_can_reach_has_a_name() -> None:
    """§1.2 §8.3: a straight row of all added tiles stays within the cells, in every direction and from shrines."""
    for seats in (2, 3, 4):
        layout = fresh(seats).layout
        for q, r in [*layout.centre_hexes, *layout.shrine_hexes]:
            shrine = (q, r) in layout.shrine_hexes
            for dq, dr in naive.STEPS:
                far = 3 * layout.expansions + (0 if shrine else 1)
                assert (q + dq * far, r + dr * far) in PARTS.cell_of


def test_put_leaves_other_seats_alone() -> None:
    """§6.1"""
    state = reference()
    stand(state, 0, city=(0, 0))
    stand(state, 1, city=(1, 0))
    assert list(state.land.settlements) == [1, 1]
    assert effects.settlement_cost(state, 1, slot(state, (-1, 0))) == 1
