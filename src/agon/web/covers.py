"""The covers of the games and the picture above them, drawn in the hand of vase painters.

A cover belongs to the id of a game. A game without one gets the laurel on clay.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

from agon.draw import figures
from agon.draw.geometry import Hex, blob, centre, num, polygon
from agon.draw.symbols import use

CLAY: Final = "#D98B50"
INK: Final = "#221B16"
WIDTH: Final = 320
HEIGHT: Final = 206
WAVE: Final = "M0 16V13C9 13 11 2 20 2c6 0 8 7 3 8.5-3 .8-4.5-2.5-2.5-3.8C17 8 18 13 32 13v3z"


def cover(game_id: str) -> str:
    """The cover of a game: decoration, its title stands beside it."""
    return _drawn(game_id)


@cache
def _drawn(game_id: str) -> str:
    body, ground, line = COVERS.get(game_id, _laurel)()
    return _framed(body, ground, line)


def _framed(body: str, ground: str, line: str) -> str:
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


def _waves(y: float, colour: str) -> str:
    """A row of running waves, and water down to the lower edge."""
    crests = "".join(f'<path transform="translate({x} {num(y)})" d="{WAVE}"/>' for x in range(-10, 330, 32))
    return f'<g fill="{colour}">{crests}<path d="M0 {num(y + 15)}H{WIDTH}V{HEIGHT}H0Z"/></g>'


def _painted(symbol: str, x: float, y: float, size: float, colour: str, inc: str) -> str:
    return use(symbol, x, y, size, f"color:{colour};--inc:{inc}")


Cover = tuple[str, str, str]  # what is painted, the ground, the lines of the meander


def _laurel() -> Cover:
    return _painted("i-laurel", 110, 58, 100, INK, CLAY) + _waves(172, "#1F5F7A"), CLAY, INK


def _hellas_2016() -> Cover:
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
        f'{_painted("p-worker", 166, 58, 60, INK, CLAY)}<path d="M166 116h52v6h-52z" fill="{INK}"/>'
        f"{_waves(172, '#1F5F7A')}",
        CLAY,
        INK,
    )


def _galley(mark: str) -> str:
    """A ship with a mark on its sail and shields along its side."""
    shields = "".join(
        f'<circle cx="{x}" cy="86" r="7.5" fill="{CLAY}" stroke="{INK}" stroke-width="2.5"/>'
        f'<circle cx="{x}" cy="86" r="2.5" fill="{INK}"/>'
        f'<path d="M{x + 4} 80V{52 + abs(x - 66) * 0.12:.0f}" stroke="{CLAY}" stroke-width="2"/>'
        for x in (34, 50, 66, 82, 98)
    )
    sail = f'<circle cx="64" cy="42" r="19" fill="{INK}"/>{_painted(mark, 50, 28, 28, CLAY, INK)}'
    return _painted("b-ship", 0, 0, 124, CLAY, INK) + sail + shields


def _hellas_2002() -> Cover:
    """Red figures on black: two ships, and lightning between the gods."""
    ships = (
        f'<g transform="translate(6 50)">{_galley("m-owl")}</g>'
        f'<g transform="translate(314 50) scale(-1 1)">{_galley("m-sun")}</g>'
    )
    bolt = f'<path d="M168 20L142 84H157L145 140L184 68H167L182 20Z" fill="#E9BC4C" stroke="{INK}" stroke-width="2"/>'
    stars = "".join(
        f'<path transform="translate({x} {y})" d="M0-4L1.2-1.2L4 0L1.2 1.2L0 4L-1.2 1.2L-4 0L-1.2-1.2Z"/>'
        for x, y in ((140, 34), (196, 46), (204, 28), (126, 46), (160, 150))
    )
    swell = f'<path d="M0 188{"q5 -6 10 0t10 0" * 16}" fill="none" stroke="{INK}" stroke-width="1.6"/>'
    return f'{ships}{bolt}<g fill="{CLAY}">{stars}</g>{_waves(160, CLAY)}{swell}', INK, CLAY


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


def _attika() -> Cover:
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
            out += _painted(land, x - 12, y - 12, 24, ink, ground)
    for cell in SHRINES:
        x, y = centre(cell, SIZE)
        out += (
            f'<polygon points="{polygon(SIZE - 1, x, y)}" fill="#FBF8F1" stroke="{INK}" stroke-width="1.5"/>'
            f'<polygon points="{polygon(SIZE - 4, x, y)}" fill="none" stroke="#D9A021" stroke-width="1.8"/>'
            f"{_painted('a-shrine', x - 14, y - 14, 28, INK, '#D9A021')}"
        )
    for cell, kind in CHAIN.items():
        x, y = centre(cell, SIZE)
        out += f'<g transform="translate({num(x)} {num(y)})">{figures.disc(kind, "red", 36)}</g>'
    vases = "".join(_painted("a-amphora", x, y, 46, "#C4622D", "#F6F1E7") for x, y in ((14, 28), (260, 148)))
    return f'<g transform="translate(160 111) scale(.9)">{out}</g>{vases}', "#F6F1E7", "#9C4718"


def _olympos() -> Cover:
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
        f'<g fill="#2B7592" opacity=".55">{rays}</g>{mountain}{_painted("b-temple", 135, 24, 50, INK, "#F3EBDB")}'
        f"{clouds}{_waves(166, '#174A62')}{_painted('b-ship', 214, 148, 44, '#8FC1C7', '#174A62')}",
        "#1F5F7A",
        "#F3E1C9",
    )


COVERS: Final = {
    "hellas_2016": _hellas_2016,
    "hellas_2002": _hellas_2002,
    "attika": _attika,
    "olympos": _olympos,
}


# ---- the picture above the games ----

FIGURE: Final = (
    "M30 206H96V250H30Z",
    "M108 92C84 92 62 118 52 158C46 182 44 204 46 214L104 220L142 208L138 240C137 246 140 248 146 248L176 250C178 246 "
    "172 242 160 238L166 196C167 184 160 178 148 178L112 178C122 160 130 130 126 104Z",
    "M112 104C122 98 132 106 136 118L152 146L196 160L194 168L148 160C138 156 124 138 116 126Z",
    "M112 98C108 84 108 66 116 56C124 46 142 46 148 58L150 66L157 76L150 79L149 88C152 96 150 106 142 114C134 110 126 "
    "104 124 98Z",
)
HELMET: Final = (
    "M108 92C100 66 106 44 128 38C146 34 158 44 160 54L148 60L140 56L136 78L126 82L120 96Z",
    "M96 112C76 70 82 22 128 12C150 8 166 16 172 26C150 20 126 28 114 48C106 64 106 86 108 104Z",
)
HAIR: Final = ("M110 94C102 74 108 50 128 46C144 44 152 54 150 62C140 58 132 62 128 74C126 84 122 94 118 98Z",)
FOLDS: Final = (
    "M58 160C78 172 108 176 136 186M54 176C78 188 106 192 132 198M66 134C84 146 106 152 122 152"
    "M76 116C92 126 108 130 124 128M92 98C100 112 112 118 126 114M132 84q4 10 14 10M130 92q4 10 14 12M30 216H96"
    "M30 240H96M40 222v12h10v-7h-5M60 222v12h10v-7h-5M80 222v12h10v-7h-5M150 190q6 20-2 44"
)
STARS: Final = ((72, 196), (94, 202), (116, 202), (82, 160), (104, 164), (96, 138), (70, 178))


def _warrior(helmet: bool) -> str:
    """A warrior on his stool, leaning over the board, two spears behind him; he faces right."""
    body = "".join(f'<path d="{d}"/>' for d in (*FIGURE, *(HELMET if helmet else HAIR)))
    crest = '<path d="M100 104C90 74 96 38 130 26C146 20 158 22 164 26" stroke-dasharray="4 4"/>'
    locks = '<path d="M114 88q-2-20 8-32M120 86q-2-16 8-26M126 78q0-10 6-16"/>'
    visor = f'{crest}<path d="M112 90C108 70 114 52 130 46"/>'
    stars = "".join(
        f'<circle cx="{x}" cy="{y}" r="3"/><path d="M{x - 6} {y}h2m8 0h2M{x} {y - 6}v2m0 8v2"/>' for x, y in STARS
    )
    return (
        f'<g fill="{INK}">{body}<circle cx="200" cy="166" r="5"/><path d="M192 -8l12-18 2 22zM208 0l13-17 1 22z"/></g>'
        f'<path d="M51 250L196 -14M72 250L212 -6" stroke="{INK}" stroke-width="4" stroke-linecap="round"/>'
        f'<g fill="none" stroke="{CLAY}" stroke-width="2" stroke-linecap="round"><path d="{FOLDS}"/>'
        f'<path d="M144 70q5-4 9 0q-5 3-9 0z" fill="{CLAY}"/>{visor if helmet else locks}{stars}</g>'
    )


def _shield(x: int, mark: str) -> str:
    return (
        f'<circle cx="{x}" cy="176" r="58" fill="{INK}"/><g fill="none" stroke="{CLAY}" stroke-width="1.8">'
        f'<circle cx="{x}" cy="176" r="50"/><circle cx="{x}" cy="176" r="46"/></g>'
        f"{_painted(mark, x - 30, 146, 60, CLAY, INK)}"
    )


def _called(x: int, y: int, angle: int, word: str) -> str:
    """What a player calls out, painted along his words' way."""
    return (
        f'<text transform="translate({x} {y}) rotate({angle})" font-family="var(--display)" font-weight="600" '
        f'font-size="17" letter-spacing="3.4" fill="{INK}">{word}</text>'
    )


