"""Who sits where at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agon.web.words import BOT_NAMES

SeatKind = Literal["open", "person", "bot"]


@dataclass
class Seat:
    """One seat. A bot may stand in for its owner who left; the owner can take it back at any time."""

    kind: SeatKind = "open"
    owner: str | None = None  # the identity's id
    name: str = ""  # the nickname, or the bot's name
    bot: str = ""  # the bot that plays this seat or stands in, or ""
    standing_in: bool = False

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.standing_in

    def free(self) -> None:
        """Nobody sits here any more."""
        self.kind, self.owner, self.name, self.bot, self.standing_in = "open", None, "", "", False

    def seat_person(self, owner: str | None, name: str) -> None:
        self.kind, self.owner, self.name, self.bot, self.standing_in = "person", owner, name, "", False

    def seat_bot(self, bot: str) -> None:
        self.kind, self.owner, self.name, self.bot, self.standing_in = "bot", None, bot, bot, False

    def stand_in(self, bot: str) -> None:
        """A bot plays for the owner, whose seat this remains."""
        self.bot, self.standing_in = bot, True

    def hand_back(self) -> None:
        self.bot, self.standing_in = "", False


def called_at(table_id: str, seats: Sequence[Seat]) -> tuple[str, ...]:
    """What the seats are called at a table: by their nicknames, and bots by Greek names; "" where nobody sits."""
    first = sum(table_id.encode()) % len(BOT_NAMES)
    greek = (BOT_NAMES[(first + number) % len(BOT_NAMES)] for number in range(len(seats)))
    return tuple(name if seat.kind == "bot" else seat.name for name, seat in zip(greek, seats, strict=True))
