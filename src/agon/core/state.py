"""What every game promises: a State."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Final, Self

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from agon.core.features import Sparse
from agon.core.group import numbers_of
from agon.core.menu import Menu
from agon.core.numbers import CHANCE as CHANCE
from agon.core.numbers import NONE as NONE
from agon.core.numbers import OVER as OVER
from agon.core.numbers import UNKNOWN as UNKNOWN

COMPILED: Final = not __file__.endswith(".py")  # where nobody can ask a second time before the first answer was read
MENU: Final = Menu()  # filled anew at each question there, as making one costs more than filling it


def empty_menu() -> Menu:
    """A menu to be filled and read at once."""
    if not COMPILED or MENU.is_open:
        return Menu()
    MENU.clear()
    return MENU


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position: mutable, without history, randomness or I/O.

    An action is an index into the game's ActionSpace, chance outcomes included; a player is a seat: 0, 1, ...
    A game says what may be answered in `menu`, or, where speed does not matter, in `legal` (and `weights`): each
    follows from the other.
    """

    @abstractmethod
    def game_id(self) -> str:
        """The id of the game this is a position of."""

    @abstractmethod
    def seats(self) -> int:
        """How many seats the table has."""

    @abstractmethod
    def actor(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Play one of legal(), in place, unchecked."""

    @abstractmethod
    def clone(self) -> Self:
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

    def after(self, action: int) -> Self:
        """A copy in which one of legal() has been played."""
        out = self.clone()
        out.apply(action)
        return out

    # ---- what may be answered ----

    def menu(self, out: Menu) -> None:
        """What may be played now, written into an empty menu; at CHANCE, what may be drawn; nothing when OVER."""
        weights = self.weights() if self.actor() == CHANCE else []
        for n, action in enumerate(self.legal()):
            if weights:
                out.weigh(action, weights[n])
            else:
                out.offer_one(action)

    def answers(self) -> Menu:
        """The menu of this position, to be read at once: the next question to any position may take its place."""
        menu = empty_menu()
        menu.is_open = True  # a game in plain Python may ask other positions while it fills it
        self.menu(menu)
        menu.is_open = False
        return menu

    def legal(self) -> list[int]:
        """What may be played now, ascending; at CHANCE, what may be drawn; empty when OVER."""
        return self.answers().listed()

    def weights(self) -> list[int]:
        """At CHANCE, the number of components behind each of legal()."""
        return self.answers().weights()

    def random_action(self, rng: Random) -> int:
        """One of legal(), at CHANCE by weight."""
        luck = rng.random()
        return int(self.answers().drawn(luck))

    def is_legal(self, action: int) -> bool:
        """Whether an action may be played now."""
        return action in self.legal()

    # ---- what others know and think of it ----

    def heard(self, player: int, action: int) -> int:
        """What `player` learns of a drawn outcome: the action itself, or UNKNOWN where the draw is secret to others."""
        return action

    def determinize(self, player: int, rng: Random) -> State:
        """A whole position that `player` cannot tell from the true one."""
        state = self.observe(player)
        state.fill(rng)
        return state

    def value(self, player: int) -> float:
        """How good this looks for a seat; higher is better, the scale is the game's own."""
        return 0.0

    def features(self, player: int, out: Sparse) -> None:
        """What a seat may know of this position, true or observed, as numbers into an empty `out`."""
        raise NotImplementedError(f"{self.game_id()} has no features.")

    def best_answer(self, seat: int) -> State:
        """The position after the answer that looks best to `seat`, who gives it: for questions in the middle of an
        action, which nobody can judge as they stand."""
        most = -1e9
        best: State = self
        for action in self.legal():
            after = self.after(action)
            own = after.value(seat)
            if own > most:
                most = own
                best = after
        return best

    def may_end(self, player: int) -> bool:
        """Whether the game might end in the running turn of `player`, without a draw: False only where it cannot.

        Bots look for a win by every way to play on where it may, so that a close bound saves them time."""
        return False

    def key(self) -> int:
        """A number that is the same for equal positions and differs for others that one turn can lead to."""
        return 0

    # ---- what a mind is told ----

    def shape(self) -> list[int]:
        """How many terms a seat and the table have, and the numbers of the pack that give them their meaning; empty in
        a game without terms. A mind knows positions of one shape."""
        return []

    def quiet(self) -> State:
        """The position to be judged in place of this one, where this is in the middle of an action."""
        return self

    def seat_terms(self, seat: i64, out: vec[float], at: i64) -> None:
        """Write what a seat has and may do, as numbers, from `at` on; those that are 0 are left as they are."""
        raise NotImplementedError(f"{self.game_id()} has no terms.")

    def table_terms(self, out: vec[float], at: i64) -> None:
        """Write what is the same for all seats."""
        raise NotImplementedError(f"{self.game_id()} has no terms.")

    # ---- the fields ----

    def fields(self) -> list[str]:
        """The names of the numbers and rows of numbers that make up the position, those of its groups left out."""
        return numbers_of(self)

    def told(self, fields: dict[str, int | list[int]]) -> dict[str, int | list[int]]:
        """The fields as digests know them, under the names they had when the first records were written."""
        return fields
