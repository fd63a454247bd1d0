"""What may be answered: the menu of every question."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.menu import Menu
from agon.core.numbers import BIT, NONE, lowest, popcount
from agon.games.olympos import effects
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import CARD_KINDS, CHOICES, DISCOVERIES, KINDS, WIDTH, ZEUS_SYMBOL
from agon.games.olympos.position import Position
from agon.games.olympos.scoring import Scored

ALL_RESOURCES: Final = 15  # mask of the four


class Asked(Scored):
    """A position that knows what may be answered."""

    def menu(self, out: Menu) -> None:
        """What may be answered: in a turn several verbs, in a card window cards and an end, else one verb."""
        step = self.step
        actions = self.actions
        if between(self):
            out.offer(actions.play.first, playable(self))
        if step == ask.TAKE_TURN:
            turn(self, out)
        elif step == ask.BEFORE_PAYING or step == ask.AFTER_DRAWING:
            out.offer(actions.play.first, playable(self))
            if step == ask.BEFORE_PAYING and may_detour(self):
                out.offer_one(actions.wait.first)  # §Q36
            out.offer_one(actions.done.first)  # §5.3
        elif step == ask.REACT:
            zeus_symbol(self, out)
        elif step == ask.DRAW_CARD:
            out.draw(actions.draw.first, self.cards.deck, 0, CARD_KINDS)  # §8.1
        elif step == ask.DRAW_GOD:
            out.offer(actions.god.first, self.gods_left)  # §9.1
        elif step == ask.CHOOSE_SETTLER:
            travellers(self, out)
        elif step == ask.CHOOSE_PAYMENT:
            payments(self, out)
        elif step == ask.CHOOSE_TILE:
            out.offer(actions.tile.first, tiles_to_choose(self))
        elif step == ask.CHOOSE_BONUS:
            out.offer(actions.bonus.first, bonuses(self))
        elif step == ask.CHOOSE_STARS:
            out.offer(actions.stars.first, star_choices(self))
        elif step == ask.TAKE_CUBES:
            out.offer(actions.take.first, ALL_RESOURCES)  # §7.4 §9.4
        elif step == ask.DISCARD_LOOKED:
            looked_at(self, out)
        elif step == ask.LOSE_SETTLER:
            own_settlers(self, out)
        elif step == ask.BLOCK:
            out.offer(actions.block.first, blockable(self))
        elif step == ask.DEAL_TILES:
            out.offer(actions.deal.first, tiles_to_deal(self))
        elif step == ask.STACK_TOKENS:
            out.offer(actions.token.first, tokens_to_stack(self))
        elif step == ask.DRAW_SPARE:
            out.offer(actions.spare.first, ALL_RESOURCES)  # §4.7
        elif step == ask.DEAL_CUBES:
            out.draw(actions.cube.first, self.camps.pool, 0, KINDS)  # §4.7


# ---- §4 set-up ----


def tiles_to_deal(position: Position) -> i64:
    """For a cell, a discovery of its row; for a column, a wonder, whose places follow. §4.2 §4.3"""
    board = position.board
    laid: i64 = 0
    if position.tiles_dealt < len(board.tile_at):
        for tile in board.tile_at:
            if tile != NONE:
                laid = laid | BIT[tile]
        return position.parts.of_row[position.tiles_dealt // WIDTH] & ~laid
    for wonder in board.wonder_at:
        if wonder != NONE:
            laid = laid | BIT[wonder]
    return (BIT[len(position.parts.wonders)] - 1 - laid) * BIT[len(DISCOVERIES)]


def tokens_to_stack(position: Position) -> i64:
    """Mask of the seats whose token does not lie on the track yet. §4.4"""
    laid: i64 = 0
    for seat in position.track.queue:
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


# ---- §5 turns ----


def between(position: Position) -> bool:
    """Whether the active player answers a question in the middle of an action: a moment for cards to some. §5.3"""
    if position.rulings.any_time == 0 or position.god != NONE:
        return False
    step = position.step
    if step == ask.CHOOSE_SETTLER or step == ask.CHOOSE_PAYMENT or step == ask.CHOOSE_TILE:
        return True
    return step == ask.TAKE_CUBES or step == ask.CHOOSE_BONUS or step == ask.CHOOSE_STARS


def may_detour(position: Position) -> bool:
    """After an expansion the settler may have walked a space further, while the token does not pass the cross. §Q36"""
    if position.rulings.detours == 0 or position.goal == NONE:
        return False
    spaces = position.price - position.camps.hourglasses[position.active]
    return position.track.space_of[position.active] + spaces < position.parts.cross


def turn(position: Position, out: Menu) -> None:
    """Play cards; then expand or develop; without an action, wait; at the end one may pass. §5.2 §Q14 §Q17"""
    actions = position.actions
    out.offer(actions.play.first, playable(position))
    cards = out.end
    out.offer(actions.go.first, goals(position))
    out.offer(actions.discover.first, discoverable(position))
    out.offer(actions.build.first, buildable(position))
    if position.last_turn != 0:
        out.offer_one(actions.skip.first)
    elif out.end == cards:
        out.offer_one(actions.wait.first)


def playable(position: Position) -> i64:
    """Mask of the active seat's cards that have an effect now. §8.3"""
    seat = position.active
    if position.cards.hand_size[seat] == 0:
        return 0
    hand = position.cards.hand
    at = CARD_KINDS * seat
    mask: i64 = 0
    kind: i64 = 0
    while kind < CARD_KINDS:
        if hand[at + kind] > 0 and effects.has_effect(position, seat, kind):
            mask = mask | BIT[kind]
        kind += 1
    return mask


