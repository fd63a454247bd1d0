"""What settlers, discoveries, wonders, cards and gods do: one small function each, in rulebook order."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import BIT, lowest, popcount
from agon.core.state import NONE
from agon.games.olympos.parts import (
    ARCHITECTURE,
    ASTRONOMY,
    BONUS_HOURGLASSES,
    BONUS_PRESTIGE,
    BONUS_SETTLER,
    CARD_KINDS,
    CAVALRY,
    CHOICES,
    DEMOCRACY,
    DISCOVERIES,
    ENGINEERING,
    FAR,
    FULL_SET,
    GRAIN,
    GRAIN_HOURGLASS,
    GREY,
    GREY_SEATS,
    KINDS,
    MAPMAKING,
    MEDICINE,
    MOST_SYMBOLS,
    SEA_CLOSED,
    SEA_PRICES,
    STAR,
    STONE,
    STONE_MAJORITY,
    SURGERY,
    WIDTH,
    WOOD,
    WOOD_PRESTIGE,
    ZEUS_SYMBOL,
)
from agon.games.olympos.position import BANK_HOURGLASSES, BANK_PRESTIGE, BANK_SETTLERS, Position

# ---- §1.3 the supply, which never runs out ----


def give_cubes(position: Position, seat: i64, resource: i64, count: i64) -> None:
    """Cubes from the supply; a negative count is paid. §Q2"""
    position.own_camps()
    position.cubes[KINDS * seat + resource] += count
    position.bank[resource] += count


def give_settlers(position: Position, seat: i64, count: i64) -> None:
    """Discs from the supply become settlers in the camp. §Q3"""
    position.own_camps()
    position.stock[seat] += count
    position.bank[BANK_SETTLERS] += count


def give_hourglasses(position: Position, seat: i64, count: i64) -> None:
    """Hourglasses from the supply; a negative count is spent. §Q1"""
    position.own_camps()
    position.hourglasses[seat] += count
    position.bank[BANK_HOURGLASSES] += count


def give_prestige(position: Position, seat: i64, count: i64) -> None:
    """Prestige, laid face down. §Q1"""
    position.own_camps()
    position.prestige[seat] += count
    position.bank[BANK_PRESTIGE] += count


# ---- §4 set-up ----


def lay_tile(position: Position, tile: i64) -> None:
    """A stack of one discovery, or a wonder, goes to its place. §4.2 §4.3"""
    cells: i64 = len(position.tile_at)
    position.own_board()
    if position.dealt < cells:
        position.tile_at[position.dealt] = tile
        position.copies[position.dealt] = position.parts.copies[int(position.n)][int(position.dealt) // WIDTH]
        position.discounts_left |= position.parts.discounts[tile]
    else:
        position.wonder_at[position.dealt - cells] = tile - len(DISCOVERIES)
    position.dealt += 1


def put_on_stack(position: Position, seat: i64) -> None:
    """The token goes on top of those already there, before them in the order of play. §4.4"""
    position.own_track()
    at: i64 = position.dealt
    while at > 0:
        position.queue[at] = position.queue[at - 1]
        at -= 1
    position.queue[0] = seat
    position.dealt += 1


def deal_cube(position: Position, resource: i64) -> None:
    """The next seat gets this cube of the pool. §4.7"""
    position.own_track()
    position.pool[resource] -= 1
    give_cubes(position, position.dealt, resource, 1)
    position.dealt += 1


# ---- §3 the time track ----


def move_token(position: Position, seat: i64, spaces: i64) -> None:
    """The token goes on top of those on its new space; one that does not move stays where it lies. §3.1"""
    if spaces == 0:
        return
    position.own_track()
    queue = position.queue
    space_of = position.space_of
    space: i64 = space_of[seat] + spaces
    space_of[seat] = space
    at: i64 = 0
    while queue[at] != seat:
        at += 1
    while at + 1 < position.n and space_of[queue[at + 1]] < space:
        queue[at] = queue[at + 1]
        at += 1
    queue[at] = seat


def means(position: Position, seat: i64) -> i64:
    """The points a seat can pay: its hourglasses, and the spaces before it up to the cross. §3.4 §Q13"""
    return position.hourglasses[seat] + position.parts.cross - position.space_of[seat]


def within_cross(position: Position, seat: i64, price: i64, more_hourglasses: i64) -> bool:
    """Whether paying this keeps the token on the track. §3.4 §Q13 §Q35"""
    return price <= means(position, seat) + more_hourglasses


def owed(position: Position, seat: i64, price: i64) -> i64:
    """The price of an action, dearer under the Erinyes. §5.4 §9.5"""
    if (position.erinyes & BIT[seat]) != 0:
        return price + position.parts.erinyes_points
    return price


# ---- §6.2 movement ----


def sea_price(position: Position, seat: i64) -> i64:
    """What a sea space costs: less with Astronomy and Map-making, closed by the Siren. §6.2 §9.5 §Q10"""
    if (position.siren & BIT[seat]) != 0:
        return SEA_CLOSED
    price: i64 = position.parts.sea_price
    if position.has(seat, ASTRONOMY):
        price -= position.parts.sea_less
    if position.has(seat, MAPMAKING):
        price -= position.parts.sea_less
    if price < 0:
        return 0
    return price


def pricing(position: Position, seat: i64) -> i64:
    """The first row of the seat's table in `parts.distance` and `parts.within`; each source has a row. §6.2"""
    table: i64 = sea_price(position, seat)
    if position.has(seat, CAVALRY):
        table += SEA_PRICES
    return table * (position.parts.land + 1)


