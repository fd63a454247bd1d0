"""The icons of the installed site: our own picture as PNG, for systems that take no SVG."""

from __future__ import annotations

from typing import Final

from agon.draw.png import png

SIZES: Final = (192, 512)
ROUND: Final = ' rx="12"'  # the corners of our picture
DRAWN: Final = "<path "
INWARD: Final = '<path transform="translate(9.6 9.6) scale(.7)" '  # of 64: within the circle that no mask cuts


def icons(svg: str) -> dict[str, bytes]:
    """By the names of the manifest; the maskable ones fill the whole square, from which a system cuts its own shape."""
    assert ROUND in svg and svg.count(DRAWN) == 1
    whole = svg.replace(ROUND, "").replace(DRAWN, INWARD)
    out = {f"icon-{size}.png": png(svg, size) for size in SIZES}
    return out | {f"icon-maskable-{size}.png": png(whole, size) for size in SIZES}
