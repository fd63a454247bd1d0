"""What a mind is told of a position: some numbers for each seat, and some for the table, each about 0 to 1."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, popcount
from agon.core.state import NONE, State
from agon.games.olympos import effects, scoring
from agon.games.olympos.ending import Ending
from agon.games.olympos.parts import DISCOVERIES, KINDS, WIDTH
from agon.games.olympos.position import Position
from agon.games.olympos.value import hour_of, hourglasses_of, is_in_an_action, nearest_wonder, standing, time_left

FIRST_FLAG: Final[i64] = 56
FLAGS: Final[i64] = 25  # discoveries, one number each, as far as they go
SEAT_TERMS: Final[i64] = 81  # FIRST_FLAG + FLAGS
TABLE_TERMS: Final[i64] = 10


class Told(Ending):
    """A position that tells a mind about itself."""

    def shape(self) -> list[int]:
        pack = [self.parts.land, len(self.parts.cells), int(self.parts.cross)]
        return [int(SEAT_TERMS), int(TABLE_TERMS), *pack]

    def quiet(self) -> State:
        """The position to be judged: questions in the middle of an action are answered as is best for the actor."""
        if is_in_an_action(self):
            return self.best_answer(int(self.active)).quiet()
        return self

    def seat_terms(self, seat: i64, out: vec[float], at: i64) -> None:
        """Points, time, settlers, territories, cubes, cards, discoveries, wonders in reach."""
        camps = self.camps
        board = self.board
        left = time_left(self, seat)
        held = popcount(self.map.held[seat])
        beaten = self.on_map(seat) - held
        discovered = popcount(board.discovered[seat])
        cubes: i64 = 0
        for resource in range(KINDS):
            count = camps.cubes[KINDS * seat + resource]
            cubes += count
            out[at + 1 + resource] = float(count) / 3.0
            out[at + 5 + resource] = float(self.tiles(seat, resource)) / 3.0
        wonder = nearest_wonder(self, seat)
        out[at] = (standing(self, seat) + wonder) / 30.0
        out[at + 9] = float(scoring.total(self, seat)) / 40.0
        out[at + 10] = left
        out[at + 11] = left * left
        out[at + 12] = float(hour_of(self, seat)) / float(self.parts.cross)
        out[at + 13] = float(hourglasses_of(self, seat)) / 3.0
        out[at + 14] = float(camps.stock[seat]) / 4.0
        out[at + 15] = float(camps.stock[seat]) * left / 4.0
        out[at + 16] = float(held) / 8.0
        out[at + 17] = float(held) * left / 8.0
        out[at + 18] = float(beaten) / 4.0
        out[at + 19] = float(beaten) * left / 4.0
        out[at + 20] = float(cubes) / 6.0
        out[at + 21] = float(cubes) * left / 6.0
        out[at + 22] = float(self.cards.hand_size[seat]) / 4.0
        out[at + 23] = float(self.star_tiles(seat)) / 3.0
        out[at + 24] = float(self.star_tiles(seat)) * left / 3.0
        out[at + 25] = float(discovered) / 6.0
        out[at + 26] = float(discovered) * left / 6.0
        out[at + 27] = wonder / 5.0
        out[at + 28] = float(effects.swords(self, seat)) / 3.0
        if self.has_finished(seat):
            out[at + 29] = 1.0
        if seat == self.active:
            out[at + 30] = 1.0
            if self.old_space != NONE:
                out[at + 31] = 1.0
            if self.last_turn != 0:
                out[at + 32] = 1.0
        out[at + 33] = float(scoring.wonder_points(self, seat)) / 10.0
        out[at + 34] = float(camps.prestige[seat]) / 15.0
        masks_of_gods(self, seat, out, at + 35)
        for column in range(WIDTH):
            out[at + 40 + column] = float(board.markers[WIDTH * seat + column]) / 3.0
        for resource in range(KINDS):
            if (board.discounts[seat] & BIT[resource]) != 0:
                out[at + 45 + resource] = 1.0
        out[at + 49] = float(scoring.effect_points(self, seat)) / 10.0
        out[at + 50] = float(popcount(self.map.held[seat] & self.parts.atlantis)) / 4.0
        out[at + 51] = float(effects.star_cards(self, seat)) / 2.0
        behind: i64 = 0
        for other in range(self.n):
            if hour_of(self, other) > hour_of(self, seat):
                behind += 1
        out[at + 52] = float(behind) / 4.0
        payable = self.parts.payable[effects.purse(self, seat)]
        out[at + 53] = float(popcount(payable & untaken(self, seat))) / 10.0
        out[at + 54] = out[at + 53] * left
        for discovery in range(len(DISCOVERIES)):
            if discovery < FLAGS and (board.discovered[seat] & BIT[discovery]) != 0:
                out[at + FIRST_FLAG + discovery] = 1.0

    def table_terms(self, out: vec[float], at: i64) -> None:
        """How far the game is: hours, gods, wonders, tribes."""
        hours: i64 = 0
        for seat in range(self.n):
            hours += hour_of(self, seat)
        out[at] = float(hours) / (float(self.parts.cross) * float(self.n))
        out[at + 1] = float(popcount(self.gods_left)) / 10.0
        for column in range(WIDTH):
            if self.board.wonder_at[column] != NONE and self.board.wonder_of[column] == NONE:
                out[at + 2 + column] = 1.0
        out[at + 7] = float(popcount(self.tribes)) / 5.0
        out[at + 8] = float(self.deck_size) / 30.0
        out[at + 9] = float(popcount(self.done)) / 4.0


def masks_of_gods(position: Position, seat: i64, out: vec[float], at: i64) -> None:
    """Which gods are with the seat, or against it."""
    if (position.athena & BIT[seat]) != 0:
        out[at] = 1.0
    if (position.ares & BIT[seat]) != 0:
        out[at + 1] = 1.0
    if (position.siren & BIT[seat]) != 0:
        out[at + 2] = 1.0
    if (position.keres & BIT[seat]) != 0:
        out[at + 3] = 1.0
    if (position.erinyes & BIT[seat]) != 0:
        out[at + 4] = 1.0


def untaken(position: Position, seat: i64) -> i64:
    """Mask of the cells with a tile left that the seat does not own."""
    mask: i64 = 0
    for cell in range(len(position.board.copies)):
        if position.board.copies[cell] > 0 and not position.has(seat, position.board.tile_at[cell]):
            mask = mask | BIT[cell]
    return mask
