"""Looks every second whose time is out. While no server was there, the clocks of live games stood still."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from agon.core.errors import AgonError
from agon.web.checks import now
from agon.web.clocks import PACES
from agon.web.hub import Hub
from agon.web.models import KeyRow, SummaryRow
from agon.web.rounds import Rounds
from agon.web.store import Store

log = logging.getLogger("agon.web")

BEAT: Final = "clock"  # the row that says when a server last looked
BEATS: Final = 10.0  # seconds between two of its signs of life
AWAY: Final = 30.0  # seconds without one: no server was there
AT_ONCE: Final = 100


class Clockwork:
    """One in each process; whoever looks first calls time."""

    def __init__(self, store: Store, hub: Hub, seconds: float, clock: Callable[[], datetime] = now) -> None:
        self._store = store
        self._hub = hub
        self._seconds = seconds
        self._clock = clock
        self._beaten: datetime | None = None

    def rounds(self) -> Rounds:
        return Rounds(self.look, self._seconds, (SQLAlchemyError,), "The clocks could not be read", at_once=True)

    async def look(self) -> None:
        """Call time where it is out; first say that a server is here, and what was missed while none was."""
        moment = self._clock()
        if self._beaten is None or (moment - self._beaten).total_seconds() >= BEATS:
            missed = await self._store.write(lambda connection: beat(connection, moment))
            self._beaten = moment
            if missed >= AWAY:
                await self._wake(missed)
        for table_id in await self._store.overdue(moment, AT_ONCE):
            await self._each(self._hub.call_time(table_id))

    async def _wake(self, seconds: float) -> None:
        live = [pace.id for pace in PACES.values() if pace.is_live]
        query = select(SummaryRow.id).where(SummaryRow.due.is_not(None), SummaryRow.pace.in_(live))
        for table_id in await self._store.read(lambda connection: list(connection.execute(query).scalars())):
            await self._each(self._hub.wake(table_id, seconds))

    async def _each(self, work: Awaitable[None]) -> None:
        """One table that cannot be read does not keep the others."""
        try:
            await work
        except AgonError as error:
            log.warning("The clock of a table could not be set: %s", error)


def beat(connection: Connection, moment: datetime) -> float:
    """A server is here; returns for how long none was, to the first that says so."""
    row = connection.execute(select(KeyRow.value).where(KeyRow.name == BEAT)).scalar_one_or_none()
    value = moment.isoformat().encode()
    if row is None:
        connection.execute(insert(KeyRow), [{"name": BEAT, "value": value}])
        return 0.0
    query = update(KeyRow).where(KeyRow.name == BEAT, KeyRow.value == row).values(value=value)
    is_first = connection.execute(query).rowcount == 1
    return (moment - datetime.fromisoformat(row.decode())).total_seconds() if is_first else 0.0
