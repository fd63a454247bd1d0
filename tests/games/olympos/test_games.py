"""Whole games: they end without error, and everything in the box is used in them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from agon.bots.greedy import GreedyBot
from agon.core.game import register
from agon.core.state import CHANCE, OVER
from agon.games.olympos import GAME
from agon.games.olympos.parts import CARDS, DISCOVERIES, GODS
from agon.games.olympos.rules import Rules, new

register(GAME)

EVERYTHING = {
    *(f"discovery {d}" for d in DISCOVERIES),
    *(f"wonder {w}" for w in GAME.parts.wonders),
    *(f"god {g}" for g in GODS),
    *(f"card {c}" for c in CARDS),
}


def play_game(seats: int, rng: Random, bot: GreedyBot | None, used: Counter[str], greedy: int = -1) -> Rules:
    """One game; with a bot, that seat (or every seat) plays by it, the others at random."""
    state = new(GAME.parts, GAME.actions, seats, {})
    plies = 0
    while state.actor() != OVER:
        who = state.actor()
        if bot is not None and who != CHANCE and greedy in (-1, who):
            action = bot.choose(state.observe(who), state.legal(), rng)
        else:
            action = state.random_action(rng)
        note(state, action, used)
        state.apply(action)
        plies += 1
        assert plies <= GAME.bound
    for seat in range(seats):
        for d, name in enumerate(DISCOVERIES):
            used[f"discovery {name}"] += int(state.board.discovered[seat]) >> d & 1
    for column in range(5):
        if state.board.wonder_of[column] >= 0:
            used[f"wonder {GAME.parts.wonders[int(state.board.wonder_at[column])]}"] += 1
    return state


def note(state: Rules, action: int, used: Counter[str]) -> None:
    """Gods that appear and cards that are played; a star is used by building."""
    words = GAME.actions.text(action).split()
    if words[0] == "god":
        used[f"god {words[1]}"] += 1
    elif words[0] == "play":
        used[f"card {words[1]}"] += 1
    elif words[0] in ("build", "stars"):
        after = state.clone()
        after.apply(action)
        used["card star"] += int(after.cards.discards[CARDS.index("star")] - state.cards.discards[CARDS.index("star")])


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_games_end(seats: int) -> None:
    """§10.2"""
    for seed in range(10):
        state = play_game(seats, Random(f"{seats}/{seed}"), None, Counter())
        assert min(state.places()) == 1


def test_a_few_games_use_nearly_everything_in_the_box() -> None:
    """§1.1: the soak test counts many games, and there everything must have been used."""
    used: Counter[str] = Counter()
    for seed in range(45):
        play_game(3 + seed % 3, Random(seed), None, used)
    play_game(3, Random(1), GreedyBot(1), used)
    missing = {name for name in EVERYTHING if not used[name]}
    assert not {name for name in missing if name.startswith(("god", "card"))}
    assert len(missing) <= 3


def test_greedy_beats_two_randoms() -> None:
    """A few games; the soak test measures the share."""
    won = 0
    for seed in range(3):
        state = play_game(3, Random(seed), GreedyBot(1), Counter(), seed % 3)
        won += state.places()[seed % 3] == 1
    assert won >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_thousand_random_and_two_hundred_greedy_games_use_everything(seats: int) -> None:
    """§1.1: every discovery, wonder, god and destiny card."""
    used: Counter[str] = Counter()
    for seed in range(1000):
        play_game(seats, Random(f"random/{seats}/{seed}"), None, used)
    for seed in range(200):
        play_game(seats, Random(f"greedy/{seats}/{seed}"), GreedyBot(), used)
    assert {name for name in EVERYTHING if not used[name]} == set()


@pytest.mark.soak
def test_greedy_wins_95_percent_against_two_randoms() -> None:
    """200 games with three seats, greedy in turn on each."""
    won = 0
    for seed in range(200):
        state = play_game(3, Random(f"share/{seed}"), GreedyBot(), Counter(), seed % 3)
        won += state.places()[seed % 3] == 1
    assert won >= 190
