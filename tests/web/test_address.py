"""Where a server is found: one public address, or this machine alone; and who may speak for others."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from agon.cli import main as agon_main
from agon.cli import parser
from agon.core.errors import AgonError
from agon.web import serve
from agon.web.address import Site, check_reach, is_loopback_host, read_proxies, read_site
from agon.web.app import create_app
from agon.web.identity import Identity, Signer
from agon.web.qr import qr_svg
from agon.web.security import HEADERS
from tests.web.support import GAME, PromptBots, client_at, run, settings

SERVE = Path(__file__).parent.parent.parent / "examples" / "serve"
PUBLIC = "https://agon.example.org"
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("host", ["agon.example.org", "agon.example.org:443", "AGON.example.org"])
def test_links_codes_and_redirects_use_the_public_address_alone(host: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True, url=PUBLIC) as client:
            client.headers["host"] = host
            fields = {"game": GAME, "seat": ["me", "open"]}
            # As a proxy without a word on https would send it.
            answer = await client.post(f"http://{host}/tables", data=fields, headers={**FORM, "origin": PUBLIC})
            table = answer.headers["location"]
            assert table.startswith("/tables/")
            link = f"{PUBLIC}{table}"
            assert link in (await client.get(f"http://{host}{table}")).text
            assert (await client.get(f"http://{host}/invite/{table.rpartition('/')[2]}")).text == qr_svg(link)
            assert (await client.get(f"http://{host}/new/")).headers["location"] == f"{PUBLIC}/new"

    run(story())


@pytest.mark.parametrize("pages", [True, False])
@pytest.mark.parametrize(
    "host", ["evil.test", "agon.example.org.evil.test", "agon.example.org:8000", "127.0.0.1:8000", "localhost", "[", ""]
)
def test_a_request_to_another_host_is_refused_with_a_sentence(host: str, pages: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=pages, url=PUBLIC) as client:
            for path in ("/", "/api/games"):
                answer = await client.get(path, headers={"host": host, "accept-language": "de"})
                assert answer.status_code == 421
                assert f"Dieser Server ist unter {PUBLIC} zu finden." in answer.text
                for name, value in HEADERS.items():
                    assert answer.headers[name] == value

    run(story())


def test_a_request_that_names_no_host_or_two_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            for hosts in ([], ["agon.test", "evil.test"], ["agon.test", "agon.test"]):
                request = httpx.Request("GET", "http://agon.test/api/games")
                del request.headers["host"]
                request.headers = httpx.Headers([*request.headers.multi_items(), *[("host", h) for h in hosts]])
                assert (await client.send(request)).status_code == 421

    run(story())


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("LocalHost:1", True),
        ("127.0.0.1:8000", True),
        ("127.8.9.1", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("192.168.1.5:8000", False),
        ("localhost.evil.test", False),
        ("evil.test:8000", False),
        ("127.0.0.1.evil.test", False),
        ("::1", False),
        ("localhost:8000:1", False),
        ("[", False),
    ],
)
def test_without_a_public_address_the_server_is_for_its_own_machine(host: str, ours: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, url="") as client:
            answer = await client.get("http://localhost/api/games", headers={"host": host})
            assert answer.status_code == (200 if ours else 421)
            if not ours:
                assert "--url" in answer.json()["error"]

    assert is_loopback_host(host) == ours
    run(story())


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({"origin": PUBLIC}, True),
        ({"origin": PUBLIC, "sec-fetch-site": "same-origin"}, True),
        ({"origin": "http://agon.example.org"}, False),
        ({"origin": "http://agon.example.org", "sec-fetch-site": "same-origin"}, False),
        ({"origin": f"{PUBLIC}:8443"}, False),
        ({"origin": "http://["}, False),
        ({"origin": "https://localhost"}, False),
    ],
)
def test_only_pages_of_the_public_address_may_post(headers: dict[str, str], passes: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, url=PUBLIC) as client:
            client.cookies["agon"] = Signer(b"tests").sign(Identity("anna", "Anna"))
            body = {"game": GAME, "seats": ["me", "open"]}
            assert (await client.post("/api/tables", json=body, headers=headers)).status_code == (
                201 if passes else 403
            )

    run(story())


@pytest.mark.parametrize("url", [PUBLIC, "http://agon.example.org"])
def test_https_is_told_to_browsers_and_keeps_cookies_to_itself(url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True, url=url) as client:
            answer = await client.get("/?lang=de")
            cookies = answer.headers.get_list("set-cookie")
            assert len(cookies) == 2
            assert all(("Secure" in cookie) == (url == PUBLIC) for cookie in cookies)
            assert answer.headers.get("strict-transport-security") == ("max-age=31536000" if url == PUBLIC else None)

    run(story())


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("", Site()),
        ("https://Agon.example.org/", Site("https", "agon.example.org")),
        ("https://agon.example.org:443", Site("https", "agon.example.org")),
        ("http://192.168.1.5:8000", Site("http", "192.168.1.5:8000")),
        ("http://[2001:db8::1]:80", Site("http", "[2001:db8::1]")),
        ("https://münchen.example", Site("https", "xn--mnchen-3ya.example")),
    ],
)
def test_a_public_address_is_read(url: str, site: Site) -> None:
    assert read_site(url) == site


@pytest.mark.parametrize(
    "url",
    ["agon.example.org", "ftp://a.b", "https://", "https://a.b/agon", "https://a.b?x=1", "https://u@a.b", "http://[",
     "http://a.b:99999", "http://a..b"],
)  # fmt: skip
def test_what_is_no_public_address_is_told_in_a_sentence(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert agon_main(["serve", "--port", "0", "--url", url]) == 2
    assert f'not "{url}".' in capsys.readouterr().err


@pytest.mark.parametrize("name", ["*", "proxy.example.org", "10.0.0.1/8", "127.0.0.1:80"])
def test_a_proxy_is_an_address_or_a_network(name: str) -> None:
    assert read_proxies(("127.0.0.1", "10.0.0.0/8", "::1")) == ("127.0.0.1", "10.0.0.0/8", "::1")
    with pytest.raises(AgonError, match="A proxy is named by its address"):
        read_proxies((name,))


def test_a_server_that_others_can_reach_must_know_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7"):
        assert agon_main(["serve", "--port", "0", "--host", host]) == 2
        assert re.search(r"^agon: Others can reach a server on .* --url http://\S+:0\.$", capsys.readouterr().err)
    check_reach("0.0.0.0", 8000, read_site("http://192.168.1.5:8000"))
    for host in ("127.0.0.1", "127.0.0.9", "::1", "localhost"):
        check_reach(host, 8000, Site())


# ---- proxies ----


@asynccontextmanager
async def asked_by(peer: str, folder: Path, **more: Any) -> AsyncIterator[tuple[httpx.AsyncClient, list[str]]]:
    """A client whose connection comes from this address, and the addresses that the limits are asked about."""
    app = create_app(settings(folder, url=PUBLIC, **more), PromptBots())
    seen: list[str] = []
    app.state.limits.check = lambda kind, asker: seen.append(asker)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, client=(peer, 4711))
        async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as client:
            yield client, seen


@pytest.mark.parametrize(
    ("peer", "proxies", "address"),
    [
        ("127.0.0.1", (), "127.0.0.1"),  # a proxy is not guessed from the place it is at
        ("127.0.0.1", ("127.0.0.1",), "203.0.113.9"),
        ("10.1.2.3", ("10.0.0.0/8",), "203.0.113.9"),
        ("203.0.113.5", ("127.0.0.1",), "203.0.113.5"),
    ],
)
def test_only_a_named_proxy_is_believed(peer: str, proxies: tuple[str, ...], address: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with asked_by(peer, tmp_path, proxies=proxies) as (client, seen):
            claimed = {"x-forwarded-for": "198.51.100.1, 203.0.113.9", "x-forwarded-proto": "https"}
            assert (await client.get("/api/games", headers=claimed)).status_code == 200
            assert seen == [address]

    run(story())


def test_the_program_leaves_it_to_the_settings_who_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[uvicorn.Config] = []

    def run_not(server: serve.Server, sockets: list[socket.socket]) -> None:
        found.append(server.config)
        sockets[0].close()

    monkeypatch.setattr(serve.Server, "run", run_not)
    monkeypatch.setenv("AGON_URL", PUBLIC)
    monkeypatch.setenv("AGON_PROXIES", "127.0.0.1, ::1")
    monkeypatch.setenv("AGON_DATABASE", f"sqlite:///{tmp_path / 'agon.db'}")
    agon_main(["serve", "--port", "0", "--host", "0.0.0.0"])
    other = ["--database", f"sqlite:///{tmp_path / 'other.db'}", "--url", "http://other.example"]
    agon_main(["serve", "--port", "0", "--proxy", "10.0.0.0/8", *other])
    assert [config.proxy_headers for config in found] == [False, False]
    kept = [config.app.state.settings for config in found]  # type: ignore[union-attr]
    assert [(k.url, k.proxies) for k in kept] == [
        (PUBLIC, ("127.0.0.1", "::1")),
        ("http://other.example", ("10.0.0.0/8",)),
    ]
    assert (tmp_path / "agon.db").exists()


# ---- the files for proxies ----


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_a_file_for_a_proxy_fits_the_server(name: str) -> None:
    """The port is the usual one, the command in the file starts, and the operator's addresses stay inside."""
    text = (SERVE / name).read_text("utf-8")
    command = re.search(r"#   agon (serve .*)", text)
    assert command
    args = parser().parse_args(command[1].split())
    assert read_site(args.url).host in text
    assert read_proxies((args.proxy,)) == ("127.0.0.1",)
    assert f"127.0.0.1:{args.port}" in text
    assert "/metrics" in text
    assert "/health" in text


def test_the_files_for_proxies_pass_events_on_at_once_and_say_who_asks() -> None:
    nginx = (SERVE / "nginx.conf").read_text("utf-8")
    for line in (
        "proxy_buffering off;",
        "proxy_http_version 1.1;",
        "proxy_set_header Host $host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "access_log off;",
    ):
        assert line in nginx
    timeout = re.search(r"proxy_read_timeout (\d+)s;", nginx)
    assert timeout
    assert int(timeout[1]) > 2 * settings(Path()).heartbeat
    assert "flush_interval -1" in (SERVE / "Caddyfile").read_text("utf-8")
