"""The store's tables for SQLAlchemy. `tables` and `entries` are only ever appended to; the rest follows from them.

A column that names a person says so: when a guest's games move into an account, or an account is deleted, each such
column follows. A row that is about somebody goes with them (`PERSON`), another stays without them (`AUTHOR`).

Tables marked PASSING hold what processes that share a database tell one another; no backup has them.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import BigInteger, DateTime, Float, ForeignKey, Index, LargeBinary, String, Text, false
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

PASSING: Final = {"passing": True}


class Utc(TypeDecorator[datetime]):
    """A moment, kept in universal time by databases that know no time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


PERSON: Final[dict[str, Any]] = {"person": "goes"}
AUTHOR: Final[dict[str, Any]] = {"person": "stays"}
# Others think so of somebody: it goes, or stays without them, as the above; they are not told.
JUDGED: Final[dict[str, Any]] = {"person": "goes", "untold": True}
REPORTED: Final[dict[str, Any]] = {"person": "stays", "untold": True}


class Base(DeclarativeBase):
    """All tables of the store."""


class TableRow(Base):
    """What a table was opened with. Append-only."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    host: Mapped[str] = mapped_column(String(32), info=AUTHOR)
    public: Mapped[bool]
    allow_hints: Mapped[bool]
    imported: Mapped[bool]
    created: Mapped[datetime] = mapped_column(Utc)
    record: Mapped[str] = mapped_column(Text)
    pace: Mapped[str] = mapped_column(String(16))
    rated: Mapped[bool]


class EntryRow(Base):
    """The journal of every table. Append-only; the key makes sure that nothing is written twice."""

    __tablename__ = "entries"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))
    at: Mapped[datetime] = mapped_column(Utc)
    seat: Mapped[int]
    who: Mapped[str] = mapped_column(String(32), info=AUTHOR)
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)


class SummaryRow(Base):
    """How each table stands, for the lobby; follows from the journal and is written in the same transaction."""

    __tablename__ = "summaries"

    id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    host: Mapped[str] = mapped_column(String(32), info=AUTHOR)
    public: Mapped[bool]
    imported: Mapped[bool]
    started: Mapped[bool]
    over: Mapped[bool]
    actor: Mapped[int]
    ply: Mapped[int]
    version: Mapped[int]
    created: Mapped[datetime] = mapped_column(Utc)
    updated: Mapped[datetime] = mapped_column(Utc)
    seats: Mapped[str] = mapped_column(Text)  # JSON
    result: Mapped[str] = mapped_column(Text)  # JSON
    pace: Mapped[str] = mapped_column(String(16))
    rated: Mapped[bool]
    due: Mapped[datetime | None] = mapped_column(Utc, index=True)

    __table_args__ = (Index("summaries_by_state", "public", "started", "over", "updated"),)


class MemberRow(Base):
    """Who has ever sat at which table; for "my games"."""

    __tablename__ = "members"

    identity: Mapped[str] = mapped_column(String(32), primary_key=True, info=PERSON)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)


class AnalysisRow(Base):
    """What was found about a finished game; follows from its journal and can be made again."""

    __tablename__ = "analyses"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(16))  # the fingerprint of the plies it is of
    body: Mapped[str] = mapped_column(Text)  # JSON


class RulingRow(Base):
    """What operators have decided about tables and people. Append-only; a decision is lifted by a later one."""

    __tablename__ = "rulings"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(Utc)
    verb: Mapped[str] = mapped_column(String(8))  # ban, unban, mute, unmute, delete
    kind: Mapped[str] = mapped_column(String(8))  # person, address, table
    subject: Mapped[str] = mapped_column(String(64))
    until: Mapped[datetime | None] = mapped_column(Utc)


class LearntRow(Base):
    """Lessons somebody has been through."""

    __tablename__ = "learnt"

    identity: Mapped[str] = mapped_column(String(32), primary_key=True, info={"person": "goes"})
    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    lesson: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(Utc)


class MissedRow(Base):
    """Steps of lessons that somebody answered wrong and has not answered right since."""

    __tablename__ = "missed"

    identity: Mapped[str] = mapped_column(String(32), primary_key=True, info={"person": "goes"})
    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    lesson: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    step: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class TryRow(Base):
    """Somebody's first answer to a puzzle, with the person's rating before and after."""

    __tablename__ = "tries"

    identity: Mapped[str] = mapped_column(String(32), primary_key=True, info={"person": "goes"})
    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    solved: Mapped[bool]
    at: Mapped[datetime] = mapped_column(Utc)
    before: Mapped[float]
    after: Mapped[float]
    seconds: Mapped[int] = mapped_column(server_default="0")  # from seeing it to the answer; 0 where nobody knows

    __table_args__ = (Index("tries_by_puzzle", "puzzle"),)


class DayRow(Base):
    """Whether somebody solved the puzzle of a day on that day."""

    __tablename__ = "days"

    identity: Mapped[str] = mapped_column(String(32), primary_key=True, info={"person": "goes"})
    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    solved: Mapped[bool]


class SkillRow(Base):
    """How good people are at puzzles, on the scale of chess."""

    __tablename__ = "skills"

    identity: Mapped[str] = mapped_column(String(32), primary_key=True, info={"person": "goes"})
    rating: Mapped[float]
    spread: Mapped[float]
    tries: Mapped[int]


class GradeRow(Base):
    """How hard puzzles are found, on the same scale."""

    __tablename__ = "grades"

    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    rating: Mapped[float]
    spread: Mapped[float]
    tries: Mapped[int]


class KeyRow(Base):
    """The key that signs cookies, made when the store is."""

    __tablename__ = "keys"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)


# ---- people who have kept their name ----


class AccountRow(Base):
    """Somebody who has kept a name. The recovery code is not here, only what tells it from others."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    key: Mapped[str] = mapped_column(String(128), unique=True)  # the name as it is compared
    created: Mapped[datetime] = mapped_column(Utc)
    code: Mapped[str] = mapped_column(String(64))  # the recovery code's digest
    coded: Mapped[datetime] = mapped_column(Utc)  # when it was made
    mail: Mapped[str] = mapped_column(String(254))
    wishes: Mapped[str] = mapped_column(Text)  # JSON: what they have switched on or off
    leaving: Mapped[datetime | None] = mapped_column(Utc)  # when the account will be deleted


