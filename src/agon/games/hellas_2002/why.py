"""Which rule forbids this? A slow, plain second reading of the rules, checked against `legal()` by a law.

It looks at tiles, pieces and cards as they lie, never at the masks and helpers `legal()` uses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from agon.core.game import Reason, not_now
from agon.core.state import NONE
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.parts import (
    CARDS,
    FAIR_WIND,
    FAR_STRIKE,
    GODS,
    LIGHT,
    WINDOWS,
)
from agon.games.hellas_2002.position import UNDER
from agon.games.hellas_2002.rules import Rules

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def reason(state: Rules, action: int) -> Reason | None:
    """None where the action is legal now, else the rule that forbids it."""
    verb = state.actions.verb(action)
    if verb.name in ("movegreek", "moveship") and state.step == ask.WINDOW and state.window == ask.LAST:
        return Reason("§5.7", "nothing_won")
    if verb.name not in ask.question(state.step, state.window).verbs:
        return not_now("§5.1")
    refuse = _OF_VERB.get(verb.name)
    return None if refuse is None else refuse(state, *verb.arguments(action - verb.first))


# ---- the table as it lies ----


def _name(state: Rules, tile: int) -> str:
    return state.parts.tiles[tile]


def _holds(state: Rules, seat: int, tile: int) -> bool:
    return bool(int(state.pieces.cities[seat]) >> tile & 1)


def _cities(state: Rules, seat: int) -> list[int]:
    return [tile for tile in range(len(state.parts.tiles)) if _holds(state, seat, tile)]


def _hex(state: Rules, tile: int) -> tuple[int, int]:
    return state.parts.hexes[int(state.tiles.cell_of[tile])]


def _edges(state: Rules, tile: int, turn: int | None = None) -> str:
    """The six letters of a tile as it lies, or as it would lie. §2.1"""
    k = int(state.tiles.turned[tile]) if turn is None else turn
    base = state.parts.edges[tile]
    return "".join(base[(i - k) % 6] for i in range(6))


def _relation(state: Rules, x: int, y: int) -> str:
    """How two cities lie to each other: land, water, dolphin, none. §8.1 §8.2"""
    (q, r), (p, s) = _hex(state, x), _hex(state, y)
    step = (p - q, s - r)
    if step in STEPS:
        return "land" if _edges(state, x)[STEPS.index(step)] == "L" else "water"
    return "dolphin" if (q, r) in STEPS and (p, s) in STEPS else "none"


def _foreign(state: Rules, tile: int, seat: int) -> Reason | None:
    """Refused unless the seat holds this city. §5.2"""
    name = _name(state, tile)
    if tile == 0:
        return Reason("§8.2", "dolphin")
    if state.tiles.cell_of[tile] < 0:
        return Reason("§5.1", "not_laid", {"tile": name})
    if not _holds(state, seat, tile):
        return Reason("§5.1", "not_held_by", {"tile": name, "seat": seat, "mine": int(seat == state.actor())})
    return None


def _stack(state: Rules) -> list[int]:
    """The tiles of the stack, those under it last."""
    loose = [tile for tile in range(1, len(state.parts.tiles)) if state.tiles.cell_of[tile] == NONE]
    return loose + [int(tile) for tile in state.tiles.queue if tile != NONE]


def _free(state: Rules, seat: int, card: str) -> int:
    """How many unlocked cards of a kind. §5.6"""
    kind = CARDS.index(card)
    return sum(int(state.cards.hand[18 * (9 * seat + view) + kind]) for view in range(3))


def _locked(state: Rules, seat: int, card: str) -> int:
    kind = CARDS.index(card)
    return sum(int(state.cards.hand[18 * (9 * seat + n) + kind]) for n in range(3, 9))


def _held(state: Rules, seat: int, god: int) -> int:
    """Cards of a god in a hand, those face down among them. §3.1"""
    hand = sum(int(state.cards.hand_size[3 * (9 * seat + n) + god]) for n in range(9))
    return hand + (int(state.cards.down_size[god]) if seat == state.active else 0)


# ---- chance ----


def _tile(state: Rules, tile: int) -> Reason | None:
    """From the top of the stack; a tile put under it waits for those above. §4.3 §5.3"""
    name = _name(state, tile)
    if tile not in _stack(state):
        return Reason("§4.3", "tile_gone", {"tile": name})
    if state.tiles.cell_of[tile] == UNDER and _stack(state)[0] != tile:
        return Reason("§5.3", "tile_under", {"tile": name})
    return None


def _card(state: Rules, kind: int) -> Reason | None:
    """From the stack of the god in question. §4.1 §5.2"""
    if kind // 6 != state.god:
        return Reason("§5.2", "other_god", {"card": CARDS[kind]})
    return None if state.cards.deck[kind] > 0 else Reason("§3.1", "none_in_stack", {"card": CARDS[kind]})


def _take(state: Rules, kind: int) -> Reason | None:
    """From the opponent's hand. §3.5"""
    there = _free(state, 1 - int(state.active), CARDS[kind])
    return None if there > 0 else Reason("§3.5", "not_theirs", {"card": CARDS[kind]})


