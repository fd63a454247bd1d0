"""How good a position looks for a seat, in tenths of a city; for bots."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, lowest, popcount
from agon.core.state import NONE
from agon.games.hellas_2002 import effects
from agon.games.hellas_2002.parts import (
    ATT_PREP,
    BATTLE,
    BEACHHEAD,
    FAIR_WIND,
    FAR_STRIKE,
    LONG_CRUISE,
    LOOKOUT,
    REINF,
    SECOND_WIND,
    SIDES,
    START,
    TWO_ASSAULTS,
    VOY_PLACE,
    VOY_PRE,
)
from agon.games.hellas_2002.position import (
    CHOOSE_CARD,
    DRAW_TILE,
    FINISHED,
    PLACE_GREEKS,
    PLACE_SHIPS,
    RESPOND,
    REVEALED,
    SEND,
    STEAL,
    SWAP_OTHER,
    SWAP_OWN,
    TRADE,
    Position,
)

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


def value(position: Position, player: i64) -> float:
    """The seat's own prospects less the other's."""
    if position.step == FINISHED:
        if position.winner == NONE:
            return 0.0
        return WON if position.winner == player else -WON
    if position.step == RESPOND:
        position = unanswered(position)
        if position.step == FINISHED:
            return value(position, player)
    ahead: float = worth(position, player) - worth(position, 1 - player)
    active: i64 = position.active
    mover: i64 = next_to_move(position)
    promise: float = promised(position)
    if active != player:
        promise = -promise
    danger: float = threat(position, mover, THREAT) - threat(position, 1 - mover, LATER_THREAT)
    if mover != player:
        danger = -danger
    return ahead + promise + danger


def unanswered(position: Position) -> Position:
    """What becomes of an open chain if nobody answers any more."""
    settled = position.clone()
    while settled.step == RESPOND:
        settled.apply(int(settled.actions.pass_at))
    return settled


def next_to_move(position: Position) -> i64:
    """Whose next action it is, once the one under way is over."""
    if position.window == START or position.running[SECOND_WIND] != 0:
        return position.active
    return 1 - position.active


def worth(position: Position, seat: i64) -> float:
    """Cities, temples, pieces on the table, cards, and waters where one's ships are more."""
    out: float = CITY * float(popcount(position.cities[seat])) + TEMPLE * float(position.temples_of(seat))
    if position.temples_of(seat) > position.temples_of(1 - seat):
        out += TEMPLE
    greeks: i64 = position.parts.greeks - position.greek_supply[seat]
    ships: i64 = position.parts.ships - position.ship_supply[seat]
    out += GREEK * float(greeks) + SHIP * float(ships) + CARD * float(position.cards(seat))
    if popcount(position.cities[seat]) >= position.parts.goal:
        out += LAST_STEP
    return out + WATERS * float(waters(position, seat))


def waters(position: Position, seat: i64) -> i64:
    """Empty cells of the coast around which the seat has more ships, up to a number that is enough."""
    count: i64 = 0
    for word in range(position.parts.words):
        rest: i64 = position.coast[word]
        while rest != 0:
            cell: i64 = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            lead: i64 = 0
            for edge in range(SIDES):
                beyond: i64 = position.parts.next_to[SIDES * cell + edge]
                if beyond != NONE and position.tile_on[beyond] > 0:
                    there: i64 = position.tile_on[beyond]
                    if (position.cities[seat] & BIT[there]) != 0:
                        lead += position.ships_at[there]
                    else:
                        lead -= position.ships_at[there]
            if lead > 0:
                count += 1
    if count > MOST_WATERS:
        return MOST_WATERS
    return count


def threat(position: Position, seat: i64, weight: float) -> float:
    """What the seat's next attack may bring: the cities it could take with the Greeks beside them."""
    open_to: i64 = 0
    rest: i64 = position.cities[1 - seat]
    while rest != 0:
        tile: i64 = lowest(rest)
        rest = rest & (rest - 1)
        if can_take(position, seat, tile):
            open_to += 1
    if open_to == 0:
        return 0.0
    out: float = weight + MORE_THREATS * float(open_to - 1)
    if popcount(position.cities[seat]) + 1 >= position.parts.goal:
        out += LAST_STEP * weight / THREAT
    return out


