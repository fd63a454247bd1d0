"""What building, paying and expanding do: prices, settlements, groups, tiles; one small function each."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, blank, lowest
from agon.core.state import NONE
from agon.games.attika.parts import (
    ANY,
    BUILDINGS,
    KINDS,
    LEVELS,
    PETALS,
    PLAIN,
    PRICES,
    WORDS,
)
from agon.games.attika.position import UNDECIDED, Position
from agon.games.attika.sums import Sums, at_most, plus_one, plus_two

# ---- §5 prices ----


def arrow_mask(position: Position, seat: i64, building: i64, word: i64) -> i64:
    """One word of the mask of slots next to an own direct predecessor: free by arrow. §5.2 §Q21 §Q22"""
    mask: i64 = 0
    tails = position.parts.before[building]
    built = position.land.built
    near = position.map.near
    while tails != 0:
        slot = built[BUILDINGS * seat + lowest(tails)]
        tails = tails & (tails - 1)
        if slot != NONE:
            mask = mask | near[WORDS * slot + word]
    return mask


def is_free_by_arrow(position: Position, seat: i64, building: i64, slot: i64) -> bool:
    """An own direct predecessor stands next to the space. §5.2"""
    return (arrow_mask(position, seat, building, slot // WORD) & BIT[slot % WORD]) != 0


def visible(position: Position, kind: i64, slot: i64) -> i64:
    """Symbols of a kind (or ANY) on the space and on the unoccupied spaces around it. §5.3 §Q15 §Q16"""
    at = LEVELS * WORDS * kind + slot // WORD
    shows = position.land.shows
    count: i64 = 0
    while count < LEVELS and (shows[at + WORDS * count] & BIT[slot % WORD]) != 0:
        count += 1
    return count


def uncrossed(position: Position, printed: i64, slot: i64, kind: i64) -> i64:
    """Of so many printed symbols of a kind (or ANY), those that no visible one crosses off. §5.3 §5.5 §Q5"""
    if kind == ANY and position.roads_ignore != 0:
        return printed
    seen = visible(position, kind, slot)
    if seen >= printed:
        return 0
    return printed - seen


def settlement_cost(position: Position, seat: i64, slot: i64) -> i64:
    """Next to no own building: one card for each settlement there is. §6.2 §Q7"""
    if (position.land.beside[WORDS * seat + slot // WORD] & BIT[slot % WORD]) != 0:
        return 0
    return position.land.settlements[seat]


# A bill is what a building costs on a space, as one number: a digit to base DIGIT for the open symbols of each
# landscape, water last, and before them the cards of any kind (roads, founding).
DIGIT: Final[i64] = 8
ANY_CARD: Final[i64] = 4096  # DIGIT ** KINDS


def bill(position: Position, seat: i64, building: i64, slot: i64) -> i64:
    """Open symbols by landscape, and cards of any kind. §5.2 §5.3 §6.2"""
    total = settlement_cost(position, seat, slot)
    if is_free_by_arrow(position, seat, building, slot):
        return total * ANY_CARD
    cost = position.parts.cost
    printed = cost[PRICES * building + ANY]
    if printed != 0:
        total += uncrossed(position, printed, slot, ANY)
    for kind in range(KINDS - 1, -1, -1):
        total *= DIGIT
        printed = cost[PRICES * building + kind]
        if printed != 0:
            total += uncrossed(position, printed, slot, kind)
    return total


def affordable(position: Position, seat: i64, building: i64, word: i64) -> i64:
    """One word of the mask of free slots the seat can pay this building on. Must agree with `Bill`. §5.4"""
    free = position.land.free[word]
    joining = free & position.land.beside[WORDS * seat + word]
    founding = free & ~joining
    purse = position.cards.held[seat]
    for_founding = purse - position.land.settlements[seat]
    if for_founding < 0:
        founding = 0
    if (joining | founding) == 0:
        return 0
    dearest = position.parts.dearest[building]
    if for_founding >= dearest:
        return joining | founding
    if purse < dearest:
        mask = joining & arrow_mask(position, seat, building, word)
        if ((joining & ~mask) | founding) == 0:
            return mask
    else:
        mask = joining
        if founding == 0:
            return mask
    prices = symbol_prices(position, seat, building, word)
    if mask != joining:
        mask = mask | (joining & at_most(prices, purse))
    if founding != 0:
        mask = mask | (founding & at_most(prices, for_founding))
    return mask


def symbol_prices(position: Position, seat: i64, building: i64, word: i64) -> Sums:
    """What the open symbols cost on each slot of a word, arrows aside. §5.3 §5.4

    Symbol by symbol: where none crosses it off it costs a card, or two without a match.
    """
    total: Sums = (0, 0, 0, 0)
    cost = position.parts.cost
    shows = position.land.shows
    for kind in range(PRICES):
        printed = cost[PRICES * building + kind]
        if printed == 0:
            continue
        matching = printed  # a road takes any card
        if kind != ANY:
            matching = position.cards.hands[KINDS * seat + kind]
        while printed > 0:  # the highest level is the first to stay open, and takes the first matching card
            printed -= 1
            uncrossed_on = ~shows[WORDS * (LEVELS * kind + printed) + word]
            if kind == ANY and position.roads_ignore != 0:
                uncrossed_on = -1
            if matching > 0:
                matching -= 1
                total = plus_one(total, uncrossed_on)
            else:
                total = plus_two(total, uncrossed_on)
    return total


def can_build(position: Position, seat: i64, building: i64) -> bool:
    """Some free space can be paid. §4.2"""
    for word in range(WORDS):
        if position.land.free[word] != 0 and affordable(position, seat, building, word) != 0:
            return True
    return False


def buildable(position: Position, seat: i64) -> i64:
    """Mask of the buildings on the storage board for which some space can be paid. §4.2"""
    mask: i64 = 0
    rest = position.store.storage[seat]
    while rest != 0:
        building = rest & -rest
        rest = rest & ~building
        if can_build(position, seat, lowest(building)):
            mask = mask | building
    return mask


# ---- §5.4 payment ----


def owed(position: Position) -> i64:
    """Half symbols still to be paid: a matching card pays two halves, any other card one; ANY and founding are one.

    A payment is valid exactly when this is 0 (the specification's j = M). §5.4
    """
    rest = bill(position, position.active, position.building, position.space)
    total = rest // ANY_CARD
    paid = position.cards.paid
    for kind in range(KINDS):
        need = rest % DIGIT
        rest = rest // DIGIT
        total += 2 * need - worth(need, paid[kind])
    return total


def worth(need: i64, cards: i64) -> i64:
    """Cards of a kind pay two halves each while they match an open symbol, then one. §5.4 §Q14"""
    if cards < need:
        return 2 * cards
    return cards + need


def payments(position: Position) -> i64:
    """Mask of the kinds with which a payment can be completed without waste. §5.4 §Q6

    Matching cards left pay two halves, others one; a kind pays single halves only once its matches are used up.
    """
    first = KINDS * position.active
    hands = position.cards.hands
    laid_out = position.cards.paid
    needs = bill(position, position.active, position.building, position.space)
    halves = needs // ANY_CARD
    pairs: i64 = 0  # matching cards left
    cards: i64 = 0  # all cards left
    rest = needs
    for kind in range(KINDS):
        need = rest % DIGIT
        rest = rest // DIGIT
        paid = laid_out[kind]
        halves += 2 * need - worth(need, paid)
        cards += hands[first + kind]
        pairs += matches(need - paid, hands[first + kind])
    mask: i64 = 0
    rest = needs
    for kind in range(KINDS):
        need = rest % DIGIT
        rest = rest // DIGIT
        if hands[first + kind] == 0:
            continue
        after = halves - 1
        match: i64 = 0
        if laid_out[kind] < need:
            after -= 1
            match = 1
        if can_complete(position, needs, kind, after, pairs - match, cards - 1):
            mask = mask | BIT[kind]
    return mask


def matches(need: i64, have: i64) -> i64:
    """How many cards of a kind still find an open symbol. §5.4"""
    if need < 0:
        return 0
    if need > have:
        return have
    return need


def can_complete(position: Position, needs: i64, offered: i64, halves: i64, pairs: i64, cards: i64) -> bool:
    """Whether so many halves can be paid exactly, once the card offered is laid out. §5.4 §Q6"""
    if halves < 0:
        return False
    if 2 * pairs <= halves:
        return halves <= pairs + cards
    if position.rulings.match_first != 0:
        return False  # a matching card would stay in hand
    return halves % 2 == 0 or unlocked(position, needs, offered) < halves


def unlocked(position: Position, needs: i64, offered: i64) -> i64:
    """The fewest halves to be paid in passing until a single half can be paid. §5.4"""
    fewest: i64 = 99
    rest = needs
    for kind in range(KINDS):
        paid = position.cards.paid[kind]
        have = position.cards.hands[KINDS * position.active + kind]
        if kind == offered:
            paid += 1
            have -= 1
        match = matches(rest % DIGIT - paid, have)
        rest = rest // DIGIT
        if have > match and 2 * match < fewest:
            fewest = 2 * match
    return fewest


def pay(position: Position, kind: i64) -> None:
    """One card is laid out in the open. §5.4"""
    cards = position.cards = position.cards.own()
    at = KINDS * position.active + kind
    cards.hands[at] -= 1
    cards.held[position.active] -= 1
    cards.spent[at] += 1
    cards.paid[kind] += 1


def discard_payment(position: Position) -> None:
    """Paid cards go to the discard pile. §5.4"""
    cards = position.cards = position.cards.own()
    for kind in range(KINDS):
        cards.discard[kind] += cards.paid[kind]
        cards.paid[kind] = 0


# ---- §4.3 cards ----


def cards_due(position: Position) -> i64:
    """One card for each action not taken; three where none was. §4.3 §Q12"""
    if position.drawing != 0:
        return 0
    if position.mode == UNDECIDED:
        return position.parts.idle_cards
    return position.left


def shuffle_if_needed(position: Position) -> None:
    """A draw from an empty deck: the discards become the new deck. §4.6 §Q4"""
    if position.deck_left > 0:
        return
    cards = position.cards = position.cards.own()
    for kind in range(KINDS):
        cards.deck[kind] = cards.discard[kind]
        position.deck_left += cards.discard[kind]
        cards.discard[kind] = 0
    for seat in range(position.n):
        cards.fresh[seat] = 0
        for kind in range(KINDS):
            cards.spent[KINDS * seat + kind] = 0
    shuffle = position.shuffle = position.shuffle.own()
    shuffle.shuffled = cards.deck[:]
    shuffle.kept = cards.hands[:]


def take_card(position: Position, seat: i64, kind: i64) -> None:
    """A card from the deck into a hand. §4.3"""
    cards = position.cards = position.cards.own()
    cards.deck[kind] -= 1
    position.deck_left -= 1
    cards.hands[KINDS * seat + kind] += 1
    cards.held[seat] += 1
    cards.fresh[seat] += 1


# ---- §6 settlements, §9 shrines ----


def put(position: Position, seat: i64, building: i64, slot: i64) -> None:
    """A building of any kind goes on the map and covers the symbol there. §5.1 §5.3 §Q17"""
    land = position.land = position.land.own()
    land.built[BUILDINGS * seat + building] = slot
    land.free[slot // WORD] &= ~BIT[slot % WORD]
    if position.map.symbols[slot] != PLAIN:
        hide(position, position.map.symbols[slot], slot)
        hide(position, ANY, slot)
    settle(position, seat, building, slot)
    beside = land.beside
    near = position.map.near
    for word in range(WORDS):
        beside[WORDS * seat + word] |= near[WORDS * slot + word]


def hide(position: Position, kind: i64, slot: i64) -> None:
    """Every space around sees one symbol of the kind less: its highest level goes out. §5.3"""
    shows = position.land.shows
    near = position.map.near
    for word in range(WORDS):
        around = near[WORDS * slot + word]
        at = LEVELS * WORDS * kind + word
        last = at + WORDS * (LEVELS - 1)
        while around != 0:
            higher: i64 = 0
            if at < last:
                higher = shows[at + WORDS] & around
            shows[at] = (shows[at] & ~around) | higher
            around = higher
            at += WORDS


def show(position: Position, kind: i64, slot: i64) -> None:
    """The space and every space around it see one symbol of the kind more: the next level goes on. §5.3"""
    shows = position.land.shows
    near = position.map.near
    for word in range(WORDS):
        around = near[WORDS * slot + word]
        if slot // WORD == word:
            around = around | BIT[slot % WORD]
        at = LEVELS * WORDS * kind + word
        while around != 0:
            before = shows[at]
            shows[at] = before | around
            around = around & before
            at += WORDS


def settle(position: Position, seat: i64, building: i64, slot: i64) -> None:
    """The building founds a settlement, or joins and merges those it touches. §6.1 §6.3"""
    land = position.land
    first = BUILDINGS * seat
    gates = gates_at(position, slot)
    count: i64 = 1
    if (land.beside[WORDS * seat + slot // WORD] & BIT[slot % WORD]) != 0:
        homes = land.home
        built = land.built
        near = position.map.near
        for other in range(first, first + BUILDINGS):
            home = homes[other]
            if home == NONE:
                continue
            if home == building:
                continue  # renamed just now
            stands = built[other]
            if (near[WORDS * slot + stands // WORD] & BIT[stands % WORD]) != 0:
                count -= 1
                gates = gates | land.touched[first + home]
                rename(position, seat, home, building)
    land.home[first + building] = building
    land.touched[first + building] = gates
    land.settlements[seat] += count


def rename(position: Position, seat: i64, old: i64, new: i64) -> None:
    """A settlement takes the name of the building that joins it. §6.3"""
    homes = position.land.home
    for other in range(BUILDINGS * seat, BUILDINGS * seat + BUILDINGS):
        if homes[other] == old:
            homes[other] = new


def gates_at(position: Position, slot: i64) -> i64:
    """Mask of the shrines a space touches. §9.2"""
    mask: i64 = 0
    for shrine in range(len(position.layout.shrines)):
        if (position.map.gates[WORDS * shrine + slot // WORD] & BIT[slot % WORD]) != 0:
            mask = mask | BIT[shrine]
    return mask


def has_linked(position: Position, seat: i64) -> bool:
    """A single settlement touches two shrines; one building would be enough. §9.2 §Q18 §Q19"""
    touched = position.land.touched
    home = position.land.home
    for building in range(BUILDINGS):
        at = BUILDINGS * seat + building
        shrines = touched[at]
        if (shrines & (shrines - 1)) != 0 and home[at] == building:
            return True
    return False


# ---- §7 groups ----


def completes_group(position: Position, seat: i64, building: i64) -> bool:
    """All members stand on the map, connected with one another by members alone. §7.1 §7.2 §Q8"""
    members = position.parts.members[position.parts.group[building]]
    if (position.store.awarded[seat] & BIT[position.parts.group[building]]) != 0:
        return False
    rest = members
    while rest != 0:
        if position.land.built[BUILDINGS * seat + lowest(rest)] == NONE:
            return False
        rest = rest & (rest - 1)
    apart: vec[i64] = blank(WORDS)  # members not yet reached
    rest = members
    while rest != 0:
        slot = position.land.built[BUILDINGS * seat + lowest(rest)]
        rest = rest & (rest - 1)
        apart[slot // WORD] |= BIT[slot % WORD]
    gather(position, apart, position.land.built[BUILDINGS * seat + building])
    for word in range(WORDS):
        if apart[word] != 0:
            return False
    return True


def is_joined(position: Position, seat: i64, group: i64) -> bool:
    """The other reading: all members stand on the map, connected through own buildings of any group. §7.2 §Q8"""
    members = position.parts.members[group]
    if members == 0 or (position.store.awarded[seat] & BIT[group]) != 0:
        return False
    built = position.land.built
    rest = members
    while rest != 0:
        if built[BUILDINGS * seat + lowest(rest)] == NONE:
            return False
        rest = rest & (rest - 1)
    apart: vec[i64] = blank(WORDS)  # own buildings not yet reached
    for building in range(BUILDINGS):
        slot = built[BUILDINGS * seat + building]
        if slot != NONE:
            apart[slot // WORD] |= BIT[slot % WORD]
    gather(position, apart, built[BUILDINGS * seat + lowest(members)])
    rest = members
    while rest != 0:
        slot = built[BUILDINGS * seat + lowest(rest)]
        rest = rest & (rest - 1)
        if (apart[slot // WORD] & BIT[slot % WORD]) != 0:
            return False
    return True


def gather(position: Position, apart: vec[i64], slot: i64) -> None:
    """Take out of a mask all slots connected with this one through slots of the mask. §7.2"""
    apart[slot // WORD] &= ~BIT[slot % WORD]
    for word in range(WORDS):
        while True:
            next_to = apart[word] & position.map.near[WORDS * slot + word]
            if next_to == 0:
                break
            gather(position, apart, WORD * word + lowest(next_to))


# ---- §8 expanding the map ----


def lay_tile(position: Position, tile: i64, centre: i64, turn: i64) -> None:
    """Seven new spaces, to be used at once. §8.4"""
    land = position.land = position.land.own()
    first = PETALS * position.map.laid
    for slot in range(first, first + PETALS):
        land.free[slot // WORD] |= BIT[slot % WORD]
    position.map = position.map.own()
    position.map.add(tile, centre, turn)
    survey(position)


def survey(position: Position) -> None:
    """What follows from map and buildings: visible symbols, and spaces next to own buildings. §5.3 §6.2"""
    shows = position.land.shows
    for n in range(len(shows)):
        shows[n] = 0
    symbols = position.map.symbols
    for word in range(WORDS):
        rest = position.land.free[word]
        while rest != 0:
            slot = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            if symbols[slot] != PLAIN:
                show(position, symbols[slot], slot)
                show(position, ANY, slot)
    built = position.land.built
    beside = position.land.beside
    near = position.map.near
    for n in range(BUILDINGS * position.n):
        stands = built[n]
        if stands != NONE:
            for word in range(WORDS):
                beside[WORDS * (n // BUILDINGS) + word] |= near[WORDS * stands + word]
