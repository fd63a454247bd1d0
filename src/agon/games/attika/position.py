"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import draw
from agon.core.group import Group
from agon.core.numbers import BIT, NONE, UNKNOWN, WORD, blank, popcount
from agon.core.state import State
from agon.games.attika import questions as ask
from agon.games.attika.actions import Actions
from agon.games.attika.map import Map, laid_out
from agon.games.attika.parts import (
    BUILDINGS,
    KINDS,
    LETTERS,
    LEVELS,
    PETALS,
    PRICES,
    STACKS,
    WORDS,
    Layout,
    Parts,
)
from agon.games.attika.unseen import Cover

# The mode of a turn.
UNDECIDED: Final = 0
REVEALING: Final = 1
BUILDING: Final = 2


class Land(Group):
    """What stands on the map, and the settlements. Masks are WORDS words over slots."""

    def __init__(self, n: int, old: Land | None) -> None:
        self.free: vec[i64] = blank(WORDS) if old is None else old.free[:]  # slots without a building
        # slots that see at least 1, 2, ... symbols of a kind
        self.shows: vec[i64] = blank(PRICES * LEVELS * WORDS) if old is None else old.shows[:]
        self.built: vec[i64] = blank(BUILDINGS * n, NONE) if old is None else old.built[:]  # the slot of each building
        self.beside: vec[i64] = blank(WORDS * n) if old is None else old.beside[:]  # slots next to an own building
        # the settlement of each building: one of its buildings; and the mask of the shrines that one touches
        self.home: vec[i64] = blank(BUILDINGS * n, NONE) if old is None else old.home[:]
        self.touched: vec[i64] = blank(BUILDINGS * n) if old is None else old.touched[:]
        self.settlements: vec[i64] = blank(n) if old is None else old.settlements[:]

    def copy(self) -> Land:
        return Land(0, self)


class Store(Group):
    """What lies before each seat: stacks, storage board, amphorae."""

    def __init__(self, n: int, old: Store | None) -> None:
        self.stacks: vec[i64] = blank(STACKS * n) if old is None else old.stacks[:]  # their heights
        self.unseen: vec[i64] = blank(n) if old is None else old.unseen[:]  # mask of the buildings in the stacks
        self.storage: vec[i64] = blank(n) if old is None else old.storage[:]  # and of those on the storage board
        self.amphorae: vec[i64] = blank(n) if old is None else old.amphorae[:]
        self.awarded: vec[i64] = blank(n) if old is None else old.awarded[:]  # mask of the groups that brought one

    def copy(self) -> Store:
        return Store(0, self)


class Cards(Group):
    """The landscape cards, and what all could note since the deck was last shuffled. §Q25"""

    def __init__(self, n: int, old: Cards | None) -> None:
        self.hands: vec[i64] = blank(KINDS * n) if old is None else old.hands[:]
        self.held: vec[i64] = blank(n) if old is None else old.held[:]  # cards in hand, which all may count
        self.deck: vec[i64] = blank(KINDS) if old is None else old.deck[:]
        self.discard: vec[i64] = blank(KINDS) if old is None else old.discard[:]
        self.paid: vec[i64] = blank(KINDS) if old is None else old.paid[:]  # laid out for the building in hand
        self.spent: vec[i64] = blank(KINDS * n) if old is None else old.spent[:]  # paid by each seat since
        self.fresh: vec[i64] = blank(n) if old is None else old.fresh[:]  # how many it has drawn since

    def copy(self) -> Cards:
        return Cards(0, self)


class Shuffle(Group):
    """Where the cards were when the deck was last shuffled. §Q25"""

    def __init__(self, n: int, old: Shuffle | None) -> None:
        self.shuffled: vec[i64] = blank(KINDS) if old is None else old.shuffled[:]  # the deck
        self.kept: vec[i64] = blank(KINDS * n) if old is None else old.kept[:]  # the hands

    def copy(self) -> Shuffle:
        return Shuffle(0, self)


class Rulings:
    """How disputed rules are read at a table: part of its settings, like the pack, and no part of a position."""

    def __init__(self, any_links: bool, card_ends: bool, match_first: bool) -> None:
        self.any_links: i64 = 1 if any_links else 0  # a group may hang together through other own buildings, §Q8
        self.card_ends: i64 = 1 if card_ends else 0  # a card in place of an amphora ends the actions, §Q9
        self.match_first: i64 = 1 if match_first else 0  # two cards only where the matching one is lacking, §Q6


AS_DECIDED: Final = Rulings(False, False, False)


