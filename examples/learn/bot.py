"""A bot that plays with a learnt network: greedy, but a position is worth `value` and what the network adds to it.

agon match hellas_2016 --bots py:examples/learn/bot.py,greedy

It needs numpy and nothing else; PyTorch is for training (train.py). `py:examples/learn/bot.py:FILE.npz` plays with
another network than the one beside this file. docs/learn.md tells the whole story.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from agon.bots import Advice, Bot
from agon.core.chance import settle
from agon.core.codec import dump, hides
from agon.core.errors import AgonError
from agon.core.game import Game, find
from agon.core.state import OVER, State

SHIPPED: Final = Path(__file__).with_name("hellas_2016.npz")
FORMAT: Final = 1
SAMPLES: Final = 3  # imagined worlds and draws, as greedy has them
ACTIONS: Final = 16  # so many actions, the best by `value`, are shown to the network
ENDINGS: Final = 2  # and of each so many ways to go on
SCALE: Final = 10.0  # points are written in tens, as features.py writes marble

Rows = NDArray[np.float32]


class Encoder:
    """A position as a row of numbers: chosen rows of features.py, each seat's points by category, and `value`."""

    def __init__(self, game: Game, seats: int, names: Sequence[str]) -> None:
        self.game = game
        self.seats = seats
        self.names = tuple(names)
        first = game.new(seats)
        rows = game.features(first.observe(0), 0)
        unknown = [name for name in names if name not in rows]
        if unknown:
            raise AgonError(f"{game.id} has no features {', '.join(unknown)}; it has {', '.join(rows)}.")
        self.size = sum(len(rows[name]) for name in names) + seats * len(game.scores(first)[0]) + 1

    def row(self, state: State, me: int, value: float) -> list[float]:
        """The position as seat `me` sees it; seats are turned so that it comes first."""
        features = self.game.features(state.observe(me), me)
        scores = self.game.scores(state)
        out: list[float] = []
        for name in self.names:
            out += features[name]
        for i in range(self.seats):
            out += [points / SCALE for points in scores[(me + i) % self.seats].values()]
        out.append(value / SCALE)
        return out

    def value(self, rows: Rows) -> Rows:
        """The `value` that each of these rows was written with."""
        return rows[:, -1] * np.float32(SCALE)


@dataclass(frozen=True)
class Network:
    """Layers of weights and biases with ReLU between them; says in points what `value` overlooks."""

    game: str
    seats: int
    names: tuple[str, ...]  # the rows of features.py it reads
    mean: Rows  # inputs are shifted and scaled before the first layer
    scale: Rows
    weights: tuple[Rows, ...]
    biases: tuple[Rows, ...]

    @classmethod
    def untaught(cls, game: str, seats: int, names: tuple[str, ...]) -> Network:
        """Before anything is learnt: it adds nothing."""
        none = np.zeros(0, np.float32)
        return cls(game, seats, names, none, none, (), ())

    def __call__(self, rows: Rows) -> Rows:
        """The corrections of many positions at once: (positions, inputs) -> (positions,)."""
        x: Rows = (rows - self.mean) / self.scale
        for weights, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            x = np.maximum(x @ weights + bias, np.float32(0))
        out: Rows = (x @ self.weights[-1] + self.biases[-1])[:, 0]
        return out

    def write(self, path: Path) -> None:
        """A file of plain arrays: numpy reads it, and so does nearly everything else."""
        arrays: dict[str, NDArray[np.generic]] = {
            "format": np.array(FORMAT),
            "game": np.array(self.game),
            "seats": np.array(self.seats),
            "names": np.array(self.names),
            "mean": self.mean,
            "scale": self.scale,
        }
        for i, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            arrays[f"weights{i}"], arrays[f"bias{i}"] = weights, bias
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]

    @classmethod
    def read(cls, path: Path) -> Network:
        """What `write` wrote; anything else is refused with a sentence."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                found = {name: arrays[name] for name in arrays.files}
            if int(found["format"]) != FORMAT:
                raise AgonError(f"{path} has format {found['format']}, this bot reads {FORMAT}.")
            layers = sum(name.startswith("weights") for name in found)
            return cls(
                str(found["game"]),
                int(found["seats"]),
                tuple(str(name) for name in found["names"]),
                found["mean"],
                found["scale"],
                tuple(found[f"weights{i}"] for i in range(layers)),
                tuple(found[f"bias{i}"] for i in range(layers)),
            )
        except FileNotFoundError as error:
            raise AgonError(f"There is no network {path}.") from error
        except (OSError, EOFError, BadZipFile, ValueError, KeyError, TypeError) as error:
            if isinstance(error, AgonError):
                raise
            raise AgonError(f"{path} is not a network of this bot.") from error


@dataclass
class Ending:
    """A position that a decision may lead to, on the seat's own account, with its `value`."""

    state: State
    value: float
    bonus: float

    def promise(self) -> float:
        return self.value + self.bonus


