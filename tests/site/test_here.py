"""What the browser answers by itself, without a browser: the same pages, tables that are kept, people at one screen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import urlencode

import agon
from agon.core import codec
from agon.core.game import find
from agon.play.puzzles import puzzles
from agon.site.here import SETTINGS, Answer, Here
from agon.site.keeper import PROGRESS, BrowserKeeper
from agon.site.progress import BrowserProgress
from agon.web.hub import Live
from agon.web.words import say

JSON = {"accept": "application/json"}
QUICK = replace(SETTINGS, bot_pause=(0.0, 0.0))


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def a_browser(kept: dict[str, str] | None = None, seed: int = 5) -> tuple[Here, dict[str, str]]:
    """A browser, and what it keeps."""
    written = dict(kept or {})

    async def write(key: str, text: str) -> None:
        written[key] = text

    return Here(BrowserKeeper(write, dict(written)), luck=lambda: Random(seed), settings=QUICK), written


async def post(here: Here, at: str, /, **fields: object) -> Answer:
    return await here.answer("POST", at, {}, urlencode(fields, doseq=True).encode())


async def ask(here: Here, method: str, path: str, body: object = None) -> tuple[Answer, Any]:
    answer = await here.answer(method, path, JSON, json.dumps(body).encode() if body is not None else b"")
    return answer, json.loads(answer.body)


async def opened(here: Here, answer: Answer) -> str:
    assert answer.status == 303, answer.body.decode()
    return dict(answer.headers)["location"]


async def play_out(here: Here, path: str) -> Live:
    """Answer with anything legal, whoever is asked, until the game is over."""
    live, rng = await here.hub.get(path.rpartition("/")[2]), Random(1)
    for _ in range(100_000):
        if live.is_over:
            return live
        if live.seats[live.actor].kind == "bot":
            await asyncio.sleep(0)
            continue
        here.screen.lift(live)
        action = live.table.game.space.text(rng.choice(live.table.state.legal()))
        answer, said = await ask(here, "POST", f"/api{path}/plies", {"ply": live.ply, "actions": [action]})
        assert answer.status == 200, said
    raise AssertionError("the game does not end")


def test_a_whole_game_against_bots_is_kept_and_read_again_with_the_same_digest() -> None:
    async def story() -> None:
        here, written = a_browser()
        path = await opened(here, await post(here, "/play", game="hellas_2002", strength="random"))
        await play_out(here, path)
        record = await here.answer("GET", f"/api{path}/record", {})
        assert "attachment" in dict(record.headers)["content-disposition"]
        *_, last = agon.Record.parse(record.body.decode()).replay()
        assert f"digest: {codec.digest(last)}\n" in record.body.decode()
        later, _ = a_browser(written)
        again = await later.answer("GET", f"/api{path}/record", {})
        assert again.body == record.body
        lobby = (await later.answer("GET", "/", {})).body.decode()
        assert f"{path}/replay" in lobby
        await here.hub.close()

    run(story())


def test_who_begins_to_listen_is_told_at_once_how_the_table_stands() -> None:
    """A bot may have moved between the page and its stream."""

    async def story() -> None:
        here, _ = a_browser()
        path = await opened(here, await post(here, "/play", game="hellas_2016", strength="easy"))
        heard: asyncio.Queue[str] = asyncio.Queue()
        listening = asyncio.create_task(here.listen(path.rpartition("/")[2], heard.put_nowait))
        told = json.loads(await asyncio.wait_for(heard.get(), 60))
        assert told["version"] <= (await here.hub.get(path.rpartition("/")[2])).version
        listening.cancel()

    run(story())


def test_a_record_from_elsewhere_comes_to_the_same_digest() -> None:
    async def story() -> None:
        record = agon.match("attika", ["random", "random"], seed=3)
        here, _ = a_browser()
        answer, said = await ask(here, "POST", "/api/records", {"record": record.text()})
        assert answer.status == 201
        back = await here.answer("GET", f"/api/tables/{said['id']}/record", {})
        assert back.body.decode() == record.text()  # with the digest of the last position
        replay = await here.answer("GET", f"/tables/{said['id']}/replay", {})
        assert replay.status == 200 and b'data-mode="replay"' in replay.body

    run(story())


def test_a_curtain_hides_each_hand_from_the_others_at_the_screen() -> None:
    async def story() -> None:
        here, _ = a_browser()
        path = await opened(here, await post(here, "/tables", game="hellas_2002", seat=["me", "open"], hints="yes"))
        live = await here.hub.get(path.rpartition("/")[2])
        page = await here.answer("GET", path, {})
        assert page.curtain == live.seats[live.actor].name
        assert b'data-asked=""' in page.body  # a spectator's page
        await post(here, f"{path}/look")
        page = await here.answer("GET", path, {})
        assert not page.curtain and b'data-asked="yes"' in page.body
        await here.hub.close()

    run(story())


def test_where_nothing_is_secret_the_screen_turns_by_itself() -> None:
    async def story() -> None:
        here, _ = a_browser()
        path = await opened(here, await post(here, "/tables", game="hellas_2016", seat=["me", "open", "open"]))
        answer, view = await ask(here, "GET", f"{path}/view?mode=table")
        assert not answer.curtain and view["asked"]
        await here.hub.close()

    run(story())


def test_the_next_game_of_the_same_people_needs_nobody_to_wait() -> None:
    async def story() -> None:
        here, _ = a_browser()
        path = await opened(here, await post(here, "/tables", game="attika", seat=["me", "open"]))
        await play_out(here, path)
        answer, said = await ask(here, "POST", f"/api{path}/rematch")
        assert answer.status == 200
        again = await here.hub.get(said["id"])
        assert again.started and [seat.kind for seat in again.seats] == ["person", "person"]
        await here.hub.close()

    run(story())


def test_what_needs_a_server_says_so_in_both_languages() -> None:
    async def story() -> None:
        here, _ = a_browser()
        for lang in ("en", "de"):
            page = (await here.answer("GET", f"/?lang={lang}", {})).body.decode()
            assert say(lang, "here_server") in page and "agon serve" in page
            assert 'id="open"' not in page
            assert 'id="crowd"' not in page
            assert (
                'href="/puzzles/daily"' in page and 'src="/puzzles/' not in page
            )  # which it is, is not known beforehand

    run(story())


def test_lessons_and_rules_are_the_same_pages_and_progress_is_a_cookie() -> None:
    async def story() -> None:
        here, _ = a_browser()
        for path in ("/learn", "/learn/attika/1", "/rules/olympos", "/games/attika/how-to-play", "/new?game=attika"):
            assert (await here.answer("GET", path, {})).status == 200, path
        answer = await here.answer("GET", "/learn?lang=de", {})
        assert any(cookie.startswith("agon_lang=de") for cookie in answer.cookies)

    run(story())


def test_what_was_solved_is_known_at_the_next_visit() -> None:
    async def story() -> None:
        here, written = a_browser()
        found = puzzles(find("attika"))[0]
        assert (await here.answer("GET", "/puzzles", {})).status == 200
        before = BrowserProgress(here.keeper)
        await before.tried("you", found.id, "attika", 1500.0, True, 47)
        await before.learn("you", {"attika": {1, 2}})
        after = BrowserProgress(a_browser(written)[0].keeper)
        assert [(t.puzzle, t.solved, t.seconds) for t in await after.tries("you")] == [(found.id, True, 47)]
        assert await after.learnt("you") == {"attika": {1, 2}}

    run(story())


def test_a_puzzle_solved_before_times_were_kept_is_still_known() -> None:
    async def story() -> None:
        here, written = a_browser()
        row = ["a859e71a", "attika", True, "2026-11-16T12:00:00+00:00"]
        await here.keeper.note(PROGRESS, json.dumps({"you": {"learnt": {}, "missed": [], "tries": [row], "days": {}}}))
        kept = BrowserProgress(a_browser(written)[0].keeper)
        assert [(t.puzzle, t.seconds) for t in await kept.tries("you")] == [("a859e71a", 0)]

    run(story())


def test_the_game_behind_a_puzzle_is_shown_and_in_no_list() -> None:
    async def story() -> None:
        here, _ = a_browser()
        found = puzzles(find("hellas_2016"))[0]
        there = dict((await here.answer("GET", f"/puzzles/{found.id}/game", {})).headers)["location"]
        assert (await here.answer("GET", there, {})).status == 200
        assert len(here.keeper) == 1 and await here.keeper.of_member("you", True, 9) == []

    run(story())


def test_what_cannot_be_is_refused_with_a_sentence() -> None:
    async def story() -> None:
        here, _ = a_browser()
        assert (await here.answer("GET", "/tables/nowhere", {})).status == 404
        assert (await here.answer("GET", "/nowhere", {})).status == 404
        for body in (b"", b"[]", b'{"record": 3}'):
            assert (await here.answer("POST", "/api/records", JSON, body)).status == 422, body
        answer, said = await ask(here, "POST", "/api/records", {"record": "agon: 1\n"})
        assert 400 <= answer.status < 500 and said["error"]

    run(story())


def test_a_browser_that_cannot_keep_a_move_does_not_play_it() -> None:
    async def story() -> None:
        here, _ = a_browser()
        path = await opened(here, await post(here, "/play", game="hellas_2016", strength="random", seats=2))
        live = await here.hub.get(path.rpartition("/")[2])
        for _ in range(2000):
            if live.actor == 0:
                break
            await asyncio.sleep(0.01)

        async def full(key: str, text: str) -> None:
            raise OSError("the disk is full")

        here.keeper._write = full
        action = live.table.game.space.text(live.table.state.legal()[0])
        before = live.ply
        answer, said = await ask(here, "POST", f"/api{path}/plies", {"ply": before, "actions": [action]})
        assert answer.status == 503 and said["error"]
        assert (await here.hub.get(live.id)).ply == before
        await here.hub.close()

    run(story())
