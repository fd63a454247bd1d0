"""The server in numbers, in Prometheus' form: requests, streams, tables, thinking, the database, errors."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Mapping
from typing import Any, Final, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from sqlalchemy import Engine, event

from agon.bots import Reasoning
from agon.play.analysis import Judged
from agon.web.botpool import BotFailed, Look, Question, Thinker
from agon.web.hub import Hub

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)  # seconds
SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 60)
HINT: Final = "a hint"
ANALYSIS: Final = "an analysis"

Thing = TypeVar("Thing")


class Metrics:
    """What one server has counted; nothing here is shared between servers."""

    def __init__(self) -> None:
        kept = self.registry = CollectorRegistry()
        ProcessCollector(registry=kept)
        self.requests = Counter("agon_requests", "Requests.", ["method", "route", "status"], registry=kept)
        self.request_seconds = Histogram(
            "agon_request_seconds",
            "From a request to its answer's start.",
            ["route"],
            buckets=QUICK,
            registry=kept,
        )
        self.streams = Gauge("agon_streams", "Event streams that are open.", registry=kept)
        self.tables = Gauge("agon_tables_in_memory", "Tables in memory.", registry=kept)
        self.waiting = Gauge("agon_thinking_waiting", "Questions to bots that wait for a process.", registry=kept)
        self.busy = Gauge("agon_thinking_busy", "Processes in which a bot thinks.", registry=kept)
        self.think_seconds = Histogram(
            "agon_think_seconds", "From a question to a bot's answer.", ["bot"], buckets=SLOW, registry=kept
        )
        self.bot_failures = Counter("agon_bot_failures", "Questions a bot failed to answer.", ["bot"], registry=kept)
        self.database_seconds = Histogram(
            "agon_database_seconds",
            "From taking a connection to its return.",
            ["what"],
            buckets=QUICK,
            registry=kept,
        )
        self.database_errors = Counter("agon_database_errors", "Errors of the database.", registry=kept)
        self.log_lines = Counter("agon_log_lines", "Warnings and errors in the log.", ["level"], registry=kept)
        for level in ("warning", "error"):
            self.log_lines.labels(level)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

    def watch(self, hub: Hub, bots: Thinker, streams: Mapping[str, int], processes: object = None) -> None:
        """Tell how things stand with these whenever somebody asks; `processes` are those in which bots think here."""
        self.streams.set_function(lambda: sum(streams.values()))
        self.tables.set_function(lambda: hub.in_memory)
        self.waiting.set_function(lambda: len(getattr(bots, "queue", ())))
        self.busy.set_function(lambda: getattr(processes or bots, "busy", 0))

    def time_database(self, engine: Engine) -> None:
        """Time every stretch for which a connection is used; it ends after the commit, so the disk is in it."""

        def begin(connection: Any, record: Any, proxy: object) -> None:
            record.info["began"] = time.perf_counter()
            record.info["what"] = "read"

        def notice(connection: Any, cursor: object, statement: object, more: object, context: Any, many: bool) -> None:
            if context is not None and (context.isinsert or context.isupdate or context.isdelete):
                connection.info["what"] = "write"

        def end(connection: Any, record: Any) -> None:
            if "began" in record.info:
                seconds = time.perf_counter() - record.info.pop("began")
                self.database_seconds.labels(record.info["what"]).observe(seconds)

        event.listen(engine, "checkout", begin)
        event.listen(engine, "before_cursor_execute", notice)
        event.listen(engine, "checkin", end)
        event.listen(engine, "handle_error", lambda context: self.database_errors.inc())


class TimedBots:
    """Bots whose thinking is timed, their waiting for a process included."""

    def __init__(self, bots: Thinker, metrics: Metrics) -> None:
        self._bots = bots
        self._metrics = metrics

    async def choose(self, question: Question) -> int:
        return await self._timed(question.bot, self._bots.choose(question))

    async def reason(self, question: Question) -> Reasoning:
        return await self._timed(HINT, self._bots.reason(question))

    async def look(self, piece: Look) -> list[Judged]:
        return await self._timed(ANALYSIS, self._bots.look(piece))

    def close(self) -> None:
        self._bots.close()

    async def _timed(self, name: str, answer: Awaitable[Thing]) -> Thing:
        with self._metrics.think_seconds.labels(name).time():
            try:
                return await answer
            except BotFailed:
                self._metrics.bot_failures.labels(name).inc()
                raise


class CountedLines(logging.Handler):
    """Counts the warnings and errors of the log."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        level = "error" if record.levelno >= logging.ERROR else "warning"
        self._metrics.log_lines.labels(level).inc()
