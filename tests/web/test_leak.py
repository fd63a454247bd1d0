"""Nothing but what a seat may know leaves the server: the bytes on the wire stay the same while secrets change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest
from fastapi import FastAPI

import agon
from agon.core import codec
from agon.core.chance import pick
from agon.core.errors import AgonError
from agon.core.record import Ply
from agon.core.state import CHANCE, UNKNOWN
from agon.play.table import Table
from agon.web.hub import Live
from tests.web.support import Clock, lots_registered, served

Told = list[tuple[str, int, str, bytes]]

POINTS = 2  # moments in a game at which its secrets are changed
WORLDS = 2  # other truths tried at each


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


def other_truths(table: Table, seat: int, rng: Random) -> Iterator[Table]:
    """Games with another hidden history that this seat cannot tell from the true one: secret draws fell otherwise."""
    secret: list[tuple[int, list[str]]] = []
    state = table.record.start()
    for at, ply in enumerate(table.record.plies):
        action = table.game.space.parse(ply.text)
        if state.actor() == CHANCE and state.heard(seat, action) == UNKNOWN:
            secret.append((at, [table.game.space.text(a) for a in state.legal() if a != action]))
        state.apply(action)
    truth = codec.dump(table.observe(seat))
    for _ in range(40):
        if not secret:
            return
        plies = list(table.record.plies)
        for at, others in rng.sample(secret, min(len(secret), rng.randint(1, 3))):
            if others:
                plies[at] = Ply(CHANCE, rng.choice(others))
        try:
            other = Table(replace(table.record, plies=plies), table.rng)
        except AgonError:
            continue  # a later move would not have been possible
        same_length = other.ply == table.ply
        if same_length and plies != table.record.plies and codec.dump(other.observe(seat)) == truth:
            yield other


def imagined(table: Table, seat: int, rng: Random) -> Table:
    """The same record, though what lies hidden now is another thing."""
    other = Table(replace(table.record, plies=list(table.record.plies)), table.rng)
    other.state = table.state.determinize(seat, rng)
    other.names = table.names
    other.refuse_take_back = table.refuse_take_back  # type: ignore[method-assign]  # it replays the record, which is the true one
    return other


PATHS = (
    "/api/tables/{id}",
    "/api/tables/{id}/observation?lang=en",
    "/api/tables/{id}/observation?lang=de",
    "/api/tables/{id}/record",
    "/api/tables",
    "/tables/{id}?lang=en",
    "/tables/{id}/view?lang=de",
    "/tables/{id}/replay",
)


ANEW = ("date", "set-cookie", "x-request-id")  # of the moment, or drawn at random for every answer


def wire(web: httpx.Client, live: Live, headers: dict[str, str], questions: list[str]) -> Told:
    """Everything this asker can be told, byte by byte."""
    live._undo = (-1, -1, None)
    out = []
    for path in PATHS:
        web.cookies.clear()  # a page remembers the language; each question here stands alone
        answer = web.get(path.format(id=live.id), headers=headers)
        assert answer.status_code < 500, (path, answer.text)
        told = json.dumps(sorted((k, v) for k, v in answer.headers.items() if k not in ANEW))
        out.append((path, answer.status_code, told, answer.content))
    web.cookies.clear()
    for action in questions:
        answer = web.get("/api/why", params={"table": live.id, "action": action}, headers=headers)
        out.append((f"why {action}", answer.status_code, "", answer.content))
        move = {"ply": live.ply + 1, "action": action}
        answer = web.post(f"/api/tables/{live.id}/plies", json=move, headers=headers)
        out.append((f"play {action}", answer.status_code, "", answer.content))
    return out


def refused_moves(
    web: httpx.Client, live: Live, headers: dict[str, str], actions: list[str]
) -> list[tuple[int, bytes]]:
    """What a seat is told when it tries what is not legal."""
    out = []
    for action in actions:
        answer = web.post(f"/api/tables/{live.id}/plies", json={"ply": live.ply, "action": action}, headers=headers)
        assert answer.status_code in (403, 409, 422), answer.text
        out.append((answer.status_code, answer.content))
    return out


def compare(web: httpx.Client, live: Live, askers: dict[int, dict[str, str]], rng: Random) -> int:
    """Change what each asker cannot know and look at what it is told; returns how many truths were tried."""
    tried = 0
    truth = live.table
    game = truth.game
    for seat, headers in askers.items():
        legal = set(truth.legal_texts())
        some = [game.space.text(rng.randrange(len(game.space))) for _ in range(4)]
        illegal = [a for a in some if a not in legal]
        expected = wire(web, live, headers, some), refused_moves(web, live, headers, illegal)
        worlds = [
            imagined(truth, seat, rng),
            *(t for t, _ in zip(other_truths(truth, seat, rng), range(WORLDS), strict=False)),
        ]
        for other in worlds:
            if codec.same(other.state, truth.state) and other.record.plies == truth.record.plies:
                continue
            other.names = truth.names
            live.table = other
            found = wire(web, live, headers, some), refused_moves(web, live, headers, illegal)
            live.table = truth
            _assert_same(found, expected)
            tried += 1
    return tried


def _assert_same(found: tuple[Told, list[tuple[int, bytes]]], expected: tuple[Told, list[tuple[int, bytes]]]) -> None:
    for one, other in zip(found[0], expected[0], strict=True):
        assert one == other, one[0]
    assert found[1] == expected[1]


def person(web: httpx.Client, name: str) -> dict[str, str]:
    token = web.post("/api/identity", json={"name": name, "bearer": True}).json()["token"]
    return {"authorization": f"Bearer {token}"}


def open_table(web: httpx.Client, app: FastAPI, game_id: str) -> tuple[Live, dict[int, dict[str, str]]]:
    seats = agon.game(game_id).seats if game_id != "lots" else (2,)
    people = [person(web, f"Person {n}") for n in range(seats[0])]
    wish = {"game": game_id, "seats": ["me", *["open"] * (len(people) - 1)]}
    table = web.post("/api/tables", json=wish, headers=people[0]).json()["id"]
    for one in people[1:]:
        web.post(f"/api/tables/{table}/seats", headers=one)
    return app.state.hub._lives[table], {-1: person(web, "Spectator"), **dict(enumerate(people))}


@pytest.mark.parametrize("game_id", ["lots", *agon.game_ids()])
def test_the_bytes_on_the_wire_tell_no_secret(game_id: str, tmp_path: Path) -> None:
    rng = Random(11)
    with (
        served(tmp_path, pages=True, clock=Clock()) as (address, app),
        httpx.Client(base_url=address, timeout=30) as web,
    ):
        live, askers = open_table(web, app, game_id)
        bound = live.table.game.bound
        assert web.get(f"/tables/{live.id}/view", headers=askers[0]).status_code == 200  # the pages are among the paths
        tried = 0
        for _ in range(POINTS):
            tried += compare(web, live, askers, rng)
            goal = live.ply + max(1, min(40, bound // (POINTS + 2)))
            while live.ply < goal and not live.is_over:
                state = live.table.state
                move = live.table.game.space.text(state.legal()[pick([1] * len(state.legal()), rng)])
                wish = {"ply": live.ply, "action": move}
                assert (
                    web.post(f"/api/tables/{live.id}/plies", json=wish, headers=askers[live.actor]).status_code == 200
                )
            if live.is_over:
                break
        print(f"{game_id}: {tried} other truths looked the same on the wire.")
    has_secrets = any(not codec.same(live.table.state, live.table.observe(seat)) for seat in askers)
    assert tried > 0 or not has_secrets


def test_the_test_would_notice_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that draws from the state itself is found out."""
    with served(tmp_path, clock=Clock()) as (address, app), httpx.Client(base_url=address) as web:
        live, askers = open_table(web, app, "lots")
        monkeypatch.setattr(type(live.table.game), "facts", lambda self, state: {"lots": codec.dump(state)["lots"]})
        assert compare(web, live, askers, Random(1)) > 0
        monkeypatch.setattr(Table, "observe", lambda self, seat: self.state.clone())
        with pytest.raises(AssertionError):
            compare(web, live, askers, Random(1))


def test_a_finished_game_is_open_and_a_running_one_is_not(tmp_path: Path) -> None:
    with served(tmp_path, clock=Clock()) as (address, app), httpx.Client(base_url=address) as web:
        live, askers = open_table(web, app, "lots")
        assert web.get(f"/api/tables/{live.id}/record", headers=askers[0]).status_code == 403
        for seat, box in enumerate("AB"):
            wish = {"ply": live.ply, "action": f"box {box}"}
            assert web.post(f"/api/tables/{live.id}/plies", json=wish, headers=askers[seat]).status_code == 200
        assert "lot" in web.get(f"/api/tables/{live.id}/record").text
