"""An observation as rows of numbers, for learning. Seats are turned so that the viewer comes first."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.features import Row, Sparse
from agon.core.numbers import BIT, WORD
from agon.core.state import NONE
from agon.games.hellas_2016 import effects
from agon.games.hellas_2016.parts import BAR_TEMPLE, OWNED, WORDS
from agon.games.hellas_2016.position import ABSENT, Position
from agon.games.hellas_2016.questions import QUESTIONS
from agon.games.hellas_2016.terms import Told

MUCH: Final = 250  # no seat ever has so much marble; a limit is not printed


def most_income(position: Position) -> int:
    """If all houses stood where most quarries are near, and all of these showed the most marble."""
    side, parts = position.side, position.parts
    near = [0] * len(parts.cells)
    for quarry in side.quarries:
        for cell in range(len(near)):
            if side.around[WORDS * quarry + cell // WORD] & BIT[cell % WORD]:
                near[cell] += 1
    houses = int(parts.supply[0])
    return sum(sorted(near, reverse=True)[:houses]) * max(int(m) for m in parts.tile_marble)


def most_rings(position: Position) -> int:
    """If a seat took every ring there is to be had: one a temple space and phase, one a finished temple."""
    parts = position.parts
    spaces = sum(1 for kind in parts.bar_kind if kind == BAR_TEMPLE)
    return max(int(parts.rings), spaces * int(parts.phases) + len(position.side.places))


def rows(position: Position) -> list[Row]:
    """The table of the rows, in their order; lengths depend on the pack and the number of seats only."""
    parts, side, n = position.parts, position.side, position.seats()
    cells, tiles, quarries = len(parts.cells), parts.tiles, len(side.quarries)
    supply = [int(s) for s in parts.supply]
    places = [int(p) for p in side.places]
    marble = max(int(m) for m in parts.tile_marble)
    stones = max(parts.stones[n])
    return [
        Row("houses", n * cells, "spaces with a house, seat by seat"),
        Row("palaces", n * cells, "spaces with a palace"),
        Row("squares", n * cells, "spaces with a square"),
        Row("statues", cells, "spaces with a statue"),
        Row("free", cells, "spaces one can build on and nobody has"),
        Row(
            "quarry_number", quarries, "the number of the tile on each quarry over that of the last tile", tiles, tiles
        ),
        Row("quarry_marble", quarries, "the marble it shows, 0 where the quarry is closed or empty", marble),
        Row("quarry_closed", quarries, "closed quarries"),
        Row("worker", quarries, "where the worker stands"),
        Row("stack", tiles, "tiles that are not drawn yet"),
        Row("tile", 1, "the tile in hand over the last one", tiles, tiles),
        Row("columns", len(places), "columns of each temple over its places", places, places),
        Row("marble", n, "marble over 10", MUCH, 10),
        Row("income", n, "what the houses at quarries bring over 10", most_income(position), 10),
        Row("rings", n, "rings over 5", most_rings(position), 5),
        Row("stones", n, "stones left in this phase over 6", stones, 6),
        Row("supply", n * int(OWNED), "houses, palaces and squares left, seat by seat", supply),
        Row("bar", len(parts.bar), "spaces of the bar with a stone"),
        Row("phase", int(parts.phases), "the phase"),
        Row("starter", n, "who began the phase"),
        Row("next_starter", n, "who begins the next one"),
        Row("actor", n, "who decides"),
        Row("active", n, "whose turn it is"),
        Row("step", len(QUESTIONS), "what is asked"),
        Row("todo", 1, "columns still to be raised", max([0, *(int(c) for c in parts.bar_columns)])),
    ]


class Numbered(Told):
    """A position that tells itself in numbers."""

    def features(self, player: int, out: Sparse) -> None:
        """What the player may know, row by row as in the table: nothing is hidden."""
        at = write_island(self, player, out)
        at = write_quarries(self, out, at)
        at = write_seats(self, player, out, at)
        write_turn(self, player, out, at)


def write_island(position: Position, player: i64, out: Sparse) -> i64:
    """Who has built where; returns where the next row begins."""
    n = position.n
    cells: i64 = len(position.parts.cells)
    island = position.island
    for place in range(n):
        first = WORDS * ((player + place) % n)
        at = cells * place
        out.flags_of_words(at, island.houses, first, first + WORDS)
        out.flags_of_words(at + n * cells, island.palaces, first, first + WORDS)
        out.flags_of_words(at + 2 * n * cells, island.squares, first, first + WORDS)
    at = 3 * n * cells
    out.flags_of_words(at, island.statues, 0, WORDS)
    out.flags_of_words(at + cells, island.free, 0, WORDS)
    return at + 2 * cells


def write_quarries(position: Position, out: Sparse, start: i64) -> i64:
    """Quarries, tiles and temples; returns where the next row begins."""
    top = position.quarries.top
    tile_at = position.quarries.tile_at
    quarries = len(top)
    tiles: i64 = position.parts.tiles
    at = start
    for quarry in range(quarries):
        out.put(at + quarry, top[quarry])
        if position.is_active(quarry):
            out.put(at + quarries + quarry, position.parts.tile_marble[top[quarry]])
    at += 2 * quarries
    out.flags(at, position.closed)
    at += quarries
    out.one(at, position.worker)
    at += quarries
    for tile in range(tiles):
        if tile_at[tile + 1] == NONE:
            out.flag(at + tile)
    at += tiles
    if position.tile > 0:
        out.put(at, position.tile)
    at += 1
    temples = len(position.temples.columns)
    out.counted(at, position.temples.columns, 0, temples)
    return at + temples


def write_seats(position: Position, player: i64, out: Sparse, start: i64) -> i64:
    """What each seat has; returns where the next row begins."""
    n = position.n
    at = start
    for place in range(n):
        seat = (player + place) % n
        out.put(at + place, position.purse.marble[seat])
        out.put(at + n + place, effects.income_of(position, seat))
        out.put(at + 2 * n + place, position.temples.rings[seat])
        out.put(at + 3 * n + place, position.taken.stones[seat])
        out.counted(at + 4 * n + OWNED * place, position.island.supply, OWNED * seat, OWNED)
    return at + (4 + OWNED) * n


def write_turn(position: Position, player: i64, out: Sparse, start: i64) -> None:
    """The bar, and what is being asked of whom."""
    n = position.n
    bar = position.taken.bar
    at = start
    for space in range(len(bar)):
        if bar[space] != NONE and bar[space] != ABSENT:
            out.flag(at + space)
    at += len(bar)
    if position.phase < position.parts.phases:
        out.flag(at + position.phase)
    at += position.parts.phases
    out.seat(at, position.starter, player, n)
    out.seat(at + n, position.marker, player, n)
    out.seat(at + 2 * n, position.actor(), player, n)
    out.seat(at + 3 * n, position.active, player, n)
    at += 4 * n
    out.flag(at + position.step)
    out.put(at + len(QUESTIONS), position.todo)
