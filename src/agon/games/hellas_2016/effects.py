"""What each action field does: one small function each, in the order of the bar."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, popcount
from agon.core.state import NONE
from agon.games.hellas_2016.parts import (
    COAST,
    HOUSE,
    OWNED,
    PALACE,
    STATUE,
    WORDS,
)
from agon.games.hellas_2016.position import GONE, IN_HAND, Position


def price(position: Position, kind: i64, cell: i64) -> i64:
    """What a piece costs on a space: coast and inland differ. §3.2"""
    if position.side.kind[cell] == COAST:
        return position.parts.coast_cost[kind]
    return position.parts.inland_cost[kind]


def affordable(position: Position, kind: i64, marble: i64, word: i64) -> i64:
    """One word of the mask of free spaces on which this much marble buys the piece. §3.2"""
    mask: i64 = 0
    coast = position.parts.coast_cost[kind]
    if 0 <= coast <= marble:
        mask = position.side.coast[word]
    if position.parts.inland_cost[kind] <= marble:
        mask = mask | position.side.inland[word]
    return mask & position.island.free[word]


def offered(position: Position) -> i64:
    """Mask of the kinds of pieces the space being resolved still builds for the deciding seat. §6.2 §6.3 §6.4"""
    return position.parts.bar_builds[position.space] & ~position.half


def offers(position: Position, kind: i64) -> bool:
    """Whether this piece is among them."""
    return (offered(position) & BIT[kind]) != 0


def can_pay(position: Position, seat: i64, kind: i64) -> bool:
    """Whether some free space can be paid. §3.2"""
    marble = position.purse.marble[seat]
    return affordable(position, kind, marble, 0) != 0 or affordable(position, kind, marble, 1) != 0


def occupy(position: Position, cell: i64) -> None:
    """The space is no longer free."""
    position.island = position.island.own()
    position.island.free[cell // WORD] &= ~BIT[cell % WORD]


def put(position: Position, seat: i64, kind: i64, cell: i64) -> None:
    """A piece goes from the seat's supply to a space. §6.1"""
    occupy(position, cell)
    island = position.island
    at = WORDS * seat + cell // WORD
    if kind == HOUSE:
        island.houses[at] |= BIT[cell % WORD]
    elif kind == PALACE:
        island.palaces[at] |= BIT[cell % WORD]
    else:
        island.squares[at] |= BIT[cell % WORD]
    island.supply[OWNED * seat + kind] -= 1


def gain(position: Position, seat: i64, amount: i64) -> None:
    """Marble from the bank, which never runs out; a negative amount is paid. §6.12 §Q18"""
    position.purse = position.purse.own()
    position.purse.marble[seat] += amount
    position.bank += amount


def build(position: Position, seat: i64, kind: i64, cell: i64) -> None:
    """Pay and place a house, palace or square. §6.2 §6.3 §6.4"""
    gain(position, seat, -price(position, kind, cell))
    put(position, seat, kind, cell)


def income_of(position: Position, seat: i64) -> i64:
    """Marble for every own house next to an active quarry, once from each. §6.6 §Q5"""
    low = position.island.houses[WORDS * seat]
    high = position.island.houses[WORDS * seat + 1]
    around, quarries = position.side.around, position.side.quarries
    top = position.quarries.top
    total: i64 = 0
    for quarry in range(len(top)):
        if top[quarry] > 0 and (position.closed & BIT[quarry]) == 0:
            at = WORDS * quarries[quarry]
            houses = popcount(low & around[at]) + popcount(high & around[at + 1])
            total += houses * position.parts.tile_marble[top[quarry]]
    return total


def pay_income(position: Position, skipped: i64) -> None:
    """All seats but `skipped` take their income at once. §6.6"""
    for seat in range(position.n):
        if seat != skipped:
            gain(position, seat, income_of(position, seat))


def turn_up(position: Position, tile: i64) -> None:
    """A tile comes off the stack. §6.7"""
    position.quarries = position.quarries.own()
    position.quarries.tile_at[tile] = IN_HAND
    position.tile = tile
    position.drawn += 1


def lower_quarries(position: Position) -> i64:
    """Mask of the active quarries whose number is lower than the tile in hand. §6.7"""
    top = position.quarries.top
    mask: i64 = 0
    for quarry in range(len(top)):
        if top[quarry] < position.tile and position.is_active(quarry):
            mask = mask | BIT[quarry]
    return mask


def lay(position: Position, quarry: i64) -> None:
    """The tile in hand goes on top of a quarry. §6.7 §6.8"""
    position.quarries = position.quarries.own()
    position.quarries.top[quarry] = position.tile
    position.quarries.tile_at[position.tile] = quarry
    position.tile = NONE


def put_away(position: Position) -> None:
    """A tile that can open no quarry, for want of a worker, leaves the game. §6.8"""
    position.quarries = position.quarries.own()
    position.quarries.tile_at[position.tile] = GONE
    position.tile = NONE


def empty_quarries(position: Position) -> i64:
    """Mask of the quarries the worker may go to. §6.8 §Q8"""
    mask: i64 = 0
    for quarry in range(len(position.quarries.top)):
        if position.is_empty(quarry):
            mask = mask | BIT[quarry]
    return mask


def close_highest(position: Position) -> None:
    """Of the active quarries the one with the highest number closes for good. §6.8 §Q26"""
    highest: i64 = NONE
    for quarry in range(len(position.quarries.top)):
        if position.is_active(quarry) and (
            highest == NONE or position.quarries.top[quarry] > position.quarries.top[highest]
        ):
            highest = quarry
    position.closed = position.closed | BIT[highest]


def take_ring(position: Position, seat: i64) -> None:
    """One ring from the supply, or from elsewhere where a pack has too few: they never run out. §6.9 §6.12"""
    position.temples = position.temples.own()
    position.temples.rings[seat] += 1
    if position.rings_left > 0:
        position.rings_left -= 1


def can_raise_columns(position: Position, seat: i64, space: i64) -> bool:
    """The price can be paid and there are places for the exact number. §6.9 §Q9"""
    can_pay_all = position.purse.marble[seat] >= position.parts.bar_price[space]
    return can_pay_all and position.free_places() >= position.parts.bar_columns[space]


def open_temples(position: Position) -> i64:
    """Mask of the temples with a free column place. §6.9"""
    columns, places = position.temples.columns, position.side.places
    mask: i64 = 0
    for temple in range(len(columns)):
        if columns[temple] < places[temple]:
            mask = mask | BIT[temple]
    return mask


def raise_column(position: Position, seat: i64, temple: i64) -> None:
    """One column; the last of a temple brings a ring at once. §6.9 §Q10"""
    position.temples = position.temples.own()
    position.temples.columns[temple] += 1
    if position.temples.columns[temple] == position.side.places[temple]:
        take_ring(position, seat)


def can_raise_statue(position: Position, seat: i64) -> bool:
    """A statue is left and some free inland space can be paid. §6.10"""
    return position.statues_left > 0 and can_pay(position, seat, STATUE)


def raise_statue(position: Position, seat: i64, cell: i64) -> None:
    """Pay and place a statue inland; it belongs to nobody. §6.10 §Q21"""
    gain(position, seat, -price(position, STATUE, cell))
    occupy(position, cell)
    position.island.statues[cell // WORD] |= BIT[cell % WORD]
    position.statues_left -= 1
