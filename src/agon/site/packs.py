"""Owners' packs kept in the browser, beside its tables."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from agon.core.game import Game
from agon.core.pack import from_text
from agon.play.packs import Pack
from agon.site.keeper import BrowserKeeper
from agon.web.checks import now
from agon.web.errors import Refused
from agon.web.identity import fresh_id
from agon.web.packkept import MOST, Kept, played_id, undone

EDITED: Final = "pack/"  # how the key of a pack begins that is being edited
PLAYED: Final = "played/"  # and that of one which tables are played with


class BrowserPacks:
    """A keeper of packs (agon.web.packkept.PackKeeper) in one browser."""

    def __init__(self, keeper: BrowserKeeper) -> None:
        self._keeper = keeper

    async def of_owner(self, owner: str) -> list[Kept]:
        texts = [text for key, text in self._keeper.notes.items() if key.startswith(EDITED)]
        return sorted(map(_read, texts), key=lambda kept: kept.updated, reverse=True)

    async def of_game(self, game_id: str) -> list[Kept]:
        """None: one browser is one owner, and nobody confirms what they say themselves."""
        return []

    async def load(self, pack_id: str) -> Kept:
        if "." in pack_id:
            return self._load_played(pack_id)
        text = self._keeper.notes.get(EDITED + pack_id)
        if text is None:
            raise Refused("no_pack_here")
        return _read(text)

    def _load_played(self, pack_id: str) -> Kept:
        game, _, pack_hash = pack_id.rpartition(".")
        found = self.find(game, pack_hash)
        if found is None:
            raise Refused("no_pack_here")
        file, _, text = found.partition("\n")
        return Kept(pack_id, "", game, file.removesuffix(".toml"), text, "[]", now(), now())

    async def create(self, owner: str, pack: Pack) -> str:
        if len(await self.of_owner(owner)) >= MOST:
            raise Refused("too_many_packs", most=MOST)
        pack_id, moment = fresh_id(12), now()
        await self._write(Kept(pack_id, owner, pack.game.id, "", "", "", moment, moment), pack)
        return pack_id

    async def save(self, pack_id: str, pack: Pack) -> None:
        await self._write(await self.load(pack_id), pack)

    async def _write(self, before: Kept, pack: Pack) -> None:
        kept = replace(before, title=pack.title[:60], text=pack.text(), undo=undone(pack), updated=now())
        await self._keeper.note(EDITED + kept.id, json.dumps(vars(kept), default=datetime.isoformat))

    async def remove(self, pack_id: str) -> None:
        await self._keeper.forget(EDITED + pack_id)

    async def keep(self, game: Game, pack: Pack) -> None:
        await self._keeper.note(PLAYED + played_id(game.id, game.pack_hash), from_text(pack.name, pack.text()))

    def find(self, game_id: str, pack_hash: str) -> str | None:
        """What a record names by its hash, as `agon.core.game.packs_from` asks for it."""
        return self._keeper.notes.get(PLAYED + played_id(game_id, pack_hash))


def _read(text: str) -> Kept:
    values: dict[str, Any] = json.loads(text)
    dates = {key: datetime.fromisoformat(values[key]) for key in ("created", "updated")}
    return Kept(**values | dates)
