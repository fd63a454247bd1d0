"""Pieces, cards and buildings, each drawn around (0, 0): a Shape moves them to their place."""

from __future__ import annotations

from html import escape
from typing import Final

from agon.draw.geometry import num
from agon.draw.scene import COLOURS, MARKS
from agon.draw.stonework import block, closed_pit, open_pit, temple_front
from agon.draw.symbols import icon, use
from agon.draw.theme import RESOURCE_COLOURS

MARK_OF: Final = {colour: f"m-{mark}" for colour, mark in zip(COLOURS, MARKS, strict=True)}

# Where the mark sits on a piece: upper left corner and size, of 100.
MARK_ON: Final = {
    "p-house": (29, 49, 42),
    "p-palace": (30, 44, 39),
    "p-square": (33, 33, 34),
    "p-stone": (28, 28, 46),
}

PAPER: Final = "#FFF9EC"
DISC_FACE: Final = "#FBF3E4"
DARK: Final = "#221B16"


def _boxed(body: str, size: float) -> str:
    """Drawing of a 0 0 100 100 box, around (0, 0) and `size` wide."""
    return f'<g transform="translate({num(-size / 2)} {num(-size / 2)}) scale({size / 100:.3f})">{body}</g>'


# ---- Hellas (2016) ----


def piece(kind: str, colour: str, size: float) -> str:
    """House, palace, square or action stone ("p-house" ...) of a player, with the mark and a pale rim around it."""
    x, y, mark = MARK_ON[kind]
    rim = use(kind, -5, -5, 110, "--pl:var(--halo);--pl-deep:var(--halo);--pl-mark:var(--halo)")
    body = rim + use(kind, 0, 0, 100) + use(MARK_OF[colour], x, y, mark, "color:var(--pl-mark);--inc:var(--pl)")
    return f'<g class="pl-{colour}">{_boxed(body, size)}</g>'


def mark(colour: str, size: float) -> str:
    """A player's mark on a round ground."""
    r = size / 2
    ground = f'<circle r="{num(r)}" fill="var(--pl)" stroke="var(--pl-deep)" stroke-width="{size * 0.04:.2f}"/>'
    return f'<g class="pl-{colour}">{ground}{icon(MARK_OF[colour], size * 0.72, "var(--pl-mark)", "var(--pl)")}</g>'


def temple(columns: int, room: int, size: float = 100.0) -> str:
    """A temple with so many of its columns."""
    return _boxed(temple_front(columns, room), size)


def quarry(marbles: int = 0, number: int | None = None, size: float = 100.0) -> str:
    """A quarry with up to four marbles and the number of its tile; bare where it is empty."""
    return _boxed(open_pit(marbles, number), size)


def quarry_closed(size: float = 100.0) -> str:
    """A quarry that is worked out."""
    return _boxed(closed_pit(), size)


def marble_block(size: float = 22.0) -> str:
    """One block of marble."""
    scale = size / 22
    return block(-11 * scale, -10 * scale, scale)


def worker(size: float) -> str:
    """The quarry worker on his clay disc."""
    ground = f'<circle r="{num(size * 0.5)}" fill="#E9C9A4" stroke="{DARK}" stroke-width="{size * 0.04:.2f}"/>'
    return ground + icon("p-worker", size * 0.77, DARK, "#E9C9A4")


def statue(size: float) -> str:
    """The statue."""
    return icon("p-statue", size)


# ---- Attika ----


def disc(kind: str, colour: str, size: float) -> str:
    """A building ("b-city" or "city" ...) on a round tile in its owner's colour, with the mark."""
    symbol = kind if kind.startswith("b-") else f"b-{kind}"
    r = size / 2
    seal = (
        f'<g transform="translate({num(r * 0.68)} {num(r * 0.68)})"><circle r="{num(r * 0.38)}" fill="var(--pl)" '
        f'stroke="{DISC_FACE}" stroke-width="1.5"/>'
        f"{icon(MARK_OF[colour], r * 0.56, 'var(--pl-mark)', 'var(--pl)')}</g>"
    )
    return (
        f'<g class="pl-{colour}"><circle r="{num(r)}" fill="var(--pl)" stroke="var(--pl-deep)" stroke-width="1.6"/>'
        f'<circle r="{num(r * 0.8)}" fill="{DISC_FACE}"/>'
        f"{use(symbol, -r * 0.6, -r * 0.64, r * 1.2, f'color:{DARK};--inc:{DISC_FACE}')}{seal}</g>"
    )


