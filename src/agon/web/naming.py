"""Which names are kept."""

from __future__ import annotations

from functools import partial

from agon.web import accounts
from agon.web.identity import Identity
from agon.web.sessions import Sessions
from agon.web.store import Store


class Names:
    """The names of a server: those that somebody has kept are nobody else's."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions

    async def check(self, name: str) -> None:
        """Refuses a name that somebody has kept."""
        await self._store.read(partial(accounts.check_free, name=name))

    async def rename(self, who: Identity, name: str) -> None:
        await self._store.write(partial(accounts.rename, account=who.id, name=name))
        self._sessions.forget()
