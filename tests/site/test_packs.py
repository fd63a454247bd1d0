"""Owners' packs in a browser without a server: entered, kept, played, checked, brought by a link."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import agon
from agon.core.game import packs_from
from agon.site import thinker
from agon.site.here import Here
from agon.web.words import say
from tests.site.test_here import a_browser, ask, opened, post, run
from tests.web.test_packs import text_of

MARBLE = "setup.start_marble"


@contextmanager
def known(here: Here) -> Iterator[None]:
    """Meanwhile records find the packs of this browser, as in its worker."""
    forget = packs_from(here.packs.find)
    try:
        yield
    finally:
        forget()


async def enter(here: Here) -> str:
    """A pack with another number; its address."""
    edit = await opened(here, await post(here, "/packs", game="hellas_2016", title="Lena's box"))
    at = edit.partition("/edit")[0]
    await opened(here, await post(here, f"{at}/set", path=MARBLE, seen="yes", **{f"v:{MARBLE}": 9}))
    return at


async def shown(here: Here, path: str) -> str:
    answer = await here.answer("GET", path, {})
    assert answer.status == 200, answer.body.decode()
    return answer.body.decode()


def test_a_pack_is_entered_and_kept_for_the_next_visit_until_it_is_thrown_away() -> None:
    async def story() -> None:
        here, written = a_browser()
        at = await enter(here)
        later, written = a_browser(written)
        page = text_of(await shown(later, f"{at}/edit"))
        assert "marble of a seat 5 → 9" in page and say("en", "here_pack_link") in page
        assert "Undo (1)" in page
        assert "Lena's box" in text_of(await shown(later, "/packs"))
        file = await later.answer("GET", f"{at}/toml", {})
        assert b"start_marble = 9" in file.body and "attachment" in dict(file.headers)["content-disposition"]
        await post(later, f"{at}/delete")
        assert written[f"pack/{at.rpartition('/')[2]}"] == ""
        assert say("en", "packs_none") in text_of(await shown(later, "/packs"))

    run(story())


def test_a_table_is_played_with_the_pack_names_it_and_is_rebuilt_at_the_next_visit() -> None:
    async def story() -> None:
        here, written = a_browser()
        with known(here):
            at = await enter(here)
            table = await opened(here, await post(here, f"{at}/play", seats=2, strength="random"))
            page = await shown(here, table)
            await here.hub.close()
        game = agon.game("hellas_2016")
        assert "Played with the pack: Lena-s-box" in page
        played = page.partition('class="ag-pack" href="')[2].partition('"')[0]
        assert played.startswith("/packs/hellas_2016.") and game.pack_hash not in played
        later, _ = a_browser(written)
        with known(later):
            live = await later.hub.get(table.rpartition("/")[2])
            assert live.table.game.pack == "Lena-s-box"
            assert "marble of a seat: 5 → 9" in text_of(await shown(later, played))
            await later.hub.close()

    run(story())


def test_what_a_link_brings_is_kept_once_and_a_broken_one_gets_a_sentence() -> None:
    async def story() -> None:
        here, _ = a_browser()
        at = await enter(here)
        text = (await here.answer("GET", f"{at}/toml", {})).body.decode()
        other, _ = a_browser()
        first = await opened(other, await post(other, "/packs", text=text, look="yes"))
        assert first == await opened(other, await post(other, "/packs", text=text, look="yes"))
        assert "marble of a seat: 5 → 9" in text_of(await shown(other, first))
        for broken in ("", "x =", '[pack]\ngame = "chess"\n'):
            answer = await post(other, "/packs", text=broken, look="yes")
            assert 400 <= answer.status < 500 and b'role="alert"' in answer.body, broken

    run(story())


def test_the_laws_are_tried_beside_the_bots_and_the_page_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[str, int, int]] = []

    def check(asked: thinker.Checked) -> str:
        game, text, seats, seed = asked
        assert "start_marble = 9" in text
        tried.append((game, seats, seed))
        return "" if seats < 4 else "law 7: marble is lost"

    monkeypatch.setitem(thinker.WORK, "check", check)

    async def story() -> None:
        here, _ = a_browser()
        at = await enter(here)
        await opened(here, await post(here, f"{at}/check"))
        _, standing = await ask(here, "GET", f"{at}/check")
        while not standing["over"]:
            await asyncio.sleep(0)
            _, standing = await ask(here, "GET", f"{at}/check")
        assert standing == {"done": 2, "total": 3, "over": True, "wrong": "law 7: marble is lost"}
        assert "A law is broken: law 7" in text_of(await shown(here, f"{at}/edit"))

    run(story())
    assert tried == [("hellas_2016", seats, 0) for seats in (2, 3, 4)]


@pytest.mark.parametrize(("text", "wrong"), [("[setup]\nstart_marble = 9\nstart_houses = 3\n", ""), ("[zzz]\n", "zzz")])
def test_a_worker_plays_a_game_with_the_pack_under_the_laws(text: str, wrong: str) -> None:
    said = thinker.check(("hellas_2016", text, 2, 0))
    assert wrong in said and bool(said) == bool(wrong), json.dumps(said)
