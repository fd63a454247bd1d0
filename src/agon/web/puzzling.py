"""The addresses of the puzzles: all of them, that of the day, a single one, the next, and a streak."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from time import time
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from agon.core.errors import AgonError
from agon.play.lessons import RIGHT, WRONG
from agon.play.puzzles import Puzzle, find_puzzle, of_the_day, record_of
from agon.web.asking import number, read_form
from agon.web.clocks import told
from agon.web.errors import Refused
from agon.web.hub import Hub
from agon.web.identity import Identity, lang_of, player
from agon.web.lobbypage import all_games
from agon.web.progress import Progress, Try, progress_of, streak
from agon.web.puzzlepage import (
    LIVES,
    SHOWN,
    about,
    days_row,
    game_of,
    map_values,
    next_puzzle,
    of_the_run,
    shown,
    small_puzzle,
)
from agon.web.render import page, rules_href
from agon.web.routes import Routes
from agon.web.views import Packed
from agon.web.words import say

router = Routes()

FIELDS = 80  # in one form
ZONE: Final = "agon_zone"
EPOCH: Final = 1_767_225_600  # the first of January 2026
ASIDE: Final = 3600  # seconds after which a puzzle was put aside, and no time is told
FURTHEST: Final = 14 * 60  # minutes; no clock is further from universal time


def today(request: Request) -> date:
    """The day it is where somebody is, as the browser tells by a cookie: minutes before universal time."""
    told = number(request.cookies.get(ZONE))
    ahead = 0 if told is None or abs(told) > FURTHEST else told
    return (datetime.now(UTC) + timedelta(minutes=ahead)).date()


def _puzzle(name: str) -> Puzzle:
    try:
        return find_puzzle(all_games(), name)
    except AgonError as error:
        raise Refused("not_found") from error


@router.get("/puzzles")
async def all_puzzles(request: Request) -> Response:
    """What there is to solve."""
    who, lang, progress = player(request), lang_of(request), progress_of(request)
    values = map_values(await progress.tries(who.id), lang)
    return page(request, "puzzles.html", **values, **await _person(progress, who, today(request), lang))


@router.get("/puzzles/daily")
async def daily(request: Request) -> Response:
    """The puzzle of the day."""
    return await _page(request, of_the_day(all_games(), today(request)), {})


@router.get("/puzzles/next")
async def following(request: Request) -> Response:
    """The next one for this person, of a game or theme if asked."""
    who, progress = player(request), progress_of(request)
    game, theme = (request.query_params.get(name, "")[:40] for name in ("game", "theme"))
    found = next_puzzle(await progress.rating(who.id), await progress.tries(who.id), game, theme)
    if found is None:
        return RedirectResponse("/puzzles", 303)
    asked = {key: value for key, value in (("game", game), ("theme", theme)) if value}
    return RedirectResponse(f"/puzzles/{found.id}" + (f"?{urlencode(asked)}" if asked else ""), 303)


@router.get("/puzzles/streak")
async def run(request: Request) -> Response:
    """The next of a streak; the address says how it stands."""
    player(request)
    lives, solved = _run(request.query_params.get("lives"), request.query_params.get("run"))
    found = of_the_run(solved, lives)
    return RedirectResponse(f"/puzzles/{found.id}?{urlencode({'lives': lives, 'run': solved})}", 303)


@router.get("/puzzles/mine")
async def mine(request: Request) -> Response:
    """What cost most in one's own last game; the lobby where none is over yet."""
    hub: Hub = request.app.state.hub
    finished = (await hub.lobby(player(request))).finished
    return RedirectResponse(f"/tables/{finished[0].id}/replay#analysis" if finished else "/#finished", 303)


@router.get("/puzzles/{name}/board.svg")
async def board(request: Request, name: str) -> Response:
    """The board of a puzzle, small, for the first page."""
    found, views = _puzzle(name), request.app.state.views

    def make() -> Packed:
        return Packed.of(small_puzzle(found).encode(), "image/svg+xml")

    packed: Packed = await views.get(("puzzle", found.id), make)
    return packed.answer(request, cache_control="public, max-age=86400")


@router.get("/puzzles/{name}")
async def show(request: Request, name: str) -> Response:
    """One puzzle."""
    asked = {key: request.query_params[key] for key in ("game", "theme", "lives", "run") if key in request.query_params}
    return await _page(request, _puzzle(name), {key: [value] for key, value in asked.items()})


