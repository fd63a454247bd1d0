"""Fair shares: one budget on every route, bots that think only for somebody, and a lobby nobody can fill alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import agon
from agon.bots import Reasoning
from agon.web import hub as hubs
from agon.web.botpool import Question
from agon.web.budget import BUDGETS, Budget
from agon.web.errors import Refused
from agon.web.hub import Hub
from agon.web.identity import Identity, network
from agon.web.live import Live
from agon.web.lobby import PER_ADDRESS, PER_HOST
from agon.web.queue import Errand, Urgency
from tests.web.support import (
    ANNA,
    BELA,
    GAME,
    Clock,
    PromptBots,
    client_at,
    hub_at,
    lots_registered,
    named,
    run,
    settled,
)

HERE = {"origin": "http://agon.test"}


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


class Waiting(PromptBots):
    """Bots that think until they are told to answer, and note who was asked and who was broken off."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.broken_off = 0

    async def choose(self, question: Question) -> int:
        self.asked.append(question)
        await self._wait()
        return question.legal[0]

    async def reason(self, question: Question) -> Reasoning:
        self.asked.append(question)
        await self._wait()
        return await super().reason(question)

    async def _wait(self) -> None:
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise


async def until(question: Any) -> None:
    for _ in range(5000):
        if question():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it does not come")


# ---- one budget ----


async def all_refused(client: httpx.AsyncClient, work: list[tuple[str, dict[str, Any]]], more: dict[str, str]) -> None:
    for path, body in work:
        answer = await client.post(path, headers=HERE | more, **body)
        assert answer.status_code == 429, (path, answer.status_code)
        assert int(answer.headers["retry-after"]) >= 1
        if path.startswith("/api"):
            assert "can be" in answer.json()["error"]
        else:
            assert answer.headers["content-type"].startswith("text/html")
            assert "can be" in answer.text


def test_tables_and_records_have_one_budget_on_every_route(tmp_path: Path) -> None:
    """Whoever has opened as many tables as an address may, by whatever routes, is refused on all of them."""
    text = agon.match(GAME, ["random", "random"], seed=3).text()
    form = {"data": {"game": "lots", "seat": ["me", "open"]}}
    tables: list[tuple[str, dict[str, Any]]] = [
        ("/tables", form),
        ("/play", {"data": {"game": "lots", "strength": "random", "seats": "2"}}),
        ("/api/tables", {"json": {"game": "lots", "seats": ["me", "open"]}}),
    ]
    records: list[tuple[str, dict[str, Any]]] = [
        ("/records", {"data": {"record": text}}),
        ("/api/records", {"json": {"record": text}}),
    ]

    async def story() -> None:
        async with client_at(tmp_path, pages=True, rate=0.3, clock=Clock()) as client:
            anna = await named(client, "Anna")
            for work in (tables, records):
                opened = 0
                for n in range(25):  # without a cookie each is somebody new, from the same address
                    client.cookies.clear()
                    path, body = work[n % (len(work) - 1)]
                    answer = await client.post(path, headers=HERE, **body)
                    opened += answer.status_code == 303
                assert 0 < opened < 25
                client.cookies.clear()
                await all_refused(client, work, anna)

    run(story())


def test_a_rematch_is_a_table_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, rate=0.05) as hub:  # one table at once
            live = await hub.create(ANNA, "lots", ["me", "random"], {}, False, False)
            await hub.submit(live.id, ANNA, live.ply, live.table.legal_texts()[0])
            await settled(hub)
            assert live.is_over
            with pytest.raises(Refused) as refused:
                await hub.rematch(live.id, ANNA)
            assert refused.value.key == "many_tables"
            assert live.rematch is None

    run(story())


def test_a_budget_is_of_a_person_and_of_an_address() -> None:
    clock = Clock()
    (rate, one), (_, everybody) = BUDGETS["tables"]
    budget = Budget(1.0, clock)

    def taken(who: Identity) -> int:
        for n in range(1000):
            try:
                budget.take("tables", who)
            except Refused:
                return n
        return 1000

    assert taken(Identity("anna", "Anna", "10.0.0.1")) == one
    assert taken(Identity("anna", "Anna", "10.0.0.2")) == 0  # the same person from elsewhere
    assert taken(Identity("bela", "Béla", "10.0.0.2")) == one
    assert sum(taken(Identity(f"sybil {n}", "S", "10.0.0.1")) for n in range(20)) == everybody - one
    clock.forward(1.001 / rate)
    assert taken(Identity("anna", "Anna", "10.0.0.2")) == 1
    with pytest.raises(Refused, match="another can be opened in 30 s"):
        budget.take("tables", Identity("anna", "Anna", "10.0.0.2"))
    for _ in range(1000):
        Budget(0.0).take("tables", ANNA)


