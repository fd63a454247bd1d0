"""The pages to learn from: how to play, the map, and lessons that are solved, failed and shown."""

from __future__ import annotations

import html
import re
from pathlib import Path
from random import Random

import httpx
import pytest

import agon
from agon.play.coach import start_of
from agon.play.lessons import MOVE, Lesson, lessons
from agon.play.pictures import PICTURE, names, picture
from agon.web.howtopage import howto_page
from agon.web.learnpage import read_learnt, task, write_learnt
from agon.web.rulespage import rules_page
from tests.web.support import client_at, run

FORM = {"content-type": "application/x-www-form-urlencoded", "origin": "http://agon.test"}
BOTH = pytest.mark.parametrize("lang", ["en", "de"])
EVERY = pytest.mark.parametrize("game_id", agon.game_ids())


def words(body: str) -> list[str]:
    return html.unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", body, flags=re.DOTALL)).split()


@BOTH
@EVERY
def test_how_to_play_is_two_pages_with_pictures_of_real_positions(game_id: str, lang: str) -> None:
    game = agon.game(game_id)
    found = howto_page(game, lang)
    assert found is not None
    assert "{picture" not in found.left + found.right
    for page in (found.left, found.right):
        assert 60 < len(words(page)) < 330
    assert (found.left + found.right).count('class="sheet"') == len(PICTURE.findall(game.howto_text(lang)))


@BOTH
@EVERY
def test_how_to_play_leads_to_paragraphs_that_exist(game_id: str, lang: str) -> None:
    game = agon.game(game_id)
    found = howto_page(game, lang)
    assert found is not None
    linked = re.findall(rf'href="/rules/{game_id}#(p[\w.]+)"', found.left + found.right)
    assert len(linked) >= 8
    for at in linked:
        assert f'id="{at}"' in rules_page(game, lang).body, at


@EVERY
def test_how_to_play_says_the_same_in_both_languages(game_id: str) -> None:
    english, german = (agon.game(game_id).howto_text(lang) for lang in ("en", "de"))
    for shape in (r"^## ", r"^\{picture \w+\}$", r"^\|", r"§[\w.]*\w", r"^\d\. ", r"^---$"):
        marks = [re.findall(shape, text, re.MULTILINE) for text in (english, german)]
        assert marks[0] == marks[1] != [], shape


@EVERY
def test_every_picture_is_drawn_from_a_position_with_all_components(game_id: str) -> None:
    game = agon.game(game_id)
    used = set(PICTURE.findall(game.howto_text()))
    assert used == set(names(game))
    for name in used:
        found = picture(game, name)
        state = found.seen.state.clone()
        state.fill(Random(1))
        assert game.census(state) == game.inventory(state)
        assert found.title["en"] != found.title["de"]


def test_the_worked_example_of_hellas_2016_is_what_the_engine_counts() -> None:
    """The table of HOWTO.md is computed from the position of the picture beside it."""
    game = agon.game("hellas_2016")
    points = game.scores(picture(game, "count").seen.state)[0]
    assert list(points.values()) == [10, 15, 9, 6, 3, 43]
    for lang in ("en", "de"):
        told = re.findall(r"\| \**(\d+)\** \|$", game.howto_text(lang), re.MULTILINE)
        assert [int(n) for n in told] == list(points.values())


def test_progress_that_a_browser_kept_is_taken_over_by_the_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            client.cookies.set("agon_learnt", "attika.1.2_G_chess.1", domain="agon.test")
            assert (await client.get("/learn")).text.count('class="done"') == 2
            assert "agon_learnt" not in client.cookies
            assert (await client.get("/learn")).text.count('class="done"') == 2

    run(story())


