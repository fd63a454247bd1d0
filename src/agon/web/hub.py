"""The hub: every table there is, and every change to one. Saved first, then announced; bots are driven from here.

The database is the truth, a table in memory a copy of it. Where several processes share the database, an entry of a
table is written by the one that is first; the others read on and try again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random, SystemRandom
from time import monotonic
from typing import Final, TypeVar

from agon.bots import Reasoning
from agon.core.errors import AgonError
from agon.core.record import Record
from agon.play.seen import Seen
from agon.play.table import StillTable, Table
from agon.web.attendance import Attendance, Away
from agon.web.botpool import AskedElsewhere, BotFailed, Thinker
from agon.web.budget import Budget
from agon.web.checks import (
    ME,
    OPEN,
    brought,
    check_bot,
    check_free_to_play,
    check_pace,
    check_resign,
    check_seats,
    check_take_back,
    check_turn,
    first_kind,
    free_seat,
    game_of,
    now,
    played,
    playing_seat,
    question,
    seat_at,
    seating,
)
from agon.web.company import ALONE, Company
from agon.web.errors import Refused, UnknownTable
from agon.web.events import Announcer, Watch
from agon.web.identity import Identity, fresh_id, tidy_name
from agon.web.journal import OtherRules
from agon.web.kept import SHELF, Entry, Header, Keeper, Outrun, Summary, Terms
from agon.web.live import (
    ChatLine,
    Draft,
    Live,
    advanced,
    ahead,
    looked_back_at,
    moved_on,
    opened,
    ply_drafts,
    rebuild,
)
from agon.web.lobby import Lobby, lobby_for
from agon.web.minds import Minds, Thought
from agon.web.queue import present
from agon.web.seats import Seat
from agon.web.settings import Settings
from agon.web.talk import said

__all__ = ["ChatLine", "Hub", "Identity", "Live", "Lobby", "Seat", "Summary", "UnknownTable"]

log = logging.getLogger("agon.web")

ID_BYTES: Final = 16  # of randomness in a table's address
KEEPER: Final = Identity(SHELF, "Agon")
RESUMED: Final = 2000  # tables with a bot to move that are woken at the start, at most
GLANCE: Final = 15.0  # seconds for which somebody who has looked at a table counts as watching it
ATTEMPTS: Final = 30  # to change a table that other processes change at the same time
DEPUTIES: Final = ("medium", "greedy", "random")  # the first there is stands in for somebody who left


Thing = TypeVar("Thing")


class Hub:
    """All tables of one server process."""

    def __init__(
        self,
        store: Keeper,
        bots: Thinker,
        settings: Settings,
        rng: Callable[[], Random] = SystemRandom,
        clock: Callable[[], float] = monotonic,
        budget: Budget | None = None,
        company: Company = ALONE,
    ) -> None:
        self.budget = budget or Budget(settings.rate, clock)
        self._store = store
        self._bots = bots
        self._settings = settings
        self._rng = rng
        self._clock = clock
        self._company = company
        self._attendance = Attendance(self.present, settings, clock, company)
        self._announcer = Announcer(company.come, self._gone)
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._thoughts: dict[str, Thought] = {}  # by table
        self._minds = Minds(bots, self.budget, rng, self.present)
        self._resuming: asyncio.Task[None] | None = None
        self._deleted: set[str] = set()
        self._closing = False
        self.ended: Callable[[], None] = lambda: None  # told that a game is over

    # ---- the server's life ----

    def start(self) -> None:
        """Let bots go on where the server stopped."""
        self._resuming = asyncio.create_task(self.resume())

    async def resume(self) -> None:
        """Let bots go on where this server stopped, or another process that has died."""
        since = now() - timedelta(days=self._settings.resume_days)
        faults: tuple[type[Exception], ...] = (AgonError, *self._store.faults)
        for table_id in await self._store.bots_to_move(since, RESUMED):
            try:
                self._drive(await self._find(table_id))
            except faults as error:
                log.warning("A table could not be resumed: %s", error)

    def end_streams(self) -> None:
        """No further changes; everybody who listens is sent home."""
        self._closing = True
        self._announcer.close()

    def end_table(self, table_id: str) -> None:
        """A table was deleted from the store: nobody plays on, and everybody who listens is sent home."""
        self._deleted.add(table_id)
        self._lives.pop(table_id, None)
        if table_id in self._drivers:
            self._drivers[table_id].cancel()
        self._announcer.close_table(table_id)

    async def close(self) -> None:
        """Stop the bots; everything is saved already."""
        self.end_streams()
        tasks = [*self._drivers.values(), *self._loading.values(), *([self._resuming] if self._resuming else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._bots.close()
        await self._company.close()

    # ---- finding tables ----

    async def get(self, table_id: str, is_new: bool = True) -> Live:
        """The table of this id, for somebody who looks at it; raises UnknownTable.

        As the database has it: whoever was told of a change by any process finds it here. Without `is_new`, as this
        process has it, for those whom it has told of a change itself.
        """
        live = await self._find(table_id)
        if is_new:
            await self._refresh(live)
        live.looked_at = self._clock()
        self._drive(live)
        return live

    async def _find(self, table_id: str) -> Live:
        if table_id in self._deleted:
            raise Refused("table_deleted")
        live = self._lives.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        self._lives.move_to_end(table_id)
        return live

    async def _load(self, table_id: str) -> Live:
        found = await self._store.load(table_id)
        if found is None:
            raise UnknownTable
        try:
            live = await asyncio.to_thread(rebuild, *found)
        except OtherRules as other:
            return await self._move_on(*found, other.record)
        live.table.rng = self._rng()
        self._remember(live)
        await self._company.attend(table_id)
        return live

    async def _move_on(self, header: Header, entries: list[Entry], record: Record) -> Live:
        """A game by older rules than this server has goes on by its own; one that is over is only looked at."""
        summary = await self._store.summary(header.id)
        if summary is None:
            raise UnknownTable
        before = await asyncio.to_thread(looked_back_at, header, entries, record)
        if header.imported or summary.over:
            self._remember(before)
            return before
        drafts = await asyncio.to_thread(moved_on, header, entries, record, self._rng())
        before.imported, before.started, before.whole = False, summary.started, None
        written = [before._enter(draft, now()) for draft in drafts]
        after = await asyncio.to_thread(rebuild, header, [*entries, *written])
        try:
            await self._store.append(written, after.summary())
        except Outrun:  # another process has done it
            log.info("Another process has brought a table to newer rules.")
        return await self._load(header.id)

    # ---- what other processes do ----

    async def _refresh(self, live: Live) -> None:
        """Read what was written since, if something was."""
        if self._company.is_shared:
            newest = await self._company.newest(live.id)
            if newest is None:
                self._lives.pop(live.id, None)
                raise UnknownTable
            if newest <= live.version and not live.is_doubtful:
                return
        elif not live.is_doubtful:
            return
        async with live.lock:
            await self._read_on(live)

    async def _read_on(self, live: Live) -> None:
        """Show what another process has written of a table. Whoever calls holds the table's lock."""
        entries = await self._store.entries_after(live.id, live.version)
        after = advanced(live, entries)
        if after is None:
            found = await self._store.load(live.id)
            if found is None:
                raise UnknownTable
            after = await asyncio.to_thread(rebuild, *found)
            after.table.rng = self._rng()
        live.is_doubtful = False
        if after.version <= live.version:
            return
        live.take_over(after)
        self._attendance.follow(live, entries)
        self._attendance.gather(live)
        self._tell(live)
        if not live.people:  # who has changed it lets bots go on where people play; here, whoever watches
            self._drive(live)

    async def _changing(self, table_id: str, work: Callable[[Live], Awaitable[Thing]]) -> Thing:
        """Change a table as it stands now, and once more where another process was faster."""
        for _ in range(ATTEMPTS):
            live = await self.get(table_id)
            async with live.lock:
                try:
                    return await work(live)
                except Outrun:
                    await self._give_way(live)
        raise Refused("busy")

    async def _give_way(self, live: Live) -> None:
        """Another process was faster: read what it wrote. Where it wrote nothing, it has deleted the table."""
        before = live.version
        await self._read_on(live)
        if live.version == before:
            self._lives.pop(live.id, None)
            raise UnknownTable

    def watched(self) -> dict[str, int]:
        return {table_id: self.version(table_id) for table_id in (*self._announcer.watched(), *self._drivers)}

    def holds(self, table_id: str) -> bool:
        return table_id in self._lives

    async def catch_up(self, table_id: str) -> None:
        """Another process has changed a table: those who listen here are told, and a bot who thinks of it stops."""
        live = self._lives.get(table_id)
        if live is None and self._announcer.is_watched(table_id):
            live = await self._find(table_id)
            self._announcer.announce(live.id, live.version)
        if live is None or not (self._announcer.is_watched(table_id) or table_id in self._drivers):
            return  # it is read when somebody asks for it
        async with live.lock:
            await self._read_on(live)

    async def rebuild(self, table_id: str) -> None:
        live, found = self._lives.get(table_id), await self._store.load(table_id)
        if live is None or found is None:
            return
        async with live.lock:
            after = await asyncio.to_thread(rebuild, *found)
            after.table.rng = self._rng()
            live.take_over(after)
            live.host = after.host
        self._announcer.announce(live.id, live.version)

    def attend(self, table_id: str, ago: dict[str, float], is_live: bool, has_changed: bool) -> None:
        self._attendance.learn(table_id, ago, is_live)
        live = self._lives.get(table_id)
        if live is not None:
            self._attendance.gather(live)
        if has_changed:
            self._announcer.nudge(table_id)

    def free(self, table_id: str) -> None:
        live = self._lives.get(table_id)
        if live is not None:
            self._drive(live)

    def _gone(self, table_id: str, who: str) -> None:
        """Somebody's last page here is closed."""
        if who:
            self._attendance.note(table_id, who)
        self._company.go(table_id, who)

    def _remember(self, live: Live) -> None:
        """Keep a table in memory, and forget those longest unused that nobody needs."""
        self._lives[live.id] = live
        spare = len(self._lives) - self._settings.tables_in_memory
        if spare <= 0:
            return
        for table_id in [i for i, old in self._lives.items() if self._is_idle(old) and old is not live][:spare]:
            del self._lives[table_id]

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._lives)

    def _is_idle(self, live: Live) -> bool:
        return not (live.lock.locked() or live.id in self._drivers or self._announcer.is_watched(live.id))

    async def lobby(self, who: Identity | None) -> Lobby:
        """Open tables, my running ones (mine to move first), my finished ones, running public ones."""
        return await lobby_for(self._store, self.budget, who.id if who is not None else "")

    # ---- people ----

    @asynccontextmanager
    async def rewriting(self, table_ids: list[str]) -> AsyncIterator[None]:
        """Nobody changes these tables meanwhile; afterwards those in memory are as their journals tell them."""
        lives = [self._lives[table_id] for table_id in sorted(table_ids) if table_id in self._lives]
        async with AsyncExitStack() as locks:
            for live in lives:
                await locks.enter_async_context(live.lock)
            yield
            for live in lives:
                stored = await self._store.load(live.id)
                if stored is not None:
                    after = await asyncio.to_thread(rebuild, *stored)
                    after.table.rng = self._rng()
                    live.take_over(after)
                    live.host = after.host
        for live in lives:
            self._announcer.announce(live.id, live.version)
        self._company.rewritten(table_ids)

    # ---- listening ----

    def subscribe(self, table_id: str, who: Identity | None = None, since: int | None = None) -> Watch:
        """An AsyncIterator[int] of versions of a table in memory, one whenever something changed.

        Somebody who comes or goes changes no version, but is told too. Several changes may come as one. With `since`,
        the first comes at once if the table has gone on from there.
        """
        latest = self.version(table_id)
        live = self._lives.get(table_id)
        if live is not None:
            self._attendance.is_live(live)  # before who comes hides that all were away
        watch = self._announcer.watch(table_id, who.id if who else "", latest if since is None else since, latest)
        if self._closing:
            watch.close()
            return watch
        if live is not None:
            self._attendance.gather(live)
            self._drive(live)
        self._company.follow(table_id)
        return watch

    def version(self, table_id: str) -> int:
        """Grows with every change of a table in memory (Live.version is the same); the id of its events."""
        live = self._lives.get(table_id)
        return live.version if live is not None else 0

    def present(self, table_id: str) -> frozenset[str]:
        """The ids of the identities that listen to this table now, through whichever process."""
        return self._announcer.present(table_id) | self._company.present(table_id)

    def away(self, live: Live) -> list[Away]:
        """Who is away from a running game, and in how many seconds a bot may play for them."""
        return self._attendance.away(live)

    # ---- opening tables ----

    async def create(
        self,
        host: Identity,
        game_id: str,
        seats: list[str],
        options: dict[str, str],
        public: bool,
        allow_hints: bool,
        pace: str = "",
        rated: bool = False,
        pack_hash: str = "",
    ) -> Live:
        """Open a table. A seat is "me", "open", or a bot's name; it starts at once when nobody is awaited."""
        game = await asyncio.to_thread(game_of, game_id, pack_hash)
        check_seats(game, seats, self._settings.bot_options)
        check_pace(pace)
        await self.budget.spend("tables", host)
        if public:
            await self.budget.spend("public", host)
        if set(seats) - {ME, OPEN}:
            await self.budget.may_think(host)
        try:
            # Nothing is drawn before the last seat is taken: what exists could be read.
            table = StillTable.open(
                game, len(seats), ["?"] * len(seats), self._rng(), now().date().isoformat(), options
            )
        except AgonError as error:
            raise Refused("bad_option", reason=error) from error
        drafts = [seating(i, wish, host) for i, wish in enumerate(seats) if wish != OPEN]
        terms = Terms(public, allow_hints and not rated, False, pace, rated)
        return await self._open(host, table, drafts, terms)

    async def import_record(self, who: Identity, text: str) -> Live:
        """A finished or running record as a public table to look at."""
        await self.budget.spend("imports", who)
        return await self._open(who, *await asyncio.to_thread(brought, text), Terms(True, False, True))

    async def shelved(self, who: Identity, text: str) -> Live:
        """A record of our own as a table to look at, the same one for everybody; in no list."""
        name = f"{SHELF}-{sha256(text.encode()).hexdigest()[:ID_BYTES]}"
        try:
            return await self.get(name)
        except UnknownTable:
            await self.budget.spend("imports", who)
        try:
            return await self._open(KEEPER, *await asyncio.to_thread(brought, text), Terms(False, False, True), name)
        except Outrun:
            return await self.get(name)

    async def _open(self, host: Identity, table: Table, drafts: list[Draft], terms: Terms, name: str = "") -> Live:
        if self._closing:
            raise Refused("busy")
        moment = now()
        blank = replace(table.record, plies=[])
        header = Header(
            id=name or fresh_id(ID_BYTES),
            host=host.id,
            public=terms.public,
            allow_hints=terms.allow_hints,
            imported=terms.imported,
            created=moment,
            record=blank.text(),
            pace=terms.pace,
            rated=terms.rated,
        )
        live = opened(header, table)
        entries = live.follow(drafts, moment)
        await self._store.create(header, entries, live.summary())
        self._remember(live)
        self._drive(live)
        return live

    async def rematch(self, table_id: str, who: Identity) -> Live:
        """The table where the players of a finished game meet again, seats moved on by one."""

        async def change(live: Live) -> tuple[int, str | Live]:
            seat = playing_seat(live, who)
            if not live.is_over:
                raise Refused("not_over")
            return seat, live.rematch or await self._new_rematch(live, who)

        seat, found = await self._changing(table_id, change)
        if isinstance(found, Live):
            return found
        again = await self.get(found)
        if again.seat_of(who.id) < 0 and not again.started:
            wish = (seat - 1) % len(again.seats)
            await self.join(again.id, who, wish if again.seats[wish].kind == "open" else None)
        return again

    async def _new_rematch(self, live: Live, who: Identity) -> Live:
        moved = [*live.seats[1:], live.seats[0]]
        wishes = [ME if s.owner == who.id else s.bot if s.kind == "bot" else OPEN for s in moved]
        public = live.public and OPEN not in wishes  # the open seats are meant for the same people
        game, pack = live.table.game.id, live.table.record.pack_hash
        again = await self.create(
            who, game, wishes, live.options, public, live.allow_hints, live.pace, live.rated, pack
        )
        await self._commit(live, [Draft("rematch", text=again.id)])
        return again

    # ---- sitting ----

    async def join(self, table_id: str, who: Identity, seat: int | None) -> int:
        """Take a free seat (the first, unless one is named); returns it. The last one to sit starts the game."""

        async def change(live: Live) -> int:
            mine = live.seat_of(who.id)
            if mine >= 0 and seat in (None, mine):
                return mine
            if mine >= 0:
                raise Refused("seated_already")
            chosen = free_seat(live, seat)
            self._attendance.note(live.id, who.id)
            await self._commit(live, [Draft("sit", seat=chosen, who=who.id, name=tidy_name(who.name))])
            return chosen

        return await self._changing(table_id, change)

    async def leave(self, table_id: str, who: Identity) -> None:
        """Before the start the seat becomes free; after it, a bot stands in."""

        async def change(live: Live) -> None:
            seat = playing_seat(live, who)
            if not live.started:
                await self._commit(live, [Draft("free", seat=seat)])
            elif not live.is_over and not live.seats[seat].standing_in:
                await self._commit(live, [Draft("stand", seat=seat, text=first_kind(DEPUTIES))])

        await self._changing(table_id, change)

    async def resign(self, table_id: str, who: Identity) -> None:
        """Give a game for two up: it is over, and the other has won."""

        async def change(live: Live) -> None:
            seat = playing_seat(live, who)
            check_resign(live, seat)
            await self._commit(live, [Draft("resign", seat=seat, who=who.id)])

        await self._changing(table_id, change)

    async def fill(self, table_id: str, who: Identity, seat: int, bot: str) -> None:
        """The host puts a bot on an open seat; whoever plays lets one stand in for somebody who is away for long."""
        check_bot(bot, self._settings.bot_options)

        async def change(live: Live) -> None:
            if live.imported:
                raise Refused("only_to_look_at")
            chosen = seat_at(live, seat)
            if who.id != live.host and (chosen.standing_in or not live.started):
                raise Refused("not_host")
            if who.id != live.host and live.seat_of(who.id) < 0:
                raise Refused("not_seated")
            if not live.started and chosen.kind != "person":
                await self._commit(live, [Draft("bot", seat=seat, text=bot)])
            elif not live.started or chosen.kind == "bot":
                raise Refused("seat_taken")
            else:
                await self._stand_in(live, seat, bot, who)

        await self._changing(table_id, change)

    async def _stand_in(self, live: Live, seat: int, bot: str, who: Identity) -> None:
        if live.is_over:
            raise Refused("over")
        chosen = live.seats[seat]
        if not chosen.standing_in:
            away = next((a for a in self.away(live) if a.seat == seat), None)
            if away is None:
                raise Refused("is_present", name=chosen.name)
            if away.rest > 0:
                raise Refused("not_away_long", name=chosen.name, seconds=away.rest)
        await self._commit(live, [Draft("stand", seat=seat, who=who.id, name=tidy_name(who.name), text=bot)])

    async def call_time(self, table_id: str) -> None:
        """A bot takes the seat of somebody whose time is out; who comes back takes it again."""

        async def change(live: Live) -> None:
            if live.due is not None and live.due <= now():
                await self._commit(live, [Draft("late", seat=live.actor, text=first_kind(DEPUTIES))])

        await self._changing(table_id, change)

    async def wake(self, table_id: str, seconds: float) -> None:
        """The server was away for so long: nobody's time has run."""

        async def change(live: Live) -> None:
            if live.due is not None:
                await self._commit(live, [Draft("wake", text=f"{seconds:.0f}")])

        await self._changing(table_id, change)

    async def rest(self, table_id: str, who: Identity, until: datetime) -> None:
        """A holiday, where there are days for a decision: until then nobody waits in vain."""

        async def change(live: Live) -> None:
            seat = playing_seat(live, who)
            if not live.started or live.is_over or not live.clock.pace.days:
                raise Refused("no_holiday")
            await self._commit(live, [Draft("rest", seat=seat, who=who.id, text=until.isoformat())])

        await self._changing(table_id, change)

    async def hand_back(self, table_id: str, who: Identity) -> None:
        """The owner takes the seat back from the bot that stood in."""

        async def change(live: Live) -> None:
            seat = playing_seat(live, who)
            if not live.seats[seat].standing_in:
                raise Refused("nobody_stands_in")
            self._attendance.note(live.id, who.id)
            await self._commit(live, [Draft("back", seat=seat)])

        await self._changing(table_id, change)

    async def say(self, table_id: str, who: Identity, text: str, phrase: str = "") -> None:
        """A line of chat, or a quick phrase."""

        async def change(live: Live) -> None:
            draft = said(live, who, text, phrase)
            self._attendance.note(live.id, who.id)
            await self._commit(live, [draft])

        await self._changing(table_id, change)

    # ---- playing ----

    async def submit(self, table_id: str, who: Identity, ply: int, *actions: str) -> int:
        """Play an action, or answers in a row, all or none; returns the new ply.

        What everybody knows to have but one answer is answered for whoever would be asked it.
        """

        async def change(live: Live) -> int:
            seat = playing_seat(live, who)
            check_free_to_play(live, seat)
            table = ahead(live.table)
            plies = played(table, seat, ply, actions) + table.answer_for(live.asked_seats)
            self._attendance.note(live.id, who.id)
            await self._commit(live, ply_drafts(plies), table)
            return live.ply

        return await self._changing(table_id, change)

    async def take_back(self, table_id: str, who: Identity) -> int:
        """Take back one's last decision, with what bots answered, if nothing hidden was shown; returns the new ply."""

        async def change(live: Live) -> int:
            seat = playing_seat(live, who)
            check_free_to_play(live, seat)
            check_take_back(live, seat)
            self._attendance.note(live.id, who.id)
            table = ahead(live.table)
            taken = await asyncio.to_thread(table.take_back, seat, live.bots)
            await self._commit(live, [Draft("undo", seat=seat) for _ in taken], table)
            return live.ply

        return await self._changing(table_id, change)

    async def hint(self, table_id: str, who: Identity) -> tuple[Seen, Reasoning]:
        """What a bot thinks of the decision of this seat, and what the seat saw when it was asked."""
        live = await self.get(table_id)
        if not live.allow_hints:
            raise Refused("no_hints")
        seat = playing_seat(live, who)
        check_free_to_play(live, seat)
        check_turn(live, seat)
        await self.budget.spend("hints", who)
        await self.budget.may_think(who)
        seen = live.seen(seat)
        asked = question(live, self._settings.hinter, self._rng())
        errand = self.budget.errand(who.id, who.address, present)
        try:
            return seen, await self._bots.reason(replace(asked, errand=errand, place=None))
        except BotFailed as error:
            log.warning("A hint failed: %s", error)
            raise Refused("bot_failed") from error

    # ---- changing: saved first, then announced ----

    async def _commit(self, live: Live, drafts: list[Draft], table: Table | None = None) -> None:
        """Save a change, show it, tell those who listen. Whoever calls holds the table's lock."""
        if self._closing:
            raise Refused("busy")
        saving = asyncio.create_task(self._save(live, drafts, table))
        try:
            await asyncio.shield(saving)
        except asyncio.CancelledError:
            await asyncio.wait([saving])  # the lock is not let go before memory and store agree
            raise
        self._tell(live)
        self._drive(live)

    def _tell(self, live: Live) -> None:
        """A table has changed: whoever thinks of what is no more stops, whoever listens is told."""
        thought = self._thoughts.get(live.id)
        if thought is not None and (thought.table is not live.table or thought.bot != live.bot_to_move()):
            thought.task.cancel()
        self._announcer.announce(live.id, live.version)

    async def _save(self, live: Live, drafts: list[Draft], table: Table | None) -> None:
        after = live.copy()
        if table is not None:
            after.table = table
        entries = after.follow(drafts, now())
        try:
            await self._store.append(entries, after.summary())
        except self._store.faults as error:
            log.error("A change could not be saved: %s", type(error).__name__)
            live.is_doubtful = True  # what the store says, counts
            raise Refused("not_saved") from error
        live.take_over(after)
        self._attendance.gather(live)
        if live.is_over:
            self.ended()

    # ---- bots ----

    def _drive(self, live: Live) -> None:
        """See to it that a bot who has to decide does so."""
        if self._closing or live.id in self._drivers or not self._is_awaited(live):
            return
        task = asyncio.create_task(self._play_bots(live))
        self._drivers[live.id] = task
        task.add_done_callback(_log_failure)

    def _is_awaited(self, live: Live) -> bool:
        """Whether a bot has to decide, and somebody cares: where bots play each other, only while somebody watches."""
        if not live.bot_to_move():
            return False
        is_watched = self._announcer.is_watched(live.id) or self._clock() - live.looked_at < GLANCE
        return bool(live.people) or is_watched

    async def _play_bots(self, live: Live) -> None:
        try:
            while self._is_awaited(live):
                await self._bot_ply(live, live.bot_to_move())
        except AskedElsewhere:
            return  # this process is told when the table has changed, or when that one has given up
        except Refused:
            if not self._closing:  # whoever serves next lets the bot decide
                raise
        finally:
            del self._drivers[live.id]

    async def _bot_ply(self, live: Live, bot: str) -> None:
        """One decision of a bot; dropped if the table has changed while it thought."""
        table, began = live.table, monotonic()
        pause = self._rng().uniform(*self._settings.bot_pause)
        action = await self._thought(live, bot)
        if action is None:
            return
        await asyncio.sleep(max(0.0, began + pause - monotonic()))
        async with live.lock:
            if live.table is not table or live.bot_to_move() != bot:
                return
            table = ahead(table)
            drafts = ply_drafts(table.play(action) + table.answer_for(live.asked_seats))
            try:
                await self._commit(live, drafts, table)
            except Outrun:
                await self._give_way(live)

    async def _thought(self, live: Live, bot: str) -> int | None:
        """What is played for the bot; None where nobody cares any more, or the table has changed."""
        task = asyncio.create_task(self._minds.choose(live, bot))
        self._thoughts[live.id] = Thought(live.table, bot, task)
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=GLANCE)
                if not task.done() and not self._is_awaited(live):
                    task.cancel()
            return None if task.cancelled() else task.result()
        finally:
            task.cancel()
            del self._thoughts[live.id]


def _log_failure(task: asyncio.Task[None]) -> None:
    """A table whose bots cannot go on is tried again when somebody looks at it."""
    if not task.cancelled() and task.exception() is not None:
        log.error("The bots of a table have stopped: %s", task.exception())
