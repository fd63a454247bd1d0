"""The learning example: what it reads, what it exports, how it plays. Only training itself needs PyTorch."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from examples.learn import bot as bot_file
from examples.learn import selfplay
from examples.learn.bot import SHIPPED, Encoder, Ending, LearntBot, Network
from examples.learn.train import Fit, chosen, fit, main, plot, verdict, won

import agon
from agon.bots import make_bot
from agon.bots.greedy import GreedyBot
from agon.core.errors import AgonError
from agon.core.state import State
from agon.play.arena import Plan, Played, local_engine
from agon.play.tally import wilson

ROOT = Path(__file__).parent.parent
GAME = agon.game("hellas_2016")
NAMES = ("marble", "income", "stones")
NO_TORCH = "PyTorch is not installed (pip install 'agon[learn]'), so nothing is trained here"


def states(seed: int = 3) -> list[State]:
    return list(agon.match(GAME, ["greedy", "greedy"], seed=seed).replay())


def one_layer(weights: list[float], bias: float) -> Network:
    """A network without a hidden layer: a weighted sum, easy to follow."""
    n = len(weights)
    column = np.array(weights, np.float32).reshape(n, 1)
    zero, one = np.zeros(n, np.float32), np.ones(n, np.float32)
    return Network(GAME.id, 2, NAMES, zero, one, (column,), (np.array([bias], np.float32),))


def deep(seed: int = 1) -> Network:
    """Random weights in two hidden layers."""
    dice = np.random.default_rng(seed)
    sizes = (Encoder(GAME, 2, NAMES).size, 8, 4, 1)
    weights = tuple(dice.normal(0, 1, pair).astype(np.float32) for pair in pairwise(sizes))
    biases = tuple(dice.normal(0, 1, size).astype(np.float32) for size in sizes[1:])
    mean, scale = dice.normal(0, 1, (2, sizes[0])).astype(np.float32)
    return Network(GAME.id, 2, NAMES, mean, np.abs(scale) + 1, weights, biases)


# ---- what it reads ----


def test_a_row_is_features_points_and_value_with_the_own_seat_first() -> None:
    encoder = Encoder(GAME, 2, NAMES)
    state = states()[80]
    for me in (0, 1):
        features, scores = GAME.features(state, me), GAME.scores(state)
        expected = features["marble"] + features["income"] + features["stones"]
        expected += [p / 10 for seat in (me, 1 - me) for p in scores[seat].values()]
        assert encoder.row(state, me, 7.0) == [*expected, 0.7]
        assert len(expected) + 1 == encoder.size == 6 + 12 + 1
    assert encoder.row(state, 0, 0.0) != encoder.row(state, 1, 0.0)
    assert encoder.value(np.array([encoder.row(state, 0, 7.0)], np.float32)).tolist() == [7.0]


def test_a_row_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(AgonError, match="hellas_2016 has no features horses; it has houses,"):
        Encoder(GAME, 2, ("marble", "horses"))


def test_no_board_is_read_cell_by_cell() -> None:
    names = chosen(GAME.id, 2)
    assert {"marble", "columns", "bar", "phase"} <= set(names)
    assert not {"houses", "free", "stack"} & set(names)
    assert Network.read(SHIPPED).names == names


# ---- the file ----


def test_a_network_computes_what_a_reader_of_the_page_would() -> None:
    network = deep()
    row = [float(x) for x in np.random.default_rng(2).normal(0, 1, network.mean.size)]
    x = [(a - float(m)) / float(s) for a, m, s in zip(row, network.mean, network.scale, strict=True)]
    for i, (weights, bias) in enumerate(zip(network.weights, network.biases, strict=True)):
        x = [sum(a * float(w) for a, w in zip(x, column, strict=True)) for column in weights.T]
        x = [a + float(b) for a, b in zip(x, bias, strict=True)]
        x = x if i == 2 else [max(0.0, a) for a in x]
    assert network(np.array([row, row], np.float32)).tolist() == pytest.approx([x[0], x[0]], rel=1e-4)


def test_a_network_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    network = deep()
    network.write(tmp_path / "net.npz")
    read = Network.read(tmp_path / "net.npz")
    rows = np.random.default_rng(3).normal(0, 1, (5, network.mean.size)).astype(np.float32)
    assert (read.game, read.seats, read.names) == (network.game, 2, NAMES)
    assert read(rows).tolist() == network(rows).tolist()


def test_a_file_that_is_no_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(AgonError, match="There is no network"):
        Network.read(tmp_path / "nowhere.npz")
    for name, content in (("text.npz", b"hello"), ("empty.npz", b""), ("cut.npz", SHIPPED.read_bytes()[:9000])):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(AgonError, match="is not a network of this bot"):
            Network.read(tmp_path / name)
    np.savez(tmp_path / "part.npz", format=np.array(1))
    with pytest.raises(AgonError, match="is not a network of this bot"):
        Network.read(tmp_path / "part.npz")
    np.savez(tmp_path / "later.npz", format=np.array(2))
    with pytest.raises(AgonError, match="has format 2, this bot reads 1"):
        Network.read(tmp_path / "later.npz")


# ---- the bot ----


def test_untaught_it_judges_as_greedy_does() -> None:
    """Where nothing is drawn, the best action has the worth that the built-in bot gives it."""
    learnt, greedy = LearntBot(Network.untaught(GAME.id, 2, NAMES)), GreedyBot()
    compared = 0
    for state in states():
        legal = state.legal() if state.actor() >= 0 else []
        if len(legal) > 1 and all(GAME.space.verb(a).name in ("house", "palace", "square", "statue") for a in legal):
            best = learnt.advise(state, legal, Random(1))[0].worth
            assert best == pytest.approx(greedy.advise(state, legal, Random(1))[0].worth)
            compared += 1
    assert compared >= 5


def test_the_worth_of_an_action_is_value_and_correction_of_where_it_leads() -> None:
    weights = [0.0] * 19
    weights[0], weights[17] = 2.0, -3.0  # own marble, and the total of the other
    learnt = LearntBot(one_layer(weights, 0.5))
    state = next(s for s in states() if s.actor() >= 0 and GAME.space.verb(s.legal()[0]).name == "house")
    me = state.actor()
    for advice in learnt.advise(state, state.legal(), Random(1))[:5]:
        after = state.clone()
        after.apply(advice.action)
        assert after.actor() != me  # one house, then it is the other's turn
        added = 2 * GAME.features(after, me)["marble"][0] - 3 * GAME.scores(after)[1 - me]["total"] / 10 + 0.5
        assert advice.worth == pytest.approx(GAME.value(after, me) + added, abs=1e-4)


def test_what_the_network_says_changes_what_is_played() -> None:
    def marble_left(weight: float) -> int:
        learnt = LearntBot(one_layer([weight] + [0.0] * 18, 0.0))
        from agon.play.match import Luck, play_bots

        record = play_bots(GAME, [learnt, GreedyBot()], ["a", "b"], Luck("1"), Random(1), GAME.settings({}))
        return GAME.scores(record.last())[0]["marble"]

    assert marble_left(100.0) > marble_left(-100.0)


def test_nothing_is_added_once_the_game_is_over() -> None:
    learnt = LearntBot(one_layer([0.0] * 19, 5.0))
    *_, before, last = states()
    assert learnt.corrections([Ending(before, 0.0, 0.0), Ending(last, 0.0, 0.0)], 0) == [5.0, 0.0]


def test_a_network_plays_only_what_it_has_learnt() -> None:
    position = agon.Position("hellas_2016", seats=3, seed=1)
    with pytest.raises(AgonError, match="has learnt hellas_2016 for 2 seats, nothing else"):
        LearntBot(deep()).choose(position.state, position.state.legal(), Random(1))


def test_the_bot_has_a_name_for_matches_and_arenas(tmp_path: Path) -> None:
    deep().write(tmp_path / "net.npz")
    for name in (f"py:{bot_file.__file__}", f"py:{bot_file.__file__}:{tmp_path / 'net.npz'}"):
        assert make_bot(name).name == name
    with pytest.raises(AgonError, match="There is no network"):
        make_bot(f"py:{bot_file.__file__}:{tmp_path / 'nowhere.npz'}")


# ---- what it learns from ----


def test_a_game_of_self_play_depends_on_its_seed_alone() -> None:
    blank = Network.untaught(GAME.id, 2, NAMES)
    one, same, other = (selfplay.play(blank, seed) for seed in ("7", "7", "8"))
    assert one.rows.tolist() == same.rows.tolist() and one.errors.tolist() == same.errors.tolist()
    assert one.rows.shape != other.rows.shape or one.rows.tolist() != other.rows.tolist()


def test_the_error_is_what_value_lacked_of_the_margin_at_the_end() -> None:
    blank = Network.untaught(GAME.id, 2, NAMES)
    lesson = selfplay.play(blank, "7")
    encoder = Encoder(GAME, 2, NAMES)
    margins = {round(float(m)) for m in lesson.errors + encoder.value(lesson.rows)}
    assert len(margins) == 2 and sum(margins) == 0  # one seat has won by what the other has lost by
    assert lesson.rows.shape == (len(lesson.errors), encoder.size) and len(lesson.errors) > 50


def test_a_taste_is_a_liking_for_a_category_of_points() -> None:
    state = states()[-1]
    taster = selfplay.Taster(Network.untaught(GAME.id, 2, NAMES), [0.0, 1.0, 0.0, 0.0, -0.5])
    points = GAME.scores(state)[0]
    assert list(points)[1] == "temples" and list(points)[4] == "marble"
    assert taster.bonus(state, 0) == points["temples"] - 0.5 * points["marble"]


def test_nothing_is_learnt_from_nothing() -> None:
    with pytest.raises(AgonError, match="nothing to learn from"):
        selfplay.lessons([])


# ---- what it says of itself ----


def test_the_verdict_claims_what_the_interval_shows() -> None:
    assert "beats greedy without (fair is 50%)" in verdict(120, 200, 2)
    assert "loses to greedy without" in verdict(80, 200, 2)
    assert "not clear of 50%, so nothing is shown" in verdict(106, 200, 2)
    assert "beats greedy without (fair is 25%)" in verdict(80, 200, 4)


def test_a_shared_victory_is_half_a_win() -> None:
    played = Played(1, ["greedy", "x"], [1, 0], [1, 2], [], 0, [], [])
    assert won(played) == 0.0
    assert won(replace(played, places=[2, 1])) == 1.0
    assert won(replace(played, places=[1, 1])) == 0.5


def test_the_plot_shows_loss_and_wins(tmp_path: Path) -> None:
    plot(tmp_path / "plot.svg", [Fit([3.0, 2.0], [3.0, 2.5])], [(30.0, 40)], 2)
    text = (tmp_path / "plot.svg").read_text("utf-8")
    assert "<svg" in text and len(text) > 5000


def arena_of(games: int, seed: int) -> float:
    plan = Plan(GAME.id, (f"py:{bot_file.__file__}", "greedy"), games, seed)
    return sum(won(one) for one in local_engine(2)(plan, list(range(games))))


def test_the_shipped_network_wins_most_of_a_few_games() -> None:
    assert SHIPPED.stat().st_size < 300_000
    assert arena_of(16, 5) >= 10


@pytest.mark.soak
def test_the_shipped_network_beats_greedy_clear_of_half() -> None:
    assert wilson(arena_of(200, 6), 200)[0] > 0.5


def test_the_page_tells_the_size_and_the_shapes_of_what_is_shipped() -> None:
    page = (ROOT / "docs" / "learn.md").read_text("utf-8")
    network = Network.read(SHIPPED)
    for weights in network.weights:
        assert f"{weights.shape[0]} × {weights.shape[1]}" in page
    numbers = sum(w.size for w in (*network.weights, *network.biases))
    assert f"{numbers:,} weights" in page
    for name in network.names:
        assert f"`{name}`" in page
    wins, games, low, high = re.findall(r"won (\d+(?:\.5)?) of (\d+) games.*?([\d.]+) % to ([\d.]+) %", page, re.S)[0]
    interval = wilson(float(wins), int(games))
    assert (f"{interval[0]:.1%}", f"{interval[1]:.1%}") == (f"{low}%", f"{high}%")


# ---- training ----


def test_training_finds_what_value_lacks() -> None:
    pytest.importorskip("torch", reason=NO_TORCH)
    dice = np.random.default_rng(1)
    games = []
    for _ in range(40):
        rows = dice.normal(0, 1, (100, 19)).astype(np.float32)
        games.append(selfplay.Lesson(rows, 4 * np.abs(rows[:, 3]) - 2 * rows[:, 5]))
    blank = Network.untaught(GAME.id, 2, NAMES)
    network, told = fit(blank, games, seed=1, epochs=30)
    assert told.held[-1] < 0.1 * told.held[0] and len(told.held) == len(told.learnt) == 31
    held = selfplay.lessons(games[::10])
    errors = np.abs(network(held[0]) - held[1])
    loss = float(np.where(errors < 10, errors**2 / 2, 10 * (errors - 5)).mean())
    assert loss == pytest.approx(told.held[-1], rel=1e-3)  # the exported network is the trained one
    again, _ = fit(blank, games, seed=1, epochs=30)
    assert again(held[0]).tolist() == network(held[0]).tolist()


def test_the_whole_script_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", reason=NO_TORCH)
    out = tmp_path / "out"
    wish = f"--rounds 2 --games 11 --check 2 --arena 2 --out {out}".split()
    assert main(wish) == 0
    said = capsys.readouterr().out
    assert "22 games" in said and "round 2: loss" in said and "95 % interval" in said
    assert Network.read(out / "hellas_2016.npz").weights[0].shape == (70, 64)
    assert (out / "learn.svg").exists() and len(list((out / "arena" / "records").iterdir())) == 2
    assert main(wish) == 2
    assert "is not empty" in capsys.readouterr().err


def test_without_torch_the_script_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["--games", "11", "--out", str(tmp_path)]) == 2
    assert "pip install 'agon[learn]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
