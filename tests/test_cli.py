"""The command line as a user meets it: what it prints, its exit status, and one sentence for whatever is wrong."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

import agon
from agon.cli import main
from agon.core.state import COMPILED

WRONG, NOT_SO = 2, 1


def run(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "agon", *args], input=stdin, capture_output=True, text=True, timeout=120
    )


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.agon"
    agon.match("hellas_2016", ["random", "random", "random"], seed=2).write(path)
    return path


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    for game_id in agon.game_ids():
        assert game_id in out


def test_match_plays_rotated_games_and_writes_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["match", "hellas_2016", "--bots", "random,random,random", "--games", "3", "--record", str(tmp_path)]
    assert main(args) == 0
    assert "3 games" in capsys.readouterr().out
    files = sorted(tmp_path.glob("*.agon"))
    assert len(files) == 3
    assert all(main(["check", str(f)]) == 0 for f in files)


def test_show_as_text_svg_png_and_json(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(record), "--ply", "30"]) == 0
    assert "Minotaur side" in capsys.readouterr().out
    assert main(["show", str(record), "--svg", str(tmp_path / "x.svg"), "--lang", "de"]) == 0
    assert (tmp_path / "x.svg").read_text("utf-8").startswith("<svg")
    assert main(["show", str(record), "--png", str(tmp_path / "x.png"), "--seat", "1"]) == 0
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    assert main(["show", str(record), "--ply", "30", "--json", "--seat", "0"]) == 0
    position = json.loads(capsys.readouterr().out)
    assert position["side"] == "minotaur"
    assert position["seats"] == 3
    assert position["legal"]
    assert {q["id"] for q in position["quarries"]} == {f"Q{n}" for n in range(1, 14)}


def test_show_draws_the_first_decision_of_a_game_with_an_owners_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = ["--pack", "examples/packs/hellas_2016_tiny.toml"]
    assert main(["show", "hellas_2016", *pack, "--svg", str(tmp_path / "tiny.svg")]) == 0
    assert main(["show", "hellas_2016", "--seats", "4", "--svg", str(tmp_path / "four.svg")]) == 0
    tiny, four = ((tmp_path / f"{name}.svg").read_text("utf-8") for name in ("tiny", "four"))
    assert tiny.startswith("<svg") and len(tiny) < len(four)
    assert main(["show", "hellas_2016", *pack, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["quarries"]) < 13
    assert main(["show", "hellas_2016", "--seats", "9"]) == 2
    assert main(["show", "no_such_game"]) == 1


def test_the_line_to_go_on_with_names_the_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, pack = tmp_path / "game of mine.agon", "examples/packs/hellas_2016_tiny.toml"
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert (
        main(["play", "hellas_2016", "--pack", pack, "--seats", "you,random", "--lang", "en", "--record", str(file)])
        == 0
    )
    line = capsys.readouterr().out.splitlines()[-1]
    command = shlex.split(line.partition("Go on with: agon ")[2])
    assert command == ["play", "hellas_2016", "--pack", pack, "--record", str(file)]
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert main(command) == 0


def test_replay_prints_every_ply_in_a_pipe(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(agon.Record.read(record).plies)
    assert "Tile" in lines[0]


def test_check_runs_the_laws(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "hellas_2016", "--games", "1", "--seats", "2"]) == 0
    assert "the twelve laws hold in 1 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "status", "sentence"),
    [
        (["play", "chess"], WRONG, 'There is no game "chess"'),
        (["match", "hellas_2016", "--bots", "greedy,nobody"], WRONG, 'There is no bot "nobody"'),
        (["match", "hellas_2016", "--bots", "random"], WRONG, "not 1"),
        (["match", "hellas_2016", "--bots", "random,random", "--games", "many"], WRONG, "is no number of games"),
        (["match", "hellas_2016", "--bots", "random,random", "--option", "tieBreak=dice"], WRONG, "tieBreak is one of"),
        (["match", "hellas_2016", "--bots", "random,random", "--option", "tieBreak"], WRONG, "NAME=VALUE"),
        (["match", "hellas_2016", "--bots", "random,random", "--pack", "/none.toml"], NOT_SO, "cannot be read"),
        (["play", "hellas_2016", "--seats", "you,martian"], WRONG, 'There is no bot "martian"'),
        (["play", "hellas_2016", "--lang", "fr"], WRONG, "invalid choice"),
        (["show", "missing.agon"], NOT_SO, "cannot be read"),
        (["check", "ludo"], WRONG, "neither a game nor a file"),
        (["check", "missing.agon"], NOT_SO, "cannot be read"),
        (["frobnicate"], WRONG, "invalid choice"),
    ],
)
def test_whatever_is_wrong_gets_one_sentence(args: list[str], status: int, sentence: str) -> None:
    done = run(*args)
    assert done.returncode == status
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_broken_records_get_one_sentence_and_status_1(record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    broken = {
        "truncated": "".join(lines[:30]),
        "torn": text[: len(text) // 2],
        "illegal": text.replace("tile", "start", 1),
        "unknown": text.replace("hellas_2016", "ludo"),
        "empty": "",
        "other_rules": text.replace("rules: 1", "rules: 2"),
    }
    for name, content in broken.items():
        path = tmp_path / f"{name}.agon"
        path.write_text(content, "utf-8")
        for command in (["check", str(path)], ["show", str(path)], ["replay", str(path)]):
            done = run(*command)
            assert done.returncode == NOT_SO, (name, command, done.stderr)
            assert len(done.stderr.strip().splitlines()) == 1, (name, done.stderr)
            assert str(path) in done.stderr
            assert "Traceback" not in done.stderr
    binary = tmp_path / "binary.agon"
    binary.write_bytes(os.urandom(2000))
    assert run("check", str(binary)).returncode == NOT_SO


def test_a_ply_or_seat_out_of_range_gets_a_sentence(record: Path) -> None:
    assert "has plies 0 to" in run("show", str(record), "--ply", "9999").stderr
    assert "has seats 0 to 2" in run("show", str(record), "--seat", "7").stderr


def test_a_broken_pack_gets_a_sentence(tmp_path: Path) -> None:
    pack = tmp_path / "bad.toml"
    pack.write_text("[supply]\nhouse = 'many'\n")
    done = run("check", "hellas_2016", "--pack", str(pack), "--games", "1")
    assert done.returncode == NOT_SO
    assert done.stderr.startswith("agon: ")
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_whole_game_in_the_terminal(tmp_path: Path) -> None:
    """Somebody who always takes the first action; the game ends and tells the result."""
    path = tmp_path / "mine.agon"
    args = ["play", "hellas_2016", "--seats", "you,random", "--seed", "3", "--lang", "en", "--record", str(path)]
    done = run(*args, stdin="1\n" * 400)
    assert done.returncode == 0
    assert "The game is over." in done.stdout
    assert "largest" in done.stdout or "city" in done.stdout
    assert run("check", str(path)).returncode == 0


def test_the_terminal_explains_hints_takes_back_and_saves(tmp_path: Path) -> None:
    path = tmp_path / "mine.agon"
    asked = "help,why house A1,why,why house D7,hint,foo,houze D7,99,house A1,rules,list,log,1,undo,undo,save,quit"
    typed = asked.replace(",", "\n") + "\n"
    args = ["play", "hellas_2016", "--seats", "you,random", "--seed", "3", "--lang", "en", "--record", str(path)]
    done = run(*args, stdin=typed)
    assert done.returncode == 0
    for sentence in (
        "Type a number or an action",
        "A1 is not next to a starting quarry. (§4.7)",
        "Worth trying",
        '"foo" is no action and no command.',
        "Near it: house D7",
        "There is no action number 99",
        "Taken back: house",
        f"Saved to {path}",
        "In three rounds everybody places a house",
    ):
        assert sentence in done.stdout, sentence
    assert "Traceback" not in done.stderr
    again = run("play", "hellas_2016", "--record", str(path), "--lang", "de", stdin="quit\n")
    assert "Weiter mit" in again.stdout
    assert "Setze ein Starthaus" in again.stdout


def test_the_terminal_survives_the_end_of_input_without_losing_the_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "agon", "play", "hellas_2016", "--seats", "you,random", "--seed", "3"],
        input="1\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.returncode == 0
    assert (tmp_path / "hellas_2016.agon").exists()


def test_where_nobody_reads_on_nothing_is_complained_about(record: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "agon", "replay", str(record)]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_whoever_calls_the_command_line_keeps_their_files_where_nobody_reads_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody_reads(*said: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("agon.cli.print", nobody_reads, raising=False)
    assert main(["games"]) == 0
    assert not sys.stderr.closed and not sys.stdout.closed


def test_help_is_everywhere() -> None:
    for command in ("games", "play", "match", "replay", "show", "check"):
        done = run(command, "--help")
        assert done.returncode == 0
        assert "usage" in done.stdout


def test_a_german_terminal_says_undo_and_result_in_german(tmp_path: Path) -> None:
    path = tmp_path / "mine.agon"
    args = ["play", "hellas_2016", "--seats", "you,random", "--seed", "3", "--lang", "de", "--record", str(path)]
    done = run(*args, stdin="undo\n" + "1\n" * 400)
    assert "Du hast nichts entschieden" in done.stdout
    assert "größte Stadt" in done.stdout
    assert "largest" not in done.stdout


def test_a_level_of_the_log_that_does_not_exist_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AGON_LOG", "loud")
    assert main(["serve", "--port", "0"]) == WRONG
    assert capsys.readouterr().err == 'agon: A log has the level warning or info, not "loud".\n'


@pytest.mark.parametrize("address", ["nonsense", "sqlite:////proc/nowhere/agon.db", "oracle+nothing://x"])
def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(address: str) -> None:
    done = run("serve", "--port", "0", "--database", address)
    assert done.returncode == 2
    assert done.stderr.startswith("agon: ")
    assert "Traceback" not in done.stderr


# ---- packs ----


def test_pack_new_diff_check_and_merge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["pack", "new", "attika", "mine.toml", "--lang", "en"]) == 0
    assert "69 of 156 values are ours: 0 seen by you." in capsys.readouterr().out
    assert main(["pack", "new", "attika", "mine.toml", "--lang", "en"]) == NOT_SO
    mine = Path("mine.toml")
    mine.write_text(mine.read_text("utf-8").replace("W = 15", "W = 14\nzzz = 1"), "utf-8")
    assert main(["pack", "diff", "attika", "mine.toml", "--lang", "en"]) == 0
    assert "Cards: water: 15 → 14" in capsys.readouterr().out
    assert main(["pack", "diff", "attika", "mine.toml", "mine.toml", "--lang", "de"]) == 0
    assert capsys.readouterr().out == "Nichts weicht ab.\n"
    assert main(["pack", "check", "attika", "mine.toml", "--games", "0", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "Note: cards.zzz is a key nobody reads.\nmine.toml makes a game." in out
    assert main(["pack", "merge", "attika", "mine.toml", "mine.toml", "--lang", "en"]) == 0
    assert "Cards: water: 14, confirmed by 2 owners" in capsys.readouterr().out
    mine.write_text("[cards]\nW = 99\nF = 1\nH = 1\nM = 1\n", "utf-8")
    assert main(["pack", "check", "attika", "mine.toml", "--lang", "de"]) == NOT_SO
    assert "cards.W in mine.toml muss eine ganze Zahl von 0 bis 60 sein, nicht 99." in capsys.readouterr().err


def test_pack_draw_and_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "draw", "hellas_2002", "--out", str(tmp_path), "--lang", "en"]) == 0
    assert {"tiles.svg", "cards.svg", "table-supply.svg"} <= {path.name for path in tmp_path.iterdir()}
    assert (tmp_path / "tiles.svg").read_text("utf-8").startswith("<svg")
    assert main(["pack", "show", "hellas_2002", "--lang", "de"]) == 0
    assert "Karten: Einer mehr, Anzahl: 4 [von uns]" in capsys.readouterr().out


def test_the_version_says_whether_the_games_are_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.split()[-1] == ("(compiled)" if COMPILED else "(plain)")


def test_without_a_word_the_lobby_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []

    def serve(args: argparse.Namespace) -> int:
        asked.append((args.command, args.open))
        return 0

    monkeypatch.setattr("agon.cli.serve", serve)
    assert main([]) == 0
    assert asked == [("serve", True)]
