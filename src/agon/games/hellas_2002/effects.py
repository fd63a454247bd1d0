"""What pieces and cards do: one small function each. (Tiles are laid in coast.py, cards change hands in hands.py.)"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, lowest, popcount
from agon.games.hellas_2002 import hands
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import (
    BEACHHEAD,
    FAR_STRIKE,
    LEVY,
    OARS_TO_SPEARS,
    RAMMING,
    RECALL,
    SEA_WALL,
    SEATS,
    SECOND_WIND,
    SHIPYARD,
    TRIBUTE,
    TWO_ASSAULTS,
)
from agon.games.hellas_2002.position import (
    AT_BITS,
    GREEK,
    KIND_SHIFT,
    LOCKED,
    LONG_LOCKED,
    SHIFT,
    SHIP,
    Position,
)

# ---- cities where something may be done; all are masks of tiles of the active player ----

FREE_TIMES: Final[i64] = 3  # as many moves as pieces, where regrouping is free: a guard against endless play, §Q37


def garrisons(position: Position) -> i64:
    """Cities with a Greek to spare. §5.4 §Q35"""
    return position.pieces.cities[position.active] & position.spare


def harbours(position: Position) -> i64:
    """Cities with a ship."""
    return position.pieces.cities[position.active] & position.with_ship


def roomy(position: Position, piece: i64) -> i64:
    """Cities below the limit of three Greeks or three ships. §5.2"""
    if piece == GREEK:
        return position.pieces.cities[position.active] & ~position.full_of_greeks
    return position.pieces.cities[position.active] & ~position.full_of_ships


def fed(mask: i64, givers: i64) -> i64:
    """Of some cities, those for which another one can give the piece. §3.1"""
    if popcount(givers) == 1:
        return mask & ~givers
    if givers == 0:
        return 0
    return mask


def greek_cities(position: Position) -> i64:
    """Where a card may place a Greek: from the supply, else from another city. §3.1 §3.3"""
    if position.pieces.greek_supply[position.active] > 0:
        return roomy(position, GREEK)
    return fed(roomy(position, GREEK), garrisons(position))


def ship_cities(position: Position) -> i64:
    """Where a card may place a ship. §3.1 §3.4"""
    if position.pieces.ship_supply[position.active] > 0:
        return roomy(position, SHIP)
    return fed(roomy(position, SHIP), harbours(position))


def trade_cities(position: Position) -> i64:
    """Where a ship may become a Greek. §3.3"""
    return greek_cities(position) & harbours(position)


def givers(position: Position, piece: i64, tile: i64) -> i64:
    """The other cities from which a piece that is missing on a tile may come. §3.1"""
    mask = harbours(position)
    if piece == GREEK:
        mask = garrisons(position)
    return mask & ~BIT[tile]


# ---- §3.6 when a card may be laid; all of it is public but who holds the card ----


def open_kinds(position: Position, seat: i64) -> i64:
    """Mask of the cards for which the window is open, of gods of whom the player has an unlocked card. §3.6 §5.6"""
    if position.is_banned(seat):
        return 0
    kinds = position.parts.other_kinds[position.window]
    if seat == position.active:
        kinds = position.parts.own_kinds[position.window]
    if kinds == 0:
        return 0
    return hands.of_gods_held(position, seat, kinds)


def might_play(position: Position, seat: i64) -> bool:
    """Whether, by what everybody knows, a seat may have a card to lay in this window. §6.4"""
    rest = open_kinds(position, seat)
    while rest != 0:
        kind = lowest(rest)
        rest = rest & (rest - 1)
        if hands.might_hold(position, seat, kind) and has_use(position, kind):
            return True
    return False


def has_use(position: Position, kind: i64) -> bool:
    """A card whose window is open is not in force, and it has a legal use. §3.6 §Q36"""
    if position.in_force.running[kind] != 0:
        return False
    if position.window == ask.BATTLE:
        return usable_in_battle(position, kind)
    if kind == FAR_STRIKE:
        return can_strike_far(position)
    if kind == TWO_ASSAULTS:
        return has_second_target(position)
    if kind == OARS_TO_SPEARS:
        return trade_cities(position) != 0
    if kind == LEVY:
        return greek_cities(position) != 0
    if kind == SHIPYARD:
        return ship_cities(position) != 0
    if kind == SECOND_WIND:
        return position.is_extra == 0
    if kind == TRIBUTE:
        return position.cards_held(1 - position.active) > 0
    return kind != RECALL or hands.can_recall(position)


def usable_in_battle(position: Position, kind: i64) -> bool:
    """A beachhead is for water attacks, ships must be where they are to fight; one more always adds. §3.6 §Q16"""
    if kind == BEACHHEAD:
        return is_by_water(position)
    if kind == RAMMING:
        return source_ships(position) > 0
    return kind != SEA_WALL or position.pieces.ships[position.target] > 0


def can_strike_far(position: Position) -> bool:
    """Some own city with two Greeks is no neighbour of some city that may be attacked. §3.6"""
    sources = garrisons(position)
    rest = attackable(position)
    while rest != 0:
        if (sources & ~position.reach(lowest(rest))) != 0:
            return True
        rest = rest & (rest - 1)
    return False


def has_second_target(position: Position) -> bool:
    """Two enemy cities before the first attack, one more after it. §3.6"""
    others = position.pieces.cities[1 - position.active]
    if position.window == ask.ATT_PREP:
        return popcount(others) >= 2
    return (others & ~BIT[position.first_target]) != 0


# ---- §5.2 pieces ----


def put_greeks(position: Position, tile: i64, count: i64) -> None:
    """So many Greeks stand on a tile now."""
    position.pieces = position.pieces.own()
    position.pieces.greeks[tile] = count
    position.spare = marked(position.spare, tile, count >= 2)
    position.full_of_greeks = marked(position.full_of_greeks, tile, count >= position.parts.most_greeks)


def put_ships(position: Position, tile: i64, count: i64) -> None:
    """So many ships lie at a tile now."""
    position.pieces = position.pieces.own()
    position.pieces.ships[tile] = count
    position.with_ship = marked(position.with_ship, tile, count >= 1)
    position.full_of_ships = marked(position.full_of_ships, tile, count >= position.parts.most_ships)


def marked(mask: i64, tile: i64, is_in: bool) -> i64:
    """A mask with a tile in it, or without it."""
    if is_in:
        return mask | BIT[tile]
    return mask & ~BIT[tile]


def take_up(position: Position) -> None:
    """All pieces go back to the supply. §4.5"""
    position.pieces = position.pieces.own()
    pieces = position.pieces
    for tile in range(len(pieces.greeks)):
        put_greeks(position, tile, 0)
        put_ships(position, tile, 0)
    for seat in range(SEATS):
        pieces.cities[seat] = 0
        pieces.greek_supply[seat] = position.parts.greeks
        pieces.ship_supply[seat] = position.parts.ships


def settle(position: Position, tile: i64) -> None:
    """The active player holds a new city. §4.3 §5.3"""
    position.pieces = position.pieces.own()
    position.pieces.cities[position.active] |= BIT[tile]


def single_actions(position: Position) -> i64:
    """How many a reinforcement of the active player has: one more for whoever holds more temples. §5.2"""
    if position.temples_of(position.active) > position.temples_of(1 - position.active):
        return position.parts.single_actions + position.parts.temple_bonus
    return position.parts.single_actions


def place_greek(position: Position, tile: i64) -> None:
    """A Greek from the supply. §5.2"""
    put_greeks(position, tile, position.pieces.greeks[tile] + 1)
    position.pieces.greek_supply[position.active] -= 1


def place_ship(position: Position, tile: i64) -> None:
    """A ship from the supply. §5.2"""
    put_ships(position, tile, position.pieces.ships[tile] + 1)
    position.pieces.ship_supply[position.active] -= 1


def take_ship(position: Position, tile: i64) -> None:
    """A ship goes back to the supply. §3.3 §5.3"""
    put_ships(position, tile, position.pieces.ships[tile] - 1)
    position.pieces.ship_supply[position.active] += 1


def bring(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """A piece from another city. §3.1 §5.3"""
    forget_move(position, piece, source)
    shift_piece(position, piece, source, tile)


def shift_piece(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """A piece goes from one city to another."""
    if piece == GREEK:
        put_greeks(position, source, position.pieces.greeks[source] - 1)
        put_greeks(position, tile, position.pieces.greeks[tile] + 1)
    else:
        put_ships(position, source, position.pieces.ships[source] - 1)
        put_ships(position, tile, position.pieces.ships[tile] + 1)


# ---- §5.4 the attack ----


def attackable(position: Position) -> i64:
    """Enemy cities that may be attacked: a second attack goes to another tile. §5.4 §Q22"""
    mask = position.pieces.cities[1 - position.active]
    if position.first_target != NONE:
        mask = mask & ~BIT[position.first_target]
    return mask


def senders(position: Position, target: i64) -> i64:
    """Cities from which a Greek may join: neighbours, with a far strike one other city. §5.4 §3.3 §Q13"""
    spare = garrisons(position)
    near = spare & position.reach(target)
    if position.in_force.running[FAR_STRIKE] == 0:
        return near
    if position.far_source == NONE:
        return spare
    return near | (spare & BIT[position.far_source])


def targets(position: Position) -> i64:
    """Cities that can be attacked with at least one Greek. §5.4"""
    mask: i64 = 0
    rest = attackable(position)
    while rest != 0:
        tile = lowest(rest)
        rest = rest & (rest - 1)
        if senders(position, tile) != 0:
            mask = mask | BIT[tile]
    return mask


def send(position: Position, source: i64) -> None:
    """A Greek sets out; from a city that is no neighbour, by a far strike. §5.4 §3.3 §Q10"""
    put_greeks(position, source, position.pieces.greeks[source] - 1)
    position.pieces.sent[source] += 1
    if (position.reach(position.target) & BIT[source]) == 0:
        position.far_source = source


def is_by_water(position: Position) -> bool:
    """One Greek that does not come over a land edge makes it a water attack. §5.4 §Q12"""
    sent = position.pieces.sent
    by_land = position.tiles.by_land[position.target]
    for tile in range(len(sent)):
        if sent[tile] > 0 and (by_land & BIT[tile]) == 0:
            return True
    return False


def source_ships(position: Position) -> i64:
    """The attacker's ships where Greeks set out. §3.4"""
    total: i64 = 0
    sent = position.pieces.sent
    for tile in range(len(sent)):
        if sent[tile] > 0:
            total += position.pieces.ships[tile]
    return total


