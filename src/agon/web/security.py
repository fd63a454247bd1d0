"""The guard before every request: who asks, how often, how much, from whose page; and the headers of every answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from http.cookies import SimpleCookie
from time import monotonic
from typing import Final
from urllib.parse import unquote

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agon.web.address import Site
from agon.web.asking import check_text
from agon.web.errors import Refused
from agon.web.faults import as_refusal
from agon.web.identity import COOKIE, SESSION, YEAR, Identity, Signer, address_of, lang_of, network_of
from agon.web.limiter import Limiter
from agon.web.moderation import Moderation
from agon.web.sessions import Sessions
from agon.web.settings import Settings

log = logging.getLogger("agon.web")

SAFE: Final = ("GET", "HEAD", "OPTIONS")
BEARER: Final = "Bearer "
TOKEN_HEADER: Final = "x-agon-token"
RECORDS: Final = "/api/records"
RETRY: Final = {"database_away": 5, "analyses_yours": 60}  # refusals that say when to ask again, though not how long

POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not "no-referrer": it would make browsers say "Origin: null" on our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}

# kind: (requests a second in the long run, requests at once)
RATES: Final[dict[str, tuple[float, int]]] = {
    "address": (60.0, 300),  # everything from one address
    "write": (10.0, 60),  # every change by one identity
    "identity": (0.5, 40),  # new ones from one address
    "chat": (1.0, 10),
    "enter": (0.1, 20),  # attempts to come back into an account, from one address
}


class Limits:
    """All rate limits of a server."""

    def __init__(self, factor: float, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self.tally: dict[tuple[str, str], int] | None = None  # what was asked, where other processes are to be told
        self._limiters: dict[str, Limiter] = {}
        if factor > 0:
            self._limiters = {
                k: Limiter(rate * factor, max(1, int(burst * factor))) for k, (rate, burst) in RATES.items()
            }

    def check(self, kind: str, asker: str) -> None:
        """Refuses an asker who is too fast."""
        limiter = self._limiters.get(kind)
        seconds = limiter.wait(asker, self._clock()) if limiter is not None else 0.0
        if seconds > 0:
            raise Refused("too_fast", seconds=int(seconds) + 1)
        if self.tally is not None:
            self.tally[kind, asker] = self.tally.get((kind, asker), 0) + 1

    def burst(self, kind: str) -> float:
        """How much may be asked at once."""
        return self._limiters[kind].burst if kind in self._limiters else float("inf")

    def spent(self, kind: str, asker: str, amount: float) -> None:
        """Somebody has asked another process."""
        if kind in self._limiters and asker:
            self._limiters[kind].spend(asker, self._clock(), amount)


class Guard:
    """Middleware around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        site: Site,
        limits: Limits,
        moderation: Moderation,
        signer: Callable[[], Signer],
        sessions: Callable[[], Sessions],
        refuse: Callable[[Request, Refused], Response],
        saw: Callable[[Identity], None],
    ) -> None:
        self._app = app
        self._settings = settings
        self._site = site
        self._headers = HEADERS | site.headers
        self._limits = limits
        self._moderation = moderation
        self._signer = signer
        self._sessions = sessions
        self._refuse = refuse
        self._saw = saw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        guarded = self._with_headers(scope, send)
        try:
            receive = await self._admit(scope, receive)
            await self._app(scope, receive, guarded)
        except Exception as error:  # whatever it is: whoever asked gets a sentence
            refused = as_refusal(error)
            if not scope["state"].get("answered"):
                await self._answer(Request(scope), refused, error)(scope, receive, guarded)

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """Refuses a request that is not to be answered; what it sends is read, and handed on."""
        self._site.settle(scope)
        headers = Headers(scope=scope)
        by_bearer = await self._identify(scope, headers)
        self._check_rates(scope)
        self._check_ban(scope)
        check_text(scope["path"])
        check_text(unquote(scope["query_string"].decode("latin-1")))
        if scope["method"] in SAFE:
            return receive
        self._check_origin(scope, headers, by_bearer)
        return await self._in_time(scope, headers, receive)

    def _answer(self, request: Request, refused: Refused, error: Exception) -> Response:
        try:
            answer = self._refuse(request, refused)
        except Exception:  # not even the page that tells of a fault can be made
            log.exception("A refusal failed.")
            answer = PlainTextResponse(refused.message(lang_of(request)), refused.status)
        seconds = refused.facts.get("seconds", RETRY.get(refused.key))
        if seconds is not None and refused.status in (429, 503):
            answer.headers["retry-after"] = str(seconds)
        if isinstance(error, HTTPException):
            answer.headers.update(error.headers or {})
        return answer

    # ---- who ----

    async def _identify(self, scope: Scope, headers: Headers) -> bool:
        """Note who asks; returns whether by a token that no browser sends on its own."""
        given = headers.get("authorization", "")
        by_bearer = given.startswith(BEARER)
        token = given.removeprefix(BEARER) if by_bearer else _cookie(headers)
        scope["state"]["identity"] = None
        who = await self._who(token) if token else None
        if by_bearer and who is None:
            raise Refused("who_are_you")
        if who is not None:
            here = scope["state"]["identity"] = replace(who, address=network_of(scope))
            self._saw(here)
            is_page = not by_bearer and not scope["path"].startswith(("/api", "/static/"))
            scope["state"]["identity_is_new"] = is_page and not who.is_kept and self._signer().is_old(token)
        return by_bearer

    async def _who(self, token: str) -> Identity | None:
        if token.startswith(SESSION):
            return await self._sessions().read(token.removeprefix(SESSION))
        return self._signer().read(token)

    def _check_ban(self, scope: Scope) -> None:
        """Whoever is banned sees why, with the styles of the page."""
        if not scope["path"].startswith("/static/"):
            self._moderation.check_ban(scope["state"]["identity"], address_of(scope))

    def _check_rates(self, scope: Scope) -> None:
        self._limits.check("address", network_of(scope))
        who = scope["state"]["identity"]
        if who is not None and scope["method"] not in SAFE:
            self._limits.check("write", who.id)

    # ---- from where ----

    def _check_origin(self, scope: Scope, headers: Headers, by_bearer: bool) -> None:
        """A change asked for by another site's page is refused; pages say by themselves where they are from.

        A program that says nothing of the kind and shows a cookie must show the form token too.
        """
        if by_bearer:
            return
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if origin in self._settings.origins and origin is not None:
            return
        if origin is not None and not self._site.is_own(origin, headers["host"]):
            is_ours = False
        elif site is not None:
            is_ours = site in ("same-origin", "none")
        elif origin is not None:
            is_ours = True
        else:
            is_ours = self._shows_token(scope["state"]["identity"], headers)
        if not is_ours:
            raise Refused("foreign_origin")

    def _shows_token(self, who: Identity | None, headers: Headers) -> bool:
        return who is None or self._signer().is_form_token(who, headers.get(TOKEN_HEADER, ""))

    # ---- how much ----

    async def _in_time(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """Read the body, unless it is dripped."""
        try:
            return await asyncio.wait_for(self._bounded(scope, headers, receive), self._settings.body_seconds)
        except TimeoutError as error:
            raise Refused("too_slow") from error

    async def _bounded(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """Read the body, unless it is too large, and hand it on."""
        limit = self._settings.record_limit if scope["path"] == RECORDS else self._settings.body_limit
        declared = headers.get("content-length", "0")
        if not declared.isascii() or not declared.isdigit() or int(declared[:18]) > limit:
            raise Refused("too_large", limit=limit)
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return _again([message], receive)
            body += message.get("body", b"")
            if len(body) > limit:
                raise Refused("too_large", limit=limit)
            if not message.get("more_body", False):
                return _again([{"type": "http.request", "body": body, "more_body": False}], receive)

    # ---- the answer ----

    def _with_headers(self, scope: Scope, send: Send) -> Callable[[Message], Awaitable[None]]:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope["state"]["answered"] = True
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault(
                    "cache-control", "no-store" if scope["path"].startswith("/api") else "private, no-cache"
                )
                if scope["state"].get("identity_is_new"):
                    headers.append("set-cookie", self._set_cookie(scope))
            await send(message)

        return guarded

    def _set_cookie(self, scope: Scope) -> str:
        jar: SimpleCookie = SimpleCookie()
        jar[COOKIE] = scope["state"].get("token") or self._signer().sign(scope["state"]["identity"])
        for name, value in (("path", "/"), ("max-age", str(YEAR)), ("samesite", "Lax"), ("httponly", "1")):
            jar[COOKIE][name] = value
        if scope.get("scheme") == "https":
            jar[COOKIE]["secure"] = "1"
        return jar[COOKIE].OutputString()


def _cookie(headers: Headers) -> str:
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return ""


def _again(messages: list[Message], receive: Receive) -> Receive:
    """These messages, and then what comes."""
    waiting = list(messages)

    async def read() -> Message:
        return waiting.pop(0) if waiting else await receive()

    return read
