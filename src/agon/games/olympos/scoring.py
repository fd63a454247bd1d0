"""End of the game: points by category, places."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, blank, popcount, ranked
from agon.games.olympos.effects import swords
from agon.games.olympos.parts import ABSOLUTISM, CITY, ENGINEERING, PHILOSOPHY, POETRY, SCIENCE, WIDTH
from agon.games.olympos.position import Position

TRACK: Final = 0
PRESTIGE: Final = 1
TERRITORIES: Final = 2
DISCOVERIES: Final = 3
EFFECTS: Final = 4
WONDERS: Final = 5
CARDS: Final = 6
KERES: Final = 7
CATEGORIES: Final = ("track", "prestige", "territories", "discoveries", "effects", "wonders", "cards", "keres")


def track_points(position: Position, seat: i64) -> i64:
    """The nearer to the last Zeus, the more; before it, as much as on it. §3.4"""
    beyond = position.track.space_of[seat] - position.parts.last_zeus
    if beyond < 0:
        beyond = 0
    return position.parts.end_prestige[beyond]


def territory_points(position: Position, seat: i64) -> i64:
    """A point for each territory controlled, two in Atlantis; beaten settlers bring nothing. §10.3"""
    held = position.map.held[seat]
    in_atlantis = popcount(held & position.parts.atlantis)
    elsewhere = popcount(held) - in_atlantis
    return elsewhere * position.parts.territory_points + in_atlantis * position.parts.atlantis_points


def effect_points(position: Position, seat: i64) -> i64:
    """What Poetry and the discoveries of the lowest row add at the end. §10.3"""
    parts = position.parts
    points: i64 = 0
    if position.has(seat, POETRY):
        points += parts.poetry_points
    if position.has(seat, PHILOSOPHY):
        points += parts.philosophy_points
    if position.has(seat, ABSOLUTISM):
        points += parts.absolutism_points * swords(position, seat)
    if position.has(seat, CITY):
        points += parts.city_points * position.on_map(seat)
    if position.has(seat, SCIENCE):
        points += parts.science_points * popcount(position.board.discovered[seat])
    if position.has(seat, ENGINEERING):
        points += parts.engineering_points * position.star_tiles(seat)
    return points


def wonder_points(position: Position, seat: i64) -> i64:
    """The prestige of every wonder built. §7.7 §10.3"""
    points: i64 = 0
    for column in range(WIDTH):
        if position.board.wonder_of[column] == seat:
            points += position.parts.wonder_prestige[position.board.wonder_at[column]]
    return points


def points(position: Position, seat: i64) -> vec[i64]:
    """A seat's points by category, as they would be counted now. §10.3"""
    out: vec[i64] = blank(len(CATEGORIES))
    out[TRACK] = track_points(position, seat)
    out[PRESTIGE] = position.camps.prestige[seat]
    out[TERRITORIES] = territory_points(position, seat)
    out[DISCOVERIES] = position.parts.discovery_points * popcount(position.board.discovered[seat])
    out[EFFECTS] = effect_points(position, seat)
    out[WONDERS] = wonder_points(position, seat)
    out[CARDS] = position.parts.card_points * position.cards.hand_size[seat]
    if (position.keres & BIT[seat]) != 0:
        out[KERES] = -position.parts.keres_prestige
    return out


def total(position: Position, seat: i64) -> i64:
    """All categories together."""
    score: i64 = 0
    for n in points(position, seat):
        score += n
    return score


def developments(position: Position, seat: i64) -> i64:
    """Discovery and wonder tiles together: they break ties. §10.4"""
    count = popcount(position.board.discovered[seat])
    for column in range(WIDTH):
        if position.board.wonder_of[column] == seat:
            count += 1
    return count


class Scored(Position):
    """A position that knows who has won."""

    def places(self) -> list[int]:
        """Most points win, then more discoveries and wonders; still tied, the victory is shared. §10.4"""
        return ranked([int(100 * total(self, seat) + developments(self, seat)) for seat in range(self.n)])


def scores(position: Position) -> list[dict[str, int]]:
    """Every seat's points by category, and their total."""
    rows = [[int(n) for n in points(position, seat)] for seat in range(position.n)]
    return [{**dict(zip(CATEGORIES, row, strict=True)), "total": sum(row)} for row in rows]
