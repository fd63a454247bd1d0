"""What tiles, pieces and cards do: one small function each, in the order of the rules."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.state import BIT, NONE, WORD, lowest, popcount
from agon.games.hellas_2002.parts import (
    ATT_PREP,
    BATTLE,
    BEACHHEAD,
    FAIR_WIND,
    FAR_STRIKE,
    FAVOUR,
    GODS,
    KINDS,
    LAST,
    LEVY,
    OARS_TO_SPEARS,
    OF_A_GOD,
    RAMMING,
    RECALL,
    REGROUP,
    REINF,
    SEA_WALL,
    SEATS,
    SECOND_WIND,
    SHIPYARD,
    SIDES,
    START,
    THUNDERBOLT,
    TRIBUTE,
    TWO_ASSAULTS,
    VOY_PLACE,
    VOY_PRE,
    ZEUS,
)
from agon.games.hellas_2002.position import (
    CHOOSE_CARD,
    DEAL,
    DRAW_CARD,
    DRAW_TILE,
    FETCH,
    FREE,
    GREEK,
    KEEPER,
    KNOWN,
    LOCKED,
    LOCKS,
    MAIN,
    PAY,
    PLACE_GREEKS,
    PLACE_SHIPS,
    RESPOND,
    REVEAL,
    REVEALED,
    SECRET,
    SEND,
    SETTLE,
    SETTLER,
    SHIFT,
    SHIP,
    SHOWN,
    SPOILS,
    STEAL,
    SWAP_OTHER,
    SWAP_OWN,
    TRADE,
    WINDOW,
    Position,
    discard,
    edges_of,
    garrisons,
    give,
    givers,
    greek_cities,
    harbours,
    leave,
    remove,
    roomy,
    ship_cities,
    slot,
    trade_cities,
)

# ---- §2.4 laying tiles ----


def fits(position: Position, tile: i64, turn: i64, cell: i64) -> bool:
    """Every edge matches, and at least one of them over water: there is a single sea. §2.4 §Q1"""
    land: i64 = position.parts.land[SIDES * tile + turn]
    sea = False
    for edge in range(SIDES):
        beyond: i64 = position.parts.next_to[SIDES * cell + edge]
        if beyond == NONE or position.tile_on[beyond] == NONE:
            continue
        mine: i64 = (land >> edge) & 1
        if mine != (edges_of(position, position.tile_on[beyond]) >> ((edge + 3) % SIDES)) & 1:
            return False
        if mine == 0:
            sea = True
    return sea


def lead(position: Position, tile: i64, turn: i64, cell: i64) -> i64:
    """The active player's ships next to the cell over water, less the opponent's. §5.3 §Q3 §Q5 §Q6"""
    land: i64 = position.parts.land[SIDES * tile + turn]
    own: i64 = 0
    other: i64 = 0
    for edge in range(SIDES):
        beyond: i64 = position.parts.next_to[SIDES * cell + edge]
        if beyond == NONE or (land >> edge) & 1 == 1 or position.tile_on[beyond] == NONE:
            continue
        there: i64 = position.tile_on[beyond]
        if position.owner(there) == position.active:
            own += position.ships[there]
        else:
            other += position.ships[there]
    if own == 0:
        return -WORD  # without a ship no wind helps
    return own - other


def may_lay(position: Position, tile: i64, turn: i64, cell: i64, by_ships: bool) -> bool:
    """One of the cells a tile may go to: coast, and in a voyage the ships. §2.4 §5.3"""
    if position.parts.distinct[SIDES * tile + turn] == 0 or not fits(position, tile, turn, cell):
        return False
    if not by_ships:
        return True
    ahead: i64 = lead(position, tile, turn, cell)
    return ahead > 0 or (ahead == 0 and position.running[FAIR_WIND] != 0)


def placements(position: Position, out: list[int], tile: i64, by_ships: bool) -> None:
    """The actions that lay a tile somewhere. §2.4"""
    for word in range(position.parts.words):
        rest: i64 = position.coast[word]
        while rest != 0:
            cell: i64 = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            for turn in range(SIDES):
                if may_lay(position, tile, turn, cell, by_ships):
                    out.append(int(position.actions.lay_at + SIDES * cell + turn))


def has_placement(position: Position, tile: i64, by_ships: bool) -> bool:
    """Whether a tile can be laid anywhere. §4.3 §5.3"""
    for word in range(position.parts.words):
        rest: i64 = position.coast[word]
        while rest != 0:
            cell: i64 = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            for turn in range(SIDES):
                if may_lay(position, tile, turn, cell, by_ships):
                    return True
    return False


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
    elsewhere: i64 = position.discard[kind] + position.on_table(kind)
    for other in range(SEATS):
        for lock in range(LOCKS):
            elsewhere += position.hand[KINDS * slot(other, lock, SHOWN) + kind]
    return elsewhere < position.parts.copies[kind]


def might_play(position: Position, seat: i64) -> bool:
    """Whether, by what everybody knows, a seat may have a card to lay in this window. §6.4"""
    kind: i64 = 0
    while kind < KINDS and not (might_hold(position, seat, kind) and usable(position, seat, kind)):
        kind += 1
    return kind < KINDS


def might_answer(position: Position, seat: i64) -> bool:
    """Whether, by what everybody knows, a seat may have a thunderbolt. §6.2 §6.4"""
    return not position.is_banned(seat) and might_hold(position, seat, THUNDERBOLT)


# ---- §3.6 when a card may be laid; all of it is public but who holds the card ----


def usable(position: Position, seat: i64, kind: i64) -> bool:
    """The window is open, the player the right one, the card not in force, and it has a legal use. §3.6 §Q36"""
    windows: i64 = position.parts.other_windows[kind]
    if seat == position.active:
        windows = position.parts.own_windows[kind]
    if (windows & BIT[position.window]) == 0 or position.is_banned(seat) or position.running[kind] != 0:
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
    return kind != SEA_WALL or position.ships[position.target] > 0


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
    position.greek_supply[position.active] -= 1
    position.greeks[tile] += 1


def place_ship(position: Position, tile: i64) -> None:
    """A ship from the supply. §5.2"""
    position.ship_supply[position.active] -= 1
    position.ships[tile] += 1


def bring(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """A piece from another city. §3.1 §5.3"""
    forget_move(position, piece, source)
    if piece == GREEK:
        position.greeks[source] -= 1
        position.greeks[tile] += 1
    else:
        position.ships[source] -= 1
        position.ships[tile] += 1


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
    position.greeks[source] -= 1
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
            total += position.ships[tile]
    return total


def attack_strength(position: Position) -> i64:
    """Greeks, cards, and with ramming the ships they left behind. §5.4"""
    strength: i64 = position.force() + position.plus[position.active]
    if position.running[RAMMING] != 0:
        strength += source_ships(position)
    return strength


def defence_strength(position: Position) -> i64:
    """Greeks, cards, and with a sea wall the ships in the city. §5.4 §Q14"""
    strength: i64 = position.greeks[position.target] + position.plus[1 - position.active]
    if position.running[SEA_WALL] != 0:
        strength += position.ships[position.target]
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
    ships: i64 = position.ships[tile]
    position.greek_supply[1 - winner] += position.greeks[tile]
    position.ship_supply[1 - winner] += ships
    position.ships[tile] = 0
    position.cities[1 - winner] &= ~BIT[tile]
    position.cities[winner] |= BIT[tile]
    position.new_cities = position.new_cities | BIT[tile]
    position.gains += 1
    staying: i64 = position.force()
    if staying > position.parts.most_greeks:
        position.greek_supply[winner] += staying - position.parts.most_greeks
        staying = position.parts.most_greeks
    position.greeks[tile] = staying
    disband(position)
    return ships


def repel(position: Position) -> None:
    """All attacking Greeks go to the attacker's supply. §5.4 §Q15"""
    position.greek_supply[position.active] += position.force()
    disband(position)


