"""The lobby: what somebody finds on the first page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from agon.web.budget import Budget
from agon.web.checks import now
from agon.web.kept import Keeper, Summary

LISTED: Final = 60  # tables in one list of the lobby
OPEN_DAYS: Final = 14  # public tables untouched for longer are not listed
PER_HOST: Final = 3  # public tables of one host in one list of the lobby
PER_ADDRESS: Final = 8  # and of all hosts at one address


@dataclass(frozen=True)
class Lobby:
    """What somebody finds on the first page; each list with the latest first."""

    open: list[Summary]  # public tables with a free seat
    mine: list[Summary]  # my tables that are not over: those waiting for me first
    finished: list[Summary]  # my tables that are over
    running: list[Summary]  # public tables of others, to watch


async def lobby_for(store: Keeper, budget: Budget, me: str) -> Lobby:
    """Open tables, my running ones (mine to move first), my finished ones, running public ones."""
    moment = now()
    mine = await store.of_member(me, False, LISTED) if me else []
    finished = await store.of_member(me, True, LISTED) if me else []
    waiting = await _public(store, budget, False, moment)
    running = await _public(store, budget, True, moment)
    taken = {summary.id for summary in mine}
    return Lobby(
        open=[s for s in waiting if s.id not in taken],
        mine=sorted(mine, key=lambda s: not s.waits_for(me)),
        finished=finished,
        running=[s for s in running if s.id not in taken],
    )


async def _public(store: Keeper, budget: Budget, started: bool, moment: datetime) -> list[Summary]:
    """The latest public tables, but never so many of one host, or of one address, that others find no place."""
    since = moment - timedelta(days=OPEN_DAYS)
    found = await store.public(started, since, LISTED * PER_ADDRESS, PER_HOST)
    seen: Counter[str] = Counter()
    listed: list[Summary] = []
    for summary in found:
        address = budget.address(summary.host)
        seen[address] += 1
        if not address or seen[address] <= PER_ADDRESS:
            listed.append(summary)
    return listed[:LISTED]
