"""Which rule forbids this? A slow, plain second reading of the rules, checked against `legal()` by a law.

It looks at the pieces on the table, never at the masks and helpers `legal()` uses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from agon.core.game import Reason, not_now
from agon.core.state import NONE
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.parts import COAST, HOUSE, INLAND, PALACE, PIECES, QUARRY, SEA, SQUARE, STATUE, TEMPLE
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.rules import Rules

# The pieces each kind of building space is for. §3.1
BUILDS = {"house": ("house",), "houseSquare": ("house", "square"), "palace": ("palace",)}


def reason(state: Rules, action: int) -> Reason | None:
    """None where the action is legal now, else the rule that forbids it."""
    verb = state.actions.verb(action)
    if verb.name not in _answers(state):
        return _not_now(state)
    refuse = _OF_VERB.get(verb.name)
    return None if refuse is None else refuse(state, *verb.arguments(action - verb.first))


def _answers(state: Rules) -> tuple[str, ...]:
    """The verbs that can answer; a building action is about the pieces of its space."""
    if state.step != ask.BUILD:
        return tuple(ask.QUESTIONS[int(state.step)].verbs)
    return (*BUILDS[_bar_word(state)], "pass")


def _bar_word(state: Rules) -> str:
    """The kind of the space being resolved, in words."""
    return state.parts.bar[int(state.space)].rstrip("0123456789")


def asked(state: Rules) -> str:
    """The name of the question; a building action is named by its space."""
    name = ask.QUESTIONS[int(state.step)].name
    return f"{name}_{_bar_word(state)}" if state.step == ask.BUILD else name


def _standing(state: Rules) -> dict[int, tuple[int, int]]:
    """What stands where: space -> (owner or NONE, kind)."""
    out: dict[int, tuple[int, int]] = {}
    cells = range(len(state.parts.cells))
    for kind, masks in enumerate((state.island.houses, state.island.palaces, state.island.squares)):
        for seat in range(state.seats()):
            for cell in cells:
                if int(masks[2 * seat + cell // 62]) >> cell % 62 & 1:
                    out[cell] = (seat, kind)
    for cell in cells:
        if int(state.island.statues[cell // 62]) >> cell % 62 & 1:
            out[cell] = (NONE, STATUE)
    return out


def _not_now(state: Rules) -> Reason:
    """Another question is being asked: the paragraph is that of the question."""
    match int(state.step):
        case ask.PLACE_HOUSES:
            return not_now("§4.7")
        case ask.ASK_QUARRY:
            return not_now("§6.5")
        case ask.COVER | ask.DRAW_TILE:
            return not_now("§6.7")
        case ask.MOVE_WORKER:
            return not_now("§6.8")
        case ask.RAISE_COLUMNS:
            return not_now("§6.9")
        case ask.RAISE_STATUE:
            return not_now("§6.10")
        case ask.BUILD if _bar_word(state) == "palace":
            return not_now("§6.4")
        case ask.BUILD:
            return not_now("§6.3") if _bar_word(state) == "houseSquare" else not_now("§6.2")
    return not_now("§5.2")


def _not_free(state: Rules, verb: str, cell: int) -> Reason | None:
    """Only a free coast or inland space can be built on. §2.2"""
    name = state.parts.cells[cell]
    kind = state.side.kind[cell]
    if kind == SEA:
        return Reason("§2.2", "sea", {"cell": name})
    if kind == QUARRY:
        return Reason("§2.2", "quarry_here", {"cell": name})
    if kind == TEMPLE:
        return Reason("§2.2", "temple_here", {"cell": name})
    standing = _standing(state)
    if cell in standing:
        owner, piece = standing[cell]
        return _occupied(state, verb, {"cell": name, "piece": PIECES[piece], "seat": owner})
    return None


def _occupied(state: Rules, verb: str, facts: dict[str, str | int]) -> Reason:
    """Each piece wants a free space, by a paragraph of its own. §4.7 §6.2 §6.3 §6.4 §6.10"""
    if state.step == ask.PLACE_HOUSES:
        return Reason("§4.7", "occupied", facts)
    match verb:
        case "palace":
            return Reason("§6.4", "occupied", facts)
        case "square":
            return Reason("§6.3", "occupied", facts)
        case "statue":
            return Reason("§6.10", "occupied", facts)
    return Reason("§6.2", "occupied", facts)


def _price(state: Rules, kind: int, cell: int) -> int:
    cost = state.parts.coast_cost if state.side.kind[cell] == COAST else state.parts.inland_cost
    return int(cost[kind])


def _too_dear(state: Rules, kind: int, cell: int, seat: int) -> Reason | None:
    """Coast and inland cost different amounts of marble. §3.2"""
    price = _price(state, kind, cell)
    have = int(state.purse.marble[seat])
    if price <= have:
        return None
    zone = "coast" if state.side.kind[cell] == COAST else "inland"
    return Reason("§3.2", "too_dear", {"piece": PIECES[kind], "zone": zone, "price": price, "have": have})


def _tile(state: Rules, number: int) -> Reason | None:
    """A tile is drawn once; there is no tile 0. §1.2"""
    drawn = state.quarries.tile_at[number + 1] != NONE
    return Reason("§1.2", "tile_drawn", {"tile": number + 1}) if drawn else None


def _start(state: Rules, seat: int) -> Reason | None:
    """One of those at the table. §4.6"""
    return None if seat < state.seats() else Reason("§4.6", "no_seat", {"seat": seat})


def _take(state: Rules, space: int) -> Reason | None:
    """One stone a space and phase. §5.2"""
    name = state.parts.bar[space]
    if state.taken.bar[space] == ABSENT:
        return Reason("§Q2", "absent", {"space": name})
    if state.taken.bar[space] == NONE:
        return None
    facts: dict[str, str | int] = {"space": name, "seat": int(state.taken.bar[space])}
    kinds = list(zip(state.parts.bar_kind, state.parts.bar_columns, strict=True))
    free = sum(1 for other, kind in enumerate(kinds) if kind == kinds[space] and state.taken.bar[other] == NONE)
    if free:
        return Reason("§5.2", "space_taken_other", facts | {"free": free})
    return Reason("§5.2", "space_taken", facts)


def _around(state: Rules, cell: int) -> list[int]:
    """The neighbouring spaces, by their coordinates."""
    q, r = state.side.hexes[cell]
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    near = {(q + dq, r + dr) for dq, dr in steps}
    return [other for other, h in state.side.hexes.items() if h in near]


def _starting_house(state: Rules, cell: int) -> Reason | None:
    """Next to a starting quarry at which the seat has no starting house yet. §4.7"""
    refused = _not_free(state, "house", cell)
    if refused is not None:
        return refused
    seat = state.actor()
    mine = {c for c, piece in _standing(state).items() if piece == (seat, 0)}
    beside = [q for q in state.side.start_quarries if state.side.quarries[q] in _around(state, cell)]
    name = state.parts.cells[cell]
    if not beside:
        return Reason("§4.7", "no_start_quarry", {"cell": name})
    if all(mine & set(_around(state, int(state.side.quarries[q]))) for q in beside):
        return Reason("§4.7", "has_start_house", {"cell": name})
    return None


def _house(state: Rules, cell: int) -> Reason | None:
    """A starting house, or one that is paid for. §4.7 §6.2"""
    return _starting_house(state, cell) if state.step == ask.PLACE_HOUSES else _building(state, cell, HOUSE)


def _building(state: Rules, cell: int, kind: int) -> Reason | None:
    """A piece of one's own on a free space, paid for. §6.1 §6.3 §6.12"""
    seat = state.actor()
    if int(state.half) >> kind & 1:
        return Reason("§6.3", "built_already", {"piece": PIECES[kind]})
    if state.island.supply[3 * seat + kind] == 0:
        return Reason("§6.12", "none_left", {"piece": PIECES[kind]})
    return _not_free(state, PIECES[kind], cell) or _too_dear(state, kind, cell, seat)


