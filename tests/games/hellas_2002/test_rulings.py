"""The disputed ruling as a switch of the table: the way it was decided, and the other way."""

from __future__ import annotations

from agon.games.hellas_2002 import GAME
from agon.games.hellas_2002.parts import DARK
from agon.games.hellas_2002.position import Rulings
from agon.games.hellas_2002.rules import Rules
from tests.games.hellas_2002.table import ACTIONS, city, may, pieces, play, sea

ISLAND = "WWWWWW"


def regrouping() -> tuple[Rules, str, str]:
    """Free regrouping has begun: two cities with one ship and two Greeks between them."""
    state = sea()
    state.rulings = Rulings(True)
    a, b = city(state, (1, 0), ISLAND, "L1+1s"), city(state, (6, 0), ISLAND, "L1")
    city(state, (-6, 0), "LWWWWW", "D1")
    play(state, "reinforce", "done")
    return state, a, b


def test_a_piece_may_go_straight_back_where_regrouping_is_free() -> None:
    """§Q37"""
    state, a, b = regrouping()
    play(state, f"moveship {a} {b}")
    assert may(state, f"moveship {b} {a}")
    play(state, f"moveship {b} {a}")
    assert (pieces(state, a), pieces(state, b)) == ("L1+1s", "L1")


def test_free_regrouping_lasts_until_one_ends_it_and_three_moves_a_piece_at_most() -> None:
    """§Q37"""
    state, a, b = regrouping()
    for n in range(9):
        assert may(state, "end")
        play(state, f"moveship {(a, b)[n % 2]} {(b, a)[n % 2]}")
    assert state.actor() == DARK, "nothing is left to decide"
    ended, _, _ = regrouping()
    play(ended, "end")
    assert ended.actor() == DARK


def test_the_last_of_the_free_moves_is_refused_with_their_number() -> None:
    """§Q37"""
    state, a, b = regrouping()
    state.moves_left = 0
    refused = GAME.why_not(state, ACTIONS.parse(f"moveship {a} {b}"))
    assert refused is not None
    assert refused.message("en") == "Three moves for each of your pieces have been made; the regrouping is over. (§Q37)"


def test_greeks_keep_their_city_and_the_limits_where_regrouping_is_free() -> None:
    """§5.5 §Q37"""
    state, a, b = regrouping()
    assert not may(state, f"movegreek {a} {b}")
    assert not may(state, f"moveship {b} {a}")


def test_the_switch_is_kept_by_copies_and_observations() -> None:
    state = GAME.new(2, regrouping="free")
    for other in (state.clone(), state.observe(0)):
        assert isinstance(other, Rules)
        assert other.rulings.free_regrouping
