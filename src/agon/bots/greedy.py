"""One step of look-ahead on the game's own `value`, sampling what it cannot see."""

from __future__ import annotations

from random import Random
from typing import Final

from agon.bots.protocol import Advice, Bot
from agon.bots.tactics import winning_line
from agon.core.chance import below, settle, tried
from agon.core.codec import dump, hides
from agon.core.state import OVER, State

SAMPLES: Final = 3  # imagined worlds a decision, where something is hidden or drawn
WIDTH: Final = 4000  # positions judged a decision, at most, before a second step of one's own is left out
TACTICS: Final = 8000  # positions looked at for a win within the turn


class GreedyBot(Bot):
    """Plays what looks best after its own move. Where its own move goes on (a space, then a building), it looks on."""

    def __init__(self, samples: int = SAMPLES, tactics: bool = True) -> None:
        self.name = "greedy"
        self.samples = samples
        self.with_tactics = tactics

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        win = self._win(observation, rng)
        return win[0] if win else self._judged(observation, legal, rng)[0].action

    def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        win = self._win(observation, rng)
        judged = self._judged(observation, legal, rng)
        if not win:
            return judged
        most = max(advice.worth for advice in judged)
        return [Advice(win[0], most), *(advice for advice in judged if advice.action != win[0])]

    def _win(self, observation: State, rng: Random) -> list[int]:
        """A line that wins within this turn."""
        if not self.with_tactics or not observation.may_end(observation.actor()):
            return []
        world = observation.clone()
        world.fill(rng)
        return winning_line(world, not hides(dump(observation)), TACTICS)

    def _judged(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
        """Every action by what it is worth, the best first."""
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
