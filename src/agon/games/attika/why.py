"""Which rule forbids this? A slow, plain second reading of the rules, checked against `legal()` by a law.

It looks at tiles, buildings and hands by their coordinates and letters, never at the masks `legal()` uses.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

from agon.core.game import Reason, not_now
from agon.core.hexgrid import DIRECTIONS as PETAL_STEPS
from agon.core.hexgrid import Hex, add, distance, groups, neighbours
from agon.core.state import NONE
from agon.games.attika import questions as ask
from agon.games.attika.position import BUILDING, REVEALING, UNDECIDED
from agon.games.attika.rules import Rules

LANDSCAPES = "WFHM"


def reason(state: Rules, action: int) -> Reason | None:
    """None where the action is legal now, else the rule that forbids it."""
    verb = state.actions.verb(action)
    if verb.name not in ask.QUESTIONS[int(state.step)].verbs:
        return not_now("§4.5")
    refuse = _OF_VERB.get(verb.name)
    return None if refuse is None else refuse(state, *verb.arguments(action - verb.first))


# ---- the table, read anew ----


def _centres(state: Rules) -> list[Hex]:
    return [state.parts.hexes[int(c)] for c in state.map.centres if c != NONE]


def _is_space(state: Rules, h: Hex) -> bool:
    return any(distance(h, centre) <= 1 for centre in _centres(state))


def _symbols(state: Rules) -> dict[Hex, str]:
    """Every space of the map with the letter of its landscape, "." where it is plain. §1.2 §1.3"""
    out: dict[Hex, str] = {}
    for face, centre, turn in zip(state.map.faces, _centres(state), state.map.turns, strict=False):
        letters = [(LANDSCAPES + "?.")[int(s)] for s in state.parts.face[7 * int(face) : 7 * int(face) + 7]]
        out[centre] = letters[0]
        for petal in range(6):
            out[add(centre, PETAL_STEPS[(petal + int(turn)) % 6])] = letters[1 + petal]
    return out


def _standing(state: Rules) -> dict[Hex, tuple[int, str]]:
    """What stands where: hex -> (seat, building)."""
    out: dict[Hex, tuple[int, str]] = {}
    for seat in range(state.seats()):
        for building, name in enumerate(state.parts.buildings):
            slot = int(state.land.built[30 * seat + building])
            if slot != NONE:
                centre = _centres(state)[slot // 7]
                h = centre if slot % 7 == 0 else add(centre, PETAL_STEPS[slot % 7 - 1])
                out[h] = (seat, name)
    return out


def _mask_names(state: Rules, mask: int) -> set[str]:
    return {name for b, name in enumerate(state.parts.buildings) if int(mask) >> b & 1}


def _hand(state: Rules, seat: int) -> dict[str, int]:
    return {letter: int(state.cards.hands[4 * seat + kind]) for kind, letter in enumerate(LANDSCAPES)}


class _Price:
    """What a building costs on a space: open symbols, open any-symbols, settlement cost. §5.2 §5.3 §5.5 §6.2"""

    def __init__(self, state: Rules, building: int, h: Hex, map_: dict[Hex, str], standing: dict[Hex, tuple[int, str]]):
        seat = state.actor()
        parts = state.parts
        mine = {at for at, (owner, _) in standing.items() if owner == seat}
        printed = {k: int(parts.cost[5 * building + i]) for i, k in enumerate(LANDSCAPES + "?")}
        tails = _mask_names(state, int(parts.before[building]))
        if any(standing.get(n, (NONE, "")) in [(seat, tail) for tail in tails] for n in neighbours(h)):
            printed = dict.fromkeys(printed, 0)
        seen = [map_[n] for n in (h, *neighbours(h)) if n in map_ and n not in standing and map_[n] != "."]
        self.typed = {k: max(0, printed[k] - seen.count(k)) for k in LANDSCAPES}
        self.any = printed["?"] if state.roads_ignore else max(0, printed["?"] - len(seen))
        self.founding = 0 if mine & set(neighbours(h)) else len(groups(mine))
        self.at = parts.cells[parts.cell_of[h]]

    def told(self) -> dict[str, str | int]:
        """What is asked for there, whatever is in the hand: open symbols by their letters, and the settlement."""
        letters = "".join(k * n for k, n in self.typed.items()) + "?" * self.any
        return {"cell": self.at, "open": letters, "founding": self.founding}

    def cheapest(self, hand: dict[str, int]) -> int:
        """The fewest cards, by the formula of the specification. §5.4"""
        typed = sum(self.typed.values())
        matched = sum(min(self.typed[k], hand[k]) for k in LANDSCAPES)
        return typed + self.any + self.founding + max(0, typed - matched)

    def accepts(self, cards: dict[str, int]) -> bool:
        """Exactly paid: as many matching cards as could match, two others for each further symbol. §5.4"""
        matched = sum(min(self.typed[k], cards[k]) for k in LANDSCAPES)
        j = 2 * sum(self.typed.values()) + self.any + self.founding - sum(cards.values())
        return j == matched and j >= 0

    def matches_all(self, cards: dict[str, int], had: dict[str, int]) -> bool:
        """Whether every matching card that was in hand is among these. §Q6"""
        return all(min(self.typed[k], cards[k]) == min(self.typed[k], had[k]) for k in LANDSCAPES)


# ---- one function a verb ----


def _tile(state: Rules, tile: int) -> Reason | None:
    """A tile is drawn once. §2.1"""
    if tile in [int(f) for f in state.map.faces] or tile == state.tile:
        return Reason("§2.1", "tile_drawn", {"tile": state.parts.faces[tile]})
    return None


def _top(state: Rules, building: int) -> Reason | None:
    """A building not yet seen, main or other as the stack is. §2.4"""
    seat = int(state.active)
    if state.step == ask.SETUP_TOP:
        seat = next(s for s in range(state.seats()) if bin(state.store.storage[s]).count("1") < 4)
    name = state.parts.buildings[building]
    if name in _mask_names(state, int(state.store.storage[seat])) or (seat, name) in _standing(state).values():
        return Reason("§2.4", "seen_already", {"building": name})
    is_main = bool(int(state.parts.mains) >> building & 1)
    if is_main != (state.stack == 0):
        return Reason("§2.4", "other_stack", {"building": name, "main": int(is_main)})
    return None


def _start(state: Rules, seat: int) -> Reason | None:
    """One of those at the table. §2.6"""
    return None if seat < state.seats() else Reason("§2.6", "no_seat", {"seat": seat})


def _card(state: Rules, kind: int) -> Reason | None:
    """From the deck. §4.6"""
    return None if state.cards.deck[kind] != 0 else Reason("§4.6", "kind_gone", {"kind": LANDSCAPES[kind]})


def _other_mode(state: Rules, mode: int, verb: str) -> Reason | None:
    """One mode a turn, and none after cards were drawn. §4.5"""
    if state.drawing:
        return Reason("§4.3", "cards_drawn")
    return None if state.mode in (UNDECIDED, mode) else Reason("§4.5", f"mode_{verb}")


def _none_left(state: Rules, mode: int, verb: str) -> Reason | None:
    """Only so many actions, but for amphorae. §4.4 §4.5"""
    if state.mode == mode and state.left == 0:
        helps = state.store.amphorae[state.actor()] > 0
        return Reason("§4.4", f"amphora_for_{verb}") if helps else Reason("§4.5", f"none_left_{verb}")
    return None


def _reveal(state: Rules, stack: int) -> Reason | None:
    """From a stack that is not empty. §4.1"""
    if state.store.stacks[4 * state.active + stack] == 0:
        return Reason("§4.6", "stack_empty", {"stack": stack})
    return _other_mode(state, REVEALING, "reveal") or _none_left(state, REVEALING, "reveal")


def _build(state: Rules, building: int) -> Reason | None:
    """From the storage board, where some space can be paid. §4.2"""
    name = state.parts.buildings[building]
    stored = _mask_names(state, int(state.store.storage[state.actor()]))
    standing = _standing(state)
    another = {other.rstrip("0123456789") for other in stored - {name}} & {name.rstrip("0123456789")}
    for h, what in standing.items():
        if what == (state.actor(), name):
            facts: dict[str, str | int] = {"building": name, "cell": state.parts.cells[state.parts.cell_of[h]]}
            return Reason("§5.1", "built_already_other", facts) if another else Reason("§5.1", "built_already", facts)
    if name not in stored:
        facts = {"building": name}
        return Reason("§4.2", "not_stored_other", facts) if another else Reason("§4.2", "not_stored", facts)
    refused = _other_mode(state, BUILDING, "build")
    if refused is not None:
        return refused
    map_, hand = _symbols(state), _hand(state, state.actor())
    prices = [_Price(state, building, h, map_, standing) for h in map_ if h not in standing]
    if not prices:
        return Reason("§5.1", "no_space")
    best = min(prices, key=lambda price: price.cheapest(hand))
    if best.cheapest(hand) <= sum(hand.values()):
        return _none_left(state, BUILDING, "build")
    costs = {"price": best.cheapest(hand), "have": sum(hand.values())}
    return Reason("§5.4", "dear_everywhere", {"building": name, **costs, **best.told()})


def _amphora(state: Rules, card: int) -> Reason | None:
    """For one more action of the mode played so far, or for a card. §4.4"""
    if state.store.amphorae[state.actor()] == 0:
        return Reason("§4.4", "no_amphora")
    if not card:
        if state.drawing:
            return Reason("§4.3", "cards_drawn")
        return Reason("§Q13", "no_mode") if state.mode == UNDECIDED else None
    due = 0
    if not state.drawing:
        due = int(state.parts.idle_cards) if state.mode == UNDECIDED else int(state.left)
    left = int(state.deck_left) + sum(int(d) for d in state.cards.discard)
    return Reason("§Q26", "no_cards") if left <= due else None


def _finish(state: Rules) -> Reason | None:
    """Draw for the actions not taken. §4.3"""
    if state.drawing:
        return Reason("§4.3", "drawn_already")
    if state.mode != UNDECIDED and state.left == 0:
        return Reason("§4.3", "no_action_unused")
    return None


def _end(state: Rules) -> Reason | None:
    """The cards for unused actions are always paid out first. §4.5 §Q2"""
    if state.drawing or (state.mode != UNDECIDED and state.left == 0):
        return None
    return Reason("§Q2", "cards_first")


def _place(state: Rules, cell: int) -> Reason | None:
    """A free space on which the building can be paid. §5.1"""
    name, h = state.parts.cells[cell], state.parts.hexes[cell]
    if h in state.layout.shrine_hexes:
        return Reason("§5.1", "shrine_here", {"cell": name})
    if not _is_space(state, h):
        return Reason("§5.1", "no_board", {"cell": name})
    standing = _standing(state)
    if h in standing:
        seat, building = standing[h]
        return Reason("§5.1", "occupied", {"cell": name, "building": building, "seat": seat})
    hand = _hand(state, state.actor())
    price = _Price(state, int(state.building), h, _symbols(state), standing)
    if price.cheapest(hand) > sum(hand.values()):
        building = state.parts.buildings[int(state.building)]
        costs = {"price": price.cheapest(hand), "have": sum(hand.values())}
        return Reason("§5.4", "too_dear", {"building": building, **costs, **price.told()})
    return None


def _pay(state: Rules, kind: int) -> Reason | None:
    """A card in hand with which the payment can still come out exactly. §5.4 §Q6"""
    hand = _hand(state, state.actor())
    letter = LANDSCAPES[kind]
    if hand[letter] == 0:
        return Reason("§5.4", "no_card", {"kind": letter})
    centre = _centres(state)[int(state.space) // 7]
    h = centre if state.space % 7 == 0 else add(centre, PETAL_STEPS[int(state.space) % 7 - 1])
    price = _Price(state, int(state.building), h, _symbols(state), _standing(state))
    paid = {k: int(state.cards.paid[i]) for i, k in enumerate(LANDSCAPES)}
    paid[letter] += 1
    hand[letter] -= 1
    most = 2 * sum(price.typed.values()) + price.any + price.founding - sum(paid.values())
    ranges = [range(max(0, min(hand[k], most)) + 1) for k in LANDSCAPES]
    held_back = False  # whether it could be paid, but for a matching card that would stay in hand
    for more in product(*ranges):
        cards = {k: paid[k] + n for k, n in zip(LANDSCAPES, more, strict=True)}
        if sum(more) <= most and price.accepts(cards):
            if not state.rulings.match_first or price.matches_all(cards, {k: paid[k] + hand[k] for k in LANDSCAPES}):
                return None
            held_back = True
    return Reason("§Q6", "match_first", {"kind": letter}) if held_back else Reason("§5.4", "waste", {"kind": letter})


def _lay(state: Rules, cell: int) -> Reason | None:
    """All seven on empty grid, one of them next to the map or a shrine. §8.3"""
    name, h = state.parts.cells[cell], state.parts.hexes[cell]
    shrines = state.layout.shrine_hexes
    if any(distance(h, shrine) <= 1 for shrine in shrines):
        return Reason("§8.3", "covers_shrine", {"cell": name})
    gaps = [distance(h, centre) for centre in _centres(state)]
    if min(gaps) <= 2:
        return Reason("§8.3", "covers_spaces", {"cell": name})
    if min(gaps) == 3 or any(distance(h, shrine) == 2 for shrine in shrines):
        return None
    return Reason("§8.3", "touches_nothing", {"cell": name})


_OF_VERB: Final[dict[str, Callable[..., Reason | None]]] = {
    "tile": _tile, "top": _top, "start": _start, "card": _card, "reveal": _reveal, "build": _build,
    "amphora": _amphora, "finish": _finish, "end": _end, "place": _place, "pay": _pay, "lay": _lay,
}  # fmt: skip
