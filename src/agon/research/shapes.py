"""The shapes of observations, actions and masks, the tables of docs/research.md; and what rows mean, of the games'
pages.

python -m agon.research.shapes [--write docs/research.md] [--games docs/games]
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
BEGIN_ROWS: Final = "<!-- rows -->\n"
END_ROWS: Final = "\n<!-- end of rows -->"


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


def meanings(game: Game) -> str:
    """What each row of a game tells, how long it is for each number of seats, and between what its numbers lie."""
    layouts = [Setup(game, seats).layout for seats in game.seats]
    longest = max(layouts, key=lambda layout: len(layout.rows))
    heads = " / ".join(str(seats) for seats in game.seats)
    lines = [f"| row | length with {heads} seats | numbers | what |", "|---|---|---|---|"]
    for row in longest.rows:
        lengths = [layout.lengths.get(row.name, 0) for layout in layouts]
        length = str(lengths[0]) if len(set(lengths)) == 1 else " / ".join(str(n or "-") for n in lengths)
        lines.append(f"| `{row.name}` | {length} | {row.lowest():g} to {row.highest():g} | {row.about} |")
    return "\n".join(lines)


def renewed(page: str, begin: str = BEGIN, end: str = END, text: str = "") -> str:
    """A page with these tables between its marks."""
    before, begins, rest = page.partition(begin)
    _, ends, after = rest.partition(end)
    if not begins or not ends:
        raise AgonError(f"The page has no place for the tables, between {begin.strip()} and {end.strip()}.")
    return f"{before}{begin}{text or tables()}{end}{after}"


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser("python -m agon.research.shapes", description="The shapes of observations and masks.")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables between the marks of this page")
    parser.add_argument("--games", type=Path, metavar="FOLDER", help="put what rows mean into the pages of this folder")
    args = parser.parse_args(arguments)
    page: Path | None = args.write
    if page is not None:
        page.write_text(renewed(page.read_text("utf-8")), "utf-8")
    if args.games is not None:
        for game in map(find, known()):
            one = args.games / f"{game.id}.md"
            one.write_text(renewed(one.read_text("utf-8"), BEGIN_ROWS, END_ROWS, meanings(game)), "utf-8")
    if page is None and args.games is None:
        print(tables())
    return 0


if __name__ == "__main__":
    sys.exit(main())
