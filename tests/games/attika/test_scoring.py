"""Both victories, the guard against endless play, places and scores."""

from __future__ import annotations

from agon.core.state import NONE, OVER
from agon.games.attika import GAME, effects, scoring
from agon.games.attika.parts import BUILDINGS
from agon.games.attika.rules import Rules
from tests.games.attika.table import (
    PARTS,
    almost_linked,
    cell,
    draw_all,
    hold,
    number,
    play,
    reference,
    stand,
    store,
    words,
)

CHAIN = {"city": (1, -1), "oracle": (2, -1), "theater": (3, -1), "tavern": (3, 0), "plaza": (3, 1)}


def all_cards_in_hands(state: Rules) -> None:
    """Nothing left to draw, nothing in the stacks, and no building anybody could pay."""
    for seat in range(state.seats()):
        state.store.unseen[seat] = 0
        state.store.storage[seat] = 0
        for stack in range(4):
            state.store.stacks[4 * seat + stack] = 0
    state.deck_left = 0
    for kind in range(4):
        state.cards.deck[kind] = 0


def test_two_shrines_linked_win_at_once() -> None:
    """§9.2 §9.3: remaining actions are void."""
    state = reference()
    stand(state, 0, **CHAIN)
    store(state, 0, "gymnasium", "statue")
    hold(state, 0, "HM")
    play(state, "build gymnasium", f"place {cell((3, 2))}")
    while state.actor() != OVER:
        state.apply(state.legal()[0])
    assert state.winner == 0
    assert state.legal() == []
    assert state.places() == [1, 2]


def test_touching_one_shrine_twice_is_no_link() -> None:
    """§9.2"""
    state = reference()
    stand(state, 0, city=(0, -1), oracle=(1, -1))
    assert not scoring.has_won(state, 0)


def test_all_buildings_on_the_map_win() -> None:
    """§9.1"""
    state = reference()
    for n, centre in enumerate(((-1, -2), (-3, 1), (-2, 4), (-5, -1))):
        effects.lay_tile(state, n, PARTS.cell_of[centre], 0)
    spaces = [s for s in range(7 * int(state.map.laid)) if not effects.gates_at(state, s)]
    for building in range(BUILDINGS):
        assert not scoring.has_won(state, 0)
        effects.put(state, 0, building, spaces.pop())
    assert scoring.has_won(state, 0)


def test_in_a_stalled_game_most_buildings_win() -> None:
    """§9.4 §Q11: three rounds in which nobody reveals, builds or draws."""
    state = reference(3)
    stand(state, 1, city=(0, 0), oracle=(0, 1))
    stand(state, 2, city=(3, -1))
    all_cards_in_hands(state)
    for turn in range(9):
        assert state.actor() == turn % 3
        assert words(state) == ["finish"]
        play(state, "finish")
    assert state.actor() == OVER
    assert state.winner == NONE
    assert state.places() == [2, 1, 2]
    assert GAME.prompt(state, 0, "en").paragraph == "§9.4"


def test_a_tie_in_a_stalled_game_is_shared() -> None:
    """§9.4"""
    state = reference(3)
    stand(state, 1, city=(0, 0))
    stand(state, 2, city=(3, -1))
    all_cards_in_hands(state)
    for _ in range(9):
        play(state, "finish")
    assert state.places() == [3, 1, 1]


def test_a_drawn_card_interrupts_the_stall() -> None:
    """§9.4 §Q11"""
    state = reference()
    all_cards_in_hands(state)
    for _ in range(5):
        play(state, "finish")
    assert state.idle == 5
    state.cards.deck[0] = state.deck_left = 1
    play(state, "finish")
    draw_all(state)
    assert state.idle == 0


def test_scores_count_buildings_and_a_link_as_all() -> None:
    """§9.1 §9.2"""
    state = reference()
    stand(state, 0, **CHAIN)
    stand(state, 1, well=(0, 0), field=(0, 1))
    assert GAME.scores(state) == [
        {"buildings": 5, "link": 0, "total": 5},
        {"buildings": 2, "link": 0, "total": 2},
    ]
    stand(state, 0, gymnasium=(3, 2))
    assert GAME.scores(state)[0] == {"buildings": 6, "link": 24, "total": 30}


def test_the_building_that_wins_brings_no_amphora() -> None:
    """§4.8 §Q3: the vintner completes both a group and a link."""
    state = almost_linked()
    store(state, 0, "vintner")
    play(state, "build vintner", f"place {cell((3, 2))}")
    assert state.actor() == OVER
    assert effects.completes_group(state, 0, number("vintner"))
    assert state.store.amphorae[0] == 0
    assert state.supply == 15
