"""What lies on the table: fields, copies, and what a seat may see of it."""

from __future__ import annotations

from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import draw
from agon.core.group import Group
from agon.core.numbers import BIT, NONE, UNKNOWN, blank, popcount
from agon.core.state import State
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.parts import CARDS, FAVOUR, GODS, KINDS, LIGHT, OF_A_GOD, SEATS, THUNDERBOLT, Parts

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
SLOTS: Final = 18  # of both hands

GREEK: Final = 0  # kinds of pieces, in `moved` and in the verbs
SHIP: Final = 1
MAIN: Final = 1  # bits of the two cards of a frame, in `frame_void` and `frame_answered`
KEEPER: Final = 2
SHIFT: Final = 64  # in `moved`: (kind * SHIFT + from) * SHIFT + at
AT_BITS: Final = 63  # entry & AT_BITS is where a piece is now,
KIND_SHIFT: Final = 12  # entry >> KIND_SHIFT its kind; that of NONE is none

# What digests do not tell: masks that follow from the pieces, and the registers that were `todo` and `spot`.
NOT_TOLD: Final = (
    "spare", "full_of_greeks", "with_ship", "full_of_ships", "trails",
    "to_deal", "to_settle", "actions_left", "to_draw", "spoils", "god", "gained", "city",
)  # fmt: skip


class Pieces(Group):
    """Greeks and ships, and whose the cities are."""

    def __init__(self, tiles: int, greeks: int, ships: int, old: Pieces | None) -> None:
        self.greeks: vec[i64] = blank(tiles) if old is None else old.greeks[:]  # on each tile; `put_greeks` changes it
        self.ships: vec[i64] = blank(tiles) if old is None else old.ships[:]  # at each tile; `put_ships` changes it
        self.cities: vec[i64] = blank(SEATS) if old is None else old.cities[:]  # masks of the tiles each seat holds
        self.greek_supply: vec[i64] = blank(SEATS, greeks) if old is None else old.greek_supply[:]
        self.ship_supply: vec[i64] = blank(SEATS, ships) if old is None else old.ship_supply[:]
        self.sent: vec[i64] = blank(tiles) if old is None else old.sent[:]  # on the attack, by the tile they left
        self.moved: vec[i64] = blank(greeks + ships, NONE) if old is None else old.moved[:]  # while regrouping, §5.5

    def copy(self) -> Pieces:
        return Pieces(0, 0, 0, self)


class Cards(Group):
    """Stacks, piles and hands of god cards, by kind; sizes are public, what is behind them is not."""

    def __init__(self, deck: vec[i64], old: Cards | None) -> None:
        self.deck: vec[i64] = deck[:]
        self.deck_size: vec[i64] = by_god(deck) if old is None else old.deck_size[:]
        self.discard: vec[i64] = blank(KINDS) if old is None else old.discard[:]
        self.hand: vec[i64] = blank(SLOTS * KINDS) if old is None else old.hand[:]  # by slot and kind
        self.hand_size: vec[i64] = blank(SLOTS * len(GODS)) if old is None else old.hand_size[:]  # by slot and god
        self.down: vec[i64] = blank(KINDS) if old is None else old.down[:]  # drawn and not looked at yet, §5.2
        self.down_size: vec[i64] = blank(len(GODS)) if old is None else old.down_size[:]

    def copy(self) -> Cards:
        return Cards(self.deck, self)

    def hide_from(self, player: i64) -> None:
        """What a seat, or a spectator, has not seen becomes UNKNOWN. §3.7"""
        for seat in range(SEATS):
            if seat != player:
                if player < 0:
                    self.forget_known(seat)
                for lock in range(LOCKS):
                    self.veil(slot(seat, lock, SECRET))
        for god in range(len(GODS)):
            if self.down_size[god] > 0:
                for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
                    self.down[kind] = UNKNOWN
            if self.is_veiled(god):
                for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
                    self.deck[kind] = UNKNOWN

    def forget_known(self, seat: i64) -> None:
        """For a spectator, who did not see it, a card taken from a hand is one of the secret cards. §3.7"""
        for lock in range(LOCKS):
            known = slot(seat, lock, KNOWN)
            secret = slot(seat, lock, SECRET)
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

    def is_veiled(self, god: i64) -> bool:
        """Whether some card of this god outside the stack is UNKNOWN, so that the stack is too."""
        first = OF_A_GOD * god
        if self.down[first] == UNKNOWN:
            return True
        at: i64 = 0
        while at < SLOTS and self.hand[KINDS * at + first] != UNKNOWN:
            at += 1
        return at < SLOTS