def disband(position: Position) -> None:
    """No Greek is on the march any more."""
    for tile in range(len(position.sent)):
        position.sent[tile] = 0


def drop_battle_cards(position: Position) -> None:
    """Cards bound to one attack do not carry over. §3.2 §5.4"""
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
        return position.greeks[tile]
    return position.ships[tile]


def barred(position: Position, piece: i64, source: i64, tile: i64) -> i64:
    """How many pieces there came straight from where one would move them. §5.5 §Q37"""
    entry: i64 = (piece * SHIFT + tile) * SHIFT + source
    count: i64 = 0
    for moved in position.moved:
        if moved == entry:
            count += 1
    return count


def may_move(position: Position, piece: i64, source: i64, tile: i64) -> bool:
    """A piece may go from one own city to another, unless all there came straight from the other. §5.5"""
    if source == tile:
        return False
    if piece == GREEK:
        if position.greeks[source] < 2 or position.greeks[tile] >= position.parts.most_greeks:
            return False
    elif position.ships[source] < 1 or position.ships[tile] >= position.parts.most_ships:
        return False
    return pieces_at(position, piece, source) > barred(position, piece, source, tile)


def move_piece(position: Position, piece: i64, source: i64, tile: i64) -> None:
    """One that has not moved yet goes first; then one that did not come from there. §5.5"""
    new: i64 = (piece * SHIFT + source) * SHIFT + tile
    back: i64 = (piece * SHIFT + tile) * SHIFT + source
    here: i64 = 0
    first: i64 = NONE
    empty: i64 = NONE
    for i in range(len(position.moved)):
        entry: i64 = position.moved[i]
        if entry == NONE:
            if empty == NONE:
                empty = i
        elif entry // (SHIFT * SHIFT) == piece and entry % SHIFT == source:
            here += 1
            if entry != back and first == NONE:
                first = i
    if here < pieces_at(position, piece, source):
        first = empty
    position.moved[first] = new
    if piece == GREEK:
        position.greeks[source] -= 1
        position.greeks[tile] += 1
    else:
        position.ships[source] -= 1
        position.ships[tile] += 1
    position.moves_left -= 1


