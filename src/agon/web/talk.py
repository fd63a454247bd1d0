"""What is said at a table: lines, and quick phrases that everybody reads in their own language."""

from __future__ import annotations

from typing import Final

from agon.web.errors import Refused
from agon.web.identity import Identity, tidy_name, tidy_text
from agon.web.live import ChatLine, Draft, Live

LENGTH: Final = 500
PHRASES: Final = ("hello", "luck", "moment", "well_played", "oops", "thanks", "good_game", "again")


def said(live: Live, who: Identity, text: str, phrase: str) -> Draft:
    """What somebody says at a table: as a player to all, otherwise as a spectator to the spectators."""
    if phrase and phrase not in PHRASES:
        raise Refused("no_phrase")
    line = phrase or tidy_text(text, LENGTH)
    if not line:
        raise Refused("no_text")
    if live.imported:
        raise Refused("only_to_look_at")
    seat = live.seat_of(who.id)
    return Draft("phrase" if phrase else "say", seat=seat, who=who.id, name=tidy_name(who.name), text=line)


def line_of(live: Live, reader: str, number: int) -> ChatLine:
    """A line of somebody else that the reader hears."""
    seat = live.seat_of(reader)
    found = next((line for line in live.heard(seat) if line.number == number and line.who), None)
    if found is None:
        raise Refused("no_line")
    if found.who == reader:
        raise Refused("own_line")
    return found
