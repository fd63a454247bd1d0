"""Covers of games, drawn in the hand of vase painters: what they are painted with, and the frame around them."""

from __future__ import annotations

from typing import Final

from agon.draw.geometry import num
from agon.draw.symbols import use

CLAY: Final = "#D98B50"
INK: Final = "#221B16"
SEA: Final = "#1F5F7A"
WIDTH: Final = 320
HEIGHT: Final = 206
WAVE: Final = "M0 16V13C9 13 11 2 20 2c6 0 8 7 3 8.5-3 .8-4.5-2.5-2.5-3.8C17 8 18 13 32 13v3z"

Cover = tuple[str, str, str]  # what is painted, the ground, the lines of the meander


def waves(y: float, colour: str) -> str:
    """A row of running waves, and water down to the lower edge."""
    crests = "".join(f'<path transform="translate({x} {num(y)})" d="{WAVE}"/>' for x in range(-10, 330, 32))
    return f'<g fill="{colour}">{crests}<path d="M0 {num(y + 15)}H{WIDTH}V{HEIGHT}H0Z"/></g>'


def painted(symbol: str, x: float, y: float, size: float, colour: str, inc: str) -> str:
    """A symbol in two colours."""
    return use(symbol, x, y, size, f"color:{colour};--inc:{inc}")


def laurel() -> Cover:
    """The cover of a game that has none of its own."""
    return painted("i-laurel", 110, 58, 100, INK, CLAY) + waves(172, SEA), CLAY, INK


def framed(body: str, ground: str, line: str) -> str:
    """A picture beneath a band of meander."""
    keys = "".join(
        f"M{x} 11H{x + 16}M{x + 2.4:.1f} 11V2H{x + 13}V8.2H{x + 6}V5.2H{x + 9.6:.1f}" for x in range(0, 336, 16)
    )
    return (
        f'<svg class="cover" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>{body}<rect width="{WIDTH}" height="15" '
        f'fill="{ground}"/><path transform="translate(0 2)" d="{keys}" fill="none" stroke="{line}" stroke-width="1.5"/>'
        f'<path d="M0 15.5H{WIDTH}" stroke="{line}" stroke-width="1.2"/></svg>'
    )
