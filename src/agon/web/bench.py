"""`agon bench serve`: many tables with players at random speed and listeners, against a server process of its own.

Three remote players sit at every table; each thinks for a random time and posts a legal move over the JSON API. What is
measured is the time from sending that POST to the moment each listener of the table has read the event, and to the
moment it holds the new view of the table, which it fetches as a browser does.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from agon.core.errors import AgonError
from agon.web.lobbypage import all_games

SEATS: Final = 3
PROGRAM: Final = """
import sys
from agon.web.serve import main
from agon.web.settings import Settings
if __name__ == "__main__":
    settings = Settings(rate=0.0, streams_per_address=10**6, connections_per_address=10**6)
    sys.exit(main(port=0, database=sys.argv[1], workers=1, settings=settings))
"""


@dataclass
class Figures:
    """What was measured."""

    tables: int
    watchers: int
    seconds: float = 0.0
    moves: int = 0
    delays: list[float] = field(default_factory=list)  # seconds, one for every listener of every move
    views: list[float] = field(default_factory=list)  # the same until its browser holds the new view
    memory: float | None = None  # MB a table
    cpu: float | None = None  # cores the server kept busy

    def share(self, part: float, delays: list[float] | None = None) -> float:
        """The delay in ms that this share of all stays under."""
        ordered = sorted(self.delays if delays is None else delays)
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")

    def __str__(self) -> str:
        memory = "not known here" if self.memory is None else f"{self.memory:.2f} MB a table"
        cpu = "" if self.cpu is None else f", {self.cpu:.2f} cores busy"
        return (
            f"{self.tables} tables of {SEATS} players at random speed, {self.watchers} listeners each, "
            f"{self.seconds:.0f} s: {self.moves / self.seconds:.0f} moves a second{cpu}.\n"
            f"From POST to a listener's event: median {self.share(0.5):.1f} ms, 95 % under {self.share(0.95):.1f} ms, "
            f"99 % under {self.share(0.99):.1f} ms, longest {self.share(1.0):.1f} ms ({len(self.delays)} events).\n"
            f"From POST to the view in a listener's hands: median {self.share(0.5, self.views):.1f} ms, 95 % under "
            f"{self.share(0.95, self.views):.1f} ms, 99 % under {self.share(0.99, self.views):.1f} ms.\n"
            f"Memory of the server: {memory}."
        )


class Line:
    """One connection to the server: just enough of HTTP for the API."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, token: str = "", body: object = None) -> Any:
        """Send a request, and read its answer as JSON."""
        status, answer = await self.fetch(method, path, token, body)
        answer = json.loads(answer)
        if status >= 400:
            raise AgonError(f"The server refused {method} {path.split('/')[-1]}: {answer.get('error')}")
        return answer

    async def fetch(self, method: str, path: str, token: str = "", body: object = None) -> tuple[int, Any]:
        """Send a request, and read its answer."""
        await self.send(method, path, token, body)
        status, length = await self.head()
        assert self._reader is not None
        return status, await self._reader.readexactly(length)

    async def send(self, method: str, path: str, token: str = "", body: object = None) -> None:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", f"content-length: {len(data)}"]
        lines += ["accept-encoding: gzip"] if path.startswith("/tables") else []
        lines += [f"authorization: Bearer {token}"] if token else []
        lines += ["content-type: application/json"] if data else []
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        await self._writer.drain()

    async def head(self) -> tuple[int, int]:
        """The status and the length of an answer's body (0 for a stream)."""
        assert self._reader is not None
        status = int((await self._reader.readline()).split()[1])
        length = 0
        while line := (await self._reader.readline()).strip().lower():
            if line.startswith(b"content-length:"):
                length = int(line[15:])
        return status, length

    async def line(self) -> bytes:
        assert self._reader is not None
        return await self._reader.readline()

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            await asyncio.gather(self._writer.wait_closed(), return_exceptions=True)
            self._writer = None


@dataclass
class Place:
    """A table as the bench knows it."""

    id: str
    tokens: list[str]  # by seat
    ply: int = 0
    sent: float = 0.0
    waiting: int = 0  # listeners that have not read of the last move yet


async def _open_table(line: Line, game: str, people: list[str]) -> Place:
    wish = {"game": game, "seats": ["me", *["open"] * (SEATS - 1)]}
    table = await line.ask("POST", "/api/tables", people[0], wish)
    for token in people[1:]:
        await line.ask("POST", f"/api/tables/{table['id']}/seats", token)
    table = await line.ask("GET", f"/api/tables/{table['id']}")  # dealt by now
    await line.close()  # a server closes what is idle for long; the game opens its own
    return Place(table["id"], people, ply=table["ply"])


