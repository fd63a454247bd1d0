"""Golden games, one line a ply, readable in a diff. `python -m tests.test_playthroughs` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import agon
from agon.core.game import SEAT_NAMES
from agon.core.state import CHANCE

FOLDER = Path(__file__).parent / "playthroughs"
TABLES = [(game_id, seats) for game_id in agon.game_ids() for seats in agon.game(game_id).seats]


def told(game_id: str, seats: int) -> str:
    """A seeded game between random bots: number, actor, action, and the sentence of the log."""
    record = agon.match(game_id, ["random"] * seats, seed=1)
    game = record.game
    lines = [f"{game_id}, {seats} seats, random play, seed 1"]
    state = record.start()
    for number, ply in enumerate(record.plies, 1):
        action = game.space.parse(ply.text)
        who = "*" if ply.actor == CHANCE else str(ply.actor)
        sentence = game.log(state, action, list(SEAT_NAMES["en"]), "en")
        lines.append(f"{number:4} {who} {ply.text:<22} | {sentence}".rstrip())
        state.apply(action)
    for seat, row in enumerate(game.scores(state)):
        lines.append(f"seat {seat}: place {state.places()[seat]}, {', '.join(f'{k} {v}' for k, v in row.items())}")
    lines.append(f"digest {record.digest}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_golden_game_is_still_the_same(game_id: str, seats: int) -> None:
    assert told(game_id, seats) == (FOLDER / f"{game_id}_{seats}.txt").read_text("utf-8")


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game_id, seats in TABLES:
        (FOLDER / f"{game_id}_{seats}.txt").write_text(told(game_id, seats), "utf-8")


if __name__ == "__main__":
    write()
