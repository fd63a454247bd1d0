"""A table: seats, one state, one record. The checked entrance for people."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from random import Random, SystemRandom

from agon.core import codec
from agon.core.chance import pick
from agon.core.errors import AgonError, IllegalAction, NotYourTurn, StalePly
from agon.core.game import Game
from agon.core.record import Ply, Record
from agon.core.state import CHANCE, OVER, State

WORLDS = 6  # imagined worlds in which an action must look the same to count as having shown nothing

# What bars taking back; those who speak to people say it in their language.
TAKE_BACK = {
    "nothing": "Seat {seat} has decided nothing that could be taken back.",
    "drawn": "Something was drawn since; a draw cannot be taken back.",
    "decided": "Seat {other} has decided since; only the last decision can be taken back.",
    "showed": "The last decision showed something hidden; it cannot be taken back.",
}


class Table:
    """A running game. `ply` counts the plies so far; whoever submits names it, so that a stale click is noticed."""

    def __init__(self, record: Record, rng: Random | None = None) -> None:
        """A table for a record, which may have plies already; draws go on from there."""
        self.record = record
        self.game: Game = record.game
        self.rng = rng if rng is not None else SystemRandom()
        self.state = record.last()
        self._draw()

    @classmethod
    def open(
        cls,
        game: Game,
        seats: int,
        players: list[str] | None = None,
        rng: Random | None = None,
        date: str = "",
        options: Mapping[str, str | int | bool] | None = None,
    ) -> Table:
        """A new table; the set-up is drawn at once."""
        settings = game.settings(options or {})
        game.new(seats, **settings)  # refuses a wrong number of seats with a sentence
        names = players if players is not None else ["you"] * seats
        return cls(Record.of(game, seats, settings, names, date), rng)

    @property
    def ply(self) -> int:
        return len(self.record.plies)

    def actor(self) -> int:
        return self.state.actor()

    def is_over(self) -> bool:
        return self.state.actor() == OVER

    def observe(self, seat: int) -> State:
        """What this seat may know; a negative seat is a spectator."""
        return self.state.observe(seat)

    def legal_texts(self) -> list[str]:
        """What the deciding seat may play, in the notation."""
        return [self.game.space.text(a) for a in self.state.legal()]

    def submit(self, seat: int, ply: int, text: str) -> list[Ply]:
        """Play an action for a seat, checked; returns the new plies, draws included."""
        if self.is_over():
            raise NotYourTurn("The game is over.")
        if ply != self.ply:
            raise StalePly(f"The game is at ply {self.ply}, not {ply}; look again before you move.")
        if seat != self.actor():
            raise NotYourTurn(f"It is not seat {seat} that decides now, but seat {self.actor()}.")
        action = self.game.space.parse(text)
        if action not in self.state.legal():
            raise IllegalAction(f"{self.game.space.text(action)}: {self.game.why_not(self.state, action)}")
        return self.play(action)

    def play(self, action: int, comment: str = "") -> list[Ply]:
        """Play a legal action for whoever decides, and draw on; unchecked."""
        before = self.ply
        self.record.add(self.actor(), self.game.space.text(action), comment)
        self.state.apply(action)
        self._draw()
        return self.record.plies[before:]

    def _draw(self) -> None:
        """Chance plays until a seat decides; the end is written down."""
        while self.state.actor() == CHANCE:
            action = self.state.legal()[pick(self.state.weights(), self.rng)]
            self.record.add(CHANCE, self.game.space.text(action))
            self.state.apply(action)
        if self.is_over() and not self.record.result:
            self.record.close(self.state)

    # ---- taking back ----

    def may_take_back(self, seat: int) -> bool:
        return self.refuse_take_back(seat) is None

    def take_back(self, seat: int) -> Ply:
        """Take back the seat's last decision: never past a draw, another seat's decision or anything newly seen."""
        refusal = self.refuse_take_back(seat)
        if refusal is not None:
            raise AgonError(TAKE_BACK[refusal].format(seat=seat, other=self.record.plies[-1].actor))
        ply = self.record.plies.pop()
        self.record.reopen()
        self.state = self.record.last()
        return ply

    def refuse_take_back(self, seat: int) -> str | None:
        """None, or the key in TAKE_BACK of what bars it."""
        if not any(p.actor == seat for p in self.record.plies):
            return "nothing"
        last = self.record.plies[-1]
        if last.actor == CHANCE:
            return "drawn"
        if last.actor != seat:
            return "decided"
        if self._showed_something(last):
            return "showed"
        return None

    def _showed_something(self, last: Ply) -> bool:
        """Whether its seat would have seen the last ply end otherwise in another world it could imagine before.

        What a seat shows the others of its own is its own loss, and no reason to refuse.
        """
        before = self._state_before_last()
        action = self.game.space.parse(last.text)
        truth = codec.dump(self.state.observe(last.actor))
        for seed in range(WORLDS):
            world = before.determinize(last.actor, Random(seed))
            world.apply(action)
            if codec.dump(world.observe(last.actor)) != truth:
                return True
        return False

    def _state_before_last(self) -> State:
        state = self.record.start()
        for number, ply in enumerate(self.record.plies[:-1], 1):
            self.record.step(state, ply, number)
        return state


def nearest(text: str, legal: list[str], count: int = 3) -> list[str]:
    """The legal actions most like what was typed."""
    folded = {a.lower(): a for a in legal}
    return [folded[m] for m in get_close_matches(text.lower(), list(folded), count, 0.3)]
