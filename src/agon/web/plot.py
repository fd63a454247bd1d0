"""The chances of all seats along a game as a plot.

The lines are SVG stretched to any width; what is written stands beside them as plain text, so that it keeps its size.
Each line has a colour, a dash pattern, and its seat's mark and name at its end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agon.draw.geometry import num

HEIGHT: Final = 100.0  # 0 is at the bottom, as chances are drawn
GRID: Final = (25, 50, 75)
APART: Final = 13.0  # the least distance of two labels, in parts of HEIGHT
DASHES: Final = ("", "7 3", "2 3", "11 3 2 3", "4 2")  # of the five seats, in pixels


@dataclass(frozen=True)
class Line:
    """A seat's line: its path, its pattern, and how far from the top its label stands, in parts of HEIGHT."""

    path: str
    dashes: str
    label: float
    last: int = 0  # its last position


def lines(chances: list[list[float]]) -> list[Line]:
    """The lines of a plot from the chances by position and seat; x is the position, y grows downwards."""
    seats = range(len(chances[0]))
    labels = spread([HEIGHT * (1 - chances[-1][seat]) for seat in seats])
    last = len(chances) - 1
    return [Line(_path([row[seat] for row in chances]), DASHES[seat], labels[seat], last) for seat in seats]


def _path(heights: list[float]) -> str:
    """Straight from position to position; those in the middle of a level stretch are left out."""
    points = [(x, num(HEIGHT * (1 - y))) for x, y in enumerate(heights)]
    kept = [
        point
        for n, point in enumerate(points)
        if n in (0, len(points) - 1) or not points[n - 1][1] == point[1] == points[n + 1][1]
    ]
    return "M" + "L".join(f"{x} {y}" for x, y in kept)


def spread(wanted: list[float]) -> list[float]:
    """Labels as near as can be to where they belong, in the same order, none upon another and none outside."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    placed = [0.0] * len(wanted)
    least = 0.0
    for n in order:
        placed[n] = max(least, wanted[n])
        least = placed[n] + APART
    most = HEIGHT
    for n in reversed(order):
        placed[n] = min(most, placed[n])
        most = placed[n] - APART
    return placed
