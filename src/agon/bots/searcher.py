"""The search as a bot: a budget by time or iterations, a tree kept between decisions, and reasons for its choice."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

from agon.bots.calm import Calm, calm_for
from agon.bots.ismcts import Node, Search
from agon.bots.mind import Mind
from agon.bots.minds import OTHER_SHAPE, mind_for
from agon.bots.protocol import Advice, Bot, Reasoning, Step
from agon.core.codec import dump, hides
from agon.core.game import find
from agon.core.state import State

LINE: Final = 6  # plies of the principal line that are told
SURE: Final = 8  # visits without which a ply of it is a guess


class SearchBot(Bot):
    """Information-set tree search. With iterations alone it is deterministic given the rng."""

    def __init__(
        self,
        iterations: int = 0,
        time: float = 0.0,
        rollout: int = 0,
        value: bool = True,
        tactics: bool = True,
        mind: str = "on",  # "off", or the file of a mind of one's own
        by_processor: bool = False,  # the time is the processor's, not the clock's
    ) -> None:
        self.name = "ismcts"
        self.iterations = iterations
        self.seconds = time
        self.rollout = rollout
        self.with_value = value
        self.with_tactics = tactics
        self.with_mind = mind
        self.by_processor = by_processor
        self.why_no_mind = ""  # after a search without one: agon.bots.minds says what it means
        self.search: Search | None = None
        self.followed = False  # whether every ply since the last decision was noticed

    def notice(self, action: int) -> None:
        """A ply was played: the tree goes down with it, as far as it reaches."""
        if self.search is not None:
            child = self.search.root.children.get(action)
            if child is None:
                self.search = None
            else:
                self.search.root = child
                self.followed = True

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        return self.think(observation, legal, rng, True)[0].action

    def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        return self.think(observation, legal, rng, False)

    def think(self, observation: State, legal: list[int], rng: Random, hurry: bool) -> list[Advice]:
        """Search; in a hurry only until the choice is settled."""
        game = find(observation.game_id())
        if self.search is None or not self.followed:
            is_open = not hides(dump(observation))
            mind = self.mind(observation)
            self.search = Search(
                self.with_value, game.value_scale, self.rollout, self.with_tactics, is_open, mind, self.by_processor
            )
        with uncollected():
            self.search.run(observation, rng, self.iterations, self.seconds, hurry)
        self.followed = False
        children = self.search.root.children
        seen = [(a, children[a]) for a in legal if a in children and children[a].visits]
        seen.sort(key=lambda pair: (-pair[1].visits, -pair[1].mean(), pair[0]))
        return [Advice(action, node.mean(), node.visits) for action, node in seen]

    def mind(self, observation: State) -> Mind | None:
        """What judges, unless it is `value`."""
        if self.with_mind == "off" or not self.with_value:
            return None
        mind, self.why_no_mind = mind_for(observation, "" if self.with_mind == "on" else self.with_mind)
        return mind

    def calm(self, observation: State) -> Calm:
        """How its expectations are to be told, so that what it says happens as often."""
        return calm_for(observation, self.with_mind if self.with_value else "off")

    def reason(self, observation: State, legal: list[int], rng: Random) -> Reasoning:
        calm = self.calm(observation)
        advice = [Advice(a.action, calm.told(a.worth), a.visits) for a in self.advise(observation, legal, rng)]
        expected = calm.all(self.expected())
        expected = outlook(expected, observation.actor(), advice[0].worth)
        imagined = 0 if self.search is None else self.search.iterations
        other_pack = self.why_no_mind == OTHER_SHAPE
        return Reasoning(tuple(advice), tuple(expected), tuple(self.steps(LINE)), imagined, other_pack)

    def look_at(self, observation: State, action: int, visits: int, rng: Random) -> float:
        """Search on below one action of the last search until it has so many visits; returns its worth."""
        assert self.search is not None
        search, root, me = self.search, self.search.root, observation.actor()
        sums = list(search.sums)  # what is seen here is no part of what the search expected
        child = root.children.get(action)
        if child is None:
            child = root.children[action] = Node(me)
        search.root = child
        while child.visits < visits:
            world = observation.clone()
            world.fill(rng)
            world.apply(action)
            search.iterate(world, me, rng)
        search.root, search.sums = root, sums
        return child.mean()

    def expected(self) -> list[float]:
        """What each seat may expect, from 0 (last) to 1 (first), after the last search: the mean of all it tried."""
        if self.search is None or not self.search.iterations:
            return []
        return [total / self.search.iterations for total in self.search.sums]

    def line(self, length: int = LINE) -> list[int]:
        """The principal line of the last search."""
        return [] if self.search is None else self.search.line(length)

    def steps(self, length: int) -> list[Step]:
        """The principal line with who acts, as far as it is more than a guess."""
        out: list[Step] = []
        node = Node(0) if self.search is None else self.search.root
        for action in self.line(length):
            node = node.children[action]
            if node.visits < SURE:
                break
            out.append(Step(node.mover, action))
        return out


@contextmanager
def uncollected() -> Iterator[None]:
    """No collection of garbage meanwhile: a tree has no cycles, and going over all of it takes long.

    Afterwards everything counts as old (freezing and unfreezing does that), so that nothing is gone over at once.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        gc.enable()


def outlook(expected: list[float], seat: int, worth: float) -> list[float]:
    """What each seat may expect once `seat` plays an action of this worth.

    The mean of all a search tried is too low for the seat that decides, as it tries bad actions too; what it gains by
    the best one, the others lose, in equal parts.
    """
    others = len(expected) - 1
    gain = worth - expected[seat]
    return [worth if s == seat else min(1.0, max(0.0, e - gain / others)) for s, e in enumerate(expected)]