def can_take(position: Position, seat: i64, tile: i64) -> bool:
    """By land with as many Greeks as defend, else with one more; without cards."""
    by_land: i64 = spare(position, position.cities[seat] & position.by_land[tile])
    if by_land > 0 and by_land >= position.greeks_at[tile]:
        return True
    return spare(position, position.cities[seat] & position.reach(tile)) > position.greeks_at[tile]


def spare(position: Position, mask: i64) -> i64:
    """The Greeks some cities can send."""
    total: i64 = 0
    rest: i64 = mask
    while rest != 0:
        total += position.greeks_at[lowest(rest)] - 1
        rest = rest & (rest - 1)
    return total


def promised(position: Position) -> float:
    """What the active player may still expect of this turn."""
    out = 0.0
    step: i64 = position.step
    if position.running[SECOND_WIND] != 0:
        out += EXTRA_TURN
    if position.settled == 0 and position.running[TWO_ASSAULTS] + position.running[LONG_CRUISE] > 0:
        out += SECOND_ACTION
    if position.window == REINF:
        out += SINGLE_ACTION * float(position.todo)
    elif position.window == VOY_PRE or step == DRAW_TILE:
        out += VOYAGE + 0.7 * last_city(position) + FAIR_WIND_AHEAD * float(position.running[FAIR_WIND])
        out += LOOKOUT_AHEAD * float(position.running[LOOKOUT])
    elif position.window == VOY_PLACE and may_land(position):
        out += LANDING + last_city(position)
    elif position.window == BATTLE:
        out += outcome(position)
    elif position.window == ATT_PREP:
        out += best_attack(position)
    return out + choices_left(position)


def last_city(position: Position) -> float:
    """One more city, and the game is won when the turn ends."""
    if popcount(position.cities[position.active]) + 1 == position.parts.goal:
        return LAST_STEP
    return 0.0


def choices_left(position: Position) -> float:
    """Pieces and cards a card still brings."""
    step: i64 = position.step
    if step == PLACE_GREEKS:
        return GREEK * float(position.left)
    if step == PLACE_SHIPS:
        return SHIP * float(position.left)
    if step in (STEAL, CHOOSE_CARD):
        return 2.0 * CARD
    if step in (SWAP_OWN, SWAP_OTHER):
        return TEMPLE
    if step == TRADE:
        return GREEK
    return 0.0


def may_land(position: Position) -> bool:
    """Whether the tile in hand, or one of those shown, has a place; not once it is laid."""
    if position.tile != NONE:
        return position.cell_of[position.tile] == REVEALED and effects.has_placement(position, position.tile, True)
    tile: i64 = 0
    while tile < len(position.cell_of):
        if position.cell_of[tile] == REVEALED and effects.has_placement(position, tile, True):
            return True
        tile += 1
    return False


def outcome(position: Position) -> float:
    """A battle as it stands; once it is settled, nothing more is expected of it."""
    force: i64 = position.force()
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
    rest: i64 = effects.attackable(position)
    while rest != 0:
        chance: float = attack_on(position, lowest(rest))
        rest = rest & (rest - 1)
        if chance > best:
            best = chance
    return best


def attack_on(position: Position, target: i64) -> float:
    """Whether the Greeks sent, or those that could join them, are enough."""
    prize: float = CONQUEST + last_city(position)
    plus: i64 = position.plus[position.active] - position.plus[1 - position.active]
    sent: i64 = position.force()
    senders: i64 = effects.garrisons(position) & position.reach(target)
    land: i64 = spare(position, effects.garrisons(position) & position.by_land[target])
    could: i64 = spare(position, senders)
    if position.running[FAR_STRIKE] != 0 and position.far_source == NONE:
        could += farthest(position, target)
    needed: i64 = position.greeks_at[target] - plus
    water: i64 = 1 - position.running[BEACHHEAD]
    if position.step == SEND and sent > 0:
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
    rest: i64 = effects.garrisons(position) & ~position.reach(target)
    while rest != 0:
        tile: i64 = lowest(rest)
        rest = rest & (rest - 1)
        if position.greeks_at[tile] - 1 > most:
            most = position.greeks_at[tile] - 1
    return most
