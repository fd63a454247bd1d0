"""The log: one line of JSON an event, with the id of the request it belongs to. No address of a table is in it."""

from __future__ import annotations

import json
import logging
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agon.core.errors import AgonError
from agon.web.identity import Identity, address_of
from agon.web.metrics import Metrics

LEVELS: Final = ("warning", "info")
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
REQUEST_ID: Final = "x-request-id"
NOWHERE: Final = "none"  # the route of a request that was refused before it came to one
GONE: Final = "gone"  # the status where the asker has left without an answer

request_id: ContextVar[str] = ContextVar("request_id", default="")
log = logging.getLogger("agon.requests")


class Lines(logging.Formatter):
    """An event as one line of JSON, a traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if found := request_id.get():
            line["request"] = found
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def begin(level: str) -> None:
    """Write the log to standard error, from this level on."""
    if level not in LEVELS:
        raise AgonError(f'A log has the level {" or ".join(LEVELS)}, not "{level}".')
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("agon").setLevel(level.upper())


class Counting:
    """Middleware around everything: a request is given an id, counted, timed, and written to the log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number, began, status = secrets.token_hex(8), time.perf_counter(), GONE

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
                MutableHeaders(scope=message)[REQUEST_ID] = number
                self._note(scope, status, time.perf_counter() - began)
            await send(message)

        before = request_id.set(number)
        try:
            await self._app(scope, receive, counted)
        finally:
            if status == GONE:
                self._note(scope, status, time.perf_counter() - began)
            request_id.reset(before)

    def _note(self, scope: Scope, status: str, seconds: float) -> None:
        """An answer begins; a stream may go on for hours after that."""
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = str(getattr(scope.get("route"), "path", NOWHERE))
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        who = scope.get("state", {}).get("identity")
        facts = {
            "method": method,
            "route": route,
            "status": status,
            "seconds": round(seconds, 6),
            "address": address_of(scope),
            "person": who.id if isinstance(who, Identity) else "",
        }
        log.info("A request was answered.", extra={"facts": facts})
