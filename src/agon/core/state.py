"""What every game promises: a State. The constants and the few helpers all rule files share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

Action = int  # an index into the game's ActionSpace; chance outcomes are actions too
Player = int  # a seat: 0, 1, ...

CHANCE: Final = -1  # actor() while a card or tile is being drawn
OVER: Final = -2  # actor() once the game has ended
NONE: Final = -3  # nothing there
UNKNOWN: Final = -4  # there, but this viewer may not see it

# Bits come from this table: mypy 2.4.1 compiles `1 << n` with a native n to 32 bits.
WORD: Final = 62  # cells in one mask word
BIT: Final = vec[i64]([2**n for n in range(WORD + 1)])


def blank(n: int, value: int = 0) -> vec[i64]:
    """A row of n equal numbers."""
    return vec[i64]([value] * n)


def popcount(mask: i64) -> i64:
    """How many of the WORD bits of a mask are set. (A constant above 2**62 would be boxed at every call.)"""
    x: i64 = mask
    x = x - ((x >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


# The position of a lone bit: 2 is a primitive root of 67, so 2**0 .. 2**65 leave 66 different remainders.
_ROOT: Final = 67
_POSITION: Final = vec[i64]([next((n for n in range(66) if 2**n % 67 == r), 0) for r in range(67)])


def lowest(mask: i64) -> i64:
    """The number of the lowest set bit of a mask that is not empty."""
    return _POSITION[(mask & -mask) % _ROOT]


def nth(mask: i64, n: i64) -> i64:
    """The number of the n-th set bit, counted from 0 on from the lowest."""
    rest: i64 = mask
    left: i64 = n
    while left > 0:
        rest = rest & (rest - 1)
        left -= 1
    return lowest(rest)


def bits(mask: i64) -> list[int]:
    """The numbers of the set bits, ascending."""
    out: list[int] = []
    rest: i64 = mask
    while rest != 0:
        out.append(int(lowest(rest)))
        rest = rest & (rest - 1)
    return out


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position: mutable, without history, randomness or I/O."""

    @abstractmethod
    def game_id(self) -> str:
        """The id of the game this is a position of."""

    @abstractmethod
    def fields(self) -> list[str]:
        """The names of all attributes that make up the position, in the order of the component list."""

    @abstractmethod
    def seats(self) -> int:
        """How many seats the table has."""

    @abstractmethod
    def actor(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""

    @abstractmethod
    def legal(self) -> list[int]:
        """What may be played now, ascending; at CHANCE, what may be drawn; empty when OVER."""

    @abstractmethod
    def weights(self) -> list[int]:
        """At CHANCE, the number of components behind each of legal()."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Play one of legal(), in place, unchecked."""

    @abstractmethod
    def clone(self) -> State:
        """An independent copy."""

    @abstractmethod
    def observe(self, player: int) -> State:
        """A clone with UNKNOWN where `player` may not look. A negative player is a spectator, who sees what all see."""

    @abstractmethod
    def fill(self, rng: Random) -> None:
        """Each UNKNOWN becomes a draw that fits the rest."""

    @abstractmethod
    def places(self) -> list[int]:
        """When OVER: the place of each seat. 1 is best, ties share a place."""

    def heard(self, player: int, action: int) -> int:
        """What `player` learns of a drawn outcome: the action itself, or UNKNOWN where the draw is secret to others."""
        return action

    def determinize(self, player: int, rng: Random) -> State:
        """A whole position that `player` cannot tell from the true one."""
        state = self.observe(player)
        state.fill(rng)
        return state

    def random_action(self, rng: Random) -> int:
        """One of legal(), at CHANCE by weight. Games may override it with a draw that lists nothing."""
        actions = self.legal()
        if self.actor() == CHANCE:
            weights = self.weights()
            return actions[_weighted(weights, rng)]
        return actions[int(rng.random() * float(len(actions)))]


def _weighted(weights: list[int], rng: Random) -> int:
    total = 0
    for w in weights:
        total += w
    left = int(rng.random() * float(total))
    for i, w in enumerate(weights):
        left -= w
        if left < 0:
            return i
    return len(weights) - 1
