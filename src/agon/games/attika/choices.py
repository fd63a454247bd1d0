"""What may be answered: the menu of every question."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.menu import Menu
from agon.core.numbers import BIT, WORD
from agon.games.attika import effects
from agon.games.attika import questions as ask
from agon.games.attika.parts import KINDS, MAIN_STACK, STACKS, TURNS, WORDS
from agon.games.attika.position import BUILDING, REVEALING, UNDECIDED, Position
from agon.games.attika.scoring import Scored

FOR_ACTION: Final = 1  # masks of what an amphora is spent on
FOR_CARD: Final = 2


class Asked(Scored):
    """A position that knows what may be answered."""

    def menu(self, out: Menu) -> None:
        """What may be answered now."""
        step = self.step
        actions = self.actions
        if step == ask.DECIDE:
            turn(self, out)
        elif step == ask.PAY:
            out.offer(actions.pay.first, effects.payments(self))
        elif step == ask.DRAW_CARD:
            out.draw(actions.card.first, self.cards.deck, 0, KINDS)
        elif step == ask.CHOOSE_SPACE:
            spaces(self, out)
        elif step == ask.ANSWER:
            spaces(self, out)
            out.offer_one(actions.store.first)
        elif step == ask.DRAW_TOP:
            out.offer(actions.top.first, tops(self, self.active))
        elif step == ask.SETUP_TOP:
            out.offer(actions.top.first, tops(self, self.setup_seat()))
        elif step == ask.LAY:
            places_for_tile(self, out)
        elif step == ask.DRAW_TILE or step == ask.SETUP_TILE:
            out.offer(actions.tile.first, self.pile)
        elif step == ask.TURN or step == ask.SETUP_TURN:
            out.offer(actions.turn.first, BIT[TURNS] - 1)
        elif step == ask.SETUP_START:
            out.offer(actions.start.first, BIT[self.n] - 1)


def tops(position: Position, seat: i64) -> i64:
    """The main buildings lie in the first stack, the others anywhere in the other three. §2.4 §4.1"""
    if position.stack == MAIN_STACK:
        return position.store.unseen[seat] & position.parts.mains
    return position.store.unseen[seat] & ~position.parts.mains


def turn(position: Position, out: Menu) -> None:
    """What a turn still allows; the cards for unused actions are drawn before it ends. §4.5 §Q2"""
    actions = position.actions
    if may_act(position, REVEALING):
        out.offer(actions.reveal.first, stacks(position))
    if may_act(position, BUILDING):
        out.offer(actions.build.first, effects.buildable(position, position.active))
    if position.store.amphorae[position.active] > 0:
        out.offer(actions.amphora.first, amphora_uses(position))
    if position.drawing == 0 and (position.mode == UNDECIDED or position.left > 0):
        out.offer_one(actions.finish.first)
    else:
        out.offer_one(actions.end.first)


def may_act(position: Position, mode: i64) -> bool:
    """Reveals, or builds, are left: a turn never mixes them, and none follows a drawn card. §4.1 §4.2 §4.5 §Q20"""
    if position.drawing != 0:
        return False
    return position.mode == UNDECIDED or (position.mode == mode and position.left > 0)


def stacks(position: Position) -> i64:
    """The stacks that are not empty. §4.1 §4.6"""
    heights = position.store.stacks
    mask: i64 = 0
    for stack in range(STACKS):
        if heights[STACKS * position.active + stack] > 0:
            mask = mask | BIT[stack]
    return mask


def amphora_uses(position: Position) -> i64:
    """One more action once there was one; a card, if one is left for it. §4.4 §Q13 §Q26"""
    mask: i64 = 0
    if position.drawing == 0 and position.mode != UNDECIDED:
        mask = FOR_ACTION
    if position.cards_left() > effects.cards_due(position):
        mask = mask | FOR_CARD
    return mask


def spaces(position: Position, out: Menu) -> None:
    """Free spaces on which the building in hand can be paid. §4.1 §5.1 §5.4

    Masks are over slots and actions over cells, whose order is another.
    """
    out.sorts = True
    first = position.actions.place.first
    for word in range(WORDS):
        slots = effects.affordable(position, position.active, position.building, word)
        out.offer_places(first, slots, position.map.cells, WORD * word)


def places_for_tile(position: Position, out: Menu) -> None:
    """Where the centre of the tile in hand may go. §8.3"""
    first = position.actions.lay.first
    rim = position.map.rim
    for word in range(len(rim)):
        out.offer(first + WORD * word, rim[word])
