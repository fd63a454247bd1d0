"""Looking back at a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import agon
from agon.cli import main
from agon.play.analysis import Analysis, analyze, summary
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


def test_it_shows_itself(found: Analysis) -> None:
    assert "decisions that cost most" in summary(found)
    assert plot(found, "png").startswith(b"\x89PNG")
    html = page(found)
    assert "<svg" in html
    assert "Decisions that cost most" in html


def test_the_command_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.agon"
    agon.match("hellas_2016", ["random", "random"], seed=4).write(path)
    out = tmp_path / "a.html"
    assert main(["analyze", str(path), "--iterations", "5", "--html", str(out)]) == 0
    assert "share of luck" in capsys.readouterr().out
    assert out.read_text("utf-8").startswith("<!doctype html>")