# ---- pieces ----


def _done(state: Rules) -> Reason | None:
    """A card must be used at least once. §3.6"""
    if state.step == ask.TRADE:
        used = state.city != NONE
    elif state.step in (ask.PLACE_GREEKS, ask.PLACE_SHIPS):
        used = state.left < state.parts.value[state.chosen]
    else:
        used = True
    return None if used else Reason("§3.6", "use_once")


def _place(state: Rules, tile: int, piece: str) -> Reason | None:
    """A new piece in an own city with room for it, from the supply or, by a card, from another city. §5.2 §3.1"""
    seat = int(state.active)
    refused = _foreign(state, tile, seat)
    if refused is not None:
        return refused
    if state.step == ask.SPOILS:
        goal = int(state.gained)
        return None if tile == goal else Reason("§5.4", "spoils_there", {"tile": _name(state, goal)})
    if _is_full(state, piece, tile):
        return Reason("§5.2", f"full_{piece}", {"tile": _name(state, tile)})
    if (state.pieces.greek_supply if piece == "greek" else state.pieces.ship_supply)[seat] > 0:
        return None
    if state.step == ask.WINDOW:
        return Reason("§5.2", f"supply_{piece}")
    return (
        None if _givers(state, piece, tile) else Reason("§3.1", f"nobody_gives_{piece}", {"tile": _name(state, tile)})
    )


def _is_full(state: Rules, piece: str, tile: int) -> bool:
    """Three Greeks, three ships. §5.2"""
    if piece == "greek":
        return bool(state.pieces.greeks[tile] == state.parts.most_greeks)
    return bool(state.pieces.ships[tile] == state.parts.most_ships)


def _givers(state: Rules, piece: str, tile: int) -> list[int]:
    """The other own cities that can give a piece; one Greek stays everywhere. §3.1"""
    mine = [x for x in _cities(state, int(state.active)) if x != tile]
    return [x for x in mine if (state.pieces.greeks[x] > 1 if piece == "greek" else state.pieces.ships[x] > 0)]


def _fetch(state: Rules, tile: int) -> Reason | None:
    """From another own city; never from the one that receives. §3.1 §5.3"""
    refused = _foreign(state, tile, int(state.active))
    if refused is not None:
        return refused
    receiver = int(state.gained if state.step == ask.SETTLER else state.city)
    name = {"tile": _name(state, tile)}
    piece = "ship" if state.step == ask.FETCH and state.after_fetch == ask.PLACE_SHIPS else "greek"
    if tile in _givers(state, piece, receiver):
        return None
    if state.step == ask.SETTLER:
        return Reason("§5.3", "receives", name) if tile == receiver else Reason("§5.3", "cannot_give_greek", name)
    return Reason("§3.1", "receives", name) if tile == receiver else Reason("§3.1", f"cannot_give_{piece}", name)


