"""A position laid out by hand, for lessons and pictures: what is not named is empty, or as after set-up."""

from __future__ import annotations

from agon.core.layout import Layout
from agon.core.numbers import BIT, WORD
from agon.core.state import NONE
from agon.games.hellas_2016 import effects
from agon.games.hellas_2016.actions import Actions
from agon.games.hellas_2016.parts import HOUSE, PALACE, SQUARE, Parts
from agon.games.hellas_2016.rules import Rules, new


def arrange(parts: Parts, actions: Actions, seats: int, settings: dict[str, str], given: Layout) -> Rules:
    """Somebody is to take a space of the bar."""
    state = new(parts, actions, seats, settings)
    start = given.number("start", 0)
    state.start_houses = 0
    for _ in state.side.start_quarries:
        state.apply(state.legal()[0])
    state.apply(actions.parse(f"start {start}"))
    _lay_quarries(state, given)
    for kind, key in ((HOUSE, "houses"), (PALACE, "palaces"), (SQUARE, "squares")):
        for seat, spaces in enumerate(given.rows(key, seats)):
            for space in spaces.split():
                effects.put(state, seat, kind, _free(state, given, space))
    for space in given.text("statues").split():
        cell = _free(state, given, space)
        effects.occupy(state, cell)
        state.island.statues[cell // WORD] |= BIT[cell % WORD]
        state.statues_left -= 1
    for space, count in given.numbers("columns").items():
        state.temples.columns[int(state.side.temple_at[_cell(state, given, space)])] = count
    for seat, marble in enumerate(given.row("marble", seats, int(parts.start_marble))):
        effects.gain(state, seat, marble - state.purse.marble[seat])
    for seat, rings in enumerate(given.row("rings", seats, 0)):
        state.temples.rings[seat] = rings
        state.rings_left = max(0, state.rings_left - rings)
    state.phase = given.number("phase", 1) - 1
    for seat, stones in enumerate(given.row("stones", seats, parts.stones[seats][int(state.phase)])):
        state.taken.stones[seat] = stones
    for space, seat in given.numbers("taken").items():
        state.taken.bar[parts.bar.index(space)] = seat
    state.active = given.number("active", start)
    return state


def _cell(state: Rules, given: Layout, space: str) -> int:
    cell = state.parts.cells.index(space) if space in state.parts.cells else NONE
    if cell not in state.side.hexes:
        raise given.fault(f"{space} is no space of this side")
    return cell


def _free(state: Rules, given: Layout, space: str) -> int:
    """A space that can be built on."""
    cell = _cell(state, given, space)
    if not state.island.free[cell // WORD] & BIT[cell % WORD]:
        raise given.fault(f"on {space} nothing can be built")
    return cell


def _lay_quarries(state: Rules, given: Layout) -> None:
    """Active quarries with their top tiles, closed ones, and the worker's; all others are empty."""
    if not given.has("quarries"):
        return
    for tile in range(1, state.parts.tiles + 1):
        state.quarries.tile_at[tile] = NONE
    for quarry in range(len(state.quarries.top)):
        state.quarries.top[quarry] = 0
    active = given.numbers("quarries")
    spare = [tile for tile in range(state.parts.tiles, 0, -1) if tile not in active.values()]
    closed = {space: spare.pop(0) for space in given.text("closed").split()}
    for space, tile in (active | closed).items():
        quarry = int(state.side.quarry_at[_cell(state, given, space)])
        state.quarries.top[quarry] = tile
        state.quarries.tile_at[tile] = quarry
        if space in closed:
            state.closed |= BIT[quarry]
    state.worker = state.side.quarry_at[_cell(state, given, given.text("worker"))]
