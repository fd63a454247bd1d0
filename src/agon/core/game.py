"""Game: what the registry holds. A game introduces itself, makes states, and speaks about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, cast

from agon.core import codec, rulebook
from agon.core.bag import Bag
from agon.core.errors import AgonError
from agon.core.features import Form, Row, Sparse
from agon.core.guide import Account, Goal, Outlook, Threat
from agon.core.layout import Layout
from agon.core.pack import as_listed, confirmations, from_text
from agon.core.reasons import Phrase
from agon.core.space import ActionSpace, Verb
from agon.core.state import CHANCE, OVER, State

LANGS: Final = ("en", "de")
Words = Mapping[str, str]  # a language -> what is said in it
Place = tuple[float, float]
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

NOT_NOW: Final[Words] = {"en": "This cannot be played now.", "de": "Das geht jetzt nicht."}  # of games without why.py
SEAT_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("Red", "Blue", "Green", "Saffron", "Violet"),
    "de": ("Rot", "Blau", "Grün", "Safran", "Violett"),
}
_CALLED: ContextVar[tuple[str, ...]] = ContextVar("called", default=())


@contextmanager
def called(names: Sequence[str]) -> Iterator[None]:
    """Meanwhile everything that is said calls the seats by these names, as at a table where people sit."""
    token = _CALLED.set(tuple(names))
    try:
        yield
    finally:
        _CALLED.reset(token)


def seat_names(lang: str) -> list[str]:
    """What the seats are called: by their players where `called` says so, else by their colours."""
    return list(_CALLED.get() or SEAT_NAMES[lang])


def seat_name(seat: int, lang: str) -> str:
    """What a seat is called."""
    return seat_names(lang)[seat]


class Picture(Protocol):
    """What a game's view draws (agon.draw.Scene): core names only what it asks of it."""

    def svg(self, theme: str = "light") -> str: ...

    def offered(self) -> list[str]: ...

    def standing(self) -> list[tuple[str, float, float]]: ...

    def film(
        self, following: Sequence[Self], sentences: Sequence[str], title: str, seats: Sequence[str], lang: str = "en"
    ) -> str: ...


class Drawing(Protocol):
    """What draws a game that has no view.py."""

    def draw(self, state: State, viewer: int, lang: str, open_all: bool) -> Picture: ...

    def sketch(self, state: State, viewer: int, lang: str, colour: bool, open_all: bool) -> str: ...

    def box(self, pages: Picture | None, rest: Sequence[Plates]) -> Picture: ...


@dataclass(frozen=True)
class Plates:
    """Values of a pack that no picture shows: a name, a title, and each as path, label and what it is."""

    name: str
    title: str
    rows: tuple[tuple[str, str, str], ...]


class Components(Protocol):
    """A pack that was read (a game's Parts)."""

    pack: str
    pack_hash: str


if TYPE_CHECKING:
    from typing_extensions import TypeVar  # mypy knows it; at run time nobody asks

    P = TypeVar("P", bound=Components, default=Components, covariant=True)
    A = TypeVar("A", bound=ActionSpace, default=ActionSpace, covariant=True)
    S = TypeVar("S", bound=Picture, default=Picture, covariant=True)
    F = TypeVar("F", covariant=True)
else:
    from typing import TypeVar

    P, A, S, F = TypeVar("P"), TypeVar("A"), TypeVar("S"), TypeVar("F")


SWITCHED: Final = {"en": {"on": "yes", "off": "no"}, "de": {"on": "ja", "off": "nein"}}


@dataclass(frozen=True)
class Option:
    """A switch of a game. The first choice is the default. A `display` option changes what is shown, not the rules."""

    name: str
    choices: tuple[str, ...]
    about: Words
    display: bool = False
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # lang -> what the choices are called

    def called(self, choice: str, lang: str) -> str:
        """A choice in words: its name, yes or no, or itself where it is a number."""
        if lang in self.names:
            return self.names[lang][self.choices.index(choice)]
        return SWITCHED[lang].get(choice, choice)

    @property
    def default(self) -> str:
        return self.choices[0]


@dataclass(frozen=True)
class Prompt:
    """What a seat is asked: a title, why nothing else is possible, and the paragraph that governs it."""

    title: str
    text: str
    paragraph: str


@dataclass(frozen=True)
class Reason:
    """Why an action is refused: paragraph, the key of its sentence in words.py, and what to name in it."""

    paragraph: str
    key: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


