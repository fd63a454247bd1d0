"""How much faster many games in one call are than a Python loop over environments.

    python -m agon.research.speed [GAME ...] [--seats N] [--envs N] [--workers W] [--bots NAME]
                                  [--groups] [--seconds S] [--json]

Both step games with legal actions drawn from their masks: Gymnasium's SyncVectorEnv over our Env, and our VectorEnv.
Slices of time in turn, medians of several rounds: CPU time, or with workers the clock's. With --groups it is compared
what workers gain whose games go on by themselves (`send` and `recv`, drawing the actions included) over our VectorEnv
in one process.
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.speed", "research", "numpy", "gymnasium")

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import gymnasium.vector
import numpy as np

from agon.core import state as core_state
from agon.core.errors import AgonError
from agon.core.game import find, known
from agon.research.gymnasium import Env, VectorEnv
from agon.research.spaces import draw_legal

ENVS: Final = 64
ROUNDS: Final = 5


@dataclass
class Ratio:
    """Decisions a second of both, and ours over theirs."""

    game_id: str
    over: str  # what it is compared with
    seats: int
    envs: int
    workers: int
    bots: str
    vector: float
    loop: float
    ratio: float  # median of the rounds' ratios
    low: float
    high: float


def measure(
    game_id: str,
    seats: int | None = None,
    envs: int = ENVS,
    bots: str | None = None,
    seconds: float = 2.0,
    workers: int = 0,
    groups: bool = False,
) -> Ratio:
    """`seconds` for each of the two, in ROUNDS slices."""
    ours = VectorEnv(game_id, envs, seats, bots=bots, workers=workers)
    theirs: gymnasium.vector.VectorEnv[Any, Any, Any]
    if groups:
        theirs = VectorEnv(game_id, envs, seats, bots=bots)
    else:
        theirs = gymnasium.vector.SyncVectorEnv([lambda: Env(game_id, seats, bots=bots)] * envs)
    clock = perf_counter if workers else process_time
    fast, slow = _sender(ours) if groups else _stepper(ours, clock), _stepper(theirs, clock)
    rates = [(fast(seconds / ROUNDS), slow(seconds / ROUNDS)) for _ in range(ROUNDS)]
    ratios = sorted(a / b for a, b in rates)
    ours.close()
    theirs.close()
    return Ratio(
        game_id=game_id,
        over="one process" if groups else "SyncVectorEnv",
        seats=ours.setup.seats,
        envs=envs,
        workers=workers,
        bots=bots or "self-play",
        vector=median(a for a, _ in rates),
        loop=median(b for _, b in rates),
        ratio=median(ratios),
        low=ratios[0],
        high=ratios[-1],
    )


def _stepper(envs: gymnasium.vector.VectorEnv[Any, Any, Any], clock: Callable[[], float]) -> Callable[[float], float]:
    """A function that steps for some seconds and says how many decisions a second that were.

    The actions are drawn from the masks that the environments return, and that is not counted.
    """
    observations, _ = envs.reset(seed=1)
    rng = np.random.default_rng(1)

    def work(seconds: float) -> float:
        nonlocal observations
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = draw_legal(observations["action_mask"], rng)
            began = clock()
            observations, *_ = envs.step(actions)
            spent += clock() - began
            steps += envs.num_envs
        return steps / spent

    return work


def _sender(envs: VectorEnv) -> Callable[[float], float]:
    """The same by groups, each sent on as soon as it is back: by the clock, drawing included."""
    observations, _ = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    for group, games in enumerate(envs.groups):
        envs.send(group, draw_legal(observations["action_mask"][games], rng))

    def work(seconds: float) -> float:
        steps, began = 0, perf_counter()
        while perf_counter() - began < seconds:
            group, (seen, *_) = envs.recv()
            envs.send(group, draw_legal(seen["action_mask"], rng))
            steps += len(seen["action_mask"])
        return steps / (perf_counter() - began)

    return work


def table(ratios: list[Ratio]) -> str:
    """As text, one line a game."""
    compiled = not core_state.__file__.endswith(".py")
    lines = [f"Agon runs {'compiled' if compiled else 'as plain Python'}. Decisions a second:"]
    lines.append(_line("game", "seats", "games", "workers", "bots", "VectorEnv", ratios[0].over, "ratio (spread)"))
    for r in ratios:
        counts = (str(r.seats), str(r.envs), str(r.workers))
        spread = f"x{r.ratio:.1f} ({r.low:.1f} - {r.high:.1f})"
        lines.append(_line(r.game_id, *counts, r.bots, f"{r.vector:,.0f}", f"{r.loop:,.0f}", spread))
    return "\n".join(lines)


def _line(game: str, seats: str, games: str, workers: str, bots: str, vector: str, loop: str, ratio: str) -> str:
    return f"{game:<12} {seats:>5} {games:>5} {workers:>7} {bots:<20} {vector:>10} {loop:>14}  {ratio}"


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser("python -m agon.research.speed", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--envs", type=int, default=ENVS, metavar="N", help=f"games at once ({ENVS})")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="time for each of the two (2)")
    parser.add_argument("--seats", type=int, default=None, metavar="N", help="default: each game's smallest number")
    parser.add_argument("--bots", default=None, metavar="NAME", help="who plays the other seats; default: self-play")
    parser.add_argument("--workers", type=int, default=0, metavar="W", help="processes that share the games (0)")
    parser.add_argument("--groups", action="store_true", help="each worker's games go on by themselves")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    args = parser.parse_args(arguments)
    try:
        games = args.games or [g for g in known() if args.seats is None or args.seats in find(g).seats]
        ratios = [measure(g, args.seats, args.envs, args.bots, args.seconds, args.workers, args.groups) for g in games]
    except AgonError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps([asdict(r) for r in ratios], indent=1) if args.json else table(ratios))
    return 0


if __name__ == "__main__":
    sys.exit(main())
