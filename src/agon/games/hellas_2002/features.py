"""An observation as rows of numbers, for learning. Seats are turned so that the viewer comes first."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.features import Row, Sparse
from agon.core.numbers import BIT
from agon.core.state import NONE
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import (
    DOLPHIN,
    GODS,
    KINDS,
    LOOKOUT,
    NUMBERED,
    OF_A_GOD,
    ONE_MORE,
    SEATS,
    SIDES,
    THUNDERBOLT,
    WINDOWS,
)
from agon.games.hellas_2002.position import FREE, KNOWN, LOCKS, REVEALED, SECRET, VIEWS, Position, by_god, slot
from agon.games.hellas_2002.terms import Told

GOD_KINDS: Final[i64] = 3
WINDOW_KINDS: Final[i64] = 11  # ten windows, and set-up
SUPPLIES: Final[i64] = 4
TODOS: Final[i64] = 4


def rows(position: Position) -> list[Row]:
    """The table of the rows, in their order; lengths depend on the pack only."""
    parts = position.parts
    tiles = len(parts.tiles)
    greeks, ships, radius = int(parts.most_greeks), int(parts.most_ships), parts.radius
    copies = [int(n) for n in parts.copies]
    over = [max(1, n) for n in copies]  # a pack may leave a card out
    of_gods = [int(n) for n in by_god(parts.copies)]
    supplies = [int(parts.greeks)] * SEATS + [int(parts.ships)] * SEATS
    plus = int(parts.copies[ONE_MORE] * parts.value[ONE_MORE])
    thunder = int(parts.copies[THUNDERBOLT])
    placed = max(int(parts.value[kind]) for kind in NUMBERED)
    todo = max(
        int(parts.first_cards),
        int(parts.first_tiles),
        int(parts.single_actions + parts.temple_bonus * tiles),
        int(parts.value[LOOKOUT]),
        ships,
    )
    moves = int(parts.greeks + parts.ships)
    return [
        Row("owner", SEATS * tiles, "cities of the viewer, then of the other seat, by tile"),
        Row("greeks", tiles, "Greeks over the most that may stand there", greeks, greeks),
        Row("ships", tiles, "ships over the most", ships, ships),
        Row(
            "sent",
            tiles,
            "Greeks on the attack by the tile they left, over the most that may stand there",
            greeks,
            greeks,
        ),
        Row("q", tiles, "where the tile lies: q over the grid's radius, 0 if it does not lie", radius, radius, -radius),
        Row("r", tiles, "the same for r", radius, radius, -radius),
        Row("laid", tiles, "tiles that lie"),
        Row("edges", SIDES * tiles, "by tile, its edges from east: 1 land, -1 water, 0 if it does not lie", 1, 1, -1),
        Row("by_land", tiles * tiles, "pairs of tiles that touch by land"),
        Row("by_water", tiles * tiles, "and by water"),
        Row("ring", tiles, "tiles next to the dolphin"),
        Row("temple", tiles, "tiles with a temple"),
        Row("in_stack", tiles, "tiles of the stack"),
        Row("under_stack", tiles, "tiles put under it"),
        Row("revealed", tiles, "tiles drawn for a voyage"),
        Row("tile", tiles, "the tile in hand"),
        Row("spot", tiles, "the city a voyage, an attack or a card is about"),
        Row("target", tiles, "the city under attack"),
        Row("first_target", tiles, "and that of the first attack"),
        Row("new_cities", tiles, "cities won in this turn"),
        Row(
            "supply",
            len(supplies),
            "Greeks over 15 of both seats, ships over 10",
            supplies,
            [15] * SEATS + [10] * SEATS,
        ),
        Row("hand", SEATS * KINDS, "cards the viewer knows in each hand, by kind over its copies", copies, over),
        Row("hand_free", SEATS * KINDS, "those that are not locked", copies, over),
        Row(
            "cards",
            SEATS * len(GODS),
            "how many cards of each god a seat has, over the limit",
            int(parts.most_of_a_god),
            int(parts.most_of_a_god),
        ),
        Row("discards", KINDS, "the discards over the copies", copies, over),
        Row("decks", len(GODS), "the stacks over 16", of_gods, 16),
        Row("in_force", KINDS, "cards whose effect lasts"),
        Row("plus", SEATS, "strength added in the battle over 4", plus, 4),
        Row("chain", KINDS, "cards in the open chain", copies),
        Row("chain_depth", 1, "how many answers deep it is", thunder + 1),
        Row("window", len(WINDOWS) + 1, "the window that is open"),
        Row("step", len(ask.QUESTIONS), "what is asked"),
        Row(
            "todo",
            int(TODOS),
            "what is left of the action and of a card, moves of the regrouping over 25, attacks or voyages settled",
            [todo, placed, moves, 2],
            [1, 1, 25, 1],
        ),
        Row(
            "turn",
            2,
            "the turn over the last one; whether it is an extra one",
            [int(parts.last_turn), 1],
            [int(parts.last_turn), 1],
        ),
        Row("active", SEATS, "whose turn it is"),
        Row("actor", SEATS, "who decides"),
    ]


class Numbered(Told):
    """A position that tells itself in numbers."""

    def features(self, player: int, out: Sparse) -> None:
        """What the player may know, row by row as in the table. Unseen cards count as none."""
        at = write_map(self, player, out)
        at = write_tiles(self, out, at)
        at = write_cards(self, player, out, at)
        write_turn(self, player, out, at)


def write_map(position: Position, player: i64, out: Sparse) -> i64:
    """Pieces, coasts and who holds them; returns where the next row begins."""
    pieces, parts, laid = position.pieces, position.parts, position.tiles
    tiles: i64 = len(parts.tiles)
    out.flags(0, pieces.cities[player])
    out.flags(tiles, pieces.cities[1 - player])
    at: i64 = SEATS * tiles
    out.counted(at, pieces.greeks, 0, tiles)
    out.counted(at + tiles, pieces.ships, 0, tiles)
    out.counted(at + 2 * tiles, pieces.sent, 0, tiles)
    at += 3 * tiles
    edges: i64 = at + 3 * tiles
    by_land: i64 = edges + SIDES * tiles
    for tile in range(tiles):
        cell = laid.cell_of[tile]
        if cell >= 0:
            out.put(at + tile, parts.hex_q[cell])
            out.put(at + tiles + tile, parts.hex_r[cell])
            out.flag(at + 2 * tiles + tile)
            land = parts.land[SIDES * tile + laid.turned[tile]]
            for edge in range(SIDES):
                if (land & BIT[edge]) != 0:
                    out.flag(edges + SIDES * tile + edge)
                else:
                    out.put(edges + SIDES * tile + edge, -1)
        out.flags(by_land + tiles * tile, laid.by_land[tile])
        out.flags(by_land + tiles * (tiles + tile), laid.by_water[tile])
    return by_land + 2 * tiles * tiles


def write_tiles(position: Position, out: Sparse, start: i64) -> i64:
    """Which tiles are where, and which are spoken of; returns where the next row begins."""
    laid = position.tiles
    tiles = len(laid.cell_of)
    at = start
    out.flags(at, position.ring)
    out.flags(at + tiles, position.parts.temples)
    at += 2 * tiles
    for tile in range(tiles):
        if laid.cell_of[tile] == NONE and tile != DOLPHIN:
            out.flag(at + tile)
        elif laid.cell_of[tile] == REVEALED:
            out.flag(at + 2 * tiles + tile)
    mask: i64 = 0
    for n in range(tiles):
        if laid.queue[n] >= 0:
            mask = mask | BIT[laid.queue[n]]
    out.flags(at + tiles, mask)
    at += 3 * tiles
    out.one(at, position.tile)
    spot = position.spot()
    out.one(at + tiles, spot)
    out.one(at + 2 * tiles, position.target)
    out.one(at + 3 * tiles, position.first_target)
    out.flags(at + 4 * tiles, position.new_cities)
    return at + 5 * tiles


def write_cards(position: Position, player: i64, out: Sparse, start: i64) -> i64:
    """Supplies, hands and piles; returns where the next row begins."""
    pieces, cards = position.pieces, position.cards
    at = start
    for place in range(SEATS):
        seat = (player + place) % SEATS
        out.put(at + place, pieces.greek_supply[seat])
        out.put(at + SEATS + place, pieces.ship_supply[seat])
    at += SUPPLIES
    hands: i64 = SEATS * KINDS
    for place in range(SEATS):
        write_hand(position, (player + place) % SEATS, place, out, at + KINDS * place, hands)
    at += 2 * hands
    for place in range(SEATS):
        for god in range(GOD_KINDS):
            out.put(at + GOD_KINDS * place + god, position.cards_of((player + place) % SEATS, god))
    at += SEATS * GOD_KINDS
    out.counted(at, cards.discard, 0, KINDS)
    out.counted(at + KINDS, cards.deck_size, 0, GOD_KINDS)
    return at + KINDS + GOD_KINDS


def write_hand(position: Position, seat: i64, place: i64, out: Sparse, at: i64, hands: i64) -> None:
    """What the viewer knows of a hand; of the other's, cards that only their owner has seen are left out. §3.7"""
    hand, sizes = position.cards.hand, position.cards.hand_size
    first_view: i64 = SECRET
    if place != 0:
        first_view = KNOWN
    for god in range(GOD_KINDS):
        any_cards: i64 = 0
        for lock in range(LOCKS):
            for view in range(first_view, VIEWS):
                any_cards += sizes[GOD_KINDS * slot(seat, lock, view) + god]
        if any_cards > 0:
            for kind in range(OF_A_GOD * god, OF_A_GOD * god + OF_A_GOD):
                write_kind(hand, seat, kind, first_view, out, at + kind, hands)


