"""Analyses of finished games: made piece by piece in the bots' processes, one game at a time, and kept in the store.

A piece waits until no bot has anything to decide. What is lost when a server stops is an analysis that was not done
yet, nothing else: whoever wants it asks again.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Protocol

from cachetools import LRUCache

from agon.core.errors import AgonError
from agon.core.record import Record
from agon.play.analysis import Analysis, Judged, fingerprint
from agon.web.botpool import BotFailed, Look, Thinker
from agon.web.budget import Budget
from agon.web.errors import Refused
from agon.web.identity import Identity
from agon.web.kept import Keeper
from agon.web.live import Live
from agon.web.queue import Errand, patient
from agon.web.settings import Settings

log = logging.getLogger("agon.web")

EACH: Final = 4  # games that may wait on the account of one person, or of one address
FAILED: Final = 100  # failures remembered, so that those who wait for one are told

Stage = Literal["none", "waiting", "running", "done", "failed"]


@dataclass
class Standing:
    """How far the analysis of a game is."""

    stage: Stage
    done: int = 0  # plies judged
    plies: int = 0
    found: Analysis | None = None


@dataclass
class Job:
    """A game that is being analysed, or waits for it."""

    record: Record
    errand: Errand  # on whose account
    result: tuple[int, ...]  # everybody's place; a game that was given up has none in its record
    plies: list[Judged] = field(default_factory=list)  # judged so far


class Others(Protocol):
    """What other processes analyse (agon.web.jobs.Jobs)."""

    async def begin(self, table_id: str, share: str, plies: int) -> bool: ...

    async def elsewhere(self, share: str) -> tuple[int, int]: ...

    async def progress(self, table_id: str, done: int) -> None: ...

    async def end(self, table_id: str) -> None: ...

    async def at(self, table_id: str) -> tuple[int, int] | None: ...


class Analyses:
    """All analyses of one server."""

    others: Others | None = None  # where processes share a database

    def __init__(self, store: Keeper, bots: Thinker, settings: Settings, budget: Budget) -> None:
        self._store = store
        self._budget = budget
        self._bots = bots
        self._settings = settings
        self._jobs: dict[str, Job] = {}  # by table, in the order they were asked for
        self._failed: LRUCache[str, Standing] = LRUCache(FAILED)
        self._worker: asyncio.Task[None] | None = None
        self._closing = False

    async def standing(self, live: Live) -> Standing:
        """How far the analysis of this table is; with what was found, once it is done."""
        if live.id in self._jobs:
            return self._underway(live.id)
        found = await self._kept(live)
        if found is not None:
            return Standing("done", len(found.plies), len(found.plies), found)
        elsewhere = await self.others.at(live.id) if self.others is not None else None
        if elsewhere is not None:
            return Standing("running", *elsewhere)
        return self._failed.get(live.id) or Standing("none", 0, live.ply)

    async def start(self, live: Live, who: Identity) -> Standing:
        """Have a finished game analysed, unless it is already."""
        if not live.is_over:
            raise Refused("analysis_not_over")
        await self._budget.spend("analyses", who)
        standing = await self.standing(live)
        if live.id in self._jobs:  # somebody else was faster
            return self._underway(live.id)
        if standing.stage in ("done", "running"):
            return standing
        if self._closing:
            raise Refused("busy")
        errand = self._budget.errand(who.id, who.address, patient)
        every, own = await self.others.elsewhere(errand.share) if self.others is not None else (0, 0)
        if len(self._jobs) + every > self._settings.analyses_waiting:
            raise Refused("analyses_full")
        if sum(job.errand.share == errand.share for job in self._jobs.values()) + own >= EACH:
            raise Refused("analyses_yours")
        if self.others is not None and not await self.others.begin(live.id, errand.share, live.ply):
            return Standing("running", 0, live.ply)  # another process was faster
        self._failed.pop(live.id, None)
        self._jobs[live.id] = Job(live.record(), errand, live.result)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return self._underway(live.id)

    def _underway(self, table_id: str) -> Standing:
        """The first in the row is at work, the others wait."""
        job = self._jobs[table_id]
        stage: Stage = "running" if next(iter(self._jobs)) == table_id else "waiting"
        return Standing(stage, len(job.plies), len(job.record.plies))

    async def close(self) -> None:
        """Stop; what is not done is forgotten."""
        self._closing = True
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    # ---- working ----

    async def _work(self) -> None:
        """One game after the other, until none waits."""
        while self._jobs:
            table_id, job = next(iter(self._jobs.items()))
            try:
                await self._analyse(table_id, job)
            except BotFailed as error:
                log.warning("An analysis failed: %s", error)
                self._give_up(table_id, job)
            except Exception:  # whatever happened, the other games wait
                log.exception("An analysis failed.")
                self._give_up(table_id, job)
            finally:
                del self._jobs[table_id]
                if self.others is not None:
                    await self.others.end(table_id)

    def _give_up(self, table_id: str, job: Job) -> None:
        self._failed[table_id] = Standing("failed", 0, len(job.record.plies))

    async def _analyse(self, table_id: str, job: Job) -> None:
        text, settings, pack = job.record.text(), self._settings, job.record.game.own_pack or ""
        while len(job.plies) < len(job.record.plies):
            first, iterations, seconds = len(job.plies), settings.analysis_iterations, settings.analysis_seconds
            piece = Look(text, first, iterations, seconds, job.errand, pack)
            job.plies += await self._bots.look(piece)
            if self.others is not None:
                await self.others.progress(table_id, len(job.plies))
        found = Analysis(replace(job.record, result=list(job.result)), job.plies, settings.analysis_iterations)
        body = json.dumps(found.as_dict(), separators=(",", ":"))
        await self._store.keep_analysis(table_id, fingerprint(job.record), body)

    # ---- keeping ----

    async def _kept(self, live: Live) -> Analysis | None:
        """What was found before; nothing where the game has changed since, or the form of an analysis."""
        record = live.record()
        body = await self._store.analysis(live.id, fingerprint(record))
        if body is None:
            return None
        try:
            return Analysis.from_dict(replace(record, result=list(live.result)), json.loads(body))
        except AgonError:
            return None
