"""Every discovery, wonder, god and destiny card face up, to lay beside those of the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from textwrap import wrap
from typing import Final

from agon.core.numbers import BIT
from agon.core.speech import spoken
from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import Shape, Sheet
from agon.draw.symbols import icon
from agon.games.olympos.guide import CARD_SYMBOL
from agon.games.olympos.parts import CARDS, DISCOVERIES, GODS, KINDS, RESOURCES, Parts
from agon.games.olympos.sentences import ABOUT
from agon.games.olympos.view_board import ROW_COLOUR
from agon.games.olympos.view_hand import DARK, PAPER

WIDE: Final = 190.0  # a card
HIGH: Final = 108.0
GAP: Final = 10.0
COLUMNS: Final = 5
PURPLE: Final = "#7A4A9E"  # destiny
GOLD: Final = "#B98A1B"  # gods
BROWN: Final = "#5B3A20"  # wonders
TITLES: Final = {
    "en": {"discovery": "Discoveries", "wonder": "Wonders", "god": "Gods", "destiny": "Destiny cards"},
    "de": {"discovery": "Fortschritte", "wonder": "Wunder", "god": "Götter", "destiny": "Schicksalskarten"},
}
SAID: Final = {
    "en": {"row": "row {n}", "out": "in no row", "wonder": "{stars:# star|# stars}, {prestige} prestige",
           "copies": "× {n}", "helpful": "helpful", "harmful": "harmful", "swords": "swords", "prestige": "prestige",
           "settlers": "settlers", "cubes": "cubes", "points": "points", "hourglasses": "hourglasses"},
    "de": {"row": "Zeile {n}", "out": "in keiner Zeile", "wonder": "{stars:# Stern|# Sterne}, {prestige} Prestige",
           "copies": "× {n}", "helpful": "hilfreich", "harmful": "schädlich", "swords": "Schwerter",
           "prestige": "Prestige", "settlers": "Siedler", "cubes": "Würfel", "points": "Punkte",
           "hourglasses": "Sanduhren"},
}  # fmt: skip
KEYS: Final = {
    "discovery": ("row", "swords", "zeus"),
    "wonder": ("stars", "prestige"),
    "god": ("kind",),
    "destiny": ("count",),
}
FURTHER: Final = {  # numbers in the text of a single card
    "money": "discounts", "agriculture": "discounts", "ares": "swords", "zeus": "prestige", "hecate": "settlers",
    "artemis": "cubes", "keres": "prestige", "erinyes": "points", "fullSet": "prestige", "stoneMajority": "hourglasses",
}  # fmt: skip
MOST_SIGNS: Final = 6  # on a card


def cards(parts: Parts, lang: str) -> list[Sheet]:
    """A page for each kind."""
    pages = {
        "discovery": [_discovery(parts, n, lang) for n in sorted(range(len(DISCOVERIES)), key=lambda n: parts.row[n])],
        "wonder": [_wonder(parts, n, lang) for n in range(len(parts.wonders))],
        "god": [_god(parts, n, lang) for n in range(len(GODS))],
        "destiny": [_destiny(parts, n, lang) for n in range(len(CARDS))],
    }
    return [_page(kind, TITLES[lang][kind], shown) for kind, shown in pages.items() if shown]


def _page(kind: str, title: str, shown: list[Shape]) -> Sheet:
    rows = -(-len(shown) // COLUMNS)
    sheet = Sheet(f"{kind}-cards", title, 0.0, 0.0, COLUMNS * (WIDE + GAP) + GAP, rows * (HIGH + GAP) + GAP)
    ground = f'<rect width="{num(sheet.width)}" height="{num(sheet.height)}" fill="var(--plaster)"/>'
    sheet.add(Shape(f"ground-{kind}", ground))
    for n, shape in enumerate(shown):
        x, y = GAP + (n % COLUMNS) * (WIDE + GAP), GAP + n // COLUMNS * (HIGH + GAP)
        sheet.add(replace(shape, x=x, y=y))
    return sheet


def _discovery(parts: Parts, number: int, lang: str) -> Shape:
    name, row = DISCOVERIES[number], int(parts.row[number])
    said = SAID[lang]["row"].format(n=row + 1) if row >= 0 else SAID[lang]["out"]
    signs = [icon("sword", 17, DARK) for mask in parts.sword_mask if mask & BIT[number]]
    signs += [icon("bolt", 17, GOLD) for mask in parts.zeus_mask if mask & BIT[number]]
    signs += [icon(f"r-{RESOURCES[r]}", 17, DARK) for r in range(KINDS) if parts.discounts[number] & BIT[r]]
    colour = ROW_COLOUR[row] if row >= 0 else DARK
    figure = icon(f"d-{name}", 38, colour, PAPER)
    return _card("discovery", name, parts.names[lang][name], ABOUT[lang][name], said, colour, figure, signs)


def _wonder(parts: Parts, number: int, lang: str) -> Shape:
    name = parts.wonders[number]
    stars, prestige = int(parts.wonder_stars[number]), int(parts.wonder_prestige[number])
    said = spoken(SAID[lang]["wonder"], {"stars": stars, "prestige": prestige})
    figure = icon(f"w-{name}", 38, BROWN, PAPER)
    return _card("wonder", name, parts.names[lang][name], "", said, BROWN, figure)


def _god(parts: Parts, number: int, lang: str) -> Shape:
    name = GODS[number]
    said = SAID[lang]["helpful" if parts.helpful & BIT[number] else "harmful"] + _further(parts, name, lang)
    title, about = parts.names[lang][f"god:{name}"], ABOUT[lang][f"god:{name}"]
    return _card("god", name, title, about, said, GOLD, icon(f"g-{name}", 38, DARK, PAPER))


def _destiny(parts: Parts, number: int, lang: str) -> Shape:
    name = CARDS[number]
    cube = number < KINDS
    figure = figures.cube(RESOURCES[number], 34) if cube else icon(CARD_SYMBOL[name], 34, "#8F3A1A", PAPER)
    said = SAID[lang]["copies"].format(n=int(parts.card_count[number])) + _further(parts, name, lang)
    title, about = parts.names[lang][f"card:{name}"], ABOUT[lang][f"card:{name}"]
    return _card("destiny", name, title, about, said, PURPLE, figure)


def _further(parts: Parts, name: str, lang: str) -> str:
    """The number in the text of a card as this pack has it."""
    numbers = {
        "ares": parts.ares_swords, "zeus": parts.zeus_prestige, "hecate": parts.hecate_settlers,
        "artemis": parts.artemis_cubes, "keres": parts.keres_prestige, "erinyes": parts.erinyes_points,
        "fullSet": parts.full_set_prestige, "stoneMajority": parts.majority_hourglasses,
    }  # fmt: skip
    return f" · {SAID[lang][FURTHER[name]]}: {int(numbers[name])}" if name in numbers else ""


def _card(
    kind: str, name: str, title: str, about: str, said: str, colour: str, figure: str, signs: Sequence[str] = ()
) -> Shape:
    """A card with its picture, its name, what it does, and what can be set of it."""
    frame = f'x="1" y="1" width="{num(WIDE - 2)}" height="{num(HIGH - 2)}" rx="8"'
    body = (
        f'<rect {frame} fill="{PAPER}" stroke="{colour}" stroke-width="2"/><rect class="hit" {frame}/>'
        f'<g style="pointer-events:none"><g transform="translate(27 34)">{figure}</g>'
        f"{_text(54, 22, title, min(14.0, 210 / max(1, len(title))), 700)}"
    )
    for n, line in enumerate(wrap(about, 21)[:4]):
        body += _text(54, 38 + 13 * n, line, 10.5, 400)
    body += _text(10, HIGH - 9, said, 11.5, 700)
    for n, sign in enumerate(signs[:MOST_SIGNS]):
        body += f'<g transform="translate({num(WIDE - 16 - 19 * n)} {num(HIGH - 14)})">{sign}</g>'
    keys = [*KEYS[kind], *([FURTHER[name]] if name in FURTHER else [])]
    paths = tuple(f"{kind}.{name}.{key}" for key in keys)
    label = ": ".join(filter(None, (f"{title}, {said}", about)))
    return Shape(f"{kind}-{name}", f"{body}</g>", 0.0, 0.0, "card", label, paths, legal=True)


def _text(x: float, y: float, text: str, size: float, weight: int) -> str:
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" font-family="var(--text)" font-weight="{weight}" '
        f'fill="{DARK}">{escape(text)}</text>'
    )