class Tiles(Group):
    """The landscape: where each tile is, and what lies next to what."""

    def __init__(self, tiles: int, cells: int, words: int, old: Tiles | None) -> None:
        self.cell_of: vec[i64] = blank(tiles, NONE) if old is None else old.cell_of[:]
        self.turned: vec[i64] = blank(tiles) if old is None else old.turned[:]
        self.tile_on: vec[i64] = blank(cells, NONE) if old is None else old.tile_on[:]
        self.coast: vec[i64] = blank(words) if old is None else old.coast[:]  # mask of the cells open to a tile, §2.4
        self.by_land: vec[i64] = blank(tiles) if old is None else old.by_land[:]  # masks of the neighbours, §8.1
        self.by_water: vec[i64] = blank(tiles) if old is None else old.by_water[:]
        self.queue: vec[i64] = blank(tiles, NONE) if old is None else old.queue[:]  # under the stack, in order
        self.revealed: vec[i64] = blank(tiles, NONE) if old is None else old.revealed[:]  # for this voyage, in order

    def copy(self) -> Tiles:
        return Tiles(0, 0, 0, self)


class Chain(Group):
    """The open chain of cards, frame by frame. §6.2"""

    def __init__(self, deepest: int, old: Chain | None) -> None:
        self.frame_card: vec[i64] = blank(deepest, NONE) if old is None else old.frame_card[:]
        self.frame_keep: vec[i64] = blank(deepest) if old is None else old.frame_keep[:]  # 1: laid with a favour
        self.frame_aim: vec[i64] = blank(deepest) if old is None else old.frame_aim[:]  # at MAIN or KEEPER below it
        self.frame_void: vec[i64] = blank(deepest) if old is None else old.frame_void[:]
        self.frame_answered: vec[i64] = blank(deepest) if old is None else old.frame_answered[:]

    def copy(self) -> Chain:
        return Chain(0, self)


class InForce(Group):
    """Cards whose effect lasts."""

    def __init__(self, old: InForce | None) -> None:
        self.running: vec[i64] = blank(KINDS) if old is None else old.running[:]  # 1: a card of this kind is in force
        self.plus: vec[i64] = blank(SEATS) if old is None else old.plus[:]  # strength added in the battle

    def copy(self) -> InForce:
        return InForce(self)


class Rulings:
    """How disputed rules are read at a table: part of its settings, like the pack, and no part of a position."""

    def __init__(self, free_regrouping: bool) -> None:
        self.free_regrouping: i64 = 1 if free_regrouping else 0  # any piece, until one ends it, §Q37


AS_DECIDED: Final = Rulings(False)


