"""What a terminal shows while a command works, and how one stops it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def tables_progress(what: str) -> Iterator[Callable[[int], Callable[[], None]]]:
    """A bar whose length is told once it is known."""
    with ExitStack() as stack:
        yield lambda total: stack.enter_context(progress(total, what))


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """The first Ctrl-C asks to stop after the present game; the second stops at once."""
    asked: list[int] = []

    def on_interrupt(number: int, frame: object) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)
        print("Stopping after the present game; Ctrl-C again stops at once.", file=sys.stderr)

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)
