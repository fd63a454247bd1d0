"""An observation as named rows of numbers, for learning. Seats are turned so that the viewer comes first."""

from __future__ import annotations

from agon.core.state import NONE
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import DOLPHIN, GODS, KINDS, WINDOWS
from agon.games.hellas_2002.position import FREE, LOCKS, REVEALED, VIEWS, slot
from agon.games.hellas_2002.rules import Rules


def features(state: Rules, player: int) -> dict[str, list[float]]:
    """Named rows; lengths depend on the pack only (docs/games/hellas_2002.md). Unseen cards count as none."""
    turned = (player, 1 - player)
    tiles = range(len(state.parts.tiles))
    copies = [max(1, int(n)) for n in state.parts.copies]  # a pack may leave a card out
    pieces = state.pieces
    out: dict[str, list[float]] = {}
    out["owner"] = [float(int(pieces.cities[s]) >> t & 1) for s in turned for t in tiles]
    out["greeks"] = [int(n) / int(state.parts.most_greeks) for n in pieces.greeks]
    out["ships"] = [int(n) / int(state.parts.most_ships) for n in pieces.ships]
    out["sent"] = [int(n) / int(state.parts.most_greeks) for n in pieces.sent]
    out["q"] = [_axis(state, t, 0) for t in tiles]
    out["r"] = [_axis(state, t, 1) for t in tiles]
    out["laid"] = [float(state.tiles.cell_of[t] >= 0) for t in tiles]
    out["edges"] = [_edge(state, t, i) for t in tiles for i in range(6)]
    out["by_land"] = [float(int(state.tiles.by_land[t]) >> u & 1) for t in tiles for u in tiles]
    out["by_water"] = [float(int(state.tiles.by_water[t]) >> u & 1) for t in tiles for u in tiles]
    out["ring"] = [float(int(state.ring) >> t & 1) for t in tiles]
    out["temple"] = [float(int(state.parts.temples) >> t & 1) for t in tiles]
    out["in_stack"] = [float(state.tiles.cell_of[t] == NONE and t != DOLPHIN) for t in tiles]
    out["under_stack"] = [float(t in state.tiles.queue) for t in tiles]
    out["revealed"] = [float(state.tiles.cell_of[t] == REVEALED) for t in tiles]
    out["tile"] = [float(t == state.tile) for t in tiles]
    out["spot"] = [float(t == state.spot()) for t in tiles]
    out["target"] = [float(t == state.target) for t in tiles]
    out["first_target"] = [float(t == state.first_target) for t in tiles]
    out["new_cities"] = [float(int(state.new_cities) >> t & 1) for t in tiles]
    out["supply"] = [int(pieces.greek_supply[s]) / 15 for s in turned] + [
        int(pieces.ship_supply[s]) / 10 for s in turned
    ]
    out["hand"] = [_held(state, s, k, FREE, LOCKS) / copies[k] for s in turned for k in range(KINDS)]
    out["hand_free"] = [_held(state, s, k, FREE, FREE + 1) / copies[k] for s in turned for k in range(KINDS)]
    out["cards"] = [
        int(state.cards_of(s, g)) / int(state.parts.most_of_a_god) for s in turned for g in range(len(GODS))
    ]
    out["discards"] = [int(state.cards.discard[k]) / copies[k] for k in range(KINDS)]
    out["decks"] = [int(n) / 16 for n in state.cards.deck_size]
    out["in_force"] = [float(n) for n in state.in_force.running]
    out["plus"] = [int(state.in_force.plus[s]) / 4 for s in turned]
    out["chain"] = [float(state.on_table(k)) for k in range(KINDS)]
    out["chain_depth"] = [float(state.frames)]
    out["window"] = [float(w == state.window) for w in range(len(WINDOWS) + 1)]
    out["step"] = [float(step == state.step) for step in range(len(ask.QUESTIONS))]
    out["todo"] = [float(state.todo()), float(state.left), int(state.moves_left) / 25, float(state.settled)]
    out["turn"] = [int(state.turn) / int(state.parts.last_turn), float(state.is_extra)]
    out["active"] = [float(s == state.active) for s in turned]
    out["actor"] = [float(s == state.actor()) for s in turned]
    return out


def _axis(state: Rules, tile: int, axis: int) -> float:
    """A coordinate as a part of the grid's radius; 0 where the tile does not lie."""
    cell = int(state.tiles.cell_of[tile])
    return state.parts.hexes[cell][axis] / state.parts.radius if cell >= 0 else 0.0


def _edge(state: Rules, tile: int, edge: int) -> float:
    """1 land, -1 water, 0 where the tile does not lie."""
    if state.tiles.cell_of[tile] < 0:
        return 0.0
    return 1.0 if int(state.parts.land[6 * tile + state.tiles.turned[tile]]) >> edge & 1 else -1.0


def _held(state: Rules, seat: int, kind: int, first: int, last: int) -> int:
    """Cards of a kind the viewer knows to be in a hand."""
    slots = [slot(seat, lock, view) for lock in range(first, last) for view in range(VIEWS)]
    return sum(max(0, int(state.cards.hand[KINDS * at + kind])) for at in slots)
