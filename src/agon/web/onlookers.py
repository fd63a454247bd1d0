"""What spectators are shown of a rated game: one turn behind, so that nobody can be helped from outside."""

from __future__ import annotations

from dataclasses import replace

from agon.play.table import Table
from agon.web.clocks import Clock
from agon.web.identity import Identity
from agon.web.live import Live, ahead


def is_behind(live: Live, seat: int) -> bool:
    """Whether this seat (negative: a spectator) is shown a game later than it is played."""
    return seat < 0 and live.rated and live.is_running


def shown_to(live: Live, who: Identity | None) -> Live:
    """A table as somebody may look at it: as it is, or as it was before the last turn."""
    if not is_behind(live, live.seat_of(who.id) if who is not None else -1):
        return live
    before = live.copy()
    before.table = _before_the_last_turn(live.table)
    before.clock = Clock.new("", len(live.seats), False)  # the clocks of now would not fit what is shown
    return before


def _before_the_last_turn(table: Table) -> Table:
    plies = table.record.plies
    decisions = [number for number, ply in enumerate(plies) if ply.actor >= 0]
    if not decisions:
        return table
    last = plies[decisions[-1]].actor
    others = [number for number in decisions if plies[number].actor != last]
    first = next(number for number in decisions if not others or number > others[-1])
    out = ahead(table)
    out.record = replace(table.record, plies=plies[:first])
    out.state = table.at(first)
    return out
