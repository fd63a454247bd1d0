"""Before each seat: the storage board with groups, arrows and stacks; the hand; and the tile to be turned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Final

from agon.core.game import seat_name
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.figures import MARK_OF
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon, use
from agon.games.attika import questions as ask
from agon.games.attika.names import LANDSCAPE, building_name, price_tag, tile_in_words
from agon.games.attika.parts import ANY, BUILDINGS, GROUPS, KINDS, LETTERS, MAIN_STACK, PRICES, STACKS, TURNS, Parts
from agon.games.attika.prices import NOWHERE, cheapest
from agon.games.attika.view_board import LANDSCAPES, face, letters_of
from agon.games.attika.view_sight import Sight

WIDTH: Final = 390.0  # of a storage board
EDGE: Final = 6.0
HEAD: Final = 15.0  # room of a heading
HIGH: Final = 44.0  # of a building's place
LOW: Final = 34.0  # of a stack
GAP: Final = 4.0
MANY: Final = 5  # places in a row of a large group; of a small one a place less
FEW: Final = 4
R: Final = 14.0  # of a building on its place

STORAGE: Final = {"en": "Storage", "de": "Ablage"}
WORDS: Final = {
    "en": {
        "store": "Storage board of {who}, {city}",
        "stacks": "Stacks",
        "built": "{building}: on the map",
        "stored": "{building}: on the storage board",
        "today": ", today from {price}",
        "today_free": ", today {price}",
        "unseen": "{building}: still in a stack",
        "in_hand": "{building}: in hand",
        "main": "stack of main buildings, {n} left",
        "stack": "stack {s}, {n} left",
        "hand": "Your hand",
        "hand_of": "Hand of {who}",
        "card": "{kind}: {n}",
        "turning": "The tile to be added",
    },
    "de": {
        "store": "Ablagetafel von {who}, {city}",
        "stacks": "Stapel",
        "built": "{building}: auf dem Plan",
        "stored": "{building}: auf der Ablagetafel",
        "today": ", jetzt ab {price}",
        "today_free": ", jetzt {price}",
        "unseen": "{building}: noch im Stapel",
        "in_hand": "{building}: in der Hand",
        "main": "Stapel der Hauptgebäude, noch {n}",
        "stack": "Stapel {s}, noch {n}",
        "hand": "Deine Hand",
        "hand_of": "Hand von {who}",
        "card": "{kind}: {n}",
        "turning": "Das Teil zum Anlegen",
    },
}


@dataclass(frozen=True)
class Layout:
    """Where everything lies on a storage board: middle and width of each place, group by group, below the stacks."""

    places: tuple[tuple[float, float, float], ...]
    headings: tuple[tuple[float, float], ...]
    stacks: tuple[tuple[float, float, float], ...]
    height: float


@cache
def _layout(parts: Parts) -> Layout:
    """The stacks in a row, then groups in their order, small ones side by side; what the pack has finds room."""
    places: dict[int, tuple[float, float, float]] = {}
    headings: list[tuple[float, float]] = []
    width = (WIDTH - 2 * EDGE + GAP) / (int(STACKS) + 1)
    stacks = tuple((EDGE + (n + 1.5) * width - GAP / 2, EDGE + LOW / 2, width - GAP) for n in range(int(STACKS)))
    used, top = 0, EDGE + LOW + GAP  # places used in the row that begins there
    for group in range(int(GROUPS)):
        members = [b for b in range(int(parts.count)) if int(parts.group[b]) == group]
        columns = MANY if len(members) > FEW else FEW
        if used and used + len(members) > FEW:
            used, top = 0, top + HEAD + HIGH + GAP
        width = (WIDTH - 2 * EDGE + GAP) / columns
        headings.append((EDGE + used * width, top + HEAD - 5))
        for n, building in enumerate(members):
            row, column = divmod(used + n, columns)
            places[building] = (
                EDGE + (column + 0.5) * width - GAP / 2,
                top + HEAD + row * (HIGH + GAP) + HIGH / 2,
                width - GAP,
            )
        rows = max(0, len(members) - 1) // columns
        top += rows * (HIGH + GAP)
        used = columns if rows else used + len(members)
    top += HEAD + HIGH + GAP if used else 0.0
    headings.append((EDGE, EDGE + LOW / 2 + 4))
    ordered = tuple(places[b] for b in range(int(parts.count)))
    return Layout(ordered, tuple(headings), stacks, top - GAP + EDGE)


def store(sight: Sight, seat: int) -> Sheet:
    """A seat's storage board: every building once, built, stored or still hidden, and the four stacks."""
    state, words = sight.state, WORDS[sight.lang]
    city = state.parts.states[sight.lang][seat]
    title = words["store"].format(who=seat_name(seat, sight.lang), city=city)
    height = _layout(state.parts).height
    sheet = Sheet(f"store-{seat}", title, 0.0, 0.0, WIDTH, height, tab=(STORAGE[sight.lang], "b-village"))
    ground = f'<rect width="{num(WIDTH)}" height="{num(height)}" rx="8" fill="var(--plaster)"/>'
    edge = f'<rect width="3" height="{num(height)}" fill="var(--pl)"/>'
    sheet.add(Shape(f"board-{seat}", ground + edge + _headings(sight, seat), cls=f"pl-{COLOURS[seat]}"))
    for building in range(int(state.parts.count)):
        sheet.add(_building(sight, seat, building))
    for stack in range(int(STACKS)):
        sheet.add(_stack(sight, seat, stack))
    return sheet


