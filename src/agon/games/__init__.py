"""The registry. A package below this one is a game; others add theirs by the entry point group "agon.games"."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules

from agon.core.errors import AgonError
from agon.core.game import Game, find, known, register_later


def games() -> list[str]:
    """The ids of all games."""
    return known()


def game(game_id: str, pack: str | None = None) -> Game:
    """A game, with its default pack or with an owner's TOML file."""
    found = find(game_id)
    if pack is None:
        return found
    make: Callable[[str], Game] = type(found)
    return make(pack)


def _ours(name: str) -> Callable[[], Game]:
    def load() -> Game:
        return _game(import_module(f"agon.games.{name}").GAME, name)

    return load


def _foreign(entry: EntryPoint) -> Callable[[], Game]:
    def load() -> Game:
        return _game(entry.load(), entry.name)

    return load


def _game(found: object, name: str) -> Game:
    if not isinstance(found, Game):
        raise AgonError(f'"{name}" is registered as a game, but is none.')
    return found


for _module in iter_modules(__path__):
    register_later(_module.name, _ours(_module.name))
for _entry in entry_points(group="agon.games"):
    register_later(_entry.name, _foreign(_entry))
