"""A game on two pages: its HOWTO.md with pictures of real positions, and a link at every paragraph of the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import Final

from agon.core.game import Game
from agon.draw.scene import Scene, Sheet
from agon.draw.svg import sheet_svg
from agon.play.pictures import PICTURE, Picture, picture
from agon.web.camera import around
from agon.web.rulespage import anchor, rendered

_CITED: Final = re.compile(r"§(Q?\d+(?:\.\d+)*)")
_HOLDER: Final = re.compile(r"<p>\{picture (\w+)\}</p>")
FOLD: Final = "\n---\n"  # between the two pages
MARGIN: Final = 95.0  # around the places looked at


@dataclass(frozen=True)
class HowtoPage:
    left: str  # HTML
    right: str


@cache
def howto_page(game: Game, lang: str) -> HowtoPage | None:
    """Both pages in a language; None where a game has none."""
    try:
        text = game.howto_text(lang)
    except FileNotFoundError:
        return None
    left, _, right = text.partition(FOLD)
    return HowtoPage(_page(game, left, lang), _page(game, right, lang))


def _page(game: Game, text: str, lang: str) -> str:
    html = rendered(text)
    html = _CITED.sub(lambda m: f'<a href="/rules/{game.id}#{anchor(m[0])}">{m[0]}</a>', html)
    return _HOLDER.sub(lambda m: _figure(picture(game, m[1]), m[1], lang), html)


def _figure(found: Picture, name: str, lang: str) -> str:
    scene = found.seen.scene(lang)
    assert isinstance(scene, Scene)
    sheet = next(sheet for sheet in scene.sheets if sheet.name == found.sheet)
    title = escape(found.title[lang])
    return f"<figure>{sheet_svg(_cropped(sheet, found), f'{name}-')}<figcaption>{title}</figcaption></figure>"


def _cropped(sheet: Sheet, found: Picture) -> Sheet:
    """The part of a sheet around the places looked at."""
    if found.box:
        left, top, width, height = found.box
        return replace(sheet, left=left, top=top, width=width, height=height)
    return around(sheet, found.focus, MARGIN)


__all__ = ["PICTURE", "HowtoPage", "howto_page"]
