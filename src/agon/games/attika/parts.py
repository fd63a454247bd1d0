"""A pack becomes integer tables: immutable, shared by all states of a game; the only file that reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.bag import Bag, Piece, Table
from agon.core.errors import BadPack
from agon.core.hexgrid import Hex, distance, neighbours
from agon.core.numbers import BIT, blank
from agon.core.pack import PackTable, read_pack
from agon.core.state import NONE

# Numbers are native (Final[i64]), so that `for kind in range(KINDS)` counts without boxes when compiled.

# Landscapes. A road's price is in symbols of ANY landscape; a space without one is PLAIN. §1.3
KINDS: Final[i64] = 4
LETTERS: Final = "WFHM"  # water, forest, hill, mountain
ANY: Final[i64] = 4
PRICES: Final[i64] = 5  # the four landscapes and ANY
PLAIN: Final[i64] = 5

BUILDINGS: Final[i64] = 30  # at most, of each seat
GROUPS: Final[i64] = 7
STACKS: Final[i64] = 4  # the first holds the main buildings
MAIN_STACK: Final[i64] = 0
FEWEST_SEATS: Final[i64] = 2
MOST_SEATS: Final[i64] = 4
PETALS: Final[i64] = 7  # spaces of a tile: the centre, then counter-clockwise from east, §Q23
TURNS: Final[i64] = 6  # rotations of a tile, and directions of a hex
REACH: Final[i64] = 3  # the centres of two tiles that touch are this far apart
FARTHEST: Final[i64] = 30  # from the origin to the centre of a first tile, or to a shrine
SHRINE_REACH: Final[i64] = 2  # the centre of a tile and a shrine that touch

# A space on the map has two numbers: its cell (a place of the endless hex grid, as far as tiles can ever reach; what
# actions speak of) and its slot (7 * the tile, in laying order, + the petal). Masks are over slots: WORDS words.
WORDS: Final[i64] = 3
SLOTS: Final[i64] = 186  # WORDS * WORD

LEVELS: Final[i64] = 7  # a space sees at most seven symbols: its own and six around
MOST_CARDS: Final[i64] = 15  # that a building's symbols may take: four binary digits

UNORDERED: Final = ("building.cost", "building.beside")  # of the pack: what says the same in any order


def _tiles_of(table: Table) -> list[Piece] | None:
    """The tiles of the table `faces`: the centre stays, the petals turn around it."""
    faces = {name: face for name, face in table.items() if name != "source"}
    for face in faces.values():
        if not isinstance(face, str) or len(face) != PETALS or set(face) - set(LETTERS + "."):
            return None
    return [Piece(name, str(face)[1:], str(face)[0]) for name, face in faces.items()]


def _faces_of(tiles: Sequence[Piece]) -> dict[str, object]:
    return {tile.name: tile.mark + tile.ring for tile in tiles}


BAGS: Final = (Bag("faces", "faces.{name}", _tiles_of, _faces_of),)


class Layout:
    """Where the first tiles and the shrines lie with this many seats. §2.1 §2.2"""

    def __init__(self, seats: int, centres: list[Hex], shrines: list[Hex], expansions: int) -> None:
        self.seats = seats
        self.centre_hexes = centres
        self.shrine_hexes = shrines
        self.expansions = expansions  # tiles that can be added in a game
        self.centres: vec[i64] = vec[i64]()  # cells; set once the cells are numbered
        self.shrines: vec[i64] = vec[i64]()

    def reaches(self, h: Hex) -> bool:
        """Whether a tile can ever cover this hex: each added tile carries the map three hexes further. §1.2"""
        far = REACH * self.expansions
        return any(distance(h, c) <= far + 1 for c in self.centre_hexes) or any(
            distance(h, s) <= far for s in self.shrine_hexes
        )


class Parts:
    """All components of a pack as tables. §1.1"""

    def __init__(self, own: str | None = None) -> None:
        data, self.pack, self.pack_hash = read_pack("agon.games.attika", own, UNORDERED, BAGS)

        groups, states = data.table("groups"), data.table("states")
        self.groups: list[str] = groups.words("ids", GROUPS, GROUPS)
        self.group_names: dict[str, list[str]] = {lang: groups.texts(lang, GROUPS) for lang in ("en", "de")}
        self.states: dict[str, list[str]] = {lang: states.texts(lang, MOST_SEATS) for lang in ("en", "de")}

        self.buildings: list[str] = []
        self.count: i64 = 0  # of buildings each seat has
        self.building_names: dict[str, list[str]] = {"en": [], "de": []}
        self.group: vec[i64] = blank(BUILDINGS)  # the group of each building
        self.members: vec[i64] = blank(GROUPS)  # mask of the buildings of a group
        self.mains: i64 = 0  # mask of the main buildings
        self.cost: vec[i64] = blank(PRICES * BUILDINGS)  # symbols of each landscape, and of any
        self.symbols: vec[i64] = blank(BUILDINGS)  # all of them together
        self.dearest: vec[i64] = blank(BUILDINGS)  # cards that pay a building's symbols whatever they are
        self.before: vec[i64] = blank(BUILDINGS)  # mask of the direct predecessors
        self._read_buildings(data.tables("building", STACKS, BUILDINGS))

        cards, stacks, turn, deal = (data.table(name) for name in ("cards", "stacks", "turn", "deal"))
        self.cards: vec[i64] = vec[i64]([cards.number(letter, 0, 60) for letter in LETTERS])
        self.amphorae: i64 = data.table("amphorae").number("supply", 0, 60)
        self.heights: vec[i64] = vec[i64](stacks.numbers("heights", 1, BUILDINGS, STACKS))
        self.reveals: i64 = turn.number("reveals", 1, BUILDINGS)
        self.builds: i64 = turn.number("builds", 1, BUILDINGS)
        self.idle_cards: i64 = turn.number("idle_cards", 1, 20)
        self.deal: vec[i64] = vec[i64](deal.numbers("hands", 1, 20, MOST_SEATS))
        self.idle_rounds: i64 = data.table("end").number("idle_rounds", 1, 30)

        self.faces: list[str] = []
        self.face: vec[i64] = vec[i64]()  # PETALS landscapes a tile, unturned
        self._read_faces(data.table("faces"))
        self.layouts: list[Layout] = []
        self._read_layouts(data.table("layout"))

        # The cells: every hex a tile can ever cover, numbered row by row; names never change.
        self.hexes: list[Hex] = self._reachable()
        self.cells: list[str] = [cell_name(h) for h in self.hexes]
        self.cell_of: dict[Hex, int] = {h: cell for cell, h in enumerate(self.hexes)}
        self.q: vec[i64] = vec[i64]([q for q, _ in self.hexes])
        self.r: vec[i64] = vec[i64]([r for _, r in self.hexes])
        # the neighbouring cells, counter-clockwise from east
        self.around: vec[i64] = blank(TURNS * len(self.hexes), NONE)
        for cell, h in enumerate(self.hexes):
            for direction, other in enumerate(neighbours(h)):
                self.around[TURNS * cell + direction] = self.cell_of.get(other, NONE)
        for layout in self.layouts:
            layout.centres = vec[i64]([self.cell_of[h] for h in layout.centre_hexes])
            layout.shrines = vec[i64]([self.cell_of[h] for h in layout.shrine_hexes])
        self._check(data)

    def layout(self, seats: int) -> Layout:
        """The first tiles for this number of seats. §2.1"""
        for layout in self.layouts:
            if layout.seats == seats:
                return layout
        raise BadPack("pack_no_layout", n=seats)

    def symbol(self, tile: i64, petal: i64, turn: i64) -> i64:
        """What petal `petal` of a turned tile shows: turning moves the symbol of petal j to petal j + turn. §1.2"""
        if petal == 0:
            return self.face[PETALS * tile]
        return self.face[PETALS * tile + 1 + (petal - 1 + TURNS - turn) % TURNS]

    def _read_buildings(self, rows: list[PackTable]) -> None:
        """Groups, main buildings, arrows and prices. §3.1 §3.2 §3.3 §3.4"""
        self.count = len(rows)
        self.buildings = [row.word("id") for row in rows]
        for building, row in enumerate(rows):
            if self.buildings[building].lower() in [name.lower() for name in self.buildings[:building]]:
                raise row.fault("id", "pk_same_id", name=self.buildings[building])
            for lang, names in self.building_names.items():
                names.append(row.text(lang))
            self._read_cost(row, building)
            group = row.one_of("group", self.groups)
            self.group[building] = group
            self.members[group] |= BIT[building]
            if row.number("main", 0, 1):
                self.mains |= BIT[building]
            for tail in row.some_of("beside", self.buildings):
                if tail != building:
                    self.before[building] |= BIT[tail]

    def _read_cost(self, row: PackTable, building: int) -> None:
        for letter in row.text("cost", 0, letters=LETTERS + "?"):
            if letter not in LETTERS + "?":
                raise row.fault("cost", "pk_symbol", letter=repr(letter), letters=", ".join(LETTERS))
            kind = ANY if letter == "?" else LETTERS.index(letter)
            self.cost[PRICES * building + kind] += 1
            self.symbols[building] += 1
            if self.cost[PRICES * building + kind] > LEVELS:
                raise row.fault("cost", "pk_many_symbols", n=LEVELS)
            self.dearest[building] += 1 if kind == ANY else 2
        if self.dearest[building] > MOST_CARDS:
            raise row.fault("cost", "pk_many_cards", n=MOST_CARDS)

    def _read_faces(self, table: PackTable) -> None:
        symbols: list[int] = []
        self.faces = table.ids(1, SLOTS // PETALS)
        for name in self.faces:
            face = table.text(name, letters=LETTERS + ".")
            if len(face) != PETALS or any(letter not in LETTERS + "." for letter in face):
                raise table.fault(name, "pk_face", n=PETALS, letters=LETTERS)
            symbols.extend(PLAIN if letter == "." else LETTERS.index(letter) for letter in face)
        self.face = vec[i64](symbols)

    def _read_layouts(self, table: PackTable) -> None:
        for seats in table.seats(FEWEST_SEATS, MOST_SEATS):
            row = table.table(str(seats))
            centres = row.pairs("centres", -FARTHEST, FARTHEST)
            shrines = row.pairs("shrines", -FARTHEST, FARTHEST)
            if not centres:
                raise row.fault("centres", "pk_no_first_tile")
            for key, places in (("centres", centres), ("shrines", shrines)):
                if any(distance(h, (0, 0)) > FARTHEST for h in places):
                    raise row.fault(key, "pk_too_far", n=FARTHEST)
                if len(set(places)) < len(places):
                    raise row.fault(key, "pk_different")
            expansions = min(len(self.faces) - len(centres), STACKS * seats)
            if expansions < 0:
                raise row.fault("centres", "pk_more_tiles")
            if any(distance(a, b) < REACH for a in centres for b in centres if a != b):
                raise row.fault("centres", "pk_overlap")
            if any(distance(s, c) < SHRINE_REACH for s in shrines for c in centres):
                raise row.fault("shrines", "pk_shrine_on_tile")
            self.layouts.append(Layout(seats, centres, shrines, expansions))
        if not self.layouts:
            raise table.fault("", "pk_empty")

    def _reachable(self) -> list[Hex]:
        ends = [h for layout in self.layouts for h in layout.centre_hexes + layout.shrine_hexes]
        far = REACH * max(layout.expansions for layout in self.layouts) + 1
        qs, rs = [q for q, _ in ends], [r for _, r in ends]
        return [
            (q, r)
            for r in range(min(rs) - far, max(rs) + far + 1)
            for q in range(min(qs) - far, max(qs) + far + 1)
            if any(layout.reaches((q, r)) for layout in self.layouts)
        ]

    def _check(self, data: PackTable) -> None:
        """What the rules take for granted."""
        mains = sum(1 for b in range(self.count) if self.mains & BIT[b])
        if self.heights[MAIN_STACK] != mains or sum(self.heights) != self.count:
            others = int(self.count) - mains
            other = data.where("building.main")
            raise data.table("stacks").fault("heights", "pk_heights", mains=mains, others=others, other=other)
        if sum(self.cards) < sum(self.deal):
            raise data.table("deal").fault("hands", "pk_hands", total=sum(self.cards), other=data.where("cards"))


def cell_name(h: Hex) -> str:
    """E3N1 is q = 3, r = -1: E or W and the steps of q, then N or S and those of r. §1.2"""
    q, r = h
    return f"{'W' if q < 0 else 'E'}{abs(q)}{'N' if r < 0 else 'S'}{abs(r)}"
