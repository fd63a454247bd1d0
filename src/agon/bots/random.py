"""Plays any legal action."""

from __future__ import annotations

from random import Random

from agon.bots.protocol import Bot
from agon.core.chance import below
from agon.core.state import State


class RandomBot(Bot):
    """Every legal action is as likely."""

    def __init__(self) -> None:
        self.name = "random"

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        return legal[below(len(legal), rng)]
