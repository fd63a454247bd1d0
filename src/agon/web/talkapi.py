"""What a reader can do about a line of chat: mute whoever said it, hear them again, or report it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from agon.web.api import Lobby, TableId, Who, limit
from agon.web.hub import Live
from agon.web.identity import Identity
from agon.web.live import ChatLine
from agon.web.manners import Manners
from agon.web.talk import line_of

router = APIRouter(prefix="/api/tables/{table_id}/chat/{number}")

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


def manners_of(request: Request) -> Manners:
    found = request.app.state.manners
    assert isinstance(found, Manners)
    return found


async def _line(request: Request, hub: Lobby, who: Identity, table_id: str, number: int) -> tuple[Live, ChatLine]:
    limit(request, "chat", who.id)
    live = await hub.get(table_id)
    return live, line_of(live, who.id, number)


@router.post("/mute", status_code=204)
async def mute(request: Request, hub: Lobby, who: Who, table_id: TableId, number: Number) -> None:
    """Whoever said this is not heard any more, by you alone, at any table."""
    _, line = await _line(request, hub, who, table_id, number)
    await manners_of(request).mute(who.id, line.who)


@router.delete("/mute", status_code=204)
async def unmute(request: Request, hub: Lobby, who: Who, table_id: TableId, number: Number) -> None:
    """Hear them again."""
    _, line = await _line(request, hub, who, table_id, number)
    await manners_of(request).unmute(who.id, line.who)


@router.post("/report", status_code=204)
async def report(request: Request, hub: Lobby, who: Who, table_id: TableId, number: Number) -> None:
    """Show this line to whoever runs the server."""
    live, line = await _line(request, hub, who, table_id, number)
    await manners_of(request).report(who.id, live.id, line)
