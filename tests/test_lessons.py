"""Laws of the lessons: each loads, its solution solves it, a wrong answer does not, and both languages say it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import agon
from agon.core.errors import AgonError, BadPack
from agon.core.game import Game, Words
from agon.draw.scene import Scene
from agon.draw.symbols import SYMBOLS
from agon.play.lessons import MOVE, ON, RIGHT, WRONG, Exercise, Lesson, Step, lesson, lessons, solved_by

PARAGRAPH = re.compile(r"^(?:#+ |\*\*)(§Q?\d+(?:\.\d+)*)\b", re.MULTILINE)
EVERY_GAME = pytest.mark.parametrize("game_id", agon.game_ids())
ALL = [(game_id, found) for game_id in agon.game_ids() for found in lessons(agon.game(game_id))]
EVERY = pytest.mark.parametrize(("game_id", "found"), ALL, ids=[f"{game_id}-{found.id}" for game_id, found in ALL])
STEPS = [(game_id, step, f"{game_id}-{found.id}-{n}") for game_id, found in ALL for n, step in enumerate(found.steps)]
EVERY_STEP = pytest.mark.parametrize(
    ("game_id", "step"), [(g, step) for g, step, _ in STEPS], ids=[name for _, _, name in STEPS]
)


def said(step: Step) -> Iterator[Words]:
    yield step.task
    yield step.right
    yield from (wrong.text for wrong in step.wrong)
    yield from (choice for choice in step.choices if choice["en"].isdigit() is False)
    if step.more:
        yield step.more


@EVERY_GAME
def test_every_game_has_a_course_that_begins_with_the_aim(game_id: str) -> None:
    course = lessons(agon.game(game_id))
    assert 6 <= len(course) <= 10
    assert [found.number for found in course] == list(range(1, len(course) + 1))
    assert all(1 <= found.minutes <= 2 and found.steps for found in course)


@EVERY_STEP
def test_the_solution_of_a_step_solves_it(game_id: str, step: Step) -> None:
    assert solved_by(agon.game(game_id), step).kind == RIGHT


@EVERY_STEP
def test_what_is_counted_is_what_the_engine_counts(game_id: str, step: Step) -> None:
    game = agon.game(game_id)
    if step.counts:
        assert step.answer == game.scores(Exercise(game, step).state)[step.me][step.counts]


@EVERY
def test_every_lesson_has_a_picture_and_shows_what_there_is(game_id: str, found: Lesson) -> None:
    game = agon.game(game_id)
    assert found.symbol in SYMBOLS
    for step in found.steps:
        scene = Exercise(game, step).seen().scene("en")
        assert isinstance(scene, Scene)
        assert set(found.shows) <= {fact.symbol for fact in scene.panels[step.me].facts}
        places = {shape.id.partition("-")[2] for shape in scene.sheets[0].shapes}
        assert set(step.focus.split()) <= places


@EVERY_STEP
def test_the_solution_is_neither_accepted_nor_called_wrong_before_its_end(game_id: str, step: Step) -> None:
    """Seen while walking through the courses: a task that called its own solution wrong half way."""
    exercise = Exercise(agon.game(game_id), step)
    assert [exercise.answer(text).kind for text in step.solution[:-1]] == [ON] * len(step.solution[:-1])


@EVERY_STEP
def test_a_wrong_answer_does_not_solve_a_step(game_id: str, step: Step) -> None:
    game = agon.game(game_id)
    if step.kind != MOVE:
        number = (step.answer or 0) + 1 if not step.choices else ((step.answer or 0) + 1) % len(step.choices)
        assert Exercise(game, step).answer(str(number)).kind == WRONG
        return
    judged = {
        Exercise(game, step).answer(text).kind
        for _, text in zip(range(12), (game.space.text(a) for a in Exercise(game, step).state.legal()), strict=False)
    }
    assert judged - {RIGHT}, "every answer solves it"
    assert WRONG in judged or step.moves > 1


@EVERY_STEP
def test_what_the_rules_forbid_is_refused_by_the_rules(game_id: str, step: Step) -> None:
    game = agon.game(game_id)
    if step.kind != MOVE:
        return
    exercise = Exercise(game, step)
    legal = exercise.state.legal()
    forbidden = next(a for a in range(len(game.space)) if a not in legal)
    outcome = exercise.answer(game.space.text(forbidden))
    assert outcome.kind == "refused"
    assert "§" in outcome.text["en"] and "§" in outcome.text["de"]
    assert exercise.plies == []


@EVERY_STEP
def test_the_position_of_a_step_has_all_components_once(game_id: str, step: Step) -> None:
    game = agon.game(game_id)
    exercise = Exercise(game, step)
    assert game.census(exercise.state) == game.inventory(exercise.state)
    assert exercise.seen().scene("de").svg()


@EVERY_STEP
def test_every_action_a_step_names_exists(game_id: str, step: Step) -> None:
    game = agon.game(game_id)
    for condition in (step.accept, *(wrong.when for wrong in step.wrong)):
        for text in (*condition.actions, *condition.played):
            assert game.space.text(game.space.parse(text)) == text
    assert not step.wrong[-1].when.actions, "the last is for all others"


@EVERY
def test_every_sentence_of_a_lesson_is_said_in_both_languages(game_id: str, found: Lesson) -> None:
    for words in (found.title, found.about, *(words for step in found.steps for words in said(step))):
        assert words["en"].strip() and words["de"].strip()
        assert words["en"] != words["de"] or len(words["en"]) < 12
        assert "ß" not in words["en"] and "{" not in words["en"] + words["de"]


@EVERY
def test_every_paragraph_a_lesson_teaches_exists(game_id: str, found: Lesson) -> None:
    for lang in ("en", "de"):
        known = set(PARAGRAPH.findall(agon.game(game_id).rules_text(lang)))
        assert set(found.teaches) | {step.paragraph for step in found.steps} <= known


def test_a_game_without_a_folder_has_no_lessons() -> None:
    game = agon.game("attika")
    assert lessons(replace(game, folder="", files={"actions": game.file("actions"), "parts": game.file("parts")})) == ()


def test_a_lesson_that_does_not_exist_is_refused_with_a_sentence() -> None:
    with pytest.raises(AgonError, match="no lesson 99"):
        lesson(agon.game("attika"), 99)


LAID_OUT: list[tuple[str, int, dict[str, object]]] = [
    ("hellas_2016", 2, {"houses": ["Z9", ""]}),
    ("hellas_2016", 2, {"castles": ["A1", ""]}),
    ("attika", 2, {"built": ["city@E9S9", ""]}),
    ("attika", 2, {"storage": ["castle", ""]}),
    ("hellas_2002", 2, {"cities": {"T04": "nowhere"}}),
    ("hellas_2002", 2, {"hands": ["Q7", ""]}),
    ("olympos", 3, {"settlers": {"rome": "0"}}),
    ("olympos", 3, {"hourglasses": [1]}),
]


@pytest.mark.parametrize(("game_id", "seats", "given"), LAID_OUT)
def test_a_position_that_cannot_be_laid_out_is_refused(game_id: str, seats: int, given: dict[str, object]) -> None:
    with pytest.raises(BadPack, match=game_id):
        agon.game(game_id).position_from(seats, given)


def moved(game: Game, step: Step) -> list[str]:
    return [game.space.text(a) for a in Exercise(game, step).state.legal()]


def test_chance_and_the_other_seats_follow_the_script() -> None:
    game = agon.game("hellas_2002")
    voyage = lesson(game, 3).steps[0]
    assert Exercise(game, voyage).state.actor() == voyage.me
    assert "lay M10 1" in moved(game, voyage), "the tile of the script was drawn"
    battle = Exercise(game, lesson(game, 6).steps[0])
    assert battle.answer("play A1").kind == RIGHT


@EVERY_GAME
def test_lessons_and_texts_are_installed_with_the_package(game_id: str) -> None:
    root = Path(__file__).parent.parent
    patterns = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]["*"]
    assert f"agon.games.{game_id}.lessons" in import_module("setuptools").find_namespace_packages(str(root / "src"))
    folder = root / "src" / "agon" / "games" / game_id
    for path in (*folder.glob("lessons/*"), *folder.glob("HOWTO*"), *folder.glob("RULES*"), folder / "howto.toml"):
        assert any(path.match(pattern) for pattern in patterns), path


def test_what_is_laid_out_is_what_the_facts_tell() -> None:
    island = agon.game("hellas_2016")
    given: dict[str, object] = {
        "quarries": {"D8": 18, "F4": 12, "H7": 31},
        "closed": "C5",
        "worker": "C2",
        "houses": ["D6", "F6"],
    }
    told: Any = island.facts(
        island.position_from(2, {**given, "columns": {"E6": 5}, "marble": [7, 3], "rings": [1, 0]})
    )
    assert {(p["kind"], p["seat"], p["space"]) for p in told["pieces"]} == {("house", 0, "D6"), ("house", 1, "F6")}
    assert sorted(q["top"] for q in told["quarries"] if q["state"] == "active") == [12, 18, 31]
    assert [t["columns"] for t in told["temples"]] == [0, 0, 5, 0, 0]
    assert [(p["marble"], p["rings"]) for p in told["players"]] == [(7, 1), (3, 0)]

    coast = agon.game("hellas_2002")
    cities = {"T04": "L10 2 L3+1s", "T05": "L9 5 D2"}
    told = coast.facts(coast.position_from(2, {"cities": cities, "hands": ["A1 Z1", ""]}))
    assert [(t["id"], t["cell"], t["owner"], t["greeks"], t["ships"]) for t in told["tiles"][1:]] == [
        ("T04", "L10", 0, 3, 1),
        ("T05", "L9", 1, 2, 0),
    ]
    assert told["players"][0]["hand"] == ["A1", "Z1"]

    state = agon.game("attika")
    told = state.facts(
        state.position_from(2, {"built": ["city@E0S0", ""], "storage": ["oracle", "well"], "hands": ["WWH", ""]})
    )
    assert told["players"][0]["built"] == {"city": [0, 0]}
    assert [p["storage"] for p in told["players"]] == [["oracle"], ["well"]]
    assert told["players"][0]["hand"] == {"W": 2, "F": 0, "H": 1, "M": 0}

    world = agon.game("olympos")
    given = {
        "settlers": {"thrace": "1 0"},
        "track": [4, 2, 9],
        "discoveries": ["metallurgy", "", ""],
        "hourglasses": [2, 0, 0],
    }
    told = world.facts(world.position_from(3, given))
    assert told["territory"]["thrace"]["stack"] == [1, 0]
    assert told["turnOrder"] == [1, 0, 2] and told["activePlayer"] == 1
    assert told["players"][0]["swords"] == 1 and told["players"][0]["hourglasses"] == 2
