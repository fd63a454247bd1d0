"""A pack becomes integer tables: immutable, shared by all states of a game; the only file that reads."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import BIT, WORD, bits, blank
from agon.core.pack import PackTable, read_pack
from agon.core.state import NONE

GRAIN: Final = 0
WOOD: Final = 1
STONE: Final = 2
GOLD: Final = 3
RESOURCES: Final = ("grain", "wood", "stone", "gold")
KINDS: Final = 4  # of resources

ROWS: Final = 5  # of discoveries on the development board
COLUMNS: Final = "ABCDE"
WIDTH: Final = 5  # columns of the development board
MOST_CUBES: Final = 9  # of a resource in a price
CHOICES: Final = 3  # places for bonus markers in a cell; the third is the grey one

# What a bonus gives; a resource (0 to 3) is a cube of it.
BONUS_SETTLER: Final = 4
BONUS_HOURGLASSES: Final = 5
BONUS_PRESTIGE: Final = 6
BONUSES: Final = (*RESOURCES, "settler", "hourglasses", "prestige")
GREY: Final = 2  # the place of the grey bonus in a cell
GREY_SEATS: Final = 5  # with so many seats it may be taken

MEDICINE: Final = 0
CAVALRY: Final = 1
ORACLE: Final = 2
METALLURGY: Final = 3
RELIGION: Final = 4
HOPLITE: Final = 5
POLYTHEISM: Final = 6
ASTRONOMY: Final = 7
MONEY: Final = 8
AGRICULTURE: Final = 9
PHALANX: Final = 10
HELLENISM: Final = 11
MAPMAKING: Final = 12
DEMOCRACY: Final = 13
COMMERCE: Final = 14
STRATEGY: Final = 15
ART: Final = 16
POETRY: Final = 17
SURGERY: Final = 18
ARCHITECTURE: Final = 19
CITY: Final = 20
ABSOLUTISM: Final = 21
SCIENCE: Final = 22
ENGINEERING: Final = 23
PHILOSOPHY: Final = 24
DISCOVERIES: Final = (
    "medicine", "cavalry", "oracle", "metallurgy", "religion",
    "hoplite", "polytheism", "astronomy", "money", "agriculture",
    "phalanx", "hellenism", "mapmaking", "democracy", "commerce",
    "strategy", "art", "poetry", "surgery", "architecture",
    "city", "absolutism", "science", "engineering", "philosophy",
)  # fmt: skip
MOST_SYMBOLS: Final = 2  # swords or Zeus symbols on one discovery

ATHENA: Final = 0
ARES: Final = 1
ZEUS: Final = 2
HECATE: Final = 3
ARTEMIS: Final = 4
HADES: Final = 5
KERES: Final = 6
SIREN: Final = 7
NEMESIS: Final = 8
ERINYES: Final = 9
GODS: Final = ("athena", "ares", "zeus", "hecate", "artemis", "hades", "keres", "siren", "nemesis", "erinyes")

# The first four destiny cards give a cube of the resource with their number.
STAR: Final = 4
ZEUS_SYMBOL: Final = 5
FULL_SET: Final = 6
WOOD_PRESTIGE: Final = 7
GRAIN_HOURGLASS: Final = 8
STONE_MAJORITY: Final = 9
CARDS: Final = (
    "cubeGrain", "cubeWood", "cubeStone", "cubeGold", "star",
    "zeusSymbol", "fullSet", "woodPrestige", "grainHourglass", "stoneMajority",
)  # fmt: skip
CARD_KINDS: Final = 10

FEWEST_SEATS: Final = 3
MOST_SEATS: Final = 5
MOST_TRACK: Final = 200  # the cross at the end of the track
NORTH: Final = "north"
MARKS: Final = ("north", "star", "atlantis", "zeus")  # of a territory
MARK_NORTH: Final = 0
MARK_STAR: Final = 1
MARK_ATLANTIS: Final = 2
FAR: Final = 1000  # no way leads there
MOST_POINT: Final = 3000  # of the sheet the map is drawn on
LONGEST_LINE: Final = 9000  # letters of a line on it
SEA_PRICES: Final = 4  # how a sea space may be priced: 0, 1, 2 points, or closed by the Siren
SEA_CLOSED: Final = 3


Line = list[tuple[int, int]]

UNORDERED: Final = (  # of the pack: what says the same in any order
    "territory.*.marks", "territory.*.land", "sea.*.land", "sea.*.sea", "discovery.*.discounts", "track.double",
)  # fmt: skip


class Outline:
    """How the map is drawn: lines of points on a sheet of `size`, by the numbers of territories and seas."""

    def __init__(self, table: PackTable, territories: list[str], seas: list[str]) -> None:
        width, height = table.numbers("size", 100, MOST_POINT, 2)
        self.size = (width, height)
        self.coast = _lines(table, "coast")
        self.rocks = _lines(table, "rocks")
        self.lanes = _lines(table, "lanes")
        self.territory = [_lines(table.table("territory"), name) for name in territories]
        self.sea = [_lines(table.table("sea"), name) for name in seas]
        names = table.table("name")
        self.name: Line = []
        for name in [*territories, *seas]:
            x, y = names.numbers(name, -MOST_POINT, MOST_POINT, 2)
            self.name.append((x, y))


def _lines(table: PackTable, key: str) -> list[Line]:
    """Lines written as "x,y x,y ..."."""
    out: list[Line] = []
    for text in table.texts(key, None, LONGEST_LINE):
        line: Line = []
        for pair in text.split():
            x, _, y = pair.partition(",")
            line.append((_coordinate(table, key, x), _coordinate(table, key, y)))
        if len(line) < 2:
            raise table.fault(key, "pk_short_line")
        out.append(line)
    return out


def _coordinate(table: PackTable, key: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > len(str(MOST_POINT)) or int(digits) > MOST_POINT:
        raise table.fault(key, "pk_coordinate", text=repr(text), most=MOST_POINT)
    return int(text)


class Parts:
    """All components of a pack as tables."""

    def __init__(self, own: str | None = None) -> None:
        data, self.pack, self.pack_hash = read_pack("agon.games.olympos", own, UNORDERED)
        self.names: dict[str, dict[str, str]] = {"en": {}, "de": {}}  # language -> id -> name
        self._read_effects(data.table("effect"), data.table("bonus"), data.table("points"))
        self._read_map(data.table("territory"), data.table("sea"))
        self.outline = Outline(data.table("outline"), self.territories, self.seas)
        self._read_track(data.table("track"), data.table("setup"))
        self._read_cells(data.table("cell"))
        self._read_discoveries(data.table("discovery"), data.table("copies"))
        self._read_wonders(data.table("wonder"))
        self._read_cards(data.table("god"), data.table("destiny"))
        supply = data.table("supply")
        self.territory_tiles: int = supply.number("territory", 0, WORD)
        self.tribe_tiles: int = supply.number("tribe", 0, WORD)
        for key in ("hourglass", "prestige", "discs", "cubes", "zeus"):
            supply.number_or(key, 0, 0, 200)  # no limits in play, §1.3
        self._check(data)
        self.levels: int = self._levels()  # no stack of settlers is higher
        self.distance: vec[i64] = self._distances()
        self.prices: int = 1 + max((int(d) for d in self.distance if d < FAR), default=0)
        self.within: vec[i64] = self._within()
        self.payable: vec[i64] = self._payable()

    # ---- effects and points ----

    def _read_effects(self, effect: PackTable, bonus: PackTable, points: PackTable) -> None:
        self.new_settler: i64 = effect.number("new_settler", 0, 20)
        self.new_settler_medicine: i64 = effect.number("new_settler_medicine", 0, 20)
        self.land_price: i64 = effect.number("land", 1, 20)
        self.sea_price: i64 = effect.number("sea", 0, SEA_CLOSED - 1)
        self.sea_less: i64 = effect.number("sea_less", 0, SEA_CLOSED - 1)
        self.cavalry_hourglasses: i64 = effect.number("cavalry_hourglasses", 0, 20)
        self.commerce_cubes: i64 = effect.number("commerce_cubes", 0, 20)
        self.surgery_settlers: i64 = effect.number("surgery_settlers", 0, 20)
        self.oracle_looks: i64 = effect.number("oracle_looks", 1, 20)
        self.discount: i64 = effect.number("discount", 0, 20)
        self.architecture_less: i64 = effect.number("architecture_less", 0, 20)
        self.development: i64 = effect.number("development", 1, 20)
        self.fight_more: i64 = effect.number("fight_more", 0, 20)
        self.fight_equal: i64 = effect.number("fight_equal", 0, 20)
        self.fight_fewer: i64 = effect.number("fight_fewer", 0, 20)
        self.dearest_fight: i64 = max(int(self.fight_more), int(self.fight_equal), int(self.fight_fewer))
        self.beaten_hourglasses: i64 = effect.number("beaten_hourglasses", 0, 20)
        self.bonus_cubes: i64 = bonus.number("cube", 0, 20)
        self.bonus_settlers: i64 = bonus.number("settler", 0, 20)
        self.bonus_hourglasses: i64 = bonus.number("hourglasses", 0, 20)
        self.bonus_prestige: i64 = bonus.number("prestige", 0, 20)
        self.territory_points: i64 = points.number("territory", 0, 50)
        self.atlantis_points: i64 = points.number("atlantis", 0, 50)
        self.discovery_points: i64 = points.number("discovery", 0, 50)
        self.card_points: i64 = points.number("card", 0, 50)
        self.poetry_points: i64 = points.number("poetry", 0, 50)
        self.philosophy_points: i64 = points.number("philosophy", 0, 50)
        self.absolutism_points: i64 = points.number("absolutism_sword", 0, 50)
        self.city_points: i64 = points.number("city_settler", 0, 50)
        self.science_points: i64 = points.number("science_discovery", 0, 50)
        self.engineering_points: i64 = points.number("engineering_star", 0, 50)
        if self.new_settler_medicine > self.new_settler:
            raise effect.fault("new_settler_medicine", "pk_not_more_than", other=effect.where("new_settler"))

    # ---- the map ----

    def _read_map(self, territory: PackTable, sea: PackTable) -> None:
        """Territories are spaces 0, 1, ...; seas follow; the northern band is the last. §2.1 §2.2 §2.3"""
        self.territories: list[str] = territory.ids(1, WORD)
        self.seas: list[str] = sea.ids(0, WORD)
        for name in self.seas:
            if name in self.territories or name == NORTH:
                raise sea.fault(name, "pk_name_taken")
        self.spaces: list[str] = [*self.territories, *self.seas, NORTH]
        self.land: int = len(self.territories)
        self.north: int = len(self.spaces) - 1
        self.resource: vec[i64] = blank(self.land)
        self.of_resource: vec[i64] = blank(KINDS)  # mask of the territories of a resource
        self.everywhere: i64 = BIT[self.land] - 1  # mask of all territories
        self.starred: i64 = 0
        self.atlantis: i64 = 0
        self.olympos: i64 = NONE  # the territory with the Zeus token
        self.next_to: list[list[int]] = [[] for _ in self.spaces]  # the north leads out only
        for number, name in enumerate(self.territories):
            row = territory.table(name)
            self._name(name, row)
            row.numbers("at", 0, MOST_POINT, 2)  # checked like the rest; the outline says where names stand
            self.resource[number] = row.one_of("resource", RESOURCES)
            self.of_resource[self.resource[number]] |= BIT[number]
            for mark in row.some_of("marks", MARKS):
                self._mark(number, mark, row)
            self._lead(number, row.some_of("land", self.territories), row, "land")
        for number, name in enumerate(self.seas, self.land):
            row = sea.table(name)
            self._name(name, row)
            row.numbers("at", 0, MOST_POINT, 2)  # checked like the rest; the outline says where names stand
            self._lead(number, [self.land + other for other in row.some_of("sea", self.seas)], row, "sea")
            shores = row.some_of("land", self.territories)
            self._lead(number, shores, row, "land")
            for shore in shores:
                self.next_to[shore].append(number)
        for a in range(self.north):
            for b in self.next_to[a]:
                if a not in self.next_to[b]:
                    row, key = (territory, "land") if a < self.land else (sea, "sea")
                    raise row.table(self.spaces[a]).fault(key, "pk_not_back", a=self.spaces[a], b=self.spaces[b])

    def _lead(self, number: int, others: list[int], row: PackTable, key: str) -> None:
        """Ways from a space to others: not to itself, and none twice."""
        if number in others or len(set(others)) < len(others):
            raise row.fault(key, "pk_ways")
        self.next_to[number] += others

    def _name(self, name: str, row: PackTable) -> None:
        for lang in self.names:
            self.names[lang][name] = row.text(lang)

    def _mark(self, number: int, mark: int, row: PackTable) -> None:
        if mark == MARK_NORTH:
            self.next_to[self.north].append(number)
        elif mark == MARK_STAR:
            self.starred |= BIT[number]
        elif mark == MARK_ATLANTIS:
            self.atlantis |= BIT[number]
        elif self.olympos == NONE:
            self.olympos = number
        else:
            raise row.fault("marks", "pk_zeus_twice", name=self.territories[self.olympos])

    def _distances(self) -> vec[i64]:
        """The cheapest way from every land space or the north to every land space, for each way of pricing. §6.2

        Movement ignores who stands where, so eight tables say it all: without and with Cavalry, times the price of a
        sea space. Entry [((cavalry * SEA_PRICES + sea) * (land + 1) + from) * land + to]; `from` = land is the north.
        """
        out: list[int] = []
        for cavalry in (False, True):
            for sea in range(SEA_PRICES):
                for source in [*range(self.land), self.north]:
                    out.extend(self._from(source, cavalry, sea))
        return vec[i64](out)

    def _from(self, source: int, cavalry: bool, sea: int) -> list[int]:
        """Dijkstra's search over (space, whether the last step was onto land). §6.2"""
        best: dict[tuple[int, bool], int] = {}
        open_: list[tuple[int, int, bool]] = [(0, source, False)]
        while open_:
            open_.sort(reverse=True)
            cost, space, run = open_.pop()
            for other in self.next_to[space]:
                if other >= self.land and sea == SEA_CLOSED:
                    continue
                step = sea if other >= self.land else (0 if cavalry and run else int(self.land_price))
                there = (other, other < self.land)
                if cost + step < best.get(there, FAR):
                    best[there] = cost + step
                    open_.append((cost + step, *there))
        return [best.get((space, True), FAR) for space in range(self.land)]

    def _within(self) -> vec[i64]:
        """Masks of the territories a settler gets to for so many points, in the order of `distance`. §6.2

        Entry [(place of the source's row in `distance` / land) * prices + points]; more than prices - 1 gain nothing.
        """
        out = blank(len(self.distance) // self.land * self.prices)
        for i, price in enumerate(self.distance):
            if price < FAR:
                out[i // self.land * self.prices + price] |= BIT[i % self.land]
        for i in range(len(out)):
            if i % self.prices > 0:
                out[i] |= out[i - 1]
        return out

    # ---- the track ----

    def _read_track(self, track: PackTable, setup: PackTable) -> None:
        """Space 0 to the cross; the Zeus spaces; what the last spaces are worth. §3.1 §3.3 §3.4"""
        self.cross: i64 = track.number("cross", 1, MOST_TRACK)
        zeus = track.numbers("zeus", 1, MOST_TRACK)
        if zeus != sorted(set(zeus)) or not zeus or zeus[-1] > self.cross:
            raise track.fault("zeus", "pk_zeus_rising", other=track.where("cross"))
        self.zeus: vec[i64] = vec[i64](zeus)
        self.last_zeus: i64 = zeus[-1]
        double = track.numbers("double", 1, MOST_TRACK)
        if not set(double) <= set(zeus):
            raise track.fault("double", "pk_spaces_of", other=track.where("zeus"))
        self.is_double: vec[i64] = vec[i64]([1 if z in double else 0 for z in zeus])
        if len(zeus) + sum(self.is_double) >= len(GODS):
            raise track.fault("zeus", "pk_gods", n=len(GODS))
        last = int(self.cross - self.last_zeus) + 1  # from the last Zeus to the cross
        self.end_prestige: vec[i64] = vec[i64](track.numbers("prestige", 0, 50, last))
        self.start_settlers: i64 = setup.number("settlers", 1, 9)
        self.stars_blocked: i64 = setup.number("stars_blocked", 0, WORD)
        blocked = setup.table("blocked")
        self.blocked: dict[int, int] = {
            n: blocked.number(str(n), 0, WORD) for n in blocked.seats(FEWEST_SEATS, MOST_SEATS)
        }

    # ---- the development board ----

    def _read_cells(self, cells: PackTable) -> None:
        """Cells are numbered row by row. Each has every way to fill its grey groups: a way is what it asks of each
        resource. §7.1 §7.2"""
        self.cells: list[str] = [f"{c}{r + 1}" for r in range(ROWS) for c in COLUMNS]
        ways: list[int] = []
        firsts: list[int] = []
        self.named: vec[i64] = blank(len(self.cells))  # mask of the resources a cell names
        self.groups: list[list[int]] = []  # the sizes of a cell's grey groups
        self.need: list[list[int]] = []  # what a cell names of each resource
        self.bonus: vec[i64] = blank(CHOICES * len(self.cells), NONE)
        most = 0
        for cell, name in enumerate(self.cells):
            row = cells.table(name)
            price = row.table("price")
            need = [price.number_or(r, 0, 0, MOST_CUBES) for r in RESOURCES]
            groups = price.numbers_or_none("any", 1, MOST_CUBES, KINDS)
            if len(groups) + sum(1 for n in need if n > 0) > KINDS:
                raise row.fault("price", "pk_groups", n=KINDS)
            for resource in range(KINDS):
                if need[resource] > 0:
                    self.named[cell] |= BIT[resource]
            self.need.append(need)
            self.groups.append(groups)
            firsts.append(len(ways) // KINDS)
            for way in _ways(need, groups):
                ways.extend(way)
                most = max(most, *way)
            choices = row.some_of("bonus", BONUSES)
            if len(choices) > GREY:
                raise row.fault("bonus", "pk_choices", most=GREY, n=len(choices))
            for place, bonus in enumerate(choices):
                self.bonus[CHOICES * cell + place] = bonus
            if row.has("grey"):
                self.bonus[CHOICES * cell + GREY] = row.one_of("grey", BONUSES)
        firsts.append(len(ways) // KINDS)
        self.way_first: vec[i64] = vec[i64](firsts)  # the ways of cell c are way_first[c] to way_first[c + 1] - 1
        self.way_need: vec[i64] = vec[i64](ways)  # KINDS numbers a way
        self.most_cubes: int = most  # of one resource in one price

    def _payable(self) -> vec[i64]:
        """Masks of the cells one can pay by what one has of each resource, tiles and cubes together. §7.2

        What one has is written in digits like the offsets of `pay`; more than `most_cubes` is never asked.
        """
        digits = self.most_cubes + 1
        out = blank(digits**KINDS)
        for cell in range(len(self.cells)):
            for w in range(self.way_first[cell], self.way_first[cell + 1]):
                code = 0
                for resource in range(KINDS):
                    code = code * digits + int(self.way_need[KINDS * w + resource])
                out[code] |= BIT[cell]
        for resource in range(KINDS):
            unit = digits ** (KINDS - 1 - resource)
            for code in range(len(out)):
                if code // unit % digits > 0:
                    out[code] |= out[code - unit]  # who can pay with one less can pay
        return out

    def _read_discoveries(self, discovery: PackTable, copies: PackTable) -> None:
        self.row: vec[i64] = blank(len(DISCOVERIES), NONE)  # NONE: a pack leaves it out, as row 0
        self.of_row: vec[i64] = blank(ROWS)  # mask of the discoveries of a row
        self.sword_mask: vec[i64] = blank(MOST_SYMBOLS)  # [k]: the discoveries with more than k swords
        self.zeus_mask: vec[i64] = blank(MOST_SYMBOLS)
        self.discounts: vec[i64] = blank(len(DISCOVERIES))  # mask of the resources a discovery's tiles make cheaper
        for number, name in enumerate(DISCOVERIES):
            row = discovery.table(name)
            self._name(name, row)
            place = row.number("row", 0, ROWS)
            if place > 0:
                self.row[number] = place - 1
                self.of_row[place - 1] |= BIT[number]
                if sum(1 for r in self.row if r == place - 1) > WIDTH:
                    raise row.fault("row", "pk_row", row=place, n=WIDTH)
            for k in range(row.number_or("swords", 0, 0, MOST_SYMBOLS)):
                self.sword_mask[k] |= BIT[number]
            for k in range(row.number_or("zeus", 0, 0, MOST_SYMBOLS)):
                self.zeus_mask[k] |= BIT[number]
            for resource in row.some_of("discounts", RESOURCES) if row.has("discounts") else []:
                self.discounts[number] |= BIT[resource]
        self.copies: dict[int, list[int]] = {
            n: copies.numbers(str(n), 0, n, ROWS) for n in copies.seats(FEWEST_SEATS, MOST_SEATS)
        }

    def _read_wonders(self, wonder: PackTable) -> None:
        self.wonders: list[str] = wonder.ids(0, WIDTH)
        stars: list[int] = []
        prestige: list[int] = []
        for name in self.wonders:
            row = wonder.table(name)
            self._name(name, row)
            stars.append(row.number("stars", 0, 20))
            prestige.append(row.number("prestige", 0, 50))
        self.wonder_stars: vec[i64] = vec[i64](stars)
        self.wonder_prestige: vec[i64] = vec[i64](prestige)

    # ---- the cards ----

    def _read_cards(self, god: PackTable, destiny: PackTable) -> None:
        self.helpful: i64 = 0  # mask of the helpful gods
        for number, name in enumerate(GODS):
            row = god.table(name)
            # "zeus" is a god here and a mark of the map there: gods have a prefix among the names.
            self._name(f"god:{name}", row)
            if row.one_of("kind", ("helpful", "harmful")) == 0:
                self.helpful |= BIT[number]
        self.ares_swords: i64 = god.table("ares").number("swords", 0, 20)
        self.zeus_prestige: i64 = god.table("zeus").number("prestige", 0, 20)
        self.hecate_settlers: i64 = god.table("hecate").number("settlers", 0, 9)
        self.artemis_cubes: i64 = god.table("artemis").number("cubes", 0, 20)
        self.keres_prestige: i64 = god.table("keres").number("prestige", 0, 20)
        self.erinyes_points: i64 = god.table("erinyes").number("points", 0, 20)
        self.card_count: vec[i64] = blank(CARD_KINDS)
        for number, name in enumerate(CARDS):
            row = destiny.table(name)
            self._name(f"card:{name}", row)
            self.card_count[number] = row.number("count", 0, 60)
        self.full_set_prestige: i64 = destiny.table("fullSet").number("prestige", 0, 20)
        self.majority_hourglasses: i64 = destiny.table("stoneMajority").number("hourglasses", 0, 20)
        if sum(self.card_count) < 1:
            raise destiny.fault("", "pk_no_card")

    # ---- what the rules take for granted ----

    def _check(self, data: PackTable) -> None:
        supply, blocked, copies = data.table("supply"), data.table("setup").table("blocked"), data.table("copies")
        if self.territory_tiles != self.land:
            raise supply.fault("territory", "pk_territories", n=self.land, other=data.where("territory"))
        if self.tribe_tiles != len(bits(self.starred)):
            stars, other = len(bits(self.starred)), data.where("territory.marks")
            raise supply.fault("tribe", "pk_stars", n=stars, other=other)
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
            for table, rows in ((copies, list(self.copies)), (blocked, list(self.blocked))):
                if seats not in rows:
                    raise table.fault(str(seats), "pk_missing")
            for cell in range(len(self.cells)):
                free = sum(1 for place in self.places(seats) if self.bonus[CHOICES * cell + place] != NONE)
                if 0 < free < self.copies[seats][cell // WIDTH]:
                    row = data.table("cell").table(self.cells[cell])
                    raise row.fault("bonus", "pk_few_bonuses", other=copies.where(str(seats)))
            for resource in range(KINDS):
                plain = sum(1 for t in range(self.land) if self.resource[t] == resource and not self.starred & BIT[t])
                if plain + self.stars_blocked < self.blocked[seats]:
                    other = data.where("territory.resource")
                    raise blocked.fault(str(seats), "pk_block", resource=RESOURCES[resource], other=other)

    def places(self, seats: int) -> list[int]:
        """The bonus places of a cell that may be used: the grey one only with five seats. §7.5"""
        return [0, 1, GREY] if seats >= GREY_SEATS else [0, 1]

    def _levels(self) -> int:
        """As many settlers as can ever be on the map: all that five seats may be given. §Q3"""
        settlers = MOST_SEATS * int(self.start_settlers + self.hecate_settlers)
        settlers += int(self.bonus_settlers) * sum(1 for bonus in self.bonus if bonus == BONUS_SETTLER)
        if self.row[SURGERY] != NONE:
            copies = max(rows[int(self.row[SURGERY])] for rows in self.copies.values())
            settlers += copies * int(self.surgery_settlers)
        return settlers


def _ways(need: list[int], groups: list[int]) -> list[list[int]]:
    """All ways to give the grey groups different resources that the price does not name. §7.2"""
    if not groups:
        return [need]
    out: list[list[int]] = []
    for resource in range(KINDS):
        if need[resource] == 0:
            filled = need[:]
            filled[resource] = groups[0]
            for way in _ways(filled, groups[1:]):
                if way not in out:
                    out.append(way)
    return out