def way(position: Position, seat: i64, source: i64, goal: i64) -> i64:
    """The cheapest way from a territory, or the north (source = number of territories), to another. §6.2 §Q36

    Nobody on the way matters, tribes and crosses neither; who stands where matters only at the end. §Q9
    """
    return position.parts.distance[(pricing(position, seat) + source) * position.parts.land + goal]


def new_settler_price(position: Position, seat: i64) -> i64:
    """Bringing a new settler; cheaper with Medicine. §6.1"""
    if position.has(seat, MEDICINE):
        return position.parts.new_settler_medicine
    return position.parts.new_settler


def can_end(position: Position, seat: i64, territory: i64) -> bool:
    """Neither on a cross nor in a territory one controls already, wherever the settler comes from. §6.3 §Q6 §Q7"""
    return ((position.blocked | position.held[seat]) & BIT[territory]) == 0


def presence(position: Position, seat: i64) -> i64:
    """Mask of the territories with a settler of the seat, on top or beaten: all of them may move. §6.1 §6.7"""
    settlers = position.settlers
    mask: i64 = 0
    for i in range(position.standing):
        if settlers[i] == seat:
            mask = mask | BIT[position.where[i]]
    return mask


def recruit_price(position: Position, seat: i64, goal: i64) -> i64:
    """A new settler with its way: from the north or the controlled territory that is cheapest. §6.1 §Q36"""
    distance = position.parts.distance
    land: i64 = position.parts.land
    table: i64 = pricing(position, seat)
    best: i64 = distance[(table + land) * land + goal]
    held: i64 = position.held[seat]
    while held != 0:
        other: i64 = distance[(table + lowest(held)) * land + goal]
        if other < best:
            best = other
        held = held & (held - 1)
    return best + new_settler_price(position, seat)


def expansion_price(position: Position, seat: i64, present: i64, goal: i64) -> i64:
    """What the cheapest settler pays for this territory, fight and Erinyes included. §6.2

    Must agree with `choices.goals`.
    """
    land: i64 = position.parts.land
    best: i64 = FAR
    if position.stock[seat] > 0:
        best = way(position, seat, land, goal) + new_settler_price(position, seat)
    for territory in range(land):
        if (present & BIT[territory]) != 0:
            other: i64 = way(position, seat, territory, goal)
            if other < best:
                best = other
    return owed(position, seat, best + combat_price(position, seat, goal))


# ---- §6.6 combat ----


