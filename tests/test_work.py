"""A guard against slowdowns that no clock is needed for: lines of Python executed a ply, in fixed random games.

Counted on the plain sources, where it is the same on every machine with the same Python. `python -m tests.test_work`
writes the stored figures anew.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import agon

FIGURES = Path(__file__).parent / "work.json"
SOURCE = Path(__file__).parent.parent / "src"
SLOWER = 1.5  # a slowdown by half is noticed

COUNT = """
import json, sys
from random import Random
import agon
from agon.core import chance, state as core_state
assert core_state.__file__.endswith(".py")

def work(game, seats):
    lines = plies = 0
    def trace(frame, event, arg):
        nonlocal lines
        if "agon" not in frame.f_code.co_filename:
            return None
        lines += event == "line"
        return trace
    position, rng = game.new(seats), Random(7)
    sys.settrace(trace)
    while position.actor() != agon.OVER and plies < 400:
        position.clone()
        legal = position.legal()
        weights = position.weights() if position.actor() == agon.CHANCE else [1] * len(legal)
        position.apply(legal[chance.pick(weights, rng)])
        plies += 1
    sys.settrace(None)
    return round(lines / plies, 1)

tables = [(g, n) for g in agon.game_ids() for n in {agon.game(g).seats[0], agon.game(g).seats[-1]}]
print(json.dumps({f"{g} {n}": work(agon.game(g), n) for g, n in sorted(tables)}))
"""


def counted() -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", COUNT],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    read: dict[str, float] = json.loads(done.stdout)
    return read


@pytest.fixture(scope="module")
def now() -> dict[str, float]:
    return counted()


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_ply_takes_no_more_work_than_it_did(game_id: str, now: dict[str, float]) -> None:
    stored: dict[str, float] = json.loads(FIGURES.read_text("utf-8"))
    mine = {key: lines for key, lines in now.items() if key.split()[0] == game_id}
    assert mine
    for key, lines in mine.items():
        assert lines <= SLOWER * stored[key], f"{key}: {lines} lines a ply, {stored[key]} before"


if __name__ == "__main__":
    FIGURES.write_text(json.dumps(counted(), indent=1) + "\n", "utf-8")
