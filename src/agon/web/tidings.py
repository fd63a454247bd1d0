"""Kinds of news besides turns: time that runs out in a slow game, and a round of a tournament that begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, or_, select

from agon.web import accounts
from agon.web.clocks import PACES
from agon.web.kept import Summary
from agon.web.models import EntrantRow, PairingRow, TournamentRow

LATE: Final = timedelta(hours=4)  # left of a decision that has days
KINDS: Final = ("push_late", "push_cup")
TOLD: Final = "told"  # in the wishes of an account: what it was told last, by kind


@dataclass(frozen=True)
class Begun:
    """The table of somebody in the round that is played."""

    cup: str
    title: str
    round: int
    table_id: str


def late(turns: Sequence[Summary], moment: datetime) -> list[Summary]:
    """Turns of slow games whose time is nearly out."""
    slow = [turn for turn in turns if turn.due is not None and PACES[turn.pace].days]
    return [turn for turn in slow if turn.due is not None and moment < turn.due <= moment + LATE]


def begun(connection: Connection, person: str) -> list[Begun]:
    """The games of somebody in rounds of tournaments that are played."""
    query = (
        select(TournamentRow.id, TournamentRow.title, TournamentRow.round, PairingRow.table_id)
        .join(EntrantRow, EntrantRow.tournament == TournamentRow.id)
        .join(PairingRow, PairingRow.tournament == TournamentRow.id)
        .where(
            EntrantRow.person == person,
            TournamentRow.over.is_(False),
            PairingRow.round == TournamentRow.round,
            PairingRow.points.is_(None),
            or_(PairingRow.first == EntrantRow.number, PairingRow.second == EntrantRow.number),
        )
    )
    return [Begun(cup, title, n, table) for cup, title, n, table in connection.execute(query) if table is not None]


def first_told(connection: Connection, account: str, kind: str, now: dict[str, int]) -> list[str]:
    """Of what is so now (a number by name), that of which nobody was told: whoever asks first, of all processes, tells.

    Only what is so now is remembered, so it never grows.
    """
    found = accounts.account_of(connection, account, held=True)
    if found is None:
        return []
    all_told: dict[str, dict[str, int]] = found.wishes.get(TOLD, {})
    told = all_told.get(kind, {})
    if told != now:
        accounts.wish(connection, account, {TOLD: {**all_told, kind: now}})
    return [name for name, number in now.items() if told.get(name) != number]
