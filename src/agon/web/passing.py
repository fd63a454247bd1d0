"""What belongs to a person in the whole database, passed on to another, or to nobody where somebody has gone."""

from __future__ import annotations

import json
from typing import Final

from sqlalchemy import Column, Connection, Table, delete, exists, select, update

from agon.web.models import AccountRow, Base, EntryRow, MemberRow, SummaryRow

NOBODY: Final = ""


def columns_of_people() -> list[tuple[Table, Column[str]]]:
    """Every column of the database that names a person; what refers to others comes first."""
    return [
        (table, column)
        for table in reversed(Base.metadata.sorted_tables)
        for column in table.columns
        if column.info.get("person")
    ]


def tables_of(connection: Connection, person: str) -> list[str]:
    """The ids of the tables where somebody sits, is the host, or has spoken."""
    spoken = select(EntryRow.table_id).where(EntryRow.who == person)
    sat = select(MemberRow.table_id).where(MemberRow.identity == person)
    return list(connection.execute(spoken.union(sat)).scalars()) if person else []


def pass_on(connection: Connection, old: str, new: str, name: str) -> None:
    """All that belonged to one person; at their tables they are called by the new name from the beginning."""
    tables = tables_of(connection, old)
    for table, column in columns_of_people():
        values = {column.name: new}
        if column.info["person"] == "goes":
            _drop(connection, table, column, old, new)
        elif "name" in table.columns:
            values["name"] = name
        connection.execute(update(table).where(column == old).values(values))
    for table_id in tables:
        _reseat(connection, table_id, old, new, name)
    if new == NOBODY:
        connection.execute(delete(AccountRow).where(AccountRow.id == old))


def _drop(connection: Connection, table: Table, column: Column[str], old: str, new: str) -> None:
    """Rows about somebody who goes; of those that the other has already, theirs stays."""
    rows = delete(table).where(column == old)
    if new != NOBODY and column.primary_key:
        twin = table.alias()
        same = [twin.c[key.name] == key for key in table.primary_key if key is not column]
        rows = rows.where(exists(select(1).select_from(twin).where(twin.c[column.name] == new, *same)))
    if new == NOBODY or column.primary_key:
        connection.execute(rows)


def _reseat(connection: Connection, table_id: str, old: str, new: str, name: str) -> None:
    """How the lobby is told of it."""
    row = connection.execute(select(SummaryRow.seats).where(SummaryRow.id == table_id)).scalar_one_or_none()
    seats = json.loads(row or "[]")
    for seat in seats:
        if seat["owner"] == old:
            seat["owner"], seat["name"] = new or None, name
    connection.execute(update(SummaryRow).where(SummaryRow.id == table_id).values(seats=json.dumps(seats)))
