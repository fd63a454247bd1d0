"""What every game's `Sight` begins with: a position, who looks at it, and what that viewer may play."""

from __future__ import annotations

from typing import Final, Generic, Protocol, TypeVar

from agon.core.game import SEAT_NAMES, seat_name
from agon.core.space import ActionSpace
from agon.core.state import OVER

SETTING_UP: Final = {"en": "set-up", "de": "Aufbau"}
ENDED: Final = {"en": "game over", "de": "Spielende"}


class Playable(Protocol):
    """A State that knows its actions by their words."""

    @property
    def actions(self) -> ActionSpace: ...

    def actor(self) -> int: ...

    def legal(self) -> list[int]: ...


S = TypeVar("S", bound=Playable)


class BaseSight(Generic[S]):
    """A position, its viewer, and the language to name things in."""

    def __init__(self, state: S, viewer: int, lang: str, open_all: bool) -> None:
        self.state = state
        self.viewer = viewer
        self.lang = lang
        self.open_all = open_all
        self.asked = state.actor() >= 0 and state.actor() == viewer  # whether the decision is the viewer's
        self.legal: list[str] = [state.actions.text(a) for a in state.legal()] if self.asked else []

    def seat(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(seat, self.lang)

    def stage(self, now: str) -> str:
        """Where the game stands: at its end, here (`now`), or before it has begun (nowhere)."""
        return ENDED[self.lang] if self.state.actor() == OVER else now or SETTING_UP[self.lang]

    def letter(self, seat: int) -> str:
        """The first of the seat's colour: names of people may begin alike."""
        return SEAT_NAMES[self.lang][seat][0].lower()
