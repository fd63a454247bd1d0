"""Packs: component data in TOML. The default lies in a game's `data/`; an owner's file replaces whole tables of it.

A pack is known by its components: what is noted beside them (a `source`, the tables `pack` and `notes`), blanks around
a drawing, the order of what has none, and how tiles in a bag are listed, called and turned make no other pack.

Every reading says what it allows (`number("settlers", 1, 9)`), and what is not so is refused before anything is built,
by a sentence with file, table, key and what is allowed. Besides record.py this is the only file under core that reads;
a game's parts.py is the only one that calls it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from agon.core.bag import Bag
from agon.core.errors import BadPack
from agon.core.reasons import REASONS, Fact, Phrase

Value = object

LONGEST_TEXT: Final = 60  # of a name
LONGEST_LIST: Final = 200
SHOWN: Final = 40  # letters of a wrong value in a sentence
SOURCE: Final = "source"  # where a table was read
BESIDE: Final = ("pack", "notes")  # tables that are no components: what an owner calls the pack, and notes a value
AS_LISTED: Final = "# as listed\n"  # how a pack's text begins whose tiles are called and turned as they stand there
WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}")  # what a record writes as one word


@dataclass(frozen=True)
class Form:
    """What a place of a pack may hold: a kind of value, and its bounds."""

    kind: str  # number, numbers, pairs, text, texts, drawing, word, words, one_of, some_of
    least: int = 0  # of numbers; letters of a text
    most: int = 0
    letters: str = ""  # a text or a drawing is made of them
    names: tuple[str, ...] = ()  # to choose from
    fewest: int = 0  # entries of a list
    longest: int = 0


_FORMS: ContextVar[dict[str, Form] | None] = ContextVar("forms", default=None)


@contextmanager
def noting_forms() -> Iterator[dict[str, Form]]:
    """Meanwhile whatever is read of a pack is noted, by its path, with what is allowed there."""
    forms: dict[str, Form] = {}
    token = _FORMS.set(forms)
    try:
        yield forms
    finally:
        _FORMS.reset(token)


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

    def fault(self, key: str, told: str, **facts: Fact) -> BadPack:
        """The sentence that this key (or, without one, this table) is wrong: a key of pack_reasons.py, or English."""
        what = Phrase(told, **facts) if told in REASONS else told
        return BadPack("pack_fault", where=self.where(key), what=what, place=self._path(key) if key else self.path)

    def _must_be(self, key: str, what: Phrase, value: Value) -> BadPack:
        return self.fault(key, "pk_must_be", what=what, value=_shown(value))

    def _get(self, key: str) -> Value:
        if key not in self.data:
            raise self.fault(key, "pk_missing")
        return self.data[key]

    def _list(self, key: str, what: str, fewest: int, most: int) -> list[Value]:
        value = self._get(key)
        if not isinstance(value, list):
            raise self._must_be(key, Phrase("pk_list", what=Phrase(what)), value)
        if not fewest <= len(value) <= most:
            raise self.fault(key, "pk_must_have", span=_span(fewest, most), what=Phrase(what), n=len(value))
        return list(value)

    def _note(self, key: str, kind: str, **bounds: Any) -> None:
        forms = _FORMS.get()
        if forms is not None:
            forms[self._path(key)] = Form(kind, **bounds)

    # ---- numbers ----

    def number(self, key: str, least: int, most: int) -> int:
        self._note(key, "number", least=least, most=most)
        value = self._get(key)
        if not _is_number(value, least, most):
            raise self._must_be(key, Phrase("pk_number", least=least, most=most), value)
        assert isinstance(value, int)
        return value

    def number_or(self, key: str, otherwise: int, least: int, most: int) -> int:
        """A number that may be left out."""
        self._note(key, "number", least=least, most=most)
        return self.number(key, least, most) if key in self.data else otherwise

    def numbers(self, key: str, least: int, most: int, length: int | None = None) -> list[int]:
        fewest, longest = (0, LONGEST_LIST) if length is None else (length, length)
        self._note(key, "numbers", least=least, most=most, fewest=fewest, longest=longest)
        out: list[int] = []
        for value in self._list(key, "pk_of_numbers", fewest, longest):
            if not _is_number(value, least, most):
                raise self._must_be(key, Phrase("pk_numbers", least=least, most=most), value)
            assert isinstance(value, int)
            out.append(value)
        return out

    def numbers_or_none(self, key: str, least: int, most: int, longest: int) -> list[int]:
        """Numbers that may be left out."""
        self._note(key, "numbers", least=least, most=most, longest=longest)
        return self.numbers(key, least, most) if key in self.data else []

    def pairs(self, key: str, least: int, most: int) -> list[tuple[int, int]]:
        self._note(key, "pairs", least=least, most=most, longest=LONGEST_LIST)
        out: list[tuple[int, int]] = []
        for pair in self._list(key, "pk_of_pairs", 0, LONGEST_LIST):
            if not isinstance(pair, list) or len(pair) != 2 or any(not _is_number(n, least, most) for n in pair):
                raise self._must_be(key, Phrase("pk_pairs", least=least, most=most), pair)
            out.append((int(pair[0]), int(pair[1])))
        return out

    # ---- texts ----

    def text(self, key: str, fewest: int = 1, most: int = LONGEST_TEXT, letters: str = "") -> str:
        """A line to show, or one made of certain letters."""
        self._note(key, "text", least=fewest, most=most, letters=letters)
        value = self._get(key)
        if not isinstance(value, str) or not value.isprintable() or not fewest <= len(value) <= most:
            raise self._must_be(key, Phrase("pk_text", fewest=fewest, most=most), value)
        return value

    def drawing(self, key: str, most: int, letters: str = "") -> list[str]:
        """Several lines that are a picture, made of certain letters."""
        self._note(key, "drawing", most=most, letters=letters)
        value = self._get(key)
        if not isinstance(value, str) or len(value) > most:
            raise self._must_be(key, Phrase("pk_lines", most=most), value)
        return value.strip("\n").splitlines()

    def texts(self, key: str, length: int | None = None, longest: int = LONGEST_TEXT, letters: str = "") -> list[str]:
        fewest, most = (0, LONGEST_LIST) if length is None else (length, length)
        self._note(key, "texts", least=1, most=longest, letters=letters, fewest=fewest, longest=most)
        out: list[str] = []
        for value in self._list(key, "pk_of_texts", fewest, most):
            if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value) <= longest:
                raise self._must_be(key, Phrase("pk_texts", most=longest), value)
            out.append(value)
        return out

    def words(self, key: str, fewest: int, most: int) -> list[str]:
        """Names that records write: different words, whatever their capitals."""
        self._note(key, "words", fewest=fewest, longest=most)
        words = [self._word(key, value) for value in self._list(key, "pk_of_words", fewest, most)]
        if len({word.lower() for word in words}) < len(words):
            raise self.fault(key, "pk_different")
        return words

    def word(self, key: str) -> str:
        """A name that records write."""
        self._note(key, "word")
        return self._word(key, self._get(key))

    def _word(self, key: str, value: Value) -> str:
        if not isinstance(value, str) or not WORD.fullmatch(value):
            raise self._must_be(key, Phrase("pk_word"), value)
        return value

    def one_of(self, key: str, names: Sequence[str]) -> int:
        """The number of the name that stands here."""
        self._note(key, "one_of", names=tuple(names))
        return self._place(key, names, self._get(key))

    def some_of(self, key: str, names: Sequence[str]) -> list[int]:
        """The numbers of the names that stand here."""
        self._note(key, "some_of", names=tuple(names), longest=len(names))
        return [self._place(key, names, value) for value in self._list(key, "pk_of_names", 0, len(names))]

    def _place(self, key: str, names: Sequence[str], value: Value) -> int:
        if not isinstance(value, str) or value not in names:
            raise self._must_be(key, Phrase("pk_one_of", names=", ".join(names)), value)
        return list(names).index(value)

    # ---- tables ----

    def keys(self) -> list[str]:
        return [k for k in self.data if k != SOURCE]

    def ids(self, fewest: int, most: int) -> list[str]:
        """The keys of a table that has a row for each thing, as records write them."""
        keys = self.keys()
        if not fewest <= len(keys) <= most:
            raise self.fault("", "pk_must_have", span=_span(fewest, most), what=Phrase("pk_of_entries"), n=len(keys))
        for key in keys:
            self._word(key, key)
        if len({key.lower() for key in keys}) < len(keys):
            raise self.fault("", "pk_capitals")
        return keys

    def seats(self, fewest: int, most: int) -> list[int]:
        """The keys of a table that has a row for each number of seats."""
        allowed = [str(n) for n in range(fewest, most + 1)]
        for key in self.keys():
            if key not in allowed:
                raise self.fault(key, "pk_no_seats", fewest=fewest, most=most)
        return [int(key) for key in self.keys()]

    def has(self, key: str) -> bool:
        return key in self.data

    def table(self, key: str) -> PackTable:
        value = self._get(key)
        if not isinstance(value, dict):
            raise self._must_be(key, Phrase("pk_table"), value)
        return PackTable(value, self._path(key), self.sources.get(key, self.file))

    def tables(self, key: str, fewest: int, most: int) -> list[PackTable]:
        out: list[PackTable] = []
        for i, row in enumerate(self._list(key, "pk_of_tables", fewest, most)):
            if not isinstance(row, dict):
                raise self._must_be(key, Phrase("pk_list_of_tables"), row)
            out.append(PackTable(row, f"{self._path(key)}[{i}]", self.sources.get(key, self.file)))
        return out

    def _path(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def _is_number(value: Value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _span(fewest: int, most: int) -> str | Phrase:
    return str(fewest) if fewest == most else Phrase("pk_span", fewest=fewest, most=most)


def _shown(value: Value) -> str:
    """A wrong value as TOML writes it, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def from_text(name: str, text: str) -> str:
    """A pack that lies in no file, as `read_pack` takes it in the place of a path: no path has a line break."""
    return f"{name}.toml\n{text}"


