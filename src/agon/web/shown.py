"""What a table's page is made of: plain values, which templates read by name."""

from __future__ import annotations

from dataclasses import dataclass, field

from agon.draw.scene import Fact
from agon.web.story import Line


@dataclass(frozen=True)
class Asking:
    """What is asked of whom, with the paragraph that governs it."""

    title: str
    text: str
    paragraph: str
    seat: int  # who is asked; -1: nobody
    mine: bool


@dataclass
class Sheet:
    """A sheet as SVG. Those of one family share a place, where one of them is shown."""

    name: str
    title: str
    place: str  # board, foot or side
    height: float  # as a part of its width
    family: str
    owner: int | None  # the seat whose sheet it is
    legal: int  # shapes that can be played
    svg: str
    shown: bool = True


@dataclass
class Family:
    """Sheets beyond the board that share a place and are turned over."""

    name: str
    place: str
    sheets: list[Sheet] = field(default_factory=list)
    share: float = 1.0  # of the room below the board

    @property
    def tabs(self) -> bool:
        return len(self.sheets) > 1


@dataclass(frozen=True)
class Choice:
    """A legal action with its sentence; a `button` is one that no place of the picture stands for."""

    text: str
    label: str
    button: bool


@dataclass(frozen=True)
class ChatText:
    """A line of chat; one that is `told` is a sentence about a seat."""

    name: str
    seat: int
    text: str
    at: str
    told: bool


@dataclass(frozen=True)
class Panel:
    """Who sits where, and everything public about them."""

    seat: int
    name: str
    colour: str
    mark: str
    kind: str
    you: bool
    bot: str  # its strength, where one plays
    standing_in: bool
    host: bool
    turn: bool
    facts: list[Fact]
    score: str
    note: str


@dataclass(frozen=True)
class Placed:
    """A row of the result."""

    seat: int
    place: int
    name: str
    colour: str
    mark: str
    points: list[int]  # by category
    total: int


@dataclass(frozen=True)
class Result:
    """Who won, and everybody's points by category, the best first."""

    title: str
    winners: list[int]
    categories: list[str]
    rows: list[Placed]


@dataclass(frozen=True)
class View:
    """A table as one visitor may see it, at a ply."""

    table: str
    game: str
    title: str
    caption: str
    ground: str  # the colour around the board
    lang: str
    version: int
    ply: int
    plies: int
    is_now: bool
    started: bool
    over: bool
    open: bool  # nothing is secret any more
    imported: bool
    public: bool
    seat: int  # the visitor's
    eyes: int  # through which it is seen
    open_all: bool
    asked: bool
    actor: int
    prompt: Asking
    sheets: list[Sheet]
    panels: list[Panel]
    actions: list[Choice]
    log: list[Line]
    chat: list[ChatText]
    is_host: bool
    missing: int  # seats nobody has taken
    standing_in: bool
    undo: bool
    hint: bool
    result: Result | None
    rematch: str | None

    @property
    def buttons(self) -> list[Choice]:
        return [choice for choice in self.actions if choice.button]
