"""The requests that once made the server fail, each with the sentence it gets now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from agon.web.security import HEADERS
from tests.web.outside import Answer, Ask, Outside, outside
from tests.web.support import lots_registered, settings

HERE = {"origin": "http://localhost"}


@pytest.fixture
def server(tmp_path: Path, each_database: str) -> Iterator[Outside]:
    with lots_registered(), outside(settings(tmp_path, pages=True)) as opened:
        yield opened


def ask(server: Outside, method: str, path: str, **more: Any) -> Answer:
    way = next(way for way in server.ways if (way.method, way.path) == (method, path))
    answer = server.ask(Ask(way, **more))
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    return answer


def anna(server: Outside) -> dict[str, str]:
    answer = ask(server, "POST", "/api/identity", body={"name": "Anna", "bearer": True})
    return {"authorization": f"Bearer {json.loads(answer.body)['token']}"}


def opened(server: Outside, who: dict[str, str], seats: tuple[str, str] = ("me", "open")) -> str:
    answer = ask(server, "POST", "/api/tables", body={"game": "lots", "seats": seats}, headers=who)
    return str(json.loads(answer.body)["id"])


def record(server: Outside) -> str:
    who = anna(server)
    table = opened(server, who, ("random", "random"))
    while not json.loads(ask(server, "GET", "/api/tables/{table_id}", holes={"table_id": table}).body)["over"]:
        pass
    return ask(server, "GET", "/api/tables/{table_id}/record", holes={"table_id": table}).body.decode()


@pytest.mark.parametrize("ply", ["--5", "²", "-", "٣", "1" * 5000])
def test_what_is_no_number_in_an_address_is_as_if_it_were_not_there(server: Outside, ply: str) -> None:
    holes = {"table_id": opened(server, anna(server))}
    assert ask(server, "GET", "/tables/{table_id}/view", holes=holes, query={"ply": ply, "seat": ply}).status == 200
    assert ask(server, "GET", "/new", query={"game": "lots", "seats": ply}).status == 200
    assert ask(server, "POST", "/play", headers=HERE, body={"game": "lots", "seats": ply}).status == 303
    events = ask(server, "GET", "/api/tables/{table_id}/events", holes=holes, headers={"last-event-id": ply})
    assert events.status == 200


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//[", "http://localhost:99999", "http://[::1"])
def test_an_origin_that_is_no_address_is_foreign(server: Outside, origin: str) -> None:
    answer = ask(server, "POST", "/api/identity", body={"name": "Anna"}, headers={"origin": origin})
    assert answer.status == 403
    assert answer.sentence().startswith("This request comes from another site's page")


def test_a_host_that_is_no_address_is_refused(server: Outside) -> None:
    for host in ("[", "agon.test:99999", "[::1"):
        for path in ("/", "/api/games"):
            assert ask(server, "GET", path, headers={"host": host}).status == 421


def test_half_a_pair_and_nul_are_refused_wherever_they_stand(server: Outside) -> None:
    who = anna(server)
    bodies: list[Any] = [
        {"game": "lots", "seats": ["me", "open"], "options": {"\ud800": "x"}},
        {"game": "lots", "seats": ["me", "open"], "options": {"x": "\0"}},
        {"game": "\udfff", "seats": ["me", "open"]},
        {"game": "lots", "seats": ["me", "\0"]},
        {"game": "lots", "seats": ["me", "open"], "other": [{"deep": "\ud800"}]},
    ]
    for body in bodies:
        answer = ask(server, "POST", "/api/tables", body=body, headers=who, query={"lang": "de"})
        assert answer.status == 422
        assert answer.sentence().startswith("Die Anfrage enthält ein Zeichen, das in keinen Text gehört")
    for path in ("/tables/{table_id}", "/api/tables/{table_id}", "/tables/{table_id}/view", "/invite/{table_id}"):
        assert ask(server, "GET", path, holes={"table_id": "a\0b"}).status == 422
    assert ask(server, "GET", "/api/why", query={"table": "a\0b", "action": "x"}).status == 422
    assert ask(server, "POST", "/tables", headers=HERE, body={"game": "lots", "seat": "\0"}).status == 422


@pytest.mark.parametrize("line", ["players", "date", "pack"])
def test_a_record_with_nul_in_its_header_is_refused(server: Outside, line: str) -> None:
    text = record(server).replace(f"{line}: ", f"{line}: \0", 1)
    assert "\0" in text
    assert ask(server, "POST", "/api/records", body={"record": text}, headers=anna(server)).status == 422
    assert ask(server, "POST", "/records", body={"record": text}, headers=HERE).status == 422


def test_a_record_that_says_a_thing_twice_is_refused_with_the_line(server: Outside) -> None:
    text = record(server).replace("date:", "seats: 2\ndate:", 1)
    answer = ask(server, "POST", "/api/records", body={"record": text}, headers=anna(server))
    assert answer.status == 422
    assert answer.sentence() == 'This record cannot be replayed: line 8 gives "seats:" a second time.'


def test_a_field_that_does_not_fit_is_told_in_the_asked_language(server: Outside) -> None:
    who = anna(server)
    holes = {"table_id": opened(server, who)}
    told = {
        "ply fehlt.": {"action": "box A"},
        "ply ist größer als 1000000.": {"ply": 2**70, "action": "box A"},
        "ply ist keine ganze Zahl.": {"ply": "²", "action": "box A"},
        "action hat mehr als 200 Zeichen.": {"ply": 1, "action": "x" * 201},
        "action ist kein Text.": {"ply": 1, "action": None},
        "der Inhalt ist kein Objekt.": ["x"],
    }
    for reason, body in told.items():
        answer = ask(
            server, "POST", "/api/tables/{table_id}/plies", holes=holes, headers=who, body=body, query={"lang": "de"}
        )
        assert (answer.status, answer.sentence()) == (422, f"Die Anfrage ist unverständlich: {reason}")


def test_a_page_that_cannot_be_made_still_gives_a_sentence_with_the_headers(
    server: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no page today")

    monkeypatch.setattr("agon.web.pages.error_page", fail)
    answer = ask(server, "GET", "/tables/{table_id}", holes={"table_id": "nowhere"}, query={"lang": "de"})
    assert (answer.status, answer.body.decode()) == (404, "Diesen Tisch gibt es nicht.")


def test_a_full_disk_is_told_wherever_something_new_is_kept(tmp_path: Path) -> None:
    with lots_registered(), outside(settings(tmp_path, pages=True)) as server:
        who, text = anna(server), record(server)

        def fill(connection: Any) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count=1")  # SQLite makes it as many as there are

        event.listen(server.app.state.hub._store.engine, "begin", fill)
        wishes: list[tuple[str, Any, dict[str, str]]] = [
            ("/api/tables", {"game": "lots", "seats": ["me", "open"]}, who),
            ("/api/records", {"record": text}, who),
            ("/tables", {"game": "lots", "seat": ["open", "open"]}, HERE),
            ("/play", {"game": "lots", "seats": "2", "strength": "random"}, HERE),
            ("/records", {"record": text}, HERE),
        ]
        for path, body, headers in wishes:
            found = [ask(server, "POST", path, body=body, headers=headers).status for _ in range(60)]
            assert set(found) <= {201, 303, 503}, (path, found)
            assert found[-1] == 503, path
        assert ask(server, "GET", "/").status == 200
