"""No 500, ever: whatever any parameter of any route holds, and whatever the database does, there is a sentence."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as limits
from hypothesis import strategies as st
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from agon.web.bodies import Asked
from agon.web.errors import SENTENCES
from agon.web.security import HEADERS
from tests.web import outside as outer
from tests.web.outside import DECLARED, FORM, QUERY, Answer, Ask, Outside, Way, leaves, outside
from tests.web.support import lots_registered, settings

EXAMPLES = 12  # for each way; on each database
ODD = [
    "²", "--5", "-", "٣", "-1", "1e999", "NaN", "9" * 5000, "99999999999999999999", "\0", "a\0b", "\ud800", "a\udfff",
    "", " ", "%00", "%", "../..", "http://[", "//[", "[", ":99999", "'\"<>&", "\u202e", "🏛" * 300, "x" * 3000,
    "Bearer é", "agon=é", "\r\n",
]  # fmt: skip
ODD_JSON: list[Any] = [None, True, -1, 2**70, 1e300, [], {}, [["x"] * 99], {"\ud800": "\0"}, [{"": None}]]
STRINGS = st.sampled_from(ODD) | st.text(st.characters(), max_size=40) | st.integers().map(str)
TEMPLATES = {
    lang: [
        re.compile(re.sub(r"\\{\w+\\}", "(?s:.*)", re.escape(str(texts[place]))))
        for key, texts in SENTENCES.items()
        if key != "illegal"
    ]
    for lang, place in (("en", 1), ("de", 2))
}


class World:
    """A server with tables in every state of their lives."""

    def __init__(self, server: Outside) -> None:
        self.server = server
        self.by = {(way.method, way.path): way for way in server.ways}
        token = self.post("/api/identity", {"name": "Anna", "bearer": True}, {})["token"]
        self.anna = {"authorization": f"Bearer {token}"}
        waiting, running, over = (self.open(seats) for seats in (["me", "open"], ["me", "random"], ["random"] * 2))
        while not self.table(over)["over"]:
            pass
        self.record = self.get_record(over)
        brought = self.post("/api/records", {"record": self.record}, self.anna)["id"]
        self.tables = [waiting, running, over, brought]

    def post(self, path: str, body: Any, headers: dict[str, str]) -> Any:
        return json.loads(self.server.ask(Ask(self.by["POST", path], body=body, headers=headers)).body)

    def open(self, seats: list[str]) -> str:
        return str(self.post("/api/tables", {"game": "lots", "seats": seats, "public": True}, self.anna)["id"])

    def table(self, table: str) -> Any:
        return json.loads(self.server.ask(Ask(self.by["GET", "/api/tables/{table_id}"], {"table_id": table})).body)

    def get_record(self, table: str) -> str:
        way = self.by["GET", "/api/tables/{table_id}/record"]
        return self.server.ask(Ask(way, {"table_id": table})).body.decode()

    def good(self, name: str) -> st.SearchStrategy[Any]:
        """What a parameter may well be."""
        texts: dict[str, list[Any]] = {
            "table_id": self.tables,
            "table": self.tables,
            "seat": ["0", "1", "random"],
            "game_id": ["lots", "attika"],
            "game": ["lots"],
            "seats": [["me", "open"], ["random", "random"], ["me"]],
            "options": [{}, {"x": "y"}],
            "public": [True, "yes"],
            "allow_hints": [True],
            "bot": ["random"],
            "strength": ["random"],
            "ply": [0, 2, 3],
            "since": ["0", "3"],
            "action": ["box A", "lot 1"],
            "text": ["hello"],
            "record": [self.record, self.record.replace("lot", "\0", 1), self.record.replace("agon", "game", 1)],
            "bearer": [True],
            "mode": ["replay", "table"],
            "open": ["yes"],
        }
        return st.sampled_from(texts.get(name, ["x"]))


@st.composite
def asks(draw: Any, world: World, way: Way) -> tuple[Ask, str, bool]:
    """A request of which one or two parameters are spoilt; its language, and whether that is told plainly."""
    lang = draw(st.sampled_from(["en", "de"]))
    takes_form = way.method == "POST" and not way.path.startswith("/api")
    body = way.fields or (tuple(FORM) if takes_form else ())
    places = [("hole", n) for n in way.holes] + [("body", n) for n in body]
    rare = [("query", n) for n in QUERY] + [("header", n) for n in outer.HEADERS]
    spoilt = {draw(st.sampled_from(places * 3 + rare)) for _ in range(draw(st.integers(1, 2)))}

    def value(kind: str, name: str) -> Any:
        if (kind, name) not in spoilt:
            return draw(world.good(name))
        return draw(STRINGS | st.sampled_from(ODD_JSON) if kind == "body" and way.fields else STRINGS)

    ask = Ask(
        way,
        {name: str(value("hole", name)) for name in way.holes},
        {name: str(value("query", name)) for name in QUERY if ("query", name) in spoilt or draw(st.booleans())}
        | ({} if ("query", "lang") in spoilt else {"lang": lang}),
        (world.anna if draw(st.integers(0, 4)) else {"origin": "http://localhost"})
        | {name: value("header", name) for kind, name in spoilt if kind == "header"},
        {name: value("body", name) for name in body} or None,
    )
    return ask, lang, ("query", "lang") not in spoilt


def check(answer: Answer, ask: Ask, lang: str, is_plain: bool, away: bool = False) -> None:
    """A sentence in the asker's language, never a fault of ours, always with the headers."""
    assert answer.status < 500 or (away and answer.status == 503), (ask, answer.body)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value, (ask, answer.headers)
    if answer.status < 400:
        return
    sentence = answer.sentence()
    assert "{" not in sentence and sentence
    if is_plain and not is_refusal_of_the_rules(ask, sentence):
        assert any(template.fullmatch(sentence) for template in TEMPLATES[lang]), (ask, lang, sentence)


