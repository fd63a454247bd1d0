"""Searches and minds play by the disputed rulings as by those decided."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.bots import make_bot

SWITCHED = {
    "attika": {"groupLinks": "any", "rewardCard": "ends", "exchange": "lacking"},
    "hellas_2002": {"regrouping": "free"},
    "olympos": {"detours": "any", "cards": "anyTime"},
}


@pytest.mark.parametrize("name", ["greedy", "ismcts:iterations=8", "ismcts:iterations=8,mind=off"])
@pytest.mark.parametrize("game_id", SWITCHED)
def test_bots_decide_with_every_switch_thrown(game_id: str, name: str) -> None:
    game, rng, bot = agon.game(game_id), Random(3), make_bot(name)
    state = game.new(game.seats[0], **SWITCHED[game_id])
    decided = 0
    while decided < 40 and state.actor() != agon.OVER:
        action = state.random_action(rng)
        if state.actor() != agon.CHANCE:
            action = bot.choose(state.observe(state.actor()), state.legal(), rng)
            decided += 1
        assert state.is_legal(action)
        state.apply(action)
    assert decided == 40


@pytest.mark.parametrize("game_id", SWITCHED)
def test_a_record_names_the_rulings_it_was_played_by(game_id: str) -> None:
    game = agon.game(game_id)
    record = agon.match(game, ["random"] * game.seats[0], seed=5, **SWITCHED[game_id])
    again = agon.Record.parse(record.text())
    assert SWITCHED[game_id].items() <= again.options.items()
    assert again.last().places() == record.result
