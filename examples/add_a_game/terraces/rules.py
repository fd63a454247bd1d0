"""The position and the rules."""

from __future__ import annotations

from random import Random
from typing import Final

from agon.core.chance import pick
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN, State
from terraces.actions import CARD, PASS, PLANT, SOILS, TERRACES, soil

SEATS: Final = 2
COPIES: Final = 2  # cards of each soil


class Terraces(State):
    """Numbers only: what lies on the table, and whose turn it is."""

    def __init__(self) -> None:
        self.pile: list[int] = [COPIES] * len(SOILS)  # cards nobody holds, by soil
        self.cards: list[int] = [NONE] * SEATS  # the soil each seat loves
        self.trees: list[int] = [NONE] * TERRACES  # whose tree stands on a terrace
        self.turn: int = 0

    def game_id(self) -> str:
        return "terraces"

    def seats(self) -> int:
        return SEATS

    def actor(self) -> int:
        """Chance until both have a card; then the seats in turn, until neither can plant. §2, §3, §5"""
        if self.cards[SEATS - 1] == NONE:
            return CHANCE
        if not self.places_for(0) and not self.places_for(1):
            return OVER
        return self.turn

    def legal(self) -> list[int]:
        who = self.actor()
        if who == OVER:
            return []
        if who == CHANCE:
            return [CARD.action(kind) for kind, left in enumerate(self.pile) if left]
        return [PLANT.action(place) for place in self.places_for(who)] or [int(PASS.first)]

    def weights(self) -> list[int]:
        return [int(left) for left in self.pile if left]

    def apply(self, action: int) -> None:
        if action >= PASS.first:
            self.turn = 1 - self.turn
        elif action >= PLANT.first:
            self.trees[action - PLANT.first] = self.turn
            self.turn = 1 - self.turn
        else:
            self.pile[action - CARD.first] -= 1
            self.cards[self.next_to_draw()] = action - CARD.first

    def next_to_draw(self) -> int:
        return 0 if self.cards[0] == NONE else 1

    def places_for(self, seat: int) -> list[int]:
        """Free terraces without an own tree beside them. §3"""
        return [
            place
            for place in range(TERRACES)
            if self.trees[place] == NONE and all(self.trees[side] != seat for side in beside(place))
        ]

    def clone(self) -> Terraces:
        other = Terraces()
        other.pile, other.cards, other.trees = list(self.pile), list(self.cards), list(self.trees)
        other.turn = self.turn
        return other

    def observe(self, player: int) -> Terraces:
        """The other's card goes back, unseen, among those it could be. §2"""
        seen = self.clone()
        for seat in range(SEATS):
            if seat != player and seen.cards[seat] >= 0:
                seen.pile[seen.cards[seat]] += 1
                seen.cards[seat] = UNKNOWN
        return seen

    def fill(self, rng: Random) -> None:
        for seat in range(SEATS):
            if self.cards[seat] == UNKNOWN:
                self.cards[seat] = pick(self.pile, rng)
                self.pile[self.cards[seat]] -= 1

    def heard(self, player: int, action: int) -> int:
        """A card is drawn in secret. §2"""
        return UNKNOWN if self.actor() == CHANCE and self.next_to_draw() != player else action

    def points(self, seat: int) -> int:
        """A tree counts 1, on a loved soil 2. §5"""
        return sum(
            2 if soil(place) == self.cards[seat] else 1 for place in range(TERRACES) if self.trees[place] == seat
        )

    def value(self, player: int) -> float:
        """How good it looks for a seat: for bots."""
        return float(self.points(player) - self.points(1 - player))

    def places(self) -> list[int]:
        points = [self.points(seat) for seat in range(SEATS)]
        return [1 + sum(1 for other in points if other > mine) for mine in points]


def beside(place: int) -> list[int]:
    """The neighbours of a terrace. §1"""
    return [n for n in (place - 1, place + 1) if 0 <= n < TERRACES]


def new(parts: object, actions: object, seats: int, settings: object) -> Terraces:
    """The position before the first card is drawn."""
    return Terraces()


def scores(state: Terraces) -> list[dict[str, int]]:
    return [{"total": state.points(seat)} for seat in range(SEATS)]


def census(state: Terraces) -> dict[str, int]:
    """How many cards are anywhere; law 7 compares it with the inventory at every ply."""
    return {"card": sum(state.pile) + sum(1 for card in state.cards if card >= 0)}


def inventory(state: Terraces) -> dict[str, int]:
    return {"card": COPIES * len(SOILS)}
