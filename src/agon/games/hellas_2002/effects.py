"""What tiles, pieces and cards do: one small function each, in the order of the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, lowest, popcount
from agon.core.state import NONE
from agon.games.hellas_2002.parts import (
    ATT_PREP,
    BATTLE,
    BEACHHEAD,
    FAIR_WIND,
    FAR_STRIKE,
    FAVOUR,
    GODS,
    KINDS,
    LEVY,
    OARS_TO_SPEARS,
    OF_A_GOD,
    RAMMING,
    RECALL,
    REINF,
    SEA_WALL,
    SEATS,
    SECOND_WIND,
    SHIPYARD,
    SIDES,
    THUNDERBOLT,
    TRIBUTE,
    TWO_ASSAULTS,
    ZEUS,
)
from agon.games.hellas_2002.position import (
    ASIDE,
    AT_BITS,
    FREE,
    GREEK,
    KEEPER,
    KIND_SHIFT,
    KNOWN,
    LOCKED,
    LOCKS,
    LONG_LOCKED,
    MAIN,
    SECRET,
    SHIFT,
    SHIP,
    SHOWN,
    VIEWS,
    Position,
    clear_table,
    discard,
    edges_of,
    give,
    leave,
    put_greeks,
    put_ships,
    remove,
    shift_locks,
    slot,
)

OF_GOD: Final = vec[i64]([63, 63 * 64, 63 * 64 * 64])  # masks of the six kinds of each god

# ---- §2.4 laying tiles ----


def fitting(position: Position, tile: i64, cell: i64) -> i64:
    """Bits of the turns in which every edge matches, and one of them over water: there is a single sea. §2.4 §Q1"""
    parts = position.parts
    next_to = parts.next_to
    tile_on = position.tile_on
    touching: i64 = 0
    over_land: i64 = 0
    edge: i64
    for edge in range(SIDES):
        beyond: i64 = next_to[SIDES * cell + edge]
        if beyond != NONE and tile_on[beyond] != NONE:
            touching = touching | BIT[edge]
            if (edges_of(position, tile_on[beyond]) & BIT[(edge + 3) % SIDES]) != 0:
                over_land = over_land | BIT[edge]
    if touching == over_land:
        return 0
    turns: i64 = 0
    turn: i64
    for turn in range(SIDES):
        at: i64 = SIDES * tile + turn
        if (parts.land[at] & touching) == over_land and parts.distinct[at] != 0:
            turns = turns | BIT[turn]
    return turns


def lead(position: Position, cell: i64) -> i64:
    """The active player's ships next to the cell over water, less the opponent's. §5.3 §Q3 §Q5 §Q6"""
    own: i64 = 0
    other: i64 = 0
    edge: i64
    for edge in range(SIDES):
        beyond: i64 = position.parts.next_to[SIDES * cell + edge]
        if beyond == NONE or position.tile_on[beyond] == NONE:
            continue
        there: i64 = position.tile_on[beyond]
        if (position.with_ship & BIT[there]) == 0 or (edges_of(position, there) & BIT[(edge + 3) % SIDES]) != 0:
            continue
        if (position.cities[position.active] & BIT[there]) != 0:
            own += position.ships_at[there]
        else:
            other += position.ships_at[there]
    if own == 0:
        return -WORD  # without a ship no wind helps
    return own - other


def turns_allowed(position: Position, tile: i64, cell: i64, by_ships: bool) -> i64:
    """Bits of the turns in which a tile may be laid on a cell of the coast: edges, and in a voyage ships. §2.4 §5.3"""
    turns: i64 = fitting(position, tile, cell)
    if turns == 0 or not by_ships:
        return turns
    ahead: i64 = lead(position, cell)
    if ahead > 0 or (ahead == 0 and position.running[FAIR_WIND] != 0):
        return turns
    return 0


def has_placement(position: Position, tile: i64, by_ships: bool) -> bool:
    """Whether a tile can be laid anywhere. §4.3 §5.3"""
    for word in range(position.parts.words):
        rest: i64 = position.coast[word]
        while rest != 0:
            if turns_allowed(position, tile, WORD * word + lowest(rest), by_ships) != 0:
                return True
            rest = rest & (rest - 1)
    return False


def refill(position: Position) -> None:
    """No tile is left for the first coast: those aside once more, or the set-up anew. §4.5"""
    position.own_landscape()
    some_fits = False
    for tile in range(1, len(position.cell_of)):
        if position.cell_of[tile] == ASIDE and (position.parts.temples & BIT[tile]) == 0:
            position.cell_of[tile] = NONE
            some_fits = some_fits or has_placement(position, tile, False)
    if not some_fits:
        clear_table(position)


# ---- cities where something may be done; all are masks of tiles of the active player ----


def garrisons(position: Position) -> i64:
    """Cities with a Greek to spare. §5.4 §Q35"""
    return position.cities[position.active] & position.spare


def harbours(position: Position) -> i64:
    """Cities with a ship."""
    return position.cities[position.active] & position.with_ship


def roomy(position: Position, piece: i64) -> i64:
    """Cities below the limit of three Greeks or three ships. §5.2"""
    if piece == GREEK:
        return position.cities[position.active] & ~position.full_of_greeks
    return position.cities[position.active] & ~position.full_of_ships


def fed(mask: i64, givers: i64) -> i64:
    """Of some cities, those for which another one can give the piece. §3.1"""
    if popcount(givers) == 1:
        return mask & ~givers
    if givers == 0:
        return 0
    return mask


def greek_cities(position: Position) -> i64:
    """Where a card may place a Greek: from the supply, else from another city. §3.1 §3.3"""
    if position.greek_supply[position.active] > 0:
        return roomy(position, GREEK)
    return fed(roomy(position, GREEK), garrisons(position))


def ship_cities(position: Position) -> i64:
    """Where a card may place a ship. §3.1 §3.4"""
    if position.ship_supply[position.active] > 0:
        return roomy(position, SHIP)
    return fed(roomy(position, SHIP), harbours(position))


def trade_cities(position: Position) -> i64:
    """Where a ship may become a Greek. §3.3"""
    return greek_cities(position) & harbours(position)


def givers(position: Position, piece: i64) -> i64:
    """The other cities a missing piece may come from. §3.1"""
    mask: i64 = harbours(position)
    if piece == GREEK:
        mask = garrisons(position)
    return mask & ~BIT[position.spot]


# ---- §6.4 what everybody may think a seat holds ----


def might_hold(position: Position, seat: i64, kind: i64) -> bool:
    """Whether, by what everybody knows, a seat may hold an unlocked card of this kind. §6.4"""
    if position.hand[KINDS * slot(seat, FREE, SHOWN) + kind] > 0:
        return True
    god: i64 = kind // OF_A_GOD
    hidden: i64 = position.hand_size[len(GODS) * slot(seat, FREE, SECRET) + god]
    hidden += position.hand_size[len(GODS) * slot(seat, FREE, KNOWN) + god]
    if hidden == 0:
        return False
    elsewhere: i64 = position.discard[kind]
    if position.frames > 0:
        elsewhere += position.on_table(kind)
    slots: i64 = SEATS * LOCKS * VIEWS
    for at in range(SHOWN, slots, VIEWS):
        elsewhere += position.hand[KINDS * at + kind]
    return elsewhere < position.parts.copies[kind]


def might_play(position: Position, seat: i64) -> bool:
    """Whether, by what everybody knows, a seat may have a card to lay in this window. §6.4"""
    rest: i64 = open_kinds(position, seat)
    while rest != 0:
        kind: i64 = lowest(rest)
        rest = rest & (rest - 1)
        if might_hold(position, seat, kind) and has_use(position, kind):
            return True
    return False


def might_answer(position: Position, seat: i64) -> bool:
    """Whether, by what everybody knows, a seat may have a thunderbolt. §6.2 §6.4"""
    return not position.is_banned(seat) and might_hold(position, seat, THUNDERBOLT)


# ---- §3.6 when a card may be laid; all of it is public but who holds the card ----


def open_kinds(position: Position, seat: i64) -> i64:
    """Mask of the cards for which the window is open, of gods of whom the player has an unlocked card. §3.6 §5.6"""
    if position.is_banned(seat):
        return 0
    kinds: i64 = position.parts.other_kinds[position.window]
    if seat == position.active:
        kinds = position.parts.own_kinds[position.window]
    if kinds == 0:
        return 0
    sizes = position.hand_size
    at: i64 = len(GODS) * slot(seat, FREE, SECRET)
    god: i64
    for god in range(len(GODS)):
        if sizes[at + god] == 0 and sizes[at + len(GODS) + god] == 0 and sizes[at + 2 * len(GODS) + god] == 0:
            kinds = kinds & ~OF_GOD[god]
    return kinds


def has_use(position: Position, kind: i64) -> bool:
    """A card whose window is open is not in force, and it has a legal use. §3.6 §Q36"""
    if position.running[kind] != 0:
        return False
    if position.window == BATTLE:
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
        return position.cards(1 - position.active) > 0
    return kind != RECALL or can_recall(position)


def usable_in_battle(position: Position, kind: i64) -> bool:
    """A beachhead is for water attacks, ships must be where they are to fight; one more always adds. §3.6 §Q16"""
    if kind == BEACHHEAD:
        return is_by_water(position)
    if kind == RAMMING:
        return source_ships(position) > 0
    return kind != SEA_WALL or position.ships_at[position.target] > 0


def can_strike_far(position: Position) -> bool:
    """Some own city with two Greeks is no neighbour of some city that may be attacked. §3.6"""
    sources: i64 = garrisons(position)
    rest: i64 = attackable(position)
    while rest != 0:
        if (sources & ~position.reach(lowest(rest))) != 0:
            return True
        rest = rest & (rest - 1)
    return False


def has_second_target(position: Position) -> bool:
    """Two enemy cities before the first attack, one more after it. §3.6"""
    others: i64 = position.cities[1 - position.active]
    if position.window == ATT_PREP:
        return popcount(others) >= 2
    return (others & ~BIT[position.first_target]) != 0


def can_recall(position: Position) -> bool:
    """Some pile holds a card that fits the hand once the recall, or the favour laid with it, has left it. §3.5 §3.6"""
    for kind in range(KINDS):
        if position.discard[kind] > 0:
            god: i64 = kind // OF_A_GOD
            held: i64 = position.cards_of(position.active, god)
            if god == ZEUS:
                held -= 1
            if held < position.parts.most_of_a_god:
                return True
    return False


# ---- §5 pieces ----


def place_greek(position: Position, tile: i64) -> None:
    """A Greek from the supply. §5.2"""
    put_greeks(position, tile, position.greeks_at[tile] + 1)
    position.greek_supply[position.active] -= 1


def place_ship(position: Position, tile: i64) -> None:
    """A ship from the supply. §5.2"""
    put_ships(position, tile, position.ships_at[tile] + 1)
    position.ship_supply[position.active] -= 1


def bring(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """A piece from another city. §3.1 §5.3"""
    forget_move(position, piece, source)
    shift_piece(position, piece, source, tile)


def shift_piece(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """A piece goes from one city to another."""
    if piece == GREEK:
        put_greeks(position, source, position.greeks_at[source] - 1)
        put_greeks(position, tile, position.greeks_at[tile] + 1)
    else:
        put_ships(position, source, position.ships_at[source] - 1)
        put_ships(position, tile, position.ships_at[tile] + 1)


# ---- §5.4 the attack ----


def attackable(position: Position) -> i64:
    """Enemy cities that may be attacked: a second attack goes to another tile. §5.4 §Q22"""
    mask: i64 = position.cities[1 - position.active]
    if position.first_target != NONE:
        mask = mask & ~BIT[position.first_target]
    return mask


def senders(position: Position, target: i64) -> i64:
    """Cities from which a Greek may join: neighbours, with a far strike one other city. §5.4 §3.3 §Q13"""
    spare: i64 = garrisons(position)
    near: i64 = spare & position.reach(target)
    if position.running[FAR_STRIKE] == 0:
        return near
    if position.far_source == NONE:
        return spare
    return near | (spare & BIT[position.far_source])


def targets(position: Position) -> i64:
    """Cities that can be attacked with at least one Greek. §5.4"""
    mask: i64 = 0
    rest: i64 = attackable(position)
    while rest != 0:
        tile: i64 = lowest(rest)
        rest = rest & (rest - 1)
        if senders(position, tile) != 0:
            mask = mask | BIT[tile]
    return mask


def send(position: Position, source: i64) -> None:
    """A Greek sets out; from a city that is no neighbour, by a far strike. §5.4 §3.3 §Q10"""
    put_greeks(position, source, position.greeks_at[source] - 1)
    position.sent[source] += 1
    if (position.reach(position.target) & BIT[source]) == 0:
        position.far_source = source


def is_by_water(position: Position) -> bool:
    """One Greek that does not come over a land edge makes it a water attack. §5.4 §Q12"""
    for tile in range(len(position.sent)):
        if position.sent[tile] > 0 and (position.by_land[position.target] & BIT[tile]) == 0:
            return True
    return False


def source_ships(position: Position) -> i64:
    """The attacker's ships where Greeks set out. §3.4"""
    total: i64 = 0
    for tile in range(len(position.sent)):
        if position.sent[tile] > 0:
            total += position.ships_at[tile]
    return total


