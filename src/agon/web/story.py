"""The log of a table in words, as one pair of eyes may know it; told on as the record grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from agon.core.record import Ply
from agon.play.table import Table

KEPT: Final = 400  # stories in memory; one that was forgotten is told again


@dataclass(frozen=True)
class Line:
    """One ply in words. `places` are the words of the action behind its verb, where the viewer heard them."""

    ply: int  # the position after it
    seat: int  # who decided; negative: a draw
    sentence: str
    places: tuple[str, ...]
    turn: bool = False  # the first of a seat's turn


class Story:
    """A table's record told ply by ply. `eyes` is a seat, or negative for a spectator; `opened` hears everything."""

    def __init__(self, names: list[str], lang: str, eyes: int, opened: bool) -> None:
        self.names = names
        self.lang = lang
        self.eyes = eyes
        self.opened = opened
        self.lines: list[Line] = []
        self.last: Ply | None = None
        self.decided = -1  # who decided last

    def tell(self, table: Table) -> list[Line]:
        """All lines of a record that has grown, or lost its end, since the last time."""
        told, plies = len(self.lines), table.record.plies
        if told > len(plies) or (told and plies[told - 1] is not self.last):
            self.lines, self.decided = [], -1
        for heard in table.heard(self.eyes, len(self.lines), self.opened):
            sentence = heard.sentence(self.names, self.lang)
            seat = heard.ply.actor
            is_turn = seat >= 0 and seat != self.decided
            self.lines.append(Line(len(self.lines) + 1, seat, sentence, heard.places, is_turn))
            self.last, self.decided = heard.ply, seat if seat >= 0 else self.decided
        return self.lines


_Key = tuple[str, tuple[str, ...], str, int, bool]
_STORIES: LRUCache[_Key, Story] = LRUCache(KEPT)


def story(table_id: str, table: Table, names: list[str], lang: str, eyes: int, opened: bool) -> list[Line]:
    """The log of a table; what was told before is remembered."""
    key = (table_id, tuple(names), lang, eyes, opened)
    if key not in _STORIES:
        _STORIES[key] = Story(names, lang, eyes, opened)
    return _STORIES[key].tell(table)
