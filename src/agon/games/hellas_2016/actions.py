"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.space import ActionSpace
from agon.games.hellas_2016.parts import Parts

MOST_SEATS: Final = 4


class Actions(ActionSpace):
    """Every verb; `verb.first` is the number of its first action."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        cells = parts.cells
        self.tile = self.add("tile", [str(n) for n in range(1, parts.tiles + 1)], paragraph="§6.7")
        self.start = self.add("start", [str(seat) for seat in range(MOST_SEATS)], paragraph="§4.6")
        self.take = self.add("take", parts.bar, paragraph="§5.2")
        self.skip = self.add("pass", paragraph="§6.1")
        self.house = self.add("house", cells, paragraph="§6.2")
        self.palace = self.add("palace", cells, paragraph="§6.4")
        self.square = self.add("square", cells, paragraph="§6.3")
        self.statue = self.add("statue", cells, paragraph="§6.10")
        self.quarry = self.add("quarry", paragraph="§6.5")
        self.waive = self.add("waive", paragraph="§6.5")
        self.cover = self.add("cover", cells, paragraph="§6.7")
        self.worker = self.add("worker", cells, paragraph="§6.8")
        self.column = self.add("column", cells, paragraph="§6.9")
        pieces = [self.house, self.palace, self.square, self.statue]  # as parts.PIECES
        self.piece_at: vec[i64] = vec[i64]([verb.first for verb in pieces])