def attack_strength(position: Position) -> i64:
    """Greeks, cards, and with ramming the ships they left behind. §5.4"""
    strength: i64 = position.force() + position.plus[position.active]
    if position.running[RAMMING] != 0:
        strength += source_ships(position)
    return strength


def defence_strength(position: Position) -> i64:
    """Greeks, cards, and with a sea wall the ships in the city. §5.4 §Q14"""
    strength: i64 = position.greeks_at[position.target] + position.plus[1 - position.active]
    if position.running[SEA_WALL] != 0:
        strength += position.ships_at[position.target]
    return strength


def succeeds(position: Position) -> bool:
    """Equal strength is enough by land and from a beachhead, one more is needed by water. §5.4"""
    needed: i64 = defence_strength(position)
    if position.running[BEACHHEAD] == 0 and is_by_water(position):
        needed += 1
    return attack_strength(position) >= needed


def conquer(position: Position) -> i64:
    """The defenders go to their supply, up to three attackers stay; returns the ships driven out. §5.4 §Q31"""
    winner: i64 = position.active
    tile: i64 = position.target
    ships: i64 = position.ships_at[tile]
    put_ships(position, tile, 0)
    position.greek_supply[1 - winner] += position.greeks_at[tile]
    position.ship_supply[1 - winner] += ships
    position.cities[1 - winner] &= ~BIT[tile]
    position.cities[winner] |= BIT[tile]
    position.new_cities = position.new_cities | BIT[tile]
    position.gains += 1
    staying: i64 = position.force()
    if staying > position.parts.most_greeks:
        position.greek_supply[winner] += staying - position.parts.most_greeks
        staying = position.parts.most_greeks
    put_greeks(position, tile, staying)
    disband(position)
    return ships


