"""What settlers, discoveries, wonders, cards and gods do: one small function each, in rulebook order."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import BIT, NONE, blank, lowest, popcount
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
    camps = position.camps = position.camps.own()
    camps.cubes[KINDS * seat + resource] += count
    camps.bank[resource] += count


def give_settlers(position: Position, seat: i64, count: i64) -> None:
    """Discs from the supply become settlers in the camp. §Q3"""
    camps = position.camps = position.camps.own()
    camps.stock[seat] += count
    camps.bank[BANK_SETTLERS] += count


def give_hourglasses(position: Position, seat: i64, count: i64) -> None:
    """Hourglasses from the supply; a negative count is spent. §Q1"""
    camps = position.camps = position.camps.own()
    camps.hourglasses[seat] += count
    camps.bank[BANK_HOURGLASSES] += count


def give_prestige(position: Position, seat: i64, count: i64) -> None:
    """Prestige, laid face down. §Q1"""
    camps = position.camps = position.camps.own()
    camps.prestige[seat] += count
    camps.bank[BANK_PRESTIGE] += count


# ---- §4 set-up ----


def lay_tile(position: Position, tile: i64) -> None:
    """A stack of one discovery, or a wonder, goes to its place. §4.2 §4.3"""
    board = position.board = position.board.own()
    place = position.tiles_dealt
    cells = len(board.tile_at)
    if place < cells:
        board.tile_at[place] = tile
        board.copies[place] = position.parts.copies[int(position.n)][int(place) // WIDTH]
        position.discounts_left |= position.parts.discounts[tile]
    else:
        board.wonder_at[place - cells] = tile - len(DISCOVERIES)
    position.tiles_dealt += 1


def put_on_stack(position: Position, seat: i64) -> None:
    """The token goes on top of those already there, before them in the order of play. §4.4"""
    position.track = position.track.own()
    queue = position.track.queue
    at = position.tokens_stacked
    while at > 0:
        queue[at] = queue[at - 1]
        at -= 1
    queue[0] = seat
    position.tokens_stacked += 1


def set_cubes_aside(position: Position, resource: i64, count: i64) -> None:
    """Cubes to be dealt; a negative count is dealt or goes back. §4.7"""
    position.camps = position.camps.own()
    position.camps.pool[resource] += count


def deal_cube(position: Position, resource: i64) -> None:
    """The next seat gets this cube of the pool. §4.7"""
    set_cubes_aside(position, resource, -1)
    give_cubes(position, position.cubes_dealt, resource, 1)
    position.cubes_dealt += 1


# ---- §3 the time track ----


def move_token(position: Position, seat: i64, spaces: i64) -> None:
    """The token goes on top of those on its new space; one that does not move stays where it lies. §3.1"""
    if spaces == 0:
        return
    position.track = position.track.own()
    queue = position.track.queue
    space_of = position.track.space_of
    space = space_of[seat] + spaces
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
    return position.camps.hourglasses[seat] + position.parts.cross - position.track.space_of[seat]


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
    price = position.parts.sea_price
    if position.has(seat, ASTRONOMY):
        price -= position.parts.sea_less
    if position.has(seat, MAPMAKING):
        price -= position.parts.sea_less
    if price < 0:
        return 0
    return price


def pricing(position: Position, seat: i64) -> i64:
    """The first row of the seat's table in `parts.distance` and `parts.within`; each source has a row. §6.2"""
    table = sea_price(position, seat)
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
    return ((position.blocked | position.map.held[seat]) & BIT[territory]) == 0


def presence(position: Position, seat: i64) -> i64:
    """Mask of the territories with a settler of the seat, on top or beaten: all of them may move. §6.1 §6.7"""
    settlers = position.map.settlers
    where = position.map.where
    mask: i64 = 0
    for i in range(position.map.standing):
        if settlers[i] == seat:
            mask = mask | BIT[where[i]]
    return mask


