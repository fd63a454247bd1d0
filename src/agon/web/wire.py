"""How processes that share a PostgreSQL database tell one another: LISTEN and NOTIFY, and short questions beside it.

Whatever is told can be read in the database too. So nothing is lost with a connection: after every new one, whoever
listens reads what it may have missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, LiteralString

import psycopg
from psycopg import AsyncConnection, sql
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from agon.web.database import PATIENCE
from agon.web.errors import Refused

log = logging.getLogger("agon.web")

WEB: Final = "agon"  # the channel of all web processes
WORK: Final = "agon_work"  # the channel of all workers
PAUSES: Final = (0.05, 0.2, 0.5, 1.0)  # seconds between attempts to reach the database again
# A machine that is gone without a word is noticed within half a minute.
KEEPALIVE: Final[dict[str, Any]] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}

Row = tuple[Any, ...]
Hears = Callable[[list[str]], None]  # is given the words of what another process told


def own_channel(process: str) -> str:
    """The channel on which one process alone listens."""
    return f"agon_{process}"


def conninfo(url: URL) -> str:
    """A database address as its driver reads it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


class Wire:
    """Two connections of a process: one hears what others tell, one asks and tells. Both are made again when cut."""

    def __init__(self, url: URL, process: str, channel: str) -> None:
        self.process = process
        self._address = conninfo(url)
        self._channels = (channel, own_channel(process))
        self._hears: dict[str, Hears] = {}
        self._reads: list[Callable[[], Awaitable[None]]] = []
        self._talk: AsyncConnection[Row] | None = None
        self._talking = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None
        self._is_heard = asyncio.Event()
        self._is_closed = False
        self._is_away = False

    def on(self, word: str, hears: Hears) -> None:
        """Whatever begins with this word is told to `hears`, with the words behind it."""
        self._hears[word] = hears

    def after_connecting(self, read: Callable[[], Awaitable[None]]) -> None:
        """Read what may have been missed whenever the connection that listens is new."""
        self._reads.append(read)

    async def start(self) -> None:
        """Listen; returns when it does."""
        self._listening = asyncio.create_task(self._keep_listening())
        await self._is_heard.wait()

    async def close(self) -> None:
        self._is_closed = True
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        async with self._talking:
            await self._hang_up()

    # ---- asking and telling ----

    async def ask(
        self, statement: LiteralString, *values: object, given: Mapping[str, object] | None = None
    ) -> list[Row]:
        """The rows of a short statement, in a transaction of its own. Refused while the database is away.

        What is written here need not survive a crash of the database: whoever wrote it notices, and writes it again.
        """
        async with self._talking:
            if self._is_closed:
                raise Refused("busy")
            for attempt in (1, 2):
                try:
                    return await self._asked(statement, values if given is None else given)
                except psycopg.OperationalError as error:
                    is_old = attempt == 1 and self._talk is not None  # it may have been cut long ago
                    await self._hang_up()
                    if not is_old:
                        if not self._is_away:  # said once
                            log.warning("The database does not answer: %s", type(error).__name__)
                        self._is_away = True
                        raise Refused("database_away") from error
        raise AssertionError("unreachable")

    async def _asked(self, statement: LiteralString, given: Sequence[object] | Mapping[str, object]) -> list[Row]:
        if self._talk is None:
            self._talk = await self._connect()
            await self._talk.execute("set synchronous_commit = off")
        try:
            cursor = await self._talk.execute(statement, given)
            self._is_away = False
            return await cursor.fetchall() if cursor.description else []
        except asyncio.CancelledError:
            await self._hang_up()  # an answer is still to come on it
            raise

    async def tell(self, channel: str, *words: object) -> None:
        """Tell everybody on a channel."""
        await self.ask("select pg_notify(%s, %s)", channel, " ".join(map(str, words)))

    async def _hang_up(self) -> None:
        talk, self._talk = self._talk, None
        if talk is not None:
            with suppress(psycopg.Error):
                await talk.close()

    async def _connect(self) -> AsyncConnection[Row]:
        return await AsyncConnection.connect(
            self._address, autocommit=True, connect_timeout=PATIENCE, prepare_threshold=2, **KEEPALIVE
        )

    # ---- listening ----

    async def _keep_listening(self) -> None:
        failures = 0
        while True:
            try:
                async with await self._connect() as connection:
                    for channel in self._channels:
                        await connection.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
                    for read in self._reads:  # what is told from now on waits meanwhile
                        await read()
                    failures = 0
                    self._is_heard.set()
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except (psycopg.OperationalError, SQLAlchemyError, Refused) as error:
                if not failures:  # said once
                    log.warning("What other processes tell is not heard: %s", type(error).__name__)
            self._is_heard.clear()
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def _hear(self, payload: str) -> None:
        word, *more = payload.split()
        hears = self._hears.get(word)  # a process of a later version may say more than we know
        if hears is not None:
            hears(more)
