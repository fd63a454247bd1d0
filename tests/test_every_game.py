"""The laws of architecture.md, for every registered game and every seat count, on positions of seeded random games."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import agon
from agon.core import state as core_state
from agon.core.record import Record
from agon.core.state import State
from agon.play.laws import LAWS, Report, check_from, check_game

SOURCE = Path(__file__).parent.parent / "src"
TABLES = [(game_id, seats) for game_id in agon.game_ids() for seats in agon.game(game_id).seats]
GAMES = 3

# Prints the digests of seeded random games: run in another process, compiled or not, it must print the same.
DIGESTS = """
import json, sys
from random import Random
import agon
from agon.core import chance, codec, state
out = {"file": state.__file__}
for game_id in agon.game_ids():
    game = agon.game(game_id)
    for seats in game.seats:
        for seed in range(int(sys.argv[1])):
            position, rng = game.new(seats), Random(seed)
            while position.actor() != agon.OVER:
                legal = position.legal()
                weights = position.weights() if position.actor() == agon.CHANCE else [1] * len(legal)
                position.apply(legal[chance.pick(weights, rng)])
            out[f"{game_id} {seats} {seed}"] = codec.digest(position)
print(json.dumps(out))
"""


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_twelve_laws_hold(game_id: str, seats: int) -> None:
    report = check_game(agon.game(game_id), GAMES, (seats,), seed=11)
    assert report.games[seats] == GAMES
    assert report.plies > 0
    assert report.scenes > 0
    assert report.questions > 0


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_laws_hold_with_every_option(game_id: str) -> None:
    game = agon.game(game_id)
    for option in game.options:
        for choice in option.choices[1:]:
            check_game(game, 1, (game.seats[0],), seed=5, options={option.name: choice})


LATE = [
    (game_id, position)
    for game_id in agon.game_ids()
    for position in importlib.import_module(f"tests.games.{game_id}.late").POSITIONS
]


@pytest.mark.parametrize(("game_id", "position"), LATE, ids=[f"{g}-{p.__name__}" for g, p in LATE])
def test_the_laws_hold_in_rare_late_positions(game_id: str, position: Callable[[], State]) -> None:
    report = Report(game_id)
    check_from(agon.game(game_id), position(), Random(1), report, plies=4)
    assert report.questions > 0


def test_there_are_rare_positions_of_every_game() -> None:
    assert all(sum(1 for g, _ in LATE if g == game_id) >= 5 for game_id in agon.game_ids())


def test_there_are_twelve_laws() -> None:
    assert sorted(LAWS) == list(range(1, 13))


def digests(games: int, **environment: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, str(games)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        cwd=SOURCE.parent / "tests",
    )
    read: dict[str, str] = json.loads(done.stdout)
    return read


def test_compiled_and_interpreted_play_the_same_games() -> None:
    here = digests(4, PYTHONHASHSEED="1")
    plain = digests(4, PYTHONPATH=str(SOURCE), PYTHONHASHSEED="2")
    assert plain.pop("file").endswith(".py")
    here.pop("file")
    assert here == plain
    assert len(here) == 4 * len(TABLES)


def test_make_test_runs_the_build_it_says() -> None:
    """The Makefile sets AGON_EXPECT: the same tests run compiled and as plain Python."""
    expected = os.environ.get("AGON_EXPECT", "")
    compiled = not core_state.__file__.endswith(".py")
    if expected:
        assert expected == ("compiled" if compiled else "plain")


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_record_replays_to_the_same_digest_in_another_process(game_id: str, seats: int, tmp_path: Path) -> None:
    record = agon.match(game_id, ["random"] * seats, seed=3)
    path = tmp_path / "game.agon"
    record.write(path)
    script = "import sys, agon; from agon.core.codec import digest; print(digest(agon.Record.read(sys.argv[1]).last()))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == record.digest
    assert Record.read(path).text() == record.text()


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_thousand_random_games_end(game_id: str, seats: int) -> None:
    for seed in range(1000):
        record = agon.match(game_id, ["random"] * seats, seed=seed)
        assert 1 in record.result
        assert Record.parse(record.text()).last().places() == record.result


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_two_hundred_greedy_games_end(game_id: str, seats: int) -> None:
    for seed in range(200):
        record = agon.match(game_id, ["greedy"] * seats, seed=seed)
        assert 1 in record.result
        assert Record.parse(record.text()).last().places() == record.result


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_laws_hold_in_two_hundred_games(game_id: str, seats: int) -> None:
    assert check_game(agon.game(game_id), 200, (seats,), seed=1).games[seats] == 200
