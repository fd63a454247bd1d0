"""Agon: four classic board games of ancient Greece, by exact rules."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from types import ModuleType

from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.record import Record, film_by
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN, State
from agon.games import game, game_ids
from agon.play.film import film as _film
from agon.play.match import match
from agon.play.position import Position
from agon.play.results import arena

__version__ = version("agon")

film_by(_film)

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
    "arena",
    "game",
    "game_ids",
    "match",
    "research",
]


def __getattr__(name: str) -> ModuleType:
    """agon.research is loaded when it is first named; nobody else pays for it."""
    if name == "research":
        return import_module("agon.research")
    raise AttributeError(f"module 'agon' has no attribute '{name}'")
