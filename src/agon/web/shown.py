"""What a table's page is made of: plain values, which templates read by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from agon.core.guide import Outlook
from agon.draw.scene import Fact
from agon.web.plot import Line as PlotLine
from agon.web.story import Line

PROMPT_BUTTONS: Final = 3
PROMPT_LETTERS: Final = 44


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
    tab: tuple[str, str]  # its name in a word and its symbol
    svg: str
    calls: bool = False  # it is opened where it can be answered
    doubles: bool = False  # the players' panels say the same
    shown: bool = True


@dataclass
class Family:
    """Sheets beyond the board that share a place and are turned over."""

    name: str
    place: str
    sheets: list[Sheet] = field(default_factory=list)
    share: float = 1.0  # of the room below the board

    @property
    def title(self) -> str:
        return self.sheets[0].title

    @property
    def doubles(self) -> bool:
        return self.sheets[0].doubles

    @property
    def calls(self) -> bool:
        return self.sheets[0].calls

    @property
    def tab(self) -> tuple[str, str]:
        return self.sheets[0].tab

    @property
    def legal(self) -> int:
        return sum(sheet.legal for sheet in self.sheets)

    @property
    def tabs(self) -> bool:
        return len(self.sheets) > 1


@dataclass(frozen=True)
class Choice:
    """A legal action with its sentence; a `button` is one that no place of the picture stands for."""

    text: str
    label: str
    button: bool
    outlook: Outlook = field(default_factory=Outlook)
    begins: bool = False  # the next question belongs to the same step
    alike: int = 1  # so many choices of its group say the same; 0 for those that another row stands for

    @property
    def title(self) -> str:
        """What a row says: the place under its heading, or the whole sentence."""
        said = self.outlook
        return ", ".join(filter(None, (said.place, said.way))) if said.group and said.place else self.label


@dataclass(frozen=True)
class Group:
    """Choices under one heading, the best or cheapest first."""

    name: str
    symbol: str
    choices: list[Choice]
    price: str  # what each of them costs, where that is the same
    least: str  # the price of the cheapest
    shown: bool  # whether it is open at first


@dataclass(frozen=True)
class Aim:
    """How one wins, and how far everybody is."""

    text: str
    standing: str  # "you 11 · Kleio 9"
    paragraph: str


@dataclass(frozen=True)
class Warned:
    """Somebody is about to win or to take something; `own`: the viewer."""

    text: str
    own: bool
    places: str
    symbol: str


@dataclass(frozen=True)
class Deed:
    """What another seat did since the viewer's last turn, as one tile."""

    seat: int
    sentence: str
    first: int  # the position before it
    ply: int  # and after it
    symbol: str = ""  # of the piece or card it was done with


@dataclass(frozen=True)
class Drafted:
    """Answers that are not played yet."""

    answers: tuple[str, ...]
    more: bool  # the next question belongs to the same step
    title: str  # what would be done
    text: str
    kept: int = 0  # of the answers, where another place of the board is chosen instead


@dataclass(frozen=True)
class Key:
    """One grade of the places, and what it stands for."""

    grade: int
    text: str


@dataclass(frozen=True)
class ChatText:
    """A line of chat; one that is `told` is a sentence about a seat."""

    name: str
    seat: int
    text: str
    at: str
    told: bool
    number: int = 0
    own: bool = False  # said by whoever reads
    aside: bool = False  # said by a spectator
    muted: bool = False  # by whoever reads: not shown


@dataclass(frozen=True)
class Clocked:
    """The time somebody has left; `until` (milliseconds since 1970) where it runs."""

    text: str
    until: int
    live: bool
    hurry: bool


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
    goods: list[Fact] = field(default_factory=list)
    finds: list[Fact] = field(default_factory=list)
    at: str = ""  # on a track of time
    clock: Clocked | None = None


@dataclass(frozen=True)
class Placed:
    """A row of the result."""

    seat: int
    place: int
    name: str
    colour: str
    mark: str
    points: list[int]  # by category
    shown: list[str]  # the same as the table says it: "9/10"
    total: str


@dataclass(frozen=True)
class Result:
    """Who won, and everybody's points by category, the best first."""

    title: str
    text: str  # how it was won
    winners: list[int]
    categories: list[str]
    total: str  # what is summed up
    rows: list[Placed]
    chances: list[PlotLine] = field(default_factory=list)  # by seat, through the game
    last: int = 0  # the last position of these lines

    @property
    def most(self) -> int:
        """The most points of anybody in one category."""
        return max((points for row in self.rows for points in row.points), default=0)


@dataclass(frozen=True)
class View:
    """A table as one visitor may see it, at a ply."""

    table: str
    game: str
    title: str
    caption: str
    counts: str  # what the scores of the panels count
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
    pace: str = ""
    rated: bool = False
    behind: bool = False  # a spectator of a rated game is shown it one turn later
    resign: bool = False  # the visitor may give up
    pack: str = ""  # the name of an owner's pack it is played with
    pack_at: str = ""  # and where that can be looked at
    holiday: bool = False  # the visitor may take one
    groups: list[Group] = field(default_factory=list)
    has_strips: bool = False  # the players' panels show what is produced and found: a strip each
    goal: Aim | None = None
    threats: list[Warned] = field(default_factory=list)
    since_turn: list[Deed] = field(default_factory=list)
    draft: Drafted | None = None
    suggested: list[str] = field(default_factory=list)  # what "choose for me" would answer
    placing: dict[str, Any] | None = None  # the piece that is laid and turned, for the page's script
    key: list[Key] = field(default_factory=list)

    @property
    def buttons(self) -> list[Choice]:
        return [choice for choice in self.actions if choice.button]

    @property
    def prompt_buttons(self) -> list[Choice]:
        """Those that stand in the prompt too: few and short ones."""
        found = self.buttons
        few = len(found) <= PROMPT_BUTTONS and sum(len(choice.label) for choice in found) <= PROMPT_LETTERS
        return found if few else []
