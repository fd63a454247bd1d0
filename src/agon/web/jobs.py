"""Analyses that processes are making, so that each tells how far they are, and none is made twice."""

from __future__ import annotations

from typing import Final

from agon.web.wire import Wire

BEGIN: Final = """
    insert into jobs (table_id, process, share, done, plies)
    select id, %s, %s, 0, %s from tables where id = %s
    on conflict (table_id) do nothing returning table_id
"""
COUNT: Final = "select count(*), count(*) filter (where share = %s) from jobs where process <> %s"
PROGRESS: Final = "update jobs set done = %s where table_id = %s and process = %s"
END: Final = "delete from jobs where table_id = %s and process = %s"
AT: Final = "select done, plies from jobs where table_id = %s and process <> %s"


class Jobs:
    """The analyses of all processes that share a database. Those of a dead one are dropped with it."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def begin(self, table_id: str, share: str, plies: int) -> bool:
        """Whether nobody makes this one already."""
        return bool(await self._wire.ask(BEGIN, self._wire.process, share[:80], plies, table_id))

    async def elsewhere(self, share: str) -> tuple[int, int]:
        """How many other processes make, in all and on this account."""
        everything, own = (await self._wire.ask(COUNT, share[:80], self._wire.process))[0]
        return int(everything), int(own)

    async def progress(self, table_id: str, done: int) -> None:
        await self._wire.ask(PROGRESS, done, table_id, self._wire.process)

    async def end(self, table_id: str) -> None:
        await self._wire.ask(END, table_id, self._wire.process)

    async def at(self, table_id: str) -> tuple[int, int] | None:
        """How far another process is with this table, and of how many plies."""
        rows = await self._wire.ask(AT, table_id, self._wire.process)
        return (int(rows[0][0]), int(rows[0][1])) if rows else None
