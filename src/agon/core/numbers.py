"""The numbers every game shares: what stands for nobody and nothing, and sets kept as the bits of a number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CHANCE: Final = -1  # actor() while a card or tile is being drawn
OVER: Final = -2  # actor() once the game has ended
NONE: Final = -3  # nothing there
UNKNOWN: Final = -4  # there, but this viewer may not see it

# Bits come from this table: mypy 2.4.1 compiles `1 << n` with a native n to 32 bits.
WORD: Final = 62  # cells in one mask word
BIT: Final = vec[i64]([2**n for n in range(WORD + 1)])


def blank(n: int, value: int = 0) -> vec[i64]:
    """A row of n equal numbers."""
    return vec[i64]([value] * n)


def popcount(mask: i64) -> i64:
    """How many of the WORD bits of a mask are set. (A constant above 2**62 would be boxed at every call.)"""
    x = mask
    x = x - ((x >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


# The position of a lone bit: its product with this number (a de Bruijn sequence) has six highest bits of its own.
_SPREAD: Final[i64] = 0x03F79D71B4CB0A89
_POSITION: Final = vec[i64](
    [next(n for n in range(64) if (0x03F79D71B4CB0A89 * 2**n >> 58) & 63 == top) for top in range(64)]
)


def lowest(mask: i64) -> i64:
    """The number of the lowest set bit of a mask that is not empty. (Native products wrap around, as wanted here.)"""
    return _POSITION[((mask & -mask) * _SPREAD >> 58) & 63]


def nth(mask: i64, n: i64) -> i64:
    """The number of the n-th set bit, counted from 0 on from the lowest."""
    rest = mask
    left = n
    while left > 0:
        rest = rest & (rest - 1)
        left -= 1
    return lowest(rest)


def bits(mask: i64) -> list[int]:
    """The numbers of the set bits, ascending."""
    out: list[int] = []
    rest = mask
    while rest != 0:
        out.append(int(lowest(rest)))
        rest = rest & (rest - 1)
    return out


def cells(words: vec[i64], start: i64, stop: i64) -> list[int]:
    """The numbers of the set bits of a mask of several words."""
    return [WORD * n + bit for n in range(int(stop - start)) for bit in bits(words[start + n])]


def ranked(points: list[int]) -> list[int]:
    """The place of each: 1 for the most, ties share one."""
    return [1 + sum(1 for other in points if other > own) for own in points]


def or_none(number: int) -> int | None:
    """A number as JSON says it: null where there is nothing."""
    return None if number == NONE else int(number)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


if __file__.endswith(".py"):  # plain Python counts bits by itself; these must agree with those above
    globals().update(popcount=int.bit_count, lowest=_lowest)


# Keys of positions: below 2**41, so that a key times the factor stays within 62 bits.
_PRIME: Final[i64] = 2199023255531
_FACTOR: Final[i64] = 1000003


def key_of(rows: list[vec[i64]]) -> int:
    """A number that is the same for the same rows of numbers, and differs for others."""
    key: i64 = 0
    for row in rows:
        for n in row:
            key = (key * _FACTOR + n + 7) % _PRIME
    return int(key)
