"""The position as JSON, under the specification's own names: for referees, other engines, and `agon show --json`."""

from __future__ import annotations

from typing import Final

from agon.core.game import Json, Place
from agon.core.hexgrid import middle
from agon.core.numbers import bits, or_none
from agon.core.state import NONE, UNKNOWN
from agon.games.hellas_2002 import effects, scoring
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import CARDS, GODS, KINDS, WINDOWS
from agon.games.hellas_2002.position import ASIDE, LOCKS, REVEALED, SECRET, VIEWS, slot
from agon.games.hellas_2002.rules import Rules

# What the arguments of verbs are, for policies that choose them one by one (agon.research.factored); others: pieces.
CITIES: Final = ("greek", "ship", "fetch", "trade", "pay", "target", "send", "swap")
FACTORS: Final = {
    **dict.fromkeys(CITIES, ("place",)),
    "movegreek": ("place", "piece"),  # from where, and to where
    "moveship": ("place", "piece"),
    "lay": ("place", "turn"),
}


def facts(state: Rules) -> dict[str, Json]:
    """Everything on the table; axial coordinates as [q, r], owners by seat number (0 Light, 1 Dark)."""
    return {
        "turn": int(state.turn),
        "extraTurn": bool(state.is_extra),
        "decision": ask.QUESTIONS[int(state.step)].name,
        "window": WINDOWS[int(state.window)] if state.turn > 0 else None,
        "activePlayer": int(state.active),
        "players": [_player(state, seat) for seat in range(state.seats())],
        "tiles": [_tile(state, tile) for tile in range(len(state.parts.tiles)) if state.tiles.cell_of[tile] >= 0],
        "stack": {
            "size": int(state.stack_size()),
            "shuffled": [state.parts.tiles[t] for t in _at(state, NONE)],
            "under": [state.parts.tiles[int(t)] for t in state.tiles.queue[: state.queued]],
        },
        "setAside": [state.parts.tiles[t] for t in _at(state, ASIDE)],
        "revealed": [state.parts.tiles[t] for t in _at(state, REVEALED)],
        "tileInHand": None if state.tile == NONE else state.parts.tiles[int(state.tile)],
        "decks": {god: int(state.cards.deck_size[g]) for g, god in enumerate(GODS)},
        "discards": {
            name: int(state.cards.discard[kind]) for kind, name in enumerate(CARDS) if state.cards.discard[kind]
        },
        "faceDown": {god: int(state.cards.down_size[g]) for g, god in enumerate(GODS)},
        "chain": [_frame(state, frame) for frame in range(state.frames)],
        "inForce": [name for kind, name in enumerate(CARDS) if state.in_force.running[kind]],
        "battle": _battle(state),
        "singleActionsLeft": int(state.actions_left) if state.step == ask.WINDOW else 0,
        "newCities": [state.parts.tiles[t] for t in bits(state.new_cities)],
        "movesLeft": int(state.moves_left),
    }


def _at(state: Rules, place: int) -> list[int]:
    return [tile for tile in range(1, len(state.parts.tiles)) if state.tiles.cell_of[tile] == place]


def _tile(state: Rules, tile: int) -> dict[str, Json]:
    """A tile as it lies; the dolphin has no owner."""
    cell, turn = int(state.tiles.cell_of[tile]), int(state.tiles.turned[tile])
    base = state.parts.edges[tile]
    return {
        "id": state.parts.tiles[tile],
        "at": [*state.parts.hexes[cell]],
        "cell": state.parts.cells[cell],
        "rotation": turn,
        "edges": "".join(base[(i - turn) % 6] for i in range(6)),
        "temple": bool(int(state.parts.temples) >> tile & 1),
        "bridge": bool(int(state.parts.bridges) >> tile & 1),
        "owner": or_none(state.owner(tile)),
        "greeks": int(state.pieces.greeks[tile]),
        "ships": int(state.pieces.ships[tile]),
        "greeksSent": int(state.pieces.sent[tile]),
    }


