"""A process in which bots think: asked through a pipe, started anew where it has died or was ended."""

from __future__ import annotations

import asyncio
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from agon.games import game as find_game
from agon.games import game_ids

START_SECONDS: Final = 60.0  # a process may take to start, on a busy machine
NICE: Final = 5  # long thoughts leave the processor to the server and to short ones
READY: Final = "ready"
# Not multiprocessing: it would have each process load the server's own program first.
PROGRAM: Final = """\
import pickle, sys
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except EOFError:  # the server is gone already
    sys.exit()
from agon.web.workers import answer
answer(quick={quick})
"""


def _forget(answer: asyncio.Future[Any]) -> None:
    """How an answer failed that nobody waits for any more is no news."""
    if not answer.cancelled():
        answer.exception()


class WorkerDied(Exception):
    """The process has ended before it answered."""


class NotStarted(Exception):
    """No process could be started."""


class Stumbled(Exception):
    """The work raised an error; this is its name and text."""


class Worker:
    """One process, one question at a time. Whatever blocks happens in a thread of its own, never on the loop."""

    def __init__(self, quick: bool = False) -> None:
        self.quick = quick  # takes short questions only
        self._thread = ThreadPoolExecutor(1, "agon-worker")
        self._process: subprocess.Popen[bytes] | None = None
        self._thinking: asyncio.Future[Any] | None = None
        self._pipes: subprocess.Popen[bytes] | None = None  # whose pipes are open
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return self._process.pid if self._process is not None else None

    async def start(self) -> None:
        """See to it that there is a process, and that it has loaded the games."""
        if self._process is None or self._process.poll() is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._start_now)

    def _start_now(self) -> None:
        self.end()
        self._close_pipes()
        try:
            program = [sys.executable, "-c", PROGRAM.format(quick=self.quick)]
            process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise NotStarted(f"no process for bots could be started: {error}") from error
        self._process = self._pipes = process
        patience = threading.Timer(0.0 if self._closed else START_SECONDS, process.kill)
        patience.start()
        try:
            self._send(sys.path)
            if self._receive() != READY:
                raise NotStarted("a process for bots said something else than that it is ready")
        except WorkerDied as error:
            self.end()
            raise NotStarted("a process for bots has ended while it started") from error
        finally:
            patience.cancel()

    def _send(self, thing: object) -> None:
        assert self._pipes is not None and self._pipes.stdin is not None
        try:
            pickle.dump(thing, self._pipes.stdin)
            self._pipes.stdin.flush()
        except OSError as error:
            raise WorkerDied from error

    def _receive(self) -> Any:
        assert self._pipes is not None and self._pipes.stdout is not None
        try:
            return pickle.load(self._pipes.stdout)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise WorkerDied from error

    async def ask(self, work: Callable[[Any], Any], question: object) -> Any:
        """What `work` makes of the question. Cancelled, the process thinks on until it has answered or is ended."""
        loop = asyncio.get_running_loop()
        self._thinking = loop.run_in_executor(self._thread, self._ask_now, work, question)
        self._thinking.add_done_callback(_forget)
        return await asyncio.shield(self._thinking)

    @property
    def is_free(self) -> bool:
        """Whether there is a process, and it thinks of nothing."""
        return self._process is not None and (self._thinking is None or self._thinking.done())

    async def finish(self, seconds: float) -> None:
        """Let it come to the end of what nobody wants to know any more, for so long at most."""
        if self._thinking is not None and not self._thinking.done():
            await asyncio.wait({self._thinking}, timeout=seconds)
            if not self._thinking.done():
                self.end()

    def _ask_now(self, work: Callable[[Any], Any], question: object) -> Any:
        if self._pipes is None:
            raise WorkerDied
        self._send((work, question))
        is_answer, said = self._receive()
        if not is_answer:
            raise Stumbled(said)
        return said

    def end(self) -> None:
        """End the process, whatever it does; who waits for its answer is told that it died."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _close_pipes(self) -> None:
        """Only in the thread that reads them: a number closed elsewhere might be another file's by the next read."""
        process, self._pipes = self._pipes, None
        for pipe in (process.stdin, process.stdout) if process is not None else ():
            assert pipe is not None
            with suppress(BrokenPipeError):  # what was not sent yet, nobody reads any more
                pipe.close()

    def close(self) -> None:
        """No further questions."""
        self._closed = True
        self.end()
        self._thread.submit(self._close_pipes)
        self._thread.shutdown(wait=False)


def answer(quick: bool) -> None:
    """The life of a process: load the games, answer questions, and end with the server, even if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if not quick and hasattr(os, "nice"):
        os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints is no answer
    for game_id in game_ids():
        game = find_game(game_id)
        game.new(game.seats[0])  # reads its pack
    questions: queue.SimpleQueue[tuple[Callable[[Any], Any], object]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    said: object = READY
    while True:
        try:
            pickle.dump(said, answers)
            answers.flush()
        except BrokenPipeError:  # the server has ended
            os._exit(0)
        work, question = questions.get()
        try:
            said = (True, work(question))
        except Exception as error:  # whatever a bot raises is told to who asked
            said = (False, f"{type(error).__name__}: {error}")


def _listen(questions: queue.SimpleQueue[tuple[Callable[[Any], Any], object]]) -> None:
    """Read questions even while a bot thinks: so the end of the server is noticed at once."""
    while True:
        try:
            questions.put(pickle.load(sys.stdin.buffer))
        except EOFError:
            os._exit(0)
