"""`hint` in the terminal: the best actions, what is expected of every seat, and how it may go on."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.core.errors import AgonError
from agon.play.table import Table
from agon.terminal.play import HINTER, Session


def session(lang: str, hinter: str, seats: int = 2, game: str = "hellas_2016") -> tuple[Session, list[str]]:
    """A table at one keyboard, and what is said at it."""
    said: list[str] = []
    table = Table.open(agon.game(game), seats, ["you"] * seats, Random(3))
    return Session(table, lang, False, lambda words: "", said.append, Random(1), None, hinter), said


def test_a_hint_gives_reasons_in_a_few_lines() -> None:
    here, said = session("en", "ismcts:iterations=200")
    here.hint()
    assert said[0] == "Worth trying, the best first:"
    assert said[1].startswith("1. house ")
    assert "to win" in said[1] and "of what it tried" in said[1]
    assert said[1].removeprefix("1. ").partition(" (")[0] in here.table.legal_texts()
    assert said[-2].startswith("Then to be expected: Red: ")
    assert "Blue: " in said[-2]
    assert said[-1].startswith("It may go on like this: ")
    assert "places a starting house on" in said[-1]
    assert len(said) <= 6


def test_a_hint_in_german_for_three() -> None:
    here, said = session("de", "ismcts:iterations=200", 3)
    here.hint()
    text = "\n".join(said)
    assert "Einen Versuch wert" in text
    assert "Platz " in text and "der Versuche" in text
    assert "Dann ist zu erwarten: Rot: Platz " in text.replace("\n", " ")
    assert "So könnte es weitergehen: " in text


def test_a_bot_that_does_not_search_names_actions_alone() -> None:
    here, said = session("en", "greedy")
    here.hint()
    assert len(said) == 4
    assert said[1].startswith("1. house ")
    assert "to win" not in "".join(said)


def test_the_search_gives_hints_unless_another_bot_is_asked_for() -> None:
    assert HINTER == "hard"
    with pytest.raises(AgonError, match='no bot "delphi"'):
        session("en", "delphi")
