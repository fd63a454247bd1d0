"""Solve a game exactly, if it is small enough: any Agon game, with a tiny pack.

    python examples/solve.py                                  Hellas (2016) with packs/hellas_2016_tiny.toml
    python examples/solve.py GAME --pack FILE.toml [--seats N] [--option NAME=VALUE] [--limit POSITIONS]

Every seat maximizes what it may expect for itself; draws are averaged by their weights. With two seats that is
expectiminimax, and what comes out is the value of the game; with more it is max^n, one of perhaps several equilibria.
What a seat may expect is the share of the others it leaves behind, a tie counting half: 1 is first, 0 is last. All
numbers are fractions, so nothing is rounded.

The solver looks at the state itself: a game with hidden cards is solved as if all cards in hands lay open.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from pathlib import Path
from time import perf_counter

import agon
from agon.core import codec

PACKS = Path(__file__).parent / "packs"
LIMIT = 2_000_000  # positions; each takes some 300 bytes
SHOWN = 12  # openings that are printed

Shares = tuple[Fraction, ...]  # what each seat may expect


@dataclass(frozen=True, slots=True)
class Solved:
    """A position played on perfectly by everybody."""

    shares: Shares
    best: int  # the first of the best actions; NONE where chance draws or the game is over
    games: int  # different ways to play on to the end
    plies: int  # of the longest of them


class TooLarge(agon.AgonError):
    """The game has more positions than the solver may keep."""


@cache
def shares_of(places: tuple[int, ...]) -> Shares:
    """What a result is worth to each seat: the share of the others behind it, those beside it counting half."""
    behind = [sum(1 for place in places if place > mine) for mine in places]
    beside = [places.count(mine) - 1 for mine in places]
    return tuple(Fraction(2 * b + t, 2 * (len(places) - 1)) for b, t in zip(behind, beside, strict=True))


class Solver:
    """Solves positions; one that comes up again, by whatever way, is solved once."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.known: dict[bytes, Solved] = {}  # positions in which somebody decides or chance draws

    def solve(self, state: agon.State) -> Solved:
        """The whole tree below a position, depth first."""
        who = state.actor()
        if who == agon.OVER:
            return Solved(shares_of(tuple(state.places())), agon.NONE, 1, 0)
        key = _key(state)
        if key in self.known:
            return self.known[key]
        below = [(action, self.solve(_after(state, action))) for action in state.legal()]
        best = agon.NONE
        if who == agon.CHANCE:
            shares = _mean([one.shares for _, one in below], state.weights())
        else:
            best, chosen = max(below, key=lambda pair: pair[1].shares[who])  # the first of equals
            shares = chosen.shares
        if len(self.known) >= self.limit:
            raise TooLarge(f"The game has more than {self.limit:,} positions; that is too large to be solved here.")
        games, plies = sum(one.games for _, one in below), max(one.plies for _, one in below)
        solved = self.known[key] = Solved(shares, best, games, plies + 1)
        return solved


def _after(state: agon.State, action: int) -> agon.State:
    child = state.clone()
    child.apply(action)
    return child


def _key(state: agon.State) -> bytes:
    """128 bits of a position's whole dump: no two positions that fit into memory will ever share them."""
    return blake2b(repr(codec.dump(state)).encode(), digest_size=16).digest()


def _mean(shares: list[Shares], weights: list[int]) -> Shares:
    if all(one == shares[0] for one in shares):
        return shares[0]
    total = sum(weights)
    return tuple(
        sum((weight * share for weight, share in zip(weights, column, strict=True)), Fraction(0)) / total
        for column in zip(*shares, strict=True)
    )


def openings(game: agon.Game, state: agon.State) -> Iterator[tuple[list[str], agon.State]]:
    """Every way the first draws can fall, and the position in which somebody first decides."""
    if state.actor() != agon.CHANCE:
        yield [], state
        return
    for action in state.legal():
        for drawn, first in openings(game, _after(state, action)):
            yield [game.space.text(action), *drawn], first


def perfect_game(game: agon.Game, solver: Solver, state: agon.State) -> list[str]:
    """One perfect game from here on; of several draws the likeliest, the first of equals."""
    out: list[str] = []
    state = state.clone()
    while state.actor() != agon.OVER:
        who, action = str(state.actor()), solver.solve(state).best
        if state.actor() == agon.CHANCE:
            weights = state.weights()
            who, action = "*", state.legal()[weights.index(max(weights))]
        out.append(f"{who} {game.space.text(action)}")
        state.apply(action)
    return out


def report(game: agon.Game, solver: Solver, state: agon.State) -> Iterator[str]:
    """What the solver found, line by line."""
    solved = solver.solve(state)
    yield f"{len(solver.known):,} positions, {solved.games:,} different games, the longest of {solved.plies} plies."
    for seat, share in enumerate(solved.shares):
        yield f"Seat {seat} may expect {share} ({float(share):.4f})."
    for shown, (drawn, first) in enumerate(openings(game, state)):
        if shown == SHOWN:
            yield "..."
            break
        one, who = solver.solve(first), first.actor()
        if who >= 0:
            after = f"After {', '.join(drawn)}: s" if drawn else "S"
            yield f"{after}eat {who} may expect {one.shares[who]}; best is {game.space.text(one.best)}."
    yield "A perfect game (* is chance): " + ", ".join(perfect_game(game, solver, state))


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve a small game exactly.")
    parser.add_argument("game", nargs="?", default="hellas_2016")
    parser.add_argument("--pack", default="", help="default: packs/GAME_tiny.toml beside this script")
    parser.add_argument("--seats", type=int, default=0, help="default: the fewest")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--limit", type=int, default=LIMIT, metavar="POSITIONS")
    args = parser.parse_args()
    try:
        game = agon.game(args.game, pack=args.pack or str(PACKS / f"{args.game}_tiny.toml"))
        options = {name: value for name, _, value in (pair.partition("=") for pair in args.option)}
        state = game.new(args.seats or game.seats[0], **options)
        solver, began = Solver(args.limit), perf_counter()
        lines = list(report(game, solver, state))
    except agon.AgonError as error:
        sys.exit(str(error))
    print(f"{game.id} with the pack {game.pack} {game.pack_hash}, {state.seats()} seats:")
    print("\n".join(lines))
    print(f"{perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
