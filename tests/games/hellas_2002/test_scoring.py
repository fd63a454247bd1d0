"""The end of the game."""

from __future__ import annotations

import pytest

from agon.core.state import NONE, OVER
from agon.games.hellas_2002 import scoring
from agon.games.hellas_2002.coast import lay_tile
from agon.games.hellas_2002.effects import put_greeks
from agon.games.hellas_2002.parts import DARK, LIGHT
from agon.games.hellas_2002.rules import Rules
from tests.games.hellas_2002.table import PARTS, city, hold, play, sea

ISLAND = "WWWWWW"


def held(light: int, dark: int) -> Rules:
    """Tiles in two rows, so many for each side."""
    state = sea()
    for n in range(light + dark):
        tile = n + 1
        seat = LIGHT if n < light else DARK
        at = (-9 + n, 4) if n < light else (-9 + n - light, 8)
        lay_tile(state, tile, PARTS.hexes.index(at), 0)
        state.pieces.cities[seat] |= 1 << tile
        put_greeks(state, tile, 1)
        state.pieces.greek_supply[seat] -= 1
    return state


def test_ten_cities_win_when_the_own_turn_ends() -> None:
    """§7.1"""
    state = held(10, 3)
    play(state, "attack")
    assert state.actor() == OVER
    assert state.places() == [1, 2]


def test_ten_cities_do_not_win_in_the_other_turn() -> None:
    """§7.1 §Q30"""
    state = held(10, 3)
    state.active = DARK
    play(state, "attack")
    assert state.actor() == LIGHT


def test_more_than_ten_win_too() -> None:
    """§7.1"""
    state = held(11, 3)
    play(state, "attack")
    assert state.winner == LIGHT


def test_ten_reached_and_lost_again_do_not_win() -> None:
    """§Q30"""
    state = held(10, 3)
    hold(state, LIGHT, "Z4")
    play(state, "attack")
    assert state.actor() == LIGHT
    state.pieces.cities[LIGHT] &= ~2
    play(state, "abandon", "end")
    assert state.actor() == DARK


def test_without_a_city_one_loses_at_once() -> None:
    """§7.2"""
    state = sea()
    city(state, (1, 0), "LWWWWW", "L3")
    target = city(state, (2, 0), "WWWLWW", "D1+2s")
    play(state, "attack", f"target {target}", "declare")
    assert state.actor() == OVER
    assert state.places() == [1, 2]


@pytest.mark.parametrize(
    ("light", "dark", "temples", "winner"),
    [(5, 4, (0, 0), LIGHT), (4, 5, (0, 0), DARK), (4, 4, (2, 1), LIGHT), (4, 4, (0, 1), DARK), (4, 4, (1, 1), NONE)],
)
def test_after_the_last_turn_cities_decide_then_temples(
    light: int, dark: int, temples: tuple[int, int], winner: int
) -> None:
    """§7.3"""
    state = held(light, dark)
    for seat, n in enumerate(temples):
        for i in range(n):
            temple = 17 + 3 * seat + i
            own = next(t for t in range(1, 17) if state.pieces.cities[seat] >> t & 1)
            state.pieces.cities[seat] = (state.pieces.cities[seat] & ~(1 << own)) | 1 << temple
            put_greeks(state, temple, 1)
            put_greeks(state, own, 0)
    state.turn = 400
    play(state, "attack")
    assert state.actor() == OVER
    assert state.winner == winner
    assert state.places() == ([1, 1] if winner == NONE else [1, 2] if winner == LIGHT else [2, 1])


def test_the_turn_before_the_last_goes_on() -> None:
    """§7.3"""
    state = held(5, 4)
    state.turn = 399
    play(state, "attack")
    assert state.actor() == DARK


def test_scores_name_cities_and_temples() -> None:
    """§7.1"""
    state = held(3, 2)
    assert scoring.scores(state) == [
        {"temples": 0, "cities": 3, "total": 3},
        {"temples": 0, "cities": 2, "total": 2},
    ]
