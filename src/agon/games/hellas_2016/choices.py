"""What is offered at each question: masks over a verb's places, for the list of legal() and for a draw without one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.state import BIT, NONE, WORD, lowest, nth, popcount
from agon.games.hellas_2016 import effects
from agon.games.hellas_2016.parts import OWNED, WORDS
from agon.games.hellas_2016.position import ASK_QUARRY, COVER, DRAW_START, MOVE_WORKER, TAKE_SPACE, Position

CARRY_OUT_OR_WAIVE: Final = 3  # mask of `quarry` and `waive`, which follows it


def add(position: Position, out: list[object], first: i64, mask: i64) -> None:
    """The actions of a verb whose places are in the mask, ascending."""
    numbers = position.actions.numbers
    while mask != 0:
        out.append(numbers[first + lowest(mask)])
        mask = mask & (mask - 1)


def nth_cell(low: i64, high: i64, n: i64) -> i64:
    """The n-th of the spaces in the two words of a mask, counted from 0."""
    count: i64 = popcount(low)
    if n < count:
        return nth(low, n)
    return WORD + nth(high, n - count)


# ---- one verb is asked, and one word holds its places ----


def verb(position: Position) -> i64:
    """The first action of the verb that is asked for."""
    step: i64 = position.step
    actions = position.actions
    if step == TAKE_SPACE:
        return actions.take_at
    if step == ASK_QUARRY:
        return actions.quarry_at
    if step == COVER:
        return actions.cover_at
    if step == MOVE_WORKER:
        return actions.worker_at
    if step == DRAW_START:
        return actions.start_at
    return actions.tile_at


def offered(position: Position) -> i64:
    """Mask of the places that may be named: spaces of the bar, answers, quarries, seats, tiles."""
    step: i64 = position.step
    if step == TAKE_SPACE:
        return free_spaces(position)
    if step == ASK_QUARRY:
        return CARRY_OUT_OR_WAIVE
    if step == COVER:
        return effects.lower_quarries(position)
    if step == MOVE_WORKER:
        return effects.empty_quarries(position)
    if step == DRAW_START:
        return BIT[position.n] - 1
    return stack(position)


def free_spaces(position: Position) -> i64:
    """Any action space without a stone. §5.2 §Q30"""
    bar = position.bar
    mask: i64 = 0
    for space in range(len(bar)):
        if bar[space] == NONE:
            mask = mask | BIT[space]
    return mask


def stack(position: Position) -> i64:
    """Any tile of the stack; bit 0 is tile 1. §4.2 §6.7"""
    tile_at = position.tile_at
    mask: i64 = 0
    for tile in range(1, len(tile_at)):
        if tile_at[tile] == NONE:
            mask = mask | BIT[tile - 1]
    return mask


# ---- spaces of the island: masks of two words ----


def starting_cells(position: Position, seat: i64, word: i64) -> i64:
    """Free spaces next to a starting quarry at which the seat has no house yet. §4.7"""
    side = position.side
    around = side.around
    low: i64 = position.houses[WORDS * seat]
    high: i64 = position.houses[WORDS * seat + 1]
    mask: i64 = 0
    for n in range(len(side.start_quarries)):
        at: i64 = WORDS * side.quarries[side.start_quarries[n]]
        if (low & around[at]) == 0 and (high & around[at + 1]) == 0:
            mask = mask | around[at + word]
    return mask & position.free[word]


def pieces(position: Position, seat: i64) -> i64:
    """Mask of the kinds of pieces that the building action still offers the seat, and that it has. §6.1 §6.12"""
    mask: i64 = effects.offered(position)
    for kind in range(OWNED):
        if position.supply[OWNED * seat + kind] == 0:
            mask = mask & ~BIT[kind]
    return mask


def cells(position: Position, kind: i64, seat: i64, word: i64) -> i64:
    """The free spaces on which the seat can pay for this piece. §3.2"""
    return effects.affordable(position, kind, position.marble[seat], word)


def count(position: Position, kind: i64, seat: i64) -> i64:
    """How many these are."""
    return popcount(cells(position, kind, seat, 0)) + popcount(cells(position, kind, seat, 1))
