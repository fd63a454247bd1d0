"""How good a position looks for a seat, in points at the end of the game; for bots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.state import BIT, NONE, popcount
from agon.games.olympos import effects, scoring
from agon.games.olympos.parts import CHOICES, DISCOVERIES, KINDS, WIDTH
from agon.games.olympos.position import CHOOSE_BONUS, CHOOSE_PAYMENT, CHOOSE_SETTLER, FINISHED, Position

# Rough weights in points, set by hand; how greedy fares with them is in docs/games/olympos.md.
HOUR: Final = 0.45  # an action point still to be spent
SETTLER: Final = 0.9  # a settler in camp
BEATEN: Final = 0.4  # a settler under another
CUBE: Final = 0.7
CARD: Final = 0.5  # a destiny card, beyond its point at the end
STAR: Final = 0.9  # a star tile, beyond what it does for a wonder
BONUS: Final = 1.2  # a bonus still to be chosen
ATHENA: Final = 1.2
ERINYES: Final = 0.9
OTHERS: Final = 0.6  # the others' points count less than one's own

# What a discovery does for its owner, beyond points and what it gives at once, while the whole game lies ahead.
USE: Final = vec[float]([
    2.5, 3.0, 2.0, 1.6, 2.2,
    1.4, 2.0, 1.6, 5.0, 5.0,
    1.6, 2.2, 1.6, 2.0, 0.0,
    2.4, 2.6, 0.0, 0.0, 3.0,
    1.0, 0.0, 1.5, 1.5, 0.0,
])  # fmt: skip

# A discovery or wonder within reach: what it is worth by the number of cubes or stars that are lacking.
REACH: Final = vec[float]([1.0, 0.55, 0.25, 0.1])
DISCOVERY: Final = 1.5
WONDER: Final = 0.45  # a share of its prestige
NEXT: Final = 3.0  # so many discoveries lie ahead when the game begins; nearer ones first


def value(position: Position, player: i64) -> float:
    """The seat's own prospects less a share of the others' points."""
    if position.step == FINISHED:
        return _final(position, player)
    others = 0.0
    for seat in range(position.n):
        if seat != player:
            others += standing(position, seat)
    mine = standing(position, player) + prospects(position, player)
    return mine - OTHERS * others / float(position.n - 1)


def _final(position: Position, player: i64) -> float:
    """The margin over the best of the others."""
    best: i64 = -1000
    for seat in range(position.n):
        if seat != player and scoring.total(position, seat) > best:
            best = scoring.total(position, seat)
    return float(scoring.total(position, player) - best)


def hour_of(position: Position, seat: i64) -> i64:
    """Where the token will stand when the running action is paid."""
    space: i64 = position.space_of[seat]
    if seat == position.active and position.old_space == NONE and position.price > position.hourglasses[seat]:
        space += position.price - position.hourglasses[seat]
    if space > position.parts.cross:
        return position.parts.cross
    return space


def hourglasses_of(position: Position, seat: i64) -> i64:
    """Hourglasses left when the running action is paid."""
    left: i64 = position.hourglasses[seat]
    if seat == position.active and position.old_space == NONE:
        left -= position.price
    if left < 0:
        return 0
    return left


def time_left(position: Position, seat: i64) -> float:
    """The share of the track before the last Zeus that still lies ahead."""
    left: i64 = position.parts.last_zeus - hour_of(position, seat)
    if left <= 0 or position.has_finished(seat):
        return 0.0
    return float(left) / float(position.parts.last_zeus)


def standing(position: Position, seat: i64) -> float:
    """Points now, time, and what lies in the camp."""
    space: i64 = hour_of(position, seat)
    left = time_left(position, seat)
    out: float = float(scoring.total(position, seat) - scoring.track_points(position, seat))
    if space <= position.parts.last_zeus:
        out += float(position.parts.end_prestige[0]) + HOUR * float(position.parts.last_zeus - space)
    else:
        out += float(position.parts.end_prestige[space - position.parts.last_zeus])
    if not position.has_finished(seat):
        out += HOUR * float(hourglasses_of(position, seat))
    soon: float = left
    if left > 0.25:
        soon = 0.25 + 0.5 * (left - 0.25)
    soon = soon * 2.0
    stock: i64 = position.stock[seat]
    beaten: i64 = position.on_map(seat) - popcount(position.held[seat])
    cubes: i64 = 0
    for resource in range(KINDS):
        cubes += position.cubes[KINDS * seat + resource]
    out += soon * (SETTLER * float(stock) + BEATEN * float(beaten) + CUBE * float(cubes))
    out += soon * (CARD * float(position.hand_size[seat]) + STAR * float(position.star_tiles(seat)))
    if (position.athena & BIT[seat]) != 0:
        out += soon * ATHENA
    if (position.erinyes & BIT[seat]) != 0:
        out -= ERINYES
    for discovery in range(len(DISCOVERIES)):
        if position.has(seat, discovery):
            out += left * USE[discovery]
    return out


def prospects(position: Position, seat: i64) -> float:
    """Discoveries and wonders within reach, as many as the time allows."""
    left = time_left(position, seat)
    if left == 0.0:
        return 0.0
    out = 0.0
    if seat == position.active and (position.step == CHOOSE_BONUS or position.step == CHOOSE_PAYMENT):
        out += BONUS
    if seat == position.active and position.step == CHOOSE_SETTLER:
        out += 1.0 - HOUR * 2.0
    near = vec[i64]([0, 0, 0, 0])
    for cell in range(len(position.copies)):
        if position.copies[cell] > 0 and not position.has(seat, position.tile_at[cell]):
            lacking = lacking_cubes(position, seat, cell)
            if lacking < len(REACH):
                near[lacking] += 1
    room: float = 1.0 + NEXT * left
    for lacking in range(len(REACH)):
        taken: float = float(near[lacking])
        if taken > room:
            taken = room
        room -= taken
        out += DISCOVERY * REACH[lacking] * taken
    best = 0.0
    for column in range(WIDTH):
        if position.wonder_of[column] == NONE:
            stars: i64 = effects.lacking_stars(position, seat, column) - effects.athena_stars(position, seat)
            if stars < 0:
                stars = 0
            if stars < len(REACH):
                prestige: i64 = position.parts.wonder_prestige[position.wonder_at[column]]
                reach: float = WONDER * REACH[stars] * float(prestige)
                if reach > best:
                    best = reach
    return out + best


def lacking_cubes(position: Position, seat: i64, cell: i64) -> i64:
    """Cubes that are short for the nearest way to pay a cell."""
    best: i64 = CHOICES * KINDS
    for w in range(position.parts.way_first[cell], position.parts.way_first[cell + 1]):
        short: i64 = 0
        for resource in range(KINDS):
            need: i64 = effects.missing(position, seat, w, resource) - position.cubes[KINDS * seat + resource]
            if need > 0:
                short += need
        if short < best:
            best = short
    return best
