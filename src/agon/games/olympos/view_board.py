"""The development board: cells with price, tile, bonuses and markers, and the wonders below."""

from __future__ import annotations

from html import escape
from typing import Final

from agon.core.speech import spoken
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon, use
from agon.games.olympos import effects
from agon.games.olympos import questions as ask
from agon.games.olympos.names import bonus_name, price_name
from agon.games.olympos.parts import BONUSES, CHOICES, COLUMNS, DISCOVERIES, GREY, GREY_SEATS, RESOURCES, ROWS, WIDTH
from agon.games.olympos.sentences import ABOUT
from agon.games.olympos.view_sight import Sight

WIDE: Final = 120.0  # a cell
HIGH: Final = 70.0  # of a cell
EDGE: Final = 6.0
TOP: Final = 38.0
DARK: Final = "#221B16"
PALE: Final = "#F3E1C9"
ROW_COLOUR: Final = ("#A63A28", "#B98512", "#5E6E2C", "#2463A6", "#6F4391")
GROUND: Final = {"bright": "#FBEBCB", "dull": "#C6B699", "taken": "#463D36"}
INK: Final = {"bright": DARK, "dull": "#4E4438", "taken": "#B9AA95"}
RIM: Final = "#E9BC4C"
RESOURCE_COLOUR: Final = {"grain": "#C8791B", "wood": "#6B4423", "stone": "#7B756C", "gold": "#B88609"}

TAB: Final = {"en": "Board", "de": "Tafel"}
TITLE: Final = {"en": "Development board", "de": "Entwicklungsplan"}
KEY: Final = {
    "en": "bright: payable · dull: not yet · dark: taken",
    "de": "hell: bezahlbar · matt: noch nicht · dunkel: vergeben",
}
AT_END: Final = {"en": "at the end", "de": "am Ende"}
LABELS: Final = {
    "en": {
        "cell": "{tile}. {about} Price: {cost}. {left} left.",
        "empty": "{cell}: price {cost}",
        "points": "{n} AP",
        "bonus": "bonus of {cell}: {bonus}",
        "taken": "bonus of {cell}: {bonus}, taken by {owner}",
        "wonder": "{name}: {stars:# star|# stars}, {prestige} prestige",
        "built": "built by {owner}",
    },
    "de": {
        "cell": "{tile}. {about} Preis: {cost}. Noch {left}.",
        "empty": "{cell}: Preis {cost}",
        "points": "{n} AP",
        "bonus": "Bonus von {cell}: {bonus}",
        "taken": "Bonus von {cell}: {bonus}, genommen von {owner}",
        "wonder": "{name}: {stars:# Stern|# Sterne}, {prestige} Prestige",
        "built": "errichtet von {owner}",
    },
}


def board(sight: Sight) -> Sheet:
    """The sheet of the development board; two rows of it may lie side by side."""
    width, height = 2 * EDGE + WIDTH * WIDE, TOP + (ROWS + 1) * HIGH + EDGE
    fold = (TOP, HIGH, WIDTH * WIDE)
    sheet = Sheet("development", TITLE[sight.lang], 0, 0, width, height, fold=fold, tab=(TAB[sight.lang], "d-science"))
    ground = (
        f'<rect width="{num(width)}" height="{num(height)}" rx="8" fill="{DARK}"/>'
        f'<text class="b-text" x="14" y="25" font-size="15" letter-spacing="1.6" style="fill:{PALE};text-anchor:start">'
        f"{escape(TITLE[sight.lang].upper())}</text>"
        f'<text class="b-num" x="{num(width - 12)}" y="24" font-size="12.5" style="fill:#E9C9A4;text-anchor:end;'
        f'font-weight:400">{escape(KEY[sight.lang])}</text>'
    )
    sheet.add(Shape("development", ground))
    for cell in range(len(sight.parts.cells)):
        sheet.add(_cell(sight, cell))
        for place in range(CHOICES):
            if sight.parts.bonus[CHOICES * cell + place] != NONE and (place != GREY or sight.state.n >= GREY_SEATS):
                sheet.add(_bonus(sight, cell, place))
    for column in range(WIDTH):
        sheet.add(_wonder(sight, column))
    return sheet


def _corner(cell: int) -> tuple[float, float]:
    return EDGE + cell % WIDTH * WIDE, TOP + cell // WIDTH * HIGH


def _ground(colour: str, rim: str = "") -> str:
    size = f'width="{num(WIDE - 4)}" height="{num(HIGH - 4)}"'
    edge = f' stroke="{rim}" stroke-width="2.5"' if rim else ""
    return (
        f'<rect x="2" y="2" {size} rx="6" fill="{colour}"{edge}/>'
        f'<rect class="hit" x="4" y="4" width="{num(WIDE - 8)}" height="{num(HIGH - 8)}" rx="5"/>'
    )


