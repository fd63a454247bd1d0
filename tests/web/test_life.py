"""A table's life as a state machine: join, leave, stand in, submit, undo, crash, restart, in any order.

The model keeps its own small account of seats and plies and foretells what is refused; after every step the hub must
agree with it, and so must what a fresh process would rebuild from the store.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from agon.core import codec
from agon.core import game as registry
from agon.core.game import register
from agon.core.record import Record
from agon.web.errors import Refused
from agon.web.hub import Hub, Live
from agon.web.identity import Identity
from agon.web.live import rebuild
from agon.web.store import Store
from tests.tiny import LotsGame
from tests.web.support import Clock, PromptBots, settled
from tests.web.support import settings as server_settings

Thing = TypeVar("Thing")

TABLES = 3  # at once, as every one is checked after every step
PEOPLE = [Identity(name.lower(), name) for name in ("Anna", "Bela", "Cleo", "Dion")]


@dataclass
class Chair:
    owner: str = ""
    is_bot: bool = False
    standing_in: bool = False

    @property
    def is_open(self) -> bool:
        return not self.owner and not self.is_bot


@dataclass
class Model:
    """What a table should be."""

    host: str
    chairs: list[Chair]
    plies: list[tuple[int, str]] = field(default_factory=list)
    chat: list[str] = field(default_factory=list)
    rematch: bool = False

    @property
    def started(self) -> bool:
        return not any(chair.is_open for chair in self.chairs)

    def seat_of(self, who: str) -> int:
        return next((i for i, chair in enumerate(self.chairs) if chair.owner == who), -1)


people = st.sampled_from(PEOPLE)
dice = st.integers(0, 5)  # 0: whoever; else somebody for whom the step makes sense, if there is one
games = st.sampled_from(["lots", "lots", "hellas_2016"])
seatings = st.sampled_from([["me", "open"], ["me", "random"], ["open", "open"], ["open", "me"], ["random", "random"]])


class TableLife(RuleBasedStateMachine):
    tables = Bundle("tables")

    @initialize(target=tables, who=people, game=games, other=people)
    def begin(self, who: Identity, game: str, other: Identity) -> str:
        """A server with one table of two people."""
        register(LotsGame())
        self.folder = Path(tempfile.mkdtemp(prefix="agon-life-"))
        self.loop = asyncio.new_event_loop()
        self.models: dict[str, Model] = {}
        self.clock = Clock()
        self.start()
        table = self.create_now(who, game, ["me", "open"])
        self.join(table, next(p for p in (other, *PEOPLE) if p != who), None, 0)
        return table

    def start(self) -> None:
        self.store = Store(f"sqlite:///{self.folder / 'agon.db'}")
        self.hub = Hub(self.store, PromptBots(), server_settings(self.folder, tables_in_memory=2), Random, self.clock)
        self.began = self.clock()
        self.signs: dict[tuple[str, str], float] = {}  # when somebody last did something at a table
        self.do(self.wake())

    async def wake(self) -> None:
        self.hub.start()
        assert self.hub._resuming is not None
        await self.hub._resuming
        await settled(self.hub)

    def do(self, work: Coroutine[Any, Any, Thing]) -> Thing:
        return self.loop.run_until_complete(asyncio.wait_for(work, 30))

    def attempt(self, work: Coroutine[Any, Any, object], expected: bool) -> bool:
        """Do it and let the bots answer; it must be refused exactly when the model says so."""

        async def both() -> bool:
            try:
                await work
            except Refused:
                return False
            await settled(self.hub)
            return True

        accepted = self.do(both())
        assert accepted == expected
        return accepted

    # ---- what people do ----

    def somebody(self, table: str, who: Identity, roll: int, *fitting: str) -> Identity:
        """Mostly one of those for whom the step makes sense."""
        there = [person for person in PEOPLE if person.id in fitting]
        return there[roll % len(there)] if roll and there else who

    def owners(self, table: str) -> list[str]:
        return [chair.owner for chair in self.models[table].chairs if chair.owner]

    @precondition(lambda self: len(self.models) < TABLES)
    @rule(target=tables, who=people, game=games, seats=seatings)
    def create(self, who: Identity, game: str, seats: list[str]) -> str:
        return self.create_now(who, game, seats)

    def create_now(self, who: Identity, game: str, seats: list[str]) -> str:
        live = self.do(self.hub.create(who, game, seats, {}, True, True))
        chairs = [Chair(owner=who.id if s == "me" else "", is_bot=s == "random") for s in seats]
        self.models[live.id] = Model(who.id, chairs)
        self.do(settled(self.hub))
        self.follow_bots(live.id)
        return live.id

    @rule(table=tables, who=people, seat=st.sampled_from([None, None, 0, 1, 2]), roll=dice)
    def join(self, table: str, who: Identity, seat: int | None, roll: int) -> None:
        model = self.models[table]
        who = self.somebody(table, who, roll, *({p.id for p in PEOPLE} - set(self.owners(table))))
        mine = model.seat_of(who.id)
        free = [i for i, chair in enumerate(model.chairs) if chair.is_open]
        chosen = free[0] if seat is None and free else seat
        expected = mine in (seat, chosen) or seat is None if mine >= 0 else chosen is not None and chosen in free
        if self.attempt(self.hub.join(table, who, seat), expected) and mine < 0 and chosen is not None:
            model.chairs[chosen] = Chair(owner=who.id)
            self.sign(table, who)
        self.follow_bots(table)

    @rule(table=tables, who=people, roll=dice)
    def leave(self, table: str, who: Identity, roll: int) -> None:
        model = self.models[table]
        who = self.somebody(table, who, roll, *self.owners(table))
        mine = model.seat_of(who.id)
        started, over = model.started, self.live(table).is_over
        if self.attempt(self.hub.leave(table, who), mine >= 0):
            if not started:
                model.chairs[mine] = Chair()
            elif not over:
                model.chairs[mine].standing_in = True
        self.follow_bots(table)

    @rule(hours=st.sampled_from([1, 13, 25]))
    def wait(self, hours: int) -> None:
        self.clock.forward(3600 * hours)

    def sign(self, table: str, who: Identity) -> None:
        self.signs[table, who.id] = self.clock()

    def may_fill(self, table: str, who: Identity, seat: int) -> bool:
        """The host at any time where no person plays; whoever sits there, a day after somebody was last heard of."""
        model, is_host = self.models[table], who.id == self.models[table].host
        if seat >= len(model.chairs):
            return False
        chair = model.chairs[seat]
        if not model.started:
            return is_host and not chair.owner
        if not chair.owner or self.live(table).is_over:
            return False
        if chair.standing_in:
            return is_host
        gone = self.clock() - self.signs.get((table, chair.owner), self.began)
        return (is_host or model.seat_of(who.id) >= 0) and gone >= 24 * 3600

    @rule(table=tables, who=people, seat=st.sampled_from([0, 1, 0, 1, 2]), roll=dice)
    def fill(self, table: str, who: Identity, seat: int, roll: int) -> None:
        model = self.models[table]
        who = self.somebody(table, who, roll, model.host)
        expected = self.may_fill(table, who, seat)
        started = model.started
        if self.attempt(self.hub.fill(table, who, seat, "random"), expected):
            if started:
                model.chairs[seat].standing_in = True
            else:
                model.chairs[seat] = Chair(is_bot=True)
        self.follow_bots(table)

    @rule(table=tables, who=people, roll=dice)
    def hand_back(self, table: str, who: Identity, roll: int) -> None:
        model = self.models[table]
        who = self.somebody(table, who, roll, *(chair.owner for chair in model.chairs if chair.standing_in))
        mine = model.seat_of(who.id)
        expected = mine >= 0 and model.chairs[mine].standing_in
        if self.attempt(self.hub.hand_back(table, who), expected):
            model.chairs[mine].standing_in = False
            self.sign(table, who)
        self.follow_bots(table)

    def may_decide(self, table: str, who: Identity) -> bool:
        model, live = self.models[table], self.live(table)
        mine = model.seat_of(who.id)
        return model.started and mine >= 0 and not model.chairs[mine].standing_in and live.actor == mine

    def decider(self, table: str) -> list[str]:
        return [person.id for person in PEOPLE if self.may_decide(table, person)]

    @rule(
        table=tables,
        who=people,
        late=st.sampled_from([0, 0, 0, 0, 0, -1, 1]),
        which=st.integers(0, 30),
        garbage=st.sampled_from(["", "", "", "", "", "fly home", "lot 1", "house Z9"]),
        roll=dice,
    )
    def submit(self, table: str, who: Identity, late: int, which: int, garbage: str, roll: int) -> None:
        live = self.live(table)
        who = self.somebody(table, who, roll, *self.decider(table))
        legal = live.table.legal_texts() or ["box A"]
        text = garbage or legal[which % len(legal)]
        expected = late == 0 and self.may_decide(table, who) and text in live.table.legal_texts()
        if self.attempt(self.hub.submit(table, who, live.ply + late, text), expected):
            self.models[table].plies.append((self.models[table].seat_of(who.id), text))
            self.sign(table, who)
        self.follow_bots(table)

    @rule(table=tables, which=st.integers(0, 30), moves=st.integers(1, 8))
    def play_on(self, table: str, which: int, moves: int) -> None:
        for n in range(moves):
            if self.decider(table):
                self.submit(table, PEOPLE[0], 0, which + n, "", 1)

    @rule(table=tables, who=people, roll=dice)
    def take_back(self, table: str, who: Identity, roll: int) -> None:
        model, live = self.models[table], self.live(table)
        last = model.plies[-1][0] if model.plies else -1
        who = self.somebody(table, who, roll, model.chairs[last].owner if last >= 0 else "")
        mine = model.seat_of(who.id)
        expected = mine >= 0 and model.started and not model.chairs[mine].standing_in
        expected = expected and live.table.may_take_back(mine, live.bots)
        if self.attempt(self.hub.take_back(table, who), expected):
            del model.plies[max(n for n, (actor, _) in enumerate(model.plies) if actor == mine) :]
            self.sign(table, who)
        self.follow_bots(table)

    @rule(table=tables, who=people, text=st.sampled_from(["hello", "<b>", "", "\x00"]))
    def say(self, table: str, who: Identity, text: str) -> None:
        if self.attempt(self.hub.say(table, who, text), text in ("hello", "<b>")):  # a spectator to the spectators
            self.models[table].chat.append(text)
            self.sign(table, who)

    # ---- what happens to the server ----

    @rule()
    def restart(self) -> None:
        self.do(self.hub.close())
        self.store.close()
        self.start()
        for table in self.models:
            self.follow_bots(table)

    @rule(table=tables, steps=st.integers(0, 12), which=st.integers(0, 30))
    def crash_in_the_middle_of_a_move(self, table: str, steps: int, which: int) -> None:
        """Whatever moment it is, afterwards the move is there or it is not; nothing between."""
        live = self.live(table)
        who = next((w for w in PEOPLE if self.may_decide(table, w)), None)
        if who is None:
            return
        legal = live.table.legal_texts()
        text = legal[which % len(legal)]

        async def crash() -> None:
            moving = asyncio.create_task(self.hub.submit(table, who, live.ply, text))
            for _ in range(steps):
                await asyncio.sleep(0)
            moving.cancel()
            await asyncio.gather(moving, return_exceptions=True)
            await self.hub.close()

        before = self.journal(table)
        seat = live.actor
        self.do(crash())
        self.store.close()
        self.start()
        after = self.journal(table)
        assert after[: len(before)] == before
        if len(after) > len(before):
            self.models[table].plies.append((seat, text))
        for known in self.models:
            self.follow_bots(known)

    # ---- what must hold ----

    def live(self, table: str) -> Live:
        return self.do(self.hub.get(table))

    def journal(self, table: str) -> list[Any]:
        loaded = self.store.load_now(table)
        assert loaded is not None
        return loaded[1]

    def follow_bots(self, table: str) -> None:
        """Draws and the bots' moves are not foretold: but all that was known before stands."""
        model, live = self.models[table], self.live(table)
        plies = [(ply.actor, ply.text) for ply in live.table.record.plies]
        assert plies[: len(model.plies)] == model.plies
        for actor, _ in plies[len(model.plies) :]:
            assert actor < 0 or model.chairs[actor].is_bot or model.chairs[actor].standing_in
        model.plies = plies

    @invariant()
    def hub_and_store_agree_with_the_model(self) -> None:
        for table, model in getattr(self, "models", {}).items():
            live = self.live(table)
            loaded = self.store.load_now(table)
            assert loaded is not None
            again = rebuild(*loaded)
            for seen in (live, again):
                assert [(s.owner or "", s.kind == "bot", s.standing_in) for s in seen.seats] == [
                    (c.owner, c.is_bot, c.standing_in) for c in model.chairs
                ]
                assert seen.started == model.started
                assert [(p.actor, p.text) for p in seen.table.record.plies] == model.plies
                assert [line.text for line in seen.chat if line.kind == "say"] == model.chat
                assert seen.version == live.version == len(loaded[1])
            assert codec.same(live.table.state, again.table.state)
            assert live.bot_to_move() == ""  # bots do not sleep

    def teardown(self) -> None:
        if hasattr(self, "loop"):
            for table in self.models:
                assert Record.parse(self.live(table).record().text()).plies == self.live(table).table.record.plies
            self.do(self.hub.close())
            self.store.close()
            self.loop.close()
            shutil.rmtree(self.folder)
            registry._GAMES.pop("lots", None)


TestTableLife = TableLife.TestCase
TestTableLife.settings = settings(
    max_examples=20,
    stateful_step_count=30,
    deadline=None,
    phases=[Phase.generate],  # shrinking a life of a server would take minutes
    suppress_health_check=list(HealthCheck),
)
