"""The pages of the puzzles: solved, failed, shown, rated once; the day, the streak, the next one."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine
from starlette.requests import Request

import agon
from agon.play.lessons import lessons
from agon.play.puzzles import Puzzle, of_the_day, puzzles
from agon.web.models import Base
from agon.web.passing import pass_on
from agon.web.progress import Remembered, streak
from agon.web.puzzlepage import chosen, next_puzzle, of_the_run
from agon.web.puzzling import today
from agon.web.scholars import MIDDLE, Scholars
from agon.web.store import Store
from tests.web.support import client_at, lots_registered, named, run

FORM = {"content-type": "application/x-www-form-urlencoded", "origin": "http://agon.test"}
GAMES = [agon.game(game_id) for game_id in agon.game_ids()]


def searched(game_id: str = "hellas_2016") -> Puzzle:
    return next(p for p in puzzles(agon.game(game_id)) if not p.is_exact)


def exact() -> Puzzle:
    return next(p for p in puzzles(agon.game("attika")) if p.is_exact and len(p.answer.line) > 3)


async def post(client: httpx.AsyncClient, puzzle: Puzzle, **fields: str | list[str]) -> str:
    answer = await client.post(f"/puzzles/{puzzle.id}", data=fields, headers=FORM)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_searched_puzzle_is_undone_failed_left_open_and_solved_without_rating(tmp_path: Path, lang: str) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            puzzle = searched()
            page = (await client.get(f"/puzzles/{puzzle.id}?lang={lang}")).text
            assert 'name="final"' not in page and "puzzle__w" not in page
            assert {"en": "Your answer", "de": "Deine Antwort"}[lang] in page  # how it goes, until one has answered
            wrong, right = puzzle.refuted[0].action, puzzle.answer.line[0]
            page = await post(client, puzzle, say=wrong)
            assert 'name="final"' in page and 'name="undo"' in page and "verdict" not in page
            page = await post(client, puzzle, ply=[wrong], undo="yes")
            assert 'name="final"' not in page
            page = await post(client, puzzle, ply=[wrong], final="yes")
            assert "puzzle__v--wrong" in page and re.search(r"1500 → <strong>1\d\d\d</strong> \(−\d+\)", page)
            assert {"en": "The position stays open", "de": "Die Stellung bleibt offen"}[lang] in page
            page = await post(client, puzzle, ply=[right], final="yes")
            assert "puzzle__v--right" in page and "→ <strong>" not in page
            assert {"en": "Why it is best", "de": "Warum das am besten ist"}[lang] in page and "§" in page

    run(story())


def test_an_exact_puzzle_is_judged_by_its_end_and_marked_as_proven(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            puzzle = exact()
            page = ""
            for n, text in enumerate(puzzle.answer.line):
                page = await post(client, puzzle, ply=list(puzzle.answer.line[:n]), say=text)
                assert ("puzzle__v--right" in page) == (n == len(puzzle.answer.line) - 1)
            assert "exact: every way to play this turn was tried" in page and "(+" in page
            page = await post(client, puzzle, say="castle")
            assert "puzzle__v--refused" in page
            forbidden = "place Z9" if puzzle.answer.line[0].startswith("build") else "finish"
            assert "puzzle__v--refused" in await post(client, puzzle, say=forbidden) or forbidden == "finish"

    run(story())


def test_the_solution_that_is_shown_counts_as_not_solved(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            page = await post(client, searched(), show="yes")
            assert "puzzle__v--shown" in page and "(-" in page and "What the search thought" in page
            page = (await client.get("/puzzles")).text
            assert "solved: 0 / " in page

    run(story())


def test_the_puzzle_of_the_day_is_the_same_for_all_and_counts_for_the_streak(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            puzzle = of_the_day(GAMES, datetime.now(UTC).date())
            page = (await client.get("/puzzles/daily")).text
            assert f"/puzzles/{'daily'}" in page and 'class="now"' in page
            answer = await client.post("/puzzles/daily", data={"show": "yes"}, headers=FORM)
            assert answer.status_code == 200 and 'class="no"' in answer.text
            assert puzzle.game in answer.text

    run(story())


def test_the_time_of_a_solution_is_told_and_the_median_of_all_who_found_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 1_800_000_000
    monkeypatch.setattr("agon.web.puzzling.time", lambda: moment)
    puzzle = searched()

    async def solved_after(client: httpx.AsyncClient, seconds: int, action: str) -> str:
        nonlocal moment
        client.cookies.clear()
        page = (await client.get(f"/puzzles/{puzzle.id}")).text
        began = re.search(r'name="began" value="(\d+)"', page)
        assert began is not None
        page = await post(client, puzzle, say=action, began=began[1])
        assert f'name="began" value="{began[1]}"' in page, "the clock runs on"
        moment += seconds
        return await post(client, puzzle, ply=[action], final="yes", began=began[1])

    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            right, wrong = puzzle.answer.line[0], puzzle.refuted[0].action
            page = await solved_after(client, 47, right)
            assert "Solved in 0:47" in page and "Median time 0:47" in page
            assert "Solved in" not in await solved_after(client, 5, wrong)
            assert "Solved in" not in await solved_after(client, 90_000, right), "it was put aside"
            page = await solved_after(client, 107, right)
            assert "Solved in 1:47" in page and "Solved at once by 75 % of the 4" in page and "Median time 1:17" in page
            for nonsense in ("x", "-5", "99999999999999999999"):
                client.cookies.clear()
                assert "Solved in" not in await post(client, puzzle, ply=[right], final="yes", began=nonsense)

    run(story())


def test_the_game_a_puzzle_comes_from_opens_where_it_arose_and_is_one_table_for_all(tmp_path: Path) -> None:
    puzzle = next(p for p in puzzles(agon.game("hellas_2016")) if p.after)

    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            link = f"/puzzles/{puzzle.id}/game"
            assert link not in (await client.get(f"/puzzles/{puzzle.id}")).text, "it tells what was played"
            assert link in await post(client, puzzle, show="yes")
            there = (await client.get(link)).headers["location"]
            assert there.endswith(f"/replay?ply={len(puzzle.plies)}")
            page = (await client.get(there)).text
            assert f'data-ply="{len(puzzle.plies)}"' in page
            assert f'data-plies="{len(puzzle.plies) + len(puzzle.after)}"' in page
            client.cookies.clear()
            assert (await client.get(link)).headers["location"] == there
            table = there.split("/")[2]
            assert table not in (await client.get("/")).text and table not in (await client.get("/watch")).text
            assert (await client.get("/puzzles/nowhere/game")).status_code == 404

    run(story())


def test_two_who_open_the_same_game_at_once_find_one_table(tmp_path: Path) -> None:
    puzzle = searched()

    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            await client.get("/puzzles")
            both = await asyncio.gather(*(client.get(f"/puzzles/{puzzle.id}/game") for _ in range(4)))
            assert len({answer.headers["location"] for answer in both}) == 1

    run(story())


def test_from_my_games_leads_to_what_cost_most_in_the_last_one(tmp_path: Path) -> None:
    async def story() -> None:
        with lots_registered():
            async with client_at(tmp_path, pages=True) as client:
                await led_to_my_games(client)

    run(story())


async def led_to_my_games(client: httpx.AsyncClient) -> None:
    assert 'href="/puzzles/mine"' in (await client.get("/puzzles/daily")).text
    assert (await client.get("/puzzles/mine")).headers["location"] == "/#finished"
    table = await played_out(client)
    assert (await client.get("/puzzles/mine")).headers["location"] == f"/tables/{table}/replay#analysis"


async def played_out(client: httpx.AsyncClient) -> str:
    """A game against a bot, played to its end by the first action each time."""
    origin = {"origin": "http://agon.test"}
    wish = {"game": "lots", "seats": ["me", "random"]}
    table = str((await client.post("/api/tables", json=wish, headers=origin)).json()["id"])
    while True:
        seen = (await client.get(f"/api/tables/{table}/observation")).json()
        if seen["over"]:
            return table
        if seen["actor"] == 0:
            say = {"ply": seen["ply"], "action": seen["legal"][0]["action"]}
            await client.post(f"/api/tables/{table}/plies", json=say, headers=origin)
        else:
            await asyncio.sleep(0.005)


def asked_at(zone: str) -> date:
    cookie = [(b"cookie", f"agon_zone={zone}".encode())] if zone else []
    return today(Request({"type": "http", "headers": cookie}))


def test_the_day_is_that_of_the_person_as_the_browser_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Clock:
            return cls(2026, 11, 16, 22, 30, tzinfo=tz)

    monkeypatch.setattr("agon.web.puzzling.datetime", Clock)
    assert asked_at("") == asked_at("60") == asked_at("-300") == date(2026, 11, 16)
    assert asked_at("120") == date(2026, 11, 17), "in Athens the next day has begun"
    for nonsense in ("x", "9000", "-9000", "1e9", "99999999999999999999"):
        assert asked_at(nonsense) == date(2026, 11, 16), nonsense


def test_days_in_a_row_forgive_one_that_was_missed_but_not_two_in_a_week() -> None:
    day = date(2026, 11, 16)

    def row(text: str) -> dict[date, bool]:
        return {day - timedelta(days=n): c == "x" for n, c in enumerate(reversed(text)) if c != "."}

    assert streak({}, day) == 0
    assert streak(row("xxx"), day) == 3
    assert streak(row("xxx."), day) == 3, "today is not over yet"
    assert streak(row("xx.xx"), day) == 4
    assert streak(row("xxoxx"), day) == 4
    assert streak(row("x..xx"), day) == 2
    assert streak(row("xx.xx.xx"), day) == 4
    assert streak(row("x.xxxxxx.x"), day) == 8


def test_a_streak_has_three_lives_and_gets_harder(tmp_path: Path) -> None:
    assert [of_the_run(n, 3).rating for n in range(10)] == sorted(of_the_run(n, 3).rating for n in range(10))
    assert of_the_run(0, 3) != of_the_run(1, 3) != of_the_run(1, 2)

    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            there = (await client.get("/puzzles/streak")).headers["location"]
            puzzle = of_the_run(0, 3)
            assert there == f"/puzzles/{puzzle.id}?lives=3&run=0"
            page = (await client.get(there)).text
            assert "Lives: 3" in page
            page = await post(client, puzzle, show="yes", lives="3", run="0")
            assert "Lives: 2" in page and "/puzzles/streak?lives=2&amp;run=0" in page
            page = await post(client, puzzle, show="yes", lives="2", run="0", counted="yes")
            assert "Lives: 2" in page, "each puzzle counts once"
            page = await post(client, puzzle, show="yes", lives="1", run="4")
            assert "All three lives are gone. Solved in this run: 4." in page

    run(story())


def test_the_next_puzzle_is_one_not_tried_near_ones_rating_of_the_game_and_theme_asked(tmp_path: Path) -> None:
    found = next_puzzle(None, [], "attika", "win")
    assert found is not None and found.game == "attika" and found.is_exact
    assert {p.game for p in chosen()} == set(agon.game_ids())

    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            first = (await client.get("/puzzles/next?game=attika&theme=win")).headers["location"]
            assert first == f"/puzzles/{found.id}?game=attika&theme=win"
            page = await post(client, found, show="yes", game="attika", theme="win")
            assert "/puzzles/next?game=attika&amp;theme=win" in page
            assert (await client.get("/puzzles/next?game=attika&theme=win")).headers["location"] != first
            assert (await client.get("/puzzles/next?theme=nonsense")).headers["location"] == "/puzzles"

    run(story())


def test_nonsense_at_the_puzzles_is_a_sentence_or_a_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            for path in ("/puzzles/nowhere", "/puzzles/%00", f"/puzzles/{'x' * 300}"):
                answer = await client.get(path)
                assert 400 <= answer.status_code < 500 and "Traceback" not in answer.text
            for fields in ({"ply": ["castle"] * 50}, {"lives": "x", "run": "-3"}, {"final": "yes"}, {"undo": "yes"}):
                assert await post(client, searched(), **fields)

    run(story())


# ---- keeping ----


def test_ratings_of_person_and_puzzle_move_together_by_the_first_try_only(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 'a.db'}")
        kept = Scholars(store)
        assert await kept.rating("lena") is None
        first = await kept.tried("lena", "p1", "attika", 1600.0, True)
        after = await kept.rating("lena")
        assert after is not None and after.rating == first.after > MIDDLE == first.before and after.tries == 1
        assert await kept.puzzle_rating("p1", 1600.0) < 1600.0
        assert await kept.tried("lena", "p1", "attika", 1600.0, False) == first
        await kept.tried("max", "p1", "attika", 1600.0, False)
        assert (await kept.share("p1")).people == 2 and (await kept.share("p1")).solved == 1
        worse = await kept.rating("max")
        assert worse is not None and worse.rating < MIDDLE and worse.spread < 417
        store.close()

    run(story())


def test_what_a_guest_has_learnt_moves_to_the_name_it_is_kept_under(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 'a.db'}")
        kept = Scholars(store)
        await kept.learn("guest", {"attika": {1, 2}})
        await kept.learn("lena", {"attika": {2}})
        await kept.miss("guest", "attika", 3, 1)
        await kept.tried("guest", "p1", "attika", 1500.0, True)
        await kept.solve_day("guest", date(2026, 11, 16), True)
        await store.write(lambda connection: pass_on(connection, "guest", "lena", "Lena"))
        assert await kept.learnt("lena") == {"attika": {1, 2}} and await kept.learnt("guest") == {}
        assert await kept.missed("lena") == {("attika", 3, 1)}
        assert [t.puzzle for t in await kept.tries("lena")] == ["p1"]
        assert await kept.days("lena") == {date(2026, 11, 16): True}
        found = await kept.rating("lena")
        assert found is not None and found.rating > MIDDLE and await kept.rating("guest") is None
        store.close()

    run(story())


def test_progress_in_memory_keeps_the_same_without_ratings() -> None:
    async def story() -> None:
        kept = Remembered()
        await kept.learn("lena", {"attika": {1}})
        await kept.miss("lena", "attika", 1, 2)
        await kept.amend("lena", "attika", 1, 2)
        first = await kept.tried("lena", "p1", "attika", 1500.0, True)
        assert await kept.tried("lena", "p1", "attika", 1500.0, False) == first
        assert (await kept.learnt("lena"), await kept.missed("lena")) == ({"attika": {1}}, set())
        assert (await kept.share("p1")).solved == 1 and await kept.rating("lena") is None

    run(story())


def test_the_tables_of_progress_are_those_of_the_migration(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.db'}")
    made = create_engine(f"sqlite:///{tmp_path / 'b.db'}")
    Base.metadata.create_all(made)
    for name in ("learnt", "missed", "tries", "days", "skills", "grades"):
        with store.engine.connect() as ours, made.connect() as theirs:
            columns = [[tuple(r)[1:4] for r in c.exec_driver_sql(f"PRAGMA table_info({name})")] for c in (ours, theirs)]
        assert columns[0] == columns[1] != [], name
    store.close()
    made.dispose()


def test_programs_are_told_the_same_of_lessons_and_puzzles(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            me = await named(client, "Program")
            step = lessons(agon.game("hellas_2016"))[2].steps[1]
            path = "/api/learn/hellas_2016/3/2"
            told = (await client.post(path, json={"say": "house A1"}, headers=me)).json()
            assert told["kind"] == "wrong" and told["lit"] and not told["accepted"]
            told = (await client.post(f"{path}?lang=de", json={"say": step.solution[0]}, headers=me)).json()
            assert told["accepted"] and told["text"] == step.right["de"]
            assert (await client.post(path, json={"say": "castle"}, headers=me)).status_code == 422
            assert (await client.post("/api/learn/chess/1/1", json={"say": "x"}, headers=me)).status_code == 404
            puzzle = searched()
            shown = (await client.get(f"/api/puzzles/{puzzle.id}", headers=me)).json()
            assert shown["id"] == puzzle.id and puzzle.answer.line[0] in shown["legal"] and "plies" not in shown
            wrong = {"plies": [puzzle.refuted[0].action]}
            told = (await client.post(f"/api/puzzles/{puzzle.id}", json=wrong, headers=me)).json()
            assert told["kind"] == "wrong" and "then" in told["text"]
            right = {"plies": list(puzzle.answer.line)}
            assert (await client.post(f"/api/puzzles/{puzzle.id}", json=right, headers=me)).json()["accepted"]
            assert (await client.get("/api/puzzles/daily", headers=me)).json()["id"]
            assert (await client.get("/api/puzzles/nowhere", headers=me)).status_code == 404
            broken = await client.post(f"/api/puzzles/{puzzle.id}", json={"plies": ["castle"]}, headers=me)
            assert broken.status_code == 422

    run(story())
