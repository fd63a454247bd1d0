"""A guest's games go over to an account; those of a deleted account to nobody.

Accounts whose fourteen days are over are deleted: bots take their seats, and finished games say "somebody".
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from agon.core.errors import AgonError
from agon.web import accounts
from agon.web.checks import now
from agon.web.hub import Hub
from agon.web.identity import Identity
from agon.web.passing import NOBODY, pass_on, tables_of
from agon.web.rounds import Rounds
from agon.web.sessions import Sessions
from agon.web.store import Store

log = logging.getLogger("agon.web")


LISTED: Final = 1000  # running games of one person


async def hand_over(hub: Hub, store: Store, old: str, new: str, name: str) -> None:
    """What belonged to a guest belongs to the name they have kept; what belonged to one who goes, to nobody."""
    tables = await store.read(partial(tables_of, person=old))
    async with hub.rewriting(tables):
        await store.write(partial(pass_on, old=old, new=new, name=name))


async def farewell(hub: Hub, store: Store, who: Identity) -> None:
    """Somebody goes for good: bots take their running seats, and nothing names them any more."""
    for summary in await store.of_member(who.id, False, LISTED):
        if summary.seat_of(who.id) >= 0 and not summary.imported:
            await hub.leave(summary.id, who)
    hub.budget.forget(who.id)
    await hand_over(hub, store, who.id, NOBODY, NOBODY)


class Farewells:
    """Looks once in a while who is to go."""

    def __init__(self, store: Store, hub: Hub, sessions: Sessions, seconds: float) -> None:
        self._store = store
        self._hub = hub
        self._sessions = sessions
        self._seconds = seconds

    def rounds(self) -> Rounds:
        return Rounds(self.look, self._seconds, (SQLAlchemyError, AgonError), "An account could not be deleted")

    async def look(self) -> None:
        """Delete the accounts that are due."""
        for account in await self._store.read(partial(accounts.due, moment=now())):
            await farewell(self._hub, self._store, Identity(account, ""))
            self._sessions.forget()
            log.info("An account was deleted.")
