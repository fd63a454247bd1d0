"""The cover in the lobby."""

from __future__ import annotations

from agon.draw import figures
from agon.draw.cover import CLAY, INK, Cover, painted, waves


def painted_cover() -> Cover:
    """Black figures on clay: an island with a temple, marble and the quarry worker."""
    sun = (
        '<circle cx="246" cy="62" r="30" fill="#F3E1C9"/>'
        '<circle cx="246" cy="62" r="36" fill="none" stroke="#F3E1C9" stroke-width="2" stroke-dasharray="3 5"/>'
    )
    hill = "M0 168C30 150 40 118 74 116C92 100 128 98 150 110C176 112 196 128 220 130C260 132 280 150 320 158V206H0Z"
    lines = "M30 160C56 140 70 134 110 136M150 122C176 126 186 138 214 142M20 176C60 156 110 150 150 158"
    blocks = "".join(
        f'<g transform="translate({x} {y})">{figures.marble_block(28.6)}</g>'
        for x, y in ((220, 131), (250, 137), (236, 117))
    )
    return (
        f'{sun}<path d="{hill}" fill="{INK}"/><g transform="translate(114 74)">{figures.temple(4, 6, 96)}</g>'
        f'<path d="{lines}" fill="none" stroke="{CLAY}" stroke-width="1.6"/>{blocks}'
        f'{painted("p-worker", 166, 58, 60, INK, CLAY)}<path d="M166 116h52v6h-52z" fill="{INK}"/>'
        f"{waves(172, '#1F5F7A')}",
        CLAY,
        INK,
    )
