"""Owners' packs: their values one by one, what was seen and changed, what is wrong or differs, what several agree on.

Pure: no files, no server. The command line, the server's editor and a browser without a server use the same. A value is
named by its path: `setup.start_marble`, `building[3].cost`, `tiles.edges[4]`, `side.pegasus.map[2,5]` (line and column
of a drawing); `faces.T05[2]` is a letter of a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from agon.core.errors import AgonError, BadPack
from agon.core.game import Game, Picture, Plates
from agon.core.pack import BESIDE, LONGEST_TEXT, SOURCE, Form, as_listed, default_tables, from_text, noting_forms, parse
from agon.play import toml
from agon.play.packpaths import drawn, inside, look_up, named, put, way
from agon.play.packwords import label, said

LONGEST_NOTE: Final = 200
LONGEST_PACK: Final = 200_000  # letters of a pack's text
UNDOS: Final = 200

_WHOLE: Final = ("number", "one_of", "some_of")  # kinds that are one value to look at
# What the words of a `source` that says "reconstructed" stand for; where it has none of them, all is.
_MEANT: Final = {
    "cost": ("cost",),
    "arrow": ("beside",),
    "name": ("en", "de"),
    "copies": ("copies",),
    "effect": ("own", "other", "value"),
    "details": ("own", "other"),
    "scope": ("own", "other"),
    "rows": ("row",),
}


@dataclass(frozen=True)
class Note:
    """What an owner says of a value: seen as it stands here, where, and on which photograph."""

    seen: bool = False
    source: str = ""
    photo: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.seen or self.source or self.photo)


@dataclass(frozen=True)
class Difference:
    """A value that is not the default's."""

    path: str
    default: Any
    own: Any
    note: Note


@dataclass(frozen=True)
class Count:
    """How many values there are, how many of them nobody could read in a source, and what an owner did about them."""

    values: int
    ours: int  # reconstructed in the default pack
    seen: int  # of all values, by this owner
    seen_ours: int  # of the reconstructed ones
    changed: int


@dataclass(frozen=True)
class Problem:
    """Why a pack makes no game (`fatal`), or what is odd about it; `path` is the place, where there is one."""

    fatal: bool
    sentence: str
    path: str = ""
    repair: int | None = None  # the number that would mend it there


# ---- the default pack ----


def has_pack(game: Game) -> bool:
    """Whether a game's components are data: a newcomer's game may be rules and words alone."""
    return bool(game.folder) and (files(game.folder) / "data").is_dir()


@lru_cache(16)
def _default(game: Game) -> dict[str, Any]:
    return dict(default_tables(game.folder)[0]) if has_pack(game) else {}


def default(game: Game) -> dict[str, Any]:
    """The tables of the default pack, to be changed freely."""
    return deepcopy(_default(game))


@lru_cache(16)
def _forms(game: Game) -> dict[str, Form]:
    if not has_pack(game):
        return {}
    with noting_forms() as forms:
        game.with_pack(None)
    return forms


@lru_cache(16)
def reconstructed(game: Game) -> frozenset[str]:
    """The paths of the values of the default pack that come from no source."""
    tables = _default(game)
    return frozenset(path for path in leaves(tables, _forms(game), game.uncounted) if _is_ours(tables, path))


def _is_ours(tables: Any, path: str) -> bool:
    at, source, key = tables, "", ""
    for step in way(path):
        if isinstance(at, dict) and isinstance(at.get(SOURCE), str):
            source = at[SOURCE]
        key = step if isinstance(step, str) else key
        at = inside(at, step)
    return says_reconstructed(source, key)


def says_reconstructed(source: str, key: str) -> bool:
    """Whether a line `source` says that what stands under this key is our reconstruction."""
    before, found, after = source.partition("reconstructed")
    if not found:
        return False
    words = set(re.findall(r"\w+", re.split(r"public|rulebook|;", after)[0]))
    clause = before.rsplit(";", 1)[-1]
    if not words & _MEANT.keys() and "(" not in clause:
        words = set(re.findall(r"\w+", clause))
    meant = {key for word in words & _MEANT.keys() for key in _MEANT[word]}
    if "German" in words:
        meant.discard("en")
    return key in meant if meant else True


