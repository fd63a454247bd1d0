"""Everything a server has about somebody, as one archive: their games as records, and every row that names them."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from agon.core.errors import AgonError
from agon.core.record import Record
from agon.web.accounts import account_of
from agon.web.journal import standing
from agon.web.kept import Summary
from agon.web.models import SummaryRow, TableRow
from agon.web.passing import columns_of_people, tables_of
from agon.web.store import read_summary, read_table

SECRET: Final = ("credential", "public", "claim", "code", "record", "auth", "p256dh")  # of no use to anybody but us
GAMES: Final = (TableRow.__tablename__, SummaryRow.__tablename__)  # told as records


def archive(connection: Connection, person: str, name: str) -> bytes:
    """A ZIP file: who they are, their games, and what else there is."""
    out = io.BytesIO()
    account = account_of(connection, person)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        who: dict[str, Any] = asdict(account) if account is not None else {"id": person, "name": name}
        _write(file, "me.json", who)
        games = []
        for table_id in tables_of(connection, person):
            summary = read_summary(connection, table_id)
            if summary is not None:
                games.append(_told(summary, person))
                text = _record(connection, summary)
                if text:
                    file.writestr(f"games/{summary.game}-{summary.created:%Y-%m-%d}-{table_id}.agon", text)
        _write(file, "games.json", games)
        for table, column in columns_of_people():
            if table.name not in GAMES and not column.info.get("untold"):
                rows = connection.execute(select(table).where(column == person)).mappings()
                _write(file, f"{table.name}.json", [_open(dict(row)) for row in rows])
    return out.getvalue()


def _write(file: zipfile.ZipFile, name: str, value: Any) -> None:
    file.writestr(name, json.dumps(value, ensure_ascii=False, indent=1, default=_text))


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _open(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in SECRET}


def _told(summary: Summary, person: str) -> dict[str, Any]:
    return {
        "table": summary.id,
        "game": summary.game,
        "begun": summary.created,
        "last": summary.updated,
        "seat": summary.seat_of(person),
        "players": [seat.name for seat in summary.seats],
        "over": summary.over,
        "result": list(summary.result),
    }


def _record(connection: Connection, summary: Summary) -> str:
    """The record of a finished game; of others the hands are still secret."""
    found = read_table(connection, summary.id) if summary.over else None
    if found is None:
        return ""
    header, entries = found
    try:
        record = Record.parse(header.record)
    except AgonError:  # of rules this server no longer has: the rest is told all the same
        return header.record
    record.plies = [ply for _, ply in standing(entries)]
    record.players = [seat.name or "?" for seat in summary.seats]
    if not any(entry.kind == "resign" for entry in entries):  # what was given up has no end of its own
        record.result = list(summary.result)
    return record.text()
