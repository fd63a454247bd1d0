"""What a table says to help a player decide: what would come of an action, how one wins, and what threatens.

A game's guide.py makes these from an observation alone, so that they tell nothing a seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from agon.core.speech import Facts, filled
from agon.core.state import State

S = TypeVar("S", bound=State)


class Advice(Generic[S]):
    """A position, the seat that decides, and the sentences of a language to say it in."""

    def __init__(self, state: S, lang: str, sentences: Mapping[str, Mapping[str, str]]) -> None:
        self.state = state
        self.lang = lang
        self.words = sentences[lang]
        self.seat = state.actor()

    def say(self, key: str, **facts: str | int) -> str:
        """One of the sentences; numbers may be those of compiled rules."""
        return filled(
            self.words[key], {name: said if isinstance(said, str) else int(said) for name, said in facts.items()}
        )


@dataclass(frozen=True)
class Outlook:
    """What would come of a legal action, as far as the seat that decides may know. Everything is optional.

    `cost` and `benefit` order a list and grade the places of the board; the words say the same for people.
    """

    group: str = ""  # the heading under which a list shows it, such as "House with income"
    symbol: str = ""  # of the piece (a symbol of agon.draw), "" for none
    place: str = ""  # where, in the words of a row: "D8 · inland"; "" where the label says it all
    reason: str = ""  # a quiet line: "beside the quarry of 4"
    price: str = ""  # "2 marble", "free"; "" where nothing is paid
    gain: str = ""  # what it brings, briefly: "+5 income"
    bill: tuple[tuple[str, str], ...] = ()  # lines of the card beside a place: ("Price", "2, then 2 left")
    badge: str = ""  # the number that stands on the place: "+5"
    cost: float = 0.0
    benefit: float = 0.0
    payable: bool = True  # whether the seat can pay for it in full
    warning: str = ""  # it is legal, and nothing (or something unwished) would come of it: asked before it is played
    way: str = ""  # how a piece is turned there: "land to the west"; "" where a place has one way
    # ids of shapes it would use up, such as cards of the hand: they rise while it is pointed at
    takes: tuple[str, ...] = ()
    about: str = ""  # what a card does for ever, in a sentence


@dataclass(frozen=True)
class Goal:
    """How one wins, and how far everybody is."""

    text: str  # "First to hold ten cities"
    standing: tuple[str, ...]  # by seat: "9", "7+" where something is hidden
    paragraph: str


@dataclass(frozen=True)
class Threat:
    """Somebody is about to win or to take something, from public knowledge. Names stand in `text` as {0} .. {4}."""

    seat: int  # whose threat or chance it is; -1: nobody's
    text: str  # "{1} is one building from linking two shrines."
    places: tuple[str, ...] = ()  # ids of the shapes concerned
    symbol: str = ""


@dataclass(frozen=True)
class Count:
    """What everybody has of something."""

    name: str
    by_seat: tuple[int, ...]
    of: int = 0  # as many there are for each; 0: no end

    def told(self, seat: int) -> str:
        return f"{self.by_seat[seat]}/{self.of}" if self.of else str(self.by_seat[seat])


@dataclass(frozen=True)
class Account:
    """How a game that is over was won, and what everybody has in the end."""

    title: str  # "Anna links two shrines and wins"; "" where several share the victory
    text: str  # by what, and how far the next one was
    rows: tuple[Count, ...]
    total: Count


WON: Final = {
    "en": {
        "wins": "{{who}} wins with {won}",
        "by": "{more} more than {{next}}; the difference: {{category}}.",
        "level": "As many as {{next}}: the tie-break decided.",
    },
    "de": {
        "wins": "{{who}} gewinnt mit {won}",
        "by": "{more} mehr als {{next}}; den Ausschlag gab: {{category}}.",
        "level": "So viele wie {{next}}: Der Gleichstand wurde aufgelöst.",
    },
}


def by_points(
    scores: Sequence[Mapping[str, int]],
    places: Sequence[int],
    called: Sequence[str],
    names: Mapping[str, str],
    lang: str,
    won: str,
    more: str,
) -> Account:
    """The account of a game that most points win: by how many, and which category made most of the difference.

    Seats and categories as they are called; {n} points as one wins with them, and as what {m} one has more.
    """
    rows = tuple(Count(names[name], tuple(row[name] for row in scores)) for name in scores[0] if name != "total")
    total = Count(names["total"], tuple(row["total"] for row in scores))
    if places.count(1) > 1:
        return Account("", "", rows, total)
    winner = places.index(1)
    after = max((seat for seat in range(len(places)) if seat != winner), key=lambda seat: scores[seat]["total"])
    ahead = {name: points - scores[after][name] for name, points in scores[winner].items()}
    lead = ahead.pop("total")
    facts: Facts = {
        "who": called[winner],
        "next": called[after],
        "n": scores[winner]["total"],
        "m": lead,
        "category": names[max(ahead, key=lambda name: ahead[name])],
    }
    title, text = (WON[lang][key].format(won=won, more=more) for key in ("wins", "by" if lead else "level"))
    return Account(filled(title, facts), filled(text, facts), rows, total)
