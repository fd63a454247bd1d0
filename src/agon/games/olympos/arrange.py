"""A position laid out by hand, for lessons and pictures: what is not named is empty, or as after set-up."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.layout import Layout
from agon.core.numbers import BIT
from agon.core.state import NONE
from agon.games.olympos import effects
from agon.games.olympos import questions as ask
from agon.games.olympos.actions import Actions
from agon.games.olympos.parts import CARDS, CHOICES, COLUMNS, DISCOVERIES, RESOURCES, WIDTH, Parts
from agon.games.olympos.position import BANK_SETTLERS
from agon.games.olympos.rules import Rules, new


def arrange(parts: Parts, actions: Actions, seats: int, settings: dict[str, str], given: Layout) -> Rules:
    """A turn is about to begin; the seat furthest back plays, on one space the first of them."""
    state = new(parts, actions, seats, settings)
    while state.step == ask.DEAL_TILES:
        state.apply(state.legal()[0])
    for seat in reversed(range(1, seats)):
        state.apply(actions.parse(f"token {seat}"))
    state.blocked = _mask(state, given, "blocked")
    state.tribes = parts.starred & ~state.blocked & ~_mask(state, given, "no_tribe")
    state.step = ask.TAKE_TURN
    _lay_board(state, given)
    for name, stack in given.words("settlers").items():
        territory = _territory(state, given, name)
        state.tribes &= ~BIT[territory]
        for disc in stack.split():
            effects.put(state, territory, int(disc))
            state.camps.bank[BANK_SETTLERS] += 1
    for seat in range(seats):
        _furnish(state, given, seat)
    _stand(state, given)
    state.begin_turn()
    return state


def _territory(state: Rules, given: Layout, name: str) -> int:
    if name not in state.parts.territories:
        raise given.fault(f"there is no territory {name}")
    return state.parts.territories.index(name)


def _mask(state: Rules, given: Layout, key: str) -> int:
    return sum(int(BIT[_territory(state, given, name)]) for name in given.text(key).split())


def _lay_board(state: Rules, given: Layout) -> None:
    """Discoveries and wonders change places until those named lie where they should."""
    for cell, name in given.words("cells").items():
        _swap(state.board.tile_at, state.parts.cells.index(cell), DISCOVERIES.index(name))
    for column, name in given.words("wonders").items():
        _swap(state.board.wonder_at, COLUMNS.index(column), state.parts.wonders.index(name))


def _swap(row: vec[i64], here: int, what: int) -> None:
    there = list(row).index(what)
    row[there] = row[here]
    row[here] = what


def _furnish(state: Rules, given: Layout, seat: int) -> None:
    """What lies before a seat."""
    seats = state.seats()
    for name in given.rows("discoveries", seats)[seat].split():
        number = DISCOVERIES.index(name)
        state.board.discovered[seat] |= BIT[number]
        cell = list(state.board.tile_at).index(number)
        state.board.copies[cell] -= 1 if state.board.copies[cell] else 0
    for resource in given.rows("discounts", seats)[seat].split():
        effects.take_discount(state, seat, RESOURCES.index(resource))
    for resource in given.rows("cubes", seats)[seat].split():
        effects.give_cubes(state, seat, RESOURCES.index(resource), 1)
    effects.give_hourglasses(state, seat, given.row("hourglasses", seats, 0)[seat])
    effects.give_prestige(state, seat, given.row("prestige", seats, 0)[seat])
    for card in given.rows("hands", seats)[seat].split():
        kind = CARDS.index(card)
        state.cards.deck[kind] -= 1
        state.deck_size -= 1
        effects.take_card(state, seat, kind)
    for place in given.rows("markers", seats)[seat].split():
        number = state.parts.cells.index(place)
        free = [p for p in range(CHOICES) if state.board.bonus_of[CHOICES * number + p] == NONE]
        state.board.bonus_of[CHOICES * number + free[0]] = seat
        state.board.markers[WIDTH * seat + number % WIDTH] += 1


def _stand(state: Rules, given: Layout) -> None:
    """The tokens; all Zeus spaces behind a token were reached."""
    seats = state.seats()
    for seat, space in enumerate(given.row("track", seats, 0)):
        state.track.space_of[seat] = space
        for number, zeus in enumerate(state.parts.zeus):
            if zeus <= space:
                state.track.reached[number] |= BIT[seat]
    order = sorted(range(seats), key=lambda seat: (int(state.track.space_of[seat]), seat))
    for place, seat in enumerate(order):
        state.track.queue[place] = seat
