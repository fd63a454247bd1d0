"""Lessons and how to play, in a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.rulebook import without_sources
from agon.play.coach import TITLE, Coached, start_of
from agon.play.lessons import CHOICE, COUNT, MOVE, ON, REFUSED, RIGHT, Exercise, Lesson, Step, lessons
from agon.play.pictures import PICTURE, picture

Ask = Callable[[str], str]
Out = Callable[[str], None]

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "lesson": "Lesson {n}: {title} ({minutes} min)",
        "step": "Step {n} of {all}",
        "why": "The rule: {paragraph}",
        "help": "Answer in words. ? lists what is possible, show plays the solution, quit ends.",
        "right": "Right.",
        "wrong": "Not yet.",
        "end": "That was the course. agon play {game} begins your first game.",
        "none": "{game} has no lessons.",
        "picture": "[picture: {title}]",
        "no_howto": "{game} has no short text; see the rules.",
    },
    "de": {
        "lesson": "Lektion {n}: {title} ({minutes} min)",
        "step": "Schritt {n} von {all}",
        "why": "Die Regel: {paragraph}",
        "help": "Antworte in Worten. ? zeigt, was möglich ist, show spielt die Lösung, quit beendet.",
        "right": "Richtig.",
        "wrong": "Noch nicht.",
        "end": "Das war der Kurs. agon play {game} beginnt deine erste Partie.",
        "none": "{game} hat keine Lektionen.",
        "picture": "[Bild: {title}]",
        "no_howto": "{game} hat keinen kurzen Text; sieh in die Regeln.",
    },
}


class Quit(Exception):
    """The learner has had enough."""


def learn(game: Game, first: int, lang: str, ask: Ask, out: Out) -> None:
    """The lessons from one on, until the learner ends or they do."""
    words = WORDS[lang]
    course = lessons(game)
    if not course:
        out(words["none"].format(game=game.id))
        return
    out(words["help"])
    try:
        for found in course[first - 1 :]:
            _go_through(game, found, lang, ask, out)
        _play_with_coach(game, lang, ask, out)
    except (Quit, EOFError):
        return
    out(words["end"].format(game=game.id))


def _go_through(game: Game, found: Lesson, lang: str, ask: Ask, out: Out) -> None:
    words = WORDS[lang]
    out("\n" + words["lesson"].format(n=found.number, title=found.title[lang], minutes=found.minutes))
    for number, step in enumerate(found.steps, 1):
        out("\n" + words["step"].format(n=number, all=len(found.steps)))
        _solve(game, step, lang, ask, out)


def _play_with_coach(game: Game, lang: str, ask: Ask, out: Out) -> None:
    """The last lesson: a short game to its end, with a word before and after each decision."""
    start = start_of(game)
    if start is None:
        return
    coached = Coached(game, start)
    out(f"\n{TITLE[lang]}. {start.text[lang]}")
    while not coached.is_over:
        out("\n" + "\n".join([coached.seen().sketch(lang), *coached.before(lang), coached.seen().prompt(lang).title]))
        before = len(coached.plies)
        while len(coached.plies) == before:
            said = ask("> ").strip()
            if said in ("quit", "q"):
                raise Quit
            if said == "?":
                for action, label in coached.seen().choices(lang):
                    out(f"  {action}: {label}")
            elif said == "show":
                out(coached.advice(lang))
            elif said:
                out(_played(coached, said, lang))
        out("\n".join(coached.after(lang)))
    out(coached.ending(lang))


def _played(coached: Coached, said: str, lang: str) -> str:
    try:
        return coached.play(said, lang)
    except AgonError as error:
        return error.message(lang)


def _solve(game: Game, step: Step, lang: str, ask: Ask, out: Out) -> None:
    """Ask until the task is solved."""
    words = WORDS[lang]
    exercise = Exercise(game, step)
    out(exercise.seen().sketch(lang))
    _put(step, lang, out)
    while True:
        said = ask("> ").strip()
        if said in ("quit", "q"):
            raise Quit
        if said == "?":
            _list(exercise, lang, out)
            continue
        if said == "show":
            out(" · ".join(step.solution) or _told(step, lang))
            out(step.right[lang])
            return
        if not said:
            continue
        try:
            outcome = exercise.answer(_number(step, said))
        except AgonError as error:
            out(error.message(lang))
            continue
        if outcome.kind == RIGHT:
            out(f"{words['right']} {outcome.text[lang]} ({step.paragraph})")
            return
        if outcome.kind == ON:
            out(exercise.seen().sketch(lang))
        elif outcome.kind == REFUSED:
            out(outcome.text[lang])
        else:
            out(f"{words['wrong']} {outcome.text[lang]}")
            exercise = Exercise(game, step)


def _put(step: Step, lang: str, out: Out) -> None:
    out(step.task[lang])
    if step.more:
        out(step.more[lang])
    for number, choice in enumerate(step.choices, 1):
        out(f"  {number} {choice[lang]}")


def _number(step: Step, said: str) -> str:
    """Choices are counted from 1 here."""
    return str(int(said) - 1) if step.kind == CHOICE and said.isdigit() else said


def _told(step: Step, lang: str) -> str:
    if step.kind == COUNT:
        return str(step.answer)
    return step.choices[step.answer or 0][lang]


def _list(exercise: Exercise, lang: str, out: Out) -> None:
    if exercise.step.kind == MOVE:
        for action, label in exercise.seen().choices(lang):
            out(f"  {action}: {label}")
    else:
        _put(exercise.step, lang, out)


def howto(game: Game, lang: str) -> str:
    """How to play, as plain text: pictures by their titles, no marks of Markdown."""
    words = WORDS[lang]
    if not game.has_howto():
        return words["no_howto"].format(game=game.id)
    text = without_sources(game.howto_text(lang)).replace("\n---\n", "\n")
    text = PICTURE.sub(lambda m: words["picture"].format(title=picture(game, m[1]).title[lang]), text)
    text = re.sub(r"^\|[-| ]+\|\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\| (.*) \| (.*) \|$", r"  \1: \2", text, flags=re.MULTILINE)
    return re.sub(r"\*\*|(?<!\w)\*|\*(?!\w)|^#+ ", "", text, flags=re.MULTILINE).strip()
