"""What an operator can do beside a running server: delete tables, ban and mute people and addresses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, create_engine

from agon.cli import main
from agon.web import rulings
from agon.web.assets import address
from agon.web.errors import Refused
from agon.web.identity import Identity, Signer, fresh_id
from agon.web.moderation import Moderation
from agon.web.rulings import InForce, Ruling
from agon.web.security import HEADERS
from agon.web.store import Store
from tests.web.support import GAME, PromptBots, client_at, run, served

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
BODY = {"game": GAME, "seats": ["me", "open"]}
ANNA = {"authorization": f"Bearer {Signer(b'tests').sign(Identity('anna', 'Anna'))}"}
BELA = {"authorization": f"Bearer {Signer(b'tests').sign(Identity('bela', 'Béla'))}"}


@pytest.fixture
def agon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command line on the database of the server in this folder."""
    monkeypatch.setenv("AGON_DATABASE", f"sqlite:///{tmp_path / 'agon.db'}")
    return lambda *words: main(list(words))


async def until(ask: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(2000):
        if await ask():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not come about")


def test_no_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-first", "-second", "third"])
    monkeypatch.setattr("agon.web.identity.secrets.token_urlsafe", lambda size: next(drawn))
    assert fresh_id(12) == "third"


# ---- the ledger ----


def test_a_ruling_holds_until_its_end_or_until_it_is_lifted() -> None:
    acts = [
        Ruling("ban", "person", "anna", NOW),
        Ruling("ban", "person", "bela", NOW, NOW + timedelta(hours=1)),
        Ruling("mute", "address", "203.0.113.0/24", NOW),
        Ruling("unban", "person", "anna", NOW),
        Ruling("unmute", "person", "nobody", NOW),
        Ruling("delete", "table", "t", NOW),
    ]
    found = InForce(acts)
    assert found.deleted == {"t"}
    assert [r.subject for r in found.standing(NOW)] == ["bela", "203.0.113.0/24"]
    assert [r.subject for r in found.standing(NOW + timedelta(hours=1))] == ["203.0.113.0/24"]
    assert found.holds("ban", "person", "bela", NOW)
    assert not found.holds("ban", "person", "anna", NOW)


@pytest.mark.parametrize(
    ("subject", "address", "meant"),
    [
        ("203.0.113.9", "203.0.113.9", True),
        ("203.0.113.9", "203.0.113.8", False),
        ("203.0.113.0/24", "203.0.113.8", True),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("2001:db8::/64", "2001:db8::5", True),
        ("2001:db8::/64", "2001:db9::5", False),
        ("203.0.113.9", "", False),
        ("203.0.113.9", "no address", False),
    ],
)
def test_an_address_or_a_network_is_meant(subject: str, address: str, meant: bool) -> None:
    found = InForce([Ruling("ban", "address", subject, NOW)])
    with pytest.raises(Refused) if meant else nullcontext():
        found.check("ban", "", address)
    found.check("mute", "", address)


# ---- bans and mutes ----


@pytest.mark.parametrize("pages", [True, False])
def test_a_banned_person_gets_a_sentence_in_their_language(
    pages: bool, tmp_path: Path, agon: Callable[..., int]
) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=pages, moderation_seconds=0.01) as client:

            async def status(who: dict[str, str], path: str = "/api/tables") -> int:
                return (await client.get(path, headers=who)).status_code

            async def is_banned() -> bool:
                return await status(ANNA) == 403

            assert await status(ANNA) == 200
            assert agon("ban", "anna") == 0
            await until(is_banned)
            for path in ("/", "/api/tables", "/tables/x"):
                answer = await client.get(path, headers={**ANNA, "accept-language": "de"})
                assert answer.status_code == 403
                assert "Die Betreiber des Servers haben dich gesperrt." in answer.text
                assert all(answer.headers[name] == value for name, value in HEADERS.items())
            if pages:
                assert await status(ANNA, address("agon.css")) == 200
            assert await status(BELA) == 200
            assert agon("unban", "anna") == 0
            await until(lambda: _not(is_banned()))

    run(story())


async def _not(answer: Awaitable[bool]) -> bool:
    return not await answer


def test_a_ban_of_an_address_counts_for_everybody_there_and_ends_in_time(
    tmp_path: Path, agon: Callable[..., int]
) -> None:
    async def story() -> None:
        async with client_at(tmp_path, peer="203.0.113.9", moderation_seconds=0.01) as client:
            assert agon("ban", "--address", "203.0.113.7/24", "--for", "2d") == 0

            async def is_banned() -> bool:
                return (await client.get("/api/games")).status_code == 403

            await until(is_banned)
            sentence = (await client.get("/api/games")).json()["error"]
            end = datetime.now(UTC) + timedelta(days=2)
            assert sentence.startswith("You may not play here until ")
            assert any(f"{end - timedelta(minutes=m):%Y-%m-%d %H:%M} UTC" in sentence for m in (0, 1))

    run(story())


