"""What building, paying and expanding do: prices, settlements, groups, tiles; one small function each."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.state import BIT, NONE, WORD, blank, lowest, popcount
from agon.games.attika.parts import (
    ANY,
    BUILDINGS,
    KINDS,
    LEVELS,
    PETALS,
    PLAIN,
    PRICES,
    REACH,
    SHRINE_REACH,
    TURNS,
    WORDS,
)
from agon.games.attika.position import Position

# ---- §5 prices ----


def arrow_mask(position: Position, seat: i64, building: i64, word: i64) -> i64:
    """One word of the mask of slots next to an own direct predecessor: free by arrow. §5.2 §Q21 §Q22"""
    mask: i64 = 0
    tails: i64 = position.parts.before[building]
    while tails != 0:
        slot: i64 = position.built[BUILDINGS * seat + lowest(tails)]
        tails = tails & (tails - 1)
        if slot != NONE:
            mask = mask | position.near[WORDS * slot + word]
    return mask


def is_free_by_arrow(position: Position, seat: i64, building: i64, slot: i64) -> bool:
    """An own direct predecessor stands next to the space. §5.2"""
    return (arrow_mask(position, seat, building, slot // WORD) & BIT[slot % WORD]) != 0


def visible(position: Position, kind: i64, slot: i64) -> i64:
    """Symbols of a kind (or ANY) on the space and on the unoccupied spaces around it. §5.3 §Q15 §Q16"""
    at: i64 = LEVELS * WORDS * kind + slot // WORD
    count: i64 = 0
    while count < LEVELS and (position.shows[at + WORDS * count] & BIT[slot % WORD]) != 0:
        count += 1
    return count


def open_symbols(position: Position, seat: i64, building: i64, slot: i64, kind: i64) -> i64:
    """Printed symbols of a kind (or ANY) that no visible one crosses off. §5.3 §5.5 §Q5"""
    printed: i64 = position.parts.cost[PRICES * building + kind]
    if printed == 0 or is_free_by_arrow(position, seat, building, slot):
        return 0
    if kind == ANY and position.roads_ignore != 0:
        return printed
    seen: i64 = visible(position, kind, slot)
    if seen >= printed:
        return 0
    return printed - seen


def settlement_cost(position: Position, seat: i64, slot: i64) -> i64:
    """Next to no own building: one card for each settlement there is. §6.2 §Q7"""
    if (position.beside[WORDS * seat + slot // WORD] & BIT[slot % WORD]) != 0:
        return 0
    return position.settlements[seat]


def fewest_cards(position: Position, seat: i64, building: i64, slot: i64) -> i64:
    """The fewest cards this seat can build with there. §5.4"""
    cards: i64 = settlement_cost(position, seat, slot) + open_symbols(position, seat, building, slot, ANY)
    for kind in range(KINDS):
        need: i64 = open_symbols(position, seat, building, slot, kind)
        have: i64 = position.hands[KINDS * seat + kind]
        cards += need
        if need > have:
            cards += need - have
    return cards


def affordable(position: Position, seat: i64, building: i64, word: i64) -> i64:
    """One word of the mask of free slots the seat can pay this building on. Must agree with fewest_cards. §5.4

    Slots are sorted by their price, symbol by symbol: one not crossed off costs a card, or two without a match.
    """
    purse: i64 = position.held[seat]
    free: i64 = position.free[word]
    founding: i64 = free & ~position.beside[WORDS * seat + word]
    joining: i64 = free & ~founding
    arrows: i64 = arrow_mask(position, seat, building, word)
    mask: i64 = joining & arrows
    for_founding: i64 = purse - position.settlements[seat]
    at_most: vec[i64] = prices(position, seat, building, word)
    if purse >= len(at_most):
        mask = mask | joining
    else:
        mask = mask | (joining & at_most[purse])
    if for_founding >= len(at_most):
        mask = mask | founding
    elif for_founding >= 0:
        mask = mask | (founding & at_most[for_founding])
    return mask


def prices(position: Position, seat: i64, building: i64, word: i64) -> vec[i64]:
    """Masks of slots whose open symbols cost at most 0, 1, 2, ... cards, arrows and founding aside. §5.3 §5.4"""
    most: i64 = 0
    for kind in range(PRICES):
        printed: i64 = position.parts.cost[PRICES * building + kind]
        most += printed
        if kind != ANY:
            most += printed
    exactly: vec[i64] = blank(int(most) + 1)
    exactly[0] = position.free[word]
    for kind in range(PRICES):
        printed = position.parts.cost[PRICES * building + kind]
        for level in range(printed):
            crossed: i64 = position.shows[LEVELS * WORDS * kind + WORDS * level + word]
            if kind == ANY and position.roads_ignore != 0:
                crossed = 0
            price: i64 = 1
            # the highest level is the first to stay open, and takes the first matching card
            if kind != ANY and printed - level > position.hands[KINDS * seat + kind]:
                price = 2
            dearer(exactly, ~crossed, price)
    for cards in range(1, most + 1):
        exactly[cards] |= exactly[cards - 1]
    return exactly


def dearer(exactly: vec[i64], mask: i64, price: i64) -> None:
    """Slots of the mask cost `price` cards more."""
    cards: i64 = len(exactly) - 1
    while cards >= 0:
        stay: i64 = exactly[cards] & ~mask
        if cards >= price:
            stay = stay | (exactly[cards - price] & mask)
        exactly[cards] = stay
        cards -= 1


def can_build(position: Position, seat: i64, building: i64) -> bool:
    """Some free space can be paid. §4.2"""
    for word in range(WORDS):
        if affordable(position, seat, building, word) != 0:
            return True
    return False


# ---- §5.4 payment ----


def owed(position: Position) -> i64:
    """Half symbols still to be paid: a matching card pays two halves, any other card one; ANY and founding are one.

    A payment is valid exactly when this is 0 (the specification's j = M). §5.4
    """
    seat: i64 = position.active
    slot: i64 = position.space
    total: i64 = settlement_cost(position, seat, slot) + open_symbols(position, seat, position.building, slot, ANY)
    for kind in range(KINDS):
        need: i64 = open_symbols(position, seat, position.building, slot, kind)
        total += 2 * need - worth(need, position.paid[kind])
    return total


def worth(need: i64, cards: i64) -> i64:
    """Cards of a kind pay two halves each while they match an open symbol, then one. §5.4 §Q14"""
    if cards < need:
        return 2 * cards
    return cards + need


def can_complete(position: Position, offered: i64) -> bool:
    """Whether a payment can be completed without waste after one more card of kind `offered`. §5.4 §Q6

    Matching cards left pay two halves, others one; a kind pays single halves only once its matches are used up.
    """
    seat: i64 = position.active
    rest: i64 = owed(position)
    pairs: i64 = 0  # matching cards left
    singles: i64 = 0  # other cards left
    unlock: i64 = 99  # fewest halves paid in passing until a single half can be paid
    for kind in range(KINDS):
        need: i64 = open_symbols(position, seat, position.building, position.space, kind)
        paid: i64 = position.paid[kind]
        have: i64 = position.hands[KINDS * seat + kind]
        if kind == offered:
            if have == 0:
                return False
            rest -= worth(need, paid + 1) - worth(need, paid)
            paid += 1
            have -= 1
        match: i64 = need - paid
        if match < 0:
            match = 0
        if match > have:
            match = have
        pairs += match
        singles += have - match
        if have > match and 2 * match < unlock:
            unlock = 2 * match
    if rest < 0:
        return False
    if 2 * pairs <= rest:
        return rest - 2 * pairs <= singles
    return rest % 2 == 0 or unlock < rest


def pay(position: Position, kind: i64) -> None:
    """One card is laid out in the open. §5.4"""
    at: i64 = KINDS * position.active + kind
    position.hands[at] -= 1
    position.held[position.active] -= 1
    position.spent[at] += 1
    position.paid[kind] += 1


def discard_payment(position: Position) -> None:
    """Paid cards go to the discard pile. §5.4"""
    for kind in range(KINDS):
        position.discard[kind] += position.paid[kind]
        position.paid[kind] = 0


# ---- §4.3 cards ----


def shuffle_if_needed(position: Position) -> None:
    """A draw from an empty deck: the discards become the new deck. §4.6 §Q4"""
    if position.deck_left > 0:
        return
    for kind in range(KINDS):
        position.deck[kind] = position.discard[kind]
        position.deck_left += position.discard[kind]
        position.discard[kind] = 0
        position.shuffled[kind] = position.deck[kind]
    for seat in range(position.n):
        position.fresh[seat] = 0
        for kind in range(KINDS):
            position.spent[KINDS * seat + kind] = 0
            position.kept[KINDS * seat + kind] = position.hands[KINDS * seat + kind]


def take_card(position: Position, seat: i64, kind: i64) -> None:
    """A card from the deck into a hand. §4.3"""
    position.deck[kind] -= 1
    position.deck_left -= 1
    position.hands[KINDS * seat + kind] += 1
    position.held[seat] += 1
    position.fresh[seat] += 1


# ---- §6 settlements, §9 shrines ----


def put(position: Position, seat: i64, building: i64, slot: i64) -> None:
    """A building of any kind goes on the map and covers the symbol there. §5.1 §5.3 §Q17"""
    position.built[BUILDINGS * seat + building] = slot
    position.free[slot // WORD] &= ~BIT[slot % WORD]
    if position.symbols[slot] != PLAIN:
        hide(position, position.symbols[slot], slot)
        hide(position, ANY, slot)
    settle(position, seat, building, slot)
    for word in range(WORDS):
        position.beside[WORDS * seat + word] |= position.near[WORDS * slot + word]


def hide(position: Position, kind: i64, slot: i64) -> None:
    """Every space around sees one symbol of the kind less. §5.3"""
    for word in range(WORDS):
        around: i64 = position.near[WORDS * slot + word]
        at: i64 = LEVELS * WORDS * kind + word
        for level in range(LEVELS - 1):
            upper: i64 = position.shows[at + WORDS * (level + 1)] & around
            position.shows[at + WORDS * level] = (position.shows[at + WORDS * level] & ~around) | upper
        position.shows[at + WORDS * (LEVELS - 1)] &= ~around


def show(position: Position, kind: i64, slot: i64) -> None:
    """The space and every space around it see one symbol of the kind more. §5.3"""
    for word in range(WORDS):
        around: i64 = position.near[WORDS * slot + word]
        if slot // WORD == word:
            around = around | BIT[slot % WORD]
        at: i64 = LEVELS * WORDS * kind + word
        for level in range(LEVELS - 1, 0, -1):
            position.shows[at + WORDS * level] |= position.shows[at + WORDS * (level - 1)] & around
        position.shows[at] |= around


def settle(position: Position, seat: i64, building: i64, slot: i64) -> None:
    """The building founds a settlement, or joins and merges those it touches. §6.1 §6.3"""
    first: i64 = BUILDINGS * seat
    gates: i64 = gates_at(position, slot)
    count: i64 = 1
    for other in range(BUILDINGS):
        home: i64 = position.home[first + other]
        if home == NONE:
            continue
        if home == building:
            continue  # renamed just now
        stands: i64 = position.built[first + other]
        if (position.near[WORDS * slot + stands // WORD] & BIT[stands % WORD]) != 0:
            count -= 1
            gates = gates | position.touched[first + home]
            rename(position, seat, home, building)
    position.home[first + building] = building
    position.touched[first + building] = gates
    position.settlements[seat] += count


def rename(position: Position, seat: i64, old: i64, new: i64) -> None:
    """A settlement takes the name of the building that joins it. §6.3"""
    for other in range(BUILDINGS):
        if position.home[BUILDINGS * seat + other] == old:
            position.home[BUILDINGS * seat + other] = new


def gates_at(position: Position, slot: i64) -> i64:
    """Mask of the shrines a space touches. §9.2"""
    mask: i64 = 0
    for shrine in range(len(position.layout.shrines)):
        if (position.gates[WORDS * shrine + slot // WORD] & BIT[slot % WORD]) != 0:
            mask = mask | BIT[shrine]
    return mask


def has_linked(position: Position, seat: i64) -> bool:
    """A single settlement touches two shrines; one building would be enough. §9.2 §Q18 §Q19"""
    for building in range(BUILDINGS):
        at: i64 = BUILDINGS * seat + building
        if position.home[at] == building and popcount(position.touched[at]) > 1:
            return True
    return False


# ---- §7 groups ----


def completes_group(position: Position, seat: i64, building: i64) -> bool:
    """All members stand on the map, connected with one another by members alone. §7.1 §7.2 §Q8"""
    members: i64 = position.parts.members[position.parts.group[building]]
    if (position.awarded[seat] & BIT[position.parts.group[building]]) != 0:
        return False
    apart: vec[i64] = blank(WORDS)  # members not yet reached
    rest: i64 = members
    while rest != 0:
        slot: i64 = position.built[BUILDINGS * seat + lowest(rest)]
        rest = rest & (rest - 1)
        if slot == NONE:
            return False
        apart[slot // WORD] |= BIT[slot % WORD]
    gather(position, apart, position.built[BUILDINGS * seat + building])
    for word in range(WORDS):
        if apart[word] != 0:
            return False
    return True


def gather(position: Position, apart: vec[i64], slot: i64) -> None:
    """Take out of a mask all slots connected with this one through slots of the mask. §7.2"""
    apart[slot // WORD] &= ~BIT[slot % WORD]
    for word in range(WORDS):
        while True:
            next_to: i64 = apart[word] & position.near[WORDS * slot + word]
            if next_to == 0:
                break
            gather(position, apart, WORD * word + lowest(next_to))


# ---- §8 expanding the map ----


def may_lay(position: Position, cell: i64) -> bool:
    """Seven cells of the grid without a space or a shrine, one of them next to a space or a shrine. §8.3 §Q10"""
    touches = False
    for tile in range(position.laid):
        steps: i64 = position.parts.between(position.centres[tile], cell)
        if steps < REACH:
            return False
        if steps == REACH:
            touches = True
    for shrine in range(len(position.layout.shrines)):
        steps = position.parts.between(position.layout.shrines[shrine], cell)
        if steps < SHRINE_REACH:
            return False
        if steps == SHRINE_REACH:
            touches = True
    return touches


def rim(position: Position) -> list[int]:
    """Every cell the centre of a new tile may go to, ascending. §8.3"""
    near: set[int] = set()
    for tile in range(position.laid):
        around(position, position.centres[tile], REACH, near)
    for shrine in range(len(position.layout.shrines)):
        around(position, position.layout.shrines[shrine], SHRINE_REACH, near)
    return [cell for cell in sorted(near) if may_lay(position, cell)]


def around(position: Position, cell: i64, steps: i64, out: set[int]) -> None:
    """The cells exactly this many steps away: out along one direction, then along the six sides of the ring."""
    parts = position.parts
    at: i64 = cell
    for _ in range(steps):
        at = parts.around[TURNS * at + 4]
    for direction in range(TURNS):
        for _ in range(steps):
            out.add(int(at))
            at = parts.around[TURNS * at + direction]


def lay_tile(position: Position, tile: i64, centre: i64, turn: i64) -> None:
    """Seven new spaces, to be used at once. §8.4"""
    for slot in range(PETALS * position.laid, PETALS * position.laid + PETALS):
        position.free[slot // WORD] |= BIT[slot % WORD]
    position.add_tile(tile, centre, turn)
    survey(position)


def survey(position: Position) -> None:
    """What follows from map and buildings: visible symbols, and spaces next to own buildings. §5.3 §6.2"""
    slots: i64 = PETALS * position.laid
    for n in range(len(position.shows)):
        position.shows[n] = 0
    for slot in range(slots):
        if position.symbols[slot] != PLAIN and position.is_free(slot):
            show(position, position.symbols[slot], slot)
            show(position, ANY, slot)
    for seat in range(position.n):
        for building in range(BUILDINGS):
            stands: i64 = position.built[BUILDINGS * seat + building]
            if stands != NONE:
                for word in range(WORDS):
                    position.beside[WORDS * seat + word] |= position.near[WORDS * stands + word]
