"""The addresses of owners' packs: the list, the editor whose picture is the form, files, links, test games, checks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from agon.core.errors import AgonError, BadPack
from agon.core.game import Game, known
from agon.games import game as find_game
from agon.play.packs import Note, Pack, game_named, has_pack, tidy
from agon.web.asking import check_text, number
from agon.web.checks import ME
from agon.web.errors import Refused
from agon.web.hub import Hub
from agon.web.identity import Identity, lang_of, player
from agon.web.lobbypage import all_games, card, usual_seats
from agon.web.packchecks import Check, PackChecks
from agon.web.packfields import read_fields
from agon.web.packkept import Kept, PackKeeper
from agon.web.packshown import editor, listed, shared
from agon.web.render import page, usual_bot
from agon.web.routes import Routes

router = Routes()

FIELDS: Final = 200  # in one form


def _packs(request: Request) -> PackKeeper:
    packs: PackKeeper = request.app.state.packs
    return packs


def _checks(request: Request) -> PackChecks:
    checks = request.app.state.pack_checks
    assert isinstance(checks, PackChecks)
    return checks


async def _form(request: Request) -> dict[str, list[str]]:
    body = (await request.body()).decode("utf-8", "replace")
    try:
        form = parse_qs(body, keep_blank_values=True, max_num_fields=FIELDS)
    except ValueError as error:
        raise Refused("unreadable") from error
    for text in (t for name, values in form.items() for t in (name, *values)):
        check_text(text)
    return form


def _one(form: dict[str, list[str]], name: str, default: str = "") -> str:
    return form.get(name, [default])[0]


def _game(game_id: str) -> Game:
    if game_id not in known() or not has_pack(find_game(game_id)):
        raise Refused("unknown_game", game=game_id[:40])
    return find_game(game_id)


async def _load(request: Request, pack_id: str) -> Kept:
    return await _packs(request).load(pack_id[:40])


async def _mine(request: Request, pack_id: str) -> Kept:
    """A pack that whoever asks may change."""
    kept = await _load(request, pack_id)
    if kept.owner != player(request).id:
        raise Refused("not_your_pack")
    return kept


async def _change(request: Request, pack_id: str, change: Callable[[Pack], Any]) -> Pack:
    """Change a pack and save it; what cannot be is refused with a sentence."""
    kept = await _mine(request, pack_id)
    pack = await asyncio.to_thread(kept.pack)
    try:
        await asyncio.to_thread(change, pack)
    except AgonError as error:
        raise Refused("bad_pack", reason=error) from error
    await _packs(request).save(pack_id, pack)
    return pack


def _edit(pack_id: str, sheet: str = "", value: str = "") -> Response:
    query = f"?page={quote(sheet)}" if sheet else ""
    query += f"{'&' if query else '?'}value={quote(value)}" if value else ""
    return RedirectResponse(f"/packs/{pack_id}/edit{query}", 303)


# ---- the list ----


@router.get("/packs")
async def packs(request: Request) -> Response:
    """My packs, and a new one of any game."""
    who, lang = player(request), lang_of(request)
    mine = await _packs(request).of_owner(who.id)
    rows = await asyncio.to_thread(lambda: [listed(kept, lang) for kept in mine])
    return page(
        request,
        "packs.html",
        page="packs",
        packs=rows,
        games=[card(game, lang) for game in all_games() if has_pack(game)],
    )


@router.post("/packs")
async def new_pack(request: Request) -> Response:
    """A new pack from the default, or from a file or link somebody brings; what a link brought twice is kept once."""
    form = await _form(request)
    text = _one(form, "text").replace("\r\n", "\n")
    try:
        game = _game(_one(form, "game") or game_named(text))
        title = tidy(_one(form, "title"), 60) or game.title[lang_of(request)]
        pack = Pack.read(game, text, title) if text.strip() else Pack.new(game, title)
    except BadPack as error:
        raise Refused("bad_pack", reason=error) from error
    if _one(form, "look") != "yes":
        return _edit(await _create(request, player(request), pack))
    mine = await _packs(request).of_owner(player(request).id)
    known = next((kept.id for kept in mine if kept.text == pack.text()), None)
    return RedirectResponse(f"/packs/{known or await _create(request, player(request), pack)}", 303)


async def _create(request: Request, who: Identity, pack: Pack) -> str:
    return await _packs(request).create(who.id, pack)


@router.get("/packs/{pack_id}")
async def shared_pack(request: Request, pack_id: str) -> Response:
    """A pack to look at, by whoever has the link: what differs, to be played or copied."""
    kept = await _load(request, pack_id)
    mine = kept.owner == player(request).id
    shown = await asyncio.to_thread(shared, kept, lang_of(request))
    return page(request, "pack.html", page="packs", mine=mine, **shown)


@router.post("/packs/{pack_id}/copy")
async def copy(request: Request, pack_id: str) -> Response:
    """The same among one's own."""
    pack = (await _load(request, pack_id)).pack()
    return _edit(await _create(request, player(request), pack))


