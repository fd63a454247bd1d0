"""What a newcomer meets: python tests/first_start.py COMMAND ... starts the command (agon, make play, pipx run agon),
waits for the lobby and plays a little of every game against `medium`; the seconds of each are printed.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ADDRESS = "http://127.0.0.1:8000"
PATIENCE = 900  # seconds until the lobby must have answered
ANSWERS = 3  # of the bot, in every game
ANSWER = 120  # seconds a bot may think at most


class Visitor:
    """Somebody with a name, who asks the server as programs do."""

    def __init__(self) -> None:
        self._headers = {"content-type": "application/json"}
        token = self.ask("POST", "/api/identity", {"name": "Newcomer", "bearer": True})["token"]
        self._headers["authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(ADDRESS + path, data, self._headers, method=method), timeout=60) as answer:
            return json.load(answer)

    def play(self, game: dict[str, Any], rng: Random) -> list[float]:
        """Sit down with bots of the level `medium`; the seconds each of their answers took."""
        seats = ["me"] + ["medium"] * (min(game["seats"]) - 1)
        path = f"/api/tables/{self.ask('POST', '/api/tables', {'game': game['id'], 'seats': seats})['id']}"
        waits: list[float] = []
        while len(waits) < ANSWERS:
            seen = self.ask("GET", f"{path}/observation?outlook=false")
            if not seen["legal"]:
                waits.append(self._wait(path))
                continue
            action = rng.choice(seen["legal"])
            self.ask("POST", f"{path}/plies", {"ply": seen["ply"], "action": action["action"]})
        return waits

    def _wait(self, path: str) -> float:
        """Until it is one's own turn again."""
        began = time.monotonic()
        while not self.ask("GET", f"{path}/observation?outlook=false")["legal"]:
            if time.monotonic() > began + ANSWER:
                raise SystemExit(f"No answer within {ANSWER} s.")
            time.sleep(0.05)
        return time.monotonic() - began


def wait_for_lobby(server: subprocess.Popen[bytes]) -> float:
    """The seconds until the lobby answers."""
    began = time.monotonic()
    while time.monotonic() < began + PATIENCE:
        if server.poll() is not None:
            raise SystemExit(f"The command ended with {server.returncode}.")
        try:
            with urlopen(ADDRESS, timeout=10) as answer:
                assert b"Agon" in answer.read()
            return time.monotonic() - began
        except URLError:
            time.sleep(0.1)
    raise SystemExit(f"No lobby within {PATIENCE} s.")


def main(command: list[str]) -> None:
    group: dict[str, Any] = {} if sys.platform == "win32" else {"start_new_session": True}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        env = {**os.environ, "AGON_DATABASE": f"sqlite:///{Path(folder) / 'agon.db'}", "BROWSER": "true"}
        with subprocess.Popen(command, env=env, **group) as server:
            try:
                print(f"The lobby answered after {wait_for_lobby(server):.1f} s.", flush=True)
                visitor, rng = Visitor(), Random(7)
                for game in visitor.ask("GET", "/api/games"):
                    waits = visitor.play(game, rng)
                    print(
                        f"{game['id']}: medium answered after {', '.join(f'{wait:.1f}' for wait in waits)} s.",
                        flush=True,
                    )
            finally:
                if sys.platform == "win32":
                    server.terminate()
                else:
                    os.killpg(server.pid, signal.SIGINT)


if __name__ == "__main__":
    main(sys.argv[1:])
