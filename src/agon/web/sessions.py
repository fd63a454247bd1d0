"""Who is logged in on which device. A session is looked up once in a while, not at every request."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final

from cachetools import LRUCache

from agon.web import accounts
from agon.web.checks import now
from agon.web.identity import Identity
from agon.web.recovery import digest
from agon.web.store import Store

TRUSTED: Final = 5.0  # seconds for which a session that was looked up is believed; in other processes too it ends then
REMEMBERED: Final = 20_000


class Sessions:
    """Reads the tokens of sessions; what was read is remembered for a moment."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._known: LRUCache[str, tuple[float, Identity | None]] = LRUCache(REMEMBERED)

    async def read(self, token: str) -> Identity | None:
        """Whose token this is; None where the session has ended."""
        session = digest(token)
        until, who = self._known.get(session, (0.0, None))
        if until < self._clock():
            who = await self._look(session)
            self._known[session] = (self._clock() + TRUSTED, who)
        return who

    async def _look(self, session: str) -> Identity | None:
        moment = now()
        found = await self._store.read(partial(accounts.session, session_id=session, moment=moment))
        if found is None:
            return None
        account, seen = found
        if seen < moment - timedelta(seconds=accounts.SEEN_SECONDS):
            await self._store.write(partial(accounts.use_session, session_id=session, moment=moment))
        return Identity(account.id, account.name, session=session)

    def forget(self) -> None:
        """Somebody has ended a session or changed a name: from now on the database is asked again."""
        self._known.clear()