def attack_strength(position: Position) -> i64:
    """Greeks, cards, and with ramming the ships they left behind. §5.4"""
    strength = position.force() + position.in_force.plus[position.active]
    if position.in_force.running[RAMMING] != 0:
        strength += source_ships(position)
    return strength


def defence_strength(position: Position) -> i64:
    """Greeks, cards, and with a sea wall the ships in the city. §5.4 §Q14"""
    strength = position.pieces.greeks[position.target] + position.in_force.plus[1 - position.active]
    if position.in_force.running[SEA_WALL] != 0:
        strength += position.pieces.ships[position.target]
    return strength


def succeeds(position: Position) -> bool:
    """Equal strength is enough by land and from a beachhead, one more is needed by water. §5.4"""
    needed = defence_strength(position)
    if position.in_force.running[BEACHHEAD] == 0 and is_by_water(position):
        needed += 1
    return attack_strength(position) >= needed


def conquer(position: Position) -> i64:
    """The defenders go to their supply, up to three attackers stay; returns the ships driven out. §5.4 §Q31"""
    winner = position.active
    tile = position.target
    ships = position.pieces.ships[tile]
    put_ships(position, tile, 0)
    position.pieces.greek_supply[1 - winner] += position.pieces.greeks[tile]
    position.pieces.ship_supply[1 - winner] += ships
    position.pieces.cities[1 - winner] &= ~BIT[tile]
    position.pieces.cities[winner] |= BIT[tile]
    position.new_cities = position.new_cities | BIT[tile]
    position.gains += 1
    staying = position.force()
    if staying > position.parts.most_greeks:
        position.pieces.greek_supply[winner] += staying - position.parts.most_greeks
        staying = position.parts.most_greeks
    put_greeks(position, tile, staying)
    disband(position)
    return ships


