"""Practice: a judge plays with itself, and learns from what it expects a little later in the same game.

How a game ended says little of each of some hundred positions. What the judge expected after a few more plies says more
(temporal differences): so it learns towards a mean of all it came to expect, each later one counting less, and of the
end. As it plays what it thinks best, it meets what it thought too much of, and learns better.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from agon.bots.ismcts import placed
from agon.bots.mind import inputs_of
from agon.bots.minds import Weights
from agon.bots.quick import Course, course, terms_of
from agon.core.chance import below
from agon.learn.data import Work, player, saved, start
from agon.learn.fit import BATCH, Model, expectations, rate_at, turned

Array = Any  # of numpy
KEPT: Final = 48  # positions of a game
WIDTHS: Final = (16, 40, 100)  # actions looked at
NOISES: Final = (0.0, 0.02, 0.08)  # plies at random
WINDOW: Final = 4  # rounds that are learnt from
STEPS: Final = 800  # of a round
SLOW: Final = 0.5  # how far the judge that plays follows the one that learns
PEAK: Final = 5e-4  # of the rate of learning
SHARP: Final = 10.0  # how much steeper than its logits the judge guides
GLANCES: Final = 4000  # steps in which a guide learns to say the same at a glance
SURE: Final = 8.0  # a logit beyond which it need not


def practised(work: Work) -> Path:
    """Play a chunk of a round, unless it was played before."""
    return saved(work, games)


def games(work: Work) -> dict[str, Array]:
    """Positions of games that the judge played, with what it came to expect of them."""
    search = player(work)
    rows: list[list[float]] = []
    targets: list[list[float]] = []
    rewards: list[list[float]] = []
    for n in range(work.games):
        rng = Random(f"{work.seed}/{n}")
        state = start(work, rng)
        went = course(state, search, WIDTHS[below(len(WIDTHS), rng)], NOISES[below(len(NOISES), rng)], rng)
        ends = placed(state.places())
        came = foreseen(went, ends, work.later)
        steady = [k for k in range(len(came)) if not went.strayed[k]]
        for k in rng.sample(steady, min(KEPT, len(steady))):
            rows.append(terms_of(went.positions[k]))
            targets.append(came[k])
            rewards.append(ends)
    terms = np.array(rows, np.float16)
    return {"terms": terms, "targets": np.array(targets, np.float32), "rewards": np.array(rewards, np.float32)}


def foreseen(went: Course, ends: list[float], later: float) -> list[list[float]]:
    """What each position led to expect: the next one's expectation, those after it less and less, and the end.

    Where play strayed, what came of it says nothing of what was before.
    """
    out: list[list[float]] = []
    after = ends  # what the position looked at leads to expect
    for k in range(len(went.hopes) - 1, -1, -1):
        out.append(after)
        if went.strayed[k]:
            after = went.hopes[k]
        else:
            after = [(1.0 - later) * hope + later * end for hope, end in zip(went.hopes[k], after, strict=True)]
    out.reverse()
    return out


class Pupil:
    """A judge that learns, and a slower one, the mean of what it was, that plays."""

    def __init__(self, shape: list[int], beginning: Weights, seed: int) -> None:
        self.shape = shape
        self.model = Model.of(shape, beginning, seed, PEAK)
        self.slow = [p.copy() for p in self.model.parameters()]
        self.seed = seed

    def learn(self, rounds: list[dict[str, Array]], number: int) -> None:
        """One cycle over what was kept of the last rounds."""
        terms = np.concatenate([r["terms"] for r in rounds])
        targets = np.concatenate([r["targets"] for r in rounds])
        seats = targets.shape[1]
        dice = np.random.default_rng([self.seed, number])
        self.model.rest()
        for step in range(STEPS):
            some = dice.integers(0, len(terms), min(BATCH, len(terms)))
            rows = turned(terms[some], seats, self.shape)
            flat = rows.reshape(-1, rows.shape[2])
            outputs, layer = self.model.forward(flat)
            slope = expectations(outputs.reshape(-1, seats), targets[some]) / len(some)
            self.model.descend(flat, layer, slope.reshape(-1).astype(np.float32), rate_at(step, STEPS))
        for p, q in zip(self.slow, self.model.parameters(), strict=True):
            p += SLOW * (q - p)

    def weights(self) -> Weights:
        """Of the one that plays."""
        return Model.flat(self.model.hidden, self.slow)

    def save(self, file: Path) -> None:
        """So that another day goes on from here."""
        kept = {f"fast{n}": p for n, p in enumerate(self.model.parameters())}
        np.savez(file, **kept, **{f"slow{n}": p for n, p in enumerate(self.slow)})

    def load(self, file: Path) -> None:
        """Go on from there."""
        kept = np.load(file)
        for n, (fast, slow) in enumerate(zip(self.model.parameters(), self.slow, strict=True)):
            fast[...] = kept[f"fast{n}"]
            slow[...] = kept[f"slow{n}"]


def glance(judge: Weights, rounds: list[dict[str, Array]], shape: list[int], hidden: int, seed: int) -> Weights:
    """A guide that says of one seat, in one small sum, what the judge says by one for every seat; as steep."""
    terms = np.concatenate([r["terms"] for r in rounds])
    seats = rounds[0]["targets"].shape[1]
    knows = Model.of(shape, judge, seed, PEAK)
    model = Model(inputs_of(shape), hidden, seed)
    dice = np.random.default_rng([seed, len(terms)])
    for step in range(GLANCES):
        some = dice.integers(0, len(terms), min(BATCH, len(terms)) // seats + 1)
        flat = turned(terms[some], seats, shape).reshape(len(some) * seats, -1)
        wanted = aheads(knows.forward(flat)[0].reshape(-1, seats)).reshape(-1)
        outputs, layer = model.forward(flat)
        slope = (outputs - wanted) / len(flat)
        model.descend(flat, layer, slope.astype(np.float32), rate_at(step, GLANCES))
    model.last *= SHARP
    model.straight *= SHARP
    return model.weights()


def aheads(outputs: Array) -> Array:
    """What each seat may expect, as a logit, as Mind.ahead has it."""
    seats = outputs.shape[1]
    before = 1.0 / (1.0 + np.exp(-np.clip(outputs[:, :, None] - outputs[:, None, :], -30, 30)))
    p = np.clip((before.sum(2) - 0.5) / (seats - 1), 1e-9, 1.0 - 1e-9)
    return np.clip(np.log(p / (1.0 - p)), -SURE, SURE)
