"""What a mind is told of a position: some numbers for each seat, and some for the table, each about 0 to 1."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import lowest, popcount
from agon.core.state import State
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.ending import Ending
from agon.games.hellas_2002.parts import GODS, KINDS
from agon.games.hellas_2002.position import Position
from agon.games.hellas_2002.value import (
    can_take,
    next_to_move,
    promised,
    spare,
    unanswered,
    waters,
    worth,
)

CITIES: Final[i64] = 10  # one number each: a city more is worth more the nearer the tenth is
FIRST_CARD: Final[i64] = 40
SEAT_TERMS: Final[i64] = 58  # FIRST_CARD + KINDS
TABLE_TERMS: Final[i64] = 14
WINDOWS: Final[i64] = 10


class Told(Ending):
    """A position that tells a mind about itself."""

    def shape(self) -> list[int]:
        pack = [int(self.parts.goal), len(self.parts.tiles), int(self.parts.last_turn)]
        return [int(SEAT_TERMS), int(TABLE_TERMS), *pack]

    def quiet(self) -> State:
        """The position to be judged: an open chain of cards that nobody answers any more."""
        if self.step == ask.RESPOND:
            return unanswered(self)
        return self

    def seat_terms(self, seat: i64, out: vec[float], at: i64) -> None:
        """Cities, temples, pieces, cards, waters, what can be taken, and what the turn promises."""
        pieces = self.pieces
        cities = popcount(pieces.cities[seat])
        open_to: i64 = 0
        rest = pieces.cities[1 - seat]
        while rest != 0:
            if can_take(self, seat, lowest(rest)):
                open_to += 1
            rest = rest & (rest - 1)
        expected = promised(self)
        mover = next_to_move(self)
        out[at] = worth(self, seat) / 20.0
        if cities <= CITIES:
            out[at + 1 + cities] = 1.0
        out[at + 12] = float(cities) / 10.0
        out[at + 13] = float(self.temples_of(seat)) / 4.0
        if self.temples_of(seat) > self.temples_of(1 - seat):
            out[at + 14] = 1.0
        out[at + 15] = float(self.parts.greeks - pieces.greek_supply[seat]) / 15.0
        out[at + 16] = float(self.parts.ships - pieces.ship_supply[seat]) / 10.0
        for god in range(len(GODS)):
            out[at + 17 + god] = float(self.cards_of(seat, god)) / 4.0
        out[at + 20] = float(waters(self, seat)) / 8.0
        out[at + 21] = float(spare(self, pieces.cities[seat])) / 8.0
        if open_to > 0:
            out[at + 22] = 1.0
        out[at + 23] = float(open_to) / 3.0
        if mover == seat:
            out[at + 24] = 1.0
            if open_to > 0:
                out[at + 25] = 1.0
            if cities + 1 >= self.parts.goal and open_to > 0:
                out[at + 26] = 1.0
        elif cities + 1 >= self.parts.goal and open_to > 0:
            out[at + 27] = 1.0
        if self.active == seat:
            out[at + 28] = 1.0
            if expected > 100.0:
                out[at + 29] = 1.0
                out[at + 30] = (expected - 150.0) / 20.0
            else:
                out[at + 30] = expected / 20.0
            out[at + 31] = float(self.gains)
        out[at + 32] = float(lone_garrisons(self, seat)) / 5.0
        out[at + 33] = float(fleets(self, seat)) / 5.0
        if pieces.greek_supply[seat] == 0:
            out[at + 34] = 1.0
        if self.actor() == seat:
            out[at + 35] = 1.0
        for kind in range(KINDS):
            out[at + FIRST_CARD + kind] = float(self.free_cards(seat, kind))

    def table_terms(self, out: vec[float], at: i64) -> None:
        """How far the game is, and what is being done."""
        laid = popcount(self.pieces.cities[0]) + popcount(self.pieces.cities[1])
        out[at] = float(laid) / 20.0
        out[at + 1] = float(self.turn) / float(self.parts.last_turn)
        out[at + 2] = float(self.stack_size()) / 20.0
        if 0 <= self.window < WINDOWS:
            out[at + 3 + self.window] = 1.0
        out[at + 13] = float(self.settled)


def lone_garrisons(position: Position, seat: i64) -> i64:
    """Cities with a single Greek."""
    out: i64 = 0
    rest = position.pieces.cities[seat]
    while rest != 0:
        if position.pieces.greeks[lowest(rest)] <= 1:
            out += 1
        rest = rest & (rest - 1)
    return out


def fleets(position: Position, seat: i64) -> i64:
    """Cities with a ship."""
    out: i64 = 0
    rest = position.pieces.cities[seat]
    while rest != 0:
        if position.pieces.ships[lowest(rest)] > 0:
            out += 1
        rest = rest & (rest - 1)
    return out
