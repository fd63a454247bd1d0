"""Refusals tell the truth: the deepest reason, whose card it is, and what to do instead."""

from __future__ import annotations

import pytest

from agon.games.hellas_2002 import GAME, names, sentences
from agon.games.hellas_2002.effects import begin_regrouping, put_greeks
from agon.games.hellas_2002.parts import CARDS, DARK, FAIR_WIND, LIGHT
from agon.games.hellas_2002.position import REVEALED
from agon.games.hellas_2002.questions import (
    ATT_PREP,
    BATTLE,
    LAST,
    PAY,
    REGROUP,
    SETTLER,
    SPOILS,
    START,
    VOY_PLACE,
    VOY_PRE,
    WINDOW,
)
from agon.games.hellas_2002.rules import Rules
from tests.games.hellas_2002.table import ACTIONS, OUTWARD, PARTS, city, hold, play, sea, tile_like

ISLAND = "WWWWWW"


def refused(state: Rules, text: str, lang: str = "en") -> str:
    refusal = GAME.why_not(state, ACTIONS.parse(text))
    assert refusal is not None, text
    return refusal.message(lang).rpartition(" (")[0]


def paragraph(state: Rules, text: str) -> str:
    refusal = GAME.why_not(state, ACTIONS.parse(text))
    assert refusal is not None, text
    return refusal.paragraph


def two() -> tuple[Rules, str, str]:
    state = sea()
    mine = city(state, (1, 0), OUTWARD[0], "L2+1s")
    theirs = city(state, (1, -1), OUTWARD[1], "D1+1s")
    return state, mine, theirs


def tile_name(state: Rules, edges: str) -> str:
    return PARTS.tiles[tile_like(state, edges)[0]]


def revealed(state: Rules, tile: str) -> None:
    """A voyage has drawn this tile alone."""
    state.window, state.step = VOY_PLACE, WINDOW
    state.tile = PARTS.tiles.index(tile)
    state.tiles.cell_of[state.tile] = REVEALED
    state.tiles.revealed[0] = state.tile
    state.reveals = 1


def test_a_tile_drawn_alone_is_not_said_to_be_chosen() -> None:
    """§3.4"""
    state, *_ = two()
    revealed(state, "T20")
    assert refused(state, "pick T01") == (
        "One tile was drawn, Aegina: there is nothing to choose. Only the Lookout shows several."
    )


@pytest.mark.parametrize(
    ("card", "window", "said"),
    [
        ("P1", ATT_PREP, "the defender's card"),
        ("A2", START, "the attacker's card"),
        ("A3", BATTLE, "before a city is named"),
        ("P2", ATT_PREP, "a card for a voyage"),
        ("A6", BATTLE, "for your own turn"),
        ("A1", VOY_PRE, "a card for a battle"),
    ],
)
def test_a_card_at_the_wrong_moment_says_whose_it_is_and_for_what(card: str, window: int, said: str) -> None:
    """§3.2"""
    state, mine, theirs = two()
    hold(state, LIGHT, card)
    state.window, state.word = window, LIGHT
    if window == BATTLE:
        state.target = PARTS.tiles.index(theirs)
        state.pieces.sent[PARTS.tiles.index(mine)] = 1
    assert said in refused(state, f"play {card}")
    assert names.card(card, "de") in refused(state, f"play {card}", "de")


def test_the_attacker_is_told_that_the_sea_wall_is_the_defenders() -> None:
    """§3.4"""
    state, _, theirs = two()
    hold(state, LIGHT, "P1 A1")
    hold(state, DARK, "A1")
    play(state, "attack", f"target {theirs}")
    assert "the defender's card" in refused(state, "play P1")


def test_after_a_failed_action_it_is_said_that_there_is_no_regrouping() -> None:
    """§5.7"""
    state, mine, _ = two()
    other = city(state, (0, 1), OUTWARD[5], "L1")
    state.window = LAST
    assert "nothing is regrouped" in refused(state, f"movegreek {mine} {other}")
    assert paragraph(state, f"moveship {mine} {other}") == "§5.7"
    state.window = REGROUP
    begin_regrouping(state)
    assert GAME.why_not(state, ACTIONS.parse(f"movegreek {mine} {other}")) is None


@pytest.mark.parametrize("card", ["A2", "A3", "A4", "P3", "P2", "P4", "P6"])
def test_a_card_in_force_is_said_to_be_in_force_and_nothing_else(card: str) -> None:
    """§3.6"""
    state, *_ = two()
    hold(state, LIGHT, card)
    state.window = ATT_PREP if card[0] == "A" or card == "P3" else VOY_PRE
    state.in_force.running[CARDS.index(card)] = 1
    assert refused(state, f"play {card}") == f"{names.card(card, 'en')} is in force already."


