"""How good a position looks for a seat, in landscape cards; for bots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, blank, lowest, popcount
from agon.core.state import NONE
from agon.games.attika import effects, scoring
from agon.games.attika import questions as ask
from agon.games.attika.choices import Asked
from agon.games.attika.parts import BUILDINGS, WORDS
from agon.games.attika.position import REVEALING, UNDECIDED, Position

# Fitted to how games between greedy bots ended, then improved by play between them (docs/games/attika.md); in cards.
WIN: Final = 1000.0
MANY_CARDS: Final = 8  # a card more than so many is a turn that was wasted
WASTE: Final = 1.6
AMPHORA: Final = 0.7
SETTLEMENT: Final = 1.25  # each settlement after the first makes the next dearer
ROOM: Final = 0.32  # a free space beside an own building
BUILDING: Final = 1.1  # a building still to be built
STORED: Final = 0.4  # and more if it waits on the storage board
HIDDEN: Final = 1.9  # or is still to be turned up
SYMBOL: Final = 0.23  # an open symbol of a building still to be built
ARROW: Final = 0.09  # what such a symbol is good for if a space beside the building's predecessor is waiting
BEGIN: Final = 0.7  # a turn in which nothing is decided yet
GOING: Final = 1.35  # less, once it is
REVEAL: Final = 0.9  # an action left in it to turn up a building
ACTION: Final = 1.1  # or to build
# What a link of two shrines is worth that still needs 0, 1, 2, ... buildings; in hundredths of a card.
LINK: Final = vec[i64]([1000, 750, 490, 260, 140, 60, 30, 30, 20, 0])
FAR: Final = 10
Mask = tuple[i64, i64, i64]  # over slots: the WORDS words, spelled out, as ways are most of what a look costs


class Valued(Asked):
    """A position that knows how good it looks for a seat."""

    def value(self, player: int) -> float:
        """The seat's own prospects less the mean of the others', and its way to a link less the nearest of theirs."""
        if self.step == ask.FINISHED:
            return final(self, player)
        if self.step == ask.CHOOSE_SPACE:  # by the space that is best for its builder
            return self.best_answer(int(self.active)).value(player)
        if self.step == ask.PAY:
            return paid(self).value(player)
        own: i64 = player
        mine = worth(self, own)
        others = 0.0
        threat = 0.0
        for seat in range(self.n):
            if seat != own:
                others += worth(self, seat)
                near = link_worth(self, seat)
                if near > threat:
                    threat = near
        return mine - others / float(self.n - 1) + link_worth(self, own) - threat


def final(position: Position, player: i64) -> float:
    """Won or lost; a shared victory is in between."""
    places = position.places()
    if places[int(player)] > 1:
        return -WIN
    return WIN / float(places.count(1))


def paid(position: Position) -> Position:
    """A building that is being paid for counts as standing, and the cards still owed as spent."""
    after = position.clone()
    seat = position.active
    after.cards = after.cards.own()
    after.cards.held[seat] -= effects.owed(position)
    effects.put(after, seat, position.building, position.space)
    if scoring.has_won(after, seat):
        after.winner = seat
        after.step = ask.FINISHED
        return after
    if effects.completes_group(after, seat, position.building):
        after.store = after.store.own()
        after.store.amphorae[seat] += 1
    after.building = NONE
    after.step = ask.DECIDE
    return after


def worth(position: Position, seat: i64) -> float:
    """Cards, amphorae and room on the map, less all that it will still take to build everything."""
    return worth_less(position, seat, symbols_worth(position, seat))


def worth_less(position: Position, seat: i64, symbols: float) -> float:
    """The same, once it is known what the symbols of the buildings not yet built will cost."""
    land = position.land
    cards = position.cards.held[seat]
    out = float(cards) + AMPHORA * float(position.store.amphorae[seat])
    if cards > MANY_CARDS:
        out -= WASTE * float(cards - MANY_CARDS)
    if land.settlements[seat] > 1:
        out -= SETTLEMENT * float(land.settlements[seat] - 1)
    for word in range(WORDS):
        out += ROOM * float(popcount(land.beside[WORDS * seat + word] & land.free[word]))
    if seat == position.active and position.drawing == 0:
        out += turn_worth(position)
    left = popcount(to_build(position, seat))
    hidden = popcount(position.store.unseen[seat])
    stored = popcount(position.store.storage[seat])
    out -= BUILDING * float(left) + STORED * float(stored) + HIDDEN * float(hidden)
    return out - symbols


def to_build(position: Position, seat: i64) -> i64:
    """Mask of the buildings that are not on the map: in the stacks, on the storage board, in hand."""
    mask = position.store.unseen[seat] | position.store.storage[seat]
    if seat == position.active and position.building != NONE:
        mask = mask | BIT[position.building]
    return mask


def turn_worth(position: Position) -> float:
    """What this turn may still bring."""
    if position.mode == UNDECIDED:
        return BEGIN
    if position.mode == REVEALING and position.store.unseen[position.active] != 0:
        return REVEAL * float(position.left) - GOING
    return ACTION * float(position.left) - GOING


def symbols_worth(position: Position, seat: i64) -> float:
    """What the printed symbols of buildings not yet built will cost: less than nothing by an arrow's waiting space."""
    return symbols_less(position, to_build(position, seat), awaited(position, seat))


