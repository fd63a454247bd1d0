"""A puzzle in a terminal: failed, taken back, solved, shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import agon
from agon.cli import main
from agon.play.puzzles import Puzzle, puzzles
from agon.terminal.puzzle import solve


def searched() -> Puzzle:
    return next(p for p in puzzles(agon.game("hellas_2016")) if not p.is_exact)


def saying(*lines: str) -> Callable[[str], str]:
    rows: Iterator[str] = iter(lines)

    def ask(prompt: str) -> str:
        try:
            return next(rows)
        except StopIteration:
            raise EOFError from None

    return ask


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_wrong_answer_is_refuted_and_the_right_one_is_explained(lang: str) -> None:
    puzzle, out = searched(), list[str]()
    wrong, right = puzzle.refuted[0].action, puzzle.answer.line[0]
    answers = saying("?", "castle", wrong, "undo", "undo", wrong, wrong, "", right, "")
    assert solve(agon.game(puzzle.game), puzzle, lang, answers, out.append) is False
    said = "\n".join(out)
    found, no = {"en": ("Found it.", "No."), "de": ("Gefunden.", "Nein.")}[lang]
    assert said.index(no) < said.index(found) and f"  {right}: " in said
    assert {"en": "nothing to take back", "de": "nichts zurückzunehmen"}[lang] in said
    assert {"en": "What the search thought", "de": "Was die Suche dachte"}[lang] in said


def test_a_puzzle_that_is_solved_at_once_counts_and_one_that_is_shown_does_not() -> None:
    puzzle = searched()
    game = agon.game(puzzle.game)
    assert solve(game, puzzle, "en", saying(puzzle.answer.line[0], ""), lambda line: None)
    assert not solve(game, puzzle, "en", saying("show"), lambda line: None)
    assert not solve(game, puzzle, "en", saying("quit"), lambda line: None)
    assert not solve(game, puzzle, "en", saying(), lambda line: None)


def test_the_command_shows_the_puzzle_of_the_day_one_of_a_game_or_one_by_its_id(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main(["puzzle", "--lang", "en"]) == 0
    assert main(["puzzle", "hellas_2016", "--number", "2", "--lang", "de"]) == 0
    assert main(["puzzle", "--id", searched().id, "--lang", "en"]) == 0
    assert capsys.readouterr().out.count("quit") == 3
    assert main(["puzzle", "--id", "nowhere", "--lang", "de"]) == 2
    assert "Eine Aufgabe „nowhere“ gibt es nicht." in capsys.readouterr().err
