"""Stable-Baselines3: MaskablePPO learns one seat of a game against bots.

    python examples/research/maskable_ppo.py --steps 20000

Needs `pip install 'agon[rl]'`. The learner is given the flat row of its observation; what is legal, sb3-contrib asks
the environment for (`action_masks`).
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env

from agon.research.gymnasium import Env


class Row(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The row alone: the mask reaches the policy by another way."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        assert isinstance(env.observation_space, gymnasium.spaces.Dict)
        self.observation_space = env.observation_space["observation"]

    def observation(self, observation: Any) -> Any:
        return observation["observation"]

    def action_masks(self) -> Any:
        """What sb3-contrib asks for; it wants flags."""
        assert isinstance(self.unwrapped, Env)
        return self.unwrapped.action_masks().astype(bool)


def table(game: str, seats: int | None, bots: str) -> gymnasium.Env[Any, Any]:
    """One game as the library wants it."""
    return Row(Env(game, seats, bots=bots))


def share_won(model: Any, env: gymnasium.Env[Any, Any], games: int) -> float:
    """How much of the games the learner wins; a shared first place counts half."""
    won = 0.0
    for game in range(games):
        seen, _ = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=get_action_masks(env), deterministic=True)
            seen, reward, ended, cut, _ = env.step(action)
            over = ended or cut
        won += (float(reward) + 1) / 2
    return won / games


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="hellas_2016")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--bots", default="random", help="who sits around the learner")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions to learn from")
    parser.add_argument("--rollout", type=int, default=256, help="decisions a game between two lessons")
    parser.add_argument("--envs", type=int, default=8, help="games at once")
    parser.add_argument("--games", type=int, default=100, help="games to judge it by")
    parser.add_argument("--out", default="", help="where to keep the policy (a .zip file)")
    args = parser.parse_args(arguments)
    envs = make_vec_env(lambda: table(args.game, args.seats, args.bots), args.envs, seed=1)
    model = MaskablePPO("MlpPolicy", envs, n_steps=args.rollout, batch_size=256, seed=1, device="cpu")
    judge = table(args.game, args.seats, args.bots)
    print(f"before: {share_won(model, judge, args.games):.0%} of {args.games} games against {args.bots}")
    model.learn(args.steps)
    print(f"after {args.steps:,} decisions: {share_won(model, judge, args.games):.0%}")
    if args.out:
        model.save(args.out)


if __name__ == "__main__":
    main()
