"""The search as a bot: a budget by time or iterations, a tree kept between decisions, and reasons for its choice."""

from __future__ import annotations

from random import Random

from agon.bots.ismcts import Search
from agon.bots.protocol import Advice, Bot
from agon.core.game import find
from agon.core.state import State


class SearchBot(Bot):
    """Information-set tree search. With iterations alone it is deterministic given the rng."""

    def __init__(self, iterations: int = 0, time: float = 0.0, rollout: int = 4, value: bool = True) -> None:
        self.name = "ismcts"
        self.iterations = iterations
        self.seconds = time
        self.rollout = rollout
        self.with_value = value
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
        return self.advise(observation, legal, rng)[0].action

    def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        game = find(observation.game_id())
        if self.search is None or not self.followed:
            self.search = Search(game.value if self.with_value else None, game.value_scale, self.rollout)
        self.search.run(observation, rng, self.iterations, self.seconds)
        self.followed = False
        children = self.search.root.children
        seen = [(a, children[a]) for a in legal if a in children and children[a].visits]
        seen.sort(key=lambda pair: (-pair[1].visits, -pair[1].mean(), pair[0]))
        return [Advice(action, node.mean(), node.visits) for action, node in seen]

    def expected(self) -> list[float]:
        """What each seat may expect, from 0 (last) to 1 (first), after the last search."""
        if self.search is None or not self.search.iterations:
            return []
        return [total / self.search.iterations for total in self.search.sums]

    def line(self, length: int = 8) -> list[int]:
        """The principal line of the last search."""
        return [] if self.search is None else self.search.line(length)