# ---- §6 expansion ----


def goals(position: Position) -> i64:
    """The territories some settler can take without passing the cross. §6.3 §Q13"""
    seat = position.active
    open_ = position.parts.everywhere & ~(position.blocked | position.map.held[seat])
    points = effects.means(position, seat) - effects.owed(position, seat, 0)
    sure = reach(position, seat, points - position.parts.dearest_fight, open_)
    if sure == open_:
        return open_
    return sure | nearer_goals(position, seat, points, open_ & ~sure)


def nearer_goals(position: Position, seat: i64, points: i64, rest: i64) -> i64:
    """Those of the rest for which the points suffice with the fight that waits there: with each seat's settlers, with
    tribes, or with none. §6.6 §6.8"""
    mask: i64 = 0
    for other in range(position.n):
        theirs = rest & position.map.held[other]
        if theirs != 0:
            fight = effects.fight_price(position, seat, effects.strength(position, other))
            mask = mask | reach(position, seat, points - fight, theirs)
            rest = rest & ~theirs
    tribes = rest & position.tribes
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
    table = effects.pricing(position, seat)
    mask: i64 = 0
    if position.camps.stock[seat] > 0:
        rest = points - effects.new_settler_price(position, seat)
        if rest >= prices:
            rest = prices - 1
        if rest >= 0:
            mask = within[(table + parts.land) * prices + rest]
            if (goals & ~mask) == 0:
                return goals
    if points >= prices:
        points = prices - 1
    settlers = position.map.settlers
    where = position.map.where
    for i in range(position.map.standing):
        if settlers[i] == seat:
            mask = mask | within[(table + where[i]) * prices + points]
    return goals & mask


def travellers(position: Position, out: Menu) -> None:
    """The settlers that can take the goal: a new one, or any own one on the map, by its height. §6.1"""
    seat = position.active
    goal = position.goal
    points = effects.means(position, seat) - effects.owed(position, seat, 0)
    points -= effects.combat_price(position, seat, goal)
    if position.camps.stock[seat] > 0 and effects.recruit_price(position, seat, goal) <= points:
        out.offer_one(position.actions.recruit.first)
    distance = position.parts.distance
    land: i64 = position.parts.land
    table = effects.pricing(position, seat)
    settlers = position.map.settlers
    where = position.map.where
    bottom: i64 = 0
    for i in range(position.map.standing):
        if where[i] != where[bottom]:
            bottom = i
        if settlers[i] == seat and distance[(table + where[i]) * land + goal] <= points:
            out.offer_one(position.actions.send.first + where[i] * position.actions.levels + i - bottom)


# ---- §7 development ----


