"""Hands that fit what everybody saw, for `fill`. (A file of its own: no other game pays with hidden cards.)"""

from __future__ import annotations

from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.chance import below


class Cover:
    """A deal of unseen cards that fits every card a seat was seen to pay. §2.8

    Cards in hidden hands came from two sources: the hands held when the deck was last shuffled ("old": together they
    are known, being all cards less the shuffled deck) and the deck since ("new"). Every card paid since must have come
    from one of them. Rows are hidden hands, columns kinds; a number is how many of the cards paid came from the old
    hand. Rows, columns and numbers all have bounds; they are met by trying.
    """

    def __init__(self, old: vec[i64], new: vec[i64]) -> None:
        self.old = [int(n) for n in old]  # of each kind
        self.new = [int(n) for n in new]
        self.spent: list[list[int]] = []  # of each row and kind
        self.old_size: list[int] = []  # cards of the old hand of each row
        self.new_size: list[int] = []  # cards drawn since
        self.cells: list[list[int]] = []

    def add(self, spent: list[int], old_size: int, new_size: int) -> None:
        """One more hidden hand."""
        self.spent.append(spent)
        self.old_size.append(old_size)
        self.new_size.append(new_size)
        self.cells.append([0] * len(spent))

    def solve(self, rng: Random) -> None:
        """Find numbers that fit; there are some, since the true hands are such."""
        if not self._try(0, rng):
            raise ValueError("No hands fit what was paid.")

    def taken(self, row: int, kind: int) -> int:
        """How many of the cards paid came from the old hand."""
        return self.cells[row][kind]

    def old_left(self, row: int) -> int:
        """Further cards of the old hand, of any kind."""
        return self.old_size[row] - sum(self.cells[row])

    def new_left(self, row: int) -> int:
        """Further cards drawn since, of any kind."""
        return self.new_size[row] - sum(self.spent[row]) + sum(self.cells[row])

    def _try(self, at: int, rng: Random) -> bool:
        kinds = len(self.old)
        if at == kinds * len(self.spent):
            return True
        row, kind = at // kinds, at % kinds
        low, high = self._bounds(row, kind)
        if low > high:
            return False
        first = low + below(high - low + 1, rng)
        for step in range(high - low + 1):
            self.cells[row][kind] = low + (first - low + step) % (high - low + 1)
            if self._try(at + 1, rng):
                return True
        self.cells[row][kind] = 0
        return False

    def _bounds(self, row: int, kind: int) -> tuple[int, int]:
        """What this number can be, seeing those before it and the most that those after it can do."""
        spent = self.spent[row][kind]
        row_done = sum(self.cells[row][:kind])
        row_spent = sum(self.spent[row])
        row_later = sum(self.spent[row][kind + 1 :])
        column_done = sum(self.cells[other][kind] for other in range(row))
        column_spent = sum(line[kind] for line in self.spent)
        column_later = sum(line[kind] for line in self.spent[row + 1 :])
        low = max(0, row_spent - self.new_size[row] - row_done - row_later)
        low = max(low, column_spent - self.new[kind] - column_done - column_later)
        high = min(spent, self.old_size[row] - row_done, self.old[kind] - column_done)
        return low, high
