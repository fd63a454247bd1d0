"""Rare late positions of Attika, which random games hardly reach: for the laws."""

from __future__ import annotations

from agon.core.state import NONE
from agon.games.attika.parts import LETTERS
from agon.games.attika.rules import Rules
from tests.games.attika.table import (
    PARTS,
    building_turn,
    discard_deck,
    hold,
    play,
    random_positions,
    reference,
    revealing,
    stand,
    store,
)


def amphorae(state: Rules, seat: int, count: int) -> None:
    state.store.amphorae[seat] += count
    state.supply -= count


def no_card_left() -> Rules:
    """The other seat holds all cards; one amphora and nothing to draw for it. §4.6"""
    state = reference()
    hold(state, 1, "".join(letter * int(count) for letter, count in zip(LETTERS, PARTS.cards, strict=True)))
    amphorae(state, 0, 2)
    building_turn(state, 2)
    return state


def one_card_left() -> Rules:
    """The last card of the deck is due, then the discards are shuffled. §4.6"""
    state = reference()
    discard_deck(state, "W")
    amphorae(state, 0, 2)
    revealing(state, 1)
    return state


def all_in_store() -> Rules:
    """All stacks of a seat are turned up; it can only build. §4.6"""
    state = reference()
    store(state, 0, *PARTS.buildings)
    hold(state, 0, "WWFFHHMM")
    return state


def between_two_shrines() -> Rules:
    """One space short of joining two shrines. §9.2"""
    state = reference()
    stand(state, 0, city=(1, -1), mint=(1, 0), market=(1, 1), tower1=(2, 1))
    store(state, 0, "oracle", "tavern")
    hold(state, 0, "WWFFHHMM")
    return state


def expansion_waits() -> Rules:
    """The last building of a stack was revealed, and a tile is to be laid. §8.1"""
    for state in random_positions(4, 2, 40, 1):
        if any(state.store.stacks[stack] == 1 for stack in range(4)) and state.map.laid > 8:
            return state
    raise AssertionError("no such position")


def nearly_all_built() -> Rules:
    """The last decisions of a game of four. §9.1"""
    return random_positions(1, 4, 3, 1)[-2]


def last_tiles() -> Rules:
    """Hardly a tile is left to be drawn. §8.1"""
    return max(random_positions(2, 3, 7, 5), key=lambda state: int(state.map.laid))


def mid_payment() -> Rules:
    """A dear building is half paid. §5.4"""
    state = reference()
    store(state, 0, "city")
    hold(state, 0, "WWWFFHHM")
    play(state, "build city")
    assert state.active != NONE
    return state


POSITIONS = (
    no_card_left,
    one_card_left,
    all_in_store,
    between_two_shrines,
    expansion_waits,
    nearly_all_built,
    last_tiles,
    mid_payment,
)
