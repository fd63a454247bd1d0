"""What is for the operator alone: whether the server is well (/health), and its numbers (/metrics)."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import Engine, select
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from agon.core.errors import AgonError
from agon.web.address import is_loopback, is_loopback_host
from agon.web.errors import Refused
from agon.web.identity import address_of, lang_of
from agon.web.metrics import Metrics
from agon.web.models import KeyRow
from agon.web.security import BEARER, HEADERS, SAFE

HEALTH: Final = ("/health", "/health/live", "/health/ready")
METRICS: Final = "/metrics"
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")  # a proxy stands between
PATIENCE: Final = 3.0  # seconds the database has to answer
TOKEN_LENGTH: Final = 16


def read_token(text: str) -> str:
    """The token that opens the office from elsewhere; one that could be guessed is refused with a sentence."""
    if text and (len(text) < TOKEN_LENGTH or not text.isascii()):
        raise AgonError(f"AGON_METRICS_TOKEN has at least {TOKEN_LENGTH} characters, all of them ASCII.")
    return text


class Pulse:
    """Whether the database answers; one question at a time, so that a dead one does not fill the threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._asking: asyncio.Task[None] | None = None

    async def beats(self) -> bool:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(asyncio.to_thread(self._ask))
        done, _ = await asyncio.wait([self._asking], timeout=PATIENCE)
        return bool(done) and self._asking.exception() is None

    async def close(self) -> None:
        """Wait for the last question: its thread must not outlive the database."""
        if self._asking is not None:
            await asyncio.gather(self._asking, return_exceptions=True)

    def _ask(self) -> None:
        with self._engine.connect() as connection:
            connection.execute(select(KeyRow.name).limit(1)).all()


class Office:
    """Middleware that answers the operator before anything else is asked: from this machine, or by token."""

    def __init__(self, app: ASGIApp, token: str, metrics: Metrics, pulse: Callable[[], Pulse | None]) -> None:
        self._app = app
        self._token = token
        self._metrics = metrics
        self._pulse = pulse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] not in (*HEALTH, METRICS):
            await self._app(scope, receive, send)
            return
        scope["route"] = SimpleNamespace(path=scope["path"])
        answer = await self._answer(scope)
        for name, value in {**HEADERS, "cache-control": "no-store"}.items():
            answer.headers[name] = value
        await answer(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response:
        refused = None
        if not self._admits(scope):
            refused = Refused("operators_only")
        elif scope["method"] not in SAFE:
            refused = Refused("method")
        if refused is not None:
            return JSONResponse({"error": refused.message(lang_of(Request(scope)))}, refused.status)
        if scope["path"] == METRICS:
            return Response(self._metrics.text(), media_type=CONTENT_TYPE_LATEST)
        if scope["path"] == "/health/live":
            return JSONResponse({"live": True})
        pulse = self._pulse()
        ready = pulse is not None and await pulse.beats()
        return JSONResponse({"live": True, "ready": ready}, 200 if ready else 503)

    def _admits(self, scope: Scope) -> bool:
        """By the token from anywhere; without it from this machine, if nobody else can stand behind that.

        The Host tells a page of another site that was led here by its own name, the headers tell a proxy.
        """
        headers = Headers(scope=scope)
        shown = headers.get("authorization", "").removeprefix(BEARER)
        if self._token and hmac.compare_digest(shown.encode(), self._token.encode()):
            return True
        is_here = is_loopback(address_of(scope)) and is_loopback_host(headers.get("host", ""))
        return is_here and not any(name in headers for name in FORWARDED)