@cache
def heroes(label: str) -> str:
    """Achilles and Ajax at their game, after an Attic vase: the one calls four, the other three."""
    board = (
        f'<g fill="{INK}"><path d="M262 208H378V222H262ZM270 222H370V284H270ZM258 284H382V294H258Z"/>'
        '<circle cx="290" cy="203" r="6"/><circle cx="310" cy="203" r="6"/><circle cx="334" cy="203" r="6"/>'
        f'<path d="M346 197h11v11h-11z"/></g><path d="M262 215H378M276 232H364V276H276ZM284 268v-28h28v20h-18v-10h8'
        f'M356 268v-28h-28v20h18v-10h-8" fill="none" stroke="{CLAY}" stroke-width="2"/>'
    )
    return (
        f'<svg class="vase" viewBox="-24 0 688 312" role="img" aria-label="{escape(label)}">'
        f'<g transform="translate(60 44)">{_warrior(True)}</g>'
        f'<g transform="translate(580 44) scale(-1 1)">{_warrior(False)}</g>{board}'
        f"{_called(252, 112, 34, 'ΤΕΣΑΡΑ')}{_called(356, 146, -34, 'ΤΡΙΑ')}"
        f"{_shield(44, 'm-owl')}{_shield(596, 'm-sun')}"
        f'<path d="M-24 294H664V300H-24Z" fill="{INK}"/></svg>'
    )