def test_a_muted_person_plays_but_does_not_chat(tmp_path: Path, agon: Callable[..., int]) -> None:
    async def story() -> None:
        async with client_at(tmp_path, moderation_seconds=0.01) as client:
            table = (await client.post("/api/tables", json=BODY, headers=ANNA)).json()["id"]
            await client.post(f"/api/tables/{table}/seats", headers=BELA)

            async def say(who: dict[str, str]) -> httpx.Response:
                return await client.post(f"/api/tables/{table}/chat", json={"text": "Hello"}, headers=who)

            async def seen_by(who: dict[str, str]) -> dict[str, Any]:
                found: dict[str, Any] = (await client.get(f"/api/tables/{table}/observation", headers=who)).json()
                return found

            anna_decides = bool((await seen_by(ANNA))["legal"])
            name, loud, quiet = ("anna", ANNA, BELA) if anna_decides else ("bela", BELA, ANNA)

            async def is_muted() -> bool:
                return (await say(loud)).status_code == 403

            assert agon("mute", name) == 0
            await until(is_muted)
            assert "has muted you" in (await say(loud)).json()["error"]
            assert (await say(quiet)).status_code == 201
            seen = await seen_by(loud)
            wish = {"ply": seen["ply"], "action": seen["legal"][0]["action"]}
            assert (await client.post(f"/api/tables/{table}/plies", json=wish, headers=loud)).status_code == 200
            assert agon("unmute", name) == 0
            await until(lambda: _not(is_muted()))

    run(story())


def test_the_rulings_are_in_force_from_the_start_of_a_server(tmp_path: Path, agon: Callable[..., int]) -> None:
    Store(f"sqlite:///{tmp_path / 'agon.db'}").close()
    assert agon("ban", "anna") == 0

    async def story() -> None:
        async with client_at(tmp_path, moderation_seconds=60.0) as client:
            assert (await client.get("/api/tables", headers=ANNA)).status_code == 403

    run(story())


