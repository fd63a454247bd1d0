"""How many people are here: whoever has asked for something lately, or has a page open that listens."""

from __future__ import annotations

from collections import OrderedDict


class Crowd:
    """When everybody was last seen, the longest unseen first; those unseen for so many seconds are forgotten."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._seen: OrderedDict[str, float] = OrderedDict()

    def see(self, person: str, moment: float) -> None:
        self._seen[person] = moment
        self._seen.move_to_end(person)
        self._forget_before(moment)

    def lose(self, person: str) -> None:
        """Somebody has gone for good."""
        self._seen.pop(person, None)

    def count(self, moment: float) -> int:
        self._forget_before(moment)
        return len(self._seen)

    def _forget_before(self, moment: float) -> None:
        while self._seen and next(iter(self._seen.values())) <= moment - self._seconds:
            self._seen.popitem(last=False)
