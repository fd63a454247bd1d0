"""The cover in the lobby."""

from __future__ import annotations

from typing import Final

from agon.draw import figures
from agon.draw.cover import INK, Cover, painted
from agon.draw.geometry import Hex, blob, centre, num, polygon

SIZE: Final = 25.0
LANDS: Final[dict[str, tuple[str, str]]] = {
    "l-w": ("#A9D0D2", "#1F5F7A"),
    "l-f": ("#BCC48A", "#4C5B22"),
    "l-h": ("#E4BE7C", "#8A5A1C"),
    "l-m": ("#C3BCB2", "#5A524A"),
}
GROWN: Final[dict[Hex, str]] = {
    (1, -1): "l-m", (0, -1): "l-f", (-1, 1): "l-w", (0, 1): "l-h", (-2, 0): "l-h", (2, 0): "l-w", (1, 1): "l-f",
    (-3, 2): "l-w", (-1, -1): "l-m", (3, -2): "l-f", (-2, 2): "l-m", (2, -2): "l-h",
}  # fmt: skip
CHAIN: Final[dict[Hex, str]] = {
    (-2, 1): "b-tower", (-1, 0): "b-harbour", (0, 0): "b-city", (1, 0): "b-temple", (2, -1): "b-stadium",
}  # fmt: skip
SHRINES: Final[tuple[Hex, ...]] = ((-3, 1), (3, -1))


def painted_cover() -> Cover:
    """On white ground: a chain of buildings between two shrines."""
    cells = list({**GROWN, **CHAIN})
    outline = blob(cells, SIZE, 3)
    out = (
        f'<path d="{outline}" fill="#8A5A34" transform="translate(0 4)"/>'
        f'<path d="{outline}" fill="#EBD9B6" stroke="#5B3A1E" stroke-width="1.5"/>'
    )
    for cell in cells:
        x, y = centre(cell, SIZE)
        land = GROWN.get(cell, "")
        ground, ink = LANDS.get(land, ("#F6ECD6", INK))
        out += f'<polygon points="{polygon(SIZE - 2, x, y)}" fill="{ground}"/>'
        if land:
            out += painted(land, x - 12, y - 12, 24, ink, ground)
    for cell in SHRINES:
        x, y = centre(cell, SIZE)
        out += (
            f'<polygon points="{polygon(SIZE - 1, x, y)}" fill="#FBF8F1" stroke="{INK}" stroke-width="1.5"/>'
            f'<polygon points="{polygon(SIZE - 4, x, y)}" fill="none" stroke="#D9A021" stroke-width="1.8"/>'
            f"{painted('a-shrine', x - 14, y - 14, 28, INK, '#D9A021')}"
        )
    for cell, kind in CHAIN.items():
        x, y = centre(cell, SIZE)
        out += f'<g transform="translate({num(x)} {num(y)})">{figures.disc(kind, "red", 36)}</g>'
    vases = "".join(painted("a-amphora", x, y, 46, "#C4622D", "#F6F1E7") for x, y in ((14, 28), (260, 148)))
    return f'<g transform="translate(160 111) scale(.9)">{out}</g>{vases}', "#F6F1E7", "#9C4718"
