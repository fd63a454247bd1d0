"""Temples with so many columns, and quarries with so much marble: drawings in a 0 0 100 100 box."""

from __future__ import annotations

from typing import Final

EDGE: Final = "#5A5148"
MARBLE: Final = "#FBF8F1"
GILT: Final = "#E3AE33"

PIT: Final = "M8 62L14 32L34 14L66 12L88 30L93 62L76 86L30 88Z"

# Where the marbles lie in a quarry, by how many there are.
MARBLES_AT: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    (),
    ((39, 40),),
    ((27, 42), (51, 40)),
    ((26, 46), (52, 46), (39, 30)),
    ((24, 50), (52, 50), (26, 28), (53, 28)),
)


def temple_front(columns: int, room: int) -> str:
    """A temple with so many of its columns standing; roof and paint come with the last one."""
    steps = (
        f'<path d="M4 88H96V95H4ZM9 81H91V88H9Z" fill="#E9E2D4" stroke="{EDGE}" stroke-width="2.2" '
        'stroke-linejoin="round"/>'
    )
    step = 74 / room
    width = min(step * 0.62, 9.5)
    middles = [13 + step * (i + 0.5) for i in range(room)]
    standing = "".join(_column(x, width) for x in middles[:columns])
    missing = "".join(_column_base(x, width) for x in middles[columns:])
    return steps + standing + missing + (_roof() if columns >= room else _roof_outline())


def _column(x: float, width: float) -> str:
    capital = f"M{x - width * 0.7:.1f} 44h{width * 1.4:.1f}v4h{-width * 1.4:.1f}z"
    shaft = f"M{x - width * 0.43:.1f} 48h{width * 0.86:.1f}l{width * 0.07:.1f} 33h{-width:.1f}z"
    return (
        f'<path d="{capital}{shaft}" fill="{MARBLE}" stroke="{EDGE}" stroke-width="1.8" stroke-linejoin="round"/>'
        f'<path d="M{x:.1f} 50v29" stroke="#A79E91" stroke-width="1.3"/>'
    )


def _column_base(x: float, width: float) -> str:
    return (
        f'<rect x="{x - width / 2:.1f}" y="76" width="{width:.1f}" height="5" fill="#CFC6B6" stroke="{EDGE}" '
        f'stroke-width="1.3"/><path d="M{x:.1f} 49V74" stroke="{EDGE}" stroke-opacity=".7" stroke-width="1.8" '
        'stroke-dasharray="2.5 3.5"/>'
    )


def _roof() -> str:
    knobs = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{GILT}" stroke="{EDGE}" stroke-width="1.4"/>'
        for x, y, r in ((50, 27, 6), (50, 6, 4.5), (6, 32, 3.5), (94, 32, 3.5))
    )
    return (
        f'<path d="M6 36H94V44H6Z" fill="#C4622D" stroke="{EDGE}" stroke-width="2.2"/>'
        f'<path d="M6 36L50 10L94 36Z" fill="#2463A6" stroke="{EDGE}" stroke-width="2.2" stroke-linejoin="round"/>'
        f'<path d="M4 36L50 8L96 36" fill="none" stroke="{MARBLE}" stroke-width="4"/>'
        f'<path d="M4 36L50 8L96 36" fill="none" stroke="{EDGE}" stroke-width="1"/>{knobs}'
    )


def _roof_outline() -> str:
    return (
        f'<path d="M6 44V36L50 10L94 36V44Z" fill="{MARBLE}" fill-opacity=".4" stroke="{EDGE}" stroke-opacity=".8" '
        'stroke-width="2" stroke-dasharray="4 3"/>'
    )


def block(x: float, y: float, scale: float = 1.0) -> str:
    """One block of marble, 22 wide and 20 high, from its upper left corner."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" stroke="#6A6259" stroke-width="1.6" '
        'stroke-linejoin="round"><path d="M0 5L9 0L22 3L13 8Z" fill="#FFFEFA"/>'
        '<path d="M0 5L13 8V20L0 17Z" fill="#EFE9DD"/><path d="M13 8L22 3V15L13 20Z" fill="#CFC7B9"/></g>'
    )


def open_pit(marbles: int = 0, number: int | None = None) -> str:
    """A quarry with up to four marbles, and the plate of its tile's number."""
    pit = (
        f'<path d="{PIT}" fill="#A8A096" stroke="#5E574E" stroke-width="2.5" stroke-linejoin="round"/>'
        '<path d="M18 60L23 38L40 24L63 23L79 37L82 60L70 76L34 77Z" fill="#8A8278"/>'
        '<path d="M28 59L31 44L44 35L60 34L70 44L72 58L62 68L39 68Z" fill="#6F685F"/>'
        '<path d="M14 32l9 6M34 14l6 10M66 12l-3 11M88 30l-9 7M93 62l-11-2M30 88l4-11" stroke="#5E574E" '
        'stroke-width="2"/>'
    )
    blocks = "".join(block(x, y, 1.12) for x, y in MARBLES_AT[marbles])
    return pit + blocks + ("" if number is None else _plate(number))


def _plate(number: int) -> str:
    return (
        '<path d="M30 -2H70L74 3V19L70 24H30L26 19V3Z" fill="#221B16" stroke="#E9C9A4" stroke-width="2"/>'
        '<text x="50" y="18.5" font-family="var(--text)" font-weight="700" font-size="20" text-anchor="middle" '
        f'fill="#FBE9D7">{number}</text>'
    )


def closed_pit() -> str:
    """A quarry that is worked out: filled with rubble and barred."""
    bars = "M20 30L80 74M80 30L20 74"
    return (
        f'<path d="{PIT}" fill="#857D73" fill-opacity=".75" stroke="#5E574E" stroke-width="2.5" '
        'stroke-linejoin="round"/><path d="M20 66l4-14 14-4 10 10-6 14-16 2zM46 70l6-16 16-2 10 12-8 12-18 2z'
        'M32 46l8-16 18-2 8 12-8 12-16 2z" fill="#A49B8F" stroke="#5E574E" stroke-width="2.2" stroke-linejoin="round"/>'
        f'<path d="{bars}" stroke="#5B4632" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{bars}" stroke="#8A6B4A" stroke-width="5" stroke-linecap="round"/>'
    )
