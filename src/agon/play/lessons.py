"""Lessons: data in a game's folder (lessons/*.toml), each a few tasks on real positions, judged by the engine.

A step has a position (things laid out, then plies), what chance and the other seats do by script, a task, and what
counts as solved: a condition on the position or on the action, a number, or a choice. What the rules forbid is refused
by the rules themselves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from agon.core.errors import AgonError, BadPack
from agon.core.game import Game, Words
from agon.core.state import CHANCE, OVER, State
from agon.play.seen import Seen
from agon.play.table import laid_out

MOVE, COUNT, CHOICE = "move", "count", "choice"

# What a task may come to.
REFUSED: Final = "refused"  # the rules forbid it
WRONG: Final = "wrong"
ON: Final = "on"  # so far so good: the task goes on
RIGHT: Final = "right"


@dataclass(frozen=True)
class Condition:
    """What must hold: all that is named here."""

    actions: tuple[str, ...] = ()  # the last action is one of these
    played: tuple[str, ...] = ()  # these were all played by the learner
    scores: Mapping[str, int] = field(default_factory=dict)  # the learner's points, at least
    facts: Mapping[str, Any] = field(default_factory=dict)  # of the position, by their path: "players.0.rings"
    won: bool = False  # the game is over, and the learner is first
    answers: tuple[int, ...] = ()  # a number, or the place of a choice from 0

    def holds(self, game: Game, state: State, me: int, plies: Sequence[str], answer: int | None = None) -> bool:
        if self.answers and answer not in self.answers:
            return False
        if self.actions and (not plies or plies[-1] not in self.actions):
            return False
        if not set(self.played) <= set(plies):
            return False
        if self.won and (state.actor() != OVER or state.places()[me] != 1):
            return False
        points = game.scores(state)[me] if self.scores else {}
        if any(points.get(name, 0) < least for name, least in self.scores.items()):
            return False
        facts = game.facts(state) if self.facts else {}
        return all(_fact(facts, path) == value for path, value in self.facts.items())


def _fact(facts: Any, path: str) -> object:
    """A fact by its path; names and numbers of a list lead on."""
    for name in path.split("."):
        facts = facts[int(name)] if isinstance(facts, list) else facts[name]
    return facts


@dataclass(frozen=True)
class Wrong:
    """What is said to an answer that does not solve the task; the first that fits."""

    when: Condition
    text: Words


@dataclass(frozen=True)
class Step:
    """One task."""

    kind: str
    seats: int
    me: int
    given: Mapping[str, object]
    plies: tuple[str, ...]  # played before the learner is asked
    draws: tuple[str, ...]  # what chance brings then, in this order
    others: tuple[str, ...]  # what the other seats do then, in this order
    moves: int  # as many decisions has the learner
    task: Words
    more: Words  # a word on it, in smaller letters
    choices: tuple[Words, ...]
    accept: Condition
    solution: tuple[str, ...]
    answer: int | None
    counts: str  # the learner's points of this name are the answer
    right: Words
    wrong: tuple[Wrong, ...]
    sheet: str  # the sheet to look at
    focus: str  # the places to look at, where not all that are named
    paragraph: str


@dataclass(frozen=True)
class Lesson:
    """A lesson of one to three minutes."""

    game: str
    number: int
    id: str
    minutes: int
    title: Words
    about: Words
    teaches: tuple[str, ...]
    steps: tuple[Step, ...]
    symbol: str = ""  # its picture on the map
    shows: tuple[str, ...] = ()  # of what the learner has, by their symbols


@dataclass(frozen=True)
class Outcome:
    """What came of an answer."""

    kind: str  # REFUSED, WRONG, ON or RIGHT
    text: Words


# ---- reading ----


def lessons(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order."""
    return _lessons(game.id, game.folder)


@cache
def _lessons(game_id: str, folder: str) -> tuple[Lesson, ...]:
    place = files(folder) / "lessons" if folder else None
    if place is None or not place.is_dir():
        return ()
    found = sorted((file.name, file.read_text("utf-8")) for file in place.iterdir() if file.name.endswith(".toml"))
    return tuple(_lesson(game_id, n, name, tomllib.loads(text)) for n, (name, text) in enumerate(found, 1))


def lesson(game: Game, number: int) -> Lesson:
    """One lesson by its number; refused where there is none."""
    found = lessons(game)
    if not 1 <= number <= len(found):
        raise AgonError("no_lesson", game=game.id, number=number)
    return found[number - 1]


def _lesson(game_id: str, number: int, name: str, data: dict[str, Any]) -> Lesson:
    where = f"{game_id}, {name}"
    given = {key: value for key, value in data.items() if key == "position"}.get("position", {})
    steps = tuple(_step(f"{where}, step {n}", given, step) for n, step in enumerate(data["step"], 1))
    return Lesson(
        game_id,
        number,
        name.removesuffix(".toml"),
        data["minutes"],
        _words(where, data["title"]),
        _words(where, data["about"]),
        tuple(data["teaches"]),
        steps,
        data.get("symbol", ""),
        tuple(data.get("shows", ())),
    )


KEYS: Final = {
    "kind", "seats", "me", "position", "plies", "draws", "others", "moves", "task", "more", "choices", "accept",
    "solution", "answer", "counts", "right", "wrong", "sheet", "focus", "paragraph",
}  # fmt: skip


