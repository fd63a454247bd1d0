"""An observation as one row of float32, with a name for each part: what features.py says, laid end to end."""

from __future__ import annotations

from struct import Struct
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.state import State

LIMIT: Final = 1000.0  # no number of an observation is further from 0; most lie between 0 and 1
FLOAT: Final = 4  # bytes of a float32

Rows = NDArray[np.float32]


class Layout:
    """Where each named row lies. It depends on the game, its pack and the number of seats only."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.lengths = {name: len(row) for name, row in game.features(state.observe(0), 0).items()}
        if not self.lengths:
            raise AgonError(
                f"{game.id} has no features: learning needs a features.py, with rows of numbers for an observation."
            )
        self.size = sum(self.lengths.values())
        self.slices: dict[str, slice] = {}
        at = 0
        for name, length in self.lengths.items():
            self.slices[name] = slice(at, at + length)
            at += length
        self._pack = Struct(f"{self.size}f").pack_into

    def write(self, state: State, seat: int, rows: Rows, at: int = 0) -> None:
        """What the seat may know of the position, into line `at` of a contiguous array.

        struct writes a list of Python floats into memory two to four times faster than numpy takes it over.
        """
        numbers: list[float] = []
        for row in self.game.features(state.observe(seat), seat).values():
            numbers += row
        if len(numbers) != self.size:
            raise AgonError(f"{self.game.id} gave {len(numbers)} features, not {self.size}.")
        self._pack(rows.data, at * FLOAT * self.size, *numbers)

    def row(self, state: State, seat: int) -> Rows:
        """What the seat may know of the position, as a new row."""
        out = np.empty(self.size, np.float32)
        self.write(state, seat, out)
        return out

    def named(self, rows: Rows) -> dict[str, Rows]:
        """The parts by their names: views of a row, or of many rows."""
        return {name: rows[..., part] for name, part in self.slices.items()}

    def table(self) -> list[tuple[str, int, int]]:
        """Name, where it begins in a flat row, and length."""
        return [(name, part.start, part.stop - part.start) for name, part in self.slices.items()]
