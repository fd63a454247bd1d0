"""Bots think in processes of their own, never on the server's loop. They are sent an observation, never the state."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any, Final, Protocol

from agon.bots import Reasoning, make_bot
from agon.core import codec
from agon.core.game import Game, find
from agon.core.record import Record
from agon.core.state import State
from agon.play.analysis import Judged, judge_plies
from agon.web.queue import NOBODYS, Errand, FairQueue, expected_seconds, patient
from agon.web.workers import NotStarted, Stumbled, Worker, WorkerDied

log = logging.getLogger("agon.web")

ANALYSIS: Final = "an analysis"
LONG_LOOK: Final = 1.0  # seconds a piece of an analysis is expected to take
RUN_OUT: Final = 1.5  # seconds of thinking nobody waits for that are cheaper than another process
ATTEMPTS: Final = 3  # before a question whose process dies again and again is given up


class BotFailed(Exception):
    """A bot raised an error, took too long, or chose what is not legal."""


class AskedElsewhere(Exception):
    """Another process asks a bot about this position already."""


@dataclass(frozen=True)
class Place:
    """Which decision of which table a bot is asked for, so that no two processes ask for the same."""

    table: str
    number: int  # of the entry by which the position came about
    seat: int


@lru_cache(8)
def _packed(game_id: str, pack: str, rules: int) -> Game:
    """A game with an owner's pack is read once."""
    game = find(game_id, rules)
    return game.with_pack(pack) if pack else game


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
    errand: Errand = NOBODYS  # on whose account; stays here, the bot is not told
    place: Place | None = None  # of a move that is to be played
    pack: str = ""  # an owner's components; empty: the default ones
    rules: int = 1  # their version

    def state(self) -> State:
        """The observation, revived."""
        state = _packed(self.game, self.pack, self.rules).new(self.seats, **self.options)
        codec.load(state, self.observation)
        return state


@dataclass(frozen=True)
class Look:
    """A piece of an analysis: the plies of a finished game from one on, as many as can be judged in so many seconds."""

    record: str
    first: int
    iterations: int
    seconds: float
    errand: Errand = NOBODYS
    pack: str = ""


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
    record = Record.parse(piece.record)
    record.with_game(_packed(record.game_id, piece.pack, record.rules))
    for judged in judge_plies(record, piece.first, piece.iterations):
        out.append(judged)
        if time.perf_counter() >= end:
            break
    return out


async def think(worker: Worker, work: Callable[[Any], Any], question: object, name: str, seconds: float) -> Any:
    """What comes of it in a process; asked again where the process dies."""
    ended = f"the process in which {name} thought has died {ATTEMPTS} times"
    for _ in range(ATTEMPTS):
        try:
            await worker.start()
            return await asyncio.wait_for(worker.ask(work, question), seconds)
        except TimeoutError as error:
            worker.end()
            raise BotFailed(f"{name} thought longer than {seconds:g} s") from error
        except Stumbled as error:
            raise BotFailed(f"{name} failed: {error}") from error
        except WorkerDied:
            worker.end()
        except NotStarted as error:
            ended = str(error)
    raise BotFailed(ended)


def expected(question: Question | Look) -> float:
    """How many seconds an answer takes, roughly."""
    return expected_seconds(question.bot) if isinstance(question, Question) else LONG_LOOK


def check_legal(question: Question, action: int) -> int:
    """Refuses what a bot must not choose."""
    if action not in question.legal:
        raise BotFailed(f"{question.bot} chose action {action}, which is not legal")
    return int(action)


@dataclass
class Figures:
    """What the pool has done so far: to be shown, never to decide by."""

    asked: int = 0
    answered: int = 0
    failed: int = 0
    dropped: int = 0  # whoever asked has gone
    restarts: int = 0  # processes that died or were ended
    thought: float = 0.0  # seconds in all
    recent: deque[tuple[str, float, float]] = field(default_factory=lambda: deque(maxlen=200))  # bot, waited, thought


