"""What JavaScript calls in the browser's worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from jinja2 import PackageLoader

from agon import core, draw, games
from agon.core.game import packs_from
from agon.games import game, game_ids
from agon.site import thinker
from agon.site.here import Here
from agon.site.keeper import BrowserKeeper
from agon.site.thinker import BrowserThinker
from agon.web import assets
from agon.web.lobbypage import card
from agon.web.render import environment
from agon.web.whole import import_all


class Inside:
    """The pages, for JavaScript: plain values in and out."""

    def __init__(self, here: Here) -> None:
        self._here = here

    def tables(self) -> int:
        return len(self._here.keeper)

    async def answer(self, method: str, address: str, headers: dict[str, str], body: str) -> dict[str, Any]:
        return vars(await self._here.answer(method, address, headers, body.encode()))

    def listen(self, table_id: str, tell: Callable[[str], None]) -> asyncio.Task[None]:
        return asyncio.create_task(self._here.listen(table_id, tell))


def begin(write: Any, ask: Any, aside: Any, kept: list[tuple[str, str]]) -> Inside:
    """Begin to answer; `write` keeps a text under a key, `ask` lets another worker think, `aside` one of its own."""

    async def keep(key: str, text: str) -> None:
        try:
            await write(key, text)
        except Exception as error:  # whatever the browser's database says
            raise OSError(str(error)) from error

    async def asked(question: bytes) -> bytes:
        return bytes(await ask(question))

    async def asked_aside(question: bytes) -> bytes:
        return bytes(await aside(question))

    here = Here(BrowserKeeper(keep, dict(kept)), BrowserThinker(asked, asked_aside))
    packs_from(here.packs.find)
    return Inside(here)


def warm_up() -> None:
    """Read what the way to a board will need, before a picture of the memory is taken: it holds no files."""
    import_all(core, draw, games)
    for game_id in game_ids():
        found = game(game_id)
        found.new(found.seats[0])  # reads its pack
    for name in PackageLoader("agon.web").list_templates():
        environment().get_template(name)
    assets.modules("table.js", "lobby.js", root="")
    for game_id in game_ids():
        card(game(game_id), "en")


def think(question: Any) -> bytes:
    """What a worker of bots makes of a question."""
    return thinker.think(bytes(question))
