"""The cover in the lobby."""

from __future__ import annotations

from agon.draw.cover import INK, Cover, painted, waves


def painted_cover() -> Cover:
    """The mountain of the gods above the clouds and the sea."""
    rays = "".join(f'<path transform="rotate({a} 160 78)" d="M160 78L154 -120H166Z"/>' for a in range(0, 360, 15))
    mountain = (
        '<g transform="translate(0 24)">'
        '<path d="M20 190L118 74L131 88L140 46H180L192 84L206 74L304 190Z" fill="#F3EBDB"/>'
        '<path d="M166 46H180L192 84L206 74L304 190H176L150 140L166 104Z" fill="#CFC3AC"/>'
        '<path d="M118 74L104 112L116 128M166 46L152 88L166 104L150 140M206 74L200 104L216 126" fill="none" '
        f'stroke="{INK}" stroke-width="1.6"/></g>'
    )
    clouds = "".join(
        f'<path d="M{x} {y + 16}a12 12 0 0 1 14-14a16 16 0 0 1 30-4a14 14 0 0 1 {w - 58} 6a10 10 0 0 1 12 12z" '
        f'fill="#FFFDF8" stroke="{INK}" stroke-width="1.4"/>'
        for x, y, w in ((26, 118, 86), (200, 108, 100), (98, 146, 70))
    )
    return (
        f'<g fill="#2B7592" opacity=".55">{rays}</g>{mountain}{painted("b-temple", 135, 24, 50, INK, "#F3EBDB")}'
        f"{clouds}{waves(166, '#174A62')}{painted('b-ship', 214, 148, 44, '#8FC1C7', '#174A62')}",
        "#1F5F7A",
        "#F3E1C9",
    )
