"""A scene is a drawable picture of one position as one viewer sees it.

It knows nothing of any game: sheets with shapes, a panel a seat, and the actions on offer. The page, a notebook and
`agon show` all draw the same scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

LANGS: Final = ("en", "de")

# The five seats' colours in turn order; each has a mark of its own, so nobody depends on colour.
COLOURS: Final = ("red", "blue", "green", "saffron", "violet")
MARKS: Final = ("owl", "trident", "branch", "sun", "lyre")


@dataclass(frozen=True)
class Shape:
    """One thing on a sheet. Shapes with the same id in two scenes are the same thing: a page animates the difference.

    `x`, `y` is the anchor: `body` is drawn around (0, 0) and moved there, which is what makes pieces travel.
    `actions` are the actions this place stands for, in the notation: the legal ones if any is legal (`legal` is then
    true), else the one a person pointing here would mean, so that the page can ask "why not?".
    A shape of the class "switched" plays the last of its actions while the "switch" on its sheet is on, else the first.
    Where a sheet calls over the lower part of a phone, the board is seen around a shape of the class "near".
    """

    id: str
    body: str  # SVG markup without ids; symbols by <use href="#name">
    x: float = 0.0
    y: float = 0.0
    cls: str = ""  # e.g. "piece pl-red"; "sheeted": a click opens its own sheet; "switch": see `switched`
    label: str = ""  # what a screen reader says; empty: decoration
    actions: tuple[str, ...] = ()
    legal: bool = False
    echoes: bool = False  # its actions are legal, and another shape offers them: a card that lies in two places


@dataclass
class Sheet:
    """A picture with its own coordinate system: the board, the action bar, a player's storage board."""

    name: str
    title: str
    left: float
    top: float
    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)
    fold: tuple[float, float, float] | None = None  # where its rows begin, how high one is and how far two lie apart
    tab: tuple[str, str] = ("", "")  # its name in a word and its symbol, where it is one of several tabs
    calls: bool = False  # it comes and goes, and is opened where it waits behind a tab and can be answered
    low: bool = False  # it lies below the board, whatever its shape
    doubles: bool = False  # it says in a picture what the panels say: left out where these have room

    def add(self, shape: Shape) -> None:
        self.shapes.append(shape)


@dataclass(frozen=True)
class Fact:
    """One line of a player's panel: a symbol, what it is, and how many ("?" where the viewer may not know)."""

    symbol: str
    label: str
    amount: str
    word: str = ""  # the label in a word, where little room is; else the label itself
    art: str = ""  # drawn around (0, 0), 100 wide, where no symbol says it
    more: str = ""  # and how many pieces of it lie in store, each drawn so
    stock: int = 0


@dataclass
class Panel:
    """What everybody may know about one seat."""

    seat: int
    facts: list[Fact] = field(default_factory=list)
    score: str = ""
    note: str = ""
    goods: list[Fact] = field(default_factory=list)  # what it produces, with what it has in store
    finds: list[Fact] = field(default_factory=list)  # what it has found or built, a picture each
    at: str = ""  # where it stands on a track of time: "25/80"


@dataclass(frozen=True)
class Way:
    """One way to lay the piece in hand: where, how it is turned, and the answers in a row that say so."""

    shape: str  # the id of its place on the board
    turn: int  # the number of its picture
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Placing:
    """A piece that is laid on the board and turned, so that a page can show it where the pointer is."""

    pictures: tuple[str, ...]  # the piece by turn, each a sixth further to the left, around (0, 0) of its place
    reach: float  # from its middle to beyond its rim
    ways: tuple[Way, ...]  # those that are allowed
    places: dict[str, tuple[float, float]]  # where the middle of each place is


@dataclass
class Scene:
    """Sheets (the first is the board), panels, and every legal action exactly once: on a shape or as a button."""

    sheets: list[Sheet]
    panels: list[Panel] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    caption: str = ""
    counts: str = ""  # what the scores of the panels count: "cities"
    placing: Placing | None = None

    def offer(self, legal: list[str]) -> None:
        """Whatever legal action no shape claims becomes a button."""
        claimed = {a for s in self.sheets for shape in s.shapes if shape.legal for a in shape.actions}
        self.buttons = [a for a in legal if a not in claimed]

    def offered(self) -> list[str]:
        """Every action on offer, as often as it is offered."""
        on_board = [a for s in self.sheets for shape in s.shapes if shape.legal for a in shape.actions]
        return on_board + self.buttons

    def standing(self) -> list[tuple[str, float, float]]:
        """Every action that a place of the board stands for, and where that place is drawn."""
        return [(a, shape.x, shape.y) for shape in self.sheets[0].shapes for a in shape.actions]

    def svg(self, theme: str = "light") -> str:
        """The whole scene as one self-contained SVG picture."""
        from agon.draw.svg import picture

        return picture(self, theme)

    def film(
        self, following: Sequence[Scene], sentences: Sequence[str], title: str, seats: Sequence[str], lang: str = "en"
    ) -> str:
        """This scene and those that follow, each with its sentence, as one piece of HTML with a slider."""
        from agon.draw.film import film

        return film([self, *following], sentences, title, seats, lang)
