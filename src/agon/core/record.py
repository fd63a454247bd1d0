"""The record is the game: a header and one line a ply, chance included. A state is never stored, only rebuilt.

agon: 1
game: hellas_2016
rules: 1
pack: default 0123456789abcdef
seats: 2
options: groupOrder=active tieBreak=shared
players: you, greedy
date: 2026-11-15
result: 1 2
digest: fedcba9876543210

1 * tile 12
2 0 house C4    ; a comment
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from agon.core import codec
from agon.core.errors import AgonError, BadRecord
from agon.core.game import SEAT_NAMES, Game, find
from agon.core.state import CHANCE, OVER, State

FORMAT: Final = "1"
SIZE_LIMIT: Final = 8_000_000  # bytes; the longest game we know has well under 100 000


@dataclass(frozen=True)
class Ply:
    """One action: who (a seat, or CHANCE), what in words, and an optional comment."""

    actor: int
    text: str
    comment: str = ""


@dataclass
class Record:
    game_id: str
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    rules: int = 1
    pack: str = "default"
    pack_hash: str = ""
    date: str = ""
    result: list[int] = field(default_factory=list)  # the places, once the game is over
    digest: str = ""  # of the last position, once the game is over
    plies: list[Ply] = field(default_factory=list)
    _own_game: Game | None = None  # a game with an owner's pack; else the registered one

    @classmethod
    def of(cls, game: Game, seats: int, options: dict[str, str], players: list[str], date: str = "") -> Record:
        """A record without plies for a table of this game."""
        return cls(
            game_id=game.id,
            seats=seats,
            options=options,
            players=players,
            rules=game.rules_version,
            pack=game.pack,
            pack_hash=game.pack_hash,
            date=date,
            _own_game=game,
        )

    @property
    def game(self) -> Game:
        return self._own_game if self._own_game is not None else find(self.game_id)

    def add(self, actor: int, text: str, comment: str = "") -> None:
        self.plies.append(Ply(actor, text, comment))

    def close(self, state: State) -> None:
        """Write down how it ended."""
        self.result = state.places()
        self.digest = codec.digest(state)

    def reopen(self) -> None:
        """The end was taken back."""
        self.result = []
        self.digest = ""

    # ---- text ----

    def text(self) -> str:
        lines = [
            f"agon: {FORMAT}",
            f"game: {self.game_id}",
            f"rules: {self.rules}",
            f"pack: {self.pack} {self.pack_hash}",
            f"seats: {self.seats}",
            f"options: {' '.join(f'{k}={v}' for k, v in sorted(self.options.items()))}".rstrip(),
            f"players: {', '.join(self.players)}".rstrip(),
            f"date: {self.date}".rstrip(),
        ]
        if self.result:
            lines.append(f"result: {' '.join(str(p) for p in self.result)}")
            lines.append(f"digest: {self.digest}")
        lines.append("")
        for n, ply in enumerate(self.plies, 1):
            who = "*" if ply.actor == CHANCE else str(ply.actor)
            comment = f"    ; {ply.comment}" if ply.comment else ""
            lines.append(f"{n} {who} {ply.text}{comment}")
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        """Short: a notebook keeps it beside the picture."""
        result = f", places {' '.join(map(str, self.result))}" if self.result else ""
        return f"<Record of {self.game_id}: {self.seats} seats, {len(self.plies)} plies{result}>"

    def write(self, path: str | Path) -> None:
        try:
            Path(path).write_text(self.text(), "utf-8")
        except OSError as error:
            raise AgonError(f"The record cannot be written to {path}: {error.strerror}.") from error

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """A record from a file; a broken one is refused with a sentence naming the line."""
        try:
            with Path(path).open("rb") as file:
                raw = file.read(SIZE_LIMIT + 1)
        except OSError as error:
            raise BadRecord(f"{path} cannot be read: {error.strerror}.") from error
        if len(raw) > SIZE_LIMIT:
            raise BadRecord(f"{path} is larger than {SIZE_LIMIT} bytes, which no record is.")
        try:
            return cls.parse(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise BadRecord(f"{path} is not a text file, so it is no record.") from error
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from error

    @classmethod
    def parse(cls, text: str) -> Record:
        """A record from its text."""
        if not text.strip():
            raise BadRecord("The record is empty.")
        lines = text.splitlines()
        if not text.endswith("\n"):
            raise BadRecord(f"it breaks off in line {len(lines)}: every line of a record ends with a line break.")
        for number, line in enumerate(lines, 1):
            _check_characters(line, number)
        header: dict[str, str] = {}
        number = 0
        for number, line in enumerate(lines, 1):
            if not line.strip():
                break
            name, colon, value = line.partition(":")
            key = name.strip()
            if not colon:
                raise BadRecord(f'line {number} is no header line ("key: value"): {line[:60]!r}.')
            if key in header:
                raise BadRecord(f'line {number} gives "{key[:40]}:" a second time.')
            header[key] = value.strip()
        record = cls._from_header(header)
        for at in range(number, len(lines)):
            if lines[at].strip():
                record.plies.append(_ply(lines[at], at + 1, len(record.plies) + 1, record.seats))
        return record

    @classmethod
    def _from_header(cls, header: dict[str, str]) -> Record:
        for key in ("agon", "game", "rules", "pack", "seats", "options", "players", "date"):
            if key not in header:
                raise BadRecord(f'the header has no "{key}:" line.')
        if header["agon"] != FORMAT:
            raise BadRecord(f"format {header['agon'][:20]} is not known; this program reads format {FORMAT}.")
        pack, _, pack_hash = header["pack"].partition(" ")
        options: dict[str, str] = {}
        for pair in header["options"].split():
            name, equals, value = pair.partition("=")
            if not equals:
                raise BadRecord(f'option "{pair[:40]}" has no value.')
            if name in options:
                raise BadRecord(f'option "{name[:40]}" is given a second time.')
            options[name] = value
        players = [p.strip() for p in header["players"].split(",") if p.strip()]
        result = [_number("result", n) for n in header.get("result", "").split()]
        return cls(
            game_id=header["game"],
            seats=_number("seats", header["seats"]),
            options=options,
            players=players,
            rules=_number("rules", header["rules"]),
            pack=pack,
            pack_hash=pack_hash,
            date=header["date"],
            result=result,
            digest=header.get("digest", ""),
        )

    # ---- replay ----

    def with_game(self, game: Game) -> Record:
        """The same record, to be replayed with this game (an owner's pack)."""
        self._own_game = game
        return self

    def start(self) -> State:
        """The position before the first ply; refuses other rules and other packs."""
        try:
            game = self.game
            state = game.new(self.seats, **self.options)
        except AgonError as error:
            raise BadRecord(str(error)) from error
        if self.rules != game.rules_version:
            raise BadRecord(
                f"it was played by rules version {self.rules} of {game.id}; this program has version "
                f"{game.rules_version}."
            )
        if self.pack_hash and self.pack_hash != game.pack_hash:
            raise BadRecord(f'it was played with the pack "{self.pack}" {self.pack_hash}, not with {game.pack_hash}.')
        return state

    def replay(self) -> Iterator[State]:
        """The position before the first ply and after each; checked ply by ply. Each is a state of its own."""
        for state in self._walk():
            yield state.clone()

    def _walk(self) -> Iterator[State]:
        """The same as one state that goes on."""
        state = self.start()
        yield state
        for number, ply in enumerate(self.plies, 1):
            self.step(state, ply, number)
            yield state
        if self.result and state.actor() != OVER:
            raise BadRecord(f"it breaks off after ply {len(self.plies)}, though its header gives a result.")
        if self.result and state.places() != self.result:
            raise BadRecord("the result in the header is not how the plies end.")
        if self.digest and codec.digest(state) != self.digest:
            raise BadRecord("the plies do not lead to the position whose digest the header gives.")

    def step(self, state: State, ply: Ply, number: int) -> None:
        """Play one ply of the record, checked."""
        game = self.game
        who = state.actor()
        if who == OVER:
            raise BadRecord(f"ply {number} ({ply.text}) comes after the end of the game.")
        if ply.actor != who:
            raise BadRecord(f"ply {number} ({ply.text}) is by {_who(ply.actor)}, but {_who(who)} is to act.")
        try:
            action = game.space.parse(ply.text)
        except AgonError as error:
            raise BadRecord(f"ply {number}: {error}") from error
        if not state.is_legal(action):
            refusal = game.why_not(state, action)
            raise BadRecord(f"ply {number} ({ply.text}) is illegal: {refusal}")
        state.apply(action)

    def last(self) -> State:
        """The position after the last ply."""
        return deque(self._walk(), maxlen=1)[0]

    # ---- pictures ----

    def html(self, seat: int | None = None, lang: str = "en") -> str:
        """The game as one piece of HTML with a slider over its plies, which needs nothing else, no network either.

        Everything is shown, or what one seat could see and hear (-1: a spectator).
        """
        game = self.game
        viewer = -1 if seat is None else seat
        opens = seat is None or game.opens(self.options)
        names = list(SEAT_NAMES[lang][: self.seats])
        scenes, sentences = [], []
        before: State | None = None
        for ply, state in zip([None, *self.plies], self.replay(), strict=True):
            if ply is not None and before is not None:
                action = game.space.parse(ply.text)
                seen, heard = (before, action) if seat is None else (before.observe(seat), before.heard(seat, action))
                sentences.append(game.log(seen, heard, names, lang))
            scenes.append(game.scene(state if seat is None else state.observe(seat), viewer, lang, opens))
            before = state
        players = [f"{name} ({player})" for name, player in zip(names, self.players, strict=False)] or names
        return scenes[0].film(scenes[1:], sentences, game.title[lang], players, lang)

    def _repr_html_(self) -> str:
        return self.html()


def _who(actor: int) -> str:
    return "chance" if actor == CHANCE else f"seat {actor}"


def _number(key: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadRecord(f'"{key}:" must be a number, not {text[:40]!r}.')
    return int(text)


def _check_characters(line: str, number: int) -> None:
    """NUL and halves of surrogate pairs are in no text; databases and files cannot keep them."""
    odd = [c for c in line if c == "\0" or "\ud800" <= c <= "\udfff"]
    if odd:
        raise BadRecord(f"line {number} holds U+{ord(odd[0]):04X}, a character that belongs in no text.")


def _ply(line: str, number: int, expected: int, seats: int) -> Ply:
    body, _, comment = line.partition(";")
    words = body.split()
    if len(words) < 3 or not words[0].isascii() or not words[0].isdigit():
        raise BadRecord(f'line {number} is no ply ("number actor action"): {line[:60]!r}.')
    if int(words[0][:9]) != expected:
        raise BadRecord(f"line {number} should be ply {expected}, but says {words[0][:20]}.")
    if words[1] == "*":
        actor = CHANCE
    elif words[1].isascii() and words[1].isdigit() and int(words[1][:9]) < seats:
        actor = int(words[1])
    else:
        raise BadRecord(f"line {number}: the actor is * or a seat from 0 to {seats - 1}, not {words[1][:20]!r}.")
    return Ply(actor, " ".join(words[2:]), comment.strip())
