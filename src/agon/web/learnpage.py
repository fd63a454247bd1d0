"""What the pages of the lessons show: the map of all courses, and a task on the real board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from markupsafe import Markup

from agon.core.errors import AgonError
from agon.core.game import Game
from agon.draw.geometry import num
from agon.draw.scene import Fact, Scene, Shape
from agon.draw.scene import Sheet as Drawn
from agon.draw.svg import sheet_svg
from agon.play.coach import ABOUT, TITLE, start_of
from agon.play.lessons import CHOICE, COUNT, MOVE, ON, REFUSED, RIGHT, WRONG, Exercise, Lesson, Step, lessons
from agon.web.camera import around_all
from agon.web.lobbypage import all_games, card
from agon.web.present import ground_of
from agon.web.progress import Learnt, Missed

COOKIE: Final = "agon_learnt"
AT: Final = "agon_lesson"  # the cookie that keeps where somebody left: "attika.3.2"
PATIENCE: Final = 2  # wrong answers until the page offers to show how
LAUREL: Final = "i-laurel"  # of a lesson without a picture, and of the game at the end
TOLD: Final = 3  # answers that are lit, if they are told in words as well
LONGEST: Final = 40  # plies of a task that are believed


def read_learnt(cookie: str) -> Learnt:
    """Progress as the browser keeps it: "attika.1.2_olympos.1"."""
    out: Learnt = {}
    for part in cookie.split("_G_")[:20]:
        game, *numbers = part.split(".")
        if game and all(n.isdigit() for n in numbers):
            out[game] = {int(n) for n in numbers if int(n) < 100}
    return out


def write_learnt(learnt: Learnt) -> str:
    rows = (".".join([game, *map(str, sorted(numbers))]) for game, numbers in sorted(learnt.items()) if numbers)
    return "_G_".join(rows)


# ---- the map ----


def map_values(learnt: Learnt, missed: Missed, lang: str, left: str = "") -> dict[str, Any]:
    """All courses with what has been learnt, what is to be practised again, and where to go on; `left` is a cookie."""
    courses = [_course(game, learnt.get(game.id, set()), missed, lang) for game in all_games() if lessons(game)]
    begun = [course for course in courses if 0 < course["done"] < len(course["lessons"])]
    there = _left_at(left, learnt)
    at = next((course for course in courses if there is not None and course["id"] == there[0].id), None)
    values = {"page": "learn", "courses": courses, "next": at or next(iter(begun or courses), None), "left": None}
    if there is not None and at is not None:
        found, step = there[1], there[2]
        row = {**at["lessons"][found.number - 1], "step": step, "steps": len(found.steps)}
        values["left"] = {**row, "href": f"{row['href']}?step={step}", "game": at["name"]}
    return values


def _left_at(cookie: str, learnt: Learnt) -> tuple[Game, Lesson, int] | None:
    """The step at which somebody left, unless its lesson has been learnt since."""
    game_id, *numbers = cookie.split(".")
    game = next((game for game in all_games() if game.id == game_id), None)
    if game is None or len(numbers) != 2 or not all(n.isascii() and n.isdigit() and len(n) < 4 for n in numbers):
        return None
    number, step = map(int, numbers)
    course = lessons(game)
    if not 1 <= number <= len(course) or number in learnt.get(game.id, set()):
        return None
    found = course[number - 1]
    return (game, found, step) if 1 <= step <= len(found.steps) else None


def _course(game: Game, done: set[int], missed: Missed, lang: str) -> dict[str, Any]:
    course = lessons(game)
    rows: list[dict[str, Any]] = [
        {
            "number": found.number,
            "title": found.title[lang],
            "about": found.about[lang],
            "minutes": found.minutes,
            "symbol": found.symbol or LAUREL,
            "done": found.number in done,
            "href": f"/learn/{game.id}/{found.number}",
        }
        for found in course
    ]
    coach = len(course) + 1
    start = start_of(game)
    if start is not None:
        row = {"number": coach, "title": TITLE[lang], "about": ABOUT[lang], "minutes": start.minutes}
        rows.append({**row, "done": coach in done, "symbol": LAUREL, "href": f"/learn/{game.id}/coach"})
    left = [row for row in rows if not row["done"]]
    return {
        **card(game, lang),
        "lessons": rows,
        "done": len(rows) - len(left),
        "left": sum(row["minutes"] for row in left),
        "next": (left or rows)[0],
        "missed": sum(row[0] == game.id for row in missed),
    }


# ---- a task ----


@dataclass(frozen=True)
class Sheet:
    """A sheet of the scene, drawn."""

    name: str
    title: str
    ground: str  # the colour it lies on
    svg: Markup
    whole: str = ""  # its box, where the camera shows a part of it


@dataclass(frozen=True)
class Task:
    """A step as the page shows it."""

    lesson: Lesson
    number: int  # of the step, from 1
    step: Step
    sheets: list[Sheet]
    choices: list[tuple[str, str]]  # what may be answered, and how a button says it
    buttons: list[tuple[str, str]]  # those that no place of the picture stands for
    plies: tuple[str, ...]
    outcome: str  # "", or of lessons.py
    said: str
    tries: int
    may_show: bool
    is_last: bool
    lit: list[str]  # what is lit, in words, and what would come of it
    facts: list[Fact]  # what the learner has that matters here


def task(
    game: Game,
    found: Lesson,
    number: int,
    lang: str,
    plies: Collection[str] = (),
    said: str = "",
    tries: int = 0,
    shown: bool = False,
) -> Task:
    """The task after somebody's answer; `shown` asks for the solution to be played."""
    step = found.steps[number - 1]
    exercise = _resumed(game, step, plies)
    outcome, text = "", ""
    if shown:
        exercise = Exercise(game, step, step.solution)
        outcome, text = RIGHT, step.right[lang]
    elif said:
        outcome, text = _answered(exercise, said, lang)
        tries += outcome == WRONG
        if outcome == WRONG:
            exercise = Exercise(game, step)
    asked = outcome != RIGHT
    scene = exercise.seen().scene(lang)
    assert isinstance(scene, Scene)
    lit = lit_of(step, exercise) if tries and asked else set()
    missed = said if outcome == WRONG else ""
    moves = exercise.seen().choices(lang) if step.kind == MOVE and asked and exercise.state.actor() == step.me else []
    choices = [(str(n), choice[lang]) for n, choice in enumerate(step.choices)] if step.kind == CHOICE else moves
    return Task(
        lesson=found,
        number=number,
        step=step,
        sheets=_sheets(scene, step, bool(moves), lit, missed),
        choices=choices if asked else [],
        buttons=[(action, label) for action, label in moves if action in scene.buttons],
        plies=tuple(exercise.plies) if asked else (),
        outcome=outcome,
        said=text,
        tries=tries,
        may_show=tries >= PATIENCE and asked,
        is_last=number == len(found.steps),
        lit=_told_of(exercise, sorted(lit)[:TOLD], lang) if len(lit) <= TOLD else [],
        facts=[fact for fact in scene.panels[step.me].facts if fact.symbol in found.shows],
    )


