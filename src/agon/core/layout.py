"""What lies on a table, as a lesson or a picture names it: a table of TOML whose every reading is checked.

A game's arrange.py reads it and lays the position out, so that it is the other way round to facts.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from agon.core.errors import BadPack


class Layout:
    """Names with what lies there. Nothing may be left unread: a name nobody knows is a mistake."""

    def __init__(self, given: Mapping[str, object], where: str) -> None:
        self.given = dict(given)
        self.where = where
        self.asked: set[str] = set()

    def fault(self, what: str) -> BadPack:
        return BadPack(f"{self.where}: {what}.")

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.given

    def number(self, key: str, default: int) -> int:
        value = self.given.get(key, default) if self.has(key) else default
        if not isinstance(value, int):
            raise self.fault(f"{key} must be a number")
        return value

    def text(self, key: str) -> str:
        """Words in a row; none where the name is missing."""
        value = self.given[key] if self.has(key) else ""
        if not isinstance(value, str):
            raise self.fault(f"{key} must be words")
        return value

    def row(self, key: str, seats: int, default: int) -> list[int]:
        """A number for each seat."""
        value = self.given[key] if self.has(key) else [default] * seats
        if not isinstance(value, list) or len(value) != seats or not all(isinstance(n, int) for n in value):
            raise self.fault(f"{key} must be {seats} numbers")
        return value

    def rows(self, key: str, seats: int) -> list[str]:
        """Words for each seat."""
        value = self.given[key] if self.has(key) else [""] * seats
        if not isinstance(value, list) or len(value) != seats or not all(isinstance(t, str) for t in value):
            raise self.fault(f"{key} must be words for {seats} seats")
        return value

    def numbers(self, key: str) -> dict[str, int]:
        """A number by name."""
        value = self.given[key] if self.has(key) else {}
        if not isinstance(value, dict) or not all(isinstance(n, int) for n in value.values()):
            raise self.fault(f"{key} must be numbers by name")
        return value

    def words(self, key: str) -> dict[str, str]:
        """Words by name."""
        value = self.given[key] if self.has(key) else {}
        if not isinstance(value, dict) or not all(isinstance(t, str) for t in value.values()):
            raise self.fault(f"{key} must be words by name")
        return value

    def end(self) -> None:
        """Refuses what nobody has asked for."""
        left = sorted(set(self.given) - self.asked)
        if left:
            raise self.fault(f"nobody knows {', '.join(left)}")