def swords(position: Position, seat: i64) -> i64:
    """Swords on discoveries. §6.6"""
    count: i64 = 0
    for k in range(MOST_SYMBOLS):
        count += popcount(position.discovered[seat] & position.parts.sword_mask[k])
    return count


def strength(position: Position, seat: i64) -> i64:
    """Swords, Ares' included, as even numbers; Democracy adds one, so that it wins ties and nothing else. §6.6 §Q19"""
    count: i64 = swords(position, seat)
    if (position.ares & BIT[seat]) != 0:
        count += position.parts.ares_swords
    return 2 * count + democracy(position, seat)


def democracy(position: Position, seat: i64) -> i64:
    """1 for the owner of Democracy. §7.8"""
    if position.has(seat, DEMOCRACY):
        return 1
    return 0


def combat_price(position: Position, seat: i64, territory: i64) -> i64:
    """Nothing in an empty territory; else by comparing swords with the controller or the tribe. §6.6 §6.8"""
    other: i64 = position.controller(territory)
    if other != NONE:
        return fight_price(position, seat, strength(position, other))
    if (position.tribes & BIT[territory]) != 0:
        return fight_price(position, seat, 0)
    return 0


def fight_price(position: Position, seat: i64, theirs: i64) -> i64:
    """The price of a fight against this strength. §6.6"""
    mine: i64 = strength(position, seat)
    if mine > theirs:
        return position.parts.fight_more
    if mine == theirs:
        return position.parts.fight_equal
    return position.parts.fight_fewer


# ---- §6.4 leaving, §6.5 arriving ----


def pull(position: Position, territory: i64, level: i64) -> None:
    """A settler goes out of a stack; if it was on top, control passes to the disc beneath. §6.4 §Q8"""
    position.own_map()
    settlers = position.settlers
    where = position.where
    at: i64 = position.bottom(territory) + level
    seat: i64 = settlers[at]
    last: i64 = position.standing - 1
    position.standing = last
    if at == last or where[at + 1] != territory:
        position.held[seat] &= ~BIT[territory]
        if level > 0:
            position.held[settlers[at - 1]] |= BIT[territory]
    while at < last:
        settlers[at] = settlers[at + 1]
        where[at] = where[at + 1]
        at += 1
    settlers[last] = NONE
    where[last] = NONE


def put(position: Position, territory: i64, seat: i64) -> None:
    """A settler goes on top of a stack and takes control: territory tile, star tile and Zeus token. §6.5 §6.6"""
    position.own_map()
    settlers = position.settlers
    where = position.where
    at: i64 = position.standing
    position.standing = at + 1
    while at > 0 and where[at - 1] > territory:
        settlers[at] = settlers[at - 1]
        where[at] = where[at - 1]
        at -= 1
    settlers[at] = seat
    where[at] = territory
    if at > 0 and where[at - 1] == territory:
        position.held[settlers[at - 1]] &= ~BIT[territory]
    position.held[seat] |= BIT[territory]


def arrive(position: Position, seat: i64, territory: i64) -> None:
    """Take the territory; a beaten controller gets an hourglass, a beaten tribe never returns. §6.6 §6.8"""
    other: i64 = position.controller(territory)
    if other != NONE:
        give_hourglasses(position, other, position.parts.beaten_hourglasses)
    position.tribes &= ~BIT[territory]
    put(position, territory, seat)


# ---- §7 development ----


def missing(position: Position, seat: i64, way_number: i64, resource: i64) -> i64:
    """Cubes to be paid of a resource: what the way asks, less the territory tiles shown. §7.2 §Q27"""
    need: i64 = position.parts.way_need[KINDS * way_number + resource] - position.tiles(seat, resource)
    if need < 0:
        return 0
    return need


def can_go_way(position: Position, seat: i64, way_number: i64) -> bool:
    """Whether the cubes suffice for one way to fill the grey groups. §7.2"""
    for resource in range(KINDS):
        if missing(position, seat, way_number, resource) > position.cubes[KINDS * seat + resource]:
            return False
    return True


