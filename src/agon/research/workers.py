"""Games in processes of their own. What they see is written into memory that all of them share."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import mkstemp
from typing import Any, BinaryIO, Final

import numpy as np

from agon.core.errors import AgonError
from agon.research.games import Games
from agon.research.layout import FLOAT, Masks, Rows
from agon.research.solo import Chair

CODE: Final = "from agon.research.workers import work; work()"
PATIENCE: Final = 2.0  # seconds
MEMORY: Final = Path("/dev/shm")  # where Linux keeps files that are never written to a disk


class Shared:
    """A file that several processes map: the observations of all games, and behind them the masks."""

    def __init__(self, games: int, size: int, actions: int) -> None:
        handle, name = mkstemp(prefix="agon-", dir=MEMORY if MEMORY.is_dir() else None)
        os.truncate(handle, games * (size * FLOAT + actions))
        os.close(handle)
        self.path = name
        self.shape = (games, size, actions)

    def arrays(self) -> tuple[Rows, Masks]:
        games, size, actions = self.shape
        rows = np.memmap(self.path, np.float32, "r+", 0, (games, size))
        masks = np.memmap(self.path, np.int8, "r+", games * size * FLOAT, (games, actions))
        return rows.view(np.ndarray), masks.view(np.ndarray)

    def forget(self) -> None:
        """Take the name away; whoever has mapped the file keeps its memory."""
        with suppress(OSError):  # some systems keep the name until the last process is gone
            Path(self.path).unlink()


class Remote:
    """Some of the games, in a worker. `ask` sends a question, `answer` waits for what it brings."""

    def __init__(self, chair: Chair, shared: Shared, first: int, count: int) -> None:
        self.count = count
        path = os.pathsep.join(p for p in sys.path if p)
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._send((chair, shared, first, count))

    def _send(self, message: object) -> None:
        assert self.process.stdin is not None
        try:
            pickle.dump(message, self.process.stdin)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise AgonError("A worker has ended before it was asked to.") from None

    def ask(self, method: str, *arguments: object) -> None:
        self._send((method, arguments))

    def answer(self) -> Any:
        assert self.process.stdout is not None
        try:
            good, brought = pickle.load(self.process.stdout)
        except EOFError:
            raise AgonError("A worker has ended before it was asked to.") from None
        if not good:
            raise brought
        return brought


class Local:
    """The same for games in this process."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.count = len(games.solos)
        self._answer: Callable[[], Any] = lambda: None

    def ask(self, method: str, *arguments: object) -> None:
        self._answer = lambda: getattr(self.games, method)(*arguments)

    def answer(self) -> Any:
        return self._answer()


def first_ready(parts: Sequence[Remote | Local], asked: list[int]) -> int:
    """Which of the parts that were asked has an answer, or will have one first; games in this process have one.

    Where pipes cannot be waited for together (Windows), it is the one that was asked first.
    """
    pipes: dict[Any, int] = {}
    for n in asked:
        part = parts[n]
        if isinstance(part, Local) or part.process.stdout is None or os.name == "nt":
            return n
        pipes[part.process.stdout] = n
    ready = wait(list(pipes))
    return next(n for pipe, n in pipes.items() if pipe in ready)


def stop(processes: list[subprocess.Popen[bytes]]) -> None:
    """The end of their input ends the workers; one that is still thinking is not waited for long."""
    for process in processes:
        if process.stdin is not None:
            with suppress(BrokenPipeError):
                process.stdin.close()
    for process in processes:
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def work() -> None:
    """What a worker does: answer questions until nobody asks any more. Its prints go where errors go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for whoever asks
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr
    games: Games | None = None
    while True:
        try:
            message = pickle.load(source)
            if games is None:
                games = _made(*message)
                continue
            method, arguments = message
            brought = getattr(games, method)(*arguments)
        except EOFError:
            return
        except Exception as error:
            _reply(sink, False, error)
        else:
            _reply(sink, True, brought)


def _made(chair: Chair, shared: Shared, first: int, count: int) -> Games:
    rows, masks = shared.arrays()
    return Games(chair, count, (rows[first : first + count], masks[first : first + count]))


def _reply(sink: BinaryIO, good: bool, brought: object) -> None:
    try:
        data = pickle.dumps((good, brought))
    except Exception as error:
        data = pickle.dumps((False, AgonError(f"A worker could not send its answer: {error}")))
    sink.write(data)
    sink.flush()
