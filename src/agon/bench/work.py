"""What is measured of our own games: each returns a function that works for some seconds and says how much it did."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Final

from agon.bots.ismcts import Search
from agon.core.chance import pick, playout
from agon.core.game import Game
from agon.core.state import CHANCE, OVER, State

Work = Callable[[float], float]  # seconds of CPU -> units a second
CLONES: Final = 200


def rate(unit: Callable[[], int]) -> Work:
    """Repeat a piece of work for some seconds of CPU time; units a second."""

    def work(seconds: float) -> float:
        done = 0
        began = process_time()
        while (passed := process_time() - began) < seconds:
            done += unit()
        return done / passed

    return work


def decisions(game: Game, seats: int) -> Work:
    """Random play driven from Python: legal, pick, apply; plies a second."""
    rng = Random(1)

    def one_game() -> int:
        state = game.new(seats)
        plies = 0
        while True:
            who = state.actor()
            if who == OVER:
                return plies
            legal = state.legal()
            if who == CHANCE:
                state.apply(legal[pick(state.weights(), rng)])
            else:
                state.apply(legal[int(rng.random() * len(legal))])
            plies += 1

    return rate(one_game)


def playouts(game: Game, seats: int) -> Work:
    """Random play inside the compiled module; plies a second."""
    rng = Random(1)
    return rate(lambda: playout(game.new(seats), rng))


def middle(game: Game, seats: int) -> State:
    """A position in the middle of a random game."""
    rng = Random(5)
    length = playout(game.new(seats), Random(5))
    state = game.new(seats)
    for _ in range(length // 2):
        state.apply(state.random_action(rng))
    while state.actor() == CHANCE:
        state.apply(state.random_action(rng))
    return state


def clones(game: Game, seats: int) -> Work:
    """Copies of a position in mid-game a second."""
    state = middle(game, seats)

    def some() -> int:
        for _ in range(CLONES):
            state.clone()
        return CLONES

    return rate(some)


def simulations(game: Game, seats: int) -> Work:
    """Iterations of the tree search with rollouts to the end, a second."""
    state = middle(game, seats)
    observation = state.observe(state.actor())

    def some() -> int:
        Search(None, game.value_scale, 0).run(observation, Random(1), 50, 0.0)
        return 50

    return rate(some)