class PasskeyRow(Base):
    """A passkey of somebody: its public half."""

    __tablename__ = "passkeys"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the digest of the credential's id
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), info=PERSON, index=True)
    credential: Mapped[bytes] = mapped_column(LargeBinary)
    public: Mapped[bytes] = mapped_column(LargeBinary)
    uses: Mapped[int]  # as the device counts them
    device: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(Utc)
    used: Mapped[datetime] = mapped_column(Utc)


class SessionRow(Base):
    """A device on which somebody is logged in; the token itself is in its cookie alone."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the digest of the token
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), info=PERSON, index=True)
    device: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(Utc)
    seen: Mapped[datetime] = mapped_column(Utc)
    expires: Mapped[datetime] = mapped_column(Utc)


class LinkRow(Base):
    """A few characters that bring a second device into an account, once both have confirmed."""

    __tablename__ = "links"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the digest of the characters
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), info=PERSON, index=True)
    expires: Mapped[datetime] = mapped_column(Utc)
    claim: Mapped[str] = mapped_column(String(64))  # the digest of what the second device will show
    device: Mapped[str] = mapped_column(String(64))  # which asks to be let in
    confirmed: Mapped[bool]


class ResultRow(Base):
    """How somebody fared in a finished game; follows from its journal. Bots have rows too, without a person."""

    __tablename__ = "results"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(String(32), info=AUTHOR, index=True)
    bot: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(64))
    seats: Mapped[int]
    place: Mapped[int]
    left: Mapped[bool]  # a bot had to finish for them
    opening: Mapped[str] = mapped_column(String(200))  # the first thing they did
    at: Mapped[datetime] = mapped_column(Utc)
    rated: Mapped[bool]
    mu: Mapped[float | None] = mapped_column(Float)  # their rating afterwards, where the game counted
    sigma: Mapped[float | None] = mapped_column(Float)
    gain: Mapped[float | None] = mapped_column(Float)  # by how much mu changed


class RatingRow(Base):
    """How strong somebody is at a game with so many seats, and how sure that is (OpenSkill)."""

    __tablename__ = "ratings"

    person: Mapped[str] = mapped_column(String(32), primary_key=True, info=PERSON)
    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    seats: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    games: Mapped[int]
    updated: Mapped[datetime] = mapped_column(Utc)


# ---- what processes that share a PostgreSQL database tell one another ----


class ProcessRow(Base):
    """A process that serves this database, or lets bots think for it; one that has not been seen for long is dead."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))  # web, worker
    name: Mapped[str] = mapped_column(String(200))
    started: Mapped[datetime] = mapped_column(Utc)
    seen: Mapped[datetime] = mapped_column(Utc)

    __table_args__ = ({"info": PASSING},)


class PresenceRow(Base):
    """Who listens to which table through which process, or has done so lately; "": somebody without a name."""

    __tablename__ = "presence"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    who: Mapped[str] = mapped_column(String(32), primary_key=True, info=PERSON)
    process: Mapped[str] = mapped_column(String(16), primary_key=True)
    gone: Mapped[datetime | None] = mapped_column(Utc)

    __table_args__ = (Index("presence_by_process", "process"), {"info": PASSING})


class SittingRow(Base):
    """A table whose people are, or were just now, at it all at once."""

    __tablename__ = "sittings"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)

    __table_args__ = ({"info": PASSING},)


