"""The processes that share a PostgreSQL database: who lives, who is at which table, which table has changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from agon.core.errors import AgonError
from agon.web.company import Company, Member
from agon.web.errors import Refused
from agon.web.holding import me
from agon.web.store import CHANGED
from agon.web.wire import WEB, WORK, Wire

log = logging.getLogger("agon.web")

BEAT: Final = 2.0  # seconds between two signs of life of a process
DEAD: Final = 8.0  # seconds without one, after which it counts as dead
LOOK: Final = 5  # beats between two looks whether anything was missed
KEPT_DAYS: Final = 2  # for which it is known who has left a table; longer than anybody is waited for
HERE: Final = "here"  # who listens to a table has changed: by whom, table
REWRITTEN: Final = "rewritten"  # a table's journal names other people: by whom, table
FREE: Final = "free"  # no bot is asked about a table any more: table

SIGN: Final = """
    insert into processes (id, kind, name, started, seen)
    values (%s, %s, %s, clock_timestamp() at time zone 'utc', clock_timestamp() at time zone 'utc')
    on conflict (id) do update set seen = excluded.seen
    returning (xmax = 0), (
        select coalesce(extract(epoch from (clock_timestamp() at time zone 'utc') - min(started)), 0)::float
        from processes
        where kind = 'web' and seen > (clock_timestamp() at time zone 'utc') - make_interval(secs => %s)
    )
"""
LEAVE: Final = "update processes set seen = '2000-01-01' where id = %s"
BURY: Final = """
    delete from processes where seen < (clock_timestamp() at time zone 'utc') - make_interval(secs => %s)
    returning id, kind
"""
VERSIONS: Final = "select id, version from summaries where id = any(%s)"
ATTEND: Final = """
    with told as (
        insert into presence (table_id, who, process, gone)
        select id, %s, %s, case when %s then null else clock_timestamp() at time zone 'utc' end
        from tables where id = %s
        on conflict (table_id, who, process) do update set gone = excluded.gone
        returning table_id, process
    )
    select pg_notify('agon', 'here ' || process || ' ' || table_id) from told
"""
PRESENT: Final = """
    select who, process, extract(epoch from (clock_timestamp() at time zone 'utc') - gone)::float
    from presence where table_id = %s and process <> %s
"""
SITTING: Final = "select 1 from sittings where table_id = %s"
GATHER: Final = "insert into sittings (table_id) select id from tables where id = %s on conflict do nothing"
PART: Final = "delete from sittings where table_id = %s"
EMPTY: Final = """
    with gone as (
        update presence set gone = clock_timestamp() at time zone 'utc' where process = %s and gone is null
        returning table_id, process
    )
    select pg_notify('agon', 'here ' || process || ' ' || table_id) from (select distinct * from gone) as each
"""
DROP_QUESTIONS: Final = """
    with dropped as (delete from questions where asker = %s returning table_id)
    select pg_notify('agon', 'free ' || table_id) from dropped where table_id is not null
"""
FREE_QUESTIONS: Final = "update questions set worker = null, lease = null where worker = %s and answer is null"
DROP_JOBS: Final = "delete from jobs where process = %s"
FORGET: Final = """
    delete from presence where gone < (clock_timestamp() at time zone 'utc') - make_interval(days => %s)
