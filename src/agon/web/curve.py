"""A rating along the years as a picture: the line, the band in which true strength lies, and bots to compare with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from agon.draw.geometry import num
from agon.web.days import short_month
from agon.web.ratings import Rating

WIDTH: Final = 800.0
HEIGHT: Final = 170.0
STEP: Final = 100  # points between two lines of the grid
KEPT: Final = 240  # points of the line


@dataclass(frozen=True)
class Curve:
    """A plot in a box of WIDTH and HEIGHT: paths, and where what stands beside it."""

    line: str
    band: str
    grid: list[tuple[float, int]]  # from the top, points
    bots: list[tuple[float, str]]
    end: tuple[float, float]
    months: list[tuple[float, str]]  # from the left, name


def curve(history: list[tuple[datetime, Rating]], bots: list[tuple[str, Rating]], lang: str = "en") -> Curve | None:
    """The plot of ratings in the order of time; None where there is nothing to draw."""
    if not history:
        return None
    history = history[:: max(1, len(history) // KEPT)] + history[-1:]
    low = min(r.points - r.margin for _, r in history[-KEPT // 4 :])
    high = max(r.points + r.margin for _, r in history[-KEPT // 4 :])
    low, high = low // STEP * STEP, -(-high // STEP) * STEP
    first, last = history[0][0], history[-1][0]
    span = max(1.0, (last - first).total_seconds())

    def x(moment: datetime) -> float:
        return WIDTH * (moment - first).total_seconds() / span if len(history) > 1 and last > first else WIDTH

    def y(points: float) -> float:
        return max(-20.0, min(HEIGHT + 20.0, HEIGHT * (high - points) / (high - low)))

    over = [f"{num(x(at))} {num(y(r.points + r.margin))}" for at, r in history]
    under = [f"{num(x(at))} {num(y(r.points - r.margin))}" for at, r in history]
    line = [f"{num(x(at))} {num(y(r.points))}" for at, r in history]
    step = STEP * max(1, round((high - low) / STEP / 5))
    return Curve(
        line="M" + "L".join(line),
        band="M" + "L".join([*over, *reversed(under)]) + "Z",
        grid=[(y(p), p) for p in range(int(low), int(high) + 1, step)],
        bots=[(y(r.points), f"{name} {r.points}") for name, r in bots if low < r.points < high],
        end=(x(last), y(history[-1][1].points)),
        months=[(x(day), short_month(lang, day)) for day in _firsts(first, last)],
    )


def _firsts(first: datetime, last: datetime) -> list[datetime]:
    """The first days of the months between two moments, eight at most."""
    months = range(first.year * 12 + first.month, last.year * 12 + last.month)
    out = [first.replace(year=n // 12, month=n % 12 + 1, day=1, hour=0, minute=0, second=0) for n in months]
    return out[:: -(-len(out) // 8) or 1]


def spark(history: list[Rating]) -> str:
    """The last part of a rating as a small line, in a box of 120 by 30."""
    last = [rating.points for rating in history[-40:]]
    if len(last) < 2:
        return ""
    low, high = min(last), max(last)
    rows = [30 - 26 * (p - low) / max(40, high - low) - 2 for p in last]
    return "M" + "L".join(f"{num(120 * n / (len(rows) - 1))} {num(y)}" for n, y in enumerate(rows))
