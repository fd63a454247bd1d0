"""A position laid out by hand, for lessons and pictures: what is not named is empty, or as after set-up."""

from __future__ import annotations

from agon.core.layout import Layout
from agon.core.numbers import BIT, bits
from agon.core.state import NONE
from agon.games.attika import effects
from agon.games.attika.actions import Actions
from agon.games.attika.parts import KINDS, LETTERS, MAIN_STACK, STACKS, Parts
from agon.games.attika.position import BUILDING, REVEALING
from agon.games.attika.rules import Rules, new

MODES = {"reveal": REVEALING, "build": BUILDING}


def arrange(parts: Parts, actions: Actions, seats: int, settings: dict[str, str], given: Layout) -> Rules:
    """A seat is about to begin its turn, or in the middle of it (`mode`, `left`)."""
    state = new(parts, actions, seats, settings)
    active = given.number("active", 0)
    tiles = given.text("tiles").split() or parts.faces[: len(state.layout.centres)]
    turns = given.text("turns").split() or ["0"] * len(tiles)
    for face, turn in zip(tiles, turns, strict=True):
        state.apply(actions.parse(f"tile {face}"))
        state.apply(actions.parse(f"turn {turn}"))
    while actions.text(state.legal()[0]).startswith("top"):
        state.apply(state.legal()[0])
    state.apply(actions.parse(f"start {active}"))
    while state.actor() < 0:
        state.apply(state.legal()[0])
    for seat, cards in enumerate(given.rows("hands", seats)):
        _hold(state, seat, cards)
    buildings = zip(given.rows("built", seats), given.rows("storage", seats), strict=True)
    for seat, (built, stored) in enumerate(buildings):
        _build(state, given, seat, built.split(), stored.split())
    for seat, amphorae in enumerate(given.row("amphorae", seats, 0)):
        state.store.amphorae[seat] = amphorae
        state.supply -= amphorae
    if given.has("mode"):
        state.mode = MODES[given.text("mode")]
        state.left = given.number("left", 0)
    return state


def _hold(state: Rules, seat: int, cards: str) -> None:
    """Exactly these cards, as if dealt from the deck just shuffled."""
    state.cards = state.cards.own()
    for kind, letter in enumerate(LETTERS):
        at = KINDS * seat + kind
        change = cards.count(letter) - state.cards.hands[at]
        state.cards.hands[at] += change
        state.cards.held[seat] += change
        state.cards.deck[kind] -= change
        state.deck_left -= change
        state.cards.fresh[seat] += change


def _build(state: Rules, given: Layout, seat: int, built: list[str], stored: list[str]) -> None:
    """Buildings as "city@E0S0" on the map, these in storage, and all others in the stacks."""
    parts = state.parts
    state.store = state.store.own()
    places = [word.partition("@")[::2] for word in built]
    gone = 0
    for name in [*(name for name, _ in places), *stored]:
        if name not in parts.buildings:
            raise given.fault(f"there is no building {name}")
        gone |= int(BIT[parts.buildings.index(name)])
    everything = (1 << int(parts.count)) - 1
    state.store.storage[seat] = sum(int(BIT[parts.buildings.index(name)]) for name in stored)
    unseen = everything & ~gone
    state.store.unseen[seat] = unseen
    mains = len(bits(unseen & int(parts.mains)))
    others = len(bits(unseen & ~int(parts.mains)))
    for stack in range(int(STACKS)):
        rest, more = divmod(others, int(STACKS) - 1)
        height = mains if stack == MAIN_STACK else rest + (1 if stack <= more else 0)
        state.store.stacks[STACKS * seat + stack] = height
    for name, space in places:
        slot = int(state.map.slot_of(parts.cells.index(space))) if space in parts.cells else NONE
        if slot == NONE or not state.is_free(slot):
            raise given.fault(f"{space} is no free space")
        effects.put(state, seat, parts.buildings.index(name), slot)
