"""What a piece on a space would bring. (A file of its own: only here a site earns both income and points.)"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, WORD, lowest
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016.parts import HOUSE, STATUE, WORDS
from agon.games.hellas_2016.position import Position


def yields_at(position: Position, cell: int) -> list[int]:
    """The marble of every active quarry next to a space, the richest first. §6.6"""
    out: list[int] = []
    for quarry in range(len(position.quarries.top)):
        if position.is_active(quarry):
            at = WORDS * position.side.quarries[quarry] + cell // WORD
            if (position.side.around[at] & BIT[cell % WORD]) != 0:
                out.append(int(position.parts.tile_marble[position.quarries.top[quarry]]))
    out.sort(reverse=True)
    return out


def standing_points(position: Position, seat: i64) -> i64:
    """Points for the largest city, temples and statues: what a piece can change. §8.2 §8.3 §8.4"""
    row = scoring.points(position, seat)
    return row[scoring.CITY] + row[scoring.TEMPLES] + row[scoring.STATUES]


class Site:
    """A piece of a seat on a free space, with what it would change for that seat."""

    def __init__(self, position: Position, seat: int, kind: int, cell: int) -> None:
        self.cell = cell
        self.income: int = sum(yields_at(position, cell)) if kind == HOUSE else 0
        self.city: int = 0  # the size of the city it would belong to
        self.joined: int = 0  # the size of the largest city it would join, and where that one is
        self.joined_at: int = NONE
        after = position.clone()
        if kind == STATUE:
            effects.raise_statue(after, seat, cell)
        else:
            effects.put(after, seat, kind, cell)
            self._join(position, after, seat, cell)
        self.points: int = int(standing_points(after, seat) - standing_points(position, seat))

    def _join(self, before: Position, after: Position, seat: int, cell: int) -> None:
        """The city around the space, and the largest that was there before. §7.3"""
        group = scoring.group_of(after, seat, cell)
        if not scoring.is_city(after, seat, group):
            return
        self.city = int(scoring.size(group))
        for city in scoring.cities(before, seat):
            size = int(scoring.size(city))
            at = first_of(city)
            if size > self.joined and (group[at // WORD] & BIT[at % WORD]) != 0:
                self.joined = size
                self.joined_at = int(at)


def first_of(group: vec[i64]) -> i64:
    """The first space of a mask."""
    for word in range(WORDS):
        if group[word] != 0:
            return WORD * word + lowest(group[word])
    return NONE


def best_site(position: Position, seat: int, kinds: list[int]) -> Site | None:
    """Where one of these pieces would bring most income, else most points; None where it brings neither."""
    best: Site | None = None
    for kind in kinds:
        for cell in worth_a_look(position, seat, kind):
            site = Site(position, seat, kind, cell)
            if site.income <= 0 and site.points <= 0:
                continue
            if best is None or (site.income, site.points) > (best.income, best.points):
                best = site
    return best


def worth_a_look(position: Position, seat: int, kind: int) -> list[int]:
    """Spaces the seat can pay that may bring anything: beside an active quarry for a house, else beside own pieces."""
    marble = position.purse.marble[seat]
    out: list[int] = []
    for word in range(WORDS):
        near: i64 = 0
        if kind == HOUSE:
            for quarry in range(len(position.quarries.top)):
                if position.is_active(quarry):
                    near = near | position.side.around[WORDS * position.side.quarries[quarry] + word]
        for other in range(WORDS):
            rest = position.pieces_of(seat, other)
            while rest != 0:
                near = near | position.side.around[WORDS * (WORD * other + lowest(rest)) + word]
                rest = rest & (rest - 1)
        rest = near & effects.affordable(position, kind, marble, word)
        while rest != 0:
            out.append(int(WORD * word + lowest(rest)))
            rest = rest & (rest - 1)
    return out
