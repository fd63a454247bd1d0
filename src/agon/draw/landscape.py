"""Ground for boards: the open sea, an island from its cells, mountains and grass. All of it decoration."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Final

from agon.draw.geometry import Hex, blob, num, polygon

# Three mountains, each a silhouette and its snow.
MOUNTAINS: Final = (
    ("M-24 16L-9 -12L-1 2L7 -8L24 16Z", "M-14 -3l5 5 4-6M4 -4l4 4 3-3"),
    ("M-25 16L-12 -4L-4 6L8 -15L25 16Z", "M4 -8l5 6 4-5M-16 2l4 4 4-3"),
    ("M-24 15L-2 -16L9 2L14 -4L25 15Z", "M-9 -6l6 7 6-6"),
)
# How much a mountain grows with every step from the coast.
GROWTH: Final = (0.82, 1.0, 1.12, 1.2, 1.25)


def open_sea(left: float, top: float, width: float, height: float, waves: int = 40, seed: int = 3) -> str:
    """Water with scattered waves."""
    rng = random.Random(seed)
    lines = ""
    for _ in range(waves):
        x, y = left + rng.uniform(0, width - 50), top + rng.uniform(10, height - 10)
        place = f"translate({num(x)} {num(y)}) scale({rng.uniform(0.7, 1.25):.2f})"
        lines += f'<path transform="{place}" d="M0 0q8-9 16 0t16 0t16 0"/>'
    return (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(width)}" height="{num(height)}" fill="var(--sea)"/>'
        f'<g fill="none" stroke="var(--sea-line)" stroke-width="2" stroke-linecap="round" opacity=".6">{lines}</g>'
    )


def island(cells: Collection[Hex], inland: Collection[Hex], size: float) -> str:
    """An island of hexes: shallows and surf around it, a pale coast, and higher ground where it is inland."""
    shore = blob(cells, size, 9, 5, 4)
    surf = blob(cells, size, 30, 7, 9, 3)
    out = (
        f'<path d="{blob(cells, size, 50, 9, 12, 3)}" fill="var(--shallows)" opacity=".22"/>'
        f'<path d="{surf}" fill="var(--shallows)" opacity=".5"/>'
        f'<path d="{surf}" fill="none" stroke="var(--foam)" stroke-width="1.8" stroke-dasharray="26 12 8 16" '
        'stroke-linecap="round" opacity=".7"/>'
        f'<path d="{shore}" fill="none" stroke="var(--foam)" stroke-width="11" stroke-linejoin="round" opacity=".85"/>'
        f'<path d="{shore}" fill="var(--coast)" stroke="#5B4A2E" stroke-width="2.5" stroke-linejoin="round"/>'
    )
    if inland:
        out += (
            f'<path d="{blob(inland, size, -1.5, 3.5, 5)}" fill="var(--inland)" stroke="var(--inland-2)" '
            f'stroke-width="2.5"/><path d="{blob(inland, size, -7, 3.5, 5)}" fill="none" stroke="var(--inland-2)" '
            'stroke-width="1.2" stroke-dasharray="2 5" stroke-linecap="round"/>'
        )
    return out


def cell_line(size: float) -> str:
    """The thin line around a hex cell, around (0, 0)."""
    return f'<polygon points="{polygon(size)}" fill="none" stroke="#4A3718" stroke-opacity=".34" stroke-width="1.3"/>'


def mountain(kind: int, steps_inland: int = 1) -> str:
    """One of three mountains, for a cell 40 wide; the further inland, the higher and darker."""
    outline, snow = MOUNTAINS[kind % len(MOUNTAINS)]
    scale = GROWTH[max(0, min(steps_inland, len(GROWTH)) - 1)]
    tone = "var(--inland-2)" if steps_inland < 3 else "var(--peak)"
    return (
        f'<g transform="translate(0 6) scale({scale})"><path d="{outline}" fill="{tone}" opacity=".6"/>'
        f'<path d="{snow}" fill="none" stroke="var(--snow)" stroke-width="2" opacity=".8"/></g>'
    )


def grass(seed: int, tufts: int = 3) -> str:
    """A few tufts of grass in a cell 40 wide."""
    rng = random.Random(seed)
    lines = "".join(f"M{num(rng.uniform(-26, 14))} {num(rng.uniform(-16, 20))}q3-6 6 0q3-6 6 0" for _ in range(tufts))
    return (
        f'<path d="{lines}" fill="none" stroke="var(--olive)" stroke-width="1.8" stroke-linecap="round" opacity=".75"/>'
    )
