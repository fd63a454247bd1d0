"""The arena: the same games whoever plays them, nothing lost when it is stopped, and a report one can trust."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from agon.core.errors import AgonError
from agon.core.game import find
from agon.core.record import Record
from agon.play.arena import Folder, Plan, Played, local_engine, ray_engine, run_arena
from agon.play.clear import growth, rounds, verdict
from agon.play.report import write_report
from agon.play.results import arena, results, table


def played(path: Path, plan: Plan, workers: int = 1) -> Folder:
    folder = Folder(path, plan, resume=True)
    run_arena(folder, local_engine(workers))
    return folder


def records(path: Path) -> dict[str, str]:
    return {p.name: p.read_text("utf-8") for p in (path / "records").iterdir()}


def test_workers_do_not_change_the_games(tmp_path: Path) -> None:
    plan = Plan("hellas_2016", ("random", "greedy"), 6, seed=4)
    played(tmp_path / "one", plan, 1)
    played(tmp_path / "two", plan, 2)
    assert records(tmp_path / "one") == records(tmp_path / "two")
    assert len(records(tmp_path / "one")) == 6


def test_seats_rotate_and_every_record_is_good(tmp_path: Path) -> None:
    plan = Plan("hellas_2016", ("random", "greedy"), 4, seed=1)
    folder = played(tmp_path / "arena", plan)
    assert [g.seats[0] for g in folder.games()] == ["random", "greedy", "random", "greedy"]
    for text in records(tmp_path / "arena").values():
        assert Record.parse(text).last().places()


def test_an_arena_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    plan = Plan("hellas_2016", ("random", "random"), 5, seed=9)
    played(whole, plan)
    folder = Folder(part, plan, resume=False)
    for n, game in enumerate(local_engine(1)(plan, folder.missing())):
        folder.keep(game)
        if n == 2:
            break
    with (part / "games.jsonl").open("a") as file:
        file.write('{"number": 3, "sea')  # killed while writing
    assert Folder(part, plan, resume=True).missing() == [3, 4]
    played(part, plan)
    assert records(part) == records(whole)


def test_an_arena_is_not_overwritten_nor_mixed(tmp_path: Path) -> None:
    plan = Plan("hellas_2016", ("random", "random"), 1, seed=9)
    played(tmp_path / "a", plan)
    with pytest.raises(AgonError, match="--resume goes on"):
        Folder(tmp_path / "a", plan, resume=False)
    with pytest.raises(AgonError, match="other bots, seed or options"):
        Folder(tmp_path / "a", Plan("hellas_2016", ("greedy", "random"), 1, seed=9), resume=True)


def test_the_report_has_everything(tmp_path: Path) -> None:
    plan = Plan("hellas_2016", ("greedy", "random"), 4, seed=2)
    folder = played(tmp_path / "a", plan)
    found = write_report(folder)
    assert found.lines[0].wins + found.lines[1].wins == 4
    assert sum(found.seat_wins) == 4
    assert found.before[0][1] + found.before[1][0] == found.met[0][1] == 4
    assert found.lines[0].rating > found.lines[1].rating
    assert found.lines[0].speed() > 0
    page = (tmp_path / "a" / "report.html").read_text("utf-8")
    for word in ("greedy", "95 %", "rating", "Wins by seat", "Placed before", "data:image/png"):
        assert word in page
    assert "http" not in page.replace("http-equiv", "")
    for name in ("wins", "points", "seats"):
        assert (tmp_path / "a" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader((tmp_path / "a" / "results.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 8
    assert {r["bot"] for r in rows} == {"greedy", "random"}
    assert "wins by seat" in table(found)


def test_an_arena_for_scripts_gives_the_same_results_and_shows_itself(tmp_path: Path) -> None:
    plan = Plan("hellas_2016", ("greedy:samples=1", "random"), 4, 3, tuple(find("hellas_2016").settings({}).items()))
    folder = Folder(tmp_path / "a", plan, False)
    run_arena(folder, local_engine(1))
    kept = results(list(plan.bots), folder.games())
    found = arena("hellas_2016", ["greedy:samples=1", "random"], games=4, seed=3, workers=2)
    for ours, theirs in zip(found.lines, kept.lines, strict=True):
        assert (ours.wins, ours.places, ours.points) == (theirs.wins, theirs.places, theirs.points)
        assert ours.rating == theirs.rating
    assert str(found) == repr(found) == table(found)
    html = found._repr_html_()
    assert "greedy:samples=1" in html and "4 games" in html and html.count("data:image/png;base64,") == 1
    with pytest.raises(AgonError, match="no option"):
        arena("hellas_2016", ["random", "random"], games=1, colour="red")
    with pytest.raises(AgonError, match="seats"):
        arena("hellas_2016", ["random"], games=1)


def test_every_entry_is_rated_also_beside_its_like() -> None:
    bots = ["greedy:samples=1", "random", "random"]
    games = list(local_engine(1)(Plan("hellas_2016", tuple(bots), 1), list(range(6))))
    first, second, third = results(bots, games).lines
    assert first.rating > 27 > max(second.rating, third.rating)
    assert max(second.rating_sd, third.rating_sd) < 8  # 8.3 before the first game


def test_a_win_counts_for_its_entry_and_for_the_seat_it_was_won_from() -> None:
    won = Played(1, ["b", "a"], [1, 0], [1, 2], [{"total": 7}, {"total": 4}], 30, [9, 8], [0.5, 0.25])
    found = results(["a", "b"], [won])
    assert found.seat_wins == [1.0, 0.0]
    assert [line.wins for line in found.lines] == [0.0, 1.0]
    assert [line.points for line in found.lines] == [{"total": 4.0}, {"total": 7.0}]
    assert [(line.places, line.decisions, line.seconds) for line in found.lines] == [(2, 8, 0.25), (1, 9, 0.5)]
    assert found.before == [[0.0, 0.0], [1.0, 0.0]]
    assert found.met == [[0, 1], [1, 0]]


def test_a_wrong_plan_gets_a_sentence() -> None:
    with pytest.raises(AgonError, match="no bot"):
        Plan("hellas_2016", ("nobody", "random"), 1).check()
    with pytest.raises(AgonError, match="not 9"):
        Plan("hellas_2016", ("random",) * 9, 1).check()


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    out = tmp_path / "a"
    command = [sys.executable, "-m", "agon", "arena", "hellas_2016", "--bots", "random,random", "--games", "100000"]
    process = subprocess.Popen(
        [*command, "--workers", "1", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for _ in range(300):
        time.sleep(0.1)
        if (out / "games.jsonl").exists() and (out / "games.jsonl").stat().st_size > 2000:
            break
    os.kill(process.pid, signal.SIGINT)
    said, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "--resume goes on" in said
    assert len((out / "games.jsonl").read_text().splitlines()) >= 3
    assert (out / "report.html").exists()


FOREIGN = f"cmd:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'foreign_bot.py'}"


def test_a_foreign_program_plays_a_whole_game(tmp_path: Path) -> None:
    from agon.play.match import match

    record = match("hellas_2016", [FOREIGN, "random"], seed=1)
    assert record.result
    assert [p.text for p in record.plies if p.actor == 0 and p.text.startswith("take")][0] == "take quarry1"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("import time; time.sleep(60)", "no answer within"),
        ("pass", "ended|listen"),
        ("print('hello', flush=True); input(); input()", "no JSON"),
        ("print('[1]', flush=True); input(); input()", 'no "action"'),
        ('print(\'{"action": "fly"}\', flush=True); input(); input()', "no action"),
        ('print(\'{"action": "palace A1"}\', flush=True); input(); input()', "not legal"),
    ],
)
def test_a_foreign_program_that_fails_is_replaced_by_greedy(
    script: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    import re
    import shlex
    from random import Random

    import agon
    from agon.bots.remote import ProgramBot

    bot = ProgramBot(f"{sys.executable} -c {shlex.quote(script)}", seconds=1.0)
    position = agon.Position("hellas_2016", seats=2, seed=1)
    for _ in range(2):
        legal = position.state.legal()
        assert bot.choose(position.state.observe(position.actor), legal, Random(1)) in legal
    assert re.search(reason, bot.trouble)
    assert bot.replaced == 2
    assert len([r for r in caplog.records if "replaced by greedy" in r.message]) == 1
    bot.close()


def test_a_foreign_program_that_does_not_exist_is_refused_before_the_first_game() -> None:
    from agon.bots import make_bot

    with pytest.raises(AgonError, match="cmd:nosuch --fast cannot be started: there is no program nosuch"):
        make_bot("cmd:nosuch --fast")
    with pytest.raises(AgonError, match="there is no program nosuch"):
        Plan("hellas_2016", ("cmd:nosuch", "random"), 2).check()
    with pytest.raises(AgonError, match="program is missing"):
        make_bot("cmd:")


FAILING = """
import json, sys
print("I am not well.", file=sys.stderr, flush=True)
for n, line in enumerate(sys.stdin):
    if n == 3:
        sys.exit("out of ideas, today")
    print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)
