"""A refusal names what is asked instead, as the prompt calls it, in the reader's language."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.core.state import OVER
from agon.games.hellas_2002.names import card


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_what_cannot_be_played_now_is_told_by_what_is_asked(game_id: str) -> None:
    game, rng = agon.game(game_id), Random(1)
    state = game.new(game.seats[0])
    told = 0
    for _ in range(60):
        refused = game.why_not(state, rng.randrange(len(game.space)))
        if refused is not None and refused.reason.key == "not_now":
            told += 1
            asked = [game.prompt(state, state.actor(), lang).title for lang in ("en", "de")]
            assert refused.message("en").startswith(f"Not now: {asked[0]}")
            assert refused.message("de").startswith(f"Das geht jetzt nicht. Jetzt heißt es: {asked[1]}")
        state.apply(state.random_action(rng))
    assert told > 20


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_after_the_end_every_action_is_refused_by_the_end(game_id: str) -> None:
    game, rng = agon.game(game_id), Random(1)
    state = game.new(game.seats[0])
    while state.actor() != OVER:
        state.apply(state.random_action(rng))
    refused = game.why_not(state, 0)
    assert refused is not None
    assert refused.message("en") == f"{game.prompt(state, OVER, 'en').title}. ({refused.paragraph})"


def test_a_card_at_the_wrong_time_is_named_with_when_it_may_be_played() -> None:
    """Hellas (2002), §3.2."""
    game, rng = agon.game("hellas_2002"), Random(4)
    state = game.new(2)
    plays = [a for a in range(len(game.space)) if game.space.verb(a).name == "play"]
    told = set()
    for _ in range(2000):
        for action in plays if state.actor() >= 0 else []:
            refused = game.why_not(state, action)
            if refused is not None and refused.reason.key.startswith("when_"):
                kind = str(refused.reason.facts["card"])
                assert refused.paragraph == "§3.2"
                assert all(card(kind, lang) in refused.message(lang) for lang in ("en", "de"))
                told.add(kind)
        if state.actor() == OVER:
            break
        state.apply(state.random_action(rng))
    assert len(told) > 4
