"""The camps: a strip a player, whoever plays next on top."""

from __future__ import annotations

from html import escape
from typing import Final

from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon, use
from agon.games.olympos import effects
from agon.games.olympos.names import RESOURCE
from agon.games.olympos.parts import DISCOVERIES, KINDS, RESOURCES, WIDTH
from agon.games.olympos.view_board import ROW_COLOUR
from agon.games.olympos.view_sight import Sight

WIDE: Final = 612.0
ROW: Final = 78.0
NAME: Final = 14  # letters of a name
SHOWN_CUBES: Final = 3  # of a resource; of more, their number
EDGE: Final = 8.0
PAPER: Final = "#FFF9EC"

TITLE: Final = {"en": "Camps", "de": "Lager"}
AMOUNTS: Final = {
    "en": {
        "disc": "settlers in camp", "hourglass": "hourglasses", "sword": "swords", "bolt": "Zeus symbols",
        "star": "star tiles", "destiny": "cards in hand",
    },
    "de": {
        "disc": "Siedler im Lager", "hourglass": "Sanduhren", "sword": "Schwerter", "bolt": "Zeus-Symbole",
        "star": "Stern-Plättchen", "destiny": "Handkarten",
    },
}  # fmt: skip


def camps(sight: Sight) -> Sheet:
    """A strip for every seat, in the order in which they play. §5.1"""
    seats = [int(seat) for seat in sight.state.track.queue if seat != NONE]
    order = seats if len(seats) == sight.state.seats() else list(range(sight.state.seats()))
    sheet = Sheet(
        "camps", TITLE[sight.lang], 0, 0, WIDE, len(order) * ROW + EDGE, tab=(TITLE[sight.lang], "disc"), doubles=True
    )
    for place, seat in enumerate(order):
        sheet.add(_camp(sight, seat, place))
    return sheet


def _number(x: float, y: float, text: str, size: float = 17.0, anchor: str = "start") -> str:
    return (
        f'<text class="b-num" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" '
        f'style="fill:var(--ink);text-anchor:{anchor}">{escape(text)}</text>'
    )


def _camp(sight: Sight, seat: int, place: int) -> Shape:
    """Name, production with the cubes beside it, and the time; below, amounts, discoveries and prestige."""
    state = sight.state
    colour, name = COLOURS[seat], sight.seat(seat)[:NAME]
    active = state.actor() == seat
    body = (
        f'<rect x="4" y="3" width="{num(WIDE - 8)}" height="{num(ROW - 4)}" rx="8" fill="var(--plaster)" '
        f'stroke="var({"--gold" if active else "--line-strong"})" stroke-width="{3 if active else 1.2}"/>'
        f'<g class="pl-{colour}"><path d="M12 3.5Q4.5 3.5 4.5 11V{num(ROW - 9)}Q4.5 {num(ROW - 1.5)} 12 '
        f'{num(ROW - 1.5)}Z" fill="var(--pl)"/></g>'
        f'<g transform="translate(29 23)">{figures.mark(colour, 28)}</g>'
        f'<text class="b-text" x="48" y="29" font-size="{num(min(17.0, 150 / len(name)))}" '
        f'style="text-anchor:start">{escape(name)}</text>'
    )
    for r, resource in enumerate(RESOURCES):
        body += _production(sight, seat, r, resource)
    x = 24.0
    for symbol, amount, paint in _amounts(sight, seat):
        opacity = "1" if amount not in ("0", "") else ".4"
        body += (
            f'<g opacity="{opacity}"><g transform="translate({num(x)} 56)">'
            f"{icon(symbol, 20, paint, 'var(--plaster)')}</g>{_number(x + 12, 62, amount, 15)}</g>"
        )
        x += 42
    hour = f"{int(state.track.space_of[seat])}/{int(sight.parts.cross)}"
    body += (
        f'<g transform="translate({num(WIDE - 66)} 23)">{icon("i-hour", 17, "var(--ink)")}</g>'
        f"{_number(WIDE - 12, 29, hour, 15, 'end')}{_number(WIDE - 12, 64, sight.points(seat), 20, 'end')}"
    )
    return Shape(f"camp-{seat}", body + _tiles(sight, seat), 0, place * ROW, "camp", _label(sight, seat))


