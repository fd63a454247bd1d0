"""The pages: lobby, new table, table, replay, rules, and the static files. What they show is made in present.py."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from agon.core.game import SEAT_NAMES, Game, known
from agon.draw.scene import COLOURS, MARKS
from agon.games import game as find_game
from agon.play import findings
from agon.play.packs import has_pack
from agon.web import assets
from agon.web.advice import begin, give_hint
from agon.web.analyses import Analyses, Standing
from agon.web.analysispage import analysis_panel
from agon.web.asking import number, read_form
from agon.web.checks import ME, OPEN
from agon.web.clocks import PACES
from agon.web.dailycard import daily_card
from agon.web.errors import Refused
from agon.web.hub import Hub
from agon.web.identity import Identity, lang_of, player, take_name, visitor
from agon.web.kept import Summary
from agon.web.learning import learnt_of
from agon.web.learnpage import map_values
from agon.web.live import Live
from agon.web.lobbypage import (
    all_games,
    asked_first,
    card,
    crowd,
    lobby_values,
    strengths,
    turn_card,
    usual_seats,
    watch_cards,
    watchers,
)
from agon.web.onlookers import is_behind, shown_to
from agon.web.packshown import box_values
from agon.web.present import changed_by, small_board, view, view_prompt
from agon.web.qr import qr_svg
from agon.web.render import error_page, page, piece, pieces, table_values, usual_bot
from agon.web.routes import Routes
from agon.web.rulespage import pictures, rules_page, shown_by_games, switches
from agon.web.views import Packed, Views
from agon.web.words import say

if TYPE_CHECKING:
    from agon.web.manners import Manners

router = Routes()

FIELDS: Final = 60  # in one form
ANSWERS: Final = 20  # in one draft
TURNS: Final = 6  # games that wait for somebody, on the first page
WATCHED: Final = 4  # games to watch, there


def _hub(request: Request) -> Hub:
    hub = request.app.state.hub
    assert isinstance(hub, Hub)
    return hub


def _analyses(request: Request) -> Analyses:
    analyses = request.app.state.analyses
    assert isinstance(analyses, Analyses)
    return analyses


def _one(form: dict[str, list[str]], name: str, default: str = "") -> str:
    return form.get(name, [default])[0]


def _game(game_id: str) -> Game:
    if game_id not in known():
        raise Refused("unknown_game", game=game_id[:40])
    return find_game(game_id)


def _views(request: Request) -> Views:
    views = request.app.state.views
    assert isinstance(views, Views)
    return views


async def muted_by(request: Request, who: Identity | None) -> frozenset[str]:
    """Those whom somebody does not wish to read; where there is no server, nobody."""
    manners: Manners | None = getattr(request.app.state, "manners", None)
    return await manners.muted_by(who.id) if manners is not None and who is not None else frozenset()


def has_spoken(live: Live, who: Identity | None) -> str:
    """The id of a spectator who has said something, for whom the chat is not quite that of the others."""
    return who.id if who is not None and any(line.is_aside and line.who == who.id for line in live.chat) else ""


async def strengths_of(request: Request, tables: list[Summary]) -> dict[str, int]:
    """How strong those at each table are; where there is no server, nobody is rated."""
    if not hasattr(request.app.state, "names"):
        return {}
    from agon.web.history import strengths as of_tables  # needs the database

    found: dict[str, int] = await request.app.state.store.read(partial(of_tables, tables=tables))
    return found


def _packed(values: dict[str, Any]) -> Packed:
    """Pieces of a page, for the scripts."""
    body = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    return Packed.of(body, "application/json")


def _json(request: Request, values: dict[str, Any]) -> Response:
    return _packed(values).answer(request, cache_control="no-store")


def _to(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


# ---- lobby and new tables ----


@router.get("/")
async def lobby(request: Request) -> Response:
    """The first page."""
    who, lang, hub = player(request), lang_of(request), _hub(request)
    found = await hub.lobby(who)
    strong = await strengths_of(request, found.running + found.open)
    values = lobby_values(found, who, lang, strong)
    turns = [await _turn(hub, summary, who, lang) for summary in asked_first(found.mine, who)[:TURNS]]
    eyes = {summary.id: watchers(summary, hub.present(summary.id)) for summary in found.running}
    return page(
        request,
        "lobby.html",
        **values,
        turns=turns,
        watch=watch_cards(found.running, eyes, strong, lang)[:WATCHED],
        lesson=map_values(await learnt_of(request, who), set(), lang)["next"],
        daily=await daily_card(request, who),
        crowd=crowd(hub.budget.count_about(), found, lang),
    )


async def _turn(hub: Hub, summary: Summary, who: Identity, lang: str) -> dict[str, Any]:
    """A game that waits for somebody, with what is asked."""
    live = await hub.get(summary.id)
    return turn_card(summary, who, view_prompt(live, who, lang), lang)


@router.get("/watch")
async def watch(request: Request) -> Response:
    """Running public games, those of the strongest first."""
    who, lang, hub = player(request), lang_of(request), _hub(request)
    found = await hub.lobby(who)
    eyes = {summary.id: watchers(summary, hub.present(summary.id)) for summary in found.running}
    strong = await strengths_of(request, found.running)
    return page(request, "watch.html", page="watch", watch=watch_cards(found.running, eyes, strong, lang))


@router.post("/play")
async def play(request: Request) -> Response:
    """One click: a game against bots."""
    form = await read_form(request, FIELDS)
    found = _game(_one(form, "game"))
    bot = _one(form, "strength", usual_bot())
    seats = number(_one(form, "seats")) or usual_seats(found)
    if seats not in found.seats:
        fit = ", ".join(str(n) for n in found.seats)
        raise Refused("bad_seats", game=found.title[lang_of(request)], fit=fit, seats=seats)
    live = await _hub(request).create(player(request), found.id, [ME, *[bot] * (seats - 1)], {}, False, True)
    return _to(f"/tables/{live.id}")


@router.get("/new")
async def new(request: Request) -> Response:
    """Who sits where at a table to be opened, and by which options it is played."""
    who, lang = player(request), lang_of(request)
    found = _game(request.query_params.get("game", all_games()[0].id))
    count = number(request.query_params.get("seats")) or usual_seats(found)
    if count not in found.seats:
        count = usual_seats(found)
    here = getattr(request.app.state, "here", False)
    choices = [
        {"id": ME, "name": f"{say(lang, 'seat_me')} ({who.name})"},
        {"id": OPEN, "name": say(lang, "here_seat" if here else "seat_open")},
    ]
    choices += [{"id": s["id"], "name": say(lang, "seat_bot", level=s["name"])} for s in strengths(lang)]
    seats = [
        {
            "seat": i,
            "name": f"{say(lang, 'seat', n=i + 1)} · {SEAT_NAMES[lang][i]}",
            "colour": COLOURS[i],
            "mark": MARKS[i],
            "choice": ME if i == 0 else OPEN,
        }
        for i in range(count)
    ]
    shown = [card(g, lang) for g in all_games()]
    values: dict[str, Any] = {
        "game": card(found, lang),
        "count": count,
        "seats": seats,
        "choices": choices,
        "paces": list(PACES),
    }
    return page(request, "new.html", games=shown, **values)


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """Open the table that the form describes."""
    form = await read_form(request, FIELDS)
    found = _game(_one(form, "game"))
    options = {o.name: _one(form, f"option-{o.name}", o.default) for o in found.options}
    live = await _hub(request).create(
        player(request),
        found.id,
        form.get("seat", []),
        options,
        _one(form, "public") == "yes",
        _one(form, "hints") == "yes",
        _one(form, "pace"),
        _one(form, "rated") == "yes",
    )
    return _to(f"/tables/{live.id}")


@router.post("/name")
async def rename(request: Request) -> Response:
    """Another nickname for the tables to come."""
    form = await read_form(request, FIELDS)
    await take_name(request, player(request), _one(form, "name"))
    return _to("/")


@router.post("/records")
async def import_record(request: Request) -> Response:
    """A record somebody brings becomes a table to look at."""
    form = await read_form(request, FIELDS)
    text = _one(form, "record").replace("\r\n", "\n")
    live = await _hub(request).import_record(player(request), text if text.endswith("\n") else f"{text}\n")
    return _to(f"/tables/{live.id}/replay")


# ---- a table ----


@router.get("/tables/{table_id}")
async def table(request: Request, table_id: str) -> Response:
    """The page where one plays, waits or watches."""
    who = player(request)
    live = shown_to(await _hub(request).get(table_id), who)
    if live.imported:
        return _to(f"/tables/{table_id}/replay")
    shown, muted = live.copy(), await muted_by(request, who)

    def make() -> Response:
        v = view(shown, who, lang_of(request), muted=muted)
        return page(request, "table.html", **table_values(request, v, "table"))

    return await _views(request).run(make)


@router.get("/tables/{table_id}/replay")
async def replay(request: Request, table_id: str) -> Response:
    """A finished game, step by step, through anybody's eyes; a running one leads to its table."""
    who = player(request)
    live = await _hub(request).get(table_id)
    if not live.is_open_to_all:
        return _to(f"/tables/{table_id}")
    seat = number(request.query_params.get("seat"))
    is_open = seat is None
    ply = number(request.query_params.get("ply"))
    standing = await _analyses(request).standing(live)
    shown = live.copy()

    def make() -> Response:
        v = view(shown, who, lang_of(request), ply, seat, is_open)
        a = analysis_panel(shown, standing, lang_of(request), v.ply)
        return page(request, "table.html", **table_values(request, v, "replay"), a=a)

    return await _views(request).run(make)


