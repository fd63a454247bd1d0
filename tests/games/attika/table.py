"""Positions for the tests, set up as text: the reference board of the specification, hands, buildings, plays."""

from __future__ import annotations

from random import Random

from agon.core.hexgrid import Hex
from agon.core.numbers import BIT, WORD
from agon.core.state import NONE, OVER
from agon.games.attika import effects
from agon.games.attika.actions import Actions
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, STACKS, WORDS, Parts
from agon.games.attika.position import BUILDING, REVEALING, UNDECIDED
from agon.games.attika.prices import Bill
from agon.games.attika.questions import DECIDE
from agon.games.attika.rules import Rules, new

PARTS = Parts()
ACTIONS = Actions(PARTS)

REFERENCE = ("T19", "T07", "T13", "T21")  # board R2 of the specification, all rotations 0
SHRINES = ((1, -2), (3, 3))


def fresh(seats: int = 2, roads_ignore: str = "off") -> Rules:
    return new(PARTS, ACTIONS, seats, {"roadsIgnoreSymbols": roads_ignore})


def reference(seats: int = 2, roads_ignore: str = "off") -> Rules:
    """Board R2, seat 0 to begin its turn; hands empty, all cards in the deck."""
    state = fresh(seats, roads_ignore)
    faces = REFERENCE if seats == 2 else tuple(PARTS.faces[: len(state.layout.centres)])
    for face in faces:
        play(state, f"tile {face}", "turn 0")
    while ACTIONS.text(state.legal()[0]).startswith("top"):
        state.apply(state.legal()[0])
    play(state, "start 0")
    while state.actor() < 0:
        state.apply(state.legal()[0])
    for seat in range(seats):
        hold(state, seat, "")
    return state


def play(state: Rules, *texts: str) -> None:
    """Play actions in words; each must be legal."""
    for text in texts:
        action = ACTIONS.parse(text)
        assert action in state.legal(), f"{text} is not among {words(state)}"
        state.apply(action)


def words(state: Rules) -> list[str]:
    return [ACTIONS.text(action) for action in state.legal()]


def may(state: Rules, text: str) -> bool:
    return ACTIONS.parse(text) in state.legal()


def cell(h: Hex) -> str:
    return PARTS.cells[PARTS.cell_of[h]]


def slot(state: Rules, h: Hex) -> int:
    found = int(state.map.slot_of(PARTS.cell_of[h]))
    assert found != NONE, f"no space on {h}"
    return found


def number(building: str) -> int:
    return PARTS.buildings.index(building)


def hold(state: Rules, seat: int, cards: str) -> None:
    """Give a seat exactly these cards, as if dealt from the deck just shuffled."""
    state.cards = state.cards.own()
    for kind, letter in enumerate(LETTERS):
        at = KINDS * seat + kind
        change = cards.count(letter) - state.cards.hands[at]
        state.cards.hands[at] += change
        state.cards.held[seat] += change
        state.cards.deck[kind] -= change
        state.deck_left -= change
        state.cards.fresh[seat] += change


def discard_deck(state: Rules, keep: str) -> None:
    """Move all cards of the deck but these to the discard pile."""
    state.cards = state.cards.own()
    for kind, letter in enumerate(LETTERS):
        moved = int(state.cards.deck[kind]) - keep.count(letter)
        state.cards.deck[kind] -= moved
        state.deck_left -= moved
        state.cards.discard[kind] += moved


def take_out(state: Rules, seat: int, building: str) -> int:
    """Take a building from its stack or the storage board."""
    state.store = state.store.own()
    n = number(building)
    if state.store.storage[seat] & BIT[n]:
        state.store.storage[seat] &= ~BIT[n]
    else:
        assert state.store.unseen[seat] & BIT[n], f"{building} is on the map"
        state.store.unseen[seat] &= ~BIT[n]
        stacks = [0] if PARTS.mains & BIT[n] else [1, 2, 3]
        highest = max(stacks, key=lambda s: int(state.store.stacks[STACKS * seat + s]))
        state.store.stacks[STACKS * seat + highest] -= 1
    return n


