"""Refusals and prompts tell the truth: who has more, what forbids it, and what to do instead."""

from __future__ import annotations

import pytest

from agon.games.olympos import GAME, sentences, view
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import ARTEMIS
from agon.games.olympos.rules import Rules, new
from tests.games.olympos.table import ACTIONS, BLUE, GREEN, PARTS, RED, deal, own, settle, table, track


def refused(state: Rules, text: str, lang: str = "en") -> str:
    refusal = GAME.why_not(state, ACTIONS.parse(text))
    assert refusal is not None, text
    return refusal.message(lang).rpartition(" (")[0]


def stones(*counts: int) -> Rules:
    """So many stone territories for the first seats."""
    state = table()
    lands = [t for t in PARTS.territories if PARTS.resource[PARTS.territories.index(t)] == 2]
    for seat, count in enumerate(counts):
        for _ in range(count):
            settle(state, lands.pop(), seat)
    deal(state, RED, "stoneMajority")
    return state


def test_who_has_most_stone_is_named_and_not_the_first_who_has_as_many() -> None:
    """§8.4"""
    said = refused(stones(1, 1, 3), "play stoneMajority")
    assert said == "You need more stone territories than everybody else; Green has 3, you have 1."


def test_a_tie_of_stone_is_told_as_a_tie() -> None:
    """§8.4"""
    state = stones(2, 0, 2)
    assert refused(state, "play stoneMajority") == (
        "Green has as many stone territories as you, 2; only Democracy would win the tie."
    )
    own(state, RED, "democracy")
    assert GAME.why_not(state, ACTIONS.parse("play stoneMajority")) is None
    own(state, GREEN, "democracy")
    assert refused(state, "play stoneMajority").endswith("and Democracy too.")
    assert "Demokratie" in refused(state, "play stoneMajority", "de")


def test_the_prompt_of_who_must_wait_names_the_track_only_where_it_is_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """§5.6"""
    state = table()
    for seat in range(4):
        state.camps.stock[seat] = 0
    assert ACTIONS.parse("wait") in state.legal()
    asked = GAME.prompt(state, RED)
    assert "track" not in asked.text and "wait for 1 AP" in asked.text and asked.paragraph == "§5.6"
    state.camps.stock[RED] = 1
    track(state, (RED, 72), (BLUE, 73), (GREEN, 74), (3, 75))
    state.erinyes = 1
    monkeypatch.setattr(state.parts, "cross", 73)
    assert "track" in GAME.prompt(state, RED).text


@pytest.mark.parametrize("viewer", [RED, BLUE])
def test_artemis_is_cited_by_her_own_paragraph(viewer: int) -> None:
    """To who turned her up, too. §9.4"""
    state = table()
    state.god, state.step, state.picks, state.offset = ARTEMIS, ask.TAKE_CUBES, 1, 0
    assert GAME.prompt(state, viewer).paragraph == "§9.4"


def test_a_question_asked_for_secrecy_is_worded_for_a_hand_that_holds_nothing() -> None:
    """§5.3"""
    state = table()
    deal(state, RED, "star")
    state.step, state.price = ask.BEFORE_PAYING, 3
    assert GAME.prompt(state, RED).text.startswith("None of your cards has an effect now: pay.")
    assert GAME.prompt(state, BLUE).title == "Red decides: Before you pay 3 AP"
    deal(state, RED, "cubeGold")
    assert GAME.prompt(state, RED).text.startswith("Play cards")
    assert GAME.prompt(state, BLUE).title == "Red decides: Before you pay 3 AP"


def test_blocking_says_why_it_matters() -> None:
    """§4.5"""
    state = new(PARTS, ACTIONS, 3, {})
    while state.step != ask.BLOCK:
        state.apply(state.legal()[0])
    asked = GAME.prompt(state, state.actor())
    assert "Nobody can settle there" in asked.text
    assert "niemand siedeln" in GAME.prompt(state, state.actor(), "de").text


def test_the_map_is_no_card_in_german() -> None:
    tables = [sentences.ABOUT, sentences.REFUSALS, sentences.TEXTS, sentences.TITLES, {"de": view.TITLE}]
    texts = [text for table_ in tables for text in table_["de"].values()]
    assert not [text for text in texts if "auf der Karte" in text or "Karte und Zeit" in text]


def test_a_price_that_cannot_be_paid_names_what_is_lacking_and_the_card_that_brings_it() -> None:
    """§7.2 §8.4"""
    state = table()
    single = [c for c, need in enumerate(PARTS.need) if sum(need) == 2 and not PARTS.groups[c] and max(need) == 1]
    cell = next(c for c in single if state.board.tile_at[c] >= 0)
    first, second = (kind for kind in range(4) if PARTS.need[cell][kind])
    state.camps.cubes[first] = 1
    text = f"discover {PARTS.cells[cell]}"
    resource = ("grain", "wood", "stone", "gold")[second]
    assert refused(state, text).endswith(f"you lack 1 {resource}.")
    deal(state, RED, ("cubeGrain", "cubeWood", "cubeStone", "cubeGold")[second])
    assert refused(state, text).endswith(f"you lack 1 {resource}: a card in your hand brings it.")
    state.camps.cubes[first] = 0
    assert "do not pay for" in refused(state, text)
