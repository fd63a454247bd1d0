"""How good a position looks for a seat, in points at the end of the game; for bots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import WORD, lowest, popcount
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.choices import Asked
from agon.games.hellas_2016.parts import OWNED, PALACE, WORDS
from agon.games.hellas_2016.position import Position

# Set by play between greedy bots (docs/games/hellas_2016.md); in points.
MARBLE: Final = 0.36  # a marble while there is still much to buy
MARBLE_END: Final = 0.2  # and at the very end
QUARRY_ACTIONS: Final = 5.0  # quarry actions still to come at the start, weighed by fading yields
COLUMN_TO_COME: Final = 0.22  # a free column place at a temple one's city touches
VILLAGE: Final = 0.35  # a house that waits for a palace
VILLAGE_COLUMN: Final = 0.12  # a column at a temple such a village touches
PALACE_LEFT: Final = 0.4


class Valued(Asked):
    """A position that knows how good it looks for a seat."""

    def value(self, player: int) -> float:
        """The seat's own prospects less the mean of the others'."""
        if self.step == ask.FINISHED:
            return _final(self, player)
        own: i64 = player
        left = time_left(self)
        mine = worth(self, own, left)
        others = 0.0
        for seat in range(self.n):
            if seat != own:
                others += worth(self, seat, left)
        return mine - others / float(self.n - 1)


def _final(position: Position, player: i64) -> float:
    """The margin over the best of the others."""
    totals = [int(scoring.total(position, seat)) for seat in range(position.n)]
    own = totals.pop(int(player))
    return float(own - max(totals))


def time_left(position: Position) -> float:
    """The share of the game's stones that are still to be placed."""
    every: i64 = 0
    left: i64 = 0
    row = position.parts.stones[int(position.n)]
    for phase in range(len(row)):
        stones = row[phase]
        every += stones * position.n
        if phase > position.phase:
            left += stones * position.n
    for seat in range(position.n):
        left += position.taken.stones[seat]
    return float(left) / float(every)


def worth(position: Position, seat: i64, left: float) -> float:
    """Points now, and what marble, income, villages and unfinished temples will still bring."""
    marble = position.purse.marble[seat]
    price = MARBLE_END + (MARBLE - MARBLE_END) * min(1.0, 2.0 * left)
    out = float(scoring.ring_points(position, seat)) + price * float(marble)
    out += price * QUARRY_ACTIONS * left * float(effects.income_of(position, seat))
    largest: i64 = 0
    for city in scoring.cities(position, seat):
        pieces = scoring.size(city)
        if pieces > largest:
            largest = pieces
        out += float(scoring.temple_points(position, city) + scoring.statue_points(position, city))
        out += COLUMN_TO_COME * left * float(places_to_come(position, city))
    out += float(largest)
    palaces = position.island.supply[OWNED * seat + PALACE]
    if palaces > 0:
        out += left * (PALACE_LEFT * float(palaces) + best_village(position, seat))
    return out


def places_to_come(position: Position, city: vec[i64]) -> i64:
    """Free column places in the temples a city touches."""
    out: i64 = 0
    for temple in range(len(position.temples.columns)):
        free = position.side.places[temple] - position.temples.columns[temple]
        if free > 0 and scoring.touches(position, city, position.side.temples[temple]):
            out += free
    return out


def best_village(position: Position, seat: i64) -> float:
    """The most promising group of houses without a palace."""
    best = 0.0
    low = position.island.houses[WORDS * seat]
    high = position.island.houses[WORDS * seat + 1]
    for word in range(WORDS):
        rest = low
        if word == 1:
            rest = high
        while rest != 0:
            group = scoring.group_of(position, seat, WORD * word + lowest(rest))
            rest = rest & (rest - 1) & ~group[word]
            if word == 0:
                high = high & ~group[1]
            if not scoring.is_city(position, seat, group):
                worth_ = VILLAGE * float(popcount(group[0]) + popcount(group[1]))
                worth_ += VILLAGE_COLUMN * float(scoring.temple_points(position, group))
                if worth_ > best:
                    best = worth_
    return best
