"""The first page: the puzzle of the day, how many people are here, and the open tables by their time."""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from datetime import date
from pathlib import Path

import pytest

from agon.play.puzzle_words import task
from agon.play.puzzles import of_the_day
from agon.web import dailycard
from agon.web.api import _stream
from agon.web.budget import LATELY, Budget
from agon.web.events import HEARTBEAT
from agon.web.lobbypage import all_games
from agon.web.puzzlepage import game_of
from tests.web.support import ANNA, BELA, Clock, hub_at, run
from tests.web.test_accounts import house
from tests.web.test_pairing import find

DAY = date(2026, 11, 16)


SAID = {"en": ("A new one each day", "Solved today", "1 in a row"), "de": ("Jeden Tag", "Heute gelöst", "1 in Folge")}


def test_the_puzzle_of_the_day_is_on_the_first_page_until_and_after_it_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dailycard, "today", lambda request: DAY)

    async def story() -> None:
        async with house(tmp_path) as found:
            device = found.device()
            who = (await device.post("/api/identity", {"name": "Anna"}))["id"]
            puzzle = of_the_day(all_games(), DAY)
            for lang, (each_day, _, _) in SAID.items():
                page = (await device.client.get(f"/?lang={lang}")).text
                assert task(game_of(puzzle), puzzle, lang)[0] in page and each_day in page
            picture = await device.client.get(re.findall(r'src="(/puzzles/[^"]+)"', page)[0])
            assert picture.status_code == 200 and picture.headers["content-type"] == "image/svg+xml"
            assert (await device.client.get("/puzzles/nothing/board.svg")).status_code == 404
            await found.app.state.progress.solve_day(who, DAY, True)
            for lang, (_, solved, in_a_row) in SAID.items():
                page = (await device.client.get(f"/?lang={lang}")).text
                assert solved in page and in_a_row in page

    run(story())


def test_people_are_here_until_they_ask_for_nothing_for_a_while() -> None:
    clock = Clock()
    budget = Budget(0.0, clock)
    budget.saw(ANNA)
    clock.forward(5.0)
    budget.heard_of(BELA.id, "", 2.0)  # another process has seen Béla
    assert budget.count_about() == 2
    clock.forward(LATELY - 5.0)
    assert budget.count_about() == 1
    clock.forward(5.0)
    assert budget.count_about() == 0
    budget.saw(BELA)
    budget.forget(BELA.id)
    assert budget.count_about() == 0


def test_whoever_listens_to_a_table_is_here_though_they_ask_for_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await hub.create(ANNA, "hellas_2016", ["me", "open"], {}, False, False)
            assert hub.budget.count_about() == 0
            stream = _stream(hub, live.id, ANNA, live.version, {}, "", 0.01, "en", lambda: None)
            async with aclosing(stream):
                assert await asyncio.wait_for(anext(stream), 30) == HEARTBEAT
                assert hub.budget.count_about() == 1

    run(story())


def test_the_first_page_counts_people_and_tells_who_waits_at_which_pace(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            me, *others = (found.device() for _ in range(3))
            alone = (await me.client.get("/?lang=en")).text
            assert "You are the only one here right now" in alone and "data-time" not in alone
            await find(others[0], "hellas_2016", "live")
            await find(others[1], "hellas_2016", "day", rated="yes")
            for other in others:
                await other.client.get("/")
            page = (await me.client.get("/?lang=en")).text
            assert "3 people here · 2 wait for a game" in page
            assert sorted(re.findall(r'data-time="(\w+)"', page)) == ["days", "live"]
            assert "3 Leute hier · 2 warten auf eine Partie" in (await me.client.get("/?lang=de")).text

    run(story())