class QuestionRow(Base):
    """A question to a bot that waits for a worker, is being thought about, or was answered and not played yet."""

    __tablename__ = "questions"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id"))  # of a move; nobody asks for one twice
    number: Mapped[int | None]  # of the entry by which the position came about
    seat: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))  # choose, reason, look
    body: Mapped[str] = mapped_column(Text)  # JSON
    form: Mapped[str] = mapped_column(String(64))  # which game by which rules; a worker that has others leaves it
    bot: Mapped[str] = mapped_column(String(200))
    person: Mapped[str] = mapped_column(String(64), info=AUTHOR)
    share: Mapped[str] = mapped_column(String(80))
    urgency: Mapped[int]
    length: Mapped[int]
    asker: Mapped[str] = mapped_column(String(16))
    worker: Mapped[str | None] = mapped_column(String(16))
    lease: Mapped[datetime | None] = mapped_column(Utc)  # until when the worker has it, unless it says that it lives
    tries: Mapped[int]  # workers that have taken it
    answer: Mapped[str | None] = mapped_column(Text)  # JSON
    failed: Mapped[bool]
    thought: Mapped[float] = mapped_column(Float)  # seconds

    __table_args__ = (
        Index("questions_by_position", "table_id", "number", unique=True),
        Index("questions_by_worker", "worker"),
        {"info": PASSING},
    )


class TurnRow(Base):
    """When a person, or all at one address, last had a turn in the queue of questions."""

    __tablename__ = "turns"

    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    turn: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = ({"info": PASSING},)


class BucketRow(Base):
    """What a person, or an address, has left of a budget: tokens, and when they were counted."""

    __tablename__ = "buckets"

    name: Mapped[str] = mapped_column(String(120), primary_key=True)  # kind, and whose
    tokens: Mapped[float] = mapped_column(Float)
    at: Mapped[float] = mapped_column(Float)  # seconds by the database's clock

    __table_args__ = ({"info": PASSING},)


class SeenRow(Base):
    """When and where a person was last seen by any process."""

    __tablename__ = "seen"

    person: Mapped[str] = mapped_column(String(32), primary_key=True, info=PERSON)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Utc)

    __table_args__ = (Index("seen_by_time", "at"), {"info": PASSING})


class JobRow(Base):
    """An analysis that a process is making."""

    __tablename__ = "jobs"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    process: Mapped[str] = mapped_column(String(16))
    share: Mapped[str] = mapped_column(String(80))
    done: Mapped[int]
    plies: Mapped[int]

    __table_args__ = ({"info": PASSING},)


# ---- owners' packs ----


class PackRow(Base):
    """A pack somebody edits: its text, and what can be taken back."""

    __tablename__ = "packs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(String(32), info=PERSON, index=True)
    game: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
    undo: Mapped[str] = mapped_column(Text)  # JSON
    created: Mapped[datetime] = mapped_column(Utc)
    updated: Mapped[datetime] = mapped_column(Utc)


class KeptPackRow(Base):
    """A pack some table is played with, by the hash its record names. Append-only."""

    __tablename__ = "kept_packs"

    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    hash: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)


# ---- tournaments ----


class TournamentRow(Base):
    """A tournament of a game for two: what was agreed, and how far it is."""

    __tablename__ = "tournaments"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    title: Mapped[str] = mapped_column(String(64))
    host: Mapped[str] = mapped_column(String(32), info=AUTHOR)
    game: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(8))  # swiss, robin
    pace: Mapped[str] = mapped_column(String(16))
    rated: Mapped[bool]
    rounds: Mapped[int]
    round: Mapped[int]  # that is played; 0: not begun
    over: Mapped[bool]
    created: Mapped[datetime] = mapped_column(Utc)


class EntrantRow(Base):
    """Somebody, or a bot, who takes part."""

    __tablename__ = "entrants"

    tournament: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(String(32), info=AUTHOR)
    name: Mapped[str] = mapped_column(String(64))
    bot: Mapped[str] = mapped_column(String(64))
    paused: Mapped[bool] = mapped_column(server_default=false())


class PairingRow(Base):
    """Who meets whom in a round, and how it ended; where `second` is -1, the first has a bye, or pauses (0 points)."""

    __tablename__ = "pairings"

    tournament: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    board: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first: Mapped[int]
    second: Mapped[int]
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id"))
    claimed: Mapped[datetime | None] = mapped_column(Utc)  # by a process that opens the table
    points: Mapped[float | None] = mapped_column(Float)  # of the first: 1, 0.5 or 0


# ---- being told ----


class SubscriptionRow(Base):
    """A browser that may be told something by Web Push."""

    __tablename__ = "subscriptions"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the digest of the endpoint
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), info=PERSON, index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    p256dh: Mapped[str] = mapped_column(String(128))
    auth: Mapped[str] = mapped_column(String(64))


class NoticeRow(Base):
    """Of which turn somebody was told last, at each table: of the same turn nobody is told twice."""

    __tablename__ = "notices"

    person: Mapped[str] = mapped_column(String(32), primary_key=True, info=PERSON)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    ply: Mapped[int]


class MuteRow(Base):
    """Somebody does not wish to read what a person says."""

    __tablename__ = "mutes"

    reader: Mapped[str] = mapped_column(String(32), primary_key=True, info=PERSON)
    person: Mapped[str] = mapped_column(String(32), primary_key=True, info=JUDGED)


class ReportRow(Base):
    """A line of chat that somebody has shown to the operators."""

    __tablename__ = "reports"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(Utc)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    entry: Mapped[int]
    person: Mapped[str] = mapped_column(String(32), info=REPORTED)
    reporter: Mapped[str] = mapped_column(String(32), info=AUTHOR)
    is_done: Mapped[bool]
