"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import draw
from agon.core.state import BIT, NONE, UNKNOWN, State, blank, popcount
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


class Position(State):
    """The table in mid-game. Hidden are the faces of the destiny cards in hands and the order of the decks, which are
    kept as counts; prestige lies face down, but everybody saw it being gained."""

    def __init__(self, parts: Parts, actions: Actions, seats: i64) -> None:
        n = int(seats)
        self.parts = parts
        self.actions = actions
        self.n: i64 = seats
        # the map
        self.blocked: i64 = 0  # mask of territories
        self.tribes: i64 = 0  # mask of territories
        self.settlers: vec[i64] = blank(parts.levels, NONE)  # the stacks, territory by territory, bottom to top
        self.first: vec[i64] = blank(parts.land + 1)  # where a territory's stack begins in `settlers`
        self.held: vec[i64] = blank(n)  # mask of the territories a seat controls
        # the development board
        self.tile_at: vec[i64] = blank(len(parts.cells), NONE)  # the discovery on a cell
        self.copies: vec[i64] = blank(len(parts.cells))  # tiles left there
        self.discounts_left: i64 = 0  # mask of the resources whose Money or Agriculture tile is left
        self.bonus_of: vec[i64] = blank(CHOICES * len(parts.cells), NONE)  # whose marker lies on a bonus
        self.wonder_at: vec[i64] = blank(WIDTH, NONE)  # the wonder of a column
        self.wonder_of: vec[i64] = blank(WIDTH, NONE)  # who built the wonder of a column
        # before each seat
        self.stock: vec[i64] = blank(n)  # settlers in camp
        self.cubes: vec[i64] = blank(KINDS * n)
        self.hourglasses: vec[i64] = blank(n)
        self.prestige: vec[i64] = blank(n)
        self.discovered: vec[i64] = blank(n)  # mask of discoveries
        self.discounts: vec[i64] = blank(n)  # mask of the resources of own Money and Agriculture tiles
        self.markers: vec[i64] = blank(WIDTH * n)  # own bonus markers in a column
        self.hand: vec[i64] = blank(CARD_KINDS * n)
        self.hand_size: vec[i64] = blank(n)
        # the cards
        self.deck: vec[i64] = blank(CARD_KINDS)
        self.deck_size: i64 = 0
        self.discards: vec[i64] = blank(CARD_KINDS)
        self.shuffled: vec[i64] = blank(
            CARD_KINDS
        )  # what the deck held when it was last shuffled, less Oracle discards
        self.drawn: vec[i64] = blank(CARD_KINDS * n)  # what each seat drew since; in observations part of `shuffled`
        self.looked: vec[i64] = blank(CARD_KINDS)  # cards the Oracle's owner is looking at
        self.looked_size: i64 = 0
        self.old_looked: i64 = 0  # how many of them were drawn before the last shuffle
        self.gods_left: i64 = 0  # mask of the Olympos cards not yet seen
        self.god_at: vec[i64] = blank(SLOTS * len(parts.zeus), NONE)  # the cards turned up at each Zeus space
        self.latest: i64 = NONE  # the last of them
        # the gods at work: masks of seats
        self.athena: i64 = 0
        self.ares: i64 = 0
        self.siren: i64 = 0
        self.keres: i64 = 0
        self.erinyes: i64 = 0
        # the time track
        self.space_of: vec[i64] = blank(n)
        self.queue: vec[i64] = blank(n, NONE)  # seats as they play: furthest back first, uppermost first
        self.reached: vec[i64] = blank(len(parts.zeus))  # mask of the seats that have reached a Zeus space
        self.done: i64 = 0  # mask of the seats that have finished
        self.bank: vec[i64] = blank(BANKS)
        # the turn
        self.step: i64 = DEAL_TILES
        self.active: i64 = NONE  # whose turn it is
        self.dealt: i64 = 0  # tiles, tokens or cubes dealt in set-up
        self.pool: vec[i64] = blank(KINDS)  # cubes set aside to be dealt in set-up
        self.price: i64 = 0  # what the action costs
        self.last_turn: i64 = 0  # 1: the active seat stood on or beyond the last Zeus when its turn came
        self.goal: i64 = NONE  # the territory a settler is to go to
        self.cell: i64 = NONE  # the cell being developed
        self.column: i64 = NONE  # the column of the wonder being built
        self.old_space: i64 = NONE  # where the token came from; NONE while nothing is being paid
        self.zeus: i64 = NONE  # the Zeus space being dealt with
        self.god: i64 = NONE  # the Olympos card being dealt with
        self.symbols: vec[i64] = blank(n)  # Zeus symbols played for it
        self.offset: i64 = 0  # seats asked so far, clockwise from the active one
        self.struck: i64 = 0  # mask of the seats the god reaches and who still have to choose
        self.picks: i64 = 0  # cubes still to be taken

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
        """Every field; vectors are copied, parts are shared."""
        other.blocked = self.blocked
        other.tribes = self.tribes
        other.settlers = self.settlers[:]
        other.first = self.first[:]
        other.held = self.held[:]
        other.tile_at = self.tile_at[:]
        other.copies = self.copies[:]
        other.discounts_left = self.discounts_left
        other.bonus_of = self.bonus_of[:]
        other.wonder_at = self.wonder_at[:]
        other.wonder_of = self.wonder_of[:]
        other.stock = self.stock[:]
        other.cubes = self.cubes[:]
        other.hourglasses = self.hourglasses[:]
        other.prestige = self.prestige[:]
        other.discovered = self.discovered[:]
        other.discounts = self.discounts[:]
        other.markers = self.markers[:]
        other.hand = self.hand[:]
        other.hand_size = self.hand_size[:]
        other.deck = self.deck[:]
        other.deck_size = self.deck_size
        other.discards = self.discards[:]
        other.shuffled = self.shuffled[:]
        other.drawn = self.drawn[:]
        other.looked = self.looked[:]
        other.looked_size = self.looked_size
        other.old_looked = self.old_looked
        other.gods_left = self.gods_left
        other.god_at = self.god_at[:]
        other.latest = self.latest
        other.athena = self.athena
        other.ares = self.ares
        other.siren = self.siren
        other.keres = self.keres
        other.erinyes = self.erinyes
        other.space_of = self.space_of[:]
        other.queue = self.queue[:]
        other.reached = self.reached[:]
        other.done = self.done
        other.bank = self.bank[:]
        other.step = self.step
        other.active = self.active
        other.dealt = self.dealt
        other.pool = self.pool[:]
        other.price = self.price
        other.last_turn = self.last_turn
        other.goal = self.goal
        other.cell = self.cell
        other.column = self.column
        other.old_space = self.old_space
        other.zeus = self.zeus
        other.god = self.god
        other.symbols = self.symbols[:]
        other.offset = self.offset
        other.struck = self.struck
        other.picks = self.picks

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

    def has_tile(self, discovery: i64) -> bool:
        """Whether the discovery lies on the development board already. §4.2"""
        for tile in self.tile_at:
            if tile == discovery:
                return True
        return False

    def has_wonder(self, wonder: i64) -> bool:
        """Whether the wonder lies there already. §4.3"""
        for other in self.wonder_at:
            if other == wonder:
                return True
        return False

    def is_stacked(self, seat: i64) -> bool:
        """Whether the seat's token lies on the track already. §4.4"""
        for other in self.queue:
            if other == seat:
                return True
        return False

    def has(self, seat: i64, discovery: i64) -> bool:
        """Whether the seat owns this discovery. §7.1"""
        return (self.discovered[seat] & BIT[discovery]) != 0

    def height(self, territory: i64) -> i64:
        """How many settlers stand there, one upon the other. §1.2"""
        return self.first[territory + 1] - self.first[territory]

    def controller(self, territory: i64) -> i64:
        """Whose settler is on top; NONE in an empty territory. §1.2"""
        if self.first[territory + 1] == self.first[territory]:
            return NONE
        return self.settlers[self.first[territory + 1] - 1]

    def tiles(self, seat: i64, resource: i64) -> i64:
        """Territory tiles of a resource: one for each territory controlled, so they never run out. §6.5 §Q4"""
        return popcount(self.held[seat] & self.parts.of_resource[resource])

    def star_tiles(self, seat: i64) -> i64:
        """Star tiles: one for each starred territory controlled; its tribe is gone. §6.8"""
        return popcount(self.held[seat] & self.parts.starred)

    def on_map(self, seat: i64) -> i64:
        """Own settlers on the map, beaten ones included."""
        count: i64 = 0
        for i in range(self.first[self.parts.land]):
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
        "settlers": int(position.first[parts.land]) + sum(int(s) for s in position.stock),
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
