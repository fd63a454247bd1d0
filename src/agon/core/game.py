"""Game: what the registry holds. A game introduces itself, makes states, and speaks about them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Protocol, Self

from agon.core.errors import AgonError
from agon.core.space import ActionSpace
from agon.core.state import State

LANGS: Final = ("en", "de")
Words = Mapping[str, str]  # a language -> what is said in it
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

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


def setting(value: str | int | bool) -> str:
    """An option's value as records spell it."""
    if value is True:
        return "on"
    if value is False:
        return "off"
    return str(value)


class Game(ABC):
    """One game with one pack. Knowing one subclass is knowing all: each method calls the module it names."""

    id: ClassVar[str]
    title: ClassVar[Words]
    author: ClassVar[str]
    year: ClassVar[int]
    seats: ClassVar[tuple[int, ...]]
    minutes: ClassVar[int]
    weight: ClassVar[float]  # 1 light .. 5 heavy
    about: ClassVar[Words]  # one sentence
    rules_version: ClassVar[int]
    bound: ClassVar[int]  # no game is longer, in plies
    value_scale: ClassVar[float] = 8.0  # a difference of value() that makes one seat the favourite by e to 1
    options: ClassVar[tuple[Option, ...]]

    space: ActionSpace
    pack: str  # "default", or the name of an owner's pack
    pack_hash: str

    def settings(self, options: Mapping[str, str | int | bool]) -> dict[str, str]:
        """All options with a value each, checked."""
        known = {o.name: o for o in self.options}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise AgonError(f'{self.id} has no option "{name}"; it has {names}.')
        out: dict[str, str] = {}
        for option in self.options:
            value = setting(options.get(option.name, option.default))
            if value not in option.choices:
                raise AgonError(f'{self.id}: {option.name} is one of {", ".join(option.choices)}, not "{value}".')
            out[option.name] = value
        return out

    def opens(self, settings: Mapping[str, str]) -> bool:
        """Whether a table's display options show what usually lies behind a screen or face down."""
        return any(o.display and settings.get(o.name, o.default) != o.default for o in self.options)

    def new(self, seats: int, **options: str | int | bool) -> State:
        """The position before the first ply; set-up draws are chance plies like any other."""
        if seats not in self.seats:
            fit = ", ".join(str(n) for n in self.seats)
            raise AgonError(f"{self.id} is a game for {fit} seats, not {seats}.")
        return self.start(seats, self.settings(options))

    def why_not(self, state: State, action: int) -> Refusal | None:
        """None where the action is legal, else the rule that forbids it."""
        reason = self.reason(state, action)
        return None if reason is None else Refusal(reason, self.refusal)

    @abstractmethod
    def start(self, seats: int, settings: Mapping[str, str]) -> State:
        """rules.py: the position before the first ply, with checked settings."""

    @abstractmethod
    def reason(self, state: State, action: int) -> Reason | None:
        """why.py: None, or why this action may not be played."""

    @abstractmethod
    def refusal(self, reason: Reason, lang: str) -> str:
        """words.py: the sentence of a reason."""

    @abstractmethod
    def scores(self, state: State) -> list[dict[str, int]]:
        """scoring.py: each seat's points by category, as they would be counted now; "total" is last."""

    @abstractmethod
    def census(self, state: State) -> dict[str, int]:
        """position.py: how many of each component are anywhere in this position."""

    @abstractmethod
    def inventory(self, state: State) -> dict[str, int]:
        """parts.py: how many of each component the pack prints for this table."""

    @abstractmethod
    def scene(self, state: State, viewer: int, lang: str = "en", open_all: bool = False) -> Picture:
        """view.py: the picture of an observation; with the legal actions if they are the viewer's."""

    def where(self, state: State, action: int) -> tuple[float, float] | None:
        """Where on the board an action points: x to the right, y down, a space about 2 wide; None: at no place.

        It comes from the pack's geometry, not from the view: a law holds the picture against it.
        """
        return None

    @abstractmethod
    def sketch(self, state: State, viewer: int, lang: str = "en", colour: bool = False, open_all: bool = False) -> str:
        """view.py: the same for a terminal."""

    @abstractmethod
    def prompt(self, state: State, viewer: int, lang: str = "en") -> Prompt:
        """words.py: what is being asked, of whom, and why nothing else is possible."""

    @abstractmethod
    def label(self, state: State, action: int, lang: str = "en") -> str:
        """words.py: an action as a button says it."""

    @abstractmethod
    def log(self, state: State, action: int, names: list[str], lang: str = "en") -> str:
        """words.py: what happens when `action` is played in `state`, as a sentence."""

    @abstractmethod
    def facts(self, state: State) -> dict[str, Json]:
        """facts.py: the position under the specification's own names."""

    @abstractmethod
    def value(self, state: State, player: int) -> float:
        """value.py: how good this looks for a seat; higher is better, the scale is the game's own."""

    @abstractmethod
    def features(self, state: State, player: int) -> dict[str, list[float]]:
        """features.py: an observation as named rows of numbers."""

    @abstractmethod
    def rules_text(self, lang: str = "en") -> str:
        """RULES.md."""


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
            raise AgonError(f'There is no game "{game_id}"; known are {", ".join(known()) or "none"}.')
        _GAMES[game_id] = _LOADERS[game_id]()
    return _GAMES[game_id]
