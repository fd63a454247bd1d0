"""Game: what the registry holds. A game introduces itself, makes states, and speaks about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Generic, Protocol, Self, cast

from agon.core import codec
from agon.core.errors import AgonError
from agon.core.reasons import Phrase
from agon.core.space import ActionSpace
from agon.core.state import State

LANGS: Final = ("en", "de")
Words = Mapping[str, str]  # a language -> what is said in it
Place = tuple[float, float]
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

NOT_NOW: Final[Words] = {"en": "This cannot be played now.", "de": "Das geht jetzt nicht."}  # of games without why.py
SEAT_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("Red", "Blue", "Green", "Saffron", "Violet"),
    "de": ("Rot", "Blau", "Grün", "Safran", "Violett"),
}


class Picture(Protocol):
    """What a game's view draws (agon.draw.Scene): core names only what it asks of it."""

    def svg(self, theme: str = "light") -> str: ...

    def offered(self) -> list[str]: ...

    def standing(self) -> list[tuple[str, float, float]]: ...

    def film(
        self, following: Sequence[Self], sentences: Sequence[str], title: str, seats: Sequence[str], lang: str = "en"
    ) -> str: ...


class Components(Protocol):
    """A pack that was read (a game's Parts)."""

    pack: str
    pack_hash: str


if TYPE_CHECKING:
    from typing_extensions import TypeVar  # mypy knows it; at run time nobody asks

    P = TypeVar("P", bound=Components, default=Components, covariant=True)
    A = TypeVar("A", bound=ActionSpace, default=ActionSpace, covariant=True)
    S = TypeVar("S", bound=Picture, default=Picture, covariant=True)
else:
    from typing import TypeVar

    P, A, S = TypeVar("P"), TypeVar("A"), TypeVar("S", covariant=True)


@dataclass(frozen=True)
class Option:
    """A switch of a game. The first choice is the default. A `display` option changes what is shown, not the rules."""

    name: str
    choices: tuple[str, ...]
    about: Words
    display: bool = False

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


class Rulebook(Protocol):
    """rules.py: `new(parts, actions, seats, settings)` is the position before the first ply."""

    @property
    def new(self) -> Callable[..., State]: ...


class Scoring(Protocol):
    """scoring.py: `scores(state)`, each seat's points by category as they would be counted now; "total" is last."""

    @property
    def scores(self) -> Callable[..., list[dict[str, int]]]: ...


class Stock(Protocol):
    """position.py: how many of each component are anywhere (`census`), and how many there are (`inventory`)."""

    @property
    def census(self) -> Callable[..., dict[str, int]]: ...

    @property
    def inventory(self) -> Callable[..., dict[str, int]]: ...


class Reasons(Protocol):
    """why.py: `reason(state, action)`, None or why this action may not be played."""

    @property
    def reason(self) -> Callable[..., Reason | None]: ...


class Wording(Protocol):
    """words.py: `prompt(state, viewer, lang)`, `label(state, action, lang)`, `log(state, action, names, lang)`."""

    @property
    def prompt(self) -> Callable[..., Prompt]: ...

    @property
    def label(self) -> Callable[..., str]: ...

    @property
    def log(self) -> Callable[..., str]: ...


class Refusing(Protocol):
    """words.py of a game with a why.py: `refusal(parts, reason, lang)`."""

    @property
    def refusal(self) -> Callable[..., str]: ...


class Drawing(Protocol[S]):
    """view.py: `draw(state, viewer, lang, open_all)` and, for a terminal, `sketch(state, viewer, lang, colour,
    open_all)`."""

    @property
    def draw(self) -> Callable[..., S]: ...

    @property
    def sketch(self) -> Callable[..., str]: ...


class Exports(Protocol):
    """facts.py: `facts(state)`, the position under the specification's own names."""

    @property
    def facts(self) -> Callable[..., dict[str, Json]]: ...


class Rows(Protocol):
    """features.py: `features(state, player)`, an observation as named rows of numbers."""

    @property
    def features(self) -> Callable[..., dict[str, list[float]]]: ...


