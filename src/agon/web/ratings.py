"""Ratings by OpenSkill (Plackett-Luce), per game and number of seats; bots stand where arenas have put them.

Shown are points: 1500 is a newcomer's guess, and 95 % certainty is an interval to both sides.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, exists, insert, select

from agon.web.database import RATING_KEY, one_at_a_time
from agon.web.journal import standing
from agon.web.kept import Entry, Summary
from agon.web.models import RatingRow, ResultRow, SummaryRow
from agon.web.seats import Seat
from agon.web.store import read_summary, read_table

MU: Final = 25.0
SIGMA: Final = 25.0 / 3.0
SETTLED: Final = 20  # games until a rating stands on the leaderboard
MIDDLE: Final = 1500  # points
POINTS: Final = 40.0  # of one unit of mu
SURE: Final = 1.96  # standard deviations to each side: 95 %
FILE: Final = "ratings.json"  # {"tables": [{"game", "seats", "ratings": [{"bot", "mu", "sigma", "games"}]}]}

# Where no arena has said anything about a table: a guess, and as unsure.
GUESSED: Final = {"random": 12.0, "easy": 18.0, "greedy": 19.0, "medium": 22.0, "hard": 27.0, "expert": 29.0}
UNSURE: Final = 4.0


@dataclass(frozen=True)
class Rating:
    """How strong somebody is, and how sure that is."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def margin(self) -> int:
        """True strength lies so near to the points, 19 times in 20."""
        return round(SURE * POINTS * self.sigma)

    @property
    def is_settled(self) -> bool:
        return self.games >= SETTLED


def points(mu: float) -> int:
    return round(MIDDLE + POINTS * (mu - MU))


@cache
def _arena() -> dict[tuple[str, int, str], Rating]:
    """What arenas have found about the bots, by game, seats and bot."""
    file = files("agon.bots").joinpath(FILE)
    told = json.loads(file.read_text("utf-8")) if file.is_file() else {"tables": []}
    return {
        (table["game"], table["seats"], row["bot"]): Rating(row["mu"], row["sigma"], row["games"])
        for table in told["tables"]
        for row in table["ratings"]
    }


def bot_rating(game: str, seats: int, bot: str) -> Rating:
    """How strong a bot is at a table: by an arena, else by a guess."""
    found = _arena().get((game, seats, bot))
    return found or Rating(GUESSED.get(bot.partition(":")[0], MU), UNSURE, 0)


def after_game(before: list[Rating], places: list[int]) -> list[Rating]:
    """The ratings after a game."""
    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(float(team[0].mu), float(team[0].sigma), old.games + 1) for team, old in zip(rated, before, strict=True)
    ]


# ---- in the database ----


def unrated(connection: Connection, limit: int) -> list[str]:
    """Finished games whose results are not kept yet, in the order in which they ended."""
    known = exists(select(1).where(ResultRow.table_id == SummaryRow.id))
    query = select(SummaryRow.id).where(SummaryRow.over, SummaryRow.imported.is_(False), ~known)
    return list(connection.execute(query.order_by(SummaryRow.updated).limit(limit)).scalars())


def rating_of(connection: Connection, person: str, game: str, seats: int) -> Rating:
    query = select(RatingRow.mu, RatingRow.sigma, RatingRow.games)
    where = (RatingRow.person == person, RatingRow.game == game, RatingRow.seats == seats)
    row = connection.execute(query.where(*where)).one_or_none()
    return Rating(*row) if row is not None else Rating()


def keep_result(connection: Connection, table_id: str) -> None:
    """Keep how everybody fared in a finished game and, where it was rated, how strong they are now; once."""
    one_at_a_time(connection, RATING_KEY)
    if connection.execute(select(ResultRow.seat).where(ResultRow.table_id == table_id).limit(1)).one_or_none():
        return  # another process was faster
    summary, found = read_summary(connection, table_id), read_table(connection, table_id)
    if summary is None or found is None:
        return
    places = [_place(summary, seat) for seat in range(len(summary.seats))]
    moment = summary.updated
    after: list[Rating | None] = [None] * len(places)
    before: list[Rating] = []
    if summary.rated:
        before = [_before(connection, summary, seat) for seat in summary.seats]
        after = list(after_game(before, places))
    openings = _openings(found[1])
    rows = []
    for number, seat in enumerate(summary.seats):
        new = after[number] if seat.owner else None
        rows.append(_row(summary, number, seat, places[number], openings.get(number, ""), moment))
        if new is not None and seat.owner:
            rows[-1] |= {"mu": new.mu, "sigma": new.sigma, "gain": new.mu - before[number].mu}
            _keep_rating(connection, seat.owner, summary, new, moment)
    connection.execute(insert(ResultRow), rows)


def _place(summary: Summary, seat: int) -> int:
    """One's place; whoever left is behind all who stayed."""
    return len(summary.seats) + 1 if _has_left(summary.seats[seat]) else summary.result[seat]


def _has_left(seat: Seat) -> bool:
    return seat.kind == "person" and seat.standing_in


def _before(connection: Connection, summary: Summary, seat: Seat) -> Rating:
    if seat.owner:
        return rating_of(connection, seat.owner, summary.game, len(summary.seats))
    return bot_rating(summary.game, len(summary.seats), seat.bot)


def _openings(entries: list[Entry]) -> dict[int, str]:
    """What each seat did first."""
    out: dict[int, str] = {}
    for _, ply in standing(entries):
        if ply.actor >= 0:
            out.setdefault(ply.actor, ply.text)
    return out


def _row(summary: Summary, number: int, seat: Seat, place: int, opening: str, at: datetime) -> dict[str, Any]:
    return {
        "table_id": summary.id,
        "seat": number,
        "person": seat.owner or "",
        "bot": seat.bot if seat.kind == "bot" else "",
        "game": summary.game,
        "seats": len(summary.seats),
        "place": min(place, len(summary.seats)),
        "left": _has_left(seat),
        "opening": opening[:200],
        "at": at,
        "rated": summary.rated,
        "mu": None,
        "sigma": None,
        "gain": None,
    }


def _keep_rating(connection: Connection, person: str, summary: Summary, new: Rating, at: datetime) -> None:
    key = {"person": person, "game": summary.game, "seats": len(summary.seats)}
    where = [getattr(RatingRow, name) == value for name, value in key.items()]
    connection.execute(delete(RatingRow).where(*where))
    connection.execute(
        insert(RatingRow), [{**key, "mu": new.mu, "sigma": new.sigma, "games": new.games, "updated": at}]
    )