def default_tables(package: str) -> tuple[dict[str, Value], dict[str, str]]:
    """The default pack of a game, and the file of each of its tables."""
    data: dict[str, Value] = {}
    sources: dict[str, str] = {}
    folder = files(package) / "data"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text("utf-8"))
            data.update(tables)
            sources.update(dict.fromkeys(tables, file.name))
    return data, sources


def as_listed(own: str) -> str:
    """The same pack, its tiles as they are listed: for records from before that made no difference, and for editors."""
    file, _, text = own.partition("\n")
    return from_text(Path(file).stem, AS_LISTED + (text or _text_of(file)).removeprefix(AS_LISTED))


def read_pack(
    package: str, own: str | None = None, unordered: Sequence[str] = (), bags: Sequence[Bag] = ()
) -> tuple[PackTable, str, str]:
    """The merged data, the pack's name and its hash. Tables of an owner's file replace the default's of that name.

    `own` is a path, `from_text` or `as_listed`. `unordered` are the paths (`building.cost`, `side.*.seats`) whose
    letters or entries say the same in any order; `bags` the tables whose tiles do.
    """
    data, sources = default_tables(package)
    name = "default"
    if own is not None:
        file, _, text = own.partition("\n")
        name = Path(file).stem
        tables = parse(Path(file).name, text) if text else parse(own, _text_of(own))
        own_tables = {key: value for key, value in tables.items() if key not in BESIDE}
        for key in own_tables:
            if key not in data:
                raise BadPack("pack_unknown_table", path=file, key=key)
        for bag in () if text.startswith(AS_LISTED) else bags:
            if bag.table in own_tables:
                own_tables[bag.table] = bag.settle(own_tables[bag.table], data[bag.table])[0]
        data.update({key: _ordered(value, data[key]) for key, value in own_tables.items()})
        sources.update(dict.fromkeys(own_tables, Path(file).name))
    return PackTable(data, "", "the pack", sources), name, identity(data, unordered)