def symbols_less(position: Position, buildings: i64, waiting: i64) -> float:
    """The same, once it is known for which of these buildings a space is waiting."""
    out = 0.0
    rest = buildings
    while rest != 0:
        building = lowest(rest)
        rest = rest & (rest - 1)
        symbols = float(position.parts.symbols[building])
        if (waiting & BIT[building]) != 0:
            out -= ARROW * symbols
        else:
            out += SYMBOL * symbols
    return out


def awaited(position: Position, seat: i64) -> i64:
    """Mask of the buildings not yet built for which a free space beside a predecessor is waiting, each its own."""
    room = blank(BUILDINGS, NONE)
    waiting: i64 = 0
    rest = to_build(position, seat)
    while rest != 0:
        building = lowest(rest)
        rest = rest & (rest - 1)
        tail = standing_tail(position, seat, building, room)
        if tail != NONE:
            room[tail] -= 1
            waiting = waiting | BIT[building]
    return waiting


def standing_tail(position: Position, seat: i64, building: i64, room: vec[i64]) -> i64:
    """A direct predecessor on the map with a free space left beside it; `room` knows of those asked for before."""
    tails = position.parts.before[building]
    while tails != 0:
        tail = lowest(tails)
        slot = position.land.built[BUILDINGS * seat + tail]
        if slot != NONE:
            if room[tail] == NONE:
                room[tail] = room_around(position, slot)
            if room[tail] > 0:
                return tail
        tails = tails & (tails - 1)
    return NONE


def room_around(position: Position, slot: i64) -> i64:
    """How many free spaces lie around a slot."""
    out: i64 = 0
    for word in range(WORDS):
        out += popcount(position.map.near[WORDS * slot + word] & position.land.free[word])
    return out


# ---- the way between two shrines ----


def link_worth(position: Position, seat: i64) -> float:
    """The nearer a link, the better."""
    steps = link_steps(position, seat)
    if steps >= FAR:
        return 0.0
    return float(LINK[steps]) / 100.0


def link_steps(position: Position, seat: i64) -> i64:
    """The fewest further buildings that would link two shrines; FAR if there is no near way."""
    stands = standing(position, seat)
    best: i64 = FAR
    for shrine in range(len(position.layout.shrines) - 1):
        best = steps_from(position, stands, shrine, best)
    return best


def standing(position: Position, seat: i64) -> Mask:
    """Where the buildings of a seat stand."""
    a: i64 = 0
    b: i64 = 0
    c: i64 = 0
    built = position.land.built
    rest = (BIT[position.parts.count] - 1) & ~to_build(position, seat)
    while rest != 0:
        slot = built[BUILDINGS * seat + lowest(rest)]
        if slot < WORD:
            a = a | BIT[slot]
        elif slot < 2 * WORD:
            b = b | BIT[slot - WORD]
        else:
            c = c | BIT[slot - 2 * WORD]
        rest = rest & (rest - 1)
    return a, b, c


