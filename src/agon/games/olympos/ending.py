"""Whether a turn might end the game, and a key of the positions a turn leads to; for bots that look for a win."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import BIT, mixed, mixed_row
from agon.games.olympos import questions as ask
from agon.games.olympos.position import Position


def may_end(position: Position, seat: i64) -> bool:
    """All the others have finished. §10.2"""
    if position.active != seat or position.step == ask.FINISHED:
        return False
    return (position.done | BIT[seat]) == BIT[position.n] - 1


def key(position: Position) -> i64:
    """What expansions, developments and cards change."""
    out = mixed(position.step, position.price)
    out = mixed(out, position.last_turn)
    out = mixed(out, position.goal)
    out = mixed(out, position.cell)
    out = mixed(out, position.column)
    out = mixed(out, position.picks)
    out = mixed(out, position.tribes)
    out = mixed(out, position.erinyes)
    out = mixed(out, position.athena)
    out = mixed(out, position.discounts_left)
    out = mixed_row(out, position.map.settlers)
    out = mixed_row(out, position.map.where)
    out = mixed_row(out, position.board.discovered)
    out = mixed_row(out, position.board.discounts)
    out = mixed_row(out, position.board.bonus_of)
    out = mixed_row(out, position.board.wonder_of)
    out = mixed_row(out, position.camps.stock)
    out = mixed_row(out, position.camps.cubes)
    out = mixed_row(out, position.camps.hourglasses)
    out = mixed_row(out, position.camps.prestige)
    out = mixed_row(out, position.track.space_of)
    return mixed_row(out, position.cards.hand)
