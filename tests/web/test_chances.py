"""The plot of a finished game: everybody's chances to win, as the game's mind sees them."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.bots.calm import calm_for
from agon.bots.minds import mind_for
from agon.core.state import OVER, State
from agon.web import chances
from agon.web.chances import judged

TABLES = [("attika", 2), ("hellas_2002", 2), ("hellas_2016", 3), ("olympos", 5)]


def positions(game_id: str, seats: int) -> list[State]:
    """Every tenth position of a random game."""
    rng = Random(4)
    state = agon.game(game_id).new(seats)
    out: list[State] = []
    while state.actor() != OVER:
        out.append(state.clone())
        state.apply(state.random_action(rng))
    return out[::10]


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_chances_are_those_of_the_mind_told_as_often_as_they_happen(game_id: str, seats: int) -> None:
    game = agon.game(game_id)
    looked_at = 0
    for state in positions(game_id, seats):
        told = judged(game, state)
        assert sum(told) == pytest.approx(1.0) and len(told) == seats and min(told) >= 0.0
        mind, _ = mind_for(state)
        quiet = state.quiet()
        if quiet.actor() == OVER:
            continue
        assert mind is not None
        worths = mind.worths(quiet)
        for one in range(seats):
            for other in range(seats):
                if worths[one] > worths[other]:
                    assert told[one] >= told[other] - 1e-9
        if seats == 2:
            assert told == pytest.approx(calm_for(state).all(mind.chances(quiet)))
        looked_at += 1
    assert looked_at > 3


def test_where_no_mind_knows_a_position_value_tells_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    game = agon.game("attika")
    found = positions("attika", 2)
    state = found[len(found) // 2]
    by_mind = judged(game, state)
    monkeypatch.setattr(chances, "mind_for", lambda state: (None, "no_mind"))
    by_value = judged(game, state)
    better = game.value(state, 0) > game.value(state, 1)
    assert (by_value[0] > by_value[1]) == better and sum(by_value) == pytest.approx(1.0)
    assert by_value != by_mind
