"""How often each action comes from `random_action`, and how often it should."""

from __future__ import annotations

from collections import Counter
from random import Random

from agon.core.state import CHANCE, State


class Fixed(Random):
    """Always draws the same number."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value
        self.asked = 0

    def random(self) -> float:
        self.asked += 1
        return self.value


def drawn(state: State, count: int) -> Counter[int]:
    """What comes for so many numbers, evenly spaced from 0 to 1; each draw takes one of them."""
    out: Counter[int] = Counter()
    for i in range(count):
        rng = Fixed((i + 0.5) / count)
        out[state.random_action(rng)] += 1
        assert rng.asked == 1
    return out


def likely(state: State) -> Counter[int]:
    """Every legal action once, a draw as often as its weight says."""
    legal = state.legal()
    weights = state.weights() if state.actor() == CHANCE else [1] * len(legal)
    return Counter(dict(zip(legal, weights, strict=True)))