@router.get("/tables/{table_id}/view")
async def table_view(request: Request, table_id: str) -> Response:
    """The pieces of the table page, for its scripts. Whoever looks through the same eyes is given the same."""
    query, who, lang = request.query_params, visitor(request), lang_of(request)
    shown = shown_to(await _hub(request).get(table_id), who).copy()
    mode = "replay" if query.get("mode") == "replay" else "table"
    ply, seat, since = (number(query.get(name)) for name in ("ply", "seat", "since"))
    draft = tuple(query.getlist("draft")[:ANSWERS])
    is_open = query.get("open") == "yes"
    since = max(0, since or 0)
    mine = shown.seat_of(who.id) if who is not None else -1
    is_host = who is not None and who.id == shown.host
    muted, spoken = await muted_by(request, who), has_spoken(shown, who)
    asked = (mode, ply, seat, is_open, since, draft, str(request.base_url))
    key = (shown.id, shown.version, mine, is_host, lang, spoken, muted, asked)

    def make() -> Packed:
        return _packed(pieces(request, view(shown, who, lang, ply, seat, is_open, since, draft, muted), mode))

    return (await _views(request).get(key, make)).answer(request, cache_control="no-store")


@router.get("/tables/{table_id}/about")
async def about(request: Request, table_id: str) -> Response:
    """What a ply (or all since `first`) changed, as the visitor may see it: what a line of the log lights."""
    who, lang = visitor(request), lang_of(request)
    shown = shown_to(await _hub(request).get(table_id), who).copy()
    ply = number(request.query_params.get("ply")) or 0
    first = number(request.query_params.get("first"))
    first = ply - 1 if first is None else first
    mine = shown.seat_of(who.id) if who is not None else -1
    key = (shown.id, "about", shown.version, mine, first, ply)

    def make() -> Packed:
        return _packed({"shapes": changed_by(shown, mine, first, ply, lang)})

    return (await _views(request).get(key, make)).answer(request, cache_control="no-store")