def test_a_database_that_is_away_lifts_no_ban(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(f"sqlite:///{tmp_path / 'agon.db'}")
    with store.engine.begin() as connection:
        rulings.add(connection, Ruling("ban", "person", "anna", NOW))

    async def story() -> None:
        async with client_at(tmp_path, moderation_seconds=0.001) as client:
            with store.engine.begin() as connection:
                connection.exec_driver_sql("drop table rulings")

            async def is_told() -> bool:
                return "The rulings could not be read" in caplog.text

            await until(is_told)
            assert (await client.get("/api/tables", headers=ANNA)).status_code == 403

    run(story())
    store.close()
    assert caplog.text.count("The rulings could not be read") == 1


# ---- deleting tables ----


def test_a_table_is_deleted_while_it_is_played(
    tmp_path: Path, agon: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its streams end with a sentence, nothing of it stays in the database, and it does not come back."""
    with served(tmp_path, moderation_seconds=0.01) as (address, _), httpx.Client(base_url=address, timeout=30) as web:
        body = {"game": GAME, "seats": ["me", "open"], "public": True}
        table, other = (web.post("/api/tables", json=body, headers=ANNA).json()["id"] for _ in range(2))
        web.post(f"/api/tables/{table}/seats", headers=BELA)
        with web.stream("GET", f"/api/tables/{table}/events", headers={"accept-language": "de"}) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: change"
            assert agon("tables", "delete", f"{address}/tables/{table}") == 0
            told = list(lines)  # to the end of the stream
        assert "event: gone" in told
        last = [line for line in told if line.startswith("data: ")][-1]
        sentence = "Dieser Tisch wurde von den Betreibern des Servers gelöscht."
        assert json.loads(last.removeprefix("data: "))["sentence"] == sentence
        answers = [
            web.get(f"/api/tables/{table}", headers=ANNA),
            web.post(f"/api/tables/{table}/chat", json={"text": "x"}, headers=ANNA),
            web.get(f"/api/tables/{table}/events"),
        ]
        assert [answer.status_code for answer in answers] == [410] * 3
        assert answers[0].json() == {"error": "This table was deleted by whoever runs this server."}
        assert [row["id"] for row in web.get("/api/tables").json()["open"]] == [other]
    assert f"{table} is deleted" in capsys.readouterr().out
    store = Store(f"sqlite:///{tmp_path / 'agon.db'}")
    assert store.load_now(table) is None
    with store.engine.connect() as connection:
        for name, column in (("entries", "table_id"), ("members", "table_id"), ("summaries", "id")):
            found = connection.exec_driver_sql(f"select count(*) from {name} where {column} = '{table}'")
            assert found.scalar_one() == 0, name
            assert connection.exec_driver_sql(f"select count(*) from {name}").scalar_one() > 0, name
    store.close()
    with served(tmp_path) as (address, _):
        assert httpx.get(f"{address}/api/tables/{table}").status_code == 410


def test_a_move_at_a_table_that_was_just_deleted_is_not_saved(tmp_path: Path, agon: Callable[..., int]) -> None:
    """In the second before the server looks."""

    async def story() -> None:
        async with client_at(tmp_path, moderation_seconds=60.0) as client:
            table = (await client.post("/api/tables", json=BODY, headers=ANNA)).json()["id"]
            assert agon("tables", "delete", table) == 0
            said = await client.post(f"/api/tables/{table}/chat", json={"text": "x"}, headers=ANNA)
            assert said.status_code == 404
            assert (await client.get(f"/api/tables/{table}", headers=ANNA)).status_code == 404

    run(story())


def test_the_stream_of_somebody_who_is_banned_ends(tmp_path: Path, agon: Callable[..., int]) -> None:
    with (
        served(tmp_path, moderation_seconds=0.01, heartbeat=0.05) as (address, _),
        httpx.Client(base_url=address, timeout=30) as web,
    ):
        table = web.post("/api/tables", json=BODY, headers=ANNA).json()["id"]
        with web.stream("GET", f"/api/tables/{table}/events", headers=ANNA) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: change"
            assert agon("ban", "anna") == 0
            told = list(lines)
        assert "has banned you" in told[-2]


def test_bots_stop_at_a_table_that_is_deleted(tmp_path: Path, agon: Callable[..., int]) -> None:
    class Slow(PromptBots):
        async def choose(self, question: object) -> int:
            self.began = True
            await asyncio.Event().wait()
            raise AssertionError

        began = False

    async def story() -> None:
        bots = Slow()
        async with client_at(tmp_path, bots, moderation_seconds=0.01) as client:
            body = {"game": GAME, "seats": ["random", "random"]}
            table = (await client.post("/api/tables", json=body, headers=ANNA)).json()["id"]
            await client.get(f"/api/tables/{table}")  # bots alone play for somebody who looks
            hub = client._transport.app.state.hub  # type: ignore[attr-defined]

            async def is_thinking() -> bool:
                return bots.began

            async def is_still() -> bool:
                return not hub._drivers

            await until(is_thinking)
            assert agon("tables", "delete", table) == 0
            await until(is_still)

    run(story())


# ---- the commands ----


def test_the_operator_sees_tables_people_and_chat(
    tmp_path: Path, agon: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> str:
        async with client_at(tmp_path) as client:
            table = (await client.post("/api/tables", json=BODY, headers=ANNA)).json()["id"]
            await client.post(f"/api/tables/{table}/chat", json={"text": "Come on!"}, headers=ANNA)
            return str(table)

    table = run(story())
    assert agon("tables", "list") == 0
    out = capsys.readouterr().out
    assert table in out
    assert "open" in out
    assert "Tables: 1." in out
    assert agon("tables", "show", "--", table) == 0
    out = capsys.readouterr().out
    assert "anna" in out
    assert "Anna: Come on!" in out
    assert agon("bans") == 0
    assert capsys.readouterr().out == "Nobody is banned or muted.\n"
    assert agon("mute", "anna", "--for", "12h") == 0
    assert agon("ban", "--address", "2001:db8::1/64") == 0
    assert agon("ban", "--", "-cleo") == 0
    out = capsys.readouterr().out
    assert "is it spelt right?" in out
    assert agon("bans") == 0
    out = capsys.readouterr().out
    assert "muted   person   anna" in out
    assert "banned  address  2001:db8::/64" in out
    assert "for good" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("tables delete nowhere", "There is no table nowhere"),
        ("tables show nowhere", "There is no table nowhere"),
        ("ban", "Name a person, or an address"),
        ("ban anna --address 203.0.113.9", "Name a person, or an address"),
        ("ban an!na", "is no id of a person"),
        ("ban anna --for ever", "A time is like 30m"),
        ("ban anna --for 0d", "A time is like 30m"),
        ("ban --address nowhere", "An address is like"),
        ("ban --address 127.0.0.1", "is this machine itself"),
        ("unban anna", "anna is not banned"),
        ("unmute anna", "anna is not muted"),
    ],
)
def test_a_wrong_command_gets_a_sentence(
    words: str, sentence: str, tmp_path: Path, agon: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    Store(f"sqlite:///{tmp_path / 'agon.db'}").close()
    assert agon(*words.split()) == 2
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_no_database_is_made_by_looking_for_one(
    tmp_path: Path, agon: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert agon("tables", "list") == 2
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "agon.db").exists()
    assert agon("bans", "--database", "nonsense") == 2
    assert "is no database address" in capsys.readouterr().err


def test_what_is_being_read_is_read_to_the_end_before_the_database_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on, ended = Event(), Event(), Event()

    def slow(moderation: Moderation, engine: Engine) -> None:
        if began.is_set():
            return
        began.set()
        go_on.wait(30)
        ended.set()

    async def story() -> None:
        moderation = Moderation()
        engine = create_engine("sqlite://")
        with monkeypatch.context() as first:
            first.setattr(Moderation, "_read_if_new", lambda *_: None)
            await moderation.start(engine, 0.001, lambda table_id: None)
        monkeypatch.setattr(Moderation, "_read_if_new", slow)
        await asyncio.to_thread(began.wait, 30)
        closing = asyncio.create_task(moderation.close())
        await asyncio.sleep(0.01)
        assert not closing.done()
        go_on.set()
        await closing
        assert ended.is_set()
        engine.dispose()

    run(story())
