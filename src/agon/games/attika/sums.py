"""Sums on every space at once. (A file of its own: arithmetic on masks, and no rule.)

A number for each bit of a mask, kept as masks of its four binary digits.

Adding a card to the price on many spaces is then a handful of operations, however many spaces there are.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOST: Final = 15  # what four binary digits can say

Sums = tuple[i64, i64, i64, i64]  # the ones, twos, fours and eights


def plus_one(sums: Sums, where: i64) -> Sums:
    """One more on each bit of a mask."""
    ones, twos, fours, eights = sums
    carry = ones & where
    return plus_two((ones ^ where, twos, fours, eights), carry)


def plus_two(sums: Sums, where: i64) -> Sums:
    """Two more on each bit of a mask."""
    ones, twos, fours, eights = sums
    carry = twos & where
    return ones, twos ^ where, fours ^ carry, eights ^ (fours & carry)


def at_most(sums: Sums, limit: i64) -> i64:
    """Mask of the bits whose number is no more than this one: digit by digit, from the highest."""
    ones, twos, fours, eights = sums
    if limit >= MOST:
        return -1
    less: i64 = 0
    same = ~eights  # in the digits compared so far
    if (limit & 8) != 0:
        less = ~eights
        same = eights
    if (limit & 4) != 0:
        less = less | (same & ~fours)
        same = same & fours
    else:
        same = same & ~fours
    if (limit & 2) != 0:
        less = less | (same & ~twos)
        same = same & twos
    else:
        same = same & ~twos
    if (limit & 1) != 0:
        return less | same
    return less | (same & ~ones)
