"""Being told of a turn: by Web Push and by mail, against servers on this machine; each off until wished."""

from __future__ import annotations

import base64
import json
import re
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import http_ece  # type: ignore[import-untyped]
import httpx
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from agon.web.app import create_app
from agon.web.checks import now
from agon.web.cupkeeper import CupKeeper
from agon.web.errors import Refused
from agon.web.post import Post, check_endpoint, public_key
from agon.web.teller import Teller, is_quiet
from tests.web.support import Clock, PromptBots, lots_registered, run, seeded, settings, settled
from tests.web.test_accounts import Device, House

SITE = "http://agon.test"


class Box:
    """Keeps the mails that come."""

    def __init__(self) -> None:
        self.mails: list[Message] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(message_from_bytes(envelope.content))
        return "250 OK"


@pytest.fixture
def box() -> Iterator[tuple[Box, str]]:
    """A mail server on this machine."""
    found = Box()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield found, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()


class Browser:
    """Where a browser takes letters: a service on this machine, and the key that opens them."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.letters: list[Any] = []
        self.status = 201
        outer = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                assert self.headers["authorization"].startswith("vapid ")
                opened = http_ece.decrypt(body, private_key=outer.private, auth_secret=outer.auth, version="aes128gcm")
                outer.letters.append(json.loads(opened))
                self.send_response(outer.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                return

        self.server = HTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def says(self) -> dict[str, str]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

        def plain(data: bytes) -> str:
            return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

        address = f"http://127.0.0.1:{self.server.server_port}/letters"
        return {"endpoint": address, "p256dh": plain(point), "auth": plain(self.auth)}


@pytest.fixture
def browser() -> Iterator[Browser]:
    found = Browser()
    try:
        yield found
    finally:
        found.server.shutdown()
        found.server.server_close()


@asynccontextmanager
async def house(folder: Path, smtp: str = "") -> AsyncIterator[House]:
    given = settings(
        folder, url=SITE, pages=True, smtp=smtp, mail_from="Agon <agon@localhost>", push_local=True, tell_seconds=3600
    )
    app = create_app(given, PromptBots(), clock=(clock := Clock()), luck=seeded())
    with lots_registered():
        async with app.router.lifespan_context(app):
            found = House(app, clock)
            try:
                yield found
            finally:
                for device in found.devices:
                    await device.client.aclose()


def text_of(mail: Message) -> str:
    body = mail.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode()


def teller_of(found: House, smtp: str = "", at: timedelta = timedelta()) -> Teller:
    state = found.app.state
    post = Post(smtp, "Agon <agon@localhost>")
    return Teller(state.store, state.hub, post, state.signer, SITE, 3600, lambda: now() + at)


async def turn(lena: Device, mira: Device, pace: str = "day") -> tuple[str, Device]:
    """A running game, and whose turn it is."""
    table = (await lena.post("/api/tables", {"game": "lots", "seats": ["me", "open"], "pace": pace}, 201))["id"]
    await mira.post(f"/api/tables/{table}/seats")
    seat = (await lena.ask("GET", f"/api/tables/{table}"))["actor"]
    return str(table), (lena, mira)[seat]


async def both(found: House) -> tuple[Device, Device]:
    lena, mira = found.device(), found.device()
    await lena.keep("Lena")
    await mira.keep("Mira")
    return lena, mira


def test_a_browser_is_told_once_of_each_turn_if_that_was_wished(tmp_path: Path, browser: Browser) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = await both(found)
            table, asked = await turn(lena, mira)
            teller = teller_of(found)
            await asked.post("/api/account/push", browser.says())
            await teller.look()
            assert browser.letters == []  # off until wished
            await asked.post("/api/account/wishes", {"wishes": {"push_turn": True, "lang": "de"}})
            await teller.look()
            await teller.look()
            assert [letter["title"] for letter in browser.letters] == ["Du bist dran"]
            assert browser.letters[0]["href"] == f"{SITE}/tables/{table}"
            browser.status = 410  # the browser does not want to be told any more
            for device in (asked, mira if asked is lena else lena, asked):
                view = await device.ask("GET", f"/api/tables/{table}/observation")
                if view["legal"]:
                    body = {"ply": view["ply"], "action": view["legal"][0]["action"]}
                    await device.post(f"/api/tables/{table}/plies", body)
            await turn(lena, mira)
            await turn(mira, lena)
            await teller.look()
            before = len(browser.letters)
            await turn(lena, mira)
            await turn(mira, lena)
            await teller.look()
            assert len(browser.letters) == before

    run(story())


def test_a_browser_is_told_once_when_the_time_of_a_slow_turn_is_nearly_out(tmp_path: Path, browser: Browser) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = await both(found)
            table, asked = await turn(lena, mira)
            await asked.post("/api/account/push", browser.says())
            await asked.post("/api/account/wishes", {"wishes": {"push_late": True, "lang": "de"}})
            await teller_of(found, at=timedelta(hours=19)).look()
            assert browser.letters == []  # five hours are left
            for _ in range(2):
                await teller_of(found, at=timedelta(hours=21)).look()
            await teller_of(found, at=timedelta(hours=25)).look()
            assert [letter["title"] for letter in browser.letters] == ["Noch vier Stunden"]
            assert browser.letters[0]["href"] == f"{SITE}/tables/{table}"

    run(story())


def test_a_round_of_a_tournament_that_begins_is_told_once_and_not_as_a_turn_as_well(
    tmp_path: Path, browser: Browser
) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena = found.device()
            await lena.keep("Lena")
            fields = {"title": "Nemea", "game": "lots", "kind": "robin", "pace": "day", "bot": "random"}
            path = (await lena.client.post("/tournaments", data=fields)).headers["location"]
            await lena.post("/api/account/push", browser.says())
            await lena.post("/api/account/wishes", {"wishes": {"push_cup": True, "push_turn": True}})
            await teller_of(found).look()
            assert browser.letters == []
            await lena.client.post(f"{path}/begin")
            await CupKeeper(found.app.state.store, found.app.state.hub, 3600).look()
            await settled(found.app.state.hub)
            for _ in range(2):
                await teller_of(found).look()
            assert [(letter["title"], letter["text"]) for letter in browser.letters] == [("Round 1 begins", "Nemea")]

    run(story())


def test_mails_come_once_a_day_at_most_and_end_with_one_click(tmp_path: Path, box: tuple[Box, str]) -> None:
    kept, smtp = box

    async def story() -> None:
        async with house(tmp_path, smtp) as found:
            lena, mira = await both(found)
            table, asked = await turn(lena, mira)
            await asked.post("/api/account/mail", {"mail": "no address"}, 422)
            await asked.post("/api/account/mail", {"mail": "player@localhost"})
            link = re.search(r"http://\S+", text_of(kept.mails[0]))
            assert link is not None
            await asked.post("/api/account/wishes", {"wishes": {"mail_turn": True}})
            later = teller_of(found, smtp, timedelta(hours=1))
            await later.look()
            assert len(kept.mails) == 1  # the address is not confirmed yet
            assert (await found.device().client.get(link[0])).status_code == 303
            await teller_of(found, smtp).look()
            assert len(kept.mails) == 1  # a turn of this minute is no news for a mail
            await later.look()
            await later.look()
            assert len(kept.mails) == 2
            mail = kept.mails[1]
            assert f"{SITE}/tables/{table}" in text_of(mail) and mail["To"] == "player@localhost"
            await teller_of(found, smtp, timedelta(hours=20)).look()
            assert len(kept.mails) == 2
            await teller_of(found, smtp, timedelta(hours=26)).look()
            assert len(kept.mails) == 3
            end = mail["List-Unsubscribe"].strip("<>")
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            program = httpx.AsyncClient(transport=httpx.ASGITransport(app=found.app), base_url=SITE)
            assert (await program.post(end, data={"List-Unsubscribe": "One-Click"})).status_code == 200
            await program.aclose()
            await teller_of(found, smtp, timedelta(hours=60)).look()
            assert len(kept.mails) == 3
            assert (await found.device().client.get(f"{SITE}/unsubscribe/nonsense")).status_code == 403

    run(story())


def test_the_feed_tells_my_turns_and_is_a_secret(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = await both(found)
            table, asked = await turn(lena, mira)
            page = (await asked.client.get("/account")).text
            link = page.partition('href="/feed/')[2].partition('"')[0]
            feed = await found.device().client.get(f"/feed/{link}")
            assert feed.headers["content-type"].startswith("application/atom+xml")
            links = [node.attrib["href"] for node in ElementTree.fromstring(feed.text).iter() if "href" in node.attrib]
            assert f"{SITE}/tables/{table}" in links
            assert (await found.device().client.get("/feed/other")).status_code == 403

    run(story())


def test_nobody_is_told_at_night() -> None:
    night = {"quiet_from": "22:00", "quiet_to": "07:30", "zone": "Europe/Berlin"}
    for hour, quiet in ((20, False), (21, True), (2, True), (6, True), (7, False)):  # an hour later in Berlin
        assert is_quiet(night, datetime(2026, 11, 16, hour, 0, tzinfo=UTC)) == quiet
    assert not is_quiet({}, now()) and not is_quiet({**night, "quiet_to": "22:00"}, now())
    assert is_quiet({**night, "zone": "No/Where"}, datetime(2026, 11, 16, 23, 0, tzinfo=UTC))


@pytest.mark.parametrize(
    "endpoint", ["http://push.example.org/x", "https://127.0.0.1/x", "https://localhost/x", "ftp://a.b"]
)
def test_letters_never_go_into_the_servers_own_network(endpoint: str) -> None:
    with pytest.raises(Refused):
        check_endpoint(endpoint, local=False)
    assert check_endpoint("https://push.example.org/x", local=False)


def test_the_public_key_follows_from_the_private_one() -> None:
    found = public_key(bytes(range(1, 33)))
    assert len(base64.urlsafe_b64decode(found + "=")) == 65
    assert found != public_key(bytes(range(2, 34)))
