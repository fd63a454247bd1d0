"""Fitting the two nets by gradient descent (AdamW, one cycle of the learning rate), in NumPy: they are small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from agon.bots.mind import inputs_of
from agon.bots.minds import Weights

Array = Any  # of numpy
BATCH: Final = 2048  # positions
DECAY: Final = 0.02
PEAK: Final = 3e-3
KNOWN: Final = 8  # visits from which on an action's worth is learnt from
LEAST: Final = 0.02  # of a chance times its opposite, by which a slope is divided


def turned(terms: Array, seats: int, shape: list[int], who: Array | None = None) -> Array:
    """The rows the nets read, one for each seat; or of one seat each. As Mind.turn_to lays them out."""
    own = shape[0]
    seat_terms = terms[:, : seats * own].reshape(len(terms), seats, own).astype(np.float32)
    table = terms[:, seats * own :].astype(np.float32)
    total = seat_terms.sum(1)
    rows = []
    for seat in range(seats):
        others = (total - seat_terms[:, seat]) / (seats - 1)
        most = np.delete(seat_terms[:, :, 0], seat, 1).max(1, keepdims=True)
        rows.append(np.concatenate([seat_terms[:, seat], others, most, table], 1))
    out = np.stack(rows, 1)
    return out if who is None else out[np.arange(len(terms)), who]


class Model:
    """The weights of a net while they are learnt."""

    def __init__(self, inputs: int, hidden: int, seed: int, start: Weights | None = None) -> None:
        rng = np.random.default_rng(seed)
        self.peak = PEAK if start is None else PEAK / 3.0  # what was learnt before is not to be lost at once
        self.hidden = hidden
        self.first = (rng.standard_normal((inputs, hidden)) * np.sqrt(1.0 / inputs)).astype(np.float32)
        self.bias = np.zeros(hidden, np.float32)
        self.last = (rng.standard_normal(hidden) * 0.05).astype(np.float32)
        self.straight = np.zeros(inputs, np.float32)
        if start is not None:
            self.hidden = hidden = start.hidden
            flat = np.array(start.numbers, np.float32)
            at = inputs * hidden
            self.first = flat[:at].reshape(inputs, hidden).copy()
            self.bias, self.last = flat[at : at + hidden].copy(), flat[at + hidden : at + 2 * hidden].copy()
            self.straight = flat[at + 2 * hidden :].copy()
        self.rest()

    def rest(self) -> None:
        """Forget in which direction it was going."""
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters()]
        self.steps = 0

    def parameters(self) -> list[Array]:
        return [self.first, self.bias, self.last, self.straight]

    def forward(self, rows: Array) -> tuple[Array, Array]:
        """Outputs, and the hidden layer."""
        layer = np.maximum(rows @ self.first + self.bias, 0.0)
        return layer @ self.last + rows @ self.straight, layer

    def descend(self, rows: Array, layer: Array, slope: Array, rate: float) -> None:
        """One step down, given the slope of the loss at the outputs."""
        back = np.outer(slope, self.last) * (layer > 0.0)
        slopes = [rows.T @ back, back.sum(0), layer.T @ slope, rows.T @ slope]
        self.steps += 1
        rate *= self.peak
        for p, g, (m, v) in zip(self.parameters(), slopes, self.moments, strict=True):
            m += 0.1 * (g - m)
            v += 0.01 * (g * g - v)
            step = (m / (1.0 - 0.9**self.steps)) / (np.sqrt(v / (1.0 - 0.99**self.steps)) + 1e-8)
            p -= (rate * (step + DECAY * p)).astype(np.float32)

    def weights(self) -> Weights:
        """As a mind's file keeps them."""
        return Model.flat(self.hidden, self.parameters())

    @staticmethod
    def flat(hidden: int, parameters: list[Array]) -> Weights:
        """Parameters as a mind's file keeps them."""
        return Weights(hidden, [float(x) for x in np.concatenate([p.ravel() for p in parameters])])

    @staticmethod
    def of(shape: list[int], start: Weights, seed: int, peak: float) -> Model:
        """One that goes on from these weights, at so high a rate at most."""
        model = Model(inputs_of(shape), start.hidden, seed, start)
        model.peak = peak
        return model


