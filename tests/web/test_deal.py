"""Nothing is dealt before the last seat is taken: until then there is nothing that somebody could have seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import httpx
import pytest

from agon.core import codec
from agon.core.game import find
from agon.play.table import Table
from agon.web.hub import Hub, Live
from agon.web.live import rebuild
from agon.web.seats import Seat
from agon.web.store import Entry, Header, Store, Summary
from tests.web.support import ANNA, BELA, CLEO, client_at, hub_at, lots_registered, named, run, settled

SEATS = {"attika": 2, "hellas_2002": 2, "hellas_2016": 2, "olympos": 3, "lots": 2}


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


def journal(hub: Hub, live: Live) -> list[Entry]:
    assert isinstance(hub._store, Store)
    loaded = hub._store.load_now(live.id)
    assert loaded is not None
    assert codec.same(rebuild(*loaded).table.state, live.table.state)
    return loaded[1]


async def looked(client: httpx.AsyncClient, table: str, headers: dict[str, str]) -> dict[str, object]:
    """What somebody can see of a table, but for who they are."""
    seen: dict[str, object] = (await client.get(f"/api/tables/{table}/observation", headers=headers)).json()
    del seen["version"], seen["seat"]
    return seen


@pytest.mark.parametrize("game", SEATS)
def test_who_sits_down_before_the_others_sees_what_a_spectator_sees(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna, bela = await named(client, "Anna"), await named(client, "Béla")
            wish = {"game": game, "seats": ["open"] * SEATS[game]}
            table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            path = f"/api/tables/{table}"
            facts = find(game).facts(find(game).new(SEATS[game]).observe(-1))
            for seat in range(SEATS[game]):
                await client.post(f"{path}/seats/{seat}", headers=bela)
                public = await looked(client, table, {})
                assert (public["ply"], public["started"], public["legal"]) == (0, False, [])
                assert public["facts"] == json.loads(json.dumps(facts))
                assert await looked(client, table, bela) == public
                assert await looked(client, table, anna) == public
                await client.delete(f"{path}/seats/{seat}", headers=bela)

    run(story())


@pytest.mark.parametrize("game", ["attika", "hellas_2002", "lots"])
def test_before_the_start_nothing_is_drawn_and_nothing_stored(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, seed=3) as hub:
            live = await hub.create(ANNA, game, ["me", "open"], {}, True, True)
            before = codec.dump(live.table.state)
            assert [entry.kind for entry in journal(hub, live)] == ["sit"]
            assert live.ply == 0
            await hub.leave(live.id, ANNA)
            await hub.join(live.id, ANNA, 1)
            assert codec.dump(live.table.state) == before == codec.dump(find(game).new(2))
            hub._lives.clear()
            live = await hub.get(live.id)
            assert live.ply == 0
            await hub.join(live.id, BELA, 0)
            kinds = [entry.kind for entry in journal(hub, live)]
            assert kinds == ["sit", "free", "sit", "sit", "start", *["ply"] * live.ply]
            assert live.ply > 0
            assert live.actor >= 0
            hub._lives.clear()
            again = await hub.get(live.id)
            assert again.record().text() == live.record().text()

    run(story())


def test_two_tables_of_other_luck_are_alike_until_the_last_sits_down(tmp_path: Path) -> None:
    async def story() -> None:
        shown, dealt = [], []
        for seed in (1, 2):
            async with hub_at(tmp_path / str(seed), seed=seed) as hub:
                live = await hub.create(ANNA, "hellas_2002", ["me", "open"], {}, False, True)
                shown.append([codec.dump(live.seen(seat).state) for seat in (-1, 0, 1)])
                await hub.join(live.id, BELA, None)
                dealt.append(codec.dump(live.seen(0).state))
        assert shown[0] == shown[1]
        assert dealt[0] != dealt[1]

    run(story())


def test_a_table_without_open_seats_is_dealt_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, seed=5) as hub:
            mine = await hub.create(ANNA, "lots", ["me", "random"], {}, False, True)
            assert (mine.started, mine.ply, mine.actor) == (True, 2, 0)
            await hub.submit(mine.id, ANNA, 2, "box A")
            await settled(hub)
            assert mine.is_over
            assert [entry.kind for entry in journal(hub, mine)] == ["sit", "bot", "start", *["ply"] * 4]

    run(story())


def test_it_is_said_in_both_languages_that_it_is_dealt_when_all_are_seated(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            anna = await named(client, "Anna")
            wish = {"game": "attika", "seats": ["me", "open"]}
            table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            for lang, words in (
                ("en", "dealt when all are seated: 1 to go"),
                ("de", "Ausgeteilt wird, wenn alle sitzen"),
            ):
                seen = (await client.get(f"/api/tables/{table}/observation?lang={lang}", headers=anna)).json()
                assert words in seen["prompt"]["text"]
                assert words in (await client.get(f"/tables/{table}?lang={lang}")).text
                move = {"ply": 0, "action": "draw"}
                refused = await client.post(f"/api/tables/{table}/plies?lang={lang}", json=move, headers=anna)
                assert refused.status_code == 409
                assert words.partition(":")[0] in refused.json()["error"]

    run(story())


# ---- tables of servers that dealt when a table was opened ----


def old_table(folder: Path, game: str, joined: bool) -> str:
    """A table as such a server has left it, with a set-up in front of everything else."""
    moment = datetime.now(UTC)
    table = Table.open(find(game), 2, ["?", "?"], Random(11))
    plies = [Entry(n, "ply", moment, p.actor, text=p.text) for n, p in enumerate(table.record.plies, 1)]
    table.record.plies.clear()
    blank = table.record.text()
    entries = [*plies, Entry(len(plies) + 1, "sit", moment, 0, "anna", "Anna")]
    if joined:
        entries.append(Entry(len(entries) + 1, "sit", moment, 1, "bela", "Béla"))
        entries.append(Entry(len(entries) + 1, "start", moment))
    seats = (Seat("person", "anna", "Anna"), Seat("person", "bela", "Béla") if joined else Seat())
    summary = Summary(
        "old", game, "anna", True, False, joined, False, 0, len(plies), len(entries), moment, moment, seats, ()
    )
    store = Store(f"sqlite:///{folder / 'agon.db'}")
    store.create_now(Header("old", "anna", True, True, False, moment, blank), entries, summary)
    store.close()
    return " ".join(entry.text for entry in plies)


@pytest.mark.parametrize("game", ["lots", "hellas_2002", "attika"])
def test_an_old_table_that_waits_shows_nothing_and_is_dealt_anew(tmp_path: Path, game: str) -> None:
    drawn = old_table(tmp_path, game, joined=False)

    async def story() -> None:
        async with hub_at(tmp_path, seed=12) as hub:
            live = await hub.get("old")
            assert live.ply == 0
            assert codec.same(live.seen(0).state, find(game).new(2).observe(-1))
            await hub.join("old", CLEO, None)
            dealt = " ".join(ply.text for ply in live.table.record.plies)
            assert live.started
            assert dealt != drawn
            journal(hub, live)
            await hub.submit("old", (ANNA, CLEO)[live.actor], live.ply, live.table.legal_texts()[0])
            hub._lives.clear()
            again = await hub.get("old")
            assert again.record().text() == live.record().text()
            assert again.version == live.version

    run(story())


def test_an_old_table_that_has_begun_goes_on_with_what_was_dealt(tmp_path: Path) -> None:
    drawn = old_table(tmp_path, "lots", joined=True)

    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.get("old")
            assert " ".join(ply.text for ply in live.table.record.plies) == drawn
            await hub.submit("old", ANNA, 2, "box A")
            await hub.take_back("old", ANNA)
            await hub.submit("old", ANNA, 2, "box B")
            hub._lives.clear()
            again = await hub.get("old")
            assert " ".join(ply.text for ply in again.table.record.plies) == f"{drawn} box B"

    run(story())
