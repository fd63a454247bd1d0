"""Pictures that a text names: `{picture city}` in HOWTO.md is drawn from the position that howto.toml describes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from agon.core.errors import BadPack
from agon.core.game import Game, Words
from agon.play.lessons import played
from agon.play.seen import Seen
from agon.play.table import laid_out

PICTURE: Final = re.compile(r"^\{picture (\w+)\}$", re.MULTILINE)


@dataclass(frozen=True)
class Picture:
    """A position, and the part of it that is looked at."""

    seen: Seen
    sheet: str
    focus: tuple[str, ...]  # places; their shapes end in these names
    box: tuple[float, ...]  # left, top, width and height, where no places are named
    title: Words


def picture(game: Game, name: str) -> Picture:
    """One picture by its name, with this game's pack."""
    data = _pictures(game.folder).get(name)
    if data is None:
        raise BadPack(f"{game.id}: howto.toml has no picture {name}.")
    given = dict(data.get("position", {}))
    state = game.position_from(given.pop("seats", game.seats[0]), given, name)
    for text in data.get("plies", ()):
        played(game, state, text)
    seen = laid_out(game, state, -1)
    title = {"en": data["en"], "de": data["de"]}
    return Picture(
        seen, data.get("sheet", "board"), tuple(data.get("focus", "").split()), tuple(data.get("box", ())), title
    )


def names(game: Game) -> list[str]:
    """The pictures a game has."""
    return list(_pictures(game.folder))


@cache
def _pictures(folder: str) -> Mapping[str, Any]:
    return tomllib.loads((files(folder) / "howto.toml").read_text("utf-8"))
