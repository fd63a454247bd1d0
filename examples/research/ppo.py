"""PPO in one file, as CleanRL writes it: self-play in many games stepped by one call.

    python examples/research/ppo.py --steps 500000

Needs `pip install 'agon[rl]'` (PyTorch). One network plays all seats, each in its own view; a game's end pays the
seat that moved last, and the others through the value of what they would see: rewards are kept by seat.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch
from torch import nn

from agon.research.gymnasium import Env, VectorEnv

GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, BATCH = 0.999, 0.95, 0.2, 0.01, 3, 1024


def networks(inputs: int, actions: int, width: int = 256) -> tuple[Any, Any]:
    """A policy and a value, apart."""

    def made(outputs: int, gain: float) -> Any:
        last = nn.Linear(width, outputs)
        nn.init.orthogonal_(last.weight, gain)
        return nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), last)

    return made(actions, 0.01), made(1, 1.0)


def choice(policy: Any, rows: Any, masks: Any) -> Any:
    """What the policy would play, of what is legal; where a game is over, anything."""
    none = ~masks.any(dim=1, keepdim=True)
    return torch.distributions.Categorical(logits=policy(rows).masked_fill(~(masks | none), -1e9))


class Memory:
    """What was seen and done, step by step; every game's seats are followed each by itself."""

    def __init__(self, steps: int, games: int, seats: int, width: int, actions: int) -> None:
        self.rows = torch.zeros(steps, games, width)
        self.masks = torch.zeros(steps, games, actions, dtype=torch.bool)
        self.actions = torch.zeros(steps, games, dtype=torch.long)
        self.chances = torch.zeros(steps, games)
        self.values = torch.zeros(steps, games)
        self.seats = np.zeros((steps, games), np.int64)
        self.paid = np.zeros((steps, games, seats))  # at the end of a game, by seat
        self.ended = np.zeros((steps, games), np.bool_)
        self.counts = np.ones((steps, games), np.bool_)  # the step that only opens the next game does not

    def advantages(self, following: Any, deciding: Any) -> tuple[Any, Any]:
        """How much better each decision went than expected (GAE), and what came of it, for the seat that decided.

        `following` is what whoever decides next expects. What the memory knows no later value of, teaches nothing.
        """
        steps, games, seats = self.paid.shape
        values = self.values.numpy()
        better = np.zeros((steps, games), np.float32)
        lines = np.arange(games)
        ahead = np.zeros((games, seats), np.float32)  # what each seat expects from here on
        trail = np.zeros((games, seats), np.float32)
        known = np.zeros((games, seats), np.bool_)  # whether anything later is known of that seat
        ahead[lines, deciding], known[lines, deciding] = following, True
        for t in reversed(range(steps)):
            over = self.ended[t]
            ahead[over], trail[over], known[over] = self.paid[t][over], 0.0, True
            seat = self.seats[t]
            surprise = np.where(known[lines, seat], GAMMA * ahead[lines, seat] - values[t], 0.0)
            gained = surprise + GAMMA * LAMBDA * trail[lines, seat]
            counts = self.counts[t]
            better[t] = np.where(counts, gained, 0.0)
            ahead[lines[counts], seat[counts]] = values[t][counts]
            trail[lines[counts], seat[counts]] = gained[counts]
            known[lines[counts], seat[counts]] = True
        advantage = torch.from_numpy(better)
        return advantage, advantage + self.values


def gather(envs: Any, seen: Any, infos: Any, memory: Memory, policy: Any, value: Any) -> tuple[Any, Any]:
    """Play on, and remember."""
    over = np.zeros(envs.num_envs, np.bool_)
    for t in range(len(memory.rows)):
        memory.rows[t] = torch.from_numpy(seen["observation"])
        memory.masks[t] = torch.from_numpy(seen["action_mask"]).bool()
        memory.seats[t] = infos["seat"]
        memory.counts[t] = ~over
        with torch.no_grad():
            played = choice(policy, memory.rows[t], memory.masks[t])
            memory.actions[t] = played.sample()
            memory.chances[t] = played.log_prob(memory.actions[t])
            memory.values[t] = value(memory.rows[t])[:, 0]
        seen, _, ended, cut, infos = envs.step(memory.actions[t].numpy())
        memory.paid[t] = 0.0
        for game in np.flatnonzero(ended):
            memory.paid[t, game] = infos["rewards"][game]
        memory.ended[t] = ended
        over = ended | cut
    return seen, infos


