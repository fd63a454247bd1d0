"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import below, draw
from agon.core.numbers import BIT, WORD, blank, popcount
from agon.core.state import NONE, UNKNOWN, State
from agon.games.attika import questions as ask
from agon.games.attika.actions import Actions
from agon.games.attika.parts import (
    BUILDINGS,
    KINDS,
    LETTERS,
    LEVELS,
    PETALS,
    PRICES,
    REACH,
    SHRINE_REACH,
    STACKS,
    TURNS,
    WORDS,
    Layout,
    Parts,
)

# The petals of a tile from the last cell to the first: cells are numbered row by row, from the north-west.
BACKWARDS: Final = vec[i64]([6, 5, 1, 0, 4, 2, 3])

TILE: Final = 3  # numbers a tile in `tiles`: face, centre, rotation

# The mode of a turn.
UNDECIDED: Final = 0
REVEALING: Final = 1
BUILDING: Final = 2


class Cover:
    """A deal of unseen cards that fits every card a seat was seen to pay. §2.8

    Cards in hidden hands came from two sources: the hands held when the deck was last shuffled ("old": together they
    are known, being all cards less the shuffled deck) and the deck since ("new"). Every card paid since must have come
    from one of them. Rows are hidden hands, columns kinds; a number is how many of the cards paid came from the old
    hand. Rows, columns and numbers all have bounds; they are met by trying.
    """

    def __init__(self, old: vec[i64], new: vec[i64]) -> None:
        self.old = [int(n) for n in old]  # of each kind
        self.new = [int(n) for n in new]
        self.spent: list[list[int]] = []  # of each row and kind
        self.old_size: list[int] = []  # cards of the old hand of each row
        self.new_size: list[int] = []  # cards drawn since
        self.cells: list[list[int]] = []

    def add(self, spent: list[int], old_size: int, new_size: int) -> None:
        """One more hidden hand."""
        self.spent.append(spent)
        self.old_size.append(old_size)
        self.new_size.append(new_size)
        self.cells.append([0] * len(spent))

    def solve(self, rng: Random) -> None:
        """Find numbers that fit; there are some, since the true hands are such."""
        if not self._try(0, rng):
            raise ValueError("No hands fit what was paid.")

    def taken(self, row: int, kind: int) -> int:
        """How many of the cards paid came from the old hand."""
        return self.cells[row][kind]

    def old_left(self, row: int) -> int:
        """Further cards of the old hand, of any kind."""
        return self.old_size[row] - sum(self.cells[row])

    def new_left(self, row: int) -> int:
        """Further cards drawn since, of any kind."""
        return self.new_size[row] - sum(self.spent[row]) + sum(self.cells[row])

    def _try(self, at: int, rng: Random) -> bool:
        kinds = len(self.old)
        if at == kinds * len(self.spent):
            return True
        row, kind = at // kinds, at % kinds
        low, high = self._bounds(row, kind)
        if low > high:
            return False
        first = low + below(high - low + 1, rng)
        for step in range(high - low + 1):
            self.cells[row][kind] = low + (first - low + step) % (high - low + 1)
            if self._try(at + 1, rng):
                return True
        self.cells[row][kind] = 0
        return False

    def _bounds(self, row: int, kind: int) -> tuple[int, int]:
        """What this number can be, seeing those before it and the most that those after it can do."""
        spent = self.spent[row][kind]
        row_done = sum(self.cells[row][:kind])
        row_spent = sum(self.spent[row])
        row_later = sum(self.spent[row][kind + 1 :])
        column_done = sum(self.cells[other][kind] for other in range(row))
        column_spent = sum(line[kind] for line in self.spent)
        column_later = sum(line[kind] for line in self.spent[row + 1 :])
        low = max(0, row_spent - self.new_size[row] - row_done - row_later)
        low = max(low, column_spent - self.new[kind] - column_done - column_later)
        high = min(spent, self.old_size[row] - row_done, self.old[kind] - column_done)
        return low, high


