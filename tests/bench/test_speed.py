"""The bench measures what it says; figures are in docs/benchmarks.md, not in tests."""

from __future__ import annotations

import agon
from agon.bench import work
from agon.bench.speed import Ratio, as_json, measure, table


def test_every_quantity_is_measured_for_every_game() -> None:
    ratios = measure(agon.games(), rounds=1, seconds=0.01)
    assert {r.game_id for r in ratios} == set(agon.games())
    assert {r.quantity for r in ratios} == {
        "decisions/s from Python",
        "playouts, plies/s",
        "clones/s",
        "search simulations/s",
    }
    assert all(r.ours > 0 for r in ratios)
    assert "Agon runs" in table(ratios)
    assert as_json(ratios)["ratios"]


def test_work_counts_units_a_second() -> None:
    rate = work.rate(lambda: 10)(0.01)
    assert rate > 1000


def test_a_middle_position_is_in_the_middle() -> None:
    for game_id in agon.games():
        game = agon.game(game_id)
        assert work.middle(game, game.seats[0]).actor() >= 0


def test_a_ratio_says_ours_over_theirs() -> None:
    row = Ratio("decisions/s from Python", "attika", 2, "catanatron", 200.0, 10.0, 20.0, 19.0, 21.0)
    assert "x20.0" in table([row])
