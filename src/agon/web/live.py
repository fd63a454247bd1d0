"""A table in memory: the game, who sits where, the chat. Rebuilt from the store's journal on demand."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Final, Literal

from agon.core.errors import AgonError, BadRecord
from agon.core.record import Ply, Record
from agon.core.state import OVER
from agon.play.seen import Seen
from agon.play.table import StillTable, Table
from agon.web.clocks import Clock
from agon.web.journal import DEALT, check_entries, damaged, first_impossible, read_header, standing
from agon.web.kept import TURNS, Entry, EntryKind, Header, Summary
from agon.web.seats import Seat, called_at

CHAT_KEPT: Final = 200  # lines of players, and of spectators, in memory; the store keeps all
LineKind = Literal["say", "phrase", "stand", "left", "back", "late", "rules", "rules_lost", "resign"]


@dataclass(frozen=True)
class ChatLine:
    """What somebody said; `seat` is -1 for one who does not sit at the table. Not escaped: the page does that.

    Of a "phrase" the text is a key (talk.PHRASES): everybody reads it in their own language.

    Of another kind, it tells everybody of a seat: a bot (`text`) plays for its owner, who has "left", or for whom
    `name` asked it to "stand" in, or whose time is out ("late"); or the owner is "back", or has given up ("resign").
    """

    at: datetime
    name: str
    seat: int
    text: str
    kind: LineKind = "say"
    who: str = ""  # the identity's id
    number: int = 0  # of its entry in the journal

    @property
    def is_aside(self) -> bool:
        """Whether a spectator has said it: the players do not hear it while they play."""
        return self.kind in ("say", "phrase") and self.seat < 0


@dataclass(frozen=True)
class Draft:
    """A change that is about to be made: a journal entry without its number and time."""

    kind: EntryKind
    seat: int = -1
    who: str = ""
    name: str = ""
    text: str = ""


@dataclass
class Live:
    """One table. Everything here is saved already; a change is made on a copy, saved, and only then taken over."""

    id: str
    table: Table
    seats: list[Seat]
    host: str  # the identity's id
    public: bool
    options: dict[str, str]
    allow_hints: bool
    created: datetime
    pace: str = ""
    rated: bool = False
    started: bool = False
    chat: list[ChatLine] = field(default_factory=list)
    rematch: str | None = None  # the id of the table where these players meet again
    imported: bool = False  # a record somebody brought: to be looked at, not played
    version: int = 0  # the number of the last journal entry; grows with every change
    turned: int = 0  # the number of the entry by which the position came about
    updated: datetime | None = None
    clock: Clock = field(default_factory=lambda: Clock.new("", 0, False))
    whole: Record | None = field(default=None, repr=False, compare=False)  # of a finished game by older rules
    is_doubtful: bool = field(default=False, repr=False, compare=False)  # the store may know of more
    looked_at: float = field(default=0.0, repr=False, compare=False)  # by the server's clock, if anybody did
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False, compare=False)
    _undo: tuple[int, int, AgonError | None] = field(default=(-1, -1, None), repr=False, compare=False)

    @property
    def ply(self) -> int:
        return self.table.ply

    @property
    def actor(self) -> int:
        return self.table.actor()

    @property
    def is_over(self) -> bool:
        return self.table.is_over()

    @property
    def result(self) -> tuple[int, ...]:
        """Everybody's place, once the game is over."""
        return tuple(self.table.record.result or (self.table.places() if self.is_over else ()))

    def may_resign(self, seat: int) -> bool:
        """Where two play, either may give up; where more do, the others would be left with a hole in the game."""
        return seat >= 0 and len(self.seats) == 2 and self.started and not self.is_over and not self.imported

    @property
    def is_dealt(self) -> bool:
        """Whether the set-up has been drawn: not before the last seat is taken, so that nobody can choose by it."""
        return self.started or self.imported

    @property
    def is_open_to_all(self) -> bool:
        """Whether everything may be shown: a finished game, or a record that somebody brought."""
        return self.imported or self.is_over

    @property
    def due(self) -> datetime | None:
        """When the time of the person who is asked now is out; None where nobody is, or there is no hurry."""
        if not self.started or self.imported or self.actor < 0 or self.seats[self.actor].is_played_by_bot:
            return None
        return self.clock.due(self.actor)

    @property
    def names(self) -> list[str]:
        """The players' names by seat, "" where nobody sits yet."""
        return [seat.name for seat in self.seats]

    @property
    def is_running(self) -> bool:
        return self.started and not self.is_over and not self.imported

    def heard(self, seat: int) -> list[ChatLine]:
        """The chat as this seat hears it: while a game runs, its players do not hear what spectators say."""
        return [line for line in self.chat if seat < 0 or not line.is_aside or not self.is_running]

    def seen(self, seat: int) -> Seen:
        """What this seat may see; until the set-up is dealt, what everybody sees."""
        return self.table.seen(seat if self.is_dealt else -1)

    @property
    def bots(self) -> list[int]:
        """The bots' seats, at a table where nobody plays against other people."""
        kinds = [seat.kind for seat in self.seats]
        return [i for i, kind in enumerate(kinds) if kind == "bot"] if kinds.count("person") == 1 else []

    @property
    def asked_seats(self) -> list[int]:
        """The seats whose people are asked themselves."""
        return [i for i, seat in enumerate(self.seats) if not seat.is_played_by_bot]

    @property
    def people(self) -> list[str]:
        """The ids of those who play for themselves."""
        return [seat.owner for seat in self.seats if seat.owner is not None and not seat.is_played_by_bot]

    def seat_of(self, identity_id: str) -> int:
        """The seat this identity owns; -1: a spectator."""
        return next((i for i, seat in enumerate(self.seats) if seat.owner == identity_id and identity_id), -1)

    def may_take_back(self, seat: int) -> bool:
        """Whether this seat's last decision can be taken back."""
        if seat < 0 or not self.started or self.imported or self.rated or self.seats[seat].is_played_by_bot:
            return False
        return self.refuse_take_back(seat) is None

    def refuse_take_back(self, seat: int) -> AgonError | None:
        """What Table.refuse_take_back says; remembered, as asking imagines worlds."""
        if self._undo[:2] != (self.version, seat):
            self._undo = (self.version, seat, self.table.refuse_take_back(seat, self.bots))
        return self._undo[2]

    def bot_to_move(self) -> str:
        """The bot that has to decide now, or ""."""
        if not self.started or self.imported or self.actor < 0:
            return ""
        seat = self.seats[self.actor]
        return seat.bot if seat.is_played_by_bot else ""

    def record(self) -> Record:
        """The record as it may be exported, with the players' names."""
        names = [seat.name or "?" for seat in self.seats]
        record = self.whole or self.table.record
        return replace(record, players=names, plies=list(record.plies))

    # ---- changing ----

    def copy(self) -> Live:
        """A copy to look at, or to try a change on; to play on, its table is replaced by an `ahead` one first."""
        seats = [replace(seat) for seat in self.seats]
        return replace(self, seats=seats, chat=list(self.chat), clock=self.clock.copy(), _undo=(-1, -1, None))

    def take_over(self, after: Live) -> None:
        """The copy has been saved: from now on everybody sees it."""
        self.table = after.table
        self.seats = after.seats
        self.started = after.started
        self.clock = after.clock
        self.chat = after.chat
        self.rematch = after.rematch
        self.version = after.version
        self.turned = after.turned
        self.updated = after.updated

    def follow(self, drafts: list[Draft], now: datetime) -> list[Entry]:
        """Make these changes; the game begins when nobody is awaited. Returns the entries to be saved."""
        entries: list[Entry] = []
        for draft in drafts:
            entries.append(self._enter(draft, now))
        if not self.started and all(seat.kind != "open" for seat in self.seats):
            entries += self._begin(now)
        return entries

    def _begin(self, now: datetime) -> list[Entry]:
        """The game begins: now, and not before, the set-up is drawn."""
        if self.imported:
            return [self._enter(Draft("start"), now)]
        start = self._enter(Draft("start", text=DEALT), now)
        self.table = dealt(self.table)
        self.table.names = called_at(self.id, self.seats)
        self.table.answer_for(self.asked_seats)
        return [start, *(self._enter(draft, now) for draft in ply_drafts(self.table.record.plies))]

    def _enter(self, draft: Draft, now: datetime) -> Entry:
        entry = Entry(self.version + 1, draft.kind, now, draft.seat, draft.who, draft.name, draft.text)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Follow a journal entry that is not a ply; plies are folded into the table by whoever has it."""
        self.version = entry.number
        self.updated = entry.at
        if entry.kind in TURNS:
            self.turned = entry.number
        match entry.kind:
            case "sit":
                self.seats[entry.seat].seat_person(entry.who or None, entry.name)
            case "free":
                self.seats[entry.seat].free()
            case "bot":
                self.seats[entry.seat].seat_bot(entry.text)
            case "stand":
                if not self.seats[entry.seat].standing_in:
                    self._tell(entry, "stand" if entry.name else "left")
                self.seats[entry.seat].stand_in(entry.text)
            case "back":
                self.seats[entry.seat].hand_back()
                self.clock.returned(entry.seat, entry.at)
                self._tell(entry, "back")
            case "late":
                self.seats[entry.seat].stand_in(entry.text)
                self.clock.begin(entry.at)
                self._tell(entry, "late")
            case "wake":
                self.clock.stood_still(float(entry.text), entry.at)
            case "rest":
                self.clock.rests[entry.seat] = datetime.fromisoformat(entry.text)
            case "start":
                self.started = True
                self.clock.begin(entry.at)
            case "say" | "phrase":
                self._tell(entry, entry.kind)
            case "rematch":
                self.rematch = entry.text
            case "rules":
                self.clock.begin(entry.at)
                self._tell(replace(entry, text=entry.name), "rules" if entry.name == "0" else "rules_lost")
            case "ply":
                if entry.seat >= 0 and self.started:
                    self.clock.decided(entry.seat, entry.at)
            case "undo":
                self.clock.begin(entry.at)
            case "resign":
                self.table = ahead(self.table)  # others still look at the one that goes on
                self.table.resigned = entry.seat
                self._tell(entry, "resign")

    def _tell(self, entry: Entry, kind: LineKind) -> None:
        line = ChatLine(entry.at, entry.name, entry.seat, entry.text, kind, entry.who, entry.number)
        self.chat.append(line)
        alike = [old for old in self.chat if old.is_aside == line.is_aside]
        if len(alike) > CHAT_KEPT:  # spectators who talk much do not talk the players' lines away
            self.chat.remove(alike[0])

    def summary(self) -> Summary:
        """What the lobby needs to know of this table."""
        return Summary(
            id=self.id,
            game=self.table.game.id,
            host=self.host,
            public=self.public,
            imported=self.imported,
            started=self.started,
            over=self.is_over,
            actor=self.actor,
            ply=self.ply,
            version=self.version,
            created=self.created,
            updated=self.updated or self.created,
            seats=tuple(replace(seat) for seat in self.seats),
            result=self.result,
            pace=self.pace,
            rated=self.rated,
            due=self.due,
        )


def advanced(live: Live, entries: list[Entry]) -> Live | None:
    """The table after entries that another process has written; None where it has to be rebuilt for that."""
    if any(entry.kind in ("undo", "start", "rules") for entry in entries):
        return None
    after = live.copy()
    plies = [Ply(entry.seat, entry.text) for entry in entries if entry.kind == "ply"]
    if plies:
        after.table = ahead(live.table)
        _replay(after.table, plies)
    for entry in entries:
        if entry.number != after.version + 1:
            raise damaged(after.version + 1)
        after.apply(entry)
    return after


def _replay(table: Table, plies: list[Ply]) -> None:
    """Plies that are in the journal already, checked."""
    record = table.record
    for ply in plies:
        try:
            record.step(table.state, ply, table.ply + 1)
        except BadRecord as error:
            raise damaged(table.ply + 1) from error
        record.plies.append(ply)
    if table.is_over() and not record.result:
        record.close(table.state)


def ply_drafts(plies: list[Ply]) -> list[Draft]:
    return [Draft("ply", seat=ply.actor, text=ply.text) for ply in plies]


def ahead(table: Table) -> Table:
    """An independent copy of a table, to play on without anybody seeing it."""
    other = copy.copy(table)
    other.record = replace(table.record, plies=list(table.record.plies), result=list(table.record.result))
    other.state = table.state.clone()
    return other


def dealt(table: Table) -> Table:
    """The same table with its set-up drawn."""
    return Table(replace(table.record, plies=[]), table.rng)


def folded(entries: Iterable[Entry]) -> list[Ply]:
    """The plies that stand after all take-backs."""
    return [ply for _, ply in standing(entries)]


def opened(header: Header, table: Table) -> Live:
    """A table at which nobody sits yet."""
    return Live(
        id=header.id,
        table=table,
        seats=[Seat() for _ in range(table.record.seats)],
        host=header.host,
        public=header.public,
        options=dict(table.record.options),
        allow_hints=header.allow_hints,
        created=header.created,
        pace=header.pace,
        rated=header.rated,
        imported=header.imported,
        clock=Clock.new(header.pace, table.record.seats, table.game.answers),
    )


def moved_on(header: Header, entries: list[Entry], record: Record, rng: Random) -> list[Draft]:
    """What brings a game that was begun by older rules to those of today: these, and the plies they allow.

    Where the last one shows that something is to be drawn, it is drawn.
    """
    plies = standing(entries)
    found, lost = replace(record, plies=[ply for _, ply in plies]).converted()
    has_begun = any(entry.kind == "start" for entry in entries)
    table = Table(found, rng) if has_begun else StillTable(found)
    rules = Draft("rules", name=str(lost), text=replace(found, plies=[], result=[], digest="").text())
    return [rules, *(ply_drafts(table.record.plies) if has_begun else [])]


def looked_back_at(header: Header, entries: list[Entry], record: Record) -> Live:
    """A finished game by older rules, to be looked at as far as the rules of today can tell it; its record is whole."""
    whole = replace(record, plies=[ply for _, ply in standing(entries)])
    live = opened(header, StillTable(whole.converted()[0]))
    for entry in entries:
        live.apply(entry)
    live.imported = True
    live.whole = whole
    return live


def rebuild(header: Header, entries: list[Entry]) -> Live:
    """A table as its header and journal tell it; the game is replayed ply by ply, checked."""
    record = read_header(header, entries)
    check_entries(entries, record.seats)
    plies = standing(entries)
    record.plies = [ply for _, ply in plies]
    has_begun = any(entry.kind == "start" for entry in entries)
    try:
        table = Table(record) if has_begun and not header.imported else StillTable(record)
    except BadRecord as error:
        raise damaged(first_impossible(record, plies)) from error
    if table.ply != len(plies):  # a draw was missing
        raise damaged(len(entries))
    if table.actor() == OVER and not record.result:
        record.close(table.state)
    live = opened(header, table)
    for entry in entries:
        live.apply(entry)
    if live.is_dealt:
        table.names = called_at(live.id, live.seats)
    return live
