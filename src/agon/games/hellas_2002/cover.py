"""The cover in the lobby."""

from __future__ import annotations

from agon.draw.cover import CLAY, INK, Cover, painted, waves


def galley(mark: str) -> str:
    """A ship with a mark on its sail and shields along its side."""
    shields = "".join(
        f'<circle cx="{x}" cy="86" r="7.5" fill="{CLAY}" stroke="{INK}" stroke-width="2.5"/>'
        f'<circle cx="{x}" cy="86" r="2.5" fill="{INK}"/>'
        f'<path d="M{x + 4} 80V{52 + abs(x - 66) * 0.12:.0f}" stroke="{CLAY}" stroke-width="2"/>'
        for x in (34, 50, 66, 82, 98)
    )
    sail = f'<circle cx="64" cy="42" r="19" fill="{INK}"/>{painted(mark, 50, 28, 28, CLAY, INK)}'
    return painted("b-ship", 0, 0, 124, CLAY, INK) + sail + shields


def painted_cover() -> Cover:
    """Red figures on black: two ships, and lightning between the gods."""
    ships = (
        f'<g transform="translate(6 50)">{galley("m-owl")}</g>'
        f'<g transform="translate(314 50) scale(-1 1)">{galley("m-sun")}</g>'
    )
    bolt = f'<path d="M168 20L142 84H157L145 140L184 68H167L182 20Z" fill="#E9BC4C" stroke="{INK}" stroke-width="2"/>'
    stars = "".join(
        f'<path transform="translate({x} {y})" d="M0-4L1.2-1.2L4 0L1.2 1.2L0 4L-1.2 1.2L-4 0L-1.2-1.2Z"/>'
        for x, y in ((140, 34), (196, 46), (204, 28), (126, 46), (160, 150))
    )
    swell = f'<path d="M0 188{"q5 -6 10 0t10 0" * 16}" fill="none" stroke="{INK}" stroke-width="1.6"/>'
    return f'{ships}{bolt}<g fill="{CLAY}">{stars}</g>{waves(160, CLAY)}{swell}', INK, CLAY
