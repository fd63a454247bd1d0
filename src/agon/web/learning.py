"""The addresses one learns at: how to play, the map of the lessons, and the lessons."""

from __future__ import annotations

from urllib.parse import parse_qs

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from agon.core.game import Game, known
from agon.games import game as find_game
from agon.play.lessons import Lesson, lesson, lessons
from agon.web.asking import check_text, number
from agon.web.errors import Refused
from agon.web.howtopage import howto_page
from agon.web.identity import lang_of, player
from agon.web.learnpage import COOKIE, dots, map_values, read_learnt, task, write_learnt
from agon.web.lobbypage import all_games
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
    player(request)
    learnt = read_learnt(request.cookies.get(COOKIE, ""))
    return page(request, "learn.html", **map_values(learnt, lang_of(request)))


@router.get("/learn/{game_id}")
async def course(request: Request, game_id: str) -> Response:
    """A game's course begins with its first lesson."""
    player(request)
    return RedirectResponse(f"/learn/{_game(game_id).id}/1", 303)


@router.get("/learn/{game_id}/{number}")
async def show_lesson(request: Request, game_id: str, number: str) -> Response:
    """A lesson, at its first task or the one asked for."""
    player(request)
    found = _lesson(_game(game_id), number)
    return _page(request, found, _step(found, request.query_params.get("step")))


@router.post("/learn/{game_id}/{number}")
async def answer(request: Request, game_id: str, number: str) -> Response:
    """An answer to a task."""
    player(request)
    found = _lesson(_game(game_id), number)
    body = (await request.body()).decode("utf-8", "replace")
    try:
        form = parse_qs(body, keep_blank_values=True, max_num_fields=FIELDS)
    except ValueError as error:
        raise Refused("unreadable") from error
    for text in (t for name, values in form.items() for t in (name, *values)):
        check_text(text)
    one = {name: values[0] for name, values in form.items()}
    return _page(
        request,
        found,
        _step(found, one.get("step")),
        tuple(form.get("ply", ())),
        one.get("say", ""),
        max(0, _number(one.get("tries"), 0)),
        one.get("show") == "yes",
    )


def _number(text: str | None, default: int) -> int:
    found = number(text)
    return default if found is None else found


def _step(found: Lesson, text: str | None) -> int:
    return max(1, min(_number(text, 1), len(found.steps)))


def _page(
    request: Request,
    found: Lesson,
    step: int,
    plies: tuple[str, ...] = (),
    said: str = "",
    tries: int = 0,
    shown: bool = False,
) -> Response:
    lang = lang_of(request)
    game = find_game(found.game)
    t = task(game, found, step, lang, plies, said, tries, shown)
    learnt = read_learnt(request.cookies.get(COOKIE, ""))
    is_done = t.outcome == "right" and t.is_last
    if is_done:
        learnt.setdefault(game.id, set()).add(found.number)
    course = lessons(game)
    response = page(
        request,
        "lesson.html",
        page="learn",
        t_=t,
        game=game.id,
        title=game.title[lang],
        dots=dots(t),
        course=[(row, row.number in learnt.get(game.id, set())) for row in course],
        following=course[found.number] if found.number < len(course) else None,
        is_done=is_done,
        why=rules_href(game.id, t.step.paragraph),
    )
    if is_done:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, write_learnt(learnt), max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    return response
