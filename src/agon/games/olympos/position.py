"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import draw
from agon.core.group import Group
from agon.core.numbers import BIT, NONE, UNKNOWN, blank, popcount
from agon.core.state import State
from agon.games.olympos.actions import Actions
from agon.games.olympos.parts import (
    CARD_KINDS,
    CARDS,
    CHOICES,
    DISCOVERIES,
    GODS,
    KINDS,
    RESOURCES,
    STAR,
    WIDTH,
    Parts,
)

# What `bank` counts: given out by the supply, less what came back. Nothing there is ever short. §1.3
BANK_SETTLERS: Final = 4  # 0 to 3 are the cubes
BANK_HOURGLASSES: Final = 5
BANK_PRESTIGE: Final = 6
BANKS: Final = 7

SLOTS: Final = 2  # Olympos cards beside a Zeus space


class Map(Group):
    """The settlers: their stacks, territory by territory, each from bottom to top."""

    def __init__(self, n: int, land: int, levels: int, standing: i64, old: Map | None) -> None:
        self.land = land  # how many territories there are
        self.settlers: vec[i64] = blank(levels, NONE) if old is None else old.settlers[:]
        self.where: vec[i64] = blank(levels, NONE) if old is None else old.where[:]  # the territory each stands on
        self.standing: i64 = standing  # how many they are
        self.held: vec[i64] = blank(n) if old is None else old.held[:]  # mask of the territories a seat controls

    def copy(self) -> Map:
        return Map(0, self.land, 0, self.standing, self)

    def fields(self) -> list[str]:
        return ["settlers", "first", "held"]

    @property
    def first(self) -> vec[i64]:
        """Where each territory's stack begins in `settlers`, and at last where they end. All of `where` follows."""
        out: vec[i64] = blank(self.land + 1)
        for i in range(self.standing):
            out[self.where[i] + 1] += 1
        for territory in range(self.land):
            out[territory + 1] += out[territory]
        return out

    @first.setter
    def first(self, first: vec[i64]) -> None:
        self.where = blank(len(self.where), NONE)
        self.standing = first[self.land]
        for territory in range(self.land):
            for i in range(first[territory], first[territory + 1]):
                self.where[i] = territory


class Board(Group):
    """The development board, and what each seat took from it."""

    def __init__(self, n: int, cells: int, old: Board | None) -> None:
        self.tile_at: vec[i64] = blank(cells, NONE) if old is None else old.tile_at[:]  # the discovery on a cell
        self.copies: vec[i64] = blank(cells) if old is None else old.copies[:]  # tiles left there
        self.bonus_of: vec[i64] = blank(CHOICES * cells, NONE) if old is None else old.bonus_of[:]  # whose marker
        self.wonder_at: vec[i64] = blank(WIDTH, NONE) if old is None else old.wonder_at[:]  # the wonder of a column
        self.wonder_of: vec[i64] = blank(WIDTH, NONE) if old is None else old.wonder_of[:]  # who built it
        self.discovered: vec[i64] = blank(n) if old is None else old.discovered[:]  # mask of discoveries
        self.discounts: vec[i64] = blank(n) if old is None else old.discounts[:]  # resources of own discount tiles
        self.markers: vec[i64] = blank(WIDTH * n) if old is None else old.markers[:]  # own bonus markers in a column

    def copy(self) -> Board:
        return Board(0, 0, self)


class Camps(Group):
    """What lies before each seat, and what the supply gave out."""

    def __init__(self, n: int, old: Camps | None) -> None:
        self.stock: vec[i64] = blank(n) if old is None else old.stock[:]  # settlers in camp
        self.cubes: vec[i64] = blank(KINDS * n) if old is None else old.cubes[:]
        self.hourglasses: vec[i64] = blank(n) if old is None else old.hourglasses[:]
        self.prestige: vec[i64] = blank(n) if old is None else old.prestige[:]
        self.bank: vec[i64] = blank(BANKS) if old is None else old.bank[:]
        self.pool: vec[i64] = blank(KINDS) if old is None else old.pool[:]  # cubes set aside to be dealt in set-up

    def copy(self) -> Camps:
        return Camps(0, self)


class Cards(Group):
    """The destiny cards by kind, seat by seat where they belong to somebody."""

    def __init__(self, n: int, old: Cards | None) -> None:
        self.hand: vec[i64] = blank(CARD_KINDS * n) if old is None else old.hand[:]
        self.hand_size: vec[i64] = blank(n) if old is None else old.hand_size[:]
        self.deck: vec[i64] = blank(CARD_KINDS) if old is None else old.deck[:]
        self.discards: vec[i64] = blank(CARD_KINDS) if old is None else old.discards[:]
        # what the deck held when last shuffled, less Oracle discards
        self.shuffled: vec[i64] = blank(CARD_KINDS) if old is None else old.shuffled[:]
        # what each seat drew since; in observations part of `shuffled`
        self.drawn: vec[i64] = blank(CARD_KINDS * n) if old is None else old.drawn[:]
        self.looked: vec[i64] = blank(CARD_KINDS) if old is None else old.looked[:]  # what the Oracle's owner looks at

    def copy(self) -> Cards:
        return Cards(0, self)


