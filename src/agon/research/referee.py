"""What becomes of an illegal action: a sentence in any case."""

from __future__ import annotations

import logging
from typing import Final, Literal

from agon.core.errors import AgonError, IllegalAction

Illegal = Literal["lose", "raise"]
ILLEGAL: Final = ("lose", "raise")

log = logging.getLogger("agon.research")


class Referee:
    """ "lose": it ends the game and is logged, the first time at an environment; "raise": it is refused."""

    def __init__(self, illegal: Illegal) -> None:
        if illegal not in ILLEGAL:
            raise AgonError(f'illegal is one of {", ".join(ILLEGAL)}, not "{illegal}".')
        self.illegal = illegal
        self.logged = False

    def rule(self, seat: int, refusal: str) -> None:
        """Raise the sentence, or log it and let the caller end the game."""
        if self.illegal == "raise":
            raise IllegalAction(refusal)
        level = logging.DEBUG if self.logged else logging.WARNING
        log.log(level, "Seat %d played an illegal action and loses. %s", seat, refusal)
        self.logged = True
