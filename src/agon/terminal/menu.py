"""The list of what may be done: in the words of the reader, under headings, with what each costs and brings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agon.play.seen import Seen

WIDTH: Final = 100


@dataclass(frozen=True)
class Row:
    """One action: its number, the heading it stands under ("" where it has a line of its own), and what it is."""

    number: int
    heading: str
    what: str
    tag: str = ""  # what it costs and brings; an exclamation mark where nothing will come of it


def rows(seen: Seen, lang: str, most: int) -> list[Row]:
    """The first so many actions. A place that the drawn board names is told by that name too."""
    drawn = set(re.findall(r"\w+", seen.sketch(lang)))
    out: list[Row] = []
    choices = seen.choices(lang)[:most]
    for number, (action, (text, label)) in enumerate(zip(seen.legal(), choices, strict=False), 1):
        told = seen.outlook(action, lang)
        tag = ", ".join(filter(None, (told.price, told.gain))) + (" (!)" if told.warning else "")
        if not (told.group and told.place):
            out.append(Row(number, "", label, tag.strip()))
            continue
        place = ", ".join(filter(None, (told.place, told.way)))
        at = next(
            (w for w in text.split()[1:2] if w in drawn and len(w) > 1 and w[:1].isalpha() and w not in place), ""
        )
        out.append(Row(number, told.group, f"{at} {place}".strip(), tag.strip()))
    return out


def lines(found: list[Row]) -> list[str]:
    """What stands under one heading side by side, where the heading comes first; the rest line by line."""
    out: list[str] = []
    for heading in dict.fromkeys(row.heading for row in found):
        part = [row for row in found if row.heading == heading]
        if not heading:
            out += [f"  {row.number} {row.what}{f' [{row.tag}]' if row.tag else ''}" for row in part]
            continue
        cells = [f"{row.number} {row.what}{f': {row.tag}' if row.tag else ''}" for row in part]
        line = f"  {heading}: {cells[0]}"
        for cell in cells[1:]:
            if len(line) + 3 + len(cell) > WIDTH:
                out.append(line)
                line = f"     {cell}"
            else:
                line += f"   {cell}"
        out.append(line)
    return out


def named(seen: Seen, lang: str, text: str) -> list[str]:
    """The actions whose place is called so."""
    wanted = text.casefold()
    return [
        action
        for (action, _), number in zip(seen.choices(lang), seen.legal(), strict=True)
        if seen.outlook(number, lang).place.partition(" · ")[0].casefold() == wanted
    ]
