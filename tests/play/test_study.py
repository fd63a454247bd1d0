"""Bots against themselves: what they expected and what happened, what seats are worth, and the ladder of the levels."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

import agon
from agon.bots import LEVELS
from agon.bots.calm import calm_at
from agon.cli import main
from agon.core.errors import AgonError
from agon.play import ladder, study, study_report
from agon.play.series import go_on, lines
from agon.play.study import Studied, Told
from agon.play.wins import is_a_test, keeps, mined


def made_up(number: int, chance: float, won: bool, clock: float = 0.5) -> Studied:
    """A game in which the first seat was given a chance once."""
    told = Told(int(100 * clock), clock, [chance, 1.0 - chance], [0.5, 0.5])
    scores = [{"city": 7 if won else 2, "total": 7}, {"city": 4, "total": 4}]
    return Studied(number, 100, 1, [1, 2] if won else [2, 1], scores, [told])


GAMES = [made_up(n, 0.9, n // 2 % 4 < 3, 0.1 + 0.01 * (n % 80)) for n in range(400)]  # 90 % was told, 75 % happened


def test_what_was_expected_is_set_against_what_happened() -> None:
    whole = [kind for kind in study.reliability(GAMES) if kind.third < 0]
    assert [(kind.tenth, kind.count) for kind in whole] == [(0, 400), (9, 400)]
    assert whole[-1].expected == pytest.approx(0.9) and whole[-1].happened == pytest.approx(0.75)
    assert study.worst(whole, 100) == pytest.approx(0.15)
    assert study.worst(whole, 1000) == 0.0


def test_the_numbers_that_calm_a_search_are_learnt_from_its_games() -> None:
    rows = study.calmed(GAMES)
    assert [row[0] for row in rows] == pytest.approx([0.23, 0.5, 0.76])  # one for each third
    assert [calm_at(rows, clock).told(0.9) for clock in (0.2, 0.5, 0.8)] == pytest.approx([0.75] * 3, abs=0.05)
    assert study.worst(study.reliability(study.crossed(GAMES)), 100) < 0.05
    assert study.reliability(study.with_calm(GAMES, [])) == study.reliability(GAMES)


def test_it_is_told_how_much_too_sure_a_search_was() -> None:
    """90 % was told and 75 % happened: half the logit would have been right."""
    found = study.sureness(GAMES)
    assert found is not None
    slope, low, high = found
    assert slope == pytest.approx(0.5, abs=0.01) and 0.3 < low < slope < high < 0.7
    honest = [made_up(n, 0.75, n // 2 % 4 < 3) for n in range(400)]
    assert (study.sureness(honest) or [0.0])[0] == pytest.approx(1.0, abs=0.01)
    thrice = [replace(game, told=game.told * 3) for game in GAMES]  # the same games, and no more to be learnt from
    assert study.sureness(thrice) == pytest.approx((slope, low, high))
    timid = [made_up(n, 0.6, n // 2 % 4 < 3) for n in range(400)]
    assert (study.sureness(timid) or [0.0] * 3)[1] > 1.5
    assert study.sureness([made_up(0, 0.5, True)]) is None


def test_where_only_the_first_counts_losing_is_told_as_what_it_is() -> None:
    """Three seats: the first was told four fifths of the victory, and won three games in five; the others share a place
    behind, which is a quarter."""
    games = []
    for n in range(600):
        winner = 0 if n // 2 % 5 < 3 else 1 + n // 10 % 2
        places = [1 if seat == winner else 2 for seat in range(3)]
        games.append(Studied(n, 100, 1, places, [], [Told(50, 0.5, [0.85, 0.15, 0.5], [0.5, 0.5, 0.5])]))
    assert study.floor_of(games) == 0.25 and study.floor_of(GAMES) == 0.0
    assert study.floor_of([replace(games[0], places=[1, 1, 1])]) == 0.0
    (row,) = study.calmed(games)
    told = study.with_calm(games, [row])[0].told[0].search
    assert told[1] == 0.25  # nobody can expect less
    assert told[0] == pytest.approx(0.25 + 0.75 * 0.6, abs=0.06) and told[2] == pytest.approx(0.5)


def test_each_third_of_a_game_is_calmed_by_itself() -> None:
    """At the beginning nothing is known, at the end what is told is so."""
    games = [made_up(n, 0.9, n // 3 % (2 if n % 3 == 0 else 10) > 0, 0.1 + 0.4 * (n % 3)) for n in range(3000)]
    rows = study.calmed(games)
    assert [calm_at(rows, clock).told(0.9) for clock in (0.1, 0.9)] == pytest.approx([0.5, 0.9], abs=0.08)


def test_many_games_are_calmed_by_smaller_parts_than_thirds() -> None:
    """In the first tenth of the game nothing is known, right after it what is told is so: a third would mix the two."""
    games = [
        made_up(n, 0.9, n // 10 % (2 if n % 10 == 0 else 10) > 0, 0.05 + 0.1 * (n % 10)) for n in range(8 * study.A_ROW)
    ]
    rows = study.calmed(games)
    assert len(rows) == study.MOST_ROWS
    told = [calm_at(rows, clock).told(0.9) for clock in (0.05, 0.25, 0.95)]
    assert told == pytest.approx([0.5, 0.9, 0.9], abs=0.08)


def test_a_system_of_equations_is_solved() -> None:
    assert study.solved([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1.0, 3.0])


def test_thirds_are_read_off_the_clock_whichever_way_it_runs() -> None:
    parts = study.stages(GAMES)
    assert [study.third(c, parts) for c in (0.1, 0.5, 0.88)] == [0, 1, 2]
    assert [study.third(c, (*parts[:2], False)) for c in (0.1, 0.5, 0.88)] == [2, 1, 0]


def test_seats_turns_ways_and_points_are_counted() -> None:
    games = [made_up(0, 0.5, True), made_up(1, 0.5, False)]
    assert study.wins_by_seat(games[:1], False) == [1.0, 0.0]
    assert study.wins_by_seat(games[:1], True) == [0.0, 1.0]  # the second seat had begun
    assert study.points(games)["city"] == ((7 + 4) / 2, (4 + 2) / 2)
    assert study.ways(games) == {"city": 1.0}
    assert study.lead({"buildings": 20, "link": 10, "total": 30}, [{"buildings": 25, "link": 0}]) == "link"


def test_a_study_is_kept_gone_on_with_told_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "hellas_2016", "--seats", "2", "--bot", "ismcts:iterations=2", "--workers", "1"]
    files = ["--out", str(tmp_path / "s"), "--json", str(tmp_path / "s.json"), "--svg", str(tmp_path / "s.svg")]
    assert main([*words, "--games", "1", *files]) == 0
    kept = (tmp_path / "s" / "games.jsonl").read_text("utf-8")
    assert main([*words, "--games", "2", *files]) == 0
    assert (tmp_path / "s" / "games.jsonl").read_text("utf-8").startswith(kept)
    assert "2 games of ismcts:iterations=2 against itself" in capsys.readouterr().out
    told = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert told["games"] == 2 and sum(row[0] for row in told["wins by seat"]) == pytest.approx(1.0)
    assert "<svg" in (tmp_path / "s.svg").read_text("utf-8")
    game = study.studied("hellas_2016", 2, "ismcts:iterations=2", 0, study.KEPT, (), 0)
    assert json.loads(kept) == asdict(game)
    assert study_report.share(0.5, 10)[0] == 0.5


def test_a_study_is_of_a_search() -> None:
    with pytest.raises(AgonError, match="greedy"):
        study.studied("hellas_2016", 2, "greedy", 0, study.KEPT, (), 0)


def test_searches_are_asked_about_games_they_did_not_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "hellas_2016", "--seats", "2", "--bot", "ismcts:iterations=2", "--workers", "1", "--games", "1"]
    asking = ["--kept", "2", "--ask", "3", "12", "--out", str(tmp_path), "--json", str(tmp_path / "s.json")]
    assert main([*words, *asking, "--svg", str(tmp_path / "s.svg")]) == 0
    assert "asked, 12 iterations" in capsys.readouterr().out
    assert "12 iterations" in (tmp_path / "s.svg").read_text("utf-8")
    told = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert set(told["asked"]) == {"3", "12"} and told["command"].endswith("--kept 2 --ask 3 12")
    game = study.read(lines(tmp_path / "games.jsonl")[0])
    assert [sorted(t.asked) for t in game.told] == [["12", "3"]] * 2 and game.told[0].asked["3"] != game.told[0].search
    games = [replace(g, told=[replace(t, asked={"1000": t.search, "10": [0.6, 0.4]}) for t in g.told]) for g in GAMES]
    assert study.budgets(games) == ["10", "1000"]
    assert study.budgets([*games, GAMES[0]]) == study.budgets([]) == []  # one that was played before anybody asked
    assert study.calmed(study.longest(games)) == study.calmed(GAMES)  # the longest is the nearest to what is told
    assert study.worst(study.reliability(study.told_by(study.crossed(games), "1000")), 100) < 0.05


# ---- the ladder ----


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_rung_meets_the_next_in_every_seating_and_both_fill_the_other_seats_in_turns(seats: int) -> None:
    groups = [ladder.group(seats, number) for number in range(2 * len(ladder.MEETINGS) * seats)]
    assert {tuple(sorted(set(group))) for group in groups} == set(ladder.MEETINGS)
    assert sorted(groups[0]) == sorted(groups[seats - 1])
    for one, other in ladder.MEETINGS:
        alone = [(group.count(one), group.index(one)) for group in groups if set(group) == {one, other}]
        assert {seat for count, seat in alone if count == 1} == set(range(seats))
        assert {count for count, _ in alone} == {1, seats - 1}


def test_a_step_is_what_a_level_wins_of_the_one_below_it() -> None:
    assert ladder.ahead(ladder.Climb(0, [4, 2, 2], [2, 1, 3]), 4, 2) == 0.5
    assert ladder.ahead(ladder.Climb(0, [2, 4, 4], [1, 1, 3]), 4, 2) == 0.25
    climbs = [ladder.Climb(n, [4, 2], [1, 2] if n % 5 else [2, 1]) for n in range(50)]
    climbs += [ladder.Climb(n, [5, 4], [1, 2] if n % 2 else [2, 1]) for n in range(50)]
    hard, expert = ladder.strides(climbs)
    assert (hard.level, hard.below, hard.games, hard.share) == ("hard", "medium", 50, 0.8) and hard.is_clear()
    assert expert.level == "expert" and expert.low < 0.5 < expert.high and not expert.is_clear()


def test_where_only_the_first_counts_a_step_is_told_by_victories() -> None:
    """Four seats that are equally strong: alone a level wins a quarter, and three quarters where three are of it."""
    alone = [ladder.Climb(n, [4, 2, 2, 2], [1, 2, 2, 2] if n % 4 == 0 else [2, 1, 2, 2]) for n in range(40)]
    many = [ladder.Climb(n, [2, 4, 4, 4], [1, 2, 2, 2] if n % 4 == 0 else [2, 1, 2, 2]) for n in range(8)]
    (step,) = ladder.strides(alone + many)
    assert (step.games, step.share) == (48, 0.5) and not step.is_clear()
    shared = ladder.Climb(0, [4, 2, 2, 2], [1, 1, 2, 2])
    assert ladder.won(shared, 4) == 0.5
    better = [replace(one, places=[1, 2, 2, 2] if one.number % 2 == 0 else one.places) for one in alone]
    best = [replace(one, places=[2, 1, 2, 2]) for one in many]
    assert ladder.strides(better + best)[0].share == 0.75
    ranked = ladder.Climb(0, [5, 3, 3, 3], [1, 2, 3, 4])  # a game in which all places count: then the pairs do
    assert ladder.strides([*better, *best, ranked])[0].share == pytest.approx(2 / 3)


def test_who_wins_more_stands_higher_and_the_mark_stays_where_it_is(tmp_path: Path) -> None:
    climbs = [ladder.Climb(n, [4, 3] if n % 2 else [2, 4], [1, 2] if n % 2 else [2, 1]) for n in range(40)]
    found = {rating.bot: rating for rating in ladder.rated("attika", 2, 60, climbs)}
    assert found[ladder.MARK].mu == ladder.MARKED
    assert found["hard"].mu > found[ladder.MARK].mu and found["hard"].mu > found["medium"].mu
    low, high = found["hard"].interval()
    assert low < found["hard"].mu < high and found["hard"].games == 40
    assert found["hard"].played == "ismcts:iterations=60" and found["expert"].played == "ismcts:iterations=300"
    file = tmp_path / "ratings.json"
    for _ in range(2):
        ladder.merged(file, list(found.values()), ladder.strides(climbs), "a test")
    (table,) = json.loads(file.read_text("utf-8"))["tables"]
    assert [(step["level"], step["games"]) for step in table["steps"]] == [("hard", 20)]


def test_the_ladder_is_climbed_by_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "hellas_2016", "--seats", "2", "--games", "2", "--iterations", "1", "--workers", "1"]
    assert main([*words, "--out", str(tmp_path), "--ratings", str(tmp_path / "ratings.json")]) == 0
    assert "easy over random" in capsys.readouterr().out
    assert lines(tmp_path / "games.jsonl")[0]["number"] == 0


def test_every_level_has_a_rating_at_every_table() -> None:
    known = ladder.ratings()
    for game_id in agon.game_ids():
        for seats in agon.game(game_id).seats:
            for bot in (*LEVELS, ladder.MARK):
                assert known[game_id, seats, bot].games > 0


def test_a_series_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    one = partial(made_up, chance=0.5, won=True)
    assert len(list(go_on(file, 2, 1, one))) == 2
    file.write_text(file.read_text("utf-8") + '{"number": 2, "pl', "utf-8")
    assert len(list(go_on(file, 4, 1, one))) == 2
    assert [line["number"] for line in lines(file)] == [0, 1, 2, 3]


# ---- wins on the table ----


@pytest.mark.soak
def test_a_mined_position_holds_a_win_that_can_be_thrown_away() -> None:
    found = next(m for n in range(40) if (m := mined("hellas_2002", 2, ["medium"], 3, n)).plies)
    state = agon.game("hellas_2002").new(2, **agon.game("hellas_2002").settings({}))
    for action in found.plies:
        state.apply(action)
    legal = state.legal()
    kept = [keeps(state, action) for action in legal]
    assert any(kept) and not all(kept)
    assert is_a_test(state, legal, Random(1))
    assert found.found["medium"]


def test_a_win_that_the_others_can_only_answer_counts_as_begun() -> None:
    """In this game the last stone wins, and the other seat still has a turn: every level was said to miss it."""
    assert mined("hellas_2016", 2, ["medium"], 31, 21).found == {"medium": True}
