"""kill -9 of servers, workers and PostgreSQL in turn: nothing acknowledged is lost, nothing stands still.

Clocks run at half of the tables, half of the games are rated, people talk, and bots play a tournament beside them.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import pytest
from sqlalchemy import func, select

from agon.core.record import Record
from agon.web import cups, ratings
from agon.web.identity import Identity
from agon.web.live import folded
from agon.web.models import RatingRow, ResultRow
from agon.web.store import Store
from tests.web.cluster import Cluster, Part, Postgres
from tests.web.support import GAME, run

KILLS = 60
PATIENCE = 240.0  # seconds until everything goes on again, on a busy machine
WISHES = (["me", "open"], ["me", "open", "random"], ["me", "random"], ["me", "greedy", "random"])
PACES = ("", "live", "", "week")
ENTRANTS = 6  # bots of the tournament, everybody against everybody


@dataclass
class Memory:
    """What the clients were told by any server."""

    tokens: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)  # that are not over
    over: list[str] = field(default_factory=list)
    moves: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)  # (table, ply) -> seat, action
    told: dict[str, int] = field(default_factory=dict)  # table -> the newest version anybody was told
    heard: dict[str, int] = field(default_factory=dict)  # table -> the newest version its stream has told
    streams: int = 0  # begun
    resumed: int = 0  # with a Last-Event-ID
    words: dict[str, list[str]] = field(default_factory=dict)  # table -> what was said there


class World:
    """People who play, watch and are patient, at whichever server answers."""

    def __init__(self, cluster: Cluster, seed: int) -> None:
        self.cluster = cluster
        self.rng = Random(seed)
        self.memory = Memory()
        self.web = httpx.AsyncClient(timeout=20, limits=httpx.Limits(max_connections=200))
        self.listening: dict[str, asyncio.Task[None]] = {}

    async def ask(self, method: str, path: str, who: int = -1, **more: object) -> httpx.Response:
        """Ask either server until one answers; whether what was asked is done already, the asker finds out."""
        headers = {"authorization": f"Bearer {self.memory.tokens[who]}"} if who >= 0 else {}
        while True:
            try:
                address = self.rng.choice(self.cluster.addresses)
                answer = await self.web.request(method, address + path, headers=headers, **more)  # type: ignore[arg-type]
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code != 503:
                assert answer.status_code < 500, answer.text
                return answer
            await asyncio.sleep(0.05)

    async def open_table(self) -> None:
        seats = self.rng.choice(WISHES)
        pace, rated = self.rng.choice(PACES), self.rng.random() < 0.5
        wish = {"game": GAME, "seats": seats, "public": True, "pace": pace, "rated": rated}
        answer = await self.ask("POST", "/api/tables", 0, json=wish)
        table = answer.json()["id"]
        if "open" in seats:
            await self.ask("POST", f"/api/tables/{table}/seats", 1)
        self.memory.tables.append(table)
        self.listening[table] = asyncio.create_task(self.listen(table))

    async def play(self, table: str) -> None:
        """One step at a table: whoever is asked moves."""
        seats = (await self.ask("GET", f"/api/tables/{table}")).json()
        if table not in self.memory.tables:
            return  # somebody else has seen that it is over
        if seats["over"]:
            self.memory.tables.remove(table)
            self.memory.over.append(table)
            await self.open_table()
            return
        for who in (0, 1):
            seen = (await self.ask("GET", f"/api/tables/{table}/observation?outlook=false", who)).json()
            self.memory.told[table] = max(seen["version"], self.memory.told.get(table, 0))
            if seen["legal"]:
                move = {"ply": seen["ply"], "action": self.rng.choice(seen["legal"])["action"]}
                answer = await self.ask("POST", f"/api/tables/{table}/plies", who, json=move)
                if answer.status_code == 200:
                    self.memory.moves[table, move["ply"]] = (seen["seat"], move["action"])
                else:
                    assert answer.status_code == 409, answer.text

    async def talk(self, table: str) -> None:
        """A word, said again where nobody knows whether it was heard."""
        words = f"word {self.rng.randrange(10**9)}"
        answer = await self.ask("POST", f"/api/tables/{table}/chat", 0, json={"text": words})
        assert answer.status_code < 300, answer.text
        self.memory.words.setdefault(table, []).append(words)

    async def listen(self, table: str) -> None:
        """A spectator whose stream goes on wherever a server answers."""
        last = -1
        while True:
            headers = {"last-event-id": str(last)} if last >= 0 else {}
            address = self.rng.choice(self.cluster.addresses)
            self.memory.streams += 1
            self.memory.resumed += last >= 0
            try:
                async with self.web.stream("GET", f"{address}/api/tables/{table}/events", headers=headers) as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("data: "):
                            event = json.loads(line[6:])
                            assert event["version"] >= last, "a stream went back"
                            last = self.memory.heard[table] = event["version"]
                            if event["over"]:
                                return
            except httpx.TransportError:
                await asyncio.sleep(0.05)

    async def people(self) -> None:
        while True:
            await self.play(self.rng.choice(self.memory.tables))
            if self.rng.random() < 0.05:
                await self.talk(self.rng.choice(self.memory.tables))

    async def until_all_go_on(self) -> None:
        """Every table comes further, by people's moves or by bots', and every stream tells of it."""
        before = {table: self.memory.heard.get(table, 0) for table in self.memory.tables}
        end = time.monotonic() + PATIENCE
        while stuck := [t for t, v in before.items() if t in self.memory.tables and self.memory.heard.get(t, 0) <= v]:
            assert time.monotonic() < end, f"{len(stuck)} tables stand still: {stuck}"
            await asyncio.sleep(0.1)
            for task in self.listening.values():
                if task.done():
                    task.result()


def open_cup(address: str) -> str:
    """A tournament of bots that the servers look after."""
    store = Store(address)
    host = Identity("host", "Host")
    cup = cups.new_cup(host, "Panathenaea", GAME, "robin", "", False, ENTRANTS - 1)
    with store.engine.begin() as connection:
        cups.open_cup(connection, cup, ["random"] * ENTRANTS)
        cups.begin(connection, cup.id, host)
    store.close()
    return cup.id


async def story(cluster: Cluster, kills: int) -> Memory:
    world = World(cluster, 7)
    for name in ("Anna", "Béla"):
        answer = await world.ask("POST", "/api/identity", json={"name": name, "bearer": True})
        world.memory.tokens.append(answer.json()["token"])
    for _ in range(5):
        await world.open_table()
    people = [asyncio.create_task(world.people()) for _ in range(3)]
    await world.until_all_go_on()
    victims: list[Part | Postgres] = [*cluster.parts, cluster.postgres]
    for n in range(kills):
        victim = victims[n % len(victims)]
        began = time.monotonic()
        await asyncio.sleep(world.rng.uniform(0, 0.3))
        await asyncio.to_thread(victim.kill)
        await asyncio.sleep(world.rng.uniform(0, 0.5))
        await asyncio.to_thread(victim.start)
        await world.until_all_go_on()
        for task in people:
            if task.done():
                task.result()
        name = getattr(victim, "name", "PostgreSQL")
        print(f"{n + 1}: {name}, all go on after {time.monotonic() - began:.1f} s, {len(world.memory.moves)} moves")
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    for task in world.listening.values():
        task.cancel()
    await asyncio.gather(*world.listening.values(), return_exceptions=True)
    await world.web.aclose()
    return world.memory


def check_store(address: str, memory: Memory) -> int:
    """What was told against what the journals say: every number once, every move that was acknowledged, replayable."""
    store = Store(address)
    plies = 0
    for table in (*memory.tables, *memory.over):
        loaded = store.load_now(table)
        assert loaded is not None
        header, entries = loaded
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= max(memory.told.get(table, 0), memory.heard.get(table, 0))
        record = Record.parse(header.record)
        record.plies = folded(entries)
        record.last()  # replays: no decision was answered twice
        plies += len(record.plies)
        for (where, ply), (seat, action) in memory.moves.items():
            if where == table:
                assert (record.plies[ply].actor, record.plies[ply].text) == (seat, action)
        assert set(memory.words.get(table, ())) <= {entry.text for entry in entries if entry.kind == "say"}
        assert all(entry.kind != "late" for entry in entries)  # nobody's time was out
    store.close()
    return plies


def check_ratings(address: str) -> int:
    """Every finished game is kept, and every rated one counts once for each of its people; returns how many are."""
    store = Store(address)
    with store.engine.begin() as connection:
        for table in ratings.unrated(connection, 10_000):  # those that ended in the last minute
            ratings.keep_result(connection, table)
        by_person = (ResultRow.person, ResultRow.game, ResultRow.seats)
        rated = select(*by_person, func.count()).where(ResultRow.rated, ResultRow.person != "").group_by(*by_person)
        counted = select(RatingRow.person, RatingRow.game, RatingRow.seats, RatingRow.games)
        assert sorted(map(tuple, connection.execute(rated))) == sorted(map(tuple, connection.execute(counted)))
        games = select(func.count(ResultRow.table_id.distinct())).where(ResultRow.rated)
        found = int(connection.execute(games).scalar_one())
    store.close()
    return found


def check_cup(address: str, cup_id: str) -> int:
    """No round was paired before the last was over, and no pairing played twice; returns the games it has seen."""
    store = Store(address)
    with store.engine.connect() as connection:
        cup, boards = cups.cup_of(connection, cup_id), cups.boards_of(connection, cup_id)
        tables = [board.table_id for board in boards if board.table_id]
        assert len(tables) == len(set(tables))
        assert all(board.points is not None for board in boards if board.round < cup.round or cup.over)
        assert {board.round for board in boards} == set(range(1, cup.round + 1))
    store.close()
    return sum(board.points is not None for board in boards)


@pytest.mark.soak
def test_sixty_kills_of_servers_workers_and_postgresql_lose_nothing(tmp_path: Path) -> None:
    faulthandler.cancel_dump_traceback_later()  # on a busy machine sixty kills take longer than any other test may
    cluster = Cluster(tmp_path)
    try:
        cup = open_cup(cluster.postgres.address)
        memory = run(story(cluster, KILLS), 7200)
        address = cluster.postgres.address
        plies, rated, met = check_store(address, memory), check_ratings(address), check_cup(address, cup)
        assert cluster.faults() == []
    finally:
        cluster.stop()
    print(
        f"{KILLS} kills: {len(memory.moves)} moves acknowledged, {plies} plies saved, {len(memory.over)} games over, "
        f"{memory.streams} streams, {memory.resumed} of them resumed; {rated} rated games counted once, "
        f"{sum(map(len, memory.words.values()))} words, {met} games of the tournament."
    )
    assert memory.resumed > KILLS // 3
