"""Villages and cities, points by category, places."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, blank, lowest, popcount, ranked
from agon.games.hellas_2016.parts import WORDS
from agon.games.hellas_2016.position import Position

CITY: Final = 0
TEMPLES: Final = 1
STATUES: Final = 2
RINGS: Final = 3
MARBLE: Final = 4
CATEGORIES: Final = ("city", "temples", "statues", "rings", "marble")


def group_of(position: Position, seat: i64, cell: i64) -> vec[i64]:
    """All own pieces connected with the one on this space, as a mask. §7.1 §Q20 §Q31"""
    group: vec[i64] = blank(WORDS)
    edge: vec[i64] = blank(WORDS)
    edge[cell // WORD] = BIT[cell % WORD]
    mine: vec[i64] = blank(WORDS)
    for word in range(WORDS):
        mine[word] = position.pieces_of(seat, word)
    more = True
    while more:
        more = False
        for word in range(WORDS):
            while edge[word] != 0:
                bit = edge[word] & -edge[word]
                edge[word] ^= bit
                group[word] |= bit
                at = WORDS * (WORD * word + lowest(bit))
                for other in range(WORDS):
                    edge[other] |= position.side.around[at + other] & mine[other] & ~group[other]
                more = True
    return group


def is_city(position: Position, seat: i64, group: vec[i64]) -> bool:
    """At least one house and at least one palace; else a village. §7.2 §7.3 §Q13 §Q14"""
    houses = False
    palaces = False
    for word in range(WORDS):
        houses = houses or (position.island.houses[WORDS * seat + word] & group[word]) != 0
        palaces = palaces or (position.island.palaces[WORDS * seat + word] & group[word]) != 0
    return houses and palaces


def cities(position: Position, seat: i64) -> list[vec[i64]]:
    """The groups of a seat that are cities. Every city has a palace, so it is enough to start from those. §7.3"""
    out: list[vec[i64]] = []
    seen: vec[i64] = blank(WORDS)
    for word in range(WORDS):
        rest = position.island.palaces[WORDS * seat + word]
        while rest != 0:
            cell = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            if (seen[cell // WORD] & BIT[cell % WORD]) != 0:
                continue
            group = group_of(position, seat, cell)
            for other in range(WORDS):
                seen[other] |= group[other]
            if is_city(position, seat, group):
                out.append(group)
    return out


def size(group: vec[i64]) -> i64:
    """How many pieces."""
    total: i64 = 0
    for word in range(WORDS):
        total += popcount(group[word])
    return total


def touches(position: Position, group: vec[i64], cell: i64) -> bool:
    """Whether a piece of the group stands next to this space."""
    return any(position.side.around[WORDS * cell + word] & group[word] != 0 for word in range(WORDS))


def temple_points(position: Position, city: vec[i64]) -> i64:
    """As many points as columns in each temple the city touches, once a temple. §8.3 §Q22"""
    total: i64 = 0
    for temple in range(len(position.temples.columns)):
        if position.temples.columns[temple] > 0 and touches(position, city, position.side.temples[temple]):
            total += position.temples.columns[temple]
    return total


def statue_points(position: Position, city: vec[i64]) -> i64:
    """Three points for each statue the city touches. §8.4 §Q27"""
    total: i64 = 0
    for word in range(WORDS):
        rest = position.island.statues[word]
        while rest != 0:
            if touches(position, city, WORD * word + lowest(rest)):
                total += position.parts.statue_points
            rest = rest & (rest - 1)
    return total


def ring_points(position: Position, seat: i64) -> i64:
    """Two points a ring, and three more for the most; tied seats all get them, but nobody for no ring. §8.5 §Q23"""
    rings = position.temples.rings[seat]
    for other in range(position.n):
        if position.temples.rings[other] > rings:
            return position.parts.ring_points * rings
    if rings == 0:
        return 0
    return position.parts.ring_points * rings + position.parts.most_rings_points


def points(position: Position, seat: i64) -> vec[i64]:
    """A seat's points by category, as they would be counted now. §8.2 §8.6"""
    out: vec[i64] = blank(len(CATEGORIES))
    for city in cities(position, seat):
        if size(city) > out[CITY]:
            out[CITY] = size(city)
        out[TEMPLES] += temple_points(position, city)
        out[STATUES] += statue_points(position, city)
    out[RINGS] = ring_points(position, seat)
    out[MARBLE] = position.purse.marble[seat] // position.parts.marble_per_point
    return out


def total(position: Position, seat: i64) -> i64:
    """All categories together."""
    score: i64 = 0
    for n in points(position, seat):
        score += n
    return score


class Scored(Position):
    """A position that knows who has won."""

    def places(self) -> list[int]:
        """Most points win; ties are shared unless the switch lets marble left over decide. §8.7 §Q24"""
        keys: list[int] = []
        for seat in range(self.n):
            key = total(self, seat) * self.parts.marble_per_point
            if self.marble_breaks_ties != 0:
                key += self.purse.marble[seat] % self.parts.marble_per_point
            keys.append(int(key))
        return ranked(keys)


def scores(position: Position) -> list[dict[str, int]]:
    """Every seat's points by category, and their total, as they would be counted now. §Q25"""
    rows = [[int(n) for n in points(position, seat)] for seat in range(position.n)]
    return [{**dict(zip(CATEGORIES, row, strict=True)), "total": sum(row)} for row in rows]
