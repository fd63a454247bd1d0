"""Strangers who find each other, what waits for somebody in the lobby, and games to watch."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from agon.web import pairing
from agon.web.checks import now
from agon.web.models import RatingRow
from agon.web.pairing import RANGE, WAIT
from tests.web.support import run
from tests.web.test_accounts import Device, House, house

FORM = {"content-type": "application/x-www-form-urlencoded"}


async def find(device: Device, game: str = "lots", pace: str = "live", **more: str) -> str:
    """The address of the table one is led to."""
    answer = await device.client.post("/pair", data={"game": game, "pace": pace, **more}, headers=FORM)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def rate(found: House, device: Device, points: int) -> None:
    """Somebody of this strength at the game of two seats."""
    who = (await device.post("/api/identity", {"name": f"Strength {points}"}))["id"]
    row = {"person": who, "game": "lots", "seats": 2, "mu": 25 + (points - 1500) / 40, "sigma": 1.0, "games": 30}
    await found.app.state.store.write(lambda c: c.execute(insert(RatingRow), [{**row, "updated": now()}]))


def test_two_strangers_who_want_the_same_sit_down_together(tmp_path: Path, each_database: str) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            one, two, other = (found.device() for _ in range(3))
            table = await find(one)
            assert await find(other, pace="day") != table
            assert await find(other, rated="yes") != table
            assert await find(two) == table
            seats = (await one.ask("GET", f"/api{table}"))["seats"]
            assert [seat["kind"] for seat in seats] == ["person", "person"]
            assert await find(one) != table  # it is full
            refused = await one.client.post("/pair", data={"game": "chess", "pace": "live"}, headers=FORM)
            assert refused.status_code == 422

    run(story())


def test_the_range_of_strengths_grows_while_somebody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            weak, strong = found.device(), found.device()
            await rate(found, weak, 1500)
            await rate(found, strong, 1500 + RANGE * 2)
            first = await find(weak)
            second = await find(strong)
            assert first != second
            stays = await strong.client.post(f"/pair/{second.rpartition('/')[2]}")
            assert stays.json() == {"table": second.rpartition("/")[2]}
            later = now() + timedelta(seconds=WAIT + 1)
            monkeypatch.setattr(pairing, "now", lambda: later)
            moved = await strong.client.post(f"/pair/{second.rpartition('/')[2]}")
            assert moved.json() == {"table": first.rpartition("/")[2]}
            assert (await weak.ask("GET", f"/api{first}"))["started"]
            assert not any(seat["kind"] == "person" for seat in (await weak.ask("GET", f"/api{second}"))["seats"])

    run(story())


def test_the_lobby_tells_what_waits_for_me_the_least_time_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            await lena.post("/api/identity", {"name": "Lena"})
            await mira.post("/api/identity", {"name": "Mira"})
            tables = {}
            for pace in ("", "week", "live", "day"):
                wish: dict[str, Any] = {"game": "lots", "seats": ["me", "open"], "pace": pace, "public": True}
                tables[pace] = (await lena.post("/api/tables", wish, 201))["id"]
                await mira.post(f"/api/tables/{tables[pace]}/seats")
            view = await lena.ask("GET", f"/api/tables/{tables['']}/observation")
            mover, name = (lena, "Lena") if view["actor"] == 0 else (mira, "Mira")
            page = (await mover.client.get("/")).text
            strip = page[page.index('class="turns"') : page.index('class="tongue"')]
            order = [strip.index(f'href="/tables/{tables[pace]}"') for pace in ("live", "day", "week", "")]
            assert order == sorted(order)
            assert f"Your move, {name}" in page and "4 of 4 games wait for you" in page
            waits = (await (mira if mover is lena else lena).client.get("/?lang=de")).text
            assert "Es warten auf andere" in waits
            board = await mira.client.get(f"/tables/{tables['live']}/board.svg")
            assert board.headers["content-type"].startswith("image/svg+xml")
            watcher = found.device()
            watched = (await watcher.client.get("/watch")).text
            assert sum(f'href="/tables/{table}"' in watched for table in tables.values()) == 3  # so many of one host

    run(story())
