"""What is played for a bot: asked on the account of whoever waits for it, and by another where it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from agon.play.table import Table
from agon.web.botpool import BotFailed, Thinker
from agon.web.budget import Budget
from agon.web.checks import question
from agon.web.live import Live
from agon.web.queue import Errand, Urgency
from agon.web.troubles import Troubles

log = logging.getLogger("agon.web")

FALLBACK: Final = "greedy"  # plays a move where another bot fails


@dataclass(frozen=True)
class Thought:
    """A bot's thinking about a decision."""

    table: Table
    bot: str
    task: asyncio.Task[int]


class Minds:
    """Asks bots for their decisions."""

    def __init__(
        self, bots: Thinker, budget: Budget, rng: Callable[[], Random], present: Callable[[str], frozenset[str]]
    ) -> None:
        self._bots = bots
        self._budget = budget
        self._rng = rng
        self._present = present
        self._troubles = Troubles()

    async def choose(self, live: Live, bot: str) -> int:
        """What the bot plays, or another in its stead, for this one decision, where it fails."""
        errand = self._errand(live)
        for name in dict.fromkeys((bot, FALLBACK)):
            if not self._troubles.is_asked(live.id, name):
                continue
            try:
                action = await self._bots.choose(replace(question(live, name, self._rng()), errand=errand))
            except BotFailed as error:
                log.warning("Another bot plays a move for %s: %s", name, error)
                self._troubles.failed(live.id, name)
            else:
                self._troubles.answered(live.id, name)
                return action
        return live.table.state.random_action(self._rng())

    def _errand(self, live: Live) -> Errand:
        """Whoever waits for the bot pays: the host if they sit there, else somebody who does and is about."""
        people = sorted(live.people, key=lambda person: person != live.host)
        payer = next(filter(self._budget.is_about, people), live.host)

        def urgency() -> Urgency:
            people, here = live.people, self._present(live.id)
            if not people:
                return Urgency.SHOW
            is_here = any(person in here or self._budget.is_about(person) for person in people)
            return Urgency.PRESENT if is_here else Urgency.AWAY

        return self._budget.errand(payer, self._budget.address(payer), urgency)
