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

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from agon.core import codec
from agon.core.errors import AgonError, BadRecord
from agon.core.game import Game, find_with
from agon.core.reasons import Phrase
from agon.core.state import CHANCE, OVER, State

FORMAT: Final = "1"
ODD: Final = re.compile("[\0\ud800-\udfff]")  # in no text: NUL, and halves of surrogate pairs
ACTORS: Final = {"*": CHANCE, **{str(seat): seat for seat in range(9)}}  # as they are usually written
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
    _own_game: Game | None = None  # a game with an owner's pack; else the one that is known with this pack

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
        return self._own_game if self._own_game is not None else find_with(self.game_id, self.pack_hash, self.rules)

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
            raise AgonError("not_written", path=str(path), error=str(error.strerror)) from error

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """A record from a file; a broken one is refused with a sentence naming the line."""
        try:
            with Path(path).open("rb") as file:
                raw = file.read(SIZE_LIMIT + 1)
        except OSError as error:
            raise BadRecord("not_read", path=str(path), error=str(error.strerror)) from error
        if len(raw) > SIZE_LIMIT:
            raise BadRecord("too_long", path=str(path), most=SIZE_LIMIT)
        try:
            return cls.parse(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise BadRecord("not_text", path=str(path)) from error
        except BadRecord as error:
            raise BadRecord("in_file", path=str(path), error=error) from error

    @classmethod
    def parse(cls, text: str) -> Record:
        """A record from its text."""
        if not text.strip():
            raise BadRecord("empty_record")
        lines = text.splitlines()
        if not text.endswith("\n"):
            raise BadRecord("broken_line", line=len(lines))
        if ODD.search(text):
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
                raise BadRecord("no_header_line", line=number, text=line[:60])
            if key in header:
                raise BadRecord("header_twice", line=number, key=key[:40])
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
                raise BadRecord("header_lacks", key=key)
        if header["agon"] != FORMAT:
            raise BadRecord("other_format", format=header["agon"][:20], own=FORMAT)
        pack, _, pack_hash = header["pack"].partition(" ")
        options: dict[str, str] = {}
        for pair in header["options"].split():
            name, equals, value = pair.partition("=")
            if not equals:
                raise BadRecord("option_without_value", option=pair[:40])
            if name in options:
                raise BadRecord("option_twice", option=name[:40])
            options[name] = value
        return cls(
            game_id=header["game"],
            seats=_number("seats", header["seats"]),
            options=options,
            players=_players(header["players"]),
            rules=_number("rules", header["rules"]),
            pack=pack,
            pack_hash=pack_hash,
            date=header["date"],
            result=[_number("result", n) for n in header.get("result", "").split()],
            digest=header.get("digest", ""),
        )

    # ---- replay ----

    def with_game(self, game: Game) -> Record:
        """The same record, to be replayed with this game (an owner's pack)."""
        self._own_game = game
        if game.own_pack and self.pack_hash and not game.has_components(self.pack_hash):
            listed = game.as_listed()
            self._own_game = listed if listed.has_components(self.pack_hash) else game
        return self

    def start(self) -> State:
        """The position before the first ply; refuses other rules and other packs."""
        try:
            game = self.game
            state = game.new(self.seats, **self.options)
        except AgonError as error:
            raise BadRecord("the_same", error=error) from error
        if self.rules != game.rules_version:
            raise BadRecord("other_version", rules=self.rules, game=game.id, own=game.rules_version)
        if self.pack_hash and not game.has_components(self.pack_hash):
            raise BadRecord("other_pack", pack=self.pack, hash=self.pack_hash, own=game.pack_hash)
        return state

    def replay(self) -> Iterator[State]:
        """The position before the first ply and after each; checked ply by ply. Each is a state of its own."""
        for state in self._walk():
            yield state.clone()

    def _walk(self) -> Iterator[State]:
        """The same as one state that goes on."""
        state = self.start()
        game = self.game
        yield state
        for number, ply in enumerate(self.plies, 1):
            self.step(state, ply, number, game)
            yield state
        if self.result and state.actor() != OVER:
            raise BadRecord("breaks_off", ply=len(self.plies))
        if self.result and state.places() != self.result:
            raise BadRecord("other_result")
        if self.digest and codec.digest(state) != self.digest:
            raise BadRecord("other_digest")

    def step(self, state: State, ply: Ply, number: int, game: Game | None = None) -> None:
        """Play one ply of the record, checked; `game` is the record's own, where somebody has looked it up before."""
        if game is None:
            game = self.game
        who = state.actor()
        if who == OVER:
            raise BadRecord("after_the_end", ply=number, text=ply.text)
        if ply.actor != who:
            raise BadRecord("another_acts", ply=number, text=ply.text, who=_who(ply.actor), actor=_who(who))
        try:
            action = game.space.parse(ply.text)
        except AgonError as error:
            raise BadRecord("ply_unknown", ply=number, error=error) from error
        if not state.is_legal(action):
            reason = game.why_not(state, action) or Phrase("none")
            raise BadRecord("ply_illegal", ply=number, text=ply.text, reason=reason)
        state.apply(action)

    def last(self) -> State:
        """The position after the last ply."""
        return deque(self._walk(), maxlen=1)[0]

    def converted(self) -> tuple[Record, int]:
        """The game by the rules of today, and how many plies these do not allow.

        By what the game has written down for it (`upgrades`), version by version; then ply by ply, as far as that goes.
        """
        game = find_with(self.game_id, self.pack_hash)
        out = replace(self, plies=list(self.plies), options=dict(self.options), result=[], digest="", _own_game=None)
        for version in range(self.rules, game.rules_version):
            if game.upgrades is not None and version in game.upgrades:
                game.upgrades[version](out)
        out.rules, out.pack, out.pack_hash = game.rules_version, game.pack, game.pack_hash
        known = {option.name: option.choices for option in game.options}
        out.options = game.settings({k: v for k, v in out.options.items() if v in known.get(k, ())})
        state, plies, out.plies = out.start(), out.plies, []
        for number, ply in enumerate(plies, 1):
            try:
                out.step(state, ply, number)
            except BadRecord:
                break
            out.plies.append(ply)
        return out, len(plies) - len(out.plies)

    # ---- pictures ----

    def html(self, seat: int | None = None, lang: str = "en") -> str:
        """The game as one piece of HTML with a slider over its plies, which needs nothing else, no network either.

        Everything is shown, or what one seat could see and hear (-1: a spectator).
        """
        return _FILMS[0](self, seat, lang)

    def _repr_html_(self) -> str:
        return self.html()


_FILMS: list[Callable[[Record, int | None, str], str]] = []  # what makes a film of a record; `agon` brings it


def film_by(make: Callable[[Record, int | None, str], str]) -> None:
    """How records are shown as pictures."""
    _FILMS[:] = [make]


def _who(actor: int) -> Phrase:
    return Phrase("by_chance") if actor == CHANCE else Phrase("by_seat", seat=actor)


def _players(text: str) -> list[str]:
    """Names, parted by a comma and a blank: a bot's options have commas alone; a program's name may quote both."""
    out: list[str] = []
    for piece in text.split(", ") if ", " in text else text.split(","):
        if out and out[-1].startswith("cmd:") and any(out[-1].count(quote) % 2 for quote in "'\""):
            out[-1] += f", {piece}"
        else:
            out.append(piece.strip())
    return [name for name in out if name]


def _number(key: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadRecord("not_a_number", key=key, text=text[:40])
    return int(text)


def _check_characters(line: str, number: int) -> None:
    """NUL and halves of surrogate pairs are in no text; databases and files cannot keep them."""
    odd = ODD.search(line)
    if odd:
        raise BadRecord("odd_character", line=number, code=f"{ord(odd[0]):04X}")


def _ply(line: str, number: int, expected: int, seats: int) -> Ply:
    body, _, comment = line.partition(";")
    words = body.split()
    if len(words) >= 3 and words[0] == str(expected):  # most lines are as they should be
        known = ACTORS.get(words[1], seats)
        if known < seats:
            return Ply(known, " ".join(words[2:]), comment.strip())
    if len(words) < 3 or not words[0].isascii() or not words[0].isdigit():
        raise BadRecord("no_ply_line", line=number, text=line[:60])
    if int(words[0][:9]) != expected:
        raise BadRecord("wrong_ply", line=number, ply=expected, text=words[0][:20])
    if words[1] == "*":
        actor = CHANCE
    elif words[1].isascii() and words[1].isdigit() and int(words[1][:9]) < seats:
        actor = int(words[1])
    else:
        raise BadRecord("wrong_actor", line=number, last=seats - 1, text=words[1][:20])
    return Ply(actor, " ".join(words[2:]), comment.strip())
