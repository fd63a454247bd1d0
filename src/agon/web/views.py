"""What a table's page is made of, rendered off the loop, and once for all who see the same."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import Response

Thing = TypeVar("Thing")

KEPT: Final = 300  # answers in memory
SMALL: Final = 1500  # bytes not worth compressing
LEVEL: Final = 4


@dataclass(frozen=True)
class Packed:
    """An answer's body as it is, and compressed where that pays: a board is a large text that packs well."""

    body: bytes
    kind: str
    gzipped: bytes | None

    @classmethod
    def of(cls, body: bytes, kind: str, level: int = LEVEL) -> Packed:
        return cls(body, kind, gzip.compress(body, level, mtime=0) if len(body) > SMALL else None)

    def answer(self, request: Request, status: int = 200, **headers: str) -> Response:
        """The answer in a form that the browser can read."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.gzipped is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, status, named, self.kind)
        named |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(self.gzipped, status, named, self.kind)


class Views:
    """One thread that renders, and what it rendered last. The loop goes on meanwhile."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "agon-render")
        self._made: LRUCache[Hashable, asyncio.Future[Packed]] = LRUCache(KEPT)
        self.rendered = 0  # in all

    async def run(self, make: Callable[[], Thing]) -> Thing:
        """Let the thread do something."""
        self.rendered += 1
        return await asyncio.get_running_loop().run_in_executor(self._thread, make)

    async def get(self, key: Hashable, make: Callable[[], Packed]) -> Packed:
        """What belongs to a key; whoever asks while it is being made waits for the same."""
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.ensure_future(self.run(make))
            task.add_done_callback(lambda done: self._forget_failed(key, done))
        return await asyncio.shield(task)

    def _forget_failed(self, key: Hashable, done: asyncio.Future[Packed]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._made.pop(key, None)

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)
