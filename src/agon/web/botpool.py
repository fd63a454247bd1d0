"""Bots think in processes of their own, never on the server's loop. They are sent an observation, never the state."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from typing import Final, Protocol, TypeVar

from agon.bots import make_bot
from agon.core import codec
from agon.core.state import State
from agon.games import game as find_game

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


class Thinker(Protocol):
    """Whoever lets bots think."""

    async def choose(self, question: Question) -> int: ...

    async def advise(self, question: Question) -> list[tuple[int, float]]: ...

    def close(self) -> None: ...


def choose(question: Question) -> int:
    """What the bot plays; runs in a process of the pool."""
    return make_bot(question.bot).choose(question.state(), question.legal, Random(question.seed))


def advise(question: Question) -> list[tuple[int, float]]:
    """What the bot thinks of the legal actions, best first; runs in a process of the pool."""
    advice = make_bot(question.bot).advise(question.state(), question.legal, Random(question.seed))
    return [(a.action, a.worth) for a in advice]


def _end_with_the_server() -> None:
    """A process of the pool: load the games, and end when the server does, even if that was killed."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


class BotPool:
    """A pool of processes. One that dies or hangs is replaced, and the question fails with BotFailed."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._workers = max(1, workers)
        self._seconds = seconds
        self._slots = asyncio.Semaphore(self._workers)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, get_context("spawn"), _end_with_the_server)

    async def choose(self, question: Question) -> int:
        action = await self._ask(choose, question)
        if action not in question.legal:
            raise BotFailed(f"{question.bot} chose action {action}, which is not legal")
        return action

    async def advise(self, question: Question) -> list[tuple[int, float]]:
        return await self._ask(advise, question)

    async def _ask(self, work: Callable[[Question], Thing], question: Question) -> Thing:
        """The time a question waits for a free process does not count; one whose process died is asked again."""
        async with self._slots:
            for _ in range(ATTEMPTS):
                pool = self._pool
                try:
                    return await asyncio.wait_for(asyncio.wrap_future(pool.submit(work, question)), self._seconds)
                except TimeoutError as error:
                    self._replace(pool)
                    raise BotFailed(f"{question.bot} thought longer than {self._seconds:g} s") from error
                except BrokenProcessPool:
                    self._replace(pool)
                except Exception as error:  # whatever a bot raises, the game must go on
                    raise BotFailed(f"{question.bot} failed: {type(error).__name__}: {error}") from error
        raise BotFailed(f"the process in which {question.bot} thought has died {ATTEMPTS} times")

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
