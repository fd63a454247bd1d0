"""The State: who acts, what is legal, what an action does. One function a paragraph, in rulebook order."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.state import BIT, CHANCE, NONE, OVER, UNKNOWN, WORD, blank, lowest
from agon.games.attika import effects, scoring
from agon.games.attika.actions import Actions
from agon.games.attika.parts import BUILDINGS, KINDS, MAIN_STACK, PETALS, STACKS, TURNS, WORDS, Layout, Parts
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
        out: list[int] = []
        if self.step == DECIDE:
            self.decisions(out)
        elif self.step == CHOOSE_SPACE:
            self.spaces(out)
        elif self.step == ANSWER:
            out.append(int(self.actions.store_at))
            self.spaces(out)
        elif self.step == PAY:
            self.payments(out)
        elif self.step == DRAW_CARD:
            self.cards(out)
        elif self.step == DRAW_TOP:
            self.tops(out, self.active, self.stack)
        elif self.step == SETUP_TOP:
            self.tops(out, self.setup_seat(), self.stack)
        elif self.step == DRAW_TILE or self.step == SETUP_TILE:
            self.bits(out, self.actions.tile_at, self.pile)
        elif self.step == LAY:
            for cell in effects.rim(self):
                out.append(int(self.actions.lay_at) + cell)
        elif self.step == TURN or self.step == SETUP_TURN:
            self.bits(out, self.actions.turn_at, BIT[TURNS] - 1)
        elif self.step == SETUP_START:
            self.bits(out, self.actions.start_at, BIT[self.n] - 1)
        return out

    def weights(self) -> list[int]:
        """Cards by their number in the deck; buildings, tiles, rotations and seats alike. §2.1 §2.4 §2.6 §4.3"""
        if self.step == DRAW_CARD:
            return [max(int(left), 1) for left in self.deck if left != 0]
        return [1] * len(self.legal())

    def bits(self, out: list[int], first: i64, mask: i64) -> None:
        """The actions of a verb for a mask."""
        rest: i64 = mask
        while rest != 0:
            out.append(int(first + lowest(rest)))
            rest = rest & (rest - 1)

    def cards(self, out: list[int]) -> None:
        """Any kind the deck holds, or may hold for all the observer knows. §4.3"""
        for kind in range(KINDS):
            if self.deck[kind] != 0:
                out.append(int(self.actions.card_at + kind))

    def tops(self, out: list[int], seat: i64, stack: i64) -> None:
        """The main buildings lie in the first stack, the others anywhere in the other three. §2.4 §4.1"""
        mask: i64 = self.unseen[seat] & ~self.parts.mains
        if stack == MAIN_STACK:
            mask = self.unseen[seat] & self.parts.mains
        self.bits(out, self.actions.top_at, mask)

    def decisions(self, out: list[int]) -> None:
        """What a turn still allows. §4.5"""
        if self.may_reveal():
            for stack in range(STACKS):
                if self.stacks[STACKS * self.active + stack] > 0:
                    out.append(int(self.actions.reveal_at + stack))
        if self.may_build():
            self.buildings(out)
        if self.amphorae[self.active] > 0:
            if self.drawing == 0 and self.mode != UNDECIDED:
                out.append(int(self.actions.amphora_action))
            if self.cards_left() > self.cards_due():
                out.append(int(self.actions.amphora_card))
        if self.drawing == 0 and (self.mode == UNDECIDED or self.left > 0):
            out.append(int(self.actions.finish_at))
        else:
            out.append(int(self.actions.end_at))

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

    def buildings(self, out: list[int]) -> None:
        """Buildings on the storage board for which some space can be paid. §4.2"""
        rest: i64 = self.storage[self.active]
        while rest != 0:
            building: i64 = lowest(rest)
            rest = rest & (rest - 1)
            if effects.can_build(self, self.active, building):
                out.append(int(self.actions.build_at + building))

    def spaces(self, out: list[int]) -> None:
        """Free spaces on which the building in hand can be paid. §5.1 §5.4"""
        masks: vec[i64] = blank(WORDS)
        for word in range(WORDS):
            masks[word] = effects.affordable(self, self.active, self.building, word)
        for n in range(PETALS * self.laid):
            slot: i64 = self.order[n]
            if (masks[slot // WORD] & BIT[slot % WORD]) != 0:
                out.append(int(self.actions.place_at + self.cells[slot]))

    def payments(self, out: list[int]) -> None:
        """Cards with which the payment can be completed without waste. §5.4"""
        for kind in range(KINDS):
            if effects.can_complete(self, kind):
                out.append(int(self.actions.pay_at + kind))

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
        self.stacks[STACKS * self.active + stack] -= 1
        self.step = DRAW_TOP

    def turn_up(self, building: i64) -> None:
        """It is built or stored at once. §4.1"""
        self.unseen[self.active] &= ~BIT[building]
        self.building = building
        self.step = ANSWER

    def answer(self, action: i64) -> None:
        """Store it, or choose where it goes. §4.1"""
        if action == self.actions.store_at:
            self.storage[self.active] |= BIT[self.building]
            self.building = NONE
            self.expand()
        else:
            self.choose_space(action - self.actions.place_at)

    def take_building(self, building: i64) -> None:
        """A building is taken off the storage board to be built. §4.2"""
        self.use_action(BUILDING, self.parts.builds)
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
        if self.due > 0 and self.cards_left() > 0:
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

    def places(self) -> list[int]:
        """The first to fulfil either condition wins. §9.3"""
        return scoring.places(self)


def new(parts: Parts, actions: Actions, seats: int, settings: Mapping[str, str]) -> Rules:
    """The table before the first tile is drawn. §2.2 §2.3 §2.4"""
    state = Rules(parts, actions, parts.layout(seats), seats)
    state.roads_ignore = 1 if settings["roadsIgnoreSymbols"] == "on" else 0
    state.mode = NONE  # until the first turn
    state.clear_map()
    state.pile = BIT[len(parts.faces)] - 1
    state.supply = parts.amphorae
    for seat in range(seats):
        state.unseen[seat] = BIT[BUILDINGS] - 1
        for stack in range(STACKS):
            state.stacks[STACKS * seat + stack] = parts.heights[stack]
    for kind in range(KINDS):
        state.deck[kind] = parts.cards[kind]
        state.shuffled[kind] = parts.cards[kind]
        state.deck_left += parts.cards[kind]
    return state
