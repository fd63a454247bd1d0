"""Every sentence, in both languages, with every count."""

from __future__ import annotations

import pytest

from agon.games.hellas_2002 import sentences, view_board, view_cards, view_text, words
from agon.games.hellas_2002.parts import LIGHT
from tests.games.hellas_2002.table import ACTIONS, OUTWARD, city, play, sea
from tests.spoken import Sentences, every_count, uncounted

TABLES: dict[str, Sentences] = {
    "asked": sentences.ASKED,
    "refusals": sentences.REFUSALS,
    "titles": sentences.TITLES,
    "texts": sentences.TEXTS,
    "pieces of prompts": sentences.PIECES_OF_PROMPTS,
    "labels": sentences.LABELS,
    "log": sentences.LOG,
    "after": sentences.AFTER,
    "board": view_board.LABELS,
    "cards": view_cards.LABELS,
    "sketch": view_text.WORDS,
}
NUMBERS = {
    "n", "greeks", "ships", "force", "left", "stack", "actions", "actions_left", "spoils", "under", "attack", "defence",
    "greek_supply", "ship_supply", "temples",
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_every_sentence_is_said_with_every_count(name: str) -> None:
    assert len(every_count(TABLES[name])) == 8 * len(TABLES[name]["en"])


def in_a_row(sentence: str) -> bool:
    """Two strengths or supplies side by side, with no noun behind them."""
    return any(both in sentence for both in ("{attack} to {defence}", "{attack} zu {defence}"))


@pytest.mark.parametrize("name", TABLES)
def test_no_noun_follows_a_number_that_does_not_change_it(name: str) -> None:
    assert [sentence for sentence in uncounted(TABLES[name], NUMBERS) if not in_a_row(sentence)] == []


@pytest.mark.parametrize(
    ("lang", "label", "title", "text"),
    [
        ("en", "Attack Andros (1 Greek)", "Reinforcement: 1 single action left", "Supply: 13 Greeks, 1 ship."),
        ("de", "Andros angreifen (1 Grieche)", "Verstärkung: noch 1 Aktion", "Vorrat: 13 Griechen, 1 Schiff."),
    ],
)
def test_one_is_said_as_one(lang: str, label: str, title: str, text: str) -> None:
    """§5.2 §5.4"""
    state = sea()
    city(state, (1, 0), OUTWARD[0], "L2+1s")
    target = city(state, (1, -1), OUTWARD[1], "D1")
    attack = state.clone()
    play(attack, "attack")
    assert words.label(attack, ACTIONS.parse(f"target {target}"), lang) == label
    play(state, "reinforce")
    state.actions_left = 1
    state.pieces.ship_supply[LIGHT] = 1
    asked = words.prompt(state, LIGHT, lang)
    assert asked.title == title
    assert asked.text.endswith(text)
