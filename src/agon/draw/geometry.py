"""Points, pointy-top hexes and coastlines. Pure and deterministic: what wavers, wavers by its seed.

Hexes are axial (q, r); x grows to the right, y downwards. The six directions run counterclockwise from the east, and
edge i of a hex lies between its corners i and i + 1 and faces direction i.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

Point = tuple[float, float]
Hex = tuple[int, int]

ROOT3: Final = math.sqrt(3)
DIRECTIONS: Final[tuple[Hex, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # E NE NW W SW SE


def num(value: float) -> str:
    """A coordinate as SVG text: one decimal, none where it is zero."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") and text != "-0.0" else "0" if text == "-0.0" else text


def centre(hex_: Hex, size: float) -> Point:
    """The middle of a pointy-top hex whose corners lie `size` away."""
    q, r = hex_
    return size * ROOT3 * (q + r / 2), size * 1.5 * r


def polar(angle: float, distance: float) -> Point:
    """The point at an angle in degrees, counterclockwise from the east as one sees it."""
    turn = math.radians(angle)
    return distance * math.cos(turn), -distance * math.sin(turn)


def corner(i: int, size: float) -> Point:
    """Corner i of the hex around (0, 0); edge i runs from corner i to corner i + 1."""
    return polar(60 * i - 30, size)


def corners(x: float, y: float, size: float) -> list[Point]:
    """The six corners of a hex, counterclockwise as one sees it."""
    return [(x + dx, y + dy) for dx, dy in (corner(i, size) for i in range(6))]


def points(path: Iterable[Point]) -> str:
    """The `points` of an SVG polygon."""
    return " ".join(f"{num(x)},{num(y)}" for x, y in path)


@lru_cache(maxsize=4096)
def polygon(size: float, x: float = 0.0, y: float = 0.0) -> str:
    """The `points` of a hex."""
    return points(corners(x, y, size))


def hit(size: float) -> str:
    """The part of a hex cell that glows and answers to the pointer, around (0, 0)."""
    return f'<polygon class="hit" points="{polygon(size)}"/>'


def distance(a: Hex, b: Hex) -> int:
    """Steps between two hexes."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def neighbours(hex_: Hex) -> list[Hex]:
    """The six hexes around a hex, counterclockwise from the east."""
    return [(hex_[0] + q, hex_[1] + r) for q, r in DIRECTIONS]


def bounds(cells: Iterable[Hex], size: float, margin: float = 0.0) -> tuple[float, float, float, float]:
    """Left, top, width and height of the rectangle around some hexes."""
    at = [centre(cell, size) for cell in cells]
    left = min(x for x, _ in at) - size * ROOT3 / 2 - margin
    top = min(y for _, y in at) - size - margin
    right = max(x for x, _ in at) + size * ROOT3 / 2 + margin
    bottom = max(y for _, y in at) + size + margin
    return left, top, right - left, bottom - top


def loops(cells: Iterable[Hex], size: float) -> list[list[Point]]:
    """The boundaries of a set of hexes: outer ones counterclockwise, holes clockwise, as one sees it.

    Corners are named by the three hexes that meet there, so that no rounding can tear a boundary apart.
    """
    land = sorted(set(cells))
    inside = set(land)
    following: dict[frozenset[Hex], list[frozenset[Hex]]] = {}
    place: dict[frozenset[Hex], Point] = {}
    for cell in land:
        around = neighbours(cell)
        spots = corners(*centre(cell, size), size)
        names = [frozenset((cell, around[i - 1], around[i])) for i in range(6)]
        place.update(zip(names, spots, strict=True))
        for i in range(6):
            if around[i] not in inside:
                following.setdefault(names[i], []).append(names[(i + 1) % 6])
    out: list[list[Point]] = []
    while following:
        start = at = next(iter(following))
        loop = []
        while True:
            loop.append(place[at])
            ahead = following[at].pop()
            if not following[at]:
                del following[at]
            at = ahead
            if at == start:
                break
        out.append(loop)
    return out


def offset(loop: Sequence[Point], by: float, waver: float = 0.0, seed: int = 1) -> list[Point]:
    """A loop of hexes pushed outwards (negative: inwards) by a distance that wavers at random."""
    rng = random.Random(seed)
    out = []
    for i, (x, y) in enumerate(loop):
        (ax, ay), (cx, cy) = loop[i - 1], loop[(i + 1) % len(loop)]
        nx, ny = ay - cy, cx - ax
        push = (by + rng.uniform(-waver, waver)) / (math.hypot(nx, ny) or 1.0)
        out.append((x + nx * push, y + ny * push))
    return out


def chaikin(loop: Sequence[Point], rounds: int = 2) -> list[Point]:
    """A closed line with its corners cut, and cut again."""
    line = list(loop)
    for _ in range(rounds):
        cut = []
        for i, (ax, ay) in enumerate(line):
            bx, by = line[(i + 1) % len(line)]
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
        line = cut
    return line


def path(line: Sequence[Point], closed: bool = True) -> str:
    """Straight from point to point, as the `d` of an SVG path."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line) + ("Z" if closed else "")


def blob(cells: Iterable[Hex], size: float, by: float, waver: float = 0.0, seed: int = 1, rounds: int = 2) -> str:
    """The coastline around a set of hexes, `by` outside their boundary, as the `d` of an SVG path."""
    return "".join(path(chaikin(offset(loop, by, waver, seed), rounds)) for loop in loops(cells, size))


def curve(line: Sequence[Point], closed: bool = True) -> str:
    """A smooth line through all the points (Catmull-Rom), as the `d` of an SVG path."""
    n = len(line)
    out = f"M{num(line[0][0])} {num(line[0][1])}"
    for i in range(n if closed else n - 1):
        before = line[i - 1] if closed or i else line[0]
        a, b = line[i], line[(i + 1) % n]
        after = line[(i + 2) % n] if closed or i + 2 < n else line[-1]
        leaving, arriving = _half(before, b), _half(a, after)
        out += _bend(a, b, leaving, arriving)
    return out + ("Z" if closed else "")


def spline(line: Sequence[Point], leaving: Point, arriving: Point) -> str:
    """A smooth line through the points with given tangents at its ends, to append to a path that is at the first."""
    inner = [_half(line[i - 1], line[i + 1]) for i in range(1, len(line) - 1)]
    tangents = [leaving, *inner, arriving]
    return "".join(_bend(line[i], line[i + 1], tangents[i], tangents[i + 1]) for i in range(len(line) - 1))


def _half(a: Point, b: Point) -> Point:
    """Half the way from a to b: the tangent of a smooth line at the point between them."""
    return (b[0] - a[0]) / 2, (b[1] - a[1]) / 2


def _bend(a: Point, b: Point, leaving: Point, arriving: Point) -> str:
    """One cubic from a to b, given the tangents there."""
    first = f"{num(a[0] + leaving[0] / 3)} {num(a[1] + leaving[1] / 3)}"
    second = f"{num(b[0] - arriving[0] / 3)} {num(b[1] - arriving[1] / 3)}"
    return f"C{first} {second} {num(b[0])} {num(b[1])}"
