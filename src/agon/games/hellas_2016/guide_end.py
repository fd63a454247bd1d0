"""How a game was won, and what everybody's points come from."""

from __future__ import annotations

from typing import Final

from agon.core.game import seat_names
from agon.core.guide import Account, by_points
from agon.games.hellas_2016 import scoring
from agon.games.hellas_2016.names import CATEGORY
from agon.games.hellas_2016.rules import Rules

POINTS: Final = {
    "en": ("{n:one point|# points}", "{m:One point|# points}"),
    "de": ("{n:einem Punkt|# Punkten}", "{m:Ein Punkt|# Punkte}"),
}


def account(state: Rules, lang: str) -> Account:
    """Most points, and where the lead came from. §8.7"""
    return by_points(scoring.scores(state), state.places(), seat_names(lang), CATEGORY[lang], lang, *POINTS[lang])
