"""Spaces of Gymnasium for our games: observations by name, and actions of which some are legal now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from agon.research.layout import Layout

Mask = NDArray[np.int8]


if TYPE_CHECKING:
    Numbers = spaces.Discrete[np.int64]
else:
    Numbers = spaces.Discrete  # which takes no type before Gymnasium 1.3


class LegalActions(Numbers):
    """All actions of a game, as numbers; `sample()` without a mask draws one of those that are legal now."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal: list[int] = []

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self.legal:
            return np.int64(self.legal[int(self.np_random.integers(len(self.legal)))])
        return super().sample(mask, probability)


def observation_space(layout: Layout, actions: int, flat: bool) -> spaces.Dict:
    """{"observation": the named rows (or one flat row) within their true bounds, "action_mask": 1 where legal}."""
    whole = spaces.Box(layout.low, layout.high, dtype=np.float32)
    seen: spaces.Space[Any] = whole
    if not flat:
        seen = spaces.Dict(
            {k: spaces.Box(layout.low[at], layout.high[at], dtype=np.float32) for k, at in layout.slices.items()}
        )
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def draw_legal(masks: Mask, rng: np.random.Generator) -> NDArray[np.int64]:
    """One of the ones in each line, each alike; 0 where there is none."""
    games, actions = masks.shape
    ones = np.flatnonzero(masks.reshape(-1).view(np.bool_))  # much faster than asking for lines and columns
    ends = np.searchsorted(ones, np.arange(games + 1) * actions)
    counts = np.diff(ends)
    at = ends[:-1] + (rng.random(games) * counts).astype(np.int64)
    drawn = np.append(ones, 0)[at] - np.arange(games) * actions
    return np.where(counts > 0, drawn, 0)


def mask(actions: int, legal: list[int]) -> Mask:
    """1 where an action is legal."""
    out = np.zeros(actions, np.int8)
    out[legal] = 1
    return out
