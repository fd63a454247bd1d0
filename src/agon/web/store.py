"""The store: append-only. A table is its header and its journal; everything else can be rebuilt from them."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Column, Connection, Select, delete, func, insert, not_, or_, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from agon.core.errors import AgonError
from agon.web.database import file_of, look, make_engine, make_file, migrate
from agon.web.errors import Refused
from agon.web.holding import Holding, Taken, hold
from agon.web.kept import TURNS, Entry, Header, Outrun, Summary
from agon.web.models import AnalysisRow, Base, EntryRow, KeyRow, MemberRow, QuestionRow, SummaryRow, TableRow
from agon.web.seats import Seat

__all__ = ["Change", "Entry", "Header", "Store", "Summary", "read_summary", "read_table"]

CHANGED: Final = "change"  # what processes that share a database tell one another: by whom, table, version
TELL: Final = text("select pg_notify('agon', :words)")

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Change:
    """Entries that wait to be written."""

    entries: list[Entry]
    summary: Summary
    saved: Future[None] = field(default_factory=Future)


class Store:
    """The database behind a server. One thread writes, others read. A server looks at it first.

    An SQLite file is held by one server alone. Servers that share a PostgreSQL database tell one another of every
    change, in the transaction that makes it.
    """

    faults: Final = (SQLAlchemyError, Taken)

    def __init__(self, address: str, serving: bool = False) -> None:
        self.engine = make_engine(address)
        self.is_shared = self.engine.dialect.name == "postgresql"
        self.process = secrets.token_hex(4)  # the name of this process among those that share the database
        self._writer = ThreadPoolExecutor(1, "agon-store-writer")
        self._reader = ThreadPoolExecutor(2, "agon-store-reader")
        self._waiting: deque[Change] = deque()
        self._holding = Holding()
        try:
            path = file_of(self.engine.url)
            if path is not None:
                make_file(path)
            if serving:
                self._holding = hold(self.engine, shared=True)
                look(self.engine)
            migrate(self.engine)
        except AgonError:
            self.close()
            raise

    def close(self) -> None:
        """Finish what is being written, and let go of the database."""
        self._writer.shutdown()
        self._reader.shutdown()
        self.engine.dispose()
        self._holding.release()

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], Thing]) -> Thing:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    # ---- writing ----

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """One transaction of the one who may write."""
        self._holding.check()
        with self.engine.begin() as connection:
            yield connection

    async def create(self, header: Header, entries: list[Entry], summary: Summary) -> None:
        """A new table with its first entries. Raises Outrun where there is one of this id."""
        try:
            await self._in(self._writer, lambda: self.create_now(header, entries, summary))
        except IntegrityError as error:
            raise Outrun from error

    def create_now(self, header: Header, entries: list[Entry], summary: Summary) -> None:
        with self._writing() as connection:
            connection.execute(insert(TableRow), [asdict(header)])
            connection.execute(insert(SummaryRow), [_summary_values(summary)])
            _append(connection, header.id, entries)
            _enrol(connection, header.id, [header.host])

    async def append(self, entries: list[Entry], summary: Summary) -> None:
        """Further entries of a table, and how it stands after them: all or nothing.

        Raises Outrun where another process has written an entry of one of these numbers before.
        """
        change = Change(entries, summary)
        self._waiting.append(change)
        self._writer.submit(self._write_waiting)
        try:
            await asyncio.wrap_future(change.saved)
        except IntegrityError as error:
            raise Outrun from error

    def _write_waiting(self) -> None:
        """Everything that waits goes into one transaction, as the disk is asked once for each."""
        batch: list[Change] = []
        while self._waiting:
            change = self._waiting.popleft()
            if change.saved.set_running_or_notify_cancel():
                batch.append(change)
        if batch:
            self._write(batch)

    def _write(self, batch: list[Change]) -> None:
        try:
            self.append_now(batch)
        except Exception as error:  # whatever the database says, those who wait are told
            if len(batch) == 1:
                batch[0].saved.set_exception(error)
                return
            for change in batch:  # one that fails must not take the others with it
                self._write([change])
        else:
            for change in batch:
                change.saved.set_result(None)

    def append_now(self, batch: list[Change]) -> None:
        with self._writing() as connection:
            # Always in the same order: of two processes that write to the same tables one waits, not both.
            for change in sorted(batch, key=lambda change: change.summary.id):
                _append(connection, change.summary.id, change.entries)
                values = _summary_values(change.summary)
                connection.execute(update(SummaryRow).where(SummaryRow.id == values.pop("id")).values(values))
                if self.is_shared:
                    _drop_questions(connection, change)
                    words = f"{CHANGED} {self.process} {change.summary.id} {change.summary.version}"
                    connection.execute(TELL, {"words": words})

    def key(self, name: str) -> bytes:
        """A secret of this store; made when first asked for."""
        found = self._key(name)
        if found is None:
            try:
                with self.engine.begin() as connection:
                    connection.execute(insert(KeyRow), [{"name": name, "value": secrets.token_bytes(32)}])
            except IntegrityError:  # another process was faster
                pass
            found = self._key(name)
        assert found is not None
        return found

    def _key(self, name: str) -> bytes | None:
        with self.engine.connect() as connection:
            return connection.execute(select(KeyRow.value).where(KeyRow.name == name)).scalar_one_or_none()

    async def write(self, work: Callable[[Connection], Thing]) -> Thing:
        """Anything else, in one transaction of the one who may write."""

        def now() -> Thing:
            with self._writing() as connection:
                return work(connection)

        return await self._in(self._writer, now)

    async def keep_analysis(self, table_id: str, game: str, body: str) -> None:
        """What was found about a game; it takes the place of what was found before."""
        await self._in(self._writer, lambda: self.keep_analysis_now(table_id, game, body))

    def keep_analysis_now(self, table_id: str, game: str, body: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(AnalysisRow).where(AnalysisRow.table_id == table_id))
            connection.execute(insert(AnalysisRow), [{"table_id": table_id, "game": game, "body": body}])

    # ---- reading ----

    async def read(self, work: Callable[[Connection], Thing]) -> Thing:
        """Anything else."""

        def now() -> Thing:
            with self.engine.connect() as connection:
                return work(connection)

        return await self._in(self._reader, now)

    async def analysis(self, table_id: str, game: str) -> str | None:
        """What was found about a table, if it is of these plies."""
        query = select(AnalysisRow.body).where(AnalysisRow.table_id == table_id, AnalysisRow.game == game)

        def read() -> str | None:
            with self.engine.connect() as connection:
                return connection.execute(query).scalar_one_or_none()

        return await self._in(self._reader, read)

    async def load(self, table_id: str) -> tuple[Header, list[Entry]] | None:
        """A table's header and whole journal, or None."""
        return await self._in(self._reader, lambda: self.load_now(table_id))

    def load_now(self, table_id: str) -> tuple[Header, list[Entry]] | None:
        with self.engine.connect() as connection:
            return read_table(connection, table_id)

    async def summary(self, table_id: str) -> Summary | None:
        """How a table stands, as the lobby is told."""
        return await self.read(lambda connection: read_summary(connection, table_id))

    async def entries_after(self, table_id: str, number: int) -> list[Entry]:
        """What was written of a table since."""
        query = select(*columns(EntryRow)[1:]).where(EntryRow.table_id == table_id, EntryRow.number > number)

        def read() -> list[Entry]:
            with self.engine.connect() as connection:
                return [Entry(*line) for line in connection.execute(query.order_by(EntryRow.number))]

        return await self._in(self._reader, read)

    async def of_member(self, identity: str, finished: bool, limit: int) -> list[Summary]:
        """The tables where this identity sits or is the host; the latest first."""
        is_done = or_(SummaryRow.over, SummaryRow.imported)
        query = (
            select(*columns(SummaryRow))
            .join(MemberRow, MemberRow.table_id == SummaryRow.id)
            .where(MemberRow.identity == identity, is_done if finished else not_(is_done))
        )
        found = await self._summaries(query, limit)
        return [s for s in found if s.host == identity or s.seat_of(identity) >= 0]

    async def public(self, started: bool, since: datetime, limit: int, per_host: int) -> list[Summary]:
        """Public tables that wait for players, or that are being played; the latest first, so many of one host."""
        latest = func.row_number().over(partition_by=SummaryRow.host, order_by=SummaryRow.updated.desc())
        ranked = (
            select(SummaryRow.id, latest.label("place"))
            .where(
                SummaryRow.public,
                SummaryRow.started.is_(started),
                SummaryRow.over.is_(False),
                SummaryRow.imported.is_(False),
                SummaryRow.updated >= since,
            )
            .subquery()
        )
        query = select(*columns(SummaryRow)).join(ranked, ranked.c.id == SummaryRow.id)
        query = query.where(ranked.c.place <= per_host)
        return await self._summaries(query, limit)

    async def bots_to_move(self, since: datetime, limit: int) -> list[str]:
        """The ids of the tables where a bot has to decide and somebody plays; bots alone wait until one watches."""
        query = select(*columns(SummaryRow)).where(
            SummaryRow.started, SummaryRow.over.is_(False), SummaryRow.imported.is_(False), SummaryRow.updated >= since
        )
        found = await self._summaries(query, limit)
        return [s.id for s in found if s.waits_for_a_bot]

    async def overdue(self, moment: datetime, limit: int) -> list[str]:
        """The ids of the tables where somebody's time is out."""
        query = select(SummaryRow.id).where(SummaryRow.due <= moment).order_by(SummaryRow.due).limit(limit)
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def _summaries(self, query: Select[Any], limit: int) -> list[Summary]:
        ordered = query.order_by(SummaryRow.updated.desc()).limit(limit)

        def read() -> list[Summary]:
            with self.engine.connect() as connection:
                return [_summary(row._mapping) for row in connection.execute(ordered)]

        return await self._in(self._reader, read)


