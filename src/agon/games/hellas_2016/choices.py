"""What may be answered: the menu of every question."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.menu import Menu
from agon.core.numbers import BIT, NONE, WORD, lowest
from agon.games.hellas_2016 import effects
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.parts import OWNED, STATUE, WORDS
from agon.games.hellas_2016.position import Position
from agon.games.hellas_2016.scoring import Scored

CARRY_OUT_OR_WAIVE: Final = 3  # mask of `quarry` and `waive`, which follows it


class Asked(Scored):
    """A position that knows what may be answered."""

    def menu(self, out: Menu) -> None:
        """What may be answered now. Pieces and columns may be declined; every other question is about one verb."""
        step = self.step
        actions = self.actions
        if step == ask.BUILD:
            seat = self.builder()
            sites(self, out, seat, pieces(self, seat))
        elif step == ask.TAKE_SPACE:
            out.offer(actions.take.first, free_spaces(self))
        elif step == ask.RAISE_COLUMNS:
            temples(self, out)
        elif step == ask.RAISE_STATUE:
            sites(self, out, self.active, BIT[STATUE])
        elif step == ask.ASK_QUARRY:
            out.offer(actions.quarry.first, CARRY_OUT_OR_WAIVE)
        elif step == ask.COVER:
            out.offer_places(actions.cover.first, effects.lower_quarries(self), self.side.quarries, 0)
        elif step == ask.MOVE_WORKER:
            out.offer_places(actions.worker.first, effects.empty_quarries(self), self.side.quarries, 0)
        elif step == ask.PLACE_HOUSES:
            starting_spaces(self, out)
        elif step == ask.DRAW_START:
            out.offer(actions.start.first, BIT[self.n] - 1)
        elif step != ask.FINISHED:
            out.offer(actions.tile.first, stack(self))


def sites(position: Position, out: Menu, seat: i64, kinds: i64) -> None:
    """Build one of these pieces on a free space the seat can pay for, or decline. §3.2 §6.1 §6.10"""
    out.offer_one(position.actions.skip.first)
    marble = position.purse.marble[seat]
    rest = kinds
    while rest != 0:
        kind = lowest(rest)
        rest = rest & (rest - 1)
        first = position.actions.piece_at[kind]
        for word in range(WORDS):
            out.offer(first + WORD * word, effects.affordable(position, kind, marble, word))


def pieces(position: Position, seat: i64) -> i64:
    """Mask of the kinds of pieces that the building action still offers the seat, and that it has. §6.1 §6.12"""
    mask = effects.offered(position)
    supply = position.island.supply
    for kind in range(OWNED):
        if supply[OWNED * seat + kind] == 0:
            mask = mask & ~BIT[kind]
    return mask


def temples(position: Position, out: Menu) -> None:
    """A temple with a free place; before the first column one may still decline. §6.9"""
    if position.todo == position.parts.bar_columns[position.space]:
        out.offer_one(position.actions.skip.first)
    out.offer_places(position.actions.column.first, effects.open_temples(position), position.side.temples, 0)


def free_spaces(position: Position) -> i64:
    """Any action space without a stone. §5.2 §Q30"""
    mask: i64 = 0
    bit: i64 = 1
    for holder in position.taken.bar:
        if holder == NONE:
            mask = mask | bit
        bit += bit
    return mask


def stack(position: Position) -> i64:
    """Any tile of the stack; bit 0 is tile 1. §4.2 §6.7"""
    mask: i64 = 0
    bit: i64 = 1
    for place in position.quarries.tile_at:
        if place == NONE:
            mask = mask | bit
        bit += bit
    return mask >> 1  # there is no tile 0


def starting_spaces(position: Position, out: Menu) -> None:
    """Free spaces next to a starting quarry at which the seat has no house yet. §4.7"""
    seat = position.settler()
    side, island = position.side, position.island
    around, quarries, starts = side.around, side.quarries, side.start_quarries
    low = island.houses[WORDS * seat]
    high = island.houses[WORDS * seat + 1]
    near_low: i64 = 0
    near_high: i64 = 0
    for n in range(len(starts)):
        at = WORDS * quarries[starts[n]]
        if (low & around[at]) == 0 and (high & around[at + 1]) == 0:
            near_low = near_low | around[at]
            near_high = near_high | around[at + 1]
    first = position.actions.house.first
    out.offer(first, near_low & island.free[0])
    out.offer(first + WORD, near_high & island.free[1])
