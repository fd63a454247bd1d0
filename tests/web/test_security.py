"""The guard: cookies nobody can forge, no posting from foreign pages, limits, headers, no secrets in logs or errors."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from agon.web.errors import SENTENCES, Refused
from agon.web.identity import Identity, Signer, tidy_name, tidy_text
from agon.web.limiter import Limiter
from agon.web.security import HEADERS, RATES, Limits
from tests.web.support import Clock, client_at, lots_registered, named, run

HERE = {"origin": "http://agon.test"}


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


def test_a_cookie_is_signed_and_kept_from_scripts_and_foreign_sites(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            answer = await client.post("/api/identity", json={"name": "Anna"}, headers=HERE)
            cookie = answer.headers["set-cookie"]
            for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="):
                assert part in cookie
            assert "Secure" not in cookie

    run(story())


def test_a_forged_or_foreign_cookie_is_nobody(tmp_path: Path) -> None:
    ours, other = Signer(b"tests"), Signer(b"another key")
    anna = Identity("anna", "Anna")
    assert ours.read(ours.sign(anna)) == anna
    for forged in ("", ".", "x" * 5000, other.sign(anna), ours.sign(anna)[:-2] + "zz", "é", "W10.aaaa"):
        assert ours.read(forged) is None
    assert ours.form_token(anna) != other.form_token(anna)
    assert "tests" not in repr(ours)

    async def story() -> None:
        async with client_at(tmp_path) as client:
            forged = {"cookie": f"agon={other.sign(anna)}", **HERE}
            body = {"game": "lots", "seats": ["me", "open"]}
            assert (await client.post("/api/tables", json=body, headers=forged)).status_code == 401
            bearer = {"authorization": f"Bearer {other.sign(anna)}"}
            assert (await client.get("/api/tables", headers=bearer)).status_code == 401

    run(story())


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site", "origin": "http://agon.test"}, False),
        ({"origin": "http://agon.test"}, True),
        ({"origin": "http://evil.test"}, False),
        ({"origin": "http://agon.test.evil.test"}, False),
        ({"origin": "null"}, False),
        ({"origin": "https://friend.test"}, True),
        ({}, False),
        ({"x-agon-token": "0" * 32}, False),
    ],
)
def test_a_foreign_page_cannot_post_with_somebodys_cookie(
    headers: dict[str, str], passes: bool, tmp_path: Path
) -> None:
    async def story() -> None:
        async with client_at(tmp_path, origins=("https://friend.test",)) as client:
            client.cookies["agon"] = Signer(b"tests").sign(Identity("anna", "Anna"))
            answer = await client.post("/api/tables", json={"game": "lots", "seats": ["me", "open"]}, headers=headers)
            assert answer.status_code == (201 if passes else 403)

    run(story())


def test_a_program_with_a_cookie_shows_the_form_token(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna = Identity("anna", "Anna")
            client.cookies["agon"] = Signer(b"tests").sign(anna)
            headers = {"x-agon-token": Signer(b"tests").form_token(anna)}
            answer = await client.post("/api/tables", json={"game": "lots", "seats": ["me", "open"]}, headers=headers)
            assert answer.status_code == 201

    run(story())


def test_what_is_no_json_is_refused(tmp_path: Path) -> None:
    """A form of a foreign page could send plain text that looks like JSON."""

    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna = await named(client, "Anna")
            text = '{"game": "lots", "seats": ["me", "open"]}'
            for kind in ("text/plain", "application/x-www-form-urlencoded"):
                answer = await client.post("/api/tables", content=text, headers={**anna, "content-type": kind})
                assert answer.status_code == 422

    run(story())


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, body_limit=100) as client:
            anna = await named(client, "Anna")
            answers = [
                await client.get("/api/games"),
                await client.get("/nothing"),
                await client.post("/api/tables", content=b"x" * 101, headers=anna),
                await client.post("/api/tables", json={}, headers={"origin": "http://evil.test"}),
                await client.delete("/api/games", headers=anna),
            ]
            assert [a.status_code for a in answers] == [200, 404, 413, 403, 405]
            for answer in answers:
                for name, value in HEADERS.items():
                    assert answer.headers[name] == value
                assert "server" not in answer.headers
            assert "'unsafe-inline'" not in HEADERS["content-security-policy"].split("style-src-attr")[0]

    run(story())


def test_what_is_too_large_is_refused_declared_or_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, body_limit=1000, record_limit=3000) as client:
            anna = await named(client, "Anna")

            async def pieces() -> object:
                for _ in range(50):
                    yield b"x" * 100

            for content in (b"x" * 1001, pieces()):
                answer = await client.post("/api/tables", content=content, headers=anna)  # type: ignore[arg-type]
                assert answer.status_code == 413
                assert answer.json() == {"error": "This is larger than the 1000 bytes allowed."}
            small = {"record": "x" * 2500}
            assert (await client.post("/api/records", json=small, headers=anna)).status_code == 422
            large = {"record": "x" * 3500}
            assert (await client.post("/api/records", json=large, headers=anna)).status_code == 413
            for nonsense in ("-5", "abc", "9" * 30):
                request = httpx.Request(
                    "POST", "http://agon.test/api/tables", headers={**anna, "content-length": nonsense}
                )
                assert (await client.send(request)).status_code == 413

    run(story())


def test_a_bucket_runs_dry_and_fills_again() -> None:
    limiter = Limiter(rate=2.0, burst=3)
    assert [limiter.wait("a", 0.0) for _ in range(3)] == [0, 0, 0]
    assert limiter.wait("a", 0.0) == 0.5
    assert limiter.wait("b", 0.0) == 0
    assert limiter.wait("a", 0.5) == 0
    assert limiter.wait("a", 0.5) > 0
    assert limiter.wait("a", 100.0) == 0


def test_who_is_too_fast_is_told_how_long_to_wait(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, rate=0.2, clock=Clock()) as client:  # whose buckets do not fill
            anna = await named(client, "Anna")
            body = {"game": "lots", "seats": ["me", "open"]}
            answers = [await client.post("/api/tables", json=body, headers=anna) for _ in range(9)]
            slowed = answers[-1]
            assert answers[0].status_code == 201
            assert slowed.status_code == 429
            assert int(slowed.headers["retry-after"]) >= 1
            table = answers[0].json()["id"]
            said = [await client.post(f"/api/tables/{table}/chat", json={"text": "x"}, headers=anna) for _ in range(4)]
            assert [a.status_code for a in said] == [201, 201, 429, 429]
            many = [(await client.get("/api/games")).status_code for _ in range(80)]
            assert many[0] == 200
            assert many[-1] == 429

    run(story())


@pytest.mark.parametrize("passed", [0.0, 0.25, 0.75])
def test_who_waits_as_long_as_was_said_is_let_in(passed: float) -> None:
    clock = Clock()
    limits = Limits(1.0, clock)
    for _ in range(RATES["chat"][1]):
        limits.check("chat", "anna")
    clock.forward(passed)
    with pytest.raises(Refused) as refused:
        limits.check("chat", "anna")
    told = refused.value.facts["seconds"]
    assert isinstance(told, int)
    clock.forward(told)
    limits.check("chat", "anna")


def test_names_and_chat_are_tidied() -> None:
    assert tidy_name("  Anna\n\tvon,;  Hellas ") == "Anna von Hellas"
    assert tidy_name("x" * 99) == "x" * 24
    assert tidy_name("a\u202eb\x00c") == "a b c"
    assert tidy_name("Zoë <script>") == "Zoë <script>"  # escaped where it is shown, not here
    with pytest.raises(Refused):
        tidy_name("\u200b, ;")
    assert tidy_text("a\r\nb\u2028c", 99) == "a b c"


def test_every_sentence_has_both_languages_and_its_facts() -> None:
    for key, (status, english, german) in SENTENCES.items():
        assert 400 <= status < 600
        assert english != german or key in ("illegal", "illegal_here")  # the rule's own sentence
        names = [{part.split("}")[0] for part in text.split("{")[1:]} for text in (english, german)]
        assert names[0] == names[1], key


def test_no_secret_is_in_a_log_or_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG, "agon.web")

    async def story() -> list[str]:
        async with client_at(tmp_path) as client:
            anna = await named(client, "Anna")
            token = anna["authorization"].removeprefix("Bearer ")
            table = (
                await client.post("/api/tables", json={"game": "lots", "seats": ["me", "open"]}, headers=anna)
            ).json()["id"]

            def fail(*_: object) -> None:
                raise RuntimeError("a fault of ours")

            monkeypatch.setattr("agon.web.api.observed", fail)
            answer = await client.get(f"/api/tables/{table}/observation", headers=anna)
            assert answer.status_code == 500
            assert answer.json() == {"error": "Something went wrong on the server."}
            assert answer.headers["x-content-type-options"] == "nosniff"
            await client.get(f"/api/tables/{table}x", headers=anna)
            return [token, table, "tests"]

    secrets = run(story())
    assert "a fault of ours" in caplog.text
    ours = "\n".join(r.getMessage() for r in caplog.records if r.name == "agon.web")
    assert not any(secret in ours for secret in secrets)
    assert not any(secret in caplog.text for secret in secrets[:1])
