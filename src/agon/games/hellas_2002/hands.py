"""God cards in hands and piles, and what everybody knows of them. (A file of its own: no other game locks cards.)"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.games.hellas_2002.parts import FAVOUR, GODS, KINDS, OF_A_GOD, RECALL, THUNDERBOLT, ZEUS
from agon.games.hellas_2002.position import (
    FREE,
    KEEPER,
    KNOWN,
    LOCKED,
    LONG_LOCKED,
    MAIN,
    SECRET,
    SHOWN,
    SLOTS,
    VIEWS,
    Position,
    slot,
)

OF_GOD: Final = vec[i64]([63, 63 * 64, 63 * 64 * 64])  # masks of the six kinds of each god

# ---- §3.1 cards come and go ----


def give(position: Position, seat: i64, kind: i64, lock: i64, view: i64) -> None:
    """A card comes into a hand. §3.1"""
    cards = position.cards = position.cards.own()
    at = slot(seat, lock, view)
    cards.hand[KINDS * at + kind] += 1
    cards.hand_size[len(GODS) * at + kind // OF_A_GOD] += 1


def remove(position: Position, seat: i64, kind: i64, view: i64) -> None:
    """A card that is not locked leaves a hand."""
    cards = position.cards = position.cards.own()
    at = slot(seat, FREE, view)
    cards.hand[KINDS * at + kind] -= 1
    cards.hand_size[len(GODS) * at + kind // OF_A_GOD] -= 1


def leave(position: Position, seat: i64, kind: i64) -> None:
    """A card leaves a hand. Of equal cards the best known goes: what others know for sure is how many are left. §3.7"""
    for view in range(SHOWN, SECRET, -1):
        if position.cards.hand[KINDS * slot(seat, FREE, view) + kind] > 0:
            remove(position, seat, kind, view)
            return
    remove(position, seat, kind, SECRET)


def discard(position: Position, kind: i64) -> None:
    """A card goes on its god's open pile. §3.1"""
    position.cards = position.cards.own()
    position.cards.discard[kind] += 1


def draw_from_deck(position: Position, kind: i64) -> None:
    """A card leaves its stack; when it was the last, the pile is shuffled into a new stack at once. §3.1 §Q34"""
    cards = position.cards = position.cards.own()
    god = kind // OF_A_GOD
    cards.deck[kind] -= 1
    cards.deck_size[god] -= 1
    if cards.deck_size[god] == 0:
        for other in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
            cards.deck[other] += cards.discard[other]
            cards.deck_size[god] += cards.discard[other]
            cards.discard[other] = 0


