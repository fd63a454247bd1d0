"""Names that are kept: codes, sessions, devices, one's data, and going; on both databases."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from agon.web import accounts
from agon.web.accounts import key_of
from agon.web.app import create_app
from agon.web.checks import now
from agon.web.devices import device_of
from agon.web.farewells import Farewells
from agon.web.identity import Identity, Signer
from agon.web.models import Base
from agon.web.passing import columns_of_people
from agon.web.recovery import words
from agon.web.sessions import TRUSTED
from tests.web.support import Clock, PromptBots, lots_registered, run, seeded, settings

HERE = {"origin": "http://agon.test", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
PHONE = {"origin": "http://agon.test", "user-agent": "Mozilla/5.0 (iPhone) Safari/600"}


class House:
    """A server, and devices that each have their own cookies."""

    def __init__(self, app: FastAPI, clock: Clock) -> None:
        self.app = app
        self.clock = clock
        self.devices: list[Device] = []

    def device(self, headers: dict[str, str] = HERE) -> Device:
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url="http://agon.test", headers=headers)
        self.devices.append(Device(client))
        return self.devices[-1]


class Device:
    """Somebody's browser."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = await self.client.request(method, path, json=body)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return await self.ask("POST", path, {} if body is None else body, status)

    async def keep(self, name: str) -> list[str]:
        """Keep a name; returns the code."""
        await self.post("/api/identity", {"name": name})
        kept = await self.post("/api/account", {}, 201)
        assert kept["name"] == name
        return list(kept["code"])

    async def recover(self, name: str, code: list[str], status: int = 200) -> Any:
        return await self.post("/api/account/recover", {"name": name, "code": " ".join(code)}, status)

    async def seats_at(self, table: str) -> list[Any]:
        return list((await self.ask("GET", f"/api/tables/{table}"))["seats"])

    async def name(self) -> str:
        """What the account page calls one."""
        page = (await self.client.get("/account")).text
        return page.partition('id="new-name" name="name" value="')[2].partition('"')[0]


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    clock = Clock()
    app = create_app(settings(folder, url="http://agon.test", pages=True), PromptBots(), clock=clock, luck=seeded())
    with lots_registered():
        async with app.router.lifespan_context(app):
            found = House(app, clock)
            try:
                yield found
            finally:
                for device in found.devices:
                    await device.client.aclose()


async def finished_game(one: Device, other: Device) -> str:
    """A game of two people, played to its end."""
    table = (await one.post("/api/tables", {"game": "lots", "seats": ["me", "open"], "public": True}, 201))["id"]
    await other.post(f"/api/tables/{table}/seats")
    for _ in range(200):
        views = [await device.ask("GET", f"/api/tables/{table}/observation") for device in (one, other)]
        if views[0]["over"]:
            return str(table)
        mover = (one, other)[views[0]["actor"]]
        action = views[views[0]["actor"]]["legal"][0]["action"]
        await mover.post(f"/api/tables/{table}/plies", {"ply": views[0]["ply"], "action": action})
    raise AssertionError("the game does not end")


def test_a_guest_keeps_the_name_and_the_games_come_along(tmp_path: Path, each_database: str) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            await lena.post("/api/identity", {"name": "Lena"})
            await mira.post("/api/identity", {"name": "Mira"})
            over = await finished_game(lena, mira)
            running = (await lena.post("/api/tables", {"game": "lots", "seats": ["me", "open"]}, 201))["id"]
            guest = lena.client.cookies["agon"]
            code = await lena.keep("Lena")
            assert len(code) == 8 and set(code) <= set(words())
            for table in (over, running):
                assert (await lena.seats_at(table))[0]["mine"]
            lists = await lena.ask("GET", "/api/tables")
            assert [t["id"] for t in lists["finished"]] == [over] and [t["id"] for t in lists["mine"]] == [running]
            await mira.post(f"/api/tables/{running}/seats")
            assert (await lena.ask("GET", f"/api/tables/{running}/observation"))["seat"] == 0
            # The guest's old cookie opens nothing any more.
            lena.client.cookies.clear()
            lena.client.cookies.set("agon", guest)
            assert not any(seat["mine"] for seat in await lena.seats_at(running))

    run(story())


def test_a_second_device_comes_in_by_the_code_and_brings_its_games(tmp_path: Path, each_database: str) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, phone = found.device(), found.device(PHONE)
            code = await lena.keep("Lena")
            await phone.post("/api/identity", {"name": "Guest 7"})
            table = (await phone.post("/api/tables", {"game": "lots", "seats": ["me", "open"]}, 201))["id"]
            for wrong in (code[:7], [*code[:7], "zoo" if code[7] != "zoo" else "abandon"]):
                answer = await phone.recover("Lena", wrong, 403)
                assert answer["error"] == "This name and this recovery code do not belong together."
            assert await phone.recover("lena", [word.upper() for word in code]) == {"name": "Lena"}
            assert [seat["name"] for seat in await lena.seats_at(table)][0] == "Lena"
            assert (await lena.seats_at(table))[0]["mine"] and (await phone.seats_at(table))[0]["mine"]
            page = (await phone.client.get("/account")).text
            assert "Safari, iPhone" in page and "Firefox, Linux" in page
            assert (await lena.name(), await phone.name()) == ("Lena", "Lena")

    run(story())