def _production(sight: Sight, seat: int, r: int, resource: str) -> str:
    """Territory tiles of a resource, and its cubes beside them."""
    state, x = sight.state, 150.0 + 96 * r
    count, cubes = int(state.tiles(seat, r)), int(state.camps.cubes[KINDS * seat + r])
    out = (
        f'<g opacity="{1 if count else 0.35}"><g transform="translate({num(x)} 23)">'
        f"{figures.resource_tile(resource, 22)}</g>{_number(x + 14, 29, str(count), 16)}</g>"
    )
    for i in range(min(SHOWN_CUBES, cubes)):
        out += f'<g transform="translate({num(x + 37 + 12 * i)} 23)">{figures.cube(resource, 17)}</g>'
    return out + (_number(x + 70, 29, f"×{cubes}", 12) if cubes > SHOWN_CUBES else "")


def _amounts(sight: Sight, seat: int) -> list[tuple[str, str, str]]:
    """Symbol, how many, colour."""
    state = sight.state
    return [
        ("disc", str(int(state.camps.stock[seat])), f"var(--p-{COLOURS[seat]})"),
        ("hourglass", str(int(state.camps.hourglasses[seat])), "var(--ink)"),
        ("sword", str(int(effects.strength(state, seat)) // 2), "var(--ink)"),
        ("bolt", str(int(effects.zeus_symbols(state, seat))), "var(--ink)"),
        ("star", str(int(state.star_tiles(seat))), "#B3392C"),
        ("destiny", str(int(state.cards.hand_size[seat])), "var(--ink)"),
    ]


def _tiles(sight: Sight, seat: int) -> str:
    """Discoveries by row, and wonders."""
    state, parts = sight.state, sight.parts
    own = [d for d in range(len(DISCOVERIES)) if int(state.board.discovered[seat]) >> d & 1]
    wonders = [int(state.board.wonder_at[c]) for c in range(WIDTH) if state.board.wonder_of[c] == seat]
    step = min(29.0, 262.0 / max(1, len(own) + len(wonders)))
    x, out = 282.0, ""
    for d in own:
        colour = ROW_COLOUR[int(parts.row[d])]
        out += (
            f'<rect x="{num(x)}" y="43" width="27" height="27" rx="5" fill="{colour}" stroke="{PAPER}"/>'
            f"{use(f'd-{DISCOVERIES[d]}', x + 3, 46, 21, f'color:#FFF6E6;--inc:{colour}')}"
        )
        x += step
    for w in wonders:
        out += (
            f'<rect x="{num(x)}" y="43" width="27" height="27" rx="5" fill="#F6F1E7" stroke="#5B3A20"/>'
            f"{use(f'w-{parts.wonders[w]}', x + 2, 45, 23, 'color:#5B3A20;--inc:#F6F1E7')}"
        )
        x += step
    return out


def _label(sight: Sight, seat: int) -> str:
    """Everything on the strip in words."""
    state, words = sight.state, AMOUNTS[sight.lang]
    said = [f"{words[symbol]} {amount}" for symbol, amount, _ in _amounts(sight, seat)]
    for r, resource in enumerate(RESOURCES):
        name = RESOURCE[sight.lang][resource]
        said.append(f"{name}: {int(state.tiles(seat, r))} + {int(state.camps.cubes[KINDS * seat + r])}")
    own = [sight.name(name) for d, name in enumerate(DISCOVERIES) if int(state.board.discovered[seat]) >> d & 1]
    own += [
        sight.name(sight.parts.wonders[int(state.board.wonder_at[c])])
        for c in range(WIDTH)
        if state.board.wonder_of[c] == seat
    ]
    return f"{sight.seat(seat)}: {', '.join(said)}" + (f"; {', '.join(own)}" if own else "")