def purse(position: Position, seat: i64) -> i64:
    """What the seat has of each resource, tiles and cubes together, as `parts.payable` counts it. §7.2"""
    most: i64 = position.parts.most_cubes
    held: i64 = position.held[seat]
    code: i64 = 0
    at: i64 = KINDS * seat
    for kin in position.parts.of_resource:
        have: i64 = popcount(held & kin) + position.cubes[at]
        if have > most:
            have = most
        code = code * (most + 1) + have
        at += 1
    return code


def can_pay(position: Position, seat: i64, cell: i64) -> bool:
    """Whether there is any way to pay the price of a cell. §7.2"""
    return (position.parts.payable[purse(position, seat)] & BIT[cell]) != 0


def payments(position: Position, seat: i64, cell: i64) -> list[int]:
    """The different sets of cubes that pay for a cell, as offsets of `pay`, ascending. §7.2 §Q27"""
    out: list[int] = []
    for w in range(position.parts.way_first[cell], position.parts.way_first[cell + 1]):
        if not can_go_way(position, seat, w):
            continue
        code: i64 = 0
        for resource in range(KINDS):
            code = code * position.actions.digits + missing(position, seat, w, resource)
        if int(code) not in out:
            out.append(int(code))
    out.sort()
    return out


def pay_cubes(position: Position, seat: i64, code: i64) -> None:
    """Cubes go back to the supply; territory tiles are only shown. §7.2"""
    rest: i64 = code
    resource: i64 = KINDS - 1
    while resource >= 0:
        give_cubes(position, seat, resource, -(rest % position.actions.digits))
        rest = rest // position.actions.digits
        resource -= 1


def discovery_price(position: Position, seat: i64, cell: i64) -> i64:
    """Action points: less for every own Money or Agriculture tile whose resource the cell names. §7.3 §Q12"""
    tiles: i64 = popcount(position.discounts[seat] & position.parts.named[cell])
    price: i64 = position.parts.development - position.parts.discount * tiles
    if price < 0:
        return 0
    return price


def sure_hourglasses(position: Position, cell: i64) -> i64:
    """Hourglasses the discovery is certain to give, or can give by its bonus. §Q35"""
    sure: i64 = 0
    if position.tile_at[cell] == CAVALRY:
        sure = position.parts.cavalry_hourglasses
    for place in range(CHOICES):
        if is_free(position, cell, place) and position.parts.bonus[CHOICES * cell + place] == BONUS_HOURGLASSES:
            return sure + position.parts.bonus_hourglasses
    return sure


def is_free(position: Position, cell: i64, place: i64) -> bool:
    """Whether a bonus may still be taken; the grey one only with five seats. §7.5"""
    at: i64 = CHOICES * cell + place
    if position.parts.bonus[at] == NONE or position.bonus_of[at] != NONE:
        return False
    return place != GREY or position.n >= GREY_SEATS


def can_take_bonus(position: Position, seat: i64, place: i64) -> bool:
    """A free bonus with which the payment does not pass the cross. §7.5 §Q35"""
    if not is_free(position, position.cell, place):
        return False
    hourglasses: i64 = 0
    if position.parts.bonus[CHOICES * position.cell + place] == BONUS_HOURGLASSES:
        hourglasses = position.parts.bonus_hourglasses
    return within_cross(position, seat, position.price, hourglasses)


def take_bonus(position: Position, seat: i64, place: i64) -> None:
    """A marker goes on the bonus, which is taken at once. §7.5"""
    at: i64 = CHOICES * position.cell + place
    position.own_board()
    position.bonus_of[at] = seat
    position.markers[WIDTH * seat + position.cell % WIDTH] += 1
    bonus: i64 = position.parts.bonus[at]
    if bonus == BONUS_SETTLER:
        give_settlers(position, seat, position.parts.bonus_settlers)
    elif bonus == BONUS_HOURGLASSES:
        give_hourglasses(position, seat, position.parts.bonus_hourglasses)
    elif bonus == BONUS_PRESTIGE:
        give_prestige(position, seat, position.parts.bonus_prestige)
    else:
        give_cubes(position, seat, bonus, position.parts.bonus_cubes)


