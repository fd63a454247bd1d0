"""Practice: a judge plays with itself, and learns from what it expects a little later in the same game.

How a game ended says little of each of some hundred positions. What the judge expected after a few more plies says more
(temporal differences): so it learns towards a mean of all it came to expect, each later one counting less, and of the
end. As it plays what it thinks best, it meets what it thought too much of, and learns better.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from agon.bots.ismcts import SHARP as STEEP
from agon.bots.ismcts import Search, placed
from agon.bots.minds import Weights
from agon.bots.quick import Course, course, quick_choice, quick_game, terms_of
from agon.core.chance import below, settle, tried
from agon.core.game import find
from agon.core.state import OVER
from agon.learn.data import MOST_CHILDREN, Decisions, Work, player, saved, start
from agon.learn.fit import BATCH, Model, expectations, rate_at, turned
from agon.play.tally import victory

Array = Any  # of numpy
KEPT: Final = 48  # positions of a game
GLANCED: Final = 6  # decisions of a game that a guide learns from
WIDTHS: Final = (16, 40, 100)  # actions looked at
NOISES: Final = (0.0, 0.02, 0.08)  # plies at random
WINDOW: Final = 4  # rounds that are learnt from
STEPS: Final = 800  # of a round
SHOWN: Final = 60  # games by which a round shows how far it has come
SLOW: Final = 0.5  # how far the judge that plays follows the one that learns
PEAK: Final = 1e-3  # of the rate of learning
SHARP: Final = 10.0  # how much steeper than its logits the judge guides


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


def glanced(work: Work) -> Path:
    """See what the judge makes of decisions of such games, unless it was seen before."""
    return saved(work, glances)


def glances(work: Work) -> dict[str, Array]:
    """Positions after each action of some decisions, with how much each action promises by the judge."""
    search = player(work)
    decisions = Decisions()
    for n in range(work.games):
        rng = Random(f"{work.seed}/{n}")
        width, noise = WIDTHS[below(len(WIDTHS), rng)], NOISES[below(len(NOISES), rng)]
        for position in quick_game(start(work, rng), search, width, noise, GLANCED, rng):
            seat = position.actor()
            if len(position.legal()) > MOST_CHILDREN:
                continue
            reached = [tried(position, action, rng).quiet() for action in position.legal()]
            looks = [search.promise(state, seat) for state in reached]
            shares = [exp(STEEP * (look - max(looks))) for look in looks]
            decisions.add(seat, [(state, share, 0.0) for state, share in zip(reached, shares, strict=True)])
    return decisions.told()


def share(work: Work) -> float:
    """How many of so many games the judge wins against `value` in the other seats, by one step of look-ahead each."""
    judges, values = player(work), Search(True, find(work.game).value_scale, 0)
    won = 0.0
    for n in range(work.games):
        rng = Random(f"{work.seed}/{n // work.seats}")  # the same start for every seat
        state = find(work.game).new(work.seats)
        settle(state, rng)
        while (who := state.actor()) != OVER:
            state.apply(quick_choice(state, judges if who == n % work.seats else values, WIDTHS[-1], rng))
            settle(state, rng)
        won += victory(state.places(), n % work.seats)
    return won / work.games


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