def test_a_useless_card_says_the_one_reason_there_is() -> None:
    """§3.6"""
    state = sea()
    mine = city(state, (1, 0), "WWLWWW", "L2")
    theirs = city(state, (1, -1), "WWWWWL", "D1")
    hold(state, LIGHT, "A2 P3 A4")
    hold(state, DARK, "P1")
    state.window = ATT_PREP
    assert refused(state, "play A4") == "Two assaults would do nothing: there is no second city to attack."
    state.window, state.word = BATTLE, LIGHT
    state.target = PARTS.tiles.index(theirs)
    state.pieces.sent[PARTS.tiles.index(mine)] = 1
    assert refused(state, "play P3") == "Ramming would do nothing: no ship of yours lies where Greeks set out."
    state.word = DARK
    assert refused(state, "play P1") == "Sea wall would do nothing: no ship lies in the attacked city."


def test_a_levy_says_whether_room_or_a_greek_is_lacking() -> None:
    """§3.1 §3.6"""
    state = sea()
    mine = city(state, (1, 0), ISLAND, "L3")
    city(state, (0, 1), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    assert "no room" in refused(state, "play A6")
    put_greeks(state, PARTS.tiles.index(mine), 1)
    state.pieces.greek_supply[LIGHT] = 0
    assert refused(state, "play A6") == "Your supply has no Greek, and no other city can spare one."


def test_with_a_fair_wind_equal_ships_are_said_to_suffice() -> None:
    """§5.3 §3.4"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (1, -1), ISLAND, "D1+1s")
    revealed(state, tile_name(state, ISLAND))
    cell = PARTS.cells[PARTS.hexes.index((2, -1))]
    assert refused(state, f"lay {cell} 0").endswith("you need more.")
    state.in_force.running[FAIR_WIND] = 1
    assert refused(state, f"lay {cell} 0").endswith("even with Fair wind you need as many, and at least one.")


def test_a_new_city_does_not_pay_for_itself() -> None:
    """It used to say that Paros does not touch Paros. §5.3"""
    state, mine, _ = two()
    state.step, state.gained = PAY, PARTS.tiles.index(mine)
    assert "is the new city" in refused(state, f"pay {mine}")


def test_the_settler_of_a_new_city_is_fetched_by_the_paragraph_of_voyages() -> None:
    """§5.3"""
    state, mine, _ = two()
    other = city(state, (0, 1), OUTWARD[5], "L1")
    state.step, state.gained = SETTLER, PARTS.tiles.index(mine)
    assert paragraph(state, f"fetch {mine}") == paragraph(state, f"fetch {other}") == "§5.3"


def test_a_battle_that_is_over_is_not_told_as_one_of_no_strength() -> None:
    """JSON showed an attack of 0 while ships were being placed. §5.4"""
    state, _, theirs = two()
    tile = PARTS.tiles.index(theirs)
    state.window, state.step, state.target, state.gained, state.spoils = BATTLE, SPOILS, tile, tile, 1
    assert GAME.facts(state)["battle"] is None
    assert "0 to" not in GAME.sketch(state, LIGHT)


@pytest.mark.parametrize("old", ["gefragt ist", "Kein {card}", "hat genug", "Ohne weiter", "verlangt", "Niemand kann"])
def test_german_sentences_do_not_say(old: str) -> None:
    tables = [sentences.REFUSALS, sentences.LABELS, sentences.LOG, sentences.AFTER, sentences.TEXTS]
    assert not [text for table in tables for text in table["de"].values() if old in text]


# ---- questions that protect a secret ----


def test_an_answer_is_asked_for_in_words_that_are_true_for_an_empty_hand() -> None:
    """§6.4"""
    state, _, theirs = two()
    hold(state, LIGHT, "A1")
    hold(state, DARK, "Z5")
    play(state, "attack", f"target {theirs}", "play A1")
    assert GAME.prompt(state, DARK).text.startswith("You have no Thunderbolt to answer with: let it stand.")
    titles = {GAME.prompt(state, LIGHT).title}
    other, _, theirs = two()
    hold(other, LIGHT, "A1")
    hold(other, DARK, "Z1")
    play(other, "attack", f"target {theirs}", "play A1")
    assert "Lay a Thunderbolt" in GAME.prompt(other, DARK).text
    assert titles == {GAME.prompt(other, LIGHT).title}


def test_an_attack_without_a_target_is_not_told_to_name_one() -> None:
    """§5.4"""
    state = sea()
    city(state, (1, 0), OUTWARD[0], "L1")
    city(state, (1, -1), OUTWARD[1], "D1")
    hold(state, LIGHT, "A6")
    play(state, "attack")
    asked = GAME.prompt(state, LIGHT)
    assert asked.title == "No city is in reach" and "abandoning" in asked.text and "Levy" in asked.text


def test_a_tile_is_told_by_where_its_land_is_and_never_by_a_number() -> None:
    """§2.1"""
    state, *_ = two()
    revealed(state, tile_name(state, "LWWWWW"))
    place = f"lay {PARTS.cells[PARTS.hexes.index((2, -1))]}"
    said = {GAME.label(state, ACTIONS.parse(f"{place} {turn}")) for turn in range(6)}
    assert len(said) == 6 and all("land to the" in text and "turned" not in text for text in said)
    assert "Land im" in GAME.label(state, ACTIONS.parse(f"{place} 2"), "de")