def _told_of(exercise: Exercise, actions: list[str], lang: str) -> list[str]:
    """Actions in words, each with what would come of it."""
    game, seen, out = exercise.game, exercise.seen(), []
    for text in actions:
        action = game.space.parse(text)
        gain = game.outlook(seen.state, action, lang).gain
        out.append(f"{seen.label(action, lang)} ({gain})" if gain else seen.label(action, lang))
    return out


def _resumed(game: Game, step: Step, plies: Collection[str]) -> Exercise:
    """The task where it was left; from the beginning where that cannot be."""
    try:
        return Exercise(game, step, list(plies)[:LONGEST])
    except AgonError:
        return Exercise(game, step)


def _answered(exercise: Exercise, said: str, lang: str) -> tuple[str, str]:
    try:
        outcome = exercise.answer(said)
    except AgonError as error:
        return REFUSED, error.message(lang)
    return outcome.kind, outcome.text[lang]


def lit_of(step: Step, exercise: Exercise) -> set[str]:
    """The actions that would be right now."""
    if step.accept.actions:
        return set(step.accept.actions)
    return set(step.solution[len(exercise.plies) : len(exercise.plies) + 1])


def side_rows(game: Game, done: Collection[int], lang: str) -> list[dict[str, Any]]:
    """The course beside a lesson; a game with the coach is its last."""
    rows = [
        {
            "number": f.number,
            "at": str(f.number),
            "title": f.title[lang],
            "about": f.about[lang],
            "minutes": f.minutes,
        }
        for f in lessons(game)
    ]
    start = start_of(game)
    if start is not None:
        last = {"number": len(rows) + 1, "at": "coach", "title": TITLE[lang], "about": ABOUT[lang]}
        rows.append({**last, "minutes": start.minutes})
    return [{**row, "done": row["number"] in done} for row in rows]


