"""OpenSpiel's own tests and searches run on our games, and nobody is told what it may not know."""

from __future__ import annotations

import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

import agon
from agon.research.rewards import rewards
from tests.research.support import CASES, SMALLEST

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'agon[openspiel]'.")
from agon.research import openspiel  # noqa: E402

SIMULATIONS = 12


def load(game_id: str, seats: int) -> Any:
    return pyspiel.load_game(f"agon_{game_id}(players={seats})")


def decide(state: Any, rng: Random) -> None:
    """One random ply."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def played(game_id: str, seats: int, plies: int, seed: int = 1) -> Any:
    """So many random plies into a game, where a player decides."""
    rng = Random(seed)
    state = load(game_id, seats).new_initial_state()
    while state.move_number() < plies or state.is_chance_node():
        decide(state, rng)
    return state


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_random_sim_test(game_id: str, seats: int) -> None:
    pyspiel.random_sim_test(load(game_id, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_random_sim_test_with_every_number_of_seats(game_id: str, seats: int) -> None:
    pyspiel.random_sim_test(load(game_id, seats), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_its_search_in_cpp_finds_a_legal_action(game_id: str, seats: int) -> None:
    state = played(game_id, seats, 30)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, SIMULATIONS, 100, False, 1, False)
    assert bot.step_with_policy(state)[1] in state.legal_actions()
    root = bot.mcts_search(state)
    assert root.explore_count == SIMULATIONS


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_its_searches_in_python_find_a_legal_action(game_id: str, seats: int) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = played(game_id, seats, 30)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    plain = mcts.MCTSBot(state.get_game(), 2.0, SIMULATIONS, evaluator, random_state=rng)
    assert plain.step(state) in state.legal_actions()
    if state.get_game().get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        searcher = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, SIMULATIONS, random_state=rng)
        assert searcher.step(state) in state.legal_actions()


def test_what_openspiel_is_told_of_the_games() -> None:
    assert openspiel.register() == [f"agon_{game_id}" for game_id in agon.game_ids()]
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    hidden = {game_id: str(kinds[f"agon_{game_id}"].information).split(".")[-1] for game_id in agon.game_ids()}
    assert hidden["hellas_2016"] == "PERFECT_INFORMATION"
    assert {hidden[g] for g in ("attika", "hellas_2002", "olympos")} == {"IMPERFECT_INFORMATION"}
    game = pyspiel.load_game("agon_hellas_2016(players=3,startHouses=0)")
    assert game.num_players() == 3
    assert game.new_initial_state().inside.setup.settings["startHouses"] == "0"
    assert game.num_distinct_actions() == len(agon.game("hellas_2016").space)


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_the_game_tree_is_ours(game_id: str, seats: int) -> None:
    """Players, actions, words, chances and returns are those of the state itself."""
    rng = Random(2)
    game = agon.game(game_id)
    state, ours = load(game_id, seats).new_initial_state(), game.new(seats)
    while not state.is_terminal():
        assert state.current_player() == (pyspiel.PlayerId.CHANCE if ours.actor() == agon.CHANCE else ours.actor())
        assert state.legal_actions() == ours.legal()
        if ours.actor() == agon.CHANCE:
            total = sum(ours.weights())
            chances = [w / total for w in ours.weights()]
            assert [p for _, p in state.chance_outcomes()] == pytest.approx(chances)
        action = rng.choice(ours.legal())
        assert state.action_to_string(action) == game.space.text(action)
        state.apply_action(action)
        ours.apply(action)
    assert state.returns() == pytest.approx(rewards(ours.places()))


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_information_states_tell_only_what_the_player_may_know(game_id: str, seats: int) -> None:
    """A position the player cannot tell from the true one has the same strings and tensors for it."""
    for plies in (20, 60):
        state = played(game_id, seats, plies)
        for player in range(seats):
            dice = Random(plies)
            other = state.resample_from_infostate(player, dice.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert not other.history()  # the true one would tell


def test_information_states_remember() -> None:
    """Two ways to the same position are one observation, but two information states."""
    one, two = (load("hellas_2016", 2).new_initial_state() for _ in range(2))
    rng = Random(4)
    while one.is_chance_node():
        action = rng.choice(one.legal_actions())
        one.apply_action(action)
        two.apply_action(action)
    first, second, *_, third, fourth = one.legal_actions()  # starting houses: seat 0, seat 1 twice, seat 0 again
    moves = [(first, third, fourth, second), (second, third, fourth, first)]
    for state, actions in zip((one, two), moves, strict=True):
        for action in actions:
            state.apply_action(action)
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) != two.information_state_string(0)


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_clones_and_serialized_states_are_independent(game_id: str, seats: int) -> None:
    state = played(game_id, seats, 25)
    text = str(state)
    clone = state.clone()
    back = state.get_game().deserialize_state(state.serialize())
    again = pickle.loads(pickle.dumps(state))
    for other in (clone, back, again):
        assert str(other) == text
        assert other.information_state_string(0) == state.information_state_string(0)
        decide(other, Random(1))
    assert str(state) == text


def test_wrong_parameters_are_refused_with_a_sentence() -> None:
    with pytest.raises(Exception, match="2, 3, 4 seats, not 7"):
        pyspiel.load_game("agon_attika(players=7)")
    with pytest.raises(Exception, match="is one of on, off"):
        pyspiel.load_game("agon_hellas_2016(waiveQuarry=perhaps)")


def test_python_ends_in_peace() -> None:
    """OpenSpiel lets go of registered games after Python's end; ours must survive that."""
    code = "import agon.research.openspiel, pyspiel; pyspiel.load_game('agon_hellas_2016').new_initial_state()"
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0