def test_an_ipv6_network_is_one_address() -> None:
    assert network("2001:db8:1:2:3::1") == network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::1") != network("2001:db8:1:2::1")
    assert network("::ffff:10.0.0.1") == network("10.0.0.1") == "10.0.0.1"
    assert network("testclient") == "testclient"


def test_who_has_had_a_great_deal_of_thinking_waits_behind_the_others() -> None:
    budget = Budget(1.0)
    errand = budget.errand("anna", "10.0.0.1", lambda: Urgency.PRESENT)
    assert errand.urgency() == Urgency.PRESENT
    assert errand.charge is not None
    errand.charge(BUDGETS["thinking"][0][1] + 100.0)
    assert errand.urgency() == Urgency.SPENT
    anna = Identity("anna", "Anna", "10.0.0.1")
    with pytest.raises(Refused) as refused:
        budget.check_thinking(anna)
    assert 100 <= int(str(refused.value.facts["seconds"])) <= 110
    budget.check_thinking(BELA)
    patient = budget.errand("anna", "10.0.0.1", lambda: Urgency.PATIENT)
    assert patient.urgency() == Urgency.PATIENT  # it comes no sooner for that


def test_whoever_waits_for_a_bot_pays_for_its_thinking(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Waiting()
        async with hub_at(tmp_path, bots) as hub:
            hub.budget.saw(Identity("bela", "Béla", "10.0.0.2"))
            live = await hub.create(ANNA, "lots", ["random", "open"], {}, True, True)
            await hub.join(live.id, BELA, 1)
            await until(lambda: bots.asked)
            errand: Errand = bots.asked[0].errand
            assert (errand.person, errand.address) == ("bela", "10.0.0.2")
            assert errand.urgency() == Urgency.PRESENT
            hub.budget._seen.clear()
            assert errand.urgency() == Urgency.AWAY
            with hub.subscribe(live.id, BELA):
                assert errand.urgency() == Urgency.PRESENT

    run(story())


# ---- bots think for somebody ----


def test_bots_alone_play_only_while_somebody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bots = PromptBots()
        async with hub_at(tmp_path, bots, bot_pause=(0.001, 0.002)) as hub:
            live = await hub.create(ANNA, GAME, ["random", "random"], {}, True, False)
            assert hub._drivers == {} and bots.asked == []
            with hub.subscribe(live.id) as watch:
                await until(lambda: len(bots.asked) > 3)
                await anext(watch)
                assert bots.asked[0].errand.urgency() == Urgency.SHOW
            await until(lambda: not hub._drivers)
            assert not live.is_over
            monkeypatch.setattr(hubs, "GLANCE", 30.0)
            await hub.get(live.id)  # whoever looks again and again watches too
            await until(lambda: live.is_over)

    run(story())


def test_bots_alone_sleep_on_after_a_restart_until_somebody_looks(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, GAME, ["random", "random"], {}, False, False)
            person = await hub.create(ANNA, "lots", ["random", "me"], {}, False, False)
        bots = PromptBots()
        async with hub_at(tmp_path, bots) as hub:
            assert live.id not in await hub._store.bots_to_move(live.created, 10)
            hub.start()
            assert hub._resuming is not None
            await hub._resuming
            while hub._drivers:
                await asyncio.sleep(0.002)
            assert live.id not in hub._lives
            assert {question.game for question in bots.asked} <= {"lots"}
            assert (await hub.get(person.id)).actor == 1
            await hub.get(live.id)
            await settled(hub)
            assert hub._lives[live.id].is_over

    run(story())


def test_a_thought_nobody_waits_for_any_more_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "GLANCE", 0.02)

    async def story() -> None:
        bots = Waiting()
        async with hub_at(tmp_path, bots) as hub:
            live = await hub.create(ANNA, GAME, ["random", "random"], {}, True, False)
            with hub.subscribe(live.id):
                await until(lambda: bots.asked)
            await until(lambda: bots.broken_off == 1)
            await until(lambda: not hub._drivers)
            assert hub._thoughts == {}

    run(story())


