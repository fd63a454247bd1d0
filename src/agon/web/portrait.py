"""The page of somebody besides ratings: results by game, seats, luck, openings in words, and what they learn."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from sqlalchemy import Connection, case, func, select

from agon.core.errors import AgonError
from agon.core.game import find, known
from agon.core.record import Record
from agon.play.analysis import Analysis
from agon.play.lessons import lessons
from agon.play.table import StillTable
from agon.web.history import Game, Table
from agon.web.journal import read_header, standing
from agon.web.models import AnalysisRow, LearntRow, ResultRow, SkillRow, TryRow
from agon.web.scholars import SURE
from agon.web.store import read_table

FAVOURITES: Final = 5  # openings
LOOKED_AT: Final = 12  # analysed games from which luck is told, the latest ones


@dataclass(frozen=True)
class ByGame:
    """How somebody fared in one game with one number of seats."""

    table: Table
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class BySeat:
    """Games at one seat, how many of them were won, and the share that everybody wins there."""

    seat: int
    games: int
    won: int
    everybody: float | None

    @property
    def share(self) -> float:
        return self.won / self.games


@dataclass(frozen=True)
class Luck:
    """What the analyses of some games say: how much was drawn and not decided, and what it gave to somebody."""

    games: int
    share: float  # of what moved the chances
    mine: float  # of a victory, in the mean of the games


@dataclass(frozen=True)
class Learning:
    """Lessons somebody has been through, and first tries at puzzles."""

    courses: list[tuple[str, int, int]]  # a game, lessons done, lessons there are
    tried: int
    solved: int
    rating: int
    margin: int


def by_game(games: list[Game]) -> list[ByGame]:
    """Results by game, rated and friendly alike; those with the most games first."""
    count: dict[Table, Counter[str]] = {}
    for game in games:
        count.setdefault((game.game, game.seats), Counter())[game.outcome] += 1
    found = [ByGame(table, n["won"], n["drawn"], n["lost"]) for table, n in count.items() if table[0] in known()]
    return sorted(found, key=lambda one: (-(one.won + one.drawn + one.lost), one.table))


def by_seat(connection: Connection, games: list[Game], table: Table) -> list[BySeat]:
    """How much of it is where one sits: one's own share of victories, and that of all who sat there."""
    first = func.sum(case((ResultRow.place == 1, 1), else_=0))
    query = select(ResultRow.seat, func.count(), first).where(ResultRow.game == table[0], ResultRow.seats == table[1])
    everybody = {seat: won / all_ for seat, all_, won in connection.execute(query.group_by(ResultRow.seat))}
    played = Counter(game.seat for game in games)
    won = Counter(game.seat for game in games if game.outcome == "won")
    return [BySeat(seat, played[seat], won[seat], everybody.get(seat)) for seat in sorted(played)]


def openings(connection: Connection, games: list[Game], lang: str) -> list[tuple[str, int, int]]:
    """What somebody likes to begin with, in words: how often, and how often they won so."""
    count = Counter(game.opening for game in games if game.opening)
    won = Counter(game.opening for game in games if game.outcome == "won")
    latest = {game.opening: game for game in reversed(games)}
    return [
        (_in_words(connection, latest[opening], lang), n, won[opening]) for opening, n in count.most_common(FAVOURITES)
    ]


def _in_words(connection: Connection, game: Game, lang: str) -> str:
    """Somebody's first action as a button said it; by its notation where these rules can no longer tell."""
    record = _record(connection, game.table_id)
    if record is None:
        return game.opening
    first = next((number for number, ply in enumerate(record.plies) if ply.actor == game.seat), None)
    if first is None:
        return game.opening
    seen = StillTable(record).seen(game.seat, first)
    return seen.label(record.game.space.parse(record.plies[first].text), lang)


def _record(connection: Connection, table_id: str) -> Record | None:
    """The plies of a finished game, if the rules of today can replay them."""
    found = read_table(connection, table_id)
    if found is None:
        return None
    try:
        record = read_header(*found)
    except AgonError:
        return None
    record.plies = [ply for _, ply in standing(found[1])]
    return record


def luck(connection: Connection, games: list[Game]) -> Luck | None:
    """What draws gave and took in the games that were analysed; None where none was."""
    query = select(AnalysisRow.table_id, AnalysisRow.body).where(AnalysisRow.table_id.in_([g.table_id for g in games]))
    bodies = {row.table_id: row.body for row in connection.execute(query.limit(LOOKED_AT))} if games else {}
    shares, mine = [], []
    for game in games:
        record = _record(connection, game.table_id) if game.table_id in bodies else None
        if record is None:
            continue
        try:
            found = Analysis.from_dict(record, json.loads(bodies[game.table_id]))
        except AgonError:  # of an older form
            continue
        shares.append(found.luck_share())
        mine.append(found.luck[game.seat])
    return Luck(len(shares), fmean(shares), fmean(mine)) if shares else None


def learning(connection: Connection, person: str, lang: str) -> Learning | None:
    """How far somebody is in lessons and puzzles; None before the first step."""
    done = Counter(connection.execute(select(LearntRow.game).where(LearntRow.identity == person)).scalars())
    tries = select(func.count(), func.count().filter(TryRow.solved)).where(TryRow.identity == person)
    tried, solved = connection.execute(tries).one()
    if not done and not tried:
        return None
    skill = select(SkillRow.rating, SkillRow.spread).where(SkillRow.identity == person)
    rating, spread = connection.execute(skill).one_or_none() or (0.0, 0.0)
    courses = [(find(game).title[lang], n, len(lessons(find(game)))) for game, n in done.items() if game in known()]
    return Learning(sorted(courses), tried, solved, round(rating), round(SURE * spread))
