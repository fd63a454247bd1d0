"""Information-set Monte Carlo tree search, for any game and number of seats.

Each iteration imagines a whole position from the root observation (`fill`), walks down one tree shared by all of them,
judges the position reached, and writes the seats' rewards back along the path: every seat maximizes its own (max^n).
What the searching seat could not hear of a draw is one branch (UNKNOWN). It is given an observation and uses the public
protocol only, so it cannot cheat.

With a game's `value`, a node's actions are each looked at once and visited as they promise, so that of many only the
good ones are followed (progressive bias); positions are judged after `rollout` plies of what looks best. Without it,
bounds alone decide, actions are added little by little (progressive widening), and rollouts go to the end at random.

Where a turn might end the game, a win is looked for by every way to play on (agon.bots.tactics), at the root and
wherever the tree has been a few times; a line that wins is followed as long as it wins in the world at hand.

A mind (agon.bots.mind), where there is one for the game, judges in the place of `value`, and guides if it learnt to.
"""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random
from typing import Final

from agon.bots.mind import Mind
from agon.bots.tactics import is_won, moment, plays_out, winning_line
from agon.core.chance import tried
from agon.core.state import CHANCE, OVER, State

EXPLORE: Final = 0.7  # weight of the uncertainty of a mean, in rewards of 0 to 1, where nothing was looked at first
PROMISE: Final = 1.0  # the same where a first look says how much each action promises
SHARP: Final = 10.0  # what looks worse than the best by value_scale promises exp(-SHARP) of it
ENDS: Final = 6.0  # how much better than a draw a game won looks to a mind, on the scale of what is looked at
LEAST: Final = 0.02  # and no action promises less than this share
WIDEN: Final = 3.0  # a node visited n times has about WIDEN * sqrt(n) children at most
FEW: Final = 10  # but so many at least
AT_NODE: Final = 60  # positions looked at for a win where the tree has been
KNOWN: Final = 4  # so many times
AT_ROOT: Final = 20_000  # and before a search begins,
ROOT_SHARE: Final = 0.2  # within this share of its time;
ROOT_FEW: Final = 1000  # or as many as it has iterations, but so many at least
LOOK_UP: Final = 16  # iterations between looks at whether the choice is settled
TICK: Final = 1e-6  # seconds: a processor's clock may stand still between two looks at it


