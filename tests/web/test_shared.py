"""Several processes on one PostgreSQL database: the database is the truth, whichever process one asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from agon.core.game import find
from agon.web import rulings
from agon.web.errors import Refused, Stale, UnknownTable
from agon.web.events import Watch
from agon.web.hub import Hub
from agon.web.packchecks import SECONDS, Check, PackChecks
from agon.web.packnews import share
from agon.web.store import Store
from tests.web.support import (
    ANNA,
    BELA,
    CLEO,
    ELSEWHERE,
    GAME,
    Clock,
    PromptBots,
    hub_at,
    lots_registered,
    run,
    settled,
)


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


@asynccontextmanager
async def two_at(folder: Path, **more: Any) -> AsyncIterator[tuple[Hub, Hub]]:
    """Two processes, as far as the database can tell."""
    async with hub_at(folder, seed=1, **more) as one, hub_at(folder, seed=2, **more) as other:
        yield one, other


async def until(question: Any, seconds: float = 30) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not question():
        assert asyncio.get_running_loop().time() < end, "it does not come"
        await asyncio.sleep(0.005)


async def heard(watch: Watch, version: int) -> None:
    """Wait until a listener was told of this version."""
    async with asyncio.timeout(30):
        while await anext(watch) < version:
            pass


def test_a_table_opened_through_one_process_is_joined_through_the_other_and_starts(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, True, True)
            with one.subscribe(live.id, ANNA) as watch:
                await other.join(live.id, BELA, None)
                theirs = await other.get(live.id)
                assert theirs.started
                await heard(watch, theirs.version)
                assert live.started and live.ply == theirs.ply
                assert live.record().text() == theirs.record().text()

    run(story())


def test_moves_through_either_process_are_one_game(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, "lots", ["me", "open"], {}, False, False)
            await other.join(live.id, BELA, None)
            while not (mine := await one.get(live.id)).is_over:
                who, hub = ((ANNA, one), (BELA, other))[mine.actor]
                ply = await hub.submit(live.id, who, mine.ply, mine.table.legal_texts()[0])
                for each in (one, other):
                    assert (await each.get(live.id)).ply == ply
            assert (await other.get(live.id)).is_over

    run(story())


def test_of_two_clicks_through_two_processes_one_is_played_and_the_other_is_told_that_it_is_stale(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "random"], {}, False, False)
            await settled(one)
            theirs = await other.get(live.id)
            action = theirs.table.legal_texts()[0]
            clicks = [hub.submit(live.id, ANNA, live.ply, action) for hub in (one, other)]
            answers = await asyncio.gather(*clicks, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Stale", "int"]
            stale = next(answer for answer in answers if isinstance(answer, Stale))
            assert stale.status == 409

    run(story())


def test_a_word_through_another_process_costs_no_move(shared: Path) -> None:
    """Both write entry number n; the loser reads on, and its move still counts."""

    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, False, False)
            await other.join(live.id, BELA, None)
            for _ in range(10):
                mine = await one.get(live.id)
                mover, talker = (ANNA, BELA) if mine.actor == 0 else (BELA, ANNA)
                move = one.submit(live.id, mover, mine.ply, mine.table.legal_texts()[0])
                await asyncio.gather(move, other.say(live.id, talker, "well"), other.say(live.id, talker, "done"))
            mine, theirs = await one.get(live.id), await other.get(live.id)
            assert sorted(line.text for line in mine.chat) == ["done"] * 10 + ["well"] * 10
            assert mine.chat == theirs.chat and mine.ply == theirs.ply and mine.version == theirs.version

    run(story())


def test_a_seat_is_taken_once_whichever_process_is_asked(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, True, True)
            await other.get(live.id)
            wishes = [one.join(live.id, BELA, 1), other.join(live.id, CLEO, 1)]
            answers = await asyncio.gather(*wishes, return_exceptions=True)
            assert sorted(map(str, answers)) == ["1", str(Refused("seat_taken"))]
            mine, theirs = await one.get(live.id), await other.get(live.id)
            assert mine.seats == theirs.seats
            assert mine.record().text() == theirs.record().text()  # dealt once

    run(story())


def test_what_is_taken_back_through_one_process_is_gone_in_the_other(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, False, False)
            await other.join(live.id, BELA, None)
            theirs = await other.get(live.id)
            mover = (ANNA, BELA)[theirs.actor]
            before = theirs.ply
            await other.submit(live.id, mover, before, theirs.table.legal_texts()[0])
            if (await other.get(live.id)).may_take_back(live.seat_of(mover.id)):
                await one.take_back(live.id, mover)
                assert (await other.get(live.id)).ply == before == (await one.get(live.id)).ply

    run(story())


def test_a_stream_goes_on_at_another_process_without_a_gap(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, False, False)
            seen = live.version
            for n in range(3):
                await one.say(live.id, ANNA, f"line {n}")
            await other.get(live.id)
            with other.subscribe(live.id, ANNA, since=seen) as watch:
                assert await asyncio.wait_for(anext(watch), 30) == seen + 3

    run(story())


def test_a_listener_misses_nothing_while_the_connection_is_cut(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, False, False)
            await other.get(live.id)
            with other.subscribe(live.id) as watch:
                async with await psycopg.AsyncConnection.connect(ELSEWHERE[shared], autocommit=True) as operator:
                    for n in range(5):
                        await operator.execute(
                            "select pg_terminate_backend(pid) from pg_stat_activity "
                            "where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'"
                        )
                        await one.say(live.id, ANNA, f"line {n}")
                await heard(watch, live.version)
            assert [line.text for line in (await other.get(live.id)).chat] == [f"line {n}" for n in range(5)]

    run(story())


def test_who_is_at_a_table_and_who_is_away_is_the_same_in_all_processes(shared: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with two_at(shared, clock=clock, grace_live=0.0) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, False, False)
            await other.join(live.id, BELA, None)
            theirs = await other.get(live.id)
            with one.subscribe(live.id, ANNA) as watch:
                visit = other.subscribe(live.id, BELA)
                for hub in (one, other):
                    await until(lambda hub=hub: hub.present(live.id) == {"anna", "bela"})
                assert one.away(live) == other.away(theirs) == []
                await until(lambda: one._attendance.is_live(live) and other._attendance.is_live(theirs))
                while True:  # whatever was told until now
                    try:
                        await asyncio.wait_for(anext(watch), 0.2)
                    except TimeoutError:
                        break
                visit.close()
                await asyncio.wait_for(anext(watch), 30)
                for hub, seen in ((one, live), (other, theirs)):
                    await until(lambda hub=hub, seen=seen: [a.seat for a in hub.away(seen)] == [1])
                    assert hub.away(seen)[0].rest == 0
                await one.fill(live.id, ANNA, 1, "greedy")
                assert (await other.get(live.id)).seats[1].standing_in

    run(story())


def test_a_process_that_loads_a_table_later_knows_who_is_there(shared: Path) -> None:
    async def story() -> None:
        async with hub_at(shared, seed=1) as one:
            live = await one.create(ANNA, GAME, ["me", "open"], {}, False, False)
            await one.join(live.id, BELA, None)
            with one.subscribe(live.id, BELA):
                await until(lambda: not one._company._untold)  # type: ignore[attr-defined]
                async with hub_at(shared, seed=2) as other:
                    theirs = await other.get(live.id)
                    assert other.present(live.id) == {"bela"}
                    assert [a.seat for a in other.away(theirs)] == [0]
                    with pytest.raises(Refused) as refused:
                        await other.fill(live.id, ANNA, 1, "greedy")
                    assert refused.value.key == "is_present"

    run(story())


def test_a_table_that_is_deleted_is_gone_in_every_process(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as (one, other):
            live = await one.create(ANNA, GAME, ["me", "open"], {}, False, False)
            await other.get(live.id)
            assert isinstance(one._store, Store)
            await one._store.write(lambda connection: rulings.delete_table(connection, live.id))
            for hub in (one, other):
                with pytest.raises(UnknownTable):
                    await hub.get(live.id)

    run(story())


def test_bots_play_on_where_the_other_process_ends(shared: Path) -> None:
    async def story() -> None:
        async with hub_at(shared, PromptBots(), seed=1) as one:
            live = await one.create(ANNA, "lots", ["me", "random"], {}, False, False)
            async with hub_at(shared, PromptBots(), seed=2) as other:
                theirs = await other.get(live.id)
                await other.submit(live.id, ANNA, theirs.ply, theirs.table.legal_texts()[0])
                await settled(other)
            mine = await one.get(live.id)
            await settled(one)
            assert mine.is_over

    run(story())


def test_a_newer_process_changes_the_form_while_the_older_one_serves(shared: Path) -> None:
    """What later versions do: add a table, and a column that older processes do not know."""
    newer = (
        "create table made_up (id integer primary key)",
        "alter table entries add column made_up integer",
        "alter table summaries add column made_up text not null default 'x'",
        "update alembic_version set version_num = '9999'",
    )

    async def story() -> None:
        async with hub_at(shared) as hub:
            live = await hub.create(ANNA, GAME, ["me", "open"], {}, True, True)
            async with await psycopg.AsyncConnection.connect(ELSEWHERE[shared], autocommit=True) as other:
                for statement in newer:
                    await other.execute(statement)
            await hub.join(live.id, BELA, None)
            mover = (ANNA, BELA)[live.actor]
            await hub.submit(live.id, mover, live.ply, live.table.legal_texts()[0])
            hub._lives.clear()
            assert (await hub.get(live.id)).ply == live.ply
            assert [s.id for s in (await hub.lobby(CLEO)).running] == [live.id]

    run(story())


def test_how_far_the_check_of_a_pack_is_every_process_tells(shared: Path) -> None:
    async def story() -> None:
        async with two_at(shared) as hubs:
            games: asyncio.Queue[str] = asyncio.Queue()  # what is wrong with each game that has ended

            async def play(game_id: str, text: str, seats: int, seed: int) -> str:
                return await games.get()

            clock = Clock()
            one, other = (PackChecks(play, 2, clock) for _ in hubs)
            for checks, hub in zip((one, other), hubs, strict=True):
                share(checks, hub._company.wire)
            lots = find("lots")
            check = one.begin("lots 1", "anna", lots, "")
            await until(lambda: other.standing("lots 1") == Check(check.total))
            games.put_nowait("")
            await until(lambda: other.standing("lots 1") == Check(check.total, 1))
            assert other.begin("lots 1", "anna", lots, "") == check  # it is being done
            games.put_nowait("a law was broken")
            await until(lambda: other.standing("lots 1") == Check(check.total, 1, True, "a law was broken"))
            one.begin("lots 2", "anna", lots, "")
            await until(lambda: other.standing("lots 2") is not None)
            clock.forward(SECONDS + 1)
            assert other.standing("lots 2") is None  # whoever made it has died
            await one.close()

    run(story())
