"""Rare late positions of Olympos, which random games hardly reach: for the laws."""

from __future__ import annotations

from agon.games.olympos.parts import CARD_KINDS, CARDS, DISCOVERIES
from agon.games.olympos.rules import Rules
from tests.games.olympos.table import BLUE, GREEN, RED, cubes, deal, lay, marker, own, settle, table, track, turn_of


def cavalry_near_the_cross() -> Rules:
    """Only with the hourglasses it brings can it be paid. §3.4"""
    state = table(3)
    lay(state, "A1", "cavalry")
    cubes(state, RED, grain=1, wood=1)
    track(state, (RED, 77), (BLUE, 80), (GREEN, 80))
    turn_of(state, RED)
    return state


def three_colours_in_a_stack() -> Rules:
    """Two beaten settlers lie under the third. §6.6"""
    state = table(4)
    settle(state, "attica", RED, GREEN, BLUE)
    settle(state, "rhodes", BLUE)
    settle(state, "euboea", RED, RED)
    return state


def many_developments() -> Rules:
    """A seat has half of all discoveries, and stars for a wonder. §7.6"""
    state = table(3)
    own(state, RED, *DISCOVERIES[::2])
    for name in ("attica", "rhodes", "thessaly", "arcadia"):
        settle(state, name, RED)
    marker(state, RED, "A1")
    deal(state, RED, "star", "star")
    return state


def empty_deck() -> Rules:
    """All destiny cards are in hands. §8.1"""
    state = table(5)
    for kind in range(CARD_KINDS):
        deal(state, kind % 5, *[CARDS[kind]] * int(state.cards.deck[kind]))
    return state


def everybody_near_the_end() -> Rules:
    """All stand beyond the last Zeus space, one on the cross. §10.1"""
    state = table(4)
    settle(state, "thrace", RED)
    settle(state, "illyria", BLUE)
    track(state, (RED, 74), (BLUE, 76), (GREEN, 79), (3, 80))
    turn_of(state, RED)
    return state


def a_full_set_of_cards() -> Rules:
    """Every kind of card is in one hand, with a territory of every resource. §8.4"""
    state = table(3)
    for name in ("illyria", "paeonia", "macedonia", "thrace"):
        settle(state, name, RED)
    deal(state, RED, *CARDS)
    return state


POSITIONS = (
    cavalry_near_the_cross,
    three_colours_in_a_stack,
    many_developments,
    empty_deck,
    everybody_near_the_end,
    a_full_set_of_cards,
)
