"""What a mind is told of a position: some numbers for each seat, and some for the table, each about 0 to 1."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import popcount
from agon.core.state import NONE
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016.ending import Ending
from agon.games.hellas_2016.parts import BAR_MARBLE, BAR_QUARRY, BAR_STATUE, BAR_TEMPLE, OWNED, PALACE, WORDS
from agon.games.hellas_2016.value import best_village, places_to_come, time_left, worth

SEAT_TERMS: Final[i64] = 32
TABLE_TERMS: Final[i64] = 12


class Told(Ending):
    """A position that tells a mind about itself."""

    def shape(self) -> list[int]:
        pack = [int(self.parts.phases), int(self.parts.tiles), len(self.parts.bar)]
        return [int(SEAT_TERMS), int(TABLE_TERMS), *pack]

    def seat_terms(self, seat: i64, out: vec[float], at: i64) -> None:
        """Points by category, marble and income, pieces left, cities and villages, and whose turn it is."""
        left = time_left(self)
        marble = float(self.purse.marble[seat])
        income = float(effects.income_of(self, seat))
        out[at] = worth(self, seat, left) / 20.0
        out[at + 1] = float(scoring.ring_points(self, seat)) / 10.0
        out[at + 2] = marble / 10.0
        out[at + 3] = marble * left / 10.0
        out[at + 4] = income / 5.0
        out[at + 5] = income * left / 5.0
        cities: i64 = 0
        largest: i64 = 0
        temples: i64 = 0
        statues: i64 = 0
        to_come: i64 = 0
        for city in scoring.cities(self, seat):
            cities += 1
            pieces = scoring.size(city)
            if pieces > largest:
                largest = pieces
            temples += scoring.temple_points(self, city)
            statues += scoring.statue_points(self, city)
            to_come += places_to_come(self, city)
        out[at + 6] = float(cities) / 3.0
        out[at + 7] = float(largest) / 10.0
        out[at + 8] = float(temples) / 10.0
        out[at + 9] = float(statues) / 10.0
        out[at + 10] = float(to_come) / 10.0
        out[at + 11] = float(to_come) * left / 10.0
        out[at + 12] = best_village(self, seat) / 2.0
        palaces = float(self.island.supply[OWNED * seat + PALACE])
        for kind in range(OWNED):
            out[at + 13 + kind] = float(self.island.supply[OWNED * seat + kind]) / 6.0
        out[at + 16] = palaces * left / 3.0
        out[at + 17] = best_village(self, seat) * left
        houses: i64 = 0
        squares: i64 = 0
        for word in range(WORDS):
            houses += popcount(self.island.houses[WORDS * seat + word])
            squares += popcount(self.island.squares[WORDS * seat + word])
        out[at + 18] = float(houses) / 10.0
        out[at + 19] = float(squares) / 5.0
        out[at + 20] = float(self.temples.rings[seat]) / 5.0
        out[at + 21] = float(self.taken.stones[seat]) / 6.0
        if seat == self.active:
            out[at + 22] = 1.0
        elif self.active >= 0 and seat == (self.active + 1) % self.n:
            out[at + 23] = 1.0
        if seat == self.starter:
            out[at + 24] = 1.0
        if seat == self.marker:
            out[at + 25] = 1.0
        if self.actor() == seat:
            out[at + 26] = 1.0
        if marble >= 3.0:
            out[at + 27] = 1.0
        if marble >= 6.0:
            out[at + 28] = 1.0
        if cities == 0:
            out[at + 29] = 1.0
        out[at + 30] = float(largest) * left / 10.0
        out[at + 31] = float(scoring.total(self, seat)) / 30.0

    def table_terms(self, out: vec[float], at: i64) -> None:
        """How far the game is, and which kinds of actions are still free on the bar."""
        out[at] = time_left(self)
        out[at + 1] = float(self.phase) / 5.0
        out[at + 2] = float(self.statues_left) / 5.0
        out[at + 3] = float(self.rings_left) / 15.0
        out[at + 4] = float(self.free_places()) / 20.0
        if self.marker == NONE:
            out[at + 5] = 1.0
        bar = self.taken.bar
        for space in range(len(bar)):
            if bar[space] == NONE:
                kind = self.parts.bar_kind[space]
                if kind == BAR_QUARRY:
                    out[at + 6] += 0.5
                elif kind == BAR_TEMPLE:
                    out[at + 7] += 0.5
                elif kind == BAR_STATUE:
                    out[at + 8] += 0.5
                elif kind == BAR_MARBLE:
                    out[at + 9] += 0.5
                else:
                    out[at + 10] += 0.25
        out[at + 11] = float(self.step) / 12.0
