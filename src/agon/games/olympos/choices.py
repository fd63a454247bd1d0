"""What is offered at each question: masks over a verb's places, and lists where no mask serves."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, lowest, popcount
from agon.core.state import NONE, UNKNOWN
from agon.games.olympos import effects
from agon.games.olympos.parts import CARD_KINDS, CHOICES, DISCOVERIES, WIDTH, ZEUS_SYMBOL
from agon.games.olympos.position import (
    BLOCK,
    CHOOSE_BONUS,
    CHOOSE_STARS,
    CHOOSE_TILE,
    DEAL_CUBES,
    DEAL_TILES,
    DISCARD_LOOKED,
    DRAW_CARD,
    DRAW_GOD,
    REACT,
    STACK_TOKENS,
    TAKE_CUBES,
    Position,
)

ALL_RESOURCES: Final = 15  # mask of the four


def add(out: list[int], first: i64, mask: i64) -> None:
    """The actions of a verb whose places are in the mask, ascending."""
    place: i64 = first
    while mask != 0:
        if (mask & 1) != 0:
            out.append(int(place))
        mask = mask >> 1
        place += 1


# ---- one verb is asked ----


def verb(position: Position) -> i64:
    """The first action of the verb that a question with one verb is about."""
    step: i64 = position.step
    actions = position.actions
    if step == DRAW_CARD:
        return actions.draw_at
    if step == DEAL_TILES:
        return actions.deal_at
    if step == DRAW_GOD:
        return actions.god_at
    if step == BLOCK:
        return actions.block_at
    if step == CHOOSE_BONUS:
        return actions.bonus_at
    if step == DISCARD_LOOKED:
        return actions.discard_at
    if step == STACK_TOKENS:
        return actions.token_at
    if step == DEAL_CUBES:
        return actions.cube_at
    if step == TAKE_CUBES:
        return actions.take_at
    if step == CHOOSE_TILE:
        return actions.tile_at
    if step == CHOOSE_STARS:
        return actions.stars_at
    return actions.spare_at


def offered(position: Position) -> i64:
    """Mask of the places of that verb which may be named. §4.2 §4.4 §4.5 §4.7 §7.4 §7.5 §8.1 §9.1"""
    step: i64 = position.step
    if step == DRAW_CARD:
        return cards_to_draw(position)
    if step == DEAL_TILES:
        return tiles_to_deal(position)
    if step == DRAW_GOD:
        return position.gods_left
    if step == BLOCK:
        return blockable(position)
    if step == CHOOSE_BONUS:
        return bonuses(position)
    if step == DISCARD_LOOKED:
        return kinds_in(position.looked)
    if step == STACK_TOKENS:
        return tokens_to_stack(position)
    if step == DEAL_CUBES:
        return kinds_in(position.pool)
    if step == CHOOSE_TILE:
        return tiles_to_choose(position)
    if step == CHOOSE_STARS:
        return star_choices(position)
    return ALL_RESOURCES


def kinds_in(counts: vec[i64]) -> i64:
    """Mask of the kinds of which there are any in sight."""
    mask: i64 = 0
    kind: i64 = 0
    while kind < len(counts):
        if counts[kind] > 0:
            mask = mask | BIT[kind]
        kind += 1
    return mask


def cards_to_draw(position: Position) -> i64:
    """Mask of the cards that may lie in the deck: all, where it cannot be seen. §8.1"""
    if position.deck[0] == UNKNOWN:
        return BIT[CARD_KINDS] - 1
    return kinds_in(position.deck)


def tiles_to_deal(position: Position) -> i64:
    """For a cell, a discovery of its row; for a column, a wonder, whose places follow. §4.2 §4.3"""
    laid: i64 = 0
    if position.dealt < len(position.tile_at):
        for tile in position.tile_at:
            if tile != NONE:
                laid = laid | BIT[tile]
        return position.parts.of_row[position.dealt // WIDTH] & ~laid
    for wonder in position.wonder_at:
        if wonder != NONE:
            laid = laid | BIT[wonder]
    return (BIT[len(position.parts.wonders)] - 1 - laid) * BIT[len(DISCOVERIES)]


def tokens_to_stack(position: Position) -> i64:
    """Mask of the seats whose token does not lie on the track yet. §4.4"""
    laid: i64 = 0
    for seat in position.queue:
        if seat != NONE:
            laid = laid | BIT[seat]
    return BIT[position.n] - 1 - laid


def blockable(position: Position) -> i64:
    """Mask of what may still be blocked: so many of each resource, at most one of them starred. §4.5 §Q20"""
    parts = position.parts
    most: i64 = parts.blocked[int(position.n)]
    mask: i64 = 0
    for kin in parts.of_resource:
        if popcount(kin & position.blocked) < most:
            if popcount(kin & position.blocked & parts.starred) < parts.stars_blocked:
                mask = mask | kin
            else:
                mask = mask | (kin & ~parts.starred)
    return mask & ~position.blocked


def tiles_to_choose(position: Position) -> i64:
    """Mask of the resources whose tile of this discovery is left. §7.4"""
    return position.parts.discounts[position.tile_at[position.cell]] & position.discounts_left


def bonuses(position: Position) -> i64:
    """Free bonuses of the cell that the payment allows. §7.5 §Q35"""
    mask: i64 = 0
    for place in range(CHOICES):
        if effects.can_take_bonus(position, position.active, place):
            mask = mask | BIT[place]
    return mask


def star_choices(position: Position) -> i64:
    """How many star cards: Athena's star adds the one that is lacking. §7.6"""
    lacking: i64 = effects.lacking_stars(position, position.active, position.column)
    cards: i64 = effects.star_cards(position, position.active)
    mask: i64 = 0
    if cards >= lacking - 1:
        mask = mask | BIT[lacking - 1]
    if cards >= lacking:
        mask = mask | BIT[lacking]
    return mask


