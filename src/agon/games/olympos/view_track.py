"""The time track around the map: its spaces, the tokens on them, and the gods beside the Zeus spaces."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from agon.core.numbers import bits
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape
from agon.draw.symbols import icon, use
from agon.games.olympos.parts import ARES, ATHENA, ERINYES, GODS, KERES, SIREN, Parts
from agon.games.olympos.position import SLOTS
from agon.games.olympos.sentences import ABOUT
from agon.games.olympos.view_map import LEFT
from agon.games.olympos.view_sight import Sight

CELL: Final = 49.0
DARK: Final = "#221B16"
GOLD: Final = "#E9BC4C"
PALE: Final = "#F3E1C9"
CLAY: Final = "#E9C9A4"
PAPER: Final = "#FFF9EC"
TOKEN: Final = 38.0

START: Final = {"en": "Start", "de": "Start"}
LABELS: Final = {
    "en": {
        "token": "{owner} on space {n}",
        "unseen": "a god not yet seen, beside the Zeus space {n}",
        "works": "at work on {owners}",
    },
    "de": {
        "token": "{owner} auf Feld {n}",
        "unseen": "ein noch verborgener Gott am Zeusfeld {n}",
        "works": "wirkt auf {owners}",
    },
}


@lru_cache(maxsize=8)
def places(parts: Parts) -> list[tuple[float, float]]:
    """The middle of every space: up the left edge from near its foot, then clockwise around the map."""
    width, height = parts.outline.size
    across, down = round(width / CELL) + 2, round(height / CELL) + 2
    ring = [(0, row) for row in range(down - 4, -1, -1)]
    ring += [(column, 0) for column in range(1, across)]
    ring += [(across - 1, row) for row in range(1, down)]
    ring += [(column, down - 1) for column in range(across - 2, -1, -1)]
    ring += [(0, row) for row in range(down - 2, down - 4, -1)]
    return [((column + 0.5) * CELL, (row + 0.5) * CELL) for column, row in ring]


def size(parts: Parts) -> tuple[float, float]:
    """Width and height of the whole board."""
    width, height = parts.outline.size
    return width + 2 * LEFT, height + 2 * LEFT


def shapes(sight: Sight) -> list[Shape]:
    """Frame and spaces, god cards, tokens."""
    out = [Shape("track", _painted(sight.parts, sight.lang))]
    out += _gods(sight)
    out += _cartouche(sight)
    return out + _tokens(sight)


@lru_cache(maxsize=8)
def _painted(parts: Parts, lang: str) -> str:
    """The frame and all spaces."""
    width, height = size(parts)
    inner = f"M{num(LEFT)} {num(LEFT)}V{num(height - LEFT)}H{num(width - LEFT)}V{num(LEFT)}Z"
    frame = (
        f'<path d="M-4 -4H{num(width + 4)}V{num(height + 4)}H-4Z{inner}" fill="#5B3A20" fill-rule="evenodd"/>'
        f'<path d="{inner}" fill="none" stroke="{DARK}" stroke-width="3"/>'
    )
    at = places(parts)
    spaces = "".join(_space(parts, n, *at[n], lang) for n in range(int(parts.cross) + 1))
    return frame + spaces + "".join(_ornament(x, y) for x, y in at[int(parts.cross) + 1 :])


def _space(parts: Parts, n: int, x: float, y: float, lang: str) -> str:
    """One space: plain, every fifth with its number, Zeus, the last ones with their prestige, the cross.

    The numbers of the plain ones are for whoever wishes names of spaces.
    """
    zeus = [int(z) for z in parts.zeus]
    ground = DARK if n in zeus else "#C4622D" if n == parts.cross else CLAY
    half = CELL / 2 - 1.5
    body = (
        f'<rect x="{num(-half)}" y="{num(-half)}" width="{num(2 * half)}" height="{num(2 * half)}" rx="5" '
        f'fill="{ground}"/>'
    )
    if n in zeus:
        double = bool(parts.is_double[zeus.index(n)])
        body += use("zeus", -20 if double else -15, -19, 30, f"color:{GOLD};--inc:{DARK}")
        if double:
            body += use("bolt", 8, -17, 14, f"color:{GOLD}") + use("bolt", 8, -2, 14, f"color:{GOLD}")
        body += _number(n, 20.5, 11.5, CLAY)
    elif n == parts.cross:
        body += icon("cross", 27, "#FFF6E6")
    elif n > parts.last_zeus:
        points = int(parts.end_prestige[n - int(parts.last_zeus)])
        body += icon("laurel", 34, "#5E6E2C") + _number(points, 5.5, 15.5, DARK)
    elif n == 0:
        body += f'<text class="b-text" y="5" font-size="13" style="fill:{DARK}">{escape(START[lang])}</text>'
    elif n % 5 == 0:
        body += f'<circle r="15" fill="#C4622D"/>{_number(n, 5.5, 15, "#FFF6E6")}'
    else:
        body += '<circle r="2.6" fill="#9C6B42"/>' + _number(n, -6, 12, "#7A4F2C", " code")
    return f'<g transform="translate({num(x)} {num(y)})">{body}</g>'


def _number(n: int, y: float, size_: float, colour: str, more: str = "") -> str:
    return f'<text class="b-num{more}" y="{num(y)}" font-size="{num(size_)}" style="fill:{colour}">{n}</text>'


def _ornament(x: float, y: float) -> str:
    """A dark field with a meander where the track has no space."""
    half = CELL / 2 - 1.5
    keys = "".join(f"M{k} 5H{k + 10}V-5H{k + 3}V1H{k + 6.5}" for k in (-18, -6, 6))
    return (
        f'<g transform="translate({num(x)} {num(y)})"><rect x="{num(-half)}" y="{num(-half)}" width="{num(2 * half)}" '
        f'height="{num(2 * half)}" rx="5" fill="{DARK}"/><path d="{keys}" fill="none" stroke="#C4622D" '
        'stroke-width="1.6"/></g>'
    )


def _tokens(sight: Sight) -> list[Shape]:
    """The tokens; on one space the uppermost, which plays first, lies highest."""
    state = sight.state
    at = places(sight.parts)
    above: dict[int, int] = {}
    out: list[Shape] = []
    for seat in reversed([int(s) for s in state.track.queue if s != NONE]):
        space = int(state.track.space_of[seat])
        x, y = at[space]
        height = above.get(space, 0)
        above[space] = height + 1
        label = LABELS[sight.lang]["token"].format(owner=sight.seat(seat), n=space)
        body = figures.settler(COLOURS[seat], TOKEN)
        out.append(Shape(f"token-{seat}", body, x + 3 * height, y - 7 * height, "piece", label))
    return out


# ---- the gods ----


def at_work(sight: Sight, god: int) -> list[int]:
    """The seats on whom a god's effect lies now."""
    state = sight.state
    masks = {
        ATHENA: state.athena,
        ARES: state.ares,
        SIREN: state.siren,
        KERES: state.keres,
        ERINYES: state.erinyes,
    }
    return bits(masks.get(god, 0))


