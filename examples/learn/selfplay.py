"""Games from which a network learns: positions as the seat that has just decided compares them, and how they ended."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from examples.learn.bot import LearntBot, Network, Rows

from agon.core.chance import settle
from agon.core.errors import AgonError
from agon.core.game import find
from agon.core.state import OVER, State

WHIM: Final = 0.05  # how often any action at all is played
TASTE: Final = 0.35  # points of liking for a point of a category, one standard deviation
SOBER: Final = 0.25  # the share of games whose seats have no tastes


class Taster(LearntBot):
    """A player with tastes: it likes some categories of points better than others, all game long.

    Single random actions are forgotten a turn later. A seat that overrates temples, or marble, for a whole game shows
    what comes of it.
    """

    def __init__(self, network: Network, tastes: list[float]) -> None:
        super().__init__(network)
        self.tastes = tastes

    def bonus(self, state: State, me: int) -> float:
        points = self.game.scores(state)[me].values()
        return sum(taste * point for taste, point in zip(self.tastes, points, strict=False))


@dataclass
class Lesson:
    """One game: a row for each decision, and what `value` would have had to say."""

    rows: Rows
    errors: Rows  # the seat's value of the finished game, less its value of the position


def play(network: Network, seed: str) -> Lesson:
    """A game against oneself, every seat with tastes of its own. The same seed gives the same game."""
    rng = Random(seed)
    game = find(network.game)
    categories = len(game.scores(game.new(network.seats))[0]) - 1  # the total is no taste
    sober = rng.random() < SOBER
    players = [
        Taster(network, [0.0 if sober else rng.gauss(0, TASTE) for _ in range(categories)])
        for _ in range(network.seats)
    ]
    state = game.new(network.seats)
    settle(state, rng)
    rows: list[list[float]] = []
    seats: list[int] = []
    while state.actor() != OVER:
        seat = state.actor()
        state.apply(decide(players[seat], state, rng))
        settle(state, rng)
        if state.actor() != OVER:
            rows.append(players[seat].encoder.row(state, seat, game.value(state, seat)))
            seats.append(seat)
    finals = [game.value(state, seat) for seat in range(network.seats)]
    kept = np.array(rows, np.float32)
    ends = np.array([finals[seat] for seat in seats], np.float32)
    return Lesson(kept, ends - players[0].encoder.value(kept))


def decide(player: Taster, state: State, rng: Random) -> int:
    legal = state.legal()
    if rng.random() < WHIM:
        return rng.choice(legal)
    return player.choose(state.observe(state.actor()), legal, rng)


def lessons(games: list[Lesson]) -> tuple[Rows, Rows]:
    """Many games as two arrays."""
    if not games:
        raise AgonError("There is nothing to learn from without a game.")
    return np.concatenate([g.rows for g in games]), np.concatenate([g.errors for g in games])
