"""`agon bench serve`: many tables with players at random speed and listeners, against a server process of its own.

Three remote players sit at every table; each thinks for a random time and posts a legal move over the JSON API. What is
measured is the time from sending that POST to the moment each listener of the table has read the event, and to the
moment it holds the new view of the table, which it fetches as a browser does.

With several servers on one PostgreSQL database, every listener hangs on another process than the one that is sent the
move, and at every fourth table a bot sits, which thinks in a worker.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import make_url

from agon.core.errors import AgonError
from agon.web.lobbypage import all_games

SEATS: Final = 3
PROGRAM: Final = """
import sys
from agon.web.serve import main
from agon.web.settings import Settings
if __name__ == "__main__":
    settings = Settings(
        rate=0.0, streams_per_address=10**6, connections_per_address=10**6, bots_elsewhere=sys.argv[2] == "elsewhere"
    )
    sys.exit(main(port=0, database=sys.argv[1], workers=1, settings=settings))
"""
WORKER: Final = """
import sys
from agon.web.workshop import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1], 1))
"""
PATIENCE: Final = 10.0  # seconds
IDLE: Final = 20.0  # seconds after which a connection is made anew: a server closes those on which nobody asks
BOT: Final = "greedy"
BOT_TABLES: Final = 4  # every so many-th table has a bot, where there are workers


@dataclass
class Figures:
    """What was measured."""

    tables: int
    watchers: int
    servers: int = 1
    workers: int = 0
    database: str = ""
    load: float = 0.0  # of the whole machine, as it says itself, before
    offered: float = 0.0  # moves a second that the players would make if nobody had to wait
    coming: float = 0.0  # seconds until all listeners, who come at once, are listening
    seconds: float = 0.0
    moves: int = 0
    delays: list[float] = field(default_factory=list)  # seconds, one for every listener of every move
    views: list[float] = field(default_factory=list)  # the same until its browser holds the new view
    memory: float | None = None  # MB a table
    cpu: float | None = None  # cores the servers and workers kept busy
    database_cpu: float = 0.0  # cores PostgreSQL kept busy for them, where it is on this machine
    own_cpu: float = 0.0  # cores that the players and listeners of the bench itself kept busy
    other_cpu: float | None = None  # cores that everything else on the machine kept busy meanwhile

    def share(self, part: float, delays: list[float] | None = None) -> float:
        """The delay in ms that this share of all stays under."""
        ordered = sorted(self.delays if delays is None else delays)
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")

    def cost(self, cores: float) -> float:
        """Milliseconds of the processor for a move that people make, with all that follows from it."""
        return 1000 * cores * self.seconds / max(1, self.moves)

    def count(self, before: Worked, after: Worked) -> None:
        """Who worked how much between the two."""
        self.seconds = after.at - before.at
        if before.servers is not None and after.servers is not None:
            self.cpu = (after.servers - before.servers) / self.seconds
        self.database_cpu = max(0.0, after.database - before.database) / self.seconds
        self.own_cpu = (after.own - before.own) / self.seconds
        if before.machine is not None and after.machine is not None:
            known = (self.cpu or 0.0) + self.database_cpu + self.own_cpu
            self.other_cpu = max(0.0, (after.machine - before.machine) / self.seconds - known)

    def __str__(self) -> str:
        memory = "not known here" if self.memory is None else f"{self.memory:.2f} MB a table"
        cpu = "" if self.cpu is None else f", {self.cpu:.2f} cores busy"
        others = "" if self.other_cpu is None else f", and everything else on this machine {self.other_cpu:.2f}"
        return (
            f"Servers: {self.servers}, workers: {self.workers}, load of the machine before: {self.load:.1f}; "
            f"of the processor a move takes {self.cost(self.cpu or 0.0):.1f} ms, in PostgreSQL "
            f"{self.cost(self.database_cpu):.1f} ms more.\n"
            f"All {self.tables * self.watchers} listeners came at once and were listening after {self.coming:.1f} s.\n"
            f"The players and listeners of the bench itself kept {self.own_cpu:.2f} cores busy{others}.\n"
            f"{self.tables} tables of {SEATS} players at random speed, {self.watchers} listeners each, "
            f"{self.seconds:.0f} s: {self.moves / self.seconds:.1f} moves a second of {self.offered:.1f} offered"
            f"{cpu}.\n"
            f"From POST to a listener's event: median {self.share(0.5):.1f} ms, 95 % under {self.share(0.95):.1f} ms, "
            f"99 % under {self.share(0.99):.1f} ms, longest {self.share(1.0):.1f} ms ({len(self.delays)} events).\n"
            f"From POST to the view in a listener's hands: median {self.share(0.5, self.views):.1f} ms, 95 % under "
            f"{self.share(0.95, self.views):.1f} ms, 99 % under {self.share(0.99, self.views):.1f} ms.\n"
            f"Memory of the server: {memory}."
        )


@dataclass(frozen=True)
class Worked:
    """The seconds for which everybody has worked so far."""

    at: float
    servers: float | None
    database: float
    own: float
    machine: float | None

    @classmethod
    def until_now(cls, pids: list[int], database: str) -> Worked:
        return cls(
            time.perf_counter(), _total(_cpu, pids), _postgres_cpu(database), time.process_time(), _machine_cpu()
        )


class Line:
    """One connection to the server: just enough of HTTP for the API."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._used = 0.0

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
        if time.perf_counter() - self._used > IDLE:
            await self.close()
        self._used = time.perf_counter()
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
    has_bot: bool = False
    asked: int = -1  # the ply at which the last move was sent
    sent: float = 0.0
    waiting: int = 0  # listeners that have not read of the last move yet


