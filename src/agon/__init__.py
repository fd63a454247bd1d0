"""Agon: four classic board games of ancient Greece, by exact rules."""

from __future__ import annotations

from importlib.metadata import version

from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.record import Record
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN, State
from agon.games import game, games
from agon.play.match import match
from agon.play.position import Position

__version__ = version("agon")

__all__ = [
    "CHANCE",
    "NONE",
    "OVER",
    "UNKNOWN",
    "AgonError",
    "Game",
    "Position",
    "Record",
    "State",
    "__version__",
    "game",
    "games",
    "match",
]
