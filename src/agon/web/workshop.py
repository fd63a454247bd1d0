"""`agon worker`: bots think here for web processes on any machine, fed by the board in their PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from contextlib import suppress
from typing import Any, Final

from agon.core.errors import AgonError
from agon.web import logs
from agon.web.board import forms, question_of, said
from agon.web.botpool import ATTEMPTS, RUN_OUT, BotFailed, Look, Question, choose, expected, look, reason, think
from agon.web.database import make_engine, migrate
from agon.web.errors import Refused
from agon.web.fellows import BEAT, DEAD, Beats
from agon.web.queue import EVERY
from agon.web.settings import from_environment
from agon.web.wire import WORK, Wire
from agon.web.workers import NotStarted, Worker

log = logging.getLogger("agon.web")

POLL: Final = 2.0  # seconds after which somebody looks for questions whose worker has died
BOT_SECONDS: Final = 60.0  # a bot that thinks longer is replaced
WORKS: Final[dict[str, Any]] = {"choose": choose, "reason": reason, "look": look}

# Must agree with FairQueue._rank: the same order, whoever takes.
TAKE: Final = """
    with chosen as (
        select q.id, q.person, q.share
        from questions q left join turns s on s.name = q.share left join turns p on p.name = q.person
        where q.answer is null and (q.worker is null or q.lease < clock_timestamp() at time zone 'utc')
            and q.form = any(%s) and (not %s or q.length = 0)
        order by q.urgency, case when %s then q.length else 0 end, coalesce(s.turn, -1), coalesce(p.turn, -1), q.id
        limit 1 for update of q skip locked
    ), named as (
        select person as name from chosen union select share from chosen
    ), turn as (
        select nextval('taken_seq') as number from chosen
    ), noted as (
        insert into turns (name, turn) select name, number from named, turn order by name
        on conflict (name) do update set turn = excluded.turn
    )
    update questions q
    set worker = %s, tries = q.tries + 1, lease = (clock_timestamp() at time zone 'utc') + make_interval(secs => %s)
    from chosen where q.id = chosen.id
    returning q.id, q.kind, q.body, q.bot, q.tries
"""
RENEW: Final = """
    update questions set lease = (clock_timestamp() at time zone 'utc') + make_interval(secs => %s)
    where worker = %s and answer is null and id = any(%s) returning id
"""
# A question that was taken in the moment in which the connection was cut: nobody here knows of it.
UNKNOWN: Final = """
    update questions set worker = null, lease = null
    where worker = %s and answer is null and not id = any(%s) returning id
"""
ANSWER: Final = """
    with done as (
        update questions set answer = %s, failed = %s, thought = %s, lease = null
        where id = %s and worker = %s and answer is null returning id, asker
    )
    select pg_notify('agon_' || asker, 'answer ' || id) from done
