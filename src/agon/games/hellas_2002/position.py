"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import draw
from agon.core.numbers import BIT, WORD, blank, popcount
from agon.core.state import NONE, UNKNOWN, State
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.parts import (
    BATTLE,
    CARDS,
    DOLPHIN,
    FAVOUR,
    GODS,
    KINDS,
    LIGHT,
    OF_A_GOD,
    SEATS,
    SETUP,
    SIDES,
    THUNDERBOLT,
    Parts,
)  # fmt: skip

# What is being asked; `step` holds one of these.
DEAL: Final = 0  # chance: the first cards, §4.1
REVEAL: Final = 1  # chance: a tile of the first coast, §4.3
SETTLE: Final = 2  # where that tile goes, §4.3
WINDOW: Final = 3  # what a player does in the open window, §3.2 §5.1
RESPOND: Final = 4  # answer the card on top, or let it stand, §6.2
DRAW_CARD: Final = 5  # chance: a card of a reinforcement, §5.2
DRAW_TILE: Final = 6  # chance: the tile of a voyage, §5.3
SETTLER: Final = 7  # whence the Greek of a new city comes, §5.3
PAY: Final = 8  # which ship pays for a voyage, §5.3
SEND: Final = 9  # which Greeks attack, §5.4
SPOILS: Final = 10  # ships into a city just conquered, §5.4
PLACE_GREEKS: Final = 11  # A6, §3.3
PLACE_SHIPS: Final = 12  # P5, §3.4
TRADE: Final = 13  # A5, §3.3
FETCH: Final = 14  # whence a piece comes when the supply is short, §3.1
SWAP_OWN: Final = 15  # Z4, §3.5
SWAP_OTHER: Final = 16  # Z4, §3.5
STEAL: Final = 17  # chance: Z5, §3.5
CHOOSE_CARD: Final = 18  # Z6, §3.5
FINISHED: Final = 19

# Where a tile is, in `cell_of`; a number from 0 on is its cell, NONE is the stack.
ASIDE: Final = -5  # put aside while the first coast is laid
UNDER: Final = -6  # put under the stack, in the order of `queue`
REVEALED: Final = -7  # drawn, not yet laid

# A hand is kept in slots, by how long a card is locked and by who knows it.
FREE: Final = 0
LOCKED: Final = 1  # till this turn ends
LONG_LOCKED: Final = 2  # till the extra turn after this one ends
LOCKS: Final = 3
SECRET: Final = 0  # only its owner has seen it
KNOWN: Final = 1  # the other seat has seen it too
SHOWN: Final = 2  # everybody has seen it
VIEWS: Final = 3

GREEK: Final = 0  # kinds of pieces, in `moved` and in the verbs
SHIP: Final = 1
MAIN: Final = 1  # bits of the two cards of a frame, in `frame_void` and `frame_answered`
KEEPER: Final = 2
SHIFT: Final = 64  # in `moved`: (kind * SHIFT + from) * SHIFT + at
AT_BITS: Final = 63  # entry & AT_BITS is where a piece is now,
KIND_SHIFT: Final = 12  # entry >> KIND_SHIFT its kind; that of NONE is none

# Copies share their vectors till one of them writes; `owned` has the bits of the groups that are this position's own.
PIECES: Final = 1
CARDS_GROUP: Final = 2
LANDSCAPE: Final = 4
CHAIN: Final = 8
ALL_GROUPS: Final = 15


