"""Groups of fields: what copies of a position share until one of them writes, and the names of what they hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Self

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

ROW_TYPE: Final[type] = type(vec[i64]())
SEATS: Final = "n"  # how many seats there are: of the table, not of the position on it


@mypyc_attr(allow_interpreted_subclasses=True)
class Group(ABC):
    """Some fields of a position (the cards, the map ...).

    A clone holds the same groups as its original, which lends them. Whoever is about to write in a group asks
    for one of its own first (`cards = self.cards = self.cards.own()`). A law plays on with clones and compares, so that
    a forgotten one is found. A row is declared, sized and copied in one line of the constructor.
    """

    lent: bool = False  # several positions may hold it

    @abstractmethod
    def copy(self) -> Self:
        """The same fields, each row copied; not lent."""

    def own(self) -> Self:
        """This group, or a copy if it is lent: the one to write in."""
        return self.copy() if self.lent else self

    def lend(self) -> Self:
        """This group, for one more position to hold."""
        self.lent = True
        return self

    def fields(self) -> list[str]:
        """The names of its numbers and rows of numbers."""
        return numbers_of(self)


def attributes_of(thing: object) -> list[str]:
    """The names of all attributes, compiled or not, in the order they are declared."""
    names: list[str] = list(getattr(type(thing), "__mypyc_attrs__", ()))
    names += [name for name in getattr(thing, "__dict__", {}) if name not in names]
    return [name for name in names if not name.startswith("_") and hasattr(thing, name)]


def numbers_of(thing: object) -> list[str]:
    """The names of the numbers and rows of numbers among them."""
    out: list[str] = []
    for name in attributes_of(thing):
        value = getattr(thing, name)
        if type(value) is int or type(value) is list or type(value) is ROW_TYPE:
            out.append(name)
    return [name for name in out if name != SEATS]


def groups_of(thing: object) -> list[str]:
    """The names of the groups among them."""
    return [name for name in attributes_of(thing) if isinstance(getattr(thing, name), Group)]
