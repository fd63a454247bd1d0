"""Positions for the tests: a table after set-up, and words to lay things on it."""

from __future__ import annotations

from agon.core.numbers import BIT
from agon.core.state import CHANCE, NONE
from agon.games.olympos import GAME, effects, scoring
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import CARD_KINDS, CARDS, CHOICES, DISCOVERIES, GODS, KINDS, RESOURCES, WIDTH
from agon.games.olympos.rules import Rules, new

PARTS = GAME.parts
ACTIONS = GAME.actions
RED, BLUE, GREEN, SAFFRON, VIOLET = range(5)


def table(seats: int = 4) -> Rules:
    """After set-up: tiles in the order of the specification, nothing blocked, no cubes, seat 0 on top at space 0."""
    state = new(PARTS, ACTIONS, seats, {})
    for _ in range(len(PARTS.cells) + WIDTH):
        if state.step == 0:
            state.apply(state.legal()[0])
    for seat in reversed(range(1, seats)):
        state.apply(ACTIONS.parse(f"token {seat}"))
    assert list(state.track.queue) == list(range(seats))
    state.tribes = PARTS.starred
    state.step = ask.TAKE_TURN
    state.begin_turn()
    return state


def territory(name: str) -> int:
    return PARTS.territories.index(name)


def lay(state: Rules, cell: str, discovery: str) -> None:
    """Swap tiles of a row so that this discovery lies on this cell."""
    here, what = PARTS.cells.index(cell), DISCOVERIES.index(discovery)
    there = list(state.board.tile_at).index(what)
    state.board.tile_at[there] = state.board.tile_at[here]
    state.board.tile_at[here] = what


def lay_wonder(state: Rules, column: str, wonder: str) -> None:
    """Swap wonders so that this one lies under this column."""
    here, what = "ABCDE".index(column), PARTS.wonders.index(wonder)
    there = list(state.board.wonder_at).index(what)
    state.board.wonder_at[there] = state.board.wonder_at[here]
    state.board.wonder_at[here] = what


def settle(state: Rules, name: str, *seats: int) -> None:
    """Settlers on a territory, bottom to top; no tribe is left there."""
    place = territory(name)
    state.tribes &= ~BIT[place]
    for seat in seats:
        effects.put(state, place, seat)
        state.camps.bank[4] += 1


def own(state: Rules, seat: int, *discoveries: str) -> None:
    """Discovery tiles, taken from the board if one is left there."""
    for name in discoveries:
        number = DISCOVERIES.index(name)
        state.board.discovered[seat] |= BIT[number]
        cell = list(state.board.tile_at).index(number)
        state.board.copies[cell] -= 1 if state.board.copies[cell] else 0


def discount(state: Rules, seat: int, *resources: str) -> None:
    """Money and Agriculture tiles."""
    for resource in resources:
        own(state, seat, "agriculture" if resource in ("grain", "wood") else "money")
        effects.take_discount(state, seat, RESOURCES.index(resource))


def cubes(state: Rules, seat: int, **amounts: int) -> None:
    for resource, count in amounts.items():
        effects.give_cubes(state, seat, RESOURCES.index(resource), count)


def hourglasses(state: Rules, seat: int, count: int) -> None:
    effects.give_hourglasses(state, seat, count)


def deal(state: Rules, seat: int, *cards: str) -> None:
    """Destiny cards from the deck into a hand."""
    for card in cards:
        kind = CARDS.index(card)
        state.cards.deck[kind] -= 1
        state.deck_size -= 1
        effects.take_card(state, seat, kind)


def track(state: Rules, *spaces: tuple[int, int]) -> None:
    """(seat, space) pairs; on one space the earlier named lies above. All Zeus spaces behind a token were reached."""
    for seat, space in spaces:
        state.track.space_of[seat] = space
        for z, zeus in enumerate(PARTS.zeus):
            if zeus <= space:
                state.track.reached[z] |= BIT[seat]
    named = [seat for seat, _ in spaces]
    rest = [int(s) for s in state.track.queue if s not in named]
    for at, seat in enumerate(sorted([*named, *rest], key=lambda s: state.track.space_of[s])):
        state.track.queue[at] = seat
    state.begin_turn()


def marker(state: Rules, seat: int, cell: str, place: int = 1) -> None:
    """A bonus marker."""
    number = PARTS.cells.index(cell)
    state.board.bonus_of[CHOICES * number + place - 1] = seat
    state.board.markers[WIDTH * seat + number % WIDTH] += 1


def legal(state: Rules, verb: str = "") -> list[str]:
    """What may be played, as text; of one verb if named."""
    texts = [ACTIONS.text(a) for a in state.legal()]
    return [t for t in texts if not verb or t.split()[0] == verb]


def play(state: Rules, *texts: str) -> None:
    """Play these actions, each of them legal."""
    for text in texts:
        action = ACTIONS.parse(text)
        assert action in state.legal(), f"{text}: legal are {legal(state)[:60]}"
        state.apply(action)


def turn_of(state: Rules, seat: int) -> None:
    """It is this seat's turn, wherever its token lies."""
    state.active = seat
    state.last_turn = 1 if state.track.space_of[seat] >= PARTS.last_zeus else 0
    state.step = ask.TAKE_TURN


def price(state: Rules, goal: str) -> int:
    """What the cheapest settler of the active seat pays for a territory."""
    present = effects.presence(state, state.active)
    return int(effects.expansion_price(state, state.active, present, territory(goal)))


def stack(state: Rules, name: str) -> list[int]:
    """The settlers there, bottom to top."""
    return state.stack(territory(name))


def tiles(state: Rules, seat: int) -> dict[str, int]:
    """Territory tiles by resource, those one has."""
    counts = {r: int(state.tiles(seat, n)) for n, r in enumerate(RESOURCES)}
    return {r: count for r, count in counts.items() if count}


def cubes_of(state: Rules, seat: int) -> dict[str, int]:
    counts = {r: int(state.camps.cubes[KINDS * seat + n]) for n, r in enumerate(RESOURCES)}
    return {r: count for r, count in counts.items() if count}


def hand(state: Rules, seat: int) -> list[str]:
    return [CARDS[k] for k in range(CARD_KINDS) for _ in range(state.cards.hand[CARD_KINDS * seat + k])]


def struck(state: Rules, god: str) -> list[int]:
    """The seats a god reaches now."""
    mask = int(effects.struck_by(state, GODS.index(god)))
    return [seat for seat in range(state.seats()) if mask >> seat & 1]


def spaces(state: Rules) -> list[int]:
    return [int(s) for s in state.track.space_of]


def total(state: Rules, seat: int) -> int:
    return int(scoring.total(state, seat))


def settle_draws(state: Rules, *draws: str) -> None:
    """The named draws, then whatever comes first until somebody decides."""
    for text in draws:
        assert state.actor() == CHANCE
        play(state, text)
    while state.actor() == CHANCE:
        state.apply(state.legal()[0])


def controller(state: Rules, name: str) -> int | None:
    seat = int(state.controller(territory(name)))
    return None if seat == NONE else seat
