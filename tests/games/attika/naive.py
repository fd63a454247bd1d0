"""A slow, naive second computation of price, settlements, groups and shrine chain, on dicts of hexes.

Written from the specification alone; it shares nothing with the engine but the hexes and letters read off a position.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from agon.core.hexgrid import Hex, adjacent, groups
from agon.core.state import NONE
from agon.games.attika.rules import Rules

LETTERS = "WFHM"
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Table:
    """A position as words and hexes."""

    def __init__(self, state: Rules) -> None:
        parts = state.parts
        self.symbols: dict[Hex, str] = {}
        centres: list[Hex] = []
        for n in range(int(state.map.laid)):
            q, r = parts.hexes[int(state.map.centres[n])]
            centres.append((q, r))
            face = ["WFHM?."[int(s)] for s in parts.face[7 * int(state.map.faces[n]) :][:7]]
            self.symbols[(q, r)] = face[0]
            for j in range(6):
                dq, dr = STEPS[(j + int(state.map.turns[n])) % 6]
                self.symbols[(q + dq, r + dr)] = face[1 + j]
        self.shrines = list(state.layout.shrine_hexes)
        self.built: list[dict[str, Hex]] = []
        for seat in range(state.seats()):
            row: dict[str, Hex] = {}
            for b, name in enumerate(parts.buildings):
                at = int(state.land.built[30 * seat + b])
                if at != NONE:
                    q, r = centres[at // 7]
                    dq, dr = (0, 0) if at % 7 == 0 else STEPS[at % 7 - 1]
                    row[name] = (q + dq, r + dr)
            self.built.append(row)
        self.taken = {h for row in self.built for h in row.values()}
        self.free = [h for h in self.symbols if h not in self.taken]
        self.costs = {
            name: "".join(c * int(parts.cost[5 * b + k]) for k, c in enumerate("WFHM?"))
            for b, name in enumerate(parts.buildings)
        }
        self.tails = {
            name: [t for i, t in enumerate(parts.buildings) if int(parts.before[b]) >> i & 1]
            for b, name in enumerate(parts.buildings)
        }
        self.groups = {
            name: [m for i, m in enumerate(parts.buildings) if parts.group[i] == parts.group[b]]
            for b, name in enumerate(parts.buildings)
        }

    def settlements(self, seat: int) -> list[set[Hex]]:
        """§6.1"""
        return groups(self.built[seat].values())

    def price(self, seat: int, building: str, h: Hex) -> tuple[Counter[str], int, int]:
        """Open symbols, open any-symbols, settlement cost. §5.2 §5.3 §5.5 §6.2"""
        own = self.built[seat]
        open_: list[str] = list(self.costs[building])
        if any(tail in own and adjacent(own[tail], h) for tail in self.tails[building]):
            open_ = []
        for other, symbol in self.symbols.items():
            if other not in self.taken and (other == h or adjacent(other, h)):
                if symbol in open_:
                    open_.remove(symbol)
                elif symbol != "." and "?" in open_:
                    open_.remove("?")
        founding = 0 if any(adjacent(h, o) for o in own.values()) else len(self.settlements(seat))
        return Counter(c for c in open_ if c != "?"), open_.count("?"), founding

    def payable(self, seat: int, building: str, h: Hex, hand: Counter[str]) -> bool:
        """Whether some set of cards in hand is accepted by the test of section 5.4, tried one by one."""
        price = self.price(seat, building, h)
        most = 2 * sum(price[0].values()) + price[1] + price[2]
        ranges = [range(min(hand[k], most) + 1) for k in LETTERS]
        return any(accepted(price, dict(zip(LETTERS, cards, strict=True))) for cards in product(*ranges))

    def is_linked(self, seat: int) -> bool:
        """A walk over own buildings from one shrine to another. §9.2"""
        own = set(self.built[seat].values())
        for start in self.shrines:
            reached = {h for h in own if adjacent(h, start)}
            while True:
                more = {h for h in own if any(adjacent(h, o) for o in reached)} - reached
                if not more:
                    break
                reached |= more
            if any(adjacent(h, end) for h in reached for end in self.shrines if end != start):
                return True
        return False

    def is_group_joined(self, seat: int, building: str) -> bool:
        """All members stand and hang together by themselves. §7.2"""
        members = self.groups[building]
        own = self.built[seat]
        return all(m in own for m in members) and len(groups(own[m] for m in members)) == 1


def accepted(price: tuple[Counter[str], int, int], cards: dict[str, int]) -> bool:
    """The specification's j = M. §5.4"""
    typed, any_, founding = price
    m = sum(min(typed[k], cards[k]) for k in LETTERS)
    j = 2 * sum(typed.values()) + any_ + founding - sum(cards.values())
    return j == m and j >= 0


def rim(state: Rules) -> list[Hex]:
    """Every hex the centre of a new tile may go to: its seven spaces empty, one of them next to the map. §8.3"""
    taken = set(state.layout.shrine_hexes)
    for n in range(int(state.map.laid)):
        taken |= flower(state.parts.hexes[int(state.map.centres[n])])
    beside = {other for h in taken for other in flower(h)}
    return [h for h in state.parts.hexes if not flower(h) & taken and flower(h) & beside]


def flower(h: Hex) -> set[Hex]:
    """A hex and the six around it."""
    return {h, *((h[0] + q, h[1] + r) for q, r in STEPS)}
