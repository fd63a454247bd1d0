"""Looking back at a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import agon
from agon.cli import main
from agon.core.errors import AgonError
from agon.core.record import Record
from agon.core.state import CHANCE
from agon.play.analysis import Analysis, Judged, analyze, judge_plies, summary
from agon.play.analysis_report import page, plot


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyze(agon.match("hellas_2016", ["greedy", "random"], seed=3), iterations=40)


def test_every_ply_is_judged(found: Analysis) -> None:
    assert [p.ply for p in found.plies] == list(range(1, len(found.record.plies) + 1))
    for judged in found.plies:
        assert abs(sum(judged.chances) - 1.0) < 0.02
        assert judged.cost >= 0
        if judged.actor >= 0 and len(judged.best) > 1:
            assert judged.best[0][1] >= 0


def test_the_random_seat_loses_more_by_its_decisions(found: Analysis) -> None:
    assert found.skill[1] > found.skill[0]
    assert found.worst()[0].cost >= found.worst()[-1].cost > 0


def test_luck_of_two_seats_cancels_out(found: Analysis) -> None:
    assert abs(sum(found.luck)) < 0.05
    assert 0.0 < found.luck_share() < 1.0


def test_the_same_seed_gives_the_same_analysis() -> None:
    record = agon.match("hellas_2016", ["random", "random"], seed=4)
    one, two = (analyze(record, iterations=5, seed=1) for _ in range(2))
    assert one.plies == two.plies


def test_a_game_looked_at_piece_by_piece_is_the_same_game(found: Analysis) -> None:
    """So that a server may let bots decide in between, and a page agrees with the command."""
    pieces: list[Judged] = []
    while len(pieces) < len(found.record.plies):
        for judged, _ in zip(judge_plies(found.record, len(pieces), found.iterations), range(7), strict=False):
            pieces.append(judged)
    assert pieces == found.plies


def test_chances_are_told_for_every_position(found: Analysis) -> None:
    chances = found.chances()
    assert len(chances) == len(found.record.plies) + 1
    assert chances[-1] == ([1.0, 0.0] if found.record.result == [1, 2] else [0.0, 1.0])
    for judged in found.plies:
        if judged.is_searched:
            assert chances[judged.ply - 1] == judged.chances
        else:
            assert chances[judged.ply - 1] == chances[judged.ply]
    best = {p.ply: p.best[0][1] for p in found.plies if p.is_searched}
    assert all(found.plies[ply - 1].chances[found.plies[ply - 1].actor] == worth for ply, worth in best.items())


def test_the_action_played_is_never_worth_more_than_the_best_and_costs_the_difference(found: Analysis) -> None:
    for judged in found.plies:
        if judged.is_searched and judged.text == judged.best[0][0]:
            assert judged.cost == 0
        assert judged.cost <= 1


def test_a_draw_with_one_outcome_is_no_luck() -> None:
    """Attika: the last buildings of a stack are known before they are turned up."""
    record = agon.match("attika", ["random", "random"], seed=2)
    single = [n for n, state in enumerate(record.replay()) if state.actor() == CHANCE and len(state.legal()) == 1]
    assert single
    judged = next(judge_plies(record, single[-1], 20))
    assert judged.actor == CHANCE
    assert judged.luck == [0.0, 0.0]


def test_luck_is_measured_and_not_noise() -> None:
    """Two looks at the same draws with other dice find the same luck."""
    record = agon.match("hellas_2016", ["greedy", "random"], seed=3)
    draws = [n for n, ply in enumerate(record.plies) if ply.actor == CHANCE]
    one, two = ([next(judge_plies(record, n, 400, seed)).luck[0] for n in draws] for seed in (1, 2))
    mean = sum(one) / len(one)
    spread = sum((x - mean) ** 2 for x in one) / len(one)
    differ = sum((x - y) ** 2 for x, y in zip(one, two, strict=True)) / len(one)
    assert differ < spread / 2


def test_the_share_of_luck_counts_a_gain_once() -> None:
    record = Record("hellas_2016", 2)
    draw = Judged(1, CHANCE, "tile 1", [0.5, 0.5], luck=[0.2, -0.2])
    mistake = Judged(2, 0, "pass", [0.7, 0.3], [("take house1", 0.7)], 0.2)
    found = Analysis(record, [draw, mistake], 10)
    assert found.luck == [0.2, -0.2]
    assert found.skill == [0.2, 0.0]
    assert found.luck_share() == pytest.approx(0.5)
    assert Analysis(record, [], 10).luck_share() == 0.0


def test_an_analysis_is_kept_as_json_and_revived(found: Analysis) -> None:
    kept = json.loads(json.dumps(found.as_dict()))
    again = Analysis.from_dict(found.record, kept)
    assert again.as_dict() == found.as_dict()
    assert [(p.ply, p.actor, p.text) for p in again.plies] == [(p.ply, p.actor, p.text) for p in found.plies]
    assert [p.ply for p in again.worst()] == [p.ply for p in found.worst()]
    assert again.luck_share() == pytest.approx(found.luck_share(), abs=0.01)


def test_an_analysis_of_another_game_or_form_is_refused(found: Analysis) -> None:
    kept = found.as_dict()
    other = agon.match("hellas_2016", ["random", "random"], seed=5)
    with pytest.raises(AgonError, match="another game"):
        Analysis.from_dict(other, kept)
    with pytest.raises(AgonError, match="another version"):
        Analysis.from_dict(found.record, kept | {"format": 0})


def test_it_shows_itself(found: Analysis) -> None:
    assert "decisions that cost most" in summary(found)
    assert plot(found, "png").startswith(b"\x89PNG")
    html = page(found)
    assert "<svg" in html
    assert "Decisions that cost most" in html
    worst = found.worst()
    assert worst
    for judged in worst:
        assert f'data-still="{judged.ply - 1}"' in html
        assert f'href="#ply-{judged.ply - 1}"' in html
    film = html.index("<script>")
    assert html.rindex("data-still=") < film  # the script fills what stands before it
    assert "prefers-color-scheme:dark" in html
    assert html.count("<div class=light>") == html.count("<div class=dark>") == 1


def test_the_command_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.agon"
    agon.match("hellas_2016", ["random", "random"], seed=4).write(path)
    out = tmp_path / "a.html"
    assert main(["analyze", str(path), "--iterations", "5", "--html", str(out)]) == 0
    assert "share of luck" in capsys.readouterr().out
    assert out.read_text("utf-8").startswith("<!doctype html>")
