"""What may be answered to a question, as rows of masks: the one source of legal(), weights() and random_action().

A row is a verb's first action and a mask: for each bit n of the mask, first + n may be played. Where bits do not number
a verb's places themselves, a row of `places` tells the place of each. What is drawn has a number of components behind
each action. Whoever fills a menu offers rows in ascending order, or says so by `sorts`.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import extend, vec
from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, WORD, blank, lowest, nth, popcount

ROW: Final = 4  # numbers in a row: first action, mask, how many components are behind it, and one of these:
DIRECT: Final = -1  # first + bit is the action
COUNTED: Final = -2  # so too, and counts[bit] components are behind it
WEIGHED: Final = -3  # the action is `first`, and all components of the row are behind it
# from 0 on: first + places[this + bit] is the action

EMPTY: Final = blank(0)
ROOM: Final = blank(ROW * 16)

# Every action as an object that lists share; as `list[int]` compiled code would take them apart and box anew.
SHARED: Final = 20_000
NUMBERS: Final[list[object]] = list(range(SHARED + 2 * WORD))


class Menu:
    """What may be answered now. `answers` counts the actions, `size` the components behind them."""

    def __init__(self) -> None:
        self.rows: vec[i64] = ROOM[:]
        self.end: i64 = 0  # of the numbers in use
        self.answers: i64 = 0
        self.size: i64 = 0
        self.places: vec[i64] = EMPTY
        self.counts: vec[i64] = EMPTY
        self.sorts: bool = False  # the list must be sorted: the rows do not ascend
        self.is_open: bool = False  # while it is being filled

    def clear(self) -> None:
        """An empty menu."""
        self.end = 0
        self.answers = 0
        self.size = 0
        self.sorts = False

    # ---- filling ----

    def offer(self, first: i64, mask: i64) -> None:
        """The actions of a verb whose places are in the mask."""
        if mask != 0:
            self.add(first, mask, popcount(mask), DIRECT)

    def offer_one(self, action: i64) -> None:
        """A single action."""
        self.add(action, 1, 1, DIRECT)

    def offer_places(self, first: i64, mask: i64, places: vec[i64], at: i64) -> None:
        """The actions of a verb for whose bits `places` gives the places, from `at` on; a menu knows one such row."""
        if mask != 0:
            self.places = places
            self.add(first, mask, popcount(mask), at)

    def draw(self, first: i64, counts: vec[i64], start: i64, stop: i64) -> None:
        """Chance: of the kinds from `start` on till before `stop`, each as likely as it is many; one such row a menu.

        Kinds whose number cannot be seen (a negative one) are drawn alike.
        """
        mask: i64 = 0
        total: i64 = 0
        for kind in range(start, stop):
            if counts[kind] != 0:
                mask = mask | BIT[kind]
                total += counts[kind]
        if total < 0:
            self.offer(first, mask)
        elif mask != 0:
            self.counts = counts
            self.add(first, mask, total, COUNTED)

    def weigh(self, action: i64, components: i64) -> None:
        """Chance: an action with so many components behind it."""
        if components > 0:
            self.add(action, 1, components, WEIGHED)

    def add(self, first: i64, mask: i64, size: i64, how: i64) -> None:
        """One more row."""
        at: i64 = self.end
        if at == len(self.rows):
            self.rows = extend(self.rows, self.rows)
        rows = self.rows
        rows[at] = first
        rows[at + 1] = mask
        rows[at + 2] = size
        rows[at + 3] = how
        self.end = at + ROW
        self.size += size
        if size > 1 and how < DIRECT:
            self.answers += popcount(mask)
        else:
            self.answers += size

    # ---- reading ----

    def listed(self) -> list[int]:
        """All actions, ascending."""
        out: list[object] = []
        rows = self.rows
        numbers = NUMBERS
        for at in range(0, self.end, ROW):
            first: i64 = rows[at]
            rest: i64 = rows[at + 1]
            how: i64 = rows[at + 3]
            if how < 0 and first < SHARED:
                while rest != 0:
                    out.append(numbers[first + lowest(rest)])
                    rest = rest & (rest - 1)
            while rest != 0:
                place: i64 = lowest(rest)
                if how >= 0:
                    place = self.places[how + place]
                action: i64 = first + place
                if action < SHARED:
                    out.append(numbers[action])
                else:
                    out.append(int(action))
                rest = rest & (rest - 1)
        actions = cast("list[int]", out)
        if self.sorts:
            actions.sort()
        return actions

    def weights(self) -> list[int]:
        """How many components are behind each of the list, which ascends."""
        if self.answers == self.size:
            return [1] * int(self.size)
        out: list[int] = []
        for at in range(0, self.end, ROW):
            how: i64 = self.rows[at + 3]
            if how == WEIGHED:
                out.append(int(self.rows[at + 2]))
            elif how == COUNTED:
                rest: i64 = self.rows[at + 1]
                while rest != 0:
                    out.append(int(self.counts[lowest(rest)]))
                    rest = rest & (rest - 1)
            else:
                out += [1] * int(self.rows[at + 2])
        return out

    def at(self, n: i64) -> i64:
        """The action behind the n-th component, from 0 on, in the order of the rows."""
        rows = self.rows
        left: i64 = n
        at: i64 = 0
        while left >= rows[at + 2]:
            left -= rows[at + 2]
            at += ROW
        first: i64 = rows[at]
        how: i64 = rows[at + 3]
        if how == DIRECT:
            return first + nth(rows[at + 1], left)
        if how == WEIGHED:
            return first
        if how == COUNTED:
            return first + self.kind_at(rows[at + 1], left)
        return first + self.places[how + nth(rows[at + 1], left)]

    def kind_at(self, mask: i64, n: i64) -> i64:
        """The kind of the n-th of the components that are drawn from."""
        counts = self.counts
        rest: i64 = mask
        left: i64 = n
        kind: i64 = lowest(rest)
        while left >= counts[kind]:
            left -= counts[kind]
            rest = rest & (rest - 1)
            kind = lowest(rest)
        return kind

    def only(self) -> i64:
        """The action where there is just one, else NONE: nothing to decide."""
        if self.answers != 1:
            return NONE
        return self.at(0)
