"""An observation as named rows of numbers, for learning. Seats are turned so that the viewer comes first."""

from __future__ import annotations

from agon.core.state import NONE
from agon.games.olympos import effects, scoring
from agon.games.olympos.parts import CARD_KINDS, CHOICES, DISCOVERIES, GODS, KINDS, WIDTH
from agon.games.olympos.position import SLOTS
from agon.games.olympos.questions import QUESTIONS
from agon.games.olympos.rules import Rules


def features(state: Rules, player: int) -> dict[str, list[float]]:
    """Named rows; lengths depend on the pack and the number of seats only (docs/games/olympos.md)."""
    turned = [(player + i) % state.seats() for i in range(state.seats())]
    return {**_map(state, turned), **_board(state, turned), **_camps(state, player, turned), **_turn(state, turned)}


def _bits(mask: int, count: int) -> list[float]:
    return [float(mask >> i & 1) for i in range(count)]


def _map(state: Rules, turned: list[int]) -> dict[str, list[float]]:
    """Territories: who controls them, who lies beneath, tribes and crosses."""
    land = range(state.parts.land)
    stacks = [state.stack(t) for t in land]
    return {
        "controls": [float(stacks[t][-1:] == [s]) for s in turned for t in land],
        "beaten": [float(stacks[t][:-1].count(s)) for s in turned for t in land],
        "tribes": _bits(int(state.tribes), len(land)),
        "blocked": _bits(int(state.blocked), len(land)),
        "price": [_price(state, turned[0], t) for t in land],
    }


def _price(state: Rules, seat: int, territory: int) -> float:
    """What the cheapest settler would pay, in tenths; 0 where none may end."""
    if not effects.can_end(state, seat, territory):
        return 0.0
    price = effects.expansion_price(state, seat, effects.presence(state, seat), territory)
    return min(int(price), 30) / 10


def _board(state: Rules, turned: list[int]) -> dict[str, list[float]]:
    """The development board: tiles, copies, markers, wonders."""
    cells = range(len(state.parts.cells))
    return {
        "tile": [float(state.board.tile_at[c] == d) for c in cells for d in range(len(DISCOVERIES))],
        "copies": [float(state.board.copies[c]) for c in cells],
        "bonus": [float(state.board.bonus_of[i] == s) for s in turned for i in range(CHOICES * len(cells))],
        "wonder": [float(state.board.wonder_at[c] == w) for c in range(WIDTH) for w in range(WIDTH)],
        "wonder_of": [float(state.board.wonder_of[c] == s) for s in turned for c in range(WIDTH)],
        "payable": [float(effects.can_pay(state, turned[0], c)) for c in cells],
    }


def _camps(state: Rules, player: int, turned: list[int]) -> dict[str, list[float]]:
    """What lies before each seat; of the hands only the viewer's own and the sizes."""
    own = range(CARD_KINDS * player, CARD_KINDS * player + CARD_KINDS)
    return {
        "space": [int(state.track.space_of[s]) / int(state.parts.cross) for s in turned],
        "order": [float(list(state.track.queue).index(s)) if s in list(state.track.queue) else 0.0 for s in turned],
        "finished": [float(state.has_finished(s)) for s in turned],
        "stock": [float(state.camps.stock[s]) for s in turned],
        "cubes": [float(state.camps.cubes[KINDS * s + r]) for s in turned for r in range(KINDS)],
        "tiles": [float(state.tiles(s, r)) for s in turned for r in range(KINDS)],
        "stars": [float(state.star_tiles(s)) for s in turned],
        "hourglasses": [float(state.camps.hourglasses[s]) for s in turned],
        "prestige": [int(state.camps.prestige[s]) / 10 for s in turned],
        "points": [int(scoring.total(state, s)) / 50 for s in turned],
        "discovered": [b for s in turned for b in _bits(int(state.board.discovered[s]), len(DISCOVERIES))],
        "discounts": [b for s in turned for b in _bits(int(state.board.discounts[s]), KINDS)],
        "markers": [float(state.board.markers[WIDTH * s + c]) for s in turned for c in range(WIDTH)],
        "hand": [float(max(0, int(state.cards.hand[i]))) for i in own],
        "hand_size": [float(state.cards.hand_size[s]) for s in turned],
        "gods_on": [
            float(int(mask) >> s & 1)
            for mask in (state.athena, state.ares, state.siren, state.keres, state.erinyes)
            for s in turned
        ],
    }


def _turn(state: Rules, turned: list[int]) -> dict[str, list[float]]:
    """The cards, and what is being asked of whom."""
    land = range(state.parts.land)
    return {
        "deck_size": [int(state.deck_size) / 22],
        "discards": [float(n) for n in state.cards.discards],
        "looked": [float(max(0, int(n))) for n in state.cards.looked],
        "gods_left": _bits(int(state.gods_left), len(GODS)),
        "gods_at": [float(g != NONE) for g in state.track.god_at[: SLOTS * len(state.parts.zeus)]],
        "reached": [float(int(mask) >> s & 1) for mask in state.track.reached for s in turned],
        "god": [float(state.god == g) for g in range(len(GODS))],
        "symbols": [float(effects.zeus_symbols(state, s)) for s in turned],
        "actor": [float(state.actor() == s) for s in turned],
        "active": [float(state.active == s) for s in turned],
        "step": [float(step == state.step) for step in range(len(QUESTIONS))],
        "owed": [int(state.price) / 10],
        "last_turn": [float(state.last_turn)],
        "goal": [float(state.goal == t) for t in land],
        "cell": [float(state.cell == c) for c in range(len(state.parts.cells))],
        "column": [float(state.column == c) for c in range(WIDTH)],
        "picks": [float(state.picks)],
    }