def learn(memory: Memory, policy: Any, value: Any, optimizer: Any, *ahead: Any) -> float:
    """PPO's clipped steps over what was remembered; returns the policy's entropy."""
    advantage, returns = memory.advantages(*ahead)
    kept = torch.from_numpy(memory.counts.reshape(-1)).nonzero()[:, 0]
    rows, masks = memory.rows.flatten(0, 1), memory.masks.flatten(0, 1)
    actions, chances = memory.actions.flatten(), memory.chances.flatten()
    advantage, returns = advantage.flatten(), returns.flatten()
    entropy = 0.0
    for _ in range(EPOCHS):
        for part in kept[torch.randperm(len(kept))].split(BATCH):
            played = choice(policy, rows[part], masks[part])
            ratio = (played.log_prob(actions[part]) - chances[part]).exp()
            gain = (advantage[part] - advantage[part].mean()) / (advantage[part].std() + 1e-8)
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = loss + 0.5 * (value(rows[part])[:, 0] - returns[part]).square().mean()
            entropy = float(played.entropy().mean().detach())
            optimizer.zero_grad()
            (loss - ENTROPY * played.entropy().mean()).backward()
            nn.utils.clip_grad_norm_([*policy.parameters(), *value.parameters()], 0.5)
            optimizer.step()
    return entropy


def share_won(policy: Any, game: str, seats: int | None, games: int) -> float:
    """How much of the games it wins against random players; a shared first place counts half."""
    env, won = Env(game, seats, bots="random"), 0.0
    for number in range(games):
        seen, _ = env.reset(seed=1_000_000 + number)
        over = False
        while not over:
            row = torch.from_numpy(seen["observation"])[None]
            mask = torch.from_numpy(seen["action_mask"])[None].bool()
            with torch.no_grad():
                action = int(choice(policy, row, mask).probs.argmax())
            seen, reward, ended, cut, _ = env.step(action)
            over = ended or cut
        won += (reward + 1) / 2
    return won / games


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="hellas_2016")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--steps", type=int, default=500_000, help="decisions to learn from")
    parser.add_argument("--envs", type=int, default=64, help="games at once")
    parser.add_argument("--rollout", type=int, default=64, help="decisions a game between two lessons")
    parser.add_argument("--games", type=int, default=100, help="games to judge it by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None, help="where to keep the networks (a .pt file)")
    args = parser.parse_args(arguments)
    torch.manual_seed(args.seed)
    envs = VectorEnv(args.game, args.envs, args.seats, bots=None)
    width, actions = envs.setup.layout.size, len(envs.setup.game.space)
    policy, value = networks(width, actions)
    optimizer = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=3e-4, eps=1e-5)
    seen, infos = envs.reset(seed=args.seed)
    lessons = max(1, args.steps // (args.envs * args.rollout))
    print(f"before: {share_won(policy, args.game, args.seats, args.games):.0%} of {args.games} games against random")
    began = perf_counter()
    for lesson in range(1, lessons + 1):
        memory = Memory(args.rollout, args.envs, envs.setup.seats, width, actions)
        seen, infos = gather(envs, seen, infos, memory, policy, value)
        with torch.no_grad():
            following = value(torch.from_numpy(seen["observation"]))[:, 0].numpy()
        entropy = learn(memory, policy, value, optimizer, following, infos["seat"])
        if lesson % 10 == 0 or lesson == lessons:
            speed = lesson * args.envs * args.rollout / (perf_counter() - began)
            won = share_won(policy, args.game, args.seats, args.games)
            print(
                f"lesson {lesson} of {lessons}: entropy {entropy:.2f}, {won:.0%}, {speed:,.0f} decisions/s", flush=True
            )
    if args.out is not None:
        torch.save({"policy": policy.state_dict(), "value": value.state_dict()}, args.out)


if __name__ == "__main__":
    main()
