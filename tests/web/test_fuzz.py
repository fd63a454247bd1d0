"""Schemathesis against the OpenAPI description: whatever is sent, no answer is a fault of the server."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from agon.web import oracle
from agon.web.api import router
from tests.web.support import GAME, lots_registered, served

EXAMPLES = 25


class World:
    """A server with tables in every state of their lives, and the people who sit at them."""

    def __init__(self, address: str) -> None:
        self.rng = Random(4)
        with httpx.Client(base_url=address, timeout=30) as web:
            self.people = [self._person(web, name) for name in ("Anna", "Béla")]
            waiting = self._table(web, ["me", "open"])
            running = self._table(web, ["me", "random"])
            over = self._table(web, ["random", "random"], "lots")
            fresh = self._table(web, ["me", "random"], GAME)
            while not web.get(f"/api/tables/{over}").json()["over"]:
                pass
            record = web.get(f"/api/tables/{over}/record").text
            brought = web.post("/api/records", json={"record": record}, headers=self.people[0]).json()["id"]
        self.tables = [waiting, running, over, fresh, brought, "nowhere", "\u00e9\u0000/.."]
        self.actions = ["box A", "box B", "lot 1", "house C4", "house", "§"]
        self.records = [record, record[:60], record.replace("box", "fox")]

    def _person(self, web: httpx.Client, name: str) -> dict[str, str]:
        token = web.post("/api/identity", json={"name": name, "bearer": True}).json()["token"]
        return {"authorization": f"Bearer {token}"}

    def _table(self, web: httpx.Client, seats: list[str], game: str = "lots") -> str:
        wish = {"game": game, "seats": seats, "public": True}
        return str(web.post("/api/tables", json=wish, headers=self.people[0]).json()["id"])

    def guide(self, case: Any) -> None:
        """Two requests in three are about things that exist."""
        if self.rng.random() < 0.67:
            if "table_id" in (case.path_parameters or {}):
                case.path_parameters["table_id"] = self.rng.choice(self.tables)
            if "table" in (case.query or {}):
                case.query["table"] = self.rng.choice(self.tables)
            if "seat" in (case.path_parameters or {}):
                case.path_parameters["seat"] = self.rng.randrange(3)
            if isinstance(case.body, dict):
                self._guide_body(case.body)

    def _guide_body(self, body: dict[str, Any]) -> None:
        likely: dict[str, list[object]] = {
            "game": ["lots", GAME, "chess"],
            "seats": [["me", "open"], ["random", "random"], ["me"], []],
            "options": [{}, {}, {"tieBreak": "shared"}],
            "ply": [2, 3, 4],
            "action": list(self.actions),
            "bot": ["random", "greedy", "deep blue"],
            "record": list(self.records),
        }
        for key in body:
            if key in likely:
                body[key] = self.rng.choice(likely[key])


@pytest.fixture(scope="module")
def world() -> Iterator[tuple[str, World]]:
    with ExitStack() as stack:
        stack.enter_context(lots_registered())
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        address, _ = stack.enter_context(served(Path(folder)))
        yield address, World(address)


def test_no_request_makes_the_server_fail(world: tuple[str, World]) -> None:
    address, guide = world
    description = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    without_streams = description.exclude(path_regex="/events$")  # a stream has no end; tested in test_api.py
    answers: Counter[int] = Counter()
    for found in without_streams.get_all_operations():
        operation: Any = found
        probe(operation.ok(), address, guide, answers)
    print(f"{sum(answers.values())} requests, by status: {dict(sorted(answers.items()))}.")
    assert sum(answers.values()) > 300
    assert answers[200] > 0 and answers[422] > 0


def probe(operation: Any, address: str, guide: World, answers: Counter[int]) -> None:
    """Many requests to one operation of the API."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        guide.guide(case)
        answer = case.call(base_url=address, headers=guide.rng.choice([*guide.people, *guide.people, {}]))
        answers[answer.status_code] += 1
        case.validate_response(answer, checks=[not_a_server_error])
        assert answer.headers["x-content-type-options"] == ["nosniff"]
        if answer.status_code >= 400:
            assert answer.json()["error"]

    ask()


def test_every_address_of_the_api_is_described() -> None:
    routes = [*router.routes, *oracle.router.routes]
    assert len({route.path for route in routes}) >= 19  # type: ignore[attr-defined]