def forget_move(position: Position, piece: i64, tile: i64) -> None:
    """A card takes a piece away: one that has moved only if all there have. §5.5"""
    here: i64 = 0
    last: i64 = NONE
    for i in range(len(position.moved)):
        entry: i64 = position.moved[i]
        if entry != NONE and entry // (SHIFT * SHIFT) == piece and entry % SHIFT == tile:
            here += 1
            last = i
    if here > 0 and here == pieces_at(position, piece, tile):
        position.moved[last] = NONE


def begin_regrouping(position: Position) -> None:
    """As many single moves as there are pieces on the table. §5.5 §Q37"""
    position.moves_left = 0
    rest: i64 = position.cities[position.active]
    while rest != 0:
        tile: i64 = lowest(rest)
        rest = rest & (rest - 1)
        position.moves_left += position.greeks[tile] + position.ships[tile]
    for i in range(len(position.moved)):
        position.moved[i] = NONE


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


# ---- §3.5 exchange and tribute ----


def exchange(position: Position, own: i64, other: i64) -> None:
    """All pieces of two cities change places, and so do the owners. Neither city is new any more. §3.5 §5.5"""
    greeks: i64 = position.greeks[own]
    ships: i64 = position.ships[own]
    position.greeks[own] = position.greeks[other]
    position.ships[own] = position.ships[other]
    position.greeks[other] = greeks
    position.ships[other] = ships
    both: i64 = BIT[own] | BIT[other]
    position.cities[0] ^= both
    position.cities[1] ^= both
    position.new_cities = position.new_cities & ~both
    for i in range(len(position.moved)):
        if position.moved[i] != NONE and position.moved[i] % SHIFT == own:
            position.moved[i] += other - own


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


# ---- what may be done: the actions of a question, ascending ----


