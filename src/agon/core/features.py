"""What a seat may know of a position as numbers, for learning: the table of a game's rows, and the numbers themselves.

Every number is a count over a divisor that never changes, so a position is told in whole numbers: `Sparse` holds those
that are not 0, each with its place in the flat row. `core/sheets.py` lays them out as float32.
"""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import WORD, blank, lowest


class Row:
    """A named row of an observation: what it tells, how long it is, and between what its numbers lie.

    A number is a count from `low` to `high`, over `over`: one for the whole row, or one for each of its numbers.
    """

    def __init__(
        self,
        name: str,
        length: int,
        about: str,
        high: int | Sequence[int] = 1,
        over: int | Sequence[int] = 1,
        low: int | Sequence[int] = 0,
    ) -> None:
        self.name = name
        self.length = length
        self.about = about
        self.low: list[int] = _each(low, length)
        self.high: list[int] = _each(high, length)
        self.over: list[int] = _each(over, length)

    def lowest(self) -> float:
        """No number of the row is less."""
        return min(low / over for low, over in zip(self.low, self.over, strict=True))

    def highest(self) -> float:
        """No number of the row is more."""
        return max(high / over for high, over in zip(self.high, self.over, strict=True))


def _each(number: int | Sequence[int], length: int) -> list[int]:
    """One a number of the row; a shorter list is repeated."""
    if isinstance(number, int):
        return [number] * length
    listed = list(number)
    return listed * (length // max(1, len(listed)))


class Form:
    """A game's rows laid end to end: where each begins, and the divisor of every number."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.starts: list[int] = []
        size = 0
        for row in rows:
            self.starts.append(size)
            size += row.length
        self.size: int = size
        self.over: vec[i64] = vec[i64]([over for row in rows for over in row.over])
        self.low: vec[i64] = vec[i64]([low for row in rows for low in row.low])
        self.high: vec[i64] = vec[i64]([high for row in rows for high in row.high])

    def named(self, sparse: Sparse) -> dict[str, list[float]]:
        """The numbers by the names of their rows, for people."""
        flat = [0.0] * self.size
        for n in range(sparse.size):
            flat[sparse.indices[n]] = sparse.value(n, self)
        return {row.name: flat[at : at + row.length] for row, at in zip(self.rows, self.starts, strict=True)}


class Sparse:
    """The numbers that are not 0: the n-th of `size` is counts[n] over its divisor, at indices[n] of the flat row."""

    def __init__(self, room: int) -> None:
        self.indices: vec[i64] = blank(room)
        self.counts: vec[i64] = blank(room)
        self.size: i64 = 0

    def clear(self) -> None:
        """All is 0."""
        self.size = 0

    def put(self, index: i64, count: i64) -> None:
        """A count, at its place."""
        if count != 0:
            at = self.size
            self.indices[at] = index
            self.counts[at] = count
            self.size = at + 1

    def flag(self, index: i64) -> None:
        """A 1."""
        at = self.size
        self.indices[at] = index
        self.counts[at] = 1
        self.size = at + 1

    def one(self, first: i64, which: i64) -> None:
        """A 1 at one place of a row; none where nothing is there."""
        if which >= 0:
            self.flag(first + which)

    def add(self, index: i64, since: i64) -> None:
        """One more at a place that may have been put there since `size` was this."""
        for n in range(since, self.size):
            if self.indices[n] == index:
                self.counts[n] += 1
                return
        self.flag(index)

    def flags(self, first: i64, mask: i64) -> None:
        """A 1 for each bit of a mask."""
        at = self.size
        indices = self.indices
        counts = self.counts
        rest = mask
        while rest != 0:
            indices[at] = first + lowest(rest)
            counts[at] = 1
            at += 1
            rest = rest & (rest - 1)
        self.size = at

    def flags_of_words(self, first: i64, words: vec[i64], start: i64, stop: i64) -> None:
        """The same for a mask of several words."""
        at = first
        for word in range(start, stop):
            self.flags(at, words[word])
            at += WORD

    def counted(self, first: i64, counts: vec[i64], start: i64, length: i64) -> None:
        """A row of counts as it stands; what cannot be seen (a negative one) is none."""
        for n in range(length):
            count = counts[start + n]
            if count > 0:
                self.put(first + n, count)

    def seat(self, first: i64, seat: i64, player: i64, seats: i64) -> None:
        """A 1 at a seat, counted from the viewer's on; none where it is nobody."""
        if seat >= 0:
            self.flag(first + (seat - player + seats) % seats)

    def value(self, n: i64, form: Form) -> float:
        """The n-th of them as a number."""
        return float(self.counts[n]) / float(form.over[self.indices[n]])