async def _listen(place: Place, line: Line, eyes: Line, figures: Figures) -> None:
    """One listener: notes when it reads of a move, and when it holds the new view."""
    await line.send("GET", f"/api/tables/{place.id}/events")
    await line.head()
    known = place.ply
    while text := await line.line():
        if not text.startswith(b"data: "):
            continue
        ply = json.loads(text[6:])["ply"]
        if ply > known:
            sent = place.sent
            figures.delays.append(time.perf_counter() - sent)
            await eyes.fetch("GET", f"/tables/{place.id}/view?since={known}")
            figures.views.append(time.perf_counter() - sent)
            known = ply
            place.waiting -= 1


async def _play(
    place: Place, line: Line, figures: Figures, pause: tuple[float, float], end: float, rng: Random
) -> None:
    """The players of one table, one after the other as the game asks them."""
    seat = 0
    path = f"/api/tables/{place.id}"
    await asyncio.sleep(rng.uniform(0, pause[1]))
    while time.perf_counter() < end:
        seen = await line.ask("GET", f"{path}/observation", place.tokens[seat])
        if seen["over"]:
            return
        if seen["actor"] != seat:
            seat = seen["actor"]
            continue
        await asyncio.sleep(rng.uniform(*pause))
        move = {"ply": seen["ply"], "action": rng.choice(seen["legal"])["action"]}
        place.sent, place.waiting = time.perf_counter(), figures.watchers
        await line.ask("POST", f"{path}/plies", place.tokens[seat], move)
        figures.moves += 1
        while place.waiting > 0 and time.perf_counter() < end:
            await asyncio.sleep(0.001)


def _memory(pid: int) -> float | None:
    """What a process has in memory, in MB."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    return next((int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith("VmRSS:")), None)


def _cpu(pid: int) -> float | None:
    """The seconds a process has worked."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _measure(
    port: int, pid: int, figures: Figures, game: str, seconds: float, pause: tuple[float, float]
) -> None:
    rng = Random(7)
    lines = [Line(port) for _ in range(figures.tables)]
    ears, eyes = ([Line(port) for _ in range(figures.tables * figures.watchers)] for _ in range(2))
    people = []
    for n in range(SEATS):
        wish = {"name": f"Player {n}", "bearer": True}
        people.append((await lines[0].ask("POST", "/api/identity", body=wish))["token"])
    first = await _open_table(lines[0], game, people)  # whatever is loaded once is loaded now
    await lines[0].ask("GET", f"/api/tables/{first.id}/observation", people[0])
    await lines[0].close()
    before, worked = _memory(pid), _cpu(pid)
    places = [await _open_table(line, game, people) for line in lines]
    listening = [
        asyncio.create_task(_listen(place, ears[i * figures.watchers + w], eyes[i * figures.watchers + w], figures))
        for i, place in enumerate(places)
        for w in range(figures.watchers)
    ]
    await asyncio.sleep(1)
    worked = _cpu(pid)
    start = time.perf_counter()
    end = start + seconds
    work = [_play(p, line, figures, pause, end, Random(rng.random())) for p, line in zip(places, lines, strict=True)]
    await asyncio.gather(*work)
    figures.seconds = time.perf_counter() - start
    after, done = _memory(pid), _cpu(pid)
    figures.memory = None if before is None or after is None else (after - before) / figures.tables
    figures.cpu = None if worked is None or done is None else (done - worked) / figures.seconds
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    await asyncio.gather(*(line.close() for line in (*lines, *ears, *eyes)))


def measure(
    tables: int = 100,
    watchers: int = 4,
    seconds: float = 20.0,
    pause: tuple[float, float] = (0.6, 4.4),  # about 33 moves a second at a hundred tables
) -> Figures:
    """Start a server, play the first game of the lobby, listen, and stop it again."""
    with tempfile.TemporaryDirectory(prefix="agon-bench-") as folder:
        program = Path(folder) / "serve.py"
        program.write_text(PROGRAM, "utf-8")
        address = f"sqlite:///{Path(folder) / 'agon.db'}"
        server = subprocess.Popen([sys.executable, str(program), address], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            if "http://" not in said:
                raise AgonError("The server for the bench did not start.")
            port = int(said.split("http://")[1].split()[0].rpartition(":")[2])
            figures = Figures(tables, watchers)
            asyncio.run(_measure(port, server.pid, figures, all_games()[0].id, seconds, pause))
        finally:
            server.terminate()
            server.wait(20)
            if server.stdout is not None:
                server.stdout.close()
    return figures


def main(tables: int = 100, watchers: int = 4, seconds: float = 20.0) -> int:
    """Measure and print."""
    print(measure(tables, watchers, seconds))
    return 0
