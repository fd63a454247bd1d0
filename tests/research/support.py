"""What the tests of the research adapters share."""

from __future__ import annotations

from typing import Any

import numpy as np

import agon

CASES = [(game_id, seats) for game_id in agon.game_ids() for seats in agon.game(game_id).seats]
SMALLEST = [(game_id, agon.game(game_id).seats[0]) for game_id in agon.game_ids()]


def same(a: Any, b: Any) -> bool:
    """Equal all the way down, arrays included."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, np.ndarray):
        if a.dtype == object:
            return a.shape == b.shape and all(same(x, y) for x, y in zip(a.flat, b.flat, strict=True))
        return a.dtype == b.dtype and bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    return type(a) is type(b) and bool(a == b)
