"""Owners' packs on the server: a list, an editor by forms alone, links, files, and tables played with them."""

from __future__ import annotations

import html
import re
import sqlite3
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

import agon
from agon.play.packs import Pack
from agon.web.checks import now
from agon.web.packkept import Kept
from agon.web.packshown import box_values, editor
from tests.web.support import client_at, run

FORM = {"content-type": "application/x-www-form-urlencoded", "origin": "http://agon.test"}


async def post(client: httpx.AsyncClient, path: str, fields: list[tuple[str, str]]) -> httpx.Response:
    return await client.post(path, content=urlencode(fields), headers=FORM)


async def begin(client: httpx.AsyncClient, game: str = "attika") -> str:
    """A new pack; its address."""
    answer = await post(client, "/packs", [("game", game), ("title", "Lena's box")])
    assert answer.status_code == 303
    return answer.headers["location"].partition("/edit")[0]


def text_of(body: str) -> str:
    return " ".join(html.unescape(re.sub(r"<svg.*?</svg>|<script.*?</script>|<[^>]+>", " ", body, flags=re.S)).split())


def test_a_value_is_set_told_taken_back_and_downloaded(tmp_path: Path) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            at = await begin(client)
            first = await client.get(f"{at}/edit", params={"page": "buildings", "value": "building[10].cost"})
            assert "69 of 156 values are ours: 0 seen by you" in text_of(first.text)
            assert 'name="v:building[10].cost:W"' in first.text
            fields = [("path", "building[10].cost"), ("page", "buildings"), ("v:building[10].cost:W", "3")]
            fields += [("seen", "yes"), ("source", "my board"), ("photo", "IMG_1")]
            answer = await post(client, f"{at}/set", fields)
            assert answer.status_code == 303
            page = text_of((await client.get(f"{at}/edit")).text)
            assert "69 of 156 values are ours: 1 seen by you" in page
            assert "Buildings: Well, price water, water → water, water, water my board" in page
            german = text_of((await client.get(f"{at}/edit?lang=de")).text)
            assert "Gebäude: Brunnen, Preis Wasser, Wasser → Wasser, Wasser, Wasser" in german
            file = await client.get(f"{at}/toml")
            assert 'cost = "WWW"' in file.text
            assert 'seen = true, source = "my board", photo = "IMG_1"' in file.text
            await post(client, f"{at}/undo", [])
            assert "Nothing differs from the default" in text_of((await client.get(f"{at}/edit?lang=en")).text)

    run(go())


def test_what_does_not_fit_is_said_at_once_with_its_repair_and_forbids_a_game(tmp_path: Path) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            at = await begin(client, "hellas_2016")
            place = "side.minotaur.map[1,13]"
            await post(client, f"{at}/set", [("path", place), (f"v:{place}", "9"), ("seen", "yes")])
            page = (await client.get(f"{at}/edit?lang=de")).text
            said = (
                "„Spielfiguren: Säulen“ ist weniger als die Säulenplätze von „Spielplan: Minotaurus-Seite, Feld“: 35."
            )
            assert said in text_of(page)
            assert "„Spielfiguren: Säulen“ auf 35 setzen" in text_of(page)
            assert 'aria-label="B6, Tempel mit 0 von 9 Säulen"' in page  # the picture follows all the same
            refused = await post(client, f"{at}/play", [("seats", "3")])
            assert refused.status_code == 400
            await post(client, f"{at}/repair", [("path", "supply.column"), ("to", "35")])
            assert "Everything fits together." in text_of((await client.get(f"{at}/edit?lang=en")).text)

    run(go())


def test_a_table_is_played_with_the_pack_and_its_record_names_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            at = await begin(client, "hellas_2016")
            path = "setup.start_marble"
            await post(client, f"{at}/set", [("path", path), (f"v:{path}", "9"), ("seen", "yes")])
            opened = await post(client, f"{at}/play", [("seats", "2"), ("strength", "random")])
            assert opened.status_code == 303
            table = opened.headers["location"]
            page = (await client.get(table)).text
            assert "Played with the pack: Lena-s-box" in page
            played = page.partition('class="ag-pack" href="')[2].partition('"')[0]
            look = await client.get(played)
            assert "marble of a seat: 5 → 9" in text_of(look.text) and "/edit" not in look.text
            assert (await client.get(f"{played}/edit")).status_code == 403
            with sqlite3.connect(tmp_path / "agon.db") as database:
                ((header,),) = database.execute("select record from tables").fetchall()
            record = agon.Record.parse(header)
            assert record.pack == "Lena-s-box"
            assert record.pack_hash == record.game.pack_hash != agon.game("hellas_2016").pack_hash
            facts = record.game.facts(record.start())
            assert [seat["marble"] for seat in facts["players"]] == [9, 9]  # type: ignore[index, call-overload, union-attr]

        async with client_at(tmp_path, pages=True) as again:  # a new server: the pack is found in its database
            assert (await again.get(table)).status_code == 200

    run(go())