class LearntBot(Bot):
    """Greedy as the built-in bot is, on `value` plus the network's correction.

    A network is slower than `value`, so `value` decides what it is asked: the best ways to go on after the best
    actions. All of a decision's positions go through it in one matrix product.
    """

    def __init__(self, network: Network, samples: int = SAMPLES) -> None:
        self.name = "learnt"
        self.network = network
        self.samples = samples
        self.game = find(network.game)
        self.encoder = encoder(network.game, network.seats, network.names)

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        return self.advise(observation, legal, rng)[0].action

    def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        if observation.game_id() != self.game.id or observation.seats() != self.network.seats:
            raise AgonError(f"This network has learnt {self.game.id} for {self.network.seats} seats, nothing else.")
        me = observation.actor()
        worlds = self.samples if hides(dump(observation)) else 1
        tried = [(action, self.endings(observation, action, me, worlds, rng)) for action in legal]
        tried.sort(key=lambda pair: -promise(pair[1]))
        worths = self.judge([draws for _, draws in tried[:ACTIONS]], me)
        ties = [(worth, rng.random(), action) for worth, (action, _) in zip(worths, tried, strict=False)]
        ties.sort(key=lambda t: (-t[0], t[1]))
        return [Advice(action, worth) for worth, _, action in ties]

    def endings(self, observation: State, action: int, me: int, worlds: int, rng: Random) -> list[list[Ending]]:
        """Where an action may lead: for each imagined world or draw the best ways to go on, by `value`."""
        out: list[list[Ending]] = []
        while len(out) < worlds:
            world = observation.clone()
            world.fill(rng)
            world.apply(action)
            if settle(world, rng):
                worlds = self.samples
            out.append(self.going_on(world, me, rng))
        return out

    def bonus(self, state: State, me: int) -> float:
        """What a bot likes for no reason; self-play explores by it."""
        return 0.0

    def ending(self, state: State, me: int) -> Ending:
        return Ending(state, self.game.value(state, me), self.bonus(state, me))

    def going_on(self, state: State, me: int, rng: Random) -> list[Ending]:
        """The position itself, or, if the seat's move goes on, the best of those one step further."""
        if state.actor() != me:
            return [self.ending(state, me)]
        found: list[Ending] = []
        for action in state.legal():
            after = state.clone()
            after.apply(action)
            settle(after, rng)
            found.append(self.ending(after, me))
        found.sort(key=lambda ending: -ending.promise())
        return found[:ENDINGS]

    def judge(self, tried: list[list[list[Ending]]], me: int) -> list[float]:
        """The worth of each action: the best way to go on, averaged over worlds and draws."""
        flat = [ending for draws in tried for endings in draws for ending in endings]
        added = iter(self.corrections(flat, me))
        return [
            sum(max(e.promise() + next(added) for e in endings) for endings in draws) / len(draws) for draws in tried
        ]

    def corrections(self, endings: list[Ending], me: int) -> list[float]:
        """What the network adds to each; nothing once the game is over, when `value` knows the result."""
        if not self.network.weights:
            return [0.0] * len(endings)
        rows = np.array([self.encoder.row(e.state, me, e.value) for e in endings], np.float32)
        added = self.network(rows).tolist()
        return [0.0 if e.state.actor() == OVER else a for e, a in zip(endings, added, strict=True)]


def promise(draws: list[list[Ending]]) -> float:
    """What an action promises before the network is asked."""
    return sum(endings[0].promise() for endings in draws) / len(draws)


@lru_cache
def encoder(game_id: str, seats: int, names: tuple[str, ...]) -> Encoder:
    return Encoder(find(game_id), seats, names)


@lru_cache
def network(path: Path) -> Network:
    """Read once a process."""
    return Network.read(path)


def bot(argument: str) -> Bot:
    """What `py:` calls: a bot with the network of this file, or with the one beside this module."""
    return LearntBot(network(Path(argument) if argument else SHIPPED))
