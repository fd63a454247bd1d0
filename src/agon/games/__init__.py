"""The registry. A package below this one is a game; others add theirs by the entry point group "agon.games"."""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from types import ModuleType

from agon.core.errors import AgonError
from agon.core.game import Game, draw_plainly, find, known, register_later
from agon.games.plainview import PlainView


def game_ids() -> list[str]:
    """The ids of all games."""
    return known()


class _Games(ModuleType):
    """This package, which answers `agon.games()` too: the ids were asked for by that name before."""

    def __call__(self) -> list[str]:
        return game_ids()


def game(game_id: str, pack: str | None = None) -> Game:
    """A game, with its default pack or with an owner's TOML file."""
    found = find(game_id)
    if pack is None:
        return found
    return found.with_pack(pack)


def _ours(name: str) -> Game:
    return _game(import_module(f"agon.games.{name}").GAME, name)


def _foreign(entry: EntryPoint) -> Game:
    return _game(entry.load(), entry.name)


def _game(found: object, name: str) -> Game:
    if not isinstance(found, Game):
        raise AgonError("no_game", name=name)
    return found


sys.modules[__name__].__class__ = _Games
draw_plainly(PlainView)
for _module in iter_modules(__path__):
    if _module.ispkg:
        register_later(_module.name, partial(_ours, _module.name))
for _entry in entry_points(group="agon.games"):
    register_later(_entry.name, partial(_foreign, _entry))
