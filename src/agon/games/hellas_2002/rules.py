"""The State: who acts, what is legal, what an action does. One function a paragraph, in rulebook order."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64, mypyc_attr

from agon.core.numbers import BIT, NONE, UNKNOWN
from agon.core.state import empty_menu
from agon.games.hellas_2002 import choices, coast, effects, hands, scoring
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.features import Numbered
from agon.games.hellas_2002.parts import (
    DOLPHIN,
    EXCHANGE,
    FAIR_WIND,
    FAVOUR,
    GODS,
    KINDS,
    LEVY,
    LIGHT,
    LONG_CRUISE,
    LOOKOUT,
    OARS_TO_SPEARS,
    OF_A_GOD,
    ONE_MORE,
    RECALL,
    SEATS,
    SECOND_WIND,
    SHIPYARD,
    SIDES,
    THUNDERBOLT,
    TRIBUTE,
    TWO_ASSAULTS,
    Parts,
)
from agon.games.hellas_2002.position import (
    ASIDE,
    FREE,
    GREEK,
    KEEPER,
    LOCKED,
    LONG_LOCKED,
    MAIN,
    REVEALED,
    SECRET,
    SHIP,
    Rulings,
)


@mypyc_attr(free_list_len=1)
class Rules(Numbered):
    """Hellas (2002) as a State."""

    def clone(self) -> Rules:
        return Rules(self.parts, self.actions, self)

    def actor(self) -> int:
        """The active player; in a battle who has the word; in a chain who may answer. §5.1 §6.2 §6.3"""
        who = ask.ASKED[self.step]
        if who == ask.ACTIVE:
            return int(self.active)
        if who == ask.SPEAKER:
            return int(self.speaker())
        if who == ask.ANSWERER:
            return int(1 - self.frame_seat(self.frames - 1))
        return int(who)

    def heard(self, player: int, action: int) -> int:
        """A first card is seen by who gets it, a reinforcement's by nobody yet, a taken one by the two seats. §3.7"""
        if self.step == ask.DEAL and player != self.active:
            return UNKNOWN
        if self.step == ask.DRAW_CARD:
            return UNKNOWN
        if self.step == ask.STEAL and player < 0:
            kind = action - self.actions.take.first
            if self.may_hold(self.active, kind // OF_A_GOD) and not hands.is_plain(self, 1 - self.active, kind):
                return UNKNOWN
        return action

    # ---- what an action does ----

    def apply(self, action: int) -> None:
        a: i64 = action
        step = self.step
        if step == ask.WINDOW:
            self.choose(a)
        elif step == ask.RESPOND:
            self.respond(a)
        elif step == ask.SEND:
            self.send(a)
        elif step == ask.DRAW_CARD:
            self.draw_card(a - self.actions.card.first)
        elif step == ask.DRAW_TILE:
            self.draw_tile(a - self.actions.tile.first)
        elif step in (ask.PLACE_GREEKS, ask.PLACE_SHIPS):
            self.place(a)
        elif step == ask.TRADE:
            self.trade(a)
        elif step == ask.FETCH:
            self.fetch(a - self.actions.fetch.first)
        elif step == ask.SETTLER:
            self.settle_from(a - self.actions.fetch.first)
        elif step == ask.PAY:
            self.pay(a - self.actions.pay.first)
        elif step == ask.SPOILS:
            self.take_spoils(a)
        elif step == ask.SWAP_OWN:
            self.city = a - self.actions.swap.first
            self.ask(ask.SWAP_OTHER)
        elif step == ask.SWAP_OTHER:
            effects.exchange(self, self.city, a - self.actions.swap.first)
            self.close_card()
        elif step == ask.STEAL:
            hands.take_card(self, a - self.actions.take.first)
            self.close_card()
        elif step == ask.CHOOSE_CARD:
            hands.recall(self, a - self.actions.recall.first)
            self.close_card()
        elif step == ask.SETTLE:
            self.settle_first(a)
        elif step == ask.REVEAL:
            self.reveal(a - self.actions.tile.first)
        elif step == ask.DEAL:
            self.deal(a - self.actions.card.first)

    def choose(self, action: i64) -> None:
        """A card, or what the window is for. §3.2"""
        if action >= self.actions.play_keep.first:
            self.lay_card(action - self.actions.play_keep.first, 1)
        elif action >= self.actions.play.first:
            self.lay_card(action - self.actions.play.first, 0)
        elif self.window == ask.START:
            self.announce(action)
        elif self.window == ask.REINF:
            self.reinforce(action)
        elif self.window == ask.VOY_PRE:
            self.sail()
        elif self.window == ask.VOY_PLACE:
            self.land(action)
        elif self.window == ask.ATT_PREP:
            self.prepare(action)
        elif self.window == ask.BATTLE:
            self.give_word()
        elif self.window == ask.REGROUP:
            self.regroup(action)
        elif self.window == ask.LAST:
            self.end_turn()
        else:
            self.end_action()

    def ask(self, step: i64) -> None:
        """Ask, unless there is nothing to decide. §5.1"""
        self.step = step
        self.answer_alone()

    def open_window(self, window: i64) -> None:
        """Ask what the player does, unless everybody can see that there is nothing to decide. §5.1 §6.4"""
        self.window = window
        self.step = ask.WINDOW
        if window != ask.START and not effects.might_play(self, self.speaker()):
            self.answer_alone()

    def answer_alone(self) -> None:
        """A question with a single answer is not asked. §5.1"""
        some = empty_menu()
        choices.some(self, some)
        only = some.only()
        if only != NONE:
            self.apply(int(only))

    # ---- §4 set-up ----

    def deal(self, kind: i64) -> None:
        """One card of each god for each seat, seen at once. §4.1"""
        hands.draw_from_deck(self, kind)
        hands.give(self, self.active, kind, FREE, SECRET)
        self.to_deal -= 1
        self.next_deal()

    def next_deal(self) -> None:
        """God by god, then the other seat; then the first coast. §4.1 §4.3"""
        if self.to_deal == 0:
            self.to_deal = self.parts.first_cards
            self.god += 1
        if self.god == len(GODS):
            self.god = 0
            self.active += 1
        if self.active == SEATS or self.to_deal == 0:
            self.to_deal = 0
            self.god = NONE
            self.begin_coast()

    def begin_coast(self) -> None:
        """Both seats lay tiles by turns, Light first. §4.3"""
        self.active = LIGHT
        self.to_settle = SEATS * self.parts.first_tiles
        self.step = ask.REVEAL

    def reveal(self, tile: i64) -> None:
        """A tile with a temple, or one that fits nowhere, is put aside. §4.3"""
        coast.put(self, tile, REVEALED)
        if (self.parts.temples & BIT[tile]) == 0 and coast.has_placement(self, tile, False):
            self.tile = tile
            self.ask(ask.SETTLE)
            return
        coast.put(self, tile, ASIDE)
        self.reveal_on()

    def reveal_on(self) -> None:
        """The next tile; if none is left, those aside once more, or the set-up anew. §4.3 §4.5"""
        self.step = ask.REVEAL
        if self.stack_size() > 0:
            return
        coast.take_back(self, ~self.parts.temples)
        if not coast.some_fits(self):
            effects.take_up(self)
            coast.clear(self)
            self.begin_coast()

    def settle_first(self, action: i64) -> None:
        """The tile is laid, a Greek and a ship go on it, and the other seat is next. §4.3"""
        at = action - self.actions.lay.first
        tile = self.tile
        coast.lay_tile(self, tile, at // SIDES, at % SIDES)
        effects.settle(self, tile)
        effects.place_greek(self, tile)
        effects.place_ship(self, tile)
        self.tile = NONE
        self.to_settle -= 1
        self.active = 1 - self.active
        if self.to_settle == 0:
            self.begin_play()
        else:
            self.reveal_on()

    def begin_play(self) -> None:
        """What was put aside is shuffled in, and Light begins. §4.4 §4.6"""
        coast.take_back(self, coast.ALL)
        self.active = LIGHT
        self.begin_turn()

    # ---- §5.1 the turn ----

    def begin_turn(self) -> None:
        """A fresh turn: nothing is announced, nothing in force. §5.1"""
        self.in_force = self.in_force.own()
        self.turn += 1
        for kind in range(KINDS):
            self.in_force.running[kind] = 0
        self.settled = 0
        self.gains = 0
        self.new_cities = 0
        self.first_target = NONE
        self.moves_left = 0
        self.open_window(ask.START)

    def announce(self, action: i64) -> None:
        """One of the three actions; it cannot be changed. §5.1 §Q26"""
        if action == self.actions.reinforce.first:
            self.actions_left = effects.single_actions(self)
            self.open_window(ask.REINF)
        elif action == self.actions.voyage.first:
            self.open_window(ask.VOY_PRE)
        else:
            self.open_window(ask.ATT_PREP)

    def end_action(self) -> None:
        """Regroup if anything was gained; else only cards are left. §5.5 §5.7 §Q27"""
        if self.gains > 0 or (self.settled == 0 and self.window == ask.REINF):
            effects.begin_regrouping(self)
            self.open_window(ask.REGROUP)
        else:
            self.open_window(ask.LAST)

    def end_turn(self) -> None:
        """Win check, cards unlocked, then the extra turn or the other player's. §5.1 §5.6 §7.1 §7.3"""
        self.moves_left = 0
        effects.forget_moves(self)
        if scoring.has_won(self, self.active):
            self.finish(self.active)
            return
        if self.turn >= self.parts.last_turn:
            self.finish(scoring.leader(self))
            return
        hands.shift_locks(self, self.active, LOCKED, FREE)
        hands.shift_locks(self, self.active, LONG_LOCKED, LOCKED)
        if self.in_force.running[SECOND_WIND] != 0:
            self.is_extra = 1
        else:
            self.is_extra = 0
            hands.shift_locks(self, self.active, LOCKED, FREE)
            self.active = 1 - self.active
        self.extra_late = 0
        self.begin_turn()

    def finish(self, winner: i64) -> None:
        """The game is over. §7.1 §7.2 §7.3"""
        self.winner = winner
        self.step = ask.FINISHED

    # ---- §5.2 reinforcement ----

    def reinforce(self, action: i64) -> None:
        """One single action, or an early end. §5.2 §Q25"""
        if action == self.actions.done.first:
            self.end_reinforcement()
            return
        self.actions_left -= 1
        if action >= self.actions.draw.first:
            self.god = action - self.actions.draw.first
            self.step = ask.DRAW_CARD
            return
        if action >= self.actions.ship.first:
            effects.place_ship(self, action - self.actions.ship.first)
        else:
            effects.place_greek(self, action - self.actions.greek.first)
        self.go_on_reinforcing()

    def draw_card(self, kind: i64) -> None:
        """A card lies face down till the reinforcement is over. §5.2"""
        hands.draw_from_deck(self, kind)
        hands.lay_down(self, kind)
        self.god = NONE
        self.go_on_reinforcing()

    def go_on_reinforcing(self) -> None:
        """After the last single action it is over by itself. §5.2"""
        if self.actions_left == 0:
            self.end_reinforcement()
        else:
            self.open_window(ask.REINF)

    def end_reinforcement(self) -> None:
        """The drawn cards come to hand; then regrouping. §5.2"""
        self.actions_left = 0
        hands.look_at_drawn(self)
        self.end_action()

    # ---- §5.3 voyage ----

    def sail(self) -> None:
        """The top tile is revealed; with a lookout three. §5.3 §3.4"""
        self.to_draw = 1
        if self.in_force.running[LOOKOUT] != 0:
            self.to_draw = self.parts.value[LOOKOUT]
        if self.to_draw > self.stack_size():
            self.to_draw = self.stack_size()
        self.step = ask.DRAW_TILE

    def draw_tile(self, tile: i64) -> None:
        """Drawn and shown to everybody. §5.3"""
        if self.queued > 0 and self.tiles.queue[0] == tile:
            coast.take_queued(self)
        coast.put(self, tile, REVEALED)
        self.tiles.revealed[self.reveals] = tile
        self.reveals += 1
        self.to_draw -= 1
        if self.to_draw == 0:
            if self.reveals == 1:
                self.tile = tile
            self.open_window(ask.VOY_PLACE)

    def land(self, action: i64) -> None:
        """Lay it, pick a tile first where several are shown, or fail. §5.3 §Q4"""
        if action == self.actions.fail.first:
            self.end_voyage()
        elif action >= self.actions.lay.first:
            self.found_city(action - self.actions.lay.first)
        else:
            self.tile = action - self.actions.pick.first
            self.open_window(ask.VOY_PLACE)

    def found_city(self, at: i64) -> None:
        """The tile is laid; a Greek comes from the supply, else from another city. §5.3"""
        tile = self.tile
        coast.lay_tile(self, tile, at // SIDES, at % SIDES)
        effects.settle(self, tile)
        self.new_cities = self.new_cities | BIT[tile]
        self.gains += 1
        self.gained = tile
        if self.pieces.greek_supply[self.active] > 0:
            effects.place_greek(self, tile)
            self.ask(ask.PAY)
        else:
            self.ask(ask.SETTLER)

    def settle_from(self, source: i64) -> None:
        """The Greek of the new city leaves another one behind. §5.3"""
        effects.bring(self, GREEK, source, self.gained)
        self.ask(ask.PAY)

    def pay(self, tile: i64) -> None:
        """A ship next to the new city goes back to the supply. §5.3 §Q7"""
        effects.take_ship(self, tile)
        self.end_voyage()

    def end_voyage(self) -> None:
        """What was not laid goes under the stack; then perhaps a second voyage. §5.3 §3.4 §Q8"""
        self.tiles = self.tiles.own()
        for i in range(self.reveals):
            tile = self.tiles.revealed[i]
            if self.tiles.cell_of[tile] == REVEALED:
                coast.put_under(self, tile)
            self.tiles.revealed[i] = NONE
        self.reveals = 0
        self.tile = NONE
        self.gained = NONE
        self.in_force = self.in_force.own()
        self.in_force.running[FAIR_WIND] = 0
        self.in_force.running[LOOKOUT] = 0
        self.settled += 1
        if self.settled > 1:
            self.end_action()
        elif self.in_force.running[LONG_CRUISE] != 0:
            self.open_window(ask.VOY_PRE)
        else:
            self.open_window(ask.VOY_AFTER_FIRST)

    # ---- §5.4 attack ----

    def prepare(self, action: i64) -> None:
        """Name a city, or abandon the whole action. §5.4 §Q9"""
        if action == self.actions.abandon.first:
            effects.drop_battle_cards(self)
            if self.settled == 0:
                self.settled = 1
            self.end_action()
            return
        self.target = action - self.actions.target.first
        self.ask(ask.SEND)

    def send(self, action: i64) -> None:
        """Greek by Greek; then the numbers are fixed and the battle begins. §5.4"""
        if action != self.actions.declare.first:
            effects.send(self, action - self.actions.send.first)
            self.ask(ask.SEND)
            return
        self.word = self.active
        self.passes = 0
        self.open_window(ask.BATTLE)

    def give_word(self) -> None:
        """A pass gives the word to the other; after two in a row the battle is decided. §6.3"""
        self.passes += 1
        self.word = 1 - self.word
        if self.passes < SEATS:
            self.open_window(ask.BATTLE)
            return
        self.word = NONE
        self.passes = 0
        if effects.succeeds(self):
            self.win_battle()
        else:
            effects.repel(self)
            self.end_battle()

    def win_battle(self) -> None:
        """The city changes hands; then up to as many ships as were driven out. §5.4"""
        self.gained = self.target
        ships = effects.conquer(self)
        if scoring.is_lost(self, 1 - self.active):
            self.end_battle_cards()
            self.finish(self.active)
            return
        self.spoils = ships
        if self.spoils > self.pieces.ship_supply[self.active]:
            self.spoils = self.pieces.ship_supply[self.active]
        self.go_on_with_spoils()

    def take_spoils(self, action: i64) -> None:
        """One ship, or enough. §5.4 §Q24"""
        if action == self.actions.done.first:
            self.spoils = 0
        else:
            effects.place_ship(self, self.gained)
            self.spoils -= 1
        self.go_on_with_spoils()

    def go_on_with_spoils(self) -> None:
        if self.spoils > 0:
            self.step = ask.SPOILS
        else:
            self.end_battle()

    def end_battle(self) -> None:
        """The attack is settled; then perhaps a second one on another city. §5.4 §Q23"""
        target = self.target
        self.end_battle_cards()
        self.settled += 1
        if self.settled > 1:
            self.end_action()
            return
        self.first_target = target
        if self.in_force.running[TWO_ASSAULTS] != 0:
            self.open_window(ask.ATT_PREP)
        else:
            self.open_window(ask.ATT_AFTER_FIRST)

    def end_battle_cards(self) -> None:
        effects.drop_battle_cards(self)
        self.gained = NONE
        self.spoils = 0

    # ---- §5.5 regrouping ----

    def regroup(self, action: i64) -> None:
        """One piece moves, or the turn ends. §5.5"""
        if action == self.actions.end.first:
            self.end_turn()
            return
        tiles = len(self.tiles.cell_of)
        piece: i64 = GREEK
        at = action - self.actions.move_greek.first
        if action >= self.actions.move_ship.first:
            piece = SHIP
            at = action - self.actions.move_ship.first
        effects.move_piece(self, piece, at // tiles, at % tiles)
        self.open_window(ask.REGROUP)

    # ---- §6 cards and answers ----

    def lay_card(self, kind: i64, keep: i64) -> None:
        """A card, with a favour or without, opens a chain. §6.2"""
        self.chain_seat = self.speaker()
        self.push(kind, keep, 0)

    def push(self, kind: i64, keep: i64, aim: i64) -> None:
        """A frame goes on top of the chain; the other seat may answer. §6.1 §6.2"""
        frame = self.frames
        seat = self.frame_seat(frame)
        hands.leave(self, seat, kind)
        if keep != 0:
            hands.leave(self, seat, FAVOUR)
        self.set_frame(frame, kind, keep, aim)
        self.frames += 1
        self.ask_answer()

    def set_frame(self, frame: i64, kind: i64, keep: i64, aim: i64) -> None:
        """A frame that nobody has answered yet; or none, once it is settled. §6.2"""
        chain = self.chain = self.chain.own()
        chain.frame_card[frame] = kind
        chain.frame_keep[frame] = keep
        chain.frame_aim[frame] = aim
        chain.frame_void[frame] = 0
        chain.frame_answered[frame] = 0

    def ask_answer(self) -> None:
        """The opponent of the card on top is asked whenever everybody thinks an answer possible. §6.2 §6.4 §Q18"""
        top = self.frames - 1
        open_to = MAIN & ~self.chain.frame_answered[top]
        if self.chain.frame_keep[top] != 0:
            open_to = open_to | (KEEPER & ~self.chain.frame_answered[top])
        if open_to != 0 and hands.might_answer(self, 1 - self.frame_seat(top)):
            self.step = ask.RESPOND
        else:
            self.settle_frame()

    def respond(self, action: i64) -> None:
        """Let it stand, or a thunderbolt on one of its cards. §6.2"""
        if action == self.actions.skip.first:
            self.settle_frame()
            return
        keep: i64 = 0
        kind = action - self.actions.void.first
        if action >= self.actions.void_keep.first:
            keep = 1
            kind = action - self.actions.void_keep.first
        self.chain = self.chain.own()
        top = self.frames - 1
        aim: i64 = MAIN
        if kind == FAVOUR and self.chain.frame_card[top] != FAVOUR:
            aim = KEEPER
        self.chain.frame_answered[top] |= aim
        self.push(THUNDERBOLT, keep, aim)

    def settle_frame(self) -> None:
        """The frame on top takes effect and leaves the table; then the one below is asked about. §6.2"""
        chain = self.chain = self.chain.own()
        self.frames -= 1
        top = self.frames
        kind = chain.frame_card[top]
        void = chain.frame_void[top]
        if top > 0 and (void & MAIN) == 0:
            chain.frame_void[top - 1] |= chain.frame_aim[top]
        spent = hands.dispose(self, self.frame_seat(top), kind, chain.frame_keep[top], void)
        self.set_frame(top, NONE, 0, 0)
        if top > 0:
            self.ask_answer()
            return
        seat = self.chain_seat
        self.chain_seat = NONE
        if (void & MAIN) != 0:
            self.close_card()
        else:
            self.spent = spent
            self.take_effect(seat, kind)

    def close_card(self) -> None:
        """Back to the window; in a battle whoever laid the card keeps the word. §6.2 §6.3"""
        self.chosen = NONE
        self.left = 0
        self.spent = 0
        self.city = NONE
        if self.window == ask.BATTLE:
            self.passes = 0
        self.open_window(self.window)

    def take_effect(self, seat: i64, kind: i64) -> None:
        """A card that stands: choices and effect come after the chain. §3.3 §3.4 §3.5 §Q20"""
        if kind in (LEVY, OARS_TO_SPEARS, SHIPYARD, EXCHANGE, TRIBUTE, RECALL):
            self.chosen = kind
            self.ask_choices(kind)
            return
        self.in_force = self.in_force.own()
        if kind == ONE_MORE:
            self.in_force.plus[seat] += self.parts.value[ONE_MORE]
        else:
            self.in_force.running[kind] = 1
        if kind == SECOND_WIND:
            effects.grant_turn(self)
        if self.window == ask.ATT_AFTER_FIRST:
            self.window = ask.ATT_PREP
        elif self.window == ask.VOY_AFTER_FIRST:
            self.window = ask.VOY_PRE
        self.close_card()

    def ask_choices(self, kind: i64) -> None:
        """Cards that need a choice, or a draw. §3.3 §3.4 §3.5"""
        self.left = self.parts.value[kind]
        if kind == LEVY:
            self.ask(ask.PLACE_GREEKS)
        elif kind == SHIPYARD:
            self.ask(ask.PLACE_SHIPS)
        elif kind == OARS_TO_SPEARS:
            self.ask(ask.TRADE)
        elif kind == EXCHANGE:
            self.ask(ask.SWAP_OWN)
        elif kind == RECALL:
            self.ask(ask.CHOOSE_CARD)
        elif kind == TRIBUTE and self.cards_held(1 - self.active) > 0:
            self.step = ask.STEAL
        else:
            self.close_card()  # the opponent's last card went in the chain, §3.5

    def place(self, action: i64) -> None:
        """A piece from the supply; when it is empty, from another city. §3.1"""
        if action == self.actions.done.first:
            self.close_card()
            return
        if self.step == ask.PLACE_GREEKS:
            self.city = action - self.actions.greek.first
            if self.pieces.greek_supply[self.active] == 0:
                self.ask_fetch()
                return
            effects.place_greek(self, self.city)
        else:
            self.city = action - self.actions.ship.first
            if self.pieces.ship_supply[self.active] == 0:
                self.ask_fetch()
                return
            effects.place_ship(self, self.city)
        self.go_on_placing()

    def go_on_placing(self) -> None:
        """The next piece, if there is a place for it. §3.6"""
        self.left -= 1
        self.city = NONE
        mask = effects.greek_cities(self)
        if self.step == ask.PLACE_SHIPS:
            mask = effects.ship_cities(self)
        if self.left == 0 or mask == 0:
            self.close_card()

    def ask_fetch(self) -> None:
        """Which other city gives the missing piece. §3.1"""
        self.after_fetch = self.step
        self.ask(ask.FETCH)

    def fetch(self, source: i64) -> None:
        """The piece arrives, and the card goes on. §3.1"""
        effects.bring(self, self.missing(), source, self.city)
        self.step = self.after_fetch
        self.after_fetch = NONE
        if self.step == ask.TRADE:
            self.go_on_trading()
        else:
            self.go_on_placing()

    def trade(self, action: i64) -> None:
        """A ship goes to the supply, and a Greek takes its place. §3.3"""
        if action == self.actions.done.first:
            self.close_card()
            return
        self.city = action - self.actions.trade.first
        effects.take_ship(self, self.city)
        if self.pieces.greek_supply[self.active] == 0:
            self.ask_fetch()
            return
        effects.place_greek(self, self.city)
        self.go_on_trading()

    def go_on_trading(self) -> None:
        """As many as one likes, in one city. §3.3"""
        if (effects.trade_cities(self) & BIT[self.city]) == 0:
            self.close_card()


def new(parts: Parts, actions: Actions, seats: int, settings: Mapping[str, str]) -> Rules:
    """The table before the first card is dealt; the dolphin lies. §4.1 §4.2"""
    state = empty(parts, actions)
    state.rulings = Rulings(settings.get("regrouping") == "free")
    coast.lay_tile(state, DOLPHIN, parts.home, 0)
    state.god = 0
    state.to_deal = parts.first_cards
    state.next_deal()
    return state


def empty(parts: Parts, actions: Actions) -> Rules:
    """A table on which nothing lies yet."""
    return Rules(parts, actions, None)
