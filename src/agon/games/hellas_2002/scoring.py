"""The end of the game: ten cities, no city, or the last turn of all."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import popcount
from agon.core.state import NONE
from agon.games.hellas_2002.parts import SEATS
from agon.games.hellas_2002.position import Position


def cities_of(position: Position, seat: i64) -> i64:
    """How many cities a seat holds. §7.1"""
    return popcount(position.pieces.cities[seat])


def has_won(position: Position, seat: i64) -> bool:
    """Ten cities, or more, when one's own turn ends. §7.1 §Q30"""
    return cities_of(position, seat) >= position.parts.goal


def is_lost(position: Position, seat: i64) -> bool:
    """Without a city one loses at once. §7.2"""
    return position.pieces.cities[seat] == 0


def leader(position: Position) -> i64:
    """When the turns run out: more cities, then more temples; NONE for a draw. §7.3"""
    ahead = cities_of(position, 0) - cities_of(position, 1)
    if ahead == 0:
        ahead = position.temples_of(0) - position.temples_of(1)
    if ahead > 0:
        return 0
    if ahead < 0:
        return 1
    return NONE


class Scored(Position):
    """A position that knows who has won."""

    def places(self) -> list[int]:
        """The winner is first; a draw is shared. §7.1 §7.3"""
        if self.winner == NONE:
            return [1] * SEATS
        return [1 if seat == self.winner else 2 for seat in range(SEATS)]


def scores(position: Position) -> list[dict[str, int]]:
    """Cities decide; temples are named because they break a tie. §7.1 §7.3"""
    out: list[dict[str, int]] = []
    for seat in range(SEATS):
        cities = int(cities_of(position, seat))
        out.append({"temples": int(position.temples_of(seat)), "cities": cities, "total": cities})
    return out
