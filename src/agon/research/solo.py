"""One game from the chair of whoever learns: bots play the other seats, or nobody does and every decision is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from agon.bots import Bot, make_bot
from agon.core.chance import below
from agon.core.errors import AgonError
from agon.core.state import OVER
from agon.research.referee import Illegal, Referee
from agon.research.rewards import LOSS
from agon.research.run import Run
from agon.research.setups import Setup

Player = str | Bot | Callable[[], Bot]
Bots = Player | Sequence[Player] | None


class Chair:
    """What a learner is given a seat with: the table, its own seat, who sits around, how strict the rules are."""

    def __init__(
        self,
        setup: Setup,
        seat: int | None = None,
        bots: Bots = "random",
        illegal: Illegal = "lose",
        max_decisions: int | None = None,
    ) -> None:
        if seat is not None and seat not in range(setup.seats):
            raise AgonError(f"The seats of this table are 0 to {setup.seats - 1}; there is no seat {seat}.")
        if max_decisions is not None and max_decisions < 1:
            raise AgonError(f"A game is cut after at least one decision, not after {max_decisions}.")
        self.setup = setup
        self.seat = seat
        self.bots = _others(bots, setup.seats)
        self.referee = Referee(illegal)
        self.max_decisions = max_decisions

    def sit(self, seat: int) -> dict[int, Bot]:
        """The bots around this seat, who sit in their order to its left."""
        if self.bots is None:
            return {}
        around = [(seat + i) % self.setup.seats for i in range(1, self.setup.seats)]
        return {at: _made(player) for at, player in zip(around, self.bots, strict=True)}

    def followers(self, players: dict[int, Bot]) -> list[tuple[int, Bot]]:
        """Those who notice every ply: bots made for this game. An object may sit at many tables and is only asked."""
        made = [(at, bot) for at, bot in players.items() if not self.given(bot)]
        return [(at, bot) for at, bot in made if type(bot).notice is not Bot.notice]

    def given(self, bot: Bot) -> bool:
        """Whether it came as an object, not by a name or a maker."""
        return any(bot is player for player in self.bots or [])


def _made(player: Player) -> Bot:
    """By name or by a maker anew for each game; an object as it is."""
    if isinstance(player, Bot):
        return player
    return make_bot(player) if isinstance(player, str) else player()


def _others(bots: Bots, seats: int) -> list[Player] | None:
    """One bot for each other seat; a wrong name is refused with a sentence."""
    if bots is None:
        return None
    listed = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * (seats - 1)
    if len(listed) != seats - 1:
        raise AgonError(f"A table of {seats} seats has room for {seats - 1} bots, not for {len(listed)}.")
    for bot in listed:
        if isinstance(bot, str):
            make_bot(bot).close()
    return listed


class Solo:
    """A game that is played on until the learner decides, is cut, or is over.

    `legal` is what may be played now, `seat` whose decision it is (or was); `worth` and `told` belong to the last step.
    """

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.players: dict[int, Bot] = {}
        self.begun = False

    def begin(self, rng: Random, seat: int | None = None) -> None:
        """A new game; who sits where, luck and bots all come from this generator."""
        chair = self.chair
        self.close()
        wanted = seat if seat is not None else chair.seat
        own = below(chair.setup.seats, rng) if wanted is None else wanted
        self.players = chair.sit(own)
        self.dice = Random(rng.getrandbits(64))
        self.run = Run(chair.setup, rng, chair.followers(self.players))
        self.own = self.seat = own
        self.legal: list[int] = []
        self.decisions = 0
        self.over = False
        self.cut = False
        self.begun = True
        self.worth = 0.0
        self.told: dict[str, Any] = {}
        self._answer()

    def step(self, action: int) -> None:
        """The learner's decision, and everything up to the next one."""
        if not self.begun:
            raise AgonError("reset() opens the table; call it first.")
        if self.over or self.cut:
            raise AgonError("The game is over; reset() opens another.")
        if action not in self.legal:
            self.lose(action)
            return
        self.run.play(action)
        self.decisions += 1
        self._answer()

    def _answer(self) -> None:
        """Bots decide until it is the learner's turn; the end is told."""
        run, players = self.run, self.players
        while run.actor in players:
            who = run.actor
            legal = run.state.legal()
            action = players[who].choose(run.state.observe(who), legal, self.dice)
            if action not in legal:
                raise AgonError(f"The bot {players[who].name} chose action {action}, which is not legal.")
            run.play(action)
        if run.actor == OVER:
            self._end()
            return
        self.legal = run.state.legal()
        self.seat = run.actor
        self.cut = self.decisions == self.chair.max_decisions

    def ended(self, seat: int) -> None:
        """Somebody else has played the game to its end; this seat decided last."""
        self.run.actor = OVER
        self.seat = seat
        self._end()

    def _end(self) -> None:
        if self.chair.bots is not None:
            self.seat = self.own
        worth = self.run.rewards()
        self.over = True
        self.legal = []
        self.worth = worth[self.seat]
        self.told = {**self.run.ending(self.seat), "rewards": np.array(worth)}

    def lose(self, action: int) -> None:
        """An illegal action is refused, or ends the game with the reward of the last place."""
        refusal = self.run.refusal(action)
        self.chair.referee.rule(self.seat, refusal)
        worth = np.zeros(self.chair.setup.seats)
        worth[self.seat] = LOSS
        self.over = True
        self.legal = []
        self.worth = LOSS
        self.told = {"illegal": refusal, "rewards": worth}

    def names(self) -> list[str]:
        """Who sits where, for a record."""
        return [self.players[at].name if at in self.players else "agent" for at in range(self.chair.setup.seats)]

    def close(self) -> None:
        """Let go of the bots that were made for this game."""
        for bot in self.players.values():
            if not self.chair.given(bot):
                bot.close()
        self.players = {}

    # ---- copies ----

    def __getstate__(self) -> dict[str, Any]:
        """Bots by name or maker are made anew; what a search remembers of the game is lost, not what it may know."""
        return {k: v for k, v in self.__dict__.items() if k != "players"}

    def __setstate__(self, frozen: dict[str, Any]) -> None:
        self.__dict__.update(frozen)
        self.players = {}
        if self.begun:
            self.players = self.chair.sit(self.own)
            self.run.listeners = self.chair.followers(self.players)
