"""A game in the terminal: people at one keyboard, bots at the other seats."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Final

from agon.bots import Bot, make_bot
from agon.core.errors import AgonError
from agon.core.game import SEAT_NAMES
from agon.core.rulebook import without_sources
from agon.play.hint import in_game_terms, is_tried, outlook, percent, result
from agon.play.table import Table, nearest
from agon.terminal import menu
from agon.terminal.menu import WIDTH
from agon.terminal.words import COMMANDS, say

YOU: Final = "you"
SHOWN: Final = 90  # actions listed before "list" is needed
HINTER: Final = "hard"
HINTS: Final = 3  # actions a hint names

Ask = Callable[[list[str]], str]  # the words to complete -> the line typed; raises EOFError at the end of input
Out = Callable[[str], None]


def ended(title: str) -> str:
    """A title as a sentence."""
    return title if title.endswith((".", "?", "!")) else f"{title}."


class Session:
    """One table, its people and bots. Everything is written to the record as it happens."""

    def __init__(
        self,
        table: Table,
        lang: str,
        colour: bool,
        ask: Ask,
        out: Out,
        rng: Random,
        file: Path | None,
        hinter: str = HINTER,
        pack: str = "",  # the file of an owner's pack
    ) -> None:
        self.table = table
        self.game = table.game
        self.lang = lang
        self.colour = colour
        self.ask = ask
        self.out = out
        self.rng = rng
        self.file = file
        self.pack = pack
        self.bots: list[Bot | None] = [None if p == YOU else make_bot(p) for p in table.record.players]
        self.hinter = make_bot(hinter)
        self.names = [self._name(seat) for seat in range(len(self.bots))]
        self.history: list[str] = []  # each ply as it was told
        self.warned = (-1, "")  # the ply and the action of which somebody was last told that nothing will come of it

    def _name(self, seat: int) -> str:
        return SEAT_NAMES[self.lang][seat]

    def say(self, key: str, **facts: str | int) -> None:
        self.out(fill(say(self.lang, key, **facts), WIDTH))

    # ---- the loop ----

    def run(self) -> bool:
        """Play to the end, or until somebody leaves; returns whether the game is over."""
        seated = (
            f"{name} ({say(self.lang, 'you') if bot is None else bot.name})"
            for name, bot in zip(self.names, self.bots, strict=True)
        )
        self.say("seats", names=", ".join(seated))
        self._tell_new(quiet=True)
        while not self.table.is_over():
            bot = self.bots[self.table.actor()]
            if bot is not None:
                self._let(bot)
            elif not self._turn():
                return False
        self._tell_new()
        self._result()
        return True

    def _let(self, bot: Bot) -> None:
        state = self.table.state
        action = bot.choose(state.observe(state.actor()), state.legal(), self.rng)
        self.table.play(action)
        self._tell_new()

    def _turn(self) -> bool:
        """One decision of a person; false if they leave."""
        self.board()
        self.list_actions(SHOWN)
        seat = self.table.actor()
        ply = self.table.ply
        while self.table.ply == ply and self.table.actor() == seat:
            legal = self.table.legal_texts()
            try:
                line = self.ask(legal)
            except (EOFError, KeyboardInterrupt):
                self.quit()
                return False
            word = line.strip().lower()
            if COMMANDS.get(word, word) in ("quit", "q", "exit"):
                self.quit()
                return False
            self.command(line.strip(), legal)
        return True

    # ---- commands ----

    def command(self, line: str, legal: list[str]) -> None:
        """One line typed by a person: an action, its number, or a command."""
        word, _, rest = line.partition(" ")
        match COMMANDS.get(word.lower(), word.lower()):
            case "":
                self.say("short_help")
            case "help" | "?":
                self.say("help")
            case "why":
                self.why(rest.strip(), legal)
            case "hint":
                self.hint()
            case "undo":
                self.undo()
            case "log":
                self.out("\n".join(self.history[-30:]))
            case "board":
                self.board()
            case "list":
                self.list_actions(len(legal))
            case "rules":
                self.rules()
            case "save":
                self.save(rest.strip())
            case _ if line.isascii() and line.isdigit():
                self.number(line, legal)
            case _:
                self.submit(line, legal)

    def number(self, line: str, legal: list[str]) -> None:
        n = int(line[:6])
        if 1 <= n <= len(legal):
            self.submit(legal[n - 1], legal)
        else:
            self.say("number", n=n, most=len(legal))

    def submit(self, text: str, legal: list[str]) -> None:
        """Play it; a place alone will do where one action fits it, and a wrong word gets the nearest legal actions."""
        fitting = [action for action in legal if action.partition(" ")[2].lower() == text.lower()]
        if not fitting and text.lower() not in (action.lower() for action in legal):
            fitting = menu.named(self.table.seen(self.table.actor()), self.lang, text)
        if len(fitting) == 1:
            text = fitting[0]
        if self._warned(text, legal):
            return
        try:
            self.table.submit(self.table.actor(), self.table.ply, text)
        except AgonError as error:
            self._refuse(error, text, legal)
            return
        self._tell_new()

    def _warned(self, text: str, legal: list[str]) -> bool:
        """Whether it will come to nothing, and that has not been said yet."""
        action = next((one for one in legal if one.lower() == text.lower()), "")
        said = (self.table.ply, action)
        if not action or self.warned == said:
            return False
        warning = self.table.seen(self.table.actor()).outlook(self.game.space.parse(action), self.lang).warning
        if not warning:
            return False
        self.warned = said
        self.say("vain", warning=warning)
        return True

    def _refuse(self, error: AgonError, text: str, legal: list[str]) -> None:
        if error.key in ("no_action_near", "no_action_known"):
            self.say("unknown", text=text[:60])  # it is no command either
        else:
            self.out(fill(error.message(self.lang), WIDTH))
        self._near(text, legal)

    def _near(self, text: str, legal: list[str]) -> None:
        near = nearest(text, legal)
        if near:
            self.say("nearest", actions=", ".join(near))

    def why(self, text: str, legal: list[str]) -> None:
        if not text:
            self.say("why_what", action=legal[0])
            return
        try:
            refusal = self.table.seen(self.table.actor()).why_not(self.game.space.parse(text))
        except AgonError as error:
            self._refuse(error, text, legal)
            return
        if refusal is None:
            self.say("legal", action=text)
        else:
            self.out(refusal.message(self.lang))

    def hint(self) -> None:
        """What a bot would play, what it expects for every seat, and the line it has in mind."""
        seen = self.table.seen(self.table.actor())
        why = self.hinter.reason(seen.state, seen.legal(), self.rng)
        self.say("hint")
        for number, advice in enumerate(why.advice[:HINTS], 1):
            label = f"{self.game.space.text(advice.action)} ({seen.label(advice.action, self.lang)})"
            gained = in_game_terms(seen.outlook(advice.action, self.lang))
            label += f": {gained}" if gained else ""
            thought = self._thought(advice.worth) if why.expected else ""
            is_judged = is_tried(advice.visits, why.imagined)
            share = percent(advice.visits / why.imagined) if is_judged else ""
            self.say(
                "hint_judged" if is_judged else "hint_action", n=number, action=label, thought=thought, share=share
            )
        if why.expected:
            seats = (f"{name}: {self._thought(e)}" for name, e in zip(self.names, why.expected, strict=True))
            self.say("hint_expected", seats="; ".join(seats))
        told = seen.line(why.line, self.names, self.lang)
        if told:
            self.say("hint_line", line=" ".join(t.sentence for t in told))
        if why.other_pack:
            self.say("hint_other_pack")

    def _thought(self, expected: float) -> str:
        return f"{result(self.lang, expected, len(self.bots))}, {outlook(self.lang, expected)}"

    def undo(self) -> None:
        """Take back the last decision of the person who last decided; somebody alone with bots, with their answers."""
        people = [p.actor for p in self.table.record.plies if p.actor >= 0 and self.bots[p.actor] is None]
        seat = people[-1] if people else self.table.actor()
        bots = [seat for seat, bot in enumerate(self.bots) if bot is not None]
        try:
            taken = self.table.take_back(seat, bots if len(self.bots) - len(bots) == 1 else [])
        except AgonError as error:
            last = self.table.record.plies[-1].actor
            self.say(error.key, name=self.names[last] if last >= 0 else "")
            return
        del self.history[self.table.ply :]
        self.say("undone", action=taken[0].text)

    def rules(self) -> None:
        """The paragraph of the rules that governs the decision."""
        paragraph = self.table.seen(self.table.actor()).prompt(self.lang).paragraph
        rules = without_sources(self.game.rules_text(self.lang))
        self.out(paragraph_text(rules, paragraph) or say(self.lang, "no_rules"))

    def save(self, name: str) -> None:
        path = Path(name) if name else self.file or default_file(self.game.id)
        try:
            self.table.record.write(path)
        except AgonError as error:
            self.out(error.message(self.lang))
            return
        self.file = path
        self.say("saved", file=str(path))

    def quit(self) -> None:
        """Leave without losing the game."""
        path = self.file or default_file(self.game.id)
        self.table.record.write(path)
        pack = f" --pack {shlex.quote(self.pack)}" if self.pack else ""
        file = shlex.quote(str(path))
        self.out(say(self.lang, "go_on", file=file, game=self.game.id, pack=pack))  # whole, to be copied

    # ---- showing ----

    def board(self) -> None:
        seat = self.table.actor()
        seen = self.table.seen(seat)
        self.out("")
        self.out(seen.sketch(self.lang, self.colour))
        prompt = seen.prompt(self.lang)
        asked = [f"{self.names[seat]}: {ended(prompt.title)}", prompt.text, f"[{prompt.paragraph}]"]
        self.out(fill(" ".join(filter(None, asked)), WIDTH))

    def list_actions(self, most: int) -> None:
        """The legal actions, numbered, under headings."""
        seen = self.table.seen(self.table.actor())
        self.out("\n".join(menu.lines(menu.rows(seen, self.lang, most))))
        left = len(seen.legal()) - most
        if left > 0:
            self.say("more", n=left)

    def _tell_new(self, quiet: bool = False) -> None:
        """Log sentences of the plies since the last time; the record is written as the game goes on."""
        if self.file is not None:
            self.table.record.write(self.file)
        heard = self.table.heard(self._viewer(), len(self.history))
        told = [ply.sentence(self.names, self.lang) for ply in heard]
        self.history += told
        if told and not quiet:
            self.out("\n".join(told))

    def _viewer(self) -> int:
        """Whose eyes the log is told from: the only person's, else a spectator's."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        return people[0] if len(people) == 1 else -1

    def _result(self) -> None:
        self.say("over")
        state = self.table.state
        scores = self.game.scores(state)
        told = replace(self.table.opened(), names=tuple(self.names)).account(self.lang)
        if told is not None and told.title:
            self.out(fill(f"{told.title}. {told.text}", WIDTH))
        for place, seat in sorted((p, s) for s, p in enumerate(state.places())):
            row = {self.game.category(k, self.lang): str(v) for k, v in scores[seat].items() if k != "total"}
            total = str(scores[seat].get("total", ""))
            if told is not None:
                row, total = {count.name: count.told(seat) for count in told.rows}, told.total.told(seat)
            points = f"{total} ({', '.join(f'{k} {v}' for k, v in row.items())})"
            key = "place" if row else "place_alone"
            self.say(key, place=place, name=self.names[seat], points=points)


def paragraph_text(rules: str, paragraph: str) -> str:
    """One numbered paragraph out of a RULES.md."""
    lines = rules.splitlines()
    number = paragraph.removeprefix("§")
    for i, line in enumerate(lines):
        if line.startswith((f"**§{number}**", f"### §{number} ", f"**§{number} ")):
            end = i + 1
            while end < len(lines) and not lines[end].startswith(("**§", "#")):
                end += 1
            return rendered("\n".join(lines[i:end]).strip())
    return ""


def rendered(text: str) -> str:
    """A paragraph of Markdown for a terminal: no stars, no backticks."""
    plain = text.replace("**", "").replace("`", "")
    return "\n\n".join(fill(part, WIDTH) if "|" not in part else part for part in plain.split("\n\n"))


def default_file(game_id: str) -> Path:
    """A name in this folder that is not taken yet."""
    path = Path(f"{game_id}.agon")
    n = 2
    while path.exists():
        path = Path(f"{game_id}-{n}.agon")
        n += 1
    return path