def recruit_price(position: Position, seat: i64, goal: i64) -> i64:
    """A new settler with its way: from the north or the controlled territory that is cheapest. §6.1 §Q36"""
    distance = position.parts.distance
    land: i64 = position.parts.land
    table = pricing(position, seat)
    best = distance[(table + land) * land + goal]
    held = position.map.held[seat]
    while held != 0:
        other = distance[(table + lowest(held)) * land + goal]
        if other < best:
            best = other
        held = held & (held - 1)
    return best + new_settler_price(position, seat)


def expansion_price(position: Position, seat: i64, present: i64, goal: i64) -> i64:
    """What the cheapest settler pays for this territory, fight and Erinyes included. §6.2

    Must agree with `choices.goals`.
    """
    return price_by(position, seat, pricing(position, seat), present, goal)


def price_by(position: Position, seat: i64, table: i64, present: i64, goal: i64) -> i64:
    """The same by the seat's `pricing`, for who asks for many goals. §6.2"""
    land: i64 = position.parts.land
    distance = position.parts.distance
    best: i64 = FAR
    if position.camps.stock[seat] > 0:
        best = distance[(table + land) * land + goal] + new_settler_price(position, seat)
    rest = present
    while rest != 0:
        other = distance[(table + lowest(rest)) * land + goal]
        if other < best:
            best = other
        rest = rest & (rest - 1)
    return owed(position, seat, best + combat_price(position, seat, goal))


# ---- §6.6 combat ----


def swords(position: Position, seat: i64) -> i64:
    """Swords on discoveries. §6.6"""
    count: i64 = 0
    for k in range(MOST_SYMBOLS):
        count += popcount(position.board.discovered[seat] & position.parts.sword_mask[k])
    return count


def strength(position: Position, seat: i64) -> i64:
    """Swords, Ares' included, as even numbers; Democracy adds one, so that it wins ties and nothing else. §6.6 §Q19"""
    count = swords(position, seat)
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
    other = position.controller(territory)
    if other != NONE:
        return fight_price(position, seat, strength(position, other))
    if (position.tribes & BIT[territory]) != 0:
        return fight_price(position, seat, 0)
    return 0


def fight_price(position: Position, seat: i64, theirs: i64) -> i64:
    """The price of a fight against this strength. §6.6"""
    mine = strength(position, seat)
    if mine > theirs:
        return position.parts.fight_more
    if mine == theirs:
        return position.parts.fight_equal
    return position.parts.fight_fewer


# ---- §6.4 leaving, §6.5 arriving ----


def pull(position: Position, territory: i64, level: i64) -> None:
    """A settler goes out of a stack; if it was on top, control passes to the disc beneath. §6.4 §Q8"""
    there = position.map = position.map.own()
    settlers = there.settlers
    where = there.where
    at = position.bottom(territory) + level
    seat = settlers[at]
    last = there.standing - 1
    there.standing = last
    if at == last or where[at + 1] != territory:
        there.held[seat] &= ~BIT[territory]
        if level > 0:
            there.held[settlers[at - 1]] |= BIT[territory]
    while at < last:
        settlers[at] = settlers[at + 1]
        where[at] = where[at + 1]
        at += 1
    settlers[last] = NONE
    where[last] = NONE


def put(position: Position, territory: i64, seat: i64) -> None:
    """A settler goes on top of a stack and takes control: territory tile, star tile and Zeus token. §6.5 §6.6"""
    there = position.map = position.map.own()
    settlers = there.settlers
    where = there.where
    at = there.standing
    there.standing = at + 1
    while at > 0 and where[at - 1] > territory:
        settlers[at] = settlers[at - 1]
        where[at] = where[at - 1]
        at -= 1
    settlers[at] = seat
    where[at] = territory
    if at > 0 and where[at - 1] == territory:
        there.held[settlers[at - 1]] &= ~BIT[territory]
    there.held[seat] |= BIT[territory]


def arrive(position: Position, seat: i64, territory: i64) -> None:
    """Take the territory; a beaten controller gets an hourglass, a beaten tribe never returns. §6.6 §6.8"""
    other = position.controller(territory)
    if other != NONE:
        give_hourglasses(position, other, position.parts.beaten_hourglasses)
    position.tribes &= ~BIT[territory]
    put(position, territory, seat)


