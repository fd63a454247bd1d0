"""Keeps the results of games as they end, and the ratings that follow; what a killed server left undone comes first."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from agon.core.errors import AgonError
from agon.web import ratings
from agon.web.store import Store

log = logging.getLogger("agon.web")

AT_ONCE: Final = 50


class Rater:
    """Looks when a game has ended, and once in a while."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store = store
        self._seconds = seconds
        self._ended = asyncio.Event()
        self._closing = False
        self._looking = asyncio.create_task(self._keep_looking())

    def ended(self, table_id: str) -> None:
        """A game has ended."""
        self._ended.set()

    async def close(self) -> None:
        self._closing = True  # wait_for of Python 3.11 may swallow a cancellation that comes with the event
        self._looking.cancel()
        await asyncio.gather(self._looking, return_exceptions=True)

    async def _keep_looking(self) -> None:
        while not self._closing:
            try:
                await self.look()
            except SQLAlchemyError as error:
                log.warning("Results could not be kept: %s", type(error).__name__)
            self._ended.clear()
            try:
                await asyncio.wait_for(self._ended.wait(), self._seconds)
            except TimeoutError:
                continue

    async def look(self) -> None:
        """Keep the results of all games that have ended."""
        tried: set[str] = set()
        while found := await self._new(tried):
            for table_id in found:
                tried.add(table_id)
                try:
                    await self._store.write(partial(ratings.keep_result, table_id=table_id))
                except IntegrityError:  # another process was faster
                    continue
                except AgonError as error:
                    log.warning("The result of a table could not be kept: %s", error)

    async def _new(self, tried: set[str]) -> list[str]:
        found = await self._store.read(partial(ratings.unrated, limit=AT_ONCE + len(tried)))
        return [table_id for table_id in found if table_id not in tried]
