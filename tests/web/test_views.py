"""A table is rendered off the loop, and once for all who see the same."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import httpx
import pytest

from agon.web.app import create_app
from agon.web.views import KEPT, Packed, Views
from tests.web.support import GAME, PromptBots, named, run, settings


async def watchers(folder: Path) -> None:
    app = create_app(settings(folder, pages=True), PromptBots())
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            anna, bela = await named(client, "Anna"), await named(client, "Béla")
            wish = {"game": GAME, "seats": ["me", "open"], "public": True}
            table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            await client.post(f"/api/tables/{table}/seats", headers=bela)
            before = app.state.views.rendered
            spectators = [await named(client, f"Guest {n}") for n in range(4)]
            answers = await asyncio.gather(*(client.get(f"/tables/{table}/view", headers=s) for s in spectators))
            assert len({answer.content for answer in answers}) == 1
            assert app.state.views.rendered == before + 1
            for headers, lang in ((anna, "en"), (bela, "en"), (spectators[0], "de")):  # other eyes, another language
                answer = await client.get(f"/tables/{table}/view?lang={lang}", headers=headers)
                assert answer.content != answers[0].content
            assert app.state.views.rendered == before + 4
            seen = (await client.get(f"/api/tables/{table}/observation", headers=anna)).json()
            mover = anna if seen["legal"] else bela
            seen = (await client.get(f"/api/tables/{table}/observation", headers=mover)).json()
            move = {"ply": seen["ply"], "action": seen["legal"][0]["action"]}
            assert (await client.post(f"/api/tables/{table}/plies", json=move, headers=mover)).status_code == 200
            later = await client.get(f"/tables/{table}/view", headers=spectators[0])
            assert later.json()["ply"] > answers[0].json()["ply"]
            assert app.state.views.rendered == before + 5


def test_whoever_looks_through_the_same_eyes_is_given_what_was_rendered_once(tmp_path: Path) -> None:
    run(watchers(tmp_path))


def test_the_loop_goes_on_while_a_view_is_rendered() -> None:
    async def work() -> None:
        views, may_end = Views(), threading.Event()

        def slow() -> Packed:
            assert may_end.wait(60)
            return Packed.of(b"done", "text/plain")

        first = asyncio.create_task(views.get("key", slow))
        second = asyncio.create_task(views.get("key", slow))
        await asyncio.sleep(0)
        may_end.set()  # reached although both wait for the thread
        assert (await first) is (await second)
        views.close()

    run(work())


def test_what_could_not_be_rendered_is_tried_again() -> None:
    async def work() -> None:
        views = Views()

        def broken() -> Packed:
            raise ValueError("no ink")

        with pytest.raises(ValueError, match="no ink"):
            await views.get("key", broken)
        assert (await views.get("key", lambda: Packed.of(b"ink", "text/plain"))).body == b"ink"
        views.close()

    run(work())


def test_what_was_looked_at_lately_is_kept_and_the_rest_forgotten() -> None:
    async def work() -> None:
        views = Views()

        def make() -> Packed:
            return Packed.of(b"a board", "text/plain")

        for key in range(KEPT):
            await views.get(key, make)
        await views.get(0, make)
        await views.get(KEPT, make)  # 1 is the longest unused
        before = views.rendered
        await views.get(0, make)
        assert views.rendered == before
        await views.get(1, make)
        assert views.rendered == before + 1
        views.close()

    run(work())
