"""Lessons and how to play in the terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import agon
from agon.cli import main
from agon.play.lessons import lessons
from agon.terminal.learn import howto, learn


def script(*said: str) -> Callable[[str], str]:
    """Somebody who types this."""
    left = iter(said)
    return lambda prompt: next(left)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_first_lesson_is_solved_by_its_solutions(game_id: str, lang: str) -> None:
    game = agon.game(game_id)
    first = lessons(game)[0]
    said: list[str] = []
    for step in first.steps:
        said += list(step.solution) or [str((step.answer or 0) + (1 if step.choices else 0))]
    told: list[str] = []
    learn(game, 1, lang, script(*said, "quit"), told.append)
    text = "\n".join(told)
    for step in first.steps:
        assert step.task[lang] in text
        assert step.right[lang] in text


def test_wrong_forbidden_and_unknown_answers_are_told_and_the_task_stays() -> None:
    game = agon.game("hellas_2016")
    step = lessons(game)[0].steps[1]
    told: list[str] = []
    learn(game, 1, "en", script("2", "palace E6", "castle", "pass", "?", "palace D5", "quit"), told.append)
    text = "\n".join(told)
    assert "§" in text and "castle" in text
    assert step.wrong[0].text["en"] in text
    assert step.right["en"] in text
    assert "palace C6:" in text


def test_agon_learn_and_howto_are_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main(["learn", "attika", "--lang", "de"]) == 0
    assert "Lektion 1" in capsys.readouterr().out
    assert main(["howto", "olympos", "--lang", "de"]) == 0
    assert "Das Ziel" in capsys.readouterr().out
    assert main(["learn", "attika", "--lesson", "99"]) == 2
    assert "no lesson 99" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game_id", agon.game_ids())
def test_how_to_play_is_plain_text(game_id: str, lang: str) -> None:
    text = howto(agon.game(game_id), lang)
    for mark in ("**", "##", "{", "|", "---"):
        assert mark not in text, mark


def test_the_course_ends_with_a_game_against_the_coach(capsys: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    rows = iter(["?", "show", "castle", "take temple9", "pass", "quit"])
    learn(agon.game("hellas_2016"), 99, "en", lambda prompt: next(rows), said.append)
    text = "\n".join(said)
    assert "A game with the coach" in text and "The coach would play" in text and "The aim:" in text
    assert "Better was" in text or "I know nothing better." in text or "a little better" in text