def test_a_session_is_ended_from_another_device_and_by_logging_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, phone = found.device(), found.device(PHONE)
            code = await lena.keep("Lena")
            await phone.recover("Lena", code)
            page = (await lena.client.get("/account")).text
            other = page.partition('data-do="end" data-id="')[2].partition('"')[0]
            await lena.ask("DELETE", f"/api/account/sessions/{other}")
            assert await phone.name() == ""
            await phone.post("/api/account/code", status=403)
            await lena.post("/api/account/logout")
            assert await lena.name() == ""
            await lena.post("/api/account/code", status=403)
            new = found.device()
            await new.recover("Lena", code)
            assert await new.name() == "Lena"

    run(story())


def test_a_session_that_is_not_used_for_ninety_days_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena = found.device()
            await lena.keep("Lena")
            store = found.app.state.store
            account = await store.read(lambda c: accounts.account_called(c, "Lena"))
            assert account is not None
            session = (await store.read(lambda c: accounts.sessions(c, account.id)))[0].id
            later = now() + timedelta(days=89)
            assert await store.read(lambda c: accounts.session(c, session, later)) is not None
            await store.write(lambda c: accounts.use_session(c, session, later))
            assert await store.read(lambda c: accounts.session(c, session, later + timedelta(days=89))) is not None
            assert await store.read(lambda c: accounts.session(c, session, later + timedelta(days=91))) is None

    run(story())


def test_a_session_is_looked_up_again_after_a_moment(tmp_path: Path) -> None:
    """Another process may have ended it."""

    async def story() -> None:
        async with house(tmp_path) as found:
            lena = found.device()
            await lena.keep("Lena")
            assert await lena.name() == "Lena"
            store = found.app.state.store
            account = await store.read(lambda c: accounts.account_called(c, "Lena"))
            assert account is not None
            for device in await store.read(lambda c: accounts.sessions(c, account.id)):
                await store.write(partial(accounts.end_session, account=account.id, session_id=device.id))
            assert await lena.name() == "Lena"
            found.clock.forward(TRUSTED + 1)
            assert await lena.name() == ""

    run(story())


