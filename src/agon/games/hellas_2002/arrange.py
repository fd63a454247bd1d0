"""A position laid out by hand, for lessons and pictures: what is not named is empty, or as after set-up."""

from __future__ import annotations

import re

from agon.core.layout import Layout
from agon.core.numbers import BIT
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.coast import lay_tile
from agon.games.hellas_2002.effects import put_greeks, put_ships
from agon.games.hellas_2002.hands import give
from agon.games.hellas_2002.parts import CARDS, DARK, DOLPHIN, LIGHT, OF_A_GOD, Parts
from agon.games.hellas_2002.position import FREE, SECRET
from agon.games.hellas_2002.questions import START, WINDOW
from agon.games.hellas_2002.rules import Rules, empty

CITY = re.compile(r"(\w+) ([0-5]) ([LD])([1-3])(?:\+([1-3])s)?")  # cell, turn, side, Greeks and ships: "L10 2 L1+1s"


def arrange(parts: Parts, actions: Actions, seats: int, settings: dict[str, str], given: Layout) -> Rules:
    """A turn is about to begin."""
    state = empty(parts, actions)
    lay_tile(state, DOLPHIN, parts.home, 0)
    state.active = given.number("active", LIGHT)
    state.turn = given.number("turn", 3)
    state.window = START
    state.step = WINDOW
    for name, city in given.words("cities").items():
        _found(state, given, name, city)
    for seat, cards in enumerate(given.rows("hands", seats)):
        _hold(state, given, seat, cards.split())
    return state


def _found(state: Rules, given: Layout, name: str, city: str) -> None:
    found = CITY.fullmatch(city)
    if found is None or name not in state.parts.tiles or found[1] not in state.parts.cells:
        raise given.fault(f"{name} = {city!r} is no city")
    tile = state.parts.tiles.index(name)
    seat = LIGHT if found[3] == "L" else DARK
    lay_tile(state, tile, state.parts.cells.index(found[1]), int(found[2]))
    state.pieces.cities[seat] |= BIT[tile]
    put_greeks(state, tile, int(found[4]))
    put_ships(state, tile, int(found[5] or 0))
    state.pieces.greek_supply[seat] -= state.pieces.greeks[tile]
    state.pieces.ship_supply[seat] -= state.pieces.ships[tile]


def _hold(state: Rules, given: Layout, seat: int, cards: list[str]) -> None:
    """Cards from the stacks into a hand."""
    for name in cards:
        if name not in CARDS:
            raise given.fault(f"there is no card {name}")
        kind = CARDS.index(name)
        state.cards.deck[kind] -= 1
        state.cards.deck_size[kind // OF_A_GOD] -= 1
        give(state, seat, kind, FREE, SECRET)
