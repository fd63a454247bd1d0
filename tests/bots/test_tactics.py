"""Wins within a turn: found by every way to play on, in every game, by every level that should."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import agon
from agon.bots import make_bot
from agon.bots.greedy import GreedyBot
from agon.bots.ismcts import first_of
from agon.bots.searcher import SearchBot
from agon.bots.tactics import Proof, is_won, plays_out, winning_line
from agon.core.codec import digest, dump, hides
from agon.core.state import CHANCE, OVER, State
from agon.play.wins import keeps

WINS = Path(__file__).parent / "wins"  # mined from games of `greedy:tactics=off`; docs/bots.md tells how
GAMES = sorted(path.stem for path in WINS.glob("*.json"))


def positions(game_id: str) -> Iterator[State]:
    """Positions in which the seat to decide can win within its turn."""
    game = agon.game(game_id)
    for told in json.loads((WINS / f"{game_id}.json").read_text("utf-8")):
        state = game.new(told["seats"])
        for text in told["plies"]:
            state.apply(game.space.parse(text))
        yield state


@pytest.mark.parametrize("game_id", GAMES)
def test_a_win_within_the_turn_is_found_and_played(game_id: str) -> None:
    for state in list(positions(game_id))[:4]:
        me = state.actor()
        seen = state.observe(me)
        for name in ("medium", "ismcts:iterations=40"):
            assert keeps(state, make_bot(name).choose(seen, state.legal(), Random(1))), name


@pytest.mark.parametrize("game_id", GAMES)
def test_a_line_that_wins_wins_when_it_is_played(game_id: str) -> None:
    for state in positions(game_id):
        me = state.actor()
        seen = state.observe(me)
        is_open = not hides(dump(seen))
        seen.fill(Random(1))
        line = winning_line(seen, is_open, 20_000)
        assert line
        assert plays_out(state, line)
        if state.actor() != OVER:
            assert is_open and Proof(me, True, 20_000).holds(state, 20_000)
        else:
            assert is_won(state.places(), me)


def test_a_search_that_knows_a_win_expects_nothing_else() -> None:
    state = next(positions("attika"))
    me = state.actor()
    bot = make_bot("ismcts:iterations=60")
    assert isinstance(bot, SearchBot)
    advice = bot.advise(state.observe(me), state.legal(), Random(1))
    assert (advice[0].worth, advice[0].visits) == (1.0, 60)
    assert bot.expected()[me] == 1.0
    assert plays_out(state, bot.line(40)) and is_won(state.places(), me)


def test_a_search_sees_the_win_that_it_would_leave_to_another() -> None:
    """One ply before, for the seat that is to lose: what the others then do is looked at as closely."""
    state = next(positions("attika"))
    me = state.actor()
    search = SearchBot(iterations=8)
    search.advise(state.observe(me), state.legal(), Random(1))
    assert search.search is not None
    node = search.search.root
    assert node.line is not None
    rewards = search.search.won(state, node.line)
    assert rewards[me] == 1.0 and sum(rewards) == pytest.approx(1.0)


def test_tactics_can_be_left_out_and_the_search_before_them_is_kept_by_name() -> None:
    for name in ("greedy:tactics=off", "easy"):
        bot = make_bot(name)
        assert isinstance(bot, GreedyBot) and not bot.with_tactics
    for name, tactics in (
        ("ismcts:mind=off", False),
        ("ismcts:mind=off,tactics=on", True),
        ("ismcts:tactics=off", False),
        ("hard", True),
    ):
        search = make_bot(name)
        assert isinstance(search, SearchBot) and search.with_tactics is tactics


def test_a_sure_win_leaves_the_others_what_is_left() -> None:
    assert first_of(1, 2) == [0.0, 1.0]
    assert first_of(0, 3) == [1.0, 0.25, 0.25]


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_no_game_ends_in_a_turn_that_could_not_end_it(game_id: str) -> None:
    """`may_end` is False only where the game cannot end before the next draw or another seat's decision."""
    game = agon.game(game_id)
    for seed in range(2):
        rng = Random(seed)
        state = game.new(game.seats[0])
        could: list[tuple[int, bool]] = []
        while state.actor() != OVER:
            who = state.actor()
            if who == CHANCE:
                could.clear()
            else:
                could = [(seat, might) for seat, might in could if seat == who]
                could.append((who, state.may_end(who)))
            state.apply(state.random_action(rng))
        assert all(might for _, might in could), (game_id, seed)


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_equal_positions_have_equal_keys_and_a_decision_changes_the_key(game_id: str) -> None:
    game = agon.game(game_id)
    state = game.new(game.seats[0])
    rng = Random(3)
    while state.actor() != OVER:
        who = state.actor()
        if who != CHANCE and rng.random() < 0.1:
            after: dict[str, int] = {}
            for action in state.legal()[:20]:
                other = state.clone()
                assert other.key() == state.key()
                other.apply(action)
                if other.actor() == who and other.may_end(who):
                    after[digest(other)] = other.key()
            assert len(set(after.values())) == len(after)
        state.apply(state.random_action(rng))
