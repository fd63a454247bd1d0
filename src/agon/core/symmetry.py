"""What is alike in a box, and what is not: layouts turned, faces mirrored, counts even. For remarks on packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from agon.core.hexgrid import Hex, rotate

STEPS = 6  # of a whole turn


def uneven(counts: Mapping[str, int]) -> tuple[int, dict[str, int]]:
    """How many most kinds have, and the kinds that have another number."""
    usual = Counter(counts.values()).most_common(1)[0][0] if counts else 0
    return usual, {kind: n for kind, n in counts.items() if n != usual}


def is_mirrored(edges: str) -> bool:
    """Whether a face with these edges, all around, is its own mirror image, however it is turned."""
    return turned(edges) == turned(edges[::-1])


def turned(edges: str) -> str:
    """The one way of writing edges that may be read from any of them."""
    return min((edges[k:] + edges[:k] for k in range(len(edges))), default="")


def without_counterpart(kinds: Sequence[Iterable[Hex]], seats: int) -> list[Hex]:
    """The hexes that come upon none of their kind when all of them are turned from one seat to the next.

    Turned about the middle that leaves the fewest over; none, where seats do not divide a whole turn of hexes.
    """
    apart = 2 if seats % 2 == 0 else seats
    if STEPS % apart or apart == 1:
        return []
    lying = {h: kind for kind, hexes in enumerate(kinds) for h in hexes}
    after = {h: rotate(h, STEPS // apart) for h in lying}
    shifts = Counter(
        (there[0] - after[h][0], there[1] - after[h][1]) for h in lying for there in lying if lying[h] == lying[there]
    )
    (dq, dr), _ = min(shifts.items(), key=lambda shift: (-shift[1], shift[0]))
    onto = {h: (q + dq, r + dr) for h, (q, r) in after.items()}
    leaving = [h for h, there in onto.items() if lying.get(there) != lying[h]]
    reached = {there for h, there in onto.items() if lying.get(there) == lying[h]}
    return [h for h in leaving if h not in reached] or leaving
