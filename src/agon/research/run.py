"""One game being played: the position, its luck and the plies so far. It can be copied and pickled in mid-game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from agon.bots import Bot
from agon.core import codec
from agon.core.chance import settle
from agon.core.record import Record
from agon.core.state import CHANCE, OVER
from agon.research.rewards import rewards
from agon.research.setups import Setup


class Run:
    """A game from its set-up on; chance is drawn as soon as it is its turn.

    `listeners` are bots that follow the game, with their seats: they notice every ply as their seat hears it.
    """

    def __init__(self, setup: Setup, rng: Random, listeners: Sequence[tuple[int, Bot]] = ()) -> None:
        self.setup = setup
        self.rng = rng
        self.listeners = listeners
        self.state = setup.start()
        self.plies: list[int] = []  # who, what, who, what, ...: pairs would keep the collector of garbage busy
        self._places: list[int] = []
        self._draw()
        self.actor = self.state.actor()

    @property
    def over(self) -> bool:
        return self.actor == OVER

    def play(self, action: int) -> None:
        """A legal action of whoever decides, and the draws that follow; unchecked."""
        if self.listeners:
            self._tell(action)
        self.plies += (self.actor, action)
        self.state.apply(action)
        self._draw()
        self.actor = self.state.actor()

    def _draw(self) -> None:
        if not self.listeners:
            for action in settle(self.state, self.rng):
                self.plies += (CHANCE, action)
            return
        while self.state.actor() == CHANCE:
            action = self.state.random_action(self.rng)
            self._tell(action)
            self.plies += (CHANCE, action)
            self.state.apply(action)

    def _tell(self, action: int) -> None:
        for seat, bot in self.listeners:
            bot.notice(self.state.heard(seat, action))

    def refusal(self, action: int) -> str:
        """Why an action may not be played: the rule that forbids it."""
        space = self.setup.game.space
        if not 0 <= action < len(space):
            return f"{self.setup.game.id} has no action {action}; they run from 0 to {len(space) - 1}."
        return f"{space.text(action)}: {self.setup.game.why_not(self.state, action)}"

    def places(self) -> list[int]:
        """The places of a game that is over; counted once, as every seat is told of them."""
        if not self._places:
            self._places = self.state.places()
        return self._places

    def rewards(self) -> list[float]:
        """What the end is worth to each seat."""
        return rewards(self.places())

    def ending(self, seat: int) -> dict[str, object]:
        """What a seat is told when the game is over."""
        game = self.setup.game
        return {"place": self.places()[seat], "points": game.scores(self.state)[seat]["total"]}

    def record(self, players: list[str] | None = None) -> Record:
        """The game so far as a record, which replays without any random generator."""
        game, setup = self.setup.game, self.setup
        record = Record.of(game, setup.seats, dict(setup.settings), players or ["agent"] * setup.seats)
        for who, action in zip(self.plies[::2], self.plies[1::2], strict=True):
            record.add(who, game.space.text(action))
        if self.over:
            record.close(self.state)
        return record

    # ---- copies ----

    def copy(self) -> Run:
        """The same game, to be played on apart; it has no listeners."""
        other = Run.__new__(Run)
        other.setup = self.setup
        other.rng = Random()
        other.rng.setstate(self.rng.getstate())
        other.listeners = ()
        other.state = self.state.clone()
        other.plies = self.plies[:]
        other._places = []
        other.actor = self.actor
        return other

    def __copy__(self) -> Run:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Run:
        return self.copy()

    def __getstate__(self) -> tuple[object, ...]:
        return self.setup, self.rng, codec.dump(self.state), self.plies

    def __setstate__(self, frozen: tuple[Setup, Random, codec.Dump, list[int]]) -> None:
        self.setup, self.rng, values, self.plies = frozen
        self.listeners = ()
        self._places = []
        self.state = self.setup.thaw(values)
        self.actor = self.state.actor()
