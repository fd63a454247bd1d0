"""Rare late positions of Hellas (2016), which random games hardly reach: for the laws."""

from __future__ import annotations

from random import Random

from agon.core.state import OVER
from agon.games.hellas_2016 import GAME
from agon.games.hellas_2016.rules import Rules
from tests.games.hellas_2016.board import BLUE, GREEN, RED, columns, empty, play, put, quarries, set_marble, statue


def free(state: Rules, inland: bool) -> list[tuple[int, int]]:
    """The spaces to build on, on the coast or inland."""
    mask = state.side.inland if inland else state.side.coast
    return [h for cell, h in state.side.hexes.items() if mask[cell // 62] >> (cell % 62) & 1]


def all_houses_built() -> Rules:
    """Nobody has a house left. §6.12"""
    state = empty(3)
    places = free(state, True)
    for seat in (RED, BLUE, GREEN):
        put(state, seat, "H", *places[12 * seat : 12 * seat + 12])
    set_marble(state, 20, 20, 20)
    return state


def no_statues_left() -> Rules:
    """All three stand. §6.10"""
    state = empty(2)
    statue(state, *free(state, True)[:3])
    set_marble(state, 30, 1)
    return state


def one_place_for_columns() -> Rules:
    """Who takes the space of five columns finds one place less. §6.9"""
    state = empty(2)
    full = [int(n) for n in state.side.places]
    columns(state, *full[:-1], full[-1] - 4)
    set_marble(state, 30, 30)
    return state


def paid_columns() -> Rules:
    """In the middle of raising columns. §6.9"""
    state = one_place_for_columns()
    play(state, "take temple3")
    return state


def only_one_quarry_open() -> Rules:
    """All other quarries are closed: a low tile moves the worker nowhere. §6.8"""
    state = empty(3)
    quarries(state, {5: 30}, closed=(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12), worker=13)
    put(state, BLUE, "HPS", *free(state, False)[:3])
    set_marble(state, 9, 9, 9)
    return state


def last_stones() -> Rules:
    """The last turns of a game. §8.1"""
    state, rng = GAME.new(4), Random(3)
    played: list[Rules] = []
    while state.actor() != OVER:
        copy = state.clone()
        assert isinstance(copy, Rules)
        played.append(copy)
        state.apply(state.random_action(rng))
    return played[-4]


POSITIONS = (
    all_houses_built,
    no_statues_left,
    one_place_for_columns,
    paid_columns,
    only_one_quarry_open,
    last_stones,
)
