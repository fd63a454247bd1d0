"""Whether a turn might end the game, and a key of the positions a turn leads to; for bots that look for a win."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import key_of
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.value import Valued


class Ending(Valued):
    """A position that knows whether its turn might end the game."""

    def may_end(self, player: int) -> bool:
        """The last stone of the game is this seat's, or lies already, whoever's turn it is. §5.3 §8.1"""
        seat: i64 = player
        if self.step == ask.FINISHED:
            return False
        row = self.parts.stones[int(self.n)]
        for phase in range(self.phase + 1, len(row)):
            if row[phase] > 0:
                return False
        left: i64 = 0
        for stones in self.taken.stones:
            left += stones
        return left == 0 or (left == 1 and self.taken.stones[seat] == 1)

    def key(self) -> int:
        """What stones, buildings, columns and statues change."""
        action = vec[i64]([self.step, self.space, self.decided, self.half, self.todo, self.worker, self.closed])
        island, temples = self.island, self.temples
        built = [island.houses, island.palaces, island.squares, island.statues, temples.columns, temples.rings]
        return key_of([action, self.purse.marble, self.taken.bar, self.quarries.top, *built])