async def _open_table(lines: list[Line], game: str, people: list[str], has_bot: bool) -> Place:
    """Each of these lines leads to another server: one opens the table, the others sit down by way of the next."""
    seats = ["me", *["open"] * (SEATS - 1 - has_bot), *[BOT] * has_bot]
    table = await lines[0].ask("POST", "/api/tables", people[0], {"game": game, "seats": seats})
    for number, token in enumerate(people[1 : SEATS - has_bot], 1):
        await lines[number % len(lines)].ask("POST", f"/api/tables/{table['id']}/seats", token)
    table = await lines[0].ask("GET", f"/api/tables/{table['id']}")  # dealt by now
    for line in lines:
        await line.close()  # a server closes what is idle for long; the game opens its own
    return Place(table["id"], people, ply=table["ply"], has_bot=has_bot)


async def _tune_in(place: Place, line: Line) -> None:
    await line.send("GET", f"/api/tables/{place.id}/events")
    await line.head()


async def _listen(place: Place, line: Line, eyes: Line, figures: Figures) -> None:
    """One listener: notes when it reads of a move that was sent, and when it holds the new view."""
    known, counted = place.ply, -1
    while text := await line.line():
        if not text.startswith(b"data: "):
            continue
        ply = json.loads(text[6:])["ply"]
        if ply <= known:
            continue
        is_new, sent = ply > place.asked != counted, place.sent
        counted = place.asked
        if is_new:
            figures.delays.append(time.perf_counter() - sent)
        await eyes.fetch("GET", f"/tables/{place.id}/view?since={known}")
        if is_new:
            figures.views.append(time.perf_counter() - sent)
            place.waiting -= 1
        known = ply


async def _play(
    place: Place, line: Line, figures: Figures, pause: tuple[float, float], end: float, rng: Random
) -> None:
    """The players of one table, one after the other as the game asks them. They are met in the midst of a thought."""
    seat = 0
    path = f"/api/tables/{place.id}"
    met = rng.random()
    while time.perf_counter() < end:
        seen = await line.ask("GET", f"{path}/observation", place.tokens[seat])
        if seen["over"]:
            return
        if place.has_bot and seen["actor"] == SEATS - 1:
            await asyncio.sleep(rng.uniform(*pause) / 4)
            continue
        if seen["actor"] != seat:
            seat = seen["actor"]
            continue
        await asyncio.sleep(met * rng.uniform(*pause))
        met = 1.0
        move = {"ply": seen["ply"], "action": rng.choice(seen["legal"])["action"]}
        place.asked, place.sent, place.waiting = seen["ply"], time.perf_counter(), figures.watchers
        await line.ask("POST", f"{path}/plies", place.tokens[seat], move)
        figures.moves += 1
        while place.waiting > 0 and time.perf_counter() < end:
            await asyncio.sleep(0.001)


async def _all_heard(places: list[Place]) -> None:
    """Wait for what is under way: the slowest would be left out otherwise."""
    until = time.perf_counter() + PATIENCE
    while any(place.waiting > 0 for place in places) and time.perf_counter() < until:
        await asyncio.sleep(0.01)


