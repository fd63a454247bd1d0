"""Whether a turn might end the game, and a key of the positions a turn leads to; for bots that look for a win."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import key_of
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import LONG_CRUISE, TWO_ASSAULTS
from agon.games.hellas_2002.position import Position
from agon.games.hellas_2002.scoring import cities_of
from agon.games.hellas_2002.value import Valued


class Ending(Valued):
    """A position that knows whether its turn might end the game."""

    def may_end(self, player: int) -> bool:
        """The cities this turn may bring would be ten, or the other's last; or it is the last turn. §7.1 §7.2 §7.3"""
        seat: i64 = player
        if self.active != seat or self.step == ask.FINISHED:
            return False
        if self.turn >= self.parts.last_turn:
            return True
        gains = gains_left(self, seat)
        return cities_of(self, seat) + gains >= self.parts.goal or cities_of(self, 1 - seat) <= gains

    def key(self) -> int:
        """What cards, tiles, attacks and moves change."""
        turn = vec[i64]([self.step, self.window, self.settled, self.gains, self.spoils, self.passes, self.frames])
        attack = vec[i64]([self.target, self.first_target, self.far_source])
        about = vec[i64]([self.chosen, self.left, self.city, self.tile, self.word, self.actions_left, self.moves_left])
        pieces, tiles, force = self.pieces, self.tiles, self.in_force
        lying = [pieces.cities, pieces.greeks, pieces.ships, pieces.sent, tiles.cell_of, tiles.turned]
        return key_of([turn, attack, about, self.cards.discard, force.running, force.plus, *lying])


def gains_left(position: Position, seat: i64) -> i64:
    """The most cities this turn may still win: one, or two where a card says so or could. §3.3 §3.4 §5.4"""
    if position.window in (ask.REGROUP, ask.LAST, ask.REINF):
        return 0
    running = position.in_force.running
    attempts: i64 = 1
    if running[TWO_ASSAULTS] + running[LONG_CRUISE] > 0:
        attempts = 2
    elif position.free_cards(seat, TWO_ASSAULTS) > 0 or position.free_cards(seat, LONG_CRUISE) > 0:
        attempts = 2
    elif position.frames > 0:
        attempts = 2
    if position.settled >= attempts:
        return 0
    return attempts - position.settled
