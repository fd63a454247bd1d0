"""What may be done: the menu of every question. legal() lists it, random_action() draws from it without a list.

A menu is a row of numbers: first how many of the others are in use, then lines of LINE: an action, a mask, and room for
how many bits it has. For each bit n of the mask, action + n may be played. Lines ascend, and so do the actions in them.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, lowest, nth, popcount
from agon.core.state import NONE
from agon.games.hellas_2002 import effects
from agon.games.hellas_2002.actions import FEW, LINE
from agon.games.hellas_2002.parts import (
    ATT_PREP,
    FAVOUR,
    GODS,
    KINDS,
    LAST,
    LEVY,
    OF_A_GOD,
    REGROUP,
    REINF,
    SHIPYARD,
    SIDES,
    START,
    THUNDERBOLT,
    VOY_PLACE,
    VOY_PRE,
)
from agon.games.hellas_2002.position import (
    CHOOSE_CARD,
    DEAL,
    DRAW_CARD,
    DRAW_TILE,
    FETCH,
    GREEK,
    KEEPER,
    MAIN,
    PAY,
    PLACE_GREEKS,
    PLACE_SHIPS,
    RESPOND,
    REVEAL,
    REVEALED,
    SEND,
    SETTLE,
    SETTLER,
    SHIP,
    SPOILS,
    STEAL,
    SWAP_OTHER,
    SWAP_OWN,
    TRADE,
    WINDOW,
    Position,
)

ALL: Final = 1000  # more lines than a menu has
TWO: Final = 2  # lines that show that there is something to decide

# ---- menus ----


def offer(menu: vec[i64], first: i64, mask: i64) -> None:
    """The actions of a verb for a mask of tiles, cards, gods or turns."""
    if mask != 0:
        used: i64 = menu[0]
        menu[used + 1] = first
        menu[used + 2] = mask
        menu[0] = used + LINE


def listed(menu: vec[i64], numbers: list[object]) -> list[int]:
    """All actions of a menu, ascending, each as its object in `numbers`."""
    out: list[object] = []
    for line in range(1, menu[0], LINE):
        first: i64 = menu[line]
        rest: i64 = menu[line + 1]
        while rest != 0:
            out.append(numbers[first + lowest(rest)])
            rest = rest & (rest - 1)
    return cast("list[int]", out)


def count(menu: vec[i64]) -> i64:
    """How many actions a menu offers; also notes how many each line does."""
    total: i64 = 0
    for line in range(1, menu[0], LINE):
        bits: i64 = popcount(menu[line + 1])
        menu[line + 2] = bits
        total += bits
    return total


def offered(menu: vec[i64], n: i64) -> i64:
    """The action at a place of the list, from 0 on, of a menu that was counted."""
    left: i64 = n
    line: i64 = 1
    while left >= menu[line + 2]:
        left -= menu[line + 2]
        line += LINE
    return menu[line] + nth(menu[line + 1], left)


def single(menu: vec[i64]) -> i64:
    """The action of a menu that offers just one, else NONE. §5.1"""
    if menu[0] == LINE and (menu[2] & (menu[2] - 1)) == 0:
        return menu[1] + lowest(menu[2])
    return NONE


# ---- the menu of a question ----


def menu_of(position: Position, enough: i64) -> vec[i64]:
    """What may be done now; where places are looked for, one may stop after so many lines. §5.1"""
    step: i64 = position.step
    if step == WINDOW:
        return window_menu(position, enough)
    if step == SETTLE:
        everywhere: vec[i64] = position.actions.menu[:]
        placements(position, everywhere, False, enough)
        return everywhere
    menu: vec[i64] = position.actions.menu[: LINE * FEW + 1]
    answer_menu(position, menu, step)
    return menu


def window_menu(position: Position, enough: i64) -> vec[i64]:
    """What a player may do in the open window, cards last. §3.2 §6.4"""
    window: i64 = position.window
    lines: i64 = FEW
    if window == REGROUP:
        lines += 2 * popcount(position.cities[position.active])
    elif window == VOY_PLACE:
        lines = len(position.actions.menu) // LINE
    menu: vec[i64] = position.actions.menu[: LINE * lines + 1]
    if window == REGROUP:
        regroupings(position, menu, enough)
    elif window == START:
        announcements(position, menu)
    elif window == REINF:
        single_actions(position, menu)
    elif window == VOY_PRE:
        offer(menu, position.actions.sail_at, 1)
    elif window == VOY_PLACE:
        landings(position, menu, enough)
    elif window == ATT_PREP:
        offer(menu, position.actions.target_at, effects.targets(position))
        offer(menu, position.actions.abandon_at, 1)
    elif window == LAST:
        offer(menu, position.actions.end_at, 1)
    else:
        offer(menu, position.actions.pass_at, 1)
    cards_to_play(position, menu)
    return menu


def answer_menu(position: Position, menu: vec[i64], step: i64) -> None:
    """The questions besides the windows and the first coast. §3.3 §3.4 §3.5 §4.1 §4.3 §5.2 §5.3 §5.4 §6.2"""
    if step == RESPOND:
        answers(position, menu)
    elif step in (REVEAL, DRAW_TILE):
        offer(menu, position.actions.tile_at, top_tiles(position))
    elif step in (DEAL, DRAW_CARD):
        offer(menu, position.actions.card_at, top_cards(position))
    elif step == SEND:
        offer(menu, position.actions.send_at, effects.senders(position, position.target))
        if position.force() > 0:
            offer(menu, position.actions.declare_at, 1)  # with one Greek at least, §Q11
    elif step == PLACE_GREEKS:
        finish_after(position, menu, LEVY)
        offer(menu, position.actions.greek_at, effects.greek_cities(position))
    elif step == PLACE_SHIPS:
        finish_after(position, menu, SHIPYARD)
        offer(menu, position.actions.ship_at, effects.ship_cities(position))
    elif step == SPOILS:
        offer(menu, position.actions.done_at, 1)
        offer(menu, position.actions.ship_at, BIT[position.spot])
    elif step == TRADE:
        trades(position, menu)
    elif step == FETCH:
        offer(menu, position.actions.fetch_at, effects.givers(position, position.missing()))
    elif step == SETTLER:
        offer(menu, position.actions.fetch_at, effects.givers(position, GREEK))
    elif step == PAY:
        offer(menu, position.actions.pay_at, effects.harbours(position) & position.by_water[position.spot])
    elif step == SWAP_OWN:
        offer(menu, position.actions.swap_at, position.cities[position.active])
    elif step == SWAP_OTHER:
        offer(menu, position.actions.swap_at, position.cities[1 - position.active])
    elif step == STEAL:
        offer(menu, position.actions.take_at, loot(position))
    elif step == CHOOSE_CARD:
        offer(menu, position.actions.recall_at, recalls(position))


# ---- the windows ----


def announcements(position: Position, menu: vec[i64]) -> None:
    """Reinforcement, voyage or attack. §5.1"""
    offer(menu, position.actions.reinforce_at, 1)
    if position.queued > 0 or position.has_stack():
        offer(menu, position.actions.voyage_at, 1)
    offer(menu, position.actions.attack_at, 1)


def single_actions(position: Position, menu: vec[i64]) -> None:
    """A Greek, a ship or a card; or stop. §5.2"""
    offer(menu, position.actions.done_at, 1)
    if position.greek_supply[position.active] > 0:
        offer(menu, position.actions.greek_at, effects.roomy(position, GREEK))
    if position.ship_supply[position.active] > 0:
        offer(menu, position.actions.ship_at, effects.roomy(position, SHIP))
    offer(menu, position.actions.draw_at, gods_to_draw(position))


def gods_to_draw(position: Position) -> i64:
    """Mask of the gods of whom the active player may hold one more card. §3.1 §5.2"""
    total: i64 = 0
    mask: i64 = 0
    god: i64
    for god in range(len(GODS)):
        held: i64 = position.cards_of(position.active, god)
        total += held
        if held < position.parts.most_of_a_god:
            mask = mask | BIT[god]
    if total >= position.parts.most_cards:
        return 0
    return mask


def placements(position: Position, menu: vec[i64], by_ships: bool, enough: i64) -> None:
    """The actions that lay the tile in hand somewhere. §2.4"""
    first: i64 = position.actions.lay_at
    tile: i64 = position.tile
    for word in range(position.parts.words):
        rest: i64 = position.coast[word]
        while rest != 0 and menu[0] < LINE * enough:
            cell: i64 = WORD * word + lowest(rest)
            rest = rest & (rest - 1)
            offer(menu, first + SIDES * cell, effects.turns_allowed(position, tile, cell, by_ships))


def landings(position: Position, menu: vec[i64], enough: i64) -> None:
    """Lay the tile, pick one of several, or let the voyage fail. §5.3 §3.4"""
    if position.tile == NONE:
        shown: i64 = 0
        for tile in range(len(position.cell_of)):
            if position.cell_of[tile] == REVEALED and effects.has_placement(position, tile, True):
                shown = shown | BIT[tile]
        offer(menu, position.actions.pick_at, shown)
    else:
        placements(position, menu, True, enough)
    offer(menu, position.actions.fail_at, 1)


def regroupings(position: Position, menu: vec[i64], enough: i64) -> None:
    """Moves between own cities; after a voyage or attack only into the new ones; or end the turn. §5.5"""
    offer(menu, position.actions.end_at, 1)
    if position.moves_left == 0:
        return
    own: i64 = position.cities[position.active]
    goals: i64 = own
    if position.new_cities != 0 or position.settled > 0:
        goals = own & position.new_cities
    moves(position, menu, GREEK, own & position.spare, goals & ~position.full_of_greeks, enough)
    moves(position, menu, SHIP, own & position.with_ship, goals & ~position.full_of_ships, enough)


def moves(position: Position, menu: vec[i64], piece: i64, sources: i64, goals: i64, enough: i64) -> None:
    """From each of some cities to the others, but not straight back. §5.5 §Q37"""
    if goals == 0:
        return
    first: i64 = position.actions.move_greek_at
    if piece == SHIP:
        first = position.actions.move_ship_at
    tiles: i64 = len(position.cell_of)
    reached: i64 = effects.arrivals(position, piece)
    rest: i64 = sources
    while rest != 0 and menu[0] < LINE * enough:
        source: i64 = lowest(rest)
        rest = rest & (rest - 1)
        others: i64 = goals & ~BIT[source]
        if (reached & BIT[source]) != 0:
            others = others & ~effects.straight_back(position, piece, source)
        offer(menu, first + source * tiles, others)


def cards_to_play(position: Position, menu: vec[i64]) -> None:
    """Cards with a legal use, alone or with a favour. §3.6 §6.2"""
    seat: i64 = position.asked()
    rest: i64 = effects.open_kinds(position, seat)
    kinds: i64 = 0
    while rest != 0:
        kind: i64 = lowest(rest)
        rest = rest & (rest - 1)
        if position.free_cards(seat, kind) > 0 and effects.has_use(position, kind):
            kinds = kinds | BIT[kind]
    if kinds != 0:
        offer(menu, position.actions.play_at, kinds)
        if position.free_cards(seat, FAVOUR) > 0:
            offer(menu, position.actions.play_keep_at, kinds)


# ---- the other questions ----


def answers(position: Position, menu: vec[i64]) -> None:
    """Let the card stand, or lay a thunderbolt on a card of the frame on top not aimed at yet. §6.2 §Q17 §Q33"""
    offer(menu, position.actions.pass_at, 1)
    top: i64 = position.frames - 1
    seat: i64 = 1 - position.frame_seat(top)
    if position.free_cards(seat, THUNDERBOLT) == 0:
        return
    aims: i64 = 0
    if (position.frame_answered[top] & MAIN) == 0:
        aims = aims | BIT[position.frame_card[top]]
    if position.frame_keep[top] != 0 and (position.frame_answered[top] & KEEPER) == 0:
        aims = aims | BIT[FAVOUR]
    offer(menu, position.actions.void_at, aims)
    if position.free_cards(seat, FAVOUR) > 0:
        offer(menu, position.actions.void_keep_at, aims)


def finish_after(position: Position, menu: vec[i64], kind: i64) -> None:
    """After the first piece one may stop. §3.6"""
    if position.left < position.parts.value[kind]:
        offer(menu, position.actions.done_at, 1)


def trades(position: Position, menu: vec[i64]) -> None:
    """Ships of one city become Greeks, one by one. §3.3"""
    mask: i64 = effects.trade_cities(position)
    if position.spot != NONE:
        offer(menu, position.actions.done_at, 1)
        mask = mask & BIT[position.spot]
    offer(menu, position.actions.trade_at, mask)


def top_tiles(position: Position) -> i64:
    """Any tile of the stack; when only tiles put under it are left, the first of them. §4.3 §5.3"""
    mask: i64 = position.stack()
    if mask == 0 and position.queued > 0:
        return BIT[position.queue[0]]
    return mask


def top_cards(position: Position) -> i64:
    """Any card of the stack in question. §4.1 §5.2"""
    mask: i64 = 0
    first: i64 = OF_A_GOD * position.spot
    for kind in range(first, first + OF_A_GOD):
        if position.deck[kind] > 0:
            mask = mask | BIT[kind]
    return mask


def loot(position: Position) -> i64:
    """Any card of the opponent's hand. §3.5"""
    mask: i64 = 0
    for kind in range(KINDS):
        if position.free_cards(1 - position.active, kind) > 0:
            mask = mask | BIT[kind]
    return mask


def recalls(position: Position) -> i64:
    """Cards of the piles that fit the hand. §3.5"""
    mask: i64 = 0
    for kind in range(KINDS):
        if effects.may_recall(position, kind):
            mask = mask | BIT[kind]
    return mask


# ---- chance ----


def weights(position: Position) -> list[int]:
    """How many components are behind each action of a draw. §3.1 §4.3 §5.3"""
    menu: vec[i64] = menu_of(position, ALL)
    if position.step not in (DEAL, DRAW_CARD, STEAL):
        return [1] * int(count(menu))
    out: list[int] = []
    rest: i64 = menu[2]
    while rest != 0:
        kind: i64 = lowest(rest)
        rest = rest & (rest - 1)
        if position.step == STEAL:
            out.append(int(position.free_cards(1 - position.active, kind)))
        else:
            out.append(int(position.deck[kind]))
    return out
