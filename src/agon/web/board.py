"""The notice board: what bots are asked, kept in PostgreSQL, where workers on any machine take it and answer.

Who is next is decided as in `agon.web.queue`, by one statement. A worker has a question for as long as it gives signs
of life. The question of a move stays on the board until the move is played, in the same transaction.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Literal

from agon.bots import Advice, Reasoning, Step
from agon.core.errors import AgonError
from agon.core.game import find, known
from agon.core.record import Record
from agon.play.analysis import Judged
from agon.web.botpool import AskedElsewhere, BotFailed, Look, Question, check_legal, expected
from agon.web.errors import Refused
from agon.web.queue import Errand, length_of, patient
from agon.web.wire import Wire

log = logging.getLogger("agon.web")

Kind = Literal["choose", "reason", "look"]
LOOK_SECONDS: Final = 1.0  # between two looks at what waits, whatever was told
NAME: Final = 64  # characters of a person's id that are kept

PUT: Final = """
    with put as (
        insert into questions (table_id, number, seat, kind, body, form, bot, person, share, urgency, length, asker,
            tries, failed, thought)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 0, false, 0)
        on conflict (table_id, number) do update set asker = excluded.asker
        where questions.asker = excluded.asker and questions.bot = excluded.bot
        returning id
    )
    select id, pg_notify('agon_work', 'work') from put
"""
READ: Final = "select id, answer, failed, thought from questions where id = any(%s)"
HURRY: Final = "update questions set urgency = %s where id = %s"
DROP: Final = """
    with dropped as (delete from questions where id = %s returning id, worker, table_id)
    select pg_notify('agon_' || worker, 'drop ' || id) from dropped where worker is not null
    union all select pg_notify('agon', 'free ' || table_id) from dropped where table_id is not null
