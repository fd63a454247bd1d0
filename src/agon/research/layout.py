"""The table of what an observation holds: names, shapes, true bounds and meaning, and the row of float32 it becomes.

    table = agon.research.layout.of("olympos", seats=4)
    for row in table.rows:
        print(row.name, row.length, row.lowest(), row.highest(), row.about)

Each game tells its table in features.py, beside the code that writes the numbers; spaces, documentation and tests are
made from it. Numbers are written by the compiled part, without a copy of the position.
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.layout", "research", "numpy")

from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agon.core.errors import AgonError
from agon.core.features import Form, Row
from agon.core.game import Game, find
from agon.core.sheets import Sheets
from agon.core.state import State

LIMIT: Final = 1000.0  # in a game without a table, no number is further from 0
FLOAT: Final = 4  # bytes of a float32
PLAIN: Final = "of a game that has no table of its rows"

Rows = NDArray[np.float32]
Masks = NDArray[np.int8]


class Layout:
    """Where each named row lies. It depends on the game, its pack and the number of seats only."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        form = game.form(state)
        self.is_native = form is not None
        self.form: Form = Form(_plain_rows(game, state)) if form is None else form
        self.rows: list[Row] = self.form.rows
        self.size = self.form.size
        self.lengths = {row.name: row.length for row in self.rows}
        self.slices = {
            row.name: slice(at, at + row.length) for row, at in zip(self.rows, self.form.starts, strict=True)
        }
        self.low, self.high = self._bounds()
        self._sheets = self.sheets(1)
        self._row, self._mask = (lines[0] for lines in self.arrays(self._sheets))
        self._lock = Lock()  # several environments may share a layout

    def _bounds(self) -> tuple[Rows, Rows]:
        """The least and the most of every number."""
        low = [least / over for row in self.rows for least, over in zip(row.low, row.over, strict=True)]
        high = [most / over for row in self.rows for most, over in zip(row.high, row.over, strict=True)]
        return np.array(low, np.float32), np.array(high, np.float32)

    def sheets(self, lines: int) -> Sheets:
        """Room for the observations and masks of several games."""
        return Sheets(self.form, len(self.game.space), lines)

    def arrays(self, sheets: Sheets) -> tuple[Rows, Masks]:
        """The same memory as arrays, a line a game, to be read: they change when the sheets are written."""
        rows = np.frombuffer(memoryview(sheets.numbers), np.float32).reshape(-1, self.size)
        return rows, np.frombuffer(memoryview(sheets.masks), np.int8).reshape(-1, len(self.game.space))

    def write(self, state: State, seat: int, rows: Rows, at: int = 0) -> None:
        """What the seat may know of the position, into line `at` of an array."""
        line = rows if rows.ndim == 1 else rows[at]
        if not self.is_native:
            line[:] = self._told(state, seat)
            return
        with self._lock:
            self._sheets.read(state, seat, 0)
            line[:] = self._row

    def row(self, state: State, seat: int) -> Rows:
        """What the seat may know of the position, as a new row."""
        if not self.is_native:
            return np.array(self._told(state, seat), np.float32)
        with self._lock:
            self._sheets.read(state, seat, 0)
            out: Rows = self._row.copy()
        return out

    def _told(self, state: State, seat: int) -> list[float]:
        """The named rows of a game in plain Python, end to end."""
        numbers: list[float] = []
        for row in self.game.features(state.observe(seat), seat).values():
            numbers += row
        if len(numbers) != self.size:
            raise AgonError(f"{self.game.id} gave {len(numbers)} features, not {self.size}.")
        return numbers

    def mask(self, state: State) -> Masks:
        """1 where an action may be played now, as a new row."""
        with self._lock:
            self._sheets.write_mask(0, state.answers())
            out: Masks = self._mask.copy()
        return out

    def named(self, rows: Rows) -> dict[str, Rows]:
        """The parts by their names: views of a row, or of many rows."""
        return {name: rows[..., part] for name, part in self.slices.items()}

    def table(self) -> list[tuple[str, int, int]]:
        """Name, where it begins in a flat row, and length."""
        return [(name, part.start, part.stop - part.start) for name, part in self.slices.items()]


def _plain_rows(game: Game, state: State) -> list[Row]:
    """The table of a game that has none: whatever its features say, between wide bounds."""
    named = game.features(state.observe(0), 0)
    if not named:
        raise AgonError(
            f"{game.id} has no features: learning needs a features.py, with rows of numbers for an observation."
        )
    return [Row(name, len(row), PLAIN, int(LIMIT), 1, -int(LIMIT)) for name, row in named.items()]


def of(game: Game | str, seats: int | None = None) -> Layout:
    """The table of a game, by default for its smallest number of seats."""
    found = find(game) if isinstance(game, str) else game
    return Layout(found, found.new(found.seats[0] if seats is None else seats))


__all__ = ["Layout", "of"]
