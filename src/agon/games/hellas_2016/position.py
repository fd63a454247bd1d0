"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.group import Group
from agon.core.numbers import BIT, NONE, blank, popcount
from agon.core.state import State
from agon.games.hellas_2016.actions import Actions
from agon.games.hellas_2016.parts import OWNED, WORDS, Parts, Side

ABSENT: Final = -5  # in `bar`: this table's bar does not have the space
GONE: Final = -6  # in `tile_at`: put away without opening a quarry
IN_HAND: Final = -7  # in `tile_at`: drawn, waiting for a decision


class Island(Group):
    """What stands where, and the pieces each seat has left. Masks are WORDS words, seat by seat."""

    def __init__(self, n: int, buildable: vec[i64], old: Island | None) -> None:
        self.houses: vec[i64] = blank(WORDS * n) if old is None else old.houses[:]
        self.palaces: vec[i64] = blank(WORDS * n) if old is None else old.palaces[:]
        self.squares: vec[i64] = blank(WORDS * n) if old is None else old.squares[:]
        self.statues: vec[i64] = blank(WORDS) if old is None else old.statues[:]
        self.free: vec[i64] = buildable[:]  # spaces one can build on and nobody has
        self.supply: vec[i64] = blank(OWNED * n) if old is None else old.supply[:]  # houses, palaces, squares left

    def copy(self) -> Island:
        return Island(0, self.free, self)


class Temples(Group):
    """Columns by temple, rings by seat."""

    def __init__(self, n: int, temples: int, old: Temples | None) -> None:
        self.columns: vec[i64] = blank(temples) if old is None else old.columns[:]
        self.rings: vec[i64] = blank(n) if old is None else old.rings[:]

    def copy(self) -> Temples:
        return Temples(0, 0, self)


class Purse(Group):
    """Marble by seat; it moves in the open, so it is no secret. §Q17"""

    def __init__(self, n: int, old: Purse | None) -> None:
        self.marble: vec[i64] = blank(n) if old is None else old.marble[:]

    def copy(self) -> Purse:
        return Purse(0, self)


class Quarries(Group):
    """Where the tiles are: for each the quarry it lies on (NONE: still in the stack), for each quarry the top one (0:
    empty)."""

    def __init__(self, tiles: int, quarries: int, old: Quarries | None) -> None:
        self.tile_at: vec[i64] = blank(tiles + 1, NONE) if old is None else old.tile_at[:]
        self.top: vec[i64] = blank(quarries) if old is None else old.top[:]

    def copy(self) -> Quarries:
        return Quarries(0, 0, self)


class Taken(Group):
    """The action bar: the seat whose stone lies on a space, and the stones each seat has left."""

    def __init__(self, n: int, spaces: int, old: Taken | None) -> None:
        self.bar: vec[i64] = blank(spaces, NONE) if old is None else old.bar[:]
        self.stones: vec[i64] = blank(n) if old is None else old.stones[:]

    def copy(self) -> Taken:
        return Taken(0, 0, self)


