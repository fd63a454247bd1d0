"""Sees to it that tournaments go on: tables for each pairing, results as games end, the next round when all have."""

from __future__ import annotations

from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from agon.core.errors import AgonError
from agon.web import cups
from agon.web.checks import ME, OPEN
from agon.web.cups import Board, Cup, Entrant
from agon.web.hub import Hub
from agon.web.identity import Identity
from agon.web.rounds import Rounds
from agon.web.store import Store


class CupKeeper:
    """One in each process; what is to be done is claimed in the database."""

    def __init__(self, store: Store, hub: Hub, seconds: float) -> None:
        self._store = store
        self._hub = hub
        self._seconds = seconds

    def rounds(self) -> Rounds:
        return Rounds(self.look, self._seconds, (SQLAlchemyError, AgonError), "A tournament could not go on")

    async def look(self) -> None:
        """Let every tournament go on that can."""
        for cup in await self._store.read(cups.running):
            await self._go_on(cup)

    async def _go_on(self, cup: Cup) -> None:
        await self._store.write(partial(cups.go_on, cup_id=cup.id))
        entrants = await self._store.read(partial(cups.entrants_of, cup_id=cup.id))
        for board in await self._store.read(partial(cups.to_open, cup_id=cup.id)):
            if await self._store.write(partial(cups.claim, cup_id=cup.id, board=board)):
                await self._open(cup, board, entrants)
        for table_id in await self._store.read(partial(cups.at_play, cup_id=cup.id)):
            await self._hub.get(table_id)  # bots who meet bots play on while somebody looks

    async def _open(self, cup: Cup, board: Board, entrants: list[Entrant]) -> None:
        """The table of a pairing, with everybody at their seats."""
        pair = [entrants[board.first], entrants[board.second]]
        people = [entrant for entrant in pair if not entrant.bot]
        host = Identity(people[0].person, people[0].name) if people else Identity(cup.host, "?")
        wishes = [one.bot or (ME if one is people[0] else OPEN) for one in pair]
        live = await self._hub.create(host, cup.game, wishes, {}, False, False, cup.pace, cup.rated and bool(people))
        for entrant in people[1:]:
            await self._hub.join(live.id, Identity(entrant.person, entrant.name), None)
        await self._store.write(partial(cups.seat_at, cup_id=cup.id, board=board, table_id=live.id))