def _step(where: str, base: dict[str, Any], data: dict[str, Any]) -> Step:
    unknown = sorted(set(data) - KEYS)
    if unknown:
        raise BadPack(f"{where}: nobody knows {', '.join(unknown)}.")
    given = {**base, **data.get("position", {})}
    seats = given.pop("seats", 2)
    accept = _condition(where, data["accept"])
    kind = COUNT if "answer" in data and "choices" not in data else CHOICE if "choices" in data else MOVE
    return Step(
        kind,
        seats,
        given.pop("me", 0),
        given,
        tuple(data.get("plies", ())),
        tuple(data.get("draws", ())),
        tuple(data.get("others", ())),
        data.get("moves", max(1, len(data.get("solution", ())))),
        _words(where, data["task"]),
        _words(where, data["more"]) if "more" in data else {},
        tuple(_words(where, choice) for choice in data.get("choices", ())),
        accept,
        tuple(data.get("solution", ())),
        data.get("answer"),
        data.get("counts", ""),
        _words(where, data["right"]),
        tuple(Wrong(_condition(where, w.get("when", {})), _words(where, w)) for w in data["wrong"]),
        data.get("sheet", "board"),
        data.get("focus", ""),
        data["paragraph"],
    )


def _words(where: str, said: Mapping[str, Any]) -> Words:
    if not {"en", "de"} <= set(said):
        raise BadPack(f"{where}: {said} is not said in both languages.")
    return {lang: said[lang] for lang in ("en", "de")}


def _condition(where: str, data: Mapping[str, Any]) -> Condition:
    known = {"actions", "played", "scores", "facts", "won", "answers"}
    if set(data) - known:
        raise BadPack(f"{where}: nobody knows {', '.join(sorted(set(data) - known))}.")
    rows = {key: tuple(value) for key, value in data.items() if isinstance(value, list)}
    return Condition(**{**data, **rows})


# ---- playing ----


def played(game: Game, state: State, text: str) -> None:
    """Play an action of a script, which must be legal."""
    action = game.space.parse(text)
    if action not in state.legal():
        raise BadPack(f"{game.id}: {text} is not possible: {game.why_not(state, action)}")
    state.apply(action)


class Exercise:
    """A step being worked on: the position after the learner's plies, chance and the others by script."""

    def __init__(self, game: Game, step: Step, plies: Sequence[str] = ()) -> None:
        self.game = game
        self.step = step
        self.draws = list(step.draws)
        self.others = list(step.others)
        self.plies: list[str] = []
        self.state = game.position_from(step.seats, step.given, "lesson")
        for text in step.plies:
            self._apply(text)
        self._go_on()
        for text in plies:
            self.play(text)

    def _apply(self, text: str) -> None:
        played(self.game, self.state, text)

    def _go_on(self) -> None:
        """Chance and the others answer until the learner is asked; without a script, by what comes first.

        The others are heard only as long as the task goes on.
        """
        while self.state.actor() == CHANCE or (self.is_open() and self.state.actor() != self.step.me):
            script = self.draws if self.state.actor() == CHANCE else self.others
            legal = [self.game.space.text(action) for action in self.state.legal()]
            # Who leaves the way the author had in mind is given what comes first.
            self._apply(script.pop(0) if script and script[0] in legal else legal[0])

    def play(self, text: str) -> None:
        """The learner plays a legal action; what follows by script follows."""
        self._apply(text)
        self.plies.append(text)
        self._go_on()

    def is_open(self) -> bool:
        """Whether the learner has decisions left."""
        return len(self.plies) < self.step.moves and self.state.actor() != OVER

    def seen(self) -> Seen:
        """What the learner sees."""
        return laid_out(self.game, self.state, self.step.me)

    def answer(self, said: str) -> Outcome:
        """Judge an action in words, or a number; an action that is allowed is played."""
        if self.step.kind != MOVE:
            return self._judged(int(said) if said.strip().lstrip("-").isdigit() else None)
        action = self.game.space.parse(said)
        refusal = None if action in self.state.legal() else self.game.why_not(self.state, action)
        if refusal is not None:
            return Outcome(REFUSED, {lang: refusal.message(lang) for lang in ("en", "de")})
        self.play(self.game.space.text(action))
        return self._judged(None)

    def _judged(self, answer: int | None) -> Outcome:
        if self._holds(self.step.accept, answer):
            return Outcome(RIGHT, self.step.right)
        for wrong in self.step.wrong:
            if wrong.when != Condition() and self._holds(wrong.when, answer):
                return Outcome(WRONG, wrong.text)
        if self.step.kind == MOVE and self.is_open():
            return Outcome(ON, {"en": "", "de": ""})
        return Outcome(WRONG, self.step.wrong[-1].text)

    def _holds(self, condition: Condition, answer: int | None) -> bool:
        return condition.holds(self.game, self.state, self.step.me, self.plies, answer)


def solved_by(game: Game, step: Step) -> Outcome:
    """What the step's own solution comes to."""
    exercise = Exercise(game, step)
    if step.kind != MOVE:
        return exercise.answer(str(step.answer))
    outcome = Outcome(WRONG, step.wrong[-1].text)
    for text in step.solution:
        outcome = exercise.answer(text)
    return outcome
