"""Bots think in processes of their own, never on the server's loop. They are sent an observation, never the state."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from typing import Final, Protocol, TypeVar

from agon.bots import Reasoning, make_bot
from agon.core import codec
from agon.core.record import Record
from agon.core.state import State
from agon.games import game as find_game
from agon.play.analysis import Judged, judge_plies

Asked = TypeVar("Asked")
Thing = TypeVar("Thing")

ATTEMPTS: Final = 3  # before a question whose process dies again and again is given up


class BotFailed(Exception):
    """A bot raised an error, took too long, or chose what is not legal."""


@dataclass(frozen=True)
class Question:
    """A decision as a bot is asked it: an observation by its fields, and what is legal."""

    bot: str
    game: str
    seats: int
    options: dict[str, str]
    observation: codec.Dump
    legal: list[int]
    seed: int

    def state(self) -> State:
        """The observation, revived."""
        state = find_game(self.game).new(self.seats, **self.options)
        codec.load(state, self.observation)
        return state


@dataclass(frozen=True)
class Look:
    """A piece of an analysis: the plies of a finished game from one on, as many as can be judged in so many seconds."""

    record: str
    first: int
    iterations: int
    seconds: float


class Thinker(Protocol):
    """Whoever lets bots think."""

    async def choose(self, question: Question) -> int: ...

    async def reason(self, question: Question) -> Reasoning: ...

    async def look(self, piece: Look) -> list[Judged]: ...

    def close(self) -> None: ...


def choose(question: Question) -> int:
    """What the bot plays; runs in a process of the pool."""
    return make_bot(question.bot).choose(question.state(), question.legal, Random(question.seed))


def reason(question: Question) -> Reasoning:
    """What the bot thinks of the decision; runs in a process of the pool."""
    return make_bot(question.bot).reason(question.state(), question.legal, Random(question.seed))


def look(piece: Look) -> list[Judged]:
    """The next plies of a game, judged; at least one. Runs in a process of the pool."""
    end = time.perf_counter() + piece.seconds
    out: list[Judged] = []
    for judged in judge_plies(Record.parse(piece.record), piece.first, piece.iterations):
        out.append(judged)
        if time.perf_counter() >= end:
            break
    return out


def _end_with_the_server() -> None:
    """A process of the pool: load the games, and end when the server does, even if that was killed."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


class Slots:
    """So many may work at a time. Whoever is patient works when nobody else waits."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())  # the hasty, the patient

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(waiting) for waiting in self._waiting)

    @property
    def free(self) -> int:
        return self._free

    @asynccontextmanager
    async def slot(self, patient: bool) -> AsyncIterator[None]:
        await self._take(self._waiting[patient])
        try:
            yield
        finally:
            self._give()

    async def _take(self, waiting: deque[asyncio.Future[None]]) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in waiting:
                waiting.remove(turn)
            elif not turn.cancelled():
                self._give()  # it was given a slot in the same moment
            raise

    def _give(self) -> None:
        """To the hasty first, in the order they came."""
        for waiting in self._waiting:
            while waiting:
                turn = waiting.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


class BotPool:
    """A pool of processes. One that dies or hangs is replaced, and the question fails with BotFailed."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._workers = max(1, workers)
        self._seconds = seconds
        self.queue = Slots(self._workers)
        self._pool = self._new_pool()

    @property
    def busy(self) -> int:
        """How many processes think now."""
        return self._workers - self.queue.free

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, get_context("spawn"), _end_with_the_server)

    async def choose(self, question: Question) -> int:
        action = await self._ask(choose, question, question.bot)
        if action not in question.legal:
            raise BotFailed(f"{question.bot} chose action {action}, which is not legal")
        return action

    async def reason(self, question: Question) -> Reasoning:
        return await self._ask(reason, question, question.bot)

    async def look(self, piece: Look) -> list[Judged]:
        """A piece of an analysis waits until no bot has anything to decide."""
        return await self._ask(look, piece, "an analysis", patient=True)

    async def _ask(self, work: Callable[[Asked], Thing], question: Asked, name: str, patient: bool = False) -> Thing:
        """The time a question waits for a free process does not count; one whose process died is asked again."""
        async with self.queue.slot(patient):
            for _ in range(ATTEMPTS):
                pool = self._pool
                try:
                    return await asyncio.wait_for(asyncio.wrap_future(pool.submit(work, question)), self._seconds)
                except TimeoutError as error:
                    self._replace(pool)
                    raise BotFailed(f"{name} thought longer than {self._seconds:g} s") from error
                except BrokenProcessPool:
                    self._replace(pool)
                except Exception as error:  # whatever a bot raises, the game must go on
                    raise BotFailed(f"{name} failed: {type(error).__name__}: {error}") from error
        raise BotFailed(f"the process in which {name} thought has died {ATTEMPTS} times")

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """A new pool for a broken one; what hangs in the old one is ended."""
        if self._pool is not broken:
            return
        self._pool = self._new_pool()
        _end(broken)

    def close(self) -> None:
        _end(self._pool)


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
