"""TorchRL: PPO from its parts (collector, loss, advantage) on one seat of a game, with the mask of legal actions.

    python examples/research/torchrl_ppo.py --steps 20000

Needs `pip install 'agon[rl]'`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from agon.research.gymnasium import Env

MASK = "action_mask"


def table(game: str, seats: int | None, bots: str) -> Any:
    """One game as the library wants it: actions as numbers, masks as flags."""
    env = GymWrapper(Env(game, seats, bots=bots), categorical_action_encoding=True)
    return TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=[MASK]))


def networks(inputs: int, actions: int, width: int = 256) -> tuple[Any, Any]:
    """A policy that knows the mask, and a value."""

    def made(outputs: int) -> Any:
        return nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, outputs)
        )

    logits = TensorDictModule(made(actions), in_keys=["observation"], out_keys=["logits"])
    policy = ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": MASK},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        default_interaction_type=ExplorationType.RANDOM,
    )
    return policy, ValueOperator(made(1), in_keys=["observation"])


def share_won(policy: Any, env: Any, games: int) -> float:
    """How much of the games the learner wins; a shared first place counts half."""
    won = 0.0
    with torch.no_grad(), set_exploration_type(ExplorationType.MODE):
        for _ in range(games):
            played = env.rollout(10_000, policy, break_when_any_done=True)
            won += (float(played["next", "reward"].sum()) + 1) / 2
    return won / games


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="hellas_2016")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions to learn from")
    parser.add_argument("--rollout", type=int, default=1000, help="decisions between two lessons")
    parser.add_argument("--games", type=int, default=50, help="games to judge it by")
    args = parser.parse_args(arguments)
    torch.manual_seed(1)
    env, judge = table(args.game, args.seats, args.bots), table(args.game, args.seats, args.bots)
    env.set_seed(1)
    judge.set_seed(1_000_000)
    row = env.observation_spec["observation"].shape[-1]
    policy, value = networks(row, env.action_spec.n)
    advantage = GAE(gamma=0.999, lmbda=0.95, value_network=value)
    loss = ClipPPOLoss(policy, value, clip_epsilon=0.2, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-4)
    print(f"before: {share_won(policy, judge, args.games):.0%} of {args.games} games against {args.bots}")
    for data in Collector(
        env, policy, frames_per_batch=args.rollout, total_frames=args.steps, auto_register_policy_transforms=False
    ):
        advantage(data)
        for _ in range(3):
            for part in data[torch.randperm(len(data))].split(256):
                found = loss(part)
                optimizer.zero_grad()
                (found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    print(f"after {args.steps:,} decisions: {share_won(policy, judge, args.games):.0%}")


if __name__ == "__main__":
    main()