class BotPool:
    """Processes in which bots think, one question at a time each, in the order of a fair queue.

    One process more than asked for takes short questions only, so that they never wait behind long thoughts.
    """

    def __init__(self, workers: int, seconds: float) -> None:
        self.queue: FairQueue[asyncio.Future[Worker]] = FairQueue()
        self.figures = Figures()
        self._seconds = seconds
        self._workers = [Worker() for _ in range(max(1, workers))] + [Worker(quick=True)]
        self._free = list(self._workers)
        self._reviving: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def busy(self) -> int:
        """How many processes think now."""
        return len(self._workers) - len(self._free) - len(self._reviving)

    async def warm_up(self) -> None:
        """Start the processes before anybody waits for them: the quick one first, one after the other."""
        for worker in reversed(self._workers):
            if worker in self._free and not worker.is_free:
                self._free.remove(worker)
                await self._revive(worker)

    async def choose(self, question: Question) -> int:
        return check_legal(question, await self._ask(choose, question, question.bot, question.errand))

    async def reason(self, question: Question) -> Reasoning:
        found: Reasoning = await self._ask(reason, question, question.bot, question.errand)
        return found

    async def look(self, piece: Look) -> list[Judged]:
        """A piece of an analysis waits until no bot has anything to decide."""
        found: list[Judged] = await self._ask(look, piece, ANALYSIS, replace(piece.errand, urgency=patient))
        return found

    async def _ask(self, work: Callable[[Any], Any], question: Question | Look, name: str, errand: Errand) -> Any:
        """Wait for a process, think, hand the process on. Only thinking counts as time."""
        asked = time.perf_counter()
        self.figures.asked += 1
        length = expected(question)
        worker = await self._turn(errand, length)
        began = time.perf_counter()
        try:
            said = await think(worker, work, replace(question, errand=NOBODYS), name, self._seconds)
            self.figures.answered += 1
            return said
        except BotFailed:
            self.figures.failed += 1
            raise
        except asyncio.CancelledError:
            self.figures.dropped += 1
            if length - (time.perf_counter() - began) > RUN_OUT:
                worker.end()
            raise
        finally:
            thought = time.perf_counter() - began
            self.figures.thought += thought
            self.figures.recent.append((name, began - asked, thought))
            if errand.charge is not None:
                errand.charge(thought)
            self._hand_on(worker)

    async def _turn(self, errand: Errand, seconds: float) -> Worker:
        """A process, once it is this question's turn."""
        granted: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        ticket = self.queue.put(errand, seconds, granted)
        self._grant()
        try:
            return await granted
        except asyncio.CancelledError:
            self.figures.dropped += 1
            self.queue.drop(ticket)
            if granted.done() and not granted.cancelled():
                self._hand_on(granted.result())  # it was its turn in the same moment
            raise

    def _grant(self) -> None:
        """Free processes take what waits; the quick one first, as it can do nothing else."""
        for worker in sorted(self._free, key=lambda w: not w.quick):
            while (ticket := self.queue.take(worker.quick)) is not None:
                if not ticket.thing.done():
                    self._free.remove(worker)
                    ticket.thing.set_result(worker)
                    break

    def _hand_on(self, worker: Worker) -> None:
        """A process that has answered is free at once; for one that has ended another is started first."""
        if worker.is_free or self._closed:
            self._free.append(worker)
            self._grant()
            return
        task = asyncio.create_task(self._revive(worker))
        self._reviving.add(task)
        task.add_done_callback(self._reviving.discard)

    async def _revive(self, worker: Worker) -> None:
        try:
            await worker.finish(RUN_OUT)
            self.figures.restarts += worker.pid is None
            await worker.start()
        except NotStarted as error:
            log.warning("%s", error)  # whoever asks next tries again, and is told
        self._free.append(worker)
        self._grant()

    def close(self) -> None:
        self._closed = True
        for task in self._reviving:
            task.cancel()
        for worker in self._workers:
            worker.close()
