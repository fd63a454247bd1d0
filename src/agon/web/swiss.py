"""Tournaments by the book: who meets whom in a round, and who stands where. Nothing here knows a database.

Entrants are numbered from 0. A victory is a point, a draw half a one; whoever has nobody to meet (a bye) is given a
point, whoever pauses none, and whoever should have met them wins without a game. Equal points are told apart by
Buchholz (the opponents' points together), then by the direct game, then by wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

BYE: Final = -1
TRIES: Final = 20_000  # pairings that are tried before somebody may meet somebody again


@dataclass(frozen=True)
class Met:
    """A pairing; `points` are those of the first, None while it is played."""

    first: int
    second: int
    points: float | None = None


@dataclass(frozen=True)
class Standing:
    """An entrant's place."""

    entrant: int
    place: int
    points: float
    buchholz: float
    wins: int


def points_of(entrants: int, games: list[Met]) -> list[float]:
    out = [0.0] * entrants
    for game in games:
        if game.points is not None:
            out[game.first] += game.points
            if game.second != BYE:
                out[game.second] += 1 - game.points
    return out


def standings(entrants: int, games: list[Met]) -> list[Standing]:
    """Everybody by points, Buchholz, the direct game and wins; who is equal in all of it shares a place."""
    points = points_of(entrants, games)
    buchholz, wins = [0.0] * entrants, [0] * entrants
    direct = [[0.0] * entrants for _ in range(entrants)]
    for game in games:
        if game.points is None or game.second == BYE:
            continue
        for me, other, mine in ((game.first, game.second, game.points), (game.second, game.first, 1 - game.points)):
            buchholz[me] += points[other]
            wins[me] += mine == 1
            direct[me][other] += mine

    def equal(one: int) -> list[int]:
        return [n for n in range(entrants) if (points[n], buchholz[n]) == (points[one], buchholz[one]) and n != one]

    def key(one: int) -> tuple[float, float, float, int]:
        return -points[one], -buchholz[one], -sum(direct[one][n] for n in equal(one)), -wins[one]

    order = sorted(range(entrants), key=key)
    out: list[Standing] = []
    for n, one in enumerate(order):
        place = out[-1].place if n and key(one) == key(order[n - 1]) else n + 1
        out.append(Standing(one, place, points[one], buchholz[one], wins[one]))
    return out


def robin_rounds(entrants: int) -> int:
    """How many rounds it takes for everybody to meet everybody."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def robin(entrants: int, number: int) -> list[Met]:
    """A round (from 1) of everybody against everybody, by turning a circle; the first seat changes."""
    ring = list(range(entrants)) + ([BYE] if entrants % 2 else [])
    turn = (number - 1) % (len(ring) - 1)
    ring = [ring[0], *ring[len(ring) - turn :], *ring[1 : len(ring) - turn]]
    out = []
    for n in range(len(ring) // 2):
        one, two = ring[n], ring[-1 - n]
        if (n == 0 and number % 2 == 0) or one == BYE:
            one, two = two, one
        out.append(Met(one, two, 1.0 if two == BYE else None))
    return out


def without(paused: frozenset[int], pairs: list[Met], drawn: float = 0.5) -> list[Met]:
    """A round in which whoever pauses has lost without a game; two who pause have drawn."""
    out = []
    for met in pairs:
        points = met.points
        if met.first in paused:
            points = drawn if met.second in paused else 0.0
        elif met.second in paused:
            points = 1.0
        out.append(Met(met.first, met.second, points))
    return out


def swiss(entrants: int, games: list[Met], paused: frozenset[int] = frozenset()) -> list[Met]:
    """The next round: equals by points meet, nobody twice, and whoever sat first more often sits second."""
    points = points_of(entrants, games)
    order = [s.entrant for s in standings(entrants, games) if s.entrant not in paused]
    met = {frozenset((game.first, game.second)) for game in games}
    out = [Met(one, BYE, 0.0) for one in sorted(paused)]
    if len(order) % 2:
        had = {game.first for game in games if game.second == BYE and game.points}
        rests = next((one for one in reversed(order) if one not in had), order[-1])
        order.remove(rests)
        out.append(Met(rests, BYE, 1.0))
    pairs = _pairs(order, met, [0]) or _pairs(order, set(), [0])
    seats = [sum(game.first == one for game in games) for one in range(entrants)]
    return [_seated(one, two, seats, points) for one, two in pairs] + out


def _pairs(order: list[int], met: set[frozenset[int]], tried: list[int]) -> list[tuple[int, int]]:
    """The best with the next best they have not met, the others likewise; empty where that cannot be."""
    if not order:
        return []
    best, rest = order[0], order[1:]
    for n, other in enumerate(rest):
        tried[0] += 1
        if tried[0] > TRIES:
            return []
        if frozenset((best, other)) in met:
            continue
        further = [*rest[:n], *rest[n + 1 :]]
        pairs = _pairs(further, met, tried)
        if pairs or not further:
            return [(best, other), *pairs]
    return []


def _seated(one: int, two: int, seats: list[int], points: list[float]) -> Met:
    swap = seats[one] > seats[two] or (seats[one] == seats[two] and points[one] > points[two])
    return Met(two, one) if swap else Met(one, two)


def chances(
    strengths: list[float],
    games: list[Met],
    left: int,
    rng: Random,
    endings: int,
    paused: frozenset[int] = frozenset(),
) -> list[float]:
    """How often each would be first if the rest were drawn by strength (points, as ratings are shown)."""
    entrants = len(strengths)
    first = [0.0] * entrants
    open_games = [game for game in games if game.points is None]
    for _ in range(endings):
        drawn = points_of(entrants, games)
        for game in open_games:
            _draw(drawn, game.first, game.second, strengths, rng)
        for _ in range(left):
            order = sorted((n for n in range(entrants) if n not in paused), key=lambda n: (-drawn[n], rng.random()))
            for one, two in zip(order[::2], order[1::2], strict=False):
                _draw(drawn, one, two, strengths, rng)
        best = max(drawn)
        winners = [n for n in range(entrants) if drawn[n] == best]
        for n in winners:
            first[n] += 1 / len(winners)
    return [n / endings for n in first]


def _draw(points: list[float], one: int, two: int, strengths: list[float], rng: Random) -> None:
    expected = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
    points[one if rng.random() < expected else two] += 1