"""


class Beats:
    """The signs of life of one process, and the burial of those that give none."""

    def __init__(self, wire: Wire, kind: str) -> None:
        self._wire = wire
        self._kind = kind
        self._steady = 0  # beats in a row
        self.up = 0.0  # seconds for which web processes have served without a break

    async def beat(self) -> list[str]:
        """Give a sign of life; returns those who were found dead, and are buried: "web" or "worker" each.

        Whoever could not give signs itself for a while does not judge others: the database may have been away.
        """
        try:
            (is_new, self.up) = (await self._wire.ask(SIGN, self._wire.process, self._kind, me(), DEAD))[0]
            self._steady = 0 if is_new else self._steady + 1
            if self._steady * BEAT < DEAD:
                return []
            dead = await self._wire.ask(BURY, DEAD)
            for process, _ in dead:
                await self._bury(process)
            return [kind for _, kind in dead]
        except Refused:
            self._steady = 0
            raise

    async def _bury(self, process: str) -> None:
        """Nobody listens through a dead process, and nobody waits there for an answer."""
        for statement in (EMPTY, DROP_QUESTIONS, FREE_QUESTIONS, DROP_JOBS):
            await self._wire.ask(statement, process)
        await self._wire.tell(WORK, "work")

    async def leave(self) -> None:
        """The process ends: the next that gives a sign of life buries it, and does what is left to do."""
        await self._wire.ask(LEAVE, self._wire.process)


class Fellows(Company):
    """The web processes that share this one's tables."""

    is_shared = True

    def __init__(self, wire: Wire) -> None:
        self._wire = self.wire = wire
        self._beats = Beats(wire, "web")
        self._member: Member | None = None
        self._others: dict[str, frozenset[str]] = {}  # by table: who listens through other processes
        self._own: set[tuple[str, str]] = set()  # table, who: listen through this one
        self._untold: dict[tuple[str, str], None] = {}  # of whom the others are to be told
        self._telling = asyncio.Event()
        self._on_beat: list[Callable[[], Awaitable[None]]] = []
        self._wanted: dict[str, asyncio.Future[int | None]] = {}
        self._is_asking = False
        self._is_closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    # ---- coming and going of this process ----

    async def join(self, member: Member) -> None:
        self._member = member
        self._wire.on(CHANGED, self._hear_change)
        self._wire.on(HERE, self._hear_presence)
        self._wire.on(REWRITTEN, self._hear_rewritten)
        self._wire.on(FREE, lambda words: member.free(words[0]))
        self._wire.after_connecting(self._connected)
        await self._beats.beat()
        await self._wire.start()
        self._do(self._keep_beating)
        self._do(self._keep_telling)

    async def close(self) -> None:
        self._is_closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._beats.leave()
        except Refused as error:
            log.warning("The other processes could not be told that this one ends: %s", error)
        await self._wire.close()

    def on_beat(self, work: Callable[[], Awaitable[None]]) -> None:
        self._on_beat.append(work)

    def began(self) -> float:
        return self._beats.up

    def _do(self, work: Callable[..., Awaitable[None]], *given: object) -> None:
        if self._is_closing:
            return  # whoever lives notices by itself that this process has gone
        task = asyncio.create_task(self._carefully(work, *given))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carefully(self, work: Callable[..., Awaitable[None]], *given: object) -> None:
        """What cannot be done while the database is away is done when it is back: then everything is looked at."""
        try:
            await work(*given)
        except (AgonError, SQLAlchemyError) as error:
            log.warning("Other processes could not be followed: %s", error)

    async def _keep_beating(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(BEAT)
            beats += 1
            try:
                dead = await self._beats.beat()
                if beats % LOOK == 0:
                    await self._look()
                for work in self._on_beat:
                    await work()
            except (AgonError, SQLAlchemyError):
                continue  # the wire has said so
            if dead:
                await self._wire.ask(FORGET, KEPT_DAYS)
            if "web" in dead:
                assert self._member is not None
                self._do(self._member.resume)

    async def _look(self) -> None:
        """Whatever was missed: read on in every table of which somebody wants to hear, if it has changed."""
        assert self._member is not None
        known = self._member.watched()
        for table_id, version in await self._wire.ask(VERSIONS, list(known)) if known else []:
            if version > known[table_id]:
                await self._member.catch_up(table_id)

    async def _connected(self) -> None:
        """The others are told who is here, and say who is there; what they have told meanwhile is looked up."""
        assert self._member is not None
        self._untold.update(dict.fromkeys(self._own))
        self._telling.set()
        await self._look()
        for table_id in self._member.watched():
            await self.attend(table_id)

    # ---- tables ----

    def _hear_change(self, words: list[str]) -> None:
        sender, table_id, _ = words
        if sender != self._wire.process and self._member is not None:
            self._do(self._member.catch_up, table_id)

    def _hear_rewritten(self, words: list[str]) -> None:
        sender, table_id = words
        if sender != self._wire.process and self._member is not None and self._member.holds(table_id):
            self._do(self._member.rebuild, table_id)

    def rewritten(self, table_ids: list[str]) -> None:
        for table_id in table_ids:
            self._do(self._wire.tell, WEB, REWRITTEN, self._wire.process, table_id)

    def follow(self, table_id: str) -> None:
        if self._member is not None:
            self._do(self._member.catch_up, table_id)

    async def newest(self, table_id: str) -> int | None:
        """Asked for many tables in one question, where many want to know at once."""
        if self._is_closing:
            raise Refused("busy")
        found = self._wanted.get(table_id)
        if found is None:
            found = self._wanted[table_id] = asyncio.get_running_loop().create_future()
            if not self._is_asking:
                self._is_asking = True
                self._do(self._ask_versions)
        return await asyncio.shield(found)

    async def _ask_versions(self) -> None:
        """Until nobody wants to know any more; whoever asks while an answer is under way is told by the next."""
        try:
            while self._wanted:
                wanted, self._wanted = self._wanted, {}
                try:
                    versions: dict[str, int] = dict(await self._wire.ask(VERSIONS, list(wanted)))
                except Refused as error:
                    for found in wanted.values():
                        found.set_exception(error)
                        found.exception()  # whoever asked may have gone
                    continue
                for table_id, found in wanted.items():
                    found.set_result(versions.get(table_id))
        finally:
            self._is_asking = False

    # ---- who is where ----

    def come(self, table_id: str, who: str) -> None:
        self._own.add((table_id, who))
        self._untold[table_id, who] = None
        self._telling.set()

    def go(self, table_id: str, who: str) -> None:
        self._own.discard((table_id, who))
        self._untold[table_id, who] = None
        self._telling.set()

    async def _keep_telling(self) -> None:
        while True:
            await self._telling.wait()
            self._telling.clear()
            while self._untold:
                (table_id, who), _ = self._untold.popitem()
                is_here = (table_id, who) in self._own
                try:
                    await self._wire.ask(ATTEND, who, self._wire.process, is_here, table_id)
                except Refused:
                    self._untold[table_id, who] = None
                    await asyncio.sleep(BEAT)

    def _hear_presence(self, words: list[str]) -> None:
        sender, table_id = words
        if sender != self._wire.process and self._member is not None and self._member.holds(table_id):
            self._do(self.attend, table_id)

    async def attend(self, table_id: str) -> None:
        assert self._member is not None
        rows = await self._wire.ask(PRESENT, table_id, self._wire.process)
        is_live = bool(await self._wire.ask(SITTING, table_id))
        here = frozenset(who for who, _, gone in rows if gone is None)
        has_changed = here != self._others.pop(table_id, frozenset())
        if here:
            self._others[table_id] = here
        ago: dict[str, float] = {}
        for who, _, gone in rows:
            if who and gone is not None:
                ago[who] = min(gone, ago.get(who, gone))
        self._member.attend(table_id, ago, is_live, has_changed)

    def present(self, table_id: str) -> frozenset[str]:
        return self._others.get(table_id, frozenset()) - {""}

    def gathered(self, table_id: str) -> None:
        self._do(self._ask, GATHER, table_id)

    def parted(self, table_id: str) -> None:
        self._do(self._ask, PART, table_id)

    async def _ask(self, statement: Any, table_id: str) -> None:
        await self._wire.ask(statement, table_id)
        await self._wire.tell(WEB, HERE, self._wire.process, table_id)
