"""Whether a turn might end the game, and a key of the positions a turn leads to; for bots that look for a win."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import mixed, mixed_row
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import LONG_CRUISE, TWO_ASSAULTS
from agon.games.hellas_2002.position import Position
from agon.games.hellas_2002.scoring import cities_of


def may_end(position: Position, seat: i64) -> bool:
    """The cities this turn may still bring would be ten, or the other's last; or it is the last turn. §7.1 §7.2 §7.3"""
    if position.active != seat or position.step == ask.FINISHED:
        return False
    if position.turn >= position.parts.last_turn:
        return True
    gains = gains_left(position, seat)
    return cities_of(position, seat) + gains >= position.parts.goal or cities_of(position, 1 - seat) <= gains


def gains_left(position: Position, seat: i64) -> i64:
    """The most cities this turn may still win: one, or two where a card says so or could. §3.3 §3.4 §5.4"""
    if position.window in (ask.REGROUP, ask.LAST, ask.REINF):
        return 0
    running = position.in_force.running
    attempts: i64 = 1
    if running[TWO_ASSAULTS] + running[LONG_CRUISE] > 0:
        attempts = 2
    elif position.free_cards(seat, TWO_ASSAULTS) > 0 or position.free_cards(seat, LONG_CRUISE) > 0:
        attempts = 2
    elif position.frames > 0:
        attempts = 2
    if position.settled >= attempts:
        return 0
    return attempts - position.settled


def key(position: Position) -> i64:
    """What cards, tiles, attacks and moves change."""
    out = mixed(position.step, position.window)
    out = mixed(out, position.target)
    out = mixed(out, position.first_target)
    out = mixed(out, position.far_source)
    out = mixed(out, position.settled)
    out = mixed(out, position.gains)
    out = mixed(out, position.spoils)
    out = mixed(out, position.chosen)
    out = mixed(out, position.left)
    out = mixed(out, position.city)
    out = mixed(out, position.tile)
    out = mixed(out, position.word)
    out = mixed(out, position.passes)
    out = mixed(out, position.frames)
    out = mixed(out, position.actions_left)
    out = mixed(out, position.moves_left)
    out = mixed_row(out, position.pieces.cities)
    out = mixed_row(out, position.pieces.greeks)
    out = mixed_row(out, position.pieces.ships)
    out = mixed_row(out, position.pieces.sent)
    out = mixed_row(out, position.tiles.cell_of)
    out = mixed_row(out, position.tiles.turned)
    out = mixed_row(out, position.cards.discard)
    out = mixed_row(out, position.in_force.running)
    return mixed_row(out, position.in_force.plus)