def _tone(sight: Sight, cell: int) -> str:
    """What the viewer could pay for now is bright, what is not within reach yet dull, what is taken dark."""
    state, tile = sight.state, int(sight.state.board.tile_at[cell])
    if tile == NONE:
        return "dull"
    if state.board.copies[cell] == 0 or (sight.viewer >= 0 and state.has(sight.viewer, tile)):
        return "taken"
    if sight.viewer >= 0 and state.active >= 0 and effects.can_pay(state, sight.viewer, cell):
        return "bright"
    return "dull"


def _text(x: float, y: float, text: str, size: float, colour: str = DARK, more: str = "") -> str:
    return (
        f'<text class="b-text" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" style="fill:{colour};{more}">'
        f"{escape(text)}</text>"
    )


def _fitting(title: str) -> float:
    """The size of letters with which a name fits its cell."""
    return min(14.0, 132.0 / len(title))


# ---- discoveries ----


def _cell(sight: Sight, cell: int) -> Shape:
    """The name above, the stack of tiles to the left, price and bonuses to the right of it."""
    state, parts = sight.state, sight.parts
    left, tile = int(state.board.copies[cell]), int(state.board.tile_at[cell])
    name = parts.cells[cell]
    row = cell // WIDTH
    tone = _tone(sight, cell)
    mine = sight.viewer >= 0 and tile != NONE and state.has(sight.viewer, tile)
    action = f"discover {name}"
    legal = sight.may(action)
    body = _ground(GROUND[tone], RIM if tone == "bright" else "")
    inside = _price(sight, cell)
    if tile != NONE:
        inside += _tiles(DISCOVERIES[tile], left, ROW_COLOUR[row], mine)
        title = sight.name(DISCOVERIES[tile])
        body += _text(9, 18, title, _fitting(title), INK[tone], "text-anchor:start")
    if tone == "taken" and not left:
        inside = f'<g opacity=".45">{inside}</g>'
    if row == ROWS - 1:
        ink = INK[tone] if tone == "taken" else ROW_COLOUR[row]
        inside += _text(80, HIGH - 13, AT_END[sight.lang], 11, ink, "font-style:italic;font-weight:500")
    return Shape(
        f"cell-{name}",
        body + inside + _points(sight, cell, legal),
        *_corner(cell),
        f"cell {tone} sheeted",
        _label(sight, cell, legal),
        (action,) if sight.asked and tile != NONE else (),
        legal,
    )


def _price(sight: Sight, cell: int) -> str:
    """Filled squares for named resources, grey ones for groups of choice; a gap between groups."""
    parts = sight.parts
    groups = [(RESOURCES[r], n) for r, n in enumerate(parts.need[cell]) if n]
    groups += [("any", n) for n in parts.groups[cell]]
    count = sum(n for _, n in groups)
    size = 13.0 if count < 5 else 12.0 if count < 6 else 9.4
    x, out = 50.0, ""
    for resource, n in groups:
        for _ in range(n):
            figure = figures.any_resource(size - 1) if resource == "any" else figures.resource_tile(resource, size)
            out += f'<g transform="translate({num(x + size / 2)} {num(24 + size / 2)})">{figure}</g>'
            x += size + 0.4
        x += 1.6
    return out


def _tiles(discovery: str, left: int, colour: str, mine: bool) -> str:
    """The stack of tiles that are left; pale when none is."""
    out = ""
    for n in reversed(range(max(1, left))):
        body = (
            f'<rect x="{num(8 + 2.5 * n)}" y="{num(24 + 1.8 * n)}" width="34" height="34" rx="6" fill="{colour}" '
            f'stroke="{PALE}" stroke-width="1.2"/>'
        )
        out += body if left else f'<g opacity=".45">{body}</g>'
    out += use(f"d-{discovery}", 11, 27, 28, f"color:#FFF6E6;--inc:{colour}")
    if mine:
        out += f'<circle cx="12" cy="27" r="7" fill="#4E7A2E" stroke="{PALE}" stroke-width="1.5"/>'
        out += '<path d="M8.8 27l2.4 2.6l4.2 -5" fill="none" stroke="#FFF6E6" stroke-width="1.8"/>'
    return out


def _points(sight: Sight, cell: int, legal: bool) -> str:
    """What the deciding seat would pay in time, where it differs or may be bought."""
    if not legal or sight.state.step != ask.TAKE_TURN:
        return ""
    price = int(effects.owed(sight.state, sight.state.active, _time(sight, cell)))
    x, y = 25.0, 57.0
    return (
        f'<g transform="translate({num(x)} {num(y)})">{figures.tag("", 34)}<text class="b-num" x="-5" y="5" '
        f'font-size="13.5" fill="#FBE3A6">{price}</text>'
        f"{use('hourglass', 2, -6.5, 13, f'color:#FBE3A6;--inc:{DARK}')}</g>"
    )


def _time(sight: Sight, cell: int) -> int:
    return int(effects.discovery_price(sight.state, sight.state.active, cell))


