"""An observation as rows of numbers, for learning. Seats are turned so that the viewer comes first."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.features import Row, Sparse
from agon.core.numbers import lowest, popcount
from agon.core.state import NONE
from agon.games.olympos import effects, scoring
from agon.games.olympos.parts import CARD_KINDS, CHOICES, DISCOVERIES, GODS, KINDS, WIDTH, ZEUS_SYMBOL
from agon.games.olympos.position import SLOTS, Position
from agon.games.olympos.questions import QUESTIONS
from agon.games.olympos.terms import Told

MUCH: Final = 99  # where no limit is printed; no game comes near it
DEAREST: Final[i64] = 30  # a price above this is told as this
TILE_KINDS: Final[i64] = 25  # discoveries
GOD_KINDS: Final[i64] = 10
SPELLS: Final[i64] = 5  # gods whose work lasts


def rows(position: Position) -> list[Row]:
    """The table of the rows, in their order; lengths depend on the pack and the number of seats only."""
    parts, n = position.parts, position.seats()
    land, cells, zeus, cross = parts.land, len(parts.cells), len(parts.zeus), int(parts.cross)
    cards = [int(c) for c in parts.card_count]
    resources = [int(popcount(mask)) for mask in parts.of_resource]
    copies = max(parts.copies[n])
    symbols = 1 + cards[ZEUS_SYMBOL] + sum(int(popcount(mask)) for mask in parts.zeus_mask)
    picks = max(int(parts.commerce_cubes), int(parts.artemis_cubes))
    return [
        Row("controls", n * land, "territories by their controllers, seat by seat"),
        Row("beaten", n * land, "beaten settlers there", parts.levels),
        Row("tribes", land, "territories with a tribe"),
        Row("blocked", land, "territories with a cross"),
        Row(
            "price",
            land,
            "what the viewer's cheapest settler pays over 10, at most 3; 0 where none may end",
            int(DEAREST),
            10,
        ),
        Row("tile", cells * len(DISCOVERIES), "by cell of the board, the discovery on it"),
        Row("copies", cells, "tiles left there", copies),
        Row("bonus", n * CHOICES * cells, "bonus markers, seat by seat"),
        Row("wonder", WIDTH * WIDTH, "by column, the wonder on it"),
        Row("wonder_of", n * WIDTH, "columns whose wonder a seat has built"),
        Row("payable", cells, "cells the viewer can pay"),
        Row("space", n, "the place on the track over that of the cross", cross, cross),
        Row("order", n, "the place in the order of play", n - 1),
        Row("finished", n, "who has finished"),
        Row("stock", n, "settlers in camp", MUCH),
        Row("cubes", n * KINDS, "cubes, seat by seat", MUCH),
        Row("tiles", n * KINDS, "territory tiles by resource", resources),
        Row("stars", n, "star tiles", int(popcount(parts.starred))),
        Row("hourglasses", n, "hourglasses", MUCH),
        Row("prestige", n, "prestige over 10", MUCH, 10),
        Row("points", n, "points as they would be counted now over 50", 2 * MUCH, 50, -int(parts.keres_prestige)),
        Row("discovered", n * len(DISCOVERIES), "discoveries, seat by seat"),
        Row("discounts", n * KINDS, "resources of own discount tiles"),
        Row("markers", n * WIDTH, "own bonus markers in a column", CHOICES * cells // WIDTH),
        Row("hand", CARD_KINDS, "the viewer's destiny cards by kind", cards),
        Row("hand_size", n, "cards in hand", sum(cards)),
        Row("gods_on", n * int(SPELLS), "Athena, Ares, Siren, Keres, Erinyes at work, seat by seat each"),
        Row("deck_size", 1, "the deck over 22", sum(cards), 22),
        Row("discards", CARD_KINDS, "the discards", cards),
        Row("looked", CARD_KINDS, "what the viewer looks at by the Oracle", cards),
        Row("gods_left", len(GODS), "gods not yet seen"),
        Row("gods_at", SLOTS * zeus, "spaces beside the track with a god"),
        Row("reached", n * zeus, "Zeus spaces by who has reached them"),
        Row("god", len(GODS), "the god at work"),
        Row("symbols", n, "Zeus symbols", symbols),
        Row("actor", n, "who decides"),
        Row("active", n, "whose turn it is"),
        Row("step", len(QUESTIONS), "what is asked"),
        Row("owed", 1, "what the action costs over 10", MUCH, 10),
        Row("last_turn", 1, "1 if it is the seat's last turn"),
        Row("goal", land, "the territory a settler is to go to"),
        Row("cell", cells, "the cell being developed"),
        Row("column", WIDTH, "the column of the wonder being built"),
        Row("picks", 1, "cubes still to be taken", picks),
    ]


class Numbered(Told):
    """A position that tells itself in numbers."""

    def features(self, player: int, out: Sparse) -> None:
        """What the player may know, row by row as in the table. Of hands only the player's own is looked at."""
        at = write_map(self, player, out)
        at = write_board(self, player, out, at)
        at = write_camps(self, player, out, at)
        write_turn(self, player, out, at)


def write_map(position: Position, player: i64, out: Sparse) -> i64:
    """Territories: who controls them, who lies beneath, tribes and crosses; returns where the next row begins."""
    n = position.n
    land: i64 = position.parts.land
    the_map = position.map
    for place in range(n):
        out.flags(land * place, the_map.held[(player + place) % n])
    at = n * land
    write_beaten(position, player, out, at)
    at += n * land
    out.flags(at, position.tribes)
    out.flags(at + land, position.blocked)
    at += 2 * land
    present = effects.presence(position, player)
    table = effects.pricing(position, player)
    for territory in range(land):
        if effects.can_end(position, player, territory):
            price = effects.price_by(position, player, table, present, territory)
            if price > DEAREST:
                price = DEAREST
            out.put(at + territory, price)
    return at + land


