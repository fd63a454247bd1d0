"""Keeps the results of games as they end, and the ratings that follow; what a killed server left undone comes first."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from agon.core.errors import AgonError
from agon.web import ratings
from agon.web.rounds import Rounds
from agon.web.store import Store

log = logging.getLogger("agon.web")

AT_ONCE: Final = 50


class Rater:
    """Looks when a game has ended, and once in a while."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store = store
        self._seconds = seconds

    def rounds(self) -> Rounds:
        return Rounds(self.look, self._seconds, (SQLAlchemyError,), "Results could not be kept", at_once=True)

    async def look(self) -> None:
        """Keep the results of all games that have ended."""
        tried: set[str] = set()
        while found := await self._new(tried):
            for table_id in found:
                tried.add(table_id)
                try:
                    await self._store.write(partial(ratings.keep_result, table_id=table_id))
                except AgonError as error:
                    log.warning("The result of a table could not be kept: %s", error)

    async def _new(self, tried: set[str]) -> list[str]:
        found = await self._store.read(partial(ratings.unrated, limit=AT_ONCE + len(tried)))
        return [table_id for table_id in found if table_id not in tried]
