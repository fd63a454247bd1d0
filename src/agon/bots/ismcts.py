"""Information-set Monte Carlo tree search, for any game and number of seats.

Each iteration imagines a whole position from the root observation (`fill`), walks down one tree shared by all of them,
plays on a little at random, judges the position reached, and writes the seats' rewards back along the path: every seat
maximizes its own (max^n). What the searching seat could not hear of a draw is one branch (UNKNOWN). It is given an
observation and uses the public protocol only, so it cannot cheat.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log, sqrt
from random import Random
from time import perf_counter
from typing import Final

from agon.core.state import CHANCE, OVER, State

EXPLORE: Final = 0.7  # weight of the uncertainty of a mean, in rewards of 0 to 1
WIDEN: Final = 3.0  # a node visited n times has about WIDEN * sqrt(n) children at most
FEW: Final = 10  # but so many at least
BIAS: Final = 1.5  # weight of the first look at the root's actions, fading with visits
CLOCK: Final = 8  # iterations between looks at the clock

Value = Callable[[State, int], float]


class Node:
    """A decision or draw reached in the tree. `total` is what the seat that moved here gained from it, in sum."""

    def __init__(self, mover: int) -> None:
        self.mover = mover
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.prior = 0.0
        self.children: dict[int, Node] = {}

    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Search:
    """One tree, grown from observations of one seat."""

    def __init__(self, value: Value | None, scale: float, rollout: int) -> None:
        self.value = value  # None: play every rollout to the end
        self.scale = scale  # a difference of `value` that makes one seat clearly the favourite
        self.rollout = rollout  # plies played at random before a position is judged
        self.root = Node(CHANCE)
        self.sums: list[float] = []  # rewards by seat over all iterations
        self.iterations = 0

    def run(self, observation: State, rng: Random, iterations: int, seconds: float) -> None:
        """Grow the tree until the budget is spent; a budget of 0 does not bound."""
        me = observation.actor()
        self.sums = [0.0] * observation.seats()
        self.iterations = 0
        end = perf_counter() + seconds
        if self.value is not None:
            self.first_look(observation, rng, me, end if seconds > 0 else 0.0)
        while iterations <= 0 or self.iterations < iterations:
            world = observation.clone()
            world.fill(rng)
            self.iterate(world, me, rng)
            self.iterations += 1
            if seconds > 0 and self.iterations % CLOCK == 0 and perf_counter() >= end:
                break

    def first_look(self, observation: State, rng: Random, me: int, end: float) -> None:
        """Judge each action of the root once, so that the first visits go where they promise most."""
        legal = observation.legal()
        world = observation.clone()
        world.fill(rng)
        for action in legal:
            if end > 0.0 and perf_counter() >= end:
                return
            if action not in self.root.children:
                after = world.clone()
                after.apply(action)
                child = Node(me)
                child.prior = self.rewards(after, rng, me)[me]
                self.root.children[action] = child

    def iterate(self, world: State, me: int, rng: Random) -> None:
        """Down the tree, one new node, a rollout, and back."""
        path: list[Node] = [self.root]
        node = self.root
        while True:
            who = world.actor()
            if who == OVER:
                break
            if who == CHANCE:
                action = world.random_action(rng)
                heard = world.heard(me, action)
                world.apply(action)
                found = node.children.get(heard)
                if found is None:
                    found = Node(CHANCE)
                    node.children[heard] = found
                node = found
                path.append(node)
                continue
            action = self.select(node, world.legal(), who, rng)
            node = node.children[action]
            world.apply(action)
            path.append(node)
            if node.visits == 0:
                break
        rewards = self.rewards(world, rng, me)
        for seat, reward in enumerate(rewards):
            self.sums[seat] += reward
        for node in path:
            node.visits += 1
            if node.mover >= 0:
                node.total += rewards[node.mover]

    def select(self, node: Node, legal: list[int], who: int, rng: Random) -> int:
        """The child with the highest upper bound among those available now, or a new one while there is room."""
        best = -1
        best_bound = -1.0
        fresh = -1
        unseen = 0
        known = 0
        for action in legal:
            child = node.children.get(action)
            if child is None:
                unseen += 1
                if rng.random() * unseen < 1.0:
                    fresh = action
                continue
            known += 1
            child.available += 1
            bound = self.bound(child)
            if bound > best_bound:
                best = action
                best_bound = bound
        room = max(float(FEW), WIDEN * sqrt(float(node.visits + 1)))
        if fresh >= 0 and (best < 0 or known < room):
            node.children[fresh] = Node(who)
            return fresh
        return best

    def bound(self, child: Node) -> float:
        """Mean, uncertainty by how often the action was there to be chosen, and the fading first look."""
        n = child.visits
        if n == 0:
            return 10.0 + child.prior
        return child.total / n + EXPLORE * sqrt(log(child.available + 1.0) / n) + BIAS * child.prior / (n + 1.0)

    def rewards(self, state: State, rng: Random, me: int) -> list[float]:
        """Play on a little, then judge: what each seat may expect, from 0 (last) to 1 (first)."""
        plies = 0
        while state.actor() != OVER:
            if self.value is not None and plies >= self.rollout and state.actor() != CHANCE:
                return self.judged(state)
            state.apply(state.random_action(rng))
            plies += 1
        return placed(state.places())

    def judged(self, state: State) -> list[float]:
        """The chance of each seat to finish before each other one, by the difference of their values."""
        assert self.value is not None
        n = state.seats()
        values = [self.value(state, seat) for seat in range(n)]
        out: list[float] = []
        for seat in range(n):
            total = 0.0
            for other in range(n):
                if other != seat:
                    total += squash((values[seat] - values[other]) / self.scale)
            out.append(total / (n - 1))
        return out

    def line(self, length: int) -> list[int]:
        """The most visited way down: the principal line."""
        out: list[int] = []
        node = self.root
        while node.children and len(out) < length:
            action = max(node.children, key=lambda a: (node.children[a].visits, -a))
            node = node.children[action]
            if node.visits == 0:
                break
            out.append(action)
        return out


def squash(x: float) -> float:
    """A difference as a chance."""
    if x > 30.0:
        return 1.0
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-x))


def placed(places: list[int]) -> list[float]:
    """Rewards of a finished game: the share of the others one is placed before, a tie counting half."""
    out: list[float] = []
    for mine in places:
        total = 0.0
        for other in places:
            if other > mine:
                total += 1.0
            elif other == mine:
                total += 0.5
        out.append((total - 0.5) / (len(places) - 1))
    return out
