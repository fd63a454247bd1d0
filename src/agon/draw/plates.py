"""Values of a pack that have no picture, as plates of marble: what it is, and how much."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Final

from agon.draw.geometry import num
from agon.draw.scene import Shape, Sheet

COLUMNS: Final = 4
WIDTH: Final = 220.0
HEIGHT: Final = 92.0
GAP: Final = 14.0
LINE: Final = 24  # letters of a label in a line


def plates(name: str, title: str, rows: Sequence[tuple[str, str, str]]) -> Sheet:
    """A sheet of plates; each is a path, a label and a value."""
    lines = max(1, -(-len(rows) // COLUMNS))
    width, height = COLUMNS * (WIDTH + GAP) + GAP, lines * (HEIGHT + GAP) + GAP
    sheet = Sheet(name, title, 0.0, 0.0, width, height)
    ground = f'<rect width="{num(width)}" height="{num(height)}" fill="var(--plaster)"/>'
    sheet.add(Shape(f"ground-{name}", ground))
    for i, (path, label, value) in enumerate(rows):
        x = GAP + (i % COLUMNS + 0.5) * (WIDTH + GAP) - GAP / 2
        y = GAP + (i // COLUMNS + 0.5) * (HEIGHT + GAP) - GAP / 2
        sheet.add(plate(path, label, value, x, y))
    return sheet


def plate(path: str, label: str, value: str, x: float, y: float) -> Shape:
    """One value around its middle."""
    shown = value if len(value) <= 2 * LINE else f"{value[: 2 * LINE - 1]}…"
    size = 30.0 if len(shown) < 7 else 15.0 if len(shown) <= LINE else 12.0
    told = "".join(
        f'<text x="{num(-WIDTH / 2 + 12)}" y="{num(-HEIGHT / 2 + 20 + 15 * i)}" font-family="var(--text)" '
        f'font-size="13" fill="var(--ink-2)">{escape(line)}</text>'
        for i, line in enumerate(wrap(label, LINE + 6)[:2])
    )
    amounts = "".join(
        f'<text x="{num(-WIDTH / 2 + 12)}" y="{num(HEIGHT / 2 - 14 - 16 * i)}" font-family="var(--display)" '
        f'font-weight="700" font-size="{num(size)}" fill="var(--ink)">{escape(line)}</text>'
        for i, line in enumerate(reversed(wrap(shown, LINE + 8)[:2] or [""]))
    )
    box = f'x="{num(-WIDTH / 2)}" y="{num(-HEIGHT / 2)}" width="{num(WIDTH)}" height="{num(HEIGHT)}" rx="8"'
    body = (
        f'<rect {box} fill="var(--marble)" stroke="var(--ink-2)" stroke-opacity=".35"/><rect class="hit" {box}/>'
        f'<g style="pointer-events:none">{told}{amounts}</g>'
    )
    return Shape(f"plate-{path}", body, x, y, "plate", f"{label}: {value}", (path,), legal=True)
