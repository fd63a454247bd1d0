"""Laying tiles, and the stack they come from. (A file of its own: in no other game do players lay out the board.)"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, WORD, lowest
from agon.games.hellas_2002.parts import DOLPHIN, FAIR_WIND, SIDES
from agon.games.hellas_2002.position import ASIDE, UNDER, Position

ALL: Final = -1  # mask of every tile

# ---- §2.4 where a tile may lie ----


def edges_of(position: Position, tile: i64) -> i64:
    """Bits of the edges of a tile that are land, as it lies. §2.1 §Q2"""
    return position.parts.land[SIDES * tile + position.tiles.turned[tile]]


def is_coast(position: Position, cell: i64) -> bool:
    """A tile there would touch the dolphin, or two tiles. §2.4"""
    next_to = position.parts.next_to
    tile_on = position.tiles.tile_on
    touching: i64 = 0
    edge: i64
    for edge in range(SIDES):
        beyond = next_to[SIDES * cell + edge]
        if beyond != NONE and tile_on[beyond] != NONE:
            touching += 1
            if tile_on[beyond] == DOLPHIN:
                return True
    return touching >= 2


def fitting(position: Position, tile: i64, cell: i64) -> i64:
    """Bits of the turns in which every edge matches, and one of them over water: there is a single sea. §2.4 §Q1"""
    parts = position.parts
    next_to = parts.next_to
    tile_on = position.tiles.tile_on
    touching: i64 = 0
    over_land: i64 = 0
    edge: i64
    for edge in range(SIDES):
        beyond = next_to[SIDES * cell + edge]
        if beyond != NONE and tile_on[beyond] != NONE:
            touching = touching | BIT[edge]
            if (edges_of(position, tile_on[beyond]) & BIT[(edge + 3) % SIDES]) != 0:
                over_land = over_land | BIT[edge]
    if touching == over_land:
        return 0
    turns: i64 = 0
    turn: i64
    for turn in range(SIDES):
        at = SIDES * tile + turn
        if (parts.land[at] & touching) == over_land and parts.distinct[at] != 0:
            turns = turns | BIT[turn]
    return turns


def lead(position: Position, cell: i64) -> i64:
    """The active player's ships next to the cell over water, less the opponent's. §5.3 §Q3 §Q5 §Q6"""
    next_to = position.parts.next_to
    tile_on = position.tiles.tile_on
    ships = position.pieces.ships
    mine = position.pieces.cities[position.active]
    own: i64 = 0
    other: i64 = 0
    edge: i64
    for edge in range(SIDES):
        beyond = next_to[SIDES * cell + edge]
        if beyond == NONE or tile_on[beyond] == NONE:
            continue
        there = tile_on[beyond]
        if (position.with_ship & BIT[there]) == 0 or (edges_of(position, there) & BIT[(edge + 3) % SIDES]) != 0:
            continue
        if (mine & BIT[there]) != 0:
            own += ships[there]
        else:
            other += ships[there]
    if own == 0:
        return -WORD  # without a ship no wind helps
    return own - other


def turns_allowed(position: Position, tile: i64, cell: i64, by_ships: bool) -> i64:
    """Bits of the turns in which a tile may be laid on a cell of the coast: edges, and in a voyage ships. §2.4 §5.3"""
    turns = fitting(position, tile, cell)
    if turns == 0 or not by_ships:
        return turns
    ahead = lead(position, cell)
    if ahead > 0 or (ahead == 0 and position.in_force.running[FAIR_WIND] != 0):
        return turns
    return 0


def has_placement(position: Position, tile: i64, by_ships: bool) -> bool:
    """Whether a tile can be laid anywhere. §4.3 §5.3"""
    for word in range(position.parts.words):
        rest = position.tiles.coast[word]
        while rest != 0:
            if turns_allowed(position, tile, WORD * word + lowest(rest), by_ships) != 0:
                return True
            rest = rest & (rest - 1)
    return False


# ---- §2.4 §8.1 a tile is laid ----


def lay_tile(position: Position, tile: i64, cell: i64, turn: i64) -> None:
    """A tile comes to lie, and the coast and its neighbours change. §2.4 §8.1"""
    tiles = position.tiles = position.tiles.own()
    tiles.cell_of[tile] = cell
    tiles.turned[tile] = turn
    tiles.tile_on[cell] = tile
    tiles.coast[cell // WORD] &= ~BIT[cell % WORD]
    land = edges_of(position, tile)
    edge: i64
    for edge in range(SIDES):
        beyond = position.parts.next_to[SIDES * cell + edge]
        if beyond == NONE:
            continue
        there = tiles.tile_on[beyond]
        if there == NONE:
            if is_coast(position, beyond):
                tiles.coast[beyond // WORD] |= BIT[beyond % WORD]
            continue
        join(position, tile, there, (land >> edge) & 1 == 1)


def join(position: Position, tile: i64, there: i64, over_land: bool) -> None:
    """Two tiles share an edge. Those around the dolphin touch each other over it. §8.1 §8.2"""
    if there == DOLPHIN:
        position.ring = position.ring | BIT[tile]
    elif over_land:
        position.tiles.by_land[tile] |= BIT[there]
        position.tiles.by_land[there] |= BIT[tile]
    else:
        position.tiles.by_water[tile] |= BIT[there]
        position.tiles.by_water[there] |= BIT[tile]


def clear(position: Position) -> None:
    """All tiles are taken up again, and the dolphin is laid anew. §4.2 §4.5"""
    tiles = position.tiles = position.tiles.own()
    for cell in range(len(tiles.tile_on)):
        tiles.tile_on[cell] = NONE
    for word in range(len(tiles.coast)):
        tiles.coast[word] = 0
    for tile in range(len(tiles.cell_of)):
        tiles.cell_of[tile] = NONE
        tiles.turned[tile] = 0
        tiles.by_land[tile] = 0
        tiles.by_water[tile] = 0
    position.ring = 0
    lay_tile(position, DOLPHIN, position.parts.home, 0)


# ---- §4.3 §5.3 the stack ----


def put(position: Position, tile: i64, place: i64) -> None:
    """A tile that does not lie is now here: in the stack, aside, under the stack, or drawn. §4.3 §5.3"""
    position.tiles = position.tiles.own()
    position.tiles.cell_of[tile] = place


def put_under(position: Position, tile: i64) -> None:
    """A tile goes under the stack, for everybody to remember. §5.3"""
    put(position, tile, UNDER)
    position.tiles.queue[position.queued] = tile
    position.queued += 1


def take_queued(position: Position) -> None:
    """The first of the tiles under the stack has come to the top and is drawn. §5.3"""
    tiles = position.tiles = position.tiles.own()
    for i in range(position.queued - 1):
        tiles.queue[i] = tiles.queue[i + 1]
    position.queued -= 1
    tiles.queue[position.queued] = NONE


def take_back(position: Position, which: i64) -> None:
    """Of the tiles put aside, these go back into the stack. §4.4 §4.5"""
    for tile in range(1, len(position.tiles.cell_of)):
        if position.tiles.cell_of[tile] == ASIDE and (which & BIT[tile]) != 0:
            put(position, tile, NONE)


def some_fits(position: Position) -> bool:
    """Whether a tile of the stack can be laid by the rules of the first coast. §4.5"""
    rest = position.stack()
    while rest != 0:
        if has_placement(position, lowest(rest), False):
            return True
        rest = rest & (rest - 1)
    return False
