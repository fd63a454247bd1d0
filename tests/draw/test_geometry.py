"""Hexes, coastlines and the tiles drawn from edge letters."""

from __future__ import annotations

from math import isclose

import pytest

from agon.draw import geometry as g
from agon.draw import tiles

RING = g.neighbours((0, 0))


def test_hexes_lie_pointy_top() -> None:
    assert g.centre((1, 0), 10) == (10 * g.ROOT3, 0)
    x, y = g.centre((0, 1), 10)
    assert isclose(x, 5 * g.ROOT3)
    assert y == 15
    assert min(y for _, y in g.corners(0, 0, 10)) == pytest.approx(-10)


def test_bounds_are_those_of_the_outermost_corners() -> None:
    cells = [(0, 0), (1, 0), (0, 1), (-1, 2)]
    corners = [corner for cell in cells for corner in g.corners(*g.centre(cell, 10), 10)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, top, width, height = g.bounds(cells, 10, 3)
    assert (left, top) == pytest.approx((min(xs) - 3, min(ys) - 3))
    assert (left + width, top + height) == pytest.approx((max(xs) + 3, max(ys) + 3))


def test_edge_i_faces_direction_i() -> None:
    for i, direction in enumerate(g.DIRECTIONS):
        (ax, ay), (bx, by) = g.corner(i, 10), g.corner(i + 1, 10)
        x, y = g.centre(direction, 10)
        assert (ax + bx, ay + by) == pytest.approx((x, y))  # the neighbour lies twice as far as the edge's middle


def test_neighbours_are_one_step_away() -> None:
    assert all(g.distance((3, -2), cell) == 1 for cell in g.neighbours((3, -2)))


def test_one_hex_has_one_boundary_of_six_points() -> None:
    assert [len(loop) for loop in g.loops([(0, 0)], 10)] == [6]


def test_a_ring_has_an_outer_and_an_inner_boundary() -> None:
    assert sorted(len(loop) for loop in g.loops(RING, 10)) == [6, 18]


def test_islands_have_a_boundary_each() -> None:
    assert [len(loop) for loop in g.loops([(0, 0), (5, 0)], 10)] == [6, 6]


def test_offset_goes_outwards() -> None:
    (loop,) = g.loops([(0, 0)], 10)
    assert all(x * x + y * y > 101 for x, y in g.offset(loop, 3))
    assert all(x * x + y * y < 99 for x, y in g.offset(loop, -3))


def test_coastline_is_the_same_for_the_same_seed_and_in_any_order() -> None:
    assert g.blob(RING, 40, 9, 5, 4) == g.blob(RING[::-1], 40, 9, 5, 4)
    assert g.blob(RING, 40, 9, 5, 4) != g.blob(RING, 40, 9, 5, 5)


def test_coordinates_are_short() -> None:
    assert [g.num(v) for v in (1.0, -0.01, 2.25, -3.0, 0.0)] == ["1", "0", "2.2", "-3", "0"]


@pytest.mark.parametrize(
    ("letters", "runs"),
    [
        ("WWWWWW", []),
        ("LWWWWW", [(0, 1)]),
        ("LWLWWW", [(0, 1), (2, 1)]),
        ("LLWWWL", [(5, 3)]),
        ("LLLLLL", [(0, 6)]),
    ],
)
def test_land_runs_over_adjoining_edges(letters: str, runs: list[tuple[int, int]]) -> None:
    assert tiles.land_runs(letters) == runs


def test_only_a_strait_has_a_bridge() -> None:
    assert tiles.tile_art("LWWLWW", "T13").bridge is not None
    assert tiles.tile_art("LLWWWW", "T17").bridge is None
    assert tiles.tile_art("WWWWWW", "T01").bridge is None


def test_coast_ends_at_the_corners_of_its_land_edges() -> None:
    ((_, coast),) = tiles.tile_art("LWWWWW", "T04", 80).lands
    x, y = g.corner(1, 80)
    assert coast.startswith(f"M{g.num(x)} {g.num(y)}C")
    x, y = g.corner(0, 80)
    assert coast.endswith(f" {g.num(x)} {g.num(y)}")


def test_tile_art_is_the_same_for_the_same_seed() -> None:
    assert tiles.tile("LWLWWW", "T09") == tiles.tile("LWLWWW", "T09")
    assert tiles.tile("LWLWWW", "T09") != tiles.tile("LWLWWW", "T10")
