"""A pack becomes integer tables: immutable, shared by all states of a game; the only file that reads."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.errors import BadPack
from agon.core.hexgrid import Hex, neighbours
from agon.core.numbers import BIT, WORD, blank
from agon.core.pack import PackTable, read_pack
from agon.core.state import NONE

# What a space of the island is.
SEA: Final = 0  # no space of this side of the board
COAST: Final = 1
INLAND: Final = 2
QUARRY: Final = 3
TEMPLE: Final = 4

# Pieces, in the order of the component list. The first three belong to a seat, a statue to nobody.
HOUSE: Final = 0
PALACE: Final = 1
SQUARE: Final = 2
STATUE: Final = 3
PIECES: Final = ("house", "palace", "square", "statue")
OWNED: Final = 3  # kinds of pieces a seat has

# Kinds of action spaces, in the order of the bar.
BAR_HOUSE: Final = 0
BAR_HOUSE_SQUARE: Final = 1
BAR_PALACE: Final = 2
BAR_QUARRY: Final = 3
BAR_TEMPLE: Final = 4
BAR_STATUE: Final = 5
BAR_MARBLE: Final = 6
BAR_KEYS: Final = ("house", "houseSquare", "palace", "quarry", "temple2", "temple3", "temple5", "statue", "marble")

WORDS: Final = 2  # mask words of the island: at most 124 spaces, 62 a word
ROWS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SHIFT: Final = 100  # of a map, up, down or aside
MAP_LETTERS: Final = "ciQ123456789"  # coast, inland, quarry, a temple with its column places
MOST_DRAWN: Final = 4000  # letters of a map, blanks too
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 4
MOST_MARBLE: Final = 4  # that a tile can show

UNORDERED: Final = ("side.*.seats",)  # of the pack: what says the same in any order


class Side:
    """One side of the board. Spaces are numbered by their names (A1, A2, ... row by row), which both sides share."""

    def __init__(
        self, name: str, seats: list[int], letters: dict[Hex, str], names: dict[Hex, str], all_names: list[str]
    ):
        self.name = name
        self.seats = seats
        self.top = 0  # the row of the first line of its map, and the column of its first letter
        self.left = 0
        self.names: dict[int, str] = {}  # of its own spaces
        self.hexes: dict[int, Hex] = {}
        count = len(all_names)
        quarries: list[int] = []
        temples: list[int] = []
        places: list[int] = []
        self.kind: vec[i64] = blank(count, SEA)
        self.quarry_at: vec[i64] = blank(count, NONE)  # the number of the quarry on a space
        self.temple_at: vec[i64] = blank(count, NONE)  # the number of the temple on a space
        cell_of: dict[Hex, int] = {}
        for h in sorted(letters, key=lambda h: (h[1], h[0])):
            cell = all_names.index(names[h])
            self.hexes[cell] = h
            self.names[cell] = names[h]
            cell_of[h] = cell
            letter = letters[h]
            if letter == "Q":
                self.kind[cell] = QUARRY
                self.quarry_at[cell] = len(quarries)
                quarries.append(cell)
            elif letter.isdigit():
                self.kind[cell] = TEMPLE
                self.temple_at[cell] = len(temples)
                temples.append(cell)
                places.append(int(letter))
            else:
                self.kind[cell] = COAST if letter == "c" else INLAND
        self.quarries: vec[i64] = vec[i64](quarries)  # the space of each quarry
        self.temples: vec[i64] = vec[i64](temples)  # the space of each temple
        self.places: vec[i64] = vec[i64](places)  # the column places of each temple, §2.3
        # Masks of WORDS words: spaces to build on (never a quarry, §Q19), those on the coast and inland, and per
        # space its neighbours to build on.
        self.buildable: vec[i64] = blank(WORDS)
        self.coast: vec[i64] = blank(WORDS)
        self.inland: vec[i64] = blank(WORDS)
        self.around: vec[i64] = blank(WORDS * count)
        for h, cell in cell_of.items():
            if letters[h] in "ci":
                self.buildable[cell // WORD] |= BIT[cell % WORD]
            if letters[h] == "c":
                self.coast[cell // WORD] |= BIT[cell % WORD]
            if letters[h] == "i":
                self.inland[cell // WORD] |= BIT[cell % WORD]
            for n in neighbours(h):
                if letters.get(n, " ") in "ci":
                    other = cell_of[n]
                    self.around[WORDS * cell + other // WORD] |= BIT[other % WORD]
        self.start_quarries: vec[i64] = vec[i64]()  # numbers of quarries, in the order the first tiles are laid
        self.worker_start: i64 = NONE


class Parts:
    """All components of a pack as tables."""

    def __init__(self, own: str | None = None) -> None:
        data, self.pack, self.pack_hash = read_pack("agon.games.hellas_2016", own, UNORDERED)
        self.cells: list[str] = []  # the names of all spaces of either side, the domain of "house" and the like
        self.sides: list[Side] = []
        self._read_sides(data.table("side"))

        supply = data.table("supply")  # §1.1
        pieces = [supply.number(name, 0, 60) for name in PIECES[:OWNED]]
        self.supply: vec[i64] = vec[i64](pieces)  # a seat
        self.rings: i64 = supply.number("ring", 0, 60)
        self.statues: i64 = supply.number("statue", 0, 60)
        self.columns: i64 = supply.number("column", 0, 200)
        self.stone_total: i64 = supply.number("stone", 1, 60)

        cost = data.table("cost")
        self.coast_cost: vec[i64] = blank(len(PIECES), NONE)  # NONE: not on the coast
        self.inland_cost: vec[i64] = blank(len(PIECES))
        for kind, name in enumerate(PIECES):
            row = cost.table(name)
            self.inland_cost[kind] = row.number("inland", 0, 50)
            if row.has("coast"):
                self.coast_cost[kind] = row.number("coast", 0, 50)

        setup, bare = data.table("setup"), data.table("setup_bare")
        self.start_houses: i64 = setup.number("start_houses", 0, 9)
        self.start_marble: i64 = setup.number("start_marble", 0, 100)
        self.bare_marble: i64 = bare.number("start_marble", 0, 100)

        # The bar, with the house spaces of either switch; `bar_extra` marks those of startHouses=0 alone.
        self.bar: list[str] = []
        kinds: list[int] = []
        columns: list[int] = []
        prices: list[int] = []
        extra: list[int] = []
        bar = data.table("bar")
        for key in BAR_KEYS:
            temple = key.startswith("temple")
            number = bar.number(key, 0, 1 if temple else 6)
            most = max(number, bare.number("house_spaces", 0, 6)) if key == "house" else number
            for n in range(most):
                self.bar.append(key if temple else f"{key}{n + 1}")
                kinds.append(BAR_TEMPLE if temple else _bar_kind(key))
                columns.append(int(key[6:]) if temple else 0)
                prices.append(cost.table("columns").number(key[6:], 0, 50) if temple else 0)
                extra.append(1 if n >= number else 0)
        self.bar_kind: vec[i64] = vec[i64](kinds)
        self.bar_columns: vec[i64] = vec[i64](columns)  # how many columns a temple space builds
        self.bar_price: vec[i64] = vec[i64](prices)  # and what they cost together
        self.bar_extra: vec[i64] = vec[i64](extra)
        self.bar_builds: vec[i64] = vec[i64]([_builds(kind) for kind in kinds])  # mask of the kinds of pieces

        self._read_stack(data.table("tiles"))

        play = data.table("play")
        self.marble_action: i64 = play.number("marble_action", 0, 50)
        self.max_draws: i64 = play.number("max_draws", 1, WORD)
        self.phases: i64 = play.number("phases", 1, 9)
        stones = data.table("stones")
        self.stones: dict[int, list[int]] = {
            n: stones.numbers(str(n), 1, 20, int(self.phases)) for n in stones.seats(FEWEST_SEATS, MOST_SEATS)
        }

        points = data.table("points")
        self.statue_points: i64 = points.number("statue", 0, 50)
        self.ring_points: i64 = points.number("ring", 0, 50)
        self.most_rings_points: i64 = points.number("most_rings", 0, 50)
        self.marble_per_point: i64 = points.number("marble_per_point", 1, 50)
        self._check(data)

    def side(self, seats: int) -> Side:
        """The side of the board for this number of seats. §2.1"""
        for side in self.sides:
            if seats in side.seats:
                return side
        raise BadPack("pack_no_side", n=seats)

    def _read_stack(self, table: PackTable) -> None:
        """Tile n shows the marble of the first step that reaches it. §1.2"""
        steps = table.pairs("upto", 0, WORD)
        last = 0
        marbles: list[int] = [0]
        for upto, marble in steps:
            if upto <= last:
                raise table.fault("upto", "pk_rise", most=WORD, upto=upto, last=last)
            if marble > MOST_MARBLE:
                raise table.fault("upto", "pk_marble", most=MOST_MARBLE, n=marble)
            marbles += [marble] * (upto - last)
            last = upto
        self.tiles: int = last
        self.tile_marble: vec[i64] = vec[i64](marbles)  # the marble tile n shows

    def _read_sides(self, sides: PackTable) -> None:
        maps: list[tuple[PackTable, str, dict[Hex, str], dict[Hex, str]]] = []
        names: set[str] = set()
        for key in sides.ids(1, MOST_SEATS):
            table = sides.table(key)
            letters = _map(table)
            named = _names(letters)
            names.update(named.values())
            maps.append((table, key, letters, named))
        self.cells = sorted(names, key=lambda name: (name[0], int(name[1:])))
        if len(self.cells) > WORDS * WORD:
            raise sides.fault("", "pk_many_spaces", n=WORDS * WORD)
        taken: list[int] = []
        for table, key, letters, named in maps:
            seats = table.numbers("seats", FEWEST_SEATS, MOST_SEATS)
            taken += seats
            if len(set(taken)) < len(taken):
                raise table.fault("seats", "pk_seats_twice")
            side = Side(key, seats, letters, named, self.cells)
            side.top = table.number("top", -MOST_SHIFT, MOST_SHIFT)
            side.left = table.number("left", -MOST_SHIFT, MOST_SHIFT)
            ids = [f"Q{n + 1}" for n in range(len(side.quarries))]
            quarries = table.some_of("start_quarries", ids)
            if len(set(quarries)) < len(quarries):
                raise table.fault("start_quarries", "pk_different")
            side.start_quarries = vec[i64](quarries)
            side.worker_start = table.one_of("worker_start", ids)
            self.sides.append(side)

    def _check(self, data: PackTable) -> None:
        """What the rules take for granted."""
        supply, stones = data.table("supply"), data.table("stones")
        spaces = sum(1 for extra in self.bar_extra if not extra)
        for side in self.sides:
            if self.columns < sum(side.places):
                other, places = data.where(f"side.{side.name}.map"), sum(side.places)
                raise supply.fault("column", "pk_columns", other=other, n=places)
            if len(side.start_quarries) > self.tiles:
                quarries = data.where(f"side.{side.name}.start_quarries")
                raise data.table("tiles").fault("upto", "pk_few_stack", other=quarries)
            for seats in side.seats:
                if seats not in self.stones:
                    raise stones.fault(str(seats), "pk_missing_of", other=data.where(f"side.{side.name}.seats"))
                laid = max(self.stones[seats]) * seats
                if laid > spaces:
                    raise stones.fault(str(seats), "pk_stones_bar", n=laid, spaces=spaces, other=data.where("bar"))
                if laid > self.stone_total:
                    raise stones.fault(str(seats), "pk_stones", n=laid, other=supply.where("stone"))
                if self.start_houses > self.supply[HOUSE]:
                    raise data.table("setup").fault("start_houses", "pk_not_more_than", other=supply.where("house"))


def _bar_kind(key: str) -> int:
    if key == "house":
        return BAR_HOUSE
    if key == "houseSquare":
        return BAR_HOUSE_SQUARE
    if key == "palace":
        return BAR_PALACE
    if key == "quarry":
        return BAR_QUARRY
    return BAR_STATUE if key == "statue" else BAR_MARBLE


def _builds(bar_kind: int) -> int:
    """Mask of the kinds of pieces such a space is for. §6.2 §6.3 §6.4"""
    if bar_kind == BAR_HOUSE:
        return int(BIT[HOUSE])
    if bar_kind == BAR_PALACE:
        return int(BIT[PALACE])
    return int(BIT[HOUSE] | BIT[SQUARE]) if bar_kind == BAR_HOUSE_SQUARE else 0


def _map(table: PackTable) -> dict[Hex, str]:
    """A drawn map as hexes with their letters; column x of row r is q = (x + left - r) / 2."""
    letters: dict[Hex, str] = {}
    top = table.number("top", -MOST_SHIFT, MOST_SHIFT)
    left = table.number("left", -MOST_SHIFT, MOST_SHIFT)
    lines = table.drawing("map", MOST_DRAWN, MAP_LETTERS)
    if len(lines) > len(ROWS):
        raise table.fault("map", "pk_many_lines", n=len(ROWS))
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter == " ":
                continue
            r = top + y
            if letter not in MAP_LETTERS or (x + left - r) % 2:
                raise table.fault("map", "pk_map_letter", letter=repr(letter), line=y + 1, column=x + 1)
            letters[((x + left - r) // 2, r)] = letter
    if not letters:
        raise table.fault("map", "pk_empty")
    return letters


def _names(letters: dict[Hex, str]) -> dict[Hex, str]:
    """A space is named by its row's letter from the top and its place in the row from the left."""
    top = min(r for _, r in letters)
    names: dict[Hex, str] = {}
    for r in sorted({r for _, r in letters}):
        for place, h in enumerate(sorted(h for h in letters if h[1] == r)):
            names[h] = f"{ROWS[r - top]}{place + 1}"
    return names
