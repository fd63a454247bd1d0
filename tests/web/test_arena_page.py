"""The page of the bots: a ladder with intervals, what is to be expected of any two, a match to watch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agon.play.ladder import Stride
from agon.web import arenapage
from agon.web.arenapage import Ladder, Standing, expected, ladder, values
from agon.web.ratings import Rating
from tests.web.support import client_at, run

FORM = {"content-type": "application/x-www-form-urlencoded", "origin": "http://agon.test"}
MEASURED = Ladder(
    [
        Standing("expert", Rating(32.0, 1.0, 400), "ismcts:iterations=300"),
        Standing("hard", Rating(30.5, 1.0, 400)),
        Standing("random", Rating(10.0, 1.0, 200)),
    ],
    "agon ladder attika --seats 2",
    (Stride("hard", "medium", 120, 0.71, 0.62, 0.78), Stride("expert", "hard", 40, 0.55, 0.4, 0.69)),
)


def test_whoever_is_rated_higher_is_expected_to_win_more_and_both_share_all_games() -> None:
    strong, weak = Rating(30.0, 1.0, 50), Rating(20.0, 1.0, 50)
    assert expected(strong, weak) > 0.75
    assert expected(strong, weak) + expected(weak, strong) == pytest.approx(1.0)
    assert expected(strong, strong) == pytest.approx(0.5)


def test_intervals_that_overlap_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arenapage, "ladders", lambda: {("attika", 2): MEASURED})
    shown = values(("attika", 2), "en")
    assert shown["near"] == ["Oracle", "Strategos"]
    assert [row["bot"] for row in shown["rows"]] == ["expert", "hard", "random"]
    assert shown["rows"][0]["from"] < shown["rows"][0]["at"] < shown["rows"][0]["to"]
    assert "ismcts:iterations=300" in shown["rows"][0]["what"]
    assert [[share is None for share in line] for line in shown["cross"]] == [
        [i == j for j in range(3)] for i in range(3)
    ]
    apart = Ladder([MEASURED.standings[0], MEASURED.standings[2]])
    assert apart.overlapping() is None


def test_a_table_that_nobody_has_measured_is_guessed_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arenapage, "ladders", dict)
    assert not ladder("olympos", 4).source
    assert {row.bot for row in ladder("olympos", 4).standings} >= {"random", "easy", "medium", "hard", "expert"}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_shows_the_ladder_and_a_match_of_bots_can_be_watched(
    tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arenapage, "ladders", lambda: {("attika", 2): MEASURED})

    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            page = (await client.get(f"/arena?game=attika&seats=2&lang={lang}")).text
            assert page.count('<th scope="row">') == 8
            steps = page[page.index('aria-labelledby="steps"') : page.index('aria-labelledby="cross"')]
            assert ("Strategos before Citizen" if lang == "en" else "Stratege vor Bürger") in steps
            assert "71 %" in steps and "62–78 %" in steps and "120" in steps
            assert ("thought for far less time" if lang == "en" else "viel kürzer nach") in steps
            assert steps.count("not clear yet" if lang == "en" else "noch nicht klar") == 1
            assert "agon ladder attika --seats 2" in page
            assert "agon arena attika --bots py:mine.py,expert --games 1000 --until-clear" in page
            assert re.search(r'href="/arena"[^>]*aria-current="page"|aria-current="page"[^>]*href="/arena"', page)
            unmeasured = (await client.get(f"/arena?game=olympos&seats=3&lang={lang}")).text
            assert ("guesses" if lang == "en" else "geschätzt") in unmeasured
            assert (await client.get("/arena?game=chess&seats=x")).status_code == 200
            body = "game=hellas_2016&seat=easy&seat=medium"
            answer = await client.post("/tables", content=body, headers=FORM)
            assert answer.status_code == 303, answer.text
            table = (await client.get(answer.headers["location"])).text
            assert 'id="board"' in table

    run(story())
