"""How good a position looks for a seat, in tenths of a city; for bots."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, WORD, lowest, popcount
from agon.games.hellas_2002 import coast, effects
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.choices import Asked
from agon.games.hellas_2002.parts import (
    BEACHHEAD,
    FAIR_WIND,
    FAR_STRIKE,
    LONG_CRUISE,
    LOOKOUT,
    SECOND_WIND,
    SIDES,
    TWO_ASSAULTS,
)
from agon.games.hellas_2002.position import REVEALED, Position

# Set by play between greedy bots (docs/games/hellas_2002.md).
WON: Final = 1000.0
CITY: Final = 10.0
TEMPLE: Final = 1.3
GREEK: Final = 0.7
SHIP: Final = 0.6
CARD: Final = 0.6
WATERS: Final = 0.3  # an empty cell at which one's ships are more
MOST_WATERS: Final = 8
THREAT: Final = 8.0  # a city that can be taken in the next turn
MORE_THREATS: Final = 1.0  # and each further one
LATER_THREAT: Final = 2.0  # the same for the side that does not move next
LAST_STEP: Final = 150.0  # a threat to take the city that wins
# What the action under way still promises.
SINGLE_ACTION: Final = 0.65
VOYAGE: Final = 7.0
FAIR_WIND_AHEAD: Final = 0.8
LOOKOUT_AHEAD: Final = 1.4
LANDING: Final = 9.0
CONQUEST: Final = 17.0
EXTRA_TURN: Final = 6.0
SECOND_ACTION: Final = 4.0


class Valued(Asked):
    """A position that knows how good it looks for a seat."""

    def value(self, player: int) -> float:
        """The seat's own prospects less the other's."""
        if self.step == ask.FINISHED:
            if self.winner == NONE:
                return 0.0
            return WON if self.winner == player else -WON
        if self.step == ask.RESPOND:
            return unanswered(self).value(player)
        own: i64 = player
        ahead = worth(self, own) - worth(self, 1 - own)
        active = self.active
        mover = next_to_move(self)
        promise = promised(self)
        if active != own:
            promise = -promise
        danger = threat(self, mover, THREAT) - threat(self, 1 - mover, LATER_THREAT)
        if mover != own:
            danger = -danger
        return ahead + promise + danger


def unanswered(position: Position) -> Position:
    """What becomes of an open chain if nobody answers any more."""
    settled = position.clone()
    while settled.step == ask.RESPOND:
        settled.apply(int(settled.actions.skip.first))
    return settled


def next_to_move(position: Position) -> i64:
    """Whose next action it is, once the one under way is over."""
    if position.window == ask.START or position.in_force.running[SECOND_WIND] != 0:
        return position.active
    return 1 - position.active


def worth(position: Position, seat: i64) -> float:
    """Cities, temples, pieces on the table, cards, and waters where one's ships are more."""
    out = CITY * float(popcount(position.pieces.cities[seat])) + TEMPLE * float(position.temples_of(seat))
    if position.temples_of(seat) > position.temples_of(1 - seat):
        out += TEMPLE
    greeks = position.parts.greeks - position.pieces.greek_supply[seat]
    ships = position.parts.ships - position.pieces.ship_supply[seat]
    out += GREEK * float(greeks) + SHIP * float(ships) + CARD * float(position.cards_held(seat))
    if popcount(position.pieces.cities[seat]) >= position.parts.goal:
        out += LAST_STEP
    return out + WATERS * float(waters(position, seat))


def waters(position: Position, seat: i64) -> i64:
    """Empty cells of the coast around which the seat has more ships, up to a number that is enough."""
    next_to = position.parts.next_to
    tile_on = position.tiles.tile_on
    ships = position.pieces.ships
    cities = position.pieces.cities[seat]
    count: i64 = 0
    for word in range(position.parts.words):
        rest = position.tiles.coast[word]
        while rest != 0:
            cell = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            lead: i64 = 0
            edge: i64
            for edge in range(SIDES):
                beyond = next_to[SIDES * cell + edge]
                if beyond != NONE and tile_on[beyond] > 0:
                    there = tile_on[beyond]
                    if (cities & BIT[there]) != 0:
                        lead += ships[there]
                    else:
                        lead -= ships[there]
            if lead > 0:
                count += 1
    if count > MOST_WATERS:
        return MOST_WATERS
    return count


def threat(position: Position, seat: i64, weight: float) -> float:
    """What the seat's next attack may bring: the cities it could take with the Greeks beside them."""
    open_to: i64 = 0
    rest = position.pieces.cities[1 - seat]
    while rest != 0:
        tile = lowest(rest)
        rest = rest & (rest - 1)
        if can_take(position, seat, tile):
            open_to += 1
    if open_to == 0:
        return 0.0
    out = weight + MORE_THREATS * float(open_to - 1)
    if popcount(position.pieces.cities[seat]) + 1 >= position.parts.goal:
        out += LAST_STEP * weight / THREAT
    return out


