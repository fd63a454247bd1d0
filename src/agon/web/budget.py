"""What one person, and one address, may take of a server: tables, imports, hints, analyses, and thinking.

The hub and the analyses ask here themselves, so no route can forget it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Literal, Protocol

from cachetools import LRUCache

from agon.web.crowd import Crowd
from agon.web.errors import Refused
from agon.web.identity import Identity
from agon.web.limiter import Limiter
from agon.web.queue import Errand, Urgency

Kind = Literal["tables", "public", "imports", "hints", "analyses", "thinking"]
Rate = tuple[float, int]  # in a second in the long run, at once

# kind: of one person, of one address (a household, a school); thinking is counted in seconds
BUDGETS: Final[dict[Kind, tuple[Rate, Rate]]] = {
    "tables": ((1 / 30, 20), (1 / 10, 60)),
    "public": ((1 / 120, 6), (1 / 40, 20)),
    "imports": ((1 / 60, 10), (1 / 20, 30)),
    "hints": ((0.5, 6), (1.0, 20)),
    "analyses": ((0.05, 4), (0.1, 8)),
    # A bot decides at one table at a time: whoever plays one game never spends more than a second in a second.
    "thinking": ((1.0, 1200), (2.0, 3600)),
}
LATELY: Final = 60.0  # seconds after which somebody who asks for nothing counts as gone
REMEMBERED: Final = 20_000  # people whose last request is kept in mind


@dataclass(frozen=True)
class Account:
    """Of whom something is taken: a person or an address, and how much they may take."""

    name: str  # kind, and whose
    rate: float
    burst: float


class Books(Protocol):
    """What processes that share a database count together (agon.web.ledger.Ledger)."""

    async def take(self, account: Account) -> float: ...

    async def put_back(self, account: Account) -> None: ...

    async def charge(self, account: Account, amount: float) -> float: ...

    async def left(self, account: Account) -> float: ...


class Budget:
    """Who has taken how much, and who was last seen when and where. Kept in memory: a server that stops forgives.

    Where processes share a database, `books` counts for all of them.
    """

    books: Books | None = None

    def __init__(self, factor: float, clock: Callable[[], float] = monotonic) -> None:
        """All limits times the factor; 0: none."""
        self._clock = clock
        self._limits: dict[Kind, tuple[Limiter, Limiter]] = {}
        if factor > 0:
            for kind, rates in BUDGETS.items():
                one, all_there = (Limiter(rate * factor, max(1, int(burst * factor))) for rate, burst in rates)
                self._limits[kind] = (one, all_there)
        self._seen: LRUCache[str, tuple[float, str]] = LRUCache(REMEMBERED)  # by person: when, from where
        self._crowd = Crowd(LATELY)
        self._told: LRUCache[str, tuple[float, str]] = LRUCache(REMEMBERED)  # the same, as other processes were told
        self._news: dict[str, str] = {}  # by person: where, of whom other processes were not told yet
        self._charging: set[asyncio.Task[None]] = set()

    # ---- taking ----

    def take(self, kind: Kind, who: Identity) -> None:
        """One more for this person; refused where the person, or the address, has had enough for now."""
        address = who.address or self.address(who.id)
        seconds = self._missing(kind, who.id, address)
        if seconds > 0:
            raise Refused(f"many_{kind}", seconds=int(seconds) + 1)
        moment = self._clock()
        for limiter, name in self._accounts(kind, who.id, address):
            limiter.spend(name, moment)

    async def spend(self, kind: Kind, who: Identity) -> None:
        """The same, counted together with other processes."""
        self.take(kind, who)
        if self.books is None:
            return
        taken: list[Account] = []
        for limiter, name in self._accounts(kind, who.id, who.address or self.address(who.id)):
            account = _account(kind, limiter, name)
            seconds = await self.books.take(account)
            if seconds > 0:
                for other in taken:
                    await self.books.put_back(other)
                raise Refused(f"many_{kind}", seconds=int(seconds) + 1)
            taken.append(account)

    async def may_think(self, who: Identity) -> None:
        """Refuses more thinking to whoever has had a great deal of it, of whichever process."""
        for limiter, name in self._accounts("thinking", who.id, who.address or self.address(who.id)):
            if self.books is not None:
                limiter.set(name, self._clock(), await self.books.left(_account("thinking", limiter, name)))
        self.check_thinking(who)

    def check_thinking(self, who: Identity) -> None:
        """Refuses more thinking to whoever has had a great deal of it."""
        seconds = self._missing("thinking", who.id, who.address or self.address(who.id))
        if seconds > 0:
            raise Refused("many_thinking", seconds=int(seconds) + 1)

    def errand(self, person: str, address: str, urgency: Callable[[], Urgency]) -> Errand:
        """A question on this account, which pays for the thinking; who has had too much waits behind the others."""

        def urgent() -> Urgency:
            found = urgency()
            spent = found < Urgency.SPENT and self._missing("thinking", person, address) > 0
            return Urgency.SPENT if spent else found

        def charge(seconds: float) -> None:
            moment = self._clock()
            for limiter, name in self._accounts("thinking", person, address):
                limiter.spend(name, moment, seconds)
                if self.books is not None:
                    task = asyncio.create_task(self._charge(self.books, limiter, name, seconds))
                    self._charging.add(task)
                    task.add_done_callback(self._charging.discard)

        return Errand(person, address, urgent, charge)

    async def _charge(self, books: Books, limiter: Limiter, name: str, seconds: float) -> None:
        try:
            left = await books.charge(_account("thinking", limiter, name), seconds)
        except Refused:  # the database is away; this process has counted it
            return
        limiter.set(name, self._clock(), left)

    def _missing(self, kind: Kind, person: str, address: str) -> float:
        """The seconds until this account has something left."""
        moment = self._clock()
        found = self._accounts(kind, person, address)
        return max((limiter.missing(name, moment) for limiter, name in found), default=0.0)

    def _accounts(self, kind: Kind, person: str, address: str) -> list[tuple[Limiter, str]]:
        if kind not in self._limits:
            return []
        one, all_there = self._limits[kind]
        return [(limiter, name) for limiter, name in ((one, person), (all_there, address)) if name]

    # ---- seeing ----

    def saw(self, who: Identity) -> None:
        """Somebody asks for something."""
        moment = self._clock()
        self._seen[who.id] = (moment, who.address)
        self._crowd.see(who.id, moment)
        if self.books is not None and self._told.get(who.id, (-LATELY, ""))[0] < moment - LATELY / 4:
            self._news[who.id] = who.address
            self._told[who.id] = (moment, who.address)

    def news(self) -> dict[str, str]:
        """Who was seen where, since somebody asked for that."""
        news, self._news = self._news, {}
        return news

    def forget(self, person: str) -> None:
        """Somebody has gone for good: the other processes are not told of them any more."""
        self._seen.pop(person, None)
        self._crowd.lose(person)
        self._news.pop(person, None)

    def heard_of(self, person: str, address: str, ago: float) -> None:
        """Another process has seen somebody."""
        moment = self._clock() - ago
        if self._seen.get(person, (-LATELY, ""))[0] < moment:
            self._seen[person] = (moment, address)
            self._crowd.see(person, self._clock())

    def address(self, person: str) -> str:
        """Where somebody was last seen; "" where that is not known."""
        return self._seen.get(person, (0.0, ""))[1]

    def is_about(self, person: str) -> bool:
        """Whether somebody was seen lately."""
        seen = self._seen.get(person)
        return seen is not None and self._clock() - seen[0] < LATELY

    def count_about(self) -> int:
        """How many people were seen lately, through whichever process."""
        return self._crowd.count(self._clock())


def _account(kind: Kind, limiter: Limiter, name: str) -> Account:
    return Account(f"{kind} {name}", limiter.rate, limiter.burst)
