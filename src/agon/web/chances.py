"""Everybody's chances through a finished game, as the game's mind sees its positions: a line a seat."""

from __future__ import annotations

from math import exp
from typing import Final

from cachetools import LRUCache

from agon.bots.calm import calm_for
from agon.bots.minds import mind_for
from agon.core.game import Game
from agon.core.state import OVER, State
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
            rows.append(judged(table.game, state))
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


def judged(game: Game, state: State) -> list[float]:
    """The chances of all seats to win, told as often as it happens; by `value` where no mind knows the position."""
    mind, _ = mind_for(state)
    quiet = state.quiet()
    if mind is None or quiet.actor() == OVER:
        return _shares([game.value(state, seat) / game.value_scale for seat in range(state.seats())])
    calm = calm_for(state)
    told = calm.all(_shares(mind.worths(quiet)))
    return [chance / sum(told) for chance in told]


def _shares(worths: list[float]) -> list[float]:
    """What differs by 1 is worth e to 1."""
    weights = [exp(worth - max(worths)) for worth in worths]
    return [weight / sum(weights) for weight in weights]