def is_refusal_of_the_rules(ask: Ask, sentence: str) -> bool:
    """The games' own sentences are tested with the games."""
    return ask.way.path.endswith("/plies") and sentence.startswith(("box", "lot"))


@pytest.fixture
def world(tmp_path: Path, each_database: str) -> Iterator[World]:
    with ExitStack() as stack:
        stack.enter_context(lots_registered())
        yield World(stack.enter_context(outside(settings(tmp_path, pages=True))))


def test_every_route_is_known(world: World) -> None:
    found = list(leaves(world.server.app.routes))
    assert len([route for route in found if route.path != "/api/openapi.json"]) == DECLARED
    assert {"ply", "seats", "since", "lang", "game", "seat"} <= set(QUERY)
    assert {"game", "seat", "name", "record", "strength", "seats"} <= set(FORM)
    for route in found:
        body = getattr(route, "body_field", None)
        assert body is None or issubclass(body.field_info.annotation, Asked), route.path


def test_no_parameter_of_any_route_makes_the_server_fail(world: World) -> None:
    answers: Counter[int] = Counter()
    for way in world.server.ways:
        throw(world, way, answers)
    print(f"{sum(answers.values())} requests, by status: {dict(sorted(answers.items()))}.")
    assert len(answers) > 5 and answers[200] > 20 and answers[422] > 50


def test_a_database_that_is_away_is_told_and_nothing_is_lost_when_it_is_back(world: World, each_database: str) -> None:
    answers: Counter[int] = Counter()
    with away(world, each_database):
        for way in world.server.ways:
            world.server.app.state.hub._lives.clear()
            throw(world, way, answers, examples=2)
        for way in world.server.ways:
            if "table_id" in way.holes and way.method == "GET":
                world.server.app.state.hub._lives.clear()
                answer = world.server.ask(Ask(way, {"table_id": world.tables[0]}, {"lang": "de"}))
                assert (answer.status, answer.headers["retry-after"]) == (503, "5"), way
                assert answer.sentence() == SENTENCES["database_away"][2]
    assert answers[503] > 20
    for path in ("/", "/api/tables"):
        assert world.server.ask(Ask(world.by["GET", path])).status == 200
    assert world.table(world.tables[0])["id"] == world.tables[0]
    assert world.open(["me", "open"])


@contextmanager
def away(world: World, address: str) -> Iterator[None]:
    """Nobody reaches the database: PostgreSQL really lets nobody in, SQLite is made to fail at every statement."""
    engine = world.server.app.state.hub._store.engine
    if engine.dialect.name == "sqlite":

        def fail(*_: object) -> None:
            raise OperationalError("select", {}, sqlite3.OperationalError("disk I/O error"))

        event.listen(engine, "before_cursor_execute", fail)
        yield
        event.remove(engine, "before_cursor_execute", fail)
        return
    name = engine.url.database
    with psycopg.connect(address.replace(f"/{name}?", "/postgres?"), autocommit=True) as admin:
        admin.execute(f"alter database {name} allow_connections false")
        admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name])
        yield
        admin.execute(f"alter database {name} allow_connections true")


def throw(world: World, way: Way, answers: Counter[int], examples: int = 0) -> None:
    """Odd requests to one route; where fewer are asked for, the database is away."""

    @limits(
        max_examples=examples or (EXAMPLES if way.holes or way.fields or way.method == "POST" else EXAMPLES // 2),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(asks(world, way))
    def ask(drawn: tuple[Ask, str, bool]) -> None:
        answer = world.server.ask(drawn[0])
        answers[answer.status] += 1
        check(answer, *drawn, away=examples > 0)

    ask()
