"""Knock-out by the book: whoever loses is out. Nothing here knows a database.

The strongest are kept apart as long as can be, and where places are empty they rest in the first round. The boards of
a round stand in the order of the tree: the winners of the first two meet at the first board of the next. A drawn game
counts for whoever sat second, so that nobody has to play again.
"""

from __future__ import annotations

from agon.web.swiss import BYE, Met


def knockout_rounds(entrants: int) -> int:
    """How many rounds until one is left."""
    return max(1, (entrants - 1).bit_length())


def first_round(order: list[int]) -> list[Met]:
    """The first round of entrants who are given the strongest first."""
    places = [0]
    for _ in range(knockout_rounds(len(order))):
        places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
    filled = [order[place] if place < len(order) else BYE for place in places]
    return [_paired(one, two, []) for one, two in zip(filled[::2], filled[1::2], strict=True)]


def next_round(last: list[Met], games: list[Met]) -> list[Met]:
    """Who meets after a round, given by its boards in order; `games` are all of the tournament."""
    through = [winner(met) for met in last]
    return [_paired(one, two, games) for one, two in zip(through[::2], through[1::2], strict=True)]


def winner(met: Met) -> int:
    """Who goes on."""
    return met.first if met.second == BYE or met.points == 1 else met.second


def _paired(one: int, two: int, games: list[Met]) -> Met:
    """Whoever sat first more often sits second; else the stronger does."""
    if two == BYE:
        return Met(one, BYE, 1.0)
    firsts = [sum(game.first == n and game.second != BYE for game in games) for n in (one, two)]
    return Met(one, two) if firsts[0] < firsts[1] else Met(two, one)
