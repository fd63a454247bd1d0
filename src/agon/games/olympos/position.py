"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import draw
from agon.core.numbers import BIT, blank, popcount
from agon.core.state import NONE, UNKNOWN, State
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

# What is being asked; `step` holds one of these.
DEAL_TILES: Final = 0  # chance: discoveries and wonders, §4.2 §4.3
STACK_TOKENS: Final = 1  # chance: the starting stack, §4.4
BLOCK: Final = 2  # the lowest of the stack blocks territories, §4.5
DRAW_SPARE: Final = 3  # chance: the fifth cube, §4.7
DEAL_CUBES: Final = 4  # chance: a cube for everybody, §4.7
TAKE_TURN: Final = 5  # cards, then an action, §5.2
CHOOSE_SETTLER: Final = 6  # who goes there, §6.1
CHOOSE_PAYMENT: Final = 7  # which cubes, §7.2
CHOOSE_TILE: Final = 8  # which of the two Money or Agriculture tiles, §7.4
DRAW_CARD: Final = 9  # chance: a destiny card, §8.1
DISCARD_LOOKED: Final = 10  # the Oracle keeps one, §8.1
TAKE_CUBES: Final = 11  # Commerce and Artemis, §7.4 §9.4
CHOOSE_BONUS: Final = 12  # §7.5
CHOOSE_STARS: Final = 13  # Athena's star or cards, §7.6
BEFORE_PAYING: Final = 14  # card window, §5.3
AFTER_DRAWING: Final = 15  # card window at a Zeus space, §5.3
DRAW_GOD: Final = 16  # chance: an Olympos card, §9.1
REACT: Final = 17  # Zeus symbols from the hand, §9.2
LOSE_SETTLER: Final = 18  # Hades, §9.5
FINISHED: Final = 19

# What `bank` counts: given out by the supply, less what came back. Nothing there is ever short. §1.3
BANK_SETTLERS: Final = 4  # 0 to 3 are the cubes
BANK_HOURGLASSES: Final = 5
BANK_PRESTIGE: Final = 6
BANKS: Final = 7

SLOTS: Final = 2  # Olympos cards beside a Zeus space

NOTHING: Final = blank(0)  # in place of a vector that `set_out` or a copy brings


