"""The disputed rulings as switches of the table: each the way it was decided, and the other way."""

from __future__ import annotations

from agon.games.olympos import GAME
from agon.games.olympos import questions as ask
from agon.games.olympos.position import Rulings
from tests.games.olympos.table import ACTIONS, RED, cubes_of, deal, legal, play, spaces, table


def test_a_settler_may_walk_further_where_the_table_says_so() -> None:
    """§Q36: a point each, up to the cross."""
    state = table(4)
    state.rulings = Rulings(True, False)
    play(state, "go macedonia")
    assert state.step == ask.BEFORE_PAYING
    asked = int(state.price)
    assert legal(state) == ["wait", "done"]
    play(state, "wait", "wait", "done")
    assert spaces(state)[RED] == asked + 2


def test_nobody_walks_beyond_the_cross() -> None:
    """§Q36"""
    state = table(3)
    state.rulings = Rulings(True, False)
    play(state, "go macedonia")
    state.price = state.parts.cross - 1
    play(state, "wait")
    assert state.actor() != RED or legal(state) == ["done"]


def test_by_the_ruling_as_decided_the_cheapest_way_is_paid_at_once() -> None:
    """§Q36"""
    state = table(4)
    play(state, "go macedonia")
    assert state.actor() != RED
    refused = GAME.why_not(state, ACTIONS.parse("wait"))
    assert refused is not None


def test_cards_may_be_played_in_the_middle_of_an_action_where_the_table_says_so() -> None:
    """§5.3: whoever holds a card is asked, whatever it is."""
    for any_time in (False, True):
        state = table(4)
        state.rulings = Rulings(False, any_time)
        deal(state, RED, "cubeGold", "star")
        play(state, "go macedonia")
        assert (state.step == ask.CHOOSE_SETTLER) == any_time
    assert legal(state, "play") == ["play cubeGold"]
    assert GAME.why_not(state, ACTIONS.parse("play cubeGold")) is None
    assert GAME.why_not(state, ACTIONS.parse("play star")) is not None
    play(state, "play cubeGold")
    assert cubes_of(state, RED) == {"gold": 1}
    assert state.step == ask.CHOOSE_SETTLER
    play(state, "recruit")
    assert state.step == ask.BEFORE_PAYING
