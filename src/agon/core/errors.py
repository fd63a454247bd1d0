"""Errors are sentences that name the thing and the reason, in the language of whoever reads them."""

from __future__ import annotations

from typing import Self

from agon.core.reasons import REASONS, Fact, worded

# Faults of a pack whose fact n is the right number.
MENDED = ("pk_coasts", "pk_columns", "pk_copies", "pk_territories", "pk_stars")


class AgonError(ValueError):
    """Anything a person, a file or a program asked for that cannot be.

    It is told by a key of reasons.py and what the sentence names. Where only authors, programmers and the command line
    read it (packs, bots, the research interfaces), it is a sentence in English instead, the same in every language.
    """

    def __init__(self, told: str, **facts: Fact) -> None:
        self.key = told if told in REASONS else ""
        self.facts = facts
        super().__init__(worded(told, facts, "en") if self.key else told)

    def message(self, lang: str = "en") -> str:
        """The sentence in a language."""
        return worded(self.key, self.facts, lang) if self.key else str(self)

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        """Other processes are told the sentence: what it names may be a whole game."""
        return type(self), (str(self),)


class IllegalAction(AgonError):
    """The rules forbid it; says which one."""


class NotYourTurn(AgonError):
    """Somebody else decides now."""


class StalePly(AgonError):
    """The game has gone on since this was asked for."""


class BadRecord(AgonError):
    """A record that cannot be read or replayed; names the line."""


class BadPack(AgonError):
    """A set of components that does not make up a game; names the table."""

    @property
    def place(self) -> str:
        """What is wrong, as a path of the pack: `building[3].cost`; empty where it is the whole."""
        return str(self.facts.get("place", ""))

    @property
    def repair(self) -> int | None:
        """The number that would mend what is wrong there, where one does."""
        what = self.facts.get("what")
        number = getattr(what, "facts", {}).get("n") if getattr(what, "key", "") in MENDED else None
        return number if isinstance(number, int) else None


class BadDatabase(AgonError):
    """A database, or a copy of one, that is damaged; says where. Operators read it: English only."""
