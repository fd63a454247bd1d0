"""The State: who acts, what is legal, what an action does. One function a paragraph, in rulebook order."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from mypy_extensions import i64, mypyc_attr

from agon.core.numbers import BIT
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN
from agon.games.hellas_2002 import choices, effects, scoring, value
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.parts import (
    ATT_AFTER_FIRST,
    ATT_PREP,
    BATTLE,
    DOLPHIN,
    EXCHANGE,
    FAIR_WIND,
    FAVOUR,
    GODS,
    KINDS,
    LAST,
    LEVY,
    LIGHT,
    LONG_CRUISE,
    LOOKOUT,
    OARS_TO_SPEARS,
    OF_A_GOD,
    ONE_MORE,
    RECALL,
    REGROUP,
    REINF,
    SEATS,
    SECOND_WIND,
    SHIPYARD,
    SIDES,
    START,
    THUNDERBOLT,
    TRIBUTE,
    TWO_ASSAULTS,
    VOY_AFTER_FIRST,
    VOY_PLACE,
    VOY_PRE,
    Parts,
)
from agon.games.hellas_2002.position import (
    ASIDE,
    CHOOSE_CARD,
    DEAL,
    DRAW_CARD,
    DRAW_TILE,
    FETCH,
    FINISHED,
    FREE,
    GREEK,
    KEEPER,
    LOCKED,
    LONG_LOCKED,
    MAIN,
    PAY,
    PLACE_GREEKS,
    PLACE_SHIPS,
    RESPOND,
    REVEAL,
    REVEALED,
    SECRET,
    SEND,
    SETTLE,
    SETTLER,
    SHIP,
    SHOWN,
    SPOILS,
    STEAL,
    SWAP_OTHER,
    SWAP_OWN,
    TRADE,
    WINDOW,
    Position,
    draw_from_deck,
    give,
    lay_tile,
    leave,
    look_at_drawn,
    put_ships,
    put_under,
    shift_locks,
    take_queued,
)


@mypyc_attr(free_list_len=1)
class Rules(Position):
    """Hellas (2002) as a State."""

    def __init__(self, parts: Parts, actions: Actions, source: Position | None = None) -> None:
        super().__init__(parts, actions, source)

    def clone(self) -> Rules:
        return Rules(self.parts, self.actions, self)

    # ---- who decides ----

    def actor(self) -> int:
        """The active player; in a battle who has the word; in a chain who may answer. §5.1 §6.2 §6.3"""
        step: i64 = self.step
        if step == RESPOND:
            return int(1 - self.frame_seat(self.frames - 1))
        if step == WINDOW:
            return int(self.asked())
        if step in (DEAL, REVEAL, DRAW_CARD, DRAW_TILE, STEAL):
            return CHANCE
        if step == FINISHED:
            return OVER
        return int(self.active)

    def heard(self, player: int, action: int) -> int:
        """A first card is seen by who gets it, a reinforcement's by nobody yet, a taken one by the two seats. §3.7"""
        if self.step == DEAL and player != self.active:
            return UNKNOWN
        if self.step == DRAW_CARD:
            return UNKNOWN
        if self.step == STEAL and player < 0:
            kind: i64 = action - self.actions.take_at
            if self.may_hold(self.active, kind // OF_A_GOD) and not effects.is_plain(self, 1 - self.active, kind):
                return UNKNOWN
        return action

    # ---- what is legal ----

    def legal(self) -> list[int]:
        """What may be done now, or drawn. §5.1"""
        return choices.listed(choices.menu_of(self, choices.ALL), self.actions.numbers)

    def random_action(self, rng: Random) -> int:
        """One of legal(), by weight where cards are drawn; must agree with legal() and weights(). §3.1"""
        if self.step in (DEAL, DRAW_CARD, STEAL):
            return super().random_action(rng)
        menu = choices.menu_of(self, choices.ALL)
        size = float(int(choices.count(menu)))
        return int(choices.offered(menu, int(rng.random() * size)))

    def weights(self) -> list[int]:
        """Each tile of the stack alike; cards as often as they are there. §3.1 §4.3 §5.3"""
        return choices.weights(self)

    # ---- what an action does ----

    def apply(self, action: int) -> None:
        a: i64 = action
        step: i64 = self.step
        if step == WINDOW:
            self.choose(a)
        elif step == RESPOND:
            self.respond(a)
        elif step == SEND:
            self.send(a)
        elif step == DRAW_CARD:
            self.draw_card(a - self.actions.card_at)
        elif step == DRAW_TILE:
            self.draw_tile(a - self.actions.tile_at)
        elif step in (PLACE_GREEKS, PLACE_SHIPS):
            self.place(a)
        elif step == TRADE:
            self.trade(a)
        elif step == FETCH:
            self.fetch(a - self.actions.fetch_at)
        elif step == SETTLER:
            self.settle_from(a - self.actions.fetch_at)
        elif step == PAY:
            self.pay(a - self.actions.pay_at)
        elif step == SPOILS:
            self.take_spoils(a)
        elif step == SWAP_OWN:
            self.spot = a - self.actions.swap_at
            self.ask(SWAP_OTHER)
        elif step == SWAP_OTHER:
            effects.exchange(self, self.spot, a - self.actions.swap_at)
            self.close_card()
        elif step == STEAL:
            effects.take_card(self, a - self.actions.take_at)
            self.close_card()
        elif step == CHOOSE_CARD:
            self.recall(a - self.actions.recall_at)
        elif step == SETTLE:
            self.settle_first(a)
        elif step == REVEAL:
            self.reveal(a - self.actions.tile_at)
        elif step == DEAL:
            self.deal(a - self.actions.card_at)

    def choose(self, action: i64) -> None:
        """A card, or what the window is for. §3.2"""
        if action >= self.actions.play_keep_at:
            self.lay_card(self.actor(), action - self.actions.play_keep_at, 1)
        elif action >= self.actions.play_at:
            self.lay_card(self.actor(), action - self.actions.play_at, 0)
        elif self.window == START:
            self.announce(action)
        elif self.window == REINF:
            self.reinforce(action)
        elif self.window == VOY_PRE:
            self.sail()
        elif self.window == VOY_PLACE:
            self.land(action)
        elif self.window == ATT_PREP:
            self.prepare(action)
        elif self.window == BATTLE:
            self.give_word()
        elif self.window == REGROUP:
            self.regroup(action)
        elif self.window == LAST:
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
        self.step = WINDOW
        if window != START and not effects.might_play(self, self.asked()):
            self.answer_alone()

    def answer_alone(self) -> None:
        """A question with a single answer is not asked. §5.1"""
        only: i64 = choices.single(choices.menu_of(self, choices.TWO))
        if only != NONE:
            self.apply(int(only))

    # ---- §4 set-up ----

    def deal(self, kind: i64) -> None:
        """One card of each god for each seat, seen at once. §4.1"""
        draw_from_deck(self, kind)
        give(self, self.active, kind, FREE, SECRET)
        self.todo -= 1
        self.next_deal()

    def next_deal(self) -> None:
        """God by god, then the other seat; then the first coast. §4.1 §4.3"""
        if self.todo == 0:
            self.todo = self.parts.first_cards
            self.spot += 1
        if self.spot == len(GODS):
            self.spot = 0
            self.active += 1
        if self.active == SEATS or self.todo == 0:
            self.active = LIGHT
            self.todo = SEATS * self.parts.first_tiles
            self.spot = NONE
            self.step = REVEAL

    def reveal(self, tile: i64) -> None:
        """A tile with a temple, or one that fits nowhere, is put aside. §4.3"""
        self.own_landscape()
        self.cell_of[tile] = REVEALED
        if (self.parts.temples & BIT[tile]) == 0 and effects.has_placement(self, tile, False):
            self.tile = tile
            self.ask(SETTLE)
            return
        self.cell_of[tile] = ASIDE
        if self.stack_size() == 0:
            effects.refill(self)
        self.step = REVEAL

    def settle_first(self, action: i64) -> None:
        """The tile is laid, a Greek and a ship go on it, and the other seat is next. §4.3"""
        at: i64 = action - self.actions.lay_at
        tile: i64 = self.tile
        lay_tile(self, tile, at // SIDES, at % SIDES)
        self.own_pieces()
        self.cities[self.active] |= BIT[tile]
        effects.place_greek(self, tile)
        effects.place_ship(self, tile)
        self.tile = NONE
        self.todo -= 1
        self.active = 1 - self.active
        self.step = REVEAL
        if self.todo == 0:
            self.begin_play()
        elif self.stack_size() == 0:
            effects.refill(self)

    def begin_play(self) -> None:
        """What was put aside is shuffled in, and Light begins. §4.4 §4.6"""
        self.own_landscape()
        for tile in range(len(self.cell_of)):
            if self.cell_of[tile] == ASIDE:
                self.cell_of[tile] = NONE
        self.active = LIGHT
        self.begin_turn()

    # ---- §5.1 the turn ----

    def begin_turn(self) -> None:
        """A fresh turn: nothing is announced, nothing in force. §5.1"""
        self.own_chain()
        self.turn += 1
        for kind in range(KINDS):
            self.running[kind] = 0
        self.settled = 0
        self.gains = 0
        self.new_cities = 0
        self.first_target = NONE
        self.moves_left = 0
        self.open_window(START)

    def announce(self, action: i64) -> None:
        """One of the three actions; it cannot be changed. §5.1 §Q26"""
        if action == self.actions.reinforce_at:
            self.todo = self.parts.single_actions
            if self.temples_of(self.active) > self.temples_of(1 - self.active):
                self.todo += self.parts.temple_bonus
            self.open_window(REINF)
        elif action == self.actions.voyage_at:
            self.open_window(VOY_PRE)
        else:
            self.open_window(ATT_PREP)

    def end_action(self) -> None:
        """Regroup if anything was gained; else only cards are left. §5.5 §5.7 §Q27"""
        if self.gains > 0 or (self.settled == 0 and self.window == REINF):
            effects.begin_regrouping(self)
            self.open_window(REGROUP)
        else:
            self.open_window(LAST)

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
        shift_locks(self, self.active, LOCKED, FREE)
        shift_locks(self, self.active, LONG_LOCKED, LOCKED)
        if self.running[SECOND_WIND] != 0:
            self.is_extra = 1
        else:
            self.is_extra = 0
            shift_locks(self, self.active, LOCKED, FREE)
            self.active = 1 - self.active
        self.extra_late = 0
        self.begin_turn()

    def finish(self, winner: i64) -> None:
        """The game is over. §7.1 §7.2 §7.3"""
        self.winner = winner
        self.step = FINISHED

    # ---- §5.2 reinforcement ----

    def reinforce(self, action: i64) -> None:
        """One single action, or an early end. §5.2 §Q25"""
        if action == self.actions.done_at:
            self.end_reinforcement()
            return
        self.todo -= 1
        if action >= self.actions.draw_at:
            self.spot = action - self.actions.draw_at
            self.step = DRAW_CARD
            return
        if action >= self.actions.ship_at:
            effects.place_ship(self, action - self.actions.ship_at)
        else:
            effects.place_greek(self, action - self.actions.greek_at)
        self.go_on_reinforcing()

    def draw_card(self, kind: i64) -> None:
        """A card lies face down till the reinforcement is over. §5.2"""
        draw_from_deck(self, kind)
        self.down[kind] += 1
        self.down_size[kind // OF_A_GOD] += 1
        self.spot = NONE
        self.go_on_reinforcing()

    def go_on_reinforcing(self) -> None:
        """After the last single action it is over by itself. §5.2"""
        if self.todo == 0:
            self.end_reinforcement()
        else:
            self.open_window(REINF)

    def end_reinforcement(self) -> None:
        """The drawn cards come to hand; then regrouping. §5.2"""
        self.todo = 0
        look_at_drawn(self)
        self.end_action()

    # ---- §5.3 voyage ----

    def sail(self) -> None:
        """The top tile is revealed; with a lookout three. §5.3 §3.4"""
        self.todo = 1
        if self.running[LOOKOUT] != 0:
            self.todo = self.parts.value[LOOKOUT]
        if self.todo > self.stack_size():
            self.todo = self.stack_size()
        self.step = DRAW_TILE

    def draw_tile(self, tile: i64) -> None:
        """Drawn and shown to everybody. §5.3"""
        self.own_landscape()
        if self.queued > 0 and self.queue[0] == tile:
            take_queued(self)
        self.cell_of[tile] = REVEALED
        self.revealed[self.reveals] = tile
        self.reveals += 1
        self.todo -= 1
        if self.todo == 0:
            if self.reveals == 1:
                self.tile = tile
            self.open_window(VOY_PLACE)

    def land(self, action: i64) -> None:
        """Lay it, pick a tile first where several are shown, or fail. §5.3 §Q4"""
        if action == self.actions.fail_at:
            self.end_voyage()
        elif action >= self.actions.lay_at:
            self.found_city(action - self.actions.lay_at)
        else:
            self.tile = action - self.actions.pick_at
            self.open_window(VOY_PLACE)

    def found_city(self, at: i64) -> None:
        """The tile is laid; a Greek comes from the supply, else from another city. §5.3"""
        tile: i64 = self.tile
        lay_tile(self, tile, at // SIDES, at % SIDES)
        self.own_pieces()
        self.cities[self.active] |= BIT[tile]
        self.new_cities = self.new_cities | BIT[tile]
        self.gains += 1
        self.spot = tile
        if self.greek_supply[self.active] > 0:
            effects.place_greek(self, tile)
            self.ask(PAY)
        else:
            self.ask(SETTLER)

    def settle_from(self, source: i64) -> None:
        """The Greek of the new city leaves another one behind. §5.3"""
        effects.bring(self, GREEK, source, self.spot)
        self.ask(PAY)

    def pay(self, tile: i64) -> None:
        """A ship next to the new city goes back to the supply. §5.3 §Q7"""
        put_ships(self, tile, self.ships_at[tile] - 1)
        self.ship_supply[self.active] += 1
        self.end_voyage()

    def end_voyage(self) -> None:
        """What was not laid goes under the stack; then perhaps a second voyage. §5.3 §3.4 §Q8"""
        self.own_landscape()
        for i in range(self.reveals):
            tile: i64 = self.revealed[i]
            if self.cell_of[tile] == REVEALED:
                put_under(self, tile)
            self.revealed[i] = NONE
        self.reveals = 0
        self.tile = NONE
        self.spot = NONE
        self.own_chain()
        self.running[FAIR_WIND] = 0
        self.running[LOOKOUT] = 0
        self.settled += 1
        if self.settled > 1:
            self.end_action()
        elif self.running[LONG_CRUISE] != 0:
            self.open_window(VOY_PRE)
        else:
            self.open_window(VOY_AFTER_FIRST)

    # ---- §5.4 attack ----

    def prepare(self, action: i64) -> None:
        """Name a city, or abandon the whole action. §5.4 §Q9"""
        if action == self.actions.abandon_at:
            effects.drop_battle_cards(self)
            if self.settled == 0:
                self.settled = 1
            self.end_action()
            return
        self.target = action - self.actions.target_at
        self.ask(SEND)

    def send(self, action: i64) -> None:
        """Greek by Greek; then the numbers are fixed and the battle begins. §5.4"""
        if action != self.actions.declare_at:
            effects.send(self, action - self.actions.send_at)
            self.ask(SEND)
            return
        self.word = self.active
        self.passes = 0
        self.open_window(BATTLE)

    def give_word(self) -> None:
        """A pass gives the word to the other; after two in a row the battle is decided. §6.3"""
        self.passes += 1
        self.word = 1 - self.word
        if self.passes < SEATS:
            self.open_window(BATTLE)
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
        self.spot = self.target
        ships: i64 = effects.conquer(self)
        if scoring.is_lost(self, 1 - self.active):
            self.end_battle_cards()
            self.finish(self.active)
            return
        self.todo = ships
        if self.todo > self.ship_supply[self.active]:
            self.todo = self.ship_supply[self.active]
        self.go_on_with_spoils()

    def take_spoils(self, action: i64) -> None:
        """One ship, or enough. §5.4 §Q24"""
        if action == self.actions.done_at:
            self.todo = 0
        else:
            effects.place_ship(self, self.spot)
            self.todo -= 1
        self.go_on_with_spoils()

    def go_on_with_spoils(self) -> None:
        if self.todo > 0:
            self.step = SPOILS
        else:
            self.end_battle()

    def end_battle(self) -> None:
        """The attack is settled; then perhaps a second one on another city. §5.4 §Q23"""
        target: i64 = self.target
        self.end_battle_cards()
        self.settled += 1
        if self.settled > 1:
            self.end_action()
            return
        self.first_target = target
        if self.running[TWO_ASSAULTS] != 0:
            self.open_window(ATT_PREP)
        else:
            self.open_window(ATT_AFTER_FIRST)

    def end_battle_cards(self) -> None:
        effects.drop_battle_cards(self)
        self.spot = NONE
        self.todo = 0

    # ---- §5.5 regrouping ----

    def regroup(self, action: i64) -> None:
        """One piece moves, or the turn ends. §5.5"""
        if action == self.actions.end_at:
            self.end_turn()
            return
        tiles: i64 = len(self.cell_of)
        piece: i64 = GREEK
        at: i64 = action - self.actions.move_greek_at
        if action >= self.actions.move_ship_at:
            piece = SHIP
            at = action - self.actions.move_ship_at
        effects.move_piece(self, piece, at // tiles, at % tiles)
        self.open_window(REGROUP)

    # ---- §6 cards and answers ----

    def lay_card(self, seat: i64, kind: i64, keep: i64) -> None:
        """A card, with a favour or without, opens a chain. §6.2"""
        self.chain_seat = seat
        self.push(kind, keep, 0)

    def push(self, kind: i64, keep: i64, aim: i64) -> None:
        """A frame goes on top of the chain; the other seat may answer. §6.1 §6.2"""
        self.own_chain()
        frame: i64 = self.frames
        seat: i64 = self.frame_seat(frame)
        leave(self, seat, kind)
        if keep != 0:
            leave(self, seat, FAVOUR)
        self.frame_card[frame] = kind
        self.frame_keep[frame] = keep
        self.frame_aim[frame] = aim
        self.frame_void[frame] = 0
        self.frame_answered[frame] = 0
        self.frames += 1
        self.ask_answer()

    def ask_answer(self) -> None:
        """The opponent of the card on top is asked whenever everybody thinks an answer possible. §6.2 §6.4 §Q18"""
        top: i64 = self.frames - 1
        open_to: i64 = MAIN & ~self.frame_answered[top]
        if self.frame_keep[top] != 0:
            open_to = open_to | (KEEPER & ~self.frame_answered[top])
        if open_to != 0 and effects.might_answer(self, 1 - self.frame_seat(top)):
            self.step = RESPOND
        else:
            self.settle_frame()

    def respond(self, action: i64) -> None:
        """Let it stand, or a thunderbolt on one of its cards. §6.2"""
        if action == self.actions.pass_at:
            self.settle_frame()
            return
        keep: i64 = 0
        kind: i64 = action - self.actions.void_at
        if action >= self.actions.void_keep_at:
            keep = 1
            kind = action - self.actions.void_keep_at
        self.own_chain()
        top: i64 = self.frames - 1
        aim: i64 = MAIN
        if kind == FAVOUR and self.frame_card[top] != FAVOUR:
            aim = KEEPER
        self.frame_answered[top] |= aim
        self.push(THUNDERBOLT, keep, aim)

    def settle_frame(self) -> None:
        """The frame on top takes effect and leaves the table; then the one below is asked about. §6.2"""
        self.own_chain()
        self.frames -= 1
        top: i64 = self.frames
        kind: i64 = self.frame_card[top]
        void: i64 = self.frame_void[top]
        if top > 0 and (void & MAIN) == 0:
            self.frame_void[top - 1] |= self.frame_aim[top]
        spent: i64 = effects.dispose(self, self.frame_seat(top), kind, self.frame_keep[top], void)
        self.frame_card[top] = NONE
        self.frame_keep[top] = 0
        self.frame_aim[top] = 0
        self.frame_void[top] = 0
        self.frame_answered[top] = 0
        if top > 0:
            self.ask_answer()
            return
        seat: i64 = self.chain_seat
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
        self.spot = NONE
        if self.window == BATTLE:
            self.passes = 0
        self.open_window(self.window)

    def take_effect(self, seat: i64, kind: i64) -> None:
        """A card that stands: choices and effect come after the chain. §3.3 §3.4 §3.5 §Q20"""
        if kind in (LEVY, OARS_TO_SPEARS, SHIPYARD, EXCHANGE, TRIBUTE, RECALL):
            self.chosen = kind
            self.ask_choices(kind)
            return
        self.own_chain()
        if kind == ONE_MORE:
            self.plus[seat] += self.parts.value[ONE_MORE]
        else:
            self.running[kind] = 1
        if kind == SECOND_WIND:
            effects.grant_turn(self)
        if self.window == ATT_AFTER_FIRST:
            self.window = ATT_PREP
        elif self.window == VOY_AFTER_FIRST:
            self.window = VOY_PRE
        self.close_card()

    def ask_choices(self, kind: i64) -> None:
        """Cards that need a choice, or a draw. §3.3 §3.4 §3.5"""
        self.left = self.parts.value[kind]
        if kind == LEVY:
            self.ask(PLACE_GREEKS)
        elif kind == SHIPYARD:
            self.ask(PLACE_SHIPS)
        elif kind == OARS_TO_SPEARS:
            self.ask(TRADE)
        elif kind == EXCHANGE:
            self.ask(SWAP_OWN)
        elif kind == RECALL:
            self.ask(CHOOSE_CARD)
        elif kind == TRIBUTE and self.cards(1 - self.active) > 0:
            self.step = STEAL
        else:
            self.close_card()  # the opponent's last card went in the chain, §3.5

    def place(self, action: i64) -> None:
        """A piece from the supply; when it is empty, from another city. §3.1"""
        if action == self.actions.done_at:
            self.close_card()
            return
        if self.step == PLACE_GREEKS:
            self.spot = action - self.actions.greek_at
            if self.greek_supply[self.active] == 0:
                self.ask_fetch()
                return
            effects.place_greek(self, self.spot)
        else:
            self.spot = action - self.actions.ship_at
            if self.ship_supply[self.active] == 0:
                self.ask_fetch()
                return
            effects.place_ship(self, self.spot)
        self.go_on_placing()

    def go_on_placing(self) -> None:
        """The next piece, if there is a place for it. §3.6"""
        self.left -= 1
        self.spot = NONE
        mask: i64 = effects.greek_cities(self)
        if self.step == PLACE_SHIPS:
            mask = effects.ship_cities(self)
        if self.left == 0 or mask == 0:
            self.close_card()

    def ask_fetch(self) -> None:
        """Which other city gives the missing piece. §3.1"""
        self.after_fetch = self.step
        self.ask(FETCH)

    def fetch(self, source: i64) -> None:
        """The piece arrives, and the card goes on. §3.1"""
        effects.bring(self, self.missing(), source, self.spot)
        self.step = self.after_fetch
        self.after_fetch = NONE
        if self.step == TRADE:
            self.go_on_trading()
        else:
            self.go_on_placing()

    def trade(self, action: i64) -> None:
        """A ship goes to the supply, and a Greek takes its place. §3.3"""
        if action == self.actions.done_at:
            self.close_card()
            return
        self.spot = action - self.actions.trade_at
        put_ships(self, self.spot, self.ships_at[self.spot] - 1)
        self.ship_supply[self.active] += 1
        if self.greek_supply[self.active] == 0:
            self.ask_fetch()
            return
        effects.place_greek(self, self.spot)
        self.go_on_trading()

    def go_on_trading(self) -> None:
        """As many as one likes, in one city. §3.3"""
        if (effects.trade_cities(self) & BIT[self.spot]) == 0:
            self.close_card()

    def recall(self, kind: i64) -> None:
        """A card comes from its pile to hand, locked, and everybody saw it. §3.5 §3.7"""
        self.own_cards()
        self.discard[kind] -= 1
        give(self, self.active, kind, LOCKED, SHOWN)
        self.close_card()

    # ---- §7 the end ----

    def value(self, player: int) -> float:
        return value.value(self, player)

    def places(self) -> list[int]:
        """Who holds ten cities when the own turn ends, wins. §7.1"""
        return scoring.places(self)


def new(parts: Parts, actions: Actions, seats: int, settings: Mapping[str, str]) -> Rules:
    """The table before the first card is dealt; the dolphin lies. §4.1 §4.2"""
    state = Rules(parts, actions)
    lay_tile(state, DOLPHIN, parts.home, 0)
    state.spot = 0
    state.todo = parts.first_cards
    state.next_deal()
    return state
