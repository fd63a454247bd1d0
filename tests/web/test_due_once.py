"""What falls due is done once and at once, however many processes look after it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text, update

from agon.web import accounts, cups, ratings, teller
from agon.web.checks import now
from agon.web.cupkeeper import CupKeeper
from agon.web.hub import Hub
from agon.web.models import PairingRow, TableRow
from agon.web.rater import Rater
from agon.web.store import Store
from tests.web.support import ANNA, BELA, lots_registered, run
from tests.web.test_shared import two_at

WAITING = text("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


def store_of(hub: Hub) -> Store:
    assert isinstance(hub._store, Store)
    return hub._store


async def a_cup_whose_round_is_over(store: Store) -> str:
    cup = cups.new_cup(ANNA, "Panathenaea", "lots", "robin", "", False, 3)
    await store.write(partial(cups.open_cup, cup=cup, bots=["random"] * 4))
    await store.write(partial(cups.begin, cup_id=cup.id, who=ANNA))
    played = update(PairingRow).where(PairingRow.tournament == cup.id).values(points=1.0)
    await store.write(lambda connection: connection.execute(played))
    return cup.id


def test_a_round_of_a_tournament_is_paired_once_and_each_table_opened_once(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process has seen that the round is over, and is held up before it writes on until the other is done."""

    async def story() -> None:
        async with two_at(shared) as hubs:
            one, other = (CupKeeper(store_of(hub), hub, 3600) for hub in hubs)
            store, slow = map(store_of, hubs)
            cup_id = await a_cup_whose_round_is_over(store)
            has_looked, may_go_on = asyncio.Event(), asyncio.Event()
            write = slow.write

            async def held_up(work: Any) -> Any:
                if has_looked.is_set():
                    await may_go_on.wait()
                done = await write(work)
                has_looked.set()
                return done

            monkeypatch.setattr(slow, "write", held_up)
            looking = asyncio.create_task(other.look())
            await has_looked.wait()
            await one.look()
            may_go_on.set()
            await looking
            assert (await store.read(partial(cups.cup_of, cup_id=cup_id))).round == 2
            opened = await store.read(lambda c: c.execute(select(func.count(TableRow.id))).scalar_one())
            assert opened == 2

    run(story())


async def a_rated_game(one: Hub, other: Hub) -> str:
    live = await one.create(ANNA, "lots", ["me", "open"], {}, False, False, "", True)
    await other.join(live.id, BELA, None)
    while not (mine := await one.get(live.id)).is_over:
        await one.submit(live.id, (ANNA, BELA)[mine.actor], mine.ply, mine.table.legal_texts()[0])
    return live.id


def test_every_result_is_kept_though_another_process_rates_the_same_people_meanwhile(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as hubs:
            _, later = [await a_rated_game(*hubs) for _ in range(2)]
            store = store_of(hubs[0])
            with store.engine.begin() as elsewhere:
                ratings.keep_result(elsewhere, later)
                looking = asyncio.create_task(Rater(store_of(hubs[1]), 3600).look())
                while not await store.read(lambda c: c.execute(WAITING).scalar_one()):
                    await asyncio.sleep(0.01)
            await looking
            assert await store.read(partial(ratings.unrated, limit=100)) == []
            for who in (ANNA, BELA):
                found = await store.read(partial(ratings.rating_of, person=who.id, game="lots", seats=2))
                assert found.games == 2

    run(story())


def test_of_two_processes_one_tells_somebody_of_a_turn(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as hubs:
            live = await hubs[0].create(ANNA, "lots", ["me", "open"], {}, False, False)
            await store_of(hubs[0]).write(partial(accounts.keep_name, account=ANNA.id, name="Anna"))
            for ply in (3, 4):
                telling = partial(teller.notice, person=ANNA.id, table_id=live.id, ply=ply)
                assert sorted(await asyncio.gather(*(store_of(hub).write(telling) for hub in hubs))) == [False, True]

    run(story())


def test_of_two_processes_one_sends_the_mail_of_the_day(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as hubs:
            await store_of(hubs[0]).write(partial(accounts.keep_name, account=ANNA.id, name="Anna"))
            mailing = partial(teller.may_mail, account=ANNA.id, moment=now())
            assert sorted(await asyncio.gather(*(store_of(hub).write(mailing) for hub in hubs))) == [False, True]

    run(story())