@router.get("/puzzles/{name}/game")
async def game_behind(request: Request, name: str) -> Response:
    """The game a puzzle comes from, where it arose."""
    found = _puzzle(name)
    hub: Hub = request.app.state.hub
    live = await hub.shelved(player(request), record_of(game_of(found), found).text())
    return RedirectResponse(f"/tables/{live.id}/replay?ply={len(found.plies)}", 303)


@router.post("/puzzles/{name}")
async def answer(request: Request, name: str) -> Response:
    """An action of an answer, its judgement, or the wish to see the solution."""
    form = await read_form(request, FIELDS)
    found = of_the_day(all_games(), today(request)) if name == "daily" else _puzzle(name)
    return await _page(request, found, form)


def _run(lives: str | None, solved: str | None) -> tuple[int, int]:
    left, done = number(lives), number(solved)
    return max(0, min(LIVES, LIVES if left is None else left)), max(0, min(1000, done or 0))


async def _person(progress: Progress, who: Identity, day: date, lang: str) -> dict[str, Any]:
    """Streak and rating of whoever asks."""
    days = await progress.days(who.id)
    return {
        "days": days_row(days, day, lang),
        "streak": streak(days, day),
        "rating": await progress.rating(who.id),
    }


async def _page(request: Request, found: Puzzle, form: dict[str, list[str]]) -> Response:
    who, lang, progress = player(request), lang_of(request), progress_of(request)
    one = {key: values[0] for key, values in form.items()}
    plies = form.get("ply", [])
    game = game_of(found)
    taken = plies[:-1] if "undo" in one else plies
    began = _moment() if request.method == "GET" else number(one.get("began")) or 0
    s = shown(game, found, lang, taken, one.get("say", ""), "final" in one, "show" in one)
    is_daily = found == of_the_day(all_games(), today(request))
    is_first = found.id not in {t.puzzle for t in await progress.tries(who.id)}
    rating = await progress.puzzle_rating(found.id, found.rating)
    is_judged = s.outcome in (RIGHT, WRONG, SHOWN)
    seconds = _seconds(began) if is_judged else 0
    kept: Try | None = None
    if is_judged:
        kept = await progress.tried(who.id, found.id, game.id, rating, s.outcome == RIGHT, seconds)
    if is_judged and is_daily:
        await progress.solve_day(who.id, today(request), s.outcome == RIGHT)
    run = _run_after(one, s.outcome if is_judged else "")
    asked = {key: one[key] for key in ("game", "theme") if one.get(key)}
    return page(
        request,
        "puzzle.html",
        page="puzzles",
        s=s,
        title=game.title[lang],
        about=about(game, found, lang, rating, await progress.share(found.id)),
        is_daily=is_daily,
        began=began,
        took=say(lang, "puzzle_took", time=told(seconds, True, lang)) if s.outcome == RIGHT and seconds else "",
        change=_change(kept, is_first),
        run=run,
        next_href=_next(run, asked),
        asked=asked,
        href=rules_href,
        **await _person(progress, who, today(request), lang),
    )


def _moment() -> int:
    """Now, in seconds since 2026 began: as short as every other number of a form."""
    return int(time()) - EPOCH


def _seconds(began: int) -> int:
    """How long an answer took; 0 where it was put aside, or nobody knows."""
    took = _moment() - began
    return max(1, took) if 0 <= took <= ASIDE else 0


def _run_after(one: dict[str, str], outcome: str) -> dict[str, int] | None:
    """How a streak stands; each of its puzzles counts once. None where it is none."""
    if "lives" not in one:
        return None
    lives, solved = _run(one["lives"], one.get("run"))
    counted = one.get("counted") == "yes"
    if outcome and not counted:
        lives, solved = (lives, solved + 1) if outcome == RIGHT else (max(0, lives - 1), solved)
    return {"lives": lives, "solved": solved, "counted": counted or bool(outcome)}


def _next(run: dict[str, int] | None, asked: dict[str, str]) -> str:
    if run is not None:
        return f"/puzzles/streak?{urlencode({'lives': run['lives'], 'run': run['solved']})}"
    return "/puzzles/next" + (f"?{urlencode(asked)}" if asked else "")


def _change(kept: Try | None, is_first: bool) -> dict[str, int] | None:
    """How a rated try moved the rating."""
    if kept is None or not is_first or not kept.after:
        return None
    before, after = round(kept.before), round(kept.after)
    return {"before": before, "after": after, "change": after - before}
