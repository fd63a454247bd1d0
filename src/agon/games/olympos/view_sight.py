"""What one viewer sees of a position: what may be played where, and what a pointer would mean."""

from __future__ import annotations

from typing import Final

from agon.core.sight import BaseSight
from agon.games.olympos import effects, scoring
from agon.games.olympos import questions as ask
from agon.games.olympos.names import name
from agon.games.olympos.rules import Rules

AT: Final = {"en": "space {n} of {most}", "de": "Feld {n} von {most}"}


class Sight(BaseSight[Rules]):
    """The map, the board and prestige as one viewer sees them."""

    def __init__(self, state: Rules, viewer: int, lang: str, open_all: bool) -> None:
        super().__init__(state, viewer, lang, open_all)
        self.parts = state.parts
        self._legal = set(self.legal)

    def may(self, action: str) -> bool:
        """Whether the viewer may play this now."""
        return action in self._legal

    def meant(self, space: str) -> str:
        """The action a person pointing at a space of the map would mean now."""
        return f"block {space}" if self.state.step == ask.BLOCK and space in self.parts.territories else f"go {space}"

    def price(self, territory: int) -> int | None:
        """What the cheapest settler of the deciding seat pays, where it may go there."""
        state = self.state
        if state.step != ask.TAKE_TURN or not self.may(f"go {self.parts.territories[territory]}"):
            return None
        present = effects.presence(state, state.active)
        return int(effects.expansion_price(state, state.active, present, territory))

    def sees_prestige(self, seat: int) -> bool:
        """One's own always; the others' where the table opens it, or at the end. §1.4"""
        return self.open_all or seat == self.viewer or self.state.step == ask.FINISHED

    def points(self, seat: int) -> str:
        """The total as it would be counted now; hidden prestige is left out, and a plus says so."""
        row = scoring.scores(self.state)[seat]
        return str(row["total"]) if self.sees_prestige(seat) else f"{row['total'] - row['prestige']}+"

    def name(self, id_: str) -> str:
        return name(self.parts, id_, self.lang)

    def hour(self) -> str:
        """Where the game stands: "space 31 of 80"."""
        state = self.state
        if state.active < 0:
            return self.stage("")
        return self.stage(AT[self.lang].format(n=int(state.track.space_of[state.active]), most=int(self.parts.cross)))