def discoverable(position: Position) -> i64:
    """Mask of the cells with a tile left, not owned yet, whose both prices can be paid. §7.1 §7.2 §Q35"""
    seat = position.active
    points = effects.means(position, seat) - effects.owed(position, seat, 0)
    copies = position.board.copies
    tile_at = position.board.tile_at
    mask = position.parts.payable[effects.purse(position, seat)]
    out: i64 = 0
    while mask != 0:
        cell = lowest(mask)
        mask = mask & (mask - 1)
        if copies[cell] == 0 or position.has(seat, tile_at[cell]):
            continue
        if points < position.parts.development:
            if effects.discovery_price(position, seat, cell) > points + effects.sure_hourglasses(position, cell):
                continue
        out = out | BIT[cell]
    return out


def payments(position: Position, out: Menu) -> None:
    """The different sets of cubes that pay for the cell, each once. §7.2 §Q27"""
    code = payment_after(position, NONE)
    while code != NONE:
        out.offer_one(position.actions.pay.first + code)
        code = payment_after(position, code)


def payment_after(position: Position, code: i64) -> i64:
    """The next set of cubes in the order of `pay`, NONE behind the last."""
    parts = position.parts
    best: i64 = NONE
    for way in range(parts.way_first[position.cell], parts.way_first[position.cell + 1]):
        other = effects.payment(position, position.active, way)
        if other > code and (best == NONE or other < best):
            best = other
    return best


def tiles_to_choose(position: Position) -> i64:
    """Mask of the resources whose tile of this discovery is left. §7.4"""
    return position.parts.discounts[position.board.tile_at[position.cell]] & position.discounts_left


def bonuses(position: Position) -> i64:
    """Free bonuses of the cell that the payment allows. §7.5 §Q35"""
    mask: i64 = 0
    for place in range(CHOICES):
        if effects.can_take_bonus(position, position.active, place):
            mask = mask | BIT[place]
    return mask


def buildable(position: Position) -> i64:
    """Mask of the wonders not built yet, with enough stars, if the payment stays on the track. §7.6 §7.7"""
    seat = position.active
    if not effects.within_cross(position, seat, effects.owed(position, seat, effects.wonder_price(position, seat)), 0):
        return 0
    stars = effects.everyday_stars(position, seat)
    stars += effects.athena_stars(position, seat) + effects.star_cards(position, seat)
    mask: i64 = 0
    for column in range(WIDTH):
        wonder = position.board.wonder_at[column]
        if wonder == NONE:
            continue
        lacking = position.parts.wonder_stars[wonder] - position.board.markers[WIDTH * seat + column]
        if lacking <= stars and position.board.wonder_of[column] == NONE:
            mask = mask | BIT[wonder]
    return mask


def star_choices(position: Position) -> i64:
    """How many star cards: Athena's star adds the one that is lacking. §7.6"""
    lacking = effects.lacking_stars(position, position.active, position.column)
    cards = effects.star_cards(position, position.active)
    mask: i64 = 0
    if cards >= lacking - 1:
        mask = mask | BIT[lacking - 1]
    if cards >= lacking:
        mask = mask | BIT[lacking]
    return mask


# ---- §8 destiny cards, §9 gods ----


def looked_at(position: Position, out: Menu) -> None:
    """One of the cards that the Oracle shows goes. §8.1"""
    looked = position.cards.looked
    for kind in range(CARD_KINDS):
        if looked[kind] > 0:
            out.offer_one(position.actions.discard.first + kind)


def zeus_symbol(position: Position, out: Menu) -> None:
    """A Zeus symbol from the hand, or no more. §9.2"""
    if position.cards.hand[CARD_KINDS * position.called() + ZEUS_SYMBOL] > 0:
        out.offer_one(position.actions.play.first + ZEUS_SYMBOL)
    out.offer_one(position.actions.done.first)


def own_settlers(position: Position, out: Menu) -> None:
    """All settlers on the map of the seat that Hades asks. §9.5 §Q18"""
    seat = position.called()
    settlers = position.map.settlers
    where = position.map.where
    bottom: i64 = 0
    for i in range(position.map.standing):
        if where[i] != where[bottom]:
            bottom = i
        if settlers[i] == seat:
            out.offer_one(position.actions.lose.first + where[i] * position.actions.levels + i - bottom)
