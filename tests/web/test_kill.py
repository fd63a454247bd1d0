"""kill -9 at any moment loses no acknowledged move and shows none that was not saved: a real process, really killed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import agon
from agon.core.record import Record
from agon.web.live import folded
from agon.web.store import Store
from tests.web.support import GAME, Process, run

ROUNDS = 5
MOVES = (2, 14)  # acknowledged in a life before the server is killed


@dataclass
class Memory:
    """What the clients were told, over all lives of the server."""

    tables: list[str] = field(default_factory=list)
    moves: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)  # (table, ply) -> seat, action
    shown: dict[tuple[str, int], str] = field(default_factory=dict)  # (table, ply) -> what a spectator saw
    versions: dict[str, int] = field(default_factory=dict)
    chat: list[tuple[str, str]] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)

    def told(self, table: str, version: int) -> None:
        self.versions[table] = max(version, self.versions.get(table, 0))


def headers(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def open_tables(web: httpx.AsyncClient, memory: Memory) -> None:
    """Tables with two people, with people and bots, with bots alone."""
    if not memory.tokens:
        for name in ("Anna", "Béla"):
            answer = await web.post("/api/identity", json={"name": name, "bearer": True})
            memory.tokens.append(answer.json()["token"])
    for seats in (["me", "open"], ["me", "open", "random"], ["random", "random"]):
        wish = {"game": GAME, "seats": seats, "public": True}
        answer = await web.post("/api/tables", json=wish, headers=headers(memory.tokens[0]))
        assert answer.status_code == 201
        table = answer.json()["id"]
        memory.tables.append(table)
        memory.told(table, answer.json()["version"])
        if "open" in seats:
            await web.post(f"/api/tables/{table}/seats", headers=headers(memory.tokens[1]))


async def play(web: httpx.AsyncClient, memory: Memory, seat: int, rng: Random) -> None:
    """One person at all tables: moves where it is asked, and chats."""
    token = headers(memory.tokens[seat])
    while True:
        table = rng.choice(memory.tables)
        seen = (await web.get(f"/api/tables/{table}/observation", headers=token)).json()
        if seen["legal"]:
            move = {"ply": seen["ply"], "action": rng.choice(seen["legal"])["action"]}
            answer = await web.post(f"/api/tables/{table}/plies", json=move, headers=token)
            if answer.status_code == 200:
                memory.moves[table, move["ply"]] = (seen["seat"], move["action"])
            else:
                assert answer.status_code == 409, answer.text
        elif seen["seat"] >= 0 and rng.random() < 0.1:
            text = f"line {rng.random()}"
            if (await web.post(f"/api/tables/{table}/chat", json={"text": text}, headers=token)).status_code == 201:
                memory.chat.append((table, text))


async def look(web: httpx.AsyncClient, memory: Memory, rng: Random) -> None:
    """A spectator, who remembers everything."""
    while True:
        table = rng.choice(memory.tables)
        seen = (await web.get(f"/api/tables/{table}/observation")).json()
        memory.shown[table, seen["ply"]] = json.dumps(seen["facts"])
        memory.told(table, seen["version"])
        await asyncio.sleep(0.002)


async def listen(web: httpx.AsyncClient, memory: Memory, table: str) -> None:
    async with web.stream("GET", f"/api/tables/{table}/events") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                memory.told(table, json.loads(line[6:])["version"])


async def one_life(server: Process, memory: Memory, rng: Random) -> None:
    """Play until the server is killed in the middle of it."""
    async with httpx.AsyncClient(base_url=server.address, timeout=10) as web:
        await open_tables(web, memory)
        people = [play(web, memory, seat, rng) for seat in (0, 1)]
        watchers = [listen(web, memory, table) for table in memory.tables[-3:]]
        tasks = [asyncio.create_task(work) for work in (*people, look(web, memory, rng), *watchers)]
        goal = len(memory.moves) + rng.randint(*MOVES)
        for _ in range(3000):
            if len(memory.moves) >= goal:
                break
            await asyncio.sleep(0.005)
        await asyncio.sleep(rng.uniform(0, 0.04))
        server.process.kill()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        assert result is None or isinstance(result, (httpx.TransportError, httpx.StreamError)), result


async def check_alive(server: Process, memory: Memory) -> None:
    """After the restart every table has at least what was told of it."""
    async with httpx.AsyncClient(base_url=server.address, timeout=10) as web:
        for table in memory.tables:
            answer = await web.get(f"/api/tables/{table}")
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] >= memory.versions[table]
            assert answer.json()["ply"] > max((p for t, p in memory.moves if t == table), default=-1)


def check_store(folder: Path, memory: Memory) -> int:
    """What was told, move by move and picture by picture, against what the journal replays to."""
    store = Store(f"sqlite:///{folder / 'agon.db'}")
    plies_in_all = 0
    for table in memory.tables:
        loaded = store.load_now(table)
        assert loaded is not None
        record = Record.parse(loaded[0].record)
        record.plies = folded(loaded[1])
        plies_in_all += len(record.plies)
        states = list(record.replay())
        for (where, ply), (seat, action) in memory.moves.items():
            if where == table:
                assert (record.plies[ply].actor, record.plies[ply].text) == (seat, action)
        for (where, ply), facts in memory.shown.items():
            if where == table:
                assert json.loads(facts) == json.loads(json.dumps(record.game.facts(states[ply].observe(-1))))
        said = [entry.text for entry in loaded[1] if entry.kind == "say"]
        assert [text for where, text in memory.chat if where == table] == [
            text for text in said if (table, text) in memory.chat
        ]
        assert [entry.number for entry in loaded[1]] == list(range(1, len(loaded[1]) + 1))
    store.close()
    return plies_in_all


def test_a_killed_server_loses_no_acknowledged_move_and_has_shown_none_unsaved(tmp_path: Path) -> None:
    rng = Random(7)
    memory = Memory()
    for _ in range(ROUNDS):
        server = Process(tmp_path)
        run(check_alive(server, memory), 300)
        run(one_life(server, memory, rng), 300)
        server.close()
        assert server.process.returncode == -9
        check_store(tmp_path, memory)
    server = Process(tmp_path)
    run(check_alive(server, memory), 300)
    assert server.stop() in (0, -15)
    plies = check_store(tmp_path, memory)
    with sqlite3.connect(tmp_path / "agon.db") as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    connection.close()
    log = (tmp_path / "server.log").read_text()
    assert "Traceback" not in log, log
    print(f"{ROUNDS} kills: {len(memory.moves)} moves acknowledged, {len(memory.shown)} pictures, {plies} plies saved.")
    assert len(memory.moves) >= ROUNDS * MOVES[0]
    assert memory.shown


def test_a_server_that_is_told_to_stop_sends_its_listeners_home(tmp_path: Path) -> None:
    server = Process(tmp_path)

    async def story() -> Any:
        memory = Memory()
        async with httpx.AsyncClient(base_url=server.address, timeout=10) as web:
            await open_tables(web, memory)
            listening = [asyncio.create_task(listen(web, memory, table)) for table in memory.tables]
            await asyncio.sleep(0.2)
            server.process.terminate()
            return await asyncio.wait_for(asyncio.gather(*listening), 5)

    assert run(story(), 300) == [None] * 3
    server.close()
    assert "Traceback" not in (tmp_path / "server.log").read_text()


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    import socket

    from agon.web.serve import main

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(agon.AgonError, match=f"cannot listen on 127.0.0.1:{port}: Address already in use"):
            main(port=port, database=f"sqlite:///{tmp_path / 'x.db'}")
    with pytest.raises(agon.AgonError, match="from 0 to 65535"):
        main(port=99999)
