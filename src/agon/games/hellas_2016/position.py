"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.state import BIT, NONE, State, blank, popcount
from agon.games.hellas_2016.actions import Actions
from agon.games.hellas_2016.parts import OWNED, WORDS, Parts, Side

# What is being asked; `step` holds one of these.
LAY_TILES: Final = 0  # chance: the first tiles, §4.2
DRAW_START: Final = 1  # chance: the start player, §4.6
PLACE_HOUSES: Final = 2  # starting houses, §4.7
TAKE_SPACE: Final = 3  # a stone goes on the bar, §5.2
BUILD: Final = 4  # a building action for everybody, §6.1
ASK_QUARRY: Final = 5  # carry it out or waive it, §6.5
DRAW_TILE: Final = 6  # chance: the next tile, §6.7
COVER: Final = 7  # which quarry the tile covers, §6.7
MOVE_WORKER: Final = 8  # where the worker goes, §6.8
RAISE_COLUMNS: Final = 9  # one column at a time, §6.9
RAISE_STATUE: Final = 10  # §6.10
FINISHED: Final = 11

ABSENT: Final = -5  # in `bar`: this table's bar does not have the space
GONE: Final = -6  # in `tile_at`: put away without opening a quarry
IN_HAND: Final = -7  # in `tile_at`: drawn, waiting for a decision


NOTHING: Final = blank(0)  # in place of a vector that `set_out` or a copy brings


