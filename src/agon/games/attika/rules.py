"""The State: who acts, what is legal, what an action does. One function a paragraph, in rulebook order."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import cast

from mypy_extensions import i64

from agon.core.chance import below, kind_of
from agon.core.numbers import BIT, WORD, lowest, nth, popcount
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN
from agon.games.attika import effects, scoring, value
from agon.games.attika.actions import Actions
from agon.games.attika.parts import KINDS, MAIN_STACK, STACKS, TURNS, WORDS, Layout, Parts
from agon.games.attika.position import (
    ANSWER,
    BUILDING,
    CHOOSE_SPACE,
    DECIDE,
    DRAW_CARD,
    DRAW_TILE,
    DRAW_TOP,
    FINISHED,
    LAY,
    PAY,
    REVEALING,
    SETUP_START,
    SETUP_TILE,
    SETUP_TOP,
    SETUP_TURN,
    TURN,
    UNDECIDED,
    Position,
)


class Rules(Position):
    """Attika as a State."""

    def __init__(self, parts: Parts, actions: Actions, layout: Layout, seats: i64) -> None:
        super().__init__(parts, actions, layout, seats)

    def clone(self) -> Rules:
        other = Rules(self.parts, self.actions, self.layout, self.n)
        self.copy_to(other)
        return other

    # ---- who decides ----

    def actor(self) -> int:
        """The seat whose turn it is decides everything in it. §4.5"""
        if self.step == FINISHED:
            return OVER
        if self.is_chance():
            return CHANCE
        return int(self.active)

    def is_chance(self) -> bool:
        if self.step < DECIDE:
            return True
        return self.step == DRAW_TOP or self.step == DRAW_CARD or self.step == DRAW_TILE

    # ---- what is legal ----

    def legal(self) -> list[int]:
        if self.step == ANSWER or self.step == CHOOSE_SPACE:
            return self.spaces()
        if self.step == LAY:
            return self.rim_cells()
        return listed(self.verb_at(), self.choices())

    def weights(self) -> list[int]:
        """Cards by their number in the deck; buildings, tiles, rotations and seats alike. §2.1 §2.4 §2.6 §4.3"""
        if self.step == DRAW_CARD:
            return [max(int(left), 1) for left in self.deck if left != 0]
        return [1] * int(popcount(self.choices()))

    def random_action(self, rng: Random) -> int:
        """One of legal(), at CHANCE by weight; lists nothing. Must agree with legal() and weights()."""
        if self.step == DRAW_CARD:
            return int(self.actions.card_at + self.random_card(rng))
        if self.step == ANSWER or self.step == CHOOSE_SPACE:
            return int(self.random_space(rng))
        if self.step == LAY:
            return int(self.actions.lay_at + self.random_rim_cell(rng))
        mask: i64 = self.choices()
        return int(self.verb_at() + nth(mask, below(int(popcount(mask)), rng)))

    def verb_at(self) -> i64:
        """The first action of the verb asked for; in a turn, of the first of them."""
        if self.step == DECIDE:
            return self.actions.reveal_at
        if self.step == PAY:
            return self.actions.pay_at
        if self.step == DRAW_CARD:
            return self.actions.card_at
        if self.step == DRAW_TOP or self.step == SETUP_TOP:
            return self.actions.top_at
        if self.step == DRAW_TILE or self.step == SETUP_TILE:
            return self.actions.tile_at
        if self.step == TURN or self.step == SETUP_TURN:
            return self.actions.turn_at
        return self.actions.start_at

    def choices(self) -> i64:
        """What may be played now, as a mask of actions from `verb_at` on. Spaces and places for tiles are too many."""
        if self.step == DECIDE:
            return self.decisions()
        if self.step == PAY:
            return effects.payments(self)
        if self.step == DRAW_CARD:
            return self.cards()
        if self.step == DRAW_TOP:
            return self.tops(self.active)
        if self.step == SETUP_TOP:
            return self.tops(self.setup_seat())
        if self.step == DRAW_TILE or self.step == SETUP_TILE:
            return self.pile
        if self.step == TURN or self.step == SETUP_TURN:
            return BIT[TURNS] - 1
        if self.step == SETUP_START:
            return BIT[self.n] - 1
        return 0

    def cards(self) -> i64:
        """Any kind the deck holds, or may hold for all the observer knows. §4.3"""
        mask: i64 = 0
        for kind in range(KINDS):
            if self.deck[kind] != 0:
                mask = mask | BIT[kind]
        return mask

    def random_card(self, rng: Random) -> i64:
        """A kind, as likely as the deck holds it; where that is not known, each alike. §4.3"""
        if self.deck[0] == UNKNOWN:
            mask: i64 = self.cards()
            return nth(mask, below(int(popcount(mask)), rng))
        return kind_of(self.deck, self.deck_left, rng)

    def tops(self, seat: i64) -> i64:
        """The main buildings lie in the first stack, the others anywhere in the other three. §2.4 §4.1"""
        if self.stack == MAIN_STACK:
            return self.unseen[seat] & self.parts.mains
        return self.unseen[seat] & ~self.parts.mains

    def decisions(self) -> i64:
        """What a turn still allows. §4.5"""
        mask: i64 = 0
        if self.may_reveal():
            for stack in range(STACKS):
                if self.stacks[STACKS * self.active + stack] > 0:
                    mask = mask | BIT[stack]
        if self.may_build():
            mask = mask | effects.buildable(self, self.active) * BIT[STACKS]
        if self.amphorae[self.active] > 0:
            if self.drawing == 0 and self.mode != UNDECIDED:
                mask = mask | self.actions.amphora_action_bit
            if self.cards_left() > self.cards_due():
                mask = mask | self.actions.amphora_card_bit
        if self.drawing == 0 and (self.mode == UNDECIDED or self.left > 0):
            return mask | self.actions.finish_bit
        return mask | self.actions.end_bit

    def may_reveal(self) -> bool:
        """Reveals of this turn are left, and it is no build turn. §4.1 §4.5"""
        if self.drawing != 0:
            return False
        return self.mode == UNDECIDED or (self.mode == REVEALING and self.left > 0)

    def may_build(self) -> bool:
        """Builds of this turn are left, and it is no reveal turn. §4.2 §4.5 §Q20"""
        if self.drawing != 0:
            return False
        return self.mode == UNDECIDED or (self.mode == BUILDING and self.left > 0)

    def cards_due(self) -> i64:
        """One card for each action not taken; three where none was. §4.3 §Q12"""
        if self.drawing != 0:
            return 0
        if self.mode == UNDECIDED:
            return self.parts.idle_cards
        return self.left

    def spaces(self) -> list[int]:
        """Free spaces on which the building in hand can be paid; one just revealed may be stored. §4.1 §5.1 §5.4"""
        out: list[object] = []
        places = self.actions.places
        cells = self.cells
        for word in range(WORDS):
            rest: i64 = effects.affordable(self, self.active, self.building, word)
            while rest != 0:
                out.append(places[cells[WORD * word + lowest(rest)]])
                rest = rest & (rest - 1)
        if self.step == ANSWER:
            out.append(self.actions.store_number)
        actions = cast("list[int]", out)
        actions.sort()
        return actions

    def random_space(self, rng: Random) -> i64:
        """One of spaces(), each alike. §4.1 §5.1 §5.4"""
        first: i64 = effects.affordable(self, self.active, self.building, 0)
        second: i64 = effects.affordable(self, self.active, self.building, 1)
        third: i64 = effects.affordable(self, self.active, self.building, 2)
        in_first: i64 = popcount(first)
        in_second: i64 = popcount(second)
        in_third: i64 = popcount(third)
        count: i64 = in_first + in_second + in_third
        if self.step == ANSWER:
            count += 1
        left: i64 = below(int(count), rng)
        if left < in_first:
            return self.actions.place_at + self.cells[nth(first, left)]
        left -= in_first
        if left < in_second:
            return self.actions.place_at + self.cells[WORD + nth(second, left)]
        left -= in_second
        if left < in_third:
            return self.actions.place_at + self.cells[2 * WORD + nth(third, left)]
        return self.actions.store_at

    def rim_cells(self) -> list[int]:
        """Where the centre of the tile in hand may go. §8.3"""
        out: list[object] = []
        lays = self.actions.lays
        for word in range(len(self.rim)):
            rest: i64 = self.rim[word]
            while rest != 0:
                out.append(lays[WORD * word + lowest(rest)])
                rest = rest & (rest - 1)
        return cast("list[int]", out)

    def random_rim_cell(self, rng: Random) -> i64:
        """One of the cells of rim_cells(), each alike. §8.3"""
        rim = self.rim
        count: i64 = 0
        for mask in rim:
            if mask != 0:
                count += popcount(mask)
        left: i64 = below(int(count), rng)
        word: i64 = 0
        while rim[word] == 0 or left >= popcount(rim[word]):
            if rim[word] != 0:
                left -= popcount(rim[word])
            word += 1
        return WORD * word + nth(rim[word], left)

    # ---- what an action does ----

    def apply(self, action: int) -> None:
        a: i64 = action
        if self.step == DECIDE:
            self.decide(a)
        elif self.step == DRAW_CARD:
            self.draw_card(a - self.actions.card_at)
        elif self.step == PAY:
            self.pay(a - self.actions.pay_at)
        elif self.step == CHOOSE_SPACE:
            self.choose_space(a - self.actions.place_at)
        elif self.step == ANSWER:
            self.answer(a)
        elif self.step == DRAW_TOP:
            self.turn_up(a - self.actions.top_at)
        elif self.step == LAY:
            self.centre = a - self.actions.lay_at
            self.step = TURN
        elif self.step == TURN:
            self.turn_tile(a - self.actions.turn_at)
        elif self.step == DRAW_TILE:
            self.take_tile(a - self.actions.tile_at)
            self.step = LAY
        elif self.step == SETUP_TILE:
            self.take_tile(a - self.actions.tile_at)
            self.step = SETUP_TURN
        elif self.step == SETUP_TURN:
            self.set_up_tile(a - self.actions.turn_at)
        elif self.step == SETUP_TOP:
            self.set_up_top(a - self.actions.top_at)
        elif self.step == SETUP_START:
            self.set_up_start(a - self.actions.start_at)

    # ---- §2 set-up ----

    def take_tile(self, tile: i64) -> None:
        """The next tile comes off the pile. §2.1 §8.1"""
        self.pile = self.pile & ~BIT[tile]
        self.tile = tile

    def set_up_tile(self, turn: i64) -> None:
        """Tiles go to their places in drawing order, turned at random. §2.1 §Q1"""
        effects.lay_tile(self, self.tile, self.layout.centres[self.laid], turn)
        self.tile = NONE
        self.step = SETUP_TILE
        if self.laid == len(self.layout.centres):
            self.step = SETUP_TOP
            self.stack = MAIN_STACK

    def setup_seat(self) -> i64:
        """The seat whose stacks are being opened: the first that does not have all its top buildings. §2.5"""
        for seat in range(self.n):
            if self.stacks[STACKS * seat + STACKS - 1] == self.parts.heights[STACKS - 1]:
                return seat
        return NONE

    def set_up_top(self, building: i64) -> None:
        """The top building of each stack goes on the storage board. §2.5"""
        seat: i64 = self.setup_seat()
        self.own_store()
        self.stacks[STACKS * seat + self.stack] -= 1
        self.unseen[seat] &= ~BIT[building]
        self.storage[seat] |= BIT[building]
        self.stack += 1
        if self.stack == STACKS:
            self.stack = MAIN_STACK
            if self.setup_seat() == NONE:
                self.stack = NONE
                self.step = SETUP_START

    def set_up_start(self, seat: i64) -> None:
        """The start player is drawn and cards are dealt, clockwise from there. §2.6"""
        self.starter = seat
        self.active = seat
        self.due = self.parts.deal[0]
        self.step = DRAW_CARD

    def deal_on(self) -> None:
        """The next seat gets a card more; after the last the start player begins. §2.6 §2.7"""
        self.active = (self.active + 1) % self.n
        if self.active == self.starter:
            self.mode = UNDECIDED
            self.begin_turn()
        else:
            self.due = self.parts.deal[(self.active + self.n - self.starter) % self.n]

    # ---- §4 the turn ----

    def begin_turn(self) -> None:
        """A fresh turn: no mode, nothing drawn. §4.5"""
        self.mode = UNDECIDED
        self.left = 0
        self.drawing = 0
        self.gained = 0
        self.step = DECIDE

    def decide(self, action: i64) -> None:
        """Reveal, build, spend an amphora, finish or end. §4.5"""
        if action == self.actions.finish_at:
            self.draw_cards(self.cards_due())
        elif action == self.actions.end_at:
            self.end_turn()
        elif action == self.actions.amphora_action:
            self.spend_amphora()
            self.left += 1
            self.go_on()
        elif action == self.actions.amphora_card:
            self.spend_amphora()
            self.draw_cards(self.cards_due() + 1)
        elif action >= self.actions.build_at:
            self.take_building(action - self.actions.build_at)
        else:
            self.reveal(action - self.actions.reveal_at)

    def use_action(self, mode: i64, actions: i64) -> None:
        """The first action of a turn fixes its mode. §4.5"""
        if self.mode == UNDECIDED:
            self.mode = mode
            self.left = actions
        self.left -= 1

    def reveal(self, stack: i64) -> None:
        """The top building of a stack is turned up. §4.1"""
        self.use_action(REVEALING, self.parts.reveals)
        self.stack = stack
        self.own_store()
        self.stacks[STACKS * self.active + stack] -= 1
        self.step = DRAW_TOP

    def turn_up(self, building: i64) -> None:
        """It is built or stored at once. §4.1"""
        self.own_store()
        self.unseen[self.active] &= ~BIT[building]
        self.building = building
        self.step = ANSWER

    def answer(self, action: i64) -> None:
        """Store it, or choose where it goes. §4.1"""
        if action == self.actions.store_at:
            self.own_store()
            self.storage[self.active] |= BIT[self.building]
            self.building = NONE
            self.expand()
        else:
            self.choose_space(action - self.actions.place_at)

    def take_building(self, building: i64) -> None:
        """A building is taken off the storage board to be built. §4.2"""
        self.use_action(BUILDING, self.parts.builds)
        self.own_store()
        self.storage[self.active] &= ~BIT[building]
        self.building = building
        self.step = CHOOSE_SPACE

    def go_on(self) -> None:
        """An action is over; who, for all to see, has nothing to choose any more is not asked. §4.5 §4.6 §4.7"""
        self.stack = NONE
        self.step = DECIDE
        if self.amphorae[self.active] > 0:
            return
        if self.left == 0:
            self.end_turn()
        elif self.mode == REVEALING and self.unseen[self.active] == 0:
            self.draw_cards(self.left)
        elif self.mode == BUILDING and self.storage[self.active] == 0:
            self.draw_cards(self.left)

    def spend_amphora(self) -> None:
        """An amphora goes back to the supply. §4.4"""
        self.own_store()
        self.amphorae[self.active] -= 1
        self.supply += 1

    def draw_cards(self, count: i64) -> None:
        """The drawing step begins, or goes on: after it no reveal and no build may follow. §4.3"""
        self.drawing = 1
        self.left = 0
        self.due = count
        self.next_card()

    def next_card(self) -> None:
        """A draw is due; an empty deck is shuffled anew from the discards, and without any the draw is skipped. §4.6"""
        self.step = DRAW_CARD
        if self.due > 0 and (self.deck_left > 0 or self.cards_left() > 0):
            effects.shuffle_if_needed(self)
            return
        self.due = 0
        if self.starter != NONE and self.mode == NONE:
            self.deal_on()
        elif self.drawing != 0:
            self.end_drawing()
        else:
            self.expand()

    def draw_card(self, kind: i64) -> None:
        """A card into the hand of the active player. §4.3"""
        effects.take_card(self, self.active, kind)
        self.gained += 1
        self.due -= 1
        self.next_card()

    def end_drawing(self) -> None:
        """Amphorae may still be changed into cards, while there are cards. §4.4 §4.5"""
        self.step = DECIDE
        if self.amphorae[self.active] == 0 or self.cards_left() == 0:
            self.end_turn()

    def end_turn(self) -> None:
        """Clockwise on, unless nobody does anything any more. §2.7 §9.4 §Q24"""
        if self.mode == UNDECIDED and self.gained == 0:
            self.idle += 1
        else:
            self.idle = 0
        if scoring.is_stalled(self):
            self.step = FINISHED
            return
        self.active = (self.active + 1) % self.n
        self.begin_turn()

    # ---- §5 building ----

    def choose_space(self, cell: i64) -> None:
        """The building goes to a free space, once it is paid. §5.1"""
        self.space = self.slot_of(cell)
        self.step = PAY
        self.build_if_paid()

    def pay(self, kind: i64) -> None:
        """One card after the other. §5.4"""
        effects.pay(self, kind)
        self.build_if_paid()

    def build_if_paid(self) -> None:
        """Paid in full, the building stands: victory first, then amphora, then expansion. §4.8 §5.4 §Q3"""
        if effects.owed(self) > 0:
            return
        effects.discard_payment(self)
        building: i64 = self.building
        effects.put(self, self.active, building, self.space)
        self.building = NONE
        self.space = NONE
        if scoring.has_won(self, self.active):
            self.winner = self.active
            self.step = FINISHED
        elif effects.completes_group(self, self.active, building):
            self.award(self.parts.group[building])
        else:
            self.expand()

    # ---- §7 amphorae ----

    def award(self, group: i64) -> None:
        """A complete and connected group brings an amphora at once; with none left, a card. §7.1 §7.3 §Q9"""
        self.own_store()
        self.awarded[self.active] |= BIT[group]
        if self.supply > 0:
            self.supply -= 1
            self.amphorae[self.active] += 1
            self.expand()
        else:
            self.due = 1
            self.next_card()

    # ---- §8 expanding the map ----

    def expand(self) -> None:
        """The reveal of the last building of a stack adds a tile, if there is one. §8.1 §8.5"""
        if self.stack != NONE and self.stacks[STACKS * self.active + self.stack] == 0 and self.pile != 0:
            self.step = DRAW_TILE
        else:
            self.go_on()

    def turn_tile(self, turn: i64) -> None:
        """The tile in hand is laid and the turn goes on. §8.2 §8.4"""
        effects.lay_tile(self, self.tile, self.centre, turn)
        self.tile = NONE
        self.centre = NONE
        self.go_on()

    # ---- what others hear, §9 the end ----

    def heard(self, player: int, action: int) -> int:
        """A card drawn is seen by its drawer alone. §2.8 §Q25"""
        if self.step == DRAW_CARD and player != self.active:
            return UNKNOWN
        return action

    def value(self, player: int) -> float:
        return value.value(self, player)

    def places(self) -> list[int]:
        """The first to fulfil either condition wins. §9.3"""
        return scoring.places(self)


def listed(first: i64, mask: i64) -> list[int]:
    """The actions of a mask that begins at this one."""
    out: list[int] = []
    rest: i64 = mask
    while rest != 0:
        out.append(int(first + lowest(rest)))
        rest = rest & (rest - 1)
    return out


def new(parts: Parts, actions: Actions, seats: int, settings: Mapping[str, str]) -> Rules:
    """The table before the first tile is drawn. §2.2 §2.3 §2.4"""
    state = Rules(parts, actions, parts.layout(seats), seats)
    state.roads_ignore = 1 if settings["roadsIgnoreSymbols"] == "on" else 0
    state.mode = NONE  # until the first turn
    state.set_out()
    state.pile = BIT[len(parts.faces)] - 1
    state.supply = parts.amphorae
    for seat in range(seats):
        state.unseen[seat] = BIT[parts.count] - 1
        for stack in range(STACKS):
            state.stacks[STACKS * seat + stack] = parts.heights[stack]
    for kind in range(KINDS):
        state.deck[kind] = parts.cards[kind]
        state.shuffled[kind] = parts.cards[kind]
        state.deck_left += parts.cards[kind]
    return state
