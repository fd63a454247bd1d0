"""Analyses of finished games: begun by a request, made in pieces behind the bots, kept, refused, given up."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config

import agon
from agon.core.record import Record
from agon.play.analysis import Judged, analyze
from agon.web.botpool import BotFailed, BotPool, Look
from agon.web.database import make_engine
from agon.web.plot import APART, HEIGHT, lines, spread
from agon.web.store import Store
from tests.web.support import GAME, Process, PromptBots, client_at, lots_registered, named, run
from tests.web.test_botpool import asked

ITERATIONS = 4  # as in support.settings


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


class Slow(PromptBots):
    """Looks at a game when it is told to; may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.looks: list[Look] = []
        self.fails = False

    async def look(self, piece: Look) -> list[Judged]:
        self.looks.append(piece)
        await self.go.wait()
        if self.fails:
            raise BotFailed("no eyes today")
        return await super().look(piece)


async def finished(client: httpx.AsyncClient, who: dict[str, str], game: str = "lots") -> str:
    """A table of bots that is over."""
    wish = {"game": game, "seats": ["random"] * (agon.game(game).seats[0] if game != "lots" else 2)}
    table = str((await client.post("/api/tables", json=wish, headers=who)).json()["id"])
    while not (await client.get(f"/api/tables/{table}")).json()["over"]:
        await asyncio.sleep(0.005)
    return table


async def until(client: httpx.AsyncClient, table: str, *stages: str) -> Any:
    """Ask about an analysis until it is so far."""
    for _ in range(2000):
        answer = (await client.get(f"/api/tables/{table}/analysis")).json()
        if answer["stage"] in stages:
            return answer
        await asyncio.sleep(0.005)
    raise AssertionError(answer)


def test_a_finished_game_is_analysed_to_its_end_and_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            anna = await named(client, "Anna")
            table = await finished(client, anna, GAME)
            path = f"/api/tables/{table}/analysis"
            assert (await client.get(path)).json()["stage"] == "none"
            begun = await client.post(path, headers=anna)
            assert begun.status_code == 202
            assert begun.json()["stage"] == "running"
            told = await until(client, table, "done")
            record = Record.parse((await client.get(f"/api/tables/{table}/record")).text)
            assert told["done"] == told["plies"] == len(record.plies)
            found = told["found"]
            expected = analyze(record, ITERATIONS)  # the command finds the same
            assert found["iterations"] == ITERATIONS
            assert found["luck_share"] == pytest.approx(expected.luck_share(), abs=0.01)
            assert found["lost"] == pytest.approx(expected.skill, abs=0.02)
            assert found["luck"] == pytest.approx(expected.luck, abs=0.02)
            assert len(found["chances"]) == len(record.plies) + 1
            assert found["chances"][-1] == pytest.approx(expected.chances()[-1])
            assert [d["ply"] for d in found["decisions"]] == [p.ply for p in expected.plies if p.is_searched]
            assert [d["ply"] for d in found["draws"]] == [p.ply for p in expected.plies if p.luck]
            assert all(d["action"] == record.plies[d["ply"] - 1].text for d in found["decisions"])
            again = await client.post(path, headers=anna)  # nothing is done twice
            assert again.json()["stage"] == "done"
            await pages_tell(client, table, expected.worst(1)[0])

    async def pages_tell(client: httpx.AsyncClient, table: str, worst: Judged) -> None:
        english = (await client.get(f"/tables/{table}/replay?lang=en")).text
        assert 'role="slider"' in english and "Chances along the game" in english
        assert "Luck made" in english and "The chances as a table" in english
        assert f'data-do="decision" data-ply="{worst.ply}"' in english
        assert "stroke-dasharray" in english and "m-owl" in english  # never colour alone
        german = (await client.get(f"/tables/{table}/analysis?lang=de&ply=7")).json()
        assert german["stage"] == "done"
        assert "Aussichten im Lauf der Partie" in german["html"] and "Gespielt" in german["html"]
        assert 'aria-valuenow="7"' in german["html"]
        ids = re.findall(r'\bid="([^"]+)"', english)
        assert len(ids) == len(set(ids))

    run(story())


def test_what_is_refused_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            anna = await named(client, "Anna")
            wish = {"game": "lots", "seats": ["me", "open"]}
            running = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            path = f"/api/tables/{running}/analysis"
            for lang, sentence in (
                ("en", "A game can be analysed once it is over."),
                ("de", "Eine Partie lässt sich auswerten, sobald sie zu Ende ist."),
            ):
                answer = await client.post(f"{path}?lang={lang}", headers=anna)
                assert (answer.status_code, answer.json()["error"]) == (409, sentence)
            assert (await client.get(path)).json() == {"stage": "none", "done": 0, "plies": 0, "found": None}
            assert (await client.post("/api/tables/nowhere/analysis", headers=anna)).status_code == 404
            over = await finished(client, anna)
            assert (await client.post(f"/api/tables/{over}/analysis")).status_code == 401
            record = (await client.get(f"/api/tables/{over}/record")).text
            cut = "\n".join(line for line in record.splitlines()[:-1] if not line.startswith(("result", "digest")))
            brought = await client.post("/api/records", json={"record": f"{cut}\n"}, headers=anna)
            assert not brought.json()["over"]
            answer = await client.post(f"/api/tables/{brought.json()['id']}/analysis", headers=anna)
            assert answer.status_code == 409
            page = (await client.get(f"/tables/{brought.json()['id']}/replay?lang=en")).text
            assert "This record can be analysed once its game is over." in page
            assert 'data-do="analyse"' not in page
            whole = await client.post("/api/records", json={"record": record}, headers=anna)
            assert (await client.post(f"/api/tables/{whole.json()['id']}/analysis", headers=anna)).status_code == 202

    run(story())


