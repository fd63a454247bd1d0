"""Who hears what at a table: players, spectators, those who were muted; and what operators are shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agon.cli import main
from agon.web.errors import Refused
from agon.web.identity import Identity
from agon.web.live import CHAT_KEPT, rebuild
from agon.web.present import view
from agon.web.talk import PHRASES
from agon.web.words import say
from tests.web.support import ANNA, BELA, CLEO, client_at, hub_at, lots_registered, named, run

DORA = Identity("dora", "Dora")


@pytest.fixture(autouse=True)
def lots() -> Any:
    with lots_registered():
        yield


def texts(live: Any, who: Identity | None, lang: str = "en", muted: frozenset[str] = frozenset()) -> list[str]:
    return [line.text for line in view(live, who, lang, muted=muted).chat]


def test_players_hear_spectators_only_when_the_game_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, "lots", ["me", "open"], {}, True, True)
            await hub.say(live.id, CLEO, "may I?")
            assert texts(live, ANNA) == ["may I?"], "before the game begins there is nothing to give away"
            await hub.join(live.id, BELA, None)
            await hub.say(live.id, ANNA, "good luck")
            await hub.say(live.id, CLEO, "box A wins")
            await hub.say(live.id, DORA, "I think so too")
            for player in (ANNA, BELA):
                assert texts(live, player) == ["good luck"]
            for looker in (CLEO, DORA, None):
                assert texts(live, looker) == ["may I?", "good luck", "box A wins", "I think so too"]
            stored = await hub._store.load(live.id)
            assert stored is not None and texts(rebuild(*stored), BELA) == ["good luck"]
            await hub.resign(live.id, BELA)
            assert (
                texts(live, ANNA)[:4]
                == texts(live, CLEO)[:4]
                == ["may I?", "good luck", "box A wins", "I think so too"]
            )

    run(story())


def test_spectators_who_talk_much_do_not_talk_the_players_lines_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, "lots", ["me", "open"], {}, True, True)
            await hub.join(live.id, BELA, None)
            await hub.say(live.id, ANNA, "first")
            for n in range(CHAT_KEPT + 2):
                await hub.say(live.id, CLEO, f"line {n}")
            assert texts(live, ANNA) == ["first"]
            assert texts(live, CLEO)[:2] == ["first", "line 2"]

    run(story())


def test_a_phrase_is_kept_as_a_key_and_read_in_the_readers_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, "lots", ["me", "open"], {}, False, True)
            for phrase in PHRASES:
                await hub.say(live.id, ANNA, "", phrase)
            stored = await hub._store.load(live.id)
            assert stored is not None
            assert [entry.text for entry in stored[1] if entry.kind == "phrase"] == list(PHRASES)
            for lang in ("en", "de"):
                assert texts(live, BELA, lang) == [say(lang, f"phrase_{phrase}") for phrase in PHRASES]
            assert texts(live, BELA, "en") != texts(live, BELA, "de")
            for wrong in ({"phrase": "nonsense"}, {"text": " \n "}):
                with pytest.raises(Refused):
                    await hub.say(live.id, ANNA, **{"text": "", **wrong})

    run(story())


def test_whom_a_reader_mutes_that_reader_alone_hears_no_more_and_it_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            anna, bela, cleo = [await named(client, name) for name in ("Anna", "Béla", "Cleo")]
            wish = {"game": "lots", "seats": ["me", "open"]}
            table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            await client.post(f"/api/tables/{table}/seats", headers=bela)
            await client.post(f"/api/tables/{table}/chat", json={"text": "you are slow"}, headers=bela)
            line = (await client.get(f"/api/tables/{table}", headers=anna)).json()["chat"][-1]["number"]
            path = f"/api/tables/{table}/chat/{line}"
            assert "you are slow" in await page(client, table, anna)
            for _ in range(2):
                assert (await client.post(f"{path}/mute", headers=anna)).status_code == 200
            shown = await page(client, table, anna)
            assert "you are slow" not in shown and "You have muted Béla." in shown
            for other in (bela, cleo):
                assert "you are slow" in await page(client, table, other)
            assert (await client.post(f"{path}/mute", headers=bela)).status_code == 409
            assert (await client.post(f"/api/tables/{table}/chat/9999/mute", headers=anna)).status_code == 404
        async with client_at(tmp_path, pages=True) as client:
            assert "you are slow" not in await page(client, table, anna), "it is kept"
            assert (await client.delete(f"{path}/mute", headers=anna)).status_code == 200
            assert "you are slow" in await page(client, table, anna)

    async def page(client: Any, table: str, who: dict[str, str]) -> str:
        whole = (await client.get(f"/tables/{table}?lang=en", headers=who)).text
        pieces = (await client.get(f"/tables/{table}/view?lang=en", headers=who)).json()["html"]["chat"]
        assert ("you are slow" in whole) == ("you are slow" in pieces)
        return str(whole)

    run(story())


def test_a_reported_line_is_shown_to_the_operator_until_it_is_dealt_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AGON_DATABASE", f"sqlite:///{tmp_path / 'agon.db'}")

    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna, bela, cleo = [await named(client, name) for name in ("Anna", "Béla", "Cleo")]
            wish = {"game": "lots", "seats": ["me", "open"]}
            table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            await client.post(f"/api/tables/{table}/seats", headers=bela)
            said = await client.post(f"/api/tables/{table}/chat", json={"text": "a bad word"}, headers=cleo)
            path = f"/api/tables/{table}/chat/{said.json()['number']}/report"
            assert (await client.post(path, headers=anna)).status_code == 404, "players do not hear spectators"
            for _ in range(2):
                assert (await client.post(path, headers=await named(client, "Dora"))).status_code == 200

    run(story())
    agon: Callable[..., int] = lambda *words: main(list(words))  # noqa: E731
    assert agon("reports") == 0
    assert capsys.readouterr().out.count("Cleo: a bad word") == 2
    assert agon("reports", "--done", "1") == 0 and "Reports: 1." in capsys.readouterr().out
    assert agon("reports", "--done", "1") != 0
    assert agon("reports", "--done", "2") == 0
    assert "Nobody has reported anything." in capsys.readouterr().out
