"""The symbols: silhouettes with incised lines, each in a 0 0 100 100 box, recoloured by where they stand.

The art itself is in `art/*.svg`, one file a group. In it `currentColor` is the silhouette, `--inc` the incised line,
`--pl`, `--pl-deep` and `--pl-mark` the owner's colour, its outline and the mark on it.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

from agon.draw.geometry import num
from agon.draw.stonework import closed_pit, open_pit, temple_front

_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"[^>]*>\s*<title>([^<]*)</title>(.*?)</symbol>', re.DOTALL)
_BETWEEN: Final = re.compile(r">\s+<")
_USED: Final = re.compile(r'href="#([^"]+)"')

SYMBOLS: Final[dict[str, str]] = {}  # id -> SVG markup
TITLES: Final[dict[str, str]] = {}  # id -> what it shows, in English
GROUPS: Final[dict[str, list[str]]] = {}  # file in art/ (or "stonework") -> ids, in order


def _enter(group: str, name: str, title: str, body: str) -> None:
    SYMBOLS[name] = body
    TITLES[name] = title
    GROUPS.setdefault(group, []).append(name)


def _load() -> None:
    art = [file for file in (files("agon.draw") / "art").iterdir() if file.name.endswith(".svg")]
    for file in sorted(art, key=lambda file: file.name):
        for name, title, body in _SYMBOL.findall(file.read_text(encoding="utf-8")):
            _enter(file.name.removesuffix(".svg"), name, title, _BETWEEN.sub("><", body.strip()))
    for room in (4, 6, 8):
        for columns in range(room + 1):
            _enter("stonework", f"t-{room}-{columns}", f"Temple, {columns} of {room}", temple_front(columns, room))
    for marbles in range(5):
        _enter("stonework", f"q-{marbles}", f"Quarry, {marbles}", open_pit(marbles))
    _enter("stonework", "q-x", "Quarry, closed", closed_pit())


_load()

# Fillings by name, for fill="url(#waves)".
PATTERNS: Final[dict[str, str]] = {
    "waves": '<pattern id="waves" width="36" height="18" patternUnits="userSpaceOnUse"><path '
    'd="M0 6q4.5 -5 9 0t9 0M18 15q4.5 -5 9 0t9 0" fill="none" stroke="#FFFFFF" stroke-opacity=".13" '
    'stroke-width="1.3" stroke-linecap="round"/></pattern>',
    "hatch": '<pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V9" stroke="#A3271B" stroke-opacity=".55" stroke-width="5"/></pattern>',
    "hills": '<pattern id="hills" width="34" height="26" patternUnits="userSpaceOnUse"><path '
    'd="M3 11q5 -8 10 0M20 23q5 -8 10 0M9 11q3 -4 6 0" fill="none" stroke="#3D4420" stroke-opacity=".28" '
    'stroke-width="1.2" stroke-linecap="round"/></pattern>',
}


def use(symbol: str, x: float, y: float, size: float, style: str = "") -> str:
    """A symbol in the square whose upper left corner is (x, y)."""
    if symbol not in SYMBOLS:
        raise KeyError(f"there is no symbol {symbol!r}")
    paint = f' style="{style}"' if style else ""
    return f'<use href="#{symbol}" x="{num(x)}" y="{num(y)}" width="{num(size)}" height="{num(size)}"{paint}/>'


def icon(symbol: str, size: float, colour: str = "", inc: str = "") -> str:
    """A symbol around (0, 0), in a colour and with incised lines of another where given."""
    paint = [f"color:{colour}"] if colour else []
    paint += [f"--inc:{inc}"] if inc else []
    return use(symbol, -size / 2, -size / 2, size, ";".join(paint))


def used(markup: str) -> list[str]:
    """The symbols some markup needs, with those which they need in turn, in the order of first use."""
    found: dict[str, None] = {}
    waiting = _USED.findall(markup)[::-1]
    while waiting:
        name = waiting.pop()
        if name in SYMBOLS and name not in found:
            found[name] = None
            waiting += _USED.findall(SYMBOLS[name])[::-1]
    return list(found)
