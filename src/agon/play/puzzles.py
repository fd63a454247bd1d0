"""Puzzles: decisions of real games where one answer is clearly right; data in a game's folder (puzzles.json).

A puzzle is a position (the plies of a game up to it), whose seat is asked, and its answer. An exact one asks to win
within the turn, and accepts whatever wins; any other asks for the best action, as a large search found it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from math import log10
from typing import Any, Final

from agon.bots.tactics import is_won, plays_out
from agon.core.errors import AgonError, BadPack
from agon.core.game import Game, Words
from agon.core.record import Record
from agon.core.state import OVER, State
from agon.play.lessons import ON, REFUSED, RIGHT, WRONG
from agon.play.seen import Seen
from agon.play.table import laid_out

FORMAT: Final = 1
WIN, BEST = "win", "best"
UNNAMED: Final = "bot"  # in a game of which only a position was kept
POSITIONS: Final = 30_000  # of a turn that is looked through; a longer one is not proven

# What a puzzle is about, besides the verbs of its game: by what right and wrong answers are worth.
TIDE: Final = (0.5, 0.35)  # right at least, wrong at most: the answer turns the game
EVEN: Final = 0.5
GENERAL: Final[Mapping[str, Words]] = {
    "win": {"en": "win this turn", "de": "in diesem Zug gewinnen"},
    "tide": {"en": "turn the tide", "de": "das Blatt wenden"},
    "lead": {"en": "keep the lead", "de": "den Vorsprung halten"},
    "rescue": {"en": "save what can be saved", "de": "retten, was zu retten ist"},
}
# How hard, by the rating a puzzle begins with: at least this much, and what it is called.
GRADES: Final = ((1750, "hard"), (1450, "medium"), (0, "easy"))
EASIEST: Final = 1200.0  # the rating of a puzzle that a search of FIRST iterations solves
FIRST: Final = 30
TENFOLD: Final = 300.0  # for ten times the search
STEP: Final = 15.0  # for each decision of a line beyond the first,
STEPS: Final = 10  # so many at most
WAY: Final = 40.0  # less for each further way to begin right,
WAYS: Final = 3


@dataclass(frozen=True)
class Answer:
    """What is right: a line of one's own, what it is worth, every first action that is right, and what follows."""

    line: tuple[str, ...]
    worth: float
    firsts: tuple[str, ...]
    then: tuple[str, ...] = ()  # as the search expects it: "SEAT ACTION", "*" for a draw


@dataclass(frozen=True)
class Rival:
    """An action and what the search thinks of it."""

    action: str
    worth: float


@dataclass(frozen=True)
class Refutation:
    """A tempting wrong answer, what it is worth, and what comes of it."""

    action: str
    worth: float
    line: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """One position with its answer."""

    id: str
    game: str
    seats: int
    plies: tuple[str, ...]
    kind: str
    answer: Answer
    rivals: tuple[Rival, ...]  # the search's list, the best first
    refuted: tuple[Refutation, ...]
    needs: int  # iterations of search by which it is found
    played: str  # in the game
    source: str  # which game
    after: tuple[str, ...] = ()  # how that game went on, `played` first; of some only the position is known
    players: tuple[str, ...] = ()  # who played it

    @property
    def is_exact(self) -> bool:
        """Whether its answer is proven, and not only searched."""
        return self.kind == WIN

    @property
    def margin(self) -> float:
        """By how much what is right is better than the best of the rest."""
        return self.answer.worth - max(r.worth for r in self.refuted)

    @property
    def rating(self) -> float:
        """How hard it is, before anybody has tried: by how much search it needs."""
        steps = min(len(self.answer.line) - 1, STEPS)
        ways = min(len(self.answer.firsts) - 1, WAYS)
        return EASIEST + TENFOLD * log10(self.needs / FIRST) + STEP * steps - WAY * ways

    @property
    def grade(self) -> str:
        return next(name for least, name in GRADES if self.rating >= least)


def puzzle_id(game: str, seats: int, plies: Sequence[str]) -> str:
    """The same for the same position."""
    return sha256("\n".join([game, str(seats), *plies]).encode()).hexdigest()[:8]


# ---- files ----


def write(puzzles: Sequence[Puzzle], source: Mapping[str, object]) -> str:
    """The file of a game's puzzles: a line each, behind how they were made."""
    rows = [json.dumps(_told(puzzle), ensure_ascii=False) for puzzle in puzzles]
    head = json.dumps(dict(source), ensure_ascii=False)
    return f'{{"agon puzzles": {FORMAT}, "source": {head}, "puzzles": [\n' + ",\n".join(rows) + "\n]}\n"


