"""How a game was won, as the page of its result tells it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import agon
from agon.core.guide import Account, Count, by_points
from agon.play.table import StillTable

NAMES = ("Anna", "Béla", "Cleo", "Dora", "Emil")


@pytest.fixture(scope="module", params=agon.game_ids())
def ended(request: pytest.FixtureRequest) -> StillTable:
    game = agon.game(request.param)
    return StillTable(agon.match(game.id, ["greedy"] * game.seats[0], seed=3))


def account(table: StillTable, lang: str) -> Account:
    found = replace(table.opened(), names=NAMES[: table.record.seats]).account(lang)
    assert found is not None
    return found


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_result_says_who_won_by_what(ended: StillTable, lang: str) -> None:
    told, places = account(ended, lang), ended.opened().places()
    winners = [NAMES[seat] for seat, place in enumerate(places) if place == 1]
    if len(winners) == 1:
        assert told.title.startswith(winners[0]) and told.text.endswith(".")
        assert any(name in told.title + told.text for name in NAMES if name not in winners)


def test_what_everybody_has_adds_up(ended: StillTable) -> None:
    told = account(ended, "en")
    assert len({row.name for row in told.rows}) == len(told.rows) > 0
    assert all(len(row.by_seat) == ended.record.seats for row in (*told.rows, told.total))
    if len(told.rows) > 1:
        for seat, total in enumerate(told.total.by_seat):
            assert sum(row.by_seat[seat] for row in told.rows) == total


def test_before_the_end_nothing_is_told(ended: StillTable) -> None:
    assert ended.game.account(ended.game.new(ended.game.seats[0])) is None


def test_counts_say_how_many_there_are() -> None:
    assert Count("built", (3, 4), 10).told(1) == "4/10"
    assert Count("points", (3, 4)).told(0) == "3"


def test_the_lead_is_that_over_the_next_one_and_its_greatest_part() -> None:
    scores = [
        {"city": 4, "rings": 1, "total": 5},
        {"city": 6, "rings": 0, "total": 6},
        {"city": 1, "rings": 0, "total": 1},
    ]
    names = {"city": "cities", "rings": "rings", "total": "points"}
    points = "{n:one point|# points}", "{m:One point|# points}"
    found = by_points(scores, [2, 1, 3], NAMES, names, "en", *points)
    assert found.title == "Béla wins with 6 points"
    assert found.text == "One point more than Anna; the difference: cities."
    assert found.rows == (Count("cities", (4, 6, 1)), Count("rings", (1, 0, 0)))
    assert found.total == Count("points", (5, 6, 1))
    level = [scores[1], scores[1], scores[2]]
    assert by_points(level, [2, 1, 3], NAMES, names, "en", *points).text == "As many as Anna: the tie-break decided."
    assert by_points(level, [1, 1, 3], NAMES, names, "en", *points).title == ""
