"""An observation as rows of numbers, for learning. Seats are turned so that the viewer comes first.

The map is given slot by slot (seven a tile, in laying order) with its coordinates, so that the rows keep their length
while the board grows.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.features import Row, Sparse
from agon.core.state import NONE
from agon.games.attika import questions as ask
from agon.games.attika import value
from agon.games.attika.parts import BUILDINGS, GROUPS, KINDS, LETTERS, PETALS, STACKS, WORDS
from agon.games.attika.position import Position
from agon.games.attika.terms import Told

SPAN: Final = 50  # coordinates are given over this
MODES: Final[i64] = 3


def rows(position: Position) -> list[Row]:
    """The table of the rows, in their order; lengths depend on the pack and the number of seats only."""
    parts, layout, n = position.parts, position.layout, position.seats()
    tiles = len(parts.faces)
    slots = int(PETALS) * tiles
    hexes = [h for h in parts.hexes if layout.reaches(h)]
    qs, rs = [q for q, _ in hexes], [r for _, r in hexes]
    cards = [int(c) for c in parts.cards]
    heights = [int(h) for h in parts.heights]
    per_building = int(BUILDINGS) * n
    dearest = max(int(d) for d in parts.dearest)
    actions = int(max(parts.reveals, parts.builds))
    out = [
        Row("space", slots, "1 where the slot is on the map"),
        Row("q", slots, "its coordinate q over 50", max(*qs, 0), SPAN, min(*qs, 0)),
        Row("r", slots, "its coordinate r over 50", max(*rs, 0), SPAN, min(*rs, 0)),
    ]
    names = ("water", "forest", "hill", "mountain")
    out += [Row(f"symbol_{kind}", slots, f"slots that show {names[kind]}") for kind in range(len(LETTERS))]
    out += [Row(f"shrine_{i}", slots, "slots that touch this shrine") for i in range(len(layout.shrines))]
    out += [Row(f"own_{i}", slots, "slots with a building of the viewer, the next seat, ...") for i in range(n)]
    return [
        *out,
        Row("built", per_building, "seat by seat, buildings on the map"),
        Row("stored", per_building, "on the storage board"),
        Row("unseen", per_building, "still in the stacks"),
        Row("stacks", int(STACKS) * n, "heights of the stacks over 8", heights, 8),
        Row("awarded", int(GROUPS) * n, "groups that brought an amphora"),
        Row("amphorae", n, "amphorae", int(parts.amphorae)),
        Row("settlements", n, "settlements over 5", int(parts.count), 5),
        Row("link", n, "buildings missing to a link of shrines over 10 (1: it is far)", value.FAR, value.FAR),
        Row("cards", n, "cards in hand over 10", sum(cards), 10),
        Row("hand", int(KINDS), "the viewer's cards over 5", cards, 5),
        Row("paid", int(KINDS), "cards laid out for the building in hand", [min(c, dearest) for c in cards]),
        Row("discard", int(KINDS), "the discards over 15", cards, 15),
        Row("deck", 1, "cards in the deck over 60", sum(cards), 60),
        Row("pile", tiles, "tiles that are not drawn yet"),
        Row("tile", tiles, "the tile in hand"),
        Row("in_hand", int(BUILDINGS), "the building in hand"),
        Row("supply", 1, "amphorae in the supply over 15", int(parts.amphorae), 15),
        Row("mode", int(MODES), "the turn: undecided, revealing, building"),
        Row("left", 1, "actions left in the turn", actions + int(parts.amphorae)),
        Row("drawing", 1, "1 once the drawing step has begun"),
        Row("starter", n, "who began"),
        Row("actor", n, "who decides"),
        Row("step", len(ask.QUESTIONS), "what is asked"),
    ]


class Numbered(Told):
    """A position that tells itself in numbers."""

    def features(self, player: int, out: Sparse) -> None:
        """What the player may know, row by row as in the table. Of hands only the player's own is looked at."""
        at = write_map(self, player, out)
        at = write_seats(self, player, out, at)
        write_turn(self, player, out, at)


def write_map(position: Position, player: i64, out: Sparse) -> i64:
    """The slots; returns where the next row begins."""
    the_map = position.map
    parts = position.parts
    slots = PETALS * len(parts.faces)
    laid = PETALS * the_map.laid
    for slot in range(laid):
        cell = the_map.cells[slot]
        out.flag(slot)
        out.put(slots + slot, parts.q[cell])
        out.put(2 * slots + slot, parts.r[cell])
        symbol = the_map.symbols[slot]
        if symbol < KINDS:
            out.flag((3 + symbol) * slots + slot)
    at = (3 + KINDS) * slots
    for shrine in range(len(position.layout.shrines)):
        out.flags_of_words(at, the_map.gates, WORDS * shrine, WORDS * shrine + WORDS)
        at += slots
    built = position.land.built
    for place in range(position.n):
        first = BUILDINGS * ((player + place) % position.n)
        for building in range(BUILDINGS):
            if built[first + building] != NONE:
                out.flag(at + built[first + building])
        at += slots
    return at


def write_seats(position: Position, player: i64, out: Sparse, start: i64) -> i64:
    """What each seat has; returns where the next row begins."""
    n = position.n
    land, store, cards = position.land, position.store, position.cards
    at = start
    for place in range(n):
        seat = (player + place) % n
        each = at + BUILDINGS * place
        for building in range(BUILDINGS):
            if land.built[BUILDINGS * seat + building] != NONE:
                out.flag(each + building)
        out.flags(each + BUILDINGS * n, store.storage[seat])
        out.flags(each + 2 * BUILDINGS * n, store.unseen[seat])
    at += 3 * BUILDINGS * n
    for place in range(n):
        seat = (player + place) % n
        out.counted(at + STACKS * place, store.stacks, STACKS * seat, STACKS)
        out.flags(at + STACKS * n + GROUPS * place, store.awarded[seat])
    at += (STACKS + GROUPS) * n
    for place in range(n):
        seat = (player + place) % n
        out.put(at + place, store.amphorae[seat])
        out.put(at + n + place, land.settlements[seat])
        out.put(at + 2 * n + place, value.link_steps(position, seat))
        out.put(at + 3 * n + place, cards.held[seat])
    at += 4 * n
    out.counted(at, cards.hands, KINDS * player, KINDS)
    out.counted(at + KINDS, cards.paid, 0, KINDS)
    out.counted(at + 2 * KINDS, cards.discard, 0, KINDS)
    return at + 3 * KINDS


def write_turn(position: Position, player: i64, out: Sparse, start: i64) -> None:
    """The supplies, and what is being asked of whom."""
    n = position.n
    tiles: i64 = len(position.parts.faces)
    at = start
    out.put(at, position.deck_left)
    at += 1
    out.flags(at, position.pile)
    at += tiles
    out.one(at, position.tile)
    at += tiles
    out.one(at, position.building)
    at += BUILDINGS
    out.put(at, position.supply)
    out.one(at + 1, position.mode)
    at += 1 + MODES
    out.put(at, position.left)
    out.put(at + 1, position.drawing)
    at += 2
    out.seat(at, position.starter, player, n)
    out.seat(at + n, position.actor(), player, n)
    out.flag(at + 2 * n + position.step)
