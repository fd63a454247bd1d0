"""`agon backup` and `agon restore`: a copy of all games in one SQLite file, whatever database they are in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, func, inspect, select
from sqlalchemy.exc import DatabaseError

from agon.core.errors import AgonError, BadDatabase
from agon.web.database import existing, file_of, make_engine, make_file, reason, upgrade
from agon.web.holding import hold
from agon.web.models import PASSING, Base, TableRow

ROWS: Final = 1000  # copied at once
UNFINISHED: Final = ".part"
BESIDE: Final = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database


# ---- backup ----


def backup(address: str, to: Path, force: bool = False) -> str:
    """A consistent copy, also while a server is running; it is there whole or not at all. Says what was copied."""
    engine = make_engine(address)
    existing(engine.url)
    if to.exists() and not force:
        raise AgonError(f"{to} is there already; --force writes over it.")
    source = file_of(engine.url)
    with closing_engine(engine), unfinished(to) as part:
        with told_of(f"The database of {engine.url.render_as_string()}"):
            if source is not None:
                copy_file(source, part)
            else:
                _copy_out(engine, part)
        tables = check_copy(part)
    return f"Tables in {to}: {tables}."


def copy_file(source: Path, to: Path) -> None:
    """An SQLite database as it stands at one moment, with all of its write-ahead log."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(to)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it


def _copy_out(engine: Engine, to: Path) -> None:
    """The rows of another database as they stand at one moment, in a new SQLite file of the newest form."""
    copy = make_engine(f"sqlite:///{to}")
    with closing_engine(copy), copy.begin() as new:
        upgrade(new)
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as old:
            check_form(old)
            copy_rows(old, new)
    with closing(sqlite3.connect(to)) as file:
        file.execute("PRAGMA journal_mode=DELETE")


def check_form(connection: Connection) -> None:
    """A database of an older form is brought up to date by a server, not by a copy."""
    there = set(inspect(connection).get_table_names())
    if not set(Base.metadata.tables) <= there:
        raise AgonError("The database is not in the form of this version of Agon; `agon serve` brings it up to date.")


def copy_rows(old: Connection, new: Connection) -> None:
    """Every row of every table of ours that is to last, those first that others point to."""
    for table in Base.metadata.sorted_tables:
        if table.info == PASSING:
            continue
        for rows in old.execute(select(table)).mappings().partitions(ROWS):
            new.execute(table.insert(), [dict(row) for row in rows])


# ---- restore ----


def restore(file: Path, address: str, force: bool = False) -> str:
    """Put a copy in the place of a database that no server holds; all of it or nothing. Says what is there now."""
    tables = check_copy(file)
    engine = make_engine(address)
    target = file_of(engine.url)
    if target is None and engine.dialect.name == "sqlite":
        raise AgonError("A database in memory ends with its server: nothing can be restored into it.")
    with closing_engine(engine):
        held = hold(engine)
        try:
            if target is not None:
                _restore_file(file, target, force)
            else:
                _restore_rows(file, engine, force)
        finally:
            held.release()
    return f"Tables restored from {file}: {tables}."


def _restore_file(file: Path, target: Path, force: bool) -> None:
    if target.stat().st_size and not force and not _is_empty(target):
        raise _not_empty()
    with unfinished(target) as part, told_of(str(file)):
        copy_file(file, part)
        _fold_in(target)


def _is_empty(path: Path) -> bool:
    """Whether nobody has opened a table in this database; one that cannot be read is not empty."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute("SELECT 1 FROM tables").fetchone() is None
    except sqlite3.DatabaseError:
        return False


def _not_empty() -> AgonError:
    return AgonError("There are games in this database; --force puts the copy in their place.")


def _fold_in(target: Path) -> None:
    """No log of the old database may be left beside the new one: SQLite would play it into that."""
    try:
        with closing(sqlite3.connect(target)) as old:
            old.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError:  # too damaged to be folded in, which is why it is being replaced
        pass
    for suffix in BESIDE:
        target.with_name(target.name + suffix).unlink(missing_ok=True)


def _restore_rows(file: Path, engine: Engine, force: bool) -> None:
    """Into another database, in one transaction."""
    with unfinished(file.absolute(), keep=False) as part:
        copy_file(file, part)
        copy = make_engine(f"sqlite:///{part}")
        with closing_engine(copy), told_of("The database"), copy.begin() as old, engine.begin() as new:
            upgrade(old)  # a copy of an older form
            upgrade(new)
            if new.execute(select(func.count()).select_from(TableRow)).scalar_one() and not force:
                raise _not_empty()
            for table in reversed(Base.metadata.sorted_tables):
                new.execute(table.delete())
            copy_rows(old, new)


# ---- what both need ----


def check_copy(file: Path) -> int:
    """The number of tables in a copy; refused where it is none of ours or is damaged."""
    if not file.is_file():
        raise BadDatabase(f"There is no file {file}.")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            for check in ("PRAGMA integrity_check(1)", "PRAGMA foreign_key_check"):
                found = copy.execute(check).fetchone()
                if found not in (("ok",), None):
                    raise BadDatabase(f"{file} is damaged: {' '.join(' '.join(map(str, found)).split())}.")
            return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.DatabaseError as error:
        raise BadDatabase(f"{file} is no backup of Agon, or a damaged one: {error}.") from error


@contextmanager
def unfinished(path: Path, keep: bool = True) -> Iterator[Path]:
    """A private file that takes the place of `path` once it is whole and on the disk, if it is to be kept."""
    part = path.with_name(path.name + UNFINISHED)
    part.unlink(missing_ok=True)
    make_file(part)
    try:
        yield part
        if keep:
            _on_disk(part)
            part.replace(path)
            _on_disk(path.parent)
    finally:
        for suffix in ("", *BESIDE):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def _on_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def told_of(what: str) -> Iterator[None]:
    """What a database cannot do is told in a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise BadDatabase(f"{what} cannot be copied: {error}.") from error
    except DatabaseError as error:
        raise BadDatabase(f"{what} cannot be copied: {reason(error)}.") from error


@contextmanager
def closing_engine(engine: Engine) -> Iterator[None]:
    try:
        yield
    finally:
        engine.dispose()
