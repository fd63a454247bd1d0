"""Axial hexes, as the games share them: a hex is a pair (q, r); neighbours run counter-clockwise from the east."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

Hex = tuple[int, int]

DIRECTIONS: Final[tuple[Hex, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def add(a: Hex, b: Hex) -> Hex:
    return (a[0] + b[0], a[1] + b[1])


def neighbours(h: Hex) -> list[Hex]:
    """The six hexes around one."""
    return [add(h, d) for d in DIRECTIONS]


def adjacent(a: Hex, b: Hex) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in DIRECTIONS


def middle(h: Hex) -> tuple[float, float]:
    """Where a hex that stands on a corner lies, its corners 1 away: x to the right, y down."""
    return (sqrt(3.0) * (h[0] + h[1] / 2), 1.5 * h[1])


def distance(a: Hex, b: Hex) -> int:
    """Steps from one hex to another."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def rotate(h: Hex, steps: int) -> Hex:
    """Turned about (0, 0) so that direction i becomes direction i + steps."""
    q, r = h
    for _ in range(steps % 6):
        q, r = q + r, -q
    return (q, r)


def groups(cells: Iterable[Hex]) -> list[set[Hex]]:
    """The connected groups of a set of hexes."""
    rest = set(cells)
    out: list[set[Hex]] = []
    while rest:
        group: set[Hex] = set()
        edge = [min(rest)]
        while edge:
            h = edge.pop()
            if h in rest:
                rest.remove(h)
                group.add(h)
                edge.extend(neighbours(h))
        out.append(group)
    return out
