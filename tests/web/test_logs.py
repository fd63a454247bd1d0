"""The log: lines that programs can read, each with its request, and no secret in them."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest

from agon.web.logs import Lines, request_id
from tests.web.support import GAME, client_at, named, run


class Written(logging.Handler):
    """Keeps the lines as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        assert "\n" not in line
        self.lines.append(json.loads(line))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """The log of a server with --log info."""
    handler = Written()
    logger = logging.getLogger("agon")
    monkeypatch.setattr(logger, "handlers", [*logger.handlers, handler])
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.manager._clear_cache()  # type: ignore[attr-defined]
    return handler


def test_every_request_is_a_line_with_its_id_and_without_the_address_of_a_table(
    tmp_path: Path, written: Written
) -> None:
    async def story() -> tuple[list[str], list[str]]:
        async with client_at(tmp_path, pages=True, peer="203.0.113.9") as client:
            anna = await named(client, "Anna")
            opened = await client.post("/api/tables", json={"game": GAME, "seats": ["me", "open"]}, headers=anna)
            table = opened.json()["id"]
            answers = [opened, await client.get(f"/tables/{table}?lang=de"), await client.get(f"/tables/{table}/none")]
            secrets = [table, anna["authorization"].removeprefix("Bearer "), "lang=de"]
            return [a.headers["x-request-id"] for a in answers], secrets

    ids, secrets = run(story())
    lines = [line for line in written.lines if line["logger"] == "agon.requests"][1:]
    assert [line["request"] for line in lines] == ids
    assert len(set(ids)) == 3
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/tables", "201"),
        ("GET", "/tables/{table_id}", "200"),
        ("GET", "none", "404"),
    ]
    assert lines[0]["person"]
    assert all(line["address"] == "203.0.113.9" and line["seconds"] >= 0 for line in lines)
    assert not any(secret in json.dumps(written.lines) for secret in secrets)


def test_a_fault_is_one_line_with_the_id_its_asker_was_given(
    tmp_path: Path, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("agon.web.api._game_out", fail)

    async def story() -> str:
        async with client_at(tmp_path) as client:
            return (await client.get("/api/games")).headers["x-request-id"]

    number = run(story())
    (line,) = [line for line in written.lines if line["level"] == "error"]
    assert line["request"] == number
    assert "RuntimeError: a fault of ours" in line["trace"]


def test_a_line_outside_a_request_has_no_id() -> None:
    record = logging.LogRecord("agon.web", logging.WARNING, "", 0, "A bot %s\nfailed ü\ud800.", ("x",), None)
    line = Lines().format(record)
    assert "\n" not in line
    line.encode("ascii")
    assert json.loads(line)["message"] == "A bot x\nfailed ü\ud800."
    assert "request" not in json.loads(line)
    assert request_id.get() == ""
    try:
        raise ValueError("here")
    except ValueError:
        record.exc_info = sys.exc_info()
    assert "ValueError: here" in json.loads(Lines().format(record))["trace"]
