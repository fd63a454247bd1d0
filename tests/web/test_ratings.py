"""Results and ratings: what is kept when a game ends, and what the pages about people make of it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from agon.web import accounts, ratings
from agon.web.checks import now
from agon.web.curve import curve
from agon.web.history import Game, against
from agon.web.models import RatingRow, ResultRow
from agon.web.portrait import ByGame, by_game
from agon.web.rater import Rater
from agon.web.ratings import MU, SETTLED, SIGMA, Rating, after_game, bot_rating
from tests.web.support import run
from tests.web.test_accounts import Device, House, finished_game, house


async def rated_game(one: Device, other: Device, **more: Any) -> str:
    """A rated game of two people, played to its end."""
    wish = {"game": "lots", "seats": ["me", "open"], "public": True, "rated": True, **more}
    table = str((await one.post("/api/tables", wish, 201))["id"])
    await other.post(f"/api/tables/{table}/seats")
    for _ in range(200):
        views = [await device.ask("GET", f"/api/tables/{table}/observation") for device in (one, other)]
        if views[0]["over"]:
            return table
        mover = (one, other)[views[0]["actor"]]
        action = views[views[0]["actor"]]["legal"][0]["action"]
        await mover.post(f"/api/tables/{table}/plies", {"ply": views[0]["ply"], "action": action})
    raise AssertionError("the game does not end")


async def kept_results(found: House, games: int) -> list[Any]:
    """The rows of results, once there are those of so many games."""
    for _ in range(400):
        rows = await found.app.state.store.read(lambda c: list(c.execute(select(ResultRow.__table__))))
        if len({row.table_id for row in rows}) >= games:
            return list(rows)
        await asyncio.sleep(0.01)
    raise AssertionError("the results are not kept")


def test_a_rated_game_moves_both_ratings_and_a_friendly_one_none(tmp_path: Path, each_database: str) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            await lena.keep("Lena")
            await mira.post("/api/identity", {"name": "Mira"})
            await finished_game(lena, mira)
            rows = await kept_results(found, 1)
            assert not any(row.rated for row in rows) and all(row.mu is None for row in rows)
            table = await rated_game(lena, mira)
            rows = [row for row in await kept_results(found, 2) if row.table_id == table]
            assert all(row.rated and row.opening for row in rows)
            best = min(rows, key=lambda row: row.place)
            worst = max(rows, key=lambda row: row.place)
            if best.place != worst.place:
                assert best.mu > MU > worst.mu
            assert all(row.sigma < SIGMA for row in rows)
            page = (await lena.client.get("/people/lena")).text
            assert "not settled yet: 1 of 20 games" in page and "against Mira" in page
            assert "Nobody here has kept" in (await lena.client.get("/people/Mira")).text
            assert "a guest on this device" in (await mira.client.get("/people/me")).text

    run(story())


def test_what_a_killed_server_left_undone_is_rated_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            for device, name in ((lena, "Lena"), (mira, "Mira")):
                await device.post("/api/identity", {"name": name})
            found.app.state.hub.ended = lambda: None  # as if it were killed just then
            await rated_game(lena, mira)
            raters = [Rater(found.app.state.store, 3600) for _ in range(2)]
            await asyncio.gather(*(rater.look() for rater in raters))
            rows = await kept_results(found, 1)
            assert len(rows) == 2
            games = await found.app.state.store.read(lambda c: list(c.execute(select(RatingRow.games)).scalars()))
            assert games == [1, 1]

    run(story())


def test_whoever_lets_a_bot_finish_a_rated_game_is_placed_last(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            for device, name in ((lena, "Lena"), (mira, "Mira")):
                await device.post("/api/identity", {"name": name})
            wish = {"game": "lots", "seats": ["me", "open"], "rated": True}
            table = (await lena.post("/api/tables", wish, 201))["id"]
            await mira.post(f"/api/tables/{table}/seats")
            await lena.ask("DELETE", f"/api/tables/{table}/seats/0")
            for _ in range(2000):
                view = await mira.ask("GET", f"/api/tables/{table}/observation")
                if view["over"]:
                    break
                if view["legal"]:
                    body = {"ply": view["ply"], "action": view["legal"][0]["action"]}
                    await mira.post(f"/api/tables/{table}/plies", body)
                await asyncio.sleep(0.005)
            rows = sorted(await kept_results(found, 1), key=lambda row: row.seat)
            assert rows[0].left and rows[0].place == 2 and not rows[1].left
            assert rows[0].mu < MU < rows[1].mu

    run(story())


def test_in_a_rated_game_there_are_no_hints_and_nothing_is_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena = found.device()
            await lena.post("/api/identity", {"name": "Lena"})
            wish = {"game": "lots", "seats": ["me", "random"], "rated": True, "allow_hints": True}
            table = await lena.post("/api/tables", wish, 201)
            assert not table["allow_hints"] and table["rated"]
            path = f"/api/tables/{table['id']}"
            view = await lena.ask("GET", f"{path}/observation")
            if not view["legal"]:
                return
            await lena.post(f"{path}/plies", {"ply": view["ply"], "action": view["legal"][0]["action"]})
            answer = await lena.post(f"{path}/undo", status=409)
            assert answer["error"] == "In a rated game a decision stands."
            await lena.post("/api/tables", {"game": "lots", "seats": ["me", "open"], "pace": "hasty"}, 422)

    run(story())


def test_the_leaderboard_has_only_settled_people_who_show_themselves(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            store = found.app.state.store
            for name, mu, games, shows in (("Lena", 30, SETTLED, True), ("Mira", 35, 3, True), ("Theo", 33, 40, False)):
                device = found.device()
                await device.keep(name)
                await device.post("/api/account/wishes", {"wishes": {"show_ratings": shows}})
                account = await store.read(lambda c, name=name: accounts.account_called(c, name))
                row = {"person": account.id, "game": "attika", "seats": 2, "mu": mu, "sigma": 1.0, "games": games}
                await store.write(lambda c, row=row: c.execute(insert(RatingRow), [{**row, "updated": now()}]))
            page = (await found.device().client.get("/people?game=attika&seats=2")).text
            board = page[page.index("<tbody>") :]
            assert "Lena" in board and "Mira" not in board and "Theo" not in board
            assert "Oracle" in board and "1700" in board
            german = (await found.device().client.get("/people?game=attika&seats=2&lang=de")).text
            assert "Rangliste" in german and "Orakel" in german

    run(story())


def test_a_rating_follows_the_places_and_grows_surer() -> None:
    one, two, three = after_game([Rating(), Rating(), Rating()], [1, 2, 3])
    assert one.mu > two.mu > three.mu and one.sigma < SIGMA and one.games == 1
    assert Rating(MU, 1.0).points == 1500 and Rating(MU, 1.0).margin == 78
    weak, strong = bot_rating("attika", 2, "easy"), bot_rating("attika", 2, "hard")
    assert weak.mu < strong.mu


def game_of(n: int, **more: Any) -> Game:
    made = Game(
        table_id=f"t{n}", game="attika", seats=2, seat=0, place=1, places=(1, 2), names=("Lena", "Mira"),
        people=("lena", "mira"), bots=("", ""), left=False, opening="house A1", at=now() - timedelta(days=n),
        rated=True, rating=Rating(26, 3), gain=1.0,
    )  # fmt: skip
    return replace(made, **more)


def test_results_are_counted_by_opponent_and_by_game() -> None:
    games = [
        game_of(1),
        game_of(2, place=2, places=(2, 1)),
        game_of(3, place=1, places=(1, 1), seat=0),
        game_of(4, seat=1, place=1, places=(2, 1), people=("", "lena"), bots=("hard", ""), opening="house B2"),
    ]
    assert [game.outcome for game in games] == ["won", "lost", "drawn", "won"]
    mira, bot = against(games)
    assert (mira.name, mira.won, mira.drawn, mira.lost) == ("Mira", 1, 1, 1)
    assert (bot.bot, bot.won, bot.games) == ("hard", 1, 1)
    assert by_game(games) == [ByGame(("attika", 2), 2, 1, 1)]


@pytest.mark.parametrize("count", [0, 1, 2, 500])
def test_a_curve_stays_in_its_box(count: int) -> None:
    history = [(now() + timedelta(hours=n), Rating(25 + n % 7, max(1.0, 8 - n / 10))) for n in range(count)]
    found = curve(history, [("Oracle", Rating(29, 1))])
    assert (found is None) == (count == 0)
    if found is not None:
        numbers = [float(text) for text in re.findall(r"-?\d+(?:\.\d+)?", found.line)]
        assert all(-21 <= number <= 801 for number in numbers)
        assert all(0 <= x <= 800 for x, _ in found.months) and len(found.months) <= 8
        assert ratings.points(MU) == 1500