class Position(State):
    """The table in mid-game. Masks are WORDS words a seat; every movement of marble is public, so nothing is hidden.

    Copies share their vectors, group by group, until one of them writes: whoever writes calls `own_island` or its like
    first."""

    def __init__(self, parts: Parts, actions: Actions, side: Side, seats: i64) -> None:
        self.parts = parts
        self.actions = actions
        self.side = side
        self.n: i64 = seats
        # the island
        self.houses: vec[i64] = NOTHING
        self.palaces: vec[i64] = NOTHING
        self.squares: vec[i64] = NOTHING
        self.statues: vec[i64] = NOTHING
        self.free: vec[i64] = NOTHING  # spaces one can build on and nobody has
        self.columns: vec[i64] = NOTHING
        # before each seat
        self.supply: vec[i64] = NOTHING  # houses, palaces, squares left
        self.rings: vec[i64] = NOTHING
        self.marble: vec[i64] = NOTHING
        self.stones: vec[i64] = NOTHING
        # the general supply
        self.statues_left: i64 = 0
        self.rings_left: i64 = 0
        self.bank: i64 = 0  # marble given out less marble paid in
        # the quarries
        self.tile_at: vec[i64] = NOTHING  # the quarry a tile lies on; NONE: still in the stack
        self.top: vec[i64] = NOTHING  # the number on top; 0: empty
        self.closed: i64 = 0  # mask of closed quarries
        self.worker: i64 = NONE
        # the bar
        self.bar: vec[i64] = NOTHING  # the seat whose stone lies on a space
        self.marker: i64 = NONE  # the seat that starts the next phase
        # whose turn it is, and what is asked
        self.phase: i64 = 0
        self.starter: i64 = NONE
        self.active: i64 = NONE
        self.step: i64 = LAY_TILES
        self.space: i64 = NONE  # the space of the bar being resolved
        self.decided: i64 = 0  # seats that have decided in a building action, or starting houses placed
        self.half: i64 = 0  # bits of the kinds of pieces the deciding seat has built in this action
        self.todo: i64 = 0  # columns still to be raised
        self.drawn: i64 = 0  # tiles drawn in this action
        self.tile: i64 = NONE  # the tile in hand
        # the switches (§Q1, §Q2, §Q3, §Q24)
        self.starter_first: i64 = 0
        self.start_houses: i64 = 0
        self.may_waive: i64 = 1
        self.marble_breaks_ties: i64 = 0
        # whether a copy may hold the same vectors: who writes to a group calls its own_... first
        self.island_shared: bool = False
        self.temples_shared: bool = False
        self.marble_shared: bool = False
        self.quarries_shared: bool = False
        self.bar_shared: bool = False

    def set_out(self) -> None:
        """An empty table: every vector at its size."""
        n = int(self.n)
        self.houses = blank(WORDS * n)
        self.palaces = blank(WORDS * n)
        self.squares = blank(WORDS * n)
        self.statues = blank(WORDS)
        self.free = self.side.buildable[:]
        self.columns = blank(len(self.side.temples))
        self.supply = blank(OWNED * n)
        self.rings = blank(n)
        self.marble = blank(n)
        self.stones = blank(n)
        self.tile_at = blank(self.parts.tiles + 1, NONE)
        self.top = blank(len(self.side.quarries))
        self.bar = blank(len(self.parts.bar), NONE)

    def fields(self) -> list[str]:
        return [
            "houses", "palaces", "squares", "statues", "free", "columns",
            "supply", "rings", "marble", "stones", "statues_left", "rings_left", "bank",
            "tile_at", "top", "closed", "worker", "bar", "marker",
            "phase", "starter", "active", "step", "space", "decided", "half", "todo", "drawn", "tile",
            "starter_first", "start_houses", "may_waive", "marble_breaks_ties",
        ]  # fmt: skip

    def copy_to(self, other: Position) -> None:
        """Every field; vectors are shared until one of the two writes to their group."""
        other.houses = self.houses
        other.palaces = self.palaces
        other.squares = self.squares
        other.statues = self.statues
        other.free = self.free
        other.columns = self.columns
        other.supply = self.supply
        other.rings = self.rings
        other.marble = self.marble
        other.stones = self.stones
        other.statues_left = self.statues_left
        other.rings_left = self.rings_left
        other.bank = self.bank
        other.tile_at = self.tile_at
        other.top = self.top
        other.closed = self.closed
        other.worker = self.worker
        other.bar = self.bar
        other.marker = self.marker
        other.phase = self.phase
        other.starter = self.starter
        other.active = self.active
        other.step = self.step
        other.space = self.space
        other.decided = self.decided
        other.half = self.half
        other.todo = self.todo
        other.drawn = self.drawn
        other.tile = self.tile
        other.starter_first = self.starter_first
        other.start_houses = self.start_houses
        other.may_waive = self.may_waive
        other.marble_breaks_ties = self.marble_breaks_ties
        self.island_shared = True
        other.island_shared = True
        self.temples_shared = True
        other.temples_shared = True
        self.marble_shared = True
        other.marble_shared = True
        self.quarries_shared = True
        other.quarries_shared = True
        self.bar_shared = True
        other.bar_shared = True

    def own_island(self) -> None:
        """Before a piece or a statue is placed."""
        if self.island_shared:
            self.island_shared = False
            self.houses = self.houses[:]
            self.palaces = self.palaces[:]
            self.squares = self.squares[:]
            self.statues = self.statues[:]
            self.free = self.free[:]
            self.supply = self.supply[:]

    def own_temples(self) -> None:
        """Before a column is raised or a ring taken."""
        if self.temples_shared:
            self.temples_shared = False
            self.columns = self.columns[:]
            self.rings = self.rings[:]

    def own_marble(self) -> None:
        """Before marble is gained or paid."""
        if self.marble_shared:
            self.marble_shared = False
            self.marble = self.marble[:]

    def own_quarries(self) -> None:
        """Before a tile moves."""
        if self.quarries_shared:
            self.quarries_shared = False
            self.tile_at = self.tile_at[:]
            self.top = self.top[:]

    def own_bar(self) -> None:
        """Before a stone moves."""
        if self.bar_shared:
            self.bar_shared = False
            self.stones = self.stones[:]
            self.bar = self.bar[:]

    def game_id(self) -> str:
        return "hellas_2016"

    def seats(self) -> int:
        return int(self.n)

    @abstractmethod
    def clone(self) -> Position:
        """An independent copy."""

    def observe(self, player: int) -> Position:
        """All there is to see: marble moves in the open, and the stack is kept as a set of tiles. §Q17"""
        return self.clone()

    def fill(self, rng: Random) -> None:
        """Nothing is unknown."""

    # ---- questions the rules ask again and again ----

    def is_active(self, quarry: i64) -> bool:
        """An open tile lies there. §1.2"""
        return self.top[quarry] > 0 and (self.closed & BIT[quarry]) == 0

    def is_empty(self, quarry: i64) -> bool:
        """No tile ever, not closed, and the worker is elsewhere. §6.8"""
        return self.top[quarry] == 0 and quarry != self.worker

    def stack(self) -> list[int]:
        """The tiles not yet drawn."""
        return [n for n in range(1, self.parts.tiles + 1) if self.tile_at[n] == NONE]

    def pieces_of(self, seat: i64, word: i64) -> i64:
        """One word of the mask of all pieces of a seat."""
        at: i64 = WORDS * seat + word
        return self.houses[at] | self.palaces[at] | self.squares[at]

    def free_places(self) -> i64:
        """Column places without a column."""
        total: i64 = 0
        for t in range(len(self.columns)):
            total += self.side.places[t] - self.columns[t]
        return total


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table."""
    n = position.seats()
    pieces: dict[str, int] = {}
    for kind, (name, masks) in enumerate(
        (("house", position.houses), ("palace", position.palaces), ("square", position.squares))
    ):
        standing = sum(int(popcount(mask)) for mask in masks)
        pieces[name] = standing + sum(int(position.supply[OWNED * seat + kind]) for seat in range(n))
    spaces = sum(int(popcount(mask)) for mask in position.free) + sum(int(popcount(m)) for m in position.statues)
    spaces += sum(int(popcount(m)) for masks in (position.houses, position.palaces, position.squares) for m in masks)
    return {
        **pieces,
        "statue": int(position.statues_left) + sum(int(popcount(mask)) for mask in position.statues),
        "ring": int(position.rings_left) + sum(int(r) for r in position.rings),
        "column place": sum(int(c) for c in position.columns) + int(position.free_places()),
        "tile": sum(1 for place in position.tile_at[1:] if place >= 0 or place in (NONE, GONE, IN_HAND)),
        "building space": spaces,
        "marble owed to the bank": sum(int(m) for m in position.marble) - int(position.bank),
    }


def inventory(position: Position) -> dict[str, int]:
    """How many the pack prints for this table."""
    n = position.seats()
    parts = position.parts
    return {
        "house": int(parts.supply[0]) * n,
        "palace": int(parts.supply[1]) * n,
        "square": int(parts.supply[2]) * n,
        "statue": int(parts.statues),
        "ring": int(parts.rings),
        "column place": sum(int(p) for p in position.side.places),
        "tile": parts.tiles,
        "building space": sum(int(popcount(mask)) for mask in position.side.buildable),
        "marble owed to the bank": 0,
    }