def lay_down(position: Position, kind: i64) -> None:
    """A drawn card lies face down. §5.2"""
    position.cards = position.cards.own()
    position.cards.down[kind] += 1
    position.cards.down_size[kind // OF_A_GOD] += 1


def look_at_drawn(position: Position) -> None:
    """The face-down cards come to hand, locked; those of a late second wind till the extra turn ends. §5.2 §5.6"""
    cards = position.cards = position.cards.own()
    lock: i64 = LOCKED
    if position.extra_late != 0:
        lock = LONG_LOCKED
    for kind in range(KINDS):
        for _ in range(cards.down[kind]):
            give(position, position.active, kind, lock, SECRET)
        cards.down[kind] = 0
    for god in range(len(GODS)):
        cards.down_size[god] = 0


def shift_locks(position: Position, seat: i64, lock: i64, to: i64) -> None:
    """All cards of a hand with one lock get another. §5.6"""
    for view in range(VIEWS):
        a = slot(seat, lock, view)
        b = slot(seat, to, view)
        god: i64
        for god in range(len(GODS)):
            size = position.cards.hand_size[len(GODS) * a + god]
            if size > 0:
                cards = position.cards = position.cards.own()
                cards.hand_size[len(GODS) * b + god] += size
                cards.hand_size[len(GODS) * a + god] = 0
                for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
                    cards.hand[KINDS * b + kind] += cards.hand[KINDS * a + kind]
                    cards.hand[KINDS * a + kind] = 0


# ---- §3.5 recall and tribute ----


def can_recall(position: Position) -> bool:
    """Some pile holds a card that fits the hand once the recall, or the favour laid with it, has left it. §3.5 §3.6"""
    for kind in range(KINDS):
        if position.cards.discard[kind] > 0:
            god: i64 = kind // OF_A_GOD
            held = position.cards_of(position.active, god)
            if god == ZEUS:
                held -= 1
            if held < position.parts.most_of_a_god:
                return True
    return False


def may_recall(position: Position, kind: i64) -> bool:
    """A card of a pile that fits the hand, but not the recall itself nor the favour laid with it. §3.5"""
    left = position.cards.discard[kind]
    if kind == RECALL and (position.spent & MAIN) != 0:
        left -= 1
    if kind == FAVOUR and (position.spent & KEEPER) != 0:
        left -= 1
    return left > 0 and position.may_hold(position.active, kind // OF_A_GOD)


def recall(position: Position, kind: i64) -> None:
    """A card comes from its pile to hand, locked, and everybody saw it. §3.5 §3.7"""
    position.cards = position.cards.own()
    position.cards.discard[kind] -= 1
    give(position, position.active, kind, LOCKED, SHOWN)


def take_card(position: Position, kind: i64) -> None:
    """A card of the opponent comes to hand, or on the pile where the limits forbid it. §3.5 §3.7"""
    seat = position.active
    god = kind // OF_A_GOD
    if not position.may_hold(seat, god):
        leave(position, 1 - seat, kind)
        discard(position, kind)
        return
    if is_plain(position, 1 - seat, kind):
        remove(position, 1 - seat, kind, SHOWN)
        give(position, seat, kind, LOCKED, SHOWN)
        return
    blur(position, 1 - seat, god)
    if position.cards.hand[KINDS * slot(1 - seat, FREE, KNOWN) + kind] > 0:
        remove(position, 1 - seat, kind, KNOWN)
    else:
        remove(position, 1 - seat, kind, SECRET)
    give(position, seat, kind, LOCKED, KNOWN)


def is_plain(position: Position, seat: i64, kind: i64) -> bool:
    """Everybody knows all the seat's cards of this god, and all are alike: then they know which one was taken. §3.7"""
    god = kind // OF_A_GOD
    return position.cards.hand[KINDS * slot(seat, FREE, SHOWN) + kind] == position.cards_of(seat, god)


def blur(position: Position, seat: i64, god: i64) -> None:
    """Those who did not see which card went are sure of one card less of each kind. The two seats saw it. §3.7"""
    shown = slot(seat, FREE, SHOWN)
    for kind in range(OF_A_GOD * god, OF_A_GOD * (god + 1)):
        if position.cards.hand[KINDS * shown + kind] > 0:
            remove(position, seat, kind, SHOWN)
            give(position, seat, kind, FREE, KNOWN)


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


# ---- §6.4 what everybody may think a seat holds ----


def of_gods_held(position: Position, seat: i64, kinds: i64) -> i64:
    """Of some kinds of cards, those of gods of whom the seat has an unlocked card. §5.6 §6.4"""
    mask = kinds
    sizes = position.cards.hand_size
    at = len(GODS) * slot(seat, FREE, SECRET)
    god: i64
    for god in range(len(GODS)):
        if sizes[at + god] == 0 and sizes[at + len(GODS) + god] == 0 and sizes[at + 2 * len(GODS) + god] == 0:
            mask = mask & ~OF_GOD[god]
    return mask


def might_hold(position: Position, seat: i64, kind: i64) -> bool:
    """Whether, by what everybody knows, a seat may hold an unlocked card of this kind. §6.4"""
    cards = position.cards
    if cards.hand[KINDS * slot(seat, FREE, SHOWN) + kind] > 0:
        return True
    god = kind // OF_A_GOD
    hidden = cards.hand_size[len(GODS) * slot(seat, FREE, SECRET) + god]
    hidden += cards.hand_size[len(GODS) * slot(seat, FREE, KNOWN) + god]
    if hidden == 0:
        return False
    elsewhere = cards.discard[kind]
    if position.frames > 0:
        elsewhere += position.on_table(kind)
    for at in range(SHOWN, SLOTS, VIEWS):
        elsewhere += cards.hand[KINDS * at + kind]
    return elsewhere < position.parts.copies[kind]


def might_answer(position: Position, seat: i64) -> bool:
    """Whether, by what everybody knows, a seat may have a thunderbolt. §6.2 §6.4"""
    return not position.is_banned(seat) and might_hold(position, seat, THUNDERBOLT)
