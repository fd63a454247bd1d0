"""The map and what follows from its tiles alone. (A file of its own: in no other game does the board grow.)"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.group import Group
from agon.core.numbers import BIT, NONE, WORD, blank
from agon.games.attika.parts import PETALS, REACH, SHRINE_REACH, TURNS, WORDS, Layout, Parts

# The petals of a tile from the last cell to the first: cells are numbered row by row, from the north-west.
BACKWARDS: Final = vec[i64]([6, 5, 1, 0, 4, 2, 3])

TILE: Final = 3  # numbers a tile in `tiles`: face, centre, rotation


class Map(Group):
    """Every tile and space. A new tile changes all of it, and nothing else does."""

    def __init__(self, parts: Parts, layout: Layout, old: Map | None) -> None:
        most = len(parts.faces)
        words = len(parts.cells) // WORD + 1
        self.parts = parts
        self.layout = layout
        self.laid: i64 = 0  # tiles on the map
        # of each tile, in laying order
        self.faces: vec[i64] = blank(most, NONE) if old is None else old.faces[:]
        self.centres: vec[i64] = blank(most, NONE) if old is None else old.centres[:]  # its cell
        self.turns: vec[i64] = blank(most, NONE) if old is None else old.turns[:]
        # of each slot
        self.cells: vec[i64] = blank(PETALS * most, NONE) if old is None else old.cells[:]
        self.symbols: vec[i64] = blank(PETALS * most, NONE) if old is None else old.symbols[:]  # its landscape
        self.near: vec[i64] = blank(WORDS * PETALS * most) if old is None else old.near[:]  # mask of its neighbours
        # slots in the order of their cells, and the mask of those that touch each shrine
        self.order: vec[i64] = blank(PETALS * most, NONE) if old is None else old.order[:]
        self.gates: vec[i64] = blank(WORDS * len(layout.shrines)) if old is None else old.gates[:]
        # masks over cells: on or too near to a tile or shrine for a new tile's centre, and where it may go
        self.closed: vec[i64] = blank(words) if old is None else old.closed[:]
        self.rim: vec[i64] = blank(words) if old is None else old.rim[:]
        if old is not None:
            self.laid = old.laid
        else:
            for shrine in layout.shrines:
                self._draw_rim(shrine, SHRINE_REACH)

    def copy(self) -> Map:
        return Map(self.parts, self.layout, self)

    def fields(self) -> list[str]:
        """None of its own: a position tells its `tiles`, from which all else follows."""
        return []

    def tiles(self) -> vec[i64]:
        """Face, centre and rotation of every tile, in laying order."""
        out = blank(TILE * int(self.laid))
        for n in range(self.laid):
            out[TILE * n] = self.faces[n]
            out[TILE * n + 1] = self.centres[n]
            out[TILE * n + 2] = self.turns[n]
        return out

    def slot_of(self, cell: i64) -> i64:
        """The slot on this cell, or NONE."""
        order = self.order
        cells = self.cells
        low: i64 = 0
        high = PETALS * self.laid - 1
        while low <= high:
            middle = (low + high) >> 1
            slot = order[middle]
            found = cells[slot]
            if found == cell:
                return slot
            if found < cell:
                low = middle + 1
            else:
                high = middle - 1
        return NONE

    # ---- how it grows ----

    def add(self, tile: i64, centre: i64, turn: i64) -> None:
        """Seven more spaces with their landscape, their neighbours and the shrines they touch. §1.2 §8.4"""
        self.faces[self.laid] = tile
        self.centres[self.laid] = centre
        self.turns[self.laid] = turn
        first = PETALS * self.laid
        self.cells[first] = centre
        for direction in range(TURNS):
            self.cells[first + 1 + direction] = self.parts.around[TURNS * centre + direction]
        for petal in range(PETALS):
            self.symbols[first + petal] = self.parts.symbol(tile, petal, turn)
        self.laid += 1
        self._put_in_order(first)
        self._join_neighbours(first)
        if self.laid < len(self.layout.centres) + self.layout.expansions:  # after the last one nobody asks any more
            self._draw_rim(centre, REACH)

    def _put_in_order(self, first: i64) -> None:
        """Slots by ascending cell: the seven of the last tile are merged in, the last ones first."""
        order = self.order
        cells = self.cells
        old = first
        left = PETALS
        for petal in BACKWARDS:
            slot = first + petal
            while old > 0 and cells[order[old - 1]] > cells[slot]:
                old -= 1
                order[old + left] = order[old]
            left -= 1
            order[old + left] = slot

    def _join_neighbours(self, first: i64) -> None:
        """The last tile's spaces become neighbours of one another, of those around, and of shrines. §1.2 §9.2"""
        for direction in range(TURNS):
            slot = first + 1 + direction
            self._join(slot, first)
            self._join(slot, first + 1 + (direction + 1) % TURNS)
            for aside in range(TURNS - 1, TURNS + 2):  # the three sides that look away from the tile
                cell = self.parts.around[TURNS * self.cells[slot] + (direction + aside) % TURNS]
                if cell != NONE and (self.closed[cell // WORD] & BIT[cell % WORD]) != 0:
                    self._look_over(slot, cell)

    def _look_over(self, slot: i64, cell: i64) -> None:
        """A space and what lies across the edge of its tile: another space, a shrine or nothing. §1.2 §9.2"""
        other = self.slot_of(cell)
        if other != NONE:
            self._join(slot, other)
            return
        for shrine in range(len(self.layout.shrines)):
            if self.layout.shrines[shrine] == cell:
                self.gates[WORDS * shrine + slot // WORD] |= BIT[slot % WORD]

    def _join(self, slot: i64, other: i64) -> None:
        self.near[WORDS * slot + other // WORD] |= BIT[other % WORD]
        self.near[WORDS * other + slot // WORD] |= BIT[slot % WORD]

    def _draw_rim(self, centre: i64, reach: i64) -> None:
        """A tile or shrine: no other tile's centre is nearer than `reach`; just that far away they touch. §8.3 §Q10"""
        self._close(centre)
        at = centre
        for steps in range(1, reach + 1):
            at = self.parts.around[TURNS * at + 4]  # one further out, then along the six sides of the ring
            for direction in range(TURNS):
                for _step in range(steps):  # a loop over "_" alone would box it
                    if steps < reach:
                        self._close(at)
                    elif (self.closed[at // WORD] & BIT[at % WORD]) == 0:
                        self.rim[at // WORD] |= BIT[at % WORD]
                    at = self.parts.around[TURNS * at + direction]

    def _close(self, cell: i64) -> None:
        self.closed[cell // WORD] |= BIT[cell % WORD]
        self.rim[cell // WORD] &= ~BIT[cell % WORD]


def laid_out(parts: Parts, layout: Layout, tiles: vec[i64]) -> Map:
    """The map that has these tiles."""
    out = Map(parts, layout, None)
    for n in range(len(tiles) // TILE):
        out.add(tiles[TILE * n], tiles[TILE * n + 1], tiles[TILE * n + 2])
    return out