# ---- cards, in one's turn, in a window, for a god ----


def playable(position: Position) -> i64:
    """Own cards that have an effect now; for a god the Zeus symbol. §8.3 §9.2"""
    if position.step == REACT:
        if position.hand[CARD_KINDS * ((position.active + position.offset) % position.n) + ZEUS_SYMBOL] > 0:
            return BIT[ZEUS_SYMBOL]
        return 0
    seat: i64 = position.active
    if position.hand_size[seat] == 0:
        return 0
    hand = position.hand
    at: i64 = CARD_KINDS * seat
    mask: i64 = 0
    kind: i64 = 0
    while kind < CARD_KINDS:
        if hand[at + kind] > 0 and effects.has_effect(position, seat, kind):
            mask = mask | BIT[kind]
        kind += 1
    return mask


# ---- settlers ----


def goals(position: Position) -> i64:
    """The territories some settler can take without passing the cross. §6.3 §Q13"""
    seat: i64 = position.active
    open_: i64 = position.parts.everywhere & ~(position.blocked | position.held[seat])
    points: i64 = effects.means(position, seat) - effects.owed(position, seat, 0)
    sure: i64 = reach(position, seat, points - position.parts.dearest_fight, open_)
    if sure == open_:
        return open_
    return sure | nearer_goals(position, seat, points, open_ & ~sure)


def nearer_goals(position: Position, seat: i64, points: i64, rest: i64) -> i64:
    """Those of the rest for which the points suffice with the fight that waits there: with each seat's settlers, with
    tribes, or with none. §6.6 §6.8"""
    mask: i64 = 0
    for other in range(position.n):
        theirs: i64 = rest & position.held[other]
        if theirs != 0:
            fight: i64 = effects.fight_price(position, seat, effects.strength(position, other))
            mask = mask | reach(position, seat, points - fight, theirs)
            rest = rest & ~theirs
    tribes: i64 = rest & position.tribes
    if tribes != 0:
        mask = mask | reach(position, seat, points - effects.fight_price(position, seat, 0), tribes)
    return mask | reach(position, seat, points, rest & ~tribes)


