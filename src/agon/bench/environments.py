"""What is measured of our environments: steps a second with everything a learner is given, observation and mask."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from agon.bench.work import Work, rate
from agon.core.game import Game

GAMES: Final = 64  # stepped together
STEPS: Final = 50  # between two looks at the clock


def aec(game: Game, seats: int) -> Work:
    """PettingZoo, one seat after the other: last() and step()."""
    pettingzoo: Any = import_module("agon.research.pettingzoo")
    env = pettingzoo.env(game.id, seats)
    env.reset(seed=1)

    def some() -> int:
        for n in range(STEPS):
            _, _, ended, cut, _ = env.last()
            legal = env.action_space(env.agent_selection).legal
            env.step(None if ended or cut else legal[n % len(legal)])
            if not env.agents:
                env.reset()
        return STEPS

    return rate(some)


def single(game: Game, seats: int) -> Work:
    """Gymnasium, one game, every seat asked in its turn."""
    gymnasium: Any = import_module("agon.research.gymnasium")
    env = gymnasium.Env(game.id, seats, bots=None)
    env.reset(seed=1)

    def some() -> int:
        for n in range(STEPS):
            legal = env.action_space.legal
            _, _, ended, cut, _ = env.step(legal[n % len(legal)])
            if ended or cut:
                env.reset()
        return STEPS

    return rate(some)


def vector(game: Game, seats: int) -> Work:
    """Gymnasium, many games in one call, written in place; drawing the actions is counted."""
    gymnasium: Any = import_module("agon.research.gymnasium")
    envs = gymnasium.VectorEnv(game.id, GAMES, seats, bots=None, copy=False)
    envs.reset(seed=1)

    def one() -> int:
        envs.step(envs.random_actions())
        return GAMES

    return rate(one)


def spiel(game: Game, seats: int) -> Work:
    """OpenSpiel: legal actions, the observation tensor of whoever decides, apply; decisions are counted."""
    import_module("agon.research.openspiel")
    return spiel_tensors(f"agon_{game.id}(players={seats})")


def spiel_tensors(name: str) -> Work:
    """The same for any of its games."""
    pyspiel: Any = import_module("pyspiel")
    observation: Any = import_module("open_spiel.python.observation")
    game = pyspiel.load_game(name)
    observer = observation.make_observation(game)
    state = game.new_initial_state()

    def some() -> int:
        nonlocal state
        decided = 0
        for n in range(STEPS):
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[n % len(outcomes)][0])
            else:
                observer.set_from(state, state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[n % len(legal)])
                decided += 1
        return decided

    return rate(some)
