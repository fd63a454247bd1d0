"""Who thinks next: a fair queue of questions. It knows no processes and no clocks, only whose turn it is.

Whoever has somebody waiting comes first, short questions come before long ones, and otherwise one is served in turn:
first the addresses, then the people at one address, then the questions of one person in the order they were asked. So
many identities made at one address share that address's turn, and no number of questions pushes another's aside.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

from agon.bots.greedy import SAMPLES
from agon.bots.levels import EXPERT_SECONDS, HARD_SECONDS, KINDS

Thing = TypeVar("Thing")

BRIEF: Final = 0.05  # seconds a bot thinks that does not search
SHORT: Final = 0.25  # a question that takes no longer is short, and may be answered in the quick process
LENGTHS: Final = (SHORT, 1.5)  # questions up to the first are short, up to the second middling, all others long
EVERY: Final = 4  # each so many-th time length does not count, so that short questions never starve long ones
REMEMBERED: Final = 20_000  # people and addresses whose last turn is kept in mind


class Urgency(IntEnum):
    """Who waits for an answer."""

    PRESENT = 0  # somebody who sits at the table and is there
    AWAY = 1  # somebody who sits at the table, and is not there
    SHOW = 2  # people who watch bots play each other
    SPENT = 3  # somebody who has had a great deal of thinking lately
    PATIENT = 4  # an analysis


def present() -> Urgency:
    return Urgency.PRESENT


def patient() -> Urgency:
    return Urgency.PATIENT


@dataclass(frozen=True)
class Errand:
    """On whose account a question is asked: whose share of the thinking it takes. Urgency may change while it waits."""

    person: str = ""
    address: str = ""
    urgency: Callable[[], Urgency] = present
    charge: Callable[[float], None] | None = None  # is told the seconds that were thought

    @property
    def share(self) -> str:
        """All who come from one address share its turn; of whom no address is known, each is alone."""
        return f"@{self.address}" if self.address else self.person


NOBODYS: Final = Errand()


def length_of(seconds: float) -> int:
    """0: short, 1: middling, 2: long."""
    return sum(seconds > most for most in LENGTHS)


@dataclass(eq=False)
class Ticket(Generic[Thing]):
    """A question that waits."""

    number: int  # in the order they were asked
    errand: Errand
    seconds: float  # the answer is expected to take
    thing: Thing

    @property
    def length(self) -> int:
        return length_of(self.seconds)


class FairQueue(Generic[Thing]):
    """Questions that wait, and whose turn it is."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._waiting: dict[int, Ticket[Thing]] = {}
        self._turns: LRUCache[str, int] = LRUCache(REMEMBERED)  # of a share or a person: when it last had a turn
        self._turn = 0
        self._taken = 0  # by processes that are not the quick one

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, errand: Errand, seconds: float, thing: Thing) -> Ticket[Thing]:
        """Wait for a turn."""
        ticket = Ticket(next(self._numbers), errand, seconds, thing)
        self._waiting[ticket.number] = ticket
        return ticket

    def drop(self, ticket: Ticket[Thing]) -> None:
        """Wait no longer."""
        self._waiting.pop(ticket.number, None)

    def take(self, quick: bool = False) -> Ticket[Thing] | None:
        """The next question; `quick` takes short ones only."""
        waiting = [t for t in self._waiting.values() if not quick or t.length == 0]
        if not waiting:
            return None
        by_length = quick or (self._taken + 1) % EVERY != 0
        chosen = min(waiting, key=lambda ticket: self._rank(ticket, by_length))
        self.drop(chosen)
        if not quick:
            self._taken += 1
        self._note_turn(chosen.errand)
        return chosen

    def _rank(self, ticket: Ticket[Thing], by_length: bool) -> tuple[int, int, int, int, int]:
        errand = ticket.errand
        length = ticket.length if by_length else 0
        return (
            errand.urgency(),
            length,
            self._turns.get(errand.share, -1),
            self._turns.get(errand.person, -1),
            ticket.number,
        )

    def _note_turn(self, errand: Errand) -> None:
        self._turn += 1
        for name in (errand.person, errand.share):
            self._turns[name] = self._turn


def expected_seconds(bot: str) -> float:
    """How long a bot of this name thinks about a decision, roughly."""
    kind, _, rest = bot.partition(":")
    options = dict(pair.partition("=")[::2] for pair in rest.split(",") if "=" in pair)
    if kind == "expert":
        return EXPERT_SECONDS
    if kind == "ismcts":
        seconds = [float(options.get(name, 0)) for name in ("time", "cpu")]
        return max(*seconds, float(options.get("iterations", 0)) / 1000) or HARD_SECONDS
    if kind == "greedy":
        return BRIEF * max(1.0, float(options.get("samples", 0)) / SAMPLES)
    if kind == "hard" or kind not in KINDS:
        return HARD_SECONDS
    return BRIEF