def not_now(paragraph: str) -> Reason:
    """Another question is being asked; until it is answered nothing else is possible."""
    return Reason(paragraph, "not_now", {"asked": ""})


@dataclass(frozen=True)
class Refusal:
    """A Reason that can say itself."""

    reason: Reason
    say: Callable[[Reason, str], str]

    @property
    def paragraph(self) -> str:
        return self.reason.paragraph

    def message(self, lang: str = "en") -> str:
        """The sentence, its paragraph behind it."""
        return f"{self.say(self.reason, lang)} ({self.reason.paragraph})"

    def __str__(self) -> str:
        return self.message()


def _in_all_languages(words: Words) -> Words:
    """Where nobody said it in a language, as it was said first."""
    return {lang: words.get(lang, next(iter(words.values()))) for lang in LANGS}


def setting(value: str | int | bool) -> str:
    """An option's value as records spell it."""
    if value is True:
        return "on"
    if value is False:
        return "off"
    return str(value)


class NoParts:
    """Of a game whose components are in its rules."""

    def __init__(self, pack: str | None) -> None:
        if pack is not None:
            raise AgonError("no_pack")
        self.pack = "default"
        self.pack_hash = "0"


class Found(Generic[F]):
    """What the first of these files of a game has by this name, read when it is first asked for.

    What a game lacks is None, unless it is needed.
    """

    def __init__(self, name: str, *files: str, needed: bool = False) -> None:
        self.name = name
        self.files = files
        self.needed = needed

    def __set_name__(self, kind: type, attribute: str) -> None:
        self.attribute = attribute

    def __get__(self, game: Game, kind: type) -> F:
        found = cast("F", self._in(game))
        game.__dict__[self.attribute] = found  # where Python looks first from now on
        return found

    def _in(self, game: Game) -> object:
        for file in filter(None, map(game.file, self.files)):
            if hasattr(file, self.name):
                return getattr(file, self.name)
        if not self.needed:
            return None
        raise AgonError("no_function", game=game.id, name=self.name, file=f"{self.files[0]}.py")


