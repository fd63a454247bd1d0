"""What a bot's answer carries besides its choice: visits, what every seat may expect, and the line it has in mind."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.bots import Reasoning, make_bot
from agon.bots.searcher import SURE, SearchBot, outlook
from agon.core.state import CHANCE, UNKNOWN, State

ITERATIONS = 300


def asked(game_id: str = "hellas_2016", seats: int = 3, plies: int = 0) -> State:
    """What the seat to move sees after a few plies."""
    position = agon.Position(game_id, seats=seats, seed=2)
    for _ in range(plies):
        position.play(position.legal[-1])
    return position.state.observe(position.actor)


def reasoned(seen: State, name: str = f"ismcts:iterations={ITERATIONS}") -> Reasoning:
    return make_bot(name).reason(seen, seen.legal(), Random(1))


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_search_gives_its_reasons_in_every_game(game_id: str) -> None:
    seats = agon.game(game_id).seats[-1]
    seen = asked(game_id, seats, 6)
    why = reasoned(seen)
    assert {a.action for a in why.advice} <= set(seen.legal())
    assert [a.visits for a in why.advice] == sorted((a.visits for a in why.advice), reverse=True)
    assert 0 < sum(a.visits for a in why.advice) <= why.imagined <= ITERATIONS
    assert len(why.expected) == seats
    assert all(0.0 <= e <= 1.0 for e in why.expected)
    assert why.expected[seen.actor()] == why.advice[0].worth
    assert why.line[0].actor == seen.actor()
    assert why.line[0].action in {a.action for a in why.advice if a.visits == why.advice[0].visits}


def test_every_ply_of_the_line_has_its_actor() -> None:
    seen = asked("olympos", 3, 30)
    why = reasoned(seen, "ismcts:iterations=800")
    assert len(why.line) > 1
    for step in why.line:
        assert step.actor in (CHANCE, 0, 1, 2)
        assert step.action >= 0 or (step.actor == CHANCE and step.action == UNKNOWN)


def test_what_was_visited_a_few_times_only_is_no_part_of_the_line() -> None:
    assert reasoned(asked(), f"ismcts:iterations={SURE - 1}").line == ()


def test_the_same_seed_gives_the_same_reasons() -> None:
    seen = asked()
    assert reasoned(seen) == reasoned(seen)


def test_a_bot_that_does_not_search_has_its_advice_and_nothing_else() -> None:
    seen = asked()
    for name in ("greedy", "random"):
        why = reasoned(seen, name)
        assert why.advice[0].action in seen.legal()
        assert (why.expected, why.line, why.imagined) == ((), (), 0)


def test_what_the_best_action_gains_the_others_lose() -> None:
    assert outlook([0.5, 0.5], 0, 0.6) == pytest.approx([0.6, 0.4])
    assert outlook([0.4, 0.6, 0.5], 1, 0.7) == pytest.approx([0.35, 0.7, 0.45])
    assert outlook([0.99, 0.01], 0, 1.0) == pytest.approx([1.0, 0.0])


def test_an_action_is_looked_at_more_closely_without_changing_what_was_expected() -> None:
    seen = asked()
    bot = SearchBot(iterations=60)
    advice = bot.advise(seen, seen.legal(), Random(1))
    assert bot.search is not None
    root, expected = bot.search.root, bot.expected()
    rare = min(seen.legal(), key=lambda a: root.children[a].visits if a in root.children else 0)
    worth = bot.look_at(seen, rare, advice[0].visits, Random(2))
    assert bot.search.root is root
    assert root.children[rare].visits == advice[0].visits
    assert worth == root.children[rare].mean()
    assert bot.expected() == expected
    assert bot.look_at(seen, rare, 1, Random(2)) == worth  # it was seen often enough