def steps_from(position: Position, own: Mask, shrine: i64, limit: i64) -> i64:
    """The fewest free spaces on a way from one shrine to a later one; own buildings cost nothing."""
    gates = position.map.gates
    free = position.land.free
    goals: Mask = (0, 0, 0)
    for other in range(shrine + 1, len(position.layout.shrines)):
        goals = either(goals, words(gates, other))
    reached: Mask = (0, 0, 0)
    edge = words(gates, shrine)  # next to what is reached
    open_to: Mask = (free[0], free[1], free[2])
    steps: i64 = 0
    while steps < limit:
        front = entered(edge, own, reached)
        while not is_empty(front):  # over own buildings, as far as they lead
            reached = either(reached, front)
            edge = either(edge, around(position.map.near, front))
            front = entered(edge, own, reached)
        if meets(reached, goals):
            return steps
        steps += 1
        front = entered(edge, open_to, reached)  # one free space further, everywhere at once
        if is_empty(front):
            return limit
        reached = either(reached, front)
        if meets(reached, goals):
            return steps
        edge = either(edge, around(position.map.near, front))
    return limit


def narrowest(position: Position, seat: i64, steps: i64) -> i64:
    """Over so many free spaces all shortest ways to a link lead, where they are fewest; `steps`: how long those are."""
    row = ways(position, seat, steps)
    best: i64 = 0
    for step in range(steps):
        width = popcount(row[WORDS * step]) + popcount(row[WORDS * step + 1]) + popcount(row[WORDS * step + 2])
        if best == 0 or width < best:
            best = width
    return best


def ways(position: Position, seat: i64, steps: i64) -> vec[i64]:
    """The first, second, ... free spaces of all shortest ways to a link, which have so many; a mask a step."""
    out = blank(int(WORDS * steps))
    stands = standing(position, seat)
    count = len(position.layout.shrines)
    rows = [spread(position, stands, shrine, steps) for shrine in range(count)]
    for step in range(steps):
        spaces: Mask = (0, 0, 0)
        for one in range(count):
            for other in range(one + 1, count):
                spaces = either(spaces, both(words(rows[one], step), words(rows[other], steps - 1 - step)))
        out[WORDS * step] = spaces[0]
        out[WORDS * step + 1] = spaces[1]
        out[WORDS * step + 2] = spaces[2]
    return out


def spread(position: Position, own: Mask, shrine: i64, steps: i64) -> vec[i64]:
    """The free spaces that are a first, second, ... space on the shortest way to them from a shrine; a mask a step."""
    out = blank(int(WORDS * steps))
    free = position.land.free
    open_to: Mask = (free[0], free[1], free[2])
    reached: Mask = (0, 0, 0)
    edge = words(position.map.gates, shrine)
    for step in range(steps):
        front = entered(edge, own, reached)
        while not is_empty(front):
            reached = either(reached, front)
            edge = either(edge, around(position.map.near, front))
            front = entered(edge, own, reached)
        front = entered(edge, open_to, reached)
        reached = either(reached, front)
        edge = either(edge, around(position.map.near, front))
        out[WORDS * step] = front[0]
        out[WORDS * step + 1] = front[1]
        out[WORDS * step + 2] = front[2]
    return out


def both(one: Mask, other: Mask) -> Mask:
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


def at_slot(slot: i64) -> Mask:
    """One slot alone."""
    bit = BIT[slot % WORD]
    if slot < WORD:
        return bit, 0, 0
    if slot < 2 * WORD:
        return 0, bit, 0
    return 0, 0, bit


def words(row: vec[i64], n: i64) -> Mask:
    """The n-th mask of a row of masks."""
    return row[WORDS * n], row[WORDS * n + 1], row[WORDS * n + 2]


def either(one: Mask, other: Mask) -> Mask:
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


def entered(edge: Mask, ground: Mask, reached: Mask) -> Mask:
    """What lies at the edge, on such ground, and was not reached before."""
    return (
        edge[0] & ground[0] & ~reached[0],
        edge[1] & ground[1] & ~reached[1],
        edge[2] & ground[2] & ~reached[2],
    )


def is_empty(mask: Mask) -> bool:
    return (mask[0] | mask[1] | mask[2]) == 0


def meets(one: Mask, other: Mask) -> bool:
    return ((one[0] & other[0]) | (one[1] & other[1]) | (one[2] & other[2])) != 0


def around(near: vec[i64], front: Mask) -> Mask:
    """All that is next to some slots."""
    a: i64 = 0
    b: i64 = 0
    c: i64 = 0
    for word in range(WORDS):
        rest = front[0] if word == 0 else front[1] if word == 1 else front[2]
        at = WORDS * WORD * word
        while rest != 0:
            slot = at + WORDS * lowest(rest)
            a = a | near[slot]
            b = b | near[slot + 1]
            c = c | near[slot + 2]
            rest = rest & (rest - 1)
    return a, b, c