def options(position: Position, seat: i64) -> list[int]:
    """What may be done now, ascending. §5.1"""
    out: list[int] = []
    step: i64 = position.step
    if step == WINDOW:
        choices(position, out, seat)
    elif step == RESPOND:
        answers(position, out)
    elif step == SETTLE:
        placements(position, out, position.tile, False)
    elif step in (REVEAL, DRAW_TILE):
        top_tiles(position, out)
    elif step in (DEAL, DRAW_CARD):
        top_cards(position, out)
    elif step == SEND:
        offer(out, position.actions.send_at, senders(position, position.target))
        if position.force() > 0:
            out.append(int(position.actions.declare_at))  # with one Greek at least, §Q11
    elif step == PLACE_GREEKS:
        finish_after(position, out, LEVY)
        offer(out, position.actions.greek_at, greek_cities(position))
    elif step == PLACE_SHIPS:
        finish_after(position, out, SHIPYARD)
        offer(out, position.actions.ship_at, ship_cities(position))
    elif step == SPOILS:
        out.append(int(position.actions.done_at))
        out.append(int(position.actions.ship_at + position.spot))
    elif step == TRADE:
        trades(position, out)
    elif step == FETCH:
        offer(out, position.actions.fetch_at, givers(position, position.missing()))
    elif step == SETTLER:
        offer(out, position.actions.fetch_at, givers(position, GREEK))
    elif step == PAY:
        offer(out, position.actions.pay_at, harbours(position) & position.by_water[position.spot])
    elif step == SWAP_OWN:
        offer(out, position.actions.swap_at, position.cities[position.active])
    elif step == SWAP_OTHER:
        offer(out, position.actions.swap_at, position.cities[1 - position.active])
    elif step == STEAL:
        loot(position, out)
    elif step == CHOOSE_CARD:
        for kind in range(KINDS):
            if may_recall(position, kind):
                out.append(int(position.actions.recall_at + kind))
    return out


def choices(position: Position, out: list[int], seat: i64) -> None:
    """What a player may do in the open window, cards last. §3.2 §6.4"""
    window: i64 = position.window
    if window == START:
        announcements(position, out)
    elif window == REINF:
        single_actions(position, out)
    elif window == VOY_PRE:
        out.append(int(position.actions.sail_at))
    elif window == VOY_PLACE:
        landings(position, out)
    elif window == ATT_PREP:
        offer(out, position.actions.target_at, targets(position))
        out.append(int(position.actions.abandon_at))
    elif window == REGROUP:
        regroupings(position, out)
    elif window == LAST:
        out.append(int(position.actions.end_at))
    else:
        out.append(int(position.actions.pass_at))
    cards_to_play(position, out, seat)


def offer(out: list[int], first: i64, mask: i64) -> None:
    """The actions of a verb for a mask of tiles."""
    rest: i64 = mask
    while rest != 0:
        out.append(int(first + lowest(rest)))
        rest = rest & (rest - 1)


def announcements(position: Position, out: list[int]) -> None:
    """Reinforcement, voyage or attack. §5.1"""
    out.append(int(position.actions.reinforce_at))
    if position.stack_size() > 0:
        out.append(int(position.actions.voyage_at))
    out.append(int(position.actions.attack_at))


def single_actions(position: Position, out: list[int]) -> None:
    """A Greek, a ship or a card; or stop. §5.2"""
    out.append(int(position.actions.done_at))
    if position.greek_supply[position.active] > 0:
        offer(out, position.actions.greek_at, roomy(position, GREEK))
    if position.ship_supply[position.active] > 0:
        offer(out, position.actions.ship_at, roomy(position, SHIP))
    for god in range(len(GODS)):
        if position.may_hold(position.active, god):
            out.append(int(position.actions.draw_at + god))


def landings(position: Position, out: list[int]) -> None:
    """Lay the tile, pick one of several, or let the voyage fail. §5.3 §3.4"""
    if position.tile == NONE:
        for tile in range(len(position.cell_of)):
            if position.cell_of[tile] == REVEALED and has_placement(position, tile, True):
                out.append(int(position.actions.pick_at + tile))
    else:
        placements(position, out, position.tile, True)
    out.append(int(position.actions.fail_at))