class Position(State):
    """The table in mid-game. Tiles are numbers (the dolphin is 0) and sets of them masks; so are the cards' kinds."""

    def __init__(self, parts: Parts, actions: Actions, old: Position | None) -> None:
        zero: i64 = 0
        none: i64 = NONE
        set_up: i64 = ask.SETUP
        self.parts = parts
        self.actions = actions
        self.rulings: Rulings = AS_DECIDED if old is None else old.rulings
        tiles = len(parts.tiles)
        self.pieces: Pieces = (
            Pieces(tiles, int(parts.greeks), int(parts.ships), None) if old is None else old.pieces.lend()
        )
        self.cards: Cards = Cards(parts.copies, None) if old is None else old.cards.lend()
        self.tiles: Tiles = Tiles(tiles, len(parts.hexes), int(parts.words), None) if old is None else old.tiles.lend()
        # one card, and a thunderbolt for each answer
        self.chain: Chain = Chain(int(parts.copies[THUNDERBOLT]) + 1, None) if old is None else old.chain.lend()
        self.in_force: InForce = InForce(None) if old is None else old.in_force.lend()
        # Greeks and ships
        self.spare: i64 = zero if old is None else old.spare  # masks of the tiles with two Greeks or more, §5.4
        self.full_of_greeks: i64 = zero if old is None else old.full_of_greeks  # with as many as may stand there, §5.2
        self.with_ship: i64 = zero if old is None else old.with_ship
        self.full_of_ships: i64 = zero if old is None else old.full_of_ships
        # landscape
        self.ring: i64 = zero if old is None else old.ring  # mask of the tiles next to the dolphin
        self.queued: i64 = zero if old is None else old.queued  # tiles under the stack
        self.reveals: i64 = zero if old is None else old.reveals  # tiles drawn for this voyage
        self.tile: i64 = none if old is None else old.tile  # the tile in hand
        # the open chain of cards
        self.frames: i64 = zero if old is None else old.frames
        self.chain_seat: i64 = none if old is None else old.chain_seat  # who laid the first card; the others alternate
        # whose turn it is, and what is asked
        self.turn: i64 = zero if old is None else old.turn
        self.active: i64 = zero if old is None else old.active
        self.window: i64 = set_up if old is None else old.window
        self.step: i64 = zero if old is None else old.step  # of questions.py; the first is asked first
        # setting up
        self.to_deal: i64 = zero if old is None else old.to_deal  # cards of this god the active seat still gets, §4.1
        self.to_settle: i64 = zero if old is None else old.to_settle  # tiles of the first coast still to be laid, §4.3
        # the action under way
        self.actions_left: i64 = zero if old is None else old.actions_left  # single actions of the reinforcement, §5.2
        self.god: i64 = none if old is None else old.god  # whose card is being drawn, §4.1 §5.2
        self.to_draw: i64 = zero if old is None else old.to_draw  # tiles of this voyage still to be drawn, §5.3
        self.gained: i64 = none if old is None else old.gained  # the city just founded or conquered, §5.3 §5.4
        self.spoils: i64 = zero if old is None else old.spoils  # ships that may still go there, §5.4
        # the card whose effect is being carried out
        self.chosen: i64 = none if old is None else old.chosen
        self.left: i64 = zero if old is None else old.left  # pieces it still places
        # where it trades, where its next piece goes, or what it exchanges
        self.city: i64 = none if old is None else old.city
        # bits: MAIN, KEEPER: that card of it lies on its pile, §3.5
        self.spent: i64 = zero if old is None else old.spent
        self.after_fetch: i64 = none if old is None else old.after_fetch  # the step to go on with
        # effects in force
        # another turn was granted after the reinforcement was announced, §5.6
        self.extra_late: i64 = zero if old is None else old.extra_late
        self.is_extra: i64 = zero if old is None else old.is_extra  # this is such a turn
        self.settled: i64 = zero if old is None else old.settled  # attacks or voyages settled in this turn
        self.gains: i64 = zero if old is None else old.gains  # and how many of them won a city
        # the attack
        self.target: i64 = none if old is None else old.target
        self.first_target: i64 = none if old is None else old.first_target
        self.far_source: i64 = none if old is None else old.far_source
        self.word: i64 = none if old is None else old.word  # who has the word in the battle
        self.passes: i64 = zero if old is None else old.passes
        # regrouping
        self.new_cities: i64 = zero if old is None else old.new_cities
        self.moves_left: i64 = zero if old is None else old.moves_left
        self.trails: i64 = zero if old is None else old.trails  # entries of `moved` from here on are NONE
        # the end
        self.winner: i64 = none if old is None else old.winner

    def told(self, fields: dict[str, int | list[int]]) -> dict[str, int | list[int]]:
        """Once `todo` was whatever is left to do, and `spot` whatever it is about: one of each is in use at a time."""
        out = {name: value for name, value in fields.items() if name not in NOT_TOLD}
        out["todo"] = int(self.todo())
        out["spot"] = int(self.spot()) if self.god == NONE else int(self.god)
        return out

    def game_id(self) -> str:
        return "hellas_2002"

    def seats(self) -> int:
        return SEATS

    # ---- what a seat may see ----

    def observe(self, player: int) -> Position:
        """Hands are seen by their owner, and card by card by those who saw the card; a stack is seen by nobody. §3.7"""
        seen = self.clone()
        seen.cards = seen.cards.own()
        seen.cards.hide_from(player)
        return seen

    def fill(self, rng: Random) -> None:
        """The unseen cards of each god are dealt anew to where unseen cards lie. §3.7"""
        self.cards = self.cards.own()
        for god in range(len(GODS)):
            if self.cards.deck[OF_A_GOD * god] == UNKNOWN:
                self.fill_god(god, rng)

    def fill_god(self, god: i64, rng: Random) -> None:
        cards = self.cards
        first = OF_A_GOD * god
        pool = self.unseen(god)
        for at in range(SLOTS):
            if cards.hand[KINDS * at + first] == UNKNOWN:
                for kind in range(first, first + OF_A_GOD):
                    cards.hand[KINDS * at + kind] = 0
                for _ in range(cards.hand_size[len(GODS) * at + god]):
                    cards.hand[KINDS * at + draw(pool, rng)] += 1
        if cards.down[first] == UNKNOWN:
            for kind in range(first, first + OF_A_GOD):
                cards.down[kind] = 0
            for _ in range(cards.down_size[god]):
                cards.down[draw(pool, rng)] += 1
        for kind in range(first, first + OF_A_GOD):
            cards.deck[kind] = pool[kind]

    def unseen(self, god: i64) -> vec[i64]:
        """The cards of a god that are not to be seen in this position, by kind."""
        cards = self.cards
        pool: vec[i64] = blank(KINDS)
        for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
            pool[kind] = self.parts.copies[kind] - cards.discard[kind] - self.on_table(kind)
            if cards.down[kind] != UNKNOWN:
                pool[kind] -= cards.down[kind]
            for at in range(SLOTS):
                if cards.hand[KINDS * at + kind] != UNKNOWN:
                    pool[kind] -= cards.hand[KINDS * at + kind]
        return pool

    # ---- questions the rules ask again and again ----

    def on_table(self, kind: i64) -> i64:
        """How many cards of a kind lie in the open chain. §6.1"""
        count: i64 = 0
        for frame in range(self.frames):
            if self.chain.frame_card[frame] == kind:
                count += 1
            if self.chain.frame_keep[frame] != 0 and kind == FAVOUR:
                count += 1
        return count

    def frame_seat(self, frame: i64) -> i64:
        """Who laid a card of the chain: the two seats alternate. §6.2"""
        if frame % 2 == 0:
            return self.chain_seat
        return 1 - self.chain_seat

    def free_cards(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind a seat holds that are not locked. §5.6"""
        hand = self.cards.hand
        at = KINDS * slot(seat, FREE, SECRET) + kind
        return hand[at] + hand[at + KINDS] + hand[at + 2 * KINDS]

    def cards_of(self, seat: i64, god: i64) -> i64:
        """How many cards of a god a seat has, those lying face down with it. §3.1"""
        sizes = self.cards.hand_size
        total: i64 = 0
        at = len(GODS) * slot(seat, 0, 0) + god
        end = at + len(GODS) * LOCKS * VIEWS
        while at < end:
            total += sizes[at]
            at += len(GODS)
        if seat == self.active:
            total += self.cards.down_size[god]
        return total

    def cards_held(self, seat: i64) -> i64:
        """How many cards a seat has in all. §3.1"""
        return self.cards_of(seat, 0) + self.cards_of(seat, 1) + self.cards_of(seat, 2)

    def may_hold(self, seat: i64, god: i64) -> bool:
        """Whether one more card of a god stays within the limits. §3.1"""
        return self.cards_of(seat, god) < self.parts.most_of_a_god and self.cards_held(seat) < self.parts.most_cards

    def speaker(self) -> i64:
        """The seat whose window is open: the active player, in a battle who has the word. §5.1 §6.3"""
        if self.window == ask.BATTLE:
            return self.word
        return self.active

    def is_banned(self, seat: i64) -> bool:
        """In the first turn of all the starter may lay no card. §4.6 §Q28"""
        return seat == LIGHT and self.turn == 1

    def owner(self, tile: i64) -> i64:
        """The seat that holds a city, or NONE."""
        cities = self.pieces.cities
        if (cities[0] & BIT[tile]) != 0:
            return 0
        if (cities[1] & BIT[tile]) != 0:
            return 1
        return NONE

    def todo(self) -> i64:
        """How much of what is under way is left: cards, tiles, single actions or ships."""
        return self.to_deal + self.to_settle + self.actions_left + self.to_draw + self.spoils

    def spot(self) -> i64:
        """The city a voyage, an attack or a card is about, or NONE."""
        if self.gained != NONE:
            return self.gained
        return self.city

    def reach(self, tile: i64) -> i64:
        """Mask of the tiles from which a city can be attacked: by land, by water, over the dolphin. §8.1 §8.2 §Q32"""
        mask = self.tiles.by_land[tile] | self.tiles.by_water[tile]
        if (self.ring & BIT[tile]) != 0:
            mask = mask | self.ring
        return mask & ~BIT[tile]

    def temples_of(self, seat: i64) -> i64:
        """How many cities with a temple a seat holds. §5.2"""
        return popcount(self.pieces.cities[seat] & self.parts.temples)

    def force(self) -> i64:
        """The Greeks on the attack. §5.4"""
        total: i64 = 0
        for count in self.pieces.sent:
            total += count
        return total

    def missing(self) -> i64:
        """What is being fetched."""
        if self.after_fetch == ask.PLACE_SHIPS:
            return SHIP
        return GREEK

    def stack(self) -> i64:
        """Mask of the tiles of the stack but for those put under it. §5.3"""
        cells = self.tiles.cell_of
        mask: i64 = 0
        for tile in range(1, len(cells)):
            if cells[tile] == NONE:
                mask = mask | BIT[tile]
        return mask

    def has_stack(self) -> bool:
        """Whether a tile of the stack is left, besides those put under it."""
        cells = self.tiles.cell_of
        tile: i64 = 1
        while tile < len(cells) and cells[tile] != NONE:
            tile += 1
        return tile < len(cells)

    def stack_size(self) -> i64:
        """Tiles in the stack, those put under it among them. §5.3"""
        return self.queued + popcount(self.stack())


def slot(seat: i64, lock: i64, view: i64) -> i64:
    """The number of a slot of a hand."""
    return (seat * LOCKS + lock) * VIEWS + view


def by_god(cards: vec[i64]) -> vec[i64]:
    """How many cards of each god there are."""
    out: vec[i64] = blank(len(GODS))
    for kind in range(KINDS):
        out[kind // OF_A_GOD] += cards[kind]
    return out


# ---- all components ----


def census(position: Position) -> dict[str, int]:
    """How many of each component are anywhere on the table."""
    out: dict[str, int] = {}
    pieces, cards = position.pieces, position.cards
    for seat, side in enumerate(("light", "dark")):
        held = [tile for tile in range(len(pieces.greeks)) if position.owner(tile) == seat]
        marching = sum(int(n) for n in pieces.sent) if seat == position.active else 0
        out[f"{side} greek"] = sum(int(pieces.greeks[t]) for t in held) + int(pieces.greek_supply[seat]) + marching
        out[f"{side} ship"] = sum(int(pieces.ships[t]) for t in held) + int(pieces.ship_supply[seat])
    for kind, name in enumerate(CARDS):
        hands = sum(int(cards.hand[KINDS * at + kind]) for at in range(SLOTS))
        piles = int(cards.deck[kind]) + int(cards.discard[kind]) + int(cards.down[kind])
        out[name] = hands + piles + int(position.on_table(kind))
    for god, name in enumerate(GODS):
        kinds = range(OF_A_GOD * god, OF_A_GOD * (god + 1))
        sizes = cards.deck_size[god] + cards.down_size[god]
        sizes += sum(cards.hand_size[len(GODS) * at + god] for at in range(SLOTS))
        out[f"{name} by sizes"] = int(sizes + sum(cards.discard[k] + position.on_table(k) for k in kinds))
    laid = sum(1 for tile in position.tiles.tile_on if tile != NONE)
    loose = sum(1 for place in position.tiles.cell_of if place in (ASIDE, REVEALED))
    out["tile"] = laid + int(position.stack_size()) + loose
    return out


def inventory(position: Position) -> dict[str, int]:
    """How many the pack prints for this table."""
    parts = position.parts
    out = {"light greek": int(parts.greeks), "light ship": int(parts.ships)}
    out |= {"dark greek": int(parts.greeks), "dark ship": int(parts.ships)}
    out |= {name: int(parts.copies[kind]) for kind, name in enumerate(CARDS)}
    for god, count in enumerate(by_god(parts.copies)):
        out[f"{GODS[god]} by sizes"] = int(count)
    out["tile"] = len(parts.tiles)
    return out