def _headings(sight: Sight, seat: int) -> str:
    """The names of the groups, each with how many of it stand on the map."""
    state, out = sight.state, ""
    built = state.land.built
    for group, (x, y) in enumerate(_layout(state.parts).headings):
        if group == GROUPS:
            name = WORDS[sight.lang]["stacks"]
        else:
            members = [b for b in range(int(state.parts.count)) if int(state.parts.group[b]) == group]
            if not members:
                continue
            stand = sum(1 for b in members if built[BUILDINGS * seat + b] != NONE)
            name = f"{state.parts.group_names[sight.lang][group]} {stand}/{len(members)}"
        out += (
            f'<text x="{num(x)}" y="{num(y)}" font-family="var(--display)" font-weight="600" font-size="10" '
            f'letter-spacing="1" fill="var(--ink-2)">{escape(name.upper())}</text>'
        )
    return out


# ---- buildings ----


def _building(sight: Sight, seat: int, building: int) -> Shape:
    """One place of the storage board; a building that may be built glows."""
    state = sight.state
    name = state.parts.buildings[building]
    mine = sight.asked and seat == sight.viewer
    action = f"build {name}"
    how = _how(sight, seat, building)
    x, y, width = _layout(state.parts).places[building]
    price = _today(sight, seat, building) if how == "stored" else None
    art = _face(sight, seat, building, how, width) + ("" if price is None else _price(price, width))
    body = f'{_plate(how, width)}{_reach(width)}<g style="pointer-events:none">{art}</g>'
    words = WORDS[sight.lang]
    label = words[how].format(building=sight.building(seat, building))
    if price is not None:
        label += words["today" if price else "today_free"].format(price=price_tag(price, sight.lang))
    actions = (action,) if mine and (action in sight.may or state.step == ask.DECIDE) else ()
    legal = action in sight.may and mine
    return Shape(f"place-{seat}-{name}", body, x, y, f"pl-{COLOURS[seat]}", label, actions, legal=legal)


def _today(sight: Sight, seat: int, building: int) -> int | None:
    """What a stored building costs at least now; only of a hand that is seen, and where there is a space."""
    if not sight.sees_hand(seat):
        return None
    price = cheapest(sight.state, seat, building)
    return None if price == NOWHERE else price


def _how(sight: Sight, seat: int, building: int) -> str:
    """Where a building is."""
    state = sight.state
    if state.land.built[BUILDINGS * seat + building] != NONE:
        return "built"
    if seat == state.active and building == state.building:
        return "in_hand"
    return "stored" if int(state.store.storage[seat]) >> building & 1 else "unseen"


def _rect(width: float, style: str, by: float = 0.0, height: float = HIGH) -> str:
    return (
        f'<rect x="{num(-width / 2 - by)}" y="{num(-height / 2 - by)}" width="{num(width + 2 * by)}" '
        f'height="{num(height + 2 * by)}" rx="5" {style}/>'
    )


def _reach(width: float, height: float = HIGH) -> str:
    return _rect(width, 'class="hit"', -1, height)


@cache
def _plate(how: str, width: float) -> str:
    """The ground of a place: filled once it is built, ringed in storage, hatched in a stack, gold in hand."""
    if how == "built":
        return _rect(width, 'fill="var(--pl)" fill-opacity=".13"')
    if how == "stored":
        return _rect(width, 'fill="var(--plaster)" stroke="var(--ink-2)" stroke-width="1.3"')
    if how == "in_hand":
        return _rect(width, 'fill="var(--gold-soft)" stroke="var(--gold-rim)" stroke-width="2.4"')
    lines = "".join(
        f"M{num(x)} {num(HIGH / 2)}l{num(HIGH)} {num(-HIGH)}"
        for x in (-width / 2 + step for step in range(0, int(width - HIGH) + 1, 9))
    )
    hatch = f'<path d="{lines}" stroke="var(--ink-2)" stroke-opacity=".13" stroke-width="1.6"/>'
    return _rect(width, 'fill="none" stroke="var(--ink-2)" stroke-opacity=".4" stroke-dasharray="3 3"') + hatch


