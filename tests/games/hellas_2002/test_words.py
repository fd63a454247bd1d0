"""Every sentence, in both languages, with every count."""

from __future__ import annotations

import pytest

from agon.games.hellas_2002 import names, sentences, view_board, view_cards, words
from agon.games.hellas_2002.parts import LIGHT
from tests.games.hellas_2002.table import ACTIONS, OUTWARD, city, play, sea
from tests.spoken import ill_said, languages_differ

NUMBERS = {
    "n", "greeks", "ships", "force", "left", "stack", "actions", "actions_left", "spoils", "under", "attack", "defence",
    "greek_supply", "ship_supply", "temples",
}  # fmt: skip


STEADY: set[str] = {"to", "zu"}  # of two strengths side by side


def test_every_sentence_is_said_with_every_count() -> None:
    assert ill_said(sentences, view_board, view_cards, numbers=NUMBERS, steady=STEADY) == []


def test_both_languages_say_the_same() -> None:
    assert languages_differ(sentences, names) == []


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
