"""The addresses one learns at: how to play, the map of the lessons, and the lessons."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from agon.core.game import Game, known
from agon.games import game as find_game
from agon.play.lessons import RIGHT, WRONG, Lesson, lesson, lessons
from agon.web.asking import number, read_form
from agon.web.errors import Refused
from agon.web.howtopage import howto_page
from agon.web.identity import Identity, lang_of, player
from agon.web.learnpage import AT, COOKIE, beside, dots, map_values, read_learnt, side_rows, task, write_learnt
from agon.web.lobbypage import all_games
from agon.web.progress import Learnt, progress_of
from agon.web.render import YEAR, page, rules_href
from agon.web.routes import Routes

router = Routes()

FIELDS = 60  # in one form


def _game(game_id: str) -> Game:
    if game_id not in known():
        raise Refused("unknown_game", game=game_id[:40])
    return find_game(game_id)


def _lesson(game: Game, number: str) -> Lesson:
    if not number.isdigit() or not 1 <= int(number[:4]) <= len(lessons(game)):
        raise Refused("not_found")
    return lesson(game, int(number))


@router.get("/games/{game_id}/how-to-play")
async def how_to_play(request: Request, game_id: str) -> Response:
    """A game on two pages."""
    player(request)
    lang = lang_of(request)
    found = _game(game_id)
    text = howto_page(found, lang)
    if text is None:
        raise Refused("not_found")
    return page(
        request,
        "howto.html",
        page="learn",
        game=found.id,
        title=found.title[lang],
        seats=f"{found.seats[0]}–{found.seats[-1]}" if len(found.seats) > 1 else str(found.seats[0]),
        minutes=found.minutes,
        left=Markup(text.left),
        right=Markup(text.right),
        others=[(g.id, g.title[lang]) for g in all_games()],
        course=bool(lessons(found)),
    )


@router.get("/learn")
async def learn(request: Request) -> Response:
    """All lessons, and where to go on."""
    who = player(request)
    learnt = await learnt_of(request, who)
    missed = await progress_of(request).missed(who.id)
    values = map_values(learnt, missed, lang_of(request), request.cookies.get(AT, ""))
    return _without_cookie(request, page(request, "learn.html", **values))


async def learnt_of(request: Request, who: Identity) -> Learnt:
    """What has been learnt; what the browser kept of it in former times is taken over."""
    progress = progress_of(request)
    own = read_learnt(request.cookies.get(COOKIE, ""))
    if own:
        await progress.learn(who.id, {game: numbers for game, numbers in own.items() if game in known()})
    return await progress.learnt(who.id)


def _without_cookie(request: Request, response: Response) -> Response:
    """The browser need not keep what the server does."""
    if COOKIE in request.cookies and progress_of(request).is_kept:
        response.delete_cookie(COOKIE, samesite="lax", httponly=True)
    return response


@router.get("/learn/{game_id}")
async def course(request: Request, game_id: str) -> Response:
    """A game's course begins with its first lesson."""
    player(request)
    return RedirectResponse(f"/learn/{_game(game_id).id}/1", 303)


@router.get("/learn/{game_id}/practise")
async def practise(request: Request, game_id: str) -> Response:
    """The first step of a game that was missed; the map where none is left."""
    who = player(request)
    game = _game(game_id)
    rows = sorted(row for row in await progress_of(request).missed(who.id) if row[0] == game.id)
    there = next((row for row in rows if _is_step(game, row[1], row[2])), None)
    if there is None:
        return RedirectResponse("/learn", 303)
    return RedirectResponse(f"/learn/{game.id}/{there[1]}?step={there[2]}&again=yes", 303)


def _is_step(game: Game, number: int, step: int) -> bool:
    course = lessons(game)
    return 1 <= number <= len(course) and 1 <= step <= len(course[number - 1].steps)


@router.get("/learn/{game_id}/{number}")
async def show_lesson(request: Request, game_id: str, number: str) -> Response:
    """A lesson, at its first task or the one asked for."""
    found = _lesson(_game(game_id), number)
    again = request.query_params.get("again") == "yes"
    return await _page(request, found, Said(_step(found, request.query_params.get("step")), again=again))


@router.post("/learn/{game_id}/{number}")
async def answer(request: Request, game_id: str, number: str) -> Response:
    """An answer to a task."""
    found = _lesson(_game(game_id), number)
    form = await read_form(request, FIELDS)
    one = {name: values[0] for name, values in form.items()}
    said = Said(
        _step(found, one.get("step")),
        tuple(form.get("ply", ())),
        one.get("say", ""),
        max(0, _number(one.get("tries"), 0)),
        one.get("show") == "yes",
        one.get("again") == "yes",
    )
    return await _page(request, found, said)


@dataclass(frozen=True)
class Said:
    """What somebody answers to a step."""

    step: int
    plies: tuple[str, ...] = ()
    text: str = ""
    tries: int = 0
    shown: bool = False
    again: bool = False  # it is practised again


def _number(text: str | None, default: int) -> int:
    found = number(text)
    return default if found is None else found


def _step(found: Lesson, text: str | None) -> int:
    return max(1, min(_number(text, 1), len(found.steps)))


async def _page(request: Request, found: Lesson, said: Said) -> Response:
    who, lang, progress = player(request), lang_of(request), progress_of(request)
    game = find_game(found.game)
    t = task(game, found, said.step, lang, said.plies, said.text, said.tries, said.shown)
    learnt = await learnt_of(request, who)
    if t.outcome == WRONG or said.shown:
        await progress.miss(who.id, game.id, found.number, said.step)
    elif t.outcome == RIGHT and not said.tries:
        await progress.amend(who.id, game.id, found.number, said.step)
    missed = sorted(step for g, n, step in await progress.missed(who.id) if (g, n) == (game.id, found.number))
    at_end = t.outcome == RIGHT and (t.is_last or said.again)
    # What was missed comes back at the end, once without help; whoever leaves finds it on the map.
    again = next((step for step in missed if step != said.step or said.tries or said.shown), None) if at_end else None
    is_done = at_end and again is None
    if is_done or (at_end and t.is_last):
        await progress.learn(who.id, {game.id: {found.number}})
        learnt.setdefault(game.id, set()).add(found.number)
    rows = side_rows(game, learnt.get(game.id, set()), lang)
    response = page(
        request,
        "lesson.html",
        page="learn",
        t_=t,
        game=game.id,
        title=game.title[lang],
        dots=dots(t),
        **beside(game, rows, lang),
        here=found.number,
        following=rows[found.number] if found.number < len(rows) else None,
        is_done=is_done,
        again=again,
        is_again=said.again,
        why=rules_href(game.id, t.step.paragraph),
    )
    secure = request.url.scheme == "https"
    if not said.again:
        at = f"{game.id}.{found.number}.{said.step}"
        response.set_cookie(AT, at, max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    if is_done and not progress.is_kept:
        response.set_cookie(COOKIE, write_learnt(learnt), max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    return _without_cookie(request, response)