def _face(sight: Sight, seat: int, building: int, how: str, width: float) -> str:
    """Name above, picture at the left, printed price or a tick at the right."""
    symbol = sight.picture(building)
    name = building_name(sight.state, building, seat, sight.lang)
    quiet = how == "unseen"
    left = -width / 2 + 5
    size = min(10.5, 1.55 * (width - (24 if how == "stored" else 8)) / len(name))  # there its price lies in the corner
    text = (
        f'<text x="{num(left)}" y="-11" font-size="{num(size)}" font-family="var(--text)" '
        f'font-weight="{400 if quiet else 700}" fill="var(--ink{"-2" if quiet else ""})">{escape(name)}</text>'
    )
    at = f'<g transform="translate({num(left + R)} 7)">'
    if how == "built":
        disc = f'<circle r="{num(R)}" fill="var(--pl)"/>{icon(symbol, 20, "var(--pl-mark)", "var(--pl)")}'
        tick = f'<path d="M{num(left + 2 * R + 9)} 7l4 5l7 -10" fill="none" stroke="#4E7A2E" stroke-width="2.4"/>'
        return f"{text}{at}{disc}</g>{tick}"
    disc = figures.disc(symbol, COLOURS[seat], 2 * R + 2)
    if quiet:
        ring = f'<circle r="{num(R)}" fill="none" stroke="var(--ink-2)" stroke-dasharray="3 3"/>'
        disc = f'<g opacity=".7">{ring}{icon(symbol, 18, "var(--ink-2)", "var(--plaster)")}</g>'
    cost = f'<g transform="translate({num(left + 2 * R + 6)} 7)">{cost_symbols(sight.state.parts, building)}</g>'
    return f"{text}{at}{disc}</g>{cost}"


def _price(price: int, width: float) -> str:
    """Today's cheapest price in the corner; olive where it costs nothing."""
    ground = "#4E7A2E" if price == 0 else "#221B16"
    return (
        f'<g transform="translate({num(width / 2 - 9)} {num(-HIGH / 2 + 6)})">'
        f'<rect x="-10" y="-8" width="20" height="16" rx="8" fill="{ground}"/>'
        f'<text class="b-num" y="4" font-size="11" fill="#FFFFFF">{price}</text></g>'
    )


