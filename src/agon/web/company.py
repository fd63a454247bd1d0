"""The other processes that serve the same tables: none, where one process holds its database alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from agon.web.store import Store


class Member(Protocol):
    """What a process is told by the others; the hub is one."""

    def watched(self) -> dict[str, int]:
        """The tables of which it wants to hear, and the versions it knows."""
        ...

    def holds(self, table_id: str) -> bool:
        """Whether it has this table in memory."""
        ...

    async def catch_up(self, table_id: str) -> None:
        """Another process has changed this table."""
        ...

    async def rebuild(self, table_id: str) -> None:
        """Another process has put other people into the journal of this table."""
        ...

    def attend(self, table_id: str, ago: dict[str, float], is_live: bool, has_changed: bool) -> None:
        """Who was last at a table through other processes, in seconds ago, and whether people sit there together;
        whether somebody has come or gone since it was told."""
        ...

    def free(self, table_id: str) -> None:
        """No other process asks a bot about this table any more."""
        ...

    async def resume(self) -> None:
        """A process has died; whatever it was about to do is to be done."""
        ...


class Company:
    """Nobody else."""

    is_shared = False
    wire: Any = None  # on which processes that share a database tell one another

    async def join(self, member: Member) -> None:
        """From now on this member is told."""

    async def close(self) -> None:
        """Say goodbye."""

    def on_beat(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do this every other second."""

    async def newest(self, table_id: str) -> int | None:
        """The version of a table as the database has it; None where there is no such table."""
        return None

    def began(self) -> float | None:
        """For how many seconds this server has been up without a break; None: as long as this process."""
        return None

    def follow(self, table_id: str) -> None:
        """Somebody begins to listen to a table here: what has changed before that was heard is read."""

    def rewritten(self, table_ids: list[str]) -> None:
        """The journals of these tables name other people than before."""

    # ---- who is where ----

    def come(self, table_id: str, who: str) -> None:
        """Somebody has begun to listen to a table through this process; "": somebody without a name."""

    def go(self, table_id: str, who: str) -> None:
        """The last page of somebody at a table is closed."""

    def present(self, table_id: str) -> frozenset[str]:
        """Who listens to a table through other processes."""
        return frozenset()

    async def attend(self, table_id: str) -> None:
        """Ask who is at a table that was not in memory."""

    def gathered(self, table_id: str) -> None:
        """All people of a table are at it at once."""

    def parted(self, table_id: str) -> None:
        """They are no longer."""


ALONE: Final = Company()


def company_of(store: Store) -> Company:
    """The processes that share this store."""
    if not store.is_shared:
        return ALONE
    from agon.web.fellows import Fellows
    from agon.web.wire import WEB, Wire

    return Fellows(Wire(store.engine.url, store.process, WEB))
