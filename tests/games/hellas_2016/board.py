"""Positions for tests: pieces by the specification's coordinates."""

from __future__ import annotations

from agon.core.numbers import BIT, WORD
from agon.core.state import NONE
from agon.games.hellas_2016 import GAME, effects
from agon.games.hellas_2016.parts import HOUSE, PALACE, SQUARE
from agon.games.hellas_2016.questions import TAKE_SPACE
from agon.games.hellas_2016.rules import Rules, new

At = tuple[int, int]

RED, BLUE, GREEN = 0, 1, 2
KIND = {"H": HOUSE, "P": PALACE, "S": SQUARE}
START_TILES = (12, 18, 31)


def empty(seats: int = 3, tiles: tuple[int, int, int] = START_TILES, start: int = 0, **options: str) -> Rules:
    """Set up as far as the first action stone, but without starting houses; `start` is the start player."""
    state = new(GAME.parts, GAME.actions, seats, GAME.settings(options))
    state.start_houses = 0
    for tile in tiles:
        play(state, f"tile {tile}")
    play(state, f"start {start}")
    assert state.step == TAKE_SPACE
    return state


def play(state: Rules, *texts: str) -> None:
    """Play actions, each of which must be legal."""
    for text in texts:
        action = GAME.space.parse(text)
        assert action in state.legal(), f"{text}: {GAME.why_not(state, action)}"
        state.apply(action)


def legal(state: Rules) -> list[str]:
    return [GAME.space.text(a) for a in state.legal()]


def cell(state: Rules, at: At) -> int:
    """The number of the space at these axial coordinates."""
    return next(c for c, h in state.side.hexes.items() if h == at)


def name(state: Rules, at: At) -> str:
    """Its name in the notation."""
    return state.parts.cells[cell(state, at)]


def quarry(state: Rules, number: int) -> str:
    """The name of the space of quarry Q<number>."""
    return state.parts.cells[int(state.side.quarries[number - 1])]


def temple(state: Rules, number: int) -> str:
    return state.parts.cells[int(state.side.temples[number - 1])]


def put(state: Rules, seat: int, pieces: str, *places: At) -> None:
    """Place pieces without paying: a letter for all places, or one each ("HPS")."""
    for letter, at in zip(pieces * len(places) if len(pieces) == 1 else pieces, places, strict=True):
        effects.put(state, seat, KIND[letter], cell(state, at))


def statue(state: Rules, *places: At) -> None:
    for at in places:
        c = cell(state, at)
        state.island.statues[c // WORD] |= BIT[c % WORD]
        state.statues_left -= 1
        effects.occupy(state, c)


def columns(state: Rules, *standing: int) -> None:
    for temple_, n in enumerate(standing):
        state.temples.columns[temple_] = n


def quarries(state: Rules, tops: dict[int, int], closed: tuple[int, ...] = (), worker: int = 0) -> None:
    """Active quarries with their top tiles, closed ones, and the worker's; all others are empty."""
    for tile in range(1, state.parts.tiles + 1):
        state.quarries.tile_at[tile] = NONE
    state.closed = 0
    for q in range(len(state.quarries.top)):
        state.quarries.top[q] = 0
    spare = [t for t in range(state.parts.tiles, 0, -1) if t not in tops.values()]
    for number in closed:
        tile = spare.pop()
        state.quarries.top[number - 1] = tile
        state.quarries.tile_at[tile] = number - 1
        state.closed |= BIT[number - 1]
    for number, tile in tops.items():
        state.quarries.top[number - 1] = tile
        state.quarries.tile_at[tile] = number - 1
    if worker:
        state.worker = worker - 1


def set_marble(state: Rules, *amounts: int) -> None:
    for seat, amount in enumerate(amounts):
        effects.gain(state, seat, amount - state.purse.marble[seat])


def tops(state: Rules) -> dict[int, int]:
    """The active quarries and their numbers."""
    return {q + 1: int(state.quarries.top[q]) for q in range(len(state.quarries.top)) if state.is_active(q)}


def income(state: Rules) -> list[int]:
    return [int(effects.income_of(state, seat)) for seat in range(state.seats())]


def points(state: Rules, seat: int) -> dict[str, int]:
    return GAME.scores(state)[seat]
