"""The tiny games of examples/packs: honest, replayable, counted exhaustively, and one of them solved.

The counts of tests/perft.txt cover the full games too. They were the same before and after the engines were made fast.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from examples import perft, solve

import agon
from agon.bots import make_bot
from agon.core import state as core_state
from agon.core.errors import BadPack, BadRecord
from agon.draw.scene import Scene
from agon.play.laws import check_game
from tests.tiny import LotsGame

ROOT = Path(__file__).parent.parent
PACKS = ROOT / "examples" / "packs"
TABLE = ROOT / "tests" / "perft.txt"
ROWS = perft.read(TABLE)
HALF = Fraction(1, 2)


def tiny(game_id: str) -> agon.Game:
    return agon.game(game_id, pack=str(PACKS / f"{game_id}_tiny.toml"))


def default_tables(game_id: str) -> dict[str, object]:
    data: dict[str, object] = {}
    for file in (files(f"agon.games.{game_id}") / "data").iterdir():
        if file.name.endswith(".toml"):
            data.update(tomllib.loads(file.read_text("utf-8")))
    return data


def own_tables(game_id: str) -> dict[str, object]:
    return tomllib.loads((PACKS / f"{game_id}_tiny.toml").read_text("utf-8"))


def rows_of(tables: dict[str, object], name: str) -> dict[str, dict[str, object]]:
    """The rows of a list of tables, or of a table of tables, by their ids, without what they say of their source."""
    table = tables[name]
    if isinstance(table, list):
        return {row["id"]: {k: v for k, v in row.items() if k != "source"} for row in table}
    assert isinstance(table, dict)
    return {k: v for k, v in table.items() if k != "source"}


# ---- the packs ----


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_laws_hold_in_the_tiny_game(game_id: str) -> None:
    game = tiny(game_id)
    report = check_game(game, 3, (game.seats[0],), seed=2)
    assert report.plies > 0
    assert report.longest < 150, "a tiny game is over soon"


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_record_of_a_tiny_game_names_its_pack_and_replays_with_it(game_id: str, tmp_path: Path) -> None:
    game = tiny(game_id)
    record = agon.match(game, ["random"] * game.seats[0], seed=4)
    path = tmp_path / "game.agon"
    record.write(path)
    assert f"pack: {game_id}_tiny {game.pack_hash}\n" in path.read_text("utf-8")
    assert agon.Record.read(path).with_game(game).last().places() == record.result
    with pytest.raises(BadRecord, match=f'with the pack "{game_id}_tiny" {game.pack_hash}, not with'):
        agon.Record.read(path).last()


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_bots_play_the_tiny_game(game_id: str) -> None:
    game = tiny(game_id)
    bots = ["greedy", "ismcts:iterations=10", "random"][: game.seats[0]]
    assert 1 in agon.match(game, bots, seed=1).result


@pytest.mark.parametrize(
    ("game_id", "untouched"),
    [
        ("attika", {"turn", "end", "groups", "states"}),
        ("hellas_2002", set()),
        ("hellas_2016", {"cost", "points"}),
        ("olympos", {"points", "cell", "bonus", "effect", "copies", "god"}),
    ],
)
def test_a_tiny_game_has_the_prices_and_points_of_the_full_one(game_id: str, untouched: set[str]) -> None:
    own, default = own_tables(game_id), default_tables(game_id)
    assert untouched <= set(default)
    assert not untouched & set(own)


@pytest.mark.parametrize(
    ("game_id", "table", "shrunk"),
    [
        ("attika", "building", {"beside"}),  # an arrow from a building left out is left out too
        ("attika", "faces", set()),
        ("hellas_2002", "card", {"copies"}),
        ("olympos", "territory", {"land"}),
        ("olympos", "sea", {"land", "sea"}),
        ("olympos", "discovery", {"row"}),
        ("olympos", "wonder", {"stars"}),  # on so small a map nobody could ever have four
        ("olympos", "destiny", {"count"}),
    ],
)
def test_what_is_left_in_a_tiny_game_is_as_in_the_full_one(game_id: str, table: str, shrunk: set[str]) -> None:
    own, default = rows_of(own_tables(game_id), table), rows_of(default_tables(game_id), table)
    for name, row in own.items():
        if not isinstance(row, dict):
            assert row == default[name]
            continue
        for key in row:
            if key not in shrunk:
                assert row[key] == default[name][key], (name, key)
            elif isinstance(row[key], list):
                assert set(row[key]) <= set(default[name][key]), (name, key)  # type: ignore[call-overload]
            else:
                assert row[key] <= default[name][key], (name, key)  # type: ignore[operator]


def test_the_tiny_attika_is_won_by_five_buildings_or_by_a_link() -> None:
    game = tiny("attika")
    ends: dict[str, str] = {}
    for seed in range(12):
        state, before, action, rng = game.new(2), game.new(2), 0, Random(seed)
        while state.actor() != agon.OVER:
            before, action = state.clone(), state.random_action(rng)
            state.apply(action)
        winner = next((row for row, place in zip(game.scores(state), state.places(), strict=True) if place == 1), {})
        assert winner["total"] == 5
        ends["link" if winner["link"] else "all"] = game.log(before, action, ["Anna", "Bert"])
    assert "All 5 buildings stand" in ends["all"]
    assert "Two shrines are linked" in ends["link"]


def test_a_storage_board_has_a_place_for_every_building_of_a_pack(tmp_path: Path) -> None:
    """By groups where they fit; with eleven buildings in a group of ten places, one after the other."""
    text = (files("agon.games.attika") / "data" / "buildings.toml").read_text("utf-8")
    crowded = tmp_path / "crowded.toml"
    crowded.write_text(text.replace('group = "coinage"', 'group = "city"'), "utf-8")
    for game, count in ((tiny("attika"), 5), (agon.game("attika"), 30), (agon.game("attika", str(crowded)), 30)):
        state = game.new(2)
        while state.actor() == agon.CHANCE:
            state.apply(state.legal()[0])
        scene = game.scene(state, state.actor())
        assert isinstance(scene, Scene)
        shapes = [s for sheet in scene.sheets for s in sheet.shapes if s.id.startswith("place-0-")]
        assert len(shapes) == len({(shape.x, shape.y) for shape in shapes}) == count


def test_cells_without_a_discovery_cannot_be_bought() -> None:
    game = tiny("olympos")
    state = game.new(3)
    while state.actor() == agon.CHANCE:
        state.apply(state.legal()[0])
    cells = game.facts(state)["cells"]
    assert [name for name, cell in cells.items() if cell["tile"]] == ["A1", "B1"]  # type: ignore[union-attr, index, call-overload]
    refusal = game.why_not(state, game.space.parse("discover C1"))
    assert refusal is not None
    assert refusal.message("en") == "No discovery lies on C1. (§7.1)"
    assert refusal.message("de") == "Auf C1 liegt kein Fortschritt. (§7.1)"


def test_a_tiny_pack_is_for_the_seats_it_says() -> None:
    for game_id, said in (("attika", "no layout for 3 seats"), ("hellas_2016", "no side of the board for 3 seats")):
        with pytest.raises(BadPack, match=said):
            tiny(game_id).new(3)


# ---- perft ----


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row).partition(":")[0])
def test_the_counts_are_those_of_the_table(row: perft.Row) -> None:
    assert str(row.counted()) == str(row)


def test_the_table_has_every_game_and_seat_count_and_every_tiny_game() -> None:
    found = {(row.game, row.pack, row.seats) for row in ROWS}
    for game_id in agon.game_ids():
        game = agon.game(game_id)
        assert (game_id, f"{game_id}_tiny", game.seats[0]) in found
        assert {(game_id, "default", seats) for seats in game.seats} <= found
    assert {row.pack for row in ROWS} - {"default"} == {path.stem for path in PACKS.glob("*_tiny.toml")}


def test_the_counts_of_plain_python_are_the_same() -> None:
    """In a compiled install the plain sources count too; where the tests run on them, the rows above have done it."""
    if core_state.__file__.endswith(".py"):
        pytest.skip("the tests run on the plain sources already")
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "perft.py"), "--check", str(TABLE)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(ROWS)} lines, 0 wrong" in done.stdout


def test_perft_counts_chance_like_a_player() -> None:
    """Three lots, three lots (each kind is there twice), three boxes, two boxes; then the game is over."""
    state = LotsGame().new(2)
    assert perft.perft(state, 5) == [3, 9, 27, 54, 0]
    state.apply(state.legal()[0])
    assert perft.perft(state, 2) == [3, 9], "the state itself is not touched"


def test_a_wrong_number_in_a_table_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = next(row for row in ROWS if row.pack == "olympos_tiny" and row.walked == 20)
    wrong = str(right).replace(" 51 ", " 52 ")
    assert wrong != str(right)
    table = tmp_path / "table.txt"
    table.write_text(f"# said\n{wrong}\n", "utf-8")
    assert perft.check(table) == 1
    assert f"is   {right}\nsaid {wrong}" in capsys.readouterr().out
    perft.write(table)
    assert table.read_text("utf-8") == f"# said\n{right}\n"


# ---- solving ----


@pytest.fixture(scope="module")
def solver() -> solve.Solver:
    """The tiny Hellas (2016), solved once for all tests."""
    solver = solve.Solver()
    solver.solve(tiny("hellas_2016").new(2))
    return solver


def after(game: agon.Game, *actions: str) -> agon.State:
    state = game.new(2)
    for action in actions:
        assert game.space.parse(action) in state.legal()
        state.apply(game.space.parse(action))
    return state


def test_the_tiny_hellas_is_solved(solver: solve.Solver) -> None:
    """Who starts, wins, draws, or wins five times in six: the first tile decides which."""
    game = tiny("hellas_2016")
    solved = solver.solve(game.new(2))
    assert solved.shares == (HALF, HALF), "the start player is drawn"
    assert (solved.games, solved.plies, len(solver.known)) == (196_478, 18, 44_183)
    for tile, share in ((1, HALF), (2, Fraction(1)), (3, Fraction(1)), (4, Fraction(5, 6))):
        for seat in (0, 1):
            one = solver.solve(after(game, f"tile {tile}", f"start {seat}"))
            assert one.shares[seat] == share
            assert sum(one.shares) == 1
            assert game.space.text(one.best) == ("house A1" if tile == 1 else "house A2")


def brute_force(state: agon.State) -> tuple[Fraction, int]:
    """Minimax with averages, in plain words and without a memory: what seat 0 may expect, and the number of games."""
    who = state.actor()
    if who == agon.OVER:
        mine, other = state.places()
        return (Fraction(1) if mine < other else Fraction(0) if mine > other else HALF), 1
    values, games = [], 0
    for action in state.legal():
        child = state.clone()
        child.apply(action)
        value, below = brute_force(child)
        values.append(value)
        games += below
    if who == agon.CHANCE:
        weights = state.weights()
        total = sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0))
        return total / sum(weights), games
    return (max(values) if who == 0 else min(values)), games


@pytest.mark.parametrize("tile", [1, 4])
def test_brute_force_without_a_memory_finds_the_same(solver: solve.Solver, tile: int) -> None:
    state = after(tiny("hellas_2016"), f"tile {tile}", "start 0")
    solved = solver.solve(state)
    assert brute_force(state) == (solved.shares[0], solved.games)
    assert solved.games > 10_000


def expected(state: agon.State, solver: solve.Solver, bot: str, seat: int) -> Fraction:
    """What a bot may expect on a seat against perfect play, exactly: every draw is followed, with its weight.

    At a position the bot's dice always fall the same way, so that it plays one strategy.
    """
    who = state.actor()
    if who == agon.OVER:
        return solve.shares_of(tuple(state.places()))[seat]
    actions, weights = state.legal(), [1]
    if who == agon.CHANCE:
        weights = state.weights()
    elif who == seat:
        actions = [make_bot(bot).choose(state.observe(seat), actions, Random(1))]
    else:
        actions = [solver.solve(state).best]
    total = Fraction(0)
    for action, weight in zip(actions, weights, strict=True):
        child = state.clone()
        child.apply(action)
        total += weight * expected(child, solver, bot, seat)
    return total / sum(weights)


@pytest.mark.parametrize("bot", ["random", "greedy", "ismcts:iterations=60"])
def test_no_bot_beats_the_solved_value(solver: solve.Solver, bot: str) -> None:
    game = tiny("hellas_2016")
    for seat in (0, 1):
        start = game.new(2)
        assert expected(start, solver, bot, seat) <= solver.solve(start).shares[seat]
        for tile in (1, 2, 3, 4):
            state = after(game, f"tile {tile}", f"start {seat}")
            assert expected(state, solver, bot, seat) <= solver.solve(state).shares[seat]
    if bot == "random":
        assert expected(game.new(2), solver, bot, 0) < HALF


def test_a_perfect_game_comes_to_what_was_expected(solver: solve.Solver) -> None:
    """Both seats play by the solver, and every draw is followed: the mean of the results is the value."""
    game = tiny("hellas_2016")

    def mean(state: agon.State) -> Fraction:
        if state.actor() == agon.OVER:
            return solve.shares_of(tuple(state.places()))[0]
        drawn = state.actor() == agon.CHANCE
        actions = state.legal() if drawn else [solver.solve(state).best]
        weights = state.weights() if drawn else [1]
        total = Fraction(0)
        for action, weight in zip(actions, weights, strict=True):
            child = state.clone()
            child.apply(action)
            total += weight * mean(child)
        return total / sum(weights)

    for tile in (1, 2, 3, 4):
        state = after(game, f"tile {tile}", "start 0")
        assert mean(state) == solver.solve(state).shares[0]


def test_a_game_of_lots_is_worth_what_one_can_work_out_by_hand() -> None:
    """Seat 0 takes box C, seat 1 box B: seat 0 wins unless its lot is lower, and shares if it is lower by one.

    Of 30 ordered pairs of the six lots, 8 are lower by one (1 and 2, 2 and 3) and 4 by two (1 and 3).
    """
    game = LotsGame()
    solver = solve.Solver()
    solved = solver.solve(game.new(2))
    assert solved.shares[0] == 1 - Fraction(8, 30) * HALF - Fraction(4, 30)
    assert sum(solved.shares) == 1
    state = game.new(2)
    for action in ("lot 1", "lot 1"):
        state.apply(game.space.parse(action))
    assert game.space.text(solver.solve(state).best) == "box C", "box A or B would not win"
    assert solved.games == 54
    assert solved.plies == 4


@pytest.mark.parametrize(
    ("places", "shares"),
    [((1, 2), "1 0"), ((1, 1), "1/2 1/2"), ((3, 1, 1), "0 3/4 3/4"), ((2, 1, 4, 2), "1/2 1 0 1/2")],
)
def test_shares_are_the_part_of_the_others_left_behind(places: tuple[int, ...], shares: str) -> None:
    assert " ".join(str(share) for share in solve.shares_of(places)) == shares


def test_a_game_that_is_too_large_is_refused_with_a_sentence() -> None:
    with pytest.raises(solve.TooLarge, match=r"more than 500 positions; that is too large"):
        solve.Solver(500).solve(tiny("attika").new(2))


def test_the_solver_says_what_it_found(solver: solve.Solver) -> None:
    game = tiny("hellas_2016")
    said = list(solve.report(game, solver, game.new(2)))
    assert said[:3] == [
        "44,183 positions, 196,478 different games, the longest of 18 plies.",
        "Seat 0 may expect 1/2 (0.5000).",
        "Seat 1 may expect 1/2 (0.5000).",
    ]
    assert "After tile 4, start 1: seat 1 may expect 5/6; best is house A2." in said
    assert said[-1].startswith("A perfect game (* is chance): * tile 1, * start 0, 0 house A1, 1 house A2, 0 take ")
    first = after(game, "tile 4", "start 1")
    assert next(line for line in solve.report(game, solver, first) if "best" in line).startswith(
        "Seat 1 may expect 5/6"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], 'There is no game "chess"'),
        (["hellas_2016", "--option", "tieBreak"], "tieBreak is one of shared, marble"),
        (["hellas_2016", "--seats", "3"], "no side of the board for 3 seats"),
        (["olympos", "--limit", "10"], "more than 10 positions"),
    ],
)
def test_what_cannot_be_solved_gets_a_sentence(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["solve.py", *arguments])
    with pytest.raises(SystemExit, match=sentence):
        solve.main()