def _told(puzzle: Puzzle) -> dict[str, Any]:
    told = asdict(puzzle)
    for name in ("plies", "after"):
        told[name] = ";".join(told[name])
    return told


def read(text: str) -> tuple[dict[str, Any], tuple[Puzzle, ...]]:
    """How the puzzles of a file were made, and they themselves; a broken file is refused with a sentence."""
    try:
        told = json.loads(text)
        if told["agon puzzles"] != FORMAT:
            raise BadPack(f"These puzzles have the form {told['agon puzzles']}, which nobody knows here.")
        return told["source"], tuple(_puzzle(row) for row in told["puzzles"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadPack(f"This is not a file of puzzles, or it is broken ({error}).") from error


def _puzzle(row: dict[str, Any]) -> Puzzle:
    told = row["answer"]
    answer = Answer(tuple(told["line"]), told["worth"], tuple(told["firsts"]), tuple(told["then"]))
    refuted = (Refutation(r["action"], r["worth"], tuple(r["line"])) for r in row["refuted"])
    rest = {
        "plies": tuple(row["plies"].split(";")),
        "answer": answer,
        "rivals": tuple(Rival(**r) for r in row["rivals"]),
        "refuted": tuple(refuted),
        "after": tuple(filter(None, row.get("after", "").split(";"))),
        "players": tuple(row.get("players", ())),
    }
    return Puzzle(**{**row, **rest})


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none where nobody has mined any, or for an owner's pack."""
    return () if game.own_pack else _puzzles(game.folder)


@cache
def _puzzles(folder: str) -> tuple[Puzzle, ...]:
    file = files(folder) / "puzzles.json" if folder else None
    if file is None or not file.is_file():
        return ()
    return tuple(sorted(read(file.read_text("utf-8"))[1], key=lambda p: (p.rating, p.id)))


def made(game: Game) -> dict[str, Any]:
    """How the puzzles of a game were made."""
    return read((files(game.folder) / "puzzles.json").read_text("utf-8"))[0]


def find_puzzle(games: Sequence[Game], name: str) -> Puzzle:
    """A puzzle by its id; refused where there is none."""
    found = next((p for game in games for p in puzzles(game) if p.id == name), None)
    if found is None:
        raise AgonError("no_puzzle", name=name[:20])
    return found


def record_of(game: Game, puzzle: Puzzle) -> Record:
    """The game a puzzle comes from, as far as it is known: to its end, or to the position."""
    settings = game.settings({})
    record = Record.of(game, puzzle.seats, settings, list(puzzle.players or [UNNAMED] * puzzle.seats))
    state = game.start(puzzle.seats, settings)
    for text in (*puzzle.plies, *puzzle.after):
        record.add(state.actor(), text)
        state.apply(game.space.parse(text))
    if state.actor() == OVER:
        record.close(state)
    return record


def of_the_day(games: Sequence[Game], day: date) -> Puzzle:
    """The same for everybody on a day, from game to game in turn; no position comes again before all have come."""
    with_puzzles = sorted((game for game in games if puzzles(game)), key=lambda game: game.id)
    if not with_puzzles:
        raise AgonError("no_puzzle", name=day.isoformat())
    number, which = divmod(day.toordinal(), len(with_puzzles))
    rows = sorted(puzzles(with_puzzles[which]), key=lambda p: p.id)
    return rows[number % len(rows)]


# ---- what they are about ----


def themes(game: Game, puzzle: Puzzle) -> list[str]:
    """The keys of what a puzzle is about: what is at stake, and the verb of its answer."""
    wrong = max(r.worth for r in puzzle.refuted)
    right = puzzle.answer.worth
    stake = "lead" if wrong >= EVEN else "rescue" if right < EVEN else "tide"
    if stake == "tide" and wrong > TIDE[1]:
        stake = ""
    verb = puzzle.answer.line[0].split()[0]
    return [key for key in ("win" if puzzle.is_exact else stake, verb) if key]


def theme_name(game: Game, theme: str, lang: str) -> str:
    """What a theme is called: a general one, or a verb as the game's file of themes calls it."""
    return GENERAL[theme][lang] if theme in GENERAL else _verbs(game.folder)[theme][lang]


@cache
def _verbs(folder: str) -> Mapping[str, Words]:
    return tomllib.loads((files(folder) / "themes.toml").read_text("utf-8"))


# ---- answering ----


@dataclass(frozen=True)
class Verdict:
    """What an answer comes to: REFUSED with the rule's sentence, ON, RIGHT, or WRONG with what refutes it."""

    kind: str
    text: Words | None = None
    refuted: Refutation | None = None


class Attempt:
    """A puzzle being worked on: the position after the solver's own plies. Nothing is drawn and nobody else plays."""

    def __init__(self, game: Game, puzzle: Puzzle, plies: Sequence[str] = ()) -> None:
        self.game = game
        self.puzzle = puzzle
        self.state = game.start(puzzle.seats, game.settings({}))
        for text in puzzle.plies:
            self.state.apply(game.space.parse(text))
        self.me = self.state.actor()
        self.before = laid_out(game, self.state.clone(), self.me)
        self.plies: list[str] = []
        for text in plies:
            if self.play(text) is not None or not self.is_open():
                break

    def is_open(self) -> bool:
        """Whether the solver may play on before the answer is final."""
        mine = self.state.actor() == self.me
        return mine and (self.puzzle.is_exact or not self.plies)

    def seen(self) -> Seen:
        """What the solver sees."""
        return laid_out(self.game, self.state, self.me)

    def play(self, said: str) -> Verdict | None:
        """Play an action in words; None where that was possible, else why not."""
        action = self.game.space.parse(said)
        refusal = None if action in self.state.legal() else self.game.why_not(self.state, action)
        if refusal is not None:
            return Verdict(REFUSED, {lang: refusal.message(lang) for lang in ("en", "de")})
        self.state.apply(action)
        self.plies.append(self.game.space.text(action))
        return None

    def verdict(self) -> Verdict:
        """What the answer comes to as it stands; an exact one that is not at its end is still ON while it can win."""
        if not self.plies:
            return Verdict(ON)
        if self.puzzle.is_exact:
            if self.state.actor() == OVER and is_won(self.state.places(), self.me):
                return Verdict(RIGHT)
            if self.is_open() and self._may_still_win():
                return Verdict(ON)
        elif self.plies[0] in self.puzzle.answer.firsts:
            return Verdict(RIGHT)
        first = self.plies[0]
        return Verdict(WRONG, refuted=next((r for r in self.puzzle.refuted if r.action == first), None))

    def _may_still_win(self) -> bool:
        return _may_win(self.game, self.puzzle, tuple(self.plies))


@lru_cache(512)
def _may_win(game: Game, puzzle: Puzzle, plies: tuple[str, ...]) -> bool:
    attempt = Attempt(game, puzzle, plies)
    return bool(Turn(attempt.me).line(attempt.state))


# ---- every way to play on ----


class TooLong(Exception):
    """A turn has more ways to play on than are looked through."""


class Turn:
    """The wins within a turn: lines of one's own decisions to the end of the game, without draws or answers of others.

    A position from which no line wins is looked at once, however it is reached.
    """

    def __init__(self, me: int) -> None:
        self.me = me
        self.looked = 0
        self.lost: set[int] = set()

    def line(self, state: State) -> list[int]:
        """A line that wins; none where there is none."""
        key = state.key()
        if key in self.lost:
            return []
        for action in state.legal():
            found = self.line_by(state, action)
            if found:
                return found
        self.lost.add(key)
        return []

    def line_by(self, state: State, action: int) -> list[int]:
        """A line that wins and begins with an action."""
        self.looked += 1
        if self.looked > POSITIONS:
            raise TooLong
        after = state.clone()
        after.apply(action)
        who = after.actor()
        if who == OVER:
            return [action] if is_won(after.places(), self.me) else []
        rest = self.line(after) if who == self.me and after.may_end(self.me) else []
        return [action, *rest] if rest else []


def ways(state: State) -> dict[int, list[int]] | None:
    """The first actions of a turn by which it can be won, each with a line; None where it is too long to tell."""
    turn = Turn(state.actor())
    try:
        found = {action: turn.line_by(state, action) for action in state.legal()}
    except TooLong:
        return None
    return {action: line for action, line in found.items() if line}


def is_won_by(state: State, line: Sequence[int]) -> bool:
    """Whether a line wins in this position for whoever decides."""
    me, world = state.actor(), state.clone()
    return plays_out(world, list(line)) and world.actor() == OVER and is_won(world.places(), me)
