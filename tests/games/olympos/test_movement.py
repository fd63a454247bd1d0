"""The price of a movement and of a discovery, against slow second computations on random positions."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from agon.core.state import OVER
from agon.games.olympos import effects
from agon.games.olympos.parts import DISCOVERIES
from agon.games.olympos.questions import CHOOSE_PAYMENT
from agon.games.olympos.rules import Rules, new
from tests.games.olympos.table import ACTIONS, PARTS, RED, own, price, settle, table, territory

POSITIONS = 3000


def walk(starts: set[int], goal: int, sea: int | None, cavalry: bool) -> int | None:
    """Spread out one point at a time: the spaces one can stand on having spent at most so much.

    A state is (space, whether the step before was onto land). Nothing here is shared with the search of parts.py.
    """
    reached: list[set[tuple[int, bool]]] = [{(space, False) for space in starts}]
    arrived: set[tuple[int, bool]] = set()
    for spent in range(60):
        here = set(reached[spent]) if spent < len(reached) else set()
        more = True
        while more:  # steps that cost nothing
            free = {(o, o < PARTS.land) for s, run in here for o in PARTS.next_to[s] if cost(o, run, sea, cavalry) == 0}
            more = not free <= here
            here |= free
            arrived |= free
        if (goal, True) in arrived:
            return spent
        for points in (1, 2):
            while len(reached) <= spent + points:
                reached.append(set())
            ahead = {
                (o, o < PARTS.land) for s, r in here for o in PARTS.next_to[s] if cost(o, r, sea, cavalry) == points
            }
            reached[spent + points] |= ahead
        reached[spent + 1] |= here
        arrived |= {state for state in reached[spent + 1] if state not in {(s, False) for s in starts}}
    return None


def cost(space: int, run: bool, sea: int | None, cavalry: bool) -> int | None:
    """What entering a space costs; None: forbidden."""
    if space >= PARTS.land:
        return sea
    return 0 if cavalry and run else 1


@pytest.mark.parametrize("cavalry", [False, True])
@pytest.mark.parametrize("sea", [0, 1, 2, None])
def test_the_tables_of_distances_agree_with_spreading_out_point_by_point(sea: int | None, cavalry: bool) -> None:
    """§6.2 §Q9 §Q10 §Q36: every source, every goal, every way of pricing."""
    variant = (4 if cavalry else 0) + (3 if sea is None else sea)
    for source in [*range(PARTS.land), PARTS.north]:
        row = (variant * (PARTS.land + 1) + min(source, PARTS.land)) * PARTS.land
        for goal in range(0, PARTS.land, 3):
            expected = walk({source}, goal, sea, cavalry)
            found = int(PARTS.distance[row + goal])
            assert found == (1000 if expected is None else expected), (PARTS.spaces[source], PARTS.spaces[goal])


def random_positions(count: int, seed: int) -> list[Rules]:
    """Positions in which an action is being chosen, from random games of all sizes."""
    rng = Random(seed)
    out: list[Rules] = []
    seats = 3
    while len(out) < count:
        state = new(PARTS, ACTIONS, seats, {})
        seats = 3 + (seats - 2) % 3
        while state.actor() != OVER:
            if state.step == 5:
                out.append(state.clone())
            state.apply(state.random_action(rng))
    return out[:count]


def naive_price(state: Rules, goal: int) -> int | None:
    """The cheapest expansion to a territory, from the pieces on the table; None where no settler can go."""
    seat = int(state.active)
    has = {name for d, name in enumerate(DISCOVERIES) if int(state.board.discovered[seat]) >> d & 1}
    stacks = [state.stack(t) for t in range(PARTS.land)]
    sea = None if int(state.siren) >> seat & 1 else 2 - len(has & {"astronomy", "mapmaking"})
    prices: list[int] = []
    on_map = {t for t in range(PARTS.land) if seat in stacks[t]}
    if on_map:
        prices += [p for p in [walk(on_map, goal, sea, "cavalry" in has)] if p is not None]
    if state.camps.stock[seat] > 0:
        starts = {PARTS.north} | {t for t in range(PARTS.land) if stacks[t][-1:] == [seat]}
        way = walk(starts, goal, sea, "cavalry" in has)
        prices += [way + (1 if "medicine" in has else 2)] if way is not None else []
    if not prices:
        return None
    return min(prices) + naive_fight(state, seat, stacks[goal], goal)


def naive_fight(state: Rules, seat: int, stack: list[int], goal: int) -> int:
    """By swords counted one by one. §6.6"""

    def swords(who: int) -> float:
        has = {name for d, name in enumerate(DISCOVERIES) if int(state.board.discovered[who]) >> d & 1}
        count = sum({"metallurgy": 1, "hoplite": 1, "phalanx": 1, "strategy": 2}.get(name, 0) for name in has)
        return count + 2 * (int(state.ares) >> who & 1) + (0.5 if "democracy" in has else 0)

    if stack:
        against = swords(stack[-1])
    elif int(state.tribes) >> goal & 1:
        against = 0
    else:
        return 0
    return 1 if swords(seat) > against else 2 if swords(seat) == against else 3


def test_prices_of_expansions_agree_with_a_naive_computation_on_thousands_of_positions() -> None:
    """§6.1 §6.2 §6.6 §6.8"""
    rng = Random(1)
    reachable = 0
    for state in random_positions(POSITIONS, 7):
        goal = int(rng.random() * PARTS.land)
        if not effects.can_end(state, state.active, goal):
            continue
        present = effects.presence(state, state.active)
        found = int(effects.expansion_price(state, state.active, present, goal))
        found -= 2 * (int(state.erinyes) >> int(state.active) & 1)
        expected = naive_price(state, goal)
        assert (found if found < 1000 else None) == expected, PARTS.territories[goal]
        reachable += expected is not None
    assert reachable > POSITIONS / 2


def naive_payments(state: Rules, seat: int, cell: int) -> set[tuple[int, ...]]:
    """Try every order of resources on the grey groups. §7.2"""
    tiles = [0, 0, 0, 0]
    for t in range(PARTS.land):
        stack = state.stack(t)
        if stack[-1:] == [seat]:
            tiles[int(PARTS.resource[t])] += 1
    out: set[tuple[int, ...]] = set()
    sizes = PARTS.groups[cell]
    for order in permutations(range(4), len(sizes)):
        need = list(PARTS.need[cell])
        if any(need[r] for r in order):
            continue
        for r, size in zip(order, sizes, strict=True):
            need[r] = size
        cubes = tuple(max(0, need[r] - tiles[r]) for r in range(4))
        if all(cubes[r] <= int(state.camps.cubes[4 * seat + r]) for r in range(4)):
            out.add(cubes)
    return out


def test_payments_agree_with_a_naive_computation_on_thousands_of_positions() -> None:
    """§7.2 §Q27: whether a price can be paid, and with which cubes."""
    rng = Random(2)
    payable = several = 0
    for state in random_positions(POSITIONS, 11):
        seat = int(state.active)
        for resource in range(4):  # more cubes than random play leaves, so that many prices can be paid
            effects.give_cubes(state, seat, resource, int(rng.random() * 3))
        cell = int(rng.random() * len(PARTS.cells))
        expected = naive_payments(state, seat, cell)
        state.cell, state.step = cell, CHOOSE_PAYMENT
        found = state.legal()
        assert effects.can_pay(state, seat, cell) == bool(expected)
        assert found == sorted(found)
        assert {tuple(ACTIONS.arguments(action)) for action in found} == expected
        payable += bool(expected)
        several += len(expected) > 1
    assert payable > POSITIONS / 4
    assert several > POSITIONS / 20


def test_movement_distances_from_the_north_are_those_of_the_specification() -> None:
    """§2.2 §2.3: the specification's list, with 2 for the new settler."""
    expected = {
        1: "illyria paeonia macedonia thrace bithynia",
        2: "epirus olympos chalcidice troas",
        3: "thessaly aetolia lydia",
        4: "phocis ionia caria corcyra euboea",
        5: "boeotia elis lesbos",
        6: "attica argolis arcadia messenia",
        7: "laconia naxos rhodes westcrete eastcrete",
        9: "gadeira atlas ampheria",
    }
    state = table(4)
    state.tribes = 0
    for distance, names in expected.items():
        for name in names.split():
            assert price(state, name) == distance + 2, name


def test_atlantis_costs_five_from_west_crete_with_a_new_settler() -> None:
    """§2.1 §6.1"""
    state = table(4)
    settle(state, "westcrete", RED)
    assert int(effects.recruit_price(state, RED, territory("atlas"))) == 5


def test_the_map_has_eight_of_each_resource_and_two_stars_each() -> None:
    """§2.1 §Q4"""
    for resource in range(4):
        kin = [t for t in range(PARTS.land) if PARTS.resource[t] == resource]
        assert len(kin) == 8
        assert sum(1 for t in kin if int(PARTS.starred) >> t & 1) == 2
    assert bin(int(PARTS.atlantis)).count("1") == 3
    assert PARTS.territories[int(PARTS.olympos)] == "olympos"


def test_medicine_makes_new_settlers_cheaper_only() -> None:
    """§6.1 §7.8"""
    state = table(4)
    own(state, RED, "medicine")
    assert price(state, "thrace") == 2
    settle(state, "thrace", RED)
    assert price(state, "chalcidice") == 1
