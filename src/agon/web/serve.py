"""`agon serve`: the server as a program."""

from __future__ import annotations

import gc
import socket
import threading
import webbrowser
from dataclasses import replace
from typing import Final

import uvicorn
from fastapi import FastAPI

from agon import bots, core, games
from agon.core.errors import AgonError
from agon.web import logs
from agon.web.address import check_reach, read_proxies, read_site
from agon.web.app import create_app
from agon.web.database import url_of
from agon.web.settings import Settings, from_environment, names_in
from agon.web.sockets import BACKLOG, QUEUE, Door, connections, room
from agon.web.store import Store
from agon.web.whole import import_all

KEEP_ALIVE: Final = 30  # seconds an idle connection stays open
GRACE: Final = 3  # seconds requests have to end when the server stops
COLLECT: Final = (10_000, 10, 10)  # objects made before garbage is looked for among the new, the younger, all


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
            for listening in sockets or ():
                listening.listen(QUEUE)  # the loop lets as many wait as it takes at once; a crowd is more
            print(f"Agon is at {self._address} (Ctrl-C stops it).", flush=True)
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._application.state.hub.end_streams()
        await super().shutdown(sockets)


def main(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    workers: int = 0,
    open_browser: bool = False,
    settings: Settings | None = None,
    url: str = "",
    proxies: str = "",
    log: str = "warning",
    bots_elsewhere: bool = False,
) -> int:
    """Serve until stopped. `workers` are processes in which bots think; 0: one a core."""
    read_everything()
    logs.begin(log)
    chosen = settings or from_environment()
    chosen = replace(
        chosen,
        database=database or chosen.database,
        workers=workers or chosen.workers,
        bots_elsewhere=bots_elsewhere or chosen.bots_elsewhere,
        url=url or chosen.url,
        proxies=names_in(proxies) or chosen.proxies,
    )
    if chosen.bots_elsewhere and url_of(chosen.database).get_backend_name() != "postgresql":
        raise AgonError("Bots can think elsewhere only where processes share a database: --database postgresql://...")
    site = read_site(chosen.url)
    check_reach(host, port, site)
    listening = _listen(host, port)
    try:
        store = Store(chosen.database, serving=True)  # what cannot be opened is told before anything starts
    except AgonError:
        listening.close()
        raise
    app = create_app(chosen, opened=store)
    door = app.state.door = Door(room(chosen.connections), chosen.connections_per_address, read_proxies(chosen.proxies))
    # No access log of uvicorn's: the address of a private table is a secret.
    config = uvicorn.Config(
        app,
        http=connections(door, chosen.header_seconds),
        backlog=BACKLOG,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # uvicorn would trust whoever asks from this machine; the application asks its settings
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
    server = Server(config, app, site.origin or f"http://localhost:{listening.getsockname()[1]}", open_browser)
    collect_seldom()
    try:
        server.run([listening])
    except KeyboardInterrupt:
        return 0
    return 0 if server.started else 1


def collect_seldom() -> None:
    """Half a million objects, those of 300 tables and their listeners, are looked through for garbage in a third of a
    second, in which nobody is answered. What is there from the start is never garbage, and the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def read_everything() -> None:
    """Imports all modules that can be compiled: `make play` lays compiled ones beside the plain ones while the server
    runs, and a process must hold all of one kind."""
    import_all(core, bots, games)


def _listen(host: str, port: int) -> socket.socket:
    """The socket to serve on; a port that is taken is told in a sentence."""
    if not 0 <= port <= 65535:
        raise AgonError(f"A port is a number from 0 to 65535, not {port}.")
    try:
        listening = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=QUEUE
        )
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise AgonError(f"The server cannot listen on {host}:{port}: {reason}.") from error
    # Connections inherit it. Without it an answer's body waits for the reader to acknowledge its head: some 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