# ---- §7 development ----


def missing(position: Position, seat: i64, way_number: i64, resource: i64) -> i64:
    """Cubes to be paid of a resource: what the way asks, less the territory tiles shown. §7.2 §Q27"""
    need = position.parts.way_need[KINDS * way_number + resource] - position.tiles(seat, resource)
    if need < 0:
        return 0
    return need


def purse(position: Position, seat: i64) -> i64:
    """What the seat has of each resource, tiles and cubes together, as `parts.payable` counts it. §7.2"""
    most: i64 = position.parts.most_cubes
    held = position.map.held[seat]
    cubes = position.camps.cubes
    code: i64 = 0
    at = KINDS * seat
    for kin in position.parts.of_resource:
        have = popcount(held & kin) + cubes[at]
        if have > most:
            have = most
        code = code * (most + 1) + have
        at += 1
    return code


def can_pay(position: Position, seat: i64, cell: i64) -> bool:
    """Whether there is any way to pay the price of a cell. §7.2"""
    return (position.parts.payable[purse(position, seat)] & BIT[cell]) != 0


def payment(position: Position, seat: i64, way_number: i64) -> i64:
    """The cubes that one way to fill the grey groups asks for, as an offset of `pay`; NONE if any is lacking. §7.2"""
    cubes = position.camps.cubes
    code: i64 = 0
    for resource in range(KINDS):
        need = missing(position, seat, way_number, resource)
        if need > cubes[KINDS * seat + resource]:
            return NONE
        code = code * position.actions.digits + need
    return code


def pay_cubes(position: Position, seat: i64, code: i64) -> None:
    """Cubes go back to the supply; territory tiles are only shown. §7.2"""
    rest = code
    resource: i64 = KINDS - 1
    while resource >= 0:
        give_cubes(position, seat, resource, -(rest % position.actions.digits))
        rest = rest // position.actions.digits
        resource -= 1


def discovery_price(position: Position, seat: i64, cell: i64) -> i64:
    """Action points: less for every own Money or Agriculture tile whose resource the cell names. §7.3 §Q12"""
    tiles = popcount(position.board.discounts[seat] & position.parts.named[cell])
    price = position.parts.development - position.parts.discount * tiles
    if price < 0:
        return 0
    return price


def sure_hourglasses(position: Position, cell: i64) -> i64:
    """Hourglasses the discovery is certain to give, or can give by its bonus. §Q35"""
    sure: i64 = 0
    if position.board.tile_at[cell] == CAVALRY:
        sure = position.parts.cavalry_hourglasses
    for place in range(CHOICES):
        if is_free(position, cell, place) and position.parts.bonus[CHOICES * cell + place] == BONUS_HOURGLASSES:
            return sure + position.parts.bonus_hourglasses
    return sure


def is_free(position: Position, cell: i64, place: i64) -> bool:
    """Whether a bonus may still be taken; the grey one only with five seats. §7.5"""
    at = CHOICES * cell + place
    if position.parts.bonus[at] == NONE or position.board.bonus_of[at] != NONE:
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
    at = CHOICES * position.cell + place
    board = position.board = position.board.own()
    board.bonus_of[at] = seat
    board.markers[WIDTH * seat + position.cell % WIDTH] += 1
    bonus = position.parts.bonus[at]
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
    board = position.board = position.board.own()
    discovery = board.tile_at[cell]
    board.copies[cell] -= 1
    board.discovered[seat] |= BIT[discovery]
    if discovery == CAVALRY:
        give_hourglasses(position, seat, position.parts.cavalry_hourglasses)
    elif discovery == SURGERY:
        give_settlers(position, seat, position.parts.surgery_settlers)


def take_discount(position: Position, seat: i64, resource: i64) -> None:
    """The Money or Agriculture tile of this resource. §7.4"""
    position.board = position.board.own()
    position.board.discounts[seat] |= BIT[resource]
    position.discounts_left &= ~BIT[resource]


# ---- §7.6 wonders ----


