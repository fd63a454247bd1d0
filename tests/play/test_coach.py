"""The coach: a short game to its end, with a word before and after each decision, the same in both languages."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.bots import make_bot
from agon.core.errors import AgonError
from agon.play.coach import Coached, start_of

EVERY = pytest.mark.parametrize("game_id", agon.game_ids())


def coached(game_id: str) -> Coached:
    game = agon.game(game_id)
    start = start_of(game)
    assert start is not None
    return Coached(game, start)


@EVERY
def test_a_game_with_the_coach_is_short_and_comes_to_its_end(game_id: str) -> None:
    found = coached(game_id)
    bot, decisions = make_bot("greedy"), 0
    while not found.is_over:
        assert found.state.actor() == found.me and len(found.state.legal()) > 1
        action = bot.choose(found.state.observe(found.me), found.state.legal(), Random(decisions))
        assert found.play(found.game.space.text(action), "en") == ""
        decisions += 1
    assert 8 <= decisions <= 80
    again = Coached(found.game, found.start, found.plies)
    assert again.is_over and again.plies == found.plies
    for lang, words in (("en", "won"), ("de", "gewonnen")):
        assert words in found.ending(lang)


@EVERY
def test_the_coach_speaks_before_and_after_a_decision_in_both_languages(game_id: str) -> None:
    found = coached(game_id)
    said = []
    assert found.after("en") == []
    for lang in ("en", "de"):
        before = found.before(lang)
        assert len(before) >= 4 and all(line.strip() and "{" not in line for line in before)
        said.append([*before, found.advice(lang)])
    found.play(found.game.space.text(found.state.legal()[-1]), "en")
    for row, lang in zip(said, ("en", "de"), strict=True):
        after = found.after(lang)
        assert len(after) >= 2 and all(line.strip() for line in after)
        row += after
    assert all(english != german for english, german in zip(said[0][3:], said[1][3:], strict=False))


def test_the_coach_names_what_was_better() -> None:
    found = coached("hellas_2016")
    best = found.game.space.text(found._thought().advice[0].action)
    good, bad = (Coached(found.game, found.start, [*found.plies, text]) for text in (best, "pass"))
    assert "I know nothing better." in good.after("en")
    assert any(line.startswith("Better was") for line in bad.after("en"))
    assert any(line.startswith("Besser war") for line in bad.after("de"))


def test_what_the_rules_forbid_is_refused_and_nonsense_is_no_game() -> None:
    found = coached("attika")
    forbidden = next(a for a in range(len(found.game.space)) if a not in found.state.legal())
    assert "§" in found.play(found.game.space.text(forbidden), "de") and found.plies == []
    with pytest.raises(AgonError):
        Coached(found.game, found.start, ["castle"])
    with pytest.raises(AgonError):
        Coached(found.game, found.start, [found.game.space.text(forbidden)])
