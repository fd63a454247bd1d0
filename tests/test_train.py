"""From nothing to a mind, in small: the same seed gives the same data, and what was stopped goes on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import agon
from agon.bots.mind import inputs_of
from agon.bots.minds import read_mind
from agon.bots.quick import Course
from agon.cli import main
from agon.core.errors import AgonError
from agon.learn import fit, practice
from agon.learn import train as learning
from agon.learn.data import Work, run
from agon.learn.fit import (
    Expected,
    Sisters,
    expectations,
    fit_guide,
    fit_judge,
    guide_loss,
    judged,
    log_loss,
    shares,
)
from agon.learn.practice import foreseen

PLAN = learning.Plan("hellas_2002", 2, games=24, searches=4, iterations=6, epochs=2, gate_games=2, gate="iterations=3")


@pytest.fixture(autouse=True)
def few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "CHUNKS", 2)


@pytest.mark.soak
def test_a_mind_is_learnt_kept_and_gone_on_with(tmp_path: Path) -> None:
    ticks: list[int] = []
    learning.train(PLAN, tmp_path / "a", 1, False, lambda: ticks.append(1))
    assert len(ticks) == learning.steps(PLAN)
    first = read_mind((tmp_path / "a" / "round-1" / "mind.json").read_text("utf-8"))
    assert first.guide is not None and "strength" in first.source
    assert "gate:" in learning.report(tmp_path / "a")
    assert "<svg" in learning.plot(tmp_path / "a").read_text("utf-8")
    with pytest.raises(AgonError, match="--resume"):
        learning.train(PLAN, tmp_path / "a", 1, False)
    before = (tmp_path / "a" / "round-1" / "games-00.npz").stat().st_mtime_ns
    learning.train(PLAN, tmp_path / "a", 1, True)
    assert (tmp_path / "a" / "round-1" / "games-00.npz").stat().st_mtime_ns == before
    again = read_mind((tmp_path / "a" / "round-1" / "mind.json").read_text("utf-8"))
    assert again.hash() == first.hash()


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    kept = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        plan = learning.Plan("hellas_2002", 2, games=2)
        files = list(run(learning.works(plan, 1, folder, learning.GAMES, ""), 1))
        kept.append(np.load(files[0])["terms"])
    assert np.array_equal(kept[0], kept[1])


def test_learning_sets_right_what_a_coin_does_not_know() -> None:
    """A judge that is told who is ahead learns that who is ahead wins."""
    rng = np.random.default_rng(1)
    terms = rng.random((600, 2 * 3 + 1))
    rewards = np.stack([terms[:, 0] > terms[:, 3], terms[:, 0] < terms[:, 3]], 1).astype(np.float32)
    model = fit_judge(terms, rewards, [3, 1], 4, 800)
    assert log_loss(judged(model, terms, 2, [3, 1]), rewards) < 0.4


def test_a_judge_learns_from_what_searches_expected_where_results_say_nothing() -> None:
    """Of three seats the one that moved is told what it may expect; what was tried too seldom is not believed."""
    rng = np.random.default_rng(3)
    terms = rng.random((600, 3 * 3 + 1))
    even = np.full((600, 3), 0.5, np.float32)
    who = rng.integers(0, 3, 600)
    own = terms[:, [0, 3, 6]]
    worths = (own[np.arange(600), who] > np.median(own, 1)).astype(np.float32)
    seen = Expected(terms, who, worths, np.where(np.arange(600) < 500, 20.0, 1.0))
    assert len(seen) == 500
    model = fit_judge(terms, even, [3, 1], 4, 800, expected=seen)
    outputs = judged(model, terms, 3, [3, 1])
    best = outputs[np.arange(600), who] > np.median(outputs, 1)
    assert (best == (worths > 0.5)).mean() > 0.75


def test_what_was_learnt_with_other_seats_is_where_learning_begins(tmp_path: Path) -> None:
    """The inputs of a seat are the same for every number of seats."""
    file = tmp_path / "mind.json"
    game = agon.game("attika")
    file.write_text(game.mind_text(2), "utf-8")
    shape = game.new(3).shape()
    old = learning.beginning(learning.Plan("attika", 3, start=str(file)), shape)
    assert old is not None
    terms = np.random.default_rng(1).random((40, 3 * shape[0] + shape[1]))
    rewards = np.tile(np.array([1.0, 0.5, 0.0], np.float32), (40, 1))
    kept = fit_judge(terms, rewards, shape, 4, 0, start=old.judge)
    assert kept.weights().numbers == pytest.approx(old.judge.numbers)
    with pytest.raises(AgonError, match="attika"):
        learning.beginning(learning.Plan("olympos", 3, start=str(file)), agon.game("olympos").new(3).shape())


def test_a_guide_learns_which_of_its_sisters_is_followed() -> None:
    rng = np.random.default_rng(2)
    rows = rng.random((400, 8)).astype(np.float32)
    firsts = np.arange(0, 401, 4)
    visits = np.where(rows[:, 2] == np.repeat(np.maximum.reduceat(rows[:, 2], firsts[:-1]), 4), 9.0, 1.0)
    sisters = Sisters(rows, visits, firsts)
    before = guide_loss(np.zeros(400), sisters)
    model = fit_guide(sisters, [3, 1], 4, 80, 0.0)
    after = guide_loss(model.forward(rows)[0], sisters)
    assert after[0] < before[0] and after[1] > 0.8
    assert shares(np.zeros(8), np.array([0, 4])).sum() == pytest.approx(2.0)


def test_the_slope_of_what_is_expected_is_that_of_its_log_loss() -> None:
    rng = np.random.default_rng(4)
    outputs, targets, weights = rng.normal(size=(5, 3)), rng.random((5, 3)), rng.random((5, 3))

    def loss(at: np.ndarray) -> float:
        ahead = 1.0 / (1.0 + np.exp(at[:, None, :] - at[:, :, None]))
        p = (ahead.sum(2) - 0.5) / 2
        return float(-(weights * (targets * np.log(p) + (1.0 - targets) * np.log(1.0 - p))).sum())

    slope = expectations(outputs, targets, weights)
    for place in np.ndindex(5, 3):
        aside = np.zeros((5, 3))
        aside[place] = 1e-5
        assert slope[place] == pytest.approx((loss(outputs + aside) - loss(outputs - aside)) / 2e-5, abs=1e-6)


def test_what_a_position_led_to_expect_counts_less_the_later_it_was_and_nothing_after_a_stray_ply() -> None:
    went = Course()
    went.hopes = [[0.5, 0.5], [0.6, 0.4], [0.3, 0.7], [0.8, 0.2]]
    went.strayed = [False, False, True, False]
    came = foreseen(went, [1.0, 0.0], 0.9)
    assert came[3] == [1.0, 0.0]  # the end
    assert came[2] == pytest.approx([0.1 * 0.8 + 0.9 * 1.0, 0.1 * 0.2])
    assert came[1] == [0.3, 0.7]  # what strayed there says nothing of it
    assert came[0] == pytest.approx([0.1 * 0.6 + 0.9 * 0.3, 0.1 * 0.4 + 0.9 * 0.7])


def test_practice_goes_on_where_it_was_stopped_and_learns_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three rounds at once, or the last one on another day; what is no longer learnt from is not kept."""
    monkeypatch.setattr(practice, "STEPS", 3)
    monkeypatch.setattr(learning, "WINDOW", 2)
    monkeypatch.setattr(learning, "SHOWN", 2)
    start = tmp_path / "start.json"
    start.write_text(agon.game("hellas_2002").mind_text(2), "utf-8")
    plan = learning.Plan(
        "hellas_2002", 2, practice=3, practice_games=2, searches=4, epochs=1, gate_games=0, start=str(start)
    )
    ticks: list[int] = []
    first = learning.train(plan, tmp_path / "a", 1, False, lambda: ticks.append(1))
    assert first is not None and len(ticks) == learning.steps(plan)
    here = tmp_path / "a" / "round-1"
    assert not list(here.glob("games-*")) and not list(here.glob("practice-001-*.npz"))
    kept = json.loads((here / "practice.json").read_text("utf-8"))
    assert [told["practice"] for told in kept] == [1, 2, 3]
    assert all(told["wins against value"] in (0.0, 0.5, 1.0) for told in kept)
    (here / "practice.json").write_text(json.dumps(kept[:2]), "utf-8")
    again = learning.train(plan, tmp_path / "a", 1, True)
    assert again is not None and again.hash() == first.hash()
    assert first.guide is not None and again.guide == first.guide and first.source["judge"]["practice"] == 3
    assert "--practice 3" in first.source["data"] and "start.json" in first.source["data"]
    assert first.judge.numbers != read_mind(start.read_text("utf-8")).judge.numbers


