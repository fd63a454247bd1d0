"""The database: its address, its file, its newest form, and a quick look whether it is sound."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from agon.core.errors import AgonError, BadDatabase

POSTGRES: Final = ("postgres", "postgresql")  # addresses that name no driver
PRIVATE: Final = 0o600  # the file holds the key of the cookies, and every hand
PATIENCE: Final = 5  # seconds to reach a database over the network
LOOK_SECONDS: Final = 3.0  # for the look at the start; `agon doctor` takes its time
STEPS: Final = 10_000  # of SQLite's machine between two looks at the clock
FORM_KEY: Final = 0x464F524D  # "FORM": the advisory lock of whoever changes the form of a database
RATING_KEY: Final = 0x52415445  # "RATE": of whoever keeps a result, and the ratings that follow from it
ONE_AT_A_TIME: Final = text("select pg_advisory_xact_lock(:key)")
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")


def url_of(address: str) -> URL:
    """A database address; PostgreSQL is spoken to by psycopg 3 unless the address says otherwise."""
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise _no_address(address) from error
    if url.drivername in POSTGRES:
        url = url.set(drivername="postgresql+psycopg")
    if (url.database or "").startswith("file:") and url.get_backend_name() == "sqlite":
        raise AgonError("A database is named by its path (sqlite:////folder/agon.db), not as file:...")
    return url


def _no_address(address: str) -> AgonError:
    return AgonError(f'"{address.partition("://")[0]}" is no database address that can be opened.')


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None for one in memory, and for other databases."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).resolve()


def make_engine(address: str) -> Engine:
    """The engine of a database address; a wrong address is refused with a sentence."""
    url = url_of(address)
    is_postgres = url.get_backend_name() == "postgresql"
    more: dict[str, Any] = {"connect_args": {"connect_timeout": PATIENCE}} if is_postgres else {}
    try:
        # Parameters are nicknames, hands and keys: no error may repeat them into a log.
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=url.get_backend_name() != "sqlite", **more)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        if is_postgres and isinstance(error, ImportError):
            raise AgonError("PostgreSQL needs its driver: pip install 'agon[postgres]'.") from error
        raise _no_address(address) from error
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _tune_sqlite)
    return engine


def _tune_sqlite(connection: Any, record: object) -> None:
    """Write-ahead log, written through to the disk at every commit; wait for others instead of failing."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# ---- the file ----


def make_file(path: Path) -> None:
    """The database's file, for nobody else's eyes; refused with a sentence where it could not be written.

    SQLite gives the files it makes beside it the same rights.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AgonError(f"The folder {path.parent} for the database cannot be made: {error.strerror}.") from error
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    except OSError as error:
        raise AgonError(f"The database {path} cannot be written: {error.strerror}.") from error
    if not os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise AgonError(f"The folder {path.parent} of the database cannot be written.")


def existing(url: URL) -> None:
    """Refuses a database that is not there, instead of making one."""
    path = file_of(url)
    if url.get_backend_name() == "sqlite" and (path is None or not path.is_file()):
        raise AgonError(f"There is no database {path or 'in memory'}.")


# ---- its form ----


def _migrations(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "agon.web:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection) -> None:
    """Bring the database to the newest form."""
    try:
        command.upgrade(_migrations(connection), "head")
    except CommandError as error:
        raise AgonError(f"The database was made by another version of Agon: {error}.") from error


def one_at_a_time(connection: Connection, key: int) -> None:
    """Wait until no other process does what this key stands for; SQLite has one that writes anyhow."""
    if connection.dialect.name == "postgresql":
        connection.execute(ONE_AT_A_TIME, {"key": key})


def migrate(engine: Engine) -> None:
    """Open the database and bring it to the newest form; what cannot be is told in a sentence."""
    try:
        with engine.begin() as connection:
            one_at_a_time(connection, FORM_KEY)  # processes that start at once change its form one after the other
            upgrade(connection)
    except DatabaseError as error:
        raise AgonError(f"The database cannot be opened: {reason(error)}.") from error


def reason(error: DatabaseError) -> str:
    """What the database itself says, on one line."""
    return " ".join(str(error.orig).split()).rstrip(".")


# ---- whether it is sound ----


def look(engine: Engine) -> None:
    """A quick look at the start: refuses a damaged database. A large one is looked at for a few seconds."""
    path = file_of(engine.url)
    if path is None:
        return
    try:
        with engine.connect() as connection:
            found = _before(time.monotonic() + LOOK_SECONDS, connection, "PRAGMA quick_check(1)")
    except DatabaseError as error:
        raise damaged(path, reason(error)) from error
    except sqlite3.DatabaseError as error:
        raise damaged(path, str(error)) from error
    if found not in ("ok", None):
        raise damaged(path, found)


def damaged(path: Path, why: str) -> BadDatabase:
    return BadDatabase(
        f"The database {path} is damaged ({why}); `agon doctor` tells more, `agon restore` puts a backup back."
    )


def _before(deadline: float, connection: Connection, statement: str) -> str | None:
    """What SQLite answers; None where it has not come to an end by then."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)

    def late() -> bool:
        return time.monotonic() > deadline

    raw.set_progress_handler(late, STEPS)
    try:
        return " ".join(str(raw.execute(statement).fetchone()[0]).split())
    except sqlite3.OperationalError:
        if late():
            return None
        raise
    finally:
        raw.set_progress_handler(None, 0)
