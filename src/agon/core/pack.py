"""Packs: component data in TOML. The default lies in a game's `data/`; an owner's file replaces whole tables of it.

Every reading says what it allows (`number("settlers", 1, 9)`), and what is not so is refused before anything is built,
by a sentence with file, table, key and what is allowed. Besides record.py this is the only file under core that reads;
a game's parts.py is the only one that calls it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from agon.core.errors import BadPack

Value = object

LONGEST_TEXT: Final = 60  # of a name
LONGEST_LIST: Final = 200
SHOWN: Final = 40  # letters of a wrong value in a sentence
WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}")  # what a record writes as one word


class PackTable:
    """A TOML table whose every reading is checked; what is wrong is named by its path and file."""

    def __init__(self, data: dict[str, Value], path: str, file: str, sources: dict[str, str] | None = None) -> None:
        self.data = data
        self.path = path
        self.file = file
        self.sources = sources or {}  # of a pack: the file of each table

    # ---- what is wrong ----

    def where(self, key: str = "") -> str:
        """A key as sentences name it: `setup.settlers in mine.toml`."""
        name = f"{self.path}.{key}" if self.path and key else self.path or key
        return f"{name} in {self.sources.get(key.partition('.')[0], self.file)}"

    def fault(self, key: str, what: str) -> BadPack:
        """The sentence that this key is wrong."""
        return BadPack(f"{self.where(key)} {what}.")

    def _must_be(self, key: str, what: str, value: Value) -> BadPack:
        return self.fault(key, f"must be {what}, not {_shown(value)}")

    def _get(self, key: str) -> Value:
        if key not in self.data:
            raise self.fault(key, "is missing")
        return self.data[key]

    def _list(self, key: str, what: str, fewest: int, most: int) -> list[Value]:
        value = self._get(key)
        if not isinstance(value, list):
            raise self._must_be(key, f"a list of {what}", value)
        if not fewest <= len(value) <= most:
            raise self.fault(key, f"must have {_span(fewest, most)} {what}, not {len(value)}")
        return list(value)

    # ---- numbers ----

    def number(self, key: str, least: int, most: int) -> int:
        value = self._get(key)
        if not _is_number(value, least, most):
            raise self._must_be(key, f"a whole number from {least} to {most}", value)
        assert isinstance(value, int)
        return value

    def number_or(self, key: str, otherwise: int, least: int, most: int) -> int:
        """A number that may be left out."""
        return self.number(key, least, most) if key in self.data else otherwise

    def numbers(self, key: str, least: int, most: int, length: int | None = None) -> list[int]:
        fewest, longest = (0, LONGEST_LIST) if length is None else (length, length)
        out: list[int] = []
        for value in self._list(key, "whole numbers", fewest, longest):
            if not _is_number(value, least, most):
                raise self._must_be(key, f"whole numbers from {least} to {most}", value)
            assert isinstance(value, int)
            out.append(value)
        return out

    def pairs(self, key: str, least: int, most: int) -> list[tuple[int, int]]:
        out: list[tuple[int, int]] = []
        for pair in self._list(key, "pairs", 0, LONGEST_LIST):
            if not isinstance(pair, list) or len(pair) != 2 or any(not _is_number(n, least, most) for n in pair):
                raise self._must_be(key, f"pairs of whole numbers from {least} to {most}", pair)
            out.append((int(pair[0]), int(pair[1])))
        return out

    # ---- texts ----

    def text(self, key: str, fewest: int = 1, most: int = LONGEST_TEXT) -> str:
        """A line to show."""
        value = self._get(key)
        if not isinstance(value, str) or not value.isprintable() or not fewest <= len(value) <= most:
            raise self._must_be(key, f"a text of {fewest} to {most} letters", value)
        return value

    def drawing(self, key: str, most: int) -> list[str]:
        """Several lines that are a picture."""
        value = self._get(key)
        if not isinstance(value, str) or len(value) > most:
            raise self._must_be(key, f"lines of at most {most} letters", value)
        return value.strip("\n").splitlines()

    def texts(self, key: str, length: int | None = None, longest: int = LONGEST_TEXT) -> list[str]:
        fewest, most = (0, LONGEST_LIST) if length is None else (length, length)
        out: list[str] = []
        for value in self._list(key, "texts", fewest, most):
            if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value) <= longest:
                raise self._must_be(key, f"texts of 1 to {longest} letters", value)
            out.append(value)
        return out

    def words(self, key: str, fewest: int, most: int) -> list[str]:
        """Names that records write: different words, whatever their capitals."""
        words = [self._word(key, value) for value in self._list(key, "words", fewest, most)]
        if len({word.lower() for word in words}) < len(words):
            raise self.fault(key, "must all be different")
        return words

    def word(self, key: str) -> str:
        """A name that records write."""
        return self._word(key, self._get(key))

    def _word(self, key: str, value: Value) -> str:
        if not isinstance(value, str) or not WORD.fullmatch(value):
            raise self._must_be(key, "a word of letters and digits", value)
        return value

    def one_of(self, key: str, names: Sequence[str]) -> int:
        """The number of the name that stands here."""
        return self._place(key, names, self._get(key))

    def some_of(self, key: str, names: Sequence[str]) -> list[int]:
        """The numbers of the names that stand here."""
        return [self._place(key, names, value) for value in self._list(key, "names", 0, len(names))]

    def _place(self, key: str, names: Sequence[str], value: Value) -> int:
        if not isinstance(value, str) or value not in names:
            raise self._must_be(key, f"one of {', '.join(names)}", value)
        return list(names).index(value)

    # ---- tables ----

    def keys(self) -> list[str]:
        return [k for k in self.data if k != "source"]

    def ids(self, fewest: int, most: int) -> list[str]:
        """The keys of a table that has a row for each thing, as records write them."""
        keys = self.keys()
        if not fewest <= len(keys) <= most:
            raise BadPack(f"{self.where()} must have {_span(fewest, most)} entries, not {len(keys)}.")
        for key in keys:
            self._word(key, key)
        if len({key.lower() for key in keys}) < len(keys):
            raise BadPack(f"{self.where()} must have different names, whatever their capitals.")
        return keys

    def seats(self, fewest: int, most: int) -> list[int]:
        """The keys of a table that has a row for each number of seats."""
        allowed = [str(n) for n in range(fewest, most + 1)]
        for key in self.keys():
            if key not in allowed:
                raise self.fault(key, f"is no number of seats from {fewest} to {most}")
        return [int(key) for key in self.keys()]

    def has(self, key: str) -> bool:
        return key in self.data

    def table(self, key: str) -> PackTable:
        value = self._get(key)
        if not isinstance(value, dict):
            raise self._must_be(key, "a table", value)
        return PackTable(value, self._path(key), self.sources.get(key, self.file))

    def tables(self, key: str, fewest: int, most: int) -> list[PackTable]:
        out: list[PackTable] = []
        for i, row in enumerate(self._list(key, "tables", fewest, most)):
            if not isinstance(row, dict):
                raise self._must_be(key, "a list of tables", row)
            out.append(PackTable(row, f"{self._path(key)}[{i}]", self.sources.get(key, self.file)))
        return out

    def _path(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def _is_number(value: Value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _span(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _shown(value: Value) -> str:
    """A wrong value as TOML writes it, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def read_pack(package: str, own: str | None = None) -> tuple[PackTable, str, str]:
    """The merged data, the pack's name and its hash. Tables of an owner's file replace the default's of that name."""
    data: dict[str, Value] = {}
    sources: dict[str, str] = {}
    folder = files(package) / "data"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text("utf-8"))
            data.update(tables)
            sources.update(dict.fromkeys(tables, file.name))
    name = "default"
    if own is not None:
        name = Path(own).stem
        tables = _own(own, data)
        data.update(tables)
        sources.update(dict.fromkeys(tables, Path(own).name))
    text = json.dumps(data, sort_keys=True, default=str)
    pack = PackTable(data, "", "the pack", sources)
    return pack, name, hashlib.sha256(text.encode()).hexdigest()[:16]


def _own(path: str, default: dict[str, Value]) -> dict[str, Value]:
    try:
        data = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadPack(f"The pack {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # not TOML, not UTF-8, or a number of thousands of digits
        raise BadPack(f"The pack {path} is not TOML: {error}.") from error
    except RecursionError as error:
        raise BadPack(f"The pack {path} is nested too deeply.") from error
    for key in data:
        if key not in default:
            raise BadPack(f'The pack {path} has a table "{key}" that this game does not know.')
    return data