class Node:
    """A decision or draw reached in the tree. `total` is what the seat that moved here gained from it, in sum."""

    def __init__(self, mover: int) -> None:
        self.mover = mover
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.is_looked_at = False
        self.look = 0.0  # the value that a first look saw, for the seat that moves here
        self.guess = 0.5  # the reward to be expected after that look
        self.weight = 1.0  # how much it promises
        self.promised = 0.0  # by all children together
        self.hopes: list[float] = []  # what each seat was judged to expect here at first
        self.children: dict[int, Node] = {}
        self.line: list[int] | None = None  # by which the seat that decides here has won in some world

    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Search:
    """One tree, grown from observations of one seat."""

    def __init__(
        self,
        judges: bool,
        scale: float,
        rollout: int,
        tactics: bool = False,
        is_open: bool = False,
        mind: Mind | None = None,
        by_processor: bool = False,
    ) -> None:
        self.judges = judges  # by the game's value; else every rollout is played to the end
        self.scale = scale  # a difference of `value` that makes one seat clearly the favourite
        self.rollout = rollout  # plies played as they look best before a position is judged
        self.tactics = tactics  # look for wins by every way to play on
        self.is_open = is_open  # nothing is hidden in this game now
        self.mind = mind  # judges in the place of `value`, and guides if it has learnt to
        self.by_processor = by_processor  # its seconds are those the processor works for it, not those of the clock
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
        began = moment(self.by_processor)
        passed = 0.0
        longest = 0.0  # of all iterations: the next one may take as long
        left = iterations
        if self.tactics:
            self.find_win(observation, rng, iterations, began + ROOT_SHARE * seconds if seconds > 0.0 else 0.0)
        while left > 0 or iterations <= 0:
            world = observation.clone()
            world.fill(rng)
            self.iterate(world, me, rng)
            self.iterations += 1
            left = iterations - self.iterations
            if seconds > 0.0:
                before, passed = passed, moment(self.by_processor) - began
                longest = max(longest, passed - before)
                if passed + longest >= seconds:
                    break
                if iterations <= 0:
                    left = still_to_come(self.iterations, passed, seconds)
            if hurry and self.iterations % LOOK_UP == 0 and left < self.lead(legal):
                break

    def find_win(self, observation: State, rng: Random, iterations: int, deadline: float) -> None:
        """A win within this turn, in one of the worlds that may be; the others are asked when it is followed."""
        self.root.line = None
        if not observation.may_end(observation.actor()):
            return
        positions = AT_ROOT if deadline > 0.0 else max(ROOT_FEW, iterations)
        world = observation.clone()
        world.fill(rng)
        line = winning_line(world, self.is_open, positions, deadline, self.by_processor)
        if line:
            self.root.line = line

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
        rewards: list[float] = []
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
            if self.tactics and node.visits == KNOWN:
                self.tactic(node, world)
            if node.line is not None:
                rewards = self.follow(node, node.line, world, path)
                if rewards:
                    node = path[-1]
                    break
            legal = world.legal()
            if self.judges:
                action = self.promising(node, legal, self.look(node, world, legal, who, rng))
            else:
                action = self.select(node, legal, who, rng)
            node = node.children[action]
            world.apply(action)
            path.append(node)
            if node.visits == 0:
                break
        if not rewards:
            rewards = self.rewards(world, rng)
        if node.visits == 0:
            node.hopes = rewards
        for seat, reward in enumerate(rewards):
            self.sums[seat] += reward
        for node in path:
            node.visits += 1
            if node.mover >= 0:
                node.total += rewards[node.mover]

    # ---- wins within a turn ----

    def tactic(self, node: Node, world: State) -> None:
        """Look for a win of the seat to decide within its turn, to be followed from now on."""
        who = world.actor()
        if node.line is None and world.may_end(who):
            line = winning_line(world, self.is_open, AT_NODE)
            if line:
                node.line = line

    def follow(self, node: Node, line: list[int], world: State, path: list[Node]) -> list[float]:
        """Down a line that won before: its nodes join the path, and the rewards; none if it does not win here."""
        who = world.actor()
        rewards = self.won(world, line)
        if rewards:
            for action in line:
                child = node.children.get(action)
                if child is None:
                    child = Node(who)
                    node.children[action] = child
                path.append(child)
                node = child
        return rewards

    def won(self, world: State, line: list[int]) -> list[float]:
        """The rewards at the end of a line; none if it does not win in this world."""
        who = world.actor()
        after = world.clone()
        if not plays_out(after, line):
            return []
        if after.actor() != OVER:  # the others answer, and whatever they do, they lose
            return first_of(who, world.seats()) if self.is_open else []
        places = after.places()
        return placed(places) if is_won(places, who) else []

    # ---- with a value: every action is looked at once, and visited as it promises ----

    def look(self, node: Node, world: State, legal: list[int], who: int, rng: Random) -> list[Node]:
        """Judge the position after each action not seen here before, and say anew how much each one promises.

        Returns the children to which the actions lead.
        """
        known = True
        sisters: list[Node] = []
        for action in legal:
            child = node.children.get(action)
            if child is None:
                child = Node(who)
                node.children[action] = child
            sisters.append(child)
            if not child.is_looked_at:
                known = False
                child.is_looked_at = True
                child.look = self.promise(tried(world, action, rng), who)
        if known:
            return sisters
        if not node.hopes:
            node.hopes = self.judged(world)
        best = max([child.look for child in node.children.values() if child.is_looked_at])
        hope = unsquash(node.hopes[who])
        node.promised = 0.0
        for child in node.children.values():
            child.guess = squash(hope + child.look - best)
            child.weight = exp(max(-30.0, SHARP * (child.look - best)))
            node.promised += child.weight
        return sisters

    def promise(self, state: State, who: int) -> float:
        """How good a position that a seat has brought about looks, as a logit / SHARP of following it."""
        mind = self.mind
        if mind is None or (mind.guide is None and mind.sharp == 0.0):
            return state.value(who) / self.scale
        quiet = state.quiet()
        if quiet.actor() == OVER:
            return ENDS * (placed(quiet.places())[who] - 0.5)
        if mind.guide is None:
            return mind.sharp * mind.ahead(quiet, who) / SHARP
        return mind.promise(quiet, who) / SHARP

    def promising(self, node: Node, legal: list[int], sisters: list[Node]) -> int:
        """The action with the highest upper bound among those available now: its mean, and what it promises."""
        best = -1
        best_bound = -1.0
        share = PROMISE / node.promised
        for i in range(len(sisters)):
            child = sisters[i]
            child.available += 1
            n = child.visits
            mean = (child.total + child.guess) / (n + 1.0)
            bound = mean + (share * child.weight + LEAST) * sqrt(float(child.available)) / (n + 1.0)
            if bound > best_bound:
                best = i
                best_bound = bound
        return legal[best]

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
            worth = self.promise(tried(state, action, rng), who)
            if worth > most:
                most = worth
                best = action
        return best

    def judged(self, state: State) -> list[float]:
        """The chance of each seat to finish before each other one, by the difference of their values."""
        if self.mind is not None:
            quiet = state.quiet()
            return placed(quiet.places()) if quiet.actor() == OVER else self.mind.chances(quiet)
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


def still_to_come(iterations: int, passed: float, seconds: float) -> int:
    """How many more iterations the rest of the time is enough for, at the pace of those there were."""
    return int((seconds - passed) / max(TICK, passed) * iterations) + 1


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


def first_of(seat: int, seats: int) -> list[float]:
    """Rewards of a game that a seat is sure to win; the others' places are open."""
    rest = (0.5 * seats - 1.0) / (seats - 1)
    return [1.0 if s == seat else rest for s in range(seats)]