async def bot_after_me(hub: Hub) -> Live:
    """A table where a bot has to decide after Anna's move, which may be taken back."""
    live = await hub.create(ANNA, "lots", ["me", "random"], {}, False, True)
    await hub.submit(live.id, ANNA, live.ply, live.table.legal_texts()[0])
    return live


def test_taking_back_breaks_off_the_bots_thought(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Waiting()
        async with hub_at(tmp_path, bots) as hub:
            live = await bot_after_me(hub)
            await until(lambda: bots.asked)
            await hub.take_back(live.id, ANNA)
            await until(lambda: bots.broken_off == 1)
            await until(lambda: not hub._drivers)
            assert live.actor == 0
            await hub.submit(live.id, ANNA, live.ply, live.table.legal_texts()[-1])
            bots.go.set()
            await settled(hub)
            assert live.is_over and len(bots.asked) == 2

    run(story())


def test_saying_something_does_not_disturb_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Waiting()
        async with hub_at(tmp_path, bots) as hub:
            live = await bot_after_me(hub)
            await until(lambda: bots.asked)
            await hub.say(live.id, ANNA, "hurry up")
            await asyncio.sleep(0)
            assert bots.broken_off == 0
            bots.go.set()
            await settled(hub)
            assert live.is_over

    run(story())


def test_a_hint_whose_asker_has_gone_is_broken_off(tmp_path: Path) -> None:
    """Over a real connection is tested in test_sockets.py; here the message that says so is all there is."""

    async def story() -> None:
        bots = Waiting()
        async with client_at(tmp_path, bots) as client:
            anna = await named(client, "Anna")
            wish = {"game": "lots", "seats": ["me", "random"]}
            table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
            app = client._transport.app  # type: ignore[attr-defined]
            messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})
            sent: list[Any] = []

            async def send(message: Any) -> None:
                sent.append(message)

            scope = {
                "type": "http",
                "method": "POST",
                "path": f"/api/tables/{table}/hint",
                "query_string": b"",
                "headers": [(b"host", b"agon.test"), (b"authorization", anna["authorization"].encode())],
                "client": ("10.0.0.9", 1),
            }
            asking = asyncio.create_task(app(scope, messages.get, send))
            await until(lambda: bots.asked)
            assert bots.asked[0].errand.address == "10.0.0.9"
            messages.put_nowait({"type": "http.disconnect"})
            await asyncio.wait_for(asking, 20)
            await until(lambda: bots.broken_off == 1)

    run(story())


# ---- the lobby ----


def test_one_persons_sixty_tables_push_nobody_out_of_the_lobby(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            honest = await hub.create(BELA, "lots", ["me", "open"], {}, True, True)
            for _ in range(60):
                await hub.create(ANNA, "lots", ["me", "open"], {}, True, True)
            listed = (await hub.lobby(None)).open
            assert honest.id in [s.id for s in listed]
            assert len(listed) == 1 + PER_HOST
            assert [s.updated for s in listed] == sorted((s.updated for s in listed), reverse=True)
            assert len((await hub.lobby(ANNA)).mine) == 60  # they are there for their host

    run(story())


def test_sixty_identities_of_one_address_push_nobody_out_either(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            honest = await hub.create(BELA, "lots", ["random", "me"], {}, True, True)
            for n in range(70):
                sybil = Identity(f"sybil {n}", "Sybil", "10.0.0.1")
                hub.budget.saw(sybil)
                await hub.create(sybil, "lots", ["random", "me"], {}, True, True)
            running = (await hub.lobby(None)).running
            assert honest.id in [s.id for s in running]
            assert len(running) == 1 + PER_ADDRESS

    run(story())


def test_one_person_can_have_only_so_many_games_wait_to_be_analysed(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Waiting()

        async def never(piece: Any) -> Any:
            await bots._wait()

        bots.look = never  # type: ignore[method-assign]
        async with client_at(tmp_path, bots) as client:
            anna, bela = await named(client, "Anna"), await named(client, "Béla")
            texts = [agon.match(GAME, ["random", "random"], seed=seed).text() for seed in range(6)]
            tables = [
                (await client.post("/api/records", json={"record": text}, headers=anna)).json()["id"] for text in texts
            ]
            codes = [(await client.post(f"/api/tables/{t}/analysis", headers=anna)).status_code for t in tables]
            assert codes == [202] * 4 + [503] * 2
            assert (await client.post(f"/api/tables/{tables[0]}/analysis", headers=bela)).status_code == 202

    run(story())