def _trade(state: Rules, tile: int) -> Reason | None:
    """Ships of one city become Greeks, up to three. §3.3"""
    refused = _foreign(state, tile, int(state.active))
    name = {"tile": _name(state, tile)}
    if refused is not None:
        return refused
    if state.city != NONE and tile != state.city:
        return Reason("§3.3", "one_city", {"tile": _name(state, int(state.city))})
    if state.pieces.ships[tile] == 0:
        return Reason("§3.3", "no_ship_there", name)
    if _is_full(state, "greek", tile):
        return Reason("§5.2", "full_greek", name)
    if state.pieces.greek_supply[state.active] == 0 and not _givers(state, "greek", tile):
        return Reason("§3.1", "nobody_gives_greek", name)
    return None


def _no_room(state: Rules, god: int) -> Reason | None:
    """Seven cards, three of a god. §3.1"""
    seat = int(state.active)
    if sum(_held(state, seat, g) for g in range(3)) >= state.parts.most_cards:
        return Reason("§3.1", "seven_cards")
    if _held(state, seat, god) >= state.parts.most_of_a_god:
        return Reason("§3.1", "three_cards", {"god": GODS[god]})
    return None


def _move(state: Rules, source: int, goal: int, verb: str) -> Reason | None:
    """Between own cities, into new ones alone after a voyage or attack, one Greek staying, three at most. §5.5"""
    seat = int(state.active)
    refused = _foreign(state, source, seat) or _foreign(state, goal, seat)
    if refused is not None:
        return refused
    kind, pieces, least = (0, state.pieces.greeks, 2) if verb == "movegreek" else (1, state.pieces.ships, 1)
    names: dict[str, str | int] = {"tile": _name(state, source), "goal": _name(state, goal)}
    if source == goal:
        return Reason("§5.5", "same_city", names)
    if state.settled > 0 and not int(state.new_cities) >> goal & 1:
        return Reason("§5.5", "not_new", names)
    if state.moves_left == 0 and state.rulings.free_regrouping:
        return Reason("§Q37", "no_free_moves_left")
    if state.moves_left == 0:
        return Reason("§Q37", "no_moves_left")
    if pieces[source] < least:
        return Reason("§5.5", f"cannot_leave_{verb}", names)
    if _is_full(state, verb[4:], goal):
        return Reason("§5.5", f"full_{verb[4:]}", {"tile": _name(state, goal)})
    if state.rulings.free_regrouping:
        return None
    came_from_there = sum(1 for m in state.pieces.moved if m != NONE and _moved(int(m)) == (kind, goal, source))
    return Reason("§Q37", "straight_back", names) if came_from_there == pieces[source] else None


def _moved(entry: int) -> tuple[int, int, int]:
    """Kind, whence and where of a piece that has moved."""
    return entry // 4096, entry // 64 % 64, entry % 64


# ---- tiles ----


def _voyage(state: Rules) -> Reason | None:
    """Only while there are tiles. §5.3"""
    return None if _stack(state) else Reason("§5.3", "no_tiles")


def _pick(state: Rules, tile: int) -> Reason | None:
    """One of the tiles shown by a lookout, if it can be laid at all. §3.4"""
    if state.tile != NONE and sum(1 for shown in state.tiles.revealed if shown != NONE) == 1:
        return Reason("§3.4", "one_tile", {"tile": _name(state, int(state.tile))})
    if state.tile != NONE:
        return Reason("§5.3", "picked", {"tile": _name(state, int(state.tile))})
    if tile not in state.tiles.revealed:
        return Reason("§3.4", "not_shown", {"tile": _name(state, tile)})
    cells = range(len(state.parts.cells))
    if all(_spot(state, tile, cell, turn) is not None for cell in cells for turn in range(6)):
        return Reason("§5.3", "fits_nowhere", {"tile": _name(state, tile)})
    return None


