"""A pack that is being edited, as it is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from agon.games import game as find_game
from agon.play.packs import Note, Pack


@dataclass(frozen=True)
class Kept:
    """A pack as it lies in the database."""

    id: str
    owner: str
    game: str
    title: str
    text: str
    undo: str
    created: datetime
    updated: datetime

    def pack(self) -> Pack:
        """The pack itself, with what can be taken back."""
        pack = Pack.read(find_game(self.game), self.text, self.title)
        pack.title = self.title
        pack.undo = [(path, value, Note(*note)) for path, value, note in json.loads(self.undo)]
        return pack
