"""The position as JSON, under the specification's own names: for referees, other engines, and `agon show --json`."""

from __future__ import annotations

from typing import Final

from agon.core.game import Json, Place
from agon.core.numbers import bits, or_none
from agon.core.state import NONE, UNKNOWN
from agon.games.olympos import effects
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import BONUSES, CARD_KINDS, CARDS, CHOICES, COLUMNS, DISCOVERIES, GODS, RESOURCES, WIDTH
from agon.games.olympos.position import SLOTS
from agon.games.olympos.rules import Rules

HALF_A_SPACE = 50.0  # of the sheet the map is drawn on

# What the arguments of verbs are, for policies that choose them one by one (agon.research.factored); others: pieces.
FACTORS: Final = {
    "block": ("place",),
    "go": ("place",),
    "send": ("place", "piece"),  # where, and how many
    "lose": ("place", "piece"),
}


def facts(state: Rules) -> dict[str, Json]:
    """Everything on the table; owners by seat number, unknown cards as null."""
    parts = state.parts
    return {
        "decision": ask.QUESTIONS[int(state.step)].name,
        "activePlayer": or_none(state.active),
        "lastTurn": bool(state.last_turn),
        "price": int(state.price),
        "goal": None if state.goal == NONE else parts.territories[int(state.goal)],
        "cell": None if state.cell == NONE else parts.cells[int(state.cell)],
        "players": [_player(state, seat) for seat in range(state.seats())],
        "territory": {name: _territory(state, t) for t, name in enumerate(parts.territories)},
        "track": _track(state),
        "turnOrder": [int(s) for s in state.track.queue if s != NONE],
        "reached": {str(z): list[Json](bits(m)) for z, m in zip(parts.zeus, state.track.reached, strict=True)},
        "cells": {name: _cell(state, c) for c, name in enumerate(parts.cells)},
        "wonderAt": {
            column: None if state.board.wonder_at[c] == NONE else parts.wonders[int(state.board.wonder_at[c])]
            for c, column in enumerate(COLUMNS)
        },
        "discountTilesLeft": [r for i, r in enumerate(RESOURCES) if int(state.discounts_left) >> i & 1],
        "destinyDeck": _cards([int(n) for n in state.cards.deck]),
        "destinyDeckSize": int(state.deck_size),
        "destinyDiscard": _cards([int(n) for n in state.cards.discards]),
        "lookedAt": _cards([int(n) for n in state.cards.looked]),
        "lookedAtSize": int(state.looked_size),
        "olymposAt": {
            str(z): [GODS[int(g)] for g in state.track.god_at[SLOTS * i : SLOTS * (i + 1)] if g != NONE]
            for i, z in enumerate(parts.zeus)
        },
        "olymposLeft": [g for i, g in enumerate(GODS) if int(state.gods_left) >> i & 1],
        "god": None if state.god == NONE else GODS[int(state.god)],
        "symbolsPlayed": [int(s) for s in state.track.symbols],
    }


def _cards(counts: list[int]) -> dict[str, Json] | None:
    """Cards by kind; null where this viewer may not look."""
    if UNKNOWN in counts:
        return None
    return {CARDS[kind]: count for kind, count in enumerate(counts) if count}


def _territory(state: Rules, territory: int) -> dict[str, Json]:
    parts = state.parts
    stack = state.stack(territory)
    starred = bool(int(parts.starred) >> territory & 1)
    blocked = bool(int(state.blocked) >> territory & 1)
    tribe = bool(int(state.tribes) >> territory & 1)
    return {
        "blocked": blocked,
        "tribe": tribe,
        "starTileHere": starred and not tribe and not blocked and not stack and state.step >= ask.TAKE_TURN,
        "stack": [*stack],
    }


def _player(state: Rules, seat: int) -> dict[str, Json]:
    at = CARD_KINDS * seat
    return {
        "seat": seat,
        "pos": int(state.track.space_of[seat]),
        "stock": int(state.camps.stock[seat]),
        "cubes": {r: int(state.camps.cubes[4 * seat + i]) for i, r in enumerate(RESOURCES)},
        "territoryTiles": {r: int(state.tiles(seat, i)) for i, r in enumerate(RESOURCES)},
        "starTiles": int(state.star_tiles(seat)),
        "zeusToken": bool(state.parts.olympos >= 0 and int(state.map.held[seat]) >> int(state.parts.olympos) & 1),
        "swords": int(effects.strength(state, seat)) // 2,
        "zeusSymbols": int(effects.zeus_symbols(state, seat)),
        "hourglasses": int(state.camps.hourglasses[seat]),
        "prestige": int(state.camps.prestige[seat]),
        "hand": _cards([int(n) for n in state.cards.hand[at : at + CARD_KINDS]]),
        "handSize": int(state.cards.hand_size[seat]),
        "discoveries": [name for d, name in enumerate(DISCOVERIES) if int(state.board.discovered[seat]) >> d & 1],
        "discountResources": [r for i, r in enumerate(RESOURCES) if int(state.board.discounts[seat]) >> i & 1],
        "wonders": [
            state.parts.wonders[int(state.board.wonder_at[c])] for c in range(WIDTH) if state.board.wonder_of[c] == seat
        ],
        "bonusMarkers": {column: int(state.board.markers[WIDTH * seat + c]) for c, column in enumerate(COLUMNS)},
        "athenaStar": bool(int(state.athena) >> seat & 1),
        "aresSwords": bool(int(state.ares) >> seat & 1),
        "siren": bool(int(state.siren) >> seat & 1),
        "erinyes": bool(int(state.erinyes) >> seat & 1),
        "keres": bool(int(state.keres) >> seat & 1),
        "finished": bool(state.has_finished(seat)),
    }


def _track(state: Rules) -> dict[str, Json]:
    """The stacks of tokens, bottom to top, by space."""
    out: dict[str, list[Json]] = {}
    for seat in reversed([int(s) for s in state.track.queue if s != NONE]):
        out.setdefault(str(int(state.track.space_of[seat])), []).append(seat)
    return {space: out[space] for space in sorted(out, key=int)}


def _cell(state: Rules, cell: int) -> dict[str, Json]:
    bonuses: dict[str, Json] = {}
    for place in range(CHOICES):
        bonus = int(state.parts.bonus[CHOICES * cell + place])
        if bonus != NONE:
            holder = or_none(state.board.bonus_of[CHOICES * cell + place])
            bonuses[str(place + 1)] = {"gives": BONUSES[bonus], "player": holder}
    tile = int(state.board.tile_at[cell])
    return {
        "tile": None if tile == NONE else DISCOVERIES[tile],
        "copiesLeft": int(state.board.copies[cell]),
        "bonuses": bonuses,
    }


def size(state: Rules) -> int:
    """The settlers on the map: what grows as a game goes on."""
    return int(state.map.standing)


def where(state: Rules, action: int) -> Place | None:
    """The place an action points at, by the geometry of the pack."""
    if state.actions.verb(action).name not in ("send", "lose"):
        return None
    x, y = state.parts.outline.name[state.actions.arguments(action)[0]]
    return (x / HALF_A_SPACE, y / HALF_A_SPACE)


def slots(state: Rules) -> list[str]:
    """The territories in the order of the features' rows."""
    return list(state.parts.territories)
