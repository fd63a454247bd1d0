"""What the tests of the server share: bots that think on the spot, a server in a thread or in a process of its own."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import uvicorn
from fastapi import FastAPI

from agon.bots import Reasoning
from agon.core import game as registry
from agon.core.game import register
from agon.play.analysis import Judged
from agon.web.app import create_app
from agon.web.board import Board
from agon.web.botpool import Look, Question, Thinker, choose, look, reason
from agon.web.company import company_of
from agon.web.hub import Hub
from agon.web.identity import Identity
from agon.web.serve import Server
from agon.web.settings import Settings
from agon.web.store import Store
from tests.tiny import LotsGame

Thing = TypeVar("Thing")

ANNA = Identity("anna", "Anna")
BELA = Identity("bela", "Béla")
CLEO = Identity("cleo", "Cleo")
GAME = "hellas_2016"


class PromptBots:
    """Bots that think on the loop: for tests, where nothing else waits."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def choose(self, question: Question) -> int:
        self.asked.append(question)
        await asyncio.sleep(0)
        return choose(question)

    async def reason(self, question: Question) -> Reasoning:
        return reason(question)

    async def look(self, piece: Look) -> list[Judged]:
        await asyncio.sleep(0)
        return look(piece)

    def close(self) -> None:
        return


@contextmanager
def lots_registered() -> Iterator[None]:
    """The tiny game with secrets is on offer too."""
    register(LotsGame())
    try:
        yield
    finally:
        del registry._GAMES["lots"]


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


# Databases other than SQLite that a test wants for its folder (the fixture each_database).
ELSEWHERE: dict[Path, str] = {}


def address_of(folder: Path) -> str:
    """The database that belongs to a folder."""
    return ELSEWHERE.get(folder) or f"sqlite:///{folder / 'agon.db'}"


def settings(folder: Path, **more: Any) -> Settings:
    """A server for tests: no pauses, no rate limits, no pages, and no long thoughts."""
    given: dict[str, Any] = {
        "pages": False,
        "bot_pause": (0.0, 0.0),
        "rate": 0.0,
        "workers": 1,
        "secret": b"tests",
        "hinter": "ismcts:iterations=60",
        "analysis_iterations": 4,
        "analysis_seconds": 0.0,
    }
    return Settings(database=address_of(folder), **(given | more))


def run(work: Coroutine[Any, Any, Thing], seconds: float = 60) -> Thing:
    """Run it to its end in a thread of its own: the browser tests may have left a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, seconds)).result()


@asynccontextmanager
async def hub_at(
    folder: Path,
    bots: PromptBots | None = None,
    seed: int = 1,
    clock: Clock | None = None,
    boarded: bool = False,
    **more: Any,
) -> AsyncIterator[Hub]:
    """A hub with a store in this folder; `boarded`, its bots think where somebody takes their questions."""
    store = Store(address_of(folder))
    company = company_of(store)
    thinker: Thinker = Board(company.wire) if boarded else bots or PromptBots()
    hub = Hub(store, thinker, settings(folder, **more), seeded(seed), clock or time.monotonic, company=company)
    await company.join(hub)
    try:
        yield hub
    finally:
        await hub.close()
        store.close()


async def settled(hub: Hub) -> None:
    """Look at every table until no bot has anything left to do."""
    for table_id in list(hub._lives):
        await hub.get(table_id)
    for _ in range(10_000):
        if not hub._drivers:
            return
        await asyncio.sleep(0.001)
    raise AssertionError("the bots do not come to an end")


def seeded(seed: int = 1) -> Callable[[], Random]:
    """The luck of a server in a test: the same in every run."""
    rng = Random(seed)
    return lambda: rng


@asynccontextmanager
async def client_at(
    folder: Path,
    bots: PromptBots | None = None,
    clock: Clock | None = None,
    peer: str = "127.0.0.1",
    **more: Any,
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application in this process, who asks from `peer`; no socket, so no event streams."""
    site = more.setdefault("url", "http://agon.test")
    app = create_app(settings(folder, **more), bots or PromptBots(), clock=clock or time.monotonic, luck=seeded())
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=(peer, 4711))
        async with httpx.AsyncClient(transport=transport, base_url=site) as client:
            yield client


async def named(client: httpx.AsyncClient, name: str) -> dict[str, str]:
    """The headers of a new identity."""
    answer = await client.post("/api/identity", json={"name": name, "bearer": True})
    return {"authorization": f"Bearer {answer.json()['token']}"}


@contextmanager
def served(
    folder: Path, bots: PromptBots | None = None, clock: Clock | None = None, **more: Any
) -> Iterator[tuple[str, FastAPI]]:
    """A real server on a free port of this machine, in a thread."""
    app = create_app(settings(folder, **more), bots or PromptBots(), clock=clock or time.monotonic, luck=seeded())
    config = uvicorn.Config(
        app, port=0, log_config=None, log_level="error", access_log=False, timeout_graceful_shutdown=2
    )
    ready = threading.Event()

    class Told(Server):
        address = ""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            self.address = f"http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}"
            ready.set()

    server = Told(config, app, "", False)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield server.address, app
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


PROGRAM = """
import sys
from agon.web.serve import main
from agon.web.settings import Settings
if __name__ == "__main__":
    settings = {settings}
    sys.exit(main(port=0, database=sys.argv[1], workers={workers}, settings=settings))
"""


BOUNDLESS = (
    "Settings(pages=False, rate=0.0, bot_pause=(0.0, 0.01), streams_per_address=10_000, connections_per_address=10_000)"
)


class Process:
    """A real server process, to be killed."""

    def __init__(self, folder: Path, settings: str = BOUNDLESS, workers: int = 1) -> None:
        program = folder / "serve.py"
        program.write_text(PROGRAM.format(settings=settings, workers=workers), "utf-8")
        self.log = (folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, str(program), address_of(folder)],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env={**os.environ},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://localhost:(\d+)", line)
        assert found, (line, (folder / "server.log").read_text())
        self.address = f"http://127.0.0.1:{found[1]}"

    def kill(self) -> None:
        self.process.kill()
        self.close()

    def stop(self) -> int:
        self.process.terminate()
        code = self.process.wait(20)
        self.close()
        return code

    def close(self) -> None:
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()
