"""What somebody has achieved: few things, each with the day on which it first came true; never for time spent.

All of it follows from results, tournaments and daily puzzles, so nothing is kept of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from sqlalchemy import Connection, func, select

from agon.core.game import known
from agon.web.cups import boards_of, entrants_of
from agon.web.history import Game
from agon.web.models import DayRow, EntrantRow, PairingRow, SummaryRow, TournamentRow
from agon.web.progress import WEEK, streak
from agon.web.swiss import standings

RUN: Final = 5  # victories in a row
STRONGEST: Final = "expert"  # of the bots
CUPS: Final = 20  # tournaments that are looked back at
ICONS: Final = {
    "first_win": "i-laurel",
    "person_beaten": "n-people",
    "oracle_beaten": "n-bot",
    "every_game": "n-check",
    "five_wins": "n-flame",
    "puzzle_week": "n-puzzle",
    "cup_won": "n-cup",
}


@dataclass(frozen=True)
class Laurel:
    """Something achieved: its key in the words, the day, and the name of the tournament where it was one."""

    key: str
    at: datetime
    cup: str = ""

    @property
    def icon(self) -> str:
        return ICONS[self.key]


def laurels(connection: Connection, person: str, games: Sequence[Game]) -> list[Laurel]:
    """What somebody has achieved, the latest first."""
    days = select(DayRow.day, DayRow.solved).where(DayRow.identity == person)
    solved = {date.fromisoformat(day): is_solved for day, is_solved in connection.execute(days)}
    found = [*of_games(games), *of_puzzles(solved), *_of_cups(connection, person)]
    return sorted(found, key=lambda laurel: laurel.at, reverse=True)


def of_games(games: Sequence[Game]) -> list[Laurel]:
    """What follows from finished games, which are given with the latest first."""
    out: list[Laurel] = []
    won, run = set[str](), 0
    has: set[str] = set()

    def give(key: str, game: Game, is_true: bool) -> None:
        if is_true and key not in has:
            has.add(key)
            out.append(Laurel(key, game.at))

    for game in reversed(games):
        is_won = game.outcome == "won"
        run = run + 1 if is_won else 0
        won |= {game.game} if is_won else set()
        others = [seat for seat in range(len(game.places)) if seat != game.seat]
        give("first_win", game, is_won)
        give("person_beaten", game, is_won and any(game.people[seat] for seat in others))
        give("oracle_beaten", game, is_won and any(game.bots[seat] == STRONGEST for seat in others))
        give("every_game", game, won >= set(known()))
        give("five_wins", game, run == RUN)
    return out


def of_puzzles(days: Mapping[date, bool]) -> list[Laurel]:
    """The first week of daily puzzles in a row."""
    weeks = [day for day, is_solved in sorted(days.items()) if is_solved and streak(days, day) >= WEEK]
    return [Laurel("puzzle_week", datetime(*weeks[0].timetuple()[:3], tzinfo=UTC))] if weeks else []


def _of_cups(connection: Connection, person: str) -> list[Laurel]:
    """The tournaments somebody has won."""
    query = (
        select(TournamentRow.id, TournamentRow.title, EntrantRow.number, func.max(SummaryRow.updated))
        .join(EntrantRow, EntrantRow.tournament == TournamentRow.id)
        .join(PairingRow, PairingRow.tournament == TournamentRow.id)
        .join(SummaryRow, SummaryRow.id == PairingRow.table_id)
        .where(TournamentRow.over, EntrantRow.person == person)
        .group_by(TournamentRow.id, TournamentRow.title, EntrantRow.number)
        .order_by(func.max(SummaryRow.updated).desc())
        .limit(CUPS)
    )
    out = []
    for cup, title, number, at in connection.execute(query) if person else []:
        games = [board.met for board in boards_of(connection, cup)]
        if standings(len(entrants_of(connection, cup)), games)[0].entrant == number:
            out.append(Laurel("cup_won", at, title))
    return out
