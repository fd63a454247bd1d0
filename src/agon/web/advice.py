"""Hints and analyses for whoever asks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from agon.web.analyses import Analyses, Standing
from agon.web.errors import Refused
from agon.web.hints import Hint, hint_of
from agon.web.hub import Hub
from agon.web.identity import Identity, player

Thing = TypeVar("Thing")


async def give_hint(request: Request, hub: Hub, who: Identity, table_id: str, lang: str) -> Hint:
    """A hint for the seat of whoever asks, in words; not thought to its end for somebody who has gone."""
    live = await hub.get(table_id)
    return hint_of(live, *await while_here(request, hub.hint(table_id, who)), lang)


async def while_here(request: Request, work: Coroutine[Any, Any, Thing]) -> Thing:
    """Do it unless whoever asks goes away before it is done."""
    doing, gone = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Refused("gone")
        return doing.result()
    finally:
        for task in (doing, gone):
            task.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def begin(request: Request, hub: Hub, analyses: Analyses, table_id: str) -> Standing:
    """Have a game analysed for whoever asks."""
    return await analyses.start(await hub.get(table_id), player(request))
