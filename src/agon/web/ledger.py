"""Budgets and limits that hold across processes: exact where something costs much, else within two seconds.

Tables, records, hints, analyses and thinking are counted in the database itself. Requests are counted by each process,
which tells the others of whoever asks much; so is who was seen where, and how many streams an address has open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agon.web.budget import Account, Budget
from agon.web.company import Company
from agon.web.fellows import BEAT
from agon.web.security import Limits
from agon.web.wire import WEB, Wire

SPENT: Final = "spent"  # somebody has asked much of a process: process, kind, amount, asker
STREAMS: Final = "streams"  # an address has many streams open: process, number, address
MUCH: Final = 0.1  # of what may be asked at once; less is not told
MANY: Final = 5  # streams of one address; fewer are not told

TAKE: Final = """
    insert into buckets as b (name, tokens, at)
    values (%(name)s, %(burst)s - %(amount)s, extract(epoch from clock_timestamp()))
    on conflict (name) do update set at = excluded.at,
        tokens = least(%(burst)s, b.tokens + (excluded.at - b.at) * %(rate)s) - %(amount)s
    where not %(strict)s or least(%(burst)s, b.tokens + (excluded.at - b.at) * %(rate)s) >= 1
    returning tokens
"""
LEFT: Final = """
    select least(%(burst)s, tokens + (extract(epoch from clock_timestamp()) - at) * %(rate)s)::float
    from buckets where name = %(name)s
"""
SAW: Final = """
    insert into seen (person, address, at)
    select person, address, clock_timestamp() at time zone 'utc'
    from unnest(%s::text[], %s::text[]) as each (person, address)
    on conflict (person) do update set address = excluded.address, at = excluded.at
"""
SEEN: Final = """
    select person, address, extract(epoch from (clock_timestamp() at time zone 'utc') - at)::float
    from seen where at > (clock_timestamp() at time zone 'utc') - make_interval(secs => %s)
"""
FORGET: Final = "delete from seen where at < (clock_timestamp() at time zone 'utc') - interval '30 days'"


class Ledger:
    """What people have taken of all processes together."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def take(self, account: Account) -> float:
        """One more for this account; else the seconds until there is one."""
        if await self._wire.ask(TAKE, given=_given(account, 1.0, True)):
            return 0.0
        return max(0.0, (1 - await self.left(account)) / account.rate)

    async def put_back(self, account: Account) -> None:
        """What was taken is not used."""
        await self._wire.ask(TAKE, given=_given(account, -1.0, False))

    async def charge(self, account: Account, amount: float) -> float:
        """Take so much out, even such as is not there yet; returns what is left."""
        return float((await self._wire.ask(TAKE, given=_given(account, amount, False)))[0][0])

    async def left(self, account: Account) -> float:
        rows = await self._wire.ask(LEFT, given=_given(account, 0.0, False))
        return float(rows[0][0]) if rows else account.burst


def _given(account: Account, amount: float, strict: bool) -> Mapping[str, object]:
    return {
        "name": account.name[:120],
        "rate": account.rate,
        "burst": account.burst,
        "amount": amount,
        "strict": strict,
    }


class Gossip:
    """What a process tells the others every other second: who asks much, who was seen, who has many streams open."""

    def __init__(self, company: Company, budget: Budget, limits: Limits, streams: Mapping[str, int]) -> None:
        self._wire: Wire = company.wire
        self._budget = budget
        self._limits = limits
        self._streams = streams
        self._elsewhere: dict[tuple[str, str], int] = {}  # process and address: streams
        self._beats = 0
        limits.tally = {}
        self._wire.on(SPENT, self._hear_spent)
        self._wire.on(STREAMS, self._hear_streams)
        company.on_beat(self.tell)

    def streams_elsewhere(self, address: str) -> int:
        """How many streams an address has open at other processes, as they last told."""
        return sum(number for (_, there), number in self._elsewhere.items() if there == address)

    async def tell(self) -> None:
        """Once a beat."""
        self._beats += 1
        if self._beats % 3 == 0:  # who has closed them, or died, tells nothing
            self._elsewhere.clear()
        tally, self._limits.tally = self._limits.tally or {}, {}
        for (kind, asker), amount in tally.items():
            if amount >= MUCH * self._limits.burst(kind):
                await self._wire.tell(WEB, SPENT, self._wire.process, kind, amount, asker)
        for address, number in list(self._streams.items()):
            if number >= MANY:
                await self._wire.tell(WEB, STREAMS, self._wire.process, number, address)
        if news := self._budget.news():
            await self._wire.ask(SAW, list(news), list(news.values()))
        for person, address, ago in await self._wire.ask(SEEN, 2 * BEAT):
            self._budget.heard_of(person, address, ago)
        if self._beats % 1000 == 0:
            await self._wire.ask(FORGET)

    def _hear_spent(self, words: list[str]) -> None:
        sender, kind, amount, asker = words
        if sender != self._wire.process:
            self._limits.spent(kind, asker, float(amount))

    def _hear_streams(self, words: list[str]) -> None:
        sender, number, address = words
        if sender != self._wire.process:
            self._elsewhere[sender, address] = int(number)