class Position(State):
    """The table in mid-game. Hidden are the faces of the destiny cards in hands and the order of the decks, which are
    kept as counts; prestige lies face down, but everybody saw it being gained.

    Copies share their vectors, group by group, until one of them writes: whoever writes calls `own_map` or its like
    first."""

    def __init__(self, parts: Parts, actions: Actions, seats: i64) -> None:
        self.parts = parts
        self.actions = actions
        self.n: i64 = seats
        # the map
        self.blocked: i64 = 0  # mask of territories
        self.tribes: i64 = 0  # mask of territories
        self.settlers: vec[i64] = NOTHING  # the stacks, territory by territory, bottom to top
        self.where: vec[i64] = NOTHING  # the territory each of them stands on
        self.standing: i64 = 0  # how many they are
        self.held: vec[i64] = NOTHING  # mask of the territories a seat controls
        # the development board
        self.tile_at: vec[i64] = NOTHING  # the discovery on a cell
        self.copies: vec[i64] = NOTHING  # tiles left there
        self.discounts_left: i64 = 0  # mask of the resources whose Money or Agriculture tile is left
        self.bonus_of: vec[i64] = NOTHING  # whose marker lies on a bonus
        self.wonder_at: vec[i64] = NOTHING  # the wonder of a column
        self.wonder_of: vec[i64] = NOTHING  # who built the wonder of a column
        # before each seat
        self.stock: vec[i64] = NOTHING  # settlers in camp
        self.cubes: vec[i64] = NOTHING
        self.hourglasses: vec[i64] = NOTHING
        self.prestige: vec[i64] = NOTHING
        self.discovered: vec[i64] = NOTHING  # mask of discoveries
        self.discounts: vec[i64] = NOTHING  # mask of the resources of own Money and Agriculture tiles
        self.markers: vec[i64] = NOTHING  # own bonus markers in a column
        self.hand: vec[i64] = NOTHING
        self.hand_size: vec[i64] = NOTHING
        # the cards
        self.deck: vec[i64] = NOTHING
        self.deck_size: i64 = 0
        self.discards: vec[i64] = NOTHING
        self.shuffled: vec[i64] = NOTHING  # what the deck held when last shuffled, less Oracle discards
        self.drawn: vec[i64] = NOTHING  # what each seat drew since; in observations part of `shuffled`
        self.looked: vec[i64] = NOTHING  # cards the Oracle's owner is looking at
        self.looked_size: i64 = 0
        self.old_looked: i64 = 0  # how many of them were drawn before the last shuffle
        self.gods_left: i64 = 0  # mask of the Olympos cards not yet seen
        self.god_at: vec[i64] = NOTHING  # the cards turned up at each Zeus space
        self.latest: i64 = NONE  # the last of them
        # the gods at work: masks of seats
        self.athena: i64 = 0
        self.ares: i64 = 0
        self.siren: i64 = 0
        self.keres: i64 = 0
        self.erinyes: i64 = 0
        # the time track
        self.space_of: vec[i64] = NOTHING
        self.queue: vec[i64] = NOTHING  # seats as they play: furthest back first, uppermost first
        self.reached: vec[i64] = NOTHING  # mask of the seats that have reached a Zeus space
        self.done: i64 = 0  # mask of the seats that have finished
        self.bank: vec[i64] = NOTHING
        # the turn
        self.step: i64 = DEAL_TILES
        self.active: i64 = NONE  # whose turn it is
        self.dealt: i64 = 0  # tiles, tokens or cubes dealt in set-up
        self.pool: vec[i64] = NOTHING  # cubes set aside to be dealt in set-up
        self.price: i64 = 0  # what the action costs
        self.last_turn: i64 = 0  # 1: the active seat stood on or beyond the last Zeus when its turn came
        self.goal: i64 = NONE  # the territory a settler is to go to
        self.cell: i64 = NONE  # the cell being developed
        self.column: i64 = NONE  # the column of the wonder being built
        self.old_space: i64 = NONE  # where the token came from; NONE while nothing is being paid
        self.zeus: i64 = NONE  # the Zeus space being dealt with
        self.god: i64 = NONE  # the Olympos card being dealt with
        self.symbols: vec[i64] = NOTHING  # Zeus symbols played for it
        self.offset: i64 = 0  # seats asked so far, clockwise from the active one
        self.struck: i64 = 0  # mask of the seats the god reaches and who still have to choose
        self.picks: i64 = 0  # cubes still to be taken
        # whether a copy may hold the same vectors: who writes to a group calls its own_... first
        self.map_shared: bool = False
        self.board_shared: bool = False
        self.camps_shared: bool = False
        self.cards_shared: bool = False
        self.track_shared: bool = False

    def set_out(self) -> None:
        """An empty table: every vector at its size."""
        parts = self.parts
        n = int(self.n)
        self.settlers = blank(parts.levels, NONE)
        self.where = blank(parts.levels, NONE)
        self.held = blank(n)
        self.tile_at = blank(len(parts.cells), NONE)
        self.copies = blank(len(parts.cells))
        self.bonus_of = blank(CHOICES * len(parts.cells), NONE)
        self.wonder_at = blank(WIDTH, NONE)
        self.wonder_of = blank(WIDTH, NONE)
        self.stock = blank(n)
        self.cubes = blank(KINDS * n)
        self.hourglasses = blank(n)
        self.prestige = blank(n)
        self.discovered = blank(n)
        self.discounts = blank(n)
        self.markers = blank(WIDTH * n)
        self.hand = blank(CARD_KINDS * n)
        self.hand_size = blank(n)
        self.deck = blank(CARD_KINDS)
        self.discards = blank(CARD_KINDS)
        self.shuffled = blank(CARD_KINDS)
        self.drawn = blank(CARD_KINDS * n)
        self.looked = blank(CARD_KINDS)
        self.god_at = blank(SLOTS * len(parts.zeus), NONE)
        self.space_of = blank(n)
        self.queue = blank(n, NONE)
        self.reached = blank(len(parts.zeus))
        self.bank = blank(BANKS)
        self.pool = blank(KINDS)
        self.symbols = blank(n)

    def fields(self) -> list[str]:
        return [
            "blocked", "tribes", "settlers", "first", "held",
            "tile_at", "copies", "discounts_left", "bonus_of", "wonder_at", "wonder_of",
            "stock", "cubes", "hourglasses", "prestige", "discovered", "discounts", "markers", "hand", "hand_size",
            "deck", "deck_size", "discards", "shuffled", "drawn",
            "looked", "looked_size", "old_looked", "gods_left", "god_at", "latest",
            "athena", "ares", "siren", "keres", "erinyes",
            "space_of", "queue", "reached", "done", "bank",
            "step", "active", "dealt", "pool", "price", "last_turn", "goal", "cell", "column", "old_space",
            "zeus", "god", "symbols", "offset", "struck", "picks",
        ]  # fmt: skip

    def copy_to(self, other: Position) -> None:
        """Every field; vectors are shared until one of the two writes to their group."""
        other.blocked = self.blocked
        other.tribes = self.tribes
        other.settlers = self.settlers
        other.where = self.where
        other.standing = self.standing
        other.held = self.held
        other.tile_at = self.tile_at
        other.copies = self.copies
        other.discounts_left = self.discounts_left
        other.bonus_of = self.bonus_of
        other.wonder_at = self.wonder_at
        other.wonder_of = self.wonder_of
        other.stock = self.stock
        other.cubes = self.cubes
        other.hourglasses = self.hourglasses
        other.prestige = self.prestige
        other.discovered = self.discovered
        other.discounts = self.discounts
        other.markers = self.markers
        other.hand = self.hand
        other.hand_size = self.hand_size
        other.deck = self.deck
        other.deck_size = self.deck_size
        other.discards = self.discards
        other.shuffled = self.shuffled
        other.drawn = self.drawn
        other.looked = self.looked
        other.looked_size = self.looked_size
        other.old_looked = self.old_looked
        other.gods_left = self.gods_left
        other.god_at = self.god_at
        other.latest = self.latest
        other.athena = self.athena
        other.ares = self.ares
        other.siren = self.siren
        other.keres = self.keres
        other.erinyes = self.erinyes
        other.space_of = self.space_of
        other.queue = self.queue
        other.reached = self.reached
        other.done = self.done
        other.bank = self.bank
        other.step = self.step
        other.active = self.active
        other.dealt = self.dealt
        other.pool = self.pool
        other.price = self.price
        other.last_turn = self.last_turn
        other.goal = self.goal
        other.cell = self.cell
        other.column = self.column
        other.old_space = self.old_space
        other.zeus = self.zeus
        other.god = self.god
        other.symbols = self.symbols
        other.offset = self.offset
        other.struck = self.struck
        other.picks = self.picks
        self.map_shared = True
        other.map_shared = True
        self.board_shared = True
        other.board_shared = True
        self.camps_shared = True
        other.camps_shared = True
        self.cards_shared = True
        other.cards_shared = True
        self.track_shared = True
        other.track_shared = True

    def own_map(self) -> None:
        """Before a settler moves."""
        if self.map_shared:
            self.map_shared = False
            self.settlers = self.settlers[:]
            self.where = self.where[:]
            self.held = self.held[:]

    def own_board(self) -> None:
        """Before tiles, bonuses or wonders are laid or taken."""
        if self.board_shared:
            self.board_shared = False
            self.tile_at = self.tile_at[:]
            self.copies = self.copies[:]
            self.bonus_of = self.bonus_of[:]
            self.wonder_at = self.wonder_at[:]
            self.wonder_of = self.wonder_of[:]
            self.discovered = self.discovered[:]
            self.discounts = self.discounts[:]
            self.markers = self.markers[:]

    def own_camps(self) -> None:
        """Before anything comes from the supply or goes back."""
        if self.camps_shared:
            self.camps_shared = False
            self.stock = self.stock[:]
            self.cubes = self.cubes[:]
            self.hourglasses = self.hourglasses[:]
            self.prestige = self.prestige[:]
            self.bank = self.bank[:]

    def own_cards(self) -> None:
        """Before a destiny card moves."""
        if self.cards_shared:
            self.cards_shared = False
            self.hand = self.hand[:]
            self.hand_size = self.hand_size[:]
            self.deck = self.deck[:]
            self.discards = self.discards[:]
            self.shuffled = self.shuffled[:]
            self.drawn = self.drawn[:]
            self.looked = self.looked[:]

    def own_track(self) -> None:
        """Before a token moves or a god acts."""
        if self.track_shared:
            self.track_shared = False
            self.god_at = self.god_at[:]
            self.space_of = self.space_of[:]
            self.queue = self.queue[:]
            self.reached = self.reached[:]
            self.pool = self.pool[:]
            self.symbols = self.symbols[:]

    # ---- the stacks ----

    @property
    def first(self) -> vec[i64]:
        """Where each territory's stack begins in `settlers`, and at last where they end. All of `where` follows."""
        out: vec[i64] = blank(self.parts.land + 1)
        for i in range(self.standing):
            out[self.where[i] + 1] += 1
        for territory in range(self.parts.land):
            out[territory + 1] += out[territory]
        return out

    @first.setter
    def first(self, first: vec[i64]) -> None:
        self.where = blank(self.parts.levels, NONE)
        self.standing = first[self.parts.land]
        for territory in range(self.parts.land):
            for i in range(first[territory], first[territory + 1]):
                self.where[i] = territory

    def game_id(self) -> str:
        return "olympos"

    def seats(self) -> int:
        return int(self.n)

    @abstractmethod
    def clone(self) -> Position:
        """An independent copy."""

    @abstractmethod
    def stars_shown(self) -> i64:
        """Star cards that everybody knows to be in the active seat's hand."""

    # ---- what a seat may see ----

    def observe(self, player: int) -> Position:
        """The others' hands, the cards another looks at and the deck are hidden; their sizes are open. §1.4

        What the viewer drew since the last shuffle cannot lie in the deck: it is taken off `shuffled`.
        """
        seen = self.clone()
        seen.own_cards()
        if player >= 0:
            for kind in range(CARD_KINDS):
                seen.shuffled[kind] -= self.drawn[CARD_KINDS * player + kind]
        seen.drawn = blank(CARD_KINDS * int(self.n))
        for seat in range(self.n):
            if seat != player and self.hand_size[seat] > 0:
                for kind in range(CARD_KINDS):
                    seen.hand[CARD_KINDS * seat + kind] = UNKNOWN
        if self.looked_size > 0 and self.active != player:
            seen.looked = blank(CARD_KINDS, UNKNOWN)
        seen.deck = blank(CARD_KINDS, UNKNOWN)
        return seen

    def fill(self, rng: Random) -> None:
        """Deal the unseen cards: first a deck that can have come from its last shuffle, then the hands. §Q5

        Whoever is choosing between star cards and Athena's star has shown how many cards at least there must be.
        """
        if self.deck[0] != UNKNOWN:
            return
        self.own_cards()
        unseen = self.unseen()
        shown: i64 = 0
        if self.active >= 0 and self.hand[CARD_KINDS * self.active + STAR] == UNKNOWN:
            shown = self.stars_shown()
            unseen[STAR] -= shown
        sources = blank(CARD_KINDS)
        for kind in range(CARD_KINDS):
            sources[kind] = unseen[kind]
            if self.shuffled[kind] < sources[kind]:
                sources[kind] = self.shuffled[kind]
        self.deck = blank(CARD_KINDS)
        for _ in range(self.deck_size):
            drawn: i64 = draw(sources, rng)
            self.deck[drawn] += 1
            unseen[drawn] -= 1
        if self.looked[0] == UNKNOWN:
            self.looked = blank(CARD_KINDS)
            for _ in range(self.looked_size):
                self.looked[draw(unseen, rng)] += 1
        for seat in range(self.n):
            at: i64 = CARD_KINDS * seat
            if self.hand[at] == UNKNOWN:
                for kind in range(CARD_KINDS):
                    self.hand[at + kind] = 0
                hidden: i64 = self.hand_size[seat]
                if seat == self.active:
                    self.hand[at + STAR] = shown
                    hidden -= shown
                for _ in range(hidden):
                    self.hand[at + draw(unseen, rng)] += 1

    def unseen(self) -> vec[i64]:
        """The destiny cards that lie nowhere in sight."""
        out: vec[i64] = blank(CARD_KINDS)
        for kind in range(CARD_KINDS):
            out[kind] = self.parts.card_count[kind] - self.discards[kind]
            if self.looked[kind] > 0:
                out[kind] -= self.looked[kind]
            for seat in range(self.n):
                if self.hand[CARD_KINDS * seat + kind] > 0:
                    out[kind] -= self.hand[CARD_KINDS * seat + kind]
        return out

    # ---- questions the rules ask again and again ----

    def has(self, seat: i64, discovery: i64) -> bool:
        """Whether the seat owns this discovery. §7.1"""
        return (self.discovered[seat] & BIT[discovery]) != 0

    def bottom(self, territory: i64) -> i64:
        """Where a territory's stack begins in `settlers`, or would begin. §1.2"""
        where = self.where
        at: i64 = 0
        while at < self.standing and where[at] < territory:
            at += 1
        return at

    def height(self, territory: i64) -> i64:
        """How many settlers stand there, one upon the other. §1.2"""
        return self.bottom(territory + 1) - self.bottom(territory)

    def controller(self, territory: i64) -> i64:
        """Whose settler is on top; NONE in an empty territory. §1.2"""
        bit: i64 = BIT[territory]
        held = self.held
        for seat in range(self.n):
            if (held[seat] & bit) != 0:
                return seat
        return NONE

    def tiles(self, seat: i64, resource: i64) -> i64:
        """Territory tiles of a resource: one for each territory controlled, so they never run out. §6.5 §Q4"""
        return popcount(self.held[seat] & self.parts.of_resource[resource])

    def star_tiles(self, seat: i64) -> i64:
        """Star tiles: one for each starred territory controlled; its tribe is gone. §6.8"""
        return popcount(self.held[seat] & self.parts.starred)

    def on_map(self, seat: i64) -> i64:
        """Own settlers on the map, beaten ones included."""
        count: i64 = 0
        for i in range(self.standing):
            if self.settlers[i] == seat:
                count += 1
        return count

    def builder(self, wonder: i64) -> i64:
        """Who built a wonder; NONE while it lies on the board. §7.7"""
        for column in range(WIDTH):
            if self.wonder_at[column] == wonder:
                return self.wonder_of[column]
        return NONE

    def has_finished(self, seat: i64) -> bool:
        """Whether the seat's game is over. §10.1"""
        return (self.done & BIT[seat]) != 0


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table; banks without limit balance instead. §1.1 §1.3"""
    n = position.seats()
    parts = position.parts
    held = [int(mask) for mask in position.held]
    controlled = sum(int(popcount(mask)) for mask in held)
    empty = sum(1 for t in range(parts.land) if position.controller(t) == NONE and not position.blocked & BIT[t])
    kept_off = int(popcount(parts.starred & position.blocked))
    turned = int(popcount(parts.starred & ~position.blocked & ~position.tribes))
    out = {
        "territory tile": controlled + empty + int(popcount(position.blocked)),
        "tribe": int(popcount(position.tribes)) + turned + kept_off,
        "discovery tile": sum(int(c) for c in position.copies) + sum(int(popcount(m)) for m in position.discovered),
        "discount tile": int(popcount(position.discounts_left)) + sum(int(popcount(m)) for m in position.discounts),
        "wonder": len({int(w) for w in position.wonder_at if w >= 0}),
        "god": int(popcount(position.gods_left)) + sum(1 for g in position.god_at if g >= 0),
        "seat on the track": len({int(s) for s in position.queue if s >= 0}),
        "settlers": int(position.standing) + sum(int(s) for s in position.stock),
        "hourglasses": sum(int(h) for h in position.hourglasses),
        "prestige": sum(int(p) for p in position.prestige),
    }
    for kind in range(KINDS):
        out[f"{RESOURCES[kind]} cubes"] = sum(int(position.cubes[KINDS * seat + kind]) for seat in range(n))
    for kind in range(CARD_KINDS):
        in_hands = sum(int(position.hand[CARD_KINDS * seat + kind]) for seat in range(n))
        away = int(position.deck[kind]) + int(position.discards[kind]) + int(position.looked[kind])
        out[f"card {CARDS[kind]}"] = in_hands + away
    return out


def inventory(position: Position) -> dict[str, int]:
    """How many the pack prints for this table, and what the banks have given out."""
    n = position.seats()
    parts = position.parts
    copies = parts.copies[n]
    dealt = [d for d in range(len(DISCOVERIES)) if any(t == d for t in position.tile_at)]
    discounts = [d for d in dealt if parts.discounts[d]]
    bank = [int(b) for b in position.bank]
    out = {
        "territory tile": parts.territory_tiles,
        "tribe": parts.tribe_tiles,
        "discovery tile": sum(copies[int(parts.row[d])] for d in dealt),
        "discount tile": sum(int(popcount(parts.discounts[d])) for d in discounts),
        "wonder": sum(1 for w in position.wonder_at if w >= 0),
        "god": len(GODS),
        "seat on the track": sum(1 for s in position.queue if s >= 0),
        "settlers": bank[BANK_SETTLERS],
        "hourglasses": bank[BANK_HOURGLASSES],
        "prestige": bank[BANK_PRESTIGE],
    }
    for kind in range(KINDS):
        out[f"{RESOURCES[kind]} cubes"] = bank[kind]
    for kind in range(CARD_KINDS):
        out[f"card {CARDS[kind]}"] = int(parts.card_count[kind])
    return out
