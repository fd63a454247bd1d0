"""Who holds a database: an SQLite file one server at a time; a PostgreSQL database many, unless one puts a copy back.

Whatever ends the process, kill -9 too, lets go of it.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, text
from sqlalchemy.exc import DatabaseError

from agon.core.errors import AgonError
from agon.web.database import PRIVATE, file_of, make_file, reason

SUFFIX: Final = ".lock"
FAR: Final = 1_000_000  # bytes
KEY: Final = 0x41474F4E  # "AGON": the advisory lock of a PostgreSQL database
HOLDER: Final = text(
    "select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid "
    "where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = :key "
    "and l.database = (select oid from pg_database where datname = current_database())"
)
PREFIX: Final = "agon: "  # PostgreSQL cuts a name off after 63 bytes
TAKE: Final = text("select pg_try_advisory_lock(:key)")
SHARE: Final = text("select pg_try_advisory_lock_shared(:key)")


def me() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


class Taken(AgonError):
    """Another server holds the database."""

    def __init__(self, holder: str) -> None:
        super().__init__(f"Another server holds this database: {holder or 'a process that does not say its name'}.")


class Holding:
    """The sole right to change a database; in memory there is nobody to share it with."""

    def check(self) -> None:
        """Raises where the right was lost."""

    def release(self) -> None:
        """Let go."""


class FileHolding(Holding):
    """A locked file beside an SQLite database, with the holder's name inside."""

    def __init__(self, database: Path) -> None:
        make_file(database)
        path = database.with_name(database.name + SUFFIX)
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            raise AgonError(f"The file {path} cannot be written: {error.strerror}.") from error
        try:
            _lock(self._file)
        except OSError as error:
            holder = os.read(self._file, 400).decode("utf-8", "replace").strip()
            os.close(self._file)
            raise Taken(holder) from error
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{me()}\n".encode())

    def release(self) -> None:
        os.close(self._file)  # the file stays: whoever took it away could take it from under another holder


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """A byte far behind the name, as a locked one cannot be read by others."""
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class PostgresHolding(Holding):
    """An advisory lock of a connection that serves nothing else; it goes with the connection."""

    def __init__(self, engine: Engine, shared: bool) -> None:
        self._wish = SHARE if shared else TAKE
        self._engine = create_engine(
            engine.url, poolclass=NullPool, connect_args={"application_name": f"{PREFIX}{me()}"}
        )
        self._connection: Connection | None = self._take()

    def _take(self) -> Connection:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            if connection.execute(self._wish, {"key": KEY}).scalar_one():
                return connection
            holder = connection.execute(HOLDER, {"key": KEY}).scalars().first()
        except DatabaseError:
            connection.close()
            raise
        connection.close()
        raise Taken((holder or "").removeprefix(PREFIX))

    def check(self) -> None:
        """The lock is gone where the connection is, so it is taken again, unless somebody else was faster."""
        if self._connection is not None:
            try:
                self._connection.exec_driver_sql("select 1")
            except DatabaseError:
                self.release()
        if self._connection is None:
            self._connection = self._take()

    def release(self) -> None:
        """Whoever asks next may have it: PostgreSQL is told, as it notices only later that a connection has ended."""
        if self._connection is not None:
            with suppress(DatabaseError):  # one that is cut holds nothing any more
                if not self._connection.invalidated:
                    self._connection.exec_driver_sql("select pg_advisory_unlock_all()")
            self._connection.close()
            self._connection = None
        self._engine.dispose()


def hold(engine: Engine, shared: bool = False) -> Holding:
    """Become one that changes this database; refused, with the holder's name, where another has it.

    With `shared`, others who share a PostgreSQL database may hold it too. A file has one holder.
    """
    path = file_of(engine.url)
    if path is not None:
        return FileHolding(path)
    if engine.dialect.name != "postgresql":
        return Holding()
    try:
        return PostgresHolding(engine, shared)
    except DatabaseError as error:
        raise AgonError(f"The database cannot be opened: {reason(error)}.") from error
