"""How good a position looks for a seat, in landscape cards; for bots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, blank, lowest, popcount
from agon.core.state import NONE
from agon.games.attika import effects, scoring
from agon.games.attika import questions as ask
from agon.games.attika.parts import BUILDINGS, PRICES, WORDS
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


def value(position: Position, player: i64) -> float:
    """The seat's own prospects less the mean of the others', and its way to a link less the nearest of theirs."""
    if position.step == ask.FINISHED:
        return final(position, player)
    if position.step == ask.CHOOSE_SPACE:  # by the space that is best for its builder
        return position.value_when_answered(int(position.active), int(player))
    if position.step == ask.PAY:
        return value(paid(position), player)
    mine = worth(position, player)
    others = 0.0
    threat = 0.0
    for seat in range(position.n):
        if seat != player:
            others += worth(position, seat)
            near = link_worth(position, seat)
            if near > threat:
                threat = near
    return mine - others / float(position.n - 1) + link_worth(position, player) - threat


def final(position: Position, player: i64) -> float:
    """Won or lost; a shared victory is in between."""
    places = scoring.places(position)
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
    left = position.parts.count - position.stands(seat)
    hidden = popcount(position.store.unseen[seat])
    stored = popcount(position.store.storage[seat])
    out -= BUILDING * float(left) + STORED * float(stored) + HIDDEN * float(hidden)
    return out - symbols_worth(position, seat)


def turn_worth(position: Position) -> float:
    """What this turn may still bring."""
    if position.mode == UNDECIDED:
        return BEGIN
    if position.mode == REVEALING and position.store.unseen[position.active] != 0:
        return REVEAL * float(position.left) - GOING
    return ACTION * float(position.left) - GOING


def symbols_worth(position: Position, seat: i64) -> float:
    """What the printed symbols of buildings not yet built will cost: less than nothing by an arrow's waiting space."""
    out = 0.0
    room = rooms(position, seat)
    built = position.land.built
    for building in range(position.parts.count):
        if built[BUILDINGS * seat + building] != NONE:
            continue
        symbols: i64 = 0
        for kind in range(PRICES):
            symbols += position.parts.cost[PRICES * building + kind]
        tail = standing_tail(position, seat, building, room)
        if tail != NONE:
            room[tail] -= 1
            out -= ARROW * float(symbols)
        else:
            out += SYMBOL * float(symbols)
    return out


def rooms(position: Position, seat: i64) -> vec[i64]:
    """How many free spaces lie around each building of a seat."""
    out = blank(BUILDINGS)
    built = position.land.built
    free = position.land.free
    near = position.map.near
    for building in range(BUILDINGS):
        slot = built[BUILDINGS * seat + building]
        if slot != NONE:
            for word in range(WORDS):
                out[building] += popcount(near[WORDS * slot + word] & free[word])
    return out


def standing_tail(position: Position, seat: i64, building: i64, room: vec[i64]) -> i64:
    """A direct predecessor on the map with a free space left beside it."""
    tails = position.parts.before[building]
    while tails != 0:
        tail = lowest(tails)
        if position.land.built[BUILDINGS * seat + tail] != NONE and room[tail] > 0:
            return tail
        tails = tails & (tails - 1)
    return NONE


# ---- the way between two shrines ----


def link_worth(position: Position, seat: i64) -> float:
    """The nearer a link, the better."""
    steps = link_steps(position, seat)
    if steps >= FAR:
        return 0.0
    return float(LINK[steps]) / 100.0


def link_steps(position: Position, seat: i64) -> i64:
    """The fewest further buildings that would link two shrines; FAR if there is no near way."""
    own = blank(WORDS)
    built = position.land.built
    for building in range(BUILDINGS):
        slot = built[BUILDINGS * seat + building]
        if slot != NONE:
            own[slot // WORD] |= BIT[slot % WORD]
    best: i64 = FAR
    for shrine in range(len(position.layout.shrines) - 1):
        best = steps_from(position, own, shrine, best)
    return best


def steps_from(position: Position, own: vec[i64], shrine: i64, limit: i64) -> i64:
    """The fewest free spaces on a way from one shrine to a later one; own buildings cost nothing."""
    reached: vec[i64] = blank(WORDS)
    edge: vec[i64] = blank(WORDS)  # next to what is reached
    goals: vec[i64] = blank(WORDS)
    front: vec[i64] = blank(WORDS)  # what is entered next
    for word in range(WORDS):
        edge[word] = position.map.gates[WORDS * shrine + word]
        for other in range(shrine + 1, len(position.layout.shrines)):
            goals[word] |= position.map.gates[WORDS * other + word]
    steps: i64 = 0
    while steps < limit:
        flood(position, own, reached, edge)
        for word in range(WORDS):
            if (reached[word] & goals[word]) != 0:
                return steps
        steps += 1
        advance(position, reached, edge, front)
        for word in range(WORDS):
            if (reached[word] & goals[word]) != 0:
                return steps
    return limit


def flood(position: Position, own: vec[i64], reached: vec[i64], edge: vec[i64]) -> None:
    """Go on over own buildings, as far as they lead."""
    more = True
    while more:
        more = False
        for word in range(WORDS):
            rest = edge[word] & own[word] & ~reached[word]
            while rest != 0:
                enter(position, reached, edge, WORD * word + lowest(rest))
                rest = rest & (rest - 1)
                more = True


def advance(position: Position, reached: vec[i64], edge: vec[i64], front: vec[i64]) -> None:
    """Go one free space further, everywhere at once."""
    for word in range(WORDS):
        front[word] = edge[word] & position.land.free[word] & ~reached[word]
    for word in range(WORDS):
        rest = front[word]
        while rest != 0:
            enter(position, reached, edge, WORD * word + lowest(rest))
            rest = rest & (rest - 1)


def enter(position: Position, reached: vec[i64], edge: vec[i64], slot: i64) -> None:
    reached[slot // WORD] |= BIT[slot % WORD]
    near = position.map.near
    for word in range(WORDS):
        edge[word] |= near[WORDS * slot + word]