class Position(State):
    """The table in mid-game. Every movement of marble is public, so nothing is hidden."""

    def __init__(self, parts: Parts, actions: Actions, side: Side, seats: i64, old: Position | None) -> None:
        zero: i64 = 0
        none: i64 = NONE
        self.parts = parts
        self.actions = actions
        self.side = side
        self.n: i64 = seats
        n = int(seats)
        self.island: Island = Island(n, side.buildable, None) if old is None else old.island.lend()
        self.temples: Temples = Temples(n, len(side.temples), None) if old is None else old.temples.lend()
        self.purse: Purse = Purse(n, None) if old is None else old.purse.lend()
        self.quarries: Quarries = (
            Quarries(parts.tiles, len(side.quarries), None) if old is None else old.quarries.lend()
        )
        self.taken: Taken = Taken(n, len(parts.bar), None) if old is None else old.taken.lend()
        # the general supply
        self.statues_left: i64 = zero if old is None else old.statues_left
        self.rings_left: i64 = zero if old is None else old.rings_left
        self.bank: i64 = zero if old is None else old.bank  # marble given out less marble paid in
        # the quarries
        self.closed: i64 = zero if old is None else old.closed  # mask of closed quarries
        self.worker: i64 = none if old is None else old.worker
        # the bar
        self.marker: i64 = none if old is None else old.marker  # the seat that starts the next phase
        # whose turn it is, and what is asked
        self.phase: i64 = zero if old is None else old.phase
        self.starter: i64 = none if old is None else old.starter
        self.active: i64 = none if old is None else old.active
        self.step: i64 = zero if old is None else old.step  # of questions.py; the first is asked first
        self.space: i64 = none if old is None else old.space  # the space of the bar being resolved
        # seats that have decided in a building action, or starting houses placed
        self.decided: i64 = zero if old is None else old.decided
        # bits of the kinds of pieces the deciding seat has built in this action
        self.half: i64 = zero if old is None else old.half
        self.todo: i64 = zero if old is None else old.todo  # columns still to be raised
        self.drawn: i64 = zero if old is None else old.drawn  # tiles drawn in this action
        self.tile: i64 = none if old is None else old.tile  # the tile in hand
        # the switches (§Q1, §Q2, §Q3, §Q24)
        self.starter_first: i64 = zero if old is None else old.starter_first
        self.start_houses: i64 = zero if old is None else old.start_houses
        self.may_waive: i64 = zero if old is None else old.may_waive
        self.marble_breaks_ties: i64 = zero if old is None else old.marble_breaks_ties

    def game_id(self) -> str:
        return "hellas_2016"

    def seats(self) -> int:
        return int(self.n)

    def observe(self, player: int) -> Position:
        """All there is to see: marble moves in the open, and the stack is kept as a set of tiles. §Q17"""
        return self.clone()

    def fill(self, rng: Random) -> None:
        """Nothing is unknown."""

    # ---- who builds ----

    def settler(self) -> i64:
        """Who places the next starting house: clockwise, then the reverse order, then clockwise again. §4.7"""
        turn = self.decided // self.n
        place = self.decided % self.n
        if turn % 2 == 1:
            place = self.n - 1 - place
        return (self.starter + place) % self.n

    def builder(self) -> i64:
        """Whose turn it is in a building action: clockwise from the active player. §6.1 §Q1 §Q29"""
        first = self.active
        if self.starter_first != 0:
            first = self.starter
        seat = first + self.decided
        if seat >= self.n:
            seat -= self.n
        return seat

    # ---- questions the rules ask again and again ----

    def is_active(self, quarry: i64) -> bool:
        """An open tile lies there. §1.2"""
        return self.quarries.top[quarry] > 0 and (self.closed & BIT[quarry]) == 0

    def is_empty(self, quarry: i64) -> bool:
        """No tile ever, not closed, and the worker is elsewhere. §6.8"""
        return self.quarries.top[quarry] == 0 and quarry != self.worker

    def stack(self) -> list[int]:
        """The tiles not yet drawn."""
        return [n for n in range(1, self.parts.tiles + 1) if self.quarries.tile_at[n] == NONE]

    def pieces_of(self, seat: i64, word: i64) -> i64:
        """One word of the mask of all pieces of a seat."""
        at = WORDS * seat + word
        return self.island.houses[at] | self.island.palaces[at] | self.island.squares[at]

    def free_places(self) -> i64:
        """Column places without a column."""
        columns, places = self.temples.columns, self.side.places
        total: i64 = 0
        for t in range(len(columns)):
            total += places[t] - columns[t]
        return total


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table."""
    n = position.seats()
    island = position.island
    pieces: dict[str, int] = {}
    for kind, (name, masks) in enumerate(
        (("house", island.houses), ("palace", island.palaces), ("square", island.squares))
    ):
        standing = sum(int(popcount(mask)) for mask in masks)
        pieces[name] = standing + sum(int(island.supply[OWNED * seat + kind]) for seat in range(n))
    rows = (island.free, island.statues, island.houses, island.palaces, island.squares)
    spaces = sum(int(popcount(mask)) for row in rows for mask in row)
    return {
        **pieces,
        "statue": int(position.statues_left) + sum(int(popcount(mask)) for mask in island.statues),
        "ring": int(position.rings_left) + sum(int(r) for r in position.temples.rings),
        "column place": sum(int(c) for c in position.temples.columns) + int(position.free_places()),
        "tile": sum(1 for place in position.quarries.tile_at[1:] if place >= 0 or place in (NONE, GONE, IN_HAND)),
        "building space": spaces,
        "marble owed to the bank": sum(int(m) for m in position.purse.marble) - int(position.bank),
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
        "ring": max(int(parts.rings), sum(int(r) for r in position.temples.rings)),  # they never run out. §6.12
        "column place": sum(int(p) for p in position.side.places),
        "tile": parts.tiles,
        "building space": sum(int(popcount(mask)) for mask in position.side.buildable),
        "marble owed to the bank": 0,
    }