def shrine(size: float) -> str:
    """A shrine on its marble hexagon is drawn by the board; this is the building."""
    return icon("a-shrine", size, DARK, "#D9A021")


def price_tag(text: str, symbol: str = "i-card") -> str:
    """What a place costs: a dark tag, 40 wide, with a number and a symbol (cards, unless told otherwise)."""
    return (
        f'<path d="M-15 -9H15V9H-15L-20 0Z" fill="{DARK}" stroke="#E9C9A4" stroke-width="1.2"/>'
        f'<text class="b-num" x="-5" y="4.7" font-size="13" fill="#FBE9D7">{escape(text)}</text>'
        f"{use(symbol, 1, -6, 12, f'color:#E9C9A4;--inc:{DARK}')}"
    )


def free_tag(text: str) -> str:
    """A place that costs nothing: a green tag with the word for it, as wide as that needs."""
    half = 7 + 2.9 * len(text)
    return (
        f'<rect x="{num(-half)}" y="-9" width="{num(2 * half)}" height="18" rx="9" fill="#4E7A2E" stroke="#FBF3E4" '
        f'stroke-width="1.5"/><text class="b-num" y="4" font-size="11" fill="#FFFFFF">{escape(text)}</text>'
    )


def tag(text: str, width: float = 48.0) -> str:
    """A dark tag with a gold rim, for a cost or a count on the board."""
    return (
        f'<rect x="{num(-width / 2)}" y="-10.5" width="{num(width)}" height="21" rx="10.5" fill="{DARK}" '
        f'stroke="#F2C44E" stroke-width="1.6"/><text class="b-num" y="5" font-size="14" fill="#FBE3A6">{escape(text)}'
        "</text>"
    )


# ---- Hellas (2002) ----


def _figure(symbol: str, colour: str, size: float, x: float, y: float, mark_y: float) -> str:
    """A figure in its player's colour with a pale rim, its mark, and its middle at (0, 0)."""
    pale = "color:var(--halo);--inc:var(--halo);stroke:var(--halo);stroke-width:8;stroke-linejoin:round"
    rim = use(symbol, x, y, 100, pale)
    emblem = f'<g class="mk">{use(MARK_OF[colour], -17, mark_y, 34)}</g>'
    return f'<g class="pc pl-{colour}" transform="scale({size / 100:.3f})">{rim}{use(symbol, x, y, 100)}{emblem}</g>'


def greek(colour: str, size: float = 38.0) -> str:
    """A Greek: a hoplite with the mark on his shield."""
    return _figure("hoplite", colour, size, -48, -60, -15)


def ship(colour: str, size: float = 42.0) -> str:
    """A trireme with the mark on its sail."""
    return _figure("trireme", colour, size, -50, -55, -42)


def city(size: float = 40.0) -> str:
    """A city."""
    return icon("city", size, "#3A2B1E", "#F3E1C9")


def temple_2002(size: float = 37.0) -> str:
    """A temple beside its city."""
    return icon("temple", size, "#FFFDF8", "#8C4A22")


def _meander(colour: str, y: float) -> str:
    """A band of meander across a card."""
    keys = "".join(f"M{x} 10.5H{x + 10}V2H{x + 3}V7H{x + 6.5}" for x in range(0, 84, 12))
    return f'<path transform="translate(8 {num(y)})" d="{keys}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def _card(god: str, body: str, width: float) -> str:
    """A card of 100 by 140 around (0, 0), in its god's colour."""
    scale = width / 100
    place = f"translate({num(-50 * scale)} {num(-70 * scale)}) scale({scale:.3f})"
    return f'<g class="god-{god}" transform="{place}">{body}</g>'


