"""A mind: two small networks that judge a position and guide the search among actions.

Each reads, for one seat, that seat's terms, the mean of the others', the most any other is worth, and the table's; adds
them up in one hidden layer and on a straight way past it, in a fixed order, so that compiled and plain Python agree to
the last bit. Differences of the judgement are logits of finishing before another seat; differences of the guide are
logits of an action being the one to follow.

A search looks at one position after another that differ in few terms. So the sums of one of them are kept, the ground,
and those of the next are made from it by what differs. Where that is more, the ground follows; where it is much, the
next is a ground of its own.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, blank
from agon.core.state import State

BLOCK: Final[i64] = 8  # hidden units that are summed up together
NEAR: Final[i64] = 16  # terms in which a position may differ from its ground before the ground follows,
FEW: Final[i64] = 40  # and in which the next ground may differ from it
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

    def begin(self, sums: vec[float], at: i64) -> None:
        """The sums before any input: that of the straight way, then those of the hidden units."""
        sums[at] = 0.0
        for unit in range(self.hidden):
            sums[at + 1 + unit] = self.bias[unit]

    def add(self, row: Row, sums: vec[float], at: i64) -> None:
        """Add the inputs of a row to such sums."""
        out = sums[at]
        straight = self.straight
        number = row.number
        xs = row.x
        for k in range(row.count):
            out += xs[k] * straight[number[k]]
        sums[at] = out
        for block in range(0, self.hidden, BLOCK):
            self.block(row, block, sums, at + 1 + block)

    def block(self, row: Row, first: i64, sums: vec[float], at: i64) -> None:
        """Add them to eight units of the hidden layer at a time, so that these sums need not be stored meanwhile."""
        weights = self.weights
        number = row.number
        xs = row.x
        hidden = self.hidden
        a = sums[at]
        b = sums[at + 1]
        c = sums[at + 2]
        d = sums[at + 3]
        e = sums[at + 4]
        f = sums[at + 5]
        g = sums[at + 6]
        h = sums[at + 7]
        for k in range(row.count):
            x = xs[k]
            place = number[k] * hidden + first
            a += x * weights[place]
            b += x * weights[place + 1]
            c += x * weights[place + 2]
            d += x * weights[place + 3]
            e += x * weights[place + 4]
            f += x * weights[place + 5]
            g += x * weights[place + 6]
            h += x * weights[place + 7]
        sums[at] = a
        sums[at + 1] = b
        sums[at + 2] = c
        sums[at + 3] = d
        sums[at + 4] = e
        sums[at + 5] = f
        sums[at + 6] = g
        sums[at + 7] = h

    def out(self, sums: vec[float]) -> float:
        """What it all comes to: the straight way, and the hidden units rectified and weighed, four at a time."""
        last = self.last
        out = sums[0]
        for first in range(0, self.hidden, 4):
            four = 0.0
            for unit in range(first, first + 4):
                x = sums[unit + 1]
                if x > 0.0:
                    four += x * last[unit]
            out += four
        return out


class Ground:
    """A position from which those near it are judged by one net: its terms, and for each seat asked for, its sums."""

    def __init__(self, net: Net, seats: i64, terms: i64) -> None:
        self.net = net
        self.terms: vec[float] = floats([0.0] * int(terms))
        self.size: i64 = net.hidden + 1
        self.sums: vec[float] = floats([0.0] * int(seats * self.size))
        self.work: vec[float] = floats([0.0] * int(self.size))
        self.known: i64 = 0  # mask of seats whose sums are here
        self.begun = False


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
        self.count: i64 = seats * shape[0] + shape[1]
        self.terms: vec[float] = floats([0.0] * int(self.count))
        self.row = Row(max(inputs_of(shape), int(FEW) + 1))
        self.judging = Ground(judge, seats, self.count)
        self.guiding = Ground(guide, seats, self.count) if guide else self.judging
        self.change = Row(int(self.count))

    def read(self, state: State, ground: Ground) -> None:
        """Take in the terms of a quiet position, and what of them differs from the ground, which follows if it must."""
        terms = self.terms
        for i in range(self.count):
            terms[i] = 0.0
        for seat in range(self.seats):
            state.seat_terms(seat, terms, seat * self.own)
        state.table_terms(terms, self.seats * self.own)
        if not ground.begun or self.differences(ground) > FEW:
            ground.known = 0
            ground.begun = True
            self.settle(ground)
        elif self.change.count > NEAR:
            for seat in range(self.seats):
                if (ground.known & BIT[seat]) != 0:
                    self.turn_from(ground.terms, seat)
                    ground.net.add(self.row, ground.sums, seat * ground.size)
            self.settle(ground)

    def settle(self, ground: Ground) -> None:
        """The position taken in is the ground now."""
        for i in range(self.count):
            ground.terms[i] = self.terms[i]
        self.change.count = 0

    def differences(self, ground: Ground) -> i64:
        """Lay out what differs from the ground; returns how much."""
        terms = self.terms
        before = ground.terms
        number = self.change.number
        xs = self.change.x
        count: i64 = 0
        for i in range(self.count):
            if terms[i] != before[i]:
                number[count] = i
                xs[count] = terms[i] - before[i]
                count += 1
        self.change.count = count
        return count

    def worth(self, ground: Ground, seat: i64) -> float:
        """What the net of a ground makes of the position taken in, for a seat."""
        net = ground.net
        size = ground.size
        at = seat * size
        if (ground.known & BIT[seat]) == 0:
            self.turn_to(ground.terms, seat)
            net.begin(ground.sums, at)
            net.add(self.row, ground.sums, at)
            ground.known = ground.known | BIT[seat]
        for i in range(size):
            ground.work[i] = ground.sums[at + i]
        if self.change.count > 0:
            self.turn_from(ground.terms, seat)
            net.add(self.row, ground.work, 0)
        return net.out(ground.work)

    def turn_to(self, terms: vec[float], seat: i64) -> None:
        """Lay out what the nets read for a seat: its own terms, the mean of the others', the most any other is worth,
        and the table's."""
        row = self.row
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
        row.add(2 * own, self.most(terms, seat))
        for i in range(self.table):
            row.add(2 * own + 1 + i, terms[self.seats * own + i])

    def turn_from(self, before: vec[float], seat: i64) -> None:
        """Lay out by how much that differs from what they read for the seat of other terms."""
        row = self.row
        row.count = 0
        own = self.own
        first = seat * own
        end = self.seats * own
        share = 1.0 / float(self.seats - 1)
        change = self.change
        for k in range(change.count):
            i = change.number[k]
            if i >= end:
                row.add(2 * own + 1 + i - end, change.x[k])
            elif first <= i < first + own:
                row.add(i - first, change.x[k])
            else:
                row.add(own + i % own, change.x[k] * share)
        row.add(2 * own, self.most(self.terms, seat) - self.most(before, seat))

    def most(self, terms: vec[float], seat: i64) -> float:
        """The most any other seat is worth by its first term."""
        most = -1e9
        for other in range(self.seats):
            if other != seat and terms[other * self.own] > most:
                most = terms[other * self.own]
        return most

    def worths(self, state: State) -> list[float]:
        """What a quiet position is worth to each seat; the differences are what counts."""
        self.read(state, self.judging)
        return [self.worth(self.judging, seat) for seat in range(self.seats)]

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

    def promise(self, state: State, seat: i64) -> float:
        """How much an action that led to a quiet position promises, by the guide, to the seat that took it."""
        self.read(state, self.guiding)
        return self.worth(self.guiding, seat)


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