@router.get("/tables/{table_id}/board.svg")
async def board(request: Request, table_id: str) -> Response:
    """The board as everybody sees it, small, for lists; `v` is the version it is of."""
    live = await _hub(request).get(table_id)
    who = visitor(request)
    mine = live.seat_of(who.id) if who is not None else -1
    shown = shown_to(live, who).copy()

    def make() -> Packed:
        return Packed.of(small_board(shown, "en").encode(), "image/svg+xml")

    found = await _views(request).get((shown.id, "board", shown.version, is_behind(live, mine)), make)
    return found.answer(request, cache_control="private, max-age=600")


@router.post("/tables/{table_id}/hint")
async def hint(request: Request, table_id: str) -> Response:
    """A hint for the scripts to show."""
    lang = lang_of(request)
    h = await give_hint(request, _hub(request), player(request), table_id, lang)
    return _json(request, {"html": piece(request, "_hint.html", h=h), "said": h.said})


@router.get("/tables/{table_id}/analysis")
async def analysis(request: Request, table_id: str) -> Response:
    """How far the analysis of a finished game is, for the scripts to show."""
    live = await _hub(request).get(table_id)
    return _analysis(request, live, await _analyses(request).standing(live))


@router.post("/tables/{table_id}/analysis")
async def analyse(request: Request, table_id: str) -> Response:
    """Have a finished game analysed."""
    standing = await begin(request, _hub(request), _analyses(request), table_id)
    return _analysis(request, await _hub(request).get(table_id), standing)


def _analysis(request: Request, live: Live, standing: Standing) -> Response:
    ply = number(request.query_params.get("ply"))
    a = analysis_panel(live, standing, lang_of(request), live.ply if ply is None else ply)
    return _json(request, {"stage": a.stage, "html": piece(request, "_analysis.html", a=a)})


@router.get("/invite/{table_id}")
async def invite(request: Request, table_id: str) -> Response:
    """The link to a table as a QR code."""
    live = await _hub(request).get(table_id)
    link = str(request.url.replace(path=f"/tables/{live.id}", query=""))
    return Response(qr_svg(link), media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


# ---- rules and static files ----


@router.get("/rules/{game_id}")
async def rules(request: Request, game_id: str) -> Response:
    """The rules of a game in the visitor's language."""
    player(request)
    lang = lang_of(request)
    found = _game(game_id)
    text = rules_page(found, lang)
    box = None
    if has_pack(found):
        owners = tuple(await request.app.state.packs.of_game(found.id))
        box = await asyncio.to_thread(box_values, found, lang, owners)
    return page(
        request,
        "rules.html",
        game=found.id,
        title=found.title[lang],
        body=Markup(text.body),
        contents=text.contents,
        untranslated=text.untranslated,
        howto=found.has_howto(),
        shown=Markup(shown_by_games(found, lang)),
        shown_title=findings.title(lang),
        picture=Markup(pictures(found.id, lang)),
        box=box,
        switches=[Markup(about) for about in switches(found, lang)],
    )


@router.get("/static/{version}/{name}")
async def static(request: Request, version: str, name: str) -> Response:
    """A file of this version, to be kept for ever. A page from before an update is led to the files of now."""
    found = assets.assets().get(name)
    if found is None:
        raise Refused("not_found")
    if version != assets.version():
        return RedirectResponse(assets.address(name), 307, {"cache-control": "no-cache"})
    return found.answer(request, cache_control=assets.FOREVER)


@router.get("/favicon.ico")
async def favicon() -> Response:
    """Browsers that ask for the old name are led to the new one."""
    return RedirectResponse(assets.address("favicon.svg"), 307, {"cache-control": "no-cache"})


__all__ = ["error_page", "router"]
