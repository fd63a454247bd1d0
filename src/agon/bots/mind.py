"""A mind: two small networks that judge a position and guide the search among actions.

Each reads, for one seat, that seat's terms, the mean of the others', the most any other is worth, and the table's; adds
them up in one hidden layer and on a straight way past it, in a fixed order, so that compiled and plain Python agree to
the last bit. Differences of the judgement are logits of finishing before another seat; differences of the guide are
logits of an action being the one to follow.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import blank
from agon.core.state import State

BLOCK: Final[i64] = 8  # hidden units that are summed up together
TINY: Final = 1e-9  # a chance is never nearer to none


def floats(numbers: list[float]) -> vec[float]:
    """A row of numbers."""
    return vec[float](numbers)


class Row:
    """What the nets read for one seat: the inputs that are not 0, each with its number."""

    def __init__(self, inputs: int) -> None:
        self.number: vec[i64] = blank(inputs)
        self.x: vec[float] = floats([0.0] * inputs)
        self.count: i64 = 0

    def add(self, number: i64, x: float) -> None:
        if x != 0.0:
            self.number[self.count] = number
            self.x[self.count] = x
            self.count += 1


class Net:
    """One hidden layer of rectified sums, and a straight way past it, to one number."""

    def __init__(self, inputs: int, hidden: int, numbers: list[float]) -> None:
        assert len(numbers) == Net.size(inputs, hidden) and hidden % BLOCK == 0
        self.hidden: i64 = hidden
        at = inputs * hidden
        self.weights: vec[float] = floats(numbers[:at])  # input by input
        self.bias: vec[float] = floats(numbers[at : at + hidden])
        self.last: vec[float] = floats(numbers[at + hidden : at + 2 * hidden])
        self.straight: vec[float] = floats(numbers[at + 2 * hidden : at + 2 * hidden + inputs])

    @staticmethod
    def size(inputs: int, hidden: int) -> int:
        """How many numbers it is made of."""
        return inputs * hidden + 2 * hidden + inputs

    def run(self, row: Row) -> float:
        """What it makes of a row."""
        out = 0.0
        straight = self.straight
        number = row.number
        xs = row.x
        for k in range(row.count):
            out += xs[k] * straight[number[k]]
        for block in range(0, self.hidden, BLOCK):
            out = self.block(row, block, out)
        return out

    def block(self, row: Row, first: i64, before: float) -> float:
        """What eight units of the hidden layer add: eight sums at a time, so that they need not be stored."""
        weights = self.weights
        number = row.number
        xs = row.x
        hidden = self.hidden
        bias = self.bias
        a = bias[first]
        b = bias[first + 1]
        c = bias[first + 2]
        d = bias[first + 3]
        e = bias[first + 4]
        f = bias[first + 5]
        g = bias[first + 6]
        h = bias[first + 7]
        for k in range(row.count):
            x = xs[k]
            at = number[k] * hidden + first
            a += x * weights[at]
            b += x * weights[at + 1]
            c += x * weights[at + 2]
            d += x * weights[at + 3]
            e += x * weights[at + 4]
            f += x * weights[at + 5]
            g += x * weights[at + 6]
            h += x * weights[at + 7]
        low = self.part(first, a, b, c, d)
        return before + low + self.part(first + 4, e, f, g, h)

    def part(self, first: i64, a: float, b: float, c: float, d: float) -> float:
        """Four sums rectified and weighed."""
        last = self.last
        out = 0.0
        if a > 0.0:
            out += a * last[first]
        if b > 0.0:
            out += b * last[first + 1]
        if c > 0.0:
            out += c * last[first + 2]
        if d > 0.0:
            out += d * last[first + 3]
        return out


class Mind:
    """What a game's positions with so many seats are judged by."""

    def __init__(self, seats: int, shape: list[int], judge: Net, guide: Net | None, sharp: float = 0.0) -> None:
        self.seats: i64 = seats
        self.shape = shape
        self.own: i64 = shape[0]
        self.table: i64 = shape[1]
        self.judge = judge
        self.guide = guide  # among actions; without one the judge does it if `sharp` says so, or `value`
        self.sharp = sharp  # so many times the judge's logit is how much an action promises; 0: it does not guide
        self.terms: vec[float] = floats([0.0] * (seats * shape[0] + shape[1]))
        self.row = Row(inputs_of(shape))

    def read(self, state: State) -> None:
        """Take in the terms of a quiet position."""
        terms = self.terms
        for i in range(len(terms)):
            terms[i] = 0.0
        for seat in range(self.seats):
            state.seat_terms(seat, terms, seat * self.own)
        state.table_terms(terms, self.seats * self.own)

    def turn_to(self, seat: i64) -> None:
        """Lay out what the nets read for a seat: its own terms, the mean of the others', the most any other is worth,
        and the table's."""
        row = self.row
        terms = self.terms
        number = row.number
        xs = row.x
        own = self.own
        mine = seat * own
        count: i64 = 0
        x: float = 0.0
        for i in range(own):
            x = terms[mine + i]
            if x != 0.0:
                number[count] = i
                xs[count] = x
                count += 1
        share = 1.0 / float(self.seats - 1)
        for i in range(own):
            x = 0.0
            at = i
            for other in range(self.seats):
                if other != seat:
                    x += terms[at]
                at += own
            if x != 0.0:
                number[count] = own + i
                xs[count] = x * share
                count += 1
        row.count = count
        most = -1e9
        for other in range(self.seats):
            if other != seat and terms[other * own] > most:
                most = terms[other * own]
        row.add(2 * own, most)
        for i in range(self.table):
            row.add(2 * own + 1 + i, terms[self.seats * own + i])

    def worths(self, state: State) -> list[float]:
        """What a quiet position is worth to each seat; the differences are what counts."""
        self.read(state)
        out: list[float] = []
        for seat in range(self.seats):
            self.turn_to(seat)
            out.append(self.judge.run(self.row))
        return out

    def chances(self, state: State) -> list[float]:
        """What each seat may expect of a quiet position, from 0 (last) to 1 (first)."""
        worths = self.worths(state)
        out: list[float] = []
        for mine in worths:
            total = -0.5
            for other in worths:
                total += chance(mine - other)
            out.append(total / float(self.seats - 1))
        return out

    def ahead(self, state: State, seat: int) -> float:
        """What a seat may expect of a quiet position, as a logit."""
        if self.seats == 2:
            worths = self.worths(state)
            return worths[seat] - worths[1 - seat]
        within = min(1.0 - TINY, max(TINY, self.chances(state)[seat]))
        return log(within / (1.0 - within))

    def promise(self, state: State, seat: i64, guide: Net) -> float:
        """How much an action that led to a quiet position promises to the seat that took it."""
        self.read(state)
        self.turn_to(seat)
        return guide.run(self.row)


def inputs_of(shape: list[int]) -> int:
    """How many inputs a seat's row has."""
    return 2 * shape[0] + 1 + shape[1]


def chance(x: float) -> float:
    """A logit as a chance."""
    if x > 30.0:
        return 1.0
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-x))
