"""What a building costs a seat today, line by line. (A file of its own: in no other game does the land pay a part.)"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.games.attika import effects
from agon.games.attika.parts import ANY, KINDS, PRICES, WORDS
from agon.games.attika.position import Position
from agon.games.attika.sums import at_most

NOWHERE: Final[i64] = 99  # the price of a building for which there is no space


class Bill:
    """What a building costs on a space: printed, crossed off, for a new settlement, for want of matching cards."""

    def __init__(self, position: Position, seat: i64, building: i64, slot: i64) -> None:
        cost = position.parts.cost
        rest = effects.bill(position, seat, building, slot)
        self.by_arrow: bool = effects.is_free_by_arrow(position, seat, building, slot)  # §5.2
        self.founding: int = int(effects.settlement_cost(position, seat, slot))  # §6.2
        self.any: int = int(rest // effects.ANY_CARD)  # cards of any kind, those for a new settlement too
        self.printed: list[int] = [int(cost[PRICES * building + kind]) for kind in range(PRICES)]
        self.open: list[int] = []  # symbols of each landscape to be paid
        self.lacking: list[int] = []  # landscapes of which the hand has too few cards
        self.extra: int = 0  # cards more for each of those, two being paid instead of one
        for kind in range(KINDS):
            need = rest % effects.DIGIT
            rest = rest // effects.DIGIT
            self.open.append(int(need))
            have = position.cards.hands[KINDS * seat + kind]
            if 0 <= have < need:  # a hand one cannot see is thought to match
                self.lacking.append(int(kind))
                self.extra += int(need - have)
        self.crossed: list[int] = [0] * int(PRICES)  # §5.3
        if not self.by_arrow:
            left = [*self.open, self.any - self.founding]
            self.crossed = [self.printed[kind] - left[kind] for kind in range(int(ANY) + 1)]
        self.cards: int = sum(self.open) + self.any + self.extra


def cheapest(position: Position, seat: i64, building: i64) -> int:
    """The fewest cards a building costs on any free space; NOWHERE without one. Must agree with `Bill`. §5.4"""
    best = NOWHERE
    for word in range(WORDS):
        free = position.land.free[word]
        joining = free & position.land.beside[WORDS * seat + word]
        founding = free & ~joining
        if (joining & effects.arrow_mask(position, seat, building, word)) != 0:
            return 0
        if free == 0:
            continue
        prices = effects.symbol_prices(position, seat, building, word)
        settlements = position.land.settlements[seat]
        cards: i64 = 0
        while cards < best:
            payable = joining & at_most(prices, cards)
            if cards >= settlements:
                payable = payable | (founding & at_most(prices, cards - settlements))
            if payable != 0:
                best = cards
            cards += 1
    return int(best)
