"""Every sentence, in both languages, with every count."""

from __future__ import annotations

from agon.games.attika import GAME, names, sentences
from agon.games.attika.questions import QUESTIONS
from tests.games.attika.table import hold, play, reference, stand, store
from tests.spoken import ill_said, languages_differ

NUMBERS = {
    "laid", "first", "reveals", "builds", "left", "due", "stack", "rounds", "n", "hand", "amphorae", "paid", "price",
    "have", "draws", "height", "degrees", "seat",
}  # fmt: skip
STEADY = {  # behind a seat, a stack, or a number that no noun follows
    "at", "is", "ist", "of", "von", "left", "starts", "beginnt", "aufdecken", "auf", "now", "printed",
    "aufgedruckt", "crossed", "more", "mehr", "for", "für", "bauen",
}  # fmt: skip


def test_every_sentence_can_be_said_with_every_count() -> None:
    assert ill_said(sentences, numbers=NUMBERS, steady=STEADY) == []


def test_both_languages_have_the_same_sentences() -> None:
    """Two of them name a building with its article in English, and without one in German."""
    assert languages_differ(sentences, names) == ["TITLES buildOrStore", "AFTER stands"]


def test_every_question_has_a_title_and_a_text() -> None:
    for question in QUESTIONS[:-1]:
        assert question.name in sentences.TITLES["en"]
        assert question.name in sentences.TEXTS["en"]


def test_one_card_and_many_are_told_apart() -> None:
    """§4.3 §5.4: in prompts and on buttons, whatever the number is."""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "village")
    hold(state, 0, "F")
    assert GAME.prompt(state, 0, "en").text.endswith("You have 1 card.")
    assert GAME.prompt(state, 0, "de").text.endswith("Du hast 1 Karte.")
    hold(state, 0, "")
    assert GAME.prompt(state, 0, "en").text.endswith("You have 0 cards.")
    assert GAME.label(state, GAME.space.parse("finish"), "de") == "3 Karten ziehen"
    play(state, "reveal 1", "top plaza", "store")
    assert GAME.label(state, GAME.space.parse("finish"), "de") == "1 Karte ziehen"
    assert GAME.prompt(state, 0, "en").text.startswith("1 left; what you leave becomes 1 card.")
    state.store.amphorae[0] = 1
    state.left = 0
    assert "You have 1 amphora, good for one more action or a card." in GAME.prompt(state, 0, "en").text
    state.store.amphorae[0] = 2
    assert "Du hast 2 Amphoren, jede gut für eine weitere Aktion" in GAME.prompt(state, 0, "de").text
