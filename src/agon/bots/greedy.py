"""One step of look-ahead on the game's own `value`, sampling what it cannot see."""

from __future__ import annotations

from random import Random
from typing import Final

from agon.bots.protocol import Advice, Bot
from agon.core.chance import below, settle, tried
from agon.core.codec import dump, hides
from agon.core.state import OVER, State

SAMPLES: Final = 3  # imagined worlds a decision, where something is hidden or drawn
WIDTH: Final = 4000  # positions judged a decision, at most, before a second step of one's own is left out


class GreedyBot(Bot):
    """Plays what looks best after its own move. Where its own move goes on (a space, then a building), it looks on."""

    def __init__(self, samples: int = SAMPLES) -> None:
        self.name = "greedy"
        self.samples = samples

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        return self.advise(observation, legal, rng)[0].action

    def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        me = observation.actor()
        totals = [0.0] * len(legal)
        worlds = self.samples if hides(dump(observation)) else 1
        for _ in range(worlds):
            world = observation.clone()
            world.fill(rng)
            for i, action in enumerate(legal):
                totals[i] += self._after(world, action, me, rng, WIDTH // (worlds * len(legal)))
        # Equal judgements are ordered by chance, so that no cell is preferred for its number.
        ties = [(total / worlds, rng.random(), action) for total, action in zip(totals, legal, strict=True)]
        ties.sort(key=lambda t: (-t[0], t[1]))
        return [Advice(action, worth) for worth, _, action in ties]

    def _after(self, world: State, action: int, me: int, rng: Random, width: int) -> float:
        """The worth of an action: its draws sampled, its own continuation played out as well as one step shows."""
        after = world.clone()
        after.apply(action)
        drawn = len(settle(after, rng))
        worth = self._judge(after, me, rng, width)
        for _ in range(self.samples - 1 if drawn else 0):
            worth += self._judge(tried(world, action, rng), me, rng, width)
        return worth / self.samples if drawn else worth

    def _judge(self, state: State, me: int, rng: Random, width: int) -> float:
        if state.actor() != me or state.actor() == OVER:
            return state.value(me)
        legal = state.legal()
        if len(legal) > width:
            legal = [legal[below(len(legal), rng)] for _ in range(width)]
        best = state.value(me) if not legal else float("-inf")
        for action in legal:
            best = max(best, tried(state, action, rng).value(me))
        return best