"""
FORGET_TURNS: Final = "delete from turns where turn < (select max(turn) from turns) - 100000"


class Workshop:
    """Processes in which bots think; one more than asked for takes short questions only."""

    def __init__(self, wire: Wire, workers: int, seconds: float = BOT_SECONDS) -> None:
        self._wire = wire
        self._seconds = seconds
        self._beats = Beats(wire, "worker")
        self._workers = [Worker() for _ in range(max(1, workers))] + [Worker(quick=True)]
        self._forms = forms()
        self._taken = 0  # by processes that are not the quick one
        self._thinking: dict[int, asyncio.Task[Any]] = {}  # by question
        self._held: set[int] = set()  # questions that are not answered yet
        self._wake = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def busy(self) -> int:
        """How many processes think now."""
        return len(self._thinking)

    async def start(self) -> None:
        self._wire.on("work", lambda words: self._woken())
        self._wire.on("drop", lambda words: self._break_off(int(words[0])))
        self._wire.after_connecting(self._notify_all)
        await self._beats.beat()
        await self._wire.start()
        self._tasks = [asyncio.create_task(self._serve(worker)) for worker in self._workers]
        self._tasks.append(asyncio.create_task(self._keep_beating()))

    async def close(self) -> None:
        for task in (*self._tasks, *self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            worker.close()
        with suppress(Refused):  # whoever lives notices by itself
            await self._beats.leave()
        await self._wire.close()

    # ---- being told ----

    def _woken(self) -> None:
        waking = asyncio.create_task(self._notify_all())
        self._tasks.append(waking)
        waking.add_done_callback(self._tasks.remove)

    async def _notify_all(self) -> None:
        async with self._wake:
            self._wake.notify_all()

    def _break_off(self, number: int) -> None:
        """Nobody waits for this answer any more."""
        if number in self._thinking:
            self._thinking[number].cancel()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beats.beat()
                process, held = self._wire.process, list(self._held)
                ours = {number for (number,) in await self._wire.ask(RENEW, DEAD, process, held)}
                if await self._wire.ask(UNKNOWN, process, list(self._held)):
                    await self._wire.tell(WORK, "work")
                for number in set(self._thinking) & set(held) - ours:
                    self._break_off(number)
                await self._wire.ask(FORGET_TURNS)
            except Refused:
                continue  # the wire has said so

    # ---- thinking ----

    async def _serve(self, worker: Worker) -> None:
        """One process: takes what is next, and answers."""
        with suppress(NotStarted):  # whoever asks tries again, and is told
            await worker.start()
        while True:
            try:
                taken = await self._take(worker.quick)
            except Refused:
                taken = None
            if taken is not None:
                await self._work(worker, *taken)
                continue
            async with self._wake:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), POLL)

    async def _take(self, quick: bool) -> tuple[int, str, str, str, int] | None:
        by_length = quick or (self._taken + 1) % EVERY != 0
        rows = await self._wire.ask(TAKE, self._forms, quick, by_length, self._wire.process, DEAD)
        if not rows:
            return None
        if not quick:
            self._taken += 1
        number, kind, body, bot, tries = rows[0]
        return number, kind, body, bot, tries

    async def _work(self, worker: Worker, number: int, kind: str, body: str, bot: str, tries: int) -> None:
        question = question_of(kind, body)
        self._held.add(number)
        began = time.perf_counter()
        task = self._thinking[number] = asyncio.create_task(self._answer(worker, kind, question, bot, tries))
        try:
            answer, failed = await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():  # it is this process that ends
                task.cancel()
                raise
            self._held.discard(number)
            await self._rest(worker, question, time.perf_counter() - began)
            return
        finally:
            del self._thinking[number]
        await self._hand_in(number, answer, failed, time.perf_counter() - began)

    async def _answer(
        self, worker: Worker, kind: str, question: Question | Look, bot: str, tries: int
    ) -> tuple[str, bool]:
        if tries > ATTEMPTS:
            return f"{bot} was asked of {ATTEMPTS} workers, and each has died", True
        try:
            return said(await think(worker, WORKS[kind], question, bot, self._seconds)), False
        except BotFailed as error:
            return str(error), True

    async def _rest(self, worker: Worker, question: Question | Look, thought: float) -> None:
        """A thought nobody waits for is ended, or comes to its end if that is soon."""
        if expected(question) - thought > RUN_OUT:
            worker.end()
        await worker.finish(RUN_OUT)
        with suppress(NotStarted):
            await worker.start()

    async def _hand_in(self, number: int, answer: str, failed: bool, thought: float) -> None:
        """Write the answer down, once the database is there; it counts if nobody else has taken the question."""
        while True:
            try:
                await self._wire.ask(ANSWER, answer, failed, thought, number, self._wire.process)
                self._held.discard(number)
                return
            except Refused:
                await asyncio.sleep(1.0)


def main(database: str, workers: int = 0, log_level: str = "warning") -> int:
    """Let bots think until stopped."""
    logs.begin(log_level)
    address = database or from_environment().database
    engine = make_engine(address)
    if engine.dialect.name != "postgresql":
        raise AgonError(
            "`agon worker` thinks for servers that share a PostgreSQL database: --database postgresql://..."
        )
    migrate(engine)
    engine.dispose()
    count = workers or os.cpu_count() or 1
    asyncio.run(_run(Wire(engine.url, os.urandom(4).hex(), WORK), count))
    return 0


async def _run(wire: Wire, count: int) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, stopped.set)
    shop = Workshop(wire, count)
    await shop.start()
    print(f"Agon's bots think here, in {count} processes and one for short questions (Ctrl-C stops it).", flush=True)
    await stopped.wait()
    await shop.close()