@cache
def cost_symbols(parts: Parts, building: int) -> str:
    """The printed symbols beside a building, in two rows."""
    cost = [int(parts.cost[PRICES * building + kind]) for kind in range(PRICES)]
    letters = [LETTERS[kind] for kind in range(KINDS) for _ in range(cost[kind])] + ["?"] * cost[ANY]
    half = 2 if len(letters) < FEW + 1 else 3
    out = ""
    for i, letter in enumerate(letters):
        x, y = i % half * 13.5, (i // half - (0.5 if len(letters) > half else 0.0)) * 13.5
        if letter == "?":
            out += f'<text class="b-num" x="{num(x + 6)}" y="{num(y + 4)}" font-size="11" fill="var(--ink-2)">?</text>'
        else:
            ground, ink, symbol = LANDSCAPES[letter]
            out += f'<rect x="{num(x)}" y="{num(y - 6)}" width="12" height="12" rx="2.5" fill="{ground}"/>'
            out += use(symbol, x + 1, y - 5, 10, f"color:{ink};--inc:{ground}")
    return out


def _stack(sight: Sight, seat: int, stack: int) -> Shape:
    """A face-down stack with its height; the main buildings bear a black mark."""
    state = sight.state
    n = int(state.store.stacks[STACKS * seat + stack])
    x, y, width = _layout(state.parts).stacks[stack]
    discs = "".join(
        f'<circle cx="-14" cy="{num(2 - 2 * i)}" r="{num(R - 1)}" fill="var(--pl)" stroke="var(--pl-deep)" '
        'stroke-width="1.2"/>'
        for i in range(min(n, 3))
    )
    if not n:
        discs = f'<circle cx="-14" r="{num(R - 1)}" fill="none" stroke="var(--ink-2)" stroke-dasharray="3 3"/>'
    ink = "#221B16" if stack == MAIN_STACK else "var(--pl-mark)"
    mark = use(MARK_OF[COLOURS[seat]], -22, -10, 16, f"color:{ink};--inc:var(--pl)") if n else ""
    count = f'<text class="b-num" x="18" y="5" font-size="15" fill="var(--ink)">{n}</text>'
    action = f"reveal {stack}"
    mine = sight.asked and seat == sight.viewer
    key = "main" if stack == MAIN_STACK else "stack"
    label = WORDS[sight.lang][key].format(s=stack, n=n)
    body = f'{_reach(width, LOW)}<g style="pointer-events:none">{discs}{mark}{count}</g>'
    actions = (action,) if mine and (action in sight.may or state.step == ask.DECIDE) else ()
    legal = action in sight.may and mine
    return Shape(f"stack-{seat}-{stack}", body, x, y, f"stack pl-{COLOURS[seat]}", label, actions, legal=legal)


# ---- the hand ----

HAND_WIDTH: Final = 600.0
CARD_WIDTH: Final = 96.0
CARD_HEIGHT: Final = 86.0


def hand(sight: Sight, seat: int) -> Sheet:
    """The cards of a hand by landscape; one that may be paid now glows."""
    words = WORDS[sight.lang]
    title = words["hand"] if seat == sight.viewer else words["hand_of"].format(who=seat_name(seat, sight.lang))
    sheet = Sheet(f"hand-{seat}", title, 0.0, 0.0, HAND_WIDTH, CARD_HEIGHT + 22)
    sheet.add(
        Shape(
            f"tray-{seat}",
            f'<rect width="{num(HAND_WIDTH)}" height="{num(CARD_HEIGHT + 22)}" rx="8" fill="var(--plaster)"/>',
        )
    )
    for kind, count in enumerate(sight.hand(seat)):
        sheet.add(_card(sight, seat, kind, count))
    return sheet


def _card(sight: Sight, seat: int, kind: int, count: int) -> Shape:
    letter = LETTERS[kind]
    ground, ink, symbol = LANDSCAPES[letter]
    name = LANDSCAPE[sight.lang][letter]
    half = CARD_WIDTH / 2
    under = "".join(_card_ground(ground, 4.0 * i) for i in range(min(count, 3) - 1, 0, -1))
    art = (
        f'{under}{_card_ground(ground, 0)}<g transform="translate(-12 -14)">{icon(symbol, 46, ink, ground)}</g>'
        f'<text class="b-text" x="28" y="-12" font-size="26" style="fill:#221B16">{count}</text>'
        f'<text class="b-num" y="32" font-size="15.5" fill="#221B16">{escape(name[:1].upper() + name[1:])}</text>'
    )
    if not count:
        art = f'<g opacity=".38">{art}</g>'
    box = (
        f'<rect class="hit" x="{num(-half - 3)}" y="{num(-CARD_HEIGHT / 2 - 3)}" width="{num(CARD_WIDTH + 6)}" '
        f'height="{num(CARD_HEIGHT + 6)}" rx="8"/>'
    )
    action = f"pay {letter}"
    paying = sight.asked and seat == sight.viewer and sight.state.step == ask.PAY
    label = WORDS[sight.lang]["card"].format(kind=name, n=count)
    x = HAND_WIDTH / 2 + (kind - 1.5) * (CARD_WIDTH + 40)
    body = f'<g style="pointer-events:none">{art}</g>{box}'
    actions = (action,) if paying else ()
    return Shape(
        f"card-{seat}-{letter}",
        body,
        x,
        CARD_HEIGHT / 2 + 14,
        "card",
        label,
        actions,
        legal=paying and action in sight.may,
    )


def _card_ground(ground: str, by: float) -> str:
    return (
        f'<rect x="{num(-CARD_WIDTH / 2 + by)}" y="{num(-CARD_HEIGHT / 2 - by)}" width="{num(CARD_WIDTH)}" '
        f'height="{num(CARD_HEIGHT)}" rx="6" fill="{ground}" stroke="#5B3A1E" stroke-width="1.5"/>'
    )


# ---- the tile in hand ----

TILES_WIDTH: Final = 640.0
TILE_SIZE: Final = 17.0
TILE_HEIGHT: Final = 104.0


def tile(sight: Sight) -> Sheet:
    """The tile to be added, the six ways it may lie; once its place is chosen, each of them can be clicked."""
    state, words = sight.state, WORDS[sight.lang]
    title = words["turning"]
    sheet = Sheet("tile", title, 0.0, 0.0, TILES_WIDTH, TILE_HEIGHT)
    sheet.add(Shape("kiln", f'<rect width="{num(TILES_WIDTH)}" height="{num(TILE_HEIGHT)}" rx="8" fill="#33241B"/>'))
    for turn in range(int(TURNS)):
        action = f"turn {turn}"
        glow = '<circle class="hit" r="50"/>'
        body = glow + f'<g style="pointer-events:none">{face(letters_of(sight, int(state.tile), turn), TILE_SIZE)}</g>'
        label = tile_in_words(state.parts, int(state.tile), turn, sight.lang)
        x = TILES_WIDTH / 2 + (turn - 2.5) * 105
        actions = (action,) if sight.asked else ()
        sheet.add(Shape(f"turn-{turn}", body, x, TILE_HEIGHT / 2, "turn", label, actions, legal=action in sight.may))
    return sheet
