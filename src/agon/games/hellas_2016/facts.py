"""The position as JSON, under the specification's own names: for referees, other engines, and `agon show --json`."""

from __future__ import annotations

from typing import Final

from agon.core.game import Json, Place
from agon.core.hexgrid import middle
from agon.core.numbers import cells, or_none
from agon.core.state import NONE
from agon.games.hellas_2016.parts import PIECES, WORDS
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.questions import QUESTIONS
from agon.games.hellas_2016.rules import Rules

# What the arguments of verbs are, for policies that choose them one by one (agon.research.factored); others: pieces.
FACTORS: Final = dict.fromkeys(("house", "palace", "square", "statue", "cover", "worker", "column"), ("place",))


def facts(state: Rules) -> dict[str, Json]:
    """Everything on the table; axial coordinates as [q, r], owners by seat number."""
    return {
        "side": state.side.name,
        "phase": min(int(state.phase) + 1, int(state.parts.phases)),
        "decision": QUESTIONS[int(state.step)].name,
        "activePlayer": or_none(state.active),
        "startPlayer": or_none(state.starter),
        "nextStartPlayer": or_none(state.marker),
        "players": [_player(state, seat) for seat in range(state.seats())],
        "pieces": _pieces(state),
        "statues": [_at(state, cell) for cell in cells(state.island.statues, 0, WORDS)],
        "quarries": [_quarry(state, q) for q in range(len(state.quarries.top))],
        "worker": None if state.worker == NONE else f"Q{state.worker + 1}",
        "temples": [
            {
                "id": f"T{t + 1}",
                "at": _at(state, int(state.side.temples[t])),
                "columns": int(state.temples.columns[t]),
                "places": int(state.side.places[t]),
            }
            for t in range(len(state.temples.columns))
        ],
        "bar": {n: or_none(s) for n, s in zip(state.parts.bar, state.taken.bar, strict=True) if s != ABSENT},
        "space": None if state.space == NONE else state.parts.bar[int(state.space)],
        "stack": list[Json](state.stack()),
        "tile": or_none(state.tile),
        "columnsToRaise": int(state.todo),
        "supply": {"statues": int(state.statues_left), "rings": int(state.rings_left)},
    }


def _at(state: Rules, cell: int) -> list[Json]:
    return [*state.side.hexes[cell]]


def _player(state: Rules, seat: int) -> dict[str, Json]:
    return {
        "seat": seat,
        "marble": int(state.purse.marble[seat]),
        "rings": int(state.temples.rings[seat]),
        "stones": int(state.taken.stones[seat]),
        "houses": int(state.island.supply[3 * seat]),
        "palaces": int(state.island.supply[3 * seat + 1]),
        "squares": int(state.island.supply[3 * seat + 2]),
    }


def _pieces(state: Rules) -> list[Json]:
    out: list[Json] = []
    for kind, masks in zip(PIECES, (state.island.houses, state.island.palaces, state.island.squares), strict=False):
        for seat in range(state.seats()):
            for cell in cells(masks, WORDS * seat, WORDS * (seat + 1)):
                out.append({"kind": kind, "seat": seat, "at": _at(state, cell), "space": state.parts.cells[cell]})
    return out


def _quarry(state: Rules, quarry: int) -> dict[str, Json]:
    closed = bool(int(state.closed) >> quarry & 1)
    top = int(state.quarries.top[quarry])
    return {
        "id": f"Q{quarry + 1}",
        "at": _at(state, int(state.side.quarries[quarry])),
        "state": "closed" if closed else "active" if top else "empty",
        "top": top or None,
        "marble": int(state.parts.tile_marble[top]) if top and not closed else 0,
        "tiles": [t for t in range(1, state.parts.tiles + 1) if state.quarries.tile_at[t] == quarry],
    }


def size(state: Rules) -> int:
    """The pieces on the island: what grows as a game goes on."""
    return len(_pieces(state))


def where(state: Rules, action: int) -> Place | None:
    """The place an action points at, by the geometry of the pack."""
    if state.actions.verb(action).domains != [state.parts.cells]:
        return None
    h = state.side.hexes.get(state.actions.arguments(action)[0])
    return None if h is None else middle(h)


def slots(state: Rules) -> list[str]:
    """The hexes in the order of the features' rows."""
    return list(state.parts.cells)
