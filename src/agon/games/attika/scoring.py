"""The end of the game: both victories, the guard against endless play, places."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.state import NONE
from agon.games.attika import effects
from agon.games.attika.position import Position


def has_won(position: Position, seat: i64) -> bool:
    """All buildings on the map, or two shrines linked. §9.1 §9.2"""
    return position.has_built_all(seat) or effects.has_linked(position, seat)


def is_stalled(position: Position) -> bool:
    """Three rounds of turns without a reveal, a build or a drawn card. §9.4 §Q11"""
    return position.idle >= position.parts.idle_rounds * position.n


class Scored(Position):
    """A position that knows who has won."""

    def places(self) -> list[int]:
        """The winner is first and all others second; in a stalled game most buildings win, ties shared. §9.3 §9.4"""
        if self.winner != NONE:
            return [1 if seat == self.winner else 2 for seat in range(self.seats())]
        built = [int(self.stands(seat)) for seat in range(self.n)]
        most = max(built)
        first = sum(1 for count in built if count == most)
        return [1 if count == most else 1 + first for count in built]


def scores(position: Position) -> list[dict[str, int]]:
    """Buildings on the map; linked shrines count for all that are missing, so that a winner has all. §9.1 §9.2"""
    out: list[dict[str, int]] = []
    for seat in range(position.n):
        built = int(position.stands(seat))
        link = 0
        if effects.has_linked(position, seat):
            link = int(position.parts.count) - built
        out.append({"buildings": built, "link": link, "total": built + link})
    return out
