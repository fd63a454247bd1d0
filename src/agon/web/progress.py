"""What somebody has learnt, missed and solved, and whoever keeps it: a database, or for a while the memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from statistics import median
from typing import Final, Protocol

from starlette.requests import Request

Learnt = dict[str, set[int]]  # the lessons somebody has been through, by game
Missed = set[tuple[str, int, int]]  # steps that were answered wrong: game, lesson, step

WEEK: Final = 7  # within so many days one that is missed forgives itself


@dataclass(frozen=True)
class Standing:
    """A rating: about as in chess, with how far it may be off."""

    rating: float
    spread: float
    tries: int = 0


@dataclass(frozen=True)
class Try:
    """Somebody's first answer to a puzzle. The ratings are the person's; 0 where nobody is rated."""

    puzzle: str
    game: str
    solved: bool
    at: datetime
    before: float = 0.0
    after: float = 0.0
    seconds: int = 0  # from seeing it to the answer; 0 where nobody knows


@dataclass(frozen=True)
class Share:
    """How many people have tried a puzzle, how many of them solved it at once, and how long those took."""

    people: int = 0
    solved: int = 0
    median: int = 0  # seconds; 0 where nobody knows

    @classmethod
    def of(cls, people: int, solved: int, seconds: Collection[int]) -> Share:
        """With the times of those who solved it at once."""
        return cls(people, solved, round(median(seconds)) if seconds else 0)


class Progress(Protocol):
    """Whoever keeps what people have learnt. `is_kept` says whether it outlives the process."""

    @property
    def is_kept(self) -> bool: ...

    async def learnt(self, who: str) -> Learnt: ...

    async def learn(self, who: str, lessons: Learnt) -> None: ...

    async def missed(self, who: str) -> Missed: ...

    async def miss(self, who: str, game: str, lesson: int, step: int) -> None: ...

    async def amend(self, who: str, game: str, lesson: int, step: int) -> None: ...

    async def tries(self, who: str) -> list[Try]: ...

    async def tried(self, who: str, puzzle: str, game: str, rating: float, solved: bool, seconds: int = 0) -> Try: ...

    async def share(self, puzzle: str) -> Share: ...

    async def rating(self, who: str) -> Standing | None: ...

    async def puzzle_rating(self, puzzle: str, rating: float) -> float: ...

    async def days(self, who: str) -> dict[date, bool]: ...

    async def solve_day(self, who: str, day: date, solved: bool) -> None: ...


@dataclass
class Remembered:
    """Progress in memory, without ratings: where there is no database."""

    is_kept: bool = False
    _learnt: dict[str, Learnt] = field(default_factory=dict)
    _missed: dict[str, Missed] = field(default_factory=dict)
    _tries: dict[str, list[Try]] = field(default_factory=dict)
    _days: dict[str, dict[date, bool]] = field(default_factory=dict)

    async def learnt(self, who: str) -> Learnt:
        return self._learnt.setdefault(who, {})

    async def learn(self, who: str, lessons: Learnt) -> None:
        for game, numbers in lessons.items():
            self._learnt.setdefault(who, {}).setdefault(game, set()).update(numbers)

    async def missed(self, who: str) -> Missed:
        return self._missed.setdefault(who, set())

    async def miss(self, who: str, game: str, lesson: int, step: int) -> None:
        self._missed.setdefault(who, set()).add((game, lesson, step))

    async def amend(self, who: str, game: str, lesson: int, step: int) -> None:
        self._missed.setdefault(who, set()).discard((game, lesson, step))

    async def tries(self, who: str) -> list[Try]:
        return self._tries.setdefault(who, [])

    async def tried(self, who: str, puzzle: str, game: str, rating: float, solved: bool, seconds: int = 0) -> Try:
        rows = self._tries.setdefault(who, [])
        known = next((t for t in rows if t.puzzle == puzzle), None)
        if known is not None:
            return known
        rows.append(Try(puzzle, game, solved, datetime.now().astimezone(), seconds=seconds))
        return rows[-1]

    async def share(self, puzzle: str) -> Share:
        rows = [t for tries in self._tries.values() for t in tries if t.puzzle == puzzle]
        solved = [t for t in rows if t.solved]
        return Share.of(len(rows), len(solved), [t.seconds for t in solved if t.seconds])

    async def rating(self, who: str) -> Standing | None:
        return None

    async def puzzle_rating(self, puzzle: str, rating: float) -> float:
        return rating

    async def days(self, who: str) -> dict[date, bool]:
        return self._days.setdefault(who, {})

    async def solve_day(self, who: str, day: date, solved: bool) -> None:
        self._days.setdefault(who, {}).setdefault(day, solved)


def progress_of(request: Request) -> Progress:
    """Who keeps what people learn; where nobody does, the memory."""
    state = request.app.state
    if not hasattr(state, "progress"):
        state.progress = Remembered()
    found: Progress = state.progress
    return found


def streak(days: Mapping[date, bool], today: date) -> int:
    """Days in a row on which the puzzle of the day was solved, up to today or yesterday.

    One day that was missed, or not solved, forgives itself, but not another within a week.
    """
    count, day, forgiven = 0, today, today + timedelta(days=2 * WEEK)
    if not days.get(today):
        day -= timedelta(days=1)
    while True:
        if days.get(day):
            count += 1
        elif (forgiven - day).days >= WEEK and days.get(day - timedelta(days=1)):
            forgiven = day
        else:
            return count
        day -= timedelta(days=1)


def week(today: date) -> Collection[date]:
    """The seven days that end today."""
    return [today - timedelta(days=n) for n in reversed(range(WEEK))]