def test_games_are_analysed_one_after_the_other_and_only_so_many_wait(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Slow()
        async with client_at(tmp_path, bots, pages=True, analyses_waiting=1) as client:
            anna = await named(client, "Anna")
            tables = [await finished(client, anna) for _ in range(3)]

            async def ask(table: str) -> httpx.Response:
                return await client.post(f"/api/tables/{table}/analysis?lang=en", headers=anna)

            assert (await ask(tables[0])).json()["stage"] == "running"
            assert (await ask(tables[1])).json()["stage"] == "waiting"
            assert (await ask(tables[0])).json()["stage"] == "running"  # asked twice, done once
            full = await ask(tables[2])
            assert (full.status_code, "Many games are waiting" in full.text) == (503, True)
            waiting = (await client.get(f"/tables/{tables[1]}/analysis?lang=en")).json()
            assert "Waiting until another game is analysed" in waiting["html"]
            progress = (await client.get(f"/tables/{tables[0]}/analysis?lang=de")).json()
            assert "Halbzug 0 von 4 ist fertig" in progress["html"] and "<progress" in progress["html"]
            bots.go.set()
            for table in tables[:2]:
                await until(client, table, "done")
            firsts = [(look.record, look.first) for look in bots.looks]
            assert len(firsts) == len(set(firsts)) == 8  # two games of four plies, a piece each
            assert len({record for record, _ in firsts[:4]}) == 1
            assert (await ask(tables[2])).status_code == 202

    run(story())


def test_an_analysis_that_fails_is_told_and_can_be_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        bots = Slow()
        bots.go.set()
        bots.fails = True
        async with client_at(tmp_path, bots, pages=True) as client:
            anna = await named(client, "Anna")
            table = await finished(client, anna)
            await client.post(f"/api/tables/{table}/analysis", headers=anna)
            await until(client, table, "failed")
            page = (await client.get(f"/tables/{table}/replay?lang=en")).text
            assert "The analysis did not come to an end." in page and "Try again" in page
            assert "no eyes today" in caplog.text
            bots.fails = False
            await client.post(f"/api/tables/{table}/analysis", headers=anna)
            await until(client, table, "done")

    run(story())


def test_a_server_that_stops_forgets_an_unfinished_analysis_and_keeps_a_finished_one(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Slow()
        async with client_at(tmp_path, bots) as client:
            anna = await named(client, "Anna")
            done, undone = await finished(client, anna), await finished(client, anna)
            bots.go.set()
            await client.post(f"/api/tables/{done}/analysis", headers=anna)
            before = await until(client, done, "done")
            bots.go.clear()
            await client.post(f"/api/tables/{undone}/analysis", headers=anna)
            assert (await until(client, undone, "running"))["done"] == 0
        bots = Slow()
        async with client_at(tmp_path, bots) as client:
            assert (await client.get(f"/api/tables/{done}/analysis")).json() == before
            assert (await client.get(f"/api/tables/{undone}/analysis")).json()["stage"] == "none"
            assert bots.looks == []
            assert (await client.get(f"/api/tables/{undone}")).json()["over"]

    run(story())


def test_a_game_that_is_taken_up_again_has_no_analysis(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna, bela = await named(client, "Anna"), await named(client, "Béla")
            wish = {"game": "lots", "seats": ["me", "open"]}
            table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            path = f"/api/tables/{table}"
            await client.post(f"{path}/seats", headers=bela)
            await client.post(f"{path}/plies", json={"ply": 2, "action": "box B"}, headers=anna)
            await client.post(f"{path}/plies", json={"ply": 3, "action": "box A"}, headers=bela)
            await client.post(f"{path}/analysis", headers=anna)
            await until(client, table, "done")
            assert (await client.post(f"{path}/undo", headers=bela)).json() == {"ply": 3}
            assert (await client.get(f"{path}/analysis")).json()["stage"] == "none"
            await client.post(f"{path}/plies", json={"ply": 3, "action": "box C"}, headers=bela)
            assert (await client.get(f"{path}/analysis")).json()["stage"] == "none"
            await client.post(f"{path}/analysis", headers=anna)
            found = (await until(client, table, "done"))["found"]
            assert found["decisions"][-1]["action"] == "box C"

    run(story())


def test_analyses_are_limited_like_everything_that_costs(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, rate=1.0) as client:
            anna = await named(client, "Anna")
            table = await finished(client, anna)
            answers = [await client.post(f"/api/tables/{table}/analysis", headers=anna) for _ in range(6)]
            assert [a.status_code for a in answers[:2]] == [202, 202]
            assert answers[-1].status_code == 429
            assert (
                await client.get(f"/api/tables/{table}/analysis")
            ).status_code == 200  # asking how far it is, is free

    run(story())


# ---- in the bots' processes ----


def test_a_piece_of_an_analysis_is_made_in_a_process() -> None:
    record = agon.match(GAME, ["random", "random"], seed=3)

    async def story() -> None:
        pool = BotPool(1, 30)
        try:
            first = await pool.look(Look(record.text(), 0, ITERATIONS, 0.0))
            assert [p.ply for p in first] == [1]
            rest = await pool.look(Look(record.text(), 1, ITERATIONS, 60.0))
            assert first + rest == analyze(record, ITERATIONS).plies
            with pytest.raises(BotFailed, match="an analysis failed: BadRecord"):
                await pool.look(Look("no record\n", 0, ITERATIONS, 0.0))
        finally:
            pool.close()

    run(story())


def test_bots_come_first() -> None:
    """With one process and questions of bots waiting, a piece of an analysis is done last."""
    record = agon.match(GAME, ["random", "random"], seed=3).text()

    async def story() -> None:
        pool = BotPool(1, 30)
        order: list[str] = []

        async def note(name: str, work: Any) -> None:
            await work
            order.append(name)

        try:
            question = asked(bot="ismcts:iterations=300")  # too long for the quick process
            first = asyncio.create_task(note("first", pool.choose(question)))
            await asyncio.sleep(0)
            piece = asyncio.create_task(note("analysis", pool.look(Look(record, 0, ITERATIONS, 0.0))))
            await asyncio.sleep(0)
            moves = [asyncio.create_task(note("move", pool.choose(question))) for _ in range(3)]
            await asyncio.gather(first, piece, *moves)
            assert order == ["first", "move", "move", "move", "analysis"]
        finally:
            pool.close()

    run(story())


def test_a_killed_server_loses_its_analysis_and_nothing_else(tmp_path: Path) -> None:
    server = Process(tmp_path)
    with httpx.Client(base_url=server.address, timeout=30) as web:
        token = web.post("/api/identity", json={"name": "Anna", "bearer": True}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        record = agon.match(GAME, ["greedy", "random"], seed=3).text()
        table = web.post("/api/records", json={"record": record}, headers=headers).json()["id"]
        assert web.post(f"/api/tables/{table}/analysis", headers=headers).json()["stage"] == "running"
        kept = web.get(f"/api/tables/{table}/record").text
    server.kill()
    server = Process(tmp_path)
    try:
        with httpx.Client(base_url=server.address, timeout=30) as web:
            assert web.get(f"/api/tables/{table}/record").text == kept
            assert web.get(f"/api/tables/{table}/analysis").json()["stage"] == "none"
            assert web.post(f"/api/tables/{table}/analysis", headers=headers).json()["stage"] == "running"
    finally:
        began = time.perf_counter()
        assert server.stop() in (0, -15)
    assert time.perf_counter() - began < 5  # an analysis does not hold a server up that is told to stop
    assert "Traceback" not in (tmp_path / "server.log").read_text()


# ---- kept ----


def test_a_database_from_before_analyses_is_brought_up_to_date(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'agon.db'}"
    engine = make_engine(address)
    config = Config()
    config.set_main_option("script_location", "agon.web:migrations")
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "insert into tables values ('t1', 'anna', 1, 1, 0, '2026-11-15 12:00:00.000000', 'agon: 1')"
        )
    engine.dispose()
    store = Store(address)
    assert store.load_now("t1") is not None
    for body in ("first", "second"):  # the later takes the place of the earlier
        store.keep_analysis_now("t1", "abc", body)
    assert run(store.analysis("t1", "abc")) == "second"
    assert run(store.analysis("t1", "other")) is None
    assert run(store.analysis("t2", "abc")) is None
    store.close()


# ---- the plot ----


def test_lines_go_from_the_first_position_to_the_last() -> None:
    drawn = lines([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [1.0, 0.0]])
    assert drawn[0].path == "M0 50L2 50L3 0"
    assert drawn[1].path == "M0 50L2 50L3 100"
    assert len({line.dashes for line in lines([[0.0] * 5] * 2)}) == 5  # each line has a pattern of its own


def test_labels_keep_their_order_and_their_distance() -> None:
    for wanted in ([100.0, 0.0], [50.0, 50.0, 50.0], [100.0] * 5, [0.0] * 5, [0.0, 1.0, 99.0, 100.0]):
        placed = spread(wanted)
        assert all(0.0 <= at <= HEIGHT for at in placed)
        inorder = [placed[n] for n in sorted(range(len(wanted)), key=lambda n: wanted[n])]
        assert all(b - a >= APART - 1e-9 for a, b in pairwise(inorder))
    assert spread([100.0, 0.0]) == [100.0, 0.0]