def rate_at(step: int, steps: int) -> float:
    """One cycle: up to 1 for the first fifth, then down to nothing."""
    share = step / max(1, steps)
    return share / 0.2 if share < 0.2 else (1.0 - share) / 0.8


def cycle(count: int, epochs: int, batch: int, seed: int, learn: Callable[[Array, float], None]) -> None:
    """Go over everything so many times, in random order."""
    rng = np.random.default_rng(seed)
    steps = epochs * max(1, count // batch)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(count)
        for at in range(0, count - batch + 1 if count >= batch else 1, batch):
            learn(order[at : at + batch], rate_at(step, steps))
            step += 1


# ---- the judge ----


def pairs(outputs: Array, rewards: Array) -> tuple[Array, Array, Array]:
    """Chances of each seat to finish before each other one, and what happened; both by (position, seat, seat)."""
    chances = 1.0 / (1.0 + np.exp(-np.clip(outputs[:, :, None] - outputs[:, None, :], -30, 30)))
    happened = 0.5 * (1.0 + np.sign(np.round(rewards[:, :, None] - rewards[:, None, :], 4)))
    apart = ~np.eye(outputs.shape[1], dtype=bool)[None]
    return chances, happened, np.broadcast_to(apart, chances.shape)


def log_loss(outputs: Array, rewards: Array) -> float:
    chances, happened, apart = pairs(outputs, rewards)
    p = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(happened * np.log(p) + (1 - happened) * np.log(1 - p))[apart].mean())


class Expected:
    """Positions after actions that a search has tried, with what it then expected for the seat that moved."""

    def __init__(self, terms: Array, who: Array, worths: Array, visits: Array) -> None:
        known = visits >= KNOWN
        self.terms, self.who, self.worths = terms[known], who[known].astype(int), worths[known]
        weights = np.sqrt(visits[known])
        self.weights = weights / weights.mean() if len(weights) else weights

    def __len__(self) -> int:
        return len(self.terms)

    def slope(self, outputs: Array, chosen: Array) -> Array:
        """Of the log loss of what the mover may expect, at the outputs by position and seat."""
        at = np.arange(len(chosen))
        who = self.who[chosen]
        targets = np.zeros_like(outputs)
        weights = np.zeros_like(outputs)
        targets[at, who] = self.worths[chosen]
        weights[at, who] = self.weights[chosen]
        return expectations(outputs, targets, weights) / len(chosen)


def expectations(outputs: Array, targets: Array, weights: Array | None = None) -> Array:
    """The slope of the log loss of what each seat may expect, at the outputs by position and seat."""
    seats = outputs.shape[1]
    ahead = 1.0 / (1.0 + np.exp(-np.clip(outputs[:, :, None] - outputs[:, None, :], -30, 30)))
    steep = ahead * (1.0 - ahead) / (seats - 1)
    steep[:, np.arange(seats), np.arange(seats)] = 0.0
    p = (ahead.sum(2) - 0.5) / (seats - 1)
    off = (p - targets) / np.maximum(p * (1.0 - p), LEAST)
    if weights is not None:
        off = off * weights
    return off * steep.sum(2) - (off[:, :, None] * steep).sum(1)


