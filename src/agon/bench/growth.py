"""How the cost of a decision grows with the board and with the seats: microseconds, and a plot of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from math import log
from random import Random
from time import process_time
from typing import Final

from agon.core.chance import playout
from agon.core.game import Game
from agon.core.state import OVER, State
from agon.games import game as find_game

GAMES: Final = 24  # random games positions are taken from
BUCKETS: Final = 6  # sizes of the board that are told apart
KEPT: Final = 60  # positions of a size
SLICE: Final = 0.15  # seconds of CPU a size
DASHES: Final = ("-", "--", "-.", ":")


@dataclass
class Cost:
    """Of a decision at a size of the board: to list what is legal, pick one, and play it."""

    game_id: str
    seats: int
    size: float
    options: float  # how many were legal, on average
    microseconds: float


def measure(game_ids: list[str], games: int = GAMES, seconds: float = SLICE) -> list[Cost]:
    """Every game with every number of seats."""
    out: list[Cost] = []
    for game_id in game_ids:
        for seats in find_game(game_id).seats:
            out += _costs(find_game(game_id), seats, games, seconds)
    return out


def sized(game: Game) -> tuple[str, Callable[..., int]]:
    """What grows in a game, and how many of it a position has; by default its actions."""
    return game.grows, game.size or (lambda state: len(state.legal()))


def _costs(game: Game, seats: int, games: int, seconds: float) -> list[Cost]:
    """Positions of random games, put together by size, and timed."""
    size_of = sized(game)[1]
    found: list[tuple[int, State]] = []
    for seed in range(games):
        length = playout(game.new(seats), Random(seed))
        state, rng = game.new(seats), Random(seed)
        every = max(1, length // (BUCKETS * KEPT // games + 1))
        for ply in range(length):
            if state.actor() >= 0 and ply % every == 0:
                found.append((size_of(state), state.clone()))
            state.apply(state.random_action(rng))
    found.sort(key=lambda pair: pair[0])
    out: list[Cost] = []
    for n in range(BUCKETS):
        part = found[n * len(found) // BUCKETS : (n + 1) * len(found) // BUCKETS]
        if part:
            states = [state for _, state in part]
            size = sum(s for s, _ in part) / len(part)
            options = sum(len(s.legal()) for s in states) / len(states)
            out.append(Cost(game.id, seats, size, options, _time(states, seconds)))
    return out


def _time(states: list[State], seconds: float) -> float:
    """Microseconds a decision, without the copy it is made on."""
    rng = Random(1)
    both = _rate(states, seconds, lambda state: _decide(state, rng))
    copies = _rate(states, seconds / 3, lambda state: None)
    return 1e6 * (both - copies)


def _rate(states: list[State], seconds: float, work: Callable[[State], None]) -> float:
    """Seconds of CPU a state."""
    done = 0
    began = process_time()
    while (passed := process_time() - began) < seconds:
        for state in states:
            work(state.clone())
        done += len(states)
    return passed / done


def _decide(state: State, rng: Random) -> None:
    if state.actor() != OVER:
        legal = state.legal()
        state.apply(legal[int(rng.random() * len(legal))])


def exponent(costs: list[Cost]) -> float:
    """The slope between logarithms of size and time: 1 is linear growth, 0 none."""
    points = [(log(c.size), log(c.microseconds)) for c in costs if c.size > 0 and c.microseconds > 0]
    if len(points) < 2:
        return 0.0
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    spread = sum((p[0] - x) ** 2 for p in points)
    return sum((p[0] - x) * (p[1] - y) for p in points) / spread if spread else 0.0


def tables(costs: list[Cost]) -> list[list[Cost]]:
    """One list for each game and number of seats."""
    keys = list(dict.fromkeys((c.game_id, c.seats) for c in costs))
    return [[c for c in costs if (c.game_id, c.seats) == key] for key in keys]


def text(costs: list[Cost]) -> str:
    """One line for each game and number of seats: microseconds from the smallest board to the largest."""
    lines = [f"{'game':<12} {'seats':>5}  {'growth':>6}  size: microseconds a decision (legal actions)"]
    for part in tables(costs):
        cells = ", ".join(f"{c.size:.0f}: {c.microseconds:.2f} ({c.options:.0f})" for c in part)
        lines.append(f"{part[0].game_id:<12} {part[0].seats:>5}  n^{exponent(part):<4.1f}  {cells}")
    return "\n".join(lines)


def plot(costs: list[Cost], kind: str = "svg") -> bytes:
    """Microseconds against the size of the board, a picture a game, a line a number of seats."""
    from matplotlib.figure import Figure

    shown = list(dict.fromkeys(c.game_id for c in costs))
    figure = Figure(figsize=(4.2 * len(shown), 3.4), layout="constrained")
    for n, game_id in enumerate(shown):
        axes = figure.add_subplot(1, len(shown), n + 1)
        for line, part in enumerate(p for p in tables(costs) if p[0].game_id == game_id):
            sizes, times = [c.size for c in part], [c.microseconds for c in part]
            axes.plot(sizes, times, DASHES[line % len(DASHES)], marker="o", label=f"{part[0].seats} seats")
        axes.set_title(game_id)
        axes.set_xlabel(sized(find_game(game_id))[0])
        axes.set_ylabel("microseconds a decision")
        axes.set_ylim(bottom=0)
        axes.legend(fontsize="small")
    buffer = BytesIO()
    figure.savefig(buffer, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return buffer.getvalue()
