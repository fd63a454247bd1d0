"""The State: who acts, what is legal, what an action does. One function a paragraph, in rulebook order."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, UNKNOWN
from agon.games.attika import effects, scoring
from agon.games.attika import questions as ask
from agon.games.attika.actions import Actions
from agon.games.attika.features import Numbered
from agon.games.attika.parts import GROUPS, KINDS, MAIN_STACK, STACKS, Parts
from agon.games.attika.position import BUILDING, REVEALING, UNDECIDED, Rulings


class Rules(Numbered):
    """Attika as a State."""

    def clone(self) -> Rules:
        return Rules(self.parts, self.actions, self.layout, self.n, self)

    def actor(self) -> int:
        """The seat whose turn it is decides everything in it. §4.5"""
        who = ask.ASKED[self.step]
        if who == ask.ACTIVE:
            return int(self.active)
        return int(who)

    # ---- what an action does ----

    def apply(self, action: int) -> None:
        a: i64 = action
        if self.step == ask.DECIDE:
            self.decide(a)
        elif self.step == ask.DRAW_CARD:
            self.draw_card(a - self.actions.card.first)
        elif self.step == ask.PAY:
            self.pay(a - self.actions.pay.first)
        elif self.step == ask.CHOOSE_SPACE:
            self.choose_space(a - self.actions.place.first)
        elif self.step == ask.ANSWER:
            self.answer(a)
        elif self.step == ask.DRAW_TOP:
            self.turn_up(a - self.actions.top.first)
        elif self.step == ask.LAY:
            self.centre = a - self.actions.lay.first
            self.step = ask.TURN
        elif self.step == ask.TURN:
            self.turn_tile(a - self.actions.turn.first)
        elif self.step == ask.DRAW_TILE:
            self.take_tile(a - self.actions.tile.first)
            self.step = ask.LAY
        elif self.step == ask.SETUP_TILE:
            self.take_tile(a - self.actions.tile.first)
            self.step = ask.SETUP_TURN
        elif self.step == ask.SETUP_TURN:
            self.set_up_tile(a - self.actions.turn.first)
        elif self.step == ask.SETUP_TOP:
            self.set_up_top(a - self.actions.top.first)
        elif self.step == ask.SETUP_START:
            self.set_up_start(a - self.actions.start.first)

    # ---- §2 set-up ----

    def take_tile(self, tile: i64) -> None:
        """The next tile comes off the pile. §2.1 §8.1"""
        self.pile = self.pile & ~BIT[tile]
        self.tile = tile

    def set_up_tile(self, turn: i64) -> None:
        """Tiles go to their places in drawing order, turned at random. §2.1 §Q1"""
        effects.lay_tile(self, self.tile, self.layout.centres[self.map.laid], turn)
        self.tile = NONE
        self.step = ask.SETUP_TILE
        if self.map.laid == len(self.layout.centres):
            self.step = ask.SETUP_TOP
            self.stack = MAIN_STACK

    def set_up_top(self, building: i64) -> None:
        """The top building of each stack goes on the storage board. §2.5"""
        seat = self.setup_seat()
        self.store = self.store.own()
        self.store.stacks[STACKS * seat + self.stack] -= 1
        self.store.unseen[seat] &= ~BIT[building]
        self.store.storage[seat] |= BIT[building]
        self.stack += 1
        if self.stack == STACKS:
            self.stack = MAIN_STACK
            if self.setup_seat() == NONE:
                self.stack = NONE
                self.step = ask.SETUP_START

    def set_up_start(self, seat: i64) -> None:
        """The start player is drawn and cards are dealt, clockwise from there. §2.6"""
        self.starter = seat
        self.active = seat
        self.due = self.parts.deal[0]
        self.step = ask.DRAW_CARD

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
        self.step = ask.DECIDE

    def decide(self, action: i64) -> None:
        """Reveal, build, spend an amphora, finish or end. §4.5"""
        if action == self.actions.finish.first:
            self.draw_cards(effects.cards_due(self))
        elif action == self.actions.end.first:
            self.end_turn()
        elif action == self.actions.amphora.first:
            self.spend_amphora()
            self.left += 1
            self.go_on()
        elif action == self.actions.amphora.first + 1:
            self.spend_amphora()
            self.draw_cards(effects.cards_due(self) + 1)
        elif action >= self.actions.build.first:
            self.take_building(action - self.actions.build.first)
        else:
            self.reveal(action - self.actions.reveal.first)

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
        self.store = self.store.own()
        self.store.stacks[STACKS * self.active + stack] -= 1
        self.step = ask.DRAW_TOP

    def turn_up(self, building: i64) -> None:
        """It is built or stored at once. §4.1"""
        self.store = self.store.own()
        self.store.unseen[self.active] &= ~BIT[building]
        self.building = building
        self.step = ask.ANSWER

    def answer(self, action: i64) -> None:
        """Store it, or choose where it goes. §4.1"""
        if action == self.actions.store.first:
            self.store = self.store.own()
            self.store.storage[self.active] |= BIT[self.building]
            self.building = NONE
            self.expand()
        else:
            self.choose_space(action - self.actions.place.first)

    def take_building(self, building: i64) -> None:
        """A building is taken off the storage board to be built. §4.2"""
        self.use_action(BUILDING, self.parts.builds)
        self.store = self.store.own()
        self.store.storage[self.active] &= ~BIT[building]
        self.building = building
        self.step = ask.CHOOSE_SPACE

    def go_on(self) -> None:
        """An action is over; who, for all to see, has nothing to choose any more is not asked. §4.5 §4.6 §4.7"""
        self.stack = NONE
        self.step = ask.DECIDE
        if self.gained > 0 and self.rulings.card_ends != 0:  # the card in place of an amphora, §Q9
            self.draw_cards(self.left)
            return
        if self.store.amphorae[self.active] > 0:
            return
        if self.left == 0:
            self.end_turn()
        elif self.mode == REVEALING and self.store.unseen[self.active] == 0:
            self.draw_cards(self.left)
        elif self.mode == BUILDING and self.store.storage[self.active] == 0:
            self.draw_cards(self.left)

    def spend_amphora(self) -> None:
        """An amphora goes back to the supply. §4.4"""
        self.store = self.store.own()
        self.store.amphorae[self.active] -= 1
        self.supply += 1

    def draw_cards(self, count: i64) -> None:
        """The drawing step begins, or goes on: after it no reveal and no build may follow. §4.3"""
        self.drawing = 1
        self.left = 0
        self.due = count
        self.next_card()

    def next_card(self) -> None:
        """A draw is due; an empty deck is shuffled anew from the discards, and without any the draw is skipped. §4.6"""
        self.step = ask.DRAW_CARD
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
        self.step = ask.DECIDE
        if self.store.amphorae[self.active] == 0 or self.cards_left() == 0:
            self.end_turn()

    def end_turn(self) -> None:
        """Clockwise on, unless nobody does anything any more. §2.7 §9.4 §Q24"""
        if self.mode == UNDECIDED and self.gained == 0:
            self.idle += 1
        else:
            self.idle = 0
        if scoring.is_stalled(self):
            self.step = ask.FINISHED
            return
        self.active = (self.active + 1) % self.n
        self.begin_turn()

    # ---- §5 building ----

    def choose_space(self, cell: i64) -> None:
        """The building goes to a free space, once it is paid. §5.1"""
        self.space = self.map.slot_of(cell)
        self.step = ask.PAY
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
        building = self.building
        effects.put(self, self.active, building, self.space)
        self.building = NONE
        self.space = NONE
        if scoring.has_won(self, self.active):
            self.winner = self.active
            self.step = ask.FINISHED
        elif self.rulings.any_links != 0:
            self.award_joined()
        elif effects.completes_group(self, self.active, building):
            self.award(self.parts.group[building])
        else:
            self.expand()

    # ---- §7 amphorae ----

    def award(self, group: i64) -> None:
        """A complete and connected group brings an amphora at once; with none left, a card. §7.1 §7.3 §Q9"""
        self.reward(group)
        self.next_card()

    def reward(self, group: i64) -> None:
        """An amphora, or a card that is due. §7.1 §7.3"""
        self.store = self.store.own()
        self.store.awarded[self.active] |= BIT[group]
        if self.supply > 0:
            self.supply -= 1
            self.store.amphorae[self.active] += 1
        else:
            self.due += 1

    def award_joined(self) -> None:
        """By the other reading any building may join groups, several at once. §Q8"""
        for group in range(GROUPS):
            if effects.is_joined(self, self.active, group):
                self.reward(group)
        self.next_card()

    # ---- §8 expanding the map ----

    def expand(self) -> None:
        """The reveal of the last building of a stack adds a tile, if there is one. §8.1 §8.5"""
        if self.stack != NONE and self.store.stacks[STACKS * self.active + self.stack] == 0 and self.pile != 0:
            self.step = ask.DRAW_TILE
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
        if self.step == ask.DRAW_CARD and player != self.active:
            return UNKNOWN
        return action


def new(parts: Parts, actions: Actions, seats: int, settings: Mapping[str, str]) -> Rules:
    """The table before the first tile is drawn. §2.2 §2.3 §2.4"""
    state = Rules(parts, actions, parts.layout(seats), seats, None)
    state.roads_ignore = 1 if settings["roadsIgnoreSymbols"] == "on" else 0
    state.rulings = Rulings(
        settings.get("groupLinks") == "any",
        settings.get("rewardCard") == "ends",
        settings.get("exchange") == "lacking",
    )
    state.mode = NONE  # until the first turn
    state.pile = BIT[len(parts.faces)] - 1
    state.supply = parts.amphorae
    for seat in range(seats):
        state.store.unseen[seat] = BIT[parts.count] - 1
        for stack in range(STACKS):
            state.store.stacks[STACKS * seat + stack] = parts.heights[stack]
    for kind in range(KINDS):
        state.cards.deck[kind] = parts.cards[kind]
        state.shuffle.shuffled[kind] = parts.cards[kind]
        state.deck_left += parts.cards[kind]
    return state