def identity(data: Mapping[str, Value], unordered: Sequence[str] = ()) -> str:
    """The hash of a pack's components; whoever has the same has the same hash."""
    components = {key: _component(value, (key,), unordered) for key, value in data.items() if key not in BESIDE}
    return hashlib.sha256(json.dumps(components, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _component(value: Value, path: tuple[str, ...], unordered: Sequence[str]) -> Value:
    """A value without what is only noted beside it, in the one way of writing it."""
    if isinstance(value, dict):
        return {k: _component(v, (*path, k), unordered) for k, v in value.items() if k != SOURCE}
    if isinstance(value, str) and "\n" in value:
        return _drawn(value)
    if any(_leads_to(way, path) for way in unordered):
        if isinstance(value, str):
            return "".join(sorted(value))
        if isinstance(value, list):
            return sorted(value, key=str)
    return [_component(one, path, unordered) for one in value] if isinstance(value, list) else value


def _leads_to(way: str, path: tuple[str, ...]) -> bool:
    steps = way.split(".")
    return len(steps) == len(path) and all(step in ("*", key) for step, key in zip(steps, path, strict=True))


def _drawn(text: str) -> str:
    """A drawing without the blanks around it."""
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def _ordered(value: Value, default: Value) -> Value:
    """Rows in the order the default has them, further ones by their names: numbers follow from the order."""
    if not isinstance(value, dict) or not isinstance(default, dict):
        return value
    known = [key for key in default if key in value]
    keys = [*known, *sorted(key for key in value if key not in default)]
    return {key: _ordered(value[key], default.get(key)) for key in keys}


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except OSError as error:
        raise BadPack("pack_unreadable", path=path, error=str(error.strerror)) from error
    except ValueError as error:  # not UTF-8
        raise BadPack("pack_not_toml", path=path, error=str(error)) from error


def parse(name: str, text: str) -> dict[str, Value]:
    """The tables of a pack."""
    try:
        return tomllib.loads(text)
    except ValueError as error:  # not TOML, or a number of thousands of digits
        raise BadPack("pack_not_toml", path=name, error=str(error)) from error
    except RecursionError as error:
        raise BadPack("pack_too_deep", path=name) from error


def confirmations(text: str) -> dict[str, int]:
    """How many owners have seen which values: paths with numbers."""
    return {path: n for path, n in parse("confirmed.toml", text).items() if isinstance(n, int)}
