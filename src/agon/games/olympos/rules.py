"""The State: who acts, what is legal, what an action does. One function a paragraph, in rulebook order."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, UNKNOWN, lowest, popcount
from agon.games.olympos import choices, effects
from agon.games.olympos import questions as ask
from agon.games.olympos.actions import Actions
from agon.games.olympos.features import Numbered
from agon.games.olympos.parts import (
    ARES,
    ARTEMIS,
    ATHENA,
    CARD_KINDS,
    COMMERCE,
    ERINYES,
    GODS,
    HADES,
    HECATE,
    HELLENISM,
    KERES,
    KINDS,
    NEMESIS,
    ORACLE,
    PHALANX,
    SIREN,
    WIDTH,
    ZEUS,
    ZEUS_SYMBOL,
    Parts,
)
from agon.games.olympos.position import SLOTS, Rulings


class Rules(Numbered):
    """Olympos as a State."""

    def clone(self) -> Rules:
        return Rules(self.parts, self.actions, self.n, self)

    def actor(self) -> int:
        """The active seat, but for blocking and for what a god asks of others. §4.5 §5.1 §9.2"""
        who = ask.ASKED[self.step]
        if who == ask.ACTIVE:
            return int(self.active)
        if who == ask.CALLED:
            return int(self.called())
        if who == ask.LOWEST:
            return int(self.track.queue[self.n - 1])
        return int(who)

    def heard(self, player: int, action: int) -> int:
        """Only who draws a destiny card sees it. §8.1"""
        if self.step == ask.DRAW_CARD and player != self.active:
            return UNKNOWN
        return action

    def stars_shown(self) -> i64:
        """Whoever chooses between star cards and Athena's star has cards for all lacking stars but one. §7.6"""
        if self.step == ask.CHOOSE_STARS:
            return effects.lacking_stars(self, self.active, self.column) - 1
        return 0

    # ---- what an action does ----

    def apply(self, action: int) -> None:
        a: i64 = action
        if a < self.actions.go.first and choices.between(self):
            effects.play_card(self, self.active, a - self.actions.play.first)
        elif self.step == ask.TAKE_TURN:
            self.take_turn(a)
        elif self.step == ask.CHOOSE_SETTLER:
            self.choose_settler(a)
        elif self.step == ask.CHOOSE_PAYMENT:
            self.pay_discovery(a - self.actions.pay.first)
        elif self.step == ask.CHOOSE_TILE:
            self.choose_tile(a - self.actions.tile.first)
        elif self.step == ask.DRAW_CARD:
            self.draw_card(a - self.actions.draw.first)
        elif self.step == ask.DISCARD_LOOKED:
            self.discard_looked(a - self.actions.discard.first)
        elif self.step == ask.TAKE_CUBES:
            self.take_cube(a - self.actions.take.first)
        elif self.step == ask.CHOOSE_BONUS:
            self.choose_bonus(a - self.actions.bonus.first)
        elif self.step == ask.CHOOSE_STARS:
            self.raise_wonder(a - self.actions.stars.first)
        elif self.step == ask.BEFORE_PAYING:
            self.play_before_paying(a)
        elif self.step == ask.AFTER_DRAWING:
            self.play_after_drawing(a)
        elif self.step == ask.DRAW_GOD:
            self.turn_up_god(a - self.actions.god.first)
        elif self.step == ask.REACT:
            self.react(a)
        elif self.step == ask.LOSE_SETTLER:
            self.lose_settler(a - self.actions.lose.first)
        elif self.step == ask.BLOCK:
            self.block(a - self.actions.block.first)
        elif self.step == ask.DEAL_TILES:
            self.deal_tile(a - self.actions.deal.first)
        elif self.step == ask.STACK_TOKENS:
            self.stack_token(a - self.actions.token.first)
        elif self.step == ask.DRAW_SPARE:
            self.draw_spare(a - self.actions.spare.first)
        elif self.step == ask.DEAL_CUBES:
            self.deal_cube(a - self.actions.cube.first)

    # ---- §4 set-up ----

    def deal_tile(self, tile: i64) -> None:
        """Discoveries go to the cells of their row, wonders under the columns. §4.2 §4.3"""
        effects.lay_tile(self, tile)
        self.deal_on()

    def deal_on(self) -> None:
        """The last of a row is no draw; a pack may leave cells at the end of a row empty, or all of it. §4.2"""
        while self.tiles_dealt < len(self.board.tile_at) + WIDTH:
            row = self.tiles_dealt // WIDTH
            tiles = choices.tiles_to_deal(self)
            if popcount(tiles) > 1:
                return
            if tiles != 0:
                effects.lay_tile(self, lowest(tiles))
            self.tiles_dealt = (row + 1) * WIDTH
        self.tiles_dealt = 0
        self.step = ask.STACK_TOKENS

    def stack_token(self, seat: i64) -> None:
        """One token upon the other; the last to come is uppermost and plays first. §4.4"""
        effects.put_on_stack(self, seat)
        if self.tokens_stacked == self.n - 1:
            effects.put_on_stack(self, lowest(choices.tokens_to_stack(self)))
        if self.tokens_stacked == self.n:
            self.tokens_stacked = 0
            self.begin_blocking()

    def begin_blocking(self) -> None:
        """The lowest of the stack blocks; with a pack that blocks nothing the cubes come at once. §4.5"""
        if self.parts.blocked[int(self.n)] == 0:
            self.place_tribes()
        else:
            self.step = ask.BLOCK

    def block(self, territory: i64) -> None:
        """A cross tile; when all lie, tribes move in. §4.5"""
        self.blocked |= BIT[territory]
        if popcount(self.blocked) == KINDS * self.parts.blocked[int(self.n)]:
            self.place_tribes()

    def place_tribes(self) -> None:
        """A tribe on every starred territory that is not blocked. §4.6"""
        self.tribes = self.parts.starred & ~self.blocked
        for resource in range(KINDS):
            effects.set_cubes_aside(self, resource, 1)
        if self.n > KINDS:
            self.step = ask.DRAW_SPARE
        else:
            self.step = ask.DEAL_CUBES

    def draw_spare(self, resource: i64) -> None:
        """With five seats one colour comes twice. §4.7"""
        effects.set_cubes_aside(self, resource, 1)
        self.step = ask.DEAL_CUBES

    def deal_cube(self, resource: i64) -> None:
        """A cube for each seat, the last colour without a draw; what is left with three seats goes back. §4.7 §5.7"""
        effects.deal_cube(self, resource)
        last = self.answers().only()
        while self.cubes_dealt < self.n and last != NONE:
            effects.deal_cube(self, last - self.actions.cube.first)
            last = self.answers().only()
        if self.cubes_dealt == self.n:
            self.cubes_dealt = 0
            for other in range(KINDS):
                self.camps.pool[other] = 0
            self.begin_turn()

    # ---- §5 turns ----

    def begin_turn(self) -> None:
        """Furthest back and uppermost plays, finished seats left out; with none left the game is over. §5.1 §10.2"""
        for seat in self.track.queue:
            if not self.has_finished(seat):
                self.active = seat
                self.last_turn = 0
                if self.track.space_of[seat] >= self.parts.last_zeus:
                    self.last_turn = 1  # §10.1 §Q30
                self.step = ask.TAKE_TURN
                return
        self.active = NONE
        self.last_turn = 0
        self.step = ask.FINISHED

    def take_turn(self, action: i64) -> None:
        """A card, an action, waiting or passing. §5.2"""
        if action < self.actions.go.first:
            effects.play_card(self, self.active, action - self.actions.play.first)
        elif action < self.actions.discover.first:
            self.go(action - self.actions.go.first)
        elif action < self.actions.build.first:
            self.discover(action - self.actions.discover.first)
        elif action < self.actions.wait.first:
            self.build(action - self.actions.build.first)
        elif action == self.actions.wait.first:
            self.price = 1  # §5.6: no action, so the Erinyes stay
            self.move_token()
        else:
            self.pass_turn()

    def charge(self, price: i64) -> None:
        """The price is fixed; the Erinyes are paid with it and gone. §5.4 §Q24"""
        self.price = effects.owed(self, self.active, price)
        self.erinyes &= ~BIT[self.active]

    def end_action(self) -> None:
        """Before paying, cards may be played; asked of everybody who holds any, or may walk further. §5.3 §Q36"""
        if self.cards.hand_size[self.active] > 0 or choices.may_detour(self):
            self.step = ask.BEFORE_PAYING
        else:
            self.move_token()

    def play_before_paying(self, action: i64) -> None:
        """A card, a space further, or go on to the payment. §5.3 §Q36"""
        if action == self.actions.done.first:
            self.move_token()
            return
        if action == self.actions.wait.first:
            self.price += 1
            self.end_action()
            return
        effects.play_card(self, self.active, action - self.actions.play.first)
        self.end_action()

    def move_token(self) -> None:
        """Hourglasses first, one a point; the token pays the rest. §3.2 §5.4 §Q11"""
        spent = self.camps.hourglasses[self.active]
        if spent > self.price:
            spent = self.price
        effects.give_hourglasses(self, self.active, -spent)
        self.old_space = self.track.space_of[self.active]
        effects.move_token(self, self.active, self.price - spent)
        self.zeus = 0
        while self.zeus < len(self.parts.zeus) and self.parts.zeus[self.zeus] <= self.old_space:
            self.zeus += 1
        self.visit_zeus()

    def visit_zeus(self) -> None:
        """Each Zeus space reached, in track order: a card first. §5.5 §Q15 §Q16"""
        if self.zeus < len(self.parts.zeus) and self.parts.zeus[self.zeus] <= self.track.space_of[self.active]:
            self.track = self.track.own()
            self.track.reached[self.zeus] |= BIT[self.active]
            self.begin_draw()
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """The turn is over; after a last action the seat is finished. §5.2 §10.1"""
        if self.last_turn != 0:
            self.done |= BIT[self.active]
        self.price = 0
        self.goal = NONE
        self.cell = NONE
        self.column = NONE
        self.old_space = NONE
        self.zeus = NONE
        self.begin_turn()

    # ---- §6 expansion ----

    def go(self, territory: i64) -> None:
        """A goal, and who goes there; one settler alone is not asked for. §6.1 §5.7"""
        self.goal = territory
        self.step = ask.CHOOSE_SETTLER
        alone = self.answers().only()
        if alone != NONE and not self.holds_cards_between():
            self.choose_settler(alone)

    def holds_cards_between(self) -> bool:
        """Where cards may be played in between, whoever holds any is asked, whatever they are. §5.3"""
        return self.rulings.any_time != 0 and self.cards.hand_size[self.active] > 0

    def choose_settler(self, action: i64) -> None:
        """The settler leaves, arrives, and the action is charged. §6.1 §6.4 §6.5"""
        fight = effects.combat_price(self, self.active, self.goal)
        if action == self.actions.recruit.first:
            self.charge(effects.recruit_price(self, self.active, self.goal) + fight)
            self.camps = self.camps.own()
            self.camps.stock[self.active] -= 1
        else:
            place = action - self.actions.send.first
            source = place // self.actions.levels
            self.charge(effects.way(self, self.active, source, self.goal) + fight)
            effects.pull(self, source, place % self.actions.levels)
        effects.arrive(self, self.active, self.goal)
        self.end_action()

    # ---- §7 development ----

    def discover(self, cell: i64) -> None:
        """A cell; where different cubes could pay, the player chooses. §7.1 §7.2 §5.7"""
        self.cell = cell
        self.step = ask.CHOOSE_PAYMENT
        alone = self.answers().only()
        if alone != NONE and not self.holds_cards_between():
            self.pay_discovery(alone - self.actions.pay.first)

    def pay_discovery(self, code: i64) -> None:
        """Cubes are paid, the price in points is fixed, the tile is taken. §7.2 §7.3 §7.4"""
        effects.pay_cubes(self, self.active, code)
        self.charge(effects.discovery_price(self, self.active, self.cell))
        effects.take_tile(self, self.active, self.cell)
        tiles = choices.tiles_to_choose(self)
        if popcount(tiles) > 1:
            self.step = ask.CHOOSE_TILE
        elif tiles != 0:
            self.choose_tile(lowest(tiles))
        else:
            self.at_once()

    def choose_tile(self, resource: i64) -> None:
        """One of the two Money or Agriculture tiles. §7.4"""
        effects.take_discount(self, self.active, resource)
        self.at_once()

    def at_once(self) -> None:
        """What a discovery gives immediately comes before the bonus. §7.4"""
        discovery = self.board.tile_at[self.cell]
        if discovery in (PHALANX, HELLENISM):
            self.begin_draw()
        elif discovery == COMMERCE and self.parts.commerce_cubes > 0:
            self.picks = self.parts.commerce_cubes
            self.step = ask.TAKE_CUBES
        else:
            self.ask_bonus()

    def take_cube(self, resource: i64) -> None:
        """A cube of choice, for Commerce or from Artemis. §7.4 §9.4"""
        effects.give_cubes(self, self.called(), resource, 1)
        self.picks -= 1
        if self.picks == 0:
            if self.god == NONE:
                self.ask_bonus()
            else:
                self.next_struck()

    def ask_bonus(self) -> None:
        """The bonus is compulsory; a single one is taken without asking. §7.5 §5.7"""
        bonuses = choices.bonuses(self)
        if popcount(bonuses) > 1:
            self.step = ask.CHOOSE_BONUS
        elif bonuses != 0:
            self.choose_bonus(lowest(bonuses))
        else:
            self.end_action()

    def choose_bonus(self, place: i64) -> None:
        """Then the payment. §7.5"""
        effects.take_bonus(self, self.active, place)
        self.end_action()

    def build(self, wonder: i64) -> None:
        """A wonder; Athena's star or a card, wherever the hand might hold enough cards. §7.6

        Whether this is asked depends on the size of the hand alone: the question must not show what is in it."""
        for column in range(WIDTH):
            if self.board.wonder_at[column] == wonder:
                self.column = column
        lacking = effects.lacking_stars(self, self.active, self.column)
        if lacking == 0 or effects.athena_stars(self, self.active) == 0:
            self.raise_wonder(lacking)
        elif self.cards.hand_size[self.active] < lacking:
            self.raise_wonder(lacking - 1)
        else:
            self.step = ask.CHOOSE_STARS

    def raise_wonder(self, cards: i64) -> None:
        """Stars are used, the wonder is taken. §7.6 §7.7"""
        self.charge(effects.wonder_price(self, self.active))
        lacking = effects.lacking_stars(self, self.active, self.column)
        effects.use_stars(self, self.active, lacking, cards)
        self.board = self.board.own()
        self.board.wonder_of[self.column] = self.active
        self.end_action()

    # ---- §8 destiny cards ----

    def begin_draw(self) -> None:
        """A card must be drawn; with neither deck nor discards there is none. §8.1 §8.2"""
        if effects.shuffle_if_empty(self):
            self.step = ask.DRAW_CARD
        else:
            self.end_draw()

    def draw_card(self, kind: i64) -> None:
        """One card into the hand; with the Oracle three are looked at. §8.1"""
        cards = self.cards = self.cards.own()
        cards.deck[kind] -= 1
        self.deck_size -= 1
        cards.drawn[CARD_KINDS * self.active + kind] += 1
        if not self.has(self.active, ORACLE):
            effects.take_card(self, self.active, kind)
            self.end_draw()
            return
        cards.looked[kind] += 1
        self.looked_size += 1
        if self.looked_size == self.parts.oracle_looks or not effects.shuffle_if_empty(self):
            self.look()

    def look(self) -> None:
        """All but one are discarded; the last goes into the hand. §8.1 §5.7"""
        if self.looked_size > 1:
            self.step = ask.DISCARD_LOOKED
            return
        self.cards = self.cards.own()
        for kind in range(CARD_KINDS):
            if self.cards.looked[kind] > 0:
                self.cards.looked[kind] -= 1
                effects.take_card(self, self.active, kind)
        self.looked_size = 0
        self.old_looked = 0
        self.end_draw()

    def discard_looked(self, kind: i64) -> None:
        """Face up. §8.1

        Then all know that this card is not in the deck, unless a shuffle in between leaves open where it came from."""
        cards = self.cards = self.cards.own()
        if self.old_looked == 0:
            cards.shuffled[kind] -= 1
            cards.drawn[CARD_KINDS * self.active + kind] -= 1
        cards.looked[kind] -= 1
        self.looked_size -= 1
        cards.discards[kind] += 1
        self.look()

    def end_draw(self) -> None:
        """Back to the discovery, or on at the Zeus space with a card window. §5.3 §5.5"""
        if self.old_space == NONE:
            self.ask_bonus()
        elif self.cards.hand_size[self.active] > 0:
            self.step = ask.AFTER_DRAWING
        else:
            self.ask_olympos()

    def play_after_drawing(self, action: i64) -> None:
        """A card, or no more. §5.3"""
        if action == self.actions.done.first:
            self.ask_olympos()
            return
        effects.play_card(self, self.active, action - self.actions.play.first)
        self.end_draw()

    # ---- §9 gods ----

    def ask_olympos(self) -> None:
        """The first to reach a Zeus space turns up a god, at a double one the last too; Ares and the Siren end. §9.1"""
        here = popcount(self.track.reached[self.zeus])
        if here == 1 or (here == self.n and self.parts.is_double[self.zeus] != 0):
            self.ares = 0
            self.siren = 0
            self.step = ask.DRAW_GOD
        else:
            self.leave_zeus()

    def leave_zeus(self) -> None:
        """On to the next Zeus space, if the token came so far. §5.5"""
        self.zeus += 1
        self.visit_zeus()

    def turn_up_god(self, god: i64) -> None:
        """The card lies beside its Zeus space; then everybody may react. §9.1 §9.2"""
        self.gods_left &= ~BIT[god]
        self.track = self.track.own()
        slot = SLOTS * self.zeus
        if self.track.god_at[slot] != NONE:
            slot += 1
        self.track.god_at[slot] = god
        self.latest = god
        self.god = god
        self.offset = -1
        self.next_reactor()

    def next_reactor(self) -> None:
        """Clockwise from who turned it up, once round; asked of everybody with cards while symbols may be out. §9.2"""
        self.offset += 1
        while self.offset < self.n:
            if self.may_react():
                self.step = ask.REACT
                return
            self.offset += 1
        self.strike()

    def may_react(self) -> bool:
        """Whether, for all the others know, the seat may hold a Zeus symbol. §9.2"""
        cards = self.cards
        if cards.hand_size[self.called()] == 0:
            return False
        return cards.discards[ZEUS_SYMBOL] < self.parts.card_count[ZEUS_SYMBOL]

    def react(self, action: i64) -> None:
        """A Zeus symbol for this god, or no more. §9.2 §Q29"""
        if action != self.actions.done.first:
            effects.play_card(self, self.called(), ZEUS_SYMBOL)
            if self.may_react():
                return
        self.next_reactor()

    def strike(self) -> None:
        """The god's effect on those it reaches; Ares and Keres are two, whatever a hint list prints. §9.4 §9.5 §Q33"""
        seats = effects.struck_by(self, self.god)
        if self.god == ATHENA:
            self.athena |= seats
        elif self.god == ARES:
            self.ares = seats  # §Q25: until the next card, or the end
        elif self.god == ZEUS:
            effects.strike(self, seats, 0, self.parts.zeus_prestige)
        elif self.god == HECATE:
            effects.strike(self, seats, self.parts.hecate_settlers, 0)
        elif self.god == KERES:
            self.keres |= seats
        elif self.god == SIREN:
            self.siren = seats
        elif self.god == ERINYES:
            self.erinyes |= seats
        elif self.god == NEMESIS:
            for seat in range(self.n):
                if (seats & BIT[seat]) != 0:
                    effects.discard_hand(self, seat)
        if (self.god == ARTEMIS and self.parts.artemis_cubes > 0) or self.god == HADES:
            self.struck = seats
            self.offset = -1
            self.next_struck()
        else:
            self.end_god()

    def next_struck(self) -> None:
        """Artemis and Hades ask clockwise; a single settler, or none, is not asked for. §9.4 §9.5 §Q18"""
        self.offset += 1
        while self.offset < self.n:
            bit = BIT[self.called()]
            if (self.struck & bit) != 0:
                self.struck &= ~bit
                if self.god == ARTEMIS:
                    self.picks = self.parts.artemis_cubes
                    self.step = ask.TAKE_CUBES
                    return
                self.step = ask.LOSE_SETTLER
                settlers = self.answers()
                if settlers.answers() > 1:
                    return
                if settlers.answers() == 1:
                    effects.return_settler(self, self.called(), settlers.only() - self.actions.lose.first)
            self.offset += 1
        self.end_god()

    def lose_settler(self, place: i64) -> None:
        """Hades' choice. §9.5"""
        effects.return_settler(self, self.called(), place)
        self.next_struck()

    def end_god(self) -> None:
        """The symbols played are spent. §9.2"""
        self.god = NONE
        self.offset = 0
        self.picks = 0
        self.track = self.track.own()
        for seat in range(self.n):
            self.track.symbols[seat] = 0
        self.leave_zeus()

    # ---- §10 the end ----

    def pass_turn(self) -> None:
        """Who passes is finished; the Erinyes lapse. §10.1 §Q23"""
        self.erinyes &= ~BIT[self.active]
        self.end_turn()


def new(parts: Parts, actions: Actions, seats: int, settings: Mapping[str, str]) -> Rules:
    """The table before the first tile is dealt. §4.1 §4.4 §4.8"""
    state = Rules(parts, actions, seats, None)
    state.rulings = Rulings(settings.get("detours") == "any", settings.get("cards") == "anyTime")
    for seat in range(seats):
        effects.give_settlers(state, seat, parts.start_settlers)
    state.cards.deck = parts.card_count[:]
    state.cards.shuffled = parts.card_count[:]
    state.deck_size = sum(parts.card_count)
    state.gods_left = BIT[len(GODS)] - 1
    state.deal_on()
    return state
