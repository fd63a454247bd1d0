"""Tactics: a win on the table is found by looking at every way to play on, not by trying what looks good.

A seat's turn without draws is a tree of its own decisions, and a game can say whether such a turn might end it at all
(`State.may_end`). Positions reached twice are looked at once (`State.key`). Where nothing is hidden, the others'
answers may come in between: then each of them must lose. A win that is found is a line that was played out to its end.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from agon.core.state import CHANCE, OVER, State

try:
    from time import thread_time
except ImportError:  # in a browser
    from time import process_time as thread_time

TICK: Final = 64  # positions between looks at the clock
HALF: Final = 2  # the first of several ways is given this part of what is left to look at, the next of the rest
FEW: Final = 200  # but so many positions at least


class Proof:
    """The search for a win of one seat within its turn, in one whole position."""

    def __init__(
        self, me: int, is_open: bool, positions: int, deadline: float = 0.0, by_processor: bool = False
    ) -> None:
        self.me = me
        self.is_open = is_open  # nothing is hidden, so that the others' answers can be counted
        self.positions = positions  # to be looked at, at most
        self.deadline = deadline  # by `moment`; 0: none
        self.by_processor = by_processor
        self.is_late = False
        self.looked = 0
        self.seen: set[int] = set()
        self.line: list[int] = []  # of a win that was found, up to the end or to another seat's answer

    def found(self, state: State) -> bool:
        """Whether the seat, which is to decide, can win; then `line` tells how."""
        if not state.may_end(self.me) or not self.wins(state, self.positions):
            return False
        self.line.reverse()
        return True

    def wins(self, state: State, until: int) -> bool:
        """Some way to play on wins. The line is written from its end."""
        ahead: list[tuple[float, int, State]] = []
        for action in state.legal():
            if self.looked >= until or self.is_late:
                break
            after = self.after(state, action)
            who = after.actor()
            if who == OVER:
                if is_won(after.places(), self.me):
                    self.line = [action]
                    return True
            elif self.goes_on(after, who):
                ahead.append((-after.value(self.me), action, after))
        ahead.sort(key=rank)
        for n, (_, action, after) in enumerate(ahead):
            if self.looked >= until or self.is_late:
                break
            share = until
            if n + 1 < len(ahead):
                share = min(until, self.looked + max(FEW, (until - self.looked) // HALF))
            if self.holds(after, share):
                self.line.append(action)
                return True
        return False

    def holds(self, state: State, until: int) -> bool:
        """Whoever decides now, the seat wins."""
        if state.actor() == self.me:
            return self.wins(state, until)
        for action in state.legal():
            if self.looked >= until or self.is_late:
                return False
            after = self.after(state, action)
            who = after.actor()
            if who == OVER:
                if not is_won(after.places(), self.me):
                    return False
            elif not self.goes_on(after, who) or not self.holds(after, until):
                return False
        self.line = []
        return True

    def after(self, state: State, action: int) -> State:
        """One more position is looked at."""
        self.looked += 1
        if self.deadline > 0.0 and self.looked % TICK == 0 and moment(self.by_processor) > self.deadline:
            self.is_late = True
        out = state.clone()
        out.apply(action)
        return out

    def goes_on(self, state: State, who: int) -> bool:
        """A position to look further from: no draw, no secret, not seen before, and the end is near."""
        if who == CHANCE or (who != self.me and not self.is_open) or not state.may_end(self.me):
            return False
        key = state.key()
        if key in self.seen:
            return False
        self.seen.add(key)
        return True


def rank(way: tuple[float, int, State]) -> tuple[float, int]:
    return way[0], way[1]


def is_won(places: list[int], seat: int) -> bool:
    """First, and nobody else."""
    return places[seat] == 1 and places.count(1) == 1


def moment(by_processor: bool) -> float:
    """Seconds by the clock on the wall, or those that the processor has worked for this thread: load is no matter."""
    return thread_time() if by_processor else perf_counter()


def winning_line(
    world: State, is_open: bool, positions: int, deadline: float = 0.0, by_processor: bool = False
) -> list[int]:
    """The actions by which the seat to decide wins within its turn; none where no such win was found."""
    proof = Proof(world.actor(), is_open, positions, deadline, by_processor)
    return proof.line if proof.found(world) else []


def plays_out(world: State, line: list[int]) -> bool:
    """Play a line found in another world, in place: whether each of its actions may be played, and no draw comes."""
    for action in line:
        if world.actor() < 0 or not world.is_legal(action):
            return False
        world.apply(action)
    return True
