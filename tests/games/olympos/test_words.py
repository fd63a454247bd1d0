"""Prompts, buttons, log sentences and refusals say what happens, in both languages."""

from __future__ import annotations

import re

import pytest

from agon.core.game import SEAT_NAMES
from agon.core.state import UNKNOWN
from agon.games.olympos import GAME, words, words_log
from agon.games.olympos.parts import BONUSES, CARDS, DISCOVERIES, GODS
from agon.games.olympos.rules import Rules
from tests.games.olympos.table import ACTIONS, BLUE, GREEN, PARTS, RED, cubes, deal, lay, play, settle, table, track


def said(state: Rules, text: str, lang: str = "en") -> str:
    return GAME.log(state, ACTIONS.parse(text), list(SEAT_NAMES[lang]), lang)


def test_an_expansion_is_told_with_what_follows() -> None:
    state = table(3)
    settle(state, "macedonia", BLUE)
    assert said(state, "go macedonia") == (
        "Red wants Macedonia. Red takes Macedonia from Blue. Blue gets an hourglass. Red moves on to space 5."
    )
    assert said(state, "go macedonia", "de").startswith("Rot will nach Makedonien. Rot nimmt Blau Makedonien ab.")


def test_leaving_gives_control_back() -> None:
    state = table(3)
    settle(state, "attica", BLUE, RED)
    state.camps.stock[RED] = 0
    assert "Blue controls Attica again." in said(state, "go boeotia")


def test_an_unseen_card_is_told_without_its_name() -> None:
    """§8.1"""
    state = table(3)
    track(state, (RED, 12), (BLUE, 20), (GREEN, 20))
    play(state, "go macedonia")
    names = list(SEAT_NAMES["en"])
    assert words_log.log(state.clone(), UNKNOWN, names, "en") == "Red draws a destiny card."
    assert said(state, "draw star") == "Red draws “Star”."


def test_a_god_is_told_with_whom_it_reaches() -> None:
    """§9.3"""
    state = table(3)
    settle(state, "olympos", BLUE)
    track(state, (RED, 12), (BLUE, 12), (GREEN, 12))
    play(state, "go thrace", "draw cubeGold", "play cubeGold")
    assert said(state, "god zeus") == "Zeus appears. Zeus reaches Blue. Blue gains 3 prestige."
    deal(state, GREEN, "zeusSymbol")
    play(state, "god zeus")
    assert said(state, "play zeusSymbol") == (
        "Green plays “Zeus symbol”. Zeus reaches Blue, Green. Blue gains 3 prestige. Green gains 3 prestige."
    )


def test_prompts_say_what_and_why() -> None:
    state = table(3)
    prompt = GAME.prompt(state, RED)
    assert prompt.title == "Expand or develop"
    assert "settlers 4" in prompt.text
    assert prompt.paragraph == "§5.2"
    assert GAME.prompt(state, BLUE).title == "Red decides: Expand or develop"
    state.camps.stock[RED] = 0
    assert "wait for 1 AP" in GAME.prompt(state, RED).text
    track(state, (RED, 74), (BLUE, 75), (GREEN, 75))
    assert GAME.prompt(state, RED).title == "Your last action, or pass"


def test_labels_name_prices() -> None:
    state = table(4)
    lay(state, "A1", "medicine")
    cubes(state, RED, grain=1, wood=1)
    assert GAME.label(state, ACTIONS.parse("go olympos")) == "Olympos, 4 AP"
    assert GAME.label(state, ACTIONS.parse("discover A1")) == "Medicine (A1), 7 AP: 1 grain + 1 wood"
    assert GAME.label(state, ACTIONS.parse("discover A1"), "de") == "Medizin (A1), 7 AP: 1 Getreide + 1 Holz"


@pytest.mark.parametrize("table_", ["REFUSALS", "TITLES", "TEXTS", "ABOUT", "ASKED", "CATEGORY", "RESOURCE", "BONUS"])
def test_both_languages_have_the_same_keys_and_fields(table_: str) -> None:
    texts = getattr(words, table_)
    assert texts["en"].keys() == texts["de"].keys()
    for key, english in texts["en"].items():
        fields = [set(re.findall(r"\{(\w+)\}", text)) for text in (english, texts["de"][key])]
        assert fields[0] == fields[1], key


def test_labels_and_logs_have_the_same_keys_in_both_languages() -> None:
    for texts in (words_log.LABELS, words_log.LOG, words_log.AFTER):
        assert texts["en"].keys() == texts["de"].keys()


def test_everything_has_an_explanation() -> None:
    """§7.8 §8.4 §9.4 §9.5"""
    keys = {*DISCOVERIES, *(f"god:{g}" for g in GODS), *(f"card:{c}" for c in CARDS)}
    for lang in ("en", "de"):
        assert words.ABOUT[lang].keys() == keys
        assert all(words.bonus_name(bonus, lang) for bonus in BONUSES)
        assert words.name(PARTS, "north", lang)
