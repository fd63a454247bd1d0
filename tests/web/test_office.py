"""What is for the operator alone: health and numbers."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from random import Random

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from agon.core.errors import AgonError
from agon.web import office
from agon.web.botpool import BotFailed, BotPool, Question
from agon.web.hub import Hub
from agon.web.metrics import Metrics, TimedBots
from agon.web.office import Pulse, read_token
from agon.web.security import HEADERS
from agon.web.settings import Settings
from agon.web.store import Store
from tests.web.support import GAME, PromptBots, client_at, named, run, served

TOKEN = "a token long enough"
HERE = {"host": "localhost:8000"}


def numbers(page: str) -> dict[tuple[str, ...], float]:
    """Every number of /metrics by its name and its labels' values."""
    found = [sample for family in text_string_to_metric_families(page) for sample in family.samples]
    return {(s.name, *[s.labels[key] for key in sorted(s.labels)]): s.value for s in found}


async def asked(client: httpx.AsyncClient) -> dict[tuple[str, ...], float]:
    answer = await client.get("/metrics", headers=HERE)
    assert answer.status_code == 200
    return numbers(answer.text)


@pytest.mark.parametrize("path", ["/metrics", "/health", "/health/live", "/health/ready"])
@pytest.mark.parametrize(
    ("peer", "headers", "admitted"),
    [
        ("127.0.0.1", HERE, True),
        ("::1", {"host": "[::1]:8000"}, True),
        ("203.0.113.9", HERE, False),
        ("127.0.0.1", {"host": "agon.test"}, False),  # the public name leads through a proxy
        ("127.0.0.1", {"host": "evil.test"}, False),  # DNS rebinding
        ("127.0.0.1", {**HERE, "x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {**HERE, "via": "1.1 caddy"}, False),
        ("203.0.113.9", {"authorization": f"Bearer {TOKEN}"}, True),
        ("203.0.113.9", {"authorization": f"Bearer {TOKEN}", "host": "10.0.0.1"}, True),
        ("203.0.113.9", {"authorization": "Bearer "}, False),
        ("203.0.113.9", {"authorization": f"Bearer {TOKEN}é"}, False),
    ],
)
def test_the_office_is_open_to_the_machine_itself_and_to_the_token(
    path: str, peer: str, headers: dict[str, str], admitted: bool, tmp_path: Path
) -> None:
    async def story() -> None:
        async with client_at(tmp_path, peer=peer, proxies=("192.0.2.1",), metrics_token=TOKEN) as client:
            sent = {name: value.encode("latin-1") for name, value in headers.items()}
            answer = await client.get(path, headers=sent)  # type: ignore[arg-type]
            assert answer.status_code == (200 if admitted else 403)
            for name, value in HEADERS.items():
                assert answer.headers[name] == value
            if not admitted:
                assert "whoever runs the server" in answer.json()["error"]

    run(story())


def test_without_a_token_no_token_opens_the_office(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, peer="203.0.113.9") as client:
            for shown in ("", "Bearer", "Bearer ", "Bearer None"):
                assert (await client.get("/metrics", headers={"authorization": shown})).status_code == 403

    run(story())


def test_a_named_proxys_word_counts_for_the_office_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, proxies=("127.0.0.1",)) as client:
            claimed = {**HERE, "x-forwarded-for": "203.0.113.9"}
            assert (await client.get("/health", headers=claimed)).status_code == 403

    run(story())


def test_a_token_that_could_be_guessed_is_refused() -> None:
    for token in ("short", "é" * 20):
        with pytest.raises(AgonError, match="AGON_METRICS_TOKEN has at least 16 characters"):
            read_token(token)
    assert read_token("") == ""


def test_requests_are_counted_by_route_and_status_and_name_no_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            anna = await named(client, "Anna")
            body = {"game": GAME, "seats": ["me", "open"]}
            table = (await client.post("/api/tables", json=body, headers=anna)).json()["id"]
            for _ in range(3):
                await client.get(f"/tables/{table}")
            await client.get("/tables/nowhere")
            await client.get("/nothing/here")
            await client.request("BREW", "/")
            await client.get("/", headers={"host": "evil.test"})
            found = await asked(client)
            assert found["agon_requests_total", "GET", "/tables/{table_id}", "200"] == 3
            assert found["agon_requests_total", "GET", "/tables/{table_id}", "404"] == 1
            assert found["agon_requests_total", "POST", "/api/tables", "201"] == 1
            assert found["agon_requests_total", "GET", "none", "404"] == 1
            assert found["agon_requests_total", "GET", "none", "421"] == 1
            assert found["agon_request_seconds_count", "/tables/{table_id}"] == 4
            assert ("agon_requests_total", "BREW", "/", "405") not in found
            assert table not in (await client.get("/metrics", headers=HERE)).text

    run(story())


def test_tables_thinking_and_the_database_are_counted(tmp_path: Path) -> None:
    async def story() -> None:
        bots = PromptBots()
        async with client_at(tmp_path, bots) as client:
            assert (await asked(client))["agon_tables_in_memory",] == 0
            anna = await named(client, "Anna")
            body = {"game": GAME, "seats": ["random", "random"]}
            table = (await client.post("/api/tables", json=body, headers=anna)).json()["id"]
            while not (await client.get(f"/api/tables/{table}")).json()["over"]:
                await asyncio.sleep(0.01)
            found = await asked(client)
            assert found["agon_tables_in_memory",] == 1
            assert found["agon_think_seconds_count", "random"] == len(bots.asked)
            assert found["agon_database_seconds_count", "write"] >= 2
            assert found["agon_database_seconds_count", "read"] >= 1
            assert found["agon_thinking_waiting",] == 0

    run(story())


def test_questions_that_wait_are_counted_and_so_are_processes_that_think() -> None:
    async def story() -> None:
        metrics, pool, store = Metrics(), BotPool(1, 60.0), Store("sqlite://")
        hub = Hub(store, pool, Settings())
        metrics.watch(hub, pool, {})
        asked = Question("expert", GAME, 2, {}, {}, [1], 0)
        questions = [asyncio.create_task(pool.choose(asked)) for _ in range(3)]
        await asyncio.sleep(0)
        found = numbers(metrics.text().decode())
        assert (found["agon_thinking_busy",], found["agon_thinking_waiting",]) == (1, 2)
        for question in questions:
            question.cancel()
        await asyncio.gather(*questions, return_exceptions=True)
        assert numbers(metrics.text().decode())["agon_thinking_waiting",] == 0
        await hub.close()
        store.close()

    run(story())


def test_streams_are_counted_while_they_are_open(tmp_path: Path) -> None:
    with served(tmp_path) as (address, _), httpx.Client(base_url=address) as web:
        who = web.post("/api/identity", json={"name": "Anna", "bearer": True}).json()
        anna = {"authorization": f"Bearer {who['token']}"}
        table = web.post("/api/tables", json={"game": GAME, "seats": ["me", "open"]}, headers=anna).json()["id"]
        with web.stream("GET", f"/api/tables/{table}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: change"
            assert numbers(web.get("/metrics").text)["agon_streams",] == 1
        for _ in range(500):
            if numbers(web.get("/metrics").text)["agon_streams",] == 0:
                return
            threading.Event().wait(0.02)
        raise AssertionError("a stream that was closed is still counted")


def test_servers_count_for_themselves(tmp_path: Path) -> None:
    async def story() -> None:
        (tmp_path / "other").mkdir()
        async with client_at(tmp_path) as one, client_at(tmp_path / "other") as other:
            await one.get("/api/games")
            assert ("agon_requests_total", "GET", "/api/games", "200") in await asked(one)
            assert ("agon_requests_total", "GET", "/api/games", "200") not in await asked(other)

    run(story())


def test_what_goes_wrong_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost(PromptBots):
        async def choose(self, question: Question) -> int:
            raise BotFailed("it has lost its way")

    async def story() -> None:
        metrics = Metrics()
        with pytest.raises(BotFailed):
            await TimedBots(Lost(), metrics).choose(Question("easy", GAME, 2, {}, {}, [1], 0))
        assert numbers(metrics.text().decode())["agon_bot_failures_total", "easy"] == 1
        async with client_at(tmp_path) as client:

            def fail(*_: object) -> None:
                raise RuntimeError("a fault of ours")

            monkeypatch.setattr("agon.web.api._game_out", fail)
            assert (await client.get("/api/games")).status_code == 500
            found = await asked(client)
            assert found["agon_log_lines_total", "error"] == 1
            assert found["agon_requests_total", "GET", "/api/games", "500"] == 1

    run(story())


def test_errors_of_the_database_are_counted_and_name_no_secrets(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'agon.db'}")
    metrics = Metrics()
    metrics.time_database(store.engine)
    secret = f"table{Random(1).random()}"
    with pytest.raises(Exception, match="no such table") as raised, store.engine.connect() as connection:
        connection.execute(text("select * from nowhere where id = :id"), {"id": secret})
    assert secret not in str(raised.value)
    assert numbers(metrics.text().decode())["agon_database_errors_total",] == 1
    store.close()


# ---- health ----


def test_a_server_whose_database_answers_is_live_and_ready(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            for path in ("/health", "/health/ready"):
                assert (await client.get(path, headers=HERE)).json() == {"live": True, "ready": True}
            assert (await client.get("/health/live", headers=HERE)).json() == {"live": True}
            assert (await client.head("/health/live", headers=HERE)).status_code == 200
            assert (await client.post("/health", headers=HERE)).status_code == 405

    run(story())


def test_a_server_whose_database_is_away_is_live_but_not_ready(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            other = Store(f"sqlite:///{tmp_path / 'agon.db'}")
            with other.engine.begin() as connection:
                connection.exec_driver_sql("drop table keys")
            other.close()
            answer = await client.get("/health", headers=HERE)
            assert (answer.status_code, answer.json()) == (503, {"live": True, "ready": False})
            assert (await client.get("/health/live", headers=HERE)).status_code == 200

    run(story())


def test_a_database_that_hangs_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office, "PATIENCE", 0.02)
    store = Store(f"sqlite:///{tmp_path / 'agon.db'}")
    free, questions = threading.Event(), []

    class Hanging(Pulse):
        def _ask(self) -> None:
            questions.append(1)
            free.wait(20)
            super()._ask()

    async def story() -> None:
        pulse = Hanging(store.engine)
        assert [await pulse.beats() for _ in range(3)] == [False] * 3
        assert len(questions) == 1
        free.set()
        monkeypatch.setattr(office, "PATIENCE", 20)
        assert await pulse.beats()

    run(story())
    store.close()