def repel(position: Position) -> None:
    """All attacking Greeks go to the attacker's supply. §5.4 §Q15"""
    position.own_pieces()
    position.greek_supply[position.active] += position.force()
    disband(position)


def disband(position: Position) -> None:
    """No Greek is on the march any more."""
    position.own_pieces()
    for tile in range(len(position.sent)):
        position.sent[tile] = 0


def drop_battle_cards(position: Position) -> None:
    """Cards bound to one attack do not carry over. §3.2 §5.4"""
    position.own_chain()
    position.running[FAR_STRIKE] = 0
    position.far_source = NONE
    position.running[BEACHHEAD] = 0
    position.running[RAMMING] = 0
    position.running[SEA_WALL] = 0
    position.plus[0] = 0
    position.plus[1] = 0
    position.target = NONE


# ---- §5.5 regrouping ----


def pieces_at(position: Position, piece: i64, tile: i64) -> i64:
    """How many Greeks or ships stand there."""
    if piece == GREEK:
        return position.greeks_at[tile]
    return position.ships_at[tile]


def arrivals(position: Position, piece: i64) -> i64:
    """Mask of the tiles pieces of a kind have moved to. §5.5"""
    trail = position.trail
    mask: i64 = 0
    for i in range(position.trails):
        entry: i64 = trail[i]
        if entry >> KIND_SHIFT == piece:
            mask = mask | BIT[entry & AT_BITS]
    return mask


