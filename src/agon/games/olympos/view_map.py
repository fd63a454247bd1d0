"""The map: painted land and sea, territories with their resources, tribes and stars, and the settlers on them."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from agon.draw import figures
from agon.draw.geometry import curve, num
from agon.draw.scene import COLOURS, Shape
from agon.draw.symbols import icon, use
from agon.games.olympos import questions as ask
from agon.games.olympos.names import RESOURCE
from agon.games.olympos.parts import NORTH, RESOURCES, Line, Parts
from agon.games.olympos.view_sight import Sight

LEFT: Final = 49.0  # where the map begins on the board; the time track runs around it
TINT: Final = {"grain": "#E3D28C", "wood": "#A3B06A", "stone": "#C2B9AB", "gold": "#DBAF55"}
DARK: Final = "#221B16"
BROWN: Final = "#4A3D1E"
PALE: Final = "#F3E1C9"
DISC: Final = 29.0  # a settler
BAND: Final = 34.0  # the northern band

THE_NORTH: Final = {
    "en": "THE NORTH · NEW SETTLERS COME FROM HERE",
    "de": "DER NORDEN · VON HIER KOMMEN NEUE SIEDLER",
}
LABELS: Final = {
    "en": {
        "blocked": "blocked",
        "tribe": "a tribe",
        "star": "star",
        "star_here": "a star tile lies here",
        "zeus": "Zeus token",
        "empty": "empty",
        "held": "controlled by {owner}",
        "beaten": "beneath: {owners}",
        "price": "{n} AP",
        "sea": "{name}: sea space",
        "settler": "settler of {owner} in {space}, height {level}",
        "recruit": "a new settler from the north or a territory of yours",
    },
    "de": {
        "blocked": "gesperrt",
        "tribe": "ein Stamm",
        "star": "Stern",
        "star_here": "hier liegt ein Stern-Plättchen",
        "zeus": "Zeus-Plättchen",
        "empty": "leer",
        "held": "im Besitz von {owner}",
        "beaten": "darunter: {owners}",
        "price": "{n} AP",
        "sea": "{name}: Meeresfeld",
        "settler": "Siedler von {owner} in {space}, Höhe {level}",
        "recruit": "ein neuer Siedler aus dem Norden oder einem eigenen Gebiet",
    },
}


def shapes(sight: Sight) -> list[Shape]:
    """Everything on the map, from below to above."""
    parts = sight.parts
    out = [Shape("map", _painted(parts, sight.lang), LEFT, LEFT)]
    out += [_sea(sight, number) for number in range(len(parts.seas))]
    # Shapes whose outline glows come after the others, so that no neighbour covers the glow.
    lands = sorted(range(parts.land), key=lambda t: _is_legal(sight, t))
    out += [_territory(sight, t) for t in lands]
    for territory in range(parts.land):
        out.append(_contents(sight, territory))
        out += _settlers(sight, territory)
    out.append(_north(sight))
    return out


# ---- what never changes ----


def closed(lines: list[Line]) -> str:
    """Closed smooth lines as the `d` of a path."""
    return "".join(curve([(float(x), float(y)) for x, y in line]) for line in lines)


@lru_cache(maxsize=256)
def outline(parts: Parts, space: int) -> str:
    """The outline of a territory or sea as the `d` of a path."""
    return closed([*parts.outline.territory, *parts.outline.sea][space])


@lru_cache(maxsize=8)
def _painted(parts: Parts, lang: str) -> str:
    """Sea, coasts, land in the colours of its resources, mountains, ships and the compass."""
    lines = parts.outline
    width, height = lines.size
    coast = closed(lines.coast)
    lanes = "".join(curve([(float(x), float(y)) for x, y in line], False) for line in lines.lanes)
    lands = "".join(
        f'<path d="{outline(parts, t)}" fill="{TINT[RESOURCES[int(parts.resource[t])]]}" '
        f'stroke="{BROWN}" stroke-width="1.3" stroke-dasharray="5 3.5" stroke-opacity=".75"/>'
        for t in range(parts.land)
    )
    return (
        f'<rect width="{width}" height="{height}" fill="var(--sea)"/>'
        f'<rect width="{width}" height="{height}" fill="url(#waves)"/>'
        f'<path d="{lanes}" fill="none" stroke="#DCEBE6" stroke-opacity=".5" stroke-width="1.6" '
        'stroke-dasharray="1.5 7" stroke-linecap="round"/>'
        + "".join(
            f'<path d="{coast}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{wide}" '
            'stroke-linejoin="round"/>'
            for colour, opacity, wide in (("#8FC1C7", ".28", 32), ("#8FC1C7", ".45", 17), ("#F0E3B6", "1", 7))
        )
        + f'<path d="{coast}" fill="#C3BC7C"/>{lands}'
        f'<path d="{coast}" fill="url(#hills)"/>{_rocks(lines.rocks)}'
        f'<path d="{coast}" fill="none" stroke="{BROWN}" stroke-width="2.2" stroke-linejoin="round"/>'
        + _decoration(width, height)
        + "".join(_sea_name(parts, s, lang) for s in range(len(parts.seas)))
    )


def _rocks(rocks: list[Line]) -> str:
    """Bare mountains and capes that belong to nobody, with their peaks."""
    ground = f'<path d="{closed(rocks)}" fill="#9A8D78" stroke="{BROWN}" stroke-width="1.2"/>'
    peaks = ""
    for line in rocks:
        xs, ys = [x for x, _ in line], [y for _, y in line]
        middle = (min(xs) + max(xs)) / 2
        count = max(1, round((max(ys) - min(ys)) / 17))
        size = 11.0 if count > 1 else 6.5
        for n in range(count):
            y = min(ys) + (n + 0.6) * (max(ys) - min(ys)) / count
            peaks += _peak(middle + (3 if n % 2 else -3) * (count > 1), y, size)
    return f'{ground}<g stroke="#2B2013" stroke-width="1.2" stroke-linejoin="round">{peaks}</g>'


def _peak(x: float, y: float, size: float) -> str:
    top, snow = y - size, y - size * 0.35
    return (
        f'<path d="M{num(x - size)} {num(y + size * 0.7)}L{num(x)} {num(top)}L{num(x + size)} {num(y + size * 0.7)}Z" '
        f'fill="#6F6353"/><path d="M{num(x - size * 0.38)} {num(snow)}L{num(x)} {num(top)}L{num(x + size * 0.38)} '
        f'{num(snow)}L{num(x)} {num(snow - 1)}Z" fill="#FFF6E6" stroke="none"/>'
    )


def _decoration(width: int, height: int) -> str:
    """A trireme, dolphins and a wind rose in the open sea."""
    ink = "color:#0F3A4E;--inc:#8FC1C7"
    animals = use("trireme", 62, height - 118, 74, ink) + use("dolphin", 18, 388, 44, ink)
    animals += use("dolphin", width - 240, height - 203, 46, ink) + use("dolphin", width - 194, height - 183, 34, ink)
    rose = f'<g transform="translate({width - 66} {height - 118})">{figures.compass(76)}</g>'
    return f'<g opacity=".8">{animals}</g>{rose}'


def _sea_name(parts: Parts, sea: int, lang: str) -> str:
    """A name over one or two lines."""
    x, y = parts.outline.name[parts.land + sea]
    words = parts.names[lang][parts.seas[sea]].split(" ")
    half = 1 if len(words) < 3 or len(words[0]) > 6 else 2
    lines = [" ".join(words[:half]), " ".join(words[half:])] if len(" ".join(words)) > 11 else [" ".join(words)]
    return "".join(
        f'<text class="b-sea" x="{x}" y="{y + 17 * n}">{escape(line)}</text>' for n, line in enumerate(lines) if line
    )


# ---- what can be pointed at ----


def _sea(sight: Sight, sea: int) -> Shape:
    """A sea space: nobody may stop there, and whoever points at it is told so."""
    name = sight.parts.seas[sea]
    body = f'<path class="hit" d="{outline(sight.parts, sight.parts.land + sea)}"/>'
    label = LABELS[sight.lang]["sea"].format(name=sight.name(name))
    return Shape(f"sea-{name}", body, LEFT, LEFT, "sea", label, (f"go {name}",) if sight.asked else ())


def _is_legal(sight: Sight, territory: int) -> bool:
    return sight.may(sight.meant(sight.parts.territories[territory]))


def _territory(sight: Sight, territory: int) -> Shape:
    """A territory as a place to point at, dark where it is blocked."""
    parts = sight.parts
    name = parts.territories[territory]
    path = outline(parts, territory)
    blocked = bool(int(sight.state.blocked) >> territory & 1)
    shade = f'<path d="{path}" fill="#4B4337" fill-opacity=".45"/>' if blocked else ""
    body = f'{shade}<path class="hit" d="{path}"/>'
    if sight.state.goal == territory:
        body += (
            f'<path d="{path}" fill="var(--gold-rim)" fill-opacity=".25" stroke="var(--outline)" stroke-width="3" '
            'stroke-dasharray="9 6"/>'
        )
    meant = (sight.meant(name),) if sight.asked else ()
    return Shape(
        f"territory-{name}", body, LEFT, LEFT, "territory", _label(sight, territory), meant, _is_legal(sight, territory)
    )


def _contents(sight: Sight, territory: int) -> Shape:
    """Name, resource, cross, tribe, star and token, and the price where the viewer may go; the pointer goes through."""
    x, y = sight.parts.outline.name[territory]
    body = f'<g style="pointer-events:none">{_things(sight, territory)}</g>'
    return Shape(f"in-{sight.parts.territories[territory]}", body, x + LEFT, y + LEFT)


def _things(sight: Sight, territory: int) -> str:
    """What lies in a territory besides settlers, around its name point."""
    parts, state = sight.parts, sight.state
    resource = RESOURCES[int(parts.resource[territory])]
    starred = bool(int(parts.starred) >> territory & 1)
    tribe = bool(int(state.tribes) >> territory & 1)
    blocked = bool(int(state.blocked) >> territory & 1)
    right = _pieces_x(sight, territory)
    name = escape(sight.name(parts.territories[territory]))
    out = (
        f'<text class="b-place" y="-15" style="font-size:15px">{name}</text>'
        f'<g transform="translate({num(right - 32)} 4)">{figures.emblem(resource)}</g>'
    )
    if blocked:
        out += f'<g transform="translate({num(right)} 4)">{icon("cross", 25, "#8F1F14")}</g>'
    if tribe:
        out += f'<g transform="translate({num(right)} 4)">{icon("tribe", 28, "#5B2D12", PALE)}</g>'
    if starred and not blocked:
        beside = 22 if tribe or sight.state.stack(territory) else 0
        out += f'<g transform="translate({num(right + beside + 7)} 4)">{icon("star", 21, "#B3392C", "#FFE2B0")}</g>'
    if parts.olympos == territory:
        out += f'<g transform="translate({num(right + 32)} 3)">{icon("zeus", 30, DARK, PALE)}</g>'
    price = sight.price(territory)
    if price is not None:
        out += (
            f'<g transform="translate(0 33)">{figures.tag("", 48)}<text class="b-num" x="-7" y="5" font-size="14" '
            f'fill="#FBE3A6">{price}</text>{use("hourglass", 3, -7, 14, f"color:#FBE3A6;--inc:{DARK}")}</g>'
        )
    return out


def _pieces_x(sight: Sight, territory: int) -> float:
    """Where settlers, tribe or cross stand, right of the name point."""
    state = sight.state
    anything = sight.state.stack(territory) or (int(state.tribes) | int(state.blocked)) >> territory & 1
    starred = bool(int(sight.parts.starred) >> territory & 1)
    return 10.0 if anything else 18.0 if starred else 32.0


def _label(sight: Sight, territory: int) -> str:
    """ "Attica, stone, star, controlled by Red, beneath: Blue"."""
    parts, state, words = sight.parts, sight.state, LABELS[sight.lang]
    said = [sight.name(parts.territories[territory]), RESOURCE[sight.lang][RESOURCES[int(parts.resource[territory])]]]
    stack = sight.state.stack(territory)
    tribe = bool(int(state.tribes) >> territory & 1)
    blocked = bool(int(state.blocked) >> territory & 1)
    if int(parts.starred) >> territory & 1:
        loose = not stack and not tribe and not blocked and state.step >= ask.TAKE_TURN
        said.append(words["star_here"] if loose else words["star"])
    if parts.olympos == territory:
        said.append(words["zeus"])
    if blocked:
        said.append(words["blocked"])
    elif tribe:
        said.append(words["tribe"])
    elif stack:
        said.append(words["held"].format(owner=sight.seat(stack[-1])))
        if stack[:-1]:
            said.append(words["beaten"].format(owners=", ".join(sight.seat(s) for s in stack[:-1])))
    else:
        said.append(words["empty"])
    price = sight.price(territory)
    if price is not None:
        said.append(words["price"].format(n=price))
    return ", ".join(said)


def _settlers(sight: Sight, territory: int) -> list[Shape]:
    """A stack of discs; one that may be sent or lost can be pointed at, the others let the pointer through."""
    parts = sight.parts
    name = parts.territories[territory]
    x, y = parts.outline.name[territory]
    stack = sight.state.stack(territory)
    right = x + _pieces_x(sight, territory) + LEFT
    spread = min(8.0, 26.0 / max(1, len(stack) - 1))
    out: list[Shape] = []
    for level, seat in enumerate(stack):
        actions = tuple(a for a in (f"send {name} {level + 1}", f"lose {name} {level + 1}") if sight.may(a))
        disc = figures.settler(COLOURS[seat], DISC)
        body = (
            f'{disc}<circle class="hit" r="{num(DISC / 2)}"/>'
            if actions
            else f'<g style="pointer-events:none">{disc}</g>'
        )
        words = LABELS[sight.lang]["settler"]
        label = words.format(owner=sight.seat(seat), space=sight.name(name), level=level + 1)
        at_x = right + (level - (len(stack) - 1) / 2) * spread
        at_y = y + LEFT + 5 + (len(stack) - 1) * 3 - level * 6 if len(stack) < 4 else y + LEFT + 5 - (level - 2) * 4
        out.append(Shape(f"settler-{name}-{level + 1}", body, at_x, at_y, "piece", label, actions, bool(actions)))
    return out


def _north(sight: Sight) -> Shape:
    """The band from which new settlers come. §2.3"""
    width = sight.parts.outline.size[0]
    waves = "t-36 0 " * (width // 36)
    legal = sight.may("recruit")
    actions = ("recruit",) if legal else (f"go {NORTH}",) if sight.asked else ()
    body = (
        f'<path d="M0 0H{width}V{num(BAND)}q-18 16 -36 0 {waves}V0Z" fill="{DARK}" fill-opacity=".84"/>'
        f'<text x="{num(width * 0.607)}" y="24" text-anchor="middle" style="font:600 15px var(--display);'
        f'letter-spacing:.2em;fill:{PALE}">{escape(THE_NORTH[sight.lang])}</text>'
        f'<rect class="hit" x="3" y="3" width="{width - 6}" height="{num(BAND)}"/>'
    )
    label = LABELS[sight.lang]["recruit"] if legal else sight.name(NORTH)
    return Shape("north", body, LEFT, LEFT, "north", label, actions, legal)
