"""What a mind is told of a position: some numbers for each seat, and some for the table, each about 0 to 1."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import popcount
from agon.core.state import NONE
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016.parts import BAR_MARBLE, BAR_QUARRY, BAR_STATUE, BAR_TEMPLE, OWNED, PALACE, WORDS
from agon.games.hellas_2016.position import Position
from agon.games.hellas_2016.value import best_village, places_to_come, time_left, worth

SEAT_TERMS: Final[i64] = 32
TABLE_TERMS: Final[i64] = 12


def quiet(position: Position) -> Position:
    """The position to be judged: every one as it is."""
    return position


def seat_terms(position: Position, seat: i64, out: vec[float], at: i64) -> None:
    """Points by category, marble and income, pieces left, cities and villages, and whose turn it is."""
    left = time_left(position)
    marble = float(position.purse.marble[seat])
    income = float(effects.income_of(position, seat))
    out[at] = worth(position, seat, left) / 20.0
    out[at + 1] = float(scoring.ring_points(position, seat)) / 10.0
    out[at + 2] = marble / 10.0
    out[at + 3] = marble * left / 10.0
    out[at + 4] = income / 5.0
    out[at + 5] = income * left / 5.0
    cities: i64 = 0
    largest: i64 = 0
    temples: i64 = 0
    statues: i64 = 0
    to_come: i64 = 0
    for city in scoring.cities(position, seat):
        cities += 1
        pieces = scoring.size(city)
        if pieces > largest:
            largest = pieces
        temples += scoring.temple_points(position, city)
        statues += scoring.statue_points(position, city)
        to_come += places_to_come(position, city)
    out[at + 6] = float(cities) / 3.0
    out[at + 7] = float(largest) / 10.0
    out[at + 8] = float(temples) / 10.0
    out[at + 9] = float(statues) / 10.0
    out[at + 10] = float(to_come) / 10.0
    out[at + 11] = float(to_come) * left / 10.0
    out[at + 12] = best_village(position, seat) / 2.0
    palaces = float(position.island.supply[OWNED * seat + PALACE])
    for kind in range(OWNED):
        out[at + 13 + kind] = float(position.island.supply[OWNED * seat + kind]) / 6.0
    out[at + 16] = palaces * left / 3.0
    out[at + 17] = best_village(position, seat) * left
    houses: i64 = 0
    squares: i64 = 0
    for word in range(WORDS):
        houses += popcount(position.island.houses[WORDS * seat + word])
        squares += popcount(position.island.squares[WORDS * seat + word])
    out[at + 18] = float(houses) / 10.0
    out[at + 19] = float(squares) / 5.0
    out[at + 20] = float(position.temples.rings[seat]) / 5.0
    out[at + 21] = float(position.taken.stones[seat]) / 6.0
    if seat == position.active:
        out[at + 22] = 1.0
    elif position.active >= 0 and seat == (position.active + 1) % position.n:
        out[at + 23] = 1.0
    if seat == position.starter:
        out[at + 24] = 1.0
    if seat == position.marker:
        out[at + 25] = 1.0
    if position.actor() == seat:
        out[at + 26] = 1.0
    if marble >= 3.0:
        out[at + 27] = 1.0
    if marble >= 6.0:
        out[at + 28] = 1.0
    if cities == 0:
        out[at + 29] = 1.0
    out[at + 30] = float(largest) * left / 10.0
    out[at + 31] = float(scoring.total(position, seat)) / 30.0


def table_terms(position: Position, out: vec[float], at: i64) -> None:
    """How far the game is, and which kinds of actions are still free on the bar."""
    out[at] = time_left(position)
    out[at + 1] = float(position.phase) / 5.0
    out[at + 2] = float(position.statues_left) / 5.0
    out[at + 3] = float(position.rings_left) / 15.0
    out[at + 4] = float(position.free_places()) / 20.0
    if position.marker == NONE:
        out[at + 5] = 1.0
    bar = position.taken.bar
    for space in range(len(bar)):
        if bar[space] == NONE:
            kind = position.parts.bar_kind[space]
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
    out[at + 11] = float(position.step) / 12.0
