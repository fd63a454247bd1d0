"""The bench measures what it says; figures are in docs/benchmarks.md, not in tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import agon
from agon.bench import environments, growth, peers, work
from agon.bench.speed import QUANTITIES, Ratio, as_json, measure, table
from agon.core.game import Game


def test_every_quantity_is_measured_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "THOUGHT", 20)
    monkeypatch.setattr(
        peers, "installed", lambda packages: not packages
    )  # the peers are measured by agon bench, not here
    ratios = measure(agon.game_ids(), rounds=1, seconds=0.01)
    assert {r.game_id for r in ratios} == set(agon.game_ids())
    measured = {q.name for q in QUANTITIES if not q.needs}
    assert {r.quantity for r in ratios} == measured
    assert len(measured) == 6
    assert all(r.ours > 0 for r in ratios)
    assert "Agon runs" in table(ratios)
    assert as_json(ratios)["ratios"]


def test_environments_are_measured_against_environments_and_engines_against_engines() -> None:
    rivals = {q.name: {name for name, _, _ in q.rivals} for q in QUANTITIES}
    assert not {"pettingzoo connect_four", "rlcard gin-rummy"} & rivals["engine, decisions"]
    assert rivals["AEC environment, steps"] == {"pettingzoo connect_four"}
    assert all(
        len(line) <= 100
        for line in table([Ratio("engine, decisions", "attika", 2, "x" * 25, 1e6, 1e5, 1e3, 1, 2)]).splitlines()
    )


@pytest.mark.parametrize("make", [environments.aec, environments.single, environments.vector, environments.spiel])
def test_steps_of_environments_are_counted(make: Callable[[Game, int], work.Work]) -> None:
    for library in ("numpy", "gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(library)
    assert make(agon.game("hellas_2016"), 2)(0.01) > 100


def test_work_counts_units_a_second() -> None:
    rate = work.rate(lambda: 10)(0.01)
    assert rate > 1000


def test_a_middle_position_is_in_the_middle() -> None:
    for game_id in agon.game_ids():
        game = agon.game(game_id)
        assert work.middle(game, game.seats[0]).actor() >= 0


def test_a_ratio_says_ours_over_theirs() -> None:
    row = Ratio("engine, decisions", "attika", 2, "catanatron", 200.0, 10.0, 20.0, 19.0, 21.0)
    assert "x20.0" in table([row])


def test_growth_is_measured_for_every_game_and_number_of_seats() -> None:
    costs = growth.measure(agon.game_ids(), games=2, seconds=0.01)
    assert {(c.game_id, c.seats) for c in costs} == {(g, n) for g in agon.game_ids() for n in agon.game(g).seats}
    for part in growth.tables(costs):
        assert part[0].size < part[-1].size
        assert all(c.microseconds > 0 for c in part)
    assert "n^" in growth.text(costs)
    assert b"<svg" in growth.plot(costs)


def test_an_exponent_tells_how_fast_time_grows() -> None:
    linear = [growth.Cost("attika", 2, n, 1, 3.0 * n) for n in (1, 2, 4)]
    square = [growth.Cost("attika", 2, n, 1, 3.0 * n * n) for n in (1, 2, 4)]
    assert abs(growth.exponent(linear) - 1) < 1e-9
    assert abs(growth.exponent(square) - 2) < 1e-9


def test_a_peer_is_there_only_with_all_it_needs() -> None:
    assert peers.installed("json random")
    assert not peers.installed("json no_such_package")
