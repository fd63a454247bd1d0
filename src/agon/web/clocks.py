"""How much time there is: at a live table minutes for each and some seconds a decision, at a slow one days a decision.

What is left follows from the journal, whose entries have their moments: nothing runs while a seat is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, Self

DAY: Final = 86_400


@dataclass(frozen=True)
class Pace:
    """Seconds at the start and for each decision; where days are given, each decision has so many, and no more."""

    id: str
    start: int = 0
    more: int = 0
    days: int = 0

    @property
    def is_live(self) -> bool:
        return bool(self.start)


UNTIMED: Final = Pace("")
PACES: Final = {
    pace.id: pace
    for pace in (
        UNTIMED,
        Pace("live", 30 * 60, 10),
        Pace("quick", 15 * 60, 10),
        Pace("day", days=1),
        Pace("days3", days=3),
        Pace("week", days=7),
    )
}

ANSWER: Final = 30.0  # seconds for an answer in somebody else's turn before one's own time runs
RETURNED: Final = 120.0  # seconds that whoever comes back has at least
HURRY: Final = 60  # seconds: less is shown in red


@dataclass
class Clock:
    """The time of everybody at a table, folded from its journal."""

    pace: Pace
    left: list[float]  # seconds, by seat
    answers: bool = False  # the game asks others in somebody's turn
    since: datetime | None = None  # since when whoever decides is asked
    last: int = -1  # who decided last
    rests: dict[int, datetime] = field(default_factory=dict)  # until when a seat is on holiday

    @classmethod
    def new(cls, pace: str, seats: int, answers: bool) -> Self:
        found = PACES.get(pace, UNTIMED)
        return cls(found, [float(found.start)] * seats, answers)

    def copy(self) -> Clock:
        return replace(self, left=list(self.left), rests=dict(self.rests))

    def begin(self, at: datetime) -> None:
        """From now on whoever decides is asked."""
        self.since = at

    def decided(self, seat: int, at: datetime) -> None:
        """A seat has decided; what was answered for it took no time, and brings none."""
        spent = (at - self.since).total_seconds() if self.since is not None else 0.0
        if self.pace.is_live and spent > 0:
            self.left[seat] -= max(0.0, spent - self._free(seat))
            self.left[seat] = max(0.0, self.left[seat]) + self.pace.more
        self.since = at
        self.last = seat

    def _free(self, seat: int) -> float:
        return ANSWER if self.answers and self.last not in (seat, -1) else 0.0

    def returned(self, seat: int, at: datetime) -> None:
        """Whoever takes a seat back from a bot has a little time at least."""
        if self.pace.is_live:
            self.left[seat] = max(self.left[seat], RETURNED)
        self.since = at

    def stood_still(self, seconds: float, at: datetime) -> None:
        """No server was there for so long until now: nobody's time ran."""
        if self.since is not None and self.pace.is_live:
            self.since = min(at, self.since + timedelta(seconds=seconds))

    def due(self, seat: int) -> datetime | None:
        """When the time of a seat that is asked is out."""
        if self.since is None or not self.pace.id:
            return None
        if self.pace.is_live:
            return self.since + timedelta(seconds=self.left[seat] + self._free(seat))
        due = self.since + timedelta(days=self.pace.days)
        return max(due, self.rests.get(seat, due))


def told(seconds: float, live: bool, lang: str) -> str:
    """What is left: 18:42, or 1 d 6 h."""
    rest = max(0, int(seconds))
    hours, minutes = rest // 3600, rest // 60 % 60
    if live:
        return f"{hours}:{minutes:02}:{rest % 60:02}" if hours else f"{minutes}:{rest % 60:02}"
    days = {"en": "d", "de": "T"}[lang]
    if hours >= 24:
        return f"{hours // 24} {days} {hours % 24} h" if hours % 24 else f"{hours // 24} {days}"
    return f"{hours} h" if hours else f"{minutes} min"
