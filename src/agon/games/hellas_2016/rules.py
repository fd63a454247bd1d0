"""The State: who acts, what is legal, what an action does. One function a paragraph, in rulebook order."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, lowest, popcount
from agon.games.hellas_2016 import choices, effects
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.actions import Actions
from agon.games.hellas_2016.features import Numbered
from agon.games.hellas_2016.parts import (
    BAR_MARBLE,
    BAR_QUARRY,
    BAR_STATUE,
    BAR_TEMPLE,
    HOUSE,
    OWNED,
    PALACE,
    SQUARE,
    STATUE,
    Parts,
)
from agon.games.hellas_2016.position import ABSENT


class Rules(Numbered):
    """Hellas (2016) as a State."""

    def clone(self) -> Rules:
        return Rules(self.parts, self.actions, self.side, self.n, self)

    def actor(self) -> int:
        """The seat whose decision it is. §5.2 §6.1"""
        who = ask.ASKED[self.step]
        if who == ask.ACTIVE:
            return int(self.active)
        if who == ask.BUILDER:
            return int(self.builder())
        if who == ask.SETTLER:
            return int(self.settler())
        return int(who)

    # ---- what an action does ----

    def apply(self, action: int) -> None:
        a: i64 = action
        if self.step == ask.TAKE_SPACE:
            self.take_space(a - self.actions.take.first)
        elif self.step == ask.BUILD:
            self.decide_building(a)
        elif self.step == ask.DRAW_TILE:
            self.draw_tile(a - self.actions.tile.first + 1)
        elif self.step == ask.ASK_QUARRY:
            self.decide_quarry(a == self.actions.quarry.first)
        elif self.step == ask.COVER:
            self.cover(self.side.quarry_at[a - self.actions.cover.first])
        elif self.step == ask.MOVE_WORKER:
            self.move_worker(self.side.quarry_at[a - self.actions.worker.first])
        elif self.step == ask.RAISE_COLUMNS:
            self.decide_columns(a)
        elif self.step == ask.RAISE_STATUE:
            self.decide_statue(a)
        elif self.step == ask.PLACE_HOUSES:
            self.place_house(a - self.actions.piece_at[HOUSE])
        elif self.step == ask.LAY_TILES:
            self.lay_first_tile(a - self.actions.tile.first + 1)
        elif self.step == ask.DRAW_START:
            self.draw_start(a - self.actions.start.first)

    # ---- §4 set-up ----

    def lay_first_tile(self, tile: i64) -> None:
        """The first tiles go face up on the starting quarries, in drawing order. §4.2"""
        effects.turn_up(self, tile)
        effects.lay(self, self.side.start_quarries[self.drawn - 1])
        if self.drawn == len(self.side.start_quarries):
            self.drawn = 0
            self.step = ask.DRAW_START

    def draw_start(self, seat: i64) -> None:
        """The start player of phase 1 is drawn. §4.6"""
        self.starter = seat
        self.step = ask.PLACE_HOUSES
        self.decided = -1
        self.next_settler()

    def place_house(self, cell: i64) -> None:
        """A starting house is free of charge. §4.7"""
        effects.put(self, self.settler(), HOUSE, cell)
        self.next_settler()

    def next_settler(self) -> None:
        """On to the next starting house; one that finds no space is left out. §4.7"""
        self.decided += 1
        while self.decided < self.start_houses * self.n:
            spaces = self.answers()
            if spaces.answers() > 1:
                return
            if spaces.answers() == 1:
                effects.put(self, self.settler(), HOUSE, spaces.only() - self.actions.house.first)  # §5.5: no decision
            self.decided += 1
        self.begin_phase()

    # ---- §5 phases and turns ----

    def begin_phase(self) -> None:
        """Stones are dealt and the start player begins; after the last phase the game is over. §5.1 §5.3"""
        while self.phase < self.parts.phases:
            dealt = self.parts.stones[int(self.n)][int(self.phase)]
            if dealt > 0:
                self.taken = self.taken.own()
                for seat in range(self.n):
                    self.taken.stones[seat] = dealt
                self.active = self.starter
                self.begin_turn()
                return
            self.phase += 1
        self.step = ask.FINISHED

    def begin_turn(self) -> None:
        """The active player must put a stone on a free space. §5.2 §5.5"""
        self.space = NONE
        self.step = ask.TAKE_SPACE
        bar = self.taken.bar
        free: i64 = NONE
        for space in range(len(bar)):
            if bar[space] == NONE:
                if free != NONE:
                    return
                free = space
        self.take_space(free)  # §5.5: nothing to decide

    def take_space(self, space: i64) -> None:
        """A stone goes on the space, and its action follows. §5.2 §Q28"""
        self.taken = self.taken.own()
        self.taken.bar[space] = self.active
        self.taken.stones[self.active] -= 1
        self.space = space
        kind = self.parts.bar_kind[space]
        if kind == BAR_QUARRY:
            self.ask_quarry()
        elif kind == BAR_TEMPLE:
            self.ask_columns()
        elif kind == BAR_STATUE:
            self.ask_statue()
        elif kind == BAR_MARBLE:
            self.take_marble()
        else:
            self.decided = -1
            self.next_builder()

    def end_turn(self) -> None:
        """Clockwise on; when all stones are placed the phase ends. §5.2 §5.3"""
        self.decided = 0
        self.active += 1
        if self.active == self.n:
            self.active = 0
        if self.taken.stones[self.active] > 0:
            self.begin_turn()
        else:
            self.end_phase()

    def end_phase(self) -> None:
        """Stones come off the bar; who holds the marker starts the next phase. §5.3 §5.4 §Q12"""
        self.taken = self.taken.own()
        for space in range(len(self.taken.bar)):
            if self.taken.bar[space] != ABSENT:
                self.taken.bar[space] = NONE
        if self.marker != NONE:
            self.starter = self.marker
        self.marker = NONE
        self.active = NONE
        self.space = NONE
        self.phase += 1
        self.begin_phase()

    def set_marker(self) -> None:
        """The first to choose a temple space in a phase starts the next one. §5.4 §Q11"""
        if self.marker == NONE:
            self.marker = self.active

    # ---- §6.1 to §6.4 building ----

    def next_builder(self) -> None:
        """The next seat decides; who can only decline is not asked. §6.1 §5.5"""
        self.half = 0
        self.decided += 1
        while self.decided < self.n:
            if self.has_building():
                self.step = ask.BUILD
                return
            self.decided += 1
        self.end_turn()

    def has_building(self) -> bool:
        """Whether the deciding seat can build anything this action offers. §6.1"""
        seat = self.builder()
        pieces = choices.pieces(self, seat)
        while pieces != 0:
            if effects.can_pay(self, seat, lowest(pieces)):
                return True
            pieces = pieces & (pieces - 1)
        return False

    def decide_building(self, action: i64) -> None:
        """Build or decline; after one of "house and/or square" the other may follow. §6.2 §6.3 §6.4 §Q4 §Q15 §Q16"""
        if action == self.actions.skip.first:
            self.next_builder()
            return
        kind: i64 = HOUSE
        if action >= self.actions.piece_at[SQUARE]:
            kind = SQUARE
        elif action >= self.actions.piece_at[PALACE]:
            kind = PALACE
        effects.build(self, self.builder(), kind, action - self.actions.piece_at[kind])
        self.half = self.half | BIT[kind]
        if not self.has_building():
            self.next_builder()

    # ---- §6.5 to §6.8 quarry ----

    def ask_quarry(self) -> None:
        """The active player carries the action out or waives it. §6.5 §Q3"""
        if self.may_waive != 0:
            self.step = ask.ASK_QUARRY
        else:
            self.decide_quarry(True)

    def decide_quarry(self, carried_out: bool) -> None:
        """Income for all and then tiles; or income for the others alone. §6.5 §6.6 §Q6"""
        if not carried_out:
            effects.pay_income(self, self.active)
            self.end_turn()
            return
        effects.pay_income(self, NONE)
        self.drawn = 0
        self.next_tile()

    def next_tile(self) -> None:
        """Up to four tiles, never fewer of one's own will. §6.7"""
        if self.drawn == self.parts.max_draws or self.stack_is_empty():
            self.end_quarry()
        else:
            self.step = ask.DRAW_TILE

    def stack_is_empty(self) -> bool:
        """Found at the first tile that is left: asked after every draw, so that a mask of all would cost more."""
        tile_at = self.quarries.tile_at
        for tile in range(1, len(tile_at)):
            if tile_at[tile] == NONE:
                return False
        return True

    def draw_tile(self, tile: i64) -> None:
        """A tile covers an active quarry with a lower number, or opens a new one. §6.7"""
        effects.turn_up(self, tile)
        lower = effects.lower_quarries(self)
        if lower == 0:
            self.open_quarry()
        elif popcount(lower) == 1:
            self.cover(lowest(lower))  # §5.5: nothing to decide
        else:
            self.step = ask.COVER

    def cover(self, quarry: i64) -> None:
        """The tile goes on top, and another must be drawn. §6.7"""
        effects.lay(self, quarry)
        self.next_tile()

    def open_quarry(self) -> None:
        """The tile goes on the worker's quarry, and the worker to an empty one. §6.8 §Q7"""
        if self.worker == NONE:
            effects.put_away(self)
            self.end_quarry()
            return
        effects.lay(self, self.worker)
        empty = effects.empty_quarries(self)
        if empty == 0:
            self.move_worker(NONE)
        elif popcount(empty) == 1:
            self.move_worker(lowest(empty))  # §5.5: nothing to decide
        else:
            self.step = ask.MOVE_WORKER

    def move_worker(self, quarry: i64) -> None:
        """Then the highest quarry closes and the action is over. §6.8"""
        self.worker = quarry
        effects.close_highest(self)
        self.end_quarry()

    def end_quarry(self) -> None:
        self.drawn = 0
        self.end_turn()

    # ---- §6.9 temple ----

    def ask_columns(self) -> None:
        """The marker first; then exactly the number of columns, or nothing. §5.4 §6.9"""
        self.set_marker()
        if effects.can_raise_columns(self, self.active, self.space):
            self.todo = self.parts.bar_columns[self.space]
            self.step = ask.RAISE_COLUMNS
        else:
            self.end_turn()

    def decide_columns(self, action: i64) -> None:
        """Decline, or pay for all with the first column. §6.9"""
        if action == self.actions.skip.first:
            self.todo = 0
            self.end_turn()
            return
        if self.todo == self.parts.bar_columns[self.space]:
            effects.gain(self, self.active, -self.parts.bar_price[self.space])
        self.raise_column(self.side.temple_at[action - self.actions.column.first])

    def raise_column(self, temple: i64) -> None:
        """One column after the other; the action's own ring comes after the last. §6.9"""
        effects.raise_column(self, self.active, temple)
        self.todo -= 1
        while self.todo > 0:
            open_temples = effects.open_temples(self)
            if popcount(open_temples) > 1:
                return
            effects.raise_column(self, self.active, lowest(open_temples))  # §5.5: nothing to decide
            self.todo -= 1
        effects.take_ring(self, self.active)
        self.end_turn()

    # ---- §6.10 statue, §6.11 three marble ----

    def ask_statue(self) -> None:
        """One statue inland, if it can be paid. §6.10"""
        if effects.can_raise_statue(self, self.active):
            self.step = ask.RAISE_STATUE
        else:
            self.end_turn()

    def decide_statue(self, action: i64) -> None:
        """Build or decline. §6.10"""
        if action != self.actions.skip.first:
            effects.raise_statue(self, self.active, action - self.actions.piece_at[STATUE])
        self.end_turn()

    def take_marble(self) -> None:
        """Marble from the bank, without a decision. §6.11"""
        effects.gain(self, self.active, self.parts.marble_action)
        self.end_turn()


def new(parts: Parts, actions: Actions, seats: int, settings: Mapping[str, str]) -> Rules:
    """The table before the first tile is drawn. §4.1 §4.3 §4.4 §4.5 §4.8"""
    state = Rules(parts, actions, parts.side(seats), seats, None)
    bare = settings["startHouses"] == "0"
    state.starter_first = 1 if settings["groupOrder"] == "start" else 0
    state.may_waive = 1 if settings["waiveQuarry"] == "on" else 0
    state.marble_breaks_ties = 1 if settings["tieBreak"] == "marble" else 0
    state.start_houses = 0 if bare else parts.start_houses
    state.worker = state.side.worker_start
    state.statues_left = parts.statues
    state.rings_left = parts.rings
    for seat in range(seats):
        for kind in range(OWNED):
            state.island.supply[OWNED * seat + kind] = parts.supply[kind]
        effects.gain(state, seat, parts.bare_marble if bare else parts.start_marble)
    for space in range(len(parts.bar)):
        if parts.bar_extra[space] != 0 and not bare:
            state.taken.bar[space] = ABSENT
    if len(state.side.start_quarries) == 0:
        state.step = ask.DRAW_START
    return state
