"""Connections: how many may be open, for how long a request may take to come, and who makes room for whom."""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import ip_network
from typing import Any, Final, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from agon.web.identity import network

HEADER_SECONDS: Final = 10.0  # within which the head of a request must have come, once it has begun
FILES: Final = 1024  # open at once, where the system does not say
BACKLOG: Final = 100  # connections taken at once; those that are refused need files too, for a moment
QUEUE: Final = 4096  # connections that wait to be taken; the system turns others away, and they try again in seconds
RESERVE: Final = 100 + BACKLOG  # files kept for these, the database and the bots' processes
LINGER: Final = 1.0  # seconds in which somebody who is refused may ask, to be told why
LINGERING: Final = BACKLOG // 2  # so many at once
RETRY_SECONDS: Final = 10
SORRY: Final = b"Too many connections are open; try again soon. Es sind zu viele Verbindungen offen.\n"
REFUSAL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: %d\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (RETRY_SECONDS, len(SORRY), SORRY)
)


def room(wished: int = 0) -> int:
    """How many connections may be open in all: as many as wished, or as the system's limit of open files leaves."""
    if wished > 0:
        return wished
    try:
        import resource
    except ImportError:  # Windows
        return FILES - RESERVE
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(16, min(files, 65_536) - RESERVE) if files > 0 else 65_536


class Guest(Protocol):
    """A connection, as the door knows it."""

    def is_needed(self) -> bool:
        """Whether a request is being answered on it."""
        ...

    def dismiss(self) -> None:
        """Close it."""
        ...


class Door:
    """Who may come in. When all places are taken, whoever holds most makes room for whoever holds less."""

    def __init__(self, in_all: int, per_address: int, proxies: tuple[str, ...] = ()) -> None:
        self.in_all = in_all
        self.per_address = per_address
        self.refused = 0
        self.lingering = 0
        self.dismissed = 0
        self._proxies = [ip_network(name) for name in proxies]  # many people come through these
        self._guests: dict[str, dict[Guest, None]] = {}  # by address, in the order they came
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._held.total()

    def enter(self, guest: Guest, address: str) -> bool:
        """Let a connection in, or not."""
        held = self._held[address]
        if held >= self.per_address and not self._is_proxy(address):
            self.refused += 1
            return False
        if len(self) >= self.in_all and not self._make_room(held):
            self.refused += 1
            return False
        self._guests.setdefault(address, {})[guest] = None
        self._held[address] += 1
        return True

    def leave(self, guest: Guest, address: str) -> None:
        """A connection is closed."""
        guests = self._guests.get(address, {})
        if guest not in guests:
            return
        del guests[guest]
        self._held[address] -= 1
        if not guests:
            del self._guests[address], self._held[address]

    def _is_proxy(self, address: str) -> bool:
        if not self._proxies or not address:
            return False
        there = ip_network(address)
        return any(there[0] in proxy or proxy[0] in there for proxy in self._proxies)

    def _make_room(self, held: int) -> bool:
        """Close a connection of whoever has most, if that is more than the newcomer would have: an idle one first."""
        rich = [address for address in self._held if not self._is_proxy(address)]
        richest = max(rich, key=lambda address: self._held[address], default="")
        if not richest or self._held[richest] <= held + 1:
            return False
        guests = self._guests[richest]
        chosen = next((guest for guest in guests if not guest.is_needed()), next(iter(guests)))
        self.leave(chosen, richest)
        self.dismissed += 1
        chosen.dismiss()
        return True


class Connection(H11Protocol):
    """A connection to a browser. It is let in by a door, and a request must have come whole within a time."""

    door: Door
    header_seconds: float = HEADER_SECONDS
    _waiting: asyncio.TimerHandle | None = None
    _address: str = ""
    _is_refused: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = network(self.client[0]) if self.client else ""
        if self.door.enter(self, self._address):
            self._expect()
        elif self.door.lingering < LINGERING:
            self._is_refused = True
            self.door.lingering += 1
            self._waiting = self.loop.call_later(LINGER, transport.abort)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._is_refused:  # a connection closed before its request is read would be reset, and the answer lost
            self.transport.write(REFUSAL)
            self.transport.close()
        elif not self.transport.is_closing():
            super().data_received(data)
            self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.trailing_data[0] or self.conn.their_state is not h11.IDLE:
            self._expect()  # part of another request, or the rest of a body, is still to come

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.door.lingering -= self._is_refused
        self.door.leave(self, self._address)
        super().connection_lost(exc)

    def is_needed(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def dismiss(self) -> None:
        self.transport.abort()

    def _expect(self) -> None:
        """While no request is being answered, the next must come in time, however its bytes are dripped."""
        if self.is_needed():
            self._stop_waiting()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(self.header_seconds, self.dismiss)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def connections(door: Door, header_seconds: float = HEADER_SECONDS) -> type[Connection]:
    """The protocol of a server with this door."""
    made: dict[str, Any] = {"door": door, "header_seconds": header_seconds}
    return type("Connection", (Connection,), made)
