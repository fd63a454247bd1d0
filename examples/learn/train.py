"""Teach a small network what `value` overlooks, and let it play: self-play, training, export, arena, plot.

python -m examples.learn.train --out out/learn

Minutes on two cores, from the root of the repository, with `pip install '.[learn]'`. docs/learn.md explains every step.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np
from examples.learn import bot as bot_file
from examples.learn.bot import Network, Rows, encoder
from examples.learn.selfplay import Lesson, lessons, play
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from agon.core.errors import AgonError
from agon.core.game import find
from agon.play.arena import Folder, Plan, Played, play_one, run_arena
from agon.play.results import results, table
from agon.play.tally import wilson

if TYPE_CHECKING:
    from torch import nn

# What the network does not read of features.py: cell by cell, a few hundred games are learnt by heart, not understood.
BOARDS: Final = ("houses", "palaces", "squares", "statues", "free")
PILES: Final = ("quarry_number", "quarry_marble", "quarry_closed", "worker", "stack", "tile")

WIDTHS: Final = (64, 32)
EPOCHS: Final = 6
BATCH: Final = 512
RATE: Final = 2e-3
DECAY: Final = 0.1
DELTA: Final = 10.0  # an error of more points than this is an accident: it counts in proportion, not squared
HELD: Final = 10  # one game in so many is not learnt from, but measures the loss


@dataclass
class Fit:
    """How training went: the loss before it and after each epoch, on what is learnt and on what is held back."""

    learnt: list[float]
    held: list[float]


def chosen(game_id: str, seats: int) -> tuple[str, ...]:
    """The rows of features.py that are read."""
    game = find(game_id)
    return tuple(name for name in game.features(game.new(seats), 0) if name not in (*BOARDS, *PILES))


def fit(blank: Network, games: Sequence[Lesson], seed: int, epochs: int = EPOCHS) -> tuple[Network, Fit]:
    """Train from scratch on all games so far; the loss of 0 corrections is what `value` alone would have."""
    import torch
    from torch import nn
    from torch.nn.functional import huber_loss

    torch.manual_seed(seed)
    held, learnt = lessons(list(games[::HELD])), lessons([g for i, g in enumerate(games) if i % HELD])
    mean, scale = learnt[0].mean(0), learnt[0].std(0) + np.float32(0.01)
    x, y = torch.from_numpy((learnt[0] - mean) / scale), torch.from_numpy(learnt[1])
    held_x, held_y = torch.from_numpy((held[0] - mean) / scale), torch.from_numpy(held[1])
    layers: list[nn.Module] = []
    for n, width in zip((x.shape[1], *WIDTHS), WIDTHS, strict=False):
        layers += [nn.Linear(n, width), nn.ReLU()]
    net = nn.Sequential(*layers, nn.Linear(WIDTHS[-1], 1))
    steps = epochs * -(-len(y) // BATCH)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)

    def loss(inputs: torch.Tensor, wanted: torch.Tensor) -> float:
        with torch.no_grad():
            return float(huber_loss(net(inputs)[:, 0], wanted, delta=DELTA))

    zero = [float(huber_loss(torch.zeros_like(t), t, delta=DELTA)) for t in (y, held_y)]
    told = Fit([zero[0]], [zero[1]])
    for _ in range(epochs):
        order = torch.randperm(len(y))
        for at in range(0, len(y), BATCH):
            batch = order[at : at + BATCH]
            optimizer.zero_grad()
            torch.autograd.backward(huber_loss(net(x[batch])[:, 0], y[batch], delta=DELTA))
            optimizer.step()
            schedule.step()
        told.learnt.append(loss(x, y))
        told.held.append(loss(held_x, held_y))
    return export(blank, net, mean, scale), told


def export(blank: Network, net: nn.Sequential, mean: Rows, scale: Rows) -> Network:
    """A torch network as plain arrays; torch keeps weights the other way round."""
    from torch import nn

    linear = [layer for layer in net if isinstance(layer, nn.Linear)]
    weights = tuple(np.ascontiguousarray(layer.weight.detach().numpy().T) for layer in linear)
    biases = tuple(layer.bias.detach().numpy().copy() for layer in linear)
    return Network(blank.game, blank.seats, blank.names, mean, scale, weights, biases)


class Course:
    """All rounds: play, learn, measure."""

    def __init__(self, wish: Namespace, pool: ProcessPoolExecutor, progress: Progress) -> None:
        self.wish = wish
        self.pool = pool
        self.progress = progress
        self.out: Path = wish.out
        self.network = Network.untaught(wish.game, wish.seats, chosen(wish.game, wish.seats))
        self.games: list[Lesson] = []
        self.fits: list[Fit] = []
        self.shares: list[tuple[float, int]] = []  # won, played

    def round(self, number: int) -> Path:
        """Self-play with what is known, training on all games so far, and some games against greedy."""
        seeds = [f"{self.wish.seed}/{number}/{i}" for i in range(self.wish.games)]
        bar = self.progress.add_task(f"round {number}: self-play", total=len(seeds))
        for lesson in self.pool.map(partial(play, self.network), seeds, chunksize=4):
            self.games.append(lesson)
            self.progress.advance(bar)
        bar = self.progress.add_task(f"round {number}: training", total=1)
        self.network, told = fit(self.network, self.games, self.wish.seed)
        self.fits.append(told)
        self.progress.advance(bar)
        path = self.out / f"round{number}.npz"
        self.network.write(path)
        plan = self.plan(path, self.wish.check, self.wish.seed + 1)
        bar = self.progress.add_task(f"round {number}: against greedy", total=plan.games)
        played = []
        for one in self.engine(plan, list(range(plan.games))):
            played.append(one)
            self.progress.advance(bar)
        self.shares.append((sum(won(one) for one in played), len(played)))
        return path

    def arena(self, path: Path) -> tuple[str, float, int]:
        """The proof: an arena on luck that no round has seen. Its table, games won, games played."""
        plan = self.plan(path, self.wish.arena, self.wish.seed + 2)
        folder = Folder(self.out / "arena", plan, resume=False)
        bar = self.progress.add_task("arena", total=plan.games)
        run_arena(folder, self.engine, partial(self.progress.advance, bar))
        games = folder.games()
        return table(results(list(plan.bots), games)), sum(won(one) for one in games), len(games)

    def plan(self, path: Path, games: int, seed: int) -> Plan:
        """The learnt bot and as many greedy ones as there are further seats."""
        learnt = f"py:{bot_file.__file__}:{path}"
        return Plan(self.wish.game, (learnt, *["greedy"] * (self.wish.seats - 1)), games, seed)

    def engine(self, plan: Plan, numbers: list[int]) -> Iterator[Played]:
        return self.pool.map(partial(play_one, plan), numbers)


def won(played: Played) -> float:
    """The learnt bot's part of the victory."""
    place = played.places[played.entries.index(0)]
    return 1 / played.places.count(1) if place == 1 else 0.0


