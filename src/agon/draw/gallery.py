"""A sheet of all symbols, for people who draw: `python -m agon.draw.gallery > gallery.svg`."""

from __future__ import annotations

from html import escape
from typing import Final

from agon.draw.scene import Scene, Shape, Sheet
from agon.draw.svg import picture
from agon.draw.symbols import GROUPS, TITLES, icon

COLUMNS: Final = 12
STEP: Final = 110


def gallery(theme: str = "light") -> str:
    """Every symbol with its id, group by group, as one picture."""
    sheets = []
    for group, names in GROUPS.items():
        rows = -(-len(names) // COLUMNS)
        sheet = Sheet(group, group.replace("_", " "), 0, 0, COLUMNS * STEP, rows * STEP)
        for i, name in enumerate(names):
            x, y = (i % COLUMNS + 0.5) * STEP, (i // COLUMNS + 0.5) * STEP
            caption = (
                f'<text class="b-num" y="46" font-size="11" style="fill:var(--ink-2)">{escape(name)}</text>'
                f"{icon(name, 64, 'var(--ink)', 'var(--marble)')}"
            )
            sheet.add(Shape(name, f'<g style="--ground:var(--ink)">{caption}</g>', x, y, label=TITLES[name]))
        sheets.append(sheet)
    return picture(Scene(sheets, caption="Symbols of Agon"), theme)


if __name__ == "__main__":
    print(gallery())
