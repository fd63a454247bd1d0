"""The shapes of observations, actions and masks, as the tables of docs/research.md.

python -m agon.research.shapes [--write docs/research.md]
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.shapes", "research", "numpy")

import sys
from argparse import ArgumentParser
from itertools import groupby
from pathlib import Path
from typing import Final

from agon.core.errors import AgonError
from agon.core.game import Game, find, known
from agon.research.setups import Setup

BEGIN: Final = "<!-- shapes -->\n"
END: Final = "\n<!-- end of shapes -->"


def overview() -> str:
    """One line a game: how many actions there are, and how long a flat row is for each number of seats."""
    lines = ["| game | seats | actions | named rows | numbers in all |", "|---|---|---|---|---|"]
    for game in map(find, known()):
        layouts = [Setup(game, seats).layout for seats in game.seats]
        names = sorted({len(layout.lengths) for layout in layouts})
        rows = ", ".join(str(n) for n in names)
        sizes = ", ".join(f"{layout.size:,}" for layout in layouts)
        seats = ", ".join(str(n) for n in game.seats)
        lines.append(f"| `{game.id}` | {seats} | {len(game.space):,} | {rows} | {sizes} |")
    return "\n".join(lines)


def rows(game: Game) -> str:
    """The named rows of a game in their order, with their length for each number of seats; - where there is none."""
    layouts = [Setup(game, seats).layout for seats in game.seats]
    longest = max(layouts, key=lambda layout: len(layout.lengths))
    lengths = [(name, tuple(layout.lengths.get(name, 0) for layout in layouts)) for name in longest.lengths]
    heads = " | ".join(f"{seats} seats" for seats in game.seats)
    lines = [f"| `{game.id}` | {heads} |", "|---" * (len(game.seats) + 1) + "|"]
    for each, group in groupby(lengths, key=lambda pair: pair[1]):
        names = ", ".join(f"`{name}`" for name, _ in group)
        lines.append(f"| {names} | {' | '.join(str(n or '-') for n in each)} |")
    return "\n".join(lines)


def tables() -> str:
    """All of them."""
    return "\n\n".join([overview(), *(rows(find(game_id)) for game_id in known())])


def renewed(page: str) -> str:
    """A page with these tables between its marks."""
    before, begins, rest = page.partition(BEGIN)
    _, ends, after = rest.partition(END)
    if not begins or not ends:
        raise AgonError(f"The page has no place for the tables, between {BEGIN.strip()} and {END.strip()}.")
    return f"{before}{BEGIN}{tables()}{END}{after}"


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser("python -m agon.research.shapes", description="The shapes of observations and masks.")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables between the marks of this page")
    page: Path | None = parser.parse_args(arguments).write
    if page is None:
        print(tables())
    else:
        page.write_text(renewed(page.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