def _statue(state: Rules, cell: int) -> Reason | None:
    """Inland only. §6.10"""
    refused = _not_free(state, "statue", cell)
    if refused is None and state.side.kind[cell] != INLAND:
        refused = Reason("§6.10", "statue_inland", {"cell": state.parts.cells[cell]})
    return refused or _too_dear(state, STATUE, cell, state.actor())


def _quarry(state: Rules, cell: int) -> int | Reason:
    """The number of the quarry on a space."""
    number = int(state.side.quarry_at[cell])
    return Reason("§2.2", "no_quarry", {"cell": state.parts.cells[cell]}) if number == NONE else number


def _cover(state: Rules, cell: int) -> Reason | None:
    """An active quarry with a lower number. §6.7"""
    quarry = _quarry(state, cell)
    if isinstance(quarry, Reason):
        return quarry
    name = state.parts.cells[cell]
    if int(state.closed) >> quarry & 1:
        return Reason("§6.8", "quarry_closed", {"cell": name})
    if state.quarries.top[quarry] == 0:
        return Reason("§6.7", "quarry_empty", {"cell": name})
    if state.quarries.top[quarry] > state.tile:
        return Reason(
            "§6.7", "not_lower", {"cell": name, "top": int(state.quarries.top[quarry]), "tile": int(state.tile)}
        )
    return None


def _worker(state: Rules, cell: int) -> Reason | None:
    """Only an empty quarry. §6.8"""
    quarry = _quarry(state, cell)
    if isinstance(quarry, Reason):
        return quarry
    name = state.parts.cells[cell]
    if int(state.closed) >> quarry & 1:
        return Reason("§6.8", "quarry_closed", {"cell": name})
    if state.quarries.top[quarry] != 0:
        return Reason("§6.8", "quarry_in_use", {"cell": name})
    return None


def _column(state: Rules, cell: int) -> Reason | None:
    """A temple with a free place. §6.9"""
    temple = int(state.side.temple_at[cell])
    name = state.parts.cells[cell]
    if temple == NONE:
        return Reason("§2.2", "no_temple", {"cell": name})
    if state.temples.columns[temple] == state.side.places[temple]:
        return Reason("§6.9", "temple_full", {"cell": name, "places": int(state.side.places[temple])})
    return None


def _pass(state: Rules) -> Reason | None:
    """Once paid, exactly the number of columns must be raised. §6.9"""
    if state.step == ask.RAISE_COLUMNS and state.todo < state.parts.bar_columns[state.space]:
        return Reason("§6.9", "columns_left", {"left": int(state.todo)})
    return None


_OF_VERB: Final[dict[str, Callable[..., Reason | None]]] = {
    "tile": _tile, "start": _start, "take": _take, "house": _house, "palace": partial(_building, kind=PALACE),
    "square": partial(_building, kind=SQUARE), "statue": _statue, "cover": _cover, "worker": _worker,
    "column": _column, "pass": _pass,
}  # fmt: skip
