"""`agon serve`: the server as a program."""

from __future__ import annotations

import logging
import os
import socket
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI

from agon.core.errors import AgonError
from agon.web.app import create_app
from agon.web.settings import Settings
from agon.web.store import Store

KEEP_ALIVE: Final = 30  # seconds an idle connection stays open
GRACE: Final = 3  # seconds requests have to end when the server stops


class Server(uvicorn.Server):
    """Sends those who listen home before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._application = app
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Agon is at {self._address} (Ctrl-C stops it).", flush=True)
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._application.state.hub.end_streams()
        await super().shutdown(sockets)


def default_database() -> str:
    """Where a person's games are kept unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(base) / 'agon' / 'agon.db'}"


def main(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    workers: int = 0,
    open_browser: bool = False,
    settings: Settings | None = None,
) -> int:
    """Serve until stopped. `workers` are processes in which bots think; 0: one a core."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    listening = _listen(host, port)
    chosen = settings or Settings()
    chosen = replace(chosen, database=database or (chosen.database if settings else default_database()))
    if workers > 0:
        chosen = replace(chosen, workers=workers)
    try:
        store = Store(chosen.database, serving=True)  # what cannot be opened is told before anything starts
    except AgonError:
        listening.close()
        raise
    app = create_app(chosen, opened=store)
    # No access log: the address of a private table is a secret.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
    shown = "localhost" if host in ("127.0.0.1", "::1") else host
    server = Server(config, app, f"http://{shown}:{listening.getsockname()[1]}", open_browser)
    try:
        server.run([listening])
    except KeyboardInterrupt:
        return 0
    return 0 if server.started else 1


def _listen(host: str, port: int) -> socket.socket:
    """The socket to serve on; a port that is taken is told in a sentence."""
    if not 0 <= port <= 65535:
        raise AgonError(f"A port is a number from 0 to 65535, not {port}.")
    try:
        listening = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=512
        )
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise AgonError(f"The server cannot listen on {host}:{port}: {reason}.") from error
    # Connections inherit it. Without it an answer's body waits for the reader to acknowledge its head: some 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
