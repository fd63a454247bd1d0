"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.space import ActionSpace, Verb
from agon.games.hellas_2016.parts import Parts

MOST_SEATS: Final = 4


class Actions(ActionSpace):
    """Every verb; `house_at` and the like are the numbers of their first actions, for the rules."""

    def __init__(self, parts: Parts) -> None:
        cells = parts.cells
        self.tile = Verb("tile", [str(n) for n in range(1, parts.tiles + 1)], paragraph="§6.7")
        self.start = Verb("start", [str(seat) for seat in range(MOST_SEATS)], paragraph="§4.6")
        self.take = Verb("take", parts.bar, paragraph="§5.2")
        self.skip = Verb("pass", paragraph="§6.1")
        self.house = Verb("house", cells, paragraph="§6.2")
        self.palace = Verb("palace", cells, paragraph="§6.4")
        self.square = Verb("square", cells, paragraph="§6.3")
        self.statue = Verb("statue", cells, paragraph="§6.10")
        self.quarry = Verb("quarry", paragraph="§6.5")
        self.waive = Verb("waive", paragraph="§6.5")
        self.cover = Verb("cover", cells, paragraph="§6.7")
        self.worker = Verb("worker", cells, paragraph="§6.8")
        self.column = Verb("column", cells, paragraph="§6.9")
        super().__init__(
            [
                self.tile,
                self.start,
                self.take,
                self.skip,
                self.house,
                self.palace,
                self.square,
                self.statue,
                self.quarry,
                self.waive,
                self.cover,
                self.worker,
                self.column,
            ]
        )
        # Every action as an object that lists share; as `list[int]` compiled code would take them apart and box anew.
        self.numbers: list[object] = list(range(len(self)))
        self.tile_at: i64 = self.tile.first
        self.start_at: i64 = self.start.first
        self.take_at: i64 = self.take.first
        self.pass_at: i64 = self.skip.first
        self.piece_at: vec[i64] = vec[i64](
            [self.house.first, self.palace.first, self.square.first, self.statue.first]
        )  # by kind of piece, as parts.PIECES
        self.quarry_at: i64 = self.quarry.first
        self.cover_at: i64 = self.cover.first
        self.worker_at: i64 = self.worker.first
        self.column_at: i64 = self.column.first
