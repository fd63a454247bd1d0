"""Whether a turn might end the game, and a key of the positions a turn leads to; for bots that look for a win."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, key_of, popcount
from agon.core.state import NONE
from agon.games.attika import questions as ask
from agon.games.attika.parts import BUILDINGS, GROUPS
from agon.games.attika.position import BUILDING, UNDECIDED, Position
from agon.games.attika.value import Valued, link_steps


class Ending(Valued):
    """A position that knows whether its turn might end the game."""

    def may_end(self, player: int) -> bool:
        """As many builds are left as are needed for a link, or for all buildings. §9.1 §9.2"""
        seat: i64 = player
        if self.active != seat or self.step == ask.FINISHED:
            return False
        builds = builds_left(self)
        if builds == 0:
            return False
        return self.parts.count - self.stands(seat) <= builds or link_steps(self, seat) <= builds

    def key(self) -> int:
        """What builds and payments change."""
        turn = vec[i64]([self.step, self.active, self.mode, self.left, self.drawing])
        build = vec[i64]([self.building, self.space, self.supply])
        store, cards = self.store, self.cards
        return key_of([turn, build, self.land.built, store.amphorae, store.storage, cards.hands, cards.paid])


def builds_left(position: Position) -> i64:
    """The most buildings this turn can still bring without a draw: one in hand, actions, and amphorae for more."""
    builds: i64 = 0
    if position.building != NONE:
        builds = 1
    if position.drawing == 0 and position.mode in (UNDECIDED, BUILDING):
        if position.mode == UNDECIDED:
            builds += position.parts.builds
        else:
            builds += position.left
        builds += position.store.amphorae[position.active] + amphorae_to_come(position)
    return builds


def amphorae_to_come(position: Position) -> i64:
    """Groups that could be completed from the storage board. §7.1"""
    seat = position.active
    at_hand = position.store.storage[seat]
    if position.building != NONE:
        at_hand = at_hand | BIT[position.building]
    standing: i64 = 0
    for building in range(position.parts.count):
        if position.land.built[BUILDINGS * seat + building] != NONE:
            standing = standing | BIT[building]
    groups: i64 = 0
    for group in range(GROUPS):
        missing = position.parts.members[group] & ~standing
        if missing != 0 and (missing & ~at_hand) == 0 and (position.store.awarded[seat] & BIT[group]) == 0:
            if popcount(missing) <= position.parts.builds + position.store.amphorae[seat]:
                groups += 1
    return groups