def leaves(tables: Mapping[str, Any], forms: Mapping[str, Form], uncounted: tuple[str, ...] = ()) -> list[str]:
    """The paths of all values one can look at in the box; names and drawings of ours are none."""
    skip = [re.compile(re.escape(way).replace(r"\*", r"[^.]+") + r"([.\[].*)?") for way in uncounted]
    out: list[str] = []
    for path, form in forms.items():
        found = _leaves_of(look_up(tables, path), path, form)
        out.extend(leaf for leaf in found if not any(pattern.fullmatch(leaf) for pattern in skip))
    return out


def _leaves_of(value: Any, path: str, form: Form) -> Iterator[str]:
    if value is None:
        return
    if form.kind in _WHOLE or (form.kind == "text" and form.letters):
        yield path
    elif form.kind in ("numbers", "pairs") or (form.kind == "texts" and form.letters):
        yield from (f"{path}[{n}]" for n in range(len(value)) if isinstance(value, list))
    elif form.kind == "drawing":
        for y, line in enumerate(drawn(value)):
            yield from (f"{path}[{y},{x}]" for x, letter in enumerate(line) if letter != " ")


# ---- a pack ----


@dataclass
class Pack:
    """An owner's pack while it is edited: all tables, notes a value, and what can be taken back."""

    game: Game  # with its default pack
    title: str = ""
    tables: dict[str, Any] = field(default_factory=dict)
    notes: dict[str, Note] = field(default_factory=dict)
    confirmed: dict[str, int] = field(default_factory=dict)  # by how many owners, after a merge
    undo: list[tuple[str, Any, Note]] = field(default_factory=list)  # path, what stood there, its note
    _reading: tuple[str, Game | BadPack, dict[str, Form]] | None = None  # its text, and what a game makes of it

    @classmethod
    def new(cls, game: Game, title: str = "") -> Pack:
        """A pack that is the default's until somebody changes it."""
        return cls(game, title or game.title["en"], default(game))

    @classmethod
    def read(cls, game: Game, text: str, name: str = "mine") -> Pack:
        """A pack from its text; it may be wrong in its values, but not in its form."""
        if len(text) > LONGEST_PACK:
            raise BadPack("pack_too_long", path=name, most=LONGEST_PACK)
        given = parse(f"{name}.toml", text)
        pack = cls.new(game, name)
        for key, table in given.items():
            if key in BESIDE:
                continue
            if key not in pack.tables:
                raise BadPack("pack_unknown_table", path=f"{name}.toml", key=key)
            pack.tables[key] = table
        about, notes = given.get("pack"), given.get("notes")
        if isinstance(about, dict):
            pack._read_about(about)
        for path, note in notes.items() if isinstance(notes, dict) else ():
            pack._read_note(path, note)
        return pack

    def _read_about(self, about: dict[str, Any]) -> None:
        if about.get("game", self.game.id) != self.game.id:
            raise BadPack("pack_other_game", game=str(about["game"])[:40], own=self.game.id)
        self.title = tidy(about.get("title"), LONGEST_TEXT) or self.title

    def _read_note(self, path: str, note: Any) -> None:
        if not isinstance(note, dict):
            return
        read = Note(note.get("seen") is True, tidy(note.get("source")), tidy(note.get("photo")))
        if not read.is_empty:
            self.notes[path] = read
        owners = note.get("owners")
        if isinstance(owners, int) and not isinstance(owners, bool) and owners > 0:
            self.confirmed[path] = owners

    # ---- what it says ----

    def text(self) -> str:
        """The pack as TOML: the tables that differ from the default's, what it is called, and the notes."""
        plain = _default(self.game)
        differing = {key: table for key, table in self.tables.items() if table != plain.get(key)}
        head = toml.document({"pack": {"game": self.game.id, "title": self.title}, **differing})
        notes = "".join(f"{toml.key(path)} = {toml.value(self._written_note(path))}\n" for path in self._noted())
        return head + (f"\n[notes]\n{notes}" if notes else "")

    def whole(self) -> str:
        """All its tables as TOML, without notes."""
        return toml.document({"pack": {"game": self.game.id, "title": self.title}, **self.tables})

    def _noted(self) -> list[str]:
        return sorted({path for path, note in self.notes.items() if not note.is_empty} | set(self.confirmed))

    def _written_note(self, path: str) -> dict[str, Any]:
        note = self.notes.get(path, Note())
        said: dict[str, Any] = {"seen": True} if note.seen else {}
        said |= {key: text for key, text in (("source", note.source), ("photo", note.photo)) if text}
        return said | ({"owners": self.confirmed[path]} if path in self.confirmed else {})

    def own(self) -> str:
        """The pack as a game takes it."""
        return from_text(self.name, self.text())

    @property
    def name(self) -> str:
        """Its title as records and files spell it: one word."""
        return re.sub(r"[^\w-]+", "-", self.title).strip("-")[:40] or "mine"

    def packed(self) -> Game:
        """The game with this pack, as it is played and known by its hash; raises BadPack where it makes none."""
        return self.game.with_pack(self.own())

    def listed(self) -> Game:
        """The same, but its tiles are called and turned as they stand here, so that paths lead to what is drawn."""
        made, _ = self._read()
        if isinstance(made, BadPack):
            raise made
        return made

    def settled(self) -> Pack:
        """The pack as whoever has the same components has it; notes go with their tiles."""
        tables, moved = dict(self.tables), dict[str, str]()
        for bag in self.game.bags or ():
            tables[bag.table], paths = bag.settle(tables[bag.table], _default(self.game)[bag.table])
            moved |= paths
        notes = {moved.get(path, path): note for path, note in self.notes.items()}
        confirmed = {moved.get(path, path): n for path, n in self.confirmed.items()}
        return replace(self, tables=tables, notes=notes, confirmed=confirmed, undo=[], _reading=None)

    def _read(self) -> tuple[Game | BadPack, dict[str, Form]]:
        """What a game makes of it, and what each place may hold; read once for the same text."""
        own = as_listed(self.own())
        if self._reading is None or self._reading[0] != own:
            with noting_forms() as forms:
                made: Game | BadPack
                try:
                    made = self.game.with_pack(own)
                except BadPack as error:
                    made = error
            self._reading = (own, made, _forms(self.game) | forms)
        return self._reading[1:]

    def forms(self) -> dict[str, Form]:
        """What each place may hold, as far as the pack can be read."""
        return self._read()[1]

    def values(self) -> list[str]:
        """The paths of all values one can look at in the box."""
        return leaves(self.tables, self.forms(), self.game.uncounted)

    def get(self, path: str) -> Any:
        return look_up(self.tables, path)

    def note(self, path: str) -> Note:
        return self.notes.get(path, Note())

    def leaf(self, path: str) -> str:
        """The value a place belongs to: a letter belongs to its text."""
        return value_of(self.tables, path)

    def default(self, path: str) -> Any:
        """What the default pack has there."""
        return look_up(_default(self.game), path)

    def is_changed(self, path: str) -> bool:
        return bool(self.get(path) != self.default(path))

    def is_seen(self, path: str) -> bool:
        """Whether the owner vouches for it: a change is a look into the box, too."""
        return self.note(path).seen or self.is_changed(path)

    def count(self, paths: list[str] | None = None) -> Count:
        """Of these values, or of all."""
        chosen = self.values() if paths is None else paths
        ours = reconstructed(self.game)
        seen = [path for path in chosen if self.is_seen(path)]
        return Count(
            len(chosen),
            sum(path in ours for path in chosen),
            len(seen),
            sum(path in ours for path in seen),
            sum(self.is_changed(path) for path in chosen),
        )

    def differences(self) -> list[Difference]:
        """Every value that is not the default's, in the order of the pack."""
        paths = dict.fromkeys([*leaves(_default(self.game), _forms(self.game)), *leaves(self.tables, self.forms())])
        lists = {path.partition("[")[0] for path in paths}  # whose entries stand for them
        texts = [path for path, form in self.forms().items() if form.kind in ("text", "texts", "word", "words")]
        paths |= dict.fromkeys(path for path in texts if path not in lists)
        return [
            Difference(path, self.default(path), self.get(path), self.note(path))
            for path in paths
            if self.is_changed(path)
        ]

    def problems(self, lang: str = "en") -> list[Problem]:
        """What forbids a game with it, then what is odd; nothing odd is said of a pack that makes no game."""
        try:
            packed = self.listed()
            for seats in packed.seats:
                packed.new(seats)
        except BadPack as error:
            said = error.message(lang).replace(f" in {self.name}.toml", "")
            return [Problem(True, said, error.place, error.repair)]
        except AgonError as error:
            return [Problem(True, error.message(lang))]
        return [Problem(False, sentence, path) for path, sentence in packed.remarks(lang)]

    # ---- changing it ----

    def set(self, path: str, value: Any, note: Note | None = None) -> None:
        """Set a value, or only what is noted of it."""
        steps = way(path)
        whole = named(steps[:-1]) if isinstance(self.get(named(steps[:-1]) or path), str) and len(steps) > 1 else path
        if steps[0] not in self.tables:
            raise AgonError("pack_no_place", path=path[:60])
        before = (whole, deepcopy(self.get(whole)), self.note(path if whole == path else whole))
        is_absent = value == 0 and self.default(path) is None  # a price without wood is one of 0 wood
        self._put(path, None if is_absent else deepcopy(value))
        self.undo.append(before)
        del self.undo[:-UNDOS]
        if note is not None:
            self.annotate(path, note)

    def _put(self, path: str, value: Any) -> None:
        """Set a value; a list that is empty again and was left out by the default is left out again."""
        put(self.tables, path, value)
        whole = path.rpartition("[")[0]
        if path.endswith("]") and self.get(whole) == [] and self.default(whole) is None:
            put(self.tables, whole, None)

    def annotate(self, path: str, note: Note) -> None:
        """Leave a note with a value."""
        way(path)
        tidied = replace(note, source=tidy(note.source), photo=tidy(note.photo))
        if tidied.is_empty:
            self.notes.pop(path, None)
        else:
            self.notes[path] = tidied

    def take_back(self) -> bool:
        """Undo the last change; whether there was one."""
        if not self.undo:
            return False
        path, value, note = self.undo.pop()
        self._put(path, value)
        self.annotate(path, note)
        return True

    def reset(self, path: str) -> None:
        """The default's value again."""
        self.set(path, self.default(path))

    # ---- in words ----

    def label(self, path: str, lang: str = "en") -> str:
        """What a value is called; places as the game read last names them, which is the one that is drawn."""
        made = self._reading[1] if self._reading is not None else self.game
        return label(made if isinstance(made, Game) else self.game, self.tables, path, lang)

    def said(self, path: str, value: Any, lang: str = "en") -> str:
        """A value in words."""
        return said(self.game, self.tables, value, lang)


