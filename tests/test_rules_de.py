"""RULES.de.md says in German what RULES.md says: the same paragraphs in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import agon

GAMES = Path(__file__).parent.parent / "src" / "agon" / "games"
# Must agree with DEFINED in test_rulebook.py.
DEFINED = re.compile(r"^(?:#+ |\*\*)§(Q?\d+(?:\.\d+)*)\b", re.MULTILINE)
TAG = re.compile(r"SEED|PUBLIC|RECONSTRUCTED")


def text(game_id: str, name: str) -> str:
    return (GAMES / game_id / name).read_text("utf-8")


def tags(rules: str) -> dict[str, list[str]]:
    """The tags of every paragraph, each with its number."""
    _, *parts = DEFINED.split(rules)
    return {number: TAG.findall(said) for number, said in zip(parts[::2], parts[1::2], strict=True)}


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_german_rules_define_the_same_paragraphs_in_the_same_order(game_id: str) -> None:
    english, german = text(game_id, "RULES.md"), text(game_id, "RULES.de.md")
    assert DEFINED.findall(german) == DEFINED.findall(english)
    assert german != english


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_german_rules_name_the_same_sources(game_id: str) -> None:
    assert tags(text(game_id, "RULES.de.md")) == tags(text(game_id, "RULES.md"))


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_decided_question_is_put_in_german(game_id: str) -> None:
    german = text(game_id, "RULES.de.md")
    questions = [number for number in DEFINED.findall(german) if number.startswith("Q")]
    for word in ("*Frage:*", "*Entscheidung:*", "*Weil:*"):
        assert german.count(word) == len(questions), word
    assert "*Question:*" not in german