def test_a_guide_learns_what_each_action_promises_by_a_judge_that_has_practised(tmp_path: Path) -> None:
    file = tmp_path / "mind.json"
    judge = read_mind(agon.game("hellas_2002").mind_text(2))
    judge.guide, judge.sharp = None, practice.SHARP
    file.write_text(judge.text(), "utf-8")
    work = Work("hellas_2002", 2, "1", 2, 0, str(file), tmp_path / "glances-00.npz")
    told = practice.glances(work)
    firsts = told["firsts"]
    assert len(firsts) > 4 and (np.diff(firsts) >= 2).all() and firsts[-1] == len(told["sisters"])
    best = np.maximum.reduceat(told["visits"], firsts[:-1])
    assert (best <= 1.0).all() and best.mean() > 0.9  # the best may have ended the game
    shape = agon.game("hellas_2002").new(2).shape()
    rows = fit.turned(told["sisters"], 2, shape, told["who"])
    model = fit.Model(inputs_of(shape), 8, 1, judge.judge)
    others = fit.turned(told["sisters"], 2, shape, 1 - told["who"])
    ahead = practice.SHARP * (model.forward(rows)[0] - model.forward(others)[0])
    assert np.abs(fit.shares(ahead, firsts[:-1]) - Sisters(rows, told["visits"], firsts).target).max() < 0.1


def test_words_that_do_not_go_together_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["train", "attika", "--seats", "2", "--out", str(tmp_path / "x")]
    assert main([*words, "--glance"]) == 2
    assert "--glance goes with --practice" in capsys.readouterr().err
    assert main([*words, "--mixed", "--practice", "1"]) == 2
    assert "--mixed does not go with --practice" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_game_without_terms_cannot_be_learnt(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["train", "no_such_game", "--seats", "2", "--out", str(tmp_path / "x")]) == 2
    assert "no_such_game" in capsys.readouterr().err
