"""What one pair of eyes may know, as a type: pages, sketches and logs are made of it, never of a State.

Only a Table makes one, from `observe`, or with everything open where nothing is secret any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from agon.bots import Step
from agon.core.game import Game, Json, Picture, Prompt, Reason, Refusal, called, seat_names
from agon.core.guide import Account, Goal, Outlook, Threat
from agon.core.record import Ply
from agon.core.state import UNKNOWN, State
from agon.play.hint import Told, tell_line


@dataclass(frozen=True)
class Seen:
    """A position as a seat may know it, or a spectator (negative eyes)."""

    game: Game
    eyes: int
    state: State  # the observation; the whole position only where nothing is secret any more
    opened: bool = False  # what lies behind screens is drawn too, as far as the state knows it
    names: tuple[str, ...] = ()  # what everything said calls the seats; empty: by their colours

    def actor(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""
        return self.state.actor()

    def legal(self) -> list[int]:
        return self.state.legal()

    def choices(self, lang: str = "en") -> list[tuple[str, str]]:
        """Every legal action in the notation, and as a button says it."""
        return [(self.game.space.text(a), self.label(a, lang)) for a in self.legal()]

    def scene(self, lang: str = "en") -> Picture:
        """The picture; with the legal actions if they are the viewer's."""
        with called(self.names):
            return self.game.scene(self.state, self.eyes, lang, self.opened)

    def sketch(self, lang: str = "en", colour: bool = False) -> str:
        """The same for a terminal."""
        with called(self.names):
            return self.game.sketch(self.state, self.eyes, lang, colour, self.opened)

    def prompt(self, lang: str = "en") -> Prompt:
        """What is being asked, of whom, and why nothing else is possible."""
        with called(self.names):
            return self.game.prompt(self.state, self.eyes, lang)

    def label(self, action: int, lang: str = "en") -> str:
        """An action as a button says it."""
        with called(self.names):
            return self.game.label(self.state, action, lang)

    def why_not(self, action: int) -> Refusal | None:
        """None, or which rule forbids an action, as far as these eyes know."""
        refusal = self.game.why_not(self.state, action)
        return None if refusal is None else replace(refusal, say=partial(self._say, refusal))

    def _say(self, refusal: Refusal, reason: Reason, lang: str) -> str:
        with called(self.names):
            return refusal.say(reason, lang)

    def outlook(self, action: int, lang: str = "en") -> Outlook:
        """What would come of a legal action."""
        with called(self.names):
            return self.game.outlook(self.state, action, lang)

    def begins(self, action: int) -> bool:
        """Whether the next question belongs to the same step as this answer."""
        return self.game.begins(self.state, action)

    def grades(self, lang: str = "en") -> tuple[str, str, str] | None:
        """What the three grades of places mean, the least first."""
        return self.game.grades(self.state, lang)

    def remedy(self, action: int) -> int | None:
        """What could be played first, so that a refused action could be."""
        return self.game.remedy(self.state, action)

    def suggest(self) -> list[str]:
        """Sensible answers in a row to a chore, in the notation."""
        return [self.game.space.text(action) for action in self.game.suggest(self.state)]

    def goal(self, lang: str = "en") -> Goal | None:
        """How one wins, and how far everybody is."""
        with called(self.names):
            return self.game.goal(self.state, self.eyes, lang)

    def threats(self, lang: str = "en") -> list[Threat]:
        """Who is about to win or to take something, the names in their places."""
        with called(self.names):
            found = self.game.threats(self.state, self.eyes, lang)
            return [replace(threat, text=threat.text.format(*seat_names(lang))) for threat in found]

    def account(self, lang: str = "en") -> Account | None:
        """When the game is over: how it was won, and what everybody has."""
        with called(self.names):
            return self.game.account(self.state, lang)

    def facts(self) -> dict[str, Json]:
        """The position under the specification's own names."""
        return self.game.facts(self.state)

    def places(self) -> list[int]:
        """When the game is over: the place of each seat."""
        return self.state.places()

    def scores(self) -> list[dict[str, int]]:
        """Each seat's points by category."""
        return self.game.scores(self.state)

    def line(self, steps: Sequence[Step], names: list[str], lang: str) -> list[Told]:
        """What a bot has in mind, as whoever decides would hear it."""
        with called(self.names):
            return tell_line(self.game, self.state, steps, names, lang)


@dataclass(frozen=True)
class Heard:
    """A ply as it came to a pair of eyes: what they saw before it, and what they heard of it."""

    ply: Ply
    seen: Seen
    action: int  # UNKNOWN where it was drawn in secret

    def sentence(self, names: list[str], lang: str = "en") -> str:
        """What happened, for the log."""
        with called(names):
            return self.seen.game.log(self.seen.state, self.action, names, lang)

    @property
    def places(self) -> tuple[str, ...]:
        """The words of the action behind its verb, where they were heard."""
        return () if self.action == UNKNOWN else tuple(self.ply.text.split()[1:])
