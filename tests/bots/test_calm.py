"""Chances are told as often as they happen: the numbers kept with a mind, and what they do to hints."""

from __future__ import annotations

import json
from random import Random

import pytest

import agon
from agon.bots import make_bot
from agon.bots.calm import Calm, calm_at, calm_for, clock
from agon.bots.minds import read_mind
from agon.bots.searcher import SearchBot
from agon.core.chance import settle
from agon.core.state import State


def position(game: str = "hellas_2002") -> State:
    state = agon.game(game).new(2)
    settle(state, Random(1))
    return state


def test_half_as_sure_is_nearer_to_even_and_what_is_certain_stays_so() -> None:
    calm = Calm(0.5)
    assert calm.told(0.9) == pytest.approx(0.75)
    assert calm.told(0.1) + calm.told(0.9) == pytest.approx(1.0)
    assert calm.all([0.0, 0.5, 1.0]) == [0.0, 0.5, 1.0]
    assert Calm().told(0.9) == 0.9


def test_a_bend_tells_what_is_sure_otherwise_than_what_is_almost_even() -> None:
    calm = Calm(1.0, -0.5)
    assert calm.told(0.51) == pytest.approx(0.51, abs=0.001)
    assert calm.told(0.99) < 0.97
    assert calm.told(0.01) + calm.told(0.99) == pytest.approx(1.0)


def test_between_two_readings_of_the_clock_the_nearer_row_counts_more() -> None:
    rows = [[0.2, 1.0, 0.0], [0.6, 2.0, -1.0]]
    assert calm_at(rows, 0.0) == calm_at(rows, 0.2) == Calm(1.0, 0.0)
    assert calm_at(rows, 0.9) == Calm(2.0, -1.0)
    between = calm_at(rows, 0.3)
    assert (between.scale, between.bend) == pytest.approx((1.25, -0.25))


def test_nothing_is_told_the_other_way_round() -> None:
    assert calm_at([[0.0, -0.5, 0.0], [1.0, 0.5, 0.0]], 0.2).told(0.9) == 0.5
    calm = calm_at([[0.5, 1.0, -3.0]], 0.5)
    told = [calm.told(n / 100) for n in range(1, 100)]
    assert told == sorted(told)


def test_where_only_the_first_counts_nobody_is_told_less_than_the_others_get() -> None:
    """With three seats a loser is before half of the other loser: a quarter."""
    calm = Calm(0.5, 0.0, 0.25)
    assert calm.told(0.1) == calm.told(0.25) == Calm(floor=0.25).told(0.1) == 0.25
    assert calm.told(0.5) == pytest.approx(0.5) and calm.told(1.0) == 1.0
    assert 0.7 < calm.told(0.9) < 0.9 and calm.told(0.26) > 0.25 and 0.3 < calm.told(0.3) < 0.5
    told = [calm.told(n / 100) for n in range(1, 100)]
    assert told == sorted(told)
    assert calm_at([[0.0, 0.5, 0.0]], 0.3, 0.25) == calm
    assert [read_mind(agon.game("attika").mind_text(seats)).floor for seats in (2, 3)] == [0.0, 0.25]


def test_a_hint_is_as_sure_as_the_numbers_of_its_mind_say(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position()
    seen = state.observe(state.actor())
    told = json.loads(agon.game("hellas_2002").mind_text(2))
    worths = []
    for numbers in ([[0.0, 1.0, 0.0]], [[0.0, 0.0, 0.0]]):
        text = json.dumps({**told, "calm": numbers})
        assert read_mind(text).calm == numbers
        monkeypatch.setattr(type(agon.game("hellas_2002")), "mind_text", lambda self, seats, text=text: text)
        bot = make_bot("ismcts:iterations=30")
        assert isinstance(bot, SearchBot)
        why = bot.reason(seen, seen.legal(), Random(1))
        worths.append([advice.worth for advice in why.advice])
        assert why.expected[seen.actor()] == why.advice[0].worth
    assert any(worth != 0.5 for worth in worths[0]) and all(worth == 0.5 for worth in worths[1])


def test_where_no_mind_knows_a_position_chances_are_told_as_they_are() -> None:
    assert calm_for(position(), "off") == Calm()
    assert 0.0 <= clock(position("attika")) <= 1.0
