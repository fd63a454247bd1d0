"""The rulings of an operator in a running server: looked at every second, so that a command takes effect at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from agon.web import rulings
from agon.web.identity import Identity
from agon.web.rounds import Rounds
from agon.web.rulings import InForce


class Moderation:
    """Keeps what is in force, and tells of tables that have been deleted."""

    def __init__(self) -> None:
        self.in_force = InForce()
        self._mark = (0, 0)
        self._rounds: Rounds | None = None
        self._reading: asyncio.Task[InForce | None] | None = None

    async def start(self, engine: Engine, seconds: float, end_table: Callable[[str], None]) -> None:
        await self._look(engine, end_table)
        look = partial(self._look, engine, end_table)
        self._rounds = Rounds(look, seconds, (SQLAlchemyError,), "The rulings could not be read")

    async def close(self) -> None:
        if self._rounds is not None:
            await self._rounds.close()
        if self._reading is not None:  # a thread cannot be cancelled, and must not outlive the database
            await asyncio.gather(self._reading, return_exceptions=True)

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