def read_table(connection: Connection, table_id: str) -> tuple[Header, list[Entry]] | None:
    """A table's header and whole journal, or None; refused where the database gives back what was never written."""
    header = select(*columns(TableRow)).where(TableRow.id == table_id)
    journal = select(*columns(EntryRow)[1:]).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
    try:
        row = connection.execute(header).one_or_none()
    except ValueError as error:
        raise Refused("damaged_journal", entry=0) from error
    if row is None:
        return None
    try:
        return Header(*row), [Entry(*line) for line in connection.execute(journal)]
    except ValueError as error:
        raise Refused("damaged_journal", entry=_first_unreadable(connection, journal)) from error


def read_summary(connection: Connection, table_id: str) -> Summary | None:
    """How a table stands, as the lobby is told."""
    row = connection.execute(select(*columns(SummaryRow)).where(SummaryRow.id == table_id)).one_or_none()
    return None if row is None else _summary(row._mapping)


def _first_unreadable(connection: Connection, journal: Select[Any]) -> int:
    read = 0
    try:
        while connection.execute(journal.offset(read).limit(1)).one_or_none() is not None:
            read += 1
    except ValueError:
        return read + 1
    return read


def _append(connection: Connection, table_id: str, entries: list[Entry]) -> None:
    rows = [{"table_id": table_id, **entry.__dict__} for entry in entries]
    if rows:  # a table whose seats are all open has nothing to tell yet
        connection.execute(insert(EntryRow), rows)
    _enrol(connection, table_id, [e.who for e in entries if e.kind == "sit" and e.who])


