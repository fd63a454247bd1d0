"""Clocks: what runs and what does not, bots for those whose time is out, and what restarts and kills do to them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agon.web import checks, clockwork, hub, present
from agon.web.clocks import ANSWER, DAY, PACES, RETURNED, Clock, told
from agon.web.clockwork import AWAY, Clockwork, beat
from agon.web.errors import Refused
from agon.web.hub import Hub
from agon.web.live import Live
from agon.web.present import view
from agon.web.store import Store
from tests.web.support import ANNA, BELA, address_of, hub_at, lots_registered, run

START = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


class Moment:
    """The time of day, which passes when a test says so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    found = Moment()
    for module in (checks, hub, present, clockwork):
        monkeypatch.setattr(module, "now", found)
    return found


@asynccontextmanager
async def playing(folder: Path, **more: Any) -> AsyncIterator[tuple[Hub, Live]]:
    """A running game of two people."""
    with lots_registered():
        async with hub_at(folder) as found:
            live = await found.create(ANNA, "lots", ["me", "open"], {}, False, True, **more)
            await found.join(live.id, BELA, None)
            yield found, live


async def decide(found: Hub, live: Live) -> int:
    """Whoever is asked decides; returns who it was."""
    seat = live.actor
    action = live.table.legal_texts()[0]
    await found.submit(live.id, (ANNA, BELA)[seat], live.ply, action)
    return seat


def test_time_runs_for_whoever_is_asked_and_seconds_come_with_a_decision(tmp_path: Path, moment: Moment) -> None:
    async def story() -> None:
        async with playing(tmp_path, pace="live") as (found, live):
            full = PACES["live"].start
            assert live.clock.left == [full, full]
            assert live.due == START + timedelta(seconds=full)
            moment.forward(100)
            first = await decide(found, live)
            assert live.clock.left[first] == full - 100 + 10
            assert live.clock.left[1 - first] == full
            await found.say(live.id, ANNA, "a word costs nothing")
            moment.forward(50)
            await found.say(live.id, ANNA, "and takes nothing back")
            second = live.actor
            moment.forward(10)
            await decide(found, live)
            assert live.clock.left[second] == pytest.approx(full - 60 + 10 - (100 - 10 if second == first else 0))

    run(story())


def test_a_bot_takes_the_seat_when_time_is_out_and_the_person_comes_back(tmp_path: Path, moment: Moment) -> None:
    async def story() -> None:
        async with playing(tmp_path, pace="quick", rated=True) as (found, live):
            work = Clockwork(found._store, found, 1.0, moment)  # type: ignore[arg-type]
            await work.look()
            late = live.actor
            moment.forward(PACES["quick"].start - 1)
            work._beaten = moment.now  # a server was there all the time
            await work.look()
            assert not live.seats[late].standing_in
            moment.forward(2)
            work._beaten = moment.now
            await work.look()
            assert live.seats[late].standing_in
            assert [line.kind for line in live.chat] == ["late"]
            shown = view(live, ANNA, "en")
            assert "Time is out for" in shown.chat[0].text
            assert shown.panels[late].clock is None
            if not live.is_over:
                await found.hand_back(live.id, (ANNA, BELA)[late])
                assert live.clock.left[late] >= RETURNED

    run(story())


def test_days_are_given_for_each_decision_and_a_holiday_adds_to_them(tmp_path: Path, moment: Moment) -> None:
    async def story() -> None:
        async with playing(tmp_path, pace="days3") as (found, live):
            assert live.due == START + timedelta(days=3)
            moment.forward(2 * DAY)
            await decide(found, live)
            assert live.due == START + timedelta(days=5)
            seat = live.actor
            await found.rest(live.id, (ANNA, BELA)[seat], START + timedelta(days=12))
            assert live.due == START + timedelta(days=12)
            work = Clockwork(found._store, found, 1.0, moment)  # type: ignore[arg-type]
            moment.forward(9 * DAY)
            work._beaten = moment.now
            await work.look()
            assert not live.seats[seat].standing_in
            moment.forward(1 * DAY + 1)
            await work.look()
            assert live.seats[seat].standing_in
        async with playing(tmp_path / "untimed") as (found, live):
            assert live.due is None
            with pytest.raises(Refused, match="holiday"):
                await found.rest(live.id, ANNA, START)

    run(story())