"""


@pytest.fixture
def failing(tmp_path: Path) -> str:
    """A program that gives up at its fourth decision, by its name; a comma and a blank are in it."""
    (tmp_path / "bot, failing.py").write_text(FAILING, "utf-8")
    return f"cmd:time=20:{sys.executable} '{tmp_path / 'bot, failing.py'}'"


def test_decisions_made_in_place_of_a_failing_program_are_counted_everywhere(
    failing: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import agon
    from agon.bots import split_names
    from agon.play.match import replaced_in
    from agon.play.tally import Tally

    assert split_names(f"{failing},random") == [failing, "random"]
    record = agon.match("hellas_2016", [failing, "random"], seed=1)
    decisions = sum(1 for ply in record.plies if ply.actor == 0)
    assert replaced_in(record) == [decisions - 3, 0]
    assert "out of ideas, today" in caplog.text
    again = agon.Record.parse(record.text())
    assert again.players == [failing, "random"]
    assert replaced_in(again) == replaced_in(record)
    tally = Tally(record.players)
    tally.add(record)
    assert f"another made {decisions - 3} of its decisions" in str(tally)

    folder = played(tmp_path / "arena", Plan("hellas_2016", (failing, "random"), 1, seed=1), 1)
    found = write_report(folder)
    assert [line.replaced > 0 for line in found.lines] == [True, False]
    assert found.lines[0].rating == found.lines[1].rating  # such games are not rated
    rows = list(csv.DictReader((tmp_path / "arena" / "results.csv").read_text("utf-8").splitlines()))
    assert sum(int(row["replaced"]) for row in rows) == found.lines[0].replaced
    assert f">{found.lines[0].replaced}</td>" in (tmp_path / "arena" / "report.html").read_text("utf-8")


def test_strict_stops_at_the_first_failure(failing: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "arena", Plan("hellas_2016", (failing, "random"), 3, seed=1), resume=False)
    with pytest.raises(AgonError, match="failed in game 1: another made"):
        run_arena(folder, local_engine(1), strict=True)
    assert len(folder.played) == 1


def test_a_bot_that_answers_text_gets_a_sentence() -> None:
    from random import Random

    import agon
    from agon.bots import Bot
    from agon.core.state import State
    from agon.play.match import Luck, play_bots

    class Wordy(Bot):
        name = "wordy"

        def choose(self, observation: State, legal: list[int], rng: Random) -> int:
            return "pass"  # type: ignore[return-value]  # what is tested

    game = agon.game("hellas_2016")
    with pytest.raises(AgonError, match="The bot wordy answered 'pass'; an answer is the number of an action"):
        play_bots(game, [Wordy(), Wordy()], ["wordy"] * 2, Luck("1"), Random(1), game.settings({}))


def test_ray_plays_the_same_games_and_survives_a_killed_worker(tmp_path: Path) -> None:
    """On a local instance: a worker killed in the middle loses nothing."""
    import ray

    plan = Plan("hellas_2016", ("random", "greedy"), 12, seed=4)
    played(tmp_path / "local", plan, 1)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        folder = Folder(tmp_path / "ray", plan, resume=False)

        @ray.remote
        def worker_pid() -> int:
            return os.getpid()

        killed = False
        for game in ray_engine()(plan, folder.missing()):
            folder.keep(game)
            if not killed:
                os.kill(ray.get(worker_pid.remote()), signal.SIGKILL)
                killed = True
    finally:
        ray.shutdown()
    assert records(tmp_path / "ray") == records(tmp_path / "local")
    assert json.loads((tmp_path / "ray" / "arena.json").read_text())["games"] == 12


def test_an_arena_ends_by_itself_when_it_is_clear_who_is_better(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "arena", Plan("hellas_2016", ("greedy", "random"), 60, seed=2), resume=False)
    run_arena(folder, local_engine(1), stopped=lambda: bool(verdict(folder)))
    assert verdict(folder) == "more"
    assert len(folder.played) < 30
    other = Folder(tmp_path / "other", Plan("hellas_2016", ("random", "greedy"), 60, seed=2), resume=False)
    run_arena(other, local_engine(1), stopped=lambda: bool(verdict(other)))
    assert verdict(other) == "less"


def test_rounds_count_in_their_order_whichever_game_ends_first(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "arena", Plan("hellas_2016", ("greedy", "random"), 6, seed=2), resume=False)
    games = {game.number: game for game in local_engine(1)(folder.plan, folder.missing())}
    for number in (2, 3, 1):
        folder.keep(games[number])
    assert rounds(folder) == [] and verdict(folder) == ""
    folder.keep(games[0])
    assert len(rounds(folder)) == 2


def test_a_series_without_a_difference_is_seldom_called_clear() -> None:
    """Looked at again and again: in at most one series in twenty."""
    rng, wrong = Random(5), 0
    for _ in range(200):
        shares: list[float] = []
        for _ in range(200):
            shares.append(rng.choice((0.0, 0.5, 1.0)))
            if len(shares) % 5 == 0 and growth(shares, 0.5) >= 20:
                wrong += 1
                break
    assert wrong <= 10