def _label(sight: Sight, cell: int, legal: bool) -> str:
    state, parts, words = sight.state, sight.parts, LABELS[sight.lang]
    cost = price_name(parts, cell, sight.lang)
    tile = int(state.board.tile_at[cell])
    if tile == NONE:
        return words["empty"].format(cell=parts.cells[cell], cost=cost)
    id_ = DISCOVERIES[tile]
    said = words["cell"].format(
        tile=sight.name(id_),
        about=ABOUT[sight.lang][id_],
        cost=cost,
        left=int(state.board.copies[cell]),
    )
    if legal:
        price = int(effects.owed(state, state.active, _time(sight, cell)))
        said += " " + words["points"].format(n=price) + "."
    return said


def _bonus(sight: Sight, cell: int, place: int) -> Shape:
    """A bonus, or the marker of whoever took it; it can be pointed at while it is being chosen."""
    state, parts, words = sight.state, sight.parts, LABELS[sight.lang]
    holder = int(state.board.bonus_of[CHOICES * cell + place])
    gives = BONUSES[int(parts.bonus[CHOICES * cell + place])]
    x, y = _corner(cell)
    here = state.step == ask.CHOOSE_BONUS and state.cell == cell
    legal = here and sight.may(f"bonus {place + 1}")
    figure = figures.settler(COLOURS[holder], 22) if holder != NONE else _figure(gives)
    if place == GREY and holder == NONE:
        figure = f'<circle r="13" fill="#8A7F70"/>{figure}'
    many = sight.state.n >= GREY_SEATS and parts.bonus[CHOICES * cell + GREY] != NONE
    figure = f'<g transform="scale({".7" if many else ".84"})">{figure}</g>'
    body = f'{figure}<circle class="hit" r="11"/>' if legal else f'<g style="pointer-events:none">{figure}</g>'
    at = ((60, 52), (80, 52), (100, 52)) if many else ((66, 52), (94, 52))
    key = "bonus" if holder == NONE else "taken"
    owner = sight.seat(holder) if holder != NONE else ""
    said = bonus_name(parts, int(parts.bonus[CHOICES * cell + place]), sight.lang)
    tile = int(state.board.tile_at[cell])
    where = sight.name(DISCOVERIES[tile]) if tile != NONE else parts.cells[cell]
    label = words[key].format(cell=where, bonus=said, owner=owner)
    return Shape(
        f"bonus-{parts.cells[cell]}-{place + 1}",
        body,
        x + at[place][0],
        y + at[place][1],
        "bonus",
        label,
        (f"bonus {place + 1}",) if legal else (),
        legal,
    )


def _figure(gives: str) -> str:
    """What a bonus gives, in a small pale disc."""
    if gives in RESOURCES:
        return figures.bonus("cube", 25, RESOURCE_COLOUR[gives])
    if gives == "settler":
        return figures.bonus("disc", 25)
    if gives == "hourglasses":
        disc = '<circle r="12.5" fill="#FFF9EC" stroke="#A58B68"/>'
        return disc + "".join(use("hourglass", x, -7, 13, "color:#5B3A20;--inc:#FFF9EC") for x in (-12, -1))
    return figures.bonus("laurel", 25, "#5E6E2C") + '<text class="b-num" y="4.5" font-size="12" fill="#221B16">2</text>'


# ---- wonders ----


def _wonder(sight: Sight, column: int) -> Shape:
    """A wonder with its stars and prestige, or the seal of whoever built it."""
    state, parts, words = sight.state, sight.parts, LABELS[sight.lang]
    wonder, builder = int(state.board.wonder_at[column]), int(state.board.wonder_of[column])
    x, y = EDGE + column * WIDE, TOP + ROWS * HIGH
    action = "" if wonder == NONE else f"build {parts.wonders[wonder]}"
    body = _ground("#F6F1E7" if builder == NONE else GROUND["taken"], RIM if sight.may(action) else "")
    if wonder == NONE:
        return Shape(f"wonder-{COLUMNS[column]}", body, x, y, "wonder")
    name = parts.wonders[wonder]
    stars, prestige = int(parts.wonder_stars[wonder]), int(parts.wonder_prestige[wonder])
    body += (
        f"{use(f'w-{name}', 5, 23, 38, 'color:#5B3A20;--inc:#F6F1E7')}"
        f'<g transform="translate(54 44)">{icon("star", 17, "#B3392C", "#F6F1E7")}</g>'
        f'<g transform="translate(85 44)">{icon("laurel", 17, "#5E6E2C")}</g>'
        f"{_text(68, 49, str(stars), 14)}{_text(105, 49, str(prestige), 14)}"
    )
    title = sight.name(name)
    ink = DARK if builder == NONE else INK["taken"]
    body += _text(9, 17, title, _fitting(title), ink, "text-anchor:start")
    if builder != NONE:
        body += f'<g transform="translate(28 42)">{figures.mark(COLOURS[builder], 34)}</g>'
    label = spoken(words["wonder"], {"name": title, "stars": stars, "prestige": prestige})
    if builder != NONE:
        label += ", " + words["built"].format(owner=sight.seat(builder))
    meant = (action,) if sight.asked else ()
    return Shape(f"wonder-{COLUMNS[column]}", body, x, y, "wonder sheeted", label, meant, sight.may(action))