def write_beaten(position: Position, player: i64, out: Sparse, at: i64) -> None:
    """The settlers under the topmost of each stack; those of one seat in one stack are counted together."""
    n = position.n
    land: i64 = position.parts.land
    settlers = position.map.settlers
    where = position.map.where
    since = out.size
    for i in range(position.map.standing - 1):
        if where[i + 1] == where[i]:
            out.add(at + land * ((settlers[i] - player + n) % n) + where[i], since)


def write_board(position: Position, player: i64, out: Sparse, start: i64) -> i64:
    """The development board: tiles, copies, markers, wonders; returns where the next row begins."""
    n = position.n
    board = position.board
    cells = len(board.tile_at)
    choices = CHOICES * cells
    at = start
    for cell in range(cells):
        if board.tile_at[cell] >= 0:
            out.flag(at + TILE_KINDS * cell + board.tile_at[cell])
    at += TILE_KINDS * cells
    out.counted(at, board.copies, 0, cells)
    at += cells
    for choice in range(choices):
        owner = board.bonus_of[choice]
        if owner >= 0:
            out.flag(at + choices * ((owner - player + n) % n) + choice)
    at += n * choices
    for column in range(WIDTH):
        if board.wonder_at[column] >= 0:
            out.flag(at + WIDTH * column + board.wonder_at[column])
        if board.wonder_of[column] >= 0:
            out.flag(at + WIDTH * WIDTH + WIDTH * ((board.wonder_of[column] - player + n) % n) + column)
    at += WIDTH * WIDTH + WIDTH * n
    out.flags(at, position.parts.payable[effects.purse(position, player)])
    return at + cells


def write_camps(position: Position, player: i64, out: Sparse, start: i64) -> i64:
    """What lies before each seat; returns where the next row begins."""
    n = position.n
    camps, board, track, cards = position.camps, position.board, position.track, position.cards
    at = start
    for place in range(n):
        seat = (player + place) % n
        out.put(at + place, track.space_of[seat])
        for order in range(n):
            if track.queue[order] == seat:
                out.put(at + n + place, order)
        if position.has_finished(seat):
            out.flag(at + 2 * n + place)
        out.put(at + 3 * n + place, camps.stock[seat])
        out.counted(at + 4 * n + KINDS * place, camps.cubes, KINDS * seat, KINDS)
        for resource in range(KINDS):
            out.put(at + (4 + KINDS) * n + KINDS * place + resource, position.tiles(seat, resource))
    at += (4 + 2 * KINDS) * n
    for place in range(n):
        seat = (player + place) % n
        out.put(at + place, position.star_tiles(seat))
        out.put(at + n + place, camps.hourglasses[seat])
        out.put(at + 2 * n + place, camps.prestige[seat])
        out.put(at + 3 * n + place, scoring.total(position, seat))
        out.flags(at + 4 * n + TILE_KINDS * place, board.discovered[seat])
        out.flags(at + (4 + TILE_KINDS) * n + KINDS * place, board.discounts[seat])
        out.counted(at + (4 + TILE_KINDS + KINDS) * n + WIDTH * place, board.markers, WIDTH * seat, WIDTH)
    at += (4 + TILE_KINDS + KINDS + WIDTH) * n
    out.counted(at, cards.hand, CARD_KINDS * player, CARD_KINDS)
    at += CARD_KINDS
    for place in range(n):
        seat = (player + place) % n
        out.put(at + place, cards.hand_size[seat])
    at += n
    write_spell(position.athena, n, player, out, at)
    write_spell(position.ares, n, player, out, at + n)
    write_spell(position.siren, n, player, out, at + 2 * n)
    write_spell(position.keres, n, player, out, at + 3 * n)
    write_spell(position.erinyes, n, player, out, at + 4 * n)
    return at + SPELLS * n


def write_spell(mask: i64, n: i64, player: i64, out: Sparse, at: i64) -> None:
    """Some seats, from the viewer's on."""
    rest = mask
    while rest != 0:
        out.seat(at, lowest(rest), player, n)
        rest = rest & (rest - 1)


def write_turn(position: Position, player: i64, out: Sparse, start: i64) -> None:
    """The cards, and what is being asked of whom."""
    n = position.n
    land: i64 = position.parts.land
    cells = len(position.board.tile_at)
    cards, track = position.cards, position.track
    at = start
    out.put(at, position.deck_size)
    at += 1
    out.counted(at, cards.discards, 0, CARD_KINDS)
    if player == position.active:  # nobody else looks at them
        out.counted(at + CARD_KINDS, cards.looked, 0, CARD_KINDS)
    at += 2 * CARD_KINDS
    out.flags(at, position.gods_left)
    at += GOD_KINDS
    for space in range(len(track.god_at)):
        if track.god_at[space] != NONE:
            out.flag(at + space)
    at += len(track.god_at)
    for zeus in range(len(track.reached)):
        write_spell(track.reached[zeus], n, player, out, at)
        at += n
    out.one(at, position.god)
    at += GOD_KINDS
    for place in range(n):
        out.put(at + place, effects.zeus_symbols(position, (player + place) % n))
    out.seat(at + n, position.actor(), player, n)
    out.seat(at + 2 * n, position.active, player, n)
    at += 3 * n
    out.flag(at + position.step)
    at += len(QUESTIONS)
    out.put(at, position.price)
    out.put(at + 1, position.last_turn)
    at += 2
    out.one(at, position.goal)
    at += land
    out.one(at, position.cell)
    at += cells
    out.one(at, position.column)
    out.put(at + WIDTH, position.picks)
