"""What owners ask, answered by games of bots: on the games' pages, in both languages, from data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import agon
from agon.cli import main
from agon.play import findings
from agon.play.findings import Findings

DOCS = Path(__file__).parents[2] / "docs" / "games"
EVERY = pytest.mark.parametrize("game_id", agon.game_ids())


def made_up(seats: int, *turns: list[float]) -> Findings:
    return Findings(
        seats=seats,
        games=4000,
        bot="ismcts:iterations=16",
        command="agon study",
        date="2026-11-16",
        turns=list(turns),
        ways={"rings": [0.6, 0.58, 0.62], "marble": [0.001, 0.0, 0.002]},
        points={"rings": [6.13, 1.7], "total": [36.2, -0.5]},
    )


EVEN = made_up(2, [0.51, 0.49, 0.53], [0.49, 0.47, 0.51])
FIRST = made_up(2, [0.6, 0.58, 0.62], [0.4, 0.38, 0.42])
THIRD = made_up(3, [0.3, 0.28, 0.32], [0.31, 0.29, 0.33], [0.39, 0.37, 0.41])


def test_a_turn_is_better_only_if_the_interval_says_so() -> None:
    assert [one.best() for one in (EVEN, FIRST, THIRD)] == [None, 0, 2]
    assert "no turn is seen" in findings.verdict(EVEN, "en")
    assert "60.0 %" in findings.verdict(FIRST, "en") and "50.0 %" in findings.verdict(FIRST, "en")
    assert "dritte" in findings.verdict(THIRD, "de") and "39,0 %" in findings.verdict(THIRD, "de")


def test_a_table_has_a_column_for_each_number_of_seats_and_leaves_out_what_is_rare() -> None:
    game = agon.game("hellas_2016")
    assert findings.turns([FIRST, THIRD], "en").splitlines()[-1] == "| third |  | 39.0 % (37.0–41.0) |"
    assert "marble" not in findings.ways([FIRST], game, "en")
    assert "| gesamt | 36,2 / −0,5 |" in findings.points([FIRST], game, "de")


def test_fresh_answers_stand_in_the_place_of_older_ones() -> None:
    told = json.loads(findings.merged([EVEN, THIRD], FIRST))
    assert [(one["seats"], one["turns"][0][0]) for one in told["tables"]] == [(2, 0.6), (3, 0.3)]


@EVERY
def test_every_game_tells_what_games_have_shown_in_both_languages(game_id: str) -> None:
    game = agon.game(game_id)
    texts = [findings.markdown(game, lang) for lang in ("en", "de")]
    assert texts[0].count("|") == texts[1].count("|") > 20
    for one in findings.findings(game):
        assert sum(share for share, *_ in one.turns) == pytest.approx(1.0, abs=0.001)
        assert one.games >= 200 and len(one.turns) == one.seats


@EVERY
def test_the_documentation_tells_the_same_with_its_commands(game_id: str) -> None:
    game = agon.game(game_id)
    page = (DOCS / f"{game_id}.md").read_text("utf-8")
    assert findings.markdown(game, "en") in page
    assert all(one.command in page for one in findings.findings(game))


def test_of_an_owners_components_nothing_is_known(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[deal]\nsource = 'mine'\nhands = [3, 5, 7, 9]\n", "utf-8")
    assert findings.markdown(agon.game("attika").with_pack(str(own)), "en") == ""


def test_a_study_writes_them_for_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Findings] = []
    monkeypatch.setattr(findings, "install", lambda game, fresh: kept.append(fresh))
    words = ["study", "hellas_2016", "--seats", "2", "--bot", "ismcts:iterations=2", "--games", "1", "--workers", "1"]
    assert main([*words, "--out", str(tmp_path), "--page"]) == 0
    assert kept[0].games == 1 and kept[0].tries() == 2
