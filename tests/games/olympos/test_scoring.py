"""Points by category and places, against counts made by hand."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.state import OVER
from agon.games.olympos import effects, scoring
from agon.games.olympos.parts import DISCOVERIES
from agon.games.olympos.rules import Rules, new
from tests.games.olympos.table import ACTIONS, BLUE, GREEN, PARTS, RED, deal, own, settle, table, total


@pytest.mark.parametrize(
    ("space", "points"), [(40, 5), (73, 5), (74, 5), (75, 4), (76, 3), (77, 3), (78, 2), (79, 1), (80, 0)]
)
def test_the_place_on_the_track(space: int, points: int) -> None:
    """§3.4 §10.3"""
    state = table(3)
    state.track.space_of[RED] = space
    assert scoring.track_points(state, RED) == points


def test_territories_count_one_and_atlantis_two_and_beaten_settlers_nothing() -> None:
    """§10.3 §2.1"""
    state = table(3)
    settle(state, "attica", RED)
    settle(state, "gadeira", RED)
    settle(state, "atlas", RED, BLUE)
    assert scoring.territory_points(state, RED) == 3
    assert scoring.territory_points(state, BLUE) == 2


@pytest.mark.parametrize(("discovery", "points"), [("poetry", 3), ("philosophy", 5), ("medicine", 0)])
def test_discoveries_with_fixed_points(discovery: str, points: int) -> None:
    """§10.3"""
    state = table(3)
    before = total(state, RED)
    own(state, RED, discovery)
    assert total(state, RED) == before + 2 + points


def test_absolutism_counts_swords_on_discoveries_and_not_ares() -> None:
    """§10.3"""
    state = table(3)
    own(state, RED, "absolutism", "strategy", "hoplite")
    state.ares = 1 << RED
    assert scoring.effect_points(state, RED) == 6


def test_city_counts_beaten_settlers_too() -> None:
    """§10.3"""
    state = table(3)
    own(state, RED, "city")
    settle(state, "attica", RED, BLUE, RED, BLUE)
    settle(state, "elis", RED)
    assert scoring.effect_points(state, RED) == 3


def test_science_counts_itself() -> None:
    """§10.3"""
    state = table(3)
    own(state, RED, "science", "medicine")
    assert scoring.effect_points(state, RED) == 2


def test_engineering_counts_star_tiles_and_not_athena() -> None:
    """§10.3"""
    state = table(3)
    own(state, RED, "engineering")
    settle(state, "attica", RED)
    settle(state, "rhodes", RED)
    state.athena = 1 << RED
    assert scoring.effect_points(state, RED) == 6


def test_keres_and_cards() -> None:
    """§10.3 §9.5"""
    state = table(3)
    before = total(state, RED)
    state.keres = 1 << RED
    deal(state, RED, "star")
    assert total(state, RED) == before - 2 + 1


def test_a_shared_victory() -> None:
    """§10.4: equal points and equally many tiles."""
    state = table(3)
    effects.give_prestige(state, RED, 3)
    effects.give_prestige(state, GREEN, 3)
    assert state.places() == [1, 3, 1]


def test_of_equal_points_the_own_wonder_decides() -> None:
    """§10.4: a wonder counts for who built it, and for nobody else."""
    state = table(3)
    state.board.wonder_of[0] = BLUE
    for seat in (RED, GREEN):
        effects.give_prestige(state, seat, total(state, BLUE) - total(state, seat))
    assert state.places() == [2, 1, 2]


def naive_total(state: Rules, seat: int) -> int:
    """Everything counted from the pieces. §10.3"""
    stacks = [state.stack(t) for t in range(PARTS.land)]
    own_ = [t for t in range(PARTS.land) if stacks[t][-1:] == [seat]]
    has = [name for d, name in enumerate(DISCOVERIES) if int(state.board.discovered[seat]) >> d & 1]
    space = int(state.track.space_of[seat])
    points = [5, 5, 4, 3, 3, 2, 1, 0][max(0, space - 73)]
    points += int(state.camps.prestige[seat]) + int(state.cards.hand_size[seat]) + 2 * len(has)
    points += sum(2 if PARTS.territories[t] in ("gadeira", "atlas", "ampheria") else 1 for t in own_)
    points += 3 * ("poetry" in has) + 5 * ("philosophy" in has) - 2 * (int(state.keres) >> seat & 1)
    swords = {"metallurgy": 1, "hoplite": 1, "phalanx": 1, "strategy": 2}
    points += 2 * sum(swords.get(name, 0) for name in has) * ("absolutism" in has)
    points += sum(stack.count(seat) for stack in stacks) * ("city" in has)
    points += len(has) * ("science" in has)
    points += 3 * sum(1 for t in own_ if int(PARTS.starred) >> t & 1) * ("engineering" in has)
    prestige = {"lionGate": 8, "stadium": 10, "parthenon": 10, "statueOfZeus": 10, "colossus": 12}
    for column in range(5):
        if state.board.wonder_of[column] == seat:
            points += prestige[PARTS.wonders[int(state.board.wonder_at[column])]]
    return points


def test_totals_agree_with_a_naive_count_throughout_random_games() -> None:
    """§10.3"""
    for seed in range(9):
        rng = Random(seed)
        state = new(PARTS, ACTIONS, 3 + seed % 3, {})
        while state.actor() != OVER:
            state.apply(state.random_action(rng))
            if state.step >= 5:
                for seat in range(state.seats()):
                    assert total(state, seat) == naive_total(state, seat)


def test_a_point_more_wins_against_many_more_developments() -> None:
    """§10.4: developments only break ties, however many they are."""
    state = table(3)
    own(state, BLUE, *DISCOVERIES[:11])
    effects.give_prestige(state, RED, total(state, BLUE) - total(state, RED) + 1)
    effects.give_prestige(state, GREEN, total(state, BLUE) - total(state, GREEN))
    assert state.places() == [1, 2, 3]
