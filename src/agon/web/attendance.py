"""Who is at a table, who is away and since when, and from when on a bot may play for them.

A table is live from the moment all its people are at it at once, until all have been away for a while; else it is
played over days. One process keeps this in memory: after a restart nobody has been away yet, and every grace begins
anew. Processes that share a database tell one another (`learn`), so that all say the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final

from agon.web.company import ALONE, Company
from agon.web.kept import Entry
from agon.web.live import Live
from agon.web.settings import Settings

ACTS: Final = ("ply", "undo", "sit", "say", "back")  # what somebody does by themselves


@dataclass(frozen=True)
class Away:
    """Somebody who is not at the table: for how many seconds, and in how many a bot may play for them (0: now)."""

    seat: int
    seconds: int
    rest: int


class Attendance:
    """Signs of life by table and person; `present` says who listens to a table now."""

    def __init__(
        self,
        present: Callable[[str], frozenset[str]],
        settings: Settings,
        clock: Callable[[], float],
        company: Company = ALONE,
    ) -> None:
        self._company = company
        self._present = present
        self._settings = settings
        self._clock = clock
        self._began = clock()
        self._seen: OrderedDict[tuple[str, str], float] = OrderedDict()  # the longest away first
        self._live: set[str] = set()

    def note(self, table_id: str, who: str) -> None:
        """A sign of life: somebody acts, or a page of theirs has just been closed."""
        moment = self._clock()
        self._seen[table_id, who] = moment
        self._seen.move_to_end((table_id, who))
        while next(iter(self._seen.values())) < moment - self._settings.grace_days:
            (old, _), _ = self._seen.popitem(last=False)  # away for longer than anybody asks
            if not self._present(old):
                self._live.discard(old)

    def learn(self, table_id: str, ago: dict[str, float], is_live: bool) -> None:
        """What other processes know: when somebody was last here, in seconds ago, and whether people sit together."""
        moment = self._clock()
        for who, seconds in ago.items():
            self._seen[table_id, who] = max(moment - seconds, self._seen.get((table_id, who), 0.0))
        if is_live:
            self._live.add(table_id)
        else:
            self._live.discard(table_id)

    def follow(self, live: Live, entries: list[Entry]) -> None:
        """What somebody did by way of another process is a sign of life too."""
        for entry in entries:
            owner = live.seats[entry.seat].owner if entry.seat >= 0 and entry.kind in ACTS else None
            if owner is not None and not live.seats[entry.seat].standing_in:
                self.note(live.id, owner)

    def gather(self, live: Live) -> None:
        """A table where all people are at once is live from now on."""
        people = {seat.owner for seat in live.seats if seat.owner and not seat.standing_in}
        if live.started and len(people) > 1 and people <= self._present(live.id):
            if live.id not in self._live:
                self._company.gathered(live.id)
            self._live.add(live.id)

    def is_live(self, live: Live) -> bool:
        """Whether people sit here together; it ends when all of them have been away for a while."""
        people = {seat.owner for seat in live.seats if seat.owner}
        if live.id in self._live and not people & self._present(live.id):
            last = max(self._since(live.id, owner) for owner in people)
            if last < self._clock() - self._settings.live_until:
                self._live.discard(live.id)
                self._company.parted(live.id)
        return live.id in self._live

    def away(self, live: Live) -> list[Away]:
        """The people of a running game who are not at the table, and for whom no bot plays yet."""
        if not live.started or live.imported or live.is_over:
            return []
        here, grace = self._present(live.id), self._grace(live)
        out = []
        for seat, sitting in enumerate(live.seats):
            if sitting.owner and not sitting.standing_in and sitting.owner not in here:
                gone = self._clock() - self._since(live.id, sitting.owner)
                out.append(Away(seat, int(gone), max(0, ceil(grace - gone))))
        return out

    def _grace(self, live: Live) -> float:
        return self._settings.grace_live if self.is_live(live) else self._settings.grace_days

    def _since(self, table_id: str, who: str) -> float:
        began = self._company.began()
        return max(self._seen.get((table_id, who), 0.0), self._began if began is None else self._clock() - began)