def write_kind(hand: vec[i64], seat: i64, kind: i64, first_view: i64, out: Sparse, at: i64, hands: i64) -> None:
    """The cards of a kind in a hand, and how many of them are free."""
    total: i64 = 0
    free: i64 = 0
    for lock in range(LOCKS):
        for view in range(first_view, VIEWS):
            count = hand[KINDS * slot(seat, lock, view) + kind]
            if count > 0:
                total += count
                if lock == FREE:
                    free += count
    out.put(at, total)
    out.put(at + hands, free)


def write_turn(position: Position, player: i64, out: Sparse, start: i64) -> None:
    """Effects, the open chain, and what is being asked of whom."""
    in_force = position.in_force
    at = start
    out.counted(at, in_force.running, 0, KINDS)
    at += KINDS
    out.put(at, in_force.plus[player])
    out.put(at + 1, in_force.plus[1 - player])
    at += SEATS
    if position.frames > 0:
        for kind in range(KINDS):
            out.put(at + kind, position.on_table(kind))
    at += KINDS
    out.put(at, position.frames)
    at += 1
    out.flag(at + position.window)
    at += WINDOW_KINDS
    out.flag(at + position.step)
    at += len(ask.QUESTIONS)
    out.put(at, position.todo())
    out.put(at + 1, position.left)
    out.put(at + 2, position.moves_left)
    out.put(at + 3, position.settled)
    at += TODOS
    out.put(at, position.turn)
    out.put(at + 1, position.is_extra)
    out.seat(at + 2, position.active, player, SEATS)
    out.seat(at + 2 + SEATS, position.actor(), player, SEATS)
