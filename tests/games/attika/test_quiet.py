"""The position a mind judges in the place of one in the middle of an action."""

from __future__ import annotations

from agon.core.codec import dump
from agon.core.numbers import WORD
from agon.core.state import OVER
from agon.games.attika import quiet, value
from agon.games.attika.parts import WORDS
from agon.games.attika.prices import Bill
from agon.games.attika.questions import ANSWER, CHOOSE_SPACE, PAY, TURN
from agon.games.attika.rules import Rules
from tests.games.attika.table import (
    almost_linked,
    built,
    hand,
    hold,
    number,
    paying,
    places_for,
    play,
    random_positions,
    reference,
    slot,
    stand,
)

IN_HAND = (ANSWER, CHOOSE_SPACE, PAY, TURN)


def judged(state: Rules) -> Rules:
    found = state.quiet()
    assert isinstance(found, Rules)
    return found


def turned_up() -> Rules:
    """The vintner that links two shrines has just been turned up."""
    state = almost_linked()
    play(state, "reveal 1", "top vintner")
    return state


def test_nothing_is_in_hand_where_a_mind_judges_and_the_position_stays_as_it_was() -> None:
    seen: set[int] = set()
    for state in random_positions(6, 3, 1):
        before = dump(state)
        found = judged(state)
        assert found.step not in IN_HAND
        assert dump(state) == before
        if state.step in IN_HAND:
            seen.add(int(state.step))
            assert dump(judged(state)) == dump(found)
            assert found.land.free != state.land.free or state.step in (ANSWER, TURN)
        else:
            assert found is state
    assert seen == set(IN_HAND)


def test_what_is_judged_can_be_played() -> None:
    """§4.1 §5.4: by storing the building, or on some space with some cards; and nothing else is done."""
    for state in random_positions(2, 2, 7):
        if state.step not in (ANSWER, CHOOSE_SPACE):
            continue
        ends = {told(after) for after in played_out(state)}
        assert told(judged(state)) in ends


def told(state: Rules) -> str:
    return str(dump(state))


def played_out(state: Rules) -> list[Rules]:
    """All positions in which what was in hand is down and paid."""
    if state.step not in (ANSWER, CHOOSE_SPACE, PAY):
        return [state]
    return [end for action in state.legal() for end in played_out(state.after(action))]


def test_a_building_turned_up_that_wins_wins() -> None:
    """§9.2: it is laid on the one space that links two shrines."""
    state = turned_up()
    found = judged(state)
    assert found.actor() == OVER and found.winner == 0
    assert built(found, 0)[(3, 2)] == "vintner"


def test_a_building_is_stored_where_a_space_costs_more_than_it_is_worth() -> None:
    """§4.1: a dear building far from all of one's own, with all of a small hand."""
    state = reference()
    stand(state, 0, city=(0, 0))
    play(state, "reveal 3", "top village")
    hold(state, 0, "")
    assert judged(state).store.storage[0] & (1 << number("village"))


def test_no_way_to_pay_takes_fewer_cards() -> None:
    """§5.4: matching cards first, as a symbol costs two others."""
    dearer = 0
    for state in random_positions(6, 3, 1):
        if state.step == PAY:
            seat = int(state.active)
            left = {int(end.cards.held[seat]) for end in played_out(state)}
            assert judged(state).cards.held[seat] == max(left)
            dearer += len(left) > 1
    assert dearer > 5


def test_a_card_of_any_kind_is_one_of_those_of_which_there_are_most() -> None:
    """§5.4"""
    state = paying("MHHW")
    assert state.step == PAY
    assert hand(judged(state), 0) == "WHM"


def test_only_a_few_spaces_are_looked_at_and_each_can_be_paid() -> None:
    seen = 0
    for state in random_positions(3, 3, 5):
        if state.step in (ANSWER, CHOOSE_SPACE):
            seat = int(state.active)
            payable = {slot(state, h) for h in places_for(state, state.parts.buildings[state.building], seat)}
            found = quiet.likely(state)
            assert set(found) <= payable
            assert len(set(found)) == len(found) == min(quiet.LIKELY, len(payable))
            seen += 1
    assert seen > 20


def test_what_a_space_costs_at_a_glance_is_what_its_bill_says() -> None:
    """§5.4 §6.2: and a settlement more has its own cost."""
    seen: set[bool] = set()
    for state in random_positions(2, 3, 5):
        if state.step in (ANSWER, CHOOSE_SPACE):
            seat, building = int(state.active), int(state.building)
            for at in quiet.likely(state):
                founds = not state.land.beside[WORDS * seat + at // WORD] >> at % WORD & 1
                cards = Bill(state, seat, building, at).cards
                assert quiet.price(state, seat, at) == cards + quiet.FOUNDING * founds
                seen.add(founds)
    assert seen == {False, True}


def test_spaces_on_the_way_to_a_near_link_come_first() -> None:
    """§9.2: the gap of one space is among the likely ones, wherever else there is room."""
    state = turned_up()
    assert slot(state, (3, 2)) in quiet.likely(state)
    way, gain = quiet.way_to_link(state, 0)
    assert [n for n in range(WORDS * WORD) if way[n // WORD] >> n % WORD & 1] == [slot(state, (3, 2))]
    assert gain * 100 == value.LINK[0] - value.LINK[1]
    assert quiet.way_to_link(state, 1)[1] == 0.0


def test_a_tile_in_hand_is_turned_some_way() -> None:
    """§8.2"""
    turning = [state for state in random_positions(6, 3, 1) if state.step == TURN]
    assert turning
    for state in turning:
        assert told(judged(state)) in {told(state.after(a)) for a in state.legal()}
