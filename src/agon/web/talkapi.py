"""What a reader can do about a line of chat: mute whoever said it, hear them again, or report it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel

from agon.web.api import Lobby, TableId, Who, limit
from agon.web.hub import Live
from agon.web.identity import Identity
from agon.web.live import ChatLine
from agon.web.manners import Manners
from agon.web.talk import line_of

router = APIRouter(prefix="/api/tables/{table_id}/chat/{number}")

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


class Done(BaseModel):
    """The line about which something was done."""

    number: int


def manners_of(request: Request) -> Manners:
    found = request.app.state.manners
    assert isinstance(found, Manners)
    return found


async def _line(request: Request, hub: Lobby, who: Identity, table_id: str, number: int) -> tuple[Live, ChatLine]:
    limit(request, "chat", who.id)
    live = await hub.get(table_id)
    return live, line_of(live, who.id, number)


@router.post("/mute")
async def mute(request: Request, hub: Lobby, who: Who, table_id: TableId, number: Number) -> Done:
    """Whoever said this is not heard any more, by you alone, at any table."""
    _, line = await _line(request, hub, who, table_id, number)
    await manners_of(request).mute(who.id, line.who)
    return Done(number=number)


@router.delete("/mute")
async def unmute(request: Request, hub: Lobby, who: Who, table_id: TableId, number: Number) -> Done:
    """Hear them again."""
    _, line = await _line(request, hub, who, table_id, number)
    await manners_of(request).unmute(who.id, line.who)
    return Done(number=number)


@router.post("/report")
async def report(request: Request, hub: Lobby, who: Who, table_id: TableId, number: Number) -> Done:
    """Show this line to whoever runs the server."""
    live, line = await _line(request, hub, who, table_id, number)
    await manners_of(request).report(who.id, live.id, line)
    return Done(number=number)
