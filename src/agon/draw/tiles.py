"""Sea tiles whose art follows from their six edge letters alone (Hellas 2002): L is land, W is water.

Every L edge is land from corner to corner, and the coast leaves each corner at a right angle to that edge, so coasts
run on from tile to tile. Letter i stands for the edge that faces direction i (E, NE, NW, W, SW, SE).
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Final

from agon.draw.geometry import Point, corner, curve, num, path, polar, spline
from agon.draw.symbols import use

SIZE: Final = 80.0  # from the middle of a tile to its corner

# How far the shore lies from the middle, and where city and ships stand, by the number of land edges in one run.
SHORE: Final = {1: 0.27, 2: 0.36, 3: 0.42, 4: 0.50, 5: 0.60}
CITY_AT: Final = {1: 0.36, 2: 0.36, 3: 0.30, 4: 0.22}
SHIPS_AT: Final = {1: 0.52, 2: 0.58, 3: 0.60, 4: 0.62}

# The two shores of a strait: how far along the axis, and how far to its side.
NEAR_SHORE: Final = (
    (0.62, 0.47),
    (0.38, 0.40),
    (0.16, 0.27),
    (0.02, 0.0),
    (0.14, -0.26),
    (0.38, -0.42),
    (0.62, -0.46),
)
FAR_SHORE: Final = ((0.68, 0.38), (0.52, 0.27), (0.38, 0.1), (0.40, -0.12), (0.54, -0.28), (0.68, -0.37))


@dataclass(frozen=True)
class Bridge:
    """A bridge over a strait: its middle, its angle in degrees and its length."""

    x: float
    y: float
    angle: float
    length: float


@dataclass(frozen=True)
class TileArt:
    """The lines of a tile around (0, 0), and where its city and its ships stand."""

    size: float
    lands: tuple[tuple[str, str], ...]  # outline of the land to fill, and its coast to stroke
    city: Point
    ships: Point
    bridge: Bridge | None = None


def land_runs(letters: str) -> list[tuple[int, int]]:
    """Runs of adjoining land edges: the first edge and how many."""
    if "L" not in letters:
        return []
    if "W" not in letters:
        return [(0, 6)]
    out = []
    for first in range(6):
        if letters[first] == "L" and letters[first - 1] == "W":
            count = 0
            while letters[(first + count) % 6] == "L":
                count += 1
            out.append((first, count))
    return out


def tile_art(letters: str, seed: str, size: float = SIZE) -> TileArt:
    """The art of a tile: an island where no edge is land, else land along its edges, bridged where it falls apart."""
    rng = random.Random(seed)

    def jitter(most: float) -> float:
        return rng.uniform(-most, most)

    runs = land_runs(letters)
    if not runs:
        return _island(jitter, size)
    if len(runs) == 1:
        return _mainland(runs[0], jitter, size)
    return _strait(runs, jitter, size)


def _island(jitter: Callable[[float], float], size: float) -> TileArt:
    ring = []
    for angle in range(0, 360, 36):
        x, y = polar(angle + jitter(8), size * (0.47 + jitter(0.075)))
        ring.append((x * 1.12, y * 0.86 - size * 0.075))
    outline = curve(ring)
    return TileArt(size, ((outline, outline),), (0.0, -0.15 * size), (0.0, 0.63 * size))


def _mainland(run: tuple[int, int], jitter: Callable[[float], float], size: float) -> TileArt:
    first, count = run
    middle, half = 60 * first + 30 * (count - 1), 30 * count
    shore = SHORE.get(count, 0.5) * size
    steps = (0.2, 0.38, 0.58, 0.8) if count < 4 else (0.4, 0.7)
    line = []
    for side, along in ((1, (*steps, 1.0)), (-1, steps[::-1])):
        for s in along:
            angle = half + (180 - half) * s
            reach = shore + (size - shore) * (1 - s) ** 1.9
            line.append(polar(middle + side * angle + jitter(4), reach * (1 + jitter(0.12))))
    city = polar(middle, CITY_AT.get(count, 0.0) * size)
    ships = polar(middle + 180, SHIPS_AT.get(count, 0.6) * size)
    return TileArt(size, (_land(run, line, size),), city, ships)


def _strait(runs: list[tuple[int, int]], jitter: Callable[[float], float], size: float) -> TileArt:
    lands = []
    for run, shore in zip(runs, (NEAR_SHORE, *(FAR_SHORE,) * (len(runs) - 1)), strict=True):
        middle = 60 * run[0] + 30 * (run[1] - 1)
        (ax, ay), (sx, sy) = polar(middle, size), polar(middle + 90, size)
        line = []
        for along, aside in shore:
            along, aside = along + jitter(0.035), aside + jitter(0.03)
            line.append((ax * along + sx * aside, ay * along + sy * aside))
        lands.append(_land(run, line, size))
    near = 60 * runs[0][0] + 30 * (runs[0][1] - 1)
    far = 60 * runs[1][0] + 30 * (runs[1][1] - 1)
    (x1, y1), (x2, y2) = polar(near, 0.10 * size), polar(far, 0.44 * size)
    bridge = Bridge(
        (x1 + x2) / 2, (y1 + y2) / 2, degrees(atan2(y2 - y1, x2 - x1)), hypot(x2 - x1, y2 - y1) + 0.175 * size
    )
    open_side = {3: -90, 2: -120}.get((runs[1][0] - runs[0][0]) % 6, 120)
    return TileArt(size, tuple(lands), polar(near, 0.42 * size), polar(near + open_side, 0.52 * size), bridge)


def _land(run: tuple[int, int], inner: list[Point], size: float) -> tuple[str, str]:
    """Outline and coast of the land along a run of edges, given the points of its shore from end to start."""
    first, count = run
    start, end = corner(first, size), corner((first + count) % 6, size)
    (ox, oy), (ix, iy) = polar(60 * (first + count - 1), 0.42 * size), polar(60 * first, 0.42 * size)
    coast = spline([end, *inner, start], (-ox, -oy), (ix, iy))
    edges = path([start, *(corner((first + m) % 6, size) for m in range(1, count + 1))], closed=False)
    return f"{edges}{coast}Z", f"M{num(end[0])} {num(end[1])}{coast}"


# ---- drawing, layer by layer, all around (0, 0) ----


def hexagon(size: float = SIZE) -> str:
    """The outline of a tile."""
    return path([corner(i, size) for i in range(6)])


def clip(outline: str, body: str) -> str:
    """`body` within `outline`. The id follows from the outline, so equal ids always name equal outlines."""
    name = f"clip-{zlib.crc32(outline.encode()):08x}"
    return f'<clipPath id="{name}"><path d="{outline}"/></clipPath><g clip-path="url(#{name})">{body}</g>'


def sea(size: float = SIZE) -> str:
    """The water of a tile with its waves."""
    outline = hexagon(size)
    return f'<path d="{outline}" fill="var(--tile-sea)"/><path d="{outline}" fill="url(#waves)"/>'


def shallows(art: TileArt) -> str:
    """Shallow water and the outer beach along the coasts. It reaches over the edge: clip it to tile or board."""
    return "".join(
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="#8FC1C7">'
        f'<path d="{coast}" stroke-width="26" stroke-opacity=".35"/>'
        f'<path d="{coast}" stroke-width="15" stroke-opacity=".5"/>'
        f'<path d="{coast}" stroke="#EBDDAE" stroke-width="8"/></g>'
        for _, coast in art.lands
    )


def land(art: TileArt) -> str:
    """Land with its sand, hills and coastline."""
    out = ""
    for outline, coast in art.lands:
        sand = (
            f'<path d="{coast}" fill="none" stroke="#DCCB8C" stroke-width="22" stroke-opacity=".55"/>'
            f'<path d="{coast}" fill="none" stroke="#EBDDAE" stroke-width="10" stroke-opacity=".6"/>'
        )
        out += f'<path d="{outline}" fill="var(--land)"/>{clip(outline, sand)}<path d="{outline}" fill="url(#hills)"/>'
    for _, coast in art.lands:
        out += (
            f'<path d="{coast}" fill="none" stroke="#4A3D1E" stroke-width="2" stroke-linejoin="round" '
            'stroke-linecap="round"/>'
        )
    return out


def trees(letters: str, seed: str, size: float = SIZE) -> str:
    """Two olive trees along every land edge."""
    rng = random.Random(seed + "t")
    out = ""
    for edge in (i for i in range(6) if letters[i] == "L"):
        for _ in range(2):
            x, y = polar(60 * edge + rng.uniform(-24, 24), size * rng.uniform(0.66, 0.76))
            scale = rng.uniform(0.8, 1.15)
            out += (
                f'<g transform="translate({num(x)} {num(y)}) scale({scale:.2f})">'
                '<path d="M-.9 8Q.6 3 0 0L1.6 0Q1.4 4 2.4 8Z" fill="#4A3319"/>'
                '<path d="M-7 1Q-8 -4 -3.5 -5Q-3 -9.5 1.5 -9Q6 -9 6 -5Q9.5 -3.5 7.5 1Q0 3 -7 1Z" fill="#66753A"/>'
                '<path d="M-4 -2q2 -2 4 0M1 -5q2 -2 4 0" fill="none" stroke="#A9B070" stroke-width=".9"/></g>'
            )
    return out


def bridge(art: TileArt) -> str:
    """The bridge over the strait, where there is one."""
    span = art.bridge
    if span is None:
        return ""
    angle = span.angle + 180 if abs(span.angle) > 90 else span.angle
    place = f"translate({num(span.x)} {num(span.y)}) rotate({angle:.1f}) scale({(span.length + 8) / 100:.3f} .46)"
    return f'<g transform="{place}" style="color:#6D3D1C;--inc:#F3E1C9">{use("bridge", -50, -54, 100)}</g>'


def tile(letters: str, seed: str, size: float = SIZE) -> str:
    """A whole tile without its pieces: sea, shallows within the tile, land, trees and bridge."""
    art = tile_art(letters, seed, size)
    edge = f'<path d="{hexagon(size)}" fill="none" stroke="#F6F1E7" stroke-opacity=".38" stroke-width="1.4"/>'
    water = sea(size) + clip(hexagon(size), shallows(art))
    return water + land(art) + trees(letters, seed, size) + edge + bridge(art)
