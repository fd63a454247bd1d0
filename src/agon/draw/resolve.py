"""Markup made free of CSS: variables, classes, currentColor and <use> replaced by what they stand for.

Browsers do this by themselves; notebooks' sanitizers, <img> and PNG renderers do not. It knows just the CSS our
drawings use: the rules of `theme.RULES`, inline styles, custom properties with fallbacks, and inheritance.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from agon.draw.symbols import SYMBOLS
from agon.draw.theme import RULES, tokens

Scope = dict[str, str]  # custom properties with their dashes, and "color"

# Short lists of fonts that are found nearly everywhere.
PICTURE_FONTS: Final = {
    "--display": "Palatino,Georgia,'Noto Serif','DejaVu Serif','Liberation Serif',serif",
    "--text": "'Gill Sans','Segoe UI','Noto Sans','DejaVu Sans','Liberation Sans',Arial,sans-serif",
}

# What others refer to by its id.
NAMED_TAGS: Final = frozenset({"clipPath", "linearGradient", "radialGradient", "marker", "mask", "pattern"})

# Attributes a picture has no need of, and CSS that only pages obey.
DROPPED: Final = frozenset({"class", "style", "role", "tabindex", "id", "href"})
PAGE_ONLY: Final = frozenset({"filter", "cursor", "animation", "transition", "pointer-events", "user-select"})

_VARIABLE: Final = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_NAMED: Final = re.compile(r"--[\w-]+")
_FONT: Final = re.compile(r"(italic\s+)?(?:(\d{3}|bold)\s+)?([\d.]+)px(?:/\S+)?\s+(.+)")


def declarations(style: str) -> dict[str, str]:
    """The declarations of an inline style, with the shorthand `font` spelled out."""
    out: dict[str, str] = {}
    for part in style.split(";"):
        name, colon, value = part.partition(":")
        if not colon:
            continue
        name, value = name.strip(), value.strip()
        font = _FONT.fullmatch(value) if name == "font" else None
        if font:
            slant, weight, size, family = font.groups()
            out |= {"font-style": "italic"} if slant else {}
            out |= {"font-weight": weight or "400", "font-size": size, "font-family": family}
        else:
            out[name] = value
    return out


def substitute(value: str, scope: Scope) -> str:
    """A value with its variables replaced, innermost first."""
    while "var(" in value:
        replaced = _VARIABLE.sub(lambda m: scope.get(m[1], m[2] or ""), value)
        if replaced == value:
            break
        value = replaced
    return value


@lru_cache(maxsize=4096)
def _matching(classes: tuple[str, ...], around: frozenset[str]) -> dict[str, str]:
    """What the rules declare for an element with these classes inside elements of those."""
    own = set(classes)
    found = []
    for order, (selector, declared) in enumerate(RULES):
        *outer, inner = (set(part.split(".")[1:]) for part in selector.split(" "))
        if inner <= own and all(part <= around for part in outer):
            found.append((selector.count("."), order, declared))
    out: dict[str, str] = {}
    for _, _, declared in sorted(found, key=lambda f: f[:2]):
        out |= declared
    return out


@cache
def _symbol(name: str) -> Element:
    return ElementTree.fromstring(f"<g>{SYMBOLS[name]}</g>")


@cache
def _variables(name: str) -> tuple[str, ...]:
    """The custom properties on which the look of a symbol depends."""
    names = set(_NAMED.findall(SYMBOLS[name]))
    for element in _symbol(name).iter("use"):
        names |= set(_variables(element.get("href", "#")[1:]))
    return tuple(sorted(names))


class Resolver:
    """Resolves markup for one theme. Symbols already drawn in the same colours are taken from memory."""

    def __init__(self, theme: str) -> None:
        self.root: Scope = {f"--{name}": value for name, value in tokens(theme).items()}
        self.root |= {**PICTURE_FONTS, "color": self.root["--ink"]}
        self.drawn: dict[tuple[str, ...], str] = {}

    def resolve(self, markup: str) -> str:
        """Some markup without a single var(), class or <use>."""
        tree = ElementTree.fromstring(f"<g>{markup}</g>")
        return "".join(self._element(child, self.root, frozenset()) for child in tree)

    def _element(self, element: Element, scope: Scope, around: frozenset[str]) -> str:
        classes = tuple((element.get("class") or "").split())
        declared = dict(_matching(classes, around)) if classes else {}
        style = element.get("style")
        if style:
            declared |= declarations(style)
        if declared:
            scope = self._scope(declared, scope)
        if classes:
            around = around | frozenset(classes)
        paint = {k: v for k, v in declared.items() if not k.startswith("--") and k not in PAGE_ONLY and k != "color"}
        if element.tag == "use":
            return self._use(element, paint, scope)
        attributes = {
            k: v
            for k, v in element.attrib.items()
            if k not in DROPPED and k not in paint and not k.startswith(("data-", "aria-"))
        }
        if element.tag in NAMED_TAGS:
            attributes["id"] = element.get("id", "")
        attributes |= paint
        values = {k: self._value(v, scope) for k, v in attributes.items()}
        if values.get("fill") == "none" and values.get("stroke") == "none" and not len(element):
            return ""
        children = "".join(self._element(child, scope, around) + escape(child.tail or "", False) for child in element)
        return self._write(element.tag, values, escape(element.text or "", False) + children)

    @staticmethod
    def _scope(declared: dict[str, str], outer: Scope) -> Scope:
        """The scope within an element: its own properties may refer to one another and to those outside."""
        own = {k: v for k, v in declared.items() if k.startswith("--") or k == "color"}
        if not own:
            return outer
        # A property that names itself means the one outside; the others see each other.
        seen = {**outer, **{k: v for k, v in own.items() if k != "color"}}
        inner = {**outer}
        for name, value in own.items():
            known = {**seen, name: outer.get(name, "")} if f"var({name}" in value else seen
            inner[name] = substitute(value, known)
        return inner

    @staticmethod
    def _value(value: str, scope: Scope) -> str:
        if "var(" in value:
            value = substitute(value, scope)
        if value == "currentColor":
            return scope["color"]
        return "none" if value == "transparent" else value

    def _use(self, element: Element, paint: dict[str, str], scope: Scope) -> str:
        """A symbol in its square, in the colours of the place where it is used."""
        name = element.get("href", "#")[1:]
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        width, height = float(element.get("width", 100)), float(element.get("height", 100))
        size = min(width, height)
        place = f"translate({x + (width - size) / 2:g} {y + (height - size) / 2:g}) scale({size / 100:g})"
        outer = element.get("transform")
        values = {"transform": f"{outer} {place}" if outer else place}
        values |= {k: self._value(v, scope) for k, v in paint.items()}
        if "opacity" in element.attrib:
            values["opacity"] = element.attrib["opacity"]
        return self._write("g", values, self._drawn(name, scope))

    def _drawn(self, name: str, scope: Scope) -> str:
        key = (name, scope["color"], *(scope.get(v, "") for v in _variables(name)))
        if key not in self.drawn:
            self.drawn[key] = "".join(self._element(child, scope, frozenset()) for child in _symbol(name))
        return self.drawn[key]

    @staticmethod
    def _write(tag: str, values: dict[str, str], inside: str) -> str:
        if tag == "g" and not inside:
            return ""
        written = "".join(f' {name}="{escape(value)}"' for name, value in values.items())
        return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"
