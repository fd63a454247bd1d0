"""Scenes as SVG: inline for a page, which has the style sheet and the symbols, or as one picture that needs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import Final

from agon.draw.geometry import num
from agon.draw.resolve import PICTURE_FONTS, Resolver
from agon.draw.scene import Scene, Shape, Sheet
from agon.draw.symbols import PATTERNS, SYMBOLS, used
from agon.draw.theme import TOKENS

SEPARATOR: Final = "|"  # between several actions of one shape

# In a picture: the room between sheets, and the line of a further sheet's title, as parts of the board's width.
GAP: Final = 0.02
TITLE: Final = 0.03

_HIT: Final = re.compile(r'<(\w+)([^<>]*? class=")hit([ "][^<>]*)/>')
_FILLED: Final = re.compile(r"url\(#([\w-]+)\)")


def rimmed(body: str) -> str:
    """The body of a legal shape: what glows gets a dark rim beneath, so that gold shows on any ground."""
    return _HIT.sub(r"<\1\2rim\3/><\1\2hit\3/>", body)


def defs(names: Iterable[str] | None = None) -> str:
    """A hidden SVG with the symbols named (and those they use), or with all of them, and the patterns; once a page."""
    wanted = list(SYMBOLS) if names is None else used("".join(f'href="#{name}"' for name in names))
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 100 100" overflow="visible">{SYMBOLS[name]}</symbol>' for name in wanted
    )
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
        f"{''.join(PATTERNS.values())}{symbols}</defs></svg>"
    )


def symbols_of(scene: Scene) -> list[str]:
    """The symbols a scene needs, panels included."""
    bodies = "".join(shape.body for sheet in scene.sheets for shape in sheet.shapes)
    facts = "".join(f'href="#{fact.symbol}"' for panel in scene.panels for fact in panel.facts)
    return used(bodies + facts)


def sheet_svg(sheet: Sheet, prefix: str = "") -> str:
    """A sheet for a page that has `theme.css()` and `defs()`. `prefix` keeps ids of several scenes on a page apart."""
    box = f"{num(sheet.left)} {num(sheet.top)} {num(sheet.width)} {num(sheet.height)}"
    shapes = "".join(_page_shape(shape, prefix) for shape in sheet.shapes)
    fold = f' data-fold="{" ".join(num(n) for n in sheet.fold)}"' if sheet.fold else ""
    return (
        f'<svg class="sheet" data-sheet="{escape(sheet.name)}" viewBox="{box}"{fold} role="group" '
        f'aria-label="{escape(sheet.title)}">{shapes}</svg>'
    )


def _page_shape(shape: Shape, prefix: str) -> str:
    glows = shape.legal or shape.echoes
    classes = [*shape.cls.split(), *(["legal"] if glows else [])]
    attributes = {"id": prefix + shape.id}
    if classes:
        attributes["class"] = " ".join(dict.fromkeys(classes))
    attributes["transform"] = f"translate({num(shape.x)} {num(shape.y)})"
    if shape.actions:
        attributes["data-action" if glows else "data-why"] = SEPARATOR.join(shape.actions)
    if "switch" in classes:
        attributes |= {"tabindex": "0", "role": "switch", "aria-checked": "false"}
    elif glows:
        attributes |= {"tabindex": "0", "role": "button"}
    elif shape.label:
        attributes["role"] = "img"
    if shape.label:
        attributes["aria-label"] = shape.label
    elif not shape.actions:
        attributes["aria-hidden"] = "true"
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    body = rimmed(shape.body) if glows else shape.body
    return f"<g{written}>{_title(shape)}{body}</g>"


def _title(shape: Shape) -> str:
    return f"<title>{escape(shape.label)}</title>" if shape.label else ""


def picture(scene: Scene, theme: str = "light", rim: bool = True) -> str:
    """The whole scene as one SVG that needs nothing else: no style sheet, no variables, no symbols, no fonts.

    The first sheet is on top; the others follow below, scaled to its width. Without a `rim` a page may cut it freely.
    """
    board = scene.sheets[0]
    gap, line = board.width * GAP if rim else 0.0, board.width * TITLE
    out = []
    at = gap
    for sheet in scene.sheets:
        scale = board.width / sheet.width
        if sheet is not board:
            out.append(_heading(sheet, gap, at + line * 0.75, line * 0.7, TOKENS[theme]["ink"]))
            at += line
        place = f"translate({num(gap - sheet.left * scale)} {num(at - sheet.top * scale)})"
        place += "" if scale == 1 else f" scale({scale:.4f})"
        shapes = "".join(_picture_shape(shape, theme) for shape in sheet.shapes)
        out.append(f'<g transform="{place}">{shapes}</g>')
        at += sheet.height * scale + gap
    body = "".join(out)
    patterns = "".join(PATTERNS[name] for name in dict.fromkeys(_FILLED.findall(body)) if name in PATTERNS)
    width, height = num(board.width + 2 * gap), num(at)
    title = escape(scene.caption or board.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{title}">{f"<defs>{patterns}</defs>" if patterns else ""}'
        f'<rect width="{width}" height="{height}" fill="{TOKENS[theme]["marble"]}"/>{body}</svg>'
    )


def _picture_shape(shape: Shape, theme: str) -> str:
    body = rimmed(shape.body) if shape.legal else shape.body
    legal = " legal" if shape.legal else ""
    inside = _resolved(f'<g class="{escape(shape.cls)}{legal}">{_title(shape)}{body}</g>', theme)
    return f'<g transform="translate({num(shape.x)} {num(shape.y)})">{inside}</g>' if inside else ""


@lru_cache(maxsize=8192)
def _resolved(markup: str, theme: str) -> str:
    """A shape free of CSS. Most shapes of a scene are those of the scene before, so this is remembered."""
    return _resolver(theme).resolve(markup)


@cache
def _resolver(theme: str) -> Resolver:
    return Resolver(theme)


def _heading(sheet: Sheet, x: float, y: float, size: float, ink: str) -> str:
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-family="{escape(PICTURE_FONTS["--display"])}" font-weight="600" '
        f'font-size="{num(size)}" fill="{ink}">{escape(sheet.title)}</text>'
    )
