"""What would come of an action, and who is about to win: true, in both languages, and without a secret."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.state import OVER
from agon.draw.symbols import SYMBOLS
from agon.games.attika import GAME, effects
from agon.games.attika import questions as ask
from agon.games.attika.parts import BUILDINGS, PETALS
from agon.games.attika.position import REVEALING
from agon.games.attika.prices import Bill, cheapest
from agon.games.attika.rules import Rules
from tests.games.attika import late
from tests.games.attika.table import (
    building_turn,
    fewest,
    hand,
    hold,
    number,
    play,
    random_positions,
    reference,
    revealing,
    stand,
    store,
)
from tests.games.guiding import LANGS, decisions, outlooks, secrets_told, steps_that_break, told


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_action_has_an_outlook_in_both_languages(seats: int) -> None:
    for state in decisions(GAME, seats, seats, every=3):
        said = {lang: outlooks(GAME, state, lang) for lang in LANGS}
        for text, english in said["en"].items():
            german = said["de"][text]
            assert english.group and german.group, text
            assert english.payable
            assert not english.symbol or english.symbol in SYMBOLS
            assert [bool(word) for word in told(english)] == [bool(word) for word in told(german)], text
            assert (english.badge, english.cost, english.benefit) == (german.badge, german.cost, german.benefit)


def test_the_guide_tells_no_secret() -> None:
    rng = Random(5)
    for state in decisions(GAME, 3, 8, every=9):
        assert secrets_told(GAME, state, rng) == []


def test_a_price_is_what_the_hand_must_pay() -> None:
    """§5.4: whoever pays with matching cards first pays as many as the outlook said."""
    most = 0
    for state in decisions(GAME, 2, 11, every=7):
        assert isinstance(state, Rules)
        for text, outlook in outlooks(GAME, state).items():
            if text.startswith("place"):
                after = state.clone()
                play(after, text)
                paid = pay_matching_first(after)
                assert paid == outlook.cost, text
                most = max(most, paid)
    assert most >= 4


def pay_matching_first(state: Rules) -> int:
    """Pay for the building in hand; how many cards that took."""
    paid = 0
    while state.step == ask.PAY:
        state.apply(max(state.legal(), key=lambda action: GAME.outlook(state, action).benefit))
        paid += 1
    return paid


def one_building_short() -> Rules:
    """One building from joining two shrines. §9.2"""
    state = late.between_two_shrines()
    stand(state, 0, theater=(2, 2))
    return state


def test_the_cheapest_price_of_a_stored_building_is_that_of_its_cheapest_space() -> None:
    """§4.2 §5.4"""
    for state in random_positions(1, 3, 21, every=10):
        seat = int(state.active)
        free = [slot for slot in range(PETALS * int(state.map.laid)) if state.is_free(slot)]
        for building in range(BUILDINGS):
            prices = [Bill(state, seat, building, slot).cards for slot in free]
            assert cheapest(state, seat, building) == min(prices)


def test_a_bill_tells_what_is_printed_crossed_off_and_paid() -> None:
    """§5.3: the theatre costs water and mountain; the land beside the tavern crosses some off."""
    state = reference()
    stand(state, 0, tavern=(0, 0))
    store(state, 0, "fortress")
    hold(state, 0, "HHHHHHHH")
    play(state, "build fortress")
    for text, outlook in outlooks(GAME, state).items():
        lines = dict(outlook.bill)
        assert lines["Printed"] == "2 hill, 2 mountain"
        assert lines["You pay"] == outlook.price
        at = GAME.parts.hexes[GAME.space.arguments(GAME.space.parse(text))[0]]
        assert outlook.cost == float(fewest_in_hand(state, at))
        assert outlook.takes in ((), ("card-0-H",)), "only hills are in the hand"
        if "For want of mountain" in lines:
            assert "for want of mountain" in outlook.reason
        assert ("New settlement" in lines) == (outlook.group == "A new settlement")
    assert any(outlook.takes for outlook in outlooks(GAME, state).values())
    german = outlooks(GAME, state, "de")
    assert any("neben deiner Schenke" in outlook.place for outlook in german.values())
    assert all("Aufgedruckt" in dict(outlook.bill) for outlook in german.values())


def fewest_in_hand(state: Rules, at: tuple[int, int]) -> int:
    return fewest(state, GAME.parts.buildings[int(state.building)], at)


def test_what_is_free_says_beside_what() -> None:
    """§5.2: "free beside your well", on the first menu and on the space."""
    state = reference()
    stand(state, 0, well=(0, 0))
    store(state, 0, "field")
    field = outlooks(GAME, state)["build field"]
    assert (field.price, field.reason, field.cost) == ("free", "free beside your well", 0.0)
    assert outlooks(GAME, state, "de")["build field"].price == "kostenlos"
    play(state, "build field")
    assert all(outlook.reason == "free beside your well" for outlook in outlooks(GAME, state).values())


def test_a_place_that_wins_or_completes_a_group_says_so() -> None:
    """§7.1 §9.2"""
    state = one_building_short()
    play(state, "build tavern")
    wins = {text for text, outlook in outlooks(GAME, state).items() if outlook.gain == "wins"}
    for text in outlooks(GAME, state):
        after = state.clone()
        play(after, text)
        pay_matching_first(after)
        assert (after.actor() == OVER) == (text in wins), text
    assert wins
    state = reference()
    stand(state, 0, vineyard=(0, 0))
    store(state, 0, "vintner")
    play(state, "build vintner")
    assert {outlook.gain for outlook in outlooks(GAME, state).values()} == {"+1 amphora"}


def test_a_draw_that_brings_no_card_warns() -> None:
    """§4.6"""
    state = late.no_card_left()
    finish = outlooks(GAME, state)["finish"]
    assert finish.warning == "No card is left: you would draw none."
    before = hand(state, 0)
    play(state, "finish")
    assert hand(state, 0) == before


def test_an_amphora_that_gives_no_action_warns() -> None:
    """§4.4: nothing is left to reveal, or nothing stored can be paid."""
    state = late.all_in_store()
    late.amphorae(state, 0, 2)
    revealing(state, 1)
    assert outlooks(GAME, state)["amphora action"].warning.startswith("Nothing is left to reveal")
    play(state, "amphora action")
    assert not any(GAME.space.text(a).startswith("reveal") for a in state.legal())
    state = reference()
    stand(state, 0, city=(0, 0))
    late.amphorae(state, 0, 2)
    building_turn(state, 1)
    outlook = outlooks(GAME, state)["amphora action"]
    play(state, "amphora action")
    assert bool(outlook.warning) == (not any(GAME.space.text(a).startswith("build") for a in state.legal()))


def test_warnings_are_true_in_random_games() -> None:
    """A draw without a warning brings cards; an amphora without one brings an action."""
    for state in decisions(GAME, 2, 31):
        assert isinstance(state, Rules)
        said = outlooks(GAME, state)
        if "finish" in said:
            drawn = min(int(effects.cards_due(state)), int(state.cards_left()))
            assert bool(said["finish"].warning) == (drawn == 0)
        if "amphora action" in said:
            verb = "reveal" if state.mode == REVEALING else "build"
            after = state.clone()
            play(after, "amphora action")
            follows = after.actor() == state.actor() and any(verb in GAME.space.text(a) for a in after.legal())
            assert bool(said["amphora action"].warning) == (not follows)


def test_place_and_turn_are_one_step_and_so_are_building_space_and_payment() -> None:
    """§5.4 §8.2"""
    begun = set()
    for state in decisions(GAME, 2, 4):
        assert steps_that_break(GAME, state) == []
        begun |= {GAME.space.verb(a).name for a in state.legal() if GAME.begins(state, a)}
    assert begun == {"lay", "build", "place", "pay"}


def test_one_building_from_two_shrines_is_a_threat_with_its_places() -> None:
    """§9.2: lit are the spaces on which the next building wins."""
    state = one_building_short()
    (threat,) = GAME.threats(state.observe(1), 1)
    assert threat.seat == 0
    assert threat.text == "{0} is one building from linking two shrines."
    assert GAME.threats(state.observe(0), 0)[0].text == "You are one building from linking two shrines."
    assert GAME.threats(state.observe(1), 1, "de")[0].text.format("Kleio") == (
        "Kleio braucht noch ein Gebäude, um zwei Heiligtümer zu verbinden."
    )
    lit = {place.removeprefix("cell-") for place in threat.places if place.startswith("cell-")}
    for slot in range(PETALS * int(state.map.laid)):
        if state.is_free(slot):
            after = state.clone()
            effects.put(after, 0, number("tavern"), slot)
            cell = GAME.parts.cells[int(state.map.cells[slot])]
            assert bool(effects.has_linked(after, 0)) == (cell in lit), cell


def test_the_last_buildings_are_a_threat() -> None:
    """§9.1"""
    texts = [
        threat.text
        for state in random_positions(1, 4, 3, 20)[-3:]
        for threat in GAME.threats(state.observe(0), 0)
        if state.stands(threat.seat) >= GAME.parts.count - 2
    ]
    assert any("left to build" in text for text in texts)


def test_the_goal_counts_the_buildings_of_all() -> None:
    state = reference()
    stand(state, 1, city=(0, 0))
    goal = GAME.goal(state.observe(0), 0)
    assert goal is not None
    assert (goal.text, goal.standing, goal.paragraph) == ("Link two shrines or build all 30", ("0", "1"), "§9.1")


def test_the_winning_chain_is_lit_from_shrine_to_shrine() -> None:
    """§9.2: the shortest row of neighbours; all other buildings stay dark."""
    state = one_building_short()
    stand(state, 0, well=(-1, 0))
    play(state, "build tavern")
    wins = next(text for text, outlook in outlooks(GAME, state).items() if outlook.gain == "wins")
    assert GAME.decisive(state) == ()
    play(state, wins)
    pay_matching_first(state)
    lit = GAME.decisive(state)
    assert (lit[0], lit[-1]) in {("shrine-0", "shrine-1"), ("shrine-1", "shrine-0")}
    assert "building-0-tavern" in lit and "building-0-well" not in lit
    drawn = {shape.id for shape in GAME.scene(state, 0).sheets[0].shapes}
    assert set(lit) <= drawn


def test_what_is_lit_is_drawn() -> None:
    """Threats and the end name shapes of the board."""
    for state in decisions(GAME, 3, 2, every=25):
        drawn = {shape.id for shape in GAME.scene(state.observe(0), 0).sheets[0].shapes}
        assert all(set(threat.places) <= drawn for threat in GAME.threats(state.observe(0), 0))
