"""Whom a reader has muted, kept; and lines of chat that were reported to the operators."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cachetools import TTLCache
from sqlalchemy import Connection, delete, insert, select, update

from agon.web.checks import now
from agon.web.live import ChatLine
from agon.web.models import EntryRow, MuteRow, ReportRow
from agon.web.store import Store

READERS: Final = 20_000  # whose mutes are remembered
FRESH: Final = 30.0  # seconds, after which another process has heard of a mute


class Manners:
    """Mutes are asked for with every view, and therefore remembered for a while."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._muted: TTLCache[str, frozenset[str]] = TTLCache(READERS, FRESH)

    async def muted_by(self, reader: str) -> frozenset[str]:
        """Those whom somebody does not wish to read."""
        found = self._muted.get(reader)
        if found is None:
            query = select(MuteRow.person).where(MuteRow.reader == reader)
            found = await self._store.read(lambda connection: frozenset(connection.execute(query).scalars()))
            self._muted[reader] = found
        return found

    async def mute(self, reader: str, person: str) -> None:
        row = {"reader": reader, "person": person}

        def write(connection: Connection) -> None:
            connection.execute(delete(MuteRow).filter_by(**row))
            connection.execute(insert(MuteRow), [row])

        await self._store.write(write)
        self._muted.pop(reader, None)

    async def unmute(self, reader: str, person: str) -> None:
        query = delete(MuteRow).where(MuteRow.reader == reader, MuteRow.person == person)
        await self._store.write(lambda connection: connection.execute(query).close())
        self._muted.pop(reader, None)

    async def report(self, reporter: str, table_id: str, line: ChatLine) -> None:
        """Show a line to the operators; once is enough."""
        row = {"table_id": table_id, "entry": line.number, "person": line.who, "reporter": reporter}

        def write(connection: Connection) -> None:
            same = [getattr(ReportRow, name) == value for name, value in row.items()]
            if connection.execute(select(ReportRow.number).where(*same)).first() is None:
                connection.execute(insert(ReportRow), [{**row, "at": now(), "is_done": False}])

        await self._store.write(write)


# ---- for operators ----


@dataclass(frozen=True)
class Report:
    """A line that was reported, with what was said."""

    number: int
    at: datetime
    table_id: str
    person: str
    reporter: str
    name: str
    text: str


def reports(connection: Connection) -> list[Report]:
    """The reports nobody has dealt with; the oldest first."""
    query = (
        select(
            ReportRow.number,
            ReportRow.at,
            ReportRow.table_id,
            ReportRow.person,
            ReportRow.reporter,
            EntryRow.name,
            EntryRow.text,
        )
        .join(EntryRow, (EntryRow.table_id == ReportRow.table_id) & (EntryRow.number == ReportRow.entry))
        .where(ReportRow.is_done.is_(False))
        .order_by(ReportRow.number)
    )
    return [Report(*row) for row in connection.execute(query)]


def close_report(connection: Connection, number: int) -> bool:
    """An operator has dealt with it; whether there was such a one."""
    query = update(ReportRow).where(ReportRow.number == number, ReportRow.is_done.is_(False))
    return connection.execute(query.values(is_done=True)).rowcount == 1
