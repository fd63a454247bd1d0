"""A camera: the part of a sheet around some places, so that a lesson or a picture shows what it is about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, Final

from agon.draw.scene import Sheet

PLACES: Final = ("cell", "city", "in")  # shapes that stand in the middle of a place begin so
WIDE: Final = ("sea", "territory", "north")  # these are drawn as outlines, from the corner of the map
WORD: Final = re.compile(r"\w+")
ROOM: Final = 0.17  # around what a lesson names, as a part of the sheet's width: about two spaces
LEAST: Final = 0.5  # of its width and height are always seen
WHOLE: Final = 0.75  # where more of a sheet would be seen than this part, all of it is


def around(sheet: Sheet, places: Collection[str], margin: float) -> Sheet:
    """The part of a sheet around places that are named; all of it where it has none of them."""
    return _cut(sheet, [at for name, at in _places(sheet).items() if name in places], margin)


def around_all(sheet: Sheet, named: object, actions: Collection[str]) -> Sheet:
    """The part around every place that is named, or that stands for an action; all where that is most of the sheet."""
    words = set(_words(named))
    places = _places(sheet)
    at = [place for name, place in places.items() if name in words]
    for shape in sheet.shapes:
        kind, _, name = shape.id.partition("-")
        if set(shape.actions) & set(actions) and (name in places or kind not in WIDE):
            at.append(places.get(name, (shape.x, shape.y)))
    found = _at_least(_cut(sheet, at, ROOM * sheet.width), sheet)
    return found if found.width * found.height < WHOLE * sheet.width * sheet.height else sheet


def _places(sheet: Sheet) -> dict[str, tuple[float, float]]:
    """Where the places of a sheet are, by name."""
    split = ((shape.id.partition("-"), shape) for shape in sheet.shapes)
    return {name: (shape.x, shape.y) for (kind, _, name), shape in split if kind in PLACES}


def _words(named: Any) -> Iterator[str]:
    """Every word in what is laid out: names, lists, and lists within them."""
    if isinstance(named, str):
        yield from WORD.findall(named)
    elif isinstance(named, dict):
        yield from _words([*named, *named.values()])
    elif isinstance(named, list | tuple):
        for part in named:
            yield from _words(part)


def _cut(sheet: Sheet, at: Collection[tuple[float, float]], margin: float) -> Sheet:
    if not at:
        return sheet
    left = max(sheet.left, min(x for x, _ in at) - margin)
    top = max(sheet.top, min(y for _, y in at) - margin)
    right = min(sheet.left + sheet.width, max(x for x, _ in at) + margin)
    bottom = min(sheet.top + sheet.height, max(y for _, y in at) + margin)
    return replace(sheet, left=left, top=top, width=right - left, height=bottom - top)


def _at_least(part: Sheet, sheet: Sheet) -> Sheet:
    """A part that is not too small, and still lies on the sheet."""
    width, height = max(part.width, LEAST * sheet.width), max(part.height, LEAST * sheet.height)
    left = part.left + (part.width - width) / 2
    top = part.top + (part.height - height) / 2
    left = min(max(left, sheet.left), sheet.left + sheet.width - width)
    top = min(max(top, sheet.top), sheet.top + sheet.height - height)
    return replace(part, left=left, top=top, width=width, height=height)