class Position(State):
    """The table in mid-game."""

    def __init__(self, parts: Parts, actions: Actions, layout: Layout, seats: i64, old: Position | None) -> None:
        zero: i64 = 0
        none: i64 = NONE
        self.parts = parts
        self.actions = actions
        self.layout = layout
        self.rulings: Rulings = AS_DECIDED if old is None else old.rulings
        self.n: i64 = seats
        n = int(seats)
        self.map: Map = Map(parts, layout, None) if old is None else old.map.lend()
        self.land: Land = Land(n, None) if old is None else old.land.lend()
        self.store: Store = Store(n, None) if old is None else old.store.lend()
        self.cards: Cards = Cards(n, None) if old is None else old.cards.lend()
        self.shuffle: Shuffle = Shuffle(n, None) if old is None else old.shuffle.lend()
        # the general supply
        self.pile: i64 = zero if old is None else old.pile  # mask of the tiles not yet drawn
        self.supply: i64 = zero if old is None else old.supply  # amphorae
        self.deck_left: i64 = zero if old is None else old.deck_left
        # whose turn it is, and what is asked
        self.starter: i64 = none if old is None else old.starter
        self.active: i64 = none if old is None else old.active
        self.step: i64 = zero if old is None else old.step  # of questions.py; the first is asked first
        self.mode: i64 = zero if old is None else old.mode
        self.left: i64 = zero if old is None else old.left  # actions of the mode left
        self.drawing: i64 = zero if old is None else old.drawing  # 1 once the drawing step has begun
        self.due: i64 = zero if old is None else old.due  # cards to be drawn now
        self.stack: i64 = none if old is None else old.stack  # the stack revealed from
        self.building: i64 = none if old is None else old.building  # the building in hand
        self.space: i64 = none if old is None else old.space  # the slot it goes to, while it is being paid
        self.tile: i64 = none if old is None else old.tile  # the tile in hand
        self.centre: i64 = none if old is None else old.centre  # the cell its centre goes to
        self.gained: i64 = zero if old is None else old.gained  # cards drawn in this turn
        self.idle: i64 = zero if old is None else old.idle  # turns in a row without a reveal, a build or a card
        self.winner: i64 = none if old is None else old.winner
        # the switch (§Q5)
        self.roads_ignore: i64 = zero if old is None else old.roads_ignore

    def fields(self) -> list[str]:
        return [*super().fields(), "tiles"]

    @property
    def tiles(self) -> vec[i64]:
        """The map in numbers."""
        return self.map.tiles()

    @tiles.setter
    def tiles(self, tiles: vec[i64]) -> None:
        self.map = laid_out(self.parts, self.layout, tiles)

    def game_id(self) -> str:
        return "attika"

    def seats(self) -> int:
        return int(self.n)

    # ---- what a seat may see ----

    def observe(self, player: int) -> Position:
        """The faces of cards in other hands and in the deck are hidden; everything else is open. §2.8 §Q25"""
        other = self.clone()
        cards = other.cards = other.cards.own()
        shuffle = other.shuffle = other.shuffle.own()
        for seat in range(other.n):
            if seat != player:
                for kind in range(KINDS):
                    cards.hands[KINDS * seat + kind] = UNKNOWN
                    shuffle.kept[KINDS * seat + kind] = UNKNOWN
        for kind in range(KINDS):
            cards.deck[kind] = UNKNOWN
        return other

    def fill(self, rng: Random) -> None:
        """Hands and deck are dealt from the cards unseen, as they may have come since the last shuffle. §2.8"""
        if self.cards.deck[0] != UNKNOWN:
            return
        cards = self.cards = self.cards.own()
        shuffle = self.shuffle = self.shuffle.own()
        old, new = self._unseen_cards()
        hidden = [seat for seat in range(int(self.n)) if cards.hands[KINDS * seat] == UNKNOWN]
        cover = Cover(old, new)
        for seat in hidden:
            spent = [int(cards.spent[KINDS * seat + kind]) for kind in range(KINDS)]
            drawn = int(cards.fresh[seat])
            cover.add(spent, int(cards.held[seat]) + sum(spent) - drawn, drawn)
        cover.solve(rng)
        for row, seat in enumerate(hidden):
            for kind in range(KINDS):
                from_old = cover.taken(row, kind)
                old[kind] -= from_old
                new[kind] -= int(cards.spent[KINDS * seat + kind]) - from_old
                shuffle.kept[KINDS * seat + kind] = from_old
                cards.hands[KINDS * seat + kind] = 0
        for row, seat in enumerate(hidden):
            self._deal(seat, old, cover.old_left(row), True, rng)
            self._deal(seat, new, cover.new_left(row), False, rng)
        for kind in range(KINDS):
            cards.deck[kind] = new[kind]

    def _unseen_cards(self) -> tuple[vec[i64], vec[i64]]:
        """Of each kind: what the hidden hands held at the last shuffle, and what the deck then was less known draws."""
        cards, kept = self.cards, self.shuffle.kept
        old = blank(KINDS)
        new = self.shuffle.shuffled[:]
        for kind in range(KINDS):
            old[kind] = self.parts.cards[kind] - new[kind]
            for seat in range(self.n):
                at = KINDS * seat + kind
                if cards.hands[at] != UNKNOWN:
                    old[kind] -= kept[at]
                    new[kind] -= cards.hands[at] + cards.spent[at] - kept[at]
        return old, new

    def _deal(self, seat: int, pool: vec[i64], count: int, was_kept: bool, rng: Random) -> None:
        for _ in range(count):
            at = KINDS * seat + draw(pool, rng)
            self.cards.hands[at] += 1
            if was_kept:
                self.shuffle.kept[at] += 1

    # ---- questions the rules ask again and again ----

    def setup_seat(self) -> i64:
        """The seat whose stacks are being opened: the first that does not have all its top buildings. §2.5"""
        for seat in range(self.n):
            if self.store.stacks[STACKS * seat + STACKS - 1] == self.parts.heights[STACKS - 1]:
                return seat
        return NONE

    def is_free(self, slot: i64) -> bool:
        """No building of anybody stands there. §5.1"""
        return (self.land.free[slot // WORD] & BIT[slot % WORD]) != 0

    def cards_left(self) -> i64:
        """Cards that can still be drawn. §4.6"""
        total = self.deck_left
        discard = self.cards.discard
        for kind in range(KINDS):
            total += discard[kind]
        return total

    def stands(self, seat: i64) -> i64:
        """How many buildings of a seat are on the map."""
        built = self.land.built
        total: i64 = 0
        for building in range(BUILDINGS):
            if built[BUILDINGS * seat + building] != NONE:
                total += 1
        return total

    def has_built_all(self, seat: i64) -> bool:
        """Every building of a seat is on the map."""
        built = self.land.built
        for building in range(self.parts.count):
            if built[BUILDINGS * seat + building] == NONE:
                return False
        return True


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table."""
    n = position.seats()
    land, store, cards = position.land, position.store, position.cards
    out: dict[str, int] = {}
    for seat in range(n):
        built = sum(int(BIT[b]) for b in range(BUILDINGS) if land.built[BUILDINGS * seat + b] != NONE)
        buildings = int(store.unseen[seat]) + int(store.storage[seat]) + built
        heights = sum(int(store.stacks[STACKS * seat + s]) for s in range(STACKS))
        if seat == position.active and position.building != NONE:
            buildings += int(BIT[position.building])
        if seat == position.active and position.step == ask.DRAW_TOP:
            heights += 1  # off its stack, not yet seen
        out[f"buildings of seat {seat}"] = buildings  # as a sum of bits: each building exactly once
        out[f"height of the stacks of seat {seat} less what is unseen"] = heights - int(popcount(store.unseen[seat]))
    if cards.deck[0] != UNKNOWN:
        for kind, letter in enumerate(LETTERS):
            hands = sum(int(cards.hands[KINDS * seat + kind]) for seat in range(n))
            out[f"card {letter}"] = hands + int(cards.deck[kind] + cards.discard[kind] + cards.paid[kind])
    out["cards"] = int(position.cards_left()) + sum(int(h) for h in [*cards.held, *cards.paid])
    out["amphorae"] = int(position.supply) + sum(int(a) for a in store.amphorae)
    out["tiles"] = int(position.pile) + sum(int(BIT[face]) for face in position.map.faces if face != NONE)
    if position.tile != NONE:
        out["tiles"] += int(BIT[position.tile])
    occupied = sum(1 for slot in land.built if slot != NONE)
    free = sum(int(popcount(m)) for m in land.free)
    out["spaces less seven a tile"] = free + occupied - PETALS * int(position.map.laid)
    return out


def inventory(position: Position) -> dict[str, int]:
    """How many the pack prints for this table."""
    parts = position.parts
    out: dict[str, int] = {}
    for seat in range(position.seats()):
        out[f"buildings of seat {seat}"] = 2 ** int(parts.count) - 1
        out[f"height of the stacks of seat {seat} less what is unseen"] = 0
    if position.cards.deck[0] != UNKNOWN:
        for kind, letter in enumerate(LETTERS):
            out[f"card {letter}"] = int(parts.cards[kind])
    out["cards"] = sum(int(c) for c in parts.cards)
    out["amphorae"] = int(parts.amphorae)
    out["tiles"] = 2 ** len(parts.faces) - 1
    out["spaces less seven a tile"] = 0
    return out
