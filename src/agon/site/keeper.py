"""Tables kept in the browser: everything in memory, and each change written to its database before it counts."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from agon.web.kept import SHELF, Entry, Header, Summary
from agon.web.seats import Seat

DATES: Final = ("created", "updated", "at", "due")
NAME: Final = "name"  # the key of the visitor's nickname
PROGRESS: Final = "progress"  # and of what was learnt

Write = Callable[[str, str], Awaitable[None]]  # a key and a text, "" to forget it; raises OSError where it cannot


async def nowhere(key: str, text: str) -> None:
    """Nothing is written: for pages made beforehand, and tests."""


def _json(value: object) -> str:
    return json.dumps(value, default=datetime.isoformat, ensure_ascii=False, separators=(",", ":"))


@dataclass
class Row:
    """One table as it is kept."""

    header: Header
    entries: list[Entry]
    summary: Summary
    analysis: dict[str, str] = field(default_factory=dict)  # what was found, by the plies it is about
    lines: list[str] = field(default_factory=list)  # the entries as they were written; each is put into words once

    def text(self) -> str:
        self.lines = [*self.lines, *(_json(vars(entry)) for entry in self.entries[len(self.lines) :])]
        summary = {**vars(self.summary), "seats": [vars(seat) for seat in self.summary.seats]}
        parts = (_json(vars(self.header)), ",".join(self.lines), _json(summary), _json(self.analysis))
        return '{{"header":{},"entries":[{}],"summary":{},"analysis":{}}}'.format(*parts)

    @classmethod
    def read(cls, text: str) -> Row:
        values = json.loads(text)
        return cls(
            Header(**_dated(values["header"])),
            [Entry(**_dated(entry)) for entry in values["entries"]],
            _summary(_dated(values["summary"])),
            values["analysis"],
        )


def _dated(values: dict[str, Any]) -> dict[str, Any]:
    return {k: datetime.fromisoformat(v) if k in DATES and v else v for k, v in values.items()}


def _summary(values: dict[str, Any]) -> Summary:
    seats = tuple(Seat(**seat) for seat in values["seats"])
    return Summary(**{**values, "seats": seats, "result": tuple(values["result"])})


class BrowserKeeper:
    """A keeper of tables (agon.web.kept.Keeper) in one browser. All tables are the visitor's."""

    faults: Final = (OSError,)

    def __init__(self, write: Write = nowhere, kept: dict[str, str] | None = None) -> None:
        self._write = write
        self._rows: dict[str, Row] = {}
        self.notes: dict[str, str] = {}
        for key, text in (kept or {}).items():
            if key in (NAME, PROGRESS) or "/" in key:  # no table has a slash in its id
                self.notes[key] = text
            else:
                self._rows[key] = Row.read(text)

    def __len__(self) -> int:
        return len(self._rows)

    async def note(self, key: str, text: str) -> None:
        """Keep something that is no table."""
        await self._write(key, text)
        self.notes[key] = text

    async def forget(self, key: str) -> None:
        """Keep it no longer."""
        await self._write(key, "")
        self.notes.pop(key, None)

    async def create(self, header: Header, entries: list[Entry], summary: Summary) -> None:
        await self._keep(Row(header, entries, summary))

    async def append(self, entries: list[Entry], summary: Summary) -> None:
        old = self._rows[summary.id]
        await self._keep(Row(old.header, [*old.entries, *entries], summary, old.analysis, old.lines))

    async def _keep(self, row: Row) -> None:
        await self._write(row.header.id, row.text())
        self._rows[row.header.id] = row

    async def load(self, table_id: str) -> tuple[Header, list[Entry]] | None:
        row = self._rows.get(table_id)
        return None if row is None else (row.header, list(row.entries))

    async def summary(self, table_id: str) -> Summary | None:
        row = self._rows.get(table_id)
        return None if row is None else row.summary

    async def entries_after(self, table_id: str, number: int) -> list[Entry]:
        return [entry for entry in self._rows[table_id].entries if entry.number > number]

    async def of_member(self, identity: str, finished: bool, limit: int) -> list[Summary]:
        found = [row.summary for row in self._rows.values() if row.header.host != SHELF]
        found = [s for s in found if (s.over or s.imported) == finished]
        return sorted(found, key=lambda s: s.updated, reverse=True)[:limit]

    async def public(self, started: bool, since: datetime, limit: int, per_host: int) -> list[Summary]:
        return []

    async def bots_to_move(self, since: datetime, limit: int) -> list[str]:
        """None: a table goes on when somebody looks at it."""
        return []

    async def keep_analysis(self, table_id: str, game: str, body: str) -> None:
        old = self._rows[table_id]
        await self._keep(Row(old.header, old.entries, old.summary, {game: body}, old.lines))

    async def analysis(self, table_id: str, game: str) -> str | None:
        return self._rows[table_id].analysis.get(game)