def take_tile(position: Position, seat: i64, cell: i64) -> None:
    """The tile comes to the seat; Cavalry and Surgery give at once. §7.4"""
    discovery: i64 = position.tile_at[cell]
    position.own_board()
    position.copies[cell] -= 1
    position.discovered[seat] |= BIT[discovery]
    if discovery == CAVALRY:
        give_hourglasses(position, seat, position.parts.cavalry_hourglasses)
    elif discovery == SURGERY:
        give_settlers(position, seat, position.parts.surgery_settlers)


def take_discount(position: Position, seat: i64, resource: i64) -> None:
    """The Money or Agriculture tile of this resource. §7.4"""
    position.own_board()
    position.discounts_left &= ~BIT[resource]
    position.discounts[seat] |= BIT[resource]


# ---- §7.6 wonders ----


def everyday_stars(position: Position, seat: i64) -> i64:
    """Star tiles, Architecture and Engineering, which serve every wonder and are not used up. §7.6"""
    stars: i64 = position.star_tiles(seat)
    if position.has(seat, ARCHITECTURE):
        stars += 1
    if position.has(seat, ENGINEERING):
        stars += 1
    return stars


def lasting_stars(position: Position, seat: i64, column: i64) -> i64:
    """With own markers in the column, which stay too. §7.6"""
    return everyday_stars(position, seat) + position.markers[WIDTH * seat + column]


def lacking_stars(position: Position, seat: i64, column: i64) -> i64:
    """Stars that Athena and star cards have to add, exactly. §7.6"""
    lacking: i64 = position.parts.wonder_stars[position.wonder_at[column]] - lasting_stars(position, seat, column)
    if lacking < 0:
        return 0
    return lacking


def athena_stars(position: Position, seat: i64) -> i64:
    """Athena's star, if not used yet. §9.4 §Q26"""
    if (position.athena & BIT[seat]) != 0:
        return 1
    return 0


def star_cards(position: Position, seat: i64) -> i64:
    """Star cards in a hand; in one that cannot be seen none is counted on. §7.6 §1.4"""
    cards: i64 = position.hand[CARD_KINDS * seat + STAR]
    if cards < 0:
        return 0
    return cards


def wonder_price(position: Position, seat: i64) -> i64:
    """Action points of a wonder; fewer with Architecture. §7.7"""
    if position.has(seat, ARCHITECTURE):
        return position.parts.development - position.parts.architecture_less
    return position.parts.development


def use_stars(position: Position, seat: i64, lacking: i64, cards: i64) -> None:
    """Star cards are discarded; what they do not cover is Athena's. §7.6"""
    for _ in range(cards):
        discard(position, seat, STAR)
    if cards < lacking:
        position.athena &= ~BIT[seat]


# ---- §8 destiny cards ----


def discard(position: Position, seat: i64, kind: i64) -> None:
    """A card goes from the hand to the open discards. §8.2"""
    position.own_cards()
    position.hand[CARD_KINDS * seat + kind] -= 1
    position.hand_size[seat] -= 1
    position.discards[kind] += 1


def take_card(position: Position, seat: i64, kind: i64) -> None:
    """A card comes into the hand. §8.1"""
    position.own_cards()
    position.hand[CARD_KINDS * seat + kind] += 1
    position.hand_size[seat] += 1


def shuffle_if_empty(position: Position) -> bool:
    """Whether a card can be drawn; an empty deck is made of the discards only now. §8.2 §Q5"""
    if position.deck_size > 0:
        return True
    position.own_cards()
    for kind in range(CARD_KINDS):
        position.deck[kind] = position.discards[kind]
        position.deck_size += position.discards[kind]
        position.discards[kind] = 0
    position.shuffled = position.deck[:]
    for i in range(CARD_KINDS * position.n):
        position.drawn[i] = 0
    position.old_looked = position.looked_size
    return position.deck_size > 0


def has_most_stone(position: Position, seat: i64) -> bool:
    """More stone tiles than each other seat; Democracy makes a tie "more". §8.4 §Q22"""
    mine: i64 = 2 * position.tiles(seat, STONE) + democracy(position, seat)
    for other in range(position.n):
        if other != seat and 2 * position.tiles(other, STONE) + democracy(position, other) >= mine:
            return False
    return True


