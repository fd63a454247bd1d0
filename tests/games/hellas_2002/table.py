"""Positions for the tests, set up as text: tiles by their edges as they lie, cities as "L2+1s", hands as card ids."""

from __future__ import annotations

import re
from random import Random

from agon.core.hexgrid import Hex
from agon.core.numbers import BIT
from agon.core.state import NONE
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.coast import lay_tile
from agon.games.hellas_2002.effects import put_greeks, put_ships
from agon.games.hellas_2002.hands import give
from agon.games.hellas_2002.parts import CARDS, DARK, KINDS, LIGHT, OF_A_GOD, SIDES, Parts
from agon.games.hellas_2002.position import FREE, LOCKS, SECRET, VIEWS, slot
from agon.games.hellas_2002.questions import SETTLE, START, WINDOW
from agon.games.hellas_2002.rules import Rules, empty, new

PARTS = Parts()
ACTIONS = Actions(PARTS)
OUTWARD = ("LWWWWW", "WLWWWW", "WWLWWW", "WWWLWW", "WWWWLW", "WWWWWL")  # land away from the dolphin, direction 0 to 5
RING: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def fresh() -> Rules:
    """Before the first card is dealt."""
    return new(PARTS, ACTIONS, 2, {})


def sea(active: int = LIGHT, turn: int = 3) -> Rules:
    """Only the dolphin lies; a turn is about to begin, hands are empty."""
    state = empty(PARTS, ACTIONS)
    lay_tile(state, 0, PARTS.home, 0)
    state.active = active
    state.turn = turn
    state.window = START
    state.step = WINDOW
    return state


def tile_like(state: Rules, edges: str) -> tuple[int, int]:
    """A tile still in the stack, and the turn in which it shows these edges."""
    for tile in range(1, len(PARTS.tiles)):
        for turn in range(SIDES):
            if state.tiles.cell_of[tile] == NONE and letters(tile, turn) == edges:
                return tile, turn
    raise AssertionError(f"no tile left that can look like {edges}")


def letters(tile: int, turn: int) -> str:
    """The six edges of a tile as it lies."""
    land = int(PARTS.land[SIDES * tile + turn])
    return "".join("L" if land >> i & 1 else "W" for i in range(SIDES))


def city(state: Rules, at: Hex, edges: str, pieces: str) -> str:
    """Lay a tile that shows these edges; "L2+1s" are two Greeks and a ship of Light's. Returns its id."""
    tile, turn = tile_like(state, edges)
    found = re.fullmatch(r"([LD])(\d)(?:\+(\d)s)?", pieces)
    assert found is not None, pieces
    seat = LIGHT if found[1] == "L" else DARK
    lay_tile(state, tile, PARTS.hexes.index(at), turn)
    state.pieces.cities[seat] |= BIT[tile]
    put_greeks(state, tile, int(found[2]))
    put_ships(state, tile, int(found[3] or 0))
    state.pieces.greek_supply[seat] -= state.pieces.greeks[tile]
    state.pieces.ship_supply[seat] -= state.pieces.ships[tile]
    return PARTS.tiles[tile]


def hold(state: Rules, seat: int, cards: str, lock: int = FREE, view: int = SECRET) -> None:
    """Cards from the stacks into a hand."""
    for name in cards.split():
        kind = CARDS.index(name)
        assert state.cards.deck[kind] > 0, f"no {name} left"
        state.cards.deck[kind] -= 1
        state.cards.deck_size[kind // OF_A_GOD] -= 1
        give(state, seat, kind, lock, view)


def pile(state: Rules, cards: str) -> None:
    """Cards from the stacks onto the piles."""
    for name in cards.split():
        kind = CARDS.index(name)
        assert state.cards.deck[kind] > 0, f"no {name} left"
        state.cards.deck[kind] -= 1
        state.cards.deck_size[kind // OF_A_GOD] -= 1
        state.cards.discard[kind] += 1


def hand(state: Rules, seat: int) -> str:
    """The cards of a seat, locked ones too, in order."""
    out = []
    for kind, name in enumerate(CARDS):
        out += [name] * sum(int(state.cards.hand[KINDS * (slot(seat, 0, 0) + n) + kind]) for n in range(LOCKS * VIEWS))
    return " ".join(out)


def piles(state: Rules) -> str:
    """The cards on the open piles, in order."""
    return " ".join(name for kind, name in enumerate(CARDS) for _ in range(state.cards.discard[kind]))


def play(state: Rules, *texts: str) -> None:
    """Play actions in words; each must be legal."""
    for text in texts:
        action = ACTIONS.parse(text)
        assert action in state.legal(), f"{text} is not among {legal(state)}"
        state.apply(action)


def legal(state: Rules) -> list[str]:
    return [ACTIONS.text(action) for action in state.legal()]


def may(state: Rules, text: str) -> bool:
    return ACTIONS.parse(text) in state.legal()


def cards_offered(state: Rules) -> set[str]:
    """The cards that may be laid alone now."""
    return {text.split()[1] for text in legal(state) if text.startswith("play ")}


def cell(at: Hex) -> str:
    """The name of a cell in the notation."""
    return PARTS.cells[PARTS.hexes.index(at)]


def spots(state: Rules, tile: str) -> set[tuple[Hex, str]]:
    """Where a tile may be laid by the rules of set-up: cell and edges as they would lie."""
    trial = state.clone()
    trial.step = SETTLE
    trial.tile = PARTS.tiles.index(tile)
    return _spots(trial)


def landings(state: Rules) -> set[tuple[Hex, str]]:
    """Where the tile in hand may be laid now."""
    return _spots(state)


def _spots(state: Rules) -> set[tuple[Hex, str]]:
    out = set()
    for text in legal(state):
        words = text.split()
        if words[0] == "lay":
            out.add((PARTS.hexes[PARTS.cells.index(words[1])], letters(int(state.tile), int(words[2]))))
    return out


def lay(state: Rules, at: Hex, edges: str) -> str:
    """The action that lays the tile in hand so that it shows these edges."""
    for text in legal(state):
        words = text.split()
        if words[0] == "lay" and words[1] == cell(at) and letters(int(state.tile), int(words[2])) == edges:
            return text
    raise AssertionError(f"{edges} at {at} is not among {legal(state)}")


def pieces(state: Rules, name: str) -> str:
    """What stands in a city, as `city` takes it."""
    tile = PARTS.tiles.index(name)
    side = {LIGHT: "L", DARK: "D"}[int(state.owner(tile))]
    ships = int(state.pieces.ships[tile])
    return f"{side}{int(state.pieces.greeks[tile])}" + (f"+{ships}s" if ships else "")


def random_positions(seed: int, every: int = 1) -> list[Rules]:
    """The positions of a game played at random."""
    rng = Random(seed)
    state = fresh()
    out: list[Rules] = []
    ply = 0
    while state.actor() != -2:
        if ply % every == 0:
            out.append(state.clone())
        state.apply(state.random_action(rng))
        ply += 1
    return [*out, state]
