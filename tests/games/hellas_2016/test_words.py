"""What is said: every sentence in both languages with every number, and one told from many."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.game import SEAT_NAMES, Reason
from agon.core.state import OVER
from agon.games.hellas_2016 import GAME, names, questions, sentences, view, view_bar, view_board, view_sight, words
from agon.games.hellas_2016.rules import Rules
from tests.games.hellas_2016.board import empty, play, put, set_marble
from tests.spoken import ill_said, languages_differ, tables

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


def refused(state: Rules, text: str, lang: str = "en") -> str:
    refusal = GAME.why_not(state, GAME.space.parse(text))
    assert refusal is not None
    return refusal.message(lang)


def test_a_taken_space_says_that_another_of_its_kind_is_free() -> None:
    """§5.2"""
    state = empty(2)
    state.may_waive = 0
    state.taken = state.taken.own()
    state.taken.bar[state.parts.bar.index("quarry1")] = 1
    assert refused(state, "take quarry1") == "Quarry: a stone of Blue lies on this space; 2 others are free. (§5.2)"
    state.taken.bar[state.parts.bar.index("quarry2")] = 1
    assert refused(state, "take quarry1", "de") == (
        "Steinbruch: Auf diesem Feld liegt ein Stein von Blau; ein anderes ist frei. (§5.2)"
    )
    state.taken.bar[state.parts.bar.index("temple2")] = 1
    assert refused(state, "take temple2") == "Temple: 2 columns: a stone of Blue lies there in this phase. (§5.2)"


def test_refusals_cite_the_paragraph_of_what_is_asked() -> None:
    """§4.7 §6.4 §6.10: starting houses, palaces and statues have paragraphs of their own."""
    state = GAME.new(2)
    while state.actor() < 0:
        state.apply(state.legal()[0])
    assert isinstance(state, Rules)
    assert refused(state, "take house1").endswith("(§4.7)")
    place = GAME.space.text(state.legal()[0]).split()[1]
    state.apply(state.legal()[0])
    assert refused(state, f"house {place}").endswith("(§4.7)")
    for space, verb, paragraph in (("palace1", "palace", "§6.4"), ("statue1", "statue", "§6.10")):
        built = empty(2)
        set_marble(built, 20, 20)
        put(built, 0, "H", next(h for c, h in built.side.hexes.items() if built.side.kind[c] == 2))
        taken = next(c for c in built.side.hexes if built.island.houses[c // 62] >> c % 62 & 1)
        play(built, f"take {space}")
        assert refused(built, f"{verb} {GAME.parts.cells[taken]}").endswith(f"({paragraph})")
        assert refused(built, "take house1").endswith(f"({paragraph})")


def test_german_says_what_is_meant() -> None:
    """Inland is the opposite of abroad; the island has an interior."""
    for module in SAID:
        for name, table in tables(module):
            for text in table["de"].values():
                assert "Inland" not in text, name
    assert sentences.LOG["de"]["take"] == "{who} wählt „{space}“."


def test_the_log_of_a_quarry_says_who_is_paid_what() -> None:
    """§6.6: whoever waives the action is not paid; all others are."""
    found = 0
    for seed in range(6):
        rng = Random(seed)
        state = empty(3)
        while state.actor() != OVER and found < 12:
            for verb in ("quarry", "waive"):
                action = GAME.space.parse(verb)
                if action in state.legal():
                    after, found = state.clone(), found + 1
                    after.apply(action)
                    paid = [int(after.purse.marble[s] - state.purse.marble[s]) for s in range(3)]
                    told = [s for s in range(3) if verb == "quarry" or s != state.actor()]
                    said = ", ".join(f"{SEAT_NAMES['en'][s]} {paid[s]}" for s in told)
                    assert f"income {said}." in GAME.log(state, action, list(SEAT_NAMES["en"]), "en")
            state.apply(state.random_action(rng))
    assert found == 12