def beside(game: Game, rows: list[dict[str, Any]], lang: str) -> dict[str, Any]:
    """What the list beside a lesson shows: the cover, how far somebody is, and the course."""
    left = [row for row in rows if not row["done"]]
    minutes = sum(row["minutes"] for row in left)
    return {"course": rows, "card": card(game, lang), "done": len(rows) - len(left), "left": minutes}


def _sheets(scene: Scene, step: Step, asked: bool, lit: Collection[str], missed: str) -> list[Sheet]:
    """The sheet the task is about, the board, and whatever else offers something; what can be answered comes first."""
    board = scene.sheets[0]
    wanted = [s for s in scene.sheets if s.name == step.sheet or s is board]
    if asked:
        wanted += [s for s in scene.sheets if s not in wanted and any(shape.legal for shape in s.shapes)]
    wanted.sort(key=lambda s: (asked and not any(shape.legal for shape in s.shapes), s.name != step.sheet))
    return [_drawn(s, step if s is board else None, asked, lit, missed) for s in wanted]


def _drawn(sheet: Drawn, step: Step | None, asked: bool, lit: Collection[str], missed: str) -> Sheet:
    """A sheet as it is shown; the camera looks at what the step is about."""
    shown = replace(sheet, shapes=[_shape(shape, asked, lit, missed) for shape in sheet.shapes])
    if step is not None:
        about = [*step.solution, *step.accept.actions, *(a for wrong in step.wrong for a in wrong.when.actions), missed]
        shown = around_all(shown, step.focus or step.given, about)
    box = f"{num(sheet.left)} {num(sheet.top)} {num(sheet.width)} {num(sheet.height)}"
    svg = Markup(sheet_svg(shown, f"{sheet.name}-"))
    return Sheet(sheet.name, sheet.title, ground_of(sheet), svg, box if shown.width < sheet.width else "")


def _shape(shape: Shape, asked: bool, lit: Collection[str], missed: str) -> Shape:
    if not asked and shape.actions:
        return replace(shape, legal=False, actions=())
    marks = ["lit"] if set(shape.actions) & set(lit) else ["missed"] if missed and missed in shape.actions else []
    return replace(shape, cls=" ".join([shape.cls, *marks]).strip())


def dots(t: Task) -> list[Mapping[str, Any]]:
    """The steps of the lesson: those behind, this one, those to come."""
    return [
        {"n": n, "state": "done" if n < t.number else "now" if n == t.number else ""}
        for n in range(1, len(t.lesson.steps) + 1)
    ]


__all__ = ["COUNT", "ON", "Task", "dots", "map_values", "read_learnt", "task", "write_learnt"]
