"""Connections: half-open ones and streams by the hundred lock nobody out; whoever is too many is told so."""

from __future__ import annotations

import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from agon.web.sockets import BACKLOG, RESERVE, Door, room
from tests.web.support import BOUNDLESS, Process

LIMITED = "(__import__('resource').setrlimit(7, (1024, 1024)), Settings(bot_pause=(0.0, 0.0)))[1]"  # 7: RLIMIT_NOFILE


class Visit:
    """A connection as the door sees it."""

    def __init__(self, needed: bool = False) -> None:
        self.needed = needed
        self.gone = False

    def is_needed(self) -> bool:
        return self.needed

    def dismiss(self) -> None:
        self.gone = True


def test_one_address_has_only_so_many_connections() -> None:
    door = Door(in_all=10, per_address=3)
    visits = [Visit() for _ in range(3)]
    assert all(door.enter(visit, "a") for visit in visits)
    assert not door.enter(Visit(), "a")
    assert door.enter(Visit(), "b")
    door.leave(visits[0], "a")
    assert door.enter(Visit(), "a")
    assert (len(door), door.refused, door.dismissed) == (4, 1, 0)


def test_who_holds_most_makes_room_idle_connections_first() -> None:
    door = Door(in_all=5, per_address=10)
    answering, idle, other = Visit(needed=True), Visit(), Visit(needed=True)
    for visit in (answering, idle, other):
        door.enter(visit, "rich")
    for _ in range(2):
        door.enter(Visit(), "b")
    assert door.enter(Visit(), "new")
    assert (answering.gone, idle.gone, other.gone) == (False, True, False)
    assert len(door) == 5
    assert not door.enter(Visit(), "new")  # nobody holds so much more that they should give way
    assert door.dismissed == 1


def test_a_connection_leaves_once_however_often_it_is_told() -> None:
    door = Door(in_all=5, per_address=5)
    visit = Visit()
    door.enter(visit, "a")
    for _ in range(2):
        door.leave(visit, "a")
    door.leave(Visit(), "nobody")
    assert len(door) == 0
    assert door._guests == {} and not door._held


def test_a_proxy_stands_for_many_people() -> None:
    door = Door(in_all=6, per_address=2, proxies=("10.0.0.1",))
    proxied = [Visit() for _ in range(6)]
    assert all(door.enter(visit, "10.0.0.1") for visit in proxied)
    assert not door.enter(Visit(), "b")
    assert not any(visit.gone for visit in proxied)


def test_there_is_room_for_as_many_as_the_system_has_files() -> None:
    assert room(77) == 77
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert room() == max(16, min(files, 65_536) - RESERVE)


def connect(server: Process, here: str, text: bytes = b"") -> socket.socket:
    port = int(server.address.rpartition(":")[2])
    line = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(here, 0))
    if text:
        line.sendall(text)
    return line


def is_closed(line: socket.socket) -> bool:
    """Wait until the server closes it; True if it does."""
    try:
        while line.recv(65_536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@contextmanager
def served(folder: Path, settings: str) -> Iterator[Process]:
    server = Process(folder, settings)
    try:
        yield server
    finally:
        server.stop()
        assert "Traceback" not in (folder / "server.log").read_text()


SMALL = (
    "Settings(rate=0.0, bot_pause=(0.0, 0.0), connections=24, connections_per_address=10, streams_per_address=6, "
    "header_seconds=1.0, body_seconds=1.0)"
)


def test_half_open_and_dripping_requests_are_ended_and_honest_ones_served(tmp_path: Path) -> None:
    with served(tmp_path, SMALL) as server, httpx.Client(base_url=server.address, timeout=20) as web:
        assert web.get("/api/games").status_code == 200
        half = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n"
        body = b"POST /api/identity HTTP/1.1\r\nhost: localhost\r\ncontent-length: 30\r\n\r\n{"
        lines = [connect(server, "127.0.0.2", text) for text in (b"", half, half, body)]
        for _ in range(12):  # a byte now and then does not help
            time.sleep(0.1)
            for line in lines[1:3]:
                try:
                    line.sendall(b"x")
                except ConnectionError:
                    break
        assert b"408" in lines[3].recv(65_536)
        for line in lines:
            assert is_closed(line)
            line.close()
        assert web.get("/api/games").status_code == 200


def test_who_has_too_many_connections_is_told_when_to_come_again(tmp_path: Path) -> None:
    with served(tmp_path, SMALL) as server:
        lines = [connect(server, "127.0.0.2") for _ in range(10)]
        with httpx.Client(
            base_url=server.address, transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=20
        ) as web:
            refused = web.get("/api/games")
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) > 0
        for n in range(3, 7):  # all places are taken
            lines += [connect(server, f"127.0.0.{n}") for _ in range(6)]
        with httpx.Client(base_url=server.address, timeout=20) as web:
            assert web.get("/api/games").status_code == 200  # from another address
        for line in lines:
            line.close()


def test_a_crowd_that_comes_at_once_waits_in_a_queue(tmp_path: Path) -> None:
    """Whoever listened to a server that was restarted comes back with everybody else. One whom the system turns away
    tries again only after 1, 3, 7 seconds."""
    with served(tmp_path, BOUNDLESS) as server:
        server.process.send_signal(signal.SIGSTOP)  # nobody is let in meanwhile
        try:
            asking = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n"
            lines = [connect(server, "127.0.0.1", asking) for _ in range(3 * BACKLOG)]
        finally:
            server.process.send_signal(signal.SIGCONT)
        for line in lines:
            with line:
                assert line.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.soak
@pytest.mark.parametrize("addresses", [1, 10])
def test_three_hundred_half_open_sockets_and_eight_hundred_streams_lock_nobody_out(
    tmp_path: Path, addresses: int
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    lines: list[socket.socket] = []
    took: list[float] = []
    try:
        with served(tmp_path, LIMITED) as server:
            with httpx.Client(base_url=server.address, timeout=20) as web:
                token = web.post("/api/identity", json={"name": "Anna", "bearer": True}).json()["token"]
                headers = {"authorization": f"Bearer {token}"}
                wish = {"game": "hellas_2016", "seats": ["me", "open"]}
                table = web.post("/api/tables", json=wish, headers=headers).json()["id"]
            stream = f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()
            for n in range(1100):
                here = f"127.0.0.{2 + n % addresses}"
                lines.append(connect(server, here, b"GET / HTTP/1.1\r\n" if n < 300 else stream))
                if n % 50 == 49:
                    began = time.perf_counter()
                    with httpx.Client(base_url=server.address, timeout=20) as web:
                        assert web.get("/api/games").status_code == 200
                        with web.stream("GET", f"/api/tables/{table}/events") as events:
                            assert next(events.iter_lines()).startswith("event: ")
                    took.append(time.perf_counter() - began)
    finally:
        for line in lines:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    print(f"{addresses} addresses: an honest visit took {max(took):.2f} s at most.")
    assert max(took) < 10
