"""What is measured of our own games: each returns a function that works for some seconds and says how much it did."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

import agon
from agon.bots import make_bot
from agon.bots.ismcts import Search
from agon.core.chance import playout
from agon.core.game import Game
from agon.core.state import CHANCE, OVER, State

Work = Callable[[float], float]  # seconds of CPU -> units a second
CLONES: Final = 200
ALONG: Final = 8  # decisions of a game
THOUGHT: Final = 2000  # iterations of a search at each
PLAIN: Final = """\
import sys
sys.path.insert(0, sys.argv[1])
from agon.bench.work import decisions
from agon.core import state
from agon.games import game
assert state.__file__.endswith(".py"), state.__file__
print(decisions(game(sys.argv[2]), int(sys.argv[3]))(float(sys.argv[4])))
"""


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
    """Random play driven from Python: legal, choose, apply; plies a second."""
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
                state.apply(state.random_action(rng))
            else:
                state.apply(legal[int(rng.random() * len(legal))])
            plies += 1

    return rate(one_game)


def plain_decisions(game: Game, seats: int) -> Work:
    """The same as plain Python: in a process that is given the sources without what was compiled of them."""

    def work(seconds: float) -> float:
        with TemporaryDirectory() as folder:
            copytree(Path(agon.__file__).parent, Path(folder) / "agon", ignore=ignore_patterns("*.so", "*.pyd"))
            command = [sys.executable, "-c", PLAIN, folder, game.id, str(seats), str(seconds)]
            return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return work


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
        Search(False, game.value_scale, 0).run(observation, Random(1), 50, 0.0)
        return 50

    return rate(some)


def thoughts(game: Game, seats: int) -> Work:
    """Iterations of the search as it plays, with its mind, at decisions along a game of `medium`, in turn, a second."""
    record = agon.match(game.id, ["medium"] * seats, seed=5)
    asked = [state for state in record.replay() if state.actor() >= 0 and len(state.legal()) > 1]
    along = [asked[len(asked) * (2 * n + 1) // (2 * ALONG)] for n in range(ALONG)]

    def all_of_them() -> int:
        for state in along:
            seen = state.observe(state.actor())
            make_bot(f"ismcts:iterations={THOUGHT}").advise(seen, seen.legal(), Random(1))
        return ALONG * THOUGHT

    return rate(all_of_them)
