"""Pieces that lie in a bag: the order in which an owner lists them, their names and how they are turned say nothing.

Two owners of the same tiles have the same pack. Whatever they wrote, a piece that the default pack has too is called
and turned as there; the others take the names that are left, in an order of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

Table = Mapping[str, object]


@dataclass(frozen=True)
class Piece:
    """A tile: its name, what stands around it and turns with it, and what does not."""

    name: str
    ring: str
    mark: str = ""

    @property
    def turns(self) -> list[str]:
        """The ring, begun anywhere."""
        return [self.ring[n:] + self.ring[:n] for n in range(len(self.ring))] or [""]

    @property
    def kind(self) -> tuple[str, str]:
        """What tells it from others, however it is turned."""
        return self.mark, max(self.turns)

    def in_place_of(self, other: Piece) -> Piece:
        """Called as the other, and turned so that most of it is the same."""
        likeness = {turn: sum(a == b for a, b in zip(turn, other.ring, strict=False)) for turn in self.turns}
        return replace(self, name=other.name, ring=max(likeness, key=lambda turn: (likeness[turn], turn)))


@dataclass(frozen=True)
class Bag:
    """A table of a pack that is a bag: how its pieces are taken out, and laid in again."""

    table: str
    place: str  # the path of a piece, by its {name} or its number {n}
    pieces: Callable[[Table], list[Piece] | None]  # None where the table is wrong; that is said when it is read
    laid: Callable[[Sequence[Piece]], dict[str, object]]

    def settle(self, own: object, usual: object) -> tuple[object, dict[str, str]]:
        """A table as whoever has the same pieces has it, and from the path of each piece to the one it has there."""
        found, known = (self.pieces(table) if isinstance(table, dict) else None for table in (own, usual))
        if found is None or known is None:
            return own, {}
        pairs = settled(found, known)
        notes = {key: value for key, value in own.items() if key == "source"} if isinstance(own, dict) else {}
        moved = {
            self.place.format(n=found.index(listed), name=listed.name): self.place.format(n=n, name=piece.name)
            for n, (listed, piece) in enumerate(pairs)
        }
        return notes | self.laid([piece for _, piece in pairs]), moved


def settled(own: Sequence[Piece], usual: Sequence[Piece]) -> list[tuple[Piece, Piece]]:
    """Each piece as it is listed, and as it is known; in the usual order, further ones behind."""
    waiting = list(own)
    pairs: list[tuple[Piece, Piece]] = []
    free: list[Piece] = []
    for piece in usual:
        same = next((one for one in waiting if one.kind == piece.kind), None)
        if same is None:
            free.append(piece)
        else:
            waiting.remove(same)
            pairs.append((same, piece))
    places = chain(free, _further({piece.name for piece in usual}))
    pairs += [(piece, piece.in_place_of(next(places))) for piece in sorted(waiting, key=lambda p: p.kind)]
    order = {piece.name: n for n, piece in enumerate(usual)}
    return sorted(pairs, key=lambda pair: (order.get(pair[1].name, len(order)), pair[1].name))


def _further(taken: set[str]) -> Iterator[Piece]:
    """Places for more than there usually are."""
    return (Piece(name, "") for n in count(1) if (name := f"T{n:02}") not in taken)
