"""How good the places of a picture are for a decision: grades of gold, numbers on them, hatched where vain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from agon.draw.geometry import num
from agon.draw.scene import Shape

GRADES: Final = 3
MIDDLE: Final = 2
_HIT: Final = re.compile(r"<(\w+)([^<>]*)/>")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')


@dataclass(frozen=True)
class Worth:
    """What is said about one answer: what it brings, what it costs, the number for its place, whether it is vain."""

    benefit: float
    cost: float
    badge: str = ""
    vain: bool = False

    @property
    def order(self) -> tuple[float, float]:
        return (self.benefit, -self.cost)


def graded(worths: Sequence[Worth]) -> list[int]:
    """1 to 3 for each: by thirds of the benefit, or of cheapness where all bring the same; all the same: 2."""
    real = [worth for worth in worths if not worth.vain]
    by_benefit = len({worth.benefit for worth in real}) > 1
    values = [worth.benefit if by_benefit else -worth.cost for worth in real]
    if len(set(values)) < 2:
        return [1 if worth.vain else MIDDLE for worth in worths]
    low, high = min(values), max(values)

    def grade(worth: Worth) -> int:
        part = ((worth.benefit if by_benefit else -worth.cost) - low) / (high - low)
        return 1 if worth.vain else min(GRADES, 1 + int(GRADES * part))

    return [grade(worth) for worth in worths]


def mark(shape: Shape, grade: int, badge: str, vain: bool) -> Shape:
    """A legal shape in its grade, with its number on it, or hatched."""
    cls = f"{shape.cls} h{grade}{' vain' if vain else ''}".strip()
    is_drawn = not badge or f">{escape(badge)}<" in shape.body  # a game may draw the number itself
    return replace(shape, cls=cls, body=shape.body if is_drawn else shape.body + _number(shape, badge))


def _number(shape: Shape, badge: str) -> str:
    box = hit_box(shape.body)
    if box is None:
        return ""
    left, top, width, height = box
    size = min(0.3 * height, 0.42 * width, 20.0)
    x, y = left + width / 2, top + height / 2 + 0.36 * size
    return f'<text class="badge" x="{num(x)}" y="{num(y)}" font-size="{num(size)}">{escape(badge)}</text>'


def hit_box(body: str) -> tuple[float, float, float, float] | None:
    """Where the part of a shape lies that is pointed at: left, top, width, height."""
    for tag, written in _HIT.findall(body):
        attributes = dict(_ATTRIBUTE.findall(written))
        if "hit" not in attributes.get("class", "").split():
            continue
        if tag == "rect":
            return tuple(float(attributes.get(name, 0)) for name in ("x", "y", "width", "height"))  # type: ignore[return-value]
        if tag == "circle":
            r, x, y = (float(attributes.get(name, 0)) for name in ("r", "cx", "cy"))
            return x - r, y - r, 2 * r, 2 * r
        if tag == "polygon":
            numbers = [float(n) for n in _NUMBER.findall(attributes.get("points", ""))]
            xs, ys = numbers[0::2], numbers[1::2]
            return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
        return -22.0, -22.0, 44.0, 44.0  # a coastline: around its anchor
    return None
