"""Small datasets of all games, made again by one command: games of bots, a row a decision, as Parquet.

    python examples/research/datasets.py --games 6 --out examples/datasets

Needs `pip install 'agon[data]'`. The same version gives the same decisions on any machine.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import agon
from agon.play.match import rotated
from agon.research import dataset

BOTS: Final = ("medium", "easy", "random", "easy", "random")  # as many as sit there, each at every seat in turn


def records(game_id: str, games: int, seed: int) -> Iterator[agon.Record]:
    """Games at the smallest table, the bots going round."""
    game = agon.game(game_id)
    return rotated(game, list(BOTS[: game.seats[0]]), games, seed, game.settings({}))


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=6, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("examples/datasets"))
    args = parser.parse_args(arguments)
    for game_id in agon.game_ids():
        path = args.out / f"{game_id}.parquet"
        rows = dataset.write(records(game_id, args.games, args.seed), path, flat=True)
        print(f"{path}: {rows:,} decisions, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