def repel(position: Position) -> None:
    """All attacking Greeks go to the attacker's supply. §5.4 §Q15"""
    position.pieces = position.pieces.own()
    position.pieces.greek_supply[position.active] += position.force()
    disband(position)


def disband(position: Position) -> None:
    """No Greek is on the march any more."""
    position.pieces = position.pieces.own()
    for tile in range(len(position.pieces.sent)):
        position.pieces.sent[tile] = 0


def drop_battle_cards(position: Position) -> None:
    """Cards bound to one attack do not carry over. §3.2 §5.4"""
    position.in_force = position.in_force.own()
    position.in_force.running[FAR_STRIKE] = 0
    position.far_source = NONE
    position.in_force.running[BEACHHEAD] = 0
    position.in_force.running[RAMMING] = 0
    position.in_force.running[SEA_WALL] = 0
    position.in_force.plus[0] = 0
    position.in_force.plus[1] = 0
    position.target = NONE


# ---- §5.5 regrouping ----


def pieces_at(position: Position, piece: i64, tile: i64) -> i64:
    """How many Greeks or ships stand there."""
    if piece == GREEK:
        return position.pieces.greeks[tile]
    return position.pieces.ships[tile]


def arrivals(position: Position, piece: i64) -> i64:
    """Mask of the tiles pieces of a kind have moved to. §5.5"""
    moved = position.pieces.moved
    mask: i64 = 0
    for i in range(position.trails):
        entry = moved[i]
        if entry >> KIND_SHIFT == piece:
            mask = mask | BIT[entry & AT_BITS]
    return mask