def test_what_was_missed_comes_back_at_the_end_of_the_lesson_and_on_the_map(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            found = lessons(agon.game("hellas_2016"))[2]
            await answered(client, found, 2, say="house A1")
            assert "Practise again: 1" in (await client.get("/learn")).text
            last = len(found.steps)
            said = [s.solution or (str(s.answer),) for s in found.steps]
            await answered(client, found, 2, say=said[1][0], tries="1")
            page = ""
            for n, text in enumerate(said[last - 1]):
                page = (await answered(client, found, last, say=text, ply=list(said[last - 1][:n]))).text
            assert "/learn/hellas_2016/3?step=2&amp;again=yes" in page and "Once more" in page
            there = await client.get("/learn/hellas_2016/practise")
            assert there.headers["location"] == "/learn/hellas_2016/3?step=2&again=yes"
            page = (await answered(client, found, 2, say=said[1][0], again="yes")).text
            assert "Lesson finished." in page
            assert "Practise again" not in (await client.get("/learn")).text
            assert (await client.get("/learn/hellas_2016/practise")).headers["location"] == "/learn"

    run(story())


def test_whoever_leaves_a_lesson_goes_on_at_the_same_step(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            assert "Go on where you were" not in (await client.get("/learn")).text
            await client.get("/learn/attika/3?step=2")
            page = (await client.get("/learn")).text
            assert "Go on where you were" in page and 'href="/learn/attika/3?step=2"' in page
            assert "Paying" in page and "Step 2 of 2" in page
            for nonsense in (
                "attika",
                "chess.1.1",
                "attika.99.1",
                "attika.3.9",
                "attika.x.y",
                "a" * 900,
            ):
                client.cookies.set("agon_lesson", nonsense, domain="agon.test")
                assert "Go on where you were" not in (await client.get("/learn")).text, nonsense
            await answered(client, lessons(agon.game("attika"))[2], 2, say="2")
            assert "Go on where you were" not in (await client.get("/learn")).text, "the lesson has been learnt"

    run(story())


def test_the_camera_looks_at_what_the_step_is_about_and_the_whole_board_is_a_button_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            page = (await client.get("/learn/hellas_2016/1?step=3")).text
            near = [float(n) for n in re.findall(r'data-sheet="board" viewBox="([^"]+)"', page)[0].split()]
            whole = [float(n) for n in re.findall(r'data-whole="([^"]+)"', page)[0].split()]
            assert 0.49 * whole[2] <= near[2] < 0.75 * whole[2]
            assert whole[0] <= near[0] and near[0] + near[2] <= whole[0] + whole[2] + 0.1
            page = (await client.get("/learn/hellas_2016/3?step=2")).text
            assert "<b>19</b> <span>marble</span>" in page, "what one has is shown where it matters"
            found = lessons(agon.game("hellas_2016"))[2]
            page = (await answered(client, found, 2, say="house B2")).text
            assert len(re.findall(r'class="[^"]*\bmissed\b', page)) == 1
            found = lessons(agon.game("attika"))[3]
            page = (await client.get("/learn/attika/4?step=2")).text
            assert re.findall(r'data-sheet="([^"]+)"', page) == ["store-0", "board"]
            page = (await answered(client, found, 2, say="build fortress")).text
            assert re.findall(r'data-sheet="([^"]+)"', page)[0] == "board", "what can be answered comes first"

    run(story())


def test_progress_is_kept_with_the_browser() -> None:
    learnt = {"attika": {1, 3}, "hellas_2016": {2}}
    assert read_learnt(write_learnt(learnt)) == learnt
    for nonsense in ("", "x.y", "attika.1.zwei", "_G__G_", "a" * 5000, "attika.99999999"):
        assert all(n < 100 for numbers in read_learnt(nonsense).values() for n in numbers)


async def answered(client: httpx.AsyncClient, found: Lesson, step: int, **fields: str | list[str]) -> httpx.Response:
    data: dict[str, str | list[str]] = {"step": str(step), **fields}
    return await client.post(f"/learn/{found.game}/{found.number}", data=data, headers=FORM)


@EVERY
def test_a_stranger_goes_from_the_lobby_through_the_first_lesson(tmp_path: Path, game_id: str) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            lobby = (await client.get("/")).text
            assert f'href="/learn/{game_id}/1"' in lobby and f'href="/games/{game_id}/how-to-play"' in lobby
            assert (await client.get(f"/learn/{game_id}")).headers["location"] == f"/learn/{game_id}/1"
            found = lessons(agon.game(game_id))[0]
            for number, step in enumerate(found.steps, 1):
                page = (await client.get(f"/learn/{game_id}/1?step={number}")).text
                assert html.escape(step.task["en"], quote=False).replace("'", "&#39;") in page
                said = list(step.solution) or [str(step.answer)]
                for n, text in enumerate(said):
                    page = (await answered(client, found, number, say=text, ply=said[:n])).text
                assert "lesson__f--right" in page
            assert 'class="done"' in (await client.get("/learn")).text

    run(story())


@BOTH
def test_a_wrong_answer_says_why_lights_what_is_right_and_then_shows_it(tmp_path: Path, lang: str) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            await client.get(f"/learn?lang={lang}")
            found = lessons(agon.game("hellas_2016"))[2]
            step = found.steps[1]
            page = (await client.get("/learn/hellas_2016/3?step=2")).text
            assert 'class="legal lit"' not in page and " lit" not in page
            page = (await answered(client, found, 2, say="house A1")).text
            assert step.wrong[-1].text[lang] in page
            assert len(re.findall(r'class="[^"]*\blit\b', page)) >= 2
            for place in ("F5", "G4"):  # told in words too, with what it brings
                assert re.search(rf"lesson__f--wrong.*{place}[^;<]*\(\+7 [^)]*\)", page)
            assert 'name="show"' not in page
            page = (await answered(client, found, 2, say="house A1", tries="1")).text
            assert 'name="show"' in page
            page = (await answered(client, found, 2, show="yes", tries="2")).text
            assert step.right[lang] in page
            page = (await answered(client, found, 2, say="house F4")).text
            assert "lesson__f--refused" in page and "§" in page

    run(story())


def test_nonsense_in_a_lesson_is_a_sentence_or_a_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            found = lessons(agon.game("attika"))[0]
            for path in (
                "/learn/chess/1",
                "/learn/attika/0",
                "/learn/attika/99",
                "/learn/attika/x",
                "/games/chess/how-to-play",
            ):
                answer = await client.get(path)
                assert 400 <= answer.status_code < 500, path
                assert "Traceback" not in answer.text
            nonsense: list[dict[str, str | list[str]]] = [
                {"say": "castle"},
                {"say": "place E9S9"},
                {"say": "7", "ply": ["nonsense"]},
                {"tries": "x" * 50},
                {"say": "٣"},
                {"say": ""},
            ]
            for fields in nonsense:
                answer = await answered(client, found, 1, **fields)
                assert answer.status_code == 200, fields
            long = await answered(client, found, 1, ply=["place E3S2"] * 100)
            assert long.status_code < 500

    run(story())


@EVERY
def test_the_board_of_a_task_offers_every_legal_action_and_no_other_in_the_picture_or_as_a_button(game_id: str) -> None:
    game = agon.game(game_id)
    for found in lessons(game):
        for number, step in enumerate(found.steps, 1):
            if step.kind != MOVE:
                continue
            shown = task(game, found, number, "en")
            drawn = "".join(str(sheet.svg) for sheet in shown.sheets)
            actions = [a for row in re.findall(r'data-action="([^"]*)"', drawn) for a in row.split("|")]
            assert {*actions, *(a for a, _ in shown.buttons)} == {a for a, _ in shown.choices}
            assert not set(actions) & {a for a, _ in shown.buttons}, "a button is for what no place stands for"


@BOTH
def test_the_last_lesson_is_a_game_with_the_coach(tmp_path: Path, lang: str) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            course = (await client.get(f"/learn?lang={lang}")).text
            assert 'href="/learn/hellas_2016/coach"' in course
            page = (await client.get("/learn/hellas_2016/coach")).text
            before, after, would = {
                "en": ("Before your decision", "After your decision", "The coach would play"),
                "de": ("Vor deiner Entscheidung", "Nach deiner Entscheidung", "Der Trainer würde spielen"),
            }[lang]
            assert before in page and after not in page and would not in page
            start = start_of(agon.game("hellas_2016"))
            assert start is not None and f"<small>{start.minutes} min</small>" in course

            async def said(**fields: str) -> str:
                answer = await client.post("/learn/hellas_2016/coach", data=fields, headers=FORM)
                assert answer.status_code == 200
                return answer.text

            def game(page: str) -> str:
                return html.unescape(re.findall(r'name="game" value="([^"]*)"', page)[0])

            assert would in await said(game=game(page), hint="yes")
            first = re.findall(r'data-choice="([^"]*)"', page)[0]
            later = await said(game=game(page), say=first)
            assert after in later and game(later).startswith(f"{game(page)};{first}".lstrip(";"))
            assert game(await said(game=game(later), back="yes")) == game(page)
            assert "lesson__f--refused" in await said(game=game(page), say="castle")
            assert game(await said(game="castle;castle")) == game(page)

    run(story())


def test_a_coached_game_that_is_over_counts_as_learnt(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            page = (await client.get("/learn/hellas_2016/coach")).text
            for _ in range(80):
                if 'id="go-on"' in page:
                    break
                action = re.findall(r'data-choice="([^"]*)"', page)[0]
                game = html.unescape(re.findall(r'name="game" value="([^"]*)"', page)[0])
                fields = {"game": game, "say": html.unescape(action)}
                page = (await client.post("/learn/hellas_2016/coach", data=fields, headers=FORM)).text
            assert 'id="go-on"' in page
            assert (await client.get("/learn")).text.count('class="done"') == 1
            assert (await client.get("/learn/chess/coach")).status_code == 422

    run(story())
