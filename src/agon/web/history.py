"""What somebody has played, read from the results: by game and by opponent; and who is strongest."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import Any, Final

from sqlalchemy import Connection, select

from agon.bots import kinds
from agon.web.kept import Summary
from agon.web.models import AccountRow, RatingRow, ResultRow, SummaryRow
from agon.web.ratings import MU, SETTLED, Rating, bot_rating, points
from agon.web.seats import Seat, called_at
from agon.web.wishes import wish
from agon.web.words import levels

LATEST: Final = 2000  # games that are looked back at
LEADERS: Final = 50

Table = tuple[str, int]  # a game and its number of seats


@dataclass(frozen=True)
class Game:
    """One finished game of somebody."""

    table_id: str
    game: str
    seats: int
    seat: int
    place: int
    places: tuple[int, ...]
    names: tuple[str, ...]
    people: tuple[str, ...]  # ids, "" for bots
    bots: tuple[str, ...]
    left: bool
    opening: str
    at: datetime
    rated: bool
    rating: Rating | None  # afterwards
    gain: float | None  # of mu

    @property
    def outcome(self) -> str:
        """won, drawn or lost."""
        best = min(self.places)
        if self.left or self.place > best:
            return "lost"
        return "won" if self.places.count(best) == 1 else "drawn"


@dataclass(frozen=True)
class Leader:
    """Somebody on the leaderboard, or a bot to compare with."""

    person: str  # an account's id; "" for a bot
    name: str
    rating: Rating
    shows_online: bool = False


def games_of(connection: Connection, person: str) -> list[Game]:
    """The finished games of somebody, the latest first."""
    mine = select(ResultRow.table_id).where(ResultRow.person == person).order_by(ResultRow.at.desc()).limit(LATEST)
    ids = list(connection.execute(mine).scalars()) if person else []
    rows: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    names: dict[str, tuple[str, ...]] = {}
    for start in range(0, len(ids), 500):
        part = ids[start : start + 500]
        for row in connection.execute(select(ResultRow.__table__).where(ResultRow.table_id.in_(part))).mappings():
            rows[row["table_id"]].append(row)  # type: ignore[arg-type]
        query = select(SummaryRow.id, SummaryRow.seats).where(SummaryRow.id.in_(part))
        for table_id, seats in connection.execute(query):
            names[table_id] = called_at(table_id, [Seat(**seat) for seat in json.loads(seats)])
    return [_game(sorted(rows[i], key=lambda row: row["seat"]), names[i], person) for i in ids if i in names]


def _game(rows: list[Mapping[str, Any]], names: tuple[str, ...], person: str) -> Game:
    mine = next(row for row in rows if row["person"] == person)
    return Game(
        table_id=mine["table_id"],
        game=mine["game"],
        seats=mine["seats"],
        seat=mine["seat"],
        place=mine["place"],
        places=tuple(row["place"] for row in rows),
        names=names,
        people=tuple(row["person"] for row in rows),
        bots=tuple(row["bot"] for row in rows),
        left=mine["left"],
        opening=mine["opening"],
        at=mine["at"],
        rated=mine["rated"],
        rating=Rating(mine["mu"], mine["sigma"]) if mine["mu"] is not None else None,
        gain=mine["gain"],
    )


def ratings_of(connection: Connection, person: str) -> dict[Table, Rating]:
    """Somebody's ratings, by game and seats; those with the most games first."""
    query = select(RatingRow.game, RatingRow.seats, RatingRow.mu, RatingRow.sigma, RatingRow.games)
    query = query.where(RatingRow.person == person).order_by(RatingRow.games.desc())
    return {(row.game, row.seats): Rating(row.mu, row.sigma, row.games) for row in connection.execute(query)}


def leaders(connection: Connection, game: str, seats: int) -> list[Leader]:
    """The strongest people whose ratings are settled, and the bots, the strongest first."""
    query = (
        select(AccountRow.id, AccountRow.name, AccountRow.wishes, RatingRow.mu, RatingRow.sigma, RatingRow.games)
        .join(RatingRow, RatingRow.person == AccountRow.id)
        .where(RatingRow.game == game, RatingRow.seats == seats, RatingRow.games >= SETTLED)
        .order_by(RatingRow.mu.desc())
        .limit(LEADERS)
    )
    people = [
        Leader(row.id, row.name, Rating(row.mu, row.sigma, row.games), wish(wishes, "show_online"))
        for row in connection.execute(query)
        for wishes in (json.loads(row.wishes),)
        if wish(wishes, "show_ratings")
    ]
    bots = [Leader("", bot, bot_rating(game, seats, bot)) for bot in levels(kinds())]
    return sorted([*people, *bots], key=lambda leader: -leader.rating.mu)


def strengths(connection: Connection, tables: Sequence[Summary]) -> dict[str, int]:
    """How strong those at each table are in the mean, in points; whoever has no rating yet counts as a newcomer.

    Where a seat is free, only people count: what one wants to know is whom one will meet.
    """
    owners = {seat.owner for table in tables for seat in table.seats if seat.owner}
    columns = (RatingRow.person, RatingRow.game, RatingRow.seats, RatingRow.mu)
    query = select(*columns).where(RatingRow.person.in_(owners))
    known = {(row.person, row.game, row.seats): row.mu for row in connection.execute(query)} if owners else {}

    def mu(table: Summary, seat: Seat) -> float:
        at = (table.game, len(table.seats))
        return known.get((seat.owner or "", *at), MU) if seat.kind == "person" else bot_rating(*at, seat.bot).mu

    def mean(table: Summary) -> float:
        counted = {"person"} if any(seat.kind == "open" for seat in table.seats) else {"person", "bot"}
        return fmean([mu(table, seat) for seat in table.seats if seat.kind in counted] or [MU])

    return {table.id: points(mean(table)) for table in tables}


# ---- looking back ----


@dataclass(frozen=True)
class Against:
    """How somebody fared against one opponent, person or bot."""

    name: str
    person: str
    bot: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def against(games: list[Game]) -> list[Against]:
    """Results by opponent, rated and friendly alike; whom one met most comes first."""
    met: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    names: dict[tuple[str, str], str] = {}
    for game in games:
        for seat, place in enumerate(game.places):
            key = (game.people[seat], game.bots[seat])
            if seat == game.seat or key == ("", ""):
                continue
            names.setdefault(key, game.names[seat] if key[0] else game.bots[seat])
            met[key]["lost" if game.place > place else "won" if game.place < place else "drawn"] += 1
    found = [Against(names[k], k[0], k[1], n["won"], n["drawn"], n["lost"]) for k, n in met.items()]
    return sorted(found, key=lambda one: (-one.games, one.name))
