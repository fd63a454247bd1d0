"""Foreign bots in any language: a program that speaks JSON lines over stdin and stdout.

Each decision is one line to the program, {"game", "seats", "seat", "observation", "legal"}, and one line back,
{"action": "house C4"}. `observation` is what `agon show --json` prints. A program that is late, dies or talks nonsense
is stopped and replaced by the greedy bot for the rest of the game; the decisions made in its place are counted.
"""

from __future__ import annotations

import json
import logging
import shlex
import subprocess
from collections import deque
from queue import Empty, Queue
from random import Random
from shutil import which
from threading import Thread
from typing import IO, Final

from agon.bots.greedy import GreedyBot
from agon.bots.protocol import Bot
from agon.core.errors import AgonError
from agon.core.game import Game, find
from agon.core.state import State

SECONDS: Final = 10.0  # a program has so long for a decision
LINE_LIMIT: Final = 10_000  # characters of an answer
LAST_WORDS: Final = 5  # lines of its standard error that are told
PATIENCE: Final = 2.0  # seconds until these are read

log = logging.getLogger(__name__)


class ProgramBot(Bot):
    """A bot that is another program: cmd:PROGRAM ARGUMENTS."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.name = f"cmd:{command}"
        self.words = shlex.split(command)
        self.seconds = seconds
        self.fallback = GreedyBot()
        self.process: subprocess.Popen[str] | None = None
        self.answers: Queue[str] = Queue()
        self.errors: deque[str] = deque(maxlen=LAST_WORDS)  # what it last said on its standard error
        self.listeners: list[Thread] = []
        if not self.words:
            raise AgonError("A foreign bot is named cmd:PROGRAM; here the program is missing.")
        if which(self.words[0]) is None:
            raise AgonError(f"The bot {self.name} cannot be started: there is no program {self.words[0]}.")

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        if not self.trouble:
            try:
                return self._ask(observation, legal)
            except AgonError as error:
                self._give_up(str(error))
        self.replaced += 1
        return self.fallback.choose(observation, legal, rng)

    def _ask(self, observation: State, legal: list[int]) -> int:
        game = find(observation.game_id())
        question = {
            "game": game.id,
            "seats": observation.seats(),
            "seat": observation.actor(),
            "observation": game.facts(observation),
            "legal": [game.space.text(a) for a in legal],
        }
        return self._understood(game, self._exchange(json.dumps(question)), legal)

    def _exchange(self, line: str) -> str:
        process = self.process or self._start()
        try:
            assert process.stdin is not None
            process.stdin.write(line + "\n")
            process.stdin.flush()
            return self.answers.get(timeout=self.seconds)
        except Empty as error:
            raise AgonError(f"it gave no answer within {self.seconds:g} seconds.") from error
        except OSError as error:
            raise AgonError("it does not listen any more.") from error

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise AgonError(f"it cannot be started: {error.strerror}.") from error
        assert process.stdout is not None and process.stderr is not None
        self.listeners = [
            Thread(target=self._listen, args=(process.stdout,), daemon=True),
            Thread(target=self._overhear, args=(process.stderr,), daemon=True),
        ]
        for listener in self.listeners:
            listener.start()
        self.process = process
        return process

    def _listen(self, stream: IO[str]) -> None:
        """Lines come in as the program writes them; an empty one means it has ended."""
        while line := stream.readline(LINE_LIMIT):
            self.answers.put(line)
        self.answers.put("")
        stream.close()

    def _overhear(self, stream: IO[str]) -> None:
        """Its complaints: the last ones are told where it fails."""
        while line := stream.readline(LINE_LIMIT):
            self.errors.append(line.strip())
        stream.close()

    def _understood(self, game: Game, line: str, legal: list[int]) -> int:
        if not line:
            raise AgonError("it has ended.")
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise AgonError(f"its answer is no JSON: {line.strip()[:60]!r}.") from error
        if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
            raise AgonError('its answer has no "action".')
        action = game.space.parse(answer["action"])
        if action not in legal:
            raise AgonError(f"{answer['action']} is not legal.")
        return action

    def _give_up(self, reason: str) -> None:
        """Greedy plays on; said once, with the program's last words."""
        self.close()
        for listener in self.listeners:
            listener.join(PATIENCE)
        said = " | ".join(filter(None, self.errors))
        self.trouble = f"{reason} It said: {said}" if said else reason
        log.warning("The bot %s is replaced by greedy: %s", self.name, self.trouble)

    def close(self) -> None:
        """End the program."""
        if self.process is not None:
            if self.process.stdin is not None and not self.process.stdin.closed:
                try:
                    self.process.stdin.close()
                except BrokenPipeError:
                    log.debug("%s had closed its ears before.", self.name)
            self.process.kill()
            self.process.wait()
            self.process = None
