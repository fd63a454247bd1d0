"""A pack becomes integer tables: immutable, shared by all states of a game; the only file that reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.bag import Bag, Piece, Table
from agon.core.hexgrid import Hex, distance, neighbours
from agon.core.numbers import BIT, WORD, blank
from agon.core.pack import PackTable, read_pack
from agon.core.state import NONE

SEATS: Final = 2
LIGHT: Final = 0  # starts
DARK: Final = 1

# The gods, in the order of the component list.
ARES: Final = 0
POSEIDON: Final = 1
ZEUS: Final = 2
GODS: Final = ("ares", "poseidon", "zeus")
OF_A_GOD: Final = 6  # kinds of cards a god has: kind // OF_A_GOD is the god

# The kinds of cards.
ONE_MORE: Final = 0
BEACHHEAD: Final = 1
FAR_STRIKE: Final = 2
TWO_ASSAULTS: Final = 3
OARS_TO_SPEARS: Final = 4
LEVY: Final = 5
SEA_WALL: Final = 6
FAIR_WIND: Final = 7
RAMMING: Final = 8
LONG_CRUISE: Final = 9
SHIPYARD: Final = 10
LOOKOUT: Final = 11
THUNDERBOLT: Final = 12
FAVOUR: Final = 13
SECOND_WIND: Final = 14
EXCHANGE: Final = 15
TRIBUTE: Final = 16
RECALL: Final = 17
CARDS: Final = (
    "A1", "A2", "A3", "A4", "A5", "A6",
    "P1", "P2", "P3", "P4", "P5", "P6",
    "Z1", "Z2", "Z3", "Z4", "Z5", "Z6",
)  # fmt: skip
KINDS: Final = 18
NUMBERED: Final = (ONE_MORE, LEVY, SHIPYARD, LOOKOUT)  # their text has a number

# The windows in which cards may be laid, by their numbers (questions.py). §3.2
WINDOWS: Final = (
    "START", "REINF", "VOY_PRE", "VOY_PLACE", "ATT_PREP", "BATTLE", "ATT_AFTER_FIRST", "VOY_AFTER_FIRST",
    "REGROUP", "LAST",
)  # fmt: skip
OWN_TURN: Final = ("START", "REINF", "VOY_PRE", "ATT_PREP", "REGROUP", "LAST")

DOLPHIN: Final = 0  # the tile all coasts begin at
SIDES: Final = 6  # of a hex
COLUMNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# To win: the grid reaches as far to both sides of the dolphin, and has a letter for each column.
MOST_CITIES: Final = 12

UNORDERED: Final = ("card.own", "card.other", "tiles.temples")  # of the pack: what says the same in any order


def _tiles_of(table: Table) -> list[Piece] | None:
    """The tiles, each with its coast; a temple stands however it is turned. The dolphin is the first of the islands."""
    ids, edges, temples = (table.get(key) for key in ("ids", "edges", "temples"))
    if not (isinstance(ids, list) and isinstance(edges, list) and isinstance(temples, list)):
        return None
    if len(set(map(str, ids))) < len(ids) or len(ids) != len(edges) or not set(map(str, temples)) <= set(map(str, ids)):
        return None
    if any(not isinstance(e, str) or len(e) != SIDES or set(e) - set("LW") for e in edges):
        return None
    if not edges or "L" in edges[DOLPHIN] or ids[DOLPHIN] in temples:
        return None
    return [Piece(str(n), e, "temple" if n in temples else "") for n, e in zip(ids, edges, strict=True)]


def _table_of(tiles: Sequence[Piece]) -> dict[str, object]:
    return {
        "ids": [tile.name for tile in tiles],
        "edges": [tile.ring for tile in tiles],
        "temples": [tile.name for tile in tiles if tile.mark],
    }


BAGS: Final = (Bag("tiles", "tiles.edges[{n}]", _tiles_of, _table_of),)


class Parts:
    """All components of a pack as tables. §1.1"""

    def __init__(self, own: str | None = None) -> None:
        data, self.pack, self.pack_hash = read_pack("agon.games.hellas_2002", own, UNORDERED, BAGS)
        supply, limits, setup = data.table("supply"), data.table("limits"), data.table("setup")
        self.greeks: i64 = supply.number("greeks", 1, 60)
        self.ships: i64 = supply.number("ships", 1, 60)
        self.most_greeks: i64 = limits.number("greeks", 1, 9)
        self.most_ships: i64 = limits.number("ships", 1, 9)
        self.most_cards: i64 = limits.number("hand", 1, 30)
        self.most_of_a_god: i64 = limits.number("hand_of_a_god", 1, 30)
        self.first_tiles: i64 = setup.number("tiles", 1, MOST_CITIES)
        self.first_cards: i64 = setup.number("cards", 0, 10)
        self.single_actions: i64 = data.table("reinforcement").number("actions", 1, 20)
        self.temple_bonus: i64 = data.table("reinforcement").number("temple_bonus", 0, 20)
        self.goal: i64 = data.table("end").number("cities", 2, MOST_CITIES)
        self.last_turn: i64 = data.table("net").number("turns", 1, 1000)
        self._read_tiles(data.table("tiles"))
        self._read_cards(data)
        self._lay_out()
        self._check(data)

    def _read_tiles(self, table: PackTable) -> None:
        """The tiles; turned by k steps, edge i shows what edge i - k showed. §2.1 §2.2 §2.3"""
        self.tiles: list[str] = table.words("ids", 1, WORD)
        self.edges: list[str] = table.texts("edges", len(self.tiles), letters="LW")
        for edges in self.edges:
            if len(edges) != SIDES or set(edges) - set("LW"):
                raise table.fault("edges", "pk_edges", edges=edges)
        if self.edges[DOLPHIN] != "W" * SIDES:
            raise table.fault("edges", "pk_dolphin")
        count = len(self.tiles)
        self.land: vec[i64] = blank(SIDES * count)  # by tile and turn: bits of the edges that are land
        self.distinct: vec[i64] = blank(SIDES * count)  # by tile and turn: 1 unless a smaller turn looks the same
        for tile, edges in enumerate(self.edges):
            looks: list[str] = []
            for turn in range(SIDES):
                placed = "".join(edges[(i - turn) % SIDES] for i in range(SIDES))
                self.distinct[SIDES * tile + turn] = 0 if placed in looks else 1
                looks.append(placed)
                self.land[SIDES * tile + turn] = sum(2**i for i in range(SIDES) if placed[i] == "L")
        self.temples: i64 = 0  # mask of the tiles with a temple
        for tile in table.some_of("temples", self.tiles):
            if tile == DOLPHIN:
                raise table.fault("temples", "pk_no_city", name=self.tiles[DOLPHIN])
            self.temples = self.temples | BIT[tile]
        self.bridges: i64 = 0  # mask of the tiles whose land edges are not one run
        for tile, edges in enumerate(self.edges):
            if sum(1 for i in range(SIDES) if edges[i] == "L" and edges[i - 1] == "W") > 1:
                self.bridges = self.bridges | BIT[tile]

    def _read_cards(self, data: PackTable) -> None:
        """The cards, how often each is printed, and when it may be laid. §3.2"""
        a_god = data.table("supply").number("cards", 1, 60)
        cards = data.tables("card", KINDS, KINDS)
        for kind, card in enumerate(cards):
            if card.word("id") != CARDS[kind]:
                raise card.fault("id", "pk_card_id", name=CARDS[kind], names=", ".join(CARDS))
        self.copies: vec[i64] = vec[i64]([card.number("copies", 0, 60) for card in cards])
        self.value: vec[i64] = vec[i64](
            [card.number("value", 1, 9) if kind in NUMBERED else 0 for kind, card in enumerate(cards)]
        )
        self.own_windows: vec[i64] = vec[i64]([_windows(card, "own") for card in cards])
        self.other_windows: vec[i64] = vec[i64]([_windows(card, "other") for card in cards])
        self.own_kinds: vec[i64] = _kinds(self.own_windows)  # by window: mask of the cards the active player may lay
        self.other_kinds: vec[i64] = _kinds(self.other_windows)
        for god in range(len(GODS)):
            copies = sum(self.copies[OF_A_GOD * god : OF_A_GOD * (god + 1)])
            if copies != a_god:
                other = data.where("card.copies")
                raise data.table("supply").fault("cards", "pk_copies", n=copies, god=GODS[god], other=other)

    def _lay_out(self) -> None:
        """The grid. The first tile at a distance d needs two at every smaller one, so none lies further than `goal`."""
        self.radius: int = int(self.goal)
        middle = (0, 0)
        self.hexes: list[Hex] = sorted(
            (q, r)
            for q in range(-self.radius, self.radius + 1)
            for r in range(-self.radius, self.radius + 1)
            if distance((q, r), middle) <= self.radius
        )
        number: dict[Hex, int] = {h: cell for cell, h in enumerate(self.hexes)}
        self.cells: list[str] = [self.cell_name(h) for h in self.hexes]
        self.hex_q: vec[i64] = vec[i64]([q for q, _ in self.hexes])
        self.hex_r: vec[i64] = vec[i64]([r for _, r in self.hexes])
        self.home: i64 = number[middle]  # where the dolphin lies
        self.next_to: vec[i64] = blank(SIDES * len(self.hexes), NONE)  # by cell and edge: the cell beyond
        for cell, h in enumerate(self.hexes):
            for edge, n in enumerate(neighbours(h)):
                self.next_to[SIDES * cell + edge] = number.get(n, NONE)
        self.words: i64 = (len(self.hexes) + WORD - 1) // WORD  # of a mask of cells

    def cell_name(self, h: Hex) -> str:
        """The letter counts q from west to east, the number r from the top; the dolphin lies on K10. §2.1"""
        return f"{COLUMNS[h[0] + self.radius]}{h[1] + self.radius}"

    def _is_coast(self, tile: int) -> bool:
        """A tile the set-up may lay: without a temple, at the water. §4.3"""
        return (self.temples & BIT[tile]) == 0 and "W" in self.edges[tile]

    def _check(self, data: PackTable) -> None:
        """What the rules take for granted."""
        supply, limits, setup = data.table("supply"), data.table("limits"), data.table("setup")
        # Each side one city short of the goal, two voyages by one card, and a lookout in the second of them (§5.3).
        needed = 2 * (self.goal - 1) + 1
        if self.copies[LONG_CRUISE] > 0:
            needed += 1
        if self.copies[LOOKOUT] > 0:
            needed += self.value[LOOKOUT] - 1
        if len(self.tiles) - 1 < needed:
            cities, value = data.where("end.cities"), data.where("card.value")
            raise data.table("tiles").fault("ids", "pk_few_tiles", needed=needed, cities=cities, value=value)
        if SEATS * self.first_tiles > len(self.tiles) - 1 or self.first_tiles >= self.goal:
            raise setup.fault("tiles", "pk_first_tiles", other=data.table("end").where("cities"))
        # The set-up lays no temples, and begins at the sea: with fewer such tiles it starts anew for ever (§4.3 §4.5).
        coasts = sum(1 for tile in range(1, len(self.tiles)) if self._is_coast(tile))
        if SEATS * self.first_tiles > coasts:
            raise setup.fault("tiles", "pk_coasts", n=coasts // SEATS, coasts=coasts)
        if self.first_cards > self.most_of_a_god:
            raise setup.fault("cards", "pk_not_more_than", other=limits.where("hand_of_a_god"))
        if len(GODS) * self.first_cards > self.most_cards:
            raise setup.fault("cards", "pk_three_gods", other=limits.where("hand"))
        if self.greeks < self.goal + 2:
            raise supply.fault("greeks", "pk_two_more", other=data.table("end").where("cities"))
        if self.ships < self.first_tiles:
            raise supply.fault("ships", "pk_at_least", other=setup.where("tiles"))
        if supply.number("cards", 1, 60) <= SEATS * self.most_of_a_god:
            raise supply.fault("cards", "pk_both_hands", other=limits.where("hand_of_a_god"))


def _kinds(windows: vec[i64]) -> vec[i64]:
    """For every window, the mask of the cards that may be laid in it."""
    out: vec[i64] = blank(len(WINDOWS) + 1)
    for window in range(len(WINDOWS)):
        for kind in range(KINDS):
            if (windows[kind] & BIT[window]) != 0:
                out[window] |= BIT[kind]
    return out


def _windows(card: PackTable, key: str) -> int:
    """A list of windows as bits."""
    windows: set[int] = set()
    for window in card.some_of(key, (*WINDOWS, "OWN_TURN")):
        windows.update([WINDOWS.index(name) for name in OWN_TURN] if window == len(WINDOWS) else [window])
    return sum(2**window for window in windows)
