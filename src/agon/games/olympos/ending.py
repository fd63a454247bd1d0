"""Whether a turn might end the game, and a key of the positions a turn leads to; for bots that look for a win."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, key_of
from agon.games.olympos import questions as ask
from agon.games.olympos.value import Valued


class Ending(Valued):
    """A position that knows whether its turn might end the game."""

    def may_end(self, player: int) -> bool:
        """All the others have finished. §10.2"""
        seat: i64 = player
        if self.active != seat or self.step == ask.FINISHED:
            return False
        return (self.done | BIT[seat]) == BIT[self.n] - 1

    def key(self) -> int:
        """What expansions, developments and cards change."""
        action = vec[i64]([self.step, self.price, self.last_turn, self.goal, self.cell, self.column, self.picks])
        powers = vec[i64]([self.tribes, self.erinyes, self.athena, self.discounts_left])
        land, board, camps = self.map, self.board, self.camps
        owned = [board.discovered, board.discounts, board.bonus_of, board.wonder_of]
        owned += [camps.stock, camps.cubes, camps.hourglasses, camps.prestige, self.cards.hand]
        return key_of([action, powers, land.settlers, land.where, self.track.space_of, *owned])