def game_named(text: str) -> str:
    """The game that the text of a pack says it is of; "" where it says none."""
    about = parse("pack.toml", text[:LONGEST_PACK]).get("pack")
    return tidy(about.get("game"), LONGEST_TEXT) if isinstance(about, dict) else ""


def tidy(text: object, longest: int = LONGEST_NOTE) -> str:
    """A note as one printable line."""
    return " ".join(c for c in str(text or "").split() if c.isprintable())[:longest].strip()


# ---- in words ----


def in_words(pack: Pack, lang: str = "en") -> list[str]:
    """Every difference to the default pack as a sentence; tiles that are only listed otherwise make none."""
    pack, out = pack.settled(), []
    for one in pack.differences():
        was, now = pack.said(one.path, one.default, lang), pack.said(one.path, one.own, lang)
        source = f" ({one.note.source})" if one.note.source else ""
        out.append(f"{pack.label(one.path, lang)}: {was} → {now}{source}")
    return out


# ---- in pictures ----


def pages(pack: Pack, lang: str = "en") -> Picture:
    """All components drawn, and every value on a page: those no picture shows stand on plates, a page a table.

    Where the pack makes no game, the tables that forbid it are drawn as the default has them; plates show what it says.
    """
    packed = drawable(pack)
    shown = {value_of(pack.tables, path) for path in packed.box(lang).offered()}
    rest: dict[str, list[str]] = {}
    for path in pack.values():
        if path not in shown:
            rest.setdefault(str(way(path)[0]), []).append(path)
    words = packed.pack_words(lang)
    plates = [
        Plates(f"table-{table}", words.get(table, table), tuple(_plate(pack, path, lang) for path in paths))
        for table, paths in rest.items()
    ]
    return packed.box(lang, plates)


