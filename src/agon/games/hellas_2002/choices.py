"""What may be answered: the menu of every question."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.menu import ROW, Menu
from agon.core.numbers import BIT, NONE, WORD, lowest
from agon.games.hellas_2002 import coast, effects, hands
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import FAVOUR, GODS, KINDS, LEVY, OF_A_GOD, SHIPYARD, SIDES, THUNDERBOLT
from agon.games.hellas_2002.position import GREEK, KEEPER, MAIN, REVEALED, SHIP, Position
from agon.games.hellas_2002.scoring import Scored

ALL: Final = 1_000_000  # numbers in a menu: more than any question fills
TWO: Final = 2 * ROW  # rows that show that there is something to decide


class Asked(Scored):
    """A position that knows what may be answered."""

    def menu(self, out: Menu) -> None:
        """What may be done now, or drawn. §5.1"""
        fill(self, out, ALL)


def some(position: Position, out: Menu) -> None:
    """Enough of it to see whether there is anything to decide. §5.1"""
    fill(position, out, TWO)


def fill(position: Position, out: Menu, enough: i64) -> None:
    """A window is about many verbs, other questions about one or two; places are looked for till there are enough."""
    step = position.step
    actions = position.actions
    if step == ask.WINDOW:
        window_menu(position, out, enough)
    elif step == ask.RESPOND:
        answers(position, out)
    elif step == ask.SETTLE:
        placements(position, out, False, enough)
    elif step in (ask.REVEAL, ask.DRAW_TILE):
        out.offer(actions.tile.first, top_tiles(position))
    elif step in (ask.DEAL, ask.DRAW_CARD):
        first = OF_A_GOD * position.god
        out.draw(actions.card.first, position.cards.deck, first, first + OF_A_GOD)
    elif step == ask.SEND:
        out.offer(actions.send.first, effects.senders(position, position.target))
        if position.force() > 0:
            out.offer_one(actions.declare.first)  # with one Greek at least, §Q11
    elif step == ask.PLACE_GREEKS:
        finish_after(position, out, LEVY)
        out.offer(actions.greek.first, effects.greek_cities(position))
    elif step == ask.PLACE_SHIPS:
        finish_after(position, out, SHIPYARD)
        out.offer(actions.ship.first, effects.ship_cities(position))
    elif step == ask.SPOILS:
        out.offer_one(actions.done.first)
        out.offer_one(actions.ship.first + position.gained)
    elif step == ask.TRADE:
        trades(position, out)
    elif step == ask.FETCH:
        out.offer(actions.fetch.first, effects.givers(position, position.missing(), position.city))
    elif step == ask.SETTLER:
        out.offer(actions.fetch.first, effects.givers(position, GREEK, position.gained))
    elif step == ask.PAY:
        out.offer(actions.pay.first, effects.harbours(position) & position.tiles.by_water[position.gained])
    elif step == ask.SWAP_OWN:
        out.offer(actions.swap.first, position.pieces.cities[position.active])
    elif step == ask.SWAP_OTHER:
        out.offer(actions.swap.first, position.pieces.cities[1 - position.active])
    elif step == ask.STEAL:
        loot(position, out)
    elif step == ask.CHOOSE_CARD:
        out.offer(actions.recall.first, recalls(position))


# ---- the windows ----


def window_menu(position: Position, out: Menu, enough: i64) -> None:
    """What a player may do in the open window, cards last. §3.2 §6.4"""
    window = position.window
    actions = position.actions
    if window == ask.REGROUP:
        regroupings(position, out, enough)
    elif window == ask.START:
        announcements(position, out)
    elif window == ask.REINF:
        single_actions(position, out)
    elif window == ask.VOY_PRE:
        out.offer_one(actions.sail.first)
    elif window == ask.VOY_PLACE:
        landings(position, out, enough)
    elif window == ask.ATT_PREP:
        out.offer(actions.target.first, effects.targets(position))
        out.offer_one(actions.abandon.first)
    elif window == ask.LAST:
        out.offer_one(actions.end.first)
    else:
        out.offer_one(actions.skip.first)
    cards_to_play(position, out)


def announcements(position: Position, out: Menu) -> None:
    """Reinforcement, voyage or attack. §5.1"""
    out.offer_one(position.actions.reinforce.first)
    if position.queued > 0 or position.has_stack():
        out.offer_one(position.actions.voyage.first)
    out.offer_one(position.actions.attack.first)


def single_actions(position: Position, out: Menu) -> None:
    """A Greek, a ship or a card; or stop. §5.2"""
    actions = position.actions
    out.offer_one(actions.done.first)
    if position.pieces.greek_supply[position.active] > 0:
        out.offer(actions.greek.first, effects.roomy(position, GREEK))
    if position.pieces.ship_supply[position.active] > 0:
        out.offer(actions.ship.first, effects.roomy(position, SHIP))
    out.offer(actions.draw.first, gods_to_draw(position))


def gods_to_draw(position: Position) -> i64:
    """Mask of the gods of whom the active player may hold one more card. §3.1 §5.2"""
    total: i64 = 0
    mask: i64 = 0
    god: i64
    for god in range(len(GODS)):
        held = position.cards_of(position.active, god)
        total += held
        if held < position.parts.most_of_a_god:
            mask = mask | BIT[god]
    if total >= position.parts.most_cards:
        return 0
    return mask


def placements(position: Position, out: Menu, by_ships: bool, enough: i64) -> None:
    """The actions that lay the tile in hand somewhere. §2.4"""
    first = position.actions.lay.first
    tile = position.tile
    for word in range(position.parts.words):
        rest = position.tiles.coast[word]
        while rest != 0 and out.end < enough:
            cell = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            out.offer(first + SIDES * cell, coast.turns_allowed(position, tile, cell, by_ships))


def landings(position: Position, out: Menu, enough: i64) -> None:
    """Lay the tile, pick one of several, or let the voyage fail. §5.3 §3.4"""
    if position.tile == NONE:
        shown: i64 = 0
        for tile in range(len(position.tiles.cell_of)):
            if position.tiles.cell_of[tile] == REVEALED and coast.has_placement(position, tile, True):
                shown = shown | BIT[tile]
        out.offer(position.actions.pick.first, shown)
    else:
        placements(position, out, True, enough)
    out.offer_one(position.actions.fail.first)


def regroupings(position: Position, out: Menu, enough: i64) -> None:
    """Moves between own cities; after a voyage or attack only into the new ones; or end the turn. §5.5"""
    out.offer_one(position.actions.end.first)
    if position.moves_left == 0:
        return
    own = position.pieces.cities[position.active]
    goals = own
    if position.new_cities != 0 or position.settled > 0:
        goals = own & position.new_cities
    moves(position, out, GREEK, own & position.spare, goals & ~position.full_of_greeks, enough)
    moves(position, out, SHIP, own & position.with_ship, goals & ~position.full_of_ships, enough)


def moves(position: Position, out: Menu, piece: i64, sources: i64, goals: i64, enough: i64) -> None:
    """From each of some cities to the others, but not straight back. §5.5 §Q37"""
    if goals == 0:
        return
    first = position.actions.move_greek.first
    if piece == SHIP:
        first = position.actions.move_ship.first
    tiles = len(position.tiles.cell_of)
    reached = effects.arrivals(position, piece)
    rest = sources
    while rest != 0 and out.end < enough:
        source = lowest(rest)
        rest = rest & (rest - 1)
        others = goals & ~BIT[source]
        if (reached & BIT[source]) != 0 and position.rulings.free_regrouping == 0:
            others = others & ~effects.straight_back(position, piece, source)
        out.offer(first + source * tiles, others)


def cards_to_play(position: Position, out: Menu) -> None:
    """Cards with a legal use, alone or with a favour. §3.6 §6.2"""
    seat = position.speaker()
    rest = effects.open_kinds(position, seat)
    kinds: i64 = 0
    while rest != 0:
        kind = lowest(rest)
        rest = rest & (rest - 1)
        if position.free_cards(seat, kind) > 0 and effects.has_use(position, kind):
            kinds = kinds | BIT[kind]
    if kinds != 0:
        out.offer(position.actions.play.first, kinds)
        if position.free_cards(seat, FAVOUR) > 0:
            out.offer(position.actions.play_keep.first, kinds)


# ---- the other questions ----


def answers(position: Position, out: Menu) -> None:
    """Let the card stand, or lay a thunderbolt on a card of the frame on top not aimed at yet. §6.2 §Q17 §Q33"""
    out.offer_one(position.actions.skip.first)
    top = position.frames - 1
    seat = 1 - position.frame_seat(top)
    if position.free_cards(seat, THUNDERBOLT) == 0:
        return
    chain = position.chain
    aims: i64 = 0
    if (chain.frame_answered[top] & MAIN) == 0:
        aims = aims | BIT[chain.frame_card[top]]
    if chain.frame_keep[top] != 0 and (chain.frame_answered[top] & KEEPER) == 0:
        aims = aims | BIT[FAVOUR]
    out.offer(position.actions.void.first, aims)
    if position.free_cards(seat, FAVOUR) > 0:
        out.offer(position.actions.void_keep.first, aims)


def finish_after(position: Position, out: Menu, kind: i64) -> None:
    """After the first piece one may stop. §3.6"""
    if position.left < position.parts.value[kind]:
        out.offer_one(position.actions.done.first)


def trades(position: Position, out: Menu) -> None:
    """Ships of one city become Greeks, one by one. §3.3"""
    mask = effects.trade_cities(position)
    if position.city != NONE:
        out.offer_one(position.actions.done.first)
        mask = mask & BIT[position.city]
    out.offer(position.actions.trade.first, mask)


def top_tiles(position: Position) -> i64:
    """Any tile of the stack; when only tiles put under it are left, the first of them. §4.3 §5.3"""
    mask = position.stack()
    if mask == 0 and position.queued > 0:
        return BIT[position.tiles.queue[0]]
    return mask


def loot(position: Position, out: Menu) -> None:
    """Any card of the opponent's hand. §3.5"""
    first = position.actions.take.first
    kind: i64
    for kind in range(KINDS):
        out.weigh(first + kind, position.free_cards(1 - position.active, kind))


def recalls(position: Position) -> i64:
    """Cards of the piles that fit the hand. §3.5"""
    mask: i64 = 0
    kind: i64
    for kind in range(KINDS):
        if hands.may_recall(position, kind):
            mask = mask | BIT[kind]
    return mask