@dataclass(kw_only=True, eq=False, repr=False)
class Game(Generic[P, A, S]):
    """One game with one pack: who it is, and the files that know its rules and speak about them.

    They are those of its folder by their names, or given one by one. Actions, rules and words must be there. What else
    a game lacks has a default: no reason but that another question is asked, a board in plain text, the fields of a
    position as facts, no features.
    """

    id: str
    title: Words
    author: str
    year: int
    seats: tuple[int, ...]
    about: Words  # one sentence
    rules_version: int
    bound: int  # no game is longer, in plies
    minutes: int = 60
    weight: float = 2.0  # 1 light .. 5 heavy
    value_scale: float = 8.0  # a difference of value() that makes one seat the favourite by e to 1
    options: tuple[Option, ...] = ()
    languages: tuple[str, ...] = LANGS  # those its words speak; whoever asks for another is answered in the first
    order: int = 100  # its place in the lobby; games of one number stand by their ids
    answers: bool = False  # whether others are asked in somebody's turn
    grows: str = "legal actions"  # what size() counts, which grows in a game
    folder: str = ""  # the package that holds its files, and RULES.md
    files: Mapping[str, object] | None = None  # those that are not found there, by their names
    own_pack: str | None = None  # an owner's TOML file, or `agon.core.pack.from_text`
    formerly: tuple[tuple[str, str], ...] = ()  # hashes in old records, and those of the same components today
    earlier: tuple[Game, ...] = ()  # the same game by rules of before, by which games that were begun are finished
    # From a version to the next one: changes a record (agon.core.record.Record) of rules that are no longer kept.
    upgrades: Mapping[int, Callable[[Any], None]] | None = None

    _new = Found[Callable[..., State]]("new", "rules", needed=True)  # (parts, actions, seats, settings)
    _scores = Found[Callable[..., list[dict[str, int]]] | None]("scores", "scoring", "rules")
    _census = Found[Callable[..., dict[str, int]] | None]("census", "position", "rules")
    _inventory = Found[Callable[..., dict[str, int]] | None]("inventory", "position", "rules")
    _reason = Found["Callable[..., Reason | None] | None"]("reason", "why")  # (state, action)
    _prompt = Found[Callable[..., Prompt]]("prompt", "words", needed=True)  # (state, viewer, lang)
    _label = Found[Callable[..., str]]("label", "words", needed=True)  # (state, action, lang)
    _log = Found[Callable[..., str]]("log", "words", needed=True)  # (state, action, names, lang)
    _refusal = Found[Callable[..., str]]("refusal", "words", needed=True)  # (parts, reason, lang), of a why.py
    _categories = Found[Mapping[str, Words] | None]("CATEGORY", "names")  # of points, by language
    _draw = Found["Callable[..., S] | None"]("draw", "view")  # (state, viewer, lang, open_all)
    _sketch = Found[Callable[..., str] | None]("sketch", "view")  # (.., lang, colour, open_all)
    _facts = Found[Callable[..., dict[str, Json]] | None]("facts", "facts")
    _where = Found["Callable[..., Place | None] | None"]("where", "facts")  # (state, action)
    _roles = Found[Mapping[str, tuple[str, ...]] | None]("FACTORS", "facts")  # of arguments, by verb
    _slots = Found[Callable[..., list[str]] | None]("slots", "facts")  # (state)
    _rows = Found[Callable[..., list[Row]] | None]("rows", "features")  # (state)
    _features = Found[Callable[..., dict[str, list[float]]] | None]("features", "features")
    _outlook = Found[Callable[..., Outlook] | None]("outlook", "guide")  # (state, action, lang)
    _begins = Found[Callable[..., bool] | None]("begins", "guide")  # (state, action)
    _goal = Found["Callable[..., Goal | None] | None"]("goal", "guide")  # (state, viewer, lang)
    _threats = Found[Callable[..., list[Threat]] | None]("threats", "guide")  # (state, viewer, lang)
    _symbol = Found[Callable[..., str] | None]("symbol", "guide")  # (state, action)
    _grades = Found["Callable[..., tuple[str, str, str] | None] | None"]("grades", "guide")  # (state, lang)
    _suggest = Found[Callable[..., list[int]] | None]("suggest", "guide")  # (state)
    _remedy = Found["Callable[..., int | None] | None"]("remedy", "guide")  # (state, action)
    _idle = Found["Callable[..., int | None] | None"]("idle", "guide")  # (state)
    _decisive = Found[Callable[..., tuple[str, ...]] | None]("decisive", "guide")  # (state)
    _part = Found[Callable[..., str] | None]("part", "guide")  # (state, action)
    _account = Found[Callable[..., Account] | None]("account", "guide_end")  # (state, lang)
    _table = Found[Callable[..., rulebook.Table] | None]("table", "tables")  # (parts, name, lang)
    _arrange = Found[Callable[..., State] | None]("arrange", "arrange")  # (parts, actions, seats, ...)
    _box = Found["Callable[..., S] | None"]("box", "view_box")  # (parts, actions, lang): what lies in it
    _box_words = Found[Mapping[str, Words] | None]("WORDS", "view_box")  # lang -> path or value -> word
    _box_remarks = Found["Callable[..., list[tuple[str, str]]] | None"]("remarks", "view_box")
    _box_place = Found["Callable[..., str] | None"]("place_name", "view_box")  # (parts, path, lang)
    _box_apart = Found["tuple[str, ...] | None"]("UNCOUNTED", "view_box")
    bags = Found[tuple[Bag, ...] | None]("BAGS", "parts")  # tables of its pack that are bags of tiles
    size = Found[Callable[..., int] | None]("size", "facts")  # how many of what grows there are
    cover = Found["Callable[[], tuple[str, str, str]] | None"]("painted_cover", "cover")
    _read = Found["Callable[[str | None], P] | None"]("Parts", "parts")  # a pack
    _actions = Found["Callable[[P], A] | None"]("Actions", "actions")
    _space = Found["A"]("SPACE", "actions", needed=True)

    def __post_init__(self) -> None:
        self.title = _in_all_languages(self.title)
        self.about = _in_all_languages(self.about)
        self.options = tuple(replace(option, about=_in_all_languages(option.about)) for option in self.options)
        self.parts: P = (self._read or cast("Callable[[str | None], P]", NoParts))(self.own_pack)
        self.actions: A = self._space if self._actions is None else self._actions(self.parts)
        self.space: ActionSpace = self.actions
        self.pack = self.parts.pack  # "default", or the name of an owner's pack
        self.pack_hash = self.parts.pack_hash

    @cached_property
    def _forms(self) -> dict[int, Form]:
        """By number of seats."""
        return {}

    def with_pack(self, pack: str | None) -> Self:
        """The same game anew, with an owner's components or the default ones."""
        return replace(self, own_pack=pack)

    def as_listed(self) -> Self:
        """With its pack's tiles as the owner lists them; records from before that made no difference name it so."""
        return self if self.own_pack is None else self.with_pack(as_listed(self.own_pack))

    def has_components(self, pack_hash: str) -> bool:
        """Whether this is the hash of its pack, today's or one that old records name."""
        return dict(self.formerly).get(pack_hash, pack_hash) == self.pack_hash

    def former_pack(self, pack_hash: str) -> str | None:
        """A default pack of earlier days (former/HASH.toml), so that its records replay; None: there was none."""
        name = f"{dict(self.formerly).get(pack_hash, pack_hash)}.toml"
        text = self._beside("former", name) if pack_hash.isalnum() else ""
        return from_text("default", text) if text else None

    def file(self, name: str) -> object:
        """One of its files, or None."""
        if self.files and name in self.files:
            return self.files[name]
        path = f"{self.folder}.{name}"
        return import_module(path) if self.folder and find_spec(path) is not None else None

    # ---- options and positions ----

    def settings(self, options: Mapping[str, str | int | bool]) -> dict[str, str]:
        """All options with a value each, checked."""
        known = {o.name: o for o in self.options}
        for name in options:
            if name not in known:
                raise AgonError("no_option", game=self.id, name=name, names=", ".join(known) or Phrase("none"))
        out: dict[str, str] = {}
        for option in self.options:
            value = setting(options.get(option.name, option.default))
            if value not in option.choices:
                choices = ", ".join(option.choices)
                raise AgonError("bad_choice", game=self.id, name=option.name, choices=choices, value=value)
            out[option.name] = value
        return out

    def opens(self, settings: Mapping[str, str]) -> bool:
        """Whether a table's display options show what usually lies behind a screen or face down."""
        return any(o.display and settings.get(o.name, o.default) != o.default for o in self.options)

    def new(self, seats: int, **options: str | int | bool) -> State:
        """The position before the first ply; set-up draws are chance plies like any other."""
        if seats not in self.seats:
            fit = ", ".join(str(n) for n in self.seats)
            raise AgonError("wrong_seats", game=self.id, fit=fit, seats=seats)
        return self.start(seats, self.settings(options))

    def start(self, seats: int, settings: Mapping[str, str]) -> State:
        """The position before the first ply, with checked settings."""
        return self._new(self.parts, self.actions, seats, settings)

    def position_from(self, seats: int, given: Mapping[str, object], where: str = "layout") -> State:
        """A position in which the things named lie where they are named, for lessons and pictures."""
        layout = Layout(given, f"{self.id}, {where}")
        if self._arrange is None:
            raise AgonError("no_function", game=self.id, name="arrange", file="arrange.py")
        state = self._arrange(self.parts, self.actions, seats, self.settings({}), layout)
        layout.end()
        return state

    def value(self, state: State, player: int) -> float:
        """How good this looks for a seat; higher is better, the scale is the game's own."""
        return state.value(player)

    # ---- the rules a second time, and points ----

    def why_not(self, state: State, action: int) -> Refusal | None:
        """None where the action is legal, else the rule that forbids it."""
        reason = self.reason(state, action)
        if reason is None:
            return None
        return Refusal(reason, partial(self._instead, state.clone()) if "asked" in reason.facts else self.refusal)

    def _instead(self, state: State, reason: Reason, lang: str) -> str:
        """The sentence of a reason that names what is asked instead; after the end nothing is."""
        title = self.prompt(state, state.actor(), lang).title
        asked = title if title.endswith("?") else f"{title}."
        if state.actor() == OVER:
            return asked
        if reason.key == "not_now":
            return Phrase("not_now", asked=asked).message(self._spoken(lang))
        return self.refusal(replace(reason, facts={**reason.facts, "asked": asked}), lang)

    def reason(self, state: State, action: int) -> Reason | None:
        """None, or why this action may not be played."""
        if self._reason is not None and state.actor() == OVER:
            return not_now(self.prompt(state, OVER).paragraph)
        if self._reason is not None:
            return self._reason(self._own(state), action)
        return None if state.is_legal(action) else Reason(self.space.verb(action).paragraph, "not_now")

    def refusal(self, reason: Reason, lang: str) -> str:
        """The sentence of a reason."""
        if self._reason is None:
            return NOT_NOW[self._spoken(lang)]
        spoken, seat = self._spoken(lang), reason.facts.get("seat")
        names = seat_names(spoken)
        owner = {"owner": names[seat]} if isinstance(seat, int) and 0 <= seat < len(names) else {}
        return self._refusal(self.parts, replace(reason, facts={**reason.facts, **owner}), spoken)

    def scores(self, state: State) -> list[dict[str, int]]:
        """Each seat's points by category, as they would be counted now; "total" is last."""
        if self._scores is None:
            return [{"total": 0} for _ in range(state.seats())]
        return self._scores(self._own(state))

    def census(self, state: State) -> dict[str, int]:
        """How many of each component are anywhere in this position."""
        return {} if self._census is None else self._census(self._own(state))

    def inventory(self, state: State) -> dict[str, int]:
        """How many of each component the pack prints for this table."""
        return {} if self._inventory is None else self._inventory(self._own(state))

    # ---- words and pictures ----

    def prompt(self, state: State, viewer: int, lang: str = "en") -> Prompt:
        """What is being asked, of whom, and why nothing else is possible."""
        return self._prompt(self._own(state), viewer, self._spoken(lang))

    def label(self, state: State, action: int, lang: str = "en") -> str:
        """An action as a button says it."""
        return self._label(self._own(state), action, self._spoken(lang))

    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        """What happens when `action` is played in `state`, as a sentence."""
        return self._log(self._own(state), action, names, self._spoken(lang))

    def category(self, name: str, lang: str = "en") -> str:
        """What a result calls a category of points."""
        return (self._categories or {}).get(self._spoken(lang), {}).get(name, name)

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> S:
        """The picture of an observation; with the legal actions if they are the viewer's."""
        draw = self._draw or cast("Callable[..., S]", _PLAIN_VIEWS[0](self).draw)
        return draw(self._own(state), viewer, self._spoken(lang), open_all)

    def sketch(self, state: State, viewer: int, lang: str = "en", colour: bool = False, open_all: bool = False) -> str:
        """The same for a terminal."""
        sketch = self._sketch or _PLAIN_VIEWS[0](self).sketch
        return sketch(self._own(state), viewer, self._spoken(lang), colour, open_all)

    # ---- what lies in the box, for owners who compare and correct it ----

    def box(self, lang: str = "en", rest: Sequence[Plates] = ()) -> S:
        """The components drawn on pages; what can be set carries the paths of its values as actions."""
        spoken = self._spoken(lang)
        pages = None if self._box is None else self._box(self.parts, self.actions, spoken)
        return cast("S", _PLAIN_VIEWS[0](self).box(pages, rest))

    def pack_words(self, lang: str = "en") -> Words:
        """What tables, keys and values of a pack are called: by their paths, values behind "="."""
        return (self._box_words or {}).get(self._spoken(lang), {})

    def remarks(self, lang: str = "en") -> list[tuple[str, str]]:
        """What is odd about the pack though it makes a game: the path, and a sentence."""
        return [] if self._box_remarks is None else self._box_remarks(self.parts, self._spoken(lang))

    def place_name(self, path: str, lang: str = "en") -> str:
        """What a letter of a drawing, a space of a tile or an edge is called: C4."""
        return "" if self._box_place is None else self._box_place(self.parts, path, self._spoken(lang))

    def confirmed(self) -> dict[str, int]:
        """By how many owners values of the default pack are confirmed, by path (confirmed.toml)."""
        return confirmations(self._beside("confirmed.toml")) if self.own_pack is None else {}

    @property
    def uncounted(self) -> tuple[str, ...]:
        """Paths of values that nobody looks up in a box: where names stand, how a map is drawn."""
        return self._box_apart or ()

    # ---- help to decide, from what a seat may know ----

    def outlook(self, state: State, action: int, lang: str = "en") -> Outlook:
        """What would come of a legal action: its price, whether it can be paid, what it brings."""
        return Outlook() if self._outlook is None else self._outlook(self._own(state), action, self._spoken(lang))

    def begins(self, state: State, action: int) -> bool:
        """Whether the seat's next question is a part of the same step (a place, then how it is turned)."""
        return self._begins is not None and self._begins(self._own(state), action)

    def goal(self, state: State, viewer: int, lang: str = "en") -> Goal | None:
        """How one wins, and how far everybody is; None where a game does not say."""
        return None if self._goal is None else self._goal(self._own(state), viewer, self._spoken(lang))

    def threats(self, state: State, viewer: int, lang: str = "en") -> list[Threat]:
        """Who is about to win or to take something, the most pressing first."""
        return [] if self._threats is None else self._threats(self._own(state), viewer, self._spoken(lang))

    def symbol(self, state: State, action: int) -> str:
        """A symbol of agon.draw for what somebody does, from what everybody knows of it; "" for none."""
        return "" if self._symbol is None or action < 0 else self._symbol(self._own(state), action)

    def grades(self, state: State, lang: str = "en") -> tuple[str, str, str] | None:
        """What the three grades of places mean for this question, the least first; None where any game's words do."""
        return None if self._grades is None else self._grades(self._own(state), self._spoken(lang))

    def suggest(self, state: State) -> list[int]:
        """Sensible answers in a row to what is a chore, for whoever has others choose; [] where one should decide."""
        return [] if self._suggest is None else self._suggest(self._own(state))

    def remedy(self, state: State, action: int) -> int | None:
        """A legal action after which one that is refused could be played, or is nearer; None where there is none."""
        return None if self._remedy is None else self._remedy(self._own(state), action)

    def idle(self, state: State) -> int | None:
        """The answer to a question that comes again and again, where the seat could do nothing by it; else None."""
        return None if self._idle is None else self._idle(self._own(state))

    def decisive(self, state: State) -> tuple[str, ...]:
        """When the game is over: the shapes of the board that decided it, such as the winning chain."""
        over = state.actor() == OVER
        return self._decisive(self._own(state)) if self._decisive is not None and over else ()

    def part(self, state: State, action: int) -> str:
        """Whether an action is told with others of its seat: it "opens" what the next one tells, or it "closes" what
        the one before has told; "" where it is a deed of its own."""
        return "" if self._part is None or action < 0 else self._part(self._own(state), action)

    def account(self, state: State, lang: str = "en") -> Account | None:
        """When the game is over: how it was won, and what everybody has; None where a game only counts points."""
        over = state.actor() == OVER
        return self._account(self._own(state), self._spoken(lang)) if self._account is not None and over else None

    def where(self, state: State, action: int) -> Place | None:
        """Where on the board an action points: x to the right, y down, a space about 2 wide; None: at no place.

        It comes from the pack's geometry, not from the view: a law holds the picture against it.
        """
        return None if self._where is None else self._where(self._own(state), action)

    def roles(self, verb: Verb) -> tuple[str, ...]:
        """What each argument of a verb is: a place, a turn, or (where the game does not say) a piece."""
        return (self._roles or {}).get(verb.name) or ("piece",) * len(verb.domains)

    def slots(self, state: State) -> list[str]:
        """The names of the places in the order in which the features tell of them; "" for a slot without a place."""
        return [] if self._slots is None else self._slots(self._own(state))

    def facts(self, state: State) -> dict[str, Json]:
        """The position under the specification's own names."""
        actor = state.actor()
        who: Json = "chance" if actor == CHANCE else None if actor == OVER else actor
        told: dict[str, Json] = {"game": self.id, "seats": state.seats(), "actor": who}
        if self._facts is None:
            return told | {name: list[Json](v) if isinstance(v, list) else v for name, v in codec.dump(state).items()}
        told |= self._facts(self._own(state))
        told["scores"] = [dict[str, Json](row) for row in self.scores(state)]
        told["places"] = list[Json](state.places()) if actor == OVER else None
        told.setdefault("legal", [self.space.text(action) for action in state.legal()])
        return told

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        """What a seat may know as named rows of numbers; in a game without a table of them, from its observation."""
        form = self.form(state)
        if form is not None:
            sparse = Sparse(form.size)
            state.features(player, sparse)
            return form.named(sparse)
        return {} if self._features is None else self._features(self._own(state), player)

    def form(self, state: State) -> Form | None:
        """How `state.features` lays its numbers out at this table; None in a game that has no table of them."""
        seats = self._own(state).seats()
        if seats not in self._forms and self._rows is not None:
            self._forms[seats] = Form(self._rows(state))
        return self._forms.get(seats)

    def rules_text(self, lang: str = "en") -> str:
        """RULES.md, or RULES.de.md, with the tables of this pack."""
        return self._text("RULES", lang)

    def howto_text(self, lang: str = "en") -> str:
        """HOWTO.md, or HOWTO.de.md: the game on two pages."""
        return self._text("HOWTO", lang)

    def has_howto(self) -> bool:
        """Whether the game has such pages."""
        return bool(self._beside("HOWTO.md"))

    def _text(self, stem: str, lang: str) -> str:
        """A Markdown file of its folder in a language; English bears no mark."""
        if not self.folder:
            return ""
        spoken = self._spoken(lang)
        name = f"{stem}.md" if spoken == "en" else f"{stem}.{spoken}.md"
        text = (files(self.folder) / name).read_text("utf-8")
        make = self._table
        return text if make is None else rulebook.fill(text, lambda table: make(self.parts, table, spoken))

    def mind_text(self, seats: int) -> str:
        """What was learnt of this game with so many seats (minds/SEATS.json); nothing where nobody has learnt it."""
        return self._beside("minds", f"{seats}.json")

    def study_text(self) -> str:
        """What games of bots have shown of it (study.json, by `agon study --page`); nothing where nobody has looked."""
        return self._beside("study.json")

    def _beside(self, *path: str) -> str:
        """A file of its folder; nothing where there is none."""
        file = files(self.folder).joinpath(*path) if self.folder else None
        return file.read_text("utf-8") if file is not None and file.is_file() else ""

    def _spoken(self, lang: str) -> str:
        return lang if lang in self.languages else self.languages[0]

    def _own(self, state: State) -> State:
        assert state.game_id() == self.id, f"a position of {state.game_id()} was given to {self.id}"
        return state


