"""The commands of an operator: tables, bans and mutes. They work on the database, beside a running server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import Connection, Engine, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from agon.core.errors import AgonError
from agon.web import manners, rulings
from agon.web.checks import now
from agon.web.database import make_engine, migrate
from agon.web.models import EntryRow, MemberRow, SummaryRow, TableRow
from agon.web.rulings import InForce, Kind, Ruling, Verb

LISTED: Final = 50  # tables, unless all are wanted
UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
MOMENT: Final = "%Y-%m-%d %H:%M"
PERSON: Final = re.compile(r"[\w-]{1,32}", re.ASCII)


@contextmanager
def _database(address: str) -> Iterator[Connection]:
    """The database in one transaction; it has to be there."""
    engine = _engine(address)
    try:
        migrate(engine)
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
    except ArgumentError:
        return make_engine(address)  # which says what is wrong
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise AgonError(f"There is no database {url.database}; --database names one, and agon serve makes one.")
    return make_engine(address)


# ---- tables ----


def list_tables(database: str, everything: bool) -> None:
    """The tables, the latest first."""
    query = select(SummaryRow.__table__).order_by(SummaryRow.updated.desc())
    with _database(database) as connection:
        rows = connection.execute(query if everything else query.limit(LISTED)).all()
    for row in rows:
        names = ", ".join(seat["name"] or seat["bot"] or "open" for seat in json.loads(row.seats))
        shown = "public " if row.public else "private"
        print(f"{row.id}  {row.updated:{MOMENT}}  {shown}  {_state(row):<7}  {row.game:<12} {names}")
    print(f"Tables: {len(rows)}" + ("." if everything or len(rows) < LISTED else ", the latest; --all lists all."))


def _state(row: Any) -> str:
    if row.imported:
        return "record"
    return "over" if row.over else "running" if row.started else "open"


def show_table(database: str, given: str) -> None:
    """Who sits at a table, and what was said there; each with the person, who can be muted or banned."""
    table_id = _table_id(given)
    with _database(database) as connection:
        _check_table(connection, table_id)
        row = connection.execute(select(SummaryRow.__table__).where(SummaryRow.id == table_id)).one()
        said = select(EntryRow.__table__).where(EntryRow.table_id == table_id, EntryRow.kind == "say")
        lines = connection.execute(said.order_by(EntryRow.number)).all()
    print(f"{row.game}, {_state(row)}, opened {row.created:{MOMENT}} by {row.host}, changed {row.updated:{MOMENT}}.")
    for number, seat in enumerate(json.loads(row.seats), 1):
        print(f"seat {number}  {seat['owner'] or '-':<16}  {seat['name'] or seat['bot'] or 'open'}")
    for line in lines:
        print(f"{line.at:{MOMENT}}  {line.who:<16}  {line.name}: {line.text}")


def delete_tables(database: str, given: list[str]) -> None:
    """Remove tables for good."""
    wanted = [_table_id(one) for one in given]
    with _database(database) as connection:
        for table_id in wanted:
            _check_table(connection, table_id)
        for table_id in dict.fromkeys(wanted):
            rulings.delete_table(connection, table_id)
    for table_id in dict.fromkeys(wanted):
        print(f"{table_id} is deleted; a running server ends it within a second.")


def _table_id(given: str) -> str:
    """The id of a table by itself or at the end of its link."""
    found = re.search(r"/tables/([\w-]+)", given)
    return found[1] if found else given


def _check_table(connection: Connection, table_id: str) -> None:
    if connection.execute(select(TableRow.id).where(TableRow.id == table_id)).one_or_none() is None:
        raise AgonError(f"There is no table {table_id}; agon tables list names them.")


# ---- people and addresses ----


def rule(database: str, verb: str, person: str | None, address: str | None, duration: str | None) -> None:
    """Ban or mute somebody, or end that."""
    kind, subject = _subject(person, address)
    until = now() + _duration(duration) if duration is not None else None
    lifted = verb.startswith("un")
    with _database(database) as connection:
        if lifted and not _in_force(connection).holds(cast(Verb, verb[2:]), kind, subject, now()):
            raise AgonError(f"{subject} is not {_past(verb[2:])}; agon bans lists who is.")
        rulings.add(connection, Ruling(cast(Verb, verb), kind, subject, now(), until))
        is_known = lifted or kind == "address" or _is_known(connection, subject)
    end = f" until {until:{MOMENT}} UTC" if until is not None else ""
    print(f"{subject} is {'no longer ' if lifted else ''}{_past(verb.removeprefix('un'))}{end}.")
    if not is_known:
        print("Nobody of this id has a seat or a table here: is it spelt right?")


def list_bans(database: str) -> None:
    """Who is banned or muted."""
    with _database(database) as connection:
        standing = _in_force(connection).standing(now())
    for ruling in standing:
        end = f"until {ruling.until:{MOMENT}} UTC" if ruling.until is not None else "for good"
        print(f"{_past(ruling.verb):<6}  {ruling.kind:<7}  {ruling.subject:<24} since {ruling.at:{MOMENT}}, {end}")
    if not standing:
        print("Nobody is banned or muted.")


def list_reports(database: str, done: int | None) -> None:
    """The lines of chat that people have reported; one that is dealt with is named by its number."""
    with _database(database) as connection:
        if done is not None and not manners.close_report(connection, done):
            raise AgonError(f"There is no open report {done}; agon reports lists them.")
        found = manners.reports(connection)
    for one in found:
        print(f"{one.number}  {one.at:{MOMENT}}  {one.table_id}  {one.person}  {one.name}: {one.text}")
    print(f"Reports: {len(found)}." if found else "Nobody has reported anything.")


def _past(verb: str) -> str:
    return {"ban": "banned", "mute": "muted"}[verb]


def _in_force(connection: Connection) -> InForce:
    return InForce(rulings.read(connection))


def _subject(person: str | None, address: str | None) -> tuple[Kind, str]:
    if (person is None) == (address is None):
        raise AgonError("Name a person, or an address by --address; agon tables show TABLE tells who sits there.")
    if person is not None:
        if not PERSON.fullmatch(person):
            raise AgonError(f'"{person}" is no id of a person; agon tables show TABLE tells who sits there.')
        return "person", person
    return "address", _network(address or "")


def _network(text: str) -> str:
    """An address or a network, written the usual way."""
    try:
        found = ip_network(text, strict=False)
    except ValueError as error:
        raise AgonError(f'An address is like 203.0.113.9 or 2001:db8::/64, not "{text}".') from error
    if found.is_loopback:
        raise AgonError(f"{text} is this machine itself; visitors who seem to be there come through an unnamed proxy.")
    return str(found.network_address) if found.num_addresses == 1 else str(found)


def _duration(text: str) -> timedelta:
    found = re.fullmatch(r"([1-9]\d{0,3})([mhdw])", text, re.ASCII)
    if found is None:
        raise AgonError(f'A time is like 30m, 12h, 7d or 2w, not "{text}".')
    return timedelta(**{UNITS[found[2]]: int(found[1])})


def _is_known(connection: Connection, person: str) -> bool:
    query = select(MemberRow.table_id).where(MemberRow.identity == person).limit(1)
    return connection.execute(query).first() is not None
