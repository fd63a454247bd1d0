"""What can be done, in words: a verb and the lists its arguments are taken from."""

from __future__ import annotations

from typing import Final

from agon.core.space import ActionSpace, Verb

SOILS: Final = ("clay", "lime", "rock")
TERRACES: Final = 7

CARD: Final = Verb("card", list(SOILS), paragraph="§2")  # chance
PLANT: Final = Verb("plant", [str(n + 1) for n in range(TERRACES)], paragraph="§3")
PASS: Final = Verb("pass", paragraph="§4")
SPACE: Final = ActionSpace([CARD, PLANT, PASS])


def soil(terrace: int) -> int:
    """The soils repeat along the row. §1"""
    return terrace % len(SOILS)
