"""Packs: component data in TOML. The default lies in a game's `data/`; an owner's file replaces whole tables of it.

Besides record.py this is the only file under core that reads; a game's parts.py is the only one that calls it.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from importlib.resources import files
from pathlib import Path

from agon.core.errors import BadPack

Value = object


class Table:
    """A TOML table whose every reading is checked; what is wrong is named by its path."""

    def __init__(self, data: dict[str, Value], path: str) -> None:
        self.data = data
        self.path = path

    def _get(self, key: str) -> Value:
        if key not in self.data:
            raise BadPack(f"The pack has no {self._name(key)}.")
        return self.data[key]

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def keys(self) -> list[str]:
        return [k for k in self.data if k != "source"]

    def seats(self) -> list[int]:
        """The keys of a table that has a row for each number of seats."""
        for key in self.keys():
            if not key.isascii() or not key.isdigit():
                raise BadPack(f"{self._name(key)} in the pack: {key!r} is no number of seats.")
        return [int(key) for key in self.keys()]

    def has(self, key: str) -> bool:
        return key in self.data

    def number(self, key: str, least: int = 0) -> int:
        value = self._get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise BadPack(f"{self._name(key)} in the pack must be a whole number of at least {least}.")
        return value

    def text(self, key: str) -> str:
        value = self._get(key)
        if not isinstance(value, str):
            raise BadPack(f"{self._name(key)} in the pack must be a text.")
        return value

    def numbers(self, key: str, length: int | None = None) -> list[int]:
        value = self._get(key)
        if not isinstance(value, list) or any(not isinstance(n, int) or isinstance(n, bool) for n in value):
            raise BadPack(f"{self._name(key)} in the pack must be a list of whole numbers.")
        if length is not None and len(value) != length:
            raise BadPack(f"{self._name(key)} in the pack must have {length} numbers, not {len(value)}.")
        return [int(n) for n in value]

    def texts(self, key: str) -> list[str]:
        value = self._get(key)
        if not isinstance(value, list) or any(not isinstance(t, str) for t in value):
            raise BadPack(f"{self._name(key)} in the pack must be a list of texts.")
        return [str(t) for t in value]

    def pairs(self, key: str) -> list[tuple[int, int]]:
        value = self._get(key)
        if not isinstance(value, list):
            raise BadPack(f"{self._name(key)} in the pack must be a list of pairs.")
        out: list[tuple[int, int]] = []
        for pair in value:
            if not isinstance(pair, list) or len(pair) != 2 or any(not isinstance(n, int) for n in pair):
                raise BadPack(f"{self._name(key)} in the pack must be a list of pairs of whole numbers.")
            out.append((pair[0], pair[1]))
        return out

    def table(self, key: str) -> Table:
        value = self._get(key)
        if not isinstance(value, dict):
            raise BadPack(f"{self._name(key)} in the pack must be a table.")
        return Table(value, self._name(key))

    def tables(self, key: str) -> list[Table]:
        value = self._get(key)
        if not isinstance(value, list) or any(not isinstance(t, dict) for t in value):
            raise BadPack(f"{self._name(key)} in the pack must be a list of tables.")
        return [Table(t, f"{self._name(key)}[{i}]") for i, t in enumerate(value)]


def read_pack(package: str, own: str | None = None) -> tuple[Table, str, str]:
    """The merged data, the pack's name and its hash. Tables of an owner's file replace the default's of that name."""
    data: dict[str, Value] = {}
    folder = files(package) / "data"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            data.update(tomllib.loads(file.read_text("utf-8")))
    name = "default"
    if own is not None:
        name = Path(own).stem
        data.update(_own(own, data))
    text = json.dumps(data, sort_keys=True, default=str)
    return Table(data, ""), name, hashlib.sha256(text.encode()).hexdigest()[:16]


def _own(path: str, default: dict[str, Value]) -> dict[str, Value]:
    try:
        data = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadPack(f"The pack {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadPack(f"The pack {path} is not TOML: {error}.") from error
    for key in data:
        if key not in default:
            raise BadPack(f'The pack {path} has a table "{key}" that this game does not know.')
    return data
