"""Prompts, buttons, log sentences and refusals say what happens, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from agon.core.game import SEAT_NAMES, Reason
from agon.core.state import UNKNOWN
from agon.games.olympos import (
    GAME,
    names,
    sentences,
    view,
    view_board,
    view_camp,
    view_map,
    view_sight,
    view_track,
    words,
)
from agon.games.olympos.parts import BONUSES, CARDS, DISCOVERIES, GODS
from agon.games.olympos.questions import BLOCK, REACT
from agon.games.olympos.rules import Rules
from tests.games.olympos.table import ACTIONS, BLUE, GREEN, PARTS, RED, cubes, deal, lay, play, settle, table, track
from tests.spoken import ill_said, languages_differ


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
    assert words.log(state.clone(), UNKNOWN, list(SEAT_NAMES["en"]), "en") == "Red draws a destiny card."
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
    assert GAME.label(state, ACTIONS.parse("discover A1")) == "Medicine, 7 AP: 1 grain + 1 wood"
    assert GAME.label(state, ACTIONS.parse("discover A1"), "de") == "Medizin, 7 AP: 1 Getreide + 1 Holz"


SPOKEN = (names, sentences, view, view_board, view_camp, view_map, view_sight, view_track)
NUMBERS = {"n", "count", "have", "stock", "hourglasses", "cards", "most", "left", "price", "prestige", "level", "zeus"}


def test_both_languages_have_the_same_sentences() -> None:
    assert languages_differ(*SPOKEN) == []


def test_every_sentence_tells_one_from_many() -> None:
    steady = {"AP", "prestige", "Prestige", "Siedler", "Würfel"}  # as many as one
    steady |= {"of", "von", "je", "with", "mit", "in", "left"}  # no names of things
    assert ill_said(*SPOKEN, numbers=NUMBERS, steady=steady) == []


def test_numbers_agree_with_what_they_count() -> None:
    state = table(3)
    state.step, state.blocked = BLOCK, 0
    quota = 4 * PARTS.blocked[3]
    assert GAME.prompt(state, state.actor()).title == f"Block {quota} more territories"
    while "more territories" in GAME.prompt(state, state.actor()).title:
        state.apply(state.legal()[0])
    assert GAME.prompt(state, state.actor()).title == "Block 1 more territory"
    assert GAME.prompt(state, state.actor(), "de").title == "Sperre noch 1 Gebiet"


def test_a_bonus_is_told_as_the_pack_gives_it(tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text('[bonus]\nsource = "mine"\ncube = 2\nsettler = 2\nhourglasses = 1\nprestige = 3\n', "utf-8")
    parts = GAME.with_pack(str(pack)).parts
    told = {bonus: names.bonus_name(parts, number, "en") for number, bonus in enumerate(BONUSES)}
    assert told["grain"] == "2 grain cubes"
    assert (told["settler"], told["hourglasses"], told["prestige"]) == ("2 settlers", "1 hourglass", "3 prestige")


def test_everything_has_an_explanation() -> None:
    """§7.8 §8.4 §9.4 §9.5"""
    keys = {*DISCOVERIES, *(f"god:{g}" for g in GODS), *(f"card:{c}" for c in CARDS)}
    for lang in ("en", "de"):
        assert sentences.ABOUT[lang].keys() == keys
        assert all(names.bonus_name(PARTS, bonus, lang) for bonus in range(len(BONUSES)))
        assert names.name(PARTS, "north", lang)


@pytest.mark.parametrize("god", range(len(GODS)))
def test_whoever_may_answer_a_god_is_told_which_one(god: int) -> None:
    """§9.2"""
    state = table(3)
    state.god, state.zeus, state.step = god, 0, REACT
    for lang in ("en", "de"):
        assert sentences.ABOUT[lang][f"god:{GODS[god]}"][:20] in GAME.prompt(state, state.actor(), lang).text


def test_hourglasses_that_were_there_before_are_not_told_as_gained() -> None:
    """§Q1"""
    state = table(3)
    state.camps.hourglasses[BLUE] = 2
    for action in state.legal()[:3]:
        assert "hourglass" not in GAME.log(state, action, list(SEAT_NAMES["en"]), "en")


@pytest.mark.parametrize(("lang", "tile"), [("en", "Poetry"), ("de", "Poesie")])
@pytest.mark.parametrize("key", ["no_payment", "no_bonus"])
def test_refusals_name_a_discovery_and_not_its_cell(key: str, lang: str, tile: str) -> None:
    """§7.2 §7.5"""
    assert tile in words.refusal(PARTS, Reason("§7.2", key, {"tile": "poetry", "place": 3}), lang)
