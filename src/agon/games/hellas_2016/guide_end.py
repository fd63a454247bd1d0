"""How a game was won, and what everybody's points come from."""

from __future__ import annotations

from typing import Final

from agon.core.game import seat_names
from agon.core.guide import Account, by_points
from agon.games.hellas_2016 import scoring
from agon.games.hellas_2016.names import CATEGORY
from agon.games.hellas_2016.rules import Rules

WORDS: Final = {
    "en": {
        "wins": "{who} wins with {n:one point|# points}",
        "by": "{m:One point|# points} more than {next}; the difference: {category}.",
        "level": "As many as {next}: the tie-break decided.",
    },
    "de": {
        "wins": "{who} gewinnt mit {n:einem Punkt|# Punkten}",
        "by": "{m:Ein Punkt|# Punkte} mehr als {next}; den Ausschlag gab: {category}.",
        "level": "So viele wie {next}: Der Gleichstand wurde aufgelöst.",
    },
}


def account(state: Rules, lang: str) -> Account:
    """Most points, and where the lead came from. §8.7"""
    return by_points(scoring.scores(state), state.places(), seat_names(lang), CATEGORY[lang], WORDS[lang])
