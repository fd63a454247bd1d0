"""Announcements: who listens to which table, and the stream of server-sent events a browser reads."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Self


class Watch(AsyncIterator[int]):
    """One listener of one table: yields the newest version whenever it has grown, or somebody has come or gone.

    Several changes may come as one.
    """

    def __init__(self, announcer: Announcer, table_id: str, who: str, seen: int, latest: int) -> None:
        self.table_id = table_id
        self.who = who
        self._announcer = announcer
        self._seen = seen
        self._latest = latest
        self._changed = asyncio.Event()
        self._closed = False
        self._nudged = False

    def nudge(self) -> None:
        """Somebody has come or gone."""
        self._nudged = True
        self._changed.set()

    def tell(self, version: int) -> None:
        self._latest = max(self._latest, version)
        self._changed.set()

    def showed(self, version: int) -> None:
        """The listener has been shown this version already, whoever meant to tell of it next."""
        self._seen = max(self._seen, version)

    async def __anext__(self) -> int:
        while self._latest <= self._seen and not self._nudged:
            if self._closed:
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        self._nudged = False
        self._seen = self._latest
        return self._seen

    def close(self) -> None:
        """Listen no longer."""
        self._closed = True
        self._changed.set()
        self._announcer.forget(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Announcer:
    """Tells every listener of a table that something changed; what it is, they ask for themselves."""

    def __init__(self, come: Callable[[str, str], None], gone: Callable[[str, str], None]) -> None:
        self._watches: dict[str, set[Watch]] = {}
        # Told the table and the identity ("": somebody without a name) when their first page is opened ...
        self._come = come
        self._gone = gone  # ... and when the last one is closed.

    def watch(self, table_id: str, who: str, seen: int, latest: int) -> Watch:
        watch = Watch(self, table_id, who, seen, latest)
        is_new = all(other.who != who for other in self._watches.get(table_id, ()))
        if is_new and who:
            self.nudge(table_id)
        self._watches.setdefault(table_id, set()).add(watch)
        if is_new:
            self._come(table_id, who)
        return watch

    def forget(self, watch: Watch) -> None:
        watches = self._watches.get(watch.table_id, set())
        was_there = watch in watches
        watches.discard(watch)
        if not watches:
            self._watches.pop(watch.table_id, None)
        if was_there and all(other.who != watch.who for other in watches):
            self._gone(watch.table_id, watch.who)
            if watch.who:
                self.nudge(watch.table_id)

    def nudge(self, table_id: str) -> None:
        """Somebody has come to a table, or gone."""
        for watch in self._watches.get(table_id, ()):
            watch.nudge()

    def announce(self, table_id: str, version: int) -> None:
        for watch in self._watches.get(table_id, ()):
            watch.tell(version)

    def is_watched(self, table_id: str) -> bool:
        return table_id in self._watches

    def watched(self) -> list[str]:
        """The tables to which somebody listens."""
        return list(self._watches)

    def present(self, table_id: str) -> frozenset[str]:
        """The identities that listen to a table."""
        return frozenset(watch.who for watch in self._watches.get(table_id, ()) if watch.who)

    def close_table(self, table_id: str) -> None:
        """End the streams of a table."""
        for watch in list(self._watches.get(table_id, ())):
            watch.close()

    def close(self) -> None:
        """End every stream."""
        for watch in [w for watches in self._watches.values() for w in watches]:
            watch.close()


def change(version: int, ply: int, actor: int, over: bool, away: Sequence[tuple[int, int, int]] = ()) -> str:
    """One server-sent event: nothing in it but what every spectator may know.

    `away` are the seats whose owners are away, each with the seconds so far and those until a bot may play for them.
    """
    facts = {"version": version, "ply": ply, "actor": actor, "over": over, "away": list(away)}
    data = json.dumps(facts, separators=(",", ":"))
    return f"event: change\nid: {version}\ndata: {data}\n\n"


def gone(sentence: str) -> str:
    """The last event of a stream that ends for good: why."""
    return f"event: gone\ndata: {json.dumps({'sentence': sentence})}\n\n"


HEARTBEAT = ": still here\n\n"
