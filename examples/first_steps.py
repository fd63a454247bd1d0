"""A game of Hellas between a greedy and two random bots, written to a file and read back."""

from __future__ import annotations

import tempfile
from pathlib import Path

import agon


def main() -> None:
    position = agon.Position("hellas_2016", seats=3, seed=7)
    position.play(position.legal[0])
    print(position)

    record = agon.match("hellas_2016", ["greedy", "random", "random"], seed=7)
    path = Path(tempfile.mkdtemp()) / "game.agon"
    record.write(path)
    *_, last = agon.Record.read(path).replay()
    for seat, row in enumerate(agon.game("hellas_2016").scores(last)):
        print(f"seat {seat} ({record.players[seat]}): place {record.result[seat]}, {row}")


if __name__ == "__main__":
    main()
