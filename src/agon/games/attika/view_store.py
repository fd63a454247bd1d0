"""Before each seat: the storage board with groups, arrows and stacks; the hand; and the tile to be turned."""

from __future__ import annotations

from functools import cache
from html import escape
from math import hypot
from typing import Final

from agon.core.game import seat_name
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.figures import MARK_OF
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon, use
from agon.games.attika import questions as ask
from agon.games.attika.names import LANDSCAPE, tile_in_words
from agon.games.attika.parts import ANY, BUILDINGS, GROUPS, KINDS, LETTERS, MAIN_STACK, PRICES, STACKS, TURNS, Parts
from agon.games.attika.view_board import LANDSCAPES, face, letters_of
from agon.games.attika.view_sight import Sight

WIDTH: Final = 830.0
HEIGHT: Final = 240.0
STEP_X: Final = 62.0
STEP_Y: Final = 79.0
R: Final = 20.0  # of a building's place
TOP: Final = 42.0
BLOCKS: Final = (42.0, 320.0, 598.0)  # where the three blocks of the storage board begin

# Block, column and row of each of the 30 places, group by group.
PLACES: Final = (
    (0, 1.0, 1), (0, 0.0, 0), (0, 0.0, 1), (0, 0.0, 2), (0, 2.0, 0), (0, 2.0, 1), (0, 2.0, 2), (0, 3.0, 0), (0, 3.0, 1),
    (0, 3.0, 2), (1, 0.0, 0), (1, 1.0, 0), (1, 2.0, 0), (1, 3.0, 0), (1, 0.0, 1), (1, 1.0, 1), (1, 2.0, 1), (1, 3.0, 1),
    (1, 0.0, 2), (1, 1.0, 2), (1, 2.0, 2), (1, 3.0, 2), (2, 0.0, 0), (2, 1.0, 0), (2, 2.1, 0), (2, 3.1, 0),
    (2, 0.0, 1), (2, 1.0, 1), (2, 2.0, 1), (2, 3.0, 1),
)  # fmt: skip
ROOM: Final = (10, 4, 4, 4, 2, 2, 4)  # how many of the places each group has
# Block, column and row of the headings, in the order of the groups; the last is that of the stacks.
HEADINGS: Final = (
    (0, 0.0, 0),
    (1, 0.0, 0),
    (1, 0.0, 1),
    (1, 0.0, 2),
    (2, 0.0, 0),
    (2, 2.1, 0),
    (2, 0.0, 1),
    (2, 0.0, 2),
)

