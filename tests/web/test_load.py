"""Many tables at once on one loop: every game ends, every order is kept, listeners see versions only grow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from agon.core.errors import AgonError
from agon.web.bench import check_all_went_on, measure
from tests.web.support import ANNA, GAME, PromptBots, hub_at, lots_registered, run, served, settled

TABLES = 24


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


async def person(web: httpx.AsyncClient, name: str) -> dict[str, str]:
    answer = await web.post("/api/identity", json={"name": name, "bearer": True})
    return {"authorization": f"Bearer {answer.json()['token']}"}


async def play(web: httpx.AsyncClient, path: str, headers: dict[str, str], rng: Random) -> int:
    """Play at one table to the end, sometimes with an old ply or an impossible action; returns the moves made."""
    moves = 0
    while True:
        seen = (await web.get(f"{path}/observation", headers=headers)).json()
        if seen["over"]:
            return moves
        if not seen["legal"]:
            await asyncio.sleep(0.005)
            continue
        wrong = rng.random()
        move = {"ply": seen["ply"] - (wrong < 0.1), "action": rng.choice(seen["legal"])["action"]}
        answer = await web.post(f"{path}/plies", json=move, headers=headers)
        assert answer.status_code == (409 if wrong < 0.1 else 200), answer.text
        moves += answer.status_code == 200


async def watch(web: httpx.AsyncClient, path: str) -> list[int]:
    versions: list[int] = []
    async with web.stream("GET", f"{path}/events") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                event = json.loads(line[6:])
                versions.append(event["version"])
                if event["over"]:
                    return versions
    raise AssertionError("the stream ended before the game")


def test_many_tables_of_people_are_played_at_once(tmp_path: Path) -> None:
    async def story(address: str) -> None:
        limits = httpx.Limits(max_connections=4 * TABLES)
        async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as web:
            anna, bela = await person(web, "Anna"), await person(web, "Béla")
            work = []
            for n in range(TABLES):
                wish = {"game": "lots", "seats": ["me", "open"]}
                table = (await web.post("/api/tables", json=wish, headers=anna)).json()["id"]
                await web.post(f"/api/tables/{table}/seats", headers=bela)
                path = f"/api/tables/{table}"
                work += [play(web, path, who, Random(n)) for who in (anna, bela)]
                work.append(watch(web, path))  # type: ignore[arg-type]
            results = await asyncio.gather(*work)
            for anna_moves, bela_moves, versions in zip(results[::3], results[1::3], results[2::3], strict=True):
                assert (anna_moves, bela_moves) == (1, 1)
                assert versions == sorted(set(versions))  # type: ignore[call-overload]

    with served(tmp_path) as (address, _):
        run(story(address))


def test_many_tables_of_bots_are_played_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, PromptBots(), tables_in_memory=5) as hub:
            wishes = [(GAME, 3)] * 8 + [("lots", 2)] * 30
            lives = [await hub.create(ANNA, game, ["random"] * seats, {}, False, False) for game, seats in wishes]
            watches = [hub.subscribe((await hub.get(live.id)).id) for live in lives]
            await settled(hub)
            for watch in watches:
                watch.close()
            lives = [await hub.get(live.id) for live in lives]
            assert all(live.is_over for live in lives)
            again = await hub.get(lives[0].id)
            assert again.record().text() == lives[0].record().text()

    run(story())


def test_the_bench_measures_moves_delays_and_memory() -> None:
    figures = measure(tables=2, watchers=2, seconds=2.0, rate=80.0, warm_up=0.0)
    assert figures.moves > 0
    assert len(figures.delays) >= 2 * (figures.moves - 2)
    assert len(figures.views) >= 2 * (figures.moves - 2)
    assert 0 < figures.share(0.5) <= figures.share(0.95) <= figures.share(0.95, figures.views)
    for word in (
        "2 tables",
        "moves a second",
        "95 % under",
        "of 80.0 offered",
        "view in a listener",
        "MB a table",
        "4 listeners came",
    ):
        assert word in str(figures)
    assert "All 4 listeners came at once and were listening after" in str(figures)


def test_the_bench_tells_no_figures_of_listeners_who_gave_up() -> None:
    async def story() -> None:
        listening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        check_all_went_on([listening])
        listening.set_exception(ConnectionResetError("gone"))
        with pytest.raises(AgonError, match="Somebody could not go on: ConnectionResetError: gone"):
            check_all_went_on([listening])

    run(story())


@pytest.mark.soak
def test_the_bench_measures_servers_that_share_a_database_with_workers_beside_them(postgres_database: str) -> None:
    figures = measure(4, 2, 3.0, 40.0, postgres_database, servers=2, workers=1)
    assert figures.moves > 0 and figures.delays and figures.database_cpu > 0
    assert "Servers: 2, workers: 1" in str(figures)