@router.post("/packs/{pack_id}/delete")
async def throw_away(request: Request, pack_id: str) -> Response:
    """A pack less."""
    await _mine(request, pack_id)
    await _packs(request).remove(pack_id)
    return RedirectResponse("/packs", 303)


@router.get("/packs/{pack_id}/toml")
async def as_file(request: Request, pack_id: str) -> Response:
    """The pack as a file."""
    pack = (await _load(request, pack_id)).pack()
    name = f'attachment; filename="{pack.name.encode("ascii", "replace").decode()}.toml"'
    return Response(pack.text(), media_type="application/toml", headers={"content-disposition": name})


# ---- the editor ----


@router.get("/packs/{pack_id}/edit")
async def edit(request: Request, pack_id: str) -> Response:
    """The picture is the form."""
    kept = await _mine(request, pack_id)
    query = request.query_params
    asked = (query.get("page", ""), query.getlist("value")[:20])
    shown = await asyncio.to_thread(editor, kept, lang_of(request), *asked)
    check = _checks(request).standing(shown["check_key"])
    base = str(request.base_url)
    return page(request, "pack_edit.html", page="packs", check=check, request_base=base, **shown)


@router.post("/packs/{pack_id}/set")
async def set_values(request: Request, pack_id: str) -> Response:
    """Values as they stand in the box, with where they were seen."""
    form = await _form(request)
    paths = form.get("path", [])[:20]
    note = Note(_one(form, "seen") == "yes", _one(form, "source"), _one(form, "photo"))

    def change(pack: Pack) -> None:
        for path in paths:
            read_fields(pack, path, form)
            pack.annotate(pack.leaf(path), note)

    await _change(request, pack_id, change)
    following = _one(form, "next") if _one(form, "then") == "next" else ""
    return _edit(pack_id, _one(form, "page"), following or (paths[0] if paths else ""))


@router.post("/packs/{pack_id}/reset")
async def reset(request: Request, pack_id: str) -> Response:
    """The default's values again."""
    form = await _form(request)
    paths = form.get("path", [])[:20]

    def change(pack: Pack) -> None:
        for path in paths:
            pack.reset(pack.leaf(path))
            pack.annotate(pack.leaf(path), Note())

    await _change(request, pack_id, change)
    return _edit(pack_id, _one(form, "page"), paths[0] if paths else "")


@router.post("/packs/{pack_id}/repair")
async def repair(request: Request, pack_id: str) -> Response:
    """One number set so that the pack fits together again."""
    form = await _form(request)
    value = number(_one(form, "to"))
    await _change(request, pack_id, lambda pack: pack.set(_one(form, "path"), 0 if value is None else value))
    return _edit(pack_id, _one(form, "page"))


@router.post("/packs/{pack_id}/undo")
async def undo(request: Request, pack_id: str) -> Response:
    """The last change is taken back."""
    form = await _form(request)
    await _change(request, pack_id, lambda pack: pack.take_back())
    return _edit(pack_id, _one(form, "page"))


@router.post("/packs/{pack_id}/title")
async def rename(request: Request, pack_id: str) -> Response:
    """Another name."""
    form = await _form(request)
    title = tidy(_one(form, "title"), 60)

    def change(pack: Pack) -> None:
        pack.title = title or pack.title

    await _change(request, pack_id, change)
    return _edit(pack_id, _one(form, "page"))


# ---- trying it ----


@router.post("/packs/{pack_id}/play")
async def play(request: Request, pack_id: str) -> Response:
    """A table with this pack, against a bot, at once."""
    form = await _form(request)
    pack = (await _load(request, pack_id)).pack()
    game = await asyncio.to_thread(_whole, pack)
    seats = number(_one(form, "seats")) or usual_seats(game)
    await _packs(request).keep(game, pack)
    hub = request.app.state.hub
    assert isinstance(hub, Hub)
    wishes = [ME, *[_one(form, "strength") or usual_bot()] * (min(seats, 6) - 1)]
    live = await hub.create(player(request), game.id, wishes, {}, False, True, pack_hash=game.pack_hash)
    return RedirectResponse(f"/tables/{live.id}", 303)


def _whole(pack: Pack) -> Game:
    """The game with a pack; refused with what is wrong."""
    try:
        return pack.packed()
    except BadPack as error:
        raise Refused("bad_pack", reason=error) from error


@router.post("/packs/{pack_id}/check")
async def check(request: Request, pack_id: str) -> Response:
    """Random games under the laws."""
    kept = await _mine(request, pack_id)
    pack = kept.pack()
    game = _whole(pack)
    _checks(request).begin(f"{game.id} {game.pack_hash}", kept.owner, game, pack.text())
    return _edit(pack_id, _one(await _form(request), "page"))


@router.get("/packs/{pack_id}/check")
async def checked(request: Request, pack_id: str) -> Response:
    """How far that is."""
    pack = (await _load(request, pack_id)).pack()
    game = _whole(pack)
    found = _checks(request).standing(f"{game.id} {game.pack_hash}") or Check(0)
    return JSONResponse({"done": found.done, "total": found.total, "over": found.over, "wrong": found.wrong})
