"""Solve a tiny game with hidden cards by counterfactual regret (CFR and CFR+), and draw how fast it gets there.

    python examples/research/cfr.py --iterations 512 --svg docs/pictures/cfr.svg

Needs `pip install 'agon[openspiel,arena]'`. The tree is written once by agon.research.efg; OpenSpiel solves it in C++.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import pyspiel

from agon.research import efg

PACK = Path(__file__).parent.parent / "packs" / "hellas_2002_hidden.toml"
OPENING = ("tile T01", "lay B2 0", "tile T02", "lay B3 0")  # one of the set-ups, which are alike but for their places

Curve = list[tuple[int, float]]  # iterations, exploitability


def load() -> Any:
    """The game as OpenSpiel plays it by itself."""
    return pyspiel.load_efg_game(efg.tree("hellas_2002", pack=str(PACK), opening=OPENING))


def solve(game: Any, solver: Any, iterations: int) -> Curve:
    """What a best answer would gain against the average policy, after 1, 2, 4, ... iterations."""
    out: Curve = []
    done = 0
    while done < iterations:
        solver.evaluate_and_update_policy()
        done += 1
        if done & (done - 1) == 0:
            out.append((done, pyspiel.exploitability(game, solver.average_policy())))
    return out


def value(game: Any, policy: Any) -> float:
    """What the first seat may expect if both play by this policy."""
    return float(pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0])


def draw(curves: dict[str, Curve], path: Path) -> None:
    """The curves on logarithmic scales."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    for (name, curve), line in zip(curves.items(), ("--s", "-o"), strict=True):
        axes.loglog(*zip(*curve, strict=True), line, label=name, base=2)
    axes.set_xlabel("iterations")
    axes.set_ylabel("exploitability")
    axes.legend()
    figure.savefig(path, metadata={"Date": None})


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--iterations", type=int, default=512)
    parser.add_argument("--svg", type=Path, default=None, help="draw the curves there")
    args = parser.parse_args(arguments)
    game = load()
    solvers = {"CFR": pyspiel.CFRSolver(game), "CFR+": pyspiel.CFRPlusSolver(game)}
    curves = {name: solve(game, solver, args.iterations) for name, solver in solvers.items()}
    print("iterations  exploitability: CFR       CFR+")
    for (n, slow), (_, fast) in zip(*curves.values(), strict=True):
        print(f"{n:>10}              {slow:>9.6f}  {fast:>9.6f}")
    print(f"value for the first seat: {value(game, solvers['CFR+'].average_policy()):+.4f}")
    if args.svg is not None:
        draw(curves, args.svg)


if __name__ == "__main__":
    main()