def regroupings(position: Position, out: list[int]) -> None:
    """Moves between own cities; after a voyage or attack only into the new ones; or end the turn. §5.5"""
    out.append(int(position.actions.end_at))
    if position.moves_left > 0:
        moves(position, out, GREEK, position.actions.move_greek_at)
        moves(position, out, SHIP, position.actions.move_ship_at)


def moves(position: Position, out: list[int], piece: i64, first: i64) -> None:
    sources: i64 = position.cities[position.active]
    tiles: i64 = len(position.cell_of)
    while sources != 0:
        source: i64 = lowest(sources)
        sources = sources & (sources - 1)
        rest: i64 = position.cities[position.active] & goals(position)
        while rest != 0:
            goal: i64 = lowest(rest)
            rest = rest & (rest - 1)
            if may_move(position, piece, source, goal):
                out.append(int(first + source * tiles + goal))


def goals(position: Position) -> i64:
    """The cities pieces may move into. §5.5"""
    if position.new_cities != 0 or position.settled > 0:
        return position.new_cities
    return position.cities[position.active]


def cards_to_play(position: Position, out: list[int], seat: i64) -> None:
    """Cards with a legal use, alone or with a favour. §3.6 §6.2"""
    keeping: i64 = 0
    kinds: i64 = 0
    for kind in range(KINDS):
        if position.free_cards(seat, kind) > 0 and usable(position, seat, kind):
            kinds = kinds | BIT[kind]
    if position.free_cards(seat, FAVOUR) > 0:
        keeping = kinds
    offer(out, position.actions.play_at, kinds)
    offer(out, position.actions.play_keep_at, keeping)


def answers(position: Position, out: list[int]) -> None:
    """Let the card stand, or lay a thunderbolt on a card of the frame on top not aimed at yet. §6.2 §Q17 §Q33"""
    out.append(int(position.actions.pass_at))
    top: i64 = position.frames - 1
    seat: i64 = 1 - position.frame_seat(top)
    if position.free_cards(seat, THUNDERBOLT) == 0:
        return
    aims: i64 = 0
    if (position.frame_answered[top] & MAIN) == 0:
        aims = aims | BIT[position.frame_card[top]]
    if position.frame_keep[top] != 0 and (position.frame_answered[top] & KEEPER) == 0:
        aims = aims | BIT[FAVOUR]
    offer(out, position.actions.void_at, aims)
    if position.free_cards(seat, FAVOUR) > 0:
        offer(out, position.actions.void_keep_at, aims)


def finish_after(position: Position, out: list[int], kind: i64) -> None:
    """After the first piece one may stop. §3.6"""
    if position.left < position.parts.value[kind]:
        out.append(int(position.actions.done_at))


def trades(position: Position, out: list[int]) -> None:
    """Ships of one city become Greeks, one by one. §3.3"""
    mask: i64 = trade_cities(position)
    if position.spot != NONE:
        out.append(int(position.actions.done_at))
        mask = mask & BIT[position.spot]
    offer(out, position.actions.trade_at, mask)


def top_tiles(position: Position, out: list[int]) -> None:
    """Any tile of the stack; when only tiles put under it are left, the first of them. §4.3 §5.3"""
    for tile in range(1, len(position.cell_of)):
        if position.cell_of[tile] == NONE:
            out.append(int(position.actions.tile_at + tile))
    if len(out) == 0 and position.queued > 0:
        out.append(int(position.actions.tile_at + position.queue[0]))


def top_cards(position: Position, out: list[int]) -> None:
    """Any card of the stack in question. §4.1 §5.2"""
    god: i64 = position.spot
    for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
        if position.deck[kind] > 0:
            out.append(int(position.actions.card_at + kind))


def loot(position: Position, out: list[int]) -> None:
    """Any card of the opponent's hand. §3.5"""
    for kind in range(KINDS):
        if position.free_cards(1 - position.active, kind) > 0:
            out.append(int(position.actions.take_at + kind))
