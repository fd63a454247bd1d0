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

ROW: Final = 4  # numbers in a row: first action, mask, how many components are behind it (0: not counted), and one of:
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
    """What may be answered now. No row is empty."""

    def __init__(self) -> None:
        self.rows: vec[i64] = ROOM[:]
        self.end: i64 = 0  # of the numbers in use
        self.places: vec[i64] = EMPTY
        self.counts: vec[i64] = EMPTY
        self.sorts: bool = False  # the list must be sorted: the rows do not ascend
        self.is_open: bool = False  # while it is being filled

    def clear(self) -> None:
        """An empty menu."""
        self.end = 0
        self.sorts = False

    # ---- filling ----

    def offer(self, first: i64, mask: i64) -> None:
        """The actions of a verb whose places are in the mask."""
        if mask != 0:
            self.add(first, mask, 0, DIRECT)

    def offer_one(self, action: i64) -> None:
        """A single action."""
        self.add(action, 1, 1, DIRECT)

    def offer_places(self, first: i64, mask: i64, places: vec[i64], at: i64) -> None:
        """The actions of a verb for whose bits `places` gives the places, from `at` on; a menu knows one such row."""
        if mask != 0:
            self.places = places
            self.add(first, mask, 0, at)

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
        at = self.end
        if at == len(self.rows):
            self.rows = extend(self.rows, self.rows)
        rows = self.rows
        rows[at] = first
        rows[at + 1] = mask
        rows[at + 2] = size
        rows[at + 3] = how
        self.end = at + ROW

    # ---- reading ----

    def answers(self) -> i64:
        """How many actions there are."""
        rows = self.rows
        total: i64 = 0
        for at in range(0, self.end, ROW):
            total += popcount(rows[at + 1])
        return total

    def listed(self) -> list[int]:
        """All actions, ascending."""
        out: list[object] = [None] * int(self.answers())  # to be overwritten; appending one by one takes longer
        n: i64 = 0
        rows = self.rows
        numbers = NUMBERS
        for at in range(0, self.end, ROW):
            first = rows[at]
            rest = rows[at + 1]
            how = rows[at + 3]
            if how < 0 and first < SHARED:
                while rest != 0:
                    out[n] = numbers[first + lowest(rest)]
                    n += 1
                    rest = rest & (rest - 1)
            while rest != 0:
                place = lowest(rest)
                if how >= 0:
                    place = self.places[how + place]
                action = first + place
                if action < SHARED:
                    out[n] = numbers[action]
                else:
                    out[n] = int(action)
                n += 1
                rest = rest & (rest - 1)
        actions = cast("list[int]", out)
        if self.sorts:
            actions.sort()
        return actions

    def weights(self) -> list[int]:
        """How many components are behind each of the list, which ascends."""
        out: list[int] = []
        for at in range(0, self.end, ROW):
            how = self.rows[at + 3]
            if how == WEIGHED:
                out.append(int(self.rows[at + 2]))
            elif how == COUNTED:
                rest = self.rows[at + 1]
                while rest != 0:
                    out.append(int(self.counts[lowest(rest)]))
                    rest = rest & (rest - 1)
            else:
                out += [1] * int(popcount(self.rows[at + 1]))
        return out

    def drawn(self, luck: float) -> i64:
        """The action that luck, from 0 to below 1, chooses: each as likely as there are many components behind it."""
        rows = self.rows
        if self.end == ROW and rows[3] == DIRECT:  # a single verb, as in most questions
            return rows[0] + nth(rows[1], i64(luck * float(popcount(rows[1]))))
        return self.at(i64(luck * float(self.count())))

    def count(self) -> i64:
        """How many components are behind all actions; `at` tells them apart afterwards."""
        rows = self.rows
        total: i64 = 0
        for at in range(0, self.end, ROW):
            size = rows[at + 2]
            if size == 0:
                size = popcount(rows[at + 1])
                rows[at + 2] = size
            total += size
        return total

    def at(self, n: i64) -> i64:
        """The action behind the n-th component of a menu that was counted, from 0 on, in the order of the rows."""
        rows = self.rows
        left = n
        at: i64 = 0
        while left >= rows[at + 2]:
            left -= rows[at + 2]
            at += ROW
        first = rows[at]
        how = rows[at + 3]
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
        rest = mask
        left = n
        kind = lowest(rest)
        while left >= counts[kind]:
            left -= counts[kind]
            rest = rest & (rest - 1)
            kind = lowest(rest)
        return kind

    def only(self) -> i64:
        """The action where there is just one, else NONE: nothing to decide."""
        rows = self.rows
        mask = rows[1]
        if self.end != ROW or (mask & (mask - 1)) != 0:
            return NONE
        place = lowest(mask)
        how = rows[3]
        if how >= 0:
            place = self.places[how + place]
        return rows[0] + place
