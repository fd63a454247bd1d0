"""What would come of an action, and what threatens: true, in both languages, and without a word of others' marble."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.state import NONE, OVER
from agon.draw.symbols import SYMBOLS
from agon.games.hellas_2016 import GAME, effects, scoring
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.parts import BAR_MARBLE, BAR_QUARRY
from agon.games.hellas_2016.rules import Rules
from tests.games.guiding import LANGS, decisions, outlooks, secrets_told, steps_that_break, told
from tests.games.hellas_2016 import late
from tests.games.hellas_2016.board import BLUE, RED, columns, empty, play, put, quarries, set_marble


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_action_has_an_outlook_in_both_languages(seats: int) -> None:
    for state in decisions(GAME, seats, seats):
        said = {lang: outlooks(GAME, state, lang) for lang in LANGS}
        for text, english in said["en"].items():
            german = said["de"][text]
            assert english.group and german.group, text
            assert not english.symbol or english.symbol in SYMBOLS
            assert [bool(word) for word in told(english)] == [bool(word) for word in told(german)], text
            assert (english.badge, english.cost, english.benefit) == (german.badge, german.cost, german.benefit)


def test_the_guide_tells_nothing_of_marble_behind_screens() -> None:
    """§Q17: what the others hold changes no word."""
    rng = Random(5)
    for state in decisions(GAME, 3, 8, every=4):
        assert isinstance(state, Rules)
        assert secrets_told(GAME, state, rng) == []
        before = outlooks(GAME, state)
        for seat in range(3):
            if seat != state.actor():
                effects.gain(state, seat, 3 - state.purse.marble[seat])
        assert outlooks(GAME, state) == before


@pytest.mark.parametrize("order", ["active", "start"])
def test_payable_and_warning_say_what_playing_leads_to(order: str) -> None:
    """§5.2 §Q28: who cannot pay is not asked; who can is."""
    vain = 0
    for seed in range(4):
        for state in decisions(GAME, 2 + seed % 3, 60 + seed):
            assert isinstance(state, Rules)
            if state.step != ask.TAKE_SPACE:
                continue
            state.starter_first = 1 if order == "start" else 0
            for text, outlook in outlooks(GAME, state).items():
                assert outlook.payable == (not outlook.warning)
                asked = is_asked(state, text)
                assert asked == outlook.payable, (text, outlook)
                vain += not asked
    assert vain > 20


def is_asked(state: Rules, text: str) -> bool:
    """Whether anything comes of a space for the active player: a question, or marble."""
    seat = state.actor()
    space = GAME.parts.bar.index(text.split()[1])
    if GAME.parts.bar_kind[space] in (BAR_MARBLE, BAR_QUARRY):
        return True
    after = state.clone()
    after.apply(GAME.space.parse(text))
    while after.step == ask.BUILD and after.space == space and after.actor() != seat:
        after.apply(GAME.space.parse("pass"))
    return bool(after.space == space and after.actor() == seat and after.step != ask.TAKE_SPACE)


def test_five_columns_with_too_little_marble_warn() -> None:
    """§6.9"""
    state = empty(3)
    set_marble(state, 4, 20, 20)
    temple = outlooks(GAME, state)["take temple5"]
    assert (temple.price, temple.reason, temple.payable) == ("10 marble", "6 marble short", False)
    assert temple.warning == (
        "5 columns cost 10 marble, you have 4: no column would be raised. "
        "Only the start of the next phase would be yours."
    )
    german = outlooks(GAME, state, "de")["take temple5"]
    assert german.warning.startswith("5 Säulen kosten 10 Marmor, du hast 4: Keine Säule würde errichtet.")
    assert outlooks(GAME, state)["take temple2"].warning == ""
    play(state, "take temple5")
    assert (state.active, state.step, int(state.purse.marble[0])) == (1, ask.TAKE_SPACE, 4)
    assert sum(state.temples.columns) == 0


def test_a_palace_nobody_can_pay_warns() -> None:
    """§6.4: and nothing comes of it for anybody."""
    state = empty(3)
    set_marble(state, 4, 4, 4)
    palace = outlooks(GAME, state)["take palace1"]
    assert palace.warning == (
        "A palace costs at least 5 marble, you have 4: you would build nothing. Only others could build."
    )
    assert (palace.price, palace.reason) == ("5–7 marble", "1 marble short")
    play(state, "take palace1")
    assert (state.active, state.step) == (1, ask.TAKE_SPACE)
    assert not any(state.island.palaces)


def test_what_is_used_up_warns() -> None:
    """§6.9 §6.10 §6.12"""
    assert "no houses left" in outlooks(GAME, late.all_houses_built())["take house1"].warning
    assert outlooks(GAME, late.no_statues_left())["take statue1"].warning == (
        "No statue is left: none would be placed."
    )
    room = outlooks(GAME, late.one_place_for_columns())["take temple5"]
    assert room.warning.startswith("The temples have room for only 4 columns")


def test_a_house_tells_price_income_and_city() -> None:
    """§3.2 §6.6 §7.3"""
    for state in decisions(GAME, 3, 14):
        assert isinstance(state, Rules)
        if state.step not in (ask.BUILD, ask.RAISE_STATUE):
            continue
        seat = state.actor()
        for text, outlook in outlooks(GAME, state).items():
            if text == "pass":
                continue
            after = state.clone()
            effects_of(after, text)
            lines = dict(outlook.bill)
            paid = int(state.purse.marble[seat] - after.purse.marble[seat])
            assert outlook.price == f"{paid} marble"
            assert lines["Price"] == f"{paid} marble, then {int(after.purse.marble[seat])} left"
            income = [int(effects.income_of(s, seat)) for s in (state, after)]
            assert lines.get("Income") == (f"{income[0]} → {income[1]}" if income[1] > income[0] else None)
            points = [standing(s, seat) for s in (state, after)]
            gained = income[1] - income[0] + max(0, points[1] - points[0])
            assert outlook.badge == (f"+{gained}" if gained else "")
            assert outlook.benefit == gained


def effects_of(state: Rules, text: str) -> None:
    """A piece is built, and nothing after it."""
    verb, place = text.split()
    cell, seat = GAME.parts.cells.index(place), state.actor()
    if verb == "statue":
        effects.raise_statue(state, seat, cell)
    else:
        effects.build(state, seat, ("house", "palace", "square").index(verb), cell)


def standing(state: Rules, seat: int) -> int:
    row = scoring.points(state, seat)
    return int(row[scoring.CITY] + row[scoring.TEMPLES] + row[scoring.STATUES])


def test_a_house_beside_two_quarries_says_which() -> None:
    """§6.6 §Q5"""
    found = set()
    for state in decisions(GAME, 2, 3):
        for lang in LANGS:
            found |= {outlook.reason for outlook in outlooks(GAME, state, lang).values() if " of " in outlook.reason}
    assert any(reason.startswith("beside the quarry of ") for reason in found)


def test_columns_of_one_action_are_one_step() -> None:
    """§6.3 §6.9"""
    begun = set()
    for seed in range(3):
        for state in decisions(GAME, 2, seed):
            assert steps_that_break(GAME, state) == []
            begun |= {GAME.space.verb(a).name for a in state.legal() if GAME.begins(state, a)}
    assert begun == {"column", "house", "square"}


def test_who_shares_the_most_rings_threatens_to_take_them_alone() -> None:
    """§8.5"""
    state = empty(3)
    state.temples.rings[RED] = 1
    state.temples.rings[BLUE] = 1
    texts = [threat.text for threat in GAME.threats(state, RED)]
    assert texts[:2] == [
        "{1} takes the majority of rings with one more ring.",
        "You take the majority of rings with one more ring.",
    ]
    state.temples.rings[RED] = 2
    assert not any("majority" in threat.text for threat in GAME.threats(state, RED))


def test_a_nearly_complete_temple_is_told_with_its_place() -> None:
    """§6.9"""
    state = empty(2)
    columns(state, int(state.side.places[0]) - 1)
    (threat,) = GAME.threats(state, RED)
    assert threat.text.startswith("One more column completes the temple ")
    drawn = {shape.id for shape in GAME.scene(state, RED).sheets[0].shapes}
    assert set(threat.places) <= drawn


def test_the_quarry_that_closes_next_is_told_to_who_would_lose_by_it() -> None:
    """§6.8"""
    state = empty(3)
    quarries(state, {1: 20, 2: 5}, worker=13)
    beside = next(
        h for c, h in state.side.hexes.items() if state.side.around[2 * state.side.quarries[0] + c // 62] >> c % 62 & 1
    )
    put(state, RED, "H", beside)
    name = GAME.parts.cells[int(state.side.quarries[0])]
    assert f"The quarry {name} closes when the next one opens: you would lose 2 income." in [
        threat.text for threat in GAME.threats(state, RED)
    ]
    assert GAME.threats(state, BLUE) == []


def test_the_goal_hides_points_for_marble_behind_screens() -> None:
    """§8.6 §Q17"""
    state = empty(3)
    set_marble(state, 10, 10, 10)
    goal = GAME.goal(state, RED)
    assert goal is not None
    assert (goal.text, goal.standing, goal.paragraph) == ("Most points after phase 3", ("2", "0+", "0+"), "§8.7")


def test_the_cities_of_the_winner_are_lit_at_the_end() -> None:
    """§8.2"""
    lit = 0
    for seed in range(5):
        state, rng = GAME.new(3), Random(seed)
        while state.actor() != OVER:
            assert GAME.decisive(state) == ()
            state.apply(state.random_action(rng))
        assert isinstance(state, Rules)
        drawn = {shape.id for shape in GAME.scene(state, NONE).sheets[0].shapes}
        shown = GAME.decisive(state)
        assert set(shown) <= drawn
        lit += len(shown)
    assert lit
