"""Whoever has to look after something once in a while: whose time is out, who is to be told, what has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

log = logging.getLogger("agon.web")


class Rounds:
    """Looks every so many seconds, and when it is called.

    A fault that was foreseen is told in the log once, with its sentence, and the next round tries again.
    """

    def __init__(
        self,
        look: Callable[[], Awaitable[None]],
        seconds: float,
        faults: tuple[type[Exception], ...],
        sentence: str,
        at_once: bool = False,
    ) -> None:
        self._look = look
        self._seconds = seconds
        self._faults = faults
        self._sentence = sentence
        self._called = asyncio.Event()
        self._is_ending = False
        if at_once:
            self.call()
        self._looking = asyncio.create_task(self._keep_looking())

    def call(self) -> None:
        """Look now."""
        self._called.set()

    async def close(self) -> None:
        self._is_ending = True  # wait_for of Python 3.11 may swallow a cancellation that comes with a call
        self._looking.cancel()
        await asyncio.gather(self._looking, return_exceptions=True)

    async def _keep_looking(self) -> None:
        has_told = False
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._called.wait(), self._seconds)
            self._called.clear()
            if self._is_ending:
                return
            try:
                await self._look()
                has_told = False
            except self._faults as error:
                if not has_told:
                    log.warning("%s: %s", self._sentence, type(error).__name__)
                has_told = True