def test_clocks_survive_a_server_that_is_killed_and_stand_still_while_there_is_none(
    tmp_path: Path, moment: Moment, each_database: str
) -> None:
    async def story() -> None:
        async with playing(tmp_path, pace="live") as (found, live):
            work = Clockwork(found._store, found, 1.0, moment)  # type: ignore[arg-type]
            await work.look()
            moment.forward(20)
            await decide(found, live)
            work._beaten = None
            await work.look()
            before, seat, table_id = list(live.clock.left), live.actor, live.id
            moment.forward(20)
        moment.forward(3600)  # nobody is there
        with lots_registered():
            async with hub_at(tmp_path) as found:
                await Clockwork(found._store, found, 1.0, moment).look()  # type: ignore[arg-type]
                live = await found.get(table_id)
                assert live.clock.left == before
                assert not live.seats[seat].standing_in
                assert live.due is not None
                left = (live.due - moment.now).total_seconds()
                assert before[seat] - AWAY <= left <= before[seat]
                await Clockwork(found._store, found, 1.0, moment).look()  # type: ignore[arg-type]
                assert (await found.get(table_id)).due == live.due

    run(story())


def test_an_answer_in_anothers_turn_has_time_of_its_own() -> None:
    clock = Clock.new("live", 2, answers=True)
    clock.begin(START)
    clock.decided(0, START + timedelta(seconds=60))
    asked = START + timedelta(seconds=60)
    assert clock.due(1) == asked + timedelta(seconds=1800 + ANSWER)
    clock.decided(1, asked + timedelta(seconds=20))
    assert clock.left[1] == 1800 + 10
    clock.decided(1, asked + timedelta(seconds=60))  # one's own decision right after costs time
    assert clock.left[1] == 1800 + 10 - 40 + 10
    plain = Clock.new("live", 2, answers=False)
    plain.begin(START)
    plain.decided(0, asked)
    plain.decided(1, asked + timedelta(seconds=20))
    assert plain.left[1] == 1800 - 20 + 10


def test_what_is_answered_for_somebody_takes_no_time_and_brings_none() -> None:
    clock = Clock.new("quick", 2, answers=False)
    clock.begin(START)
    clock.decided(0, START + timedelta(seconds=5))
    clock.decided(1, START + timedelta(seconds=5))
    assert clock.left == [900 - 5 + 10, 900]


@pytest.mark.parametrize(
    ("seconds", "live", "text", "german"),
    [
        (1122, True, "18:42", "18:42"),
        (3725, True, "1:02:05", "1:02:05"),
        (-5, True, "0:00", "0:00"),
        (30 * 3600, False, "1 d 6 h", "1 T 6 h"),
        (2 * DAY, False, "2 d", "2 T"),
        (9 * 3600 + 59, False, "9 h", "9 h"),
        (1860, False, "31 min", "31 min"),
    ],
)
def test_time_is_told_shortly(seconds: float, live: bool, text: str, german: str) -> None:
    assert (told(seconds, live, "en"), told(seconds, live, "de")) == (text, german)


def test_only_the_first_process_hears_for_how_long_none_was_there(tmp_path: Path, each_database: str) -> None:
    store = Store(address_of(tmp_path))
    try:
        times = [START, START + timedelta(seconds=500), START + timedelta(seconds=501)]
        found = []
        for at in times:
            with store.engine.begin() as connection:
                found.append(beat(connection, at))
        assert found == [0.0, 500.0, 1.0]
    finally:
        store.close()


def test_a_table_whose_clock_runs_is_shown_with_it(tmp_path: Path, moment: Moment) -> None:
    async def story() -> None:
        async with playing(tmp_path, pace="quick") as (_, live):
            moment.forward(850)
            shown = view(live, ANNA, "en")
            asked, other = shown.panels[live.actor].clock, shown.panels[1 - live.actor].clock
            assert asked is not None and other is not None
            assert (asked.text, asked.hurry, other.text, other.until) == ("0:50", True, "15:00", 0)
            assert asked.until == round((START + timedelta(seconds=900)).timestamp() * 1000)

    run(story())
