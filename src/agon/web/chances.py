"""Everybody's chances through a finished game, as the value of its positions tells them: a line a seat."""

from __future__ import annotations

from math import exp
from typing import Final

from cachetools import LRUCache

from agon.core.game import Game
from agon.core.state import State
from agon.play.table import Table
from agon.web.plot import Line, lines

POINTS: Final = 60  # positions of a game that are looked at, at most
AROUND: Final = 2  # positions on either side that a point is the mean of
KEPT: Final = 200  # games in memory

_DRAWN: LRUCache[str, list[Line]] = LRUCache(KEPT)


def chances_of(table: Table) -> list[Line]:
    """The lines of a finished game, from its first decision to its end."""
    key = table.record.digest
    if not key:  # a game that was given up
        return lines(_chances(table))
    if key not in _DRAWN:
        _DRAWN[key] = lines(_chances(table))
    return _DRAWN[key]


def _chances(table: Table) -> list[list[float]]:
    plies = table.record.plies
    every = max(1, len(plies) // POINTS)
    state = table.record.start()
    rows: list[list[float]] = []
    for number, ply in enumerate(plies):
        if number % every == 0:
            rows.append(_judged(table.game, state))
        state.apply(table.game.space.parse(ply.text))
    won = [float(place == 1) for place in table.places()]
    return [*_calm(rows), [mine / sum(won) for mine in won]]


def _calm(rows: list[list[float]]) -> list[list[float]]:
    """Each position with those around it: whoever is about to move always looks a little better."""
    out = []
    for number in range(len(rows)):
        near = rows[max(0, number - AROUND) : number + AROUND + 1]
        out.append([sum(column) / len(near) for column in zip(*near, strict=True)])
    return out


def _judged(game: Game, state: State) -> list[float]:
    """The chances of all seats: a difference of `value_scale` is worth e to 1."""
    values = [game.value(state, seat) / game.value_scale for seat in range(state.seats())]
    weights = [exp(value - max(values)) for value in values]
    return [weight / sum(weights) for weight in weights]