def straight_back(position: Position, piece: i64, tile: i64) -> i64:
    """Mask of the city from which all pieces of a tile came straight: none of them may go back there. §5.5 §Q37"""
    moved = position.pieces.moved
    came: i64 = NONE
    left = pieces_at(position, piece, tile)
    for i in range(position.trails):
        entry = moved[i]
        if (entry & AT_BITS) == tile and entry >> KIND_SHIFT == piece:
            if came != NONE and came != entry:
                return 0
            came = entry
            left -= 1
    if came == NONE or left > 0:
        return 0
    return BIT[(came // SHIFT) & AT_BITS]


def move_piece(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """One that has not moved yet goes first; then one that did not come from there. §5.5

    Where regrouping is free, any piece may go anywhere, and nobody keeps account of them. §Q37
    """
    position.moves_left -= 1
    if position.rulings.free_regrouping != 0:
        shift_piece(position, piece, source, tile)
        return
    position.pieces = position.pieces.own()
    moved = position.pieces.moved
    back = (piece * SHIFT + tile) * SHIFT + source
    here: i64 = 0
    first: i64 = NONE
    empty: i64 = NONE
    for i in range(position.trails):
        entry = moved[i]
        if entry == NONE:
            if empty == NONE:
                empty = i
        elif (entry & AT_BITS) == source and entry >> KIND_SHIFT == piece:
            here += 1
            if entry != back and first == NONE:
                first = i
    if here < pieces_at(position, piece, source):
        first = empty
        if first == NONE:
            first = position.trails
            position.trails += 1
    moved[first] = (piece * SHIFT + source) * SHIFT + tile
    shift_piece(position, piece, source, tile)


def forget_move(position: Position, piece: i64, tile: i64) -> None:
    """A card takes a piece away: one that has moved only if all there have. §5.5"""
    here: i64 = 0
    last: i64 = NONE
    for i in range(position.trails):
        entry = position.pieces.moved[i]
        if (entry & AT_BITS) == tile and entry >> KIND_SHIFT == piece:
            here += 1
            last = i
    if here > 0 and here == pieces_at(position, piece, tile):
        position.pieces = position.pieces.own()
        position.pieces.moved[last] = NONE
        while position.trails > 0 and position.pieces.moved[position.trails - 1] == NONE:
            position.trails -= 1


def begin_regrouping(position: Position) -> None:
    """As many single moves as there are pieces on the table. §5.5 §Q37"""
    position.moves_left = 0
    rest = position.pieces.cities[position.active]
    while rest != 0:
        tile = lowest(rest)
        rest = rest & (rest - 1)
        position.moves_left += position.pieces.greeks[tile] + position.pieces.ships[tile]
    if position.rulings.free_regrouping != 0:
        position.moves_left *= FREE_TIMES
    forget_moves(position)


def forget_moves(position: Position) -> None:
    """No piece has moved yet, or the turn is over. §5.5"""
    if position.trails == 0:
        return
    position.pieces = position.pieces.own()
    for i in range(position.trails):
        position.pieces.moved[i] = NONE
    position.trails = 0


# ---- §3.5 second wind, exchange and tribute ----


def grant_turn(position: Position) -> None:
    """Another turn; cards gained before stay locked in it, and so do all of this reinforcement. §3.5 §5.6 §Q21"""
    hands.shift_locks(position, position.active, LOCKED, LONG_LOCKED)
    if position.window == ask.REINF:
        position.extra_late = 1


def exchange(position: Position, own: i64, other: i64) -> None:
    """All pieces of two cities change places, and so do the owners. Neither city is new any more. §3.5 §5.5"""
    pieces = position.pieces = position.pieces.own()
    greeks = pieces.greeks[own]
    ships = pieces.ships[own]
    put_greeks(position, own, pieces.greeks[other])
    put_ships(position, own, pieces.ships[other])
    put_greeks(position, other, greeks)
    put_ships(position, other, ships)
    both = BIT[own] | BIT[other]
    pieces.cities[0] ^= both
    pieces.cities[1] ^= both
    position.new_cities = position.new_cities & ~both
    for i in range(position.trails):
        if pieces.moved[i] != NONE and pieces.moved[i] % SHIFT == own:
            pieces.moved[i] += other - own
