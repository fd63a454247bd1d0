"""Progress in the database: lessons, missed steps, first tries at puzzles, and ratings of people and puzzles.

A try is a match between a person and a puzzle, rated by OpenSkill (a well-kept library of Weng and Lin's method) and
shown on the scale of chess: 400 points are odds of ten to one.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, func, insert, select, update

from agon.web.checks import now
from agon.web.models import DayRow, GradeRow, LearntRow, MissedRow, SkillRow, TryRow
from agon.web.progress import Learnt, Missed, Share, Standing, Try
from agon.web.store import Store

MIDDLE: Final = 1500.0  # the rating of somebody nobody knows
POINT: Final = 50.0  # of the scale of chess, for one of OpenSkill's
NEW: Final = Standing(MIDDLE, POINT * 25.0 / 3)  # as OpenSkill begins
SURE: Final = 1.96  # standard deviations to each side: 95 %
PUZZLE_SPREAD: Final = 150.0  # a new puzzle is better known than a new person: a search has tried it
TIMED: Final = 500  # latest solvers whose time counts
TOLD: Final = (TryRow.puzzle, TryRow.game, TryRow.solved, TryRow.at, TryRow.before, TryRow.after, TryRow.seconds)


class Scholars:
    """Progress as a server keeps it."""

    is_kept = True

    def __init__(self, store: Store) -> None:
        self._store = store
        self._model = PlackettLuce()

    # ---- lessons ----

    async def learnt(self, who: str) -> Learnt:
        def read(connection: Connection) -> Learnt:
            out: Learnt = {}
            query = select(LearntRow.game, LearntRow.lesson).where(LearntRow.identity == who)
            for game, lesson in connection.execute(query):
                out.setdefault(game, set()).add(lesson)
            return out

        return await self._store.read(read)

    async def learn(self, who: str, lessons: Learnt) -> None:
        def write(connection: Connection) -> None:
            for game, numbers in lessons.items():
                for number in numbers:
                    _once(connection, LearntRow, {"identity": who, "game": game, "lesson": number}, {"at": now()})

        await self._store.write(write)

    async def missed(self, who: str) -> Missed:
        query = select(MissedRow.game, MissedRow.lesson, MissedRow.step).where(MissedRow.identity == who)
        return await self._store.read(lambda connection: {(g, n, s) for g, n, s in connection.execute(query)})

    async def miss(self, who: str, game: str, lesson: int, step: int) -> None:
        key = {"identity": who, "game": game, "lesson": lesson, "step": step}
        await self._store.write(lambda connection: _once(connection, MissedRow, key, {}))

    async def amend(self, who: str, game: str, lesson: int, step: int) -> None:
        query = delete(MissedRow).where(
            MissedRow.identity == who, MissedRow.game == game, MissedRow.lesson == lesson, MissedRow.step == step
        )
        await self._store.write(lambda connection: connection.execute(query).close())

    # ---- puzzles ----

    async def tries(self, who: str) -> list[Try]:
        query = select(TryRow).where(TryRow.identity == who).order_by(TryRow.at)
        rows = query.with_only_columns(*TOLD)
        return await self._store.read(lambda connection: [Try(*row) for row in connection.execute(rows)])

    async def tried(self, who: str, puzzle: str, game: str, rating: float, solved: bool, seconds: int = 0) -> Try:
        """The first answer is rated and kept; any later one changes nothing."""

        def write(connection: Connection) -> Try:
            known = connection.execute(
                select(*TOLD).where(TryRow.identity == who, TryRow.puzzle == puzzle)
            ).one_or_none()
            if known is not None:
                return Try(*known)
            person = _standing(connection, SkillRow, who, NEW)
            opponent = _standing(connection, GradeRow, puzzle, Standing(rating, PUZZLE_SPREAD))
            after = self._played(person, opponent, solved)
            _keep(connection, SkillRow, who, after[0])
            _keep(connection, GradeRow, puzzle, after[1])
            out = Try(puzzle, game, solved, now(), person.rating, after[0].rating, seconds)
            connection.execute(insert(TryRow), [{"identity": who, **out.__dict__}])
            return out

        return await self._store.write(write)

    def _played(self, person: Standing, puzzle: Standing, solved: bool) -> tuple[Standing, Standing]:
        """Both ratings after a try."""
        teams = [[self._model.rating(mu=_mu(s.rating), sigma=s.spread / POINT)] for s in (person, puzzle)]
        ranks = [1.0, 2.0] if solved else [2.0, 1.0]
        found = [team[0] for team in self._model.rate(teams, ranks=ranks)]
        new = [
            Standing(MIDDLE + POINT * (rating.mu - _mu(MIDDLE)), POINT * rating.sigma, old.tries + 1)
            for old, rating in zip((person, puzzle), found, strict=True)
        ]
        return new[0], new[1]

    async def share(self, puzzle: str) -> Share:
        counted = func.count().filter(TryRow.solved)
        query = select(func.count(), counted).where(TryRow.puzzle == puzzle)
        timed = select(TryRow.seconds).where(TryRow.puzzle == puzzle, TryRow.solved, TryRow.seconds > 0)
        latest = timed.order_by(TryRow.at.desc()).limit(TIMED)

        def read(connection: Connection) -> Share:
            people, solved = connection.execute(query).one()
            return Share.of(people, solved, connection.execute(latest).scalars().all())

        return await self._store.read(read)

    async def rating(self, who: str) -> Standing | None:
        """A person's rating in puzzles; None before the first try."""
        found = await self._store.read(lambda connection: _standing(connection, SkillRow, who, NEW))
        return found if found.tries else None

    async def puzzle_rating(self, puzzle: str, rating: float) -> float:
        """A puzzle's rating by now, which began with this."""
        found = await self._store.read(lambda c: _standing(c, GradeRow, puzzle, Standing(rating, PUZZLE_SPREAD)))
        return found.rating

    async def days(self, who: str) -> dict[date, bool]:
        query = select(DayRow.day, DayRow.solved).where(DayRow.identity == who)
        return await self._store.read(lambda c: {date.fromisoformat(d): s for d, s in c.execute(query)})

    async def solve_day(self, who: str, day: date, solved: bool) -> None:
        key = {"identity": who, "day": day.isoformat()}
        await self._store.write(lambda connection: _once(connection, DayRow, key, {"solved": solved}))


def _mu(rating: float) -> float:
    return 25.0 + (rating - MIDDLE) / POINT


def _standing(connection: Connection, model: Any, name: str, unknown: Standing) -> Standing:
    key = model.__table__.primary_key.columns[0]
    found = connection.execute(select(model.rating, model.spread, model.tries).where(key == name)).one_or_none()
    return unknown if found is None else Standing(*found)


def _keep(connection: Connection, model: Any, name: str, new: Standing) -> None:
    key = model.__table__.primary_key.columns[0]
    changed = connection.execute(update(model).where(key == name).values(**new.__dict__))
    if not changed.rowcount:
        connection.execute(insert(model), [{key.name: name, **new.__dict__}])


def _once(connection: Connection, model: Any, key: dict[str, Any], more: dict[str, Any]) -> None:
    """Write a row unless it is there."""
    known = select(*(getattr(model, name) for name in key)).filter_by(**key)
    if connection.execute(known).first() is None:
        connection.execute(insert(model), [{**key, **more}])