_PLAIN_VIEWS: list[Callable[[Game], Drawing]] = []  # what draws a game that has no view; `agon.games` brings it


def draw_plainly(view: Callable[[Game], Drawing]) -> None:
    """How games without a drawing are drawn."""
    _PLAIN_VIEWS[:] = [view]


_GAMES: dict[str, Game] = {}
_PACKS: list[Callable[[str, str], str | None]] = []  # who keeps owners' packs: (game, hash) -> the pack, or None
PACKED: Final = 30  # games with such packs in memory
_LOADERS: dict[str, Callable[[], Game]] = {}


def register(game: Game) -> None:
    """Make a game known to records and bots."""
    _GAMES[game.id] = game


def register_later(game_id: str, loader: Callable[[], Game]) -> None:
    """Make a game known that is loaded when somebody asks for it."""
    _LOADERS[game_id] = loader


def known() -> list[str]:
    """The ids of all games."""
    return sorted({*_GAMES, *_LOADERS})


def find(game_id: str, rules: int = 0) -> Game:
    """The registered game of this id, with its default pack; by the rules of this version, where they are kept."""
    game = _found(game_id)
    return next((old for old in game.earlier if old.rules_version == rules), game)


def _found(game_id: str) -> Game:
    if game_id not in _GAMES:
        if game_id not in _LOADERS:
            raise AgonError("no_such_game", game=game_id, known=", ".join(known()) or Phrase("none"))
        _GAMES[game_id] = _LOADERS[game_id]()
    return _GAMES[game_id]


def packs_from(keeper: Callable[[str, str], str | None]) -> Callable[[], None]:
    """Ask this keeper for the packs that records name by their hashes; what is returned ends that."""
    _PACKS.append(keeper)

    def end() -> None:
        _PACKS.remove(keeper)
        _packed.cache_clear()  # what it has given is forgotten with it

    return end


def find_with(game_id: str, pack_hash: str, rules: int = 0) -> Game:
    """A game with the pack of this hash where anybody keeps it, else with its default pack; by `rules` as in find()."""
    game = find(game_id, rules)
    if not pack_hash or game.has_components(pack_hash):
        return game
    try:
        return _packed(game_id, pack_hash, rules)
    except LookupError:
        return game


def _former_pack(game_id: str, pack_hash: str) -> str | None:
    return find(game_id).former_pack(pack_hash)


@lru_cache(PACKED)
def _packed(game_id: str, pack_hash: str, rules: int) -> Game:
    game = find(game_id, rules)
    for keep in (_former_pack, *_PACKS):
        pack = keep(game_id, pack_hash)
        for own in () if pack is None else (pack, as_listed(pack)):
            if (packed := game.with_pack(own)).has_components(pack_hash):
                return packed
    raise LookupError  # which is not remembered: somebody may keep it tomorrow
