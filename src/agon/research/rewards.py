"""What a game's end is worth to each seat: placement, nothing else."""

from __future__ import annotations

from typing import Final

LOSS: Final = -1.0  # the last place; also what an illegal action costs


def rewards(places: list[int]) -> list[float]:
    """From 1 for the first to -1 for the last in equal steps, seats that share a place share its steps; the sum is 0.

    Two seats: 1 and -1, a tie 0. Three: 1, 0, -1; two winners 0.5 each. Four: 1, 1/3, -1/3, -1.
    """
    n = len(places)
    if n == 1:
        return [0.0]
    out: list[float] = []
    for place in places:
        beaten = sum(other > place for other in places)
        before = sum(other < place for other in places)
        out.append((beaten - before) / (n - 1))
    return out
