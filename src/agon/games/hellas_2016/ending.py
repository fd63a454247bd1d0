"""Whether a turn might end the game, and a key of the positions a turn leads to; for bots that look for a win."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import mixed, mixed_row
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.position import Position


def may_end(position: Position, seat: i64) -> bool:
    """The last stone of the game is this seat's, or lies already, whoever's turn it is. §5.3 §8.1"""
    if position.step == ask.FINISHED:
        return False
    row = position.parts.stones[int(position.n)]
    for phase in range(position.phase + 1, len(row)):
        if row[phase] > 0:
            return False
    left: i64 = 0
    for stones in position.taken.stones:
        left += stones
    return left == 0 or (left == 1 and position.taken.stones[seat] == 1)


def key(position: Position) -> i64:
    """What stones, buildings, columns and statues change."""
    out = mixed(position.step, position.space)
    out = mixed(out, position.decided)
    out = mixed(out, position.half)
    out = mixed(out, position.todo)
    out = mixed(out, position.worker)
    out = mixed(out, position.closed)
    out = mixed_row(out, position.island.houses)
    out = mixed_row(out, position.island.palaces)
    out = mixed_row(out, position.island.squares)
    out = mixed_row(out, position.island.statues)
    out = mixed_row(out, position.temples.columns)
    out = mixed_row(out, position.temples.rings)
    out = mixed_row(out, position.purse.marble)
    out = mixed_row(out, position.taken.bar)
    return mixed_row(out, position.quarries.top)
