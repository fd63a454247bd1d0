"""The log of a table in words, as one pair of eyes may know it; told on as the record grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

from agon.core.record import Ply, Record
from agon.core.state import UNKNOWN

KEPT: Final = 400  # stories in memory; one that was forgotten is told again


@dataclass(frozen=True)
class Line:
    """One ply in words. `places` are the words of the action behind its verb, where the viewer heard them."""

    ply: int  # the position after it
    seat: int  # who decided; negative: a draw
    sentence: str
    places: tuple[str, ...]


class Story:
    """A record told ply by ply. `eyes` is a seat, or negative for a spectator; all_open sees everything."""

    def __init__(self, record: Record, names: list[str], lang: str, eyes: int, all_open: bool) -> None:
        self.names = names
        self.lang = lang
        self.eyes = eyes
        self.all_open = all_open
        self._begin(record)

    def _begin(self, record: Record) -> None:
        self.state = record.start()
        self.lines: list[Line] = []
        self.last: Ply | None = None

    def tell(self, record: Record) -> list[Line]:
        """All lines of a record that has grown, or lost its end, since the last time."""
        told = len(self.lines)
        if told > len(record.plies) or (told and record.plies[told - 1] is not self.last):
            self._begin(record)
        for ply in record.plies[len(self.lines) :]:
            self._step(record, ply)
        return self.lines

    def _step(self, record: Record, ply: Ply) -> None:
        game = record.game
        action = game.space.parse(ply.text)
        heard = action if self.all_open else self.state.heard(self.eyes, action)
        seen = self.state if self.all_open else self.state.observe(self.eyes)
        sentence = game.log(seen, heard, self.names, self.lang)
        places = () if heard == UNKNOWN else tuple(ply.text.split()[1:])
        self.lines.append(Line(len(self.lines) + 1, ply.actor, sentence, places))
        self.state.apply(action)
        self.last = ply


_Key = tuple[str, tuple[str, ...], str, int, bool]
_STORIES: LRUCache[_Key, Story] = LRUCache(KEPT)


def story(table_id: str, record: Record, names: list[str], lang: str, eyes: int, all_open: bool) -> list[Line]:
    """The log of a table; what was told before is remembered."""
    key = (table_id, tuple(names), lang, eyes, all_open)
    if key not in _STORIES:
        _STORIES[key] = Story(record, names, lang, eyes, all_open)
    return _STORIES[key].tell(record)