def reach(position: Position, seat: i64, points: i64, goals: i64) -> i64:
    """Those of the goals to which some settler of the seat gets for so many points, fights aside. §6.1 §6.2

    A new settler that starts beside an own settler costs more than that settler, so only the north is asked.
    """
    if points < 0 or goals == 0:
        return 0
    parts = position.parts
    within = parts.within
    prices: i64 = parts.prices
    table: i64 = effects.pricing(position, seat)
    mask: i64 = 0
    if position.stock[seat] > 0:
        rest: i64 = points - effects.new_settler_price(position, seat)
        if rest >= prices:
            rest = prices - 1
        if rest >= 0:
            mask = within[(table + parts.land) * prices + rest]
            if (goals & ~mask) == 0:
                return goals
    if points >= prices:
        points = prices - 1
    settlers = position.settlers
    for i in range(position.standing):
        if settlers[i] == seat:
            mask = mask | within[(table + position.where[i]) * prices + points]
    return goals & mask


def travellers(position: Position) -> list[int]:
    """The settlers that can take the goal: a new one, or any own one on the map, by its height. §6.1"""
    out: list[int] = []
    seat: i64 = position.active
    goal: i64 = position.goal
    points: i64 = effects.means(position, seat) - effects.owed(position, seat, 0)
    points -= effects.combat_price(position, seat, goal)
    if position.stock[seat] > 0 and effects.recruit_price(position, seat, goal) <= points:
        out.append(int(position.actions.recruit_at))
    distance = position.parts.distance
    land: i64 = position.parts.land
    table: i64 = effects.pricing(position, seat)
    settlers = position.settlers
    where = position.where
    bottom: i64 = 0
    for i in range(position.standing):
        if where[i] != where[bottom]:
            bottom = i
        if settlers[i] == seat and distance[(table + where[i]) * land + goal] <= points:
            out.append(int(position.actions.send_at + where[i] * position.actions.levels + i - bottom))
    return out


def own_settlers(position: Position, seat: i64) -> list[int]:
    """All settlers of a seat on the map, as something to lose. §Q18"""
    out: list[int] = []
    where = position.where
    bottom: i64 = 0
    for i in range(position.standing):
        if where[i] != where[bottom]:
            bottom = i
        if position.settlers[i] == seat:
            out.append(int(position.actions.lose_at + where[i] * position.actions.levels + i - bottom))
    return out


# ---- discoveries and wonders ----


def discoverable(position: Position) -> i64:
    """Mask of the cells with a tile left, not owned yet, whose both prices can be paid. §7.1 §7.2 §Q35"""
    seat: i64 = position.active
    points: i64 = effects.means(position, seat) - effects.owed(position, seat, 0)
    mask: i64 = position.parts.payable[effects.purse(position, seat)]
    out: i64 = 0
    while mask != 0:
        cell: i64 = lowest(mask)
        mask = mask & (mask - 1)
        if position.copies[cell] == 0 or position.has(seat, position.tile_at[cell]):
            continue
        if points < position.parts.development:
            if effects.discovery_price(position, seat, cell) > points + effects.sure_hourglasses(position, cell):
                continue
        out = out | BIT[cell]
    return out


def payments(position: Position) -> list[int]:
    """The sets of cubes that pay for the cell. §7.2"""
    out: list[int] = []
    for code in effects.payments(position, position.active, position.cell):
        out.append(int(position.actions.pay_at) + code)
    return out


def buildable(position: Position) -> i64:
    """Mask of the wonders not built yet, with enough stars, if the payment stays on the track. §7.6 §7.7"""
    seat: i64 = position.active
    if not effects.within_cross(position, seat, effects.owed(position, seat, effects.wonder_price(position, seat)), 0):
        return 0
    stars: i64 = effects.everyday_stars(position, seat)
    stars += effects.athena_stars(position, seat) + effects.star_cards(position, seat)
    mask: i64 = 0
    for column in range(WIDTH):
        wonder: i64 = position.wonder_at[column]
        if wonder == NONE:
            continue
        lacking: i64 = position.parts.wonder_stars[wonder] - position.markers[WIDTH * seat + column]
        if lacking <= stars and position.wonder_of[column] == NONE:
            mask = mask | BIT[wonder]
    return mask
