"""Fair shares on a real server: ten visitors who take all they can get, and one who plays against `easy`."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.web.support import GAME, Process, run

ABUSERS = 10
TABLES = 3  # at which the honest visitor plays at once
SECONDS = 45.0
STREAMS = 60  # each abuser tries to hold open
EXPERTS = ["expert", "expert", "expert", "expert"]


class Abuser:
    """Takes tables, streams, hints and analyses from an address of its own, as fast as it is served."""

    def __init__(self, address: str, number: int) -> None:
        self.here = f"127.0.0.{number + 2}"
        self.port = int(address.rpartition(":")[2])
        transport = httpx.AsyncHTTPTransport(local_address=self.here, limits=httpx.Limits(max_connections=8))
        self.web = httpx.AsyncClient(base_url=address, transport=transport, timeout=60)
        self.tables: list[str] = []
        self.answers: dict[int, int] = {}
        self.streams: list[asyncio.Task[None]] = []

    async def post(self, path: str, **more: Any) -> httpx.Response:
        answer = await self.web.post(path, headers={"origin": str(self.web.base_url).rstrip("/")}, **more)
        self.answers[answer.status_code] = self.answers.get(answer.status_code, 0) + 1
        if answer.status_code in (429, 503):
            await asyncio.sleep(0.2)
        return answer

    async def take_tables(self) -> None:
        """By forms, mostly without a cookie, so as a new person each time."""
        for n in range(10_000):
            if n % 3:
                self.web.cookies.clear()
            if n % 2:
                wish = {"game": GAME, "seat": EXPERTS, "public": "yes", "hints": "yes"}
                answer = await self.post("/tables", data=wish)
            else:
                answer = await self.post("/play", data={"game": GAME, "strength": "expert", "seats": "4"})
            found = re.fullmatch(r"/tables/([^/]+)", answer.headers.get("location", ""))
            if found:
                self.tables.append(found[1])
                if len(self.streams) < STREAMS:
                    self.streams.append(asyncio.create_task(self.watch(found[1])))
            await asyncio.sleep(0.05)

    async def ask_hints(self) -> None:
        """And go away before the answer comes."""
        wish = {"name": "Abuser", "bearer": True}
        token = (await self.web.post("/api/identity", json=wish)).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        wish = {"game": GAME, "seats": ["me", "open"]}
        while True:
            answer = await self.web.post("/api/tables", json=wish, headers=headers)
            if answer.status_code == 201:
                break
            await asyncio.sleep(1)
        table = answer.json()["id"]
        await self.web.put(f"/api/tables/{table}/seats/1/bot", json={"bot": "expert"}, headers=headers)
        while True:
            try:
                answer = await self.web.post(f"/api/tables/{table}/hint", headers=headers, timeout=0.3)
            except httpx.TimeoutException:
                continue
            await asyncio.sleep(0.2)

    async def look_around(self) -> None:
        while True:
            await self.web.get("/")
            await asyncio.sleep(0.25)

    async def watch(self, table: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.here, 0))
        writer.write(f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        try:
            while await reader.readline():
                pass
        finally:
            writer.close()

    async def live(self) -> None:
        await asyncio.gather(self.take_tables(), self.ask_hints(), self.look_around())

    async def leave(self) -> None:
        for task in self.streams:
            task.cancel()
        await asyncio.gather(*self.streams, return_exceptions=True)
        await self.web.aclose()


async def play_easy(web: httpx.AsyncClient, headers: dict[str, str], end: float, rng: Random) -> list[float]:
    """Play against `easy`, listening as a page does; returns how long each of its answers took."""
    took: list[float] = []
    table = (await web.post("/api/tables", json={"game": GAME, "seats": ["me", "easy"]}, headers=headers)).json()["id"]
    path = f"/api/tables/{table}"
    asked_at, asked_ply = 0.0, -1
    async with web.stream("GET", f"{path}/events", headers=headers, timeout=None) as stream:
        lines = stream.aiter_lines()
        while time.monotonic() < end:
            try:
                line = await asyncio.wait_for(anext(lines), max(0.1, end - time.monotonic()))
            except TimeoutError:
                break
            if not line.startswith("data: "):
                continue
            event = json.loads(line[6:])
            if asked_ply >= 0 and event["ply"] > asked_ply:
                took.append(time.monotonic() - asked_at)
                asked_ply = -1
            if event["over"]:
                break
            if event["actor"] == 1:
                asked_at, asked_ply = time.monotonic(), event["ply"]
                continue
            seen = (await web.get(f"{path}/observation", headers=headers)).json()
            if seen["legal"]:
                move = {"ply": seen["ply"], "action": rng.choice(seen["legal"])["action"]}
                await web.post(f"{path}/plies", json=move, headers=headers)
    if asked_ply >= 0:
        took.append(time.monotonic() - asked_at)  # it has not answered to this day
    return took


async def honest(address: str, seconds: float) -> list[float]:
    end = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=address, timeout=60) as web:
        token = (await web.post("/api/identity", json={"name": "Honest", "bearer": True})).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        results = await asyncio.gather(*(play_easy(web, headers, end, Random(n)) for n in range(TABLES)))
    return sorted(t for took in results for t in took)


def tell(title: str, took: list[float]) -> str:
    share = [took[min(len(took) - 1, int(p * len(took)))] for p in (0.5, 0.95)]
    return (
        f"{title}: {len(took)} answers of easy, median {share[0]:.2f} s, 95 % under {share[1]:.2f} s, "
        f"longest {took[-1]:.2f} s."
    )


@pytest.mark.soak
def test_an_easy_answer_comes_within_two_seconds_beside_ten_abusers(tmp_path: Path) -> None:
    server = Process(tmp_path, "Settings()", workers=2)

    async def story() -> tuple[list[float], dict[int, int], int]:
        abusers = [Abuser(server.address, n) for n in range(ABUSERS)]
        living = [asyncio.create_task(abuser.live()) for abuser in abusers]
        await asyncio.sleep(10)
        took = await honest(server.address, SECONDS)
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)
        answers: dict[int, int] = {}
        for abuser in abusers:
            await abuser.leave()
            for status, count in abuser.answers.items():
                answers[status] = answers.get(status, 0) + count
        return took, answers, sum(len(a.tables) for a in abusers)

    try:
        calm = run(honest(server.address, 10), 60)
        took, answers, tables = run(story(), 240)
    finally:
        server.stop()
    print(tell("Alone", calm))
    print(tell("Beside the abusers", took), f"They opened {tables} tables; were answered {answers}.")
    assert len(took) >= 20
    assert took[int(0.95 * len(took))] < 2
    assert answers[429] > 0
