"""What an operator has ruled about tables, people and addresses: a ledger that is only ever appended to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from agon.web.checks import now
from agon.web.errors import Refused
from agon.web.models import Base, PairingRow, RulingRow, TableRow

Verb = Literal["ban", "unban", "mute", "unmute", "delete"]
Kind = Literal["person", "address", "table"]


@dataclass(frozen=True)
class Ruling:
    """One line of the ledger. An address may be a network; a ban or mute without an end has no `until`."""

    verb: Verb
    kind: Kind
    subject: str
    at: datetime
    until: datetime | None = None


class InForce:
    """What the rulings up to now amount to."""

    def __init__(self, rulings: Iterable[Ruling] = ()) -> None:
        self.deleted: set[str] = set()
        self._standing: dict[tuple[str, Kind, str], Ruling] = {}
        for ruling in rulings:
            self._follow(ruling)

    def _follow(self, ruling: Ruling) -> None:
        verb = ruling.verb.removeprefix("un")
        if ruling.verb == "delete":
            self.deleted.add(ruling.subject)
        elif ruling.verb == verb:
            self._standing[verb, ruling.kind, ruling.subject] = ruling
        else:
            self._standing.pop((verb, ruling.kind, ruling.subject), None)

    def standing(self, moment: datetime) -> list[Ruling]:
        """The bans and mutes that hold."""
        return [r for r in self._standing.values() if r.until is None or r.until > moment]

    def holds(self, verb: Verb, kind: Kind, subject: str, moment: datetime) -> bool:
        return any((r.verb, r.kind, r.subject) == (verb, kind, subject) for r in self.standing(moment))

    def check(self, verb: Verb, person: str, address: str) -> None:
        """Refuses somebody who is banned, or muted, by person or by address."""
        if not self._standing:
            return
        for ruling in self.standing(now()):
            if ruling.verb == verb and _is_meant(ruling, person, address):
                raise refusal(ruling)

    def check_table(self, table_id: str) -> None:
        """Refuses a table that has been deleted."""
        if table_id in self.deleted:
            raise Refused("table_deleted")


def refusal(ruling: Ruling) -> Refused:
    key = {"ban": "banned", "mute": "muted"}[ruling.verb]
    if ruling.until is None:
        return Refused(key)
    return Refused(f"{key}_until", until=f"{ruling.until:%Y-%m-%d %H:%M} UTC")


def _is_meant(ruling: Ruling, person: str, address: str) -> bool:
    if ruling.kind == "person":
        return ruling.subject == person
    found = _numeric(address)
    return found is not None and found in ip_network(ruling.subject)


def _numeric(address: str) -> IPv4Address | IPv6Address | None:
    """An address to compare; one of the old kind may come in the clothes of the new."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


# ---- the ledger in the database ----


def mark(connection: Connection) -> tuple[int, int]:
    """Differs whenever something was added."""
    count, last = connection.execute(select(func.count(), func.max(RulingRow.number)).select_from(RulingRow)).one()
    return count, last or 0


def read(connection: Connection) -> list[Ruling]:
    query = select(RulingRow.verb, RulingRow.kind, RulingRow.subject, RulingRow.at, RulingRow.until)
    return [Ruling(**row._mapping) for row in connection.execute(query.order_by(RulingRow.number))]


def add(connection: Connection, ruling: Ruling) -> None:
    connection.execute(insert(RulingRow), [ruling.__dict__])


def delete_table(connection: Connection, table_id: str) -> None:
    """Remove a table with everything that belongs to it, and say so to the servers that have it in memory.

    A pairing of a tournament stays, without a table: it is played anew.
    """
    anew = update(PairingRow).where(PairingRow.table_id == table_id)
    connection.execute(anew.values(table_id=None, claimed=None))
    for table in reversed(Base.metadata.sorted_tables):
        for column in table.columns:
            if column.references(TableRow.__table__.c.id) or column is TableRow.__table__.c.id:
                connection.execute(delete(table).where(column == table_id))
    add(connection, Ruling("delete", "table", table_id, now()))
