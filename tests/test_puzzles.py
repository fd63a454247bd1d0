"""Laws of the puzzles: each loads, its answer is legal and right, what is proven is proven again, in both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

import agon
from agon.bots.greedy import GreedyBot
from agon.cli import main, parser
from agon.core.errors import AgonError, BadPack
from agon.core.record import Record
from agon.core.state import CHANCE, OVER
from agon.play.lessons import ON, REFUSED, RIGHT, WRONG
from agon.play.mining import Effort, Mined, best_of, mine, mine_again, mine_folder
from agon.play.puzzle_words import also_right, in_the_game, listed, refutation, task, why
from agon.play.puzzles import (
    GRADES,
    WIN,
    Attempt,
    Puzzle,
    find_puzzle,
    made,
    of_the_day,
    puzzle_id,
    puzzles,
    read,
    record_of,
    theme_name,
    themes,
    ways,
    write,
)

EVERY_GAME = pytest.mark.parametrize("game_id", agon.game_ids())
SAMPLE = 9  # of so many puzzles, one is looked at closely in make test
SEARCHED = 12_000  # iterations of each of the two searches behind a shipped puzzle, at least
QUICK = Effort(glance=100, second=200, large=600, budgets=(30, 100), margin=0.15)


def all_of(game_id: str) -> tuple[Puzzle, ...]:
    return puzzles(agon.game(game_id))


def check_answer(puzzle: Puzzle) -> None:
    """The answer is right, and so is every other way to begin; the tempting ones are wrong."""
    game = agon.game(puzzle.game)
    attempt = Attempt(game, puzzle, puzzle.answer.line)
    assert attempt.plies == list(puzzle.answer.line) and attempt.verdict().kind == RIGHT
    for first in puzzle.answer.firsts:
        assert Attempt(game, puzzle, [first]).verdict().kind in (RIGHT, ON)
    for wrong in puzzle.refuted:
        verdict = Attempt(game, puzzle, [wrong.action]).verdict()
        assert verdict.kind == WRONG and verdict.refuted == wrong


def check_proof(puzzle: Puzzle) -> None:
    """Every way to play the turn was tried: these first actions win, and no other."""
    game = agon.game(puzzle.game)
    found = ways(Attempt(game, puzzle).state)
    assert found is not None
    assert sorted(game.space.text(action) for action in found) == sorted(puzzle.answer.firsts)


def check_words(puzzle: Puzzle) -> None:
    """Everything that is said is said in both languages."""
    game = agon.game(puzzle.game)
    said = []
    for lang in ("en", "de"):
        wrong = [s for r in puzzle.refuted for s in refutation(game, puzzle, [r.action], r, lang)]
        reasons = [f"{r.text} {r.more}" for r in why(game, puzzle, lang)]
        rows = [row.label for row in listed(game, puzzle, lang)]
        about = [theme_name(game, theme, lang) for theme in themes(game, puzzle)]
        texts = [*task(game, puzzle, lang), *wrong, *reasons, *rows, *about]
        assert all(text.strip() and "{" not in text for text in texts)
        said.append([*texts, also_right(game, puzzle, lang), in_the_game(puzzle, lang)])
    assert said[0] != said[1] and said[0][0] != said[1][0]
    assert Attempt(game, puzzle).seen().scene("de").svg()


def main_knows(command: str) -> bool:
    """Whether the terminal understands a command of puzzles, and would search as much as was searched."""
    wish = parser().parse_args(command.split()[1:])
    return bool(wish.command == "puzzles" and wish.iterations >= SEARCHED)


@EVERY_GAME
def test_every_game_has_sixty_puzzles_and_says_how_they_were_made(game_id: str) -> None:
    found = all_of(game_id)
    assert len(found) >= 60 and len({p.id for p in found}) == len(found)
    source = made(agon.game(game_id))
    assert {"command", "made", "records", "searched", "margin", "exact"} <= set(source)
    assert main_knows(source["command"]), "the command that is named exists"
    assert [p.rating for p in found] == sorted(p.rating for p in found)
    assert {p.grade for p in found} <= {name for _, name in GRADES}


@EVERY_GAME
def test_every_ply_of_a_puzzle_is_legal_and_a_seat_decides_at_its_end(game_id: str) -> None:
    game = agon.game(game_id)
    for puzzle in all_of(game_id):
        assert puzzle.id == puzzle_id(game_id, puzzle.seats, puzzle.plies)
        state = game.start(puzzle.seats, game.settings({}))
        for text in puzzle.plies:
            action = game.space.parse(text)
            assert state.is_legal(action), (puzzle.id, text)
            state.apply(action)
        legal = {game.space.text(action) for action in state.legal()} if state.actor() > CHANCE else set()
        listed_too = {r.action for r in puzzle.refuted} | {r.action for r in puzzle.rivals}
        named = {puzzle.answer.line[0], *puzzle.answer.firsts, *listed_too}
        assert named <= legal and puzzle.answer.line[0] in puzzle.answer.firsts
        assert not set(puzzle.answer.firsts) & {r.action for r in puzzle.refuted}
        assert 0 < len(puzzle.answer.firsts) < len(legal) and puzzle.refuted


def check_game(puzzle: Puzzle) -> None:
    """The game behind a puzzle was played on as it says there, to its end where that is known."""
    record = record_of(agon.game(puzzle.game), puzzle)
    again = Record.parse(record.text())
    state = again.start()
    for ply in again.plies:
        action = again.game.space.parse(ply.text)
        assert state.is_legal(action), (puzzle.id, ply.text)
        state.apply(action)
    assert not puzzle.after or (state.actor() == OVER and puzzle.after[0] == puzzle.played)
    assert not puzzle.after or len(puzzle.players) == puzzle.seats


@EVERY_GAME
def test_the_game_behind_a_puzzle_is_kept_to_its_end(game_id: str) -> None:
    found = all_of(game_id)
    for puzzle in found[::SAMPLE]:
        check_game(puzzle)
    assert sum(bool(p.after) for p in found) >= 0.7 * len(found), "of a few only the position is known"


@EVERY_GAME
def test_the_answer_of_a_puzzle_is_clearly_better_than_the_rest(game_id: str) -> None:
    least = made(agon.game(game_id))["margin"]
    for puzzle in all_of(game_id):
        if puzzle.kind == WIN:
            assert puzzle.answer.worth == 1.0 and puzzle.margin > 0.05
        else:
            assert puzzle.margin > least - 0.02, puzzle.id


@EVERY_GAME
def test_a_sample_of_the_puzzles_is_solved_proven_and_said(game_id: str) -> None:
    found = all_of(game_id)
    for puzzle in [*found[::SAMPLE], *[p for p in found if p.is_exact][:2]]:
        check_answer(puzzle)
        check_words(puzzle)
        if puzzle.is_exact:
            check_proof(puzzle)


@pytest.mark.soak
@EVERY_GAME
def test_every_puzzle_is_solved_proven_and_said(game_id: str) -> None:
    for puzzle in all_of(game_id):
        check_game(puzzle)
        check_answer(puzzle)
        check_words(puzzle)
        if puzzle.is_exact:
            check_proof(puzzle)
        else:
            state = Attempt(agon.game(game_id), puzzle).state
            seen = state.observe(state.actor())
            played = GreedyBot().choose(seen, state.legal(), Random(0))
            assert agon.game(game_id).space.text(played) not in puzzle.answer.firsts


def exact() -> Puzzle:
    return next(p for p in all_of("attika") if p.is_exact and len(p.answer.line) > 3)


def test_a_line_that_can_still_win_goes_on_and_one_that_cannot_is_wrong() -> None:
    puzzle, game = exact(), agon.game("attika")
    attempt = Attempt(game, puzzle)
    for text in puzzle.answer.line[:-1]:
        assert attempt.play(text) is None
        assert attempt.verdict().kind == ON and attempt.is_open()
    assert attempt.play(puzzle.answer.line[-1]) is None
    assert attempt.verdict().kind == RIGHT and not attempt.is_open()
    wrong = Attempt(game, puzzle, [puzzle.refuted[0].action])
    assert wrong.verdict().kind == WRONG


def test_what_the_rules_forbid_is_refused_with_their_own_sentence() -> None:
    puzzle, game = exact(), agon.game("attika")
    attempt = Attempt(game, puzzle)
    forbidden = next(a for a in range(len(game.space)) if a not in attempt.state.legal())
    refused = attempt.play(game.space.text(forbidden))
    assert refused is not None and refused.kind == REFUSED and refused.text is not None and "§" in refused.text["de"]
    assert attempt.plies == []


def test_the_puzzle_of_the_day_is_one_a_day_and_goes_through_all_games() -> None:
    games = [agon.game(game_id) for game_id in agon.game_ids()]
    days = [date(2026, 11, 16) + timedelta(days=n) for n in range(8)]
    chosen = [of_the_day(games, day) for day in days]
    assert [p.id for p in chosen] == [of_the_day(games, day).id for day in days]
    assert {p.game for p in chosen[:4]} == set(agon.game_ids())
    assert len({p.id for p in chosen}) == 8


def test_a_puzzle_that_does_not_exist_is_refused_with_a_sentence() -> None:
    with pytest.raises(AgonError, match='no puzzle "nowhere"'):
        find_puzzle([agon.game("attika")], "nowhere")


@pytest.mark.parametrize(
    "text", ["", "{}", '{"agon puzzles": 2}', '{"agon puzzles": 1, "source": {}, "puzzles": [{}]}']
)
def test_a_broken_file_of_puzzles_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadPack, match=r"puzzles"):
        read(text)


def test_puzzles_are_read_as_they_were_written() -> None:
    found = all_of("hellas_2016")
    assert read(write(found, {"made": "today"})) == ({"made": "today"}, found)


# ---- mining ----


def solved(puzzle: Puzzle) -> Record:
    """The game up to the puzzle, and its answer."""
    players = ("hard",) * puzzle.seats
    return record_of(agon.game(puzzle.game), replace(puzzle, after=puzzle.answer.line, players=players))


def test_a_win_within_the_turn_is_found_and_proven() -> None:
    puzzle = exact()
    found = next(mine(solved(puzzle), "here", QUICK, only={len(puzzle.plies)}))
    assert (found.kind, found.id, found.answer.firsts) == (WIN, puzzle.id, puzzle.answer.firsts)
    assert found.refuted and not {r.action for r in found.refuted} & set(found.answer.firsts)


def test_a_decision_where_nothing_is_clearly_best_is_no_puzzle() -> None:
    record = solved(exact())
    assert list(mine(record, "here", QUICK, only=range(20, 40))) == []


def test_the_best_action_is_found_from_two_seeds_in_records_of_a_folder(tmp_path: Path) -> None:
    searched = [p for p in all_of("hellas_2016") if p.needs <= 30 and not p.is_exact]
    puzzle = max(searched, key=lambda p: p.margin)
    record = solved(puzzle)
    record.players = ["hard", "Lena"]
    record.write(tmp_path / "one.agon")
    (found,) = mine(record, "one", QUICK, only={len(puzzle.plies)})
    assert found.answer.firsts == puzzle.answer.firsts and found.played == puzzle.answer.line[0]
    assert (found.after, found.players) == (puzzle.answer.line, ("hard", "a person"))
    mined = mine_folder(agon.game("hellas_2016"), tmp_path, replace(QUICK, glance=60), 2)
    assert puzzle.id in [p.id for p in mined.puzzles] and mined.records == "1 game of hard, a person"
    with pytest.raises(AgonError, match="no records of hellas_2016"):
        mine_folder(agon.game("hellas_2016"), tmp_path, QUICK, seats=4)


def test_a_puzzle_is_looked_at_again_and_dropped_where_it_is_not_found(tmp_path: Path) -> None:
    puzzle = replace(exact(), played="", after=())  # as of a position whose game nobody knows
    (again,) = mine_again([puzzle], QUICK)
    assert again.played == ""
    assert (again.id, again.kind, again.answer.firsts, again.source) == (
        puzzle.id, puzzle.kind, puzzle.answer.firsts, puzzle.source,
    )  # fmt: skip
    searched = next(p for p in all_of("hellas_2016") if not p.is_exact and p.after)
    (whole,) = mine_again([searched], replace(QUICK, large=2000, margin=0.05))
    assert (whole.after, whole.players, whole.played) == (searched.after, searched.players, searched.played)
    assert mine_again([searched], replace(QUICK, margin=0.99)) == ()
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(write([puzzle], {"records": "1 game of hard, hard"}), "utf-8")
    quick = ["--iterations", "400", "--margin", "0.1", "--workers", "1"]
    assert main(["puzzles", "attika", "--again", str(before), "--out", str(after), *quick]) == 0
    source, kept = read(after.read_text("utf-8"))
    assert [p.id for p in kept] == [puzzle.id] and source["records"] == "1 game of hard, hard"
    assert parser().parse_args(source["command"].split()[1:]).again == before


def test_the_command_writes_the_puzzles_of_a_folder_with_how_they_were_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [exact(), *all_of("hellas_2016")[:3]]
    given: list[object] = []

    def found(*asked: object) -> Mined:
        given.extend(asked)
        return Mined(tuple(rows), "2 games of hard, hard")

    monkeypatch.setattr("agon.learncli.mine_folder", found)
    out = tmp_path / "out.json"
    wish = ["--records", str(tmp_path), "--iterations", "400", "--margin", "0.1", "--workers", "1", "--seats", "2"]
    assert main(["puzzles", "attika", "--out", str(out), *wish, "--best", "2"]) == 0
    assert given[1:5] == [tmp_path, Effort(large=400, margin=0.1), 2, 1]
    source, kept = read(out.read_text("utf-8"))
    assert kept == best_of(rows, 2) and len(kept) == 2 and source["records"] == "2 games of hard, hard"
    assert parser().parse_args(source["command"].split()[1:]).best == 2
    assert "2 puzzles, " in capsys.readouterr().out


def test_the_best_puzzles_are_the_proven_ones_and_then_the_clearest() -> None:
    rows = all_of("hellas_2016")
    proven = sum(p.is_exact for p in rows)
    kept = best_of(rows, proven + 3)
    clear = sorted((p.margin for p in rows if not p.is_exact), reverse=True)
    assert [p.is_exact for p in kept].count(True) == proven
    assert sorted((p.margin for p in kept if not p.is_exact), reverse=True) == clear[:3]
    assert [p.rating for p in kept] == sorted(p.rating for p in kept)
