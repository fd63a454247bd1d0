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


def test_nothing_is_told_the_other_way_round() -> None:
    assert calm_at([-0.5, 1.0], 0.2).told(0.9) == 0.5


def test_a_hint_is_as_sure_as_the_numbers_of_its_mind_say(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position()
    seen = state.observe(state.actor())
    told = json.loads(agon.game("hellas_2002").mind_text(2))
    worths = []
    for numbers in ([1.0, 0.0], [0.0, 0.0]):
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