class NoParts:
    """Of a game whose components are in its rules."""

    def __init__(self, pack: str | None) -> None:
        if pack is not None:
            raise AgonError("no_pack")
        self.pack = "default"
        self.pack_hash = "0"


class Game(Generic[P, A, S]):
    """One game with one pack: who it is, and the files that know its rules and speak about them.

    Actions, rules and words must be there. What else a game lacks has a default: no reason but that another question is
    asked, a board in plain text, the fields of a position as facts, no features.
    """

    minutes: int = 60
    weight: float = 2.0  # 1 light .. 5 heavy
    value_scale: float = 8.0  # a difference of value() that makes one seat the favourite by e to 1
    options: tuple[Option, ...] = ()
    languages: tuple[str, ...] = LANGS  # those its words speak; whoever asks for another is answered in the first
    categories: Mapping[str, Words] = {}  # a language -> what a result calls the points of scores()
    cover: Callable[[], tuple[str, str, str]] | None = None  # for the lobby: picture, ground, lines of the frame
    order: int = 100  # its place in the lobby; games of one number stand by their ids
    size: tuple[str, Callable[..., int]] | None = None  # what grows in a game, and how many of it a position has

    def __init__(
        self,
        *,
        id: str,
        title: Words,
        author: str,
        year: int,
        seats: tuple[int, ...],
        about: Words,  # one sentence
        rules_version: int,
        bound: int,  # no game is longer, in plies
        actions: Callable[[P], A] | A,  # what makes them of the parts, or the space itself
        rules: Rulebook,
        words: Wording,
        parts: Callable[[str | None], P] | None = None,  # what reads a pack
        scoring: Scoring | None = None,
        stock: Stock | None = None,
        why: Reasons | None = None,
        view: Drawing[S] | None = None,
        facts: Exports | None = None,
        features: Rows | None = None,
        folder: str = "",  # the package that holds RULES.md
        pack: str | None = None,  # an owner's TOML file
        minutes: int = 60,
        weight: float = 2.0,
        value_scale: float = 8.0,
        options: tuple[Option, ...] = (),
        languages: tuple[str, ...] = LANGS,
        categories: Mapping[str, Words] | None = None,
        cover: Callable[[], tuple[str, str, str]] | None = None,
        order: int = 100,
        size: tuple[str, Callable[..., int]] | None = None,
        where: Callable[..., Place | None] | None = None,  # (state, action)
    ) -> None:
        self._told = {name: value for name, value in locals().items() if name not in ("self", "pack")}
        self.id = id
        self.title = _in_all_languages(title)
        self.author = author
        self.year = year
        self.seats = seats
        self.about = _in_all_languages(about)
        self.rules_version = rules_version
        self.bound = bound
        self.minutes = minutes
        self.weight = weight
        self.value_scale = value_scale
        self.options = tuple(replace(option, about=_in_all_languages(option.about)) for option in options)
        self.languages = languages
        self.categories = categories or {}
        self.cover = cover
        self.order = order
        self.size = size
        self._rules = rules
        self._words = words
        self._scoring = scoring
        self._stock = stock
        self._why = why
        self._view = view
        self._facts = facts
        self._features = features
        self._where = where
        self._folder = folder
        self.parts: P = (parts or cast("Callable[[str | None], P]", NoParts))(pack)
        self.actions: A = actions if isinstance(actions, ActionSpace) else actions(self.parts)
        self.space: ActionSpace = self.actions
        self.pack = self.parts.pack  # "default", or the name of an owner's pack
        self.pack_hash = self.parts.pack_hash

    def with_pack(self, pack: str | None) -> Game[P, A, S]:
        """The same game anew, with an owner's components or the default ones."""
        return type(self)(**self._told, pack=pack)

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
        return self._rules.new(self.parts, self.actions, seats, settings)

    def value(self, state: State, player: int) -> float:
        """How good this looks for a seat; higher is better, the scale is the game's own."""
        return state.value(player)

    # ---- the rules a second time, and points ----

    def why_not(self, state: State, action: int) -> Refusal | None:
        """None where the action is legal, else the rule that forbids it."""
        reason = self.reason(state, action)
        return None if reason is None else Refusal(reason, self.refusal)

    def reason(self, state: State, action: int) -> Reason | None:
        """None, or why this action may not be played."""
        if self._why is not None:
            return self._why.reason(self._own(state), action)
        return None if state.is_legal(action) else Reason(self.space.verb(action).paragraph, "not_now")

    def refusal(self, reason: Reason, lang: str) -> str:
        """The sentence of a reason."""
        if self._why is None:
            return NOT_NOW[self._spoken(lang)]
        return cast("Refusing", self._words).refusal(self.parts, reason, self._spoken(lang))

    def scores(self, state: State) -> list[dict[str, int]]:
        """Each seat's points by category, as they would be counted now; "total" is last."""
        if self._scoring is None:
            return [{"total": 0} for _ in range(state.seats())]
        return self._scoring.scores(self._own(state))

    def census(self, state: State) -> dict[str, int]:
        """How many of each component are anywhere in this position."""
        return {} if self._stock is None else self._stock.census(self._own(state))

    def inventory(self, state: State) -> dict[str, int]:
        """How many of each component the pack prints for this table."""
        return {} if self._stock is None else self._stock.inventory(self._own(state))

    # ---- words and pictures ----

    def prompt(self, state: State, viewer: int, lang: str = "en") -> Prompt:
        """What is being asked, of whom, and why nothing else is possible."""
        return self._words.prompt(self._own(state), viewer, self._spoken(lang))

    def label(self, state: State, action: int, lang: str = "en") -> str:
        """An action as a button says it."""
        return self._words.label(self._own(state), action, self._spoken(lang))

    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        """What happens when `action` is played in `state`, as a sentence."""
        return self._words.log(self._own(state), action, names, self._spoken(lang))

    def category(self, name: str, lang: str = "en") -> str:
        """What a result calls a category of points."""
        return self.categories.get(self._spoken(lang), {}).get(name, name)

    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> S:
        """The picture of an observation; with the legal actions if they are the viewer's."""
        return self._drawing().draw(self._own(state), viewer, self._spoken(lang), open_all)

    def sketch(self, state: State, viewer: int, lang: str = "en", colour: bool = False, open_all: bool = False) -> str:
        """The same for a terminal."""
        return self._drawing().sketch(self._own(state), viewer, self._spoken(lang), colour, open_all)

    def _drawing(self) -> Drawing[S]:
        return self._view or cast("Drawing[S]", _PLAIN_VIEWS[0](self))

    def where(self, state: State, action: int) -> Place | None:
        """Where on the board an action points: x to the right, y down, a space about 2 wide; None: at no place.

        It comes from the pack's geometry, not from the view: a law holds the picture against it.
        """
        return None if self._where is None else self._where(self._own(state), action)

    def facts(self, state: State) -> dict[str, Json]:
        """The position under the specification's own names."""
        if self._facts is not None:
            return self._facts.facts(self._own(state))
        told: dict[str, Json] = {"game": self.id, "seats": state.seats(), "actor": state.actor()}
        return told | {name: list[Json](v) if isinstance(v, list) else v for name, v in codec.dump(state).items()}

    def features(self, state: State, player: int) -> dict[str, list[float]]:
        """An observation as named rows of numbers."""
        return {} if self._features is None else self._features.features(self._own(state), player)

    def rules_text(self, lang: str = "en") -> str:
        """RULES.md, or RULES.de.md."""
        name = "RULES.md" if self._spoken(lang) == "en" else f"RULES.{lang}.md"
        return (files(self._folder) / name).read_text("utf-8") if self._folder else ""

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


def find(game_id: str) -> Game:
    """The registered game of this id, with its default pack."""
    if game_id not in _GAMES:
        if game_id not in _LOADERS:
            raise AgonError("no_such_game", game=game_id, known=", ".join(known()) or Phrase("none"))
        _GAMES[game_id] = _LOADERS[game_id]()
    return _GAMES[game_id]
