"""What is in hand, laid down and paid for a mind to judge. (A file of its own: a building turned up may go anywhere.)

Value looks at every space for a building. Here only the few that look best at a glance are, so that a search need not
pay for all of them whenever it looks at an action that takes a building in hand.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, blank, lowest, popcount
from agon.core.state import NONE, State
from agon.games.attika import effects
from agon.games.attika import questions as ask
from agon.games.attika.parts import KINDS, WORDS
from agon.games.attika.position import Position
from agon.games.attika.value import LINK, ROOM, link_steps, ways

LIKELY: Final = 3  # spaces that are looked at more closely
NEAR: Final[i64] = 3  # an own link that needs no more buildings is brought nearer,
FOUNDING: Final = 1.0  # what a settlement more will cost later
MATCHING: Final[i64] = 100  # more than there are cards


def laid_down(position: Position) -> State:
    """The building in hand on the best of the likely spaces, and paid; or stored, where it may be."""
    actions = position.actions
    seat = int(position.active)
    best: State = position
    most = -1e9
    if position.step == ask.ANSWER:
        best = position.after(int(actions.store.first))
        most = best.value(seat)
    for slot in likely(position):
        after = position.after(int(actions.place.first + position.map.cells[slot]))
        pay(after)
        worth = after.value(seat)
        if worth > most:
            most = worth
            best = after
    return best


def pay(position: Position) -> None:
    """Matching cards first, then those of which there are most in hand."""
    while position.step == ask.PAY:
        position.apply(int(position.actions.pay.first + handiest(position)))


def handiest(position: Position) -> i64:
    """The kind of card to pay with next."""
    payable = effects.payments(position)
    needs = effects.bill(position, position.active, position.building, position.space)
    best: i64 = NONE
    most: i64 = 0
    for kind in range(KINDS):
        cards = position.cards.hands[KINDS * position.active + kind]
        if position.cards.paid[kind] < needs % effects.DIGIT:
            cards += MATCHING
        needs = needs // effects.DIGIT
        if (payable & BIT[kind]) != 0 and cards > most:
            most = cards
            best = kind
    return best


def likely(position: Position) -> list[i64]:
    """The spaces for the building in hand that look best at a glance: cheap, with room around, on the way to a link."""
    seat = position.active
    near = position.map.near
    land = position.land
    way, gain = way_to_link(position, seat)
    slots: list[i64] = []
    looks: list[float] = []
    for word in range(WORDS):
        rest = effects.affordable(position, seat, position.building, word)
        while rest != 0:
            slot = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            look = -price(position, seat, slot)
            room: i64 = 0
            for w in range(WORDS):
                room += popcount(near[WORDS * slot + w] & land.free[w] & ~land.beside[WORDS * seat + w])
            look += ROOM * float(room)
            if (way[word] & BIT[slot % WORD]) != 0:
                look += gain
            if len(slots) < LIKELY:
                slots.append(slot)
                looks.append(look)
                continue
            worst = 0
            for n in range(1, LIKELY):
                if looks[n] < looks[worst]:
                    worst = n
            if look > looks[worst]:
                looks[worst] = look
                slots[worst] = slot
    return slots


def price(position: Position, seat: i64, slot: i64) -> float:
    """What the building in hand costs there, in cards, and in what a settlement more costs later."""
    needs = effects.bill(position, seat, position.building, slot)
    out = float(needs // effects.ANY_CARD)
    if (position.land.beside[WORDS * seat + slot // WORD] & BIT[slot % WORD]) == 0:
        out += FOUNDING
    hands = position.cards.hands
    for kind in range(KINDS):
        need = needs % effects.DIGIT
        needs = needs // effects.DIGIT
        out += float(2 * need - effects.matches(need, hands[KINDS * seat + kind]))
    return out


def way_to_link(position: Position, seat: i64) -> tuple[vec[i64], float]:
    """The spaces on the shortest ways of a seat to a near link, with what each brings."""
    way = blank(WORDS)
    steps = link_steps(position, seat)
    if steps == 0 or steps > NEAR:
        return way, 0.0
    row = ways(position, seat, steps)
    for n in range(len(row)):
        way[n % WORDS] |= row[n]
    return way, float(LINK[steps - 1] - LINK[steps]) / 100.0