def _plate(pack: Pack, path: str, lang: str) -> tuple[str, str, str]:
    title = pack.label(path, lang)
    return path, title.partition(": ")[2] or title, pack.said(path, pack.get(path), lang)


def value_of(tables: Any, path: str) -> str:
    """The value a letter belongs to: that of `faces.T05[2]` is `faces.T05`; a letter of a drawing is a value itself."""
    steps = way(path)
    if isinstance(steps[-1], int) and len(steps) > 1 and isinstance(look_up(tables, named(steps[:-1])), str):
        return named(steps[:-1])
    return path


def drawable(pack: Pack) -> Game:
    """The game with the pack, or with as much of it as makes a game.

    A number that would mend it is taken for granted; else the table that is wrong is the default's, and where it is so
    already, another that differs: it does not fit that one.
    """
    plain, trial = _default(pack.game), replace(pack, tables=deepcopy(pack.tables), _reading=None)
    for _ in range(2 * len(pack.tables)):
        try:
            packed = trial.listed()
            for seats in packed.seats:
                packed.new(seats)
            return packed
        except BadPack as error:
            differing = [table for table in trial.tables if trial.tables[table] != plain.get(table)]
            wrong = str(way(error.place)[0]) if error.place else ""
            if error.repair is not None:
                put(trial.tables, error.place, error.repair)
            elif differing:
                table = wrong if wrong in differing else differing[0]
                trial.tables[table] = deepcopy(plain[table])
    return pack.game