class Position(State):
    """The table in mid-game.

    Masks are WORDS words over slots. Copies share their vectors; none is written in place while it is shared. What only
    a new tile changes (`laid` to `rim`, which all follows from `tiles`) is replaced when a tile is laid, `shuffled`
    and `kept` when the deck is shuffled. The others lie in three groups: who is about to write in one calls `own_map`,
    `own_store` or `own_cards` first, which replaces the group unless it is this position's own already.
    """

    def __init__(self, parts: Parts, actions: Actions, layout: Layout, seats: i64) -> None:
        none: vec[i64] = vec[i64]()  # until set_out() or copy_to()
        self.parts = parts
        self.actions = actions
        self.layout = layout
        self.n: i64 = seats
        # the map
        self.laid: i64 = 0  # tiles on the map
        self.faces: vec[i64] = none  # tile, centre cell and rotation, in laying order
        self.centres: vec[i64] = none
        self.turns: vec[i64] = none
        self.cells: vec[i64] = none  # the cell of each slot
        self.symbols: vec[i64] = none  # and its landscape
        self.near: vec[i64] = none  # and the mask of its neighbours
        self.order: vec[i64] = none  # slots in the order of their cells
        self.gates: vec[i64] = none  # a mask for each shrine: the slots that touch it
        self.closed: vec[i64] = none  # mask over cells: on or too near to a tile or shrine for a new tile's centre
        self.rim: vec[i64] = none  # mask over cells: the centre of a new tile may go there
        self.free: vec[i64] = none  # slots without a building
        self.shows: vec[i64] = none  # slots that see at least 1, 2, ... symbols of a kind
        self.pile: i64 = 0  # mask of the tiles not yet drawn
        self.supply: i64 = 0  # amphorae
        # before each seat
        self.stacks: vec[i64] = none  # their heights
        self.unseen: vec[i64] = none  # mask of the buildings in the stacks
        self.storage: vec[i64] = none  # mask of the buildings on the storage board
        self.built: vec[i64] = none  # the slot of each building
        self.amphorae: vec[i64] = none
        self.awarded: vec[i64] = none  # mask of the groups that brought an amphora
        self.hands: vec[i64] = none
        self.held: vec[i64] = none  # cards in hand, which all may count
        # settlements
        self.beside: vec[i64] = none  # slots next to an own building
        self.home: vec[i64] = none  # the settlement of each building: one of its buildings
        self.touched: vec[i64] = none  # mask of the shrines a settlement touches
        self.settlements: vec[i64] = none
        # the cards
        self.deck: vec[i64] = none
        self.deck_left: i64 = 0
        self.discard: vec[i64] = none
        # what all could note since the deck was last shuffled, and what each seat held then (§Q25)
        self.shuffled: vec[i64] = none  # the deck at that time
        self.spent: vec[i64] = none  # cards each seat has paid since
        self.fresh: vec[i64] = none  # how many it has drawn since
        self.kept: vec[i64] = none  # and the hand it had then
        # whose turn it is, and what is asked
        self.starter: i64 = NONE
        self.active: i64 = NONE
        self.step: i64 = ask.SETUP_TILE
        self.mode: i64 = UNDECIDED
        self.left: i64 = 0  # actions of the mode left
        self.drawing: i64 = 0  # 1 once the drawing step has begun
        self.due: i64 = 0  # cards to be drawn now
        self.stack: i64 = NONE  # the stack revealed from
        self.building: i64 = NONE  # the building in hand
        self.space: i64 = NONE  # the slot it goes to, while it is being paid
        self.paid: vec[i64] = none  # cards laid out for it so far
        self.tile: i64 = NONE  # the tile in hand
        self.centre: i64 = NONE  # the cell its centre goes to
        self.gained: i64 = 0  # cards drawn in this turn
        self.idle: i64 = 0  # turns in a row without a reveal, a build or a card
        self.winner: i64 = NONE
        # the switch (§Q5)
        self.roads_ignore: i64 = 0
        # whether a copy may share the vectors of a group; no part of the position
        self.map_shared: bool = False
        self.store_shared: bool = False
        self.cards_shared: bool = False

    def set_out(self) -> None:
        """An empty table: every vector at its size."""
        n = int(self.n)
        self.clear_map()
        self.free = blank(WORDS)
        self.shows = blank(PRICES * LEVELS * WORDS)
        self.stacks = blank(STACKS * n)
        self.unseen = blank(n)
        self.storage = blank(n)
        self.built = blank(BUILDINGS * n, NONE)
        self.amphorae = blank(n)
        self.awarded = blank(n)
        self.hands = blank(KINDS * n)
        self.held = blank(n)
        self.beside = blank(WORDS * n)
        self.home = blank(BUILDINGS * n, NONE)
        self.touched = blank(BUILDINGS * n)
        self.settlements = blank(n)
        self.deck = blank(KINDS)
        self.discard = blank(KINDS)
        self.shuffled = blank(KINDS)
        self.spent = blank(KINDS * n)
        self.fresh = blank(n)
        self.kept = blank(KINDS * n)
        self.paid = blank(KINDS)

    def fields(self) -> list[str]:
        return [
            "tiles", "free", "shows", "pile", "supply",
            "stacks", "unseen", "storage", "built", "amphorae", "awarded", "hands", "held",
            "beside", "home", "touched", "settlements",
            "deck", "deck_left", "discard", "shuffled", "spent", "fresh", "kept",
            "starter", "active", "step", "mode", "left", "drawing", "due", "stack", "building", "space", "paid",
            "tile", "centre", "gained", "idle", "winner", "roads_ignore",
        ]  # fmt: skip

    def copy_to(self, other: Position) -> None:
        """Every field; vectors are shared from now on."""
        other.laid = self.laid
        other.faces = self.faces
        other.centres = self.centres
        other.turns = self.turns
        other.cells = self.cells
        other.symbols = self.symbols
        other.near = self.near
        other.order = self.order
        other.gates = self.gates
        other.closed = self.closed
        other.rim = self.rim
        other.free = self.free
        other.shows = self.shows
        other.pile = self.pile
        other.supply = self.supply
        other.stacks = self.stacks
        other.unseen = self.unseen
        other.storage = self.storage
        other.built = self.built
        other.amphorae = self.amphorae
        other.awarded = self.awarded
        other.hands = self.hands
        other.held = self.held
        other.beside = self.beside
        other.home = self.home
        other.touched = self.touched
        other.settlements = self.settlements
        other.deck = self.deck
        other.deck_left = self.deck_left
        other.discard = self.discard
        other.shuffled = self.shuffled
        other.spent = self.spent
        other.fresh = self.fresh
        other.kept = self.kept
        other.starter = self.starter
        other.active = self.active
        other.step = self.step
        other.mode = self.mode
        other.left = self.left
        other.drawing = self.drawing
        other.due = self.due
        other.stack = self.stack
        other.building = self.building
        other.space = self.space
        other.paid = self.paid
        other.tile = self.tile
        other.centre = self.centre
        other.gained = self.gained
        other.idle = self.idle
        other.winner = self.winner
        other.roads_ignore = self.roads_ignore
        self.map_shared = True
        other.map_shared = True
        self.store_shared = True
        other.store_shared = True
        self.cards_shared = True
        other.cards_shared = True

    def own_map(self) -> None:
        """A building or a tile is about to go on the map."""
        if not self.map_shared:
            return
        self.map_shared = False
        self.free = self.free[:]
        self.shows = self.shows[:]
        self.built = self.built[:]
        self.beside = self.beside[:]
        self.home = self.home[:]
        self.touched = self.touched[:]
        self.settlements = self.settlements[:]

    def own_store(self) -> None:
        """A building or an amphora is about to move before a seat."""
        if not self.store_shared:
            return
        self.store_shared = False
        self.stacks = self.stacks[:]
        self.unseen = self.unseen[:]
        self.storage = self.storage[:]
        self.amphorae = self.amphorae[:]
        self.awarded = self.awarded[:]

    def own_cards(self) -> None:
        """A card is about to move."""
        if not self.cards_shared:
            return
        self.cards_shared = False
        self.hands = self.hands[:]
        self.held = self.held[:]
        self.deck = self.deck[:]
        self.discard = self.discard[:]
        self.spent = self.spent[:]
        self.fresh = self.fresh[:]
        self.paid = self.paid[:]

    def game_id(self) -> str:
        return "attika"

    def seats(self) -> int:
        return int(self.n)

    @abstractmethod
    def clone(self) -> Position:
        """An independent copy."""

    # ---- the map ----

    @property
    def tiles(self) -> vec[i64]:
        """The map in numbers: face, centre and rotation of every tile, in laying order. All else about it follows."""
        out: vec[i64] = blank(TILE * int(self.laid))
        for n in range(self.laid):
            out[TILE * n] = self.faces[n]
            out[TILE * n + 1] = self.centres[n]
            out[TILE * n + 2] = self.turns[n]
        return out

    @tiles.setter
    def tiles(self, tiles: vec[i64]) -> None:
        self.clear_map()
        for n in range(len(tiles) // TILE):
            self.add_tile(tiles[TILE * n], tiles[TILE * n + 1], tiles[TILE * n + 2])

    def clear_map(self) -> None:
        """No tile lies yet."""
        count = len(self.parts.faces)
        self.laid = 0
        self.faces = blank(count, NONE)
        self.centres = blank(count, NONE)
        self.turns = blank(count, NONE)
        self.cells = blank(PETALS * count, NONE)
        self.symbols = blank(PETALS * count, NONE)
        self.near = blank(WORDS * PETALS * count)
        self.order = blank(PETALS * count, NONE)
        self.gates = blank(WORDS * len(self.layout.shrines))
        self.closed = blank(len(self.parts.cells) // WORD + 1)
        self.rim = blank(len(self.parts.cells) // WORD + 1)
        for shrine in self.layout.shrines:
            self._draw_rim(shrine, SHRINE_REACH)

    def add_tile(self, tile: i64, centre: i64, turn: i64) -> None:
        """Seven more spaces with their landscape, their neighbours and the shrines they touch. §1.2 §8.4"""
        self.faces = self.faces[:]
        self.centres = self.centres[:]
        self.turns = self.turns[:]
        self.cells = self.cells[:]
        self.symbols = self.symbols[:]
        self.faces[self.laid] = tile
        self.centres[self.laid] = centre
        self.turns[self.laid] = turn
        first: i64 = PETALS * self.laid
        self.cells[first] = centre
        for direction in range(TURNS):
            self.cells[first + 1 + direction] = self.parts.around[TURNS * centre + direction]
        for petal in range(PETALS):
            self.symbols[first + petal] = self.parts.symbol(tile, petal, turn)
        self.laid += 1
        self._put_in_order(first)
        self._join_neighbours(first)
        if self.laid < len(self.layout.centres) + self.layout.expansions:  # after the last one nobody asks any more
            self.closed = self.closed[:]
            self.rim = self.rim[:]
            self._draw_rim(centre, REACH)

    def _put_in_order(self, first: i64) -> None:
        """Slots by ascending cell: the seven of the last tile are merged in, the last ones first."""
        self.order = self.order[:]
        order = self.order
        cells = self.cells
        old: i64 = first
        left: i64 = PETALS
        for petal in BACKWARDS:
            slot: i64 = first + petal
            while old > 0 and cells[order[old - 1]] > cells[slot]:
                old -= 1
                order[old + left] = order[old]
            left -= 1
            order[old + left] = slot

    def _join_neighbours(self, first: i64) -> None:
        """The last tile's spaces become neighbours of one another, of those around, and of shrines. §1.2 §9.2"""
        self.near = self.near[:]
        self.gates = self.gates[:]
        for direction in range(TURNS):
            slot: i64 = first + 1 + direction
            self._join(slot, first)
            self._join(slot, first + 1 + (direction + 1) % TURNS)
            for aside in range(TURNS - 1, TURNS + 2):  # the three sides that look away from the tile
                cell: i64 = self.parts.around[TURNS * self.cells[slot] + (direction + aside) % TURNS]
                if cell != NONE and (self.closed[cell // WORD] & BIT[cell % WORD]) != 0:
                    self._look_over(slot, cell)

    def _look_over(self, slot: i64, cell: i64) -> None:
        """A space and what lies across the edge of its tile: another space, a shrine or nothing. §1.2 §9.2"""
        other: i64 = self.slot_of(cell)
        if other != NONE:
            self._join(slot, other)
            return
        for shrine in range(len(self.layout.shrines)):
            if self.layout.shrines[shrine] == cell:
                self.gates[WORDS * shrine + slot // WORD] |= BIT[slot % WORD]

    def _join(self, slot: i64, other: i64) -> None:
        self.near[WORDS * slot + other // WORD] |= BIT[other % WORD]
        self.near[WORDS * other + slot // WORD] |= BIT[slot % WORD]

    def _draw_rim(self, centre: i64, reach: i64) -> None:
        """A tile or shrine: no other tile's centre is nearer than `reach`; just that far away they touch. §8.3 §Q10"""
        self._close(centre)
        at: i64 = centre
        for steps in range(1, reach + 1):
            at = self.parts.around[TURNS * at + 4]  # one further out, then along the six sides of the ring
            for direction in range(TURNS):
                for _step in range(steps):  # a loop over "_" alone would box it
                    if steps < reach:
                        self._close(at)
                    elif (self.closed[at // WORD] & BIT[at % WORD]) == 0:
                        self.rim[at // WORD] |= BIT[at % WORD]
                    at = self.parts.around[TURNS * at + direction]

    def _close(self, cell: i64) -> None:
        self.closed[cell // WORD] |= BIT[cell % WORD]
        self.rim[cell // WORD] &= ~BIT[cell % WORD]

    # ---- what a seat may see ----

    def observe(self, player: int) -> Position:
        """The faces of cards in other hands and in the deck are hidden; everything else is open. §2.8 §Q25"""
        other = self.clone()
        other.own_cards()
        other.kept = other.kept[:]
        for seat in range(other.n):
            if seat != player:
                for kind in range(KINDS):
                    other.hands[KINDS * seat + kind] = UNKNOWN
                    other.kept[KINDS * seat + kind] = UNKNOWN
        for kind in range(KINDS):
            other.deck[kind] = UNKNOWN
        return other

    def fill(self, rng: Random) -> None:
        """Hands and deck are dealt from the cards unseen, as they may have come since the last shuffle. §2.8"""
        if self.deck[0] != UNKNOWN:
            return
        self.own_cards()
        self.kept = self.kept[:]
        old, new = self._unseen_cards()
        hidden = [seat for seat in range(int(self.n)) if self.hands[KINDS * seat] == UNKNOWN]
        cover = Cover(old, new)
        for seat in hidden:
            spent = [int(self.spent[KINDS * seat + kind]) for kind in range(KINDS)]
            drawn = int(self.fresh[seat])
            cover.add(spent, int(self.held[seat]) + sum(spent) - drawn, drawn)
        cover.solve(rng)
        for row, seat in enumerate(hidden):
            for kind in range(KINDS):
                from_old = cover.taken(row, kind)
                old[kind] -= from_old
                new[kind] -= int(self.spent[KINDS * seat + kind]) - from_old
                self.kept[KINDS * seat + kind] = from_old
                self.hands[KINDS * seat + kind] = 0
        for row, seat in enumerate(hidden):
            self._deal(seat, old, cover.old_left(row), True, rng)
            self._deal(seat, new, cover.new_left(row), False, rng)
        for kind in range(KINDS):
            self.deck[kind] = new[kind]

    def _unseen_cards(self) -> tuple[vec[i64], vec[i64]]:
        """Of each kind: what the hidden hands held at the last shuffle, and what the deck then was less known draws."""
        old: vec[i64] = blank(KINDS)
        new: vec[i64] = self.shuffled[:]
        for kind in range(KINDS):
            old[kind] = self.parts.cards[kind] - self.shuffled[kind]
            for seat in range(self.n):
                at: i64 = KINDS * seat + kind
                if self.hands[at] != UNKNOWN:
                    old[kind] -= self.kept[at]
                    new[kind] -= self.hands[at] + self.spent[at] - self.kept[at]
        return old, new

    def _deal(self, seat: int, pool: vec[i64], count: int, was_kept: bool, rng: Random) -> None:
        for _ in range(count):
            at: i64 = KINDS * seat + draw(pool, rng)
            self.hands[at] += 1
            if was_kept:
                self.kept[at] += 1

    # ---- questions the rules ask again and again ----

    def setup_seat(self) -> i64:
        """The seat whose stacks are being opened: the first that does not have all its top buildings. §2.5"""
        for seat in range(self.n):
            if self.stacks[STACKS * seat + STACKS - 1] == self.parts.heights[STACKS - 1]:
                return seat
        return NONE

    def slot_of(self, cell: i64) -> i64:
        """The slot on this cell, or NONE."""
        order = self.order
        cells = self.cells
        low: i64 = 0
        high: i64 = PETALS * self.laid - 1
        while low <= high:
            middle: i64 = (low + high) >> 1
            slot: i64 = order[middle]
            found: i64 = cells[slot]
            if found == cell:
                return slot
            if found < cell:
                low = middle + 1
            else:
                high = middle - 1
        return NONE

    def is_free(self, slot: i64) -> bool:
        """No building of anybody stands there. §5.1"""
        return (self.free[slot // WORD] & BIT[slot % WORD]) != 0

    def cards_left(self) -> i64:
        """Cards that can still be drawn. §4.6"""
        total: i64 = self.deck_left
        for kind in range(KINDS):
            total += self.discard[kind]
        return total

    def stands(self, seat: i64) -> i64:
        """How many buildings of a seat are on the map."""
        total: i64 = 0
        for building in range(BUILDINGS):
            if self.built[BUILDINGS * seat + building] != NONE:
                total += 1
        return total

    def has_built_all(self, seat: i64) -> bool:
        """Every building of a seat is on the map."""
        for building in range(self.parts.count):
            if self.built[BUILDINGS * seat + building] == NONE:
                return False
        return True


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table."""
    n = position.seats()
    out: dict[str, int] = {}
    in_hand = 0
    if position.building != NONE:
        in_hand = int(BIT[position.building])
    for seat in range(n):
        built = sum(int(BIT[b]) for b in range(BUILDINGS) if position.built[BUILDINGS * seat + b] != NONE)
        masks = [int(position.unseen[seat]), int(position.storage[seat]), built]
        if seat == position.active:
            masks.append(in_hand)
        out[f"buildings of seat {seat}"] = sum(masks)  # as a sum of bits: each building exactly once
        heights = sum(int(position.stacks[STACKS * seat + s]) for s in range(STACKS))
        if position.step == ask.DRAW_TOP and seat == position.active:
            heights += 1  # off its stack, not yet seen
        out[f"height of the stacks of seat {seat} less what is unseen"] = heights - int(popcount(position.unseen[seat]))
    if position.deck[0] != UNKNOWN:
        for kind, letter in enumerate(LETTERS):
            hands = sum(int(position.hands[KINDS * seat + kind]) for seat in range(n))
            out[f"card {letter}"] = (
                hands + int(position.deck[kind]) + int(position.discard[kind]) + int(position.paid[kind])
            )
    out["cards"] = int(position.cards_left()) + sum(int(h) for h in position.held) + sum(int(p) for p in position.paid)
    out["amphorae"] = int(position.supply) + sum(int(a) for a in position.amphorae)
    laid = sum(int(BIT[face]) for face in position.faces if face != NONE)
    in_hand_tile = 0
    if position.tile != NONE:
        in_hand_tile = int(BIT[position.tile])
    out["tiles"] = laid + int(position.pile) + in_hand_tile
    occupied = sum(1 for slot in position.built if slot != NONE)
    out["spaces less seven a tile"] = (
        sum(int(popcount(m)) for m in position.free) + occupied - PETALS * int(position.laid)
    )
    return out


def inventory(position: Position) -> dict[str, int]:
    """How many the pack prints for this table."""
    parts = position.parts
    out: dict[str, int] = {}
    for seat in range(position.seats()):
        out[f"buildings of seat {seat}"] = 2 ** int(parts.count) - 1
        out[f"height of the stacks of seat {seat} less what is unseen"] = 0
    if position.deck[0] != UNKNOWN:
        for kind, letter in enumerate(LETTERS):
            out[f"card {letter}"] = int(parts.cards[kind])
    out["cards"] = sum(int(c) for c in parts.cards)
    out["amphorae"] = int(parts.amphorae)
    out["tiles"] = 2 ** len(parts.faces) - 1
    out["spaces less seven a tile"] = 0
    return out