"""


# ---- questions and answers as text ----


def form_of(game_id: str, rules: int) -> str:
    """Which game by which rules; a process that has others leaves it to one that has these."""
    return f"{game_id[:50]} {rules}"


def forms() -> list[str]:
    """What this process can think about."""
    games = [game for game_id in known() for game in (find(game_id), *find(game_id).earlier)]
    return [form_of(game.id, game.rules_version) for game in games]


def as_text(question: Question | Look) -> str:
    body = {name: value for name, value in vars(question).items() if name not in ("errand", "place")}
    return json.dumps(body, separators=(",", ":"))


def question_of(kind: str, body: str) -> Question | Look:
    given = json.loads(body)
    if kind == "look":
        return Look(**given)
    return Question(**given)


def said(answer: Any) -> str:
    """What a bot answered, as text."""
    if isinstance(answer, Reasoning):
        answer = asdict(answer)
    elif isinstance(answer, list):
        answer = [asdict(judged) for judged in answer]
    return json.dumps(answer, separators=(",", ":"))


def reasoning_of(text: str) -> Reasoning:
    given = json.loads(text)
    return Reasoning(
        **given
        | {
            "advice": tuple(Advice(**advice) for advice in given["advice"]),
            "expected": tuple(given["expected"]),
            "line": tuple(Step(**step) for step in given["line"]),
        }
    )


def judged_of(text: str) -> list[Judged]:
    return [Judged(**(each | {"best": [tuple(pair) for pair in each["best"]]})) for each in json.loads(text)]


# ---- asking ----


@dataclass
class Note:
    """A question on the board, and whoever waits for its answer."""

    kind: Kind
    question: Question | Look
    errand: Errand
    urgency: int = 0
    answered: asyncio.Future[tuple[str, bool, float]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Board:
    """Lets bots think wherever a worker is free."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.queue: dict[int, Note] = {}  # what waits for an answer
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_looking = False
        wire.on("answer", lambda words: self._do(self._read, [int(words[0])]))
        wire.after_connecting(self._look)

    async def choose(self, question: Question) -> int:
        return check_legal(question, int(json.loads(await self._ask("choose", question, question.errand))))

    async def reason(self, question: Question) -> Reasoning:
        return reasoning_of(await self._ask("reason", question, question.errand))

    async def look(self, piece: Look) -> list[Judged]:
        return judged_of(await self._ask("look", piece, replace(piece.errand, urgency=patient)))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _ask(self, kind: Kind, question: Question | Look, errand: Errand) -> str:
        """The answer; charged to whoever asked. Raises AskedElsewhere, or BotFailed."""
        note = Note(kind, question, errand)
        number = await self._put(note)
        if not self._is_looking:
            self._is_looking = True
            self._do(self._keep_looking)
        try:
            answer, failed, thought = await note.answered
        except asyncio.CancelledError:
            self._take_down(note)
            self._do(self._drop, number)
            raise
        if errand.charge is not None:
            errand.charge(thought)
        if failed:
            await self._carefully(self._drop, number)  # before another bot is asked the same
            raise BotFailed(answer)
        if not isinstance(question, Question) or question.place is None:
            self._do(self._drop, number)  # of a move, playing it takes the question down
        return answer

    async def _put(self, note: Note) -> int:
        question, errand = note.question, note.errand
        place = question.place if isinstance(question, Question) else None
        if isinstance(question, Question):
            bot, form = question.bot, form_of(question.game, question.rules)
        else:
            record = Record.parse(question.record)
            bot, form = "an analysis", form_of(record.game_id, record.rules)
        note.urgency = int(errand.urgency())
        rows = await self._wire.ask(
            PUT,
            *((place.table, place.number, place.seat) if place is not None else (None, None, -1)),
            note.kind,
            as_text(question),
            form,
            bot[:200],
            errand.person[:NAME],
            errand.share[:NAME],
            note.urgency,
            length_of(expected(question)),
            self._wire.process,
        )
        if not rows:
            raise AskedElsewhere
        number = int(rows[0][0])
        self.queue[number] = note
        self._do(self._read, [number])  # where it is the question of before, the answer may be there
        return number

    def _take_down(self, note: Note) -> None:
        for number in [number for number, other in self.queue.items() if other is note]:
            del self.queue[number]

    async def _drop(self, number: int) -> None:
        await self._wire.ask(DROP, number)

    # ---- waiting ----

    async def _read(self, numbers: list[int]) -> set[int]:
        """Hand answers to those who wait; returns which of these questions are on the board."""
        found = await self._wire.ask(READ, numbers)
        for number, answer, failed, thought in found:
            note = self.queue.get(number)
            if note is not None and answer is not None:
                del self.queue[number]
                if not note.answered.done():
                    note.answered.set_result((answer, failed, thought))
        return {number for number, *_ in found}

    async def _keep_looking(self) -> None:
        """As long as something waits: how urgent it is may change, and what was told may not have been heard."""
        try:
            while self.queue:
                await asyncio.sleep(LOOK_SECONDS)
                await self._carefully(self._look)
        finally:
            self._is_looking = False

    async def _look(self) -> None:
        waiting = list(self.queue)
        there = await self._read(waiting) if waiting else set()
        for number in waiting:
            note = self.queue.get(number)
            if note is None:
                continue
            if number not in there:
                await self._put_again(number, note)
            elif (urgency := int(note.errand.urgency())) != note.urgency:
                await self._wire.ask(HURRY, urgency, number)
                note.urgency = urgency

    async def _put_again(self, number: int, note: Note) -> None:
        """The question is no longer on the board: the table has changed, or this process was taken for dead."""
        del self.queue[number]
        try:
            await self._put(note)
        except AskedElsewhere as error:
            if not note.answered.done():
                note.answered.set_exception(error)

    def _do(self, work: Callable[..., Awaitable[Any]], *given: object) -> None:
        task = asyncio.create_task(self._carefully(work, *given))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carefully(self, work: Callable[..., Awaitable[Any]], *given: object) -> None:
        try:
            await work(*given)
        except Refused:
            return  # the database is away; the wire says so, and what waits is looked at when it is back
        except AgonError as error:
            log.warning("A bot could not be asked: %s", error)