def _lay(state: Rules, cell: int, turn: int) -> Reason | None:
    """The tile in hand on an empty cell. §2.4"""
    if state.tile == NONE:
        return Reason("§3.4", "pick_first")
    return _spot(state, int(state.tile), cell, turn)


def _spot(state: Rules, tile: int, cell: int, turn: int) -> Reason | None:
    """Edges match, the dolphin or two neighbours, one sea, and in a voyage the ships. §2.4 §5.3"""
    name = {"cell": state.parts.cells[cell]}
    if state.tiles.tile_on[cell] != NONE:
        return Reason("§2.4", "cell_taken", name)
    near = _neighbours(state, cell)
    if 0 not in near.values() and len(near) < 2:
        return Reason("§2.4", "two_neighbours", name)
    edges = _edges(state, tile, turn)
    for edge, there in near.items():
        if _edges(state, there)[(edge + 3) % 6] != edges[edge]:
            return Reason("§2.4", "edges_clash", name)
    if all(edges[edge] == "L" for edge in near):
        return Reason("§2.4", "new_sea", name)
    if any(_edges(state, tile, k) == edges for k in range(turn)):
        return Reason("§2.1", "same_turn", name)
    if state.step != ask.WINDOW:
        return None
    return _ships(state, {there for edge, there in near.items() if edges[edge] == "W"})


def _neighbours(state: Rules, cell: int) -> dict[int, int]:
    """The tiles around a cell, by edge."""
    q, r = state.parts.hexes[cell]
    lying = {_hex(state, tile): tile for tile in range(len(state.parts.tiles)) if state.tiles.cell_of[tile] >= 0}
    around = {edge: lying.get((q + dq, r + dr), NONE) for edge, (dq, dr) in enumerate(STEPS)}
    return {edge: tile for edge, tile in around.items() if tile != NONE}


def _ships(state: Rules, near: set[int]) -> Reason | None:
    """More ships than the opponent next to the cell over water; with a fair wind as many, but at least one. §5.3"""
    own = sum(int(state.pieces.ships[tile]) for tile in near if _holds(state, int(state.active), tile))
    other = sum(int(state.pieces.ships[tile]) for tile in near if _holds(state, 1 - int(state.active), tile))
    if own > other or (state.in_force.running[FAIR_WIND] and own == other and own > 0):
        return None
    if state.in_force.running[FAIR_WIND]:
        return Reason("§3.4", "fewer_ships", {"own": own, "other": other})
    return Reason("§5.3", "too_few_ships", {"own": own, "other": other})


def _pay(state: Rules, tile: int) -> Reason | None:
    """With a ship of a city next to the new one over water. §5.3"""
    refused = _foreign(state, tile, int(state.active))
    if refused is not None:
        return refused
    names: dict[str, str | int] = {"tile": _name(state, tile), "goal": _name(state, int(state.gained))}
    if tile == state.gained:
        return Reason("§5.3", "new_city_pays", names)
    if _relation(state, tile, int(state.gained)) != "water":
        return Reason("§5.3", "not_by_water", names)
    return None if state.pieces.ships[tile] > 0 else Reason("§5.3", "no_ship_there", names)


# ---- attack ----


def _may_send(state: Rules, source: int, target: int) -> bool:
    """Two Greeks, and a neighbour; or by a far strike one city that is none. §5.4 §3.3"""
    if state.pieces.greeks[source] < 2:
        return False
    if _relation(state, source, target) != "none":
        return True
    return state.in_force.running[FAR_STRIKE] == 1 and int(state.far_source) in (NONE, source)


