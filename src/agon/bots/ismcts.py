"""Information-set Monte Carlo tree search, for any game and number of seats.

Each iteration imagines a whole position from the root observation (`fill`), walks down one tree shared by all of them,
judges the position reached, and writes the seats' rewards back along the path: every seat maximizes its own (max^n).
What the searching seat could not hear of a draw is one branch (UNKNOWN). It is given an observation and uses the public
protocol only, so it cannot cheat.

With a game's `value`, a node's actions are each looked at once and visited as they promise, so that of many only the
good ones are followed (progressive bias); positions are judged after `rollout` plies of what looks best. Without it,
bounds alone decide, actions are added little by little (progressive widening), and rollouts go to the end at random.
"""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random
from time import perf_counter
from typing import Final

from agon.core.chance import tried
from agon.core.state import CHANCE, OVER, State

EXPLORE: Final = 0.7  # weight of the uncertainty of a mean, in rewards of 0 to 1, where nothing was looked at first
PROMISE: Final = 1.0  # the same where a first look says how much each action promises
SHARP: Final = 10.0  # what looks worse than the best by value_scale promises exp(-SHARP) of it
LEAST: Final = 0.02  # and no action promises less than this share
WIDEN: Final = 3.0  # a node visited n times has about WIDEN * sqrt(n) children at most
FEW: Final = 10  # but so many at least
LOOK_UP: Final = 16  # iterations between looks at whether the choice is settled


class Node:
    """A decision or draw reached in the tree. `total` is what the seat that moved here gained from it, in sum."""

    def __init__(self, mover: int) -> None:
        self.mover = mover
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.look = 0.0  # the value that a first look saw, for the seat that moves here
        self.guess = 0.5  # the reward to be expected after that look
        self.weight = 1.0  # how much it promises
        self.promised = 0.0  # by all children together
        self.hopes: list[float] = []  # what each seat was judged to expect here at first
        self.children: dict[int, Node] = {}

    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Search:
    """One tree, grown from observations of one seat."""

    def __init__(self, judges: bool, scale: float, rollout: int) -> None:
        self.judges = judges  # by the game's value; else every rollout is played to the end
        self.scale = scale  # a difference of `value` that makes one seat clearly the favourite
        self.rollout = rollout  # plies played as they look best before a position is judged
        self.root = Node(CHANCE)
        self.sums: list[float] = []  # rewards by seat over all iterations
        self.iterations = 0

    def run(self, observation: State, rng: Random, iterations: int, seconds: float, hurry: bool = False) -> None:
        """Grow the tree until the budget is spent, or in a hurry until the most visited action can no longer change.

        A budget of 0 does not bound.
        """
        me = observation.actor()
        legal = observation.legal()
        self.sums = [0.0] * observation.seats()
        self.iterations = 0
        began = perf_counter()
        passed = 0.0
        longest = 0.0  # of all iterations: the next one may take as long
        left = iterations
        while left > 0 or iterations <= 0:
            world = observation.clone()
            world.fill(rng)
            self.iterate(world, me, rng)
            self.iterations += 1
            left = iterations - self.iterations
            if seconds > 0.0:
                before, passed = passed, perf_counter() - began
                longest = max(longest, passed - before)
                if passed + longest >= seconds:
                    break
                if iterations <= 0:
                    left = int((seconds - passed) / passed * self.iterations) + 1
            if hurry and self.iterations % LOOK_UP == 0 and left < self.lead(legal):
                break

    def lead(self, legal: list[int]) -> int:
        """By how many visits the most visited action is ahead of the next."""
        first = 0
        second = 0
        for action in legal:
            child = self.root.children.get(action)
            if child is not None:
                if child.visits > first:
                    second = first
                    first = child.visits
                elif child.visits > second:
                    second = child.visits
        return first - second

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
            legal = world.legal()
            if self.judges:
                self.look(node, world, legal, who, rng)
                action = self.promising(node, legal)
            else:
                action = self.select(node, legal, who, rng)
            node = node.children[action]
            world.apply(action)
            path.append(node)
            if node.visits == 0:
                break
        rewards = self.rewards(world, rng)
        if node.visits == 0:
            node.hopes = rewards
        for seat, reward in enumerate(rewards):
            self.sums[seat] += reward
        for node in path:
            node.visits += 1
            if node.mover >= 0:
                node.total += rewards[node.mover]

    # ---- with a value: every action is looked at once, and visited as it promises ----

    def look(self, node: Node, world: State, legal: list[int], who: int, rng: Random) -> None:
        """Judge the position after each action not seen here before, and say anew how much each one promises."""
        known = len(node.children)
        for action in legal:
            if action not in node.children:
                child = Node(who)
                child.look = tried(world, action, rng).value(who) / self.scale
                node.children[action] = child
        if len(node.children) == known:
            return
        if not node.hopes:
            node.hopes = self.judged(world)
        best = max([child.look for child in node.children.values()])
        hope = unsquash(node.hopes[who])
        node.promised = 0.0
        for child in node.children.values():
            child.guess = squash(hope + child.look - best)
            child.weight = exp(max(-30.0, SHARP * (child.look - best)))
            node.promised += child.weight

    def promising(self, node: Node, legal: list[int]) -> int:
        """The child with the highest upper bound among those available now: its mean, and what it promises."""
        best = -1
        best_bound = -1.0
        share = PROMISE / node.promised
        for action in legal:
            child = node.children[action]
            child.available += 1
            n = child.visits
            mean = (child.total + child.guess) / (n + 1.0)
            bound = mean + (share * child.weight + LEAST) * sqrt(float(child.available)) / (n + 1.0)
            if bound > best_bound:
                best = action
                best_bound = bound
        return best

    # ---- without one: upper confidence bounds, and a new action while there is room ----

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
            n = child.visits
            bound = child.total / n + EXPLORE * sqrt(log(child.available + 1.0) / n) if n > 0 else 10.0
            if bound > best_bound:
                best = action
                best_bound = bound
        room = max(float(FEW), WIDEN * sqrt(float(node.visits + 1)))
        if fresh >= 0 and (best < 0 or known < room):
            node.children[fresh] = Node(who)
            return fresh
        return best

    # ---- what a position is worth ----

    def rewards(self, state: State, rng: Random) -> list[float]:
        """Play on a little, then judge: what each seat may expect, from 0 (last) to 1 (first)."""
        plies = 0
        while state.actor() != OVER:
            if not self.judges or state.actor() == CHANCE:
                state.apply(state.random_action(rng))
            elif plies < self.rollout:
                state.apply(self.glance(state, rng))
                plies += 1
            else:
                return self.judged(state)
        return placed(state.places())

    def glance(self, state: State, rng: Random) -> int:
        """What looks best after it, for the seat to move."""
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        who = state.actor()
        best = legal[0]
        most = -1e9
        for action in legal:
            worth = tried(state, action, rng).value(who)
            if worth > most:
                most = worth
                best = action
        return best

    def judged(self, state: State) -> list[float]:
        """The chance of each seat to finish before each other one, by the difference of their values."""
        n = state.seats()
        values = [state.value(seat) for seat in range(n)]
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


def unsquash(chance: float) -> float:
    """The difference behind a chance."""
    within = min(0.999, max(0.001, chance))
    return log(within / (1.0 - within))


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