# ---- several owners ----


@dataclass(frozen=True)
class Merged:
    """What several owners' packs make together: what they agree on is confirmed, the rest is the default's."""

    pack: Pack
    disputed: dict[str, dict[str, int]]  # path -> each value in words -> how many owners saw it


def merge(game: Game, packs: list[Pack], title: str = "merged") -> Merged:
    """A value counts once for every owner who has seen it; it is taken where nobody saw another."""
    out = Pack.new(game, title)
    votes: dict[str, list[tuple[Any, Note]]] = {}
    for pack in (one.settled() for one in packs):
        for path in dict.fromkeys([*pack.values(), *(one.path for one in pack.differences())]):
            if pack.is_seen(path):
                votes.setdefault(path, []).append((pack.get(path), pack.note(path)))
    disputed: dict[str, dict[str, int]] = {}
    for path, seen in votes.items():
        first = seen[0][0]
        if all(value == first for value, _ in seen):
            put(out.tables, path, deepcopy(first))
            out.confirmed[path] = len(seen)
            out.annotate(path, Note(True, "; ".join(dict.fromkeys(note.source for _, note in seen if note.source))))
        else:
            tally: dict[str, int] = {}
            for value, _ in seen:
                told = out.said(path, value)
                tally[told] = tally.get(told, 0) + 1
            disputed[path] = tally
    return Merged(out, disputed)