def _target(state: Rules, tile: int) -> Reason | None:
    """An enemy city in reach; not the first target again. §5.4"""
    refused = _foreign(state, tile, 1 - int(state.active))
    if refused is not None:
        return refused
    if tile == state.first_target:
        return Reason("§5.4", "same_target", {"tile": _name(state, tile)})
    if any(_may_send(state, source, tile) for source in _cities(state, int(state.active))):
        return None
    return Reason("§5.4", "out_of_reach", {"tile": _name(state, tile)})


def _send(state: Rules, tile: int) -> Reason | None:
    """One Greek stays in every city. §5.4"""
    refused = _foreign(state, tile, int(state.active))
    if refused is not None or _may_send(state, tile, int(state.target)):
        return refused
    names: dict[str, str | int] = {"tile": _name(state, tile), "goal": _name(state, int(state.target))}
    if state.pieces.greeks[tile] < 2:
        return Reason("§5.4", "cannot_leave_movegreek", names)
    if state.in_force.running[FAR_STRIKE] and state.far_source != NONE:
        return Reason("§3.3", "one_far_city", {"tile": _name(state, int(state.far_source))})
    return Reason("§5.4", "no_neighbour", names)


def _declare(state: Rules) -> Reason | None:
    """With one Greek at least. §5.4"""
    return None if sum(state.pieces.sent) else Reason("§5.4", "nobody_sent")


# ---- cards ----


def _no_card(state: Rules, seat: int, card: str) -> Reason | None:
    """The card is in hand and not locked, and its owner may lay cards at all. §4.6 §5.6"""
    if seat == LIGHT and state.turn == 1:
        return Reason("§4.6", "first_turn")
    if _free(state, seat, card) > 0:
        return None
    if _locked(state, seat, card) > 0:
        return Reason("§5.6", "locked", {"card": card})
    return Reason("§3.1", "not_in_hand", {"card": card})


def _void(state: Rules, kind: int, keep: bool = False) -> Reason | None:
    """A thunderbolt on a card of the top frame that was not aimed at yet. §6.2"""
    card, top = CARDS[kind], int(state.frames) - 1
    pair = [CARDS[int(state.chain.frame_card[top])]] + (["Z2"] if state.chain.frame_keep[top] else [])
    if card not in pair:
        return Reason("§6.2", "not_on_top", {"card": card})
    if int(state.chain.frame_answered[top]) >> pair.index(card) & 1:
        return Reason("§6.2", "aimed_at", {"card": card})
    seat = state.actor()
    return _no_card(state, seat, "Z1") or (_no_card(state, seat, "Z2") if keep else None)


def _play(state: Rules, kind: int, keep: bool = False) -> Reason | None:
    """The right player in the right window, the card in hand, and a legal use for it. §3.6"""
    card, seat = CARDS[kind], state.actor()
    if card == "Z1":
        return Reason("§3.5", "answers_only")
    if card == "Z2":
        return Reason("§3.5", "goes_with")
    refused = _no_card(state, seat, card) or (_no_card(state, seat, "Z2") if keep else None)
    if refused is not None:
        return refused
    window = WINDOWS[int(state.window)]
    windows = state.parts.own_windows if seat == state.active else state.parts.other_windows
    if not int(windows[kind]) >> int(state.window) & 1:
        return Reason("§3.2", f"when_{card}", {"card": card})
    return _in_force(state, card) or _no_use(state, card, window)


def _in_force(state: Rules, card: str) -> Reason | None:
    """What is in force already cannot be played again, but A1 always adds. §3.6"""
    if card == "Z3" and state.is_extra:
        return Reason("§3.5", "extra_turn")
    if card == "A1" or not state.in_force.running[CARDS.index(card)]:
        return None
    return Reason("§3.6", "in_force", {"card": card})


