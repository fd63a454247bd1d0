"""What places and values of a pack are called, by the words of the game and the names in its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agon.core.game import Game
from agon.play.packpaths import inside, way


def label(game: Game, tables: Any, path: str, lang: str) -> str:
    """What a value is called: the row's own name, the word of its key, and which of several it is."""
    words = game.pack_words(lang)
    at: Any = tables
    said: list[str] = []
    keys: list[str] = []
    place = game.place_name(path, lang)
    for step in way(path):
        at = inside(at, step)
        if isinstance(step, str):
            keys.append(step)
            said.append(_word(words, keys, at, lang))
        elif isinstance(at, dict) and isinstance(step, int):
            row = str(at.get(lang) or at.get("id") or step + 1)
            said.append(words.get(f"={row}", row))
        else:
            said.append(str(step + 1) if isinstance(step, int) else place or f"{step[0] + 1}/{step[1] + 1}")
    if place and isinstance(step, int):
        return f"{said[0]}: {place}"
    return f"{said[0]}: {', '.join(said[1:])}" if len(said) > 1 else said[0]


def _word(words: Mapping[str, str], keys: list[str], at: Any, lang: str) -> str:
    """What a key is called: by its whole path, by the row's own name, by its path in any row, or as it is written."""
    exact = words.get(".".join(keys))
    if exact is not None:
        return exact
    row = at.get(lang) if isinstance(at, dict) else None
    if isinstance(row, str):
        return row
    starred = words.get(".".join([keys[0], "*", *keys[2:]])) if len(keys) > 1 else None
    return starred.replace("{}", keys[1]) if starred is not None else keys[-1]


def said(game: Game, tables: Mapping[str, Any], value: Any, lang: str) -> str:
    """A value in words: names by the game's words or by those of the row, letters by theirs."""
    words = game.pack_words(lang)
    if value is None or value == [] or value == "":
        return words.get("none", "–")
    if isinstance(value, list):
        return ", ".join(said(game, tables, one, lang) for one in value)
    if not isinstance(value, str):
        return str(value)
    if f"={value}" in words:
        return words[f"={value}"]
    if all(f"={letter}" in words for letter in value):
        return ", ".join(words[f"={letter}"] for letter in value)
    return _row_name(tables, value, lang) or value


def _row_name(tables: Mapping[str, Any], row: str, lang: str) -> str:
    """What the row of this id is called: Theatre, of the building `theater`."""
    for table in tables.values():
        rows = [one for one in table if one.get("id") == row] if isinstance(table, list) else [table.get(row)]
        for one in rows:
            if isinstance(one, dict) and isinstance(one.get(lang), str):
                return str(one[lang])
    return ""
