"""Whoever looks once in a while looks again after a fault, at once when called, and no more once closed."""

from __future__ import annotations

import asyncio
import logging

import pytest

from agon.web.rounds import Rounds
from tests.web.support import run


class Looks:
    """Counts its looks, and fails in those that are named."""

    def __init__(self, failing: set[int] | None = None) -> None:
        self.count = 0
        self._failing = failing or set()
        self._seen = asyncio.Condition()

    async def look(self) -> None:
        async with self._seen:
            self.count += 1
            self._seen.notify_all()
        if self.count in self._failing:
            raise OSError("away")

    async def reach(self, count: int) -> None:
        async with self._seen:
            await asyncio.wait_for(self._seen.wait_for(lambda: self.count >= count), 20)


def test_rounds_go_on_after_faults_which_are_told_once_in_a_row(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        looks = Looks({2, 3, 5})
        rounds = Rounds(looks.look, 0.001, (OSError,), "It could not be seen")
        await looks.reach(6)
        await rounds.close()

    with caplog.at_level(logging.WARNING, "agon.web"):
        run(story())
    assert [record.getMessage() for record in caplog.records] == ["It could not be seen: OSError"] * 2


def test_a_call_is_answered_at_once_and_a_call_during_a_look_by_another_look() -> None:
    async def story() -> None:
        looks = Looks()
        rounds = Rounds(looks.look, 3600, (), "", at_once=True)
        await looks.reach(1)
        rounds.call()
        await looks.reach(2)
        await rounds.close()
        rounds.call()
        await asyncio.sleep(0)
        assert looks.count == 2

    run(story())
