"""The rules a second time, slow and plain: which paragraph forbids an action? It must not ask legal()."""

from __future__ import annotations

from agon.core.game import Reason
from agon.core.state import NONE
from terraces.actions import CARD, PASS, PLANT, SPACE, TERRACES
from terraces.rules import SEATS, Terraces


def reason(state: Terraces, action: int) -> Reason | None:
    """None, or why this may not be played."""
    verb = SPACE.verb(action)
    if NONE in list(state.cards):
        return _draw(state, action) if verb is CARD else Reason("§2", "cards_first")
    if all(_refuse(state, seat, place) for seat in range(SEATS) for place in range(TERRACES)):
        return Reason("§5", "over")
    if verb is CARD:
        return Reason("§2", "cards_drawn")
    if verb is PLANT:
        return _refuse(state, state.turn, action - PLANT.first)
    assert verb is PASS
    can = any(_refuse(state, state.turn, place) is None for place in range(TERRACES))
    return Reason("§4", "can_plant") if can else None


def _draw(state: Terraces, action: int) -> Reason | None:
    return None if state.pile[action - CARD.first] > 0 else Reason("§2", "none_left")


def _refuse(state: Terraces, seat: int, place: int) -> Reason | None:
    """Why this seat cannot plant here. §3"""
    row = [NONE, *state.trees, NONE]  # with room on both sides
    if row[place + 1] != NONE:
        return Reason("§3", "taken", {"place": place + 1})
    if seat in (row[place], row[place + 2]):
        return Reason("§3", "beside", {"place": place + 1})
    return None