def verdict(wins: float, games: int, seats: int) -> str:
    """What the arena shows, and no more."""
    low, high = wilson(wins, games)
    fair = 1 / seats
    said = f"{wins:g} of {games} games won, {wins / games:.1%}, 95 % interval {low:.1%} to {high:.1%}"
    if low > fair:
        return f"{said}: greedy with the network beats greedy without (fair is {fair:.0%})."
    if high < fair:
        return f"{said}: greedy with the network loses to greedy without (fair is {fair:.0%})."
    return f"{said}: not clear of {fair:.0%}, so nothing is shown; more games are needed."


def plot(path: Path, fits: Sequence[Fit], shares: Sequence[tuple[float, int]], seats: int) -> None:
    """Loss by epoch and win share by round."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "agon"
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    colours = ["#2f5d8a", "#b4532a", "#4d7c3a", "#7a4b8c", "#8a6d1f"]
    for i, told in enumerate(fits):
        colour = colours[i % len(colours)]
        left.plot(told.held, color=colour, marker="o", markersize=3, label=f"round {i + 1}, held back")
        left.plot(told.learnt, color=colour, linestyle=":", label=f"round {i + 1}, learnt from")
    left.set(title="Loss (0: value alone)", xlabel="epoch", ylabel="Huber loss, points")
    left.legend(frameon=False, fontsize=8)
    rounds = range(1, len(shares) + 1)
    share = [wins / games for wins, games in shares]
    spans = [wilson(wins, games) for wins, games in shares]
    below = [s - low for s, (low, _) in zip(share, spans, strict=True)]
    above = [high - s for s, (_, high) in zip(share, spans, strict=True)]
    right.errorbar(list(rounds), share, yerr=[below, above], fmt="o", capsize=4, color=colours[0])
    right.axhline(1 / seats, color="#777777", linestyle="--", linewidth=1)
    right.set(title="Wins against greedy (95 %)", xlabel="round", ylim=(0, 1), xticks=list(rounds))
    right.yaxis.set_major_formatter("{x:.0%}")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def parser() -> ArgumentParser:
    wish = ArgumentParser("python -m examples.learn.train", description="Learn what `value` overlooks, from self-play.")
    wish.add_argument("--game", default="hellas_2016")
    wish.add_argument("--seats", type=int, default=2)
    wish.add_argument("--rounds", type=int, default=2, help="self-play and training, one after the other")
    wish.add_argument("--games", type=int, default=400, help="games of self-play a round")
    wish.add_argument("--check", type=int, default=60, help="games against greedy after each round, for the plot")
    wish.add_argument("--arena", type=int, default=200, help="games against greedy at the end")
    wish.add_argument("--seed", type=int, default=1)
    wish.add_argument("--workers", type=int, default=2)
    wish.add_argument("--out", type=Path, default=Path("out/learn"), help="a new folder for all that is written")
    return wish


def prepare(out: Path) -> None:
    """Refuse before the first game what would fail after the last."""
    try:
        import torch
    except ImportError as error:
        raise AgonError("Training needs PyTorch: pip install 'agon[learn]'.") from error
    torch.set_num_threads(1)  # layers this small gain nothing by more, and the result is the same everywhere
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise AgonError(f"{out} is not empty; name a new folder with --out.")


def main(arguments: list[str] | None = None) -> int:
    wish = parser().parse_args(arguments)
    screen = Console()
    began = perf_counter()
    try:
        prepare(wish.out)
        columns = (TextColumn("{task.description:<24}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with (
            ProcessPoolExecutor(wish.workers) as pool,
            Progress(*columns, console=screen, disable=not screen.is_terminal) as progress,
        ):
            course = Course(wish, pool, progress)
            for number in range(1, wish.rounds + 1):
                path = course.round(number)
            shown, wins, games = course.arena(path)
    except AgonError as error:
        print(error, file=sys.stderr)
        return 2
    course.network.write(wish.out / f"{wish.game}.npz")
    plot(wish.out / "learn.svg", course.fits, course.shares, wish.seats)
    positions = sum(len(lesson.rows) for lesson in course.games)
    size = encoder(wish.game, wish.seats, course.network.names).size
    print(f"{len(course.games)} games, {positions} positions, {size} inputs; {perf_counter() - began:.0f} s in all.")
    for number, ((won_, played), told) in enumerate(zip(course.shares, course.fits, strict=True), 1):
        print(f"round {number}: loss {told.held[0]:.2f} -> {told.held[-1]:.2f}, {won_:g} of {played} against greedy")
    print(shown)
    print(verdict(wins, games, wish.seats))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
