"""A position for scripts and notebooks: play in words, see it as text or picture."""

from __future__ import annotations

from random import Random

from agon.core.game import Game, find
from agon.core.record import Record
from agon.core.state import OVER, State
from agon.play.table import Table


class Position:
    """A game one plays by hand.

    >>> position = Position("hellas_2016", seats=2, seed=7)
    >>> position.play(position.legal[0])
    """

    def __init__(
        self, game: Game | str, seats: int | None = None, seed: int | None = None, **options: str | int | bool
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        rng = None if seed is None else Random(seed)
        self.table = Table.open(self.game, seats or self.game.seats[0], rng=rng, options=options)

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def record(self) -> Record:
        return self.table.record

    @property
    def actor(self) -> int:
        return self.table.actor()

    @property
    def is_over(self) -> bool:
        return self.table.is_over()

    @property
    def legal(self) -> list[str]:
        """What may be played, in the notation."""
        return self.table.legal_texts()

    def play(self, *texts: str) -> Position:
        """Play one action after the other, for whoever decides; draws are made in between."""
        for text in texts:
            self.table.submit(self.actor, self.table.ply, text)
        return self

    def why_not(self, text: str, lang: str = "en") -> str | None:
        """None where the action is legal, else the rule that forbids it."""
        refusal = self.game.why_not(self.state, self.game.space.parse(text))
        return None if refusal is None else refusal.message(lang)

    def scores(self) -> list[dict[str, int]]:
        return self.game.scores(self.state)

    @property
    def places(self) -> list[int]:
        """The places, once the game is over."""
        return self.state.places() if self.state.actor() == OVER else []

    def svg(self, viewer: int | None = None, theme: str = "light", lang: str = "en") -> str:
        """The picture a seat sees; by default that of whoever decides."""
        seat = self.actor if viewer is None else viewer
        return self.table.seen(seat).scene(lang).svg(theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        who = "over" if self.is_over else f"seat {self.actor} decides"
        return f"<Position of {self.game.id}: {self.record.seats} seats, ply {self.table.ply}, {who}>"

    def __str__(self) -> str:
        return self.table.seen(self.actor).sketch()