def _no_use(state: Rules, card: str, window: str) -> Reason | None:
    """The table of §3.6, row by row."""
    seat = int(state.active)
    own, enemy = _cities(state, seat), _cities(state, 1 - seat)
    sources = [tile for tile in own if state.pieces.sent[tile] > 0]
    battle = window == "BATTLE"
    useful = True
    match card:
        case "A2":
            useful = not battle or any(_relation(state, x, int(state.target)) != "land" for x in sources)
        case "P3":
            useful = not battle or any(state.pieces.ships[x] > 0 for x in sources)
        case "P1":
            useful = state.pieces.ships[state.target] > 0
        case "A3":
            goals = [y for y in enemy if y != state.first_target]
            useful = any(state.pieces.greeks[x] > 1 and _relation(state, x, y) == "none" for x in own for y in goals)
        case "A4":
            useful = len(enemy) > 1 if window == "ATT_PREP" else any(y != state.first_target for y in enemy)
        case "A5":
            useful = any(state.pieces.ships[x] > 0 and _can_place(state, "greek", x) for x in own)
        case "A6" | "P5":
            return _no_place(state, "greek" if card == "A6" else "ship", own)
        case "Z5":
            useful = sum(_held(state, 1 - seat, god) for god in range(3)) > 0
        case "Z6":
            useful = any(state.cards.discard[k] > 0 and _room_after_recall(state, k // 6) for k in range(18))
    return None if useful else Reason("§3.6", f"no_use_{card}")


def _no_place(state: Rules, piece: str, own: list[int]) -> Reason | None:
    """A card that places a piece needs a city with room, and a piece. §3.1 §3.6"""
    if any(_can_place(state, piece, tile) for tile in own):
        return None
    if all(_is_full(state, piece, tile) for tile in own):
        return Reason("§3.6", f"all_full_{piece}")
    return Reason("§3.1", f"no_{piece}_left")


def _can_place(state: Rules, piece: str, tile: int) -> bool:
    """Room there, and a piece in the supply or to be had from another city. §3.1"""
    supply = state.pieces.greek_supply if piece == "greek" else state.pieces.ship_supply
    return not _is_full(state, piece, tile) and (supply[state.active] > 0 or bool(_givers(state, piece, tile)))


def _room_after_recall(state: Rules, god: int) -> bool:
    """Z6, or the Z2 laid with it, has left the hand. §3.6"""
    held = [_held(state, int(state.active), g) - (1 if g == 2 else 0) for g in range(3)]
    return held[god] < state.parts.most_of_a_god and sum(held) < state.parts.most_cards


def _swap(state: Rules, tile: int) -> Reason | None:
    """First one's own city, then one of the opponent's. §3.5"""
    seat = int(state.active)
    return _foreign(state, tile, seat if state.step == ask.SWAP_OWN else 1 - seat)


def _recall(state: Rules, kind: int) -> Reason | None:
    """From an open pile, within the limits; not this recall nor its favour. §3.5"""
    card = CARDS[kind]
    own = {"Z6": int(state.spent) & 1, "Z2": int(state.spent) >> 1 & 1}.get(card, 0)
    if state.cards.discard[kind] == 0:
        return Reason("§3.5", "not_on_pile", {"card": card})
    if state.cards.discard[kind] == own:
        return Reason("§3.5", "just_laid", {"card": card})
    return _no_room(state, kind // 6)


_OF_VERB: Final[dict[str, Callable[..., Reason | None]]] = {
    "tile": _tile, "card": _card, "take": _take, "voyage": _voyage, "done": _done,
    "greek": partial(_place, piece="greek"), "ship": partial(_place, piece="ship"), "draw": _no_room,
    "fetch": _fetch, "trade": _trade, "pick": _pick, "lay": _lay, "pay": _pay, "target": _target, "send": _send,
    "declare": _declare, "movegreek": partial(_move, verb="movegreek"), "moveship": partial(_move, verb="moveship"),
    "play": _play, "playkeep": partial(_play, keep=True), "void": _void, "voidkeep": partial(_void, keep=True),
    "swap": _swap, "recall": _recall,
}  # fmt: skip
