"""The rulings of an operator in a running server: looked at every second, so that a command takes effect at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from agon.web import rulings
from agon.web.identity import Identity
from agon.web.rulings import InForce

log = logging.getLogger("agon.web")


class Moderation:
    """Keeps what is in force, and tells of tables that have been deleted."""

    def __init__(self) -> None:
        self.in_force = InForce()
        self._mark = (0, 0)
        self._looking: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[InForce | None] | None = None

    async def start(self, engine: Engine, seconds: float, end_table: Callable[[str], None]) -> None:
        await self._look(engine, end_table)
        self._looking = asyncio.create_task(self._keep_looking(engine, seconds, end_table))

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        if self._reading is not None:  # a thread cannot be cancelled, and must not outlive the database
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _keep_looking(self, engine: Engine, seconds: float, end_table: Callable[[str], None]) -> None:
        is_away = False
        while True:
            await asyncio.sleep(seconds)
            try:
                await self._look(engine, end_table)
                is_away = False
            except SQLAlchemyError as error:
                if not is_away:  # said once; what is in force stays in force
                    log.warning("The rulings could not be read: %s", type(error).__name__)
                is_away = True

    async def _look(self, engine: Engine, end_table: Callable[[str], None]) -> None:
        self._reading = asyncio.create_task(asyncio.to_thread(self._read_if_new, engine))
        found = await asyncio.shield(self._reading)
        if found is None:
            return
        known, self.in_force = self.in_force.deleted, found
        for table_id in found.deleted - known:
            end_table(table_id)

    def _read_if_new(self, engine: Engine) -> InForce | None:
        with engine.connect() as connection:
            now = rulings.mark(connection)
            if now == self._mark:
                return None
            found = InForce(rulings.read(connection))
        self._mark = now
        return found

    def check_ban(self, who: Identity | None, address: str) -> None:
        self.in_force.check("ban", who.id if who is not None else "", address)

    def check_mute(self, who: Identity, address: str) -> None:
        self.in_force.check("mute", who.id, address)

    def check_stream(self, table_id: str, who: Identity | None, address: str) -> None:
        """Refuses to let a stream go on."""
        self.in_force.check_table(table_id)
        self.check_ban(who, address)
