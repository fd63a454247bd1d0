"""Rare late positions of Hellas (2002), which random games hardly reach: for the laws."""

from __future__ import annotations

from agon.games.hellas_2002.parts import CARDS, DARK, LIGHT
from agon.games.hellas_2002.rules import Rules
from tests.games.hellas_2002.table import city, hold, may, pile, play, random_positions, sea

ISLAND = "WWWWWW"


def table() -> Rules:
    """Light has three cities, Dark has three; two of them are neighbours by land."""
    state = sea()
    city(state, (1, 0), ISLAND, "L3+2s")
    city(state, (2, -1), "LWWWWW", "L2+2s")
    city(state, (0, 5), ISLAND, "L2")
    city(state, (2, 0), "WWWWWL", "D2+1s")
    city(state, (-1, 0), "WWWLWW", "D1+1s")
    city(state, (6, 0), ISLAND, "D1")
    return state


def moved_and_exchanged() -> Rules:
    """In the regrouping a ship has moved, and its city was exchanged. §3.5 §5.5"""
    state = table()
    hold(state, LIGHT, "Z4 P5")
    play(state, "reinforce", "done", "moveship T04 T02", "play Z4", "swap T02", "swap T06")
    return state


def extra_turn_after_a_late_second_wind() -> Rules:
    """The cards of the reinforcement stay locked. §5.6"""
    state = table()
    hold(state, LIGHT, "Z3 Z5")
    hold(state, DARK, "Z1 A1")
    play(state, "reinforce", "draw ares", "card A1", "play Z3")
    while may(state, "pass"):
        play(state, "pass")
    return state


def full_hands() -> Rules:
    """Seven cards each, three of them Zeus', and piles to recall from. §3.1 §3.5"""
    state = table()
    pile(state, "Z5 A2 P3")
    hold(state, LIGHT, "Z6 Z1 Z3 A1 A4 P4 P2")
    hold(state, DARK, "Z1 Z2 Z1 A1 A6 P1 P1")
    return state


def stacks_nearly_empty() -> Rules:
    """One card is left in every stack: the next draw shuffles the pile. §3.1"""
    state = table()
    for god in range(3):
        names = [name for kind, name in enumerate(CARDS) if kind // 6 == god for _ in range(state.cards.deck[kind])]
        pile(state, " ".join(names[:-1]))
    return state


def a_chain_of_thunderbolts() -> Rules:
    """A card was answered, and the answer too. §6.2"""
    state = table()
    hold(state, LIGHT, "Z3 Z1 P2")
    hold(state, DARK, "Z1 Z2 A6")
    play(state, "play Z3", "void Z3")
    return state


def supply_used_up() -> Rules:
    """All Greeks and ships of Light stand on the table: what a card places comes from another city. §3.1"""
    state = sea()
    for at in ((1, 0), (1, -1), (0, -1)):
        city(state, at, ISLAND, "L3+3s")
    for at in ((3, 0), (3, -1)):
        city(state, at, "LWWWWW", "L3+0s")
    city(state, (6, 0), "LWWWWW", "D1+1s")
    hold(state, LIGHT, "A6 P5")
    return state


def last_plies() -> Rules:
    """The end of a game: one city decides. §7.1"""
    return random_positions(5)[-9]


POSITIONS = (
    moved_and_exchanged,
    extra_turn_after_a_late_second_wind,
    full_hands,
    stacks_nearly_empty,
    a_chain_of_thunderbolts,
    supply_used_up,
    last_plies,
)