def _player(state: Rules, seat: int) -> dict[str, Json]:
    return {
        "seat": seat,
        "greeks": int(state.pieces.greek_supply[seat]),
        "ships": int(state.pieces.ship_supply[seat]),
        "cities": int(scoring.cities_of(state, seat)),
        "temples": int(state.temples_of(seat)),
        "cards": {god: _size(state, seat, g) for g, god in enumerate(GODS)},
        "hand": [card for lock in range(LOCKS) for card in _cards(state, seat, lock)],
        "locked": [card for lock in range(1, LOCKS) for card in _cards(state, seat, lock)],
        "unseen": {god: _unseen(state, seat, g) for g, god in enumerate(GODS)},
    }


def _size(state: Rules, seat: int, god: int) -> int:
    return sum(int(state.cards.hand_size[len(GODS) * (slot(seat, 0, 0) + n) + god]) for n in range(LOCKS * VIEWS))


def _unseen(state: Rules, seat: int, god: int) -> int:
    """Cards of a hand this observer has not seen."""
    hidden = [slot(seat, lock, SECRET) for lock in range(LOCKS)]
    return sum(
        int(state.cards.hand_size[len(GODS) * at + god])
        for at in hidden
        if state.cards.hand[KINDS * at + 6 * god] == UNKNOWN
    )


def _cards(state: Rules, seat: int, lock: int) -> list[Json]:
    """The cards of a hand this observer knows."""
    out: list[Json] = []
    for kind, name in enumerate(CARDS):
        for view in range(VIEWS):
            out += [name] * max(0, int(state.cards.hand[KINDS * slot(seat, lock, view) + kind]))
    return out


def _frame(state: Rules, frame: int) -> dict[str, Json]:
    """A card of the open chain. "target" is the card below it is aimed at."""
    card = CARDS[int(state.chain.frame_card[frame])]
    below = CARDS[int(state.chain.frame_card[frame - 1])] if frame else None
    aim = int(state.chain.frame_aim[frame])
    return {
        "player": int(state.frame_seat(frame)),
        "card": card,
        "keep": bool(state.chain.frame_keep[frame]),
        "target": None if not frame else below if aim == 1 else "Z2",
        "void": _bits(card, int(state.chain.frame_void[frame])),
        "answered": _bits(card, int(state.chain.frame_answered[frame])),
    }


def _bits(card: str, bits: int) -> list[Json]:
    return [name for bit, name in ((1, card), (2, "Z2")) if bits & bit]


def _battle(state: Rules) -> dict[str, Json] | None:
    """The attack under way; once its ships are being placed it is over."""
    if state.target == NONE or state.step == ask.SPOILS:
        return None
    return {
        "target": state.parts.tiles[int(state.target)],
        "kind": ("water" if effects.is_by_water(state) else "land") if state.force() > 0 else None,
        "attack": int(effects.attack_strength(state)),
        "defence": int(effects.defence_strength(state)),
        "word": or_none(state.word) if state.window == ask.BATTLE else None,
        "passes": int(state.passes),
    }


def size(state: Rules) -> int:
    """The tiles on the table: what grows as a game goes on."""
    return sum(1 for tile in state.tiles.tile_on if tile != NONE)


def where(state: Rules, action: int) -> Place | None:
    """The place an action points at, by the geometry of the pack."""
    verb = state.actions.verb(action)
    if verb.name == "lay":
        return middle(state.parts.hexes[state.actions.arguments(action)[0]])
    if verb.domains != [state.parts.tiles]:
        return None
    cell = int(state.tiles.cell_of[state.actions.arguments(action)[0]])
    return None if cell < 0 else middle(state.parts.hexes[cell])


def slots(state: Rules) -> list[str]:
    """The tiles in the order of the features' rows."""
    return list(state.parts.tiles)
