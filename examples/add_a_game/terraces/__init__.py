"""Terraces: seven terraces, two seats, a secret love for one of three soils."""

from __future__ import annotations

from agon.core.game import Game
from terraces.actions import TERRACES
from terraces.rules import SEATS

GAME = Game(
    id="terraces",
    title={"en": "Terraces", "de": "Terrassen"},
    author="The Agon developers",
    year=2026,
    seats=(SEATS,),
    minutes=2,
    weight=1.0,
    about={"en": "Plant olive trees on the soil you love.", "de": "Pflanze Ölbäume auf dem Boden, den du liebst."},
    rules_version=1,
    bound=2 + 2 * TERRACES,
    value_scale=1.0,
    folder=__name__,
)
