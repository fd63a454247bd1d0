"""Count the positions a number of plies away ("perft"), by trying everything: chance branches like a player does.

    python examples/perft.py                                      the four tiny games
    python examples/perft.py GAME [--pack FILE.toml] [--seats N] [--walk PLIES] [--depth N]
    python examples/perft.py --check TABLE                        are the numbers of this table still right?
    python examples/perft.py --write TABLE                        count anew, and write them down

The same numbers on every machine, compiled or not, say that the rules have not changed: an engine of your own that
gets them too has the same rules. `--walk` begins in the middle of a game, at the end of a fixed walk from the start.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import agon

PACKS = Path(__file__).parent / "packs"
DEPTH = 6


def perft(state: agon.State, depth: int) -> list[int]:
    """How many ways lead on for 1, 2, ... `depth` plies; a game that is over has none."""
    counts = [0] * depth
    _count(state, counts, 0)
    return counts


def _count(state: agon.State, counts: list[int], at: int) -> None:
    actions = state.legal()
    counts[at] += len(actions)
    if at + 1 < len(counts):
        for action in actions:
            child = state.clone()
            child.apply(action)
            _count(child, counts, at + 1)


def walk(state: agon.State, plies: int) -> None:
    """A way into the game without a random generator: at ply i the action (7 i + 3) of those there are."""
    for i in range(plies):
        actions = state.legal()
        if not actions:
            raise agon.AgonError(f"The walk is over after {i} plies.")
        state.apply(actions[(7 * i + 3) % len(actions)])


@dataclass(frozen=True)
class Row:
    """A line of a table: "attika default 2 seats after 40: 9 81 1204"."""

    game: str
    pack: str  # "default", or a file of packs/
    seats: int
    walked: int
    counts: tuple[int, ...]

    def __str__(self) -> str:
        counts = " ".join(str(n) for n in self.counts)
        return f"{self.game} {self.pack} {self.seats} seats after {self.walked}: {counts}"

    def state(self) -> agon.State:
        pack = None if self.pack == "default" else str(PACKS / f"{self.pack}.toml")
        state = agon.game(self.game, pack=pack).new(self.seats)
        walk(state, self.walked)
        return state

    def counted(self) -> Row:
        """The same line, counted anew to the same depth."""
        return Row(self.game, self.pack, self.seats, self.walked, tuple(perft(self.state(), len(self.counts))))


def read(path: Path) -> list[Row]:
    """The lines of a table; # begins a comment."""
    rows: list[Row] = []
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            head, _, counts = line.partition(":")
            game, pack, seats, _, _, walked = head.split()
            rows.append(Row(game, pack, int(seats), int(walked), tuple(int(n) for n in counts.split())))
    return rows


def check(path: Path) -> int:
    """How many lines of a table are wrong; each is said."""
    wrong = 0
    for row in read(path):
        counted = row.counted()
        if counted != row:
            print(f"is   {counted}\nsaid {row}")
            wrong += 1
    print(f"{path}: {len(read(path))} lines, {wrong} wrong")
    return wrong


def write(path: Path) -> None:
    """Count every line anew."""
    said = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    path.write_text("\n".join([*said, *(str(row.counted()) for row in read(path))]) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the positions a number of plies away.")
    parser.add_argument("game", nargs="?", help="default: each game with its tiny pack")
    parser.add_argument("--pack", metavar="FILE.toml")
    parser.add_argument("--seats", type=int, default=0, help="default: the fewest")
    parser.add_argument("--walk", type=int, default=0, metavar="PLIES", help="begin so many plies into the game")
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--check", type=Path, metavar="TABLE")
    parser.add_argument("--write", type=Path, metavar="TABLE")
    args = parser.parse_args()
    if args.check:
        sys.exit(1 if check(args.check) else 0)
    if args.write:
        write(args.write)
        return
    try:
        for game_id in [args.game] if args.game else agon.game_ids():
            game = agon.game(game_id, pack=args.pack if args.game else str(PACKS / f"{game_id}_tiny.toml"))
            state = game.new(args.seats or game.seats[0])
            walk(state, args.walk)
            counts = tuple(perft(state, args.depth))
            print(Row(game_id, game.pack, state.seats(), args.walk, counts))
    except agon.AgonError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
