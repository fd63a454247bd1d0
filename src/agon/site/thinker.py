"""Bots think in workers of their own, so that pages answer meanwhile. They are sent an observation, never the state."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from agon.bots import Reasoning
from agon.core.errors import AgonError
from agon.core.game import find
from agon.core.pack import from_text
from agon.play.analysis import Judged
from agon.web import botpool
from agon.web.botpool import BotFailed, Look, Question
from agon.web.queue import NOBODYS

Checked = tuple[str, str, int, int]  # a game, the text of a pack, seats, a seed


def check(asked: Checked) -> str:
    """One game with a pack under the laws; what is wrong, or nothing."""
    from agon.play.laws import check_game

    game_id, text, seats, seed = asked
    try:
        check_game(find(game_id).with_pack(from_text("pack", text)), 1, (seats,), seed)
    except AgonError as error:
        return str(error)
    return ""


WORK: Final[dict[str, Callable[[Any], Any]]] = {
    "choose": botpool.choose,
    "reason": botpool.reason,
    "look": botpool.look,
    "check": check,
}

Ask = Callable[[bytes], Awaitable[bytes]]  # another worker: what it makes of a question


def think(question: bytes) -> bytes:
    """What a worker does with a question: the answer, or why there is none."""
    name, asked = pickle.loads(question)
    try:
        said: tuple[bool, Any] = True, WORK[name](asked)
    except Exception as error:  # whatever a bot raises is told to who asked
        said = False, f"{type(error).__name__}: {error}"
    return pickle.dumps(said)


async def at_once(question: bytes) -> bytes:
    """Think here, where there is no other worker."""
    return think(question)


class BrowserThinker:
    """A thinker (agon.web.botpool.Thinker) whose questions go to other workers."""

    def __init__(self, ask: Ask = at_once, aside: Ask | None = None) -> None:
        self._ask = ask
        self._aside = aside or ask  # for what takes minutes: bots think on meanwhile

    async def choose(self, question: Question) -> int:
        action = await self._think("choose", question)
        if action not in question.legal:
            raise BotFailed(f"{question.bot} chose action {action}, which is not legal")
        return int(action)

    async def reason(self, question: Question) -> Reasoning:
        found: Reasoning = await self._think("reason", question)
        return found

    async def look(self, piece: Look) -> list[Judged]:
        found: list[Judged] = await self._think("look", piece)
        return found

    async def check(self, game_id: str, text: str, seats: int, seed: int) -> str:
        """A game with a pack under the laws (agon.web.packchecks.Play)."""
        found: str = _said(await self._aside(pickle.dumps(("check", (game_id, text, seats, seed)))))
        return found

    async def _think(self, name: str, question: Question | Look) -> Any:
        return _said(await self._ask(pickle.dumps((name, replace(question, errand=NOBODYS)))))

    def close(self) -> None:
        """Nothing to let go: the workers end with the page."""


def _said(answer: bytes) -> Any:
    is_answer, said = pickle.loads(answer)
    if not is_answer:
        raise BotFailed(said)
    return said