def can_take(position: Position, seat: i64, tile: i64) -> bool:
    """By land with as many Greeks as defend, else with one more; without cards."""
    by_land = spare(position, position.pieces.cities[seat] & position.tiles.by_land[tile])
    if by_land > 0 and by_land >= position.pieces.greeks[tile]:
        return True
    return spare(position, position.pieces.cities[seat] & position.reach(tile)) > position.pieces.greeks[tile]


def spare(position: Position, mask: i64) -> i64:
    """The Greeks some cities can send."""
    total: i64 = 0
    rest = mask
    while rest != 0:
        total += position.pieces.greeks[lowest(rest)] - 1
        rest = rest & (rest - 1)
    return total


def promised(position: Position) -> float:
    """What the active player may still expect of this turn."""
    out = 0.0
    step = position.step
    running = position.in_force.running
    if running[SECOND_WIND] != 0:
        out += EXTRA_TURN
    if position.settled == 0 and running[TWO_ASSAULTS] + running[LONG_CRUISE] > 0:
        out += SECOND_ACTION
    if position.window == ask.REINF:
        out += SINGLE_ACTION * float(position.actions_left)
    elif position.window == ask.VOY_PRE or step == ask.DRAW_TILE:
        out += VOYAGE + 0.7 * last_city(position) + FAIR_WIND_AHEAD * float(running[FAIR_WIND])
        out += LOOKOUT_AHEAD * float(running[LOOKOUT])
    elif position.window == ask.VOY_PLACE and may_land(position):
        out += LANDING + last_city(position)
    elif position.window == ask.BATTLE:
        out += outcome(position)
    elif position.window == ask.ATT_PREP:
        out += best_attack(position)
    return out + choices_left(position)


def last_city(position: Position) -> float:
    """One more city, and the game is won when the turn ends."""
    if popcount(position.pieces.cities[position.active]) + 1 == position.parts.goal:
        return LAST_STEP
    return 0.0


def choices_left(position: Position) -> float:
    """Pieces and cards a card still brings."""
    step = position.step
    if step == ask.PLACE_GREEKS:
        return GREEK * float(position.left)
    if step == ask.PLACE_SHIPS:
        return SHIP * float(position.left)
    if step in (ask.STEAL, ask.CHOOSE_CARD):
        return 2.0 * CARD
    if step in (ask.SWAP_OWN, ask.SWAP_OTHER):
        return TEMPLE
    if step == ask.TRADE:
        return GREEK
    return 0.0


def may_land(position: Position) -> bool:
    """Whether the tile in hand, or one of those shown, has a place; not once it is laid."""
    if position.tile != NONE:
        return position.tiles.cell_of[position.tile] == REVEALED and coast.has_placement(position, position.tile, True)
    tile: i64 = 0
    while tile < len(position.tiles.cell_of):
        if position.tiles.cell_of[tile] == REVEALED and coast.has_placement(position, tile, True):
            return True
        tile += 1
    return False


def outcome(position: Position) -> float:
    """A battle as it stands; once it is settled, nothing more is expected of it."""
    force = position.force()
    if position.target == NONE or force == 0:
        return 0.0
    if effects.succeeds(position):
        return CONQUEST + last_city(position)
    return -GREEK * float(force)


def best_attack(position: Position) -> float:
    """The attack being prepared: the best city in reach, or the one already named."""
    if position.target != NONE:
        return attack_on(position, position.target)
    best = 0.0
    rest = effects.attackable(position)
    while rest != 0:
        chance = attack_on(position, lowest(rest))
        rest = rest & (rest - 1)
        if chance > best:
            best = chance
    return best


def attack_on(position: Position, target: i64) -> float:
    """Whether the Greeks sent, or those that could join them, are enough."""
    prize = CONQUEST + last_city(position)
    plus = position.in_force.plus[position.active] - position.in_force.plus[1 - position.active]
    sent = position.force()
    senders = effects.garrisons(position) & position.reach(target)
    land = spare(position, effects.garrisons(position) & position.tiles.by_land[target])
    could = spare(position, senders)
    if position.in_force.running[FAR_STRIKE] != 0 and position.far_source == NONE:
        could += farthest(position, target)
    needed = position.pieces.greeks[target] - plus
    water = 1 - position.in_force.running[BEACHHEAD]
    if position.step == ask.SEND and sent > 0:
        by_water = effects.is_by_water(position)
        if sent >= needed + water or (not by_water and sent >= needed):
            return prize - 0.1 * float(sent)
        if sent + could >= needed + water or (not by_water and sent + land >= needed):
            return 0.8 * prize + 0.1 * float(sent)
        return -GREEK * float(sent)
    if (land > 0 and land >= needed) or (could > 0 and could >= needed + water):
        return 0.8 * prize
    return 0.0


def farthest(position: Position, target: i64) -> i64:
    """The most Greeks one city out of reach could send."""
    most: i64 = 0
    rest = effects.garrisons(position) & ~position.reach(target)
    while rest != 0:
        tile = lowest(rest)
        rest = rest & (rest - 1)
        if position.pieces.greeks[tile] - 1 > most:
            most = position.pieces.greeks[tile] - 1
    return most