def straight_back(position: Position, piece: i64, tile: i64) -> i64:
    """Mask of the city from which all pieces of a tile came straight: none of them may go back there. §5.5 §Q37"""
    trail = position.trail
    came: i64 = NONE
    left: i64 = pieces_at(position, piece, tile)
    for i in range(position.trails):
        entry: i64 = trail[i]
        if (entry & AT_BITS) == tile and entry >> KIND_SHIFT == piece:
            if came != NONE and came != entry:
                return 0
            came = entry
            left -= 1
    if came == NONE or left > 0:
        return 0
    return BIT[(came // SHIFT) & AT_BITS]


def move_piece(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """One that has not moved yet goes first; then one that did not come from there. §5.5"""
    position.own_pieces()
    trail = position.trail
    back: i64 = (piece * SHIFT + tile) * SHIFT + source
    here: i64 = 0
    first: i64 = NONE
    empty: i64 = NONE
    for i in range(position.trails):
        entry: i64 = trail[i]
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
    trail[first] = (piece * SHIFT + source) * SHIFT + tile
    shift_piece(position, piece, source, tile)
    position.moves_left -= 1


def forget_move(position: Position, piece: i64, tile: i64) -> None:
    """A card takes a piece away: one that has moved only if all there have. §5.5"""
    here: i64 = 0
    last: i64 = NONE
    for i in range(position.trails):
        entry: i64 = position.trail[i]
        if (entry & AT_BITS) == tile and entry >> KIND_SHIFT == piece:
            here += 1
            last = i
    if here > 0 and here == pieces_at(position, piece, tile):
        position.own_pieces()
        position.trail[last] = NONE
        position.trim_trail()


def begin_regrouping(position: Position) -> None:
    """As many single moves as there are pieces on the table. §5.5 §Q37"""
    position.moves_left = 0
    rest: i64 = position.cities[position.active]
    while rest != 0:
        tile: i64 = lowest(rest)
        rest = rest & (rest - 1)
        position.moves_left += position.greeks_at[tile] + position.ships_at[tile]
    forget_moves(position)


def forget_moves(position: Position) -> None:
    """No piece has moved yet, or the turn is over. §5.5"""
    position.own_pieces()
    for i in range(position.trails):
        position.trail[i] = NONE
    position.trails = 0


# ---- §6.2 cards that have been answered or not ----


def dispose(position: Position, seat: i64, kind: i64, keep: i64, void: i64) -> i64:
    """Cards go to their piles, but one kept by a favour returns; the result is the bits discarded. §6.2 §Q19 §Q29"""
    spent: i64 = 0
    if keep != 0:
        discard(position, FAVOUR)
        spent = KEEPER
    if keep != 0 and (void & KEEPER) == 0:
        give(position, seat, kind, FREE, SHOWN)
        return spent
    discard(position, kind)
    return spent | MAIN


# ---- §3.5 second wind, exchange and tribute ----


def grant_turn(position: Position) -> None:
    """Another turn; cards gained before stay locked in it, and so do all of this reinforcement. §3.5 §5.6 §Q21"""
    shift_locks(position, position.active, LOCKED, LONG_LOCKED)
    if position.window == REINF:
        position.extra_late = 1


def exchange(position: Position, own: i64, other: i64) -> None:
    """All pieces of two cities change places, and so do the owners. Neither city is new any more. §3.5 §5.5"""
    greeks: i64 = position.greeks_at[own]
    ships: i64 = position.ships_at[own]
    put_greeks(position, own, position.greeks_at[other])
    put_ships(position, own, position.ships_at[other])
    put_greeks(position, other, greeks)
    put_ships(position, other, ships)
    both: i64 = BIT[own] | BIT[other]
    position.cities[0] ^= both
    position.cities[1] ^= both
    position.new_cities = position.new_cities & ~both
    for i in range(position.trails):
        if position.trail[i] != NONE and position.trail[i] % SHIFT == own:
            position.trail[i] += other - own


def take_card(position: Position, kind: i64) -> None:
    """A card of the opponent comes to hand, or on the pile where the limits forbid it. §3.5 §3.7"""
    seat: i64 = position.active
    god: i64 = kind // OF_A_GOD
    if not position.may_hold(seat, god):
        leave(position, 1 - seat, kind)
        discard(position, kind)
        return
    if is_plain(position, 1 - seat, kind):
        remove(position, 1 - seat, kind, SHOWN)
        give(position, seat, kind, LOCKED, SHOWN)
        return
    blur(position, 1 - seat, god)
    if position.hand[KINDS * slot(1 - seat, FREE, KNOWN) + kind] > 0:
        remove(position, 1 - seat, kind, KNOWN)
    else:
        remove(position, 1 - seat, kind, SECRET)
    give(position, seat, kind, LOCKED, KNOWN)


def is_plain(position: Position, seat: i64, kind: i64) -> bool:
    """Everybody knows all the seat's cards of this god, and all are alike: then they know which one was taken. §3.7"""
    god: i64 = kind // OF_A_GOD
    return position.hand[KINDS * slot(seat, FREE, SHOWN) + kind] == position.cards_of(seat, god)


def blur(position: Position, seat: i64, god: i64) -> None:
    """Those who did not see which card went are sure of one card less of each kind. The two seats saw it. §3.7"""
    shown: i64 = slot(seat, FREE, SHOWN)
    for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
        if position.hand[KINDS * shown + kind] > 0:
            remove(position, seat, kind, SHOWN)
            give(position, seat, kind, FREE, KNOWN)


def may_recall(position: Position, kind: i64) -> bool:
    """A card of a pile that fits the hand, but not the recall itself nor the favour laid with it. §3.5"""
    left: i64 = position.discard[kind]
    if kind == RECALL and (position.spent & MAIN) != 0:
        left -= 1
    if kind == FAVOUR and (position.spent & KEEPER) != 0:
        left -= 1
    return left > 0 and position.may_hold(position.active, kind // OF_A_GOD)