def _drop_questions(connection: Connection, change: Change) -> None:
    """Nobody needs an answer about a position that is no more, or for a seat that somebody else plays now."""
    here = QuestionRow.table_id == change.summary.id
    seats = [entry.seat for entry in change.entries if entry.kind in ("stand", "back")]
    if any(entry.kind in TURNS for entry in change.entries):
        connection.execute(delete(QuestionRow).where(here))
    elif seats:
        connection.execute(delete(QuestionRow).where(here, QuestionRow.seat.in_(seats)))


def _enrol(connection: Connection, table_id: str, identities: list[str]) -> None:
    for identity in identities:
        known = select(MemberRow.identity).where(MemberRow.identity == identity, MemberRow.table_id == table_id)
        if connection.execute(known).one_or_none() is None:
            connection.execute(insert(MemberRow), [{"identity": identity, "table_id": table_id}])


def columns(model: type[Base]) -> list[Column[Any]]:
    return list(model.__table__.columns)  # type: ignore[arg-type]


def _summary_values(summary: Summary) -> dict[str, Any]:
    values = dict(summary.__dict__)
    values["seats"] = json.dumps([asdict(seat) for seat in summary.seats])
    values["result"] = json.dumps(summary.result)
    return values


def _summary(row: Mapping[Any, Any]) -> Summary:
    values: dict[str, Any] = {str(key): value for key, value in row.items()}
    values["seats"] = tuple(Seat(**seat) for seat in json.loads(values["seats"]))
    values["result"] = tuple(json.loads(values["result"]))
    return Summary(**values)
