"""What is kept of a table, and whoever keeps it: a database behind a server, or the browser where there is none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, Protocol

from agon.web.seats import Seat

EntryKind = Literal[
    "ply",
    "undo",
    "sit",
    "free",
    "bot",
    "stand",
    "back",
    "start",
    "say",
    "rematch",
    "late",
    "wake",
    "rest",
    "rules",
    "resign",
    "phrase",
]

TURNS: Final = ("ply", "undo", "start", "rules")  # the kinds of entries by which the position changes


SHELF: Final = "shelf"  # the host of records of our own, which are in no list


@dataclass(frozen=True)
class Terms:
    """What a table is opened with besides its game."""

    public: bool
    allow_hints: bool
    imported: bool
    pace: str = ""
    rated: bool = False


class Outrun(Exception):
    """Another process has changed the table before."""


@dataclass(frozen=True)
class Header:
    """What a table was opened with; never changed."""

    id: str
    host: str
    public: bool
    allow_hints: bool
    imported: bool
    created: datetime
    record: str  # a record's text without plies: game, rules version, pack, seats, options
    pace: str = ""  # how much time there is (clocks.py); "": as much as one likes
    rated: bool = False  # whoever sits down agrees to it


@dataclass(frozen=True)
class Entry:
    """One line of a table's journal. `number` runs from 1; it is the table's version after this entry."""

    number: int
    kind: EntryKind
    at: datetime
    seat: int = -1
    who: str = ""  # the identity's id
    name: str = ""  # a nickname
    text: str = ""  # an action, a bot, a line of chat, a table's id


@dataclass(frozen=True)
class Summary:
    """A table as the lobby lists it."""

    id: str
    game: str
    host: str
    public: bool
    imported: bool
    started: bool
    over: bool
    actor: int
    ply: int
    version: int
    created: datetime
    updated: datetime
    seats: tuple[Seat, ...]
    result: tuple[int, ...]
    pace: str = ""
    rated: bool = False
    due: datetime | None = None  # when the time of whoever decides is out

    def seat_of(self, identity_id: str) -> int:
        """The seat this identity owns, or -1."""
        return next((i for i, seat in enumerate(self.seats) if seat.owner == identity_id), -1)

    @property
    def waits_for_a_bot(self) -> bool:
        """Whether a bot has to decide at a table where somebody plays."""
        people = any(seat.kind == "person" and not seat.standing_in for seat in self.seats)
        return self.actor >= 0 and self.seats[self.actor].is_played_by_bot and people

    def waits_for(self, identity_id: str) -> bool:
        """Whether this identity has to decide now."""
        if not self.started or self.over or self.imported or self.actor < 0:
            return False
        seat = self.seats[self.actor]
        return seat.owner == identity_id and not seat.standing_in


class Keeper(Protocol):
    """Whoever keeps tables. `faults` are the errors by which it says that it could not."""

    @property
    def faults(self) -> tuple[type[Exception], ...]: ...

    async def create(self, header: Header, entries: list[Entry], summary: Summary) -> None:
        """A new table; raises Outrun where there is one of this id already."""
        ...

    async def append(self, entries: list[Entry], summary: Summary) -> None:
        """All of it or nothing; raises Outrun where an entry of one of these numbers is there already."""
        ...

    async def load(self, table_id: str) -> tuple[Header, list[Entry]] | None: ...

    async def summary(self, table_id: str) -> Summary | None: ...

    async def entries_after(self, table_id: str, number: int) -> list[Entry]: ...

    async def of_member(self, identity: str, finished: bool, limit: int) -> list[Summary]: ...

    async def public(self, started: bool, since: datetime, limit: int, per_host: int) -> list[Summary]: ...

    async def bots_to_move(self, since: datetime, limit: int) -> list[str]: ...

    async def keep_analysis(self, table_id: str, game: str, body: str) -> None: ...

    async def analysis(self, table_id: str, game: str) -> str | None: ...
