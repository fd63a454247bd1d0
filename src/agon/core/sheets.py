"""Observations and masks of several positions in memory that others can read, and the games that are played there."""

from __future__ import annotations

from random import Random
from typing import Final

from librt.strings import BytesWriter, write_f32_le
from librt.vecs import extend, vec
from mypy_extensions import i32, i64, u8

from agon.core.features import Form, Sparse
from agon.core.menu import ROW, Menu
from agon.core.numbers import BIT, CHANCE, OVER, blank, lowest
from agon.core.state import State

ONE: Final = 0x3F800000  # 1.0 as the bits of a float32

# How a step of a game went.
GOES_ON: Final = 0
ENDED: Final = 1
CUT: Final = 2
ILLEGAL: Final = 3
CLOSED: Final = 4  # nobody plays there


class Floats:
    """The bits of the float32 numbers that a form can hold: looked up, as working them out costs more."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.bytes: BytesWriter = BytesWriter()
        self.first: vec[i64] = blank(form.size)  # bits[first[index] + count] are those of a count within its bounds
        self.bits: vec[i32] = vec[i32]([])
        bounds: dict[int, list[int]] = {}  # of each divisor, the least and the most count
        for index in range(form.size):
            low, high = int(form.low[index]), int(form.high[index])
            known = bounds.setdefault(int(form.over[index]), [low, high])
            known[0] = min(known[0], low)
            known[1] = max(known[1], high)
        starts: dict[int, int] = {}
        bits: list[i32] = []
        for over, (low, high) in bounds.items():
            starts[over] = len(bits) - low
            bits += [self.bits_of(count / over) for count in range(low, high + 1)]
        self.bits = vec[i32](bits)
        for index in range(form.size):
            self.first[index] = starts[int(form.over[index])]

    def bits_of(self, number: float) -> i32:
        """Any number."""
        out = self.bytes
        out.truncate(0)
        write_f32_le(out, number)
        high = i64(out[3])
        if high >= 128:
            high -= 256
        return i32(i64(out[0]) + 256 * i64(out[1]) + 65536 * i64(out[2]) + 16777216 * high)


class Line:
    """What was last written into a line of the sheets: nothing else has to be wiped."""

    def __init__(self, room: int) -> None:
        self.places: vec[i64] = blank(room)  # of the numbers that are not 0
        self.numbers: i64 = 0
        self.actions: vec[i64] = blank(64)  # those that are legal, ascending
        self.legal: i64 = 0

    def sort(self) -> None:
        """Put the actions in order: they are few, and nearly so."""
        actions = self.actions
        for n in range(1, self.legal):
            action = actions[n]
            at = n
            while at > 0 and actions[at - 1] > action:
                actions[at] = actions[at - 1]
                at -= 1
            actions[at] = action


class Sheets:
    """Observations and masks of several positions, a line each, in memory that others may read while it is written.

    `numbers` are the bits of float32 numbers, `masks` a byte an action (1: it may be played), or, packed, a bit an
    action, the lowest of each byte first. Both can be read (not written) through Python's buffer protocol; they are
    never moved.
    """

    def __init__(self, form: Form, actions: int, lines: int = 1, packed: bool = False) -> None:
        self.form = form
        self.width: i64 = form.size
        self.actions: i64 = actions
        self.packed = packed
        self.room: i64 = (actions + 7) // 8 if packed else actions  # bytes of a line's mask
        self.numbers: vec[i32] = vec[i32]([0] * (form.size * lines))
        self.masks: vec[u8] = vec[u8]([0] * (int(self.room) * lines))
        self.lines: list[Line] = [Line(form.size) for _ in range(lines)]
        self.sparse: Sparse = Sparse(form.size)
        self.floats = Floats(form)

    def read(self, state: State, seat: int, line: int) -> None:
        """What a seat may know of a position, into a line."""
        self.sparse.clear()
        state.features(seat, self.sparse)
        self.write(line)

    def write(self, line: i64) -> None:
        """The numbers of `sparse`, into a line. Their places are kept there, for those kept before."""
        kept = self.lines[line]
        numbers = self.numbers
        first = line * self.width
        places = kept.places
        for n in range(kept.numbers):
            numbers[first + places[n]] = 0
        sparse = self.sparse
        indices = sparse.indices
        counts = sparse.counts
        form = self.form
        over, low, high = form.over, form.low, form.high
        floats = self.floats
        starts, bits = floats.first, floats.bits
        for n in range(sparse.size):
            index = indices[n]
            count = counts[n]
            if count == over[index]:
                numbers[first + index] = ONE
            elif low[index] <= count <= high[index]:
                numbers[first + index] = bits[starts[index] + count]
            else:
                numbers[first + index] = floats.bits_of(float(count) / float(over[index]))
        kept.places = indices
        kept.numbers = sparse.size
        sparse.indices = places

    def note(self, state: State, seat: int, line: int) -> None:
        """What a seat may know of a position, and what may be played there, into a line."""
        self.read(state, seat, line)
        self.write_mask(line, state.answers())

    def write_mask(self, line: i64, menu: Menu) -> None:
        """What may be played, into a line."""
        self.wipe_mask(line)
        old = self.lines[line]
        while len(old.actions) < menu.answers():
            old.actions = extend(old.actions, old.actions)
        actions = old.actions
        rows = menu.rows
        legal: i64 = 0
        for at in range(0, menu.end, ROW):
            begin = rows[at]
            rest = rows[at + 1]
            how = rows[at + 3]
            while rest != 0:
                place = lowest(rest)
                if how >= 0:
                    place = menu.places[how + place]
                actions[legal] = begin + place
                legal += 1
                rest = rest & (rest - 1)
        old.legal = legal
        if menu.sorts:
            old.sort()
        self.mark(line)

    def mark(self, line: i64) -> None:
        """A 1 for each legal action of a line."""
        old = self.lines[line]
        actions = old.actions
        masks = self.masks
        first = line * self.room
        if self.packed:
            for n in range(old.legal):
                at = first + (actions[n] >> 3)
                masks[at] = u8(i64(masks[at]) | BIT[actions[n] & 7])
        else:
            for n in range(old.legal):
                masks[first + actions[n]] = 1

    def is_legal(self, line: i64, action: i64) -> bool:
        """Whether the mask of a line offers an action."""
        return 0 <= action < self.actions and self.masks[line * self.actions + action] == 1

    def wipe_mask(self, line: i64) -> None:
        """Nothing may be played there."""
        old = self.lines[line]
        masks = self.masks
        actions = old.actions
        first = line * self.room
        shift: i64 = 0
        if self.packed:
            shift = 3
        for n in range(old.legal):
            masks[first + (actions[n] >> shift)] = 0
        old.legal = 0


class Batch:
    """Games of which every step is written into the sheets: whoever decides sees its observation and its mask there.

    The compiled part plays on as long as a seat decides that nobody else has to be asked for.
    """

    def __init__(self, sheets: Sheets, empty: State) -> None:
        lines = len(sheets.lines)
        self.sheets = sheets
        self.states: list[State] = [empty for _ in range(lines)]
        self.lucks: list[Random] = [Random() for _ in range(lines)]
        self.plies: list[list[int]] = [[] for _ in range(lines)]  # who, what, who, what, ...
        self.seats: vec[i64] = blank(lines)  # who decides
        self.left: vec[i64] = blank(lines, -1)  # decisions until the game is cut; negative: it is not
        self.status: vec[i64] = blank(lines, CLOSED)

    def open(self, line: int, state: State, rng: Random, plies: list[int], left: int) -> None:
        """A game at a decision; the plies to come are appended to `plies`."""
        self.states[line] = state
        self.lucks[line] = rng
        self.plies[line] = plies
        self.left[line] = left
        self.show(line, state.actor())

    def set(self, line: int, state: State) -> None:
        """Another position on a line; nothing is written."""
        self.states[line] = state

    def show(self, line: i64, seat: i64) -> None:
        """A seat's observation, and what may be played."""
        state = self.states[line]
        self.seats[line] = seat
        self.status[line] = GOES_ON
        self.sheets.read(state, int(seat), int(line))
        self.sheets.write_mask(line, state.answers())

    def close(self, line: int, seat: int, status: int) -> None:
        """A game that is over for a seat: what it sees last, and nothing to play."""
        self.seats[line] = seat
        self.status[line] = status
        self.sheets.read(self.states[line], seat, line)
        self.sheets.wipe_mask(line)

    def step(self, actions: list[int]) -> list[int]:
        """One decision in every game; returns the lines of those that do not simply go on."""
        out: list[int] = []
        for line in range(len(self.states)):
            self.play(line, actions[line])
            if self.status[line] != GOES_ON:
                out.append(line)
        return out

    def drawn(self, lucks: list[float]) -> list[int]:
        """A legal action of every line, each alike, by numbers from 0 till before 1; 0 where nothing may be played."""
        out: list[int] = []
        for line in range(len(self.states)):
            kept = self.sheets.lines[line]
            if kept.legal == 0:
                out.append(0)
            else:
                out.append(int(kept.actions[i64(lucks[line] * float(kept.legal))]))
        return out

    def play(self, line: i64, action: i64) -> None:
        """A decision, the draws that follow, and the next decision's view; the last one of a game is not shown."""
        if self.status[line] != GOES_ON:
            self.status[line] = CLOSED
            return
        if not self.sheets.is_legal(line, action):
            self.status[line] = ILLEGAL
            return
        state = self.states[line]
        plies = self.plies[line]
        plies.append(int(self.seats[line]))
        plies.append(int(action))
        state.apply(int(action))
        actor = state.actor()
        while actor == CHANCE:
            drawn = state.random_action(self.lucks[line])
            state.apply(drawn)
            plies.append(CHANCE)
            plies.append(drawn)
            actor = state.actor()
        self.seats[line] = actor
        if actor == OVER:
            self.status[line] = ENDED
            return
        self.show(line, actor)
        if self.left[line] > 0:
            self.left[line] -= 1
            if self.left[line] == 0:
                self.status[line] = CUT
