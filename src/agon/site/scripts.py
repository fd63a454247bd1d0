"""What the scripts of the pages ask for in JSON. A server answers the same addresses, and more: agon.web.api."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from agon.web.asking import check_text, number
from agon.web.errors import Refused
from agon.web.hub import Hub
from agon.web.identity import Identity, lang_of, player, visitor
from agon.web.routes import Routes
from agon.web.whynot import why_not

router = Routes()


def _hub(request: Request) -> Hub:
    hub = request.app.state.hub
    assert isinstance(hub, Hub)
    return hub


async def _body(request: Request) -> dict[str, Any]:
    try:
        found = json.loads(await request.body())
    except ValueError as error:
        raise Refused("unreadable") from error
    if not isinstance(found, dict):
        raise Refused("unreadable")
    return found


def _text(body: dict[str, Any], name: str) -> str:
    found = body.get(name)
    if not isinstance(found, str):
        raise Refused("unreadable")
    check_text(found)
    return found


@router.get("/api/why")
async def why(request: Request) -> Response:
    query = request.query_params
    live = await _hub(request).get(query.get("table", ""))
    return JSONResponse(why_not(live, visitor(request), query.get("action", ""), lang_of(request)).__dict__)


@router.post("/api/tables/{table_id}/plies")
async def submit(request: Request, table_id: str) -> Response:
    body = await _body(request)
    match body:
        case {"ply": int(ply), "actions": [str(), *_] as actions} if all(isinstance(a, str) for a in actions):
            return JSONResponse({"ply": await _hub(request).submit(table_id, player(request), ply, *actions)})
        case _:
            raise Refused("unreadable")


@router.post("/api/tables/{table_id}/undo")
async def undo(request: Request, table_id: str) -> Response:
    return JSONResponse({"ply": await _hub(request).take_back(table_id, player(request))})


@router.post("/api/tables/{table_id}/chat")
async def chat(request: Request, table_id: str) -> Response:
    body = await _body(request)
    await _hub(request).say(table_id, player(request), _text(body, "text"), _text(body, "phrase"))
    return JSONResponse({})


@router.post("/api/tables/{table_id}/resign")
async def resign(request: Request, table_id: str) -> Response:
    await _hub(request).resign(table_id, player(request))
    return JSONResponse({})


@router.post("/api/tables/{table_id}/hand-back")
async def hand_back(request: Request, table_id: str) -> Response:
    await _hub(request).hand_back(table_id, player(request))
    return JSONResponse({"id": table_id})


@router.delete("/api/tables/{table_id}/seats/{seat}")
async def leave(request: Request, table_id: str, seat: str) -> Response:
    live = await _hub(request).get(table_id)
    if live.seat_of(player(request).id) != number(seat):
        raise Refused("not_your_seat")
    await _hub(request).leave(table_id, player(request))
    return JSONResponse({"id": table_id})


@router.post("/api/tables/{table_id}/rematch")
async def rematch(request: Request, table_id: str) -> Response:
    """Whoever sat at this screen sits there again."""
    hub = _hub(request)
    old = await hub.get(table_id)
    again = await hub.rematch(table_id, player(request))
    for i, seat in enumerate([*old.seats[1:], old.seats[0]]):
        if again.seats[i].kind == "open" and seat.owner:
            await hub.join(again.id, Identity(seat.owner, seat.name), i)
    return JSONResponse({"id": again.id})


@router.get("/api/tables/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    live = await _hub(request).get(table_id)
    if not live.is_open_to_all:
        raise Refused("still_secret")
    name = f"{live.table.game.id}-{live.created:%Y-%m-%d}.agon"
    return PlainTextResponse(live.record().text(), headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/api/records")
async def import_record(request: Request) -> Response:
    live = await _hub(request).import_record(player(request), _text(await _body(request), "record"))
    return JSONResponse({"id": live.id}, 201)
