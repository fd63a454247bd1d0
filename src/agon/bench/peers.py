"""The same work with what a user would pick instead, as far as it is installed (pip install 'agon[bench]')."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from agon.bench.environments import GAMES, spiel_tensors
from agon.bench.work import Work, rate

COPIES: Final = 20
ROLLOUTS: Final = 200  # of a node in OpenSpiel's search, so that hardly anything but rollouts is measured
NODES: Final = 2


def installed(packages: str) -> bool:
    """Whether all of these packages are there."""
    return all(find_spec(package) is not None for package in packages.split())


def catanatron_decisions(players: int) -> Work:
    """Random play of Catanatron: decisions a second."""
    catanatron: Any = import_module("catanatron")
    colours = list(catanatron.Color)[:players]

    def one_game() -> int:
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
        decisions = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
        return decisions

    return rate(one_game)


def _catanatron_middle(players: int) -> Any:
    catanatron: Any = import_module("catanatron")
    random.seed(5)
    game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in list(catanatron.Color)[:players]])
    for _ in range(200):
        if game.winning_color() is None:
            game.play_tick()
    return game


def catanatron_copies(players: int) -> Work:
    """Copies of a position in mid-game."""
    game = _catanatron_middle(players)

    def some() -> int:
        for _ in range(COPIES):
            game.copy()
        return COPIES

    return rate(some)


def catanatron_simulations(players: int) -> Work:
    """One simulation of a Monte Carlo search is at least a copy and a random playout to the end; no more is counted."""
    game = _catanatron_middle(players)

    def one() -> int:
        world = game.copy()
        while world.winning_color() is None and world.state.num_turns < 1000:
            world.play_tick()
        return 1

    return rate(one)


def pettingzoo_connect_four() -> Work:
    """Random play of PettingZoo's connect four, an environment with observation and mask."""
    module: Any = import_module("pettingzoo.classic.connect_four_v3")
    env = module.env()
    rng = random.Random(1)

    def one_game() -> int:
        env.reset(seed=rng.randrange(10**6))
        plies = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = [a for a, allowed in enumerate(observation["action_mask"]) if allowed]
            env.step(legal[int(rng.random() * len(legal))])
            plies += 1
        return plies

    return rate(one_game)


def rlcard_gin_rummy() -> Work:
    """Random play of RLCard's gin rummy, an environment with observation and legal actions."""
    rlcard: Any = import_module("rlcard")
    env = rlcard.make("gin-rummy")
    rng = random.Random(1)

    def one_game() -> int:
        state, _ = env.reset()
        plies = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            plies += 1
        return plies

    return rate(one_game)


def gymnasium_blackjack() -> Work:
    """Gymnasium's own way to step many games: its blackjack in a SyncVectorEnv."""
    gymnasium: Any = import_module("gymnasium")
    envs = gymnasium.make_vec("Blackjack-v1", GAMES, vectorization_mode="sync")
    envs.reset(seed=1)

    def one() -> int:
        envs.step(envs.action_space.sample())
        return GAMES

    return rate(one)


def pgx_connect_four() -> Work:
    """pgx's connect four, as many games as ours in one compiled step on the CPU; drawing the actions is counted."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make("connect_four")
    begin = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init)))
    key = jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, GAMES))

    def one() -> int:
        nonlocal key, state
        key, drawing, opening = jax.random.split(key, 3)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        state = step(state, jax.random.categorical(drawing, chances), jax.random.split(opening, GAMES))
        state.observation.block_until_ready()
        return GAMES

    one()  # compiles
    return rate(one)


def pyspiel_decisions(name: str) -> Work:
    """Random play of an OpenSpiel game driven from Python; chance by its weights."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def one_game() -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
            plies += 1
        return plies

    return rate(one_game)


def pyspiel_rollouts() -> Work:
    """Random playouts inside OpenSpiel's C++, hex(9): its search with very many rollouts a node; plies a second."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("hex(board_size=9)")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, NODES, 100, False, 1, False)
    rng = random.Random(1)
    lengths = []
    for _ in range(200):
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            plies += 1
        lengths.append(plies)
    mean = sum(lengths) / len(lengths)
    start = game.new_initial_state()

    def some() -> int:
        bot.step(start)
        return round(ROLLOUTS * NODES * mean)

    return rate(some)


# name, packages, and what makes it for a number of seats
Peer = tuple[str, str, Callable[[int], Work]]

DECISIONS: Final[tuple[Peer, ...]] = (
    ("catanatron", "catanatron", catanatron_decisions),
    ("pyspiel hex(9)", "pyspiel", lambda seats: pyspiel_decisions("hex(board_size=9)")),
    ("pyspiel backgammon", "pyspiel", lambda seats: pyspiel_decisions("backgammon")),
    ("pyspiel gin_rummy", "pyspiel", lambda seats: pyspiel_decisions("gin_rummy")),
)
AEC: Final[tuple[Peer, ...]] = (
    ("pettingzoo connect_four", "pettingzoo pygame", lambda seats: pettingzoo_connect_four()),
)
SINGLE: Final[tuple[Peer, ...]] = (("rlcard gin-rummy", "rlcard", lambda seats: rlcard_gin_rummy()),)
VECTOR: Final[tuple[Peer, ...]] = (
    ("gymnasium blackjack", "gymnasium", lambda seats: gymnasium_blackjack()),
    ("pgx connect_four, CPU", "jax pgx", lambda seats: pgx_connect_four()),
)
TENSORS: Final[tuple[Peer, ...]] = (
    ("pyspiel backgammon", "pyspiel", lambda seats: spiel_tensors("backgammon")),
    ("pyspiel gin_rummy", "pyspiel", lambda seats: spiel_tensors("gin_rummy")),
)
PLAYOUTS: Final[tuple[Peer, ...]] = (("pyspiel hex(9) C++", "pyspiel", lambda seats: pyspiel_rollouts()),)
CLONES: Final[tuple[Peer, ...]] = (("catanatron copy", "catanatron", catanatron_copies),)
SIMULATIONS: Final[tuple[Peer, ...]] = (("catanatron copy + playout", "catanatron", catanatron_simulations),)
PLAIN: Final[tuple[Peer, ...]] = DECISIONS[:1]