def everyday_stars(position: Position, seat: i64) -> i64:
    """Star tiles, Architecture and Engineering, which serve every wonder and are not used up. §7.6"""
    stars = position.star_tiles(seat)
    if position.has(seat, ARCHITECTURE):
        stars += 1
    if position.has(seat, ENGINEERING):
        stars += 1
    return stars


def lasting_stars(position: Position, seat: i64, column: i64) -> i64:
    """With own markers in the column, which stay too. §7.6"""
    return everyday_stars(position, seat) + position.board.markers[WIDTH * seat + column]


def lacking_stars(position: Position, seat: i64, column: i64) -> i64:
    """Stars that Athena and star cards have to add, exactly. §7.6"""
    lacking = position.parts.wonder_stars[position.board.wonder_at[column]] - lasting_stars(position, seat, column)
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
    cards = position.cards.hand[CARD_KINDS * seat + STAR]
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
    cards = position.cards = position.cards.own()
    cards.hand[CARD_KINDS * seat + kind] -= 1
    cards.hand_size[seat] -= 1
    cards.discards[kind] += 1


def take_card(position: Position, seat: i64, kind: i64) -> None:
    """A card comes into the hand. §8.1"""
    cards = position.cards = position.cards.own()
    cards.hand[CARD_KINDS * seat + kind] += 1
    cards.hand_size[seat] += 1


def shuffle_if_empty(position: Position) -> bool:
    """Whether a card can be drawn; an empty deck is made of the discards only now. §8.2 §Q5"""
    if position.deck_size > 0:
        return True
    cards = position.cards = position.cards.own()
    for kind in range(CARD_KINDS):
        cards.deck[kind] = cards.discards[kind]
        position.deck_size += cards.discards[kind]
        cards.discards[kind] = 0
    cards.shuffled = cards.deck[:]
    cards.drawn = blank(len(cards.drawn))
    position.old_looked = position.looked_size
    return position.deck_size > 0


def has_most_stone(position: Position, seat: i64) -> bool:
    """More stone tiles than each other seat; Democracy makes a tie "more". §8.4 §Q22"""
    mine = 2 * position.tiles(seat, STONE) + democracy(position, seat)
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
        position.track = position.track.own()
        position.track.symbols[seat] += 1


# ---- §9 gods ----


def zeus_symbols(position: Position, seat: i64) -> i64:
    """On discoveries, the Zeus token, and cards played for this god. §9.2"""
    count = position.track.symbols[seat]
    for k in range(MOST_SYMBOLS):
        count += popcount(position.board.discovered[seat] & position.parts.zeus_mask[k])
    if position.parts.olympos >= 0 and (position.map.held[seat] & BIT[position.parts.olympos]) != 0:
        count += 1
    return count


def favour(position: Position, seat: i64) -> i64:
    """Zeus symbols as even numbers; Democracy adds one. §9.3"""
    return 2 * zeus_symbols(position, seat) + democracy(position, seat)


def return_settler(position: Position, seat: i64, place: i64) -> None:
    """Hades: a settler goes back to the camp; its territory is left as always. §9.5 §6.4"""
    pull(position, place // position.actions.levels, place % position.actions.levels)
    position.camps = position.camps.own()
    position.camps.stock[seat] += 1


def struck_by(position: Position, god: i64) -> i64:
    """Mask of the seats a god reaches: helpful, the most and not nothing; harmful, the fewest. §9.3 §Q32"""
    helps: bool = (position.parts.helpful & BIT[god]) != 0
    best = favour(position, 0)
    for seat in range(1, position.n):
        mine = favour(position, seat)
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
        while position.cards.hand[CARD_KINDS * seat + kind] > 0:
            discard(position, seat, kind)


def strike(position: Position, god_seats: i64, amount_settlers: i64, amount_prestige: i64) -> None:
    """Zeus and Hecate: every seat reached takes prestige or settlers. §9.4"""
    for seat in range(position.n):
        if (god_seats & BIT[seat]) != 0:
            give_settlers(position, seat, amount_settlers)
            give_prestige(position, seat, amount_prestige)
