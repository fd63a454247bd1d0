"""What a mind is told of a position: some numbers for each seat, and some for the table, each about 0 to 1."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, popcount
from agon.core.state import NONE, State
from agon.games.attika import questions as ask
from agon.games.attika.ending import Ending
from agon.games.attika.parts import BUILDINGS, KINDS, STACKS, WORDS
from agon.games.attika.position import BUILDING, REVEALING, UNDECIDED, Position
from agon.games.attika.value import FAR, LINK, MANY_CARDS, link_steps, paid, symbols_worth, to_build, worth_less

LINKS: Final[i64] = 8  # buildings a link may lack, one number each
FIRST_FLAG: Final[i64] = 34
SEAT_TERMS: Final[i64] = 94  # FIRST_FLAG + 2 * BUILDINGS
TABLE_TERMS: Final[i64] = 4


class Told(Ending):
    """A position that tells a mind about itself."""

    def shape(self) -> list[int]:
        pack = [int(self.parts.count), int(self.parts.builds), int(self.parts.reveals)]
        return [int(SEAT_TERMS), int(TABLE_TERMS), *pack]

    def quiet(self) -> State:
        """The position to be judged: a building in hand stands where it is best for its builder, and is paid."""
        if self.step == ask.CHOOSE_SPACE:
            return self.best_answer(int(self.active)).quiet()
        if self.step == ask.PAY:
            return paid(self)
        return self

    def seat_terms(self, seat: i64, out: vec[float], at: i64) -> None:
        """Cards, room, the way to a link, the turn, and which buildings stand or wait."""
        land = self.land
        store = self.store
        cards = self.cards.held[seat]
        steps = link_steps(self, seat)
        symbols = symbols_worth(self, seat)
        linked = 0.0
        if steps < FAR:
            linked = float(LINK[steps]) / 100.0
            if steps < LINKS:
                out[at + 10 + steps] = 1.0
        out[at] = (worth_less(self, seat, symbols) + linked) / 8.0
        out[at + 1] = float(cards) / 8.0
        if cards > MANY_CARDS:
            out[at + 2] = float(cards - MANY_CARDS) / 4.0
        out[at + 3] = float(store.amphorae[seat]) / 3.0
        out[at + 4] = float(land.settlements[seat]) / 4.0
        room: i64 = 0
        for word in range(WORDS):
            room += popcount(land.beside[WORDS * seat + word] & land.free[word])
        out[at + 5] = float(room) / 20.0
        out[at + 6] = float(popcount(to_build(self, seat))) / 30.0
        out[at + 7] = float(popcount(store.storage[seat])) / 10.0
        out[at + 8] = float(popcount(store.unseen[seat])) / 20.0
        out[at + 9] = symbols / 10.0
        if seat == self.active:
            turn_terms(self, out, at + 18)
        elif seat == (self.active + 1) % self.n:
            out[at + 24] = 1.0
        out[at + 25] = float(popcount(store.awarded[seat])) / 7.0
        for kind in range(KINDS):
            out[at + 26 + kind] = float(self.cards.hands[KINDS * seat + kind]) / 5.0
        for stack in range(STACKS):
            out[at + 30 + stack] = float(store.stacks[STACKS * seat + stack]) / 8.0
        for building in range(BUILDINGS):
            if land.built[BUILDINGS * seat + building] != NONE:
                out[at + FIRST_FLAG + building] = 1.0
            elif (store.storage[seat] & BIT[building]) != 0:
                out[at + FIRST_FLAG + BUILDINGS + building] = 1.0

    def table_terms(self, out: vec[float], at: i64) -> None:
        """How far the game is."""
        stands: i64 = 0
        for seat in range(self.n):
            stands += self.stands(seat)
        out[at] = float(stands) / (30.0 * float(self.n))
        out[at + 1] = float(self.deck_left) / 60.0
        out[at + 2] = float(popcount(self.pile)) / 12.0
        out[at + 3] = float(self.supply) / 15.0


def turn_terms(position: Position, out: vec[float], at: i64) -> None:
    """What the seat whose turn it is may still do."""
    if position.drawing != 0:
        out[at + 1] = 1.0
        return
    out[at] = 1.0
    if position.mode == UNDECIDED:
        out[at + 2] = 1.0
    elif position.mode == REVEALING:
        out[at + 3] = float(position.left) / 2.0
    elif position.mode == BUILDING:
        out[at + 4] = float(position.left) / 3.0
    if position.building != NONE:
        out[at + 5] = 1.0