def check_all_went_on(work: Sequence[asyncio.Future[Any]]) -> None:
    """Refuses figures of players or listeners who gave up."""
    for each in work:
        error = each.exception() if each.done() and not each.cancelled() else None
        if error is not None:
            raise AgonError(f"Somebody could not go on: {type(error).__name__}: {error}") from error


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
    ports: list[int],
    pids: list[int],
    figures: Figures,
    game: str,
    seconds: float,
    warm_up: float,
    pause: tuple[float, float],
) -> None:
    rng = Random(7)
    count = len(ports)
    lines = [Line(ports[n % count]) for n in range(figures.tables)]
    listeners = range(figures.tables * figures.watchers)
    # Each listener hangs on the server after the one to which the moves of its table are sent.
    ears, eyes = ([Line(ports[(n // figures.watchers + 1) % count]) for n in listeners] for _ in range(2))
    people = []
    for n in range(SEATS):
        wish = {"name": f"Player {n}", "bearer": True}
        people.append((await lines[0].ask("POST", "/api/identity", body=wish))["token"])
    each = [Line(port) for port in ports]
    first = await _open_table(each, game, people, figures.workers > 0)  # whatever is loaded once is loaded now
    for line in each:
        await line.ask("GET", f"/api/tables/{first.id}/observation", people[0])
        await line.close()
    before = _total(_memory, pids)
    places = []
    for n in range(figures.tables):
        has_bot = figures.workers > 0 and n % BOT_TABLES == 0
        places.append(await _open_table([lines[n], Line(ports[(n + 1) % count])], game, people, has_bot))
    watched = [place for place in places for _ in range(figures.watchers)]
    began = time.perf_counter()
    await asyncio.gather(*(_tune_in(place, ear) for place, ear in zip(watched, ears, strict=True)))
    figures.coming = time.perf_counter() - began  # whoever plays before that would wait for those who come
    listening = [
        asyncio.create_task(_listen(place, ear, eye, figures))
        for place, ear, eye in zip(watched, ears, eyes, strict=True)
    ]
    end = time.perf_counter() + warm_up + seconds
    work = [_play(p, line, figures, pause, end, Random(rng.random())) for p, line in zip(places, lines, strict=True)]
    playing = asyncio.gather(*work)
    await asyncio.sleep(warm_up)
    figures.moves = 0
    figures.delays.clear()
    figures.views.clear()
    worked = Worked.until_now(pids, figures.database)
    await asyncio.sleep(end - time.perf_counter())
    figures.count(worked, Worked.until_now(pids, figures.database))
    playing.cancel()
    check_all_went_on([playing, *listening])
    await asyncio.gather(playing, return_exceptions=True)
    await _all_heard(places)
    check_all_went_on(listening)
    after = _total(_memory, pids)
    figures.memory = None if before is None or after is None else (after - before) / figures.tables
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    await asyncio.gather(*(line.close() for line in (*lines, *ears, *eyes)))


def _total(ask: Callable[[int], float | None], pids: list[int]) -> float | None:
    """Of all these processes together."""
    found = [ask(pid) for pid in pids]
    return None if None in found else sum(each for each in found if each is not None)


def _postgres_cpu(database: str) -> float:
    """The seconds PostgreSQL's processes for this database have worked, if they are on this machine."""
    name = (make_url(database).database or "") if database else ""
    found = []
    for folder in Path("/proc").glob("[0-9]*") if name else ():
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")[0].decode("utf-8", "replace").split()
            if words[:1] == ["postgres:"] and name in words:
                found.append(_cpu(int(folder.name)) or 0.0)
    return sum(found)


def _machine_cpu() -> float | None:
    """The seconds that all processes of this machine have worked."""
    try:
        fields = Path("/proc/stat").read_text().split()
    except OSError:
        return None
    return sum(int(fields[n]) for n in (1, 2, 3, 6, 7)) / os.sysconf("SC_CLK_TCK")


def _start(folder: Path, name: str, program: str, *given: str) -> tuple[subprocess.Popen[str], str]:
    """A process, and what it says once it is ready."""
    file = folder / name
    file.write_text(program, "utf-8")
    process = subprocess.Popen([sys.executable, str(file), *given], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = process.stdout.readline()
    if "Agon" not in said:
        raise AgonError("A process for the bench did not start.")
    return process, said


def measure(
    tables: int = 100,
    watchers: int = 4,
    seconds: float = 20.0,
    rate: float = 33.0,
    database: str = "",
    servers: int = 1,
    workers: int = 0,
    warm_up: float = 5.0,
) -> Figures:
    """Start servers, play the first game of the lobby, listen, and stop them again.

    All tables together are offered so many moves a second: that is how fast the players think.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    figures = Figures(tables, watchers, servers, workers, database, load, rate)
    pause = (0.2 * tables / rate, 1.8 * tables / rate)
    with tempfile.TemporaryDirectory(prefix="agon-bench-") as folder:
        address = database or f"sqlite:///{Path(folder) / 'agon.db'}"
        bots = "elsewhere" if workers else "here"
        started = []
        try:
            for _ in range(servers):
                started.append(_start(Path(folder), "serve.py", PROGRAM, address, bots))
            ports = [int(said.split("http://")[1].split()[0].rpartition(":")[2]) for _, said in started]
            for _ in range(workers):
                started.append(_start(Path(folder), "worker.py", WORKER, address))
            pids = [process.pid for process, _ in started]
            asyncio.run(_measure(ports, pids, figures, all_games()[0].id, seconds, warm_up, pause))
        finally:
            for process, _ in started:
                process.terminate()
            for process, _ in started:
                process.wait(20)
                assert process.stdout is not None
                process.stdout.close()
    return figures


def main(
    tables: int = 100,
    watchers: int = 4,
    seconds: float = 20.0,
    rate: float = 33.0,
    database: str = "",
    servers: int = 1,
    workers: int = 0,
) -> int:
    """Measure and print."""
    if not database and (servers > 1 or workers):
        raise AgonError("Several processes share a PostgreSQL database: --database postgresql://...")
    print(measure(tables, watchers, seconds, rate, database, servers, workers))
    return 0
