"""What a mind is told of a position: some numbers for each seat, and some for the table, each about 0 to 1."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, lowest, popcount
from agon.core.state import NONE, State
from agon.games.attika import questions as ask
from agon.games.attika.ending import Ending
from agon.games.attika.parts import BUILDINGS, GROUPS, KINDS, LEVELS, STACKS, WORDS
from agon.games.attika.position import BUILDING, REVEALING, UNDECIDED, Position
from agon.games.attika.quiet import laid_down, pay
from agon.games.attika.value import (
    FAR,
    LINK,
    MANY_CARDS,
    Mask,
    around,
    at_slot,
    awaited,
    both,
    either,
    is_empty,
    link_steps,
    narrowest,
    symbols_less,
    to_build,
    worth_less,
)

LINKS: Final[i64] = 8  # buildings a link may lack, one number each
NEAR: Final[i64] = 5  # a link that lacks no more is looked at more closely
SYMBOLS: Final[i64] = 3  # visible symbols of a landscape that are told apart
FIRST_SYMBOL: Final[i64] = 34
FIRST_GROUP: Final[i64] = 46  # FIRST_SYMBOL + KINDS * SYMBOLS
FIRST_FLAG: Final[i64] = 56  # FIRST_GROUP + GROUPS, and three more
SEAT_TERMS: Final[i64] = 176  # FIRST_FLAG + 4 * BUILDINGS
TABLE_TERMS: Final[i64] = 4


class Told(Ending):
    """A position that tells a mind about itself."""

    def shape(self) -> list[int]:
        pack = [int(self.parts.count), int(self.parts.builds), int(self.parts.reveals)]
        return [int(SEAT_TERMS), int(TABLE_TERMS), *pack]

    def quiet(self) -> State:
        """The position to be judged: a building in hand lies where it looks best for the seat whose turn it is, or on
        the storage board if it was just turned up; what is built is paid, and a tile lies in the first of its turns."""
        step = self.step
        if step == ask.CHOOSE_SPACE or step == ask.ANSWER:
            return laid_down(self)
        if step == ask.PAY:
            after = self.clone()
            pay(after)
            return after
        if step == ask.TURN:
            return self.after(int(self.actions.turn.first))
        return self

    def seat_terms(self, seat: i64, out: vec[float], at: i64) -> None:
        """Cards, room, the way to a link, the turn, what may be seen from its spaces, and where each building is."""
        land = self.land
        store = self.store
        cards = self.cards.held[seat]
        steps = link_steps(self, seat)
        waiting = awaited(self, seat)
        symbols = symbols_less(self, to_build(self, seat), waiting)
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
        room_terms(self, seat, out, at)
        if 0 < steps <= NEAR:
            width = narrowest(self, seat, steps)
            out[at + FIRST_FLAG - 2] = float(width) / 4.0
            if width == 1:
                out[at + FIRST_FLAG - 1] = 1.0
        for building in range(BUILDINGS):
            flag = at + FIRST_FLAG + building
            if land.built[BUILDINGS * seat + building] != NONE:
                out[flag] = 1.0
            elif (store.storage[seat] & BIT[building]) != 0:
                if (waiting & BIT[building]) != 0:
                    out[flag + 2 * BUILDINGS] = 1.0
                else:
                    out[flag + BUILDINGS] = 1.0
            elif (waiting & BIT[building]) != 0:
                out[flag + 3 * BUILDINGS] = 1.0

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


def room_terms(position: Position, seat: i64, out: vec[float], at: i64) -> None:
    """The free spaces beside own buildings: how many, beside nobody else's, and what they see; and split groups."""
    land = position.land
    shows = land.shows
    room: i64 = 0
    alone: i64 = 0
    for word in range(WORDS):
        beside = land.beside[WORDS * seat + word] & land.free[word]
        room += popcount(beside)
        for other in range(position.n):
            if other != seat:
                beside = beside & ~land.beside[WORDS * other + word]
        alone += popcount(beside)
    out[at + 5] = float(room) / 20.0
    out[at + FIRST_FLAG - 3] = float(alone) / 20.0
    for kind in range(KINDS):
        for level in range(SYMBOLS):
            seen: i64 = 0
            for word in range(WORDS):
                joining = land.beside[WORDS * seat + word] & land.free[word]
                seen += popcount(joining & shows[WORDS * (LEVELS * kind + level) + word])
            if seen == 0:
                break
            out[at + FIRST_SYMBOL + SYMBOLS * kind + level] = float(seen) / 10.0
    for group in range(GROUPS):
        if is_split(position, seat, group):
            out[at + FIRST_GROUP + group] = 1.0


def is_split(position: Position, seat: i64, group: i64) -> bool:
    """Whether members of a group that could still bring an amphora stand apart from one another."""
    if (position.store.awarded[seat] & BIT[group]) != 0:
        return False
    built = position.land.built
    rest = position.parts.members[group]
    apart: Mask = (0, 0, 0)
    first: Mask = (0, 0, 0)
    while rest != 0:
        slot = built[BUILDINGS * seat + lowest(rest)]
        rest = rest & (rest - 1)
        if slot != NONE:
            apart = either(apart, first)
            first = at_slot(slot)
    while not is_empty(first) and not is_empty(apart):
        first = both(around(position.map.near, first), apart)
        apart = (apart[0] & ~first[0], apart[1] & ~first[1], apart[2] & ~first[2])
    return not is_empty(apart)
