"""The rows of Attika a second time, written for reading.

The map is given slot by slot (seven a tile, in laying order) with its coordinates, so that the rows keep their length
while the board grows.
"""

from __future__ import annotations

from agon.core.numbers import WORD
from agon.core.state import NONE
from agon.games.attika import questions as ask
from agon.games.attika import value
from agon.games.attika.parts import BUILDINGS, GROUPS, KINDS, PETALS, STACKS, WORDS
from agon.games.attika.rules import Rules

SPAN = 50.0  # coordinates stay below this
MODES = 3


def features(state: Rules, player: int) -> dict[str, list[float]]:
    """Named rows; lengths depend on the pack and the number of seats only (docs/games/attika.md)."""
    n = state.seats()
    parts = state.parts
    turned = [(player + i) % n for i in range(n)]
    slots = range(PETALS * len(parts.faces))
    laid = PETALS * int(state.map.laid)
    out: dict[str, list[float]] = {}
    out["space"] = [float(s < laid) for s in slots]
    out["q"] = [int(parts.q[int(state.map.cells[s])]) / SPAN if s < laid else 0.0 for s in slots]
    out["r"] = [int(parts.r[int(state.map.cells[s])]) / SPAN if s < laid else 0.0 for s in slots]
    for kind in range(KINDS):
        out[f"symbol_{kind}"] = [float(s < laid and state.map.symbols[s] == kind) for s in slots]
    gates = state.map.gates
    for shrine in range(len(state.layout.shrines)):
        out[f"shrine_{shrine}"] = [float(int(gates[WORDS * shrine + s // WORD]) >> s % WORD & 1) for s in slots]
    for place, seat in enumerate(turned):
        own = {int(state.land.built[BUILDINGS * seat + b]) for b in range(BUILDINGS)} - {NONE}
        out[f"own_{place}"] = [float(s in own) for s in slots]
    out["built"] = _per_building(state, turned, "built")
    out["stored"] = _per_building(state, turned, "stored")
    out["unseen"] = _per_building(state, turned, "unseen")
    out["stacks"] = [int(state.store.stacks[STACKS * s + k]) / 8 for s in turned for k in range(STACKS)]
    out["awarded"] = [float(int(state.store.awarded[s]) >> g & 1) for s in turned for g in range(GROUPS)]
    out["amphorae"] = [float(state.store.amphorae[s]) for s in turned]
    out["settlements"] = [int(state.land.settlements[s]) / 5 for s in turned]
    out["link"] = [int(value.link_steps(state, s)) / value.FAR for s in turned]
    out["cards"] = [int(state.cards.held[s]) / 10 for s in turned]
    out["hand"] = [max(0, int(state.cards.hands[KINDS * player + k])) / 5 for k in range(KINDS)]
    out["paid"] = [float(p) for p in state.cards.paid]
    out["discard"] = [int(d) / 15 for d in state.cards.discard]
    out["deck"] = [int(state.deck_left) / 60]
    out["pile"] = [float(int(state.pile) >> t & 1) for t in range(len(parts.faces))]
    out["tile"] = [float(t == state.tile) for t in range(len(parts.faces))]
    out["in_hand"] = [float(b == state.building) for b in range(BUILDINGS)]
    out["supply"] = [int(state.supply) / 15]
    out["mode"] = [float(m == state.mode) for m in range(MODES)]
    out["left"] = [float(state.left)]
    out["drawing"] = [float(state.drawing)]
    out["starter"] = [float(s == state.starter) for s in turned]
    out["actor"] = [float(s == state.actor()) for s in turned]
    out["step"] = [float(step == state.step) for step in range(len(ask.QUESTIONS))]
    return out


def _per_building(state: Rules, turned: list[int], where: str) -> list[float]:
    """One number a seat and building."""
    if where == "built":
        return [float(state.land.built[BUILDINGS * s + b] != NONE) for s in turned for b in range(BUILDINGS)]
    masks = state.store.storage if where == "stored" else state.store.unseen
    return [float(int(masks[s]) >> b & 1) for s in turned for b in range(BUILDINGS)]