def card_back(god: str, width: float = 100.0) -> str:
    """The back of a god card: "ares", "poseidon" or "zeus"."""
    body = (
        '<rect x="1" y="1" width="98" height="138" rx="9" fill="currentColor"/>'
        '<g fill="none" stroke="#FFF6E6" stroke-width="3"><rect x="7" y="7" width="86" height="126" rx="5"/>'
        '<circle cx="50" cy="70" r="34"/></g>'
        f'{_meander("#F3E1C9", 12)}{_meander("#F3E1C9", 116)}<g class="god-ink">{use(f"e-{god}", 25, 45, 50)}</g>'
    )
    return _card(god, body, width)


def card_face(god: str, picture: str, title: str = "", width: float = 100.0) -> str:
    """The face of a god card with its picture ("c-A1" ...) and its name."""
    name = ""
    if title:
        size = min(10.5, 112 / len(title))  # so that the name ends before the card does
        name = (
            f'<text x="25" y="17" font-family="var(--display)" font-weight="600" font-size="{num(size)}" '
            f'fill="#FFF6E6">{escape(title)}</text>'
        )
    body = (
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}"/>'
        '<path d="M1 24V10Q1 1 10 1H90Q99 1 99 10V24Z" fill="currentColor"/>'
        f"{_meander('#8F4A24', 27)}"
        '<rect x="1" y="1" width="98" height="138" rx="9" fill="none" stroke="currentColor" stroke-width="2"/>'
        f'<g class="god-ink">{use(f"e-{god}", 5, 4.5, 17)}</g>{name}'
        f"{use(picture, 18, 52, 64, f'--inc:{PAPER}')}"
    )
    return _card(god, body, width)


# ---- Olympos ----


def settler(colour: str, size: float = 29.0) -> str:
    """A settler: a disc with its owner's mark."""
    r = size / 2
    return (
        f'<g class="pc pl-{colour}"><circle r="{num(r)}" fill="var(--pl)" stroke="var(--pl-deep)" stroke-width="1.6"/>'
        f'<circle r="{num(r * 0.84)}" fill="none" stroke="var(--pl-mark)" stroke-opacity=".75" stroke-width="1"/>'
        f'<g class="mk">{icon(MARK_OF[colour], r * 1.24)}</g></g>'
    )


def emblem(resource: str, size: float = 28.0) -> str:
    """What a territory yields, in a pale ring: "grain", "wood", "stone" or "gold"."""
    ring = (
        f'<circle r="{num(size / 2)}" fill="#FFF6E0" stroke="{RESOURCE_COLOURS[resource]}" '
        f'stroke-width="{size * 0.07:.2f}"/>'
    )
    return f'{ring}<g class="res-{resource}">{icon(f"r-{resource}", size * 0.72)}</g>'


def resource_tile(resource: str, size: float = 28.0) -> str:
    """A resource on a filled square, as on a price."""
    return f'<g class="res-{resource}">{icon(f"tile-{resource}", size)}</g>'


def any_resource(size: float = 13.0) -> str:
    """A resource of one's choice on a price."""
    half = num(-size / 2)
    return (
        f'<rect x="{half}" y="{half}" width="{num(size)}" height="{num(size)}" rx="3" fill="#CFC6B8" stroke="#8A7F70" '
        'stroke-dasharray="2 1.5"/>'
    )


def cube(resource: str, size: float = 20.0) -> str:
    """A resource cube."""
    return f'<g class="res-{resource}">{icon("cube", size)}</g>'


def bonus(symbol: str, size: float = 19.0, colour: str = "#5B3A20") -> str:
    """A bonus on the development board: a symbol in a small pale disc."""
    ground = f'<circle r="{num(size / 2)}" fill="{PAPER}" stroke="#A58B68"/>'
    return ground + icon(symbol, size * 0.68, colour, PAPER)


def compass(size: float = 80.0) -> str:
    """A wind rose for a corner of the sea."""
    rays = "".join(
        f'<path transform="rotate({a})" d="M0 {-34 if a % 90 == 0 else -22}L5 -6L0 0L-5 -6Z" fill="#F3E1C9" '
        f'fill-opacity="{".95" if a % 90 == 0 else ".5"}"/>'
        for a in range(0, 360, 45)
    )
    rings = (
        '<g fill="none" stroke="#F3E1C9" stroke-width="1.3"><circle r="40"/><circle r="35" stroke-dasharray="2 4"/></g>'
    )
    return f'<g transform="scale({size / 80:.3f})" opacity=".85">{rings}{rays}</g>'
