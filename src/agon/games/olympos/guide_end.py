"""How a game was won, and what everybody's points come from."""

from __future__ import annotations

from typing import Final

from agon.core.game import seat_names
from agon.core.guide import Account, by_points
from agon.games.olympos import scoring
from agon.games.olympos.names import CATEGORY
from agon.games.olympos.rules import Rules

POINTS: Final = {"en": ("{n} prestige", "{m} prestige"), "de": ("{n} Prestige", "{m} Prestige")}


def account(state: Rules, lang: str) -> Account:
    """Most points, and where the lead came from. §10.4"""
    return by_points(scoring.scores(state), state.places(), seat_names(lang), CATEGORY[lang], lang, *POINTS[lang])
