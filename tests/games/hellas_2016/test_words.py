"""What is said: every sentence in both languages with every number, and one told from many."""

from __future__ import annotations

import pytest

from agon.core.game import Reason
from agon.games.hellas_2016 import GAME, names, questions, sentences, view, view_bar, view_board, view_sight, words
from tests.games.hellas_2016.board import empty
from tests.spoken import ill_said, languages_differ

SAID = (names, sentences, view, view_bar, view_board, view_sight)
NUMBERS = {
    "n", "most", "marble", "stones", "todo", "left", "places", "have", "price", "max", "drawn", "income", "yield_",
    "coast", "inland",
}  # fmt: skip
STEADY = {
    "marble", "Marmor", "of", "von", "on", "auf", "has", "ist", "begins", "beginnt", "drawn", "gezogen", "inland",
    "income", "Ertrag", "der", "left",
}  # fmt: skip


def test_every_sentence_can_be_said_with_every_count() -> None:
    assert ill_said(*SAID, numbers=NUMBERS, steady=STEADY) == []


def test_both_languages_have_the_same_sentences() -> None:
    """But for articles: German needs none where English says "a house costs"."""
    assert languages_differ(*SAID) == ["REFUSALS too_dear"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_question_has_a_title_and_a_text(lang: str) -> None:
    for question in questions.QUESTIONS:
        titles = [key for key in sentences.TITLES[lang] if key.split("_")[0] == question.name]
        assert titles, question.name
        assert question.name in sentences.TEXTS[lang]


@pytest.mark.parametrize(
    ("n", "en", "de"), [(1, "Raise 1 column", "Errichte 1 Säule"), (3, "Raise 3 columns", "Errichte 3 Säulen")]
)
def test_a_single_column_is_no_columns(n: int, en: str, de: str) -> None:
    """§6.9"""
    state = empty()
    state.step, state.todo, state.space = questions.RAISE_COLUMNS, n, state.parts.bar.index("temple2")
    assert GAME.prompt(state, 0, "en").title == en
    assert GAME.prompt(state, 0, "de").title == de


def test_one_column_must_be_raised_and_two_more_too() -> None:
    def refusal(left: int, lang: str) -> str:
        return words.refusal(GAME.parts, Reason("§6.9", "columns_left", {"left": left}), lang)

    assert refusal(1, "de") == "Die Säulen sind bezahlt: eine muss noch errichtet werden."
    assert refusal(2, "de") == "Die Säulen sind bezahlt: 2 müssen noch errichtet werden."
    assert refusal(1, "en") == "The columns are paid: one more must be raised."


def test_people_keep_the_spelling_of_their_names() -> None:
    state = empty()
    taken = GAME.log(state, GAME.space.parse("take statue1"), ["anna", "bert", "carl"], "en")
    assert taken.startswith("anna takes ")


def test_a_stone_is_one_stone() -> None:
    """§5.2"""
    state = empty()
    state.taken = state.taken.own()
    state.taken.stones[0] = 1
    assert "You have 1 stone and " in GAME.prompt(state, 0, "en").text
    assert "Du hast 1 Stein und " in GAME.prompt(state, 0, "de").text
