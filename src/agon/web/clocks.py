"""How much time there is: at a live table minutes for each and some seconds a decision, at a slow one days a decision.

What is left follows from the journal, whose entries have their moments: nothing runs while a seat is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DAY: Final = 86_400


@dataclass(frozen=True)
class Pace:
    """Seconds at the start and for each decision; where days are given, each decision has so many, and no more."""

    id: str
    start: int = 0
    more: int = 0
    days: int = 0

    @property
    def is_live(self) -> bool:
        return bool(self.start)


UNTIMED: Final = Pace("")
PACES: Final = {
    pace.id: pace
    for pace in (
        UNTIMED,
        Pace("live", 30 * 60, 10),
        Pace("quick", 15 * 60, 10),
        Pace("day", days=1),
        Pace("days3", days=3),
        Pace("week", days=7),
    )
}
