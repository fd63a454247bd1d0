"""A pack that is being edited, as it is kept, and whoever keeps packs: a server's database, or a browser."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol

from agon.core.game import Game
from agon.games import game as find_game
from agon.play.packs import Note, Pack

MOST: Final = 40  # packs of one owner
COUNTED: Final = 200  # owners of a game whose packs are held against each other


def played_id(game_id: str, pack_hash: str) -> str:
    """The id of a pack that tables are played with; no other id has a dot."""
    return f"{game_id}.{pack_hash}"


@dataclass(frozen=True)
class Kept:
    """A pack as it lies there."""

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


def undone(pack: Pack) -> str:
    """What can be taken back, as it is kept."""
    steps: list[Any] = [(path, value, (note.seen, note.source, note.photo)) for path, value, note in pack.undo]
    return json.dumps(steps)


class PackKeeper(Protocol):
    """Whoever keeps packs: those being edited, and those that tables are played with, by hash."""

    async def of_owner(self, owner: str) -> list[Kept]:
        """Somebody's packs, the latest first."""
        ...

    async def of_game(self, game_id: str) -> list[Kept]:
        """The latest pack of each owner of a game."""
        ...

    async def load(self, pack_id: str) -> Kept:
        """A pack by its id, one that tables are played with by `played_id`; refused where there is none."""
        ...

    async def create(self, owner: str, pack: Pack) -> str:
        """A new pack; its id."""
        ...

    async def save(self, pack_id: str, pack: Pack) -> None:
        """A pack after a change."""
        ...

    async def remove(self, pack_id: str) -> None:
        """A pack is thrown away; what tables are played with stays."""
        ...

    async def keep(self, game: Game, pack: Pack) -> None:
        """See to it that a table played with this pack can be rebuilt."""
        ...