def test_a_link_shows_a_pack_to_others_who_copy_it_but_cannot_change_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            at = await begin(client)
            await post(client, f"{at}/set", [("path", "cards.W"), ("v:cards.W", "14"), ("seen", "yes")])
            client.cookies.clear()
            assert "Cards: water: 15 → 14" in text_of((await client.get(at)).text)
            assert (await client.get(f"{at}/edit")).status_code == 403
            assert (await post(client, f"{at}/undo", [])).status_code == 403
            copied = await post(client, f"{at}/copy", [])
            assert copied.status_code == 303
            assert copied.headers["location"] != f"{at}/edit"
            assert "Lena's box" in (await client.get("/packs")).text.replace("&#39;", "'")

    run(go())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x =", "is not TOML"),
        ("[zzz]\na = 1\n", "a table &#34;zzz&#34; that this game does not know"),
        ('[pack]\ngame = "olympos"\n', "This is a pack of olympos, not of attika"),
    ],
)
def test_a_file_that_is_no_pack_gets_its_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            await client.get("/packs")
            answer = await post(client, "/packs", [("game", "attika"), ("text", text)])
            assert answer.status_code == 400
            assert sentence in answer.text

    run(go())


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_page_of_every_game_can_be_edited_in_both_languages(tmp_path: Path, game_id: str) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            at = await begin(client, game_id)
            first = (await client.get(f"{at}/edit")).text
            for name in re.findall(r'/edit\?page=([\w-]+)"', first)[:4]:
                page = (await client.get(f"{at}/edit", params={"page": name, "lang": "de"})).text
                places = re.findall(r'href="([^"]+&amp;value=[^"]+)"', page)
                assert places
                form = await client.get(html.unescape(places[0]))
                assert form.status_code == 200
                assert 'id="pe-form"' in form.text

    run(go())


@pytest.mark.parametrize("path", ["/packs/none", "/packs/none/edit", "/packs/none/toml", "/packs/attika.0"])
def test_a_pack_there_is_not_is_said_to_be_none(tmp_path: Path, path: str) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            answer = await client.get(path)
            assert answer.status_code == 404
            assert "There is no such pack here." in answer.text

    run(go())


def test_a_check_by_the_laws_tells_how_far_it_is_and_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[str, int, int]] = []

    async def play(game_id: str, text: str, seats: int, seed: int) -> str:
        assert "start_marble = 9" in text
        played.append((game_id, seats, seed))
        return ""

    monkeypatch.setattr("agon.web.packchecks.in_a_process", play)

    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            at = await begin(client, "hellas_2016")
            path = "setup.start_marble"
            await post(client, f"{at}/set", [("path", path), (f"v:{path}", "9"), ("seen", "yes")])
            assert (await post(client, f"{at}/check", [])).status_code == 303
            standing = (await client.get(f"{at}/check")).json()
            for _ in range(100):
                if standing["over"]:
                    break
                standing = (await client.get(f"{at}/check")).json()
            assert standing == {"done": 6, "total": 6, "over": True, "wrong": ""}
            assert "The laws hold in 6 random games." in text_of((await client.get(f"{at}/edit?lang=en")).text)

    run(go())
    assert played == [("hellas_2016", seats, seed) for seats in (2, 3, 4) for seed in (0, 1)]


def test_the_rules_page_says_what_owners_confirm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agon.core.game.Game.confirmed", lambda game: {"setup.start_marble": 1})
    box_values.cache_clear()

    async def see(client: httpx.AsyncClient, path: str, value: str) -> None:
        client.cookies.clear()
        at = await begin(client, "hellas_2016")
        await post(client, f"{at}/set", [("path", path), (f"v:{path}", value), ("seen", "yes")])

    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            page = text_of((await client.get("/rules/hellas_2016?lang=en")).text)
            assert "201 of 234 values come from no source." in page
            assert re.search(r"Set-up: marble of a seat: 5, confirmed by 1 owner\b", page)
            for _ in range(2):
                await see(client, "setup.start_houses", "4")
            page = text_of((await client.get("/rules/hellas_2016?lang=de")).text)
            assert "Häuser eines Spielers: 4, bestätigt von 2 Besitzern" in page
            await see(client, "setup.start_houses", "2")  # disputed
            await see(client, "setup.start_marble", "5")
            page = text_of((await client.get("/rules/hellas_2016?lang=en")).text)
            assert "houses of a seat: 4" not in page
            assert "marble of a seat: 5, confirmed by 2 owners" in page

    run(go())
    box_values.cache_clear()


@pytest.mark.parametrize(
    ("game_id", "path", "value", "english", "german"),
    [
        (
            "olympos",
            "territory.elis.land",
            ["arcadia"],
            "“Territories: Messenia, land neighbours” leads from Messenia to Elis but not back.",
            "„Gebiete: Messenien, Nachbarn an Land“ führt von Messenien nach Elis, aber nicht zurück.",
        ),
        (
            "hellas_2016",
            "stones.2[0]",
            15,
            "“Action stones: with 2 seats, in phase” is too much: 30 stones are more than the 13 spaces of "
            "“Action bar”.",
            "„Aktionssteine: bei 2 Spielern, in Phase“ ist zu viel: 30 Steine sind mehr als die 13 Felder von "
            "„Aktionsleiste“.",
        ),
        (
            "olympos",
            "territory.thessaly.marks",
            [],
            "“Pieces: tribes” must be 7, the stars of “Territories: marks”.",
            "„Spielmaterial: Stämme“ muss 7 sein, so viele Sterne hat „Gebiete: Zeichen“.",
        ),
    ],
)
def test_the_editor_calls_places_as_people_do(
    game_id: str, path: str, value: object, english: str, german: str
) -> None:
    pack = Pack.new(agon.game(game_id), "mine")
    pack.set(path, value)
    kept = Kept("1", "me", game_id, "mine", pack.text(), "[]", now(), now())
    for lang, said in (("en", english), ("de", german)):
        ((problem, _, _),) = editor(kept, lang, "", [])["problems"]
        assert problem.sentence == said
