"""What has been learnt and solved in this browser, kept beside its tables."""

from __future__ import annotations

import json
from datetime import date, datetime

from agon.site.keeper import PROGRESS, BrowserKeeper
from agon.web.progress import Learnt, Remembered, Try


class BrowserProgress(Remembered):
    """Progress of everybody at this screen (agon.web.progress.Progress), without ratings."""

    def __init__(self, keeper: BrowserKeeper) -> None:
        super().__init__(is_kept=True)
        self._keeper = keeper
        for who, told in json.loads(keeper.notes.get(PROGRESS, "{}")).items():
            self._learnt[who] = {game: set(numbers) for game, numbers in told["learnt"].items()}
            self._missed[who] = {(game, lesson, step) for game, lesson, step in told["missed"]}
            self._tries[who] = [_try(*row) for row in told["tries"]]
            self._days[who] = {date.fromisoformat(day): solved for day, solved in told["days"].items()}

    async def _keep(self) -> None:
        people = {*self._learnt, *self._missed, *self._tries, *self._days}
        await self._keeper.note(PROGRESS, json.dumps({who: self._told(who) for who in sorted(people)}))

    def _told(self, who: str) -> dict[str, object]:
        return {
            "learnt": {game: sorted(numbers) for game, numbers in self._learnt.get(who, {}).items()},
            "missed": sorted(self._missed.get(who, set())),
            "tries": [(t.puzzle, t.game, t.solved, t.at.isoformat(), t.seconds) for t in self._tries.get(who, [])],
            "days": {day.isoformat(): solved for day, solved in self._days.get(who, {}).items()},
        }

    async def learn(self, who: str, lessons: Learnt) -> None:
        await super().learn(who, lessons)
        await self._keep()

    async def miss(self, who: str, game: str, lesson: int, step: int) -> None:
        await super().miss(who, game, lesson, step)
        await self._keep()

    async def amend(self, who: str, game: str, lesson: int, step: int) -> None:
        await super().amend(who, game, lesson, step)
        await self._keep()

    async def tried(self, who: str, puzzle: str, game: str, rating: float, solved: bool, seconds: int = 0) -> Try:
        found = await super().tried(who, puzzle, game, rating, solved, seconds)
        await self._keep()
        return found

    async def solve_day(self, who: str, day: date, solved: bool) -> None:
        await super().solve_day(who, day, solved)
        await self._keep()


def _try(puzzle: str, game: str, solved: bool, at: str, seconds: int = 0) -> Try:
    """As it was kept; those of before say nothing of the time."""
    return Try(puzzle, game, solved, datetime.fromisoformat(at), seconds=seconds)
