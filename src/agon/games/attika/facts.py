"""The position as JSON, under the specification's own names: for referees, other engines, and `agon show --json`."""

from __future__ import annotations

from typing import Final

from agon.core.game import Json, Place
from agon.core.hexgrid import middle
from agon.core.numbers import or_none
from agon.core.state import NONE, UNKNOWN
from agon.games.attika import questions as ask
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, PETALS, PLAIN, STACKS
from agon.games.attika.rules import Rules

MODES = ("none", "reveal", "build")

# What the arguments of verbs are, for policies that choose them one by one (agon.research.factored); others: pieces.
FACTORS: Final = {"place": ("place",), "lay": ("place",), "turn": ("turn",)}


def facts(state: Rules) -> dict[str, Json]:
    """Everything on the table; axial coordinates as [q, r], owners by seat number, what is unknown as null."""
    parts = state.parts
    return {
        "options": {
            "roadsIgnoreSymbols": bool(state.roads_ignore),
            "groupLinks": "any" if state.rulings.any_links else "members",
            "rewardCard": "ends" if state.rulings.card_ends else "goesOn",
            "exchange": "lacking" if state.rulings.match_first else "free",
        },
        "decision": ask.QUESTIONS[int(state.step)].name,
        "activePlayer": or_none(state.active),
        "startPlayer": or_none(state.starter),
        "turn": _turn(state),
        "board": _board(state),
        "tiles": _tiles(state),
        "shrines": [[*h] for h in state.layout.shrine_hexes],
        "players": [_player(state, seat) for seat in range(state.seats())],
        "tilePile": [name for face, name in enumerate(parts.faces) if int(state.pile) >> face & 1],
        "tileInHand": None if state.tile == NONE else parts.faces[int(state.tile)],
        "tileCentre": None if state.centre == NONE else [*parts.hexes[int(state.centre)]],
        "buildingInHand": None if state.building == NONE else parts.buildings[int(state.building)],
        "space": None if state.space == NONE else _at(state, int(state.space)),
        "paid": _cards([int(n) for n in state.cards.paid]),
        "deck": _cards([int(n) for n in state.cards.deck]),
        "deckSize": int(state.deck_left),
        "discard": _cards([int(n) for n in state.cards.discard]),
        "amphoraSupply": int(state.supply),
        "idleTurns": int(state.idle),
        "winner": or_none(state.winner),
        "legal": _legal(state),
    }


def _legal(state: Rules) -> list[Json] | None:
    """The legal actions; null where they hang on a hand the viewer may not see. §2.8"""
    actor = state.actor()
    if actor >= 0 and state.step not in (ask.LAY, ask.TURN) and state.cards.hands[KINDS * actor] == UNKNOWN:
        return None
    return [state.actions.text(a) for a in state.legal()]


def _turn(state: Rules) -> dict[str, Json]:
    """The turn machine of section 4.5 of the specification."""
    return {
        "mode": MODES[int(state.mode)] if state.mode >= 0 else None,
        "left": int(state.left),
        "drawing": bool(state.drawing),
        "due": int(state.due),
        "stack": or_none(state.stack),
    }


def _at(state: Rules, slot: int) -> list[Json]:
    return [*state.parts.hexes[int(state.map.cells[slot])]]


def _board(state: Rules) -> list[Json]:
    """Every space: where, its name, its symbol, and what stands there."""
    standing = {int(slot): n for n, slot in enumerate(state.land.built) if slot != NONE}
    out: list[Json] = []
    for slot in range(PETALS * int(state.map.laid)):
        symbol = int(state.map.symbols[slot])
        space: dict[str, Json] = {
            "at": _at(state, slot),
            "space": state.parts.cells[int(state.map.cells[slot])],
            "symbol": None if symbol == PLAIN else LETTERS[symbol],
        }
        if slot in standing:
            space["owner"] = standing[slot] // BUILDINGS
            space["building"] = state.parts.buildings[standing[slot] % BUILDINGS]
        out.append(space)
    return out


def _tiles(state: Rules) -> list[Json]:
    return [
        {
            "id": state.parts.faces[int(state.map.faces[n])],
            "centre": [*state.parts.hexes[int(state.map.centres[n])]],
            "rotation": int(state.map.turns[n]),
        }
        for n in range(int(state.map.laid))
    ]


def _cards(counts: list[int]) -> dict[str, Json] | None:
    """Cards by landscape; null where the viewer may not see them."""
    if UNKNOWN in counts:
        return None
    return dict[str, Json](zip(LETTERS, counts, strict=True))


def _named(state: Rules, mask: int) -> list[Json]:
    return [name for b, name in enumerate(state.parts.buildings) if int(mask) >> b & 1]


def _player(state: Rules, seat: int) -> dict[str, Json]:
    parts = state.parts
    places = {b: int(state.land.built[BUILDINGS * seat + b]) for b in range(int(parts.count))}
    return {
        "seat": seat,
        "city": parts.states["en"][seat],
        "stacks": [int(state.store.stacks[STACKS * seat + s]) for s in range(STACKS)],
        "unrevealed": _named(state, int(state.store.unseen[seat])),
        "storage": _named(state, int(state.store.storage[seat])),
        "built": {parts.buildings[b]: _at(state, slot) for b, slot in places.items() if slot != NONE},
        "hand": _cards([int(state.cards.hands[KINDS * seat + k]) for k in range(KINDS)]),
        "handSize": int(state.cards.held[seat]),
        "amphorae": int(state.store.amphorae[seat]),
        "groupsAwarded": [g for n, g in enumerate(parts.groups) if int(state.store.awarded[seat]) >> n & 1],
        "settlements": int(state.land.settlements[seat]),
    }


def size(state: Rules) -> int:
    """The spaces on the map: what grows as a game goes on."""
    return PETALS * int(state.map.laid)


def where(state: Rules, action: int) -> Place | None:
    """The place an action points at, by the geometry of the pack."""
    if state.actions.verb(action).name not in ("place", "lay"):
        return None
    return middle(state.parts.hexes[state.actions.arguments(action)[0]])


def slots(state: Rules) -> list[str]:
    """The spaces in the order of the features' rows: seven a tile, as they were laid."""
    return [state.parts.cells[int(state.map.cells[slot])] for slot in range(PETALS * int(state.map.laid))]
