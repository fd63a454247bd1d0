"""The picture above the games in the lobby, and their covers in their frames."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

from agon.draw.cover import CLAY, INK, framed, laurel, painted
from agon.games import game


@cache
def cover(game_id: str) -> str:
    """The cover of a game: decoration, its title stands beside it."""
    return framed(*(game(game_id).cover or laurel)())


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
        f"{painted(mark, x - 30, 146, 60, CLAY, INK)}"
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