def test_a_kept_name_is_nobody_elses(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, other = found.device(), found.device()
            await lena.keep("Léna")
            for name in ("Léna", "lena", "LENA!"):
                answer = await other.post("/api/identity", {"name": name}, 409)
                assert answer["error"].startswith(f"Somebody has kept the name {name};")
                await other.post("/api/identity", {"name": name, "bearer": True}, 409)
                await other.post("/api/account", {"name": name}, 409)
            await other.keep("Mira")
            await other.post("/api/account/name", {"name": "lena"}, 409)
            await other.post("/api/account", {}, 409)
            assert (await lena.post("/api/account/name", {"name": "LENA"}))["name"] == "LENA"
            assert await lena.name() == "LENA"

    run(story())


def test_a_new_code_makes_the_old_one_void(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, phone = found.device(), found.device()
            old = await lena.keep("Lena")
            new = (await lena.post("/api/account/code"))["code"]
            await phone.recover("Lena", old, 403)
            await phone.recover("Lena", new)

    run(story())


def test_two_devices_are_linked_once_both_confirm(tmp_path: Path, each_database: str) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, phone, thief = found.device(), found.device(PHONE), found.device()
            await lena.keep("Lena")
            code = (await lena.post("/api/account/link"))["code"]
            assert len(code) == 6
            assert (await lena.client.get(f"/account/qr/{code}")).headers["content-type"] == "image/svg+xml"
            claim = (await phone.post("/api/account/link/claim", {"code": f"{code[:3]} {code[3:].lower()}"}))["claim"]
            await thief.post("/api/account/link/claim", {"code": code}, 403)  # only one device may ask
            assert await phone.post("/api/account/link/enter", {"claim": claim}) == {"name": ""}
            assert await lena.ask("GET", "/api/account/link") == {"device": "Safari, iPhone"}
            await lena.post("/api/account/link/confirm", {"yes": True})
            assert await phone.post("/api/account/link/enter", {"claim": claim}) == {"name": "Lena"}
            await thief.post("/api/account/link/enter", {"claim": claim}, 403)
            assert await phone.name() == "Lena"

    run(story())


def test_an_export_has_everything_that_names_me_and_no_secret(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            code = await lena.keep("Lena")
            await mira.post("/api/identity", {"name": "Mira"})
            table = await finished_game(lena, mira)
            running = (await lena.post("/api/tables", {"game": "lots", "seats": ["me", "random"]}, 201))["id"]
            await lena.post(f"/api/tables/{table}/chat", {"text": "well played"}, 201)
            body = (await lena.client.get("/api/account/export")).content
            with zipfile.ZipFile(io.BytesIO(body)) as file:
                texts = {name: file.read(name).decode() for name in file.namelist()}
            assert json.loads(texts["me.json"])["name"] == "Lena"
            records = [text for name, text in texts.items() if name.startswith("games/")]
            assert len(records) == 1 and "Lena" in records[0]  # a running game's record would show hands
            assert {game["table"] for game in json.loads(texts["games.json"])} == {table, running}
            assert "well played" in texts["entries.json"]
            told = {table.name for table, _ in columns_of_people()} - {"tables", "summaries"}
            assert {f"{name}.json" for name in told} <= set(texts)
            whole = "\n".join(texts.values())
            assert code[0] + " " + code[1] not in whole
            assert "public" not in json.dumps(json.loads(texts["passkeys.json"]))

    run(story())


def test_whoever_goes_was_somebody(tmp_path: Path, each_database: str) -> None:
    """After fourteen days nothing in the whole database names them; bots take their seats in running games."""

    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            await lena.keep("Lenaia")
            await mira.post("/api/identity", {"name": "Mira"})
            over = await finished_game(lena, mira)
            await lena.post(f"/api/tables/{over}/chat", {"text": "well played"}, 201)
            running = (await lena.post("/api/tables", {"game": "lots", "seats": ["me", "open"]}, 201))["id"]
            await mira.post(f"/api/tables/{running}/seats")
            waiting = (await lena.post("/api/tables", {"game": "lots", "seats": ["me", "open"]}, 201))["id"]
            await lena.post("/api/account/leave")
            assert "This account will be deleted on" in (await lena.client.get("/account")).text
            await lena.post("/api/account/stay")
            store, me = found.app.state.store, (await lena.ask("GET", f"/api/tables/{over}"))["seats"]
            assert me[0]["name"] == "Lenaia"
            account = await store.read(lambda c: accounts.account_called(c, "Lenaia"))
            assert account is not None and account.leaving is None
            farewells = Farewells(store, found.app.state.hub, found.app.state.sessions, 3600)
            await farewells.look()
            assert await lena.name() == "Lenaia"
            await store.write(lambda c: accounts.leave(c, account.id, days=0))
            await farewells.look()
            assert await lena.name() == ""
            for lang, word in (("en", "somebody"), ("de", "jemand")):
                page = (await mira.client.get(f"/tables/{over}/replay?lang={lang}")).text
                assert word in page and "Lenaia" not in page
            assert (await mira.seats_at(running))[0]["standing_in"]
            assert (await mira.seats_at(waiting))[0]["kind"] == "open"
            with store.engine.connect() as connection:
                for table in Base.metadata.sorted_tables:
                    for row in connection.execute(table.select()):
                        assert account.id not in str(row) and "Lenaia" not in str(row), table.name

    run(story())


def test_every_column_that_holds_a_person_says_so() -> None:
    """A new table that forgets it would keep what somebody wanted deleted."""
    suspicious = ("who", "host", "identity", "person", "account", "player", "owner")
    marked = {(table.name, column.name) for table, column in columns_of_people()}
    found = {(t.name, c.name) for t in Base.metadata.sorted_tables for c in t.columns if c.name in suspicious}
    assert found <= marked | {("rulings", "person")}, found - marked


def test_cookies_of_guests_expire_and_are_renewed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    signer, anna = Signer(b"tests"), Identity("anna", "Anna")
    token = signer.sign(anna)
    assert signer.read(token) == anna and not signer.is_old(token)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 40 * 86_400)
    assert signer.read(token) == anna and signer.is_old(token)
    monkeypatch.setattr(time, "time", lambda: real() + 366 * 86_400)
    assert signer.read(token) is None


def test_wishes_that_there_are_not_are_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena = found.device()
            await lena.post("/api/account/wishes", {"wishes": {"show_games": False}}, 401)
            await lena.keep("Lena")
            await lena.post("/api/account/wishes", {"wishes": {"show_games": False}})
            for wrong in ({"fly": True}, {"show_games": 1}, {"quiet_from": "25:00"}, {"zone": "../etc"}):
                await lena.post("/api/account/wishes", {"wishes": wrong}, 422)
            page = (await lena.client.get("/account")).text
            assert '<input type="checkbox" data-wish="show_games"><i' in page

    run(story())


def test_devices_and_names_are_told_apart() -> None:
    assert device_of("Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537 Edg/140") == "Edge, Windows"
    assert device_of("python-httpx/0.28") == "python-httpx"
    assert device_of("") == "?"
    assert key_of("Ärger ") == key_of("arger") and key_of("…") == "…"
