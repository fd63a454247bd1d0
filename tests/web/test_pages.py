"""The pages as the server sends them: complete, escaped, in both languages, and no secret in them."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
import segno

import agon
from agon.draw.scene import COLOURS
from agon.web.assets import address, assets, version
from agon.web.covers import cover, heroes
from agon.web.peoplepages import ACCOUNT_WORDS
from agon.web.qr import qr_svg
from agon.web.render import JS_WORDS
from agon.web.rulespage import anchor, pictures, rules_page
from tests.web.support import GAME, client_at, lots_registered, run

FORM = {"content-type": "application/x-www-form-urlencoded", "origin": "http://agon.test"}


async def play(client: httpx.AsyncClient, **fields: str) -> str:
    """The address of a table opened by one click."""
    answer = await client.post("/play", data={"game": GAME, "strength": "random", **fields}, headers=FORM)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_lobby_has_every_game_with_its_facts(tmp_path: Path, lang: str) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            page = (await client.get("/", headers={"accept-language": lang})).text
            assert f'<html lang="{lang}"' in page
            for game_id in agon.game_ids():
                game = agon.game(game_id)
                assert game.about[lang] in page
                assert f'value="{game_id}"' in page
                assert f'href="/rules/{game_id}"' in page

    run(story())


def test_one_click_opens_a_table_against_bots_and_the_lobby_then_names_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            table = await play(client, seats="2")
            page = await client.get(table)
            assert page.status_code == 200
            assert page.text.count('class="pcard ') == 2
            assert table in (await client.get("/")).text
            view = (await client.get(f"{table}/view")).json()
            assert set(view["html"]) >= {"board", "prompt", "actions", "players", "log", "chat"}

    run(story())


def test_wrong_wishes_are_sentences_on_a_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            wrong = [
                client.post("/play", data={"game": "chess"}, headers=FORM),
                client.post("/play", data={"game": GAME, "seats": "9"}, headers=FORM),
                client.post("/play", data={"game": GAME, "strength": "deep blue"}, headers=FORM),
                client.post("/tables", data={"game": GAME, "seat": ["me", "me"]}, headers=FORM),
                client.post("/records", data={"record": "nothing"}, headers=FORM),
                client.post("/name", data={"name": " "}, headers=FORM),
                client.get("/tables/nowhere"),
                client.get("/tables/nowhere/replay"),
                client.get("/rules/chess"),
                client.get("/static/theme.js"),
                client.get(address("theme.js").replace("theme.js", "secret.py")),
                client.get(address("theme.js").replace("theme.js", "..%2Fpages.py")),
                client.get("/nothing/here"),
            ]
            for asked in wrong:
                answer = await asked
                assert 400 <= answer.status_code < 500, answer.url
                assert "That did not work" in answer.text, answer.url
                assert "Traceback" not in answer.text

    run(story())


def test_a_table_is_opened_with_seats_options_and_visibility(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            page = (await client.get("/new", params={"game": GAME, "seats": "4"})).text
            assert page.count('name="seat"') == 4
            fields = {"game": GAME, "seat": ["me", "open"], "option-startHouses": "0", "public": "yes"}
            answer = await client.post("/tables", data=fields, headers=FORM)
            table = (await client.get(f"/api{answer.headers['location']}")).json()
            assert table["options"]["startHouses"] == "0"
            assert table["public"] and not table["allow_hints"] and not table["started"]
            waiting = (await client.get(answer.headers["location"])).text
            assert f"http://agon.test{answer.headers['location']}" in waiting
            code = await client.get(f"/invite/{table['id']}")
            assert code.headers["content-type"] == "image/svg+xml"

    run(story())


def test_names_are_escaped_and_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            await client.get("/")
            await client.post("/name", data={"name": '<script>"x"</script>'}, headers=FORM)
            for path in ("/", await play(client), "/new"):
                page = (await client.get(path)).text
                assert "<script>&#34;" not in page and '<script>"' not in page
                assert "&lt;script&gt;" in page

    run(story())


def test_the_language_and_the_theme_are_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            assert '<html lang="de"' in (await client.get("/?lang=de")).text
            assert '<html lang="de"' in (await client.get("/")).text
            client.cookies.set("agon_theme", "dark")
            assert 'data-theme="dark"' in (await client.get("/")).text
            client.cookies.set("agon_theme", '"><script>')
            assert "data-theme" not in (await client.get("/")).text

    run(story())


def test_a_page_has_no_inline_script_and_each_id_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            for path in ("/", "/new", f"/rules/{GAME}", await play(client)):
                page = (await client.get(path)).text
                assert not re.search(r"<script(?![^>]*src=)", page)
                assert not re.search(r"<[a-z][^>]* on[a-z]+=", page)
                ids = re.findall(r' id="([^"]+)"', page)
                assert len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1][:5]

    run(story())


def test_a_running_game_has_no_replay_and_a_finished_one_has(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            table = await play(client)
            assert (await client.get(f"{table}/replay")).headers["location"] == table
            fields = {"game": GAME, "seat": ["random", "random"]}
            over = (await client.post("/tables", data=fields, headers=FORM)).headers["location"]
            while not (await client.get(f"/api{over}")).json()["over"]:
                await asyncio.sleep(0.01)
            page = await client.get(f"{over}/replay?ply=10&seat=1")
            assert page.status_code == 200 and 'data-ply="10"' in page.text
            record = (await client.get(f"/api{over}/record")).text
            brought = await client.post("/records", data={"record": record}, headers=FORM)
            assert brought.headers["location"].endswith("/replay")
            assert (await client.get(brought.headers["location"])).status_code == 200
            assert (await client.get(brought.headers["location"].removesuffix("/replay"))).status_code == 303

    run(story())


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game_id", agon.game_ids())
def test_rules_have_an_anchor_at_every_paragraph_and_pictures(game_id: str, lang: str) -> None:
    text = agon.game(game_id).rules_text(lang)
    page = rules_page(agon.game(game_id), lang)
    numbers = re.findall(r"^\*\*(§[\w.]+?)(?:\*\*| )", text, re.MULTILINE)
    assert numbers
    for number in numbers:
        assert f'id="{anchor(number)}"' in page.body, number
    assert page.contents and not page.untranslated
    assert "<script" not in page.body
    assert 'class="sheet"' in pictures(game_id, lang)


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_paragraph_a_prompt_names_is_on_the_rules_page(game_id: str) -> None:
    from random import Random

    from agon.play.table import Table

    game = agon.game(game_id)
    body = rules_page(agon.game(game_id), "en").body
    rng = Random(5)
    table = Table.open(game, game.seats[0], rng=rng)
    for _ in range(120):
        if table.is_over():
            break
        paragraph = game.prompt(table.observe(table.actor()), table.actor()).paragraph
        assert f'id="{anchor(paragraph)}"' in body, paragraph
        table.play(table.state.random_action(rng))


def test_every_cover_is_a_picture() -> None:
    with lots_registered():  # which has none of its own
        pictures = {cover(game_id) for game_id in [*agon.game_ids(), "lots"]}
    assert len(pictures) == len(agon.game_ids()) + 1
    for picture in [*pictures, heroes('Two "heroes" & a game')]:
        ElementTree.fromstring(picture)


def drawn_modules(path: str) -> list[bytes]:
    """The dark lines of a code as rows of 0 and 1: "M3 3.5h7m4 0h3" begins a row, draws 7, skips 4, draws 3."""
    rows: dict[int, set[int]] = {}
    x = y = 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", path):
        if command == "h":
            rows.setdefault(int(y), set()).update(range(int(x), int(x) + int(first)))
            x += float(first)
        else:
            x, y = (0.0 if command == "M" else x) + float(first), (0.0 if command == "M" else y) + float(second)
    side = max(rows) - min(rows) + 1
    return [bytes(column in rows[row] for column in range(3, 3 + side)) for row in sorted(rows)]


def test_a_code_is_a_picture() -> None:
    link = "https://play.example.org/tables/abc"
    drawn = ElementTree.fromstring(qr_svg(link))
    _, _, width, height = (float(n) for n in drawn.attrib["viewBox"].split())
    side = segno.make(link, error="m", micro=False).symbol_size(scale=1, border=3)[0]
    assert width == height == 6 * side, "square, with its quiet zone"
    light, dark = drawn.iter("{http://www.w3.org/2000/svg}path")
    assert (light.attrib["fill"].lower(), dark.attrib["stroke"].lower()) == ("#fffdf8", "#221b16")
    assert drawn_modules(dark.attrib["d"]) == [bytes(row) for row in segno.make(link, error="m", micro=False).matrix]
    assert qr_svg(link) != qr_svg(link + "d")


def test_files_are_kept_for_ever_and_fetch_nothing_from_elsewhere(tmp_path: Path) -> None:
    for name, file in assets().items():
        elsewhere = re.findall(rb"https?://[^\s'\")]+", file.body)
        assert not [url for url in elsewhere if b"www.w3.org" not in url], name

    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            for name, file in assets().items():
                answer = await client.get(address(name))
                assert answer.status_code == 200 and answer.content == file.body
                assert answer.headers["content-type"].startswith(file.kind)
                assert "immutable" in answer.headers["cache-control"]

    run(story())


def test_a_page_from_before_an_update_is_led_to_the_files_of_now(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            for path, name in (("/static/0123456789ab/page.js", "page.js"), ("/favicon.ico", "favicon.svg")):
                answer = await client.get(path)
                assert answer.status_code == 307 and answer.headers["location"] == address(name)
                assert answer.headers["cache-control"] == "no-cache", "the next update leads elsewhere"

    run(story())


def test_the_version_changes_with_any_file(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {version()}
    for name, file in assets().items():
        changed = {**assets(), name: replace(file, body=file.body + b" ")}
        with monkeypatch.context() as patched:
            patched.setattr("agon.web.assets.assets", partial(dict, changed))
            seen.add(version.__wrapped__())
    assert len(seen) == len(assets()) + 1


async def new_pack(client: httpx.AsyncClient) -> str:
    """The editor of a pack."""
    headers = {"content-type": "application/x-www-form-urlencoded", "origin": "http://agon.test"}
    answer = await client.post("/packs", content=f"game={GAME}", headers=headers)
    return answer.headers["location"]


def test_a_page_tells_beforehand_what_its_scripts_import(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            used = set()
            for path in (
                "/", "/new", "/account", "/watch", f"/games/{GAME}/how-to-play", f"/learn/{GAME}/1",
                await new_pack(client), await play(client),
            ):  # fmt: skip
                page = (await client.get(path)).text
                scripts = re.findall(r'<script type="module" src="([^"]+)">', page)
                preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
                found = [*scripts, *preloaded]
                assert len(found) == len(set(found))
                imported = {at for script in found for at in _imports((await client.get(script)).text)}
                assert imported == {at for at in found if at in imported} and set(preloaded) <= imported
                used |= set(found)
            assert used == {address(name) for name in assets() if name.endswith(".js")}

    run(story())


def _imports(script: str) -> list[str]:
    return [address(name) for name in re.findall(r'from "\./([^"]+)"', script)]


def test_the_scripts_know_no_game_and_are_given_the_words_they_say() -> None:
    text = "\n".join(file.body.decode() for name, file in assets().items() if name.endswith(".js"))
    words = set(re.findall(r"[a-z_0-9]+", text.lower()))
    assert not words & {*agon.game_ids(), *COLOURS, "marble", "temple", "settler", "amphora", "city", "ship"}
    said = set(re.findall(r"words\.(\w+)", text)) | {key for key in JS_WORDS if key.startswith("analysis_")}
    assert said == {*JS_WORDS, *ACCOUNT_WORDS}
