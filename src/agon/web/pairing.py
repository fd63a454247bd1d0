"""Strangers find each other: whoever looks for a game sits down at an open table that fits, else opens one.

A table fits the more strengths the longer it waits: every quarter of a minute the range grows.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final

from agon.core.game import Game
from agon.web.checks import ME, OPEN, now
from agon.web.errors import Refused
from agon.web.hub import Hub
from agon.web.identity import Identity
from agon.web.kept import Summary
from agon.web.live import Live
from agon.web.ratings import rating_of
from agon.web.store import Store

FEW: Final = 2  # strangers who play, where the game allows it
RANGE: Final = 150  # points of difference at once, and more with every wait
WAIT: Final = 15.0  # seconds


def seats_for(game: Game) -> int:
    """How many strangers make a game."""
    return FEW if FEW in game.seats else game.seats[0]


async def pair(hub: Hub, store: Store, who: Identity, game: Game, pace: str, rated: bool) -> Live:
    """Sit down at a table that fits, else open one."""
    wanted = Wanted(game.id, seats_for(game), pace, rated)
    for summary in await fitting(hub, store, who, wanted):
        try:
            await hub.join(summary.id, who, None)
        except Refused:  # somebody was faster
            continue
        return await hub.get(summary.id)
    seats = [ME, *[OPEN] * (wanted.seats - 1)]
    return await hub.create(who, game.id, seats, {}, True, False, pace, rated)


async def pair_again(hub: Hub, store: Store, who: Identity, table_id: str) -> Live:
    """Whoever waits alone at a table of theirs moves to an older one that fits by now."""
    live = await hub.get(table_id)
    alone = live.host == who.id and not live.started and [s.owner for s in live.seats if s.kind != "open"] == [who.id]
    if not alone or not live.public:
        return live
    wanted = Wanted(live.table.game.id, len(live.seats), live.pace, live.rated)
    for summary in await fitting(hub, store, who, wanted, before=live.created):
        try:
            await hub.join(summary.id, who, None)
        except Refused:
            continue
        await hub.leave(table_id, who)
        return await hub.get(summary.id)
    return live


class Wanted:
    """What somebody wants to play."""

    def __init__(self, game: str, seats: int, pace: str, rated: bool) -> None:
        self.game = game
        self.seats = seats
        self.pace = pace
        self.rated = rated

    def is_of(self, summary: Summary) -> bool:
        same = (summary.game, len(summary.seats), summary.pace, summary.rated)
        return same == (self.game, self.seats, self.pace, self.rated)


async def fitting(
    hub: Hub, store: Store, who: Identity, wanted: Wanted, before: datetime | None = None
) -> list[Summary]:
    """Open tables of others where somebody of about one's strength waits; the longest waiting first."""
    lobby = await hub.lobby(who)
    mine = (await store.read(partial(rating_of, person=who.id, game=wanted.game, seats=wanted.seats))).points
    out = []
    for summary in sorted(lobby.open, key=lambda found: found.created):
        people = [seat.owner for seat in summary.seats if seat.owner]
        if not wanted.is_of(summary) or not people or (before is not None and summary.created >= before):
            continue
        theirs = await store.read(partial(rating_of, person=people[0], game=wanted.game, seats=wanted.seats))
        waited = (now() - summary.created).total_seconds()
        if abs(theirs.points - mine) <= RANGE * (1 + waited // WAIT):
            out.append(summary)
    return out
