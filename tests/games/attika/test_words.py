"""Every sentence, in both languages, with every count."""

from __future__ import annotations

import re

import pytest

from agon.games.attika import GAME, names, sentences
from agon.games.attika.position import BUILDING, REVEALING, UNDECIDED
from agon.games.attika.questions import FINISHED, QUESTIONS
from agon.games.attika.rules import Rules
from tests.games.attika import late
from tests.games.attika.table import (
    building_turn,
    fresh,
    hold,
    play,
    random_positions,
    reference,
    revealing,
    stand,
    store,
)
from tests.spoken import ill_said, languages_differ

NUMBERS = {
    "laid", "first", "reveals", "builds", "left", "due", "stack", "rounds", "n", "hand", "amphorae", "paid", "price",
    "have", "draws", "height", "seat",
}  # fmt: skip
STEADY = {  # behind a seat, a stack, or a number that no noun follows
    "at", "is", "ist", "of", "von", "left", "starts", "beginnt", "aufdecken", "auf", "now", "printed",
    "aufgedruckt", "crossed", "more", "mehr", "for", "für", "bauen",
}  # fmt: skip


def test_every_sentence_can_be_said_with_every_count() -> None:
    assert ill_said(sentences, numbers=NUMBERS, steady=STEADY) == []


def test_both_languages_have_the_same_sentences() -> None:
    """Two of them name a building with its article in English, and without one in German."""
    assert set(languages_differ(sentences, names)) == {"TITLES buildOrStore", "AFTER stands"}


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
    assert "Du hast 2 Amphoren; jede bringt eine weitere Aktion" in GAME.prompt(state, 0, "de").text


def refused(state: Rules, text: str, lang: str = "en") -> str:
    refusal = GAME.why_not(state, GAME.space.parse(text))
    assert refusal is not None
    return refusal.message(lang)


def test_a_refusal_names_the_price_and_not_only_what_the_hand_would_take() -> None:
    """§5.4: the fortress costs what the land leaves open; that is more cards with the wrong ones."""
    state = reference()
    stand(state, 0, well=(0, 0))
    store(state, 0, "fortress")
    hold(state, 0, "WWWW")
    play(state, "build fortress")
    dear = next(c for c in GAME.parts.cells if "costs" in str(GAME.why_not(state, GAME.space.parse(f"place {c}"))))
    said = refused(state, f"place {dear}")
    assert "hill, " in said.split(".")[0] or "mountain" in said.split(".")[0]
    assert "With your hand that takes " in said and said.endswith("; you have 4. (§5.4)")
    assert "Mit deiner Hand wären das " in refused(state, f"place {dear}", "de")


def test_an_amphora_is_recommended_only_to_who_has_one_and_where_it_helps() -> None:
    """§4.4 §4.5"""
    state = late.all_in_store()
    building_turn(state, 0)
    assert refused(state, "build road1") == "You have used all builds of this turn. (§4.5)"
    assert refused(state, "build road1", "de") == "Du kannst in diesem Zug nicht mehr bauen. (§4.5)"
    late.amphorae(state, 0, 1)
    assert refused(state, "build road1").endswith("spend an amphora for one more. (§4.4)")
    hold(state, 0, "")
    said = [str(GAME.why_not(state, GAME.space.parse(f"build {b}"))) for b in GAME.parts.buildings]
    dear = [sentence for sentence in said if "costs" in sentence]
    assert dear and not any("amphora" in sentence for sentence in dear)
    state = reference()
    late.amphorae(state, 0, 1)
    revealing(state, 0)
    state.store.stacks[1] = 0
    assert refused(state, "reveal 1") == "Stack 1 is empty. (§4.6)"
    assert refused(state, "reveal 2").endswith("spend an amphora for one more. (§4.4)")


def test_one_of_several_ships_is_told_from_the_others() -> None:
    """§4.2 §5.1"""
    state = reference()
    stand(state, 0, ship1=(0, 0))
    assert refused(state, "build ship1") == "Ship stands on E0S0 already. (§5.1)"
    store(state, 0, "ship2")
    assert "another building of this name is on your storage board" in refused(state, "build ship1")
    assert "ein weiteres Gebäude dieses Namens" in refused(state, "build ship3", "de")


def test_nobody_reads_the_number_of_a_tile_or_by_how_much_it_is_turned() -> None:
    """§8.2: landscapes and compass instead, in labels, titles and the log."""
    for lang in ("en", "de"):
        for state in random_positions(1, 2, 5):
            said = [GAME.prompt(state, state.actor(), lang).title]
            for action in state.legal():
                said += [GAME.label(state, action, lang), GAME.log(state, action, ["a", "b"], lang)]
            assert not any(re.search(r"\bT\d\d\b|°|turned by|gedreht", text) for text in said), said
    state = fresh()
    assert GAME.log(state, GAME.space.parse("tile T12"), ["a", "b"], "de") == (
        "Ein Spielplanteil wird aufgedeckt (Wasser Mitte; Hügel O; Berg NW)."
    )
    play(state, "tile T12")
    assert GAME.label(state, GAME.space.parse("turn 1"), "de") == "Anlegen: Wasser Mitte; Hügel NO; Berg W"


@pytest.mark.parametrize(
    ("mode", "left", "drawing", "paragraph"),
    [
        (UNDECIDED, 0, 0, "§4.5"),
        (REVEALING, 1, 0, "§4.1"),
        (BUILDING, 2, 0, "§4.2"),
        (BUILDING, 0, 0, "§4.4"),
        (UNDECIDED, 0, 1, "§4.4"),
    ],
)
def test_the_prompt_of_a_turn_cites_what_is_left_to_do(mode: int, left: int, drawing: int, paragraph: str) -> None:
    state = reference()
    state.mode, state.left, state.drawing = mode, left, drawing
    for lang in ("en", "de"):
        assert GAME.prompt(state, 0, lang).paragraph == paragraph


def test_the_prompt_at_the_end_cites_how_it_ended() -> None:
    """§9.3 §9.4"""
    state = reference()
    state.step = FINISHED
    assert GAME.prompt(state, 0).paragraph == "§9.4"
    state.winner = 1
    assert GAME.prompt(state, 0).paragraph == "§9.3"