def fit_judge(
    terms: Array,
    rewards: Array,
    shape: list[int],
    hidden: int,
    epochs: int,
    seed: int = 0,
    start: Weights | None = None,
    expected: Expected | None = None,
) -> Model:
    """A net whose differences are the logits of finishing before another; it begins where another has ended. Where
    searches are given, each step learns from results and from what they expected, in equal parts."""
    seats = rewards.shape[1]
    model = Model(inputs_of(shape), hidden, seed, start)
    dice = np.random.default_rng(seed)

    def learn(chosen: Array, rate: float) -> None:
        rows = turned(terms[chosen], seats, shape)
        outputs = model.forward(rows.reshape(-1, rows.shape[2]))[0].reshape(-1, seats)
        chances, happened, apart = pairs(outputs, rewards[chosen])
        slope = np.where(apart, chances - happened, 0.0).sum(2) * (2.0 / (len(chosen) * (seats - 1)))
        if expected is not None and len(expected):
            some = dice.integers(0, len(expected), len(chosen))
            more = turned(expected.terms[some], seats, shape)
            told = model.forward(more.reshape(-1, more.shape[2]))[0].reshape(-1, seats)
            rows = np.concatenate([rows, more])
            slope = np.concatenate([slope, 2.0 * expected.slope(told, some)])
        flat = rows.reshape(-1, rows.shape[2])
        model.descend(flat, model.forward(flat)[1], slope.reshape(-1).astype(np.float32), rate)

    cycle(len(terms), epochs, BATCH, seed, learn)
    return model


def judged(model: Model, terms: Array, seats: int, shape: list[int]) -> Array:
    """The outputs by position and seat."""
    parts = []
    for at in range(0, len(terms), 20_000):
        rows = turned(terms[at : at + 20_000], seats, shape)
        parts.append(model.forward(rows.reshape(-1, rows.shape[2]))[0].reshape(-1, seats))
    return np.concatenate(parts)


# ---- the guide ----


class Sisters:
    """Rows of the guide in groups: the actions of one decision, and how much each should be followed."""

    def __init__(self, rows: Array, visits: Array, firsts: Array) -> None:
        self.rows = rows
        self.firsts = firsts
        sizes = np.diff(firsts)
        share = np.repeat(np.add.reduceat(visits, firsts[:-1]), sizes)
        self.target = visits / share

    def __len__(self) -> int:
        return len(self.firsts) - 1

    def of(self, chosen: Array) -> tuple[Array, Array]:
        """The rows of some decisions one after the other, and where each begins."""
        chosen = np.sort(chosen)
        sizes = self.firsts[chosen + 1] - self.firsts[chosen]
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        index = np.arange(sizes.sum()) + np.repeat(self.firsts[chosen] - starts, sizes)
        return index, starts


def shares(outputs: Array, starts: Array) -> Array:
    """A softmax in each group."""
    sizes = np.diff(np.concatenate([starts, [len(outputs)]]))
    top = np.repeat(np.maximum.reduceat(outputs, starts), sizes)
    weights = np.exp(np.clip(outputs - top, -60, 0))
    return weights / np.repeat(np.add.reduceat(weights, starts), sizes)


def fit_guide(
    sisters: Sisters,
    shape: list[int],
    hidden: int,
    epochs: int,
    slope0: float,
    seed: int = 0,
    start: Weights | None = None,
) -> Model:
    """A net whose softmax over sister actions is how much a search follows each; it begins at `value`, or where another
    has ended."""
    model = Model(inputs_of(shape), hidden, seed, start)
    if start is None:
        model.straight[0] = slope0
        model.straight[shape[0]] = -slope0

    def learn(chosen: Array, rate: float) -> None:
        index, starts = sisters.of(chosen)
        rows = sisters.rows[index]
        outputs, layer = model.forward(rows)
        slope = (shares(outputs, starts) - sisters.target[index]) / len(chosen)
        model.descend(rows, layer, slope.astype(np.float32), rate)

    cycle(len(sisters), epochs, min(512, max(1, len(sisters) // 4)), seed, learn)
    return model


def guide_loss(outputs: Array, sisters: Sisters) -> tuple[float, float]:
    """Cross entropy to the search's shares beyond their own, and how often the first is the search's first."""
    starts = sisters.firsts[:-1]
    p = shares(outputs, starts)
    t = sisters.target
    loss = float((t * (np.log(np.maximum(t, 1e-9)) - np.log(np.maximum(p, 1e-9)))).sum() / len(sisters))
    best = [int(np.argmax(p[a:b])) == int(np.argmax(t[a:b])) for a, b in zip(starts, sisters.firsts[1:], strict=True)]
    return loss, float(np.mean(best))
