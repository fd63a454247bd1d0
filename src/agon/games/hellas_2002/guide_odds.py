"""How a battle stands, and what cards would make of it."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, bits
from agon.games.hellas_2002 import effects
from agon.games.hellas_2002.parts import (
    BEACHHEAD,
    FAVOUR,
    ONE_MORE,
    RAMMING,
    SEA_WALL,
)
from agon.games.hellas_2002.position import Position
from agon.games.hellas_2002.value import spare


class Odds:
    """Two strengths, and whether one more is needed to win. §5.4"""

    def __init__(self, attack: i64, defence: i64, by_water: bool, equal_will_do: bool) -> None:
        self.attack: i64 = attack
        self.defence: i64 = defence
        self.by_water = by_water
        self.equal_will_do = equal_will_do

    def margin(self) -> i64:
        """How much stronger than needed the attack is; below 0 it fails. §5.4"""
        if self.by_water and not self.equal_will_do:
            return self.attack - self.defence - 1
        return self.attack - self.defence

    def wins(self) -> bool:
        return self.margin() >= 0


def now(position: Position) -> Odds:
    """The battle as it would be decided now. §5.4"""
    return Odds(
        effects.attack_strength(position),
        effects.defence_strength(position),
        effects.is_by_water(position),
        position.in_force.running[BEACHHEAD] != 0,
    )


def with_card(position: Position, seat: i64, kind: i64) -> Odds:
    """The same once a card of this seat has taken effect. §3.3 §3.4"""
    odds = now(position)
    if kind == ONE_MORE:
        if seat == position.active:
            odds.attack += position.parts.value[ONE_MORE]
        else:
            odds.defence += position.parts.value[ONE_MORE]
    elif kind == BEACHHEAD:
        odds.equal_will_do = True
    elif kind == RAMMING and position.in_force.running[RAMMING] == 0:
        odds.attack += effects.source_ships(position)
    elif kind == SEA_WALL and position.in_force.running[SEA_WALL] == 0:
        odds.defence += position.pieces.ships[position.target]
    return odds


def with_hand(position: Position, odds: Odds, ships: i64) -> Odds:
    """The most the attacker's own battle cards could make of it; `ships` lie where Greeks set out. §3.3 §3.4

    A favour lets one card be laid once more."""
    seat = position.active
    best = Odds(odds.attack, odds.defence, odds.by_water, odds.equal_will_do)
    if position.is_banned(seat):
        return best
    more = at_least(position, seat, ONE_MORE)
    if more > 0:
        more += at_least(position, seat, FAVOUR)
    best.attack += more * position.parts.value[ONE_MORE]
    if at_least(position, seat, BEACHHEAD) > 0:
        best.equal_will_do = True
    if at_least(position, seat, RAMMING) > 0 and position.in_force.running[RAMMING] == 0:
        best.attack += ships
    return best


def at_least(position: Position, seat: int, kind: int) -> int:
    """Unlocked cards of a kind in a hand; in one that cannot be seen none is counted on. §5.6"""
    return max(0, int(position.free_cards(seat, kind)))


# ---- §5.4 before a Greek has set out ----


def ships_in(position: Position, mask: int) -> int:
    """The ships of these cities."""
    return sum(int(position.pieces.ships[tile]) for tile in bits(mask))


def sources(position: Position, target: int, land_only: bool) -> int:
    """The cities to send from: all by land, or all there are, with a far strike the far one that has most. §5.4 §3.3"""
    able = int(effects.senders(position, target))
    if land_only:
        return able & int(position.tiles.by_land[target])
    near = able & int(position.reach(target))
    ramming = position.in_force.running[RAMMING] != 0 or at_least(position, int(position.active), RAMMING) > 0
    greeks, ships = position.pieces.greeks, position.pieces.ships
    far = bits(able & ~near)
    best = max(far, key=lambda tile: greeks[tile] + ships[tile] * ramming, default=NONE)
    return near if best == NONE else near | int(BIT[best])


def from_cities(position: Position, target: i64, mask: i64, land_only: bool) -> Odds:
    """An attack with all the Greeks these cities can spare, and the cards in force. §5.4"""
    attack = spare(position, mask) + position.in_force.plus[position.active]
    if position.in_force.running[RAMMING] != 0:
        attack += ships_in(position, mask)
    defence = position.pieces.greeks[target] + position.in_force.plus[1 - position.active]
    return Odds(attack, defence, not land_only, position.in_force.running[BEACHHEAD] != 0)


def best(position: Position, target: i64) -> Odds:
    """The better of an attack by land alone and one from everywhere, as things stand. §5.4"""
    everywhere = from_cities(position, target, sources(position, target, False), False)
    by_land = sources(position, target, True)
    if by_land == 0:
        return everywhere
    on_foot = from_cities(position, target, by_land, True)
    if on_foot.margin() >= everywhere.margin():
        return on_foot
    return everywhere


def can_fall(position: Position, target: i64) -> bool:
    """Whether the attacker's Greeks, with all that the own hand could add, might take a city. §5.4"""
    for land_only in (False, True):
        mask = sources(position, target, land_only)
        if mask != 0:
            odds = from_cities(position, target, mask, land_only)
            if with_hand(position, odds, ships_in(position, mask)).wins():
                return True
    return False


def is_in_danger(position: Position, tile: i64, greeks: i64) -> bool:
    """Whether the other side's Greeks could take a city with so many defenders, cards apart. §5.4"""
    owner = position.owner(tile)
    if owner == NONE:
        return False
    theirs = position.pieces.cities[1 - owner] & position.spare & position.reach(tile)
    if spare(position, theirs) > greeks:
        return True
    by_land = theirs & position.tiles.by_land[tile]
    return by_land != 0 and spare(position, by_land) >= greeks


def conquests(position: Position, seat: int) -> int:
    """Mask of the cities of the other side that the seat's Greeks could take, cards apart. §5.4"""
    greeks = position.pieces.greeks
    theirs = bits(position.pieces.cities[1 - seat])
    return sum(int(BIT[tile]) for tile in theirs if is_in_danger(position, tile, greeks[tile]))
