"""Step through a record."""

from __future__ import annotations

from collections.abc import Callable

from agon.core.game import SEAT_NAMES
from agon.core.record import Record
from agon.core.state import CHANCE
from agon.play.table import StillTable
from agon.terminal.words import say


class Replay:
    """A record at one of its plies."""

    def __init__(self, record: Record, lang: str, colour: bool, viewer: int = -1) -> None:
        self.record = record
        self.lang = lang
        self.colour = colour
        self.viewer = viewer
        self.table = StillTable(record)
        self.sentences = [heard.sentence(list(SEAT_NAMES[lang]), lang) for heard in self.table.heard(viewer)]
        self.ply = len(record.plies)

    def go(self, ply: int) -> None:
        self.ply = max(0, min(ply, len(self.record.plies)))

    def show(self) -> str:
        """The position after the present ply, and what led to it."""
        seen = self.table.seen(self.viewer, self.ply)
        head = say(self.lang, "start")
        if self.ply:
            head = (
                f"{say(self.lang, 'ply', ply=self.ply, plies=len(self.record.plies))}: {self.sentences[self.ply - 1]}"
            )
        return f"{head}\n{seen.sketch(self.lang, self.colour)}"

    def lines(self) -> list[str]:
        """Every ply as a line, for a pipe."""
        out: list[str] = []
        for n, (ply, told) in enumerate(zip(self.record.plies, self.sentences, strict=True), 1):
            who = "*" if ply.actor == CHANCE else str(ply.actor)
            out.append(f"{n:4} {who} {ply.text:<20} {told}")
        return out

    def run(self, ask: Callable[[], str], out: Callable[[str], None]) -> None:
        """Enter goes on, b back, a number jumps, q quits."""
        out(say(self.lang, "replay_help"))
        out(self.show())
        while True:
            try:
                line = ask().strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if line in ("q", "quit"):
                return
            if line == "b":
                self.go(self.ply - 1)
            elif line.isascii() and line.isdigit():
                self.go(int(line[:9]))
            elif self.ply == len(self.record.plies):
                out(say(self.lang, "closed"))
                continue
            else:
                self.go(self.ply + 1)
            out(self.show())