class Track(Group):
    """The time track, and the gods beside it."""

    def __init__(self, n: int, zeus: int, old: Track | None) -> None:
        self.space_of: vec[i64] = blank(n) if old is None else old.space_of[:]
        # seats as they play: furthest back first, uppermost first
        self.queue: vec[i64] = blank(n, NONE) if old is None else old.queue[:]
        self.reached: vec[i64] = blank(zeus) if old is None else old.reached[:]  # mask of the seats, by Zeus space
        self.god_at: vec[i64] = blank(SLOTS * zeus, NONE) if old is None else old.god_at[:]  # the cards turned up there
        self.symbols: vec[i64] = blank(n) if old is None else old.symbols[:]  # Zeus symbols played for the god at work

    def copy(self) -> Track:
        return Track(0, 0, self)


class Rulings:
    """How disputed rules are read at a table: part of its settings, like the pack, and no part of a position."""

    def __init__(self, detours: bool, any_time: bool) -> None:
        self.detours: i64 = 1 if detours else 0  # a settler may walk further than he has to, §Q36
        self.any_time: i64 = 1 if any_time else 0  # cards at every decision of one's own turn, §5.3


AS_DECIDED: Final = Rulings(False, False)


class Position(State):
    """The table in mid-game. Hidden are the faces of the destiny cards in hands and the order of the decks, which are
    kept as counts; prestige lies face down, but everybody saw it being gained."""

    def __init__(self, parts: Parts, actions: Actions, seats: i64, old: Position | None) -> None:
        zero: i64 = 0
        none: i64 = NONE
        self.parts = parts
        self.actions = actions
        self.rulings: Rulings = AS_DECIDED if old is None else old.rulings
        self.n: i64 = seats
        n, zeus = int(seats), len(parts.zeus)
        self.map: Map = Map(n, parts.land, parts.levels, 0, None) if old is None else old.map.lend()
        self.board: Board = Board(n, len(parts.cells), None) if old is None else old.board.lend()
        self.camps: Camps = Camps(n, None) if old is None else old.camps.lend()
        self.cards: Cards = Cards(n, None) if old is None else old.cards.lend()
        self.track: Track = Track(n, zeus, None) if old is None else old.track.lend()
        # the map and the development board
        self.blocked: i64 = zero if old is None else old.blocked  # mask of territories
        self.tribes: i64 = zero if old is None else old.tribes  # mask of territories
        # mask of the resources whose Money or Agriculture tile is left
        self.discounts_left: i64 = zero if old is None else old.discounts_left
        # the cards
        self.deck_size: i64 = zero if old is None else old.deck_size
        self.looked_size: i64 = zero if old is None else old.looked_size
        # how many of them were drawn before the last shuffle
        self.old_looked: i64 = zero if old is None else old.old_looked
        self.gods_left: i64 = zero if old is None else old.gods_left  # mask of the Olympos cards not yet seen
        self.latest: i64 = none if old is None else old.latest  # the last of those seen
        # the gods at work: masks of seats
        self.athena: i64 = zero if old is None else old.athena
        self.ares: i64 = zero if old is None else old.ares
        self.siren: i64 = zero if old is None else old.siren
        self.keres: i64 = zero if old is None else old.keres
        self.erinyes: i64 = zero if old is None else old.erinyes
        # set-up
        # places of the development board that were dealt to
        self.tiles_dealt: i64 = zero if old is None else old.tiles_dealt
        self.tokens_stacked: i64 = zero if old is None else old.tokens_stacked
        self.cubes_dealt: i64 = zero if old is None else old.cubes_dealt
        # the turn
        self.step: i64 = zero if old is None else old.step  # of questions.py; the first is asked first
        self.active: i64 = none if old is None else old.active  # whose turn it is
        self.done: i64 = zero if old is None else old.done  # mask of the seats that have finished
        self.price: i64 = zero if old is None else old.price  # what the action costs
        # 1: the active seat stood on or beyond the last Zeus when its turn came
        self.last_turn: i64 = zero if old is None else old.last_turn
        self.goal: i64 = none if old is None else old.goal  # the territory a settler is to go to
        self.cell: i64 = none if old is None else old.cell  # the cell being developed
        self.column: i64 = none if old is None else old.column  # the column of the wonder being built
        # where the token came from; NONE while nothing is being paid
        self.old_space: i64 = none if old is None else old.old_space
        self.zeus: i64 = none if old is None else old.zeus  # the Zeus space being dealt with
        self.god: i64 = none if old is None else old.god  # the Olympos card being dealt with
        self.offset: i64 = zero if old is None else old.offset  # seats asked so far, clockwise from the active one
        # mask of the seats the god reaches and who still have to choose
        self.struck: i64 = zero if old is None else old.struck
        self.picks: i64 = zero if old is None else old.picks  # cubes still to be taken

    def told(self, fields: dict[str, int | list[int]]) -> dict[str, int | list[int]]:
        """Tiles, tokens and cubes dealt in set-up were one number when the first records were written; of the three
        only the one being counted is not 0."""
        dealt = 0
        for name in ("tiles_dealt", "tokens_stacked", "cubes_dealt"):
            count = fields.pop(name)
            assert isinstance(count, int)
            dealt += count
        fields["dealt"] = dealt
        return fields

    def game_id(self) -> str:
        return "olympos"

    def seats(self) -> int:
        return int(self.n)

    @abstractmethod
    def stars_shown(self) -> i64:
        """Star cards that everybody knows to be in the active seat's hand."""

    # ---- what a seat may see ----

    def observe(self, player: int) -> Position:
        """The others' hands, the cards another looks at and the deck are hidden; their sizes are open. §1.4

        What the viewer drew since the last shuffle cannot lie in the deck: it is taken off `shuffled`.
        """
        seen = self.clone()
        cards = seen.cards = seen.cards.own()
        if player >= 0:
            for kind in range(CARD_KINDS):
                cards.shuffled[kind] -= cards.drawn[CARD_KINDS * player + kind]
        cards.drawn = blank(len(cards.drawn))
        for seat in range(self.n):
            if seat != player and cards.hand_size[seat] > 0:
                for kind in range(CARD_KINDS):
                    cards.hand[CARD_KINDS * seat + kind] = UNKNOWN
        if self.looked_size > 0 and self.active != player:
            cards.looked = blank(CARD_KINDS, UNKNOWN)
        cards.deck = blank(CARD_KINDS, UNKNOWN)
        return seen

    def fill(self, rng: Random) -> None:
        """Deal the unseen cards: first a deck that can have come from its last shuffle, then the hands. §Q5

        Whoever is choosing between star cards and Athena's star has shown how many cards at least there must be.
        """
        if self.cards.deck[0] != UNKNOWN:
            return
        cards = self.cards = self.cards.own()
        hand = cards.hand
        unseen = self.unseen()
        shown: i64 = 0
        if self.active >= 0 and hand[CARD_KINDS * self.active + STAR] == UNKNOWN:
            shown = self.stars_shown()
            unseen[STAR] -= shown
        sources = blank(CARD_KINDS)
        for kind in range(CARD_KINDS):
            sources[kind] = unseen[kind]
            if cards.shuffled[kind] < sources[kind]:
                sources[kind] = cards.shuffled[kind]
        cards.deck = blank(CARD_KINDS)
        for _ in range(self.deck_size):
            drawn = draw(sources, rng)
            cards.deck[drawn] += 1
            unseen[drawn] -= 1
        if cards.looked[0] == UNKNOWN:
            cards.looked = blank(CARD_KINDS)
            for _ in range(self.looked_size):
                cards.looked[draw(unseen, rng)] += 1
        for seat in range(self.n):
            at = CARD_KINDS * seat
            if hand[at] == UNKNOWN:
                for kind in range(CARD_KINDS):
                    hand[at + kind] = 0
                hidden = cards.hand_size[seat]
                if seat == self.active:
                    hand[at + STAR] = shown
                    hidden -= shown
                for _ in range(hidden):
                    hand[at + draw(unseen, rng)] += 1

    def unseen(self) -> vec[i64]:
        """The destiny cards that lie nowhere in sight."""
        cards = self.cards
        out: vec[i64] = blank(CARD_KINDS)
        for kind in range(CARD_KINDS):
            out[kind] = self.parts.card_count[kind] - cards.discards[kind]
            if cards.looked[kind] > 0:
                out[kind] -= cards.looked[kind]
            for seat in range(self.n):
                if cards.hand[CARD_KINDS * seat + kind] > 0:
                    out[kind] -= cards.hand[CARD_KINDS * seat + kind]
        return out

    # ---- questions the rules ask again and again ----

    def called(self) -> i64:
        """Whom a god asks now, clockwise from the active seat; without a god that seat itself. §9.2 §9.4"""
        return (self.active + self.offset) % self.n

    def has(self, seat: i64, discovery: i64) -> bool:
        """Whether the seat owns this discovery. §7.1"""
        return (self.board.discovered[seat] & BIT[discovery]) != 0

    def bottom(self, territory: i64) -> i64:
        """Where a territory's stack begins in `settlers`, or would begin. §1.2"""
        where = self.map.where
        standing = self.map.standing
        at: i64 = 0
        while at < standing and where[at] < territory:
            at += 1
        return at

    def stack(self, territory: i64) -> list[int]:
        """The settlers there, bottom to top. §1.2"""
        there = self.map
        return [int(there.settlers[i]) for i in range(there.standing) if there.where[i] == territory]

    def controller(self, territory: i64) -> i64:
        """Whose settler is on top; NONE in an empty territory. §1.2"""
        bit = BIT[territory]
        held = self.map.held
        for seat in range(self.n):
            if (held[seat] & bit) != 0:
                return seat
        return NONE

    def tiles(self, seat: i64, resource: i64) -> i64:
        """Territory tiles of a resource: one for each territory controlled, so they never run out. §6.5 §Q4"""
        return popcount(self.map.held[seat] & self.parts.of_resource[resource])

    def star_tiles(self, seat: i64) -> i64:
        """Star tiles: one for each starred territory controlled; its tribe is gone. §6.8"""
        return popcount(self.map.held[seat] & self.parts.starred)

    def on_map(self, seat: i64) -> i64:
        """Own settlers on the map, beaten ones included."""
        settlers = self.map.settlers
        count: i64 = 0
        for i in range(self.map.standing):
            if settlers[i] == seat:
                count += 1
        return count

    def has_finished(self, seat: i64) -> bool:
        """Whether the seat's game is over. §10.1"""
        return (self.done & BIT[seat]) != 0


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table; banks without limit balance instead. §1.1 §1.3"""
    n = position.seats()
    parts, board, cards = position.parts, position.board, position.cards
    held = [int(mask) for mask in position.map.held]
    controlled = sum(int(popcount(mask)) for mask in held)
    empty = sum(1 for t in range(parts.land) if position.controller(t) == NONE and not position.blocked & BIT[t])
    kept_off = int(popcount(parts.starred & position.blocked))
    turned = int(popcount(parts.starred & ~position.blocked & ~position.tribes))
    out = {
        "territory tile": controlled + empty + int(popcount(position.blocked)),
        "tribe": int(popcount(position.tribes)) + turned + kept_off,
        "discovery tile": sum(int(c) for c in board.copies) + sum(int(popcount(m)) for m in board.discovered),
        "discount tile": int(popcount(position.discounts_left)) + sum(int(popcount(m)) for m in board.discounts),
        "wonder": len({int(w) for w in board.wonder_at if w >= 0}),
        "god": int(popcount(position.gods_left)) + sum(1 for g in position.track.god_at if g >= 0),
        "seat on the track": len({int(s) for s in position.track.queue if s >= 0}),
        "settlers": int(position.map.standing) + sum(int(s) for s in position.camps.stock),
        "hourglasses": sum(int(h) for h in position.camps.hourglasses),
        "prestige": sum(int(p) for p in position.camps.prestige),
    }
    for kind in range(KINDS):
        out[f"{RESOURCES[kind]} cubes"] = sum(int(position.camps.cubes[KINDS * seat + kind]) for seat in range(n))
    for kind in range(CARD_KINDS):
        in_hands = sum(int(cards.hand[CARD_KINDS * seat + kind]) for seat in range(n))
        away = int(cards.deck[kind]) + int(cards.discards[kind]) + int(cards.looked[kind])
        out[f"card {CARDS[kind]}"] = in_hands + away
    return out


def inventory(position: Position) -> dict[str, int]:
    """How many the pack prints for this table, and what the banks have given out."""
    n = position.seats()
    parts = position.parts
    copies = parts.copies[n]
    dealt = [d for d in range(len(DISCOVERIES)) if any(t == d for t in position.board.tile_at)]
    discounts = [d for d in dealt if parts.discounts[d]]
    bank = [int(b) for b in position.camps.bank]
    out = {
        "territory tile": parts.territory_tiles,
        "tribe": parts.tribe_tiles,
        "discovery tile": sum(copies[int(parts.row[d])] for d in dealt),
        "discount tile": sum(int(popcount(parts.discounts[d])) for d in discounts),
        "wonder": sum(1 for w in position.board.wonder_at if w >= 0),
        "god": len(GODS),
        "seat on the track": sum(1 for s in position.track.queue if s >= 0),
        "settlers": bank[BANK_SETTLERS],
        "hourglasses": bank[BANK_HOURGLASSES],
        "prestige": bank[BANK_PRESTIGE],
    }
    for kind in range(KINDS):
        out[f"{RESOURCES[kind]} cubes"] = bank[kind]
    for kind in range(CARD_KINDS):
        out[f"card {CARDS[kind]}"] = int(parts.card_count[kind])
    return out
