"""Who is away, for how long nobody may put a bot on their seat, and how they come back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from agon.web.errors import Refused
from agon.web.hub import Hub, Live
from agon.web.identity import Identity
from tests.web.support import ANNA, BELA, CLEO, GAME, Clock, hub_at, lots_registered, run, settled

LIVE, DAYS, QUARTER = 120.0, 86_400.0, 900.0  # what Settings says


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


async def two_people(hub: Hub, game: str = "lots") -> Live:
    live = await hub.create(ANNA, game, ["me", "open"], {}, True, True)
    await hub.join(live.id, BELA, None)
    return live


async def refusal(hub: Hub, live: Live, who: Identity = ANNA, seat: int = 1) -> str:
    """Why a bot may not play, or ""."""
    try:
        await hub.fill(live.id, who, seat, "random")
    except Refused as refused:
        return refused.key
    return ""


def rests(hub: Hub, live: Live) -> dict[int, float]:
    return {away.seat: away.rest for away in hub.away(live)}


def test_at_a_live_table_a_bot_may_play_two_minutes_after_somebody_has_gone(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await two_people(hub)
            with hub.subscribe(live.id, ANNA):
                with hub.subscribe(live.id, BELA):
                    clock.forward(10 * DAYS)
                    assert rests(hub, live) == {}
                    assert await refusal(hub, live) == "is_present"
                assert rests(hub, live) == {1: LIVE}
                assert await refusal(hub, live) == "not_away_long"
                clock.forward(LIVE - 1)
                assert await refusal(hub, live) == "not_away_long"
                assert not live.seats[1].standing_in
                clock.forward(1)
                assert rests(hub, live) == {1: 0}
                assert await refusal(hub, live) == ""
                assert live.seats[1].standing_in
                assert rests(hub, live) == {}

    run(story())


def test_at_a_table_played_over_days_a_bot_may_play_after_a_day(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await two_people(hub)
            with hub.subscribe(live.id, BELA):
                pass
            with hub.subscribe(live.id, ANNA):
                clock.forward(DAYS - 1)
                assert await refusal(hub, live) == "not_away_long"
                clock.forward(1)
                assert await refusal(hub, live) == ""

    run(story())


def test_somebody_alone_among_bots_sits_at_no_live_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, clock=Clock()) as hub:
            live = await hub.create(ANNA, GAME, ["open", "random"], {}, True, True)
            await hub.join(live.id, BELA, 0)
            with hub.subscribe(live.id, BELA):
                assert rests(hub, live) == {}
            assert rests(hub, live) == {0: DAYS}
            assert await refusal(hub, live, ANNA, 0) == "not_away_long"

    run(story())


def test_a_table_that_all_have_left_for_a_while_is_no_longer_live(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await two_people(hub)
            with hub.subscribe(live.id, ANNA), hub.subscribe(live.id, BELA):
                pass
            clock.forward(QUARTER)
            with hub.subscribe(live.id, ANNA):  # a short break of hers: it is still the same sitting
                assert rests(hub, live) == {1: 0}
            clock.forward(QUARTER + 1)
            with hub.subscribe(live.id, CLEO):
                assert rests(hub, live)[1] == DAYS - 2 * QUARTER - 1
            with hub.subscribe(live.id, ANNA):
                assert rests(hub, live) == {1: DAYS - 2 * QUARTER - 1}
                with hub.subscribe(live.id, BELA):
                    pass
                assert rests(hub, live) == {1: LIVE}

    run(story())


def test_a_sign_of_life_begins_the_grace_anew(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await two_people(hub)
            clock.forward(DAYS - 1)
            assert rests(hub, live) == {0: 1, 1: 1}
            await hub.submit(live.id, ANNA, 2, "box A")
            assert rests(hub, live) == {0: DAYS, 1: 1}
            await hub.say(live.id, BELA, "wait for me")
            assert rests(hub, live) == {0: DAYS, 1: DAYS}
            clock.forward(DAYS)
            await hub.take_back(live.id, ANNA)
            assert rests(hub, live) == {0: DAYS, 1: 0}
            clock.forward(DAYS + 1)
            assert rests(hub, live) == {0: 0, 1: 0}
            await hub.say(live.id, ANNA, "who is there?")  # what is long ago is forgotten, and stays long ago
            assert len(hub._attendance._seen) == 1
            assert rests(hub, live) == {0: DAYS, 1: 0}

    run(story())


def test_after_a_restart_nobody_has_been_away_yet(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await two_people(hub)
            with hub.subscribe(live.id, ANNA), hub.subscribe(live.id, BELA):
                pass
        clock.forward(3 * DAYS)
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await hub.get(live.id)
            assert rests(hub, live) == {0: DAYS, 1: DAYS}
            assert await refusal(hub, live) == "not_away_long"
            clock.forward(DAYS)
            assert await refusal(hub, live) == ""

    run(story())


def test_whoever_plays_may_ask_for_the_bot_so_that_nobody_waits_for_an_absent_host(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await hub.create(ANNA, GAME, ["me", "open", "random"], {}, True, True)
            assert await refusal(hub, live, BELA) == "not_host"
            await hub.join(live.id, BELA, None)
            clock.forward(DAYS)
            assert await refusal(hub, live, CLEO, 0) == "not_seated"
            assert await refusal(hub, live, BELA, 2) == "seat_taken"
            assert await refusal(hub, live, BELA, 0) == ""
            assert await refusal(hub, live, BELA, 0) == "not_host"  # which bot it is, the host says
            assert await refusal(hub, live, ANNA, 0) == ""

    run(story())


def test_two_pages_of_one_person_are_one_presence(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, clock=Clock()) as hub:
            live = await two_people(hub)
            with hub.subscribe(live.id, ANNA):
                first, second = hub.subscribe(live.id, BELA), hub.subscribe(live.id, BELA)
                first.close()
                assert rests(hub, live) == {}
                second.close()
                second.close()
                assert rests(hub, live) == {1: LIVE}

    run(story())


def test_those_at_the_table_are_told_when_somebody_comes_or_goes(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, clock=Clock()) as hub:
            live = await two_people(hub)
            told = 0
            with hub.subscribe(live.id, ANNA) as watch:

                async def listen() -> None:
                    nonlocal told
                    async for version in watch:
                        assert version == live.version
                        told += 1

                listening = asyncio.create_task(listen())
                for expected in (1, 3):
                    visit = hub.subscribe(live.id, BELA)
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                    assert told == expected
                    visit.close()
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                    assert told == expected + 1
            await listening

    run(story())


def test_every_seat_is_told_that_a_bot_plays_and_that_its_owner_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await two_people(hub)
            clock.forward(DAYS)
            await hub.fill(live.id, ANNA, 1, "random")
            await hub.hand_back(live.id, BELA)
            await hub.leave(live.id, BELA)
            told = [("stand", "Anna", 1), ("back", "", 1), ("left", "", 1)]
            assert [(line.kind, line.name, line.seat) for line in live.chat] == told
            hub._lives.clear()
            assert (await hub.get(live.id)).chat == live.chat

    run(story())


def test_who_returns_may_take_back_what_the_bot_did_unless_somebody_has_answered(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        async with hub_at(tmp_path, clock=clock, seed=4) as hub:
            live = await two_people(hub)
            clock.forward(DAYS)
            await hub.fill(live.id, BELA, 0, "random")
            await settled(hub)
            assert live.ply == 3
            with pytest.raises(Refused, match="take your seat back first"):
                await hub.take_back(live.id, ANNA)
            await hub.hand_back(live.id, ANNA)
            assert live.may_take_back(0)
            assert await hub.take_back(live.id, ANNA) == 2
            assert live.actor == 0
            hub._lives.clear()
            live = await hub.get(live.id)
            assert live.ply == 2
            await hub.leave(live.id, ANNA)
            await settled(hub)
            await hub.submit(live.id, BELA, 3, live.table.legal_texts()[0])
            await hub.hand_back(live.id, ANNA)
            with pytest.raises(Refused) as refused:
                await hub.take_back(live.id, ANNA)
            assert refused.value.key == "decided_since"

    run(story())


def test_a_finished_game_has_nobody_away_and_is_left_as_it_is(tmp_path: Path) -> None:
    async def story() -> None:
        clock, rng = Clock(), Random(1)
        async with hub_at(tmp_path, clock=clock) as hub:
            live = await two_people(hub)
            while not live.is_over:
                await hub.submit(live.id, (ANNA, BELA)[live.actor], live.ply, rng.choice(live.table.legal_texts()))
            clock.forward(DAYS)
            version = live.version
            assert hub.away(live) == []
            assert await refusal(hub, live) == "over"
            await hub.leave(live.id, BELA)
            assert (live.version, live.seats[1].standing_in) == (version, False)

    run(story())
