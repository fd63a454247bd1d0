"""Lessons and puzzles for programs, under /api: the same judgements as on the pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from agon.core.errors import AgonError
from agon.core.game import known
from agon.games import game as find_game
from agon.play.lessons import MOVE, RIGHT, WRONG, Exercise, lessons
from agon.play.puzzle_words import refutation, task
from agon.play.puzzles import Attempt, Puzzle, find_puzzle, of_the_day, theme_name, themes
from agon.web.api import REFUSALS
from agon.web.bodies import Asked
from agon.web.errors import Refused
from agon.web.identity import lang_of, player
from agon.web.learnpage import lit_of
from agon.web.lobbypage import all_games
from agon.web.progress import progress_of
from agon.web.puzzling import today

router = APIRouter(prefix="/api", tags=["learn"], responses=REFUSALS)

Text = Annotated[str, Field(max_length=60)]


class AnswerIn(Asked):
    """Answers so far, and one more: an action in words, or a number."""

    plies: list[Text] = Field(default_factory=list, max_length=40)
    say: Text


class JudgedOut(BaseModel):
    """What an answer comes to: "right", "wrong", "on" (go on) or "refused", why, and what would be right now."""

    accepted: bool
    kind: str
    text: str
    lit: list[str] = Field(default_factory=list)


class LineIn(Asked):
    """The whole answer to a puzzle: one action, or all of a turn that wins."""

    plies: list[Text] = Field(min_length=1, max_length=40)


class PuzzleOut(BaseModel):
    """A puzzle as its solver sees it."""

    id: str
    game: str
    seat: int
    kind: str
    title: str
    text: str
    rating: int
    themes: list[str]
    legal: list[str]
    observation: dict[str, Any]


@router.post("/learn/{game_id}/{number}/{step}")
async def answer(
    request: Request,
    body: AnswerIn,
    game_id: Annotated[str, Path(max_length=64)],
    number: Annotated[int, Path(ge=1, le=99)],
    step: Annotated[int, Path(ge=1, le=99)],
) -> JudgedOut:
    """An answer to a step of a lesson."""
    course = lessons(find_game(game_id)) if game_id in known() else ()
    if number > len(course) or step > len(course[number - 1].steps):
        raise Refused("not_found")
    game, found = find_game(game_id), course[number - 1].steps[step - 1]
    try:
        exercise = Exercise(game, found, body.plies if found.kind == MOVE else ())
        outcome = exercise.answer(body.say)
    except AgonError as error:
        raise Refused("illegal_here", why=error.message(lang_of(request))) from error
    lit = sorted(lit_of(found, Exercise(game, found))) if outcome.kind == WRONG else []
    return JudgedOut(accepted=outcome.kind == RIGHT, kind=outcome.kind, text=outcome.text[lang_of(request)], lit=lit)


@router.get("/puzzles/{name}")
async def puzzle(request: Request, name: Annotated[str, Path(max_length=16)]) -> PuzzleOut:
    """A puzzle; "daily" is that of the day."""
    found, lang = _puzzle(request, name), lang_of(request)
    game = find_game(found.game)
    title, text = task(game, found, lang)
    attempt = Attempt(game, found)
    seen = attempt.seen()
    rating = await progress_of(request).puzzle_rating(found.id, found.rating)
    return PuzzleOut(
        id=found.id,
        game=game.id,
        seat=attempt.me,
        kind=found.kind,
        title=title,
        text=text,
        rating=round(rating),
        themes=[theme_name(game, theme, lang) for theme in themes(game, found)],
        legal=[action for action, _ in seen.choices(lang)],
        observation=seen.facts(),
    )


@router.post("/puzzles/{name}")
async def solve(request: Request, body: LineIn, name: Annotated[str, Path(max_length=16)]) -> JudgedOut:
    """A whole answer to a puzzle; the first one is rated."""
    who, lang, progress = player(request), lang_of(request), progress_of(request)
    found = _puzzle(request, name)
    game = find_game(found.game)
    try:
        attempt = Attempt(game, found)
        for text in body.plies:
            refused = attempt.play(text) if attempt.is_open() else None
            if refused is not None and refused.text is not None:
                raise Refused("illegal_here", why=refused.text[lang])
    except AgonError as error:
        raise Refused("illegal_here", why=error.message(lang)) from error
    verdict = attempt.verdict()
    is_right = verdict.kind == RIGHT
    rating = await progress.puzzle_rating(found.id, found.rating)
    await progress.tried(who.id, found.id, game.id, rating, is_right)
    if found == of_the_day(all_games(), today(request)):
        await progress.solve_day(who.id, today(request), is_right)
    said = [] if is_right else refutation(game, found, attempt.plies, verdict.refuted, lang)
    return JudgedOut(accepted=is_right, kind=RIGHT if is_right else WRONG, text=" ".join(said))


def _puzzle(request: Request, name: str) -> Puzzle:
    try:
        return of_the_day(all_games(), today(request)) if name == "daily" else find_puzzle(all_games(), name)
    except AgonError as error:
        raise Refused("not_found") from error
