"""The last lesson of each course: a short game with the coach. The page carries the game; the server keeps nothing."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from agon.core.errors import AgonError
from agon.core.game import Game, known
from agon.games import game as find_game
from agon.play.coach import TITLE, Coached, Start, start_of
from agon.play.lessons import lessons
from agon.web.asking import read_form
from agon.web.coachpage import coach_values
from agon.web.errors import Refused
from agon.web.identity import lang_of, player
from agon.web.learnpage import beside, side_rows
from agon.web.progress import progress_of
from agon.web.render import page
from agon.web.routes import Routes

router = Routes()

FIELDS: Final = 12  # in one form
LONGEST: Final = 12_000  # letters of a game that are believed

Thing = TypeVar("Thing")


def _found(game_id: str) -> tuple[Game, Start]:
    if game_id not in known():
        raise Refused("unknown_game", game=game_id[:40])
    game = find_game(game_id)
    start = start_of(game)
    if start is None:
        raise Refused("not_found")
    return game, start


@router.get("/learn/{game_id}/coach")
async def begin(request: Request, game_id: str) -> Response:
    """The game before one's first decision."""
    return await _page(request, *_found(game_id), {})


@router.post("/learn/{game_id}/coach")
async def decide(request: Request, game_id: str) -> Response:
    """A decision, one taken back, or a question to the coach."""
    form = await read_form(request, FIELDS)
    return await _page(request, *_found(game_id), {name: values[0] for name, values in form.items()})


async def _page(request: Request, game: Game, start: Start, one: dict[str, str]) -> Response:
    who, lang, progress = player(request), lang_of(request), progress_of(request)
    values: dict[str, Any] = await _aside(lambda: _values(game, start, one, lang))
    last = len(lessons(game)) + 1
    if values["is_over"]:
        await progress.learn(who.id, {game.id: {last}})
    learnt = await progress.learnt(who.id)
    return page(
        request,
        "coach.html",
        page="learn",
        game=game.id,
        title=game.title[lang],
        lesson=TITLE[lang],
        text=start.text[lang],
        decisions=start.decisions,
        **beside(game, side_rows(game, learnt.get(game.id, set()), lang), lang),
        here=last,
        **values,
    )


def _values(game: Game, start: Start, one: dict[str, str], lang: str) -> dict[str, Any]:
    """What the page shows after what was said."""
    coached = _resumed(game, start, one.get("game", "")[:LONGEST])
    if "back" in one and coached.asked is not None:
        coached = Coached(game, start, coached.plies[: coached.mine])
    refused = ""
    if one.get("say") and not coached.is_over:
        try:
            refused = coached.play(one["say"], lang)
        except AgonError as error:
            refused = error.message(lang)
    return coach_values(coached, lang, refused, "hint" in one)


def _resumed(game: Game, start: Start, told: str) -> Coached:
    """The game where it was left; from the beginning where that cannot be."""
    try:
        return Coached(game, start, [text for text in told.split(";") if text])
    except AgonError:
        return Coached(game, start)


async def _aside(work: Callable[[], Thing]) -> Thing:
    """The coach thinks beside the server; a browser has but one thread."""
    return work() if sys.platform == "emscripten" else await asyncio.to_thread(work)