class Position(State):
    """The table in mid-game. Tiles are numbers (the dolphin is 0) and sets of them masks; so are the cards' kinds."""

    def __init__(self, parts: Parts, actions: Actions, source: Position | None = None) -> None:
        """An empty table, or a copy of `source`: numbers are copied, vectors shared till one of the two writes."""
        self.parts = parts
        self.actions = actions
        if source is None:
            tiles = len(parts.tiles)
            # Greeks and ships
            self.greeks_at: vec[i64] = blank(tiles)
            self.ships_at: vec[i64] = blank(tiles)
            self.spare: i64 = 0  # masks of the tiles with two Greeks or more, §5.4
            self.full_of_greeks: i64 = 0  # with as many as may stand there, §5.2
            self.with_ship: i64 = 0
            self.full_of_ships: i64 = 0
            self.cities: vec[i64] = blank(SEATS)  # masks of the tiles each seat holds
            self.greek_supply: vec[i64] = blank(SEATS, int(parts.greeks))
            self.ship_supply: vec[i64] = blank(SEATS, int(parts.ships))
            # god cards, by kind; sizes are public, what is behind them is not
            self.deck: vec[i64] = parts.copies[:]
            self.deck_size: vec[i64] = blank(len(GODS))
            self.discard: vec[i64] = blank(KINDS)
            self.hand: vec[i64] = blank(SEATS * LOCKS * VIEWS * KINDS)  # by slot and kind
            self.hand_size: vec[i64] = blank(SEATS * LOCKS * VIEWS * len(GODS))  # by slot and god
            self.down: vec[i64] = blank(KINDS)  # drawn in a reinforcement and not looked at yet
            self.down_size: vec[i64] = blank(len(GODS))
            for kind in range(KINDS):
                self.deck_size[kind // OF_A_GOD] += parts.copies[kind]
            # landscape
            self.cell_of: vec[i64] = blank(tiles, NONE)
            self.turned: vec[i64] = blank(tiles)
            self.tile_on: vec[i64] = blank(len(parts.hexes), NONE)
            self.coast: vec[i64] = blank(int(parts.words))  # mask of the empty cells a tile may touch down on, §2.4
            self.by_land: vec[i64] = blank(tiles)  # masks of the neighbours over a land edge, §8.1
            self.by_water: vec[i64] = blank(tiles)
            self.ring: i64 = 0  # mask of the tiles next to the dolphin
            self.queue: vec[i64] = blank(tiles, NONE)  # the tiles under the stack, the next one first
            self.queued: i64 = 0
            self.revealed: vec[i64] = blank(tiles, NONE)  # the tiles drawn for this voyage, in order
            self.reveals: i64 = 0
            self.tile: i64 = NONE  # the tile in hand
            # the open chain of cards
            deepest = int(parts.copies[THUNDERBOLT]) + 1  # one card, and a thunderbolt for each answer
            self.frames: i64 = 0
            self.chain_seat: i64 = NONE  # who laid the first card; the others alternate
            self.frame_card: vec[i64] = blank(deepest, NONE)
            self.frame_keep: vec[i64] = blank(deepest)  # 1: laid with a favour
            self.frame_aim: vec[i64] = blank(deepest)  # which card of the frame below: MAIN or KEEPER
            self.frame_void: vec[i64] = blank(deepest)
            self.frame_answered: vec[i64] = blank(deepest)
            # whose turn it is, and what is asked
            self.turn: i64 = 0
            self.active: i64 = LIGHT
            self.window: i64 = SETUP
            self.step: i64 = DEAL
            self.todo: i64 = 0  # single actions, ships or draws left
            self.left: i64 = 0  # pieces a card still places
            self.spot: i64 = NONE  # the city a card or voyage is about; while cards are drawn, the god
            self.chosen: i64 = NONE  # the card whose effect is being carried out
            self.spent: i64 = 0  # bits: MAIN, KEEPER: that card of it lies on its pile, §3.5
            self.after_fetch: i64 = NONE  # the step to go on with
            # effects in force
            self.running: vec[i64] = blank(KINDS)  # 1: a card of this kind is in force
            self.extra_late: i64 = 0  # another turn was granted after the reinforcement was announced, §5.6
            self.is_extra: i64 = 0  # this is such a turn
            self.settled: i64 = 0  # attacks or voyages settled in this turn
            self.gains: i64 = 0  # and how many of them won a city
            self.plus: vec[i64] = blank(SEATS)
            # the attack
            self.target: i64 = NONE
            self.first_target: i64 = NONE
            self.sent: vec[i64] = blank(tiles)
            self.far_source: i64 = NONE
            self.word: i64 = NONE  # who has the word in the battle
            self.passes: i64 = 0
            # regrouping
            self.new_cities: i64 = 0
            self.moves_left: i64 = 0
            self.trail: vec[i64] = blank(int(parts.greeks + parts.ships), NONE)  # pieces that have moved, §5.5
            self.trails: i64 = 0  # behind this one all of them are NONE
            # the end
            self.winner: i64 = NONE
            self.owned: i64 = ALL_GROUPS
            return
        self.greeks_at = source.greeks_at
        self.spare = source.spare
        self.full_of_greeks = source.full_of_greeks
        self.ships_at = source.ships_at
        self.with_ship = source.with_ship
        self.full_of_ships = source.full_of_ships
        self.cities = source.cities
        self.greek_supply = source.greek_supply
        self.ship_supply = source.ship_supply
        self.deck = source.deck
        self.deck_size = source.deck_size
        self.discard = source.discard
        self.hand = source.hand
        self.hand_size = source.hand_size
        self.down = source.down
        self.down_size = source.down_size
        self.cell_of = source.cell_of
        self.turned = source.turned
        self.tile_on = source.tile_on
        self.coast = source.coast
        self.by_land = source.by_land
        self.by_water = source.by_water
        self.ring = source.ring
        self.queue = source.queue
        self.queued = source.queued
        self.revealed = source.revealed
        self.reveals = source.reveals
        self.tile = source.tile
        self.frames = source.frames
        self.chain_seat = source.chain_seat
        self.frame_card = source.frame_card
        self.frame_keep = source.frame_keep
        self.frame_aim = source.frame_aim
        self.frame_void = source.frame_void
        self.frame_answered = source.frame_answered
        self.turn = source.turn
        self.active = source.active
        self.window = source.window
        self.step = source.step
        self.todo = source.todo
        self.left = source.left
        self.spot = source.spot
        self.chosen = source.chosen
        self.spent = source.spent
        self.after_fetch = source.after_fetch
        self.running = source.running
        self.extra_late = source.extra_late
        self.is_extra = source.is_extra
        self.settled = source.settled
        self.gains = source.gains
        self.plus = source.plus
        self.target = source.target
        self.first_target = source.first_target
        self.sent = source.sent
        self.far_source = source.far_source
        self.word = source.word
        self.passes = source.passes
        self.new_cities = source.new_cities
        self.moves_left = source.moves_left
        self.trail = source.trail
        self.trails = source.trails
        self.winner = source.winner
        self.owned = 0
        source.owned = 0

    def fields(self) -> list[str]:
        return [
            "greeks", "ships", "cities", "greek_supply", "ship_supply",
            "deck", "deck_size", "discard", "hand", "hand_size", "down", "down_size",
            "cell_of", "turned", "tile_on", "coast", "by_land", "by_water", "ring",
            "queue", "queued", "revealed", "reveals", "tile",
            "frames", "chain_seat", "frame_card", "frame_keep", "frame_aim", "frame_void", "frame_answered",
            "turn", "active", "window", "step", "todo", "left", "spot", "chosen", "spent", "after_fetch",
            "running", "extra_late", "is_extra", "settled", "gains", "plus",
            "target", "first_target", "sent", "far_source", "word", "passes",
            "new_cities", "moves_left", "moved", "winner",
        ]  # fmt: skip

    # ---- numbers from which masks follow ----

    @property
    def greeks(self) -> vec[i64]:
        """How many Greeks stand on each tile; `put_greeks` changes it."""
        return self.greeks_at

    @greeks.setter
    def greeks(self, counts: vec[i64]) -> None:
        for tile in range(len(counts)):
            put_greeks(self, tile, counts[tile])

    @property
    def ships(self) -> vec[i64]:
        """How many ships lie at each tile; `put_ships` changes it."""
        return self.ships_at

    @ships.setter
    def ships(self, counts: vec[i64]) -> None:
        for tile in range(len(counts)):
            put_ships(self, tile, counts[tile])

    @property
    def moved(self) -> vec[i64]:
        """The pieces that have moved: kind, from and at of each. §5.5"""
        return self.trail

    @moved.setter
    def moved(self, trail: vec[i64]) -> None:
        self.own_pieces()
        self.trail = trail
        self.trails = len(trail)
        self.trim_trail()

    def trim_trail(self) -> None:
        """The last entry counted is one in use."""
        while self.trails > 0 and self.trail[self.trails - 1] == NONE:
            self.trails -= 1

    # ---- before a vector is written, its group becomes the position's own ----

    def own_pieces(self) -> None:
        """Greeks, ships, cities and what moves."""
        if (self.owned & PIECES) == 0:
            self.owned = self.owned | PIECES
            self.greeks_at = self.greeks_at[:]
            self.ships_at = self.ships_at[:]
            self.cities = self.cities[:]
            self.greek_supply = self.greek_supply[:]
            self.ship_supply = self.ship_supply[:]
            self.sent = self.sent[:]
            self.trail = self.trail[:]

    def own_cards(self) -> None:
        """Stacks, piles and hands."""
        if (self.owned & CARDS_GROUP) == 0:
            self.owned = self.owned | CARDS_GROUP
            self.deck = self.deck[:]
            self.deck_size = self.deck_size[:]
            self.discard = self.discard[:]
            self.hand = self.hand[:]
            self.hand_size = self.hand_size[:]
            self.down = self.down[:]
            self.down_size = self.down_size[:]

    def own_landscape(self) -> None:
        """Tiles, on the table and off it."""
        if (self.owned & LANDSCAPE) == 0:
            self.owned = self.owned | LANDSCAPE
            self.cell_of = self.cell_of[:]
            self.turned = self.turned[:]
            self.tile_on = self.tile_on[:]
            self.coast = self.coast[:]
            self.by_land = self.by_land[:]
            self.by_water = self.by_water[:]
            self.queue = self.queue[:]
            self.revealed = self.revealed[:]

    def own_chain(self) -> None:
        """Cards on the table and their effects."""
        if (self.owned & CHAIN) == 0:
            self.owned = self.owned | CHAIN
            self.frame_card = self.frame_card[:]
            self.frame_keep = self.frame_keep[:]
            self.frame_aim = self.frame_aim[:]
            self.frame_void = self.frame_void[:]
            self.frame_answered = self.frame_answered[:]
            self.running = self.running[:]
            self.plus = self.plus[:]

    def game_id(self) -> str:
        return "hellas_2002"

    def seats(self) -> int:
        return SEATS

    @abstractmethod
    def clone(self) -> Position:
        """An independent copy."""

    # ---- what a seat may see ----

    def observe(self, player: int) -> Position:
        """Hands are seen by their owner, and card by card by those who saw the card; a stack is seen by nobody. §3.7"""
        seen = self.clone()
        seen.own_cards()
        for seat in range(SEATS):
            if seat != player:
                if player < 0:
                    seen.forget_known(seat)
                for lock in range(LOCKS):
                    seen.veil(slot(seat, lock, SECRET))
        for god in range(len(GODS)):
            if seen.down_size[god] > 0:
                for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
                    seen.down[kind] = UNKNOWN
            if seen.veiled(god):
                for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
                    seen.deck[kind] = UNKNOWN
        return seen

    def forget_known(self, seat: i64) -> None:
        """For a spectator, who did not see it, a card taken from a hand is one of the secret cards. §3.7"""
        for lock in range(LOCKS):
            known: i64 = slot(seat, lock, KNOWN)
            secret: i64 = slot(seat, lock, SECRET)
            for kind in range(KINDS):
                self.hand[KINDS * secret + kind] += self.hand[KINDS * known + kind]
                self.hand[KINDS * known + kind] = 0
            for god in range(len(GODS)):
                self.hand_size[len(GODS) * secret + god] += self.hand_size[len(GODS) * known + god]
                self.hand_size[len(GODS) * known + god] = 0

    def veil(self, at: i64) -> None:
        """The cards of a slot become UNKNOWN, their number and gods stay."""
        for god in range(len(GODS)):
            if self.hand_size[len(GODS) * at + god] > 0:
                for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
                    self.hand[KINDS * at + kind] = UNKNOWN

    def veiled(self, god: i64) -> bool:
        """Whether some card of this god outside the stack is UNKNOWN, so that the stack is too."""
        first: i64 = OF_A_GOD * god
        if self.down[first] == UNKNOWN:
            return True
        at: i64 = 0
        while at < SEATS * LOCKS * VIEWS and self.hand[KINDS * at + first] != UNKNOWN:
            at += 1
        return at < SEATS * LOCKS * VIEWS

    def fill(self, rng: Random) -> None:
        """The unseen cards of each god are dealt anew to where unseen cards lie. §3.7"""
        for god in range(len(GODS)):
            if self.deck[OF_A_GOD * god] == UNKNOWN:
                self.fill_god(god, rng)

    def fill_god(self, god: i64, rng: Random) -> None:
        self.own_cards()
        first: i64 = OF_A_GOD * god
        pool = self.unseen(god)
        for at in range(SEATS * LOCKS * VIEWS):
            if self.hand[KINDS * at + first] == UNKNOWN:
                for kind in range(first, first + OF_A_GOD):
                    self.hand[KINDS * at + kind] = 0
                for _ in range(self.hand_size[len(GODS) * at + god]):
                    self.hand[KINDS * at + draw(pool, rng)] += 1
        if self.down[first] == UNKNOWN:
            for kind in range(first, first + OF_A_GOD):
                self.down[kind] = 0
            for _ in range(self.down_size[god]):
                self.down[draw(pool, rng)] += 1
        for kind in range(first, first + OF_A_GOD):
            self.deck[kind] = pool[kind]

    def unseen(self, god: i64) -> vec[i64]:
        """The cards of a god that are not to be seen in this position, by kind."""
        pool: vec[i64] = blank(KINDS)
        for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
            pool[kind] = self.parts.copies[kind] - self.discard[kind] - self.on_table(kind)
            if self.down[kind] != UNKNOWN:
                pool[kind] -= self.down[kind]
            for at in range(SEATS * LOCKS * VIEWS):
                if self.hand[KINDS * at + kind] != UNKNOWN:
                    pool[kind] -= self.hand[KINDS * at + kind]
        return pool

    # ---- questions the rules ask again and again ----

    def on_table(self, kind: i64) -> i64:
        """How many cards of a kind lie in the open chain. §6.1"""
        count: i64 = 0
        for frame in range(self.frames):
            if self.frame_card[frame] == kind:
                count += 1
            if self.frame_keep[frame] != 0 and kind == FAVOUR:
                count += 1
        return count

    def frame_seat(self, frame: i64) -> i64:
        """Who laid a card of the chain: the two seats alternate. §6.2"""
        if frame % 2 == 0:
            return self.chain_seat
        return 1 - self.chain_seat

    def free_cards(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind a seat holds that are not locked. §5.6"""
        at: i64 = KINDS * slot(seat, FREE, SECRET) + kind
        return self.hand[at] + self.hand[at + KINDS] + self.hand[at + 2 * KINDS]

    def cards_of(self, seat: i64, god: i64) -> i64:
        """How many cards of a god a seat has, those lying face down with it. §3.1"""
        sizes = self.hand_size
        total: i64 = 0
        at: i64 = len(GODS) * slot(seat, 0, 0) + god
        end: i64 = at + len(GODS) * LOCKS * VIEWS
        while at < end:
            total += sizes[at]
            at += len(GODS)
        if seat == self.active:
            total += self.down_size[god]
        return total

    def cards(self, seat: i64) -> i64:
        """How many cards a seat has in all. §3.1"""
        return self.cards_of(seat, 0) + self.cards_of(seat, 1) + self.cards_of(seat, 2)

    def may_hold(self, seat: i64, god: i64) -> bool:
        """Whether one more card of a god stays within the limits. §3.1"""
        return self.cards_of(seat, god) < self.parts.most_of_a_god and self.cards(seat) < self.parts.most_cards

    def asked(self) -> i64:
        """The seat whose window is open: the active player, in a battle who has the word. §5.1 §6.3"""
        if self.window == BATTLE:
            return self.word
        return self.active

    def is_banned(self, seat: i64) -> bool:
        """In the first turn of all the starter may lay no card. §4.6 §Q28"""
        return seat == LIGHT and self.turn == 1

    def owner(self, tile: i64) -> i64:
        """The seat that holds a city, or NONE."""
        if (self.cities[0] & BIT[tile]) != 0:
            return 0
        if (self.cities[1] & BIT[tile]) != 0:
            return 1
        return NONE

    def reach(self, tile: i64) -> i64:
        """Mask of the tiles from which a city can be attacked: by land, by water, over the dolphin. §8.1 §8.2 §Q32"""
        mask: i64 = self.by_land[tile] | self.by_water[tile]
        if (self.ring & BIT[tile]) != 0:
            mask = mask | self.ring
        return mask & ~BIT[tile]

    def temples_of(self, seat: i64) -> i64:
        """How many cities with a temple a seat holds. §5.2"""
        return popcount(self.cities[seat] & self.parts.temples)

    def force(self) -> i64:
        """The Greeks on the attack. §5.4"""
        total: i64 = 0
        for count in self.sent:
            total += count
        return total

    def missing(self) -> i64:
        """What is being fetched."""
        if self.after_fetch == PLACE_SHIPS:
            return SHIP
        return GREEK

    def stack(self) -> i64:
        """Mask of the tiles of the stack but for those put under it. §5.3"""
        cells = self.cell_of
        mask: i64 = 0
        for tile in range(1, len(cells)):
            if cells[tile] == NONE:
                mask = mask | BIT[tile]
        return mask

    def has_stack(self) -> bool:
        """Whether a tile of the stack is left, besides those put under it."""
        tile: i64 = 1
        while tile < len(self.cell_of) and self.cell_of[tile] != NONE:
            tile += 1
        return tile < len(self.cell_of)

    def stack_size(self) -> i64:
        """Tiles in the stack, those put under it among them. §5.3"""
        return self.queued + popcount(self.stack())


def slot(seat: i64, lock: i64, view: i64) -> i64:
    """The number of a slot of a hand."""
    return (seat * LOCKS + lock) * VIEWS + view


# ---- tiles ----


def edges_of(position: Position, tile: i64) -> i64:
    """Bits of the edges of a tile that are land, as it lies. §2.1 §Q2"""
    return position.parts.land[SIDES * tile + position.turned[tile]]


def lay_tile(position: Position, tile: i64, cell: i64, turn: i64) -> None:
    """A tile comes to lie, and the coast and its neighbours change. §2.4 §8.1"""
    position.own_landscape()
    position.cell_of[tile] = cell
    position.turned[tile] = turn
    position.tile_on[cell] = tile
    position.coast[cell // WORD] &= ~BIT[cell % WORD]
    land: i64 = edges_of(position, tile)
    edge: i64
    for edge in range(SIDES):
        beyond: i64 = position.parts.next_to[SIDES * cell + edge]
        if beyond == NONE:
            continue
        there: i64 = position.tile_on[beyond]
        if there == NONE:
            if is_coast(position, beyond):
                position.coast[beyond // WORD] |= BIT[beyond % WORD]
            continue
        join(position, tile, there, (land >> edge) & 1 == 1)


def join(position: Position, tile: i64, there: i64, over_land: bool) -> None:
    """Two tiles share an edge. Those around the dolphin touch each other over it. §8.1 §8.2"""
    if there == DOLPHIN:
        position.ring = position.ring | BIT[tile]
    elif over_land:
        position.by_land[tile] |= BIT[there]
        position.by_land[there] |= BIT[tile]
    else:
        position.by_water[tile] |= BIT[there]
        position.by_water[there] |= BIT[tile]


def is_coast(position: Position, cell: i64) -> bool:
    """A tile there would touch the dolphin, or two tiles. §2.4"""
    touching: i64 = 0
    edge: i64
    for edge in range(SIDES):
        beyond: i64 = position.parts.next_to[SIDES * cell + edge]
        if beyond != NONE and position.tile_on[beyond] != NONE:
            touching += 1
            if position.tile_on[beyond] == DOLPHIN:
                return True
    return touching >= 2


def put_under(position: Position, tile: i64) -> None:
    """A tile goes under the stack, for everybody to remember. §5.3"""
    position.own_landscape()
    position.cell_of[tile] = UNDER
    position.queue[position.queued] = tile
    position.queued += 1


def take_queued(position: Position) -> None:
    """The first of the tiles under the stack has come to the top and is drawn. §5.3"""
    position.own_landscape()
    for i in range(position.queued - 1):
        position.queue[i] = position.queue[i + 1]
    position.queued -= 1
    position.queue[position.queued] = NONE


def clear_table(position: Position) -> None:
    """Tiles and pieces are taken up again. §4.5"""
    position.own_landscape()
    position.own_pieces()
    for cell in range(len(position.tile_on)):
        position.tile_on[cell] = NONE
    for word in range(len(position.coast)):
        position.coast[word] = 0
    for tile in range(len(position.cell_of)):
        position.cell_of[tile] = NONE
        position.turned[tile] = 0
        position.by_land[tile] = 0
        position.by_water[tile] = 0
        put_greeks(position, tile, 0)
        put_ships(position, tile, 0)
    position.ring = 0
    for seat in range(SEATS):
        position.cities[seat] = 0
        position.greek_supply[seat] = position.parts.greeks
        position.ship_supply[seat] = position.parts.ships
    position.active = LIGHT
    position.todo = SEATS * position.parts.first_tiles
    lay_tile(position, DOLPHIN, position.parts.home, 0)


# ---- hands and piles ----


def give(position: Position, seat: i64, kind: i64, lock: i64, view: i64) -> None:
    """A card comes into a hand. §3.1"""
    position.own_cards()
    at: i64 = slot(seat, lock, view)
    position.hand[KINDS * at + kind] += 1
    position.hand_size[len(GODS) * at + kind // OF_A_GOD] += 1


def remove(position: Position, seat: i64, kind: i64, view: i64) -> None:
    """A card that is not locked leaves a hand."""
    position.own_cards()
    at: i64 = slot(seat, FREE, view)
    position.hand[KINDS * at + kind] -= 1
    position.hand_size[len(GODS) * at + kind // OF_A_GOD] -= 1


def leave(position: Position, seat: i64, kind: i64) -> None:
    """A card leaves a hand. Of equal cards the best known goes: what others know for sure is how many are left. §3.7"""
    for view in range(SHOWN, SECRET, -1):
        if position.hand[KINDS * slot(seat, FREE, view) + kind] > 0:
            remove(position, seat, kind, view)
            return
    remove(position, seat, kind, SECRET)


def discard(position: Position, kind: i64) -> None:
    """A card goes on its god's open pile. §3.1"""
    position.own_cards()
    position.discard[kind] += 1


def draw_from_deck(position: Position, kind: i64) -> None:
    """A card leaves its stack; when it was the last, the pile is shuffled into a new stack at once. §3.1 §Q34"""
    position.own_cards()
    god: i64 = kind // OF_A_GOD
    position.deck[kind] -= 1
    position.deck_size[god] -= 1
    if position.deck_size[god] == 0:
        for other in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
            position.deck[other] += position.discard[other]
            position.deck_size[god] += position.discard[other]
            position.discard[other] = 0


def look_at_drawn(position: Position) -> None:
    """The face-down cards come to hand, locked; those of a late second wind till the extra turn ends. §5.2 §5.6"""
    position.own_cards()
    lock: i64 = LOCKED
    if position.extra_late != 0:
        lock = LONG_LOCKED
    for kind in range(KINDS):
        for _ in range(position.down[kind]):
            give(position, position.active, kind, lock, SECRET)
        position.down[kind] = 0
    for god in range(len(GODS)):
        position.down_size[god] = 0


def shift_locks(position: Position, seat: i64, lock: i64, to: i64) -> None:
    """All cards of a hand with one lock get another. §5.6"""
    for view in range(VIEWS):
        a: i64 = slot(seat, lock, view)
        b: i64 = slot(seat, to, view)
        god: i64
        for god in range(len(GODS)):
            size: i64 = position.hand_size[len(GODS) * a + god]
            if size > 0:
                position.own_cards()
                position.hand_size[len(GODS) * b + god] += size
                position.hand_size[len(GODS) * a + god] = 0
                for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
                    position.hand[KINDS * b + kind] += position.hand[KINDS * a + kind]
                    position.hand[KINDS * a + kind] = 0


# ---- pieces ----


def put_greeks(position: Position, tile: i64, count: i64) -> None:
    """So many Greeks stand on a tile now."""
    position.own_pieces()
    position.greeks_at[tile] = count
    others: i64 = ~BIT[tile]
    position.spare = position.spare & others
    position.full_of_greeks = position.full_of_greeks & others
    if count >= 2:
        position.spare = position.spare | BIT[tile]
    if count >= position.parts.most_greeks:
        position.full_of_greeks = position.full_of_greeks | BIT[tile]


def put_ships(position: Position, tile: i64, count: i64) -> None:
    """So many ships lie at a tile now."""
    position.own_pieces()
    position.ships_at[tile] = count
    others: i64 = ~BIT[tile]
    position.with_ship = position.with_ship & others
    position.full_of_ships = position.full_of_ships & others
    if count >= 1:
        position.with_ship = position.with_ship | BIT[tile]
    if count >= position.parts.most_ships:
        position.full_of_ships = position.full_of_ships | BIT[tile]


# ---- all components ----


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table."""
    out: dict[str, int] = {}
    for seat, side in enumerate(("light", "dark")):
        held = [tile for tile in range(len(position.greeks)) if position.owner(tile) == seat]
        marching = sum(int(n) for n in position.sent) if seat == position.active else 0
        out[f"{side} greek"] = sum(int(position.greeks[t]) for t in held) + int(position.greek_supply[seat]) + marching
        out[f"{side} ship"] = sum(int(position.ships[t]) for t in held) + int(position.ship_supply[seat])
    for kind, name in enumerate(CARDS):
        hands = sum(int(position.hand[KINDS * at + kind]) for at in range(SEATS * LOCKS * VIEWS))
        piles = int(position.deck[kind]) + int(position.discard[kind]) + int(position.down[kind])
        out[name] = hands + piles + int(position.on_table(kind))
    for god, name in enumerate(GODS):
        kinds = range(OF_A_GOD * god, OF_A_GOD * (god + 1))
        sizes = position.deck_size[god] + position.down_size[god]
        sizes += sum(position.hand_size[len(GODS) * at + god] for at in range(SEATS * LOCKS * VIEWS))
        out[f"{name} by sizes"] = int(sizes + sum(position.discard[k] + position.on_table(k) for k in kinds))
    laid = sum(1 for tile in position.tile_on if tile != NONE)
    out["tile"] = laid + int(position.stack_size()) + sum(1 for place in position.cell_of if place in (ASIDE, REVEALED))
    return out


def inventory(position: Position) -> dict[str, int]:
    """How many the pack prints for this table."""
    parts = position.parts
    out = {"light greek": int(parts.greeks), "light ship": int(parts.ships)}
    out |= {"dark greek": int(parts.greeks), "dark ship": int(parts.ships)}
    out |= {name: int(parts.copies[kind]) for kind, name in enumerate(CARDS)}
    for god, name in enumerate(GODS):
        out[f"{name} by sizes"] = sum(int(parts.copies[kind]) for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)))
    out["tile"] = len(parts.tiles)
    return out
