"""The disputed rulings as switches of the table: each the way it was decided, and the other way."""

from __future__ import annotations

from agon.games.attika import GAME
from agon.games.attika.position import Rulings
from tests.games.attika import naive
from tests.games.attika.table import ACTIONS, cell, draw_all, hold, play, price, reference, stand, store, words
from tests.games.attika.test_rules import why


def test_a_group_may_be_joined_by_any_own_building_where_the_table_says_so() -> None:
    """§Q8"""
    for any_links, amphorae in ((False, 0), (True, 1)):
        state = reference()
        state.rulings = Rulings(any_links, False, False)
        stand(state, 0, vineyard=(0, 0), vintner=(2, 0))
        store(state, 0, "well")
        hold(state, 0, "WWWW")
        play(state, "build well", f"place {cell((1, 0))}")
        while words(state)[0].startswith("pay"):
            state.apply(state.legal()[0])
        assert state.store.amphorae[0] == amphorae


def test_one_building_may_join_two_groups_at_once() -> None:
    """§Q8"""
    state = reference()
    state.rulings = Rulings(True, False, False)
    stand(state, 0, vineyard=(0, 0), vintner=(2, 0), mine=(0, 1), mint=(2, -1))
    store(state, 0, "well")
    hold(state, 0, "WWWW")
    play(state, "build well", f"place {cell((1, 0))}")
    while words(state)[0].startswith("pay"):
        state.apply(state.legal()[0])
    assert state.store.amphorae[0] == 2


def test_the_card_in_place_of_an_amphora_ends_the_actions_where_the_table_says_so() -> None:
    """§Q9: cards for the two actions not taken follow."""
    state = reference()
    state.rulings = Rulings(False, True, False)
    state.supply = 0
    state.store.amphorae[1] = 15
    stand(state, 0, vineyard=(0, 0))
    store(state, 0, "vintner", "oracle")
    play(state, "build vintner", f"place {cell((0, 1))}")
    assert draw_all(state) == 3
    assert state.cards.held[0] == 3
    assert state.active == 1


def test_two_cards_replace_a_matching_one_only_where_it_is_lacking() -> None:
    """§Q6"""
    for match_first, offered in ((False, ["pay W", "pay F"]), (True, ["pay F"])):
        state = reference()
        state.rulings = Rulings(False, False, match_first)
        store(state, 0, "oracle")
        hold(state, 0, "FMMWW")
        bare = next(h for h in naive.Table(state).free if price(state, "oracle", h) == ("FH", 0, 0))
        play(state, "build oracle", f"place {cell(bare)}", "pay M", "pay M")
        assert words(state) == offered
    assert why(state, "pay W") == "§Q6"
    assert why(state, "pay M") == "§5.4"
    assert GAME.why_not(state, ACTIONS.parse("pay W")).message("de").startswith("Mit einer Karte")  # type: ignore[union-attr]


def test_the_switches_are_told_with_the_position_and_kept_by_its_copies() -> None:
    state = GAME.new(2, groupLinks="any", rewardCard="ends", exchange="lacking")
    for other in (state.clone(), state.observe(0)):
        options = GAME.facts(other)["options"]
        assert options == {
            "roadsIgnoreSymbols": False, "groupLinks": "any", "rewardCard": "ends", "exchange": "lacking",
        }  # fmt: skip
