"""An AlphaZero-style loop on OpenSpiel: its search with a network's advice, self-play, learning, and again.

    python examples/research/alphazero.py --rounds 20

Needs `pip install 'agon[learn,openspiel]'`. The game is the tiny Hellas (2016) unless told otherwise: it hides nothing,
as this search wants it, and is solved (docs/tiny.md), so that one can see how far it is from perfect play.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import torch
from open_spiel.python.algorithms import mcts
from torch import nn

import agon.research.openspiel  # noqa: F401  (registers the games)

TINY = Path(__file__).parent.parent / "packs" / "hellas_2016_tiny.toml"
EXPLORATION = 1.5


class Network:
    """A policy and the value for whoever decides, from the observation tensor."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        self.trunk = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        self.parameters = [p for part in (self.trunk, self.policy, self.value) for p in part.parameters()]

    def __call__(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithms of chances, and the value."""
        known = self.trunk(rows)
        logits = self.policy(known).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, -1), torch.tanh(self.value(known))[..., 0]


class Advice:
    """What OpenSpiel's search asks of an evaluator, answered by the network."""

    def __init__(self, network: Network, actions: int) -> None:
        self.network = network
        self.actions = actions

    def _asked(self, state: Any) -> tuple[Any, float]:
        mask = torch.zeros(self.actions, dtype=torch.bool)
        mask[state.legal_actions()] = True
        with torch.no_grad():
            chances, value = self.network(torch.tensor(state.observation_tensor()), mask)
        return chances.exp(), float(value)

    def evaluate(self, state: Any) -> Any:
        """What each player may expect; of a draw, nothing is known."""
        if state.is_chance_node():
            return np.zeros(state.num_players())
        value = self._asked(state)[1]
        others = -value / (state.num_players() - 1)
        return np.array([value if p == state.current_player() else others for p in range(state.num_players())])

    def prior(self, state: Any) -> Any:
        if state.is_chance_node():
            return state.chance_outcomes()
        chances = self._asked(state)[0]
        return [(action, float(chances[action])) for action in state.legal_actions()]


def played(game: Any, advice: Advice, simulations: int, rng: Any) -> list[tuple[Any, Any, Any, float]]:
    """One game against itself: rows, masks, how often the search tried each action, and how it ended."""
    search = mcts.MCTSBot(
        game, EXPLORATION, simulations, advice, random_state=rng, child_selection_fn=mcts.SearchNode.puct_value,
        dirichlet_noise=(0.25, 1.0),
    )  # fmt: skip
    seen: list[tuple[Any, Any, Any, int]] = []
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            continue
        tried = np.zeros(game.num_distinct_actions(), np.float32)
        for child in search.mcts_search(state).children:
            tried[child.action] = child.explore_count
        tried /= tried.sum()
        mask = np.zeros(game.num_distinct_actions(), np.bool_)
        mask[state.legal_actions()] = True
        seen.append((np.array(state.observation_tensor(), np.float32), mask, tried, state.current_player()))
        state.apply_action(int(rng.choice(len(tried), p=tried / tried.sum())))
    return [(row, mask, tried, state.returns()[who]) for row, mask, tried, who in seen]


def learn(network: Network, optimizer: Any, memory: list[tuple[Any, Any, Any, float]], steps: int, rng: Any) -> float:
    """Batches of what was played; returns the last loss."""
    loss = torch.zeros(())
    for _ in range(steps):
        part = [memory[i] for i in rng.integers(len(memory), size=256)]
        rows, masks, tried, worth = (torch.from_numpy(np.array(column)) for column in zip(*part, strict=True))
        chances, value = network(rows, masks)
        loss = (value - worth.float()).square().mean() - (tried * chances.clamp(min=-30)).sum(-1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return float(loss.detach())


def share_won(game: Any, advice: Advice, games: int, rng: Any) -> float:
    """How much it wins against random play, from every seat in turn, by the network's policy alone."""
    won = 0.0
    for number in range(games):
        state = game.new_initial_state()
        own = number % game.num_players()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=chances)))
            elif state.current_player() == own:
                state.apply_action(max(advice.prior(state), key=lambda pair: pair[1])[0])
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        won += (state.returns()[own] + 1) / 2
    return won / games


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="agon_hellas_2016")
    parser.add_argument("--pack", default=str(TINY), help="an owner's components; empty: the default ones")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--selfplay", type=int, default=30, help="games a round")
    parser.add_argument("--simulations", type=int, default=40, help="of the search, a decision")
    parser.add_argument("--learning", type=int, default=100, help="batches a round")
    parser.add_argument("--games", type=int, default=100, help="games to judge it by")
    args = parser.parse_args(arguments)
    torch.manual_seed(1)
    rng, luck = np.random.default_rng(1), np.random.RandomState(1)
    game = pyspiel.load_game(args.game, {"pack": args.pack})
    network = Network(game.observation_tensor_size(), game.num_distinct_actions())
    advice = Advice(network, game.num_distinct_actions())
    optimizer = torch.optim.Adam(network.parameters, lr=1e-3)
    memory: list[tuple[Any, Any, Any, float]] = []
    print(f"before: {share_won(game, advice, args.games, luck):.0%} of {args.games} games against random play")
    for number in range(1, args.rounds + 1):
        for _ in range(args.selfplay):
            memory += played(game, advice, args.simulations, luck)
        del memory[:-20_000]
        loss = learn(network, optimizer, memory, args.learning, rng)
        won = share_won(game, advice, args.games, luck)
        print(f"round {number}: loss {loss:.2f}, {won:.0%}, {len(memory):,} positions", flush=True)


if __name__ == "__main__":
    main()