WORDS: Final = {
    "en": {
        "store": "Storage board of {who}, {city}",
        "stacks": "Stacks",
        "built": "{building}: on the map",
        "stored": "{building}: on the storage board",
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


def store(sight: Sight, seat: int) -> Sheet:
    """A seat's storage board: every building once, built, stored or still hidden, and the four stacks."""
    state, words = sight.state, WORDS[sight.lang]
    city = state.parts.states[sight.lang][seat]
    title = words["store"].format(who=seat_name(seat, sight.lang), city=city)
    sheet = Sheet(f"store-{seat}", title, 0.0, 0.0, WIDTH, HEIGHT)
    ground = f'<rect width="{num(WIDTH)}" height="{num(HEIGHT)}" rx="8" fill="var(--plaster)"/>'
    edge = f'<rect width="7" height="{num(HEIGHT)}" fill="var(--pl)"/>'
    sheet.add(
        Shape(
            f"board-{seat}",
            ground + edge + _headings(state.parts, sight.lang) + _arrows(state.parts),
            cls=f"pl-{COLOURS[seat]}",
        )
    )
    for building in range(int(state.parts.count)):
        sheet.add(_building(sight, seat, building))
    for stack in range(STACKS):
        sheet.add(_stack(sight, seat, stack))
    return sheet


@cache
def _places(parts: Parts) -> tuple[tuple[float, float], ...]:
    """Where each building lies: the next place of its group. With a pack that has too many in one, simply the next."""
    group = [int(parts.group[b]) for b in range(int(parts.count))]
    at = [sum(ROOM[:g]) + group[:b].count(g) for b, g in enumerate(group)]
    if any(group.count(g) > room for g, room in enumerate(ROOM)):
        at = list(range(len(group)))
    out = [PLACES[n] for n in at]
    return tuple((BLOCKS[block] + column * STEP_X, TOP + row * STEP_Y) for block, column, row in out)


@cache
def _headings(parts: Parts, lang: str) -> str:
    names = [*parts.group_names[lang], WORDS[lang]["stacks"]]
    out = ""
    for group, ((block, column, row), name) in enumerate(zip(HEADINGS, names, strict=True)):
        if group < GROUPS and parts.members[group] == 0:
            continue
        x, y = BLOCKS[block] + column * STEP_X - R, TOP + row * STEP_Y - 28
        out += (
            f'<text x="{num(x)}" y="{num(y)}" font-family="var(--display)" font-weight="600" font-size="10" '
            f'letter-spacing="1.2" fill="var(--ink-2)">{escape(name.upper())}</text>'
        )
    return out


# ---- arrows ----


@cache
def _arrows(parts: Parts) -> str:
    """From every building to those it makes free. §3.3"""
    out = ""
    for building in range(int(parts.count)):
        tails = [b for b in range(int(parts.count)) if int(parts.before[building]) >> b & 1]
        if len(tails) > 1:  # each of the roads leads to every other: one arrow along the row says so
            tails = [b for b in tails if b == building - 1]
        for tail in tails:
            out += _arrow(_places(parts)[tail], _places(parts)[building])
    return f'<g stroke="var(--ink-2)" fill="none" stroke-width="1.7">{out}</g>'


def _arrow(tail: tuple[float, float], head: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = tail, head
    if y1 == y2 and abs(x2 - x1) > 1.2 * STEP_X:  # past a neighbour: over the top
        return (
            f'<path d="M{num(x1 + 13)} {num(y1 - R + 2)}V{num(y1 - R - 3)}H{num(x2)}"/>'
            f'<path d="M{num(x2 - 4)} {num(y1 - R - 4)}h8l-4 5z" fill="var(--ink-2)" stroke="none"/>'
        )
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    ax, ay, bx, by = x1 + ux * (R + 1), y1 + uy * (R + 1), x2 - ux * (R + 4), y2 - uy * (R + 4)
    tip = f"M{num(bx + ux * 3)} {num(by + uy * 3)}"
    left = f"L{num(bx - ux * 4 - uy * 3.5)} {num(by - uy * 4 + ux * 3.5)}"
    right = f"L{num(bx - ux * 4 + uy * 3.5)} {num(by - uy * 4 - ux * 3.5)}Z"
    return (
        f'<path d="M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"/>'
        f'<path d="{tip}{left}{right}" fill="var(--ink-2)" stroke="none"/>'
    )


# ---- buildings ----


def _building(sight: Sight, seat: int, building: int) -> Shape:
    """One place of the storage board; a building that may be built glows."""
    state = sight.state
    name = state.parts.buildings[building]
    mine = sight.asked and seat == sight.viewer
    action = f"build {name}"
    how = _how(sight, seat, building)
    x, y = _places(state.parts)[building]
    body = (
        f'<circle class="hit" r="{num(R + 3)}"/><g style="pointer-events:none">{_face(sight, seat, building, how)}</g>'
    )
    label = WORDS[sight.lang][how].format(building=sight.building(seat, building))
    actions = (action,) if mine and (action in sight.may or state.step == ask.DECIDE) else ()
    return Shape(
        f"place-{seat}-{name}", body, x, y, f"pl-{COLOURS[seat]}", label, actions, legal=action in sight.may and mine
    )


def _how(sight: Sight, seat: int, building: int) -> str:
    """Where a building is."""
    state = sight.state
    if state.land.built[BUILDINGS * seat + building] != NONE:
        return "built"
    if seat == state.active and building == state.building:
        return "in_hand"
    return "stored" if int(state.store.storage[seat]) >> building & 1 else "unseen"


def _face(sight: Sight, seat: int, building: int, how: str) -> str:
    symbol = sight.picture(building)
    if how == "built":
        disc = icon(symbol, 24, "var(--pl-mark)", "var(--pl)")
        return f'<circle r="{num(R - 1)}" fill="var(--pl)" fill-opacity=".92"/>{disc}'
    if how == "unseen":
        ring = (
            f'<circle r="{num(R - 1)}" fill="var(--plaster)" stroke="var(--ink-2)" stroke-width="1.4" '
            'stroke-dasharray="3 3"/>'
        )
        ghost = icon(symbol, 24, "var(--ink-2)", "var(--plaster)")
        return f'<g opacity=".72">{ring}{ghost}</g>{_cost(sight.state.parts, building)}'
    ring = ""
    if how == "in_hand":
        ring = f'<circle r="{num(R + 5)}" fill="none" stroke="var(--terracotta)" stroke-width="3"/>'
    return ring + figures.disc(symbol, COLOURS[seat], 2 * R + 2) + _cost(sight.state.parts, building)


@cache
def _cost(parts: Parts, building: int) -> str:
    """The printed symbols below a building."""
    cost = [int(parts.cost[PRICES * building + kind]) for kind in range(PRICES)]
    letters = [LETTERS[kind] for kind in range(KINDS) for _ in range(cost[kind])] + ["?"] * cost[ANY]
    step = 12.5 if len(letters) < 5 else 9.0
    out = ""
    for i, letter in enumerate(letters):
        x = -len(letters) * step / 2 + i * step
        if letter == "?":
            out += (
                f'<text class="b-num" x="{num(x + step / 2)}" y="{num(R + 13)}" font-size="11.5" fill="var(--ink-2)">'
                "?</text>"
            )
        else:
            ink = f"color:var(--l-{letter.lower()});--inc:var(--plaster)"
            out += use(LANDSCAPES[letter][2], x, R + 3, 12, ink)
    return out


def _stack(sight: Sight, seat: int, stack: int) -> Shape:
    """A face-down stack with its height; the main buildings bear a black mark."""
    state = sight.state
    n = int(state.store.stacks[STACKS * seat + stack])
    x, y = BLOCKS[2] + stack * STEP_X, TOP + 2 * STEP_Y + 2
    discs = "".join(
        f'<circle cy="{num(2 - 3 * i)}" r="{num(R - 2)}" fill="var(--pl)" stroke="var(--pl-deep)" stroke-width="1.2"/>'
        for i in range(min(n, 3))
    )
    if not n:
        discs = f'<circle r="{num(R - 2)}" fill="none" stroke="var(--ink-2)" stroke-dasharray="3 3"/>'
    ink = "#221B16" if stack == MAIN_STACK else "var(--pl-mark)"
    mark = use(MARK_OF[COLOURS[seat]], -11, -15, 22, f"color:{ink};--inc:var(--pl)") if n else ""
    count = f'<text class="b-num" y="{num(R + 13)}" font-size="12" fill="var(--ink)">{n}</text>'
    action = f"reveal {stack}"
    mine = sight.asked and seat == sight.viewer
    key = "main" if stack == MAIN_STACK else "stack"
    label = WORDS[sight.lang][key].format(s=stack, n=n)
    body = f'<circle class="hit" r="{num(R + 2)}"/><g style="pointer-events:none">{discs}{mark}{count}</g>'
    actions = (action,) if mine and (action in sight.may or state.step == ask.DECIDE) else ()
    return Shape(
        f"stack-{seat}-{stack}", body, x, y, f"pl-{COLOURS[seat]}", label, actions, legal=action in sight.may and mine
    )


# ---- the hand ----

CARD_WIDTH: Final = 84.0
CARD_HEIGHT: Final = 96.0


def hand(sight: Sight, seat: int) -> Sheet:
    """The cards of a hand by landscape; one that may be paid now glows."""
    words = WORDS[sight.lang]
    title = words["hand"] if seat == sight.viewer else words["hand_of"].format(who=seat_name(seat, sight.lang))
    sheet = Sheet(f"hand-{seat}", title, 0.0, 0.0, WIDTH, CARD_HEIGHT + 30)
    sheet.add(
        Shape(
            f"tray-{seat}",
            f'<rect width="{num(WIDTH)}" height="{num(CARD_HEIGHT + 30)}" rx="8" fill="var(--plaster)"/>',
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
        f'{under}{_card_ground(ground, 0)}<g transform="translate(0 -17)">{icon(symbol, 40, ink, ground)}</g>'
        f'<text class="b-text" y="25" font-size="20" style="fill:#221B16">{count}</text>'
        f'<text class="b-num" y="41" font-size="11.5" fill="#221B16">{escape(name[:1].upper() + name[1:])}</text>'
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
    x = WIDTH / 2 + (kind - 1.5) * (CARD_WIDTH + 28)
    body = f'<g style="pointer-events:none">{art}</g>{box}'
    actions = (action,) if paying else ()
    return Shape(
        f"card-{seat}-{letter}",
        body,
        x,
        CARD_HEIGHT / 2 + 18,
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

TILE_SIZE: Final = 17.0
TILE_HEIGHT: Final = 110.0


def tile(sight: Sight) -> Sheet:
    """The tile to be added, the six ways it may lie; once its place is chosen, each of them can be clicked."""
    state, words = sight.state, WORDS[sight.lang]
    title = words["turning"]
    sheet = Sheet("tile", title, 0.0, 0.0, WIDTH, TILE_HEIGHT)
    sheet.add(Shape("kiln", f'<rect width="{num(WIDTH)}" height="{num(TILE_HEIGHT)}" rx="8" fill="#33241B"/>'))
    for turn in range(int(TURNS)):
        action = f"turn {turn}"
        glow = '<circle class="hit" r="50"/>'
        body = glow + f'<g style="pointer-events:none">{face(letters_of(sight, int(state.tile), turn), TILE_SIZE)}</g>'
        label = tile_in_words(state.parts, int(state.tile), turn, sight.lang)
        x = WIDTH / 2 + (turn - 2.5) * 128
        actions = (action,) if sight.asked else ()
        sheet.add(Shape(f"turn-{turn}", body, x, TILE_HEIGHT / 2, "turn", label, actions, legal=action in sight.may))
    return sheet
