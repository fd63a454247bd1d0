"""Packs as TOML: the standard library reads it; this writes what packs are made of, for people to read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

WIDTH: Final = 110  # letters of a line before a list is broken
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def key(name: str) -> str:
    """A key, quoted where it has to be."""
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def value(thing: Any) -> str:
    """A value in one line; a drawing in several."""
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, Mapping):
        return "{ " + ", ".join(f"{key(k)} = {value(v)}" for k, v in thing.items()) + " }" if thing else "{}"
    if isinstance(thing, (list, tuple)):
        return "[" + ", ".join(value(one) for one in thing) + "]"
    if isinstance(thing, str) and "\n" in thing and '"""' not in thing and "\\" not in thing:
        return '"""\n' + thing.strip("\n") + '\n"""'
    return json.dumps(thing, ensure_ascii=False)


def _line(name: str, thing: Any) -> str:
    text = f"{key(name)} = {value(thing)}"
    if isinstance(thing, list) and len(text) > WIDTH:
        return f"{key(name)} = [\n" + "".join(f"    {value(one)},\n" for one in thing) + "]"
    return text


def table(name: str, thing: Any) -> str:
    """A table, a list of tables, or a table of tables that hold a drawing, as a person would write them."""
    if isinstance(thing, list):
        return "\n".join(f"[[{key(name)}]]\n{_lines(row)}" for row in thing)
    if any(isinstance(row, Mapping) and _is_long(row) for row in thing.values()):
        plain = {k: v for k, v in thing.items() if not isinstance(v, Mapping)}
        head = [f"[{key(name)}]\n{_lines(plain)}"] if plain else []
        rows = [f"[{key(name)}.{key(k)}]\n{_lines(v)}" for k, v in thing.items() if isinstance(v, Mapping)]
        return "\n".join([*head, *rows])
    return f"[{key(name)}]\n{_lines(thing)}"


def _is_long(row: Mapping[str, Any]) -> bool:
    return any(isinstance(v, str) and "\n" in v for v in row.values()) or len(value(row)) > 2 * WIDTH


def _lines(row: Mapping[str, Any]) -> str:
    return "".join(f"{_line(k, v)}\n" for k, v in row.items())


def document(tables: Mapping[str, Any]) -> str:
    """A whole file."""
    return "\n".join(table(name, thing) for name, thing in tables.items() if thing)
