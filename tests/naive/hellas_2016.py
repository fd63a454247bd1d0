"""An observation as named rows of numbers, for learning. Seats are turned so that the viewer comes first."""

from __future__ import annotations

from agon.core.state import NONE
from agon.games.hellas_2016 import effects
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.questions import QUESTIONS
from agon.games.hellas_2016.rules import Rules


def features(state: Rules, player: int) -> dict[str, list[float]]:
    """Named rows; lengths depend on the pack and the number of seats only (docs/games/hellas_2016.md)."""
    n = state.seats()
    turned = [(player + i) % n for i in range(n)]
    cells = range(len(state.parts.cells))
    tiles = float(state.parts.tiles)
    out: dict[str, list[float]] = {}
    island, top = state.island, state.quarries.top
    for name, masks in (("houses", island.houses), ("palaces", island.palaces), ("squares", island.squares)):
        out[name] = [float(int(masks[2 * s + c // 62]) >> c % 62 & 1) for s in turned for c in cells]
    out["statues"] = [float(int(island.statues[c // 62]) >> c % 62 & 1) for c in cells]
    out["free"] = [float(int(island.free[c // 62]) >> c % 62 & 1) for c in cells]
    out["quarry_number"] = [int(t) / tiles for t in top]
    out["quarry_marble"] = [
        float(state.parts.tile_marble[top[q]]) if state.is_active(q) else 0.0 for q in range(len(top))
    ]
    out["quarry_closed"] = [float(int(state.closed) >> q & 1) for q in range(len(top))]
    out["worker"] = [float(q == state.worker) for q in range(len(top))]
    out["stack"] = [float(place == NONE) for place in state.quarries.tile_at[1:]]
    out["tile"] = [int(state.tile) / tiles if state.tile > 0 else 0.0]
    out["columns"] = [int(c) / int(p) for c, p in zip(state.temples.columns, state.side.places, strict=True)]
    out["marble"] = [int(state.purse.marble[s]) / 10 for s in turned]
    out["income"] = [int(effects.income_of(state, s)) / 10 for s in turned]
    out["rings"] = [int(state.temples.rings[s]) / 5 for s in turned]
    out["stones"] = [int(state.taken.stones[s]) / 6 for s in turned]
    out["supply"] = [float(island.supply[3 * s + kind]) for s in turned for kind in range(3)]
    out["bar"] = [float(x != NONE and x != ABSENT) for x in state.taken.bar]
    out["phase"] = [float(p == state.phase) for p in range(int(state.parts.phases))]
    out["starter"] = [float(s == state.starter) for s in turned]
    out["next_starter"] = [float(s == state.marker) for s in turned]
    out["actor"] = [float(s == state.actor()) for s in turned]
    out["active"] = [float(s == state.active) for s in turned]
    out["step"] = [float(step == state.step) for step in range(len(QUESTIONS))]
    out["todo"] = [float(state.todo)]
    return out