def _gods(sight: Sight) -> list[Shape]:
    """A card for every Olympos card beside the track, face down until it comes."""
    parts, state = sight.parts, sight.state
    at = places(parts)
    width, height = size(parts)
    out: list[Shape] = []
    for z, space in enumerate(parts.zeus):
        x, y = at[int(space)]
        cards = 2 if parts.is_double[z] else 1
        for slot in range(cards):
            along = (slot - (cards - 1) / 2) * 34
            if y > height - CELL or y < CELL:
                corner = -26 if x > width - 2 * CELL else 0
                place = (x + along + corner, y - 52 if y > height - CELL else y + 52)
            else:
                place = (x + 50 if x < CELL else x - 50, y + along * 1.25)
            out.append(_god(sight, z, slot, place, int(state.track.god_at[SLOTS * z + slot])))
    return out


def _god(sight: Sight, z: int, slot: int, place: tuple[float, float], god: int) -> Shape:
    words = LABELS[sight.lang]
    seen = god != NONE
    frame = (
        f'<rect x="-14" y="-19" width="28" height="38" rx="4" fill="{PAPER if seen else DARK}" stroke="{GOLD}" '
        f'stroke-width="{2.4 if god == sight.state.god and seen else 1.3}"/>'
    )
    if not seen:
        body = frame + icon("bolt", 17, GOLD)
        label = words["unseen"].format(n=int(sight.parts.zeus[z]))
    else:
        seats = at_work(sight, god)
        marks = "".join(
            f'<g transform="translate({num(-9 + 9 * i)} 17)">{figures.mark(COLOURS[s], 12)}</g>'
            for i, s in enumerate(seats)
        )
        body = frame + icon(f"g-{GODS[god]}", 25, DARK, PAPER) + marks
        label = f"{sight.name(f'god:{GODS[god]}')}: {ABOUT[sight.lang][f'god:{GODS[god]}']}"
        if seats:
            label += " " + words["works"].format(owners=", ".join(sight.seat(s) for s in seats))
    return Shape(f"god-{z}-{slot}", body, *place, "god", label)


def _cartouche(sight: Sight) -> list[Shape]:
    """The last god that came, large in the south-western sea."""
    god = int(sight.state.latest)
    if god == NONE:
        return []
    name = sight.name(f"god:{GODS[god]}")
    seats = at_work(sight, god)
    body = (
        f'<rect width="150" height="222" rx="10" fill="{PAPER}" stroke="{DARK}" stroke-width="2"/>'
        f'<path d="M1 38V11Q1 1 11 1H139Q149 1 149 11V38Z" fill="{DARK}"/>'
        f'<text class="b-text" x="75" y="26" font-size="17" letter-spacing="1.6" style="fill:{PALE}">'
        f"{escape(name.upper())}</text>"
        f"{use(f'g-{GODS[god]}', 37, 46, 76, f'color:{DARK};--inc:{PAPER}')}"
    )
    lines = _wrapped(ABOUT[sight.lang][f"god:{GODS[god]}"], 21)
    for n, line in enumerate(lines[:4]):
        body += (
            f'<text class="b-num" x="75" y="{140 + 16 * n}" font-size="13" style="fill:#3B2F26;font-weight:400">'
            f"{escape(line)}</text>"
        )
    for i, seat in enumerate(seats):
        x = 75 + 24 * (i - (len(seats) - 1) / 2)
        body += f'<g transform="translate({num(x)} 206)">{figures.mark(COLOURS[seat], 22)}</g>'
    label = f"{name}: {ABOUT[sight.lang][f'god:{GODS[god]}']}"
    height = sight.parts.outline.size[1]
    return [Shape("god-now", body, LEFT + 22, LEFT + height * 0.615, "god", label)]


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most so many letters."""
    lines: list[str] = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
