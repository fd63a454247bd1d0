"""Bots that fail: another plays a move in their stead, and they are asked again, ever more seldom while they fail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache

LONGEST: Final = 15  # decisions for which a bot that keeps failing is left alone
REMEMBERED: Final = 5_000  # bots in trouble


@dataclass
class Trouble:
    """How often a bot has failed in a row, and for how many decisions it is not asked."""

    failures: int = 0
    rest: int = 0


class Troubles:
    """The bots in trouble, by table. One failure is forgiven at once; after n more it rests for 2**n - 1 decisions."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[str, str], Trouble] = LRUCache(REMEMBERED)

    def __len__(self) -> int:
        return len(self._known)

    def is_asked(self, table_id: str, bot: str) -> bool:
        """Whether this bot is asked about the next decision; counts it."""
        trouble = self._known.get((table_id, bot))
        if trouble is None or trouble.rest == 0:
            return True
        trouble.rest -= 1
        return False

    def failed(self, table_id: str, bot: str) -> None:
        trouble = self._known.setdefault((table_id, bot), Trouble())
        trouble.rest = min(LONGEST, 2**trouble.failures - 1)
        trouble.failures += 1

    def answered(self, table_id: str, bot: str) -> None:
        self._known.pop((table_id, bot), None)
