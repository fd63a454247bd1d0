"""Tournaments in the database: opened, joined, begun, round by round to the end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from agon.web.checks import now
from agon.web.errors import Refused
from agon.web.identity import Identity, fresh_id
from agon.web.knockout import first_round, knockout_rounds, next_round
from agon.web.models import EntrantRow, PairingRow, SummaryRow, TournamentRow
from agon.web.ratings import bot_rating, rating_of
from agon.web.store import read_summary
from agon.web.swiss import BYE, Met, robin, robin_rounds, swiss, without

MOST: Final = 64  # entrants
FEWEST: Final = 2
SEATS: Final = 2
LONGEST: Final = 15  # rounds of a Swiss tournament
CLAIM: Final = 60  # seconds after which another process may open a table
LISTED: Final = 60
DRAWN_OUT: Final = 0.0  # the first's points of a draw in a knock-out: whoever sat second goes on


@dataclass(frozen=True)
class Cup:
    """A tournament."""

    id: str
    title: str
    host: str
    game: str
    kind: str
    pace: str
    rated: bool
    rounds: int
    round: int
    over: bool
    created: datetime


@dataclass(frozen=True)
class Entrant:
    number: int
    person: str
    name: str
    bot: str
    paused: bool


@dataclass(frozen=True)
class Board:
    """A pairing of a round, and its table once that is open."""

    round: int
    board: int
    first: int
    second: int
    table_id: str | None
    points: float | None

    @property
    def met(self) -> Met:
        return Met(self.first, self.second, self.points)


def cup_of(connection: Connection, cup_id: str, held: bool = False) -> Cup:
    """A tournament; `held`, no other process changes it before this transaction ends."""
    query = select(TournamentRow.__table__).where(TournamentRow.id == cup_id)
    row = connection.execute(query.with_for_update() if held else query).one_or_none()
    if row is None:
        raise Refused("unknown_cup")
    return Cup(**row._mapping)


def cups(connection: Connection) -> list[Cup]:
    """The latest tournaments, those that are not over first."""
    query = select(TournamentRow.__table__).order_by(TournamentRow.over, TournamentRow.created.desc()).limit(LISTED)
    return [Cup(**row._mapping) for row in connection.execute(query)]


def running(connection: Connection) -> list[Cup]:
    query = select(TournamentRow.__table__).where(TournamentRow.round > 0, TournamentRow.over.is_(False))
    return [Cup(**row._mapping) for row in connection.execute(query)]


def entrants_of(connection: Connection, cup_id: str) -> list[Entrant]:
    query = select(EntrantRow.number, EntrantRow.person, EntrantRow.name, EntrantRow.bot, EntrantRow.paused)
    query = query.where(EntrantRow.tournament == cup_id).order_by(EntrantRow.number)
    return [Entrant(*row) for row in connection.execute(query)]


def boards_of(connection: Connection, cup_id: str) -> list[Board]:
    columns = (
        PairingRow.round, PairingRow.board, PairingRow.first, PairingRow.second, PairingRow.table_id, PairingRow.points,
    )  # fmt: skip
    query = select(*columns).where(PairingRow.tournament == cup_id).order_by(PairingRow.round, PairingRow.board)
    return [Board(*row) for row in connection.execute(query)]


def open_cup(connection: Connection, cup: Cup, bots: list[str]) -> None:
    connection.execute(insert(TournamentRow), [cup.__dict__])
    rows = [{"tournament": cup.id, "number": n, "person": "", "name": "", "bot": bot} for n, bot in enumerate(bots)]
    if rows:
        connection.execute(insert(EntrantRow), rows)


def new_cup(who: Identity, title: str, game: str, kind: str, pace: str, rated: bool, rounds: int) -> Cup:
    return Cup(fresh_id(12), title, who.id, game, kind, pace, rated, rounds, 0, False, now())


def join(connection: Connection, cup_id: str, who: Identity) -> None:
    cup, found = cup_of(connection, cup_id, held=True), entrants_of(connection, cup_id)
    if cup.round or cup.over:
        raise Refused("cup_begun")
    if any(entrant.person == who.id for entrant in found):
        return
    if len(found) >= MOST:
        raise Refused("cup_full", most=MOST)
    number = connection.execute(
        select(func.coalesce(func.max(EntrantRow.number), -1)).where(EntrantRow.tournament == cup_id)
    ).scalar_one()
    row = {"tournament": cup_id, "number": number + 1, "person": who.id, "name": who.name, "bot": ""}
    connection.execute(insert(EntrantRow), [row])


def withdraw(connection: Connection, cup_id: str, who: Identity) -> None:
    if cup_of(connection, cup_id, held=True).round:
        raise Refused("cup_begun")
    connection.execute(delete(EntrantRow).where(EntrantRow.tournament == cup_id, EntrantRow.person == who.id))


def pause(connection: Connection, cup_id: str, who: Identity, paused: bool) -> None:
    """From the next round on somebody pauses, or plays again."""
    cup = cup_of(connection, cup_id, held=True)
    if not cup.round or cup.over:
        raise Refused("cup_not_played")
    query = update(EntrantRow).where(EntrantRow.tournament == cup_id, EntrantRow.person == who.id)
    if not connection.execute(query.values(paused=paused)).rowcount:
        raise Refused("cup_not_in")


def begin(connection: Connection, cup_id: str, who: Identity) -> None:
    """The host begins it: entrants are numbered without gaps, and the first round is paired."""
    cup, found = cup_of(connection, cup_id, held=True), entrants_of(connection, cup_id)
    if cup.host != who.id:
        raise Refused("not_host")
    if cup.round or cup.over:
        raise Refused("cup_begun")
    if len(found) < FEWEST:
        raise Refused("cup_empty")
    for number, entrant in enumerate(found):
        query = update(EntrantRow).where(EntrantRow.tournament == cup_id, EntrantRow.number == entrant.number)
        connection.execute(query.values(number=number))
    rounds = _rounds(cup, len(found))
    connection.execute(update(TournamentRow).where(TournamentRow.id == cup_id).values(rounds=rounds))
    _next_round(connection, cup_id)


def _rounds(cup: Cup, entrants: int) -> int:
    if cup.kind == "knockout":
        return knockout_rounds(entrants)
    return robin_rounds(entrants) if cup.kind == "robin" else min(cup.rounds, robin_rounds(entrants))


def go_on(connection: Connection, cup_id: str) -> None:
    """Note the games that have ended; when the round is over, pair the next. Of several processes, one does."""
    cup = cup_of(connection, cup_id, held=True)
    if _note_results(connection, cup):
        _next_round(connection, cup_id)


def _next_round(connection: Connection, cup_id: str) -> None:
    """Pair the next round, or end the tournament where there is none."""
    cup, found = cup_of(connection, cup_id), entrants_of(connection, cup_id)
    if cup.round >= cup.rounds:
        connection.execute(update(TournamentRow).where(TournamentRow.id == cup_id).values(over=True))
        return
    number = cup.round + 1
    paired = _paired(connection, cup, found)
    rows = [
        {
            "tournament": cup_id, "round": number, "board": n, "first": met.first, "second": met.second,
            "table_id": None, "claimed": None, "points": met.points,
        }
        for n, met in enumerate(paired)
    ]  # fmt: skip
    connection.execute(insert(PairingRow), rows)
    connection.execute(update(TournamentRow).where(TournamentRow.id == cup_id).values(round=number))


def _paired(connection: Connection, cup: Cup, found: list[Entrant]) -> list[Met]:
    """Who meets whom in the round after this one."""
    boards = boards_of(connection, cup.id)
    games = [board.met for board in boards]
    paused = frozenset(entrant.number for entrant in found if entrant.paused)
    if cup.kind == "swiss":
        return swiss(len(found), games, paused)
    if cup.kind == "robin":
        return without(paused, robin(len(found), cup.round + 1))
    if not games:
        return first_round(
            [entrant.number for entrant in sorted(found, key=lambda one: -_points(connection, cup, one))]
        )
    pairs = next_round([board.met for board in boards if board.round == cup.round], games)
    return without(paused, pairs, DRAWN_OUT)


def _points(connection: Connection, cup: Cup, entrant: Entrant) -> int:
    """How strong an entrant is."""
    if entrant.bot:
        return bot_rating(cup.game, SEATS, entrant.bot).points
    return rating_of(connection, entrant.person, cup.game, SEATS).points


def _note_results(connection: Connection, cup: Cup) -> bool:
    """Note the games that have ended; whether the round is over."""
    is_done = True
    for board in boards_of(connection, cup.id):
        if board.points is not None:
            continue
        summary = read_summary(connection, board.table_id) if board.table_id else None
        if summary is None or not summary.over:
            is_done = False
            continue
        for seat in summary.seats:
            if seat.standing_in:  # whoever is missing pauses, until they say that they are back
                query = update(EntrantRow).where(EntrantRow.tournament == cup.id, EntrantRow.person == seat.owner)
                connection.execute(query.values(paused=True))
        one, two = (3 if seat.standing_in else place for seat, place in zip(summary.seats, summary.result, strict=True))
        drawn = DRAWN_OUT if cup.kind == "knockout" else 0.5
        points = drawn if one == two else float(one < two)
        connection.execute(_where(cup.id, board).values(points=points))
    return is_done


def _where(cup_id: str, board: Board):  # type: ignore[no-untyped-def]
    return update(PairingRow).where(
        PairingRow.tournament == cup_id, PairingRow.round == board.round, PairingRow.board == board.board
    )


def claim(connection: Connection, cup_id: str, board: Board) -> bool:
    """Whether this process is the one to open the table of a pairing."""
    moment = now()
    query = _where(cup_id, board).where(
        PairingRow.table_id.is_(None),
        (PairingRow.claimed.is_(None)) | (PairingRow.claimed < moment - timedelta(seconds=CLAIM)),
    )
    return bool(connection.execute(query.values(claimed=moment)).rowcount == 1)


def seat_at(connection: Connection, cup_id: str, board: Board, table_id: str) -> None:
    connection.execute(_where(cup_id, board).values(table_id=table_id))


def to_open(connection: Connection, cup_id: str) -> list[Board]:
    """Pairings that have no table yet."""
    return [b for b in boards_of(connection, cup_id) if b.table_id is None and b.second != BYE and b.points is None]


def at_play(connection: Connection, cup_id: str) -> list[str]:
    """The ids of its tables that are played."""
    query = select(PairingRow.table_id).join(SummaryRow, SummaryRow.id == PairingRow.table_id)
    query = query.where(PairingRow.tournament == cup_id, SummaryRow.over.is_(False))
    return [table_id for table_id in connection.execute(query).scalars() if table_id]