def has_full_set(position: Position, seat: i64) -> bool:
    """A territory tile of each resource. §8.4"""
    for resource in range(KINDS):
        if position.tiles(seat, resource) == 0:
            return False
    return True


def has_effect(position: Position, seat: i64, kind: i64) -> bool:
    """Whether a card, played in one's own turn, does anything now. §8.3 §Q21"""
    if kind < KINDS:
        return True
    if kind == FULL_SET:
        return has_full_set(position, seat)
    if kind == WOOD_PRESTIGE:
        return position.tiles(seat, WOOD) > 0
    if kind == GRAIN_HOURGLASS:
        return position.tiles(seat, GRAIN) > 0
    if kind == STONE_MAJORITY:
        return has_most_stone(position, seat)
    return False  # a star belongs to a wonder, a Zeus symbol to a god


def play_card(position: Position, seat: i64, kind: i64) -> None:
    """The card takes effect and is discarded. §8.4 §Q31"""
    discard(position, seat, kind)
    if kind < KINDS:
        give_cubes(position, seat, kind, 1)
    elif kind == FULL_SET:
        give_prestige(position, seat, position.parts.full_set_prestige)
    elif kind == WOOD_PRESTIGE:
        give_prestige(position, seat, position.tiles(seat, WOOD))
    elif kind == GRAIN_HOURGLASS:
        give_hourglasses(position, seat, position.tiles(seat, GRAIN))
    elif kind == STONE_MAJORITY:
        give_hourglasses(position, seat, position.parts.majority_hourglasses)
    elif kind == ZEUS_SYMBOL:
        position.own_track()
        position.symbols[seat] += 1


# ---- §9 gods ----


def zeus_symbols(position: Position, seat: i64) -> i64:
    """On discoveries, the Zeus token, and cards played for this god. §9.2"""
    count: i64 = position.symbols[seat]
    for k in range(MOST_SYMBOLS):
        count += popcount(position.discovered[seat] & position.parts.zeus_mask[k])
    if position.parts.olympos >= 0 and (position.held[seat] & BIT[position.parts.olympos]) != 0:
        count += 1
    return count


def favour(position: Position, seat: i64) -> i64:
    """Zeus symbols as even numbers; Democracy adds one. §9.3"""
    return 2 * zeus_symbols(position, seat) + democracy(position, seat)


def return_settler(position: Position, seat: i64, place: i64) -> None:
    """Hades: a settler goes back to the camp; its territory is left as always. §9.5 §6.4"""
    pull(position, place // position.actions.levels, place % position.actions.levels)
    position.own_camps()
    position.stock[seat] += 1


def struck_by(position: Position, god: i64) -> i64:
    """Mask of the seats a god reaches: helpful, the most and not nothing; harmful, the fewest. §9.3 §Q32"""
    helps: bool = (position.parts.helpful & BIT[god]) != 0
    best: i64 = favour(position, 0)
    for seat in range(1, position.n):
        mine: i64 = favour(position, seat)
        if (helps and mine > best) or (not helps and mine < best):
            best = mine
    mask: i64 = 0
    if helps and best == 0:
        return mask
    for seat in range(position.n):
        if favour(position, seat) == best:
            mask = mask | BIT[seat]
    return mask


def discard_hand(position: Position, seat: i64) -> None:
    """All cards in hand go to the discards. §9.5 §Q28"""
    for kind in range(CARD_KINDS):
        while position.hand[CARD_KINDS * seat + kind] > 0:
            discard(position, seat, kind)


def strike(position: Position, god_seats: i64, amount_settlers: i64, amount_prestige: i64) -> None:
    """Zeus and Hecate: every seat reached takes prestige or settlers. §9.4"""
    for seat in range(position.n):
        if (god_seats & BIT[seat]) != 0:
            give_settlers(position, seat, amount_settlers)
            give_prestige(position, seat, amount_prestige)
