"""`agon doctor`: a thorough look at a database. Every table is rebuilt from its journal, as a server would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DatabaseError

from agon.core.errors import AgonError
from agon.web.care import check_form, closing_engine
from agon.web.database import PRIVATE, existing, file_of, make_engine, reason
from agon.web.errors import Refused
from agon.web.live import Live, rebuild
from agon.web.models import MemberRow, TableRow
from agon.web.packstore import kept_in
from agon.web.store import read_summary, read_table

LINES: Final = 20  # of what SQLite finds wrong
FOLLOWS: Final = ("game", "host", "public", "imported", "started", "over", "actor", "ply", "version", "seats", "result")


@dataclass
class Findings:
    """What was looked at, what is wrong, and what is only worth knowing; as sentences."""

    tables: int = 0
    entries: int = 0
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def examine(address: str, begin: Callable[[int], Callable[[], None]] = lambda total: lambda: None) -> Findings:
    """Look at everything; `begin` is told the number of tables, and what it returns is called after each."""
    engine = make_engine(address)
    existing(engine.url)
    findings = Findings()
    forget = kept_in(engine)
    with closing_engine(engine):
        try:
            with _one_moment(engine) as connection:
                findings.wrong += _pages(connection)
                check_form(connection)
                ids = list(connection.execute(select(TableRow.id).order_by(TableRow.created)).scalars())
                advance = begin(len(ids))
                for table_id in ids:
                    _look_at(connection, table_id, findings)
                    advance()
        except DatabaseError as error:
            findings.wrong.append(f"The database cannot be read to its end: {reason(error)}.")
        finally:
            forget()
    _note_rights(engine, findings)
    return findings


def _one_moment(engine: Engine) -> Connection:
    """A connection that sees the database as it stands now, whatever a server writes meanwhile."""
    connection = engine.connect()
    if engine.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
        return connection
    return connection.execution_options(isolation_level="REPEATABLE READ")


def _pages(connection: Connection) -> Iterator[str]:
    """What SQLite itself finds; other databases look after their pages and references themselves."""
    if connection.dialect.name != "sqlite":
        return
    for (line,) in connection.exec_driver_sql(f"PRAGMA integrity_check({LINES})"):
        if line != "ok":
            yield f"The file is damaged: {' '.join(line.split())}."
    for table, row, other, _ in connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(LINES):
        yield f'Row {row} of "{table}" belongs to nothing in "{other}".'


def _look_at(connection: Connection, table_id: str, findings: Findings) -> None:
    findings.tables += 1
    try:
        found = read_table(connection, table_id)
        assert found is not None
        findings.entries += len(found[1])
        live = rebuild(*found)
        findings.wrong += _compare(connection, live)
    except Refused as refusal:
        is_damage = refusal.key == "damaged_journal"
        (findings.wrong if is_damage else findings.notes).append(f"Table {table_id}: {refusal}")
    except DatabaseError as error:
        findings.wrong.append(f"Table {table_id} cannot be read: {reason(error)}.")
    except (AgonError, ValueError, TypeError) as error:
        findings.wrong.append(f"Table {table_id} cannot be rebuilt: {error}")


def _compare(connection: Connection, live: Live) -> Iterator[str]:
    """Whether what follows from the journal is what the lobby is told."""
    told = read_summary(connection, live.id)
    if told is None:
        yield f"Table {live.id} is missing in the lobby."
        return
    for name in FOLLOWS:
        ours, theirs = getattr(live.summary(), name), getattr(told, name)
        if ours != theirs:
            yield f"Table {live.id}: the lobby says {name} {theirs}, the journal {ours}."
    owners = {owner for owner in (live.host, *(seat.owner for seat in live.seats)) if owner}  # who has gone is nobody
    known = connection.execute(select(MemberRow.identity).where(MemberRow.table_id == live.id)).scalars()
    if not owners <= set(known):
        yield f"Table {live.id} is missing among the games of somebody who sits there."


def _note_rights(engine: Engine, findings: Findings) -> None:
    path = file_of(engine.url)
    if path is not None and path.stat().st_mode & 0o777 & ~PRIVATE:
        findings.notes.append(f"Others on this machine may read or write {path}: chmod 600 keeps it to you.")
