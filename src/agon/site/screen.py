"""Several people at one screen: who sits where, through whose eyes it is seen, and when a curtain falls."""

from __future__ import annotations

from typing import Final

from agon.core import codec
from agon.web.hub import Hub, Live
from agon.web.identity import Identity
from agon.web.words import say

YOU: Final = "you"
PREFIX: Final = "here-"  # of the others at this screen


class Screen:
    """Whose eyes each table is seen through. Where hands are secret, nobody's until they say that they look."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._eyes: dict[str, str] = {}  # table -> identity

    async def seat_all(self, live: Live, lang: str) -> None:
        """The free seats of a new table are for people at this screen."""
        for i, seat in enumerate(live.seats):
            if seat.kind == "open":
                who = Identity(f"{PREFIX}{i + 1}", say(lang, "here_player", n=i + 1))
                await self._hub.join(live.id, who, i)

    def looking(self, live: Live, you: Identity) -> Identity | None:
        """Who looks at a table; None while the curtain is down."""
        people = {seat.owner: seat.name for seat in live.seats if seat.kind == "person" and seat.owner}
        if len(people) < 2 or not live.started or live.is_over:
            return you
        eyes = self._eyes.get(live.id, "")
        turn = self.awaited(live)
        if turn and turn != eyes and not hides(live, live.actor):
            eyes = self._eyes[live.id] = turn
        if not eyes or (turn and turn != eyes):
            return None
        return Identity(eyes, people[eyes])

    def awaited(self, live: Live) -> str:
        """Who at this screen has to decide; "" while a bot thinks."""
        seat = live.seats[live.actor] if live.actor >= 0 else None
        return seat.owner or "" if seat is not None and seat.kind == "person" and not seat.standing_in else ""

    def lift(self, live: Live) -> None:
        """Whoever has to decide looks now."""
        self._eyes[live.id] = self.awaited(live) or self._eyes.get(live.id, "")


def hides(live: Live, seat: int) -> bool:
    """Whether somebody at the table knows what a spectator does not."""
    return not codec.same(live.table.seen(seat).state, live.table.seen(-1).state)