def store(state: Rules, seat: int, *buildings: str) -> None:
    state.store = state.store.own()
    for building in buildings:
        state.store.storage[seat] |= BIT[take_out(state, seat, building)]


def stand(state: Rules, seat: int, **places: Hex) -> None:
    """Put buildings on the map at no cost."""
    for building, h in places.items():
        n = take_out(state, seat, building)
        assert state.is_free(slot(state, h)), f"{h} is taken"
        effects.put(state, seat, n, slot(state, h))


def almost_linked() -> Rules:
    """A vintner of seat 0 on E3S2, between its vineyard and a shrine, links two shrines."""
    state = reference()
    stand(state, 0, city=(1, -1), oracle=(2, -1), theater=(3, -1), tavern=(3, 0), vineyard=(3, 1))
    return state


def paying(cards: str) -> Rules:
    """Seat 0 pays for a well on E4S1, away from its city, with such a hand."""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "well")
    hold(state, 0, cards)
    play(state, "build well", "place E4S1")
    return state


def price(state: Rules, building: str, h: Hex, seat: int = 0) -> tuple[str, int, int]:
    """Open symbols as letters, open any-symbols and the settlement cost."""
    at, n = slot(state, h), number(building)
    bill = Bill(state, seat, n, at)
    typed = "".join(letter * bill.open[kind] for kind, letter in enumerate(LETTERS))
    return typed, bill.any - bill.founding, bill.founding


def fewest(state: Rules, building: str, h: Hex, seat: int = 0) -> int:
    return Bill(state, seat, number(building), slot(state, h)).cards


def places_for(state: Rules, building: str, seat: int = 0) -> set[Hex]:
    """The spaces on which the seat can pay the building, by the fast masks."""
    masks = [effects.affordable(state, seat, number(building), word) for word in range(WORDS)]
    out: set[Hex] = set()
    for tile_slot in range(7 * int(state.map.laid)):
        if masks[tile_slot // 62] & BIT[tile_slot % 62]:
            out.add(PARTS.hexes[int(state.map.cells[tile_slot])])
    return out


def rim(state: Rules) -> list[int]:
    """The cells to which the centre of a new tile may go."""
    return [c for c in range(len(PARTS.cells)) if state.map.rim[c // WORD] & BIT[c % WORD]]


def revealing(state: Rules, left: int) -> None:
    state.mode = REVEALING
    state.left = left


def building_turn(state: Rules, left: int) -> None:
    state.mode = BUILDING
    state.left = left


def hand(state: Rules, seat: int) -> str:
    return "".join(letter * int(state.cards.hands[KINDS * seat + kind]) for kind, letter in enumerate(LETTERS))


def draw_all(state: Rules) -> int:
    """Let chance draw until a seat decides; returns how many draws there were."""
    drawn = 0
    while state.actor() == -1:
        state.apply(state.legal()[0])
        drawn += 1
    return drawn


def random_positions(games: int, seats: int, seed: int, every: int = 1) -> list[Rules]:
    """Positions of random games in which a seat decides, every so many plies."""
    out: list[Rules] = []
    for game in range(games):
        rng = Random(seed + game)
        state = fresh(seats)
        ply = 0
        while state.actor() != OVER:
            state.apply(state.random_action(rng))
            ply += 1
            if state.actor() >= 0 and ply % every == 0:
                copy = state.clone()
                copy.land = copy.land.own()  # tests may write in it
                copy.store = copy.store.own()
                copy.cards = copy.cards.own()
                out.append(copy)
    return out


def built(state: Rules, seat: int) -> dict[Hex, str]:
    """Where the buildings of a seat stand."""
    return {
        PARTS.hexes[int(state.map.cells[int(state.land.built[BUILDINGS * seat + b])])]: PARTS.buildings[b]
        for b in range(BUILDINGS)
        if state.land.built[BUILDINGS * seat + b] != NONE
    }


def is_to_decide(state: Rules, seat: int) -> bool:
    """Whether this seat is at the beginning of its turn."""
    return state.step == DECIDE and state.active == seat and state.mode == UNDECIDED and state.drawing == 0
