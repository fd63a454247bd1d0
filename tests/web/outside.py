"""An application asked as its web server asks it: bytes in, bytes out, whatever the bytes; and all it can be asked."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote, urlencode

from fastapi import FastAPI

import agon.web
from agon.web.app import create_app
from agon.web.settings import Settings
from tests.web.support import PromptBots

Thing = TypeVar("Thing")
Pairs = dict[str, str]

SOURCES = "\n".join(path.read_text("utf-8") for path in sorted(Path(agon.web.__path__[0]).glob("*.py")))
DECLARED = len(re.findall(r"@\w+\.(?:get|post|put|delete|patch)\(", SOURCES))
# Pages read these by hand, so they are found where they are read.
QUERY = sorted({*re.findall(r'\bquery(?:_params)?\.get\("(\w+)"', SOURCES), "since", "table", "action"})
FORM = sorted({*re.findall(r'_one\(form, f?"(\w+)', SOURCES), *re.findall(r'\bform\.get\("(\w+)"', SOURCES)})
HEADERS = sorted(
    {*re.findall(r'headers\.get\(\s*"([\w-]+)"', SOURCES), "content-type", "last-event-id", "if-none-match"}
    | {"x-forwarded-for", "x-forwarded-proto", "accept", "x-agon-token", "host", "origin", "cookie"}
)


@dataclass(frozen=True)
class Way:
    """A method of a route, and what it can be given."""

    method: str
    path: str
    fields: tuple[str, ...]  # of its JSON body

    @property
    def holes(self) -> list[str]:
        return re.findall(r"{(\w+)", self.path)


def ways(app: FastAPI) -> list[Way]:
    """Everything the application can be asked for."""
    return [
        Way(method, route.path, fields_of(route))
        for route in leaves(app.routes)
        for method in sorted(route.methods - {"HEAD"})
    ]


def leaves(routes: Iterable[Any]) -> Iterator[Any]:
    for route in routes:
        inner = getattr(route, "original_router", None) or route
        if getattr(inner, "routes", None):
            yield from leaves(inner.routes)
        else:
            yield route


def fields_of(route: Any) -> tuple[str, ...]:
    body = getattr(route, "body_field", None)
    return tuple(body.field_info.annotation.model_fields) if body is not None else ()


@dataclass(frozen=True)
class Ask:
    """One request."""

    way: Way
    holes: Pairs = field(default_factory=dict)
    query: Pairs = field(default_factory=dict)
    headers: Pairs = field(default_factory=dict)
    body: Any = None  # fields of a JSON body, or of a form

    def target(self) -> tuple[str, bytes]:
        """The path as it goes over the wire, and the query."""
        path = re.sub(r"{(\w+)[^}]*}", lambda hole: wire(self.holes[hole[1]]), self.way.path)
        pairs = [(as_bytes(name), as_bytes(value)) for name, value in self.query.items()]
        return path, urlencode(pairs).encode()

    def content(self) -> bytes:
        if self.body is None:
            return b""
        if self.way.path.startswith("/api"):
            return json.dumps(self.body).encode()  # surrogates as \uXXXX, which JSON allows
        pairs = [(k, v) for k, values in self.body.items() for v in (values if isinstance(values, list) else [values])]
        return urlencode([(as_bytes(str(k)), as_bytes(str(v))) for k, v in pairs]).encode()


def as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def wire(text: str) -> str:
    return quote(as_bytes(text), safe="")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Pairs
    body: bytes

    def sentence(self) -> str:
        """Why it was refused, from JSON or from the page."""
        if self.headers["content-type"].startswith("application/json"):
            return str(json.loads(self.body)["error"])
        found = re.search(r'<p class="lead">(.*?)</p>', self.body.decode(), re.DOTALL)
        assert found, self.body[:300]
        return unescape(found[1])


class Outside:
    """An application that runs on a loop in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings, PromptBots())
        self.ways = ways(self.app)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._life = self.app.router.lifespan_context(self.app)
        self.do(self._life.__aenter__())

    def do(self, work: Coroutine[Any, Any, Thing]) -> Thing:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def close(self) -> None:
        self.do(self._life.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
        self._loop.close()

    def ask(self, ask: Ask) -> Answer:
        return self.do(self._ask(ask))

    async def _ask(self, ask: Ask) -> Answer:
        raw, query = ask.target()
        content = ask.content()
        kind = "application/json" if ask.way.path.startswith("/api") else "application/x-www-form-urlencoded"
        headers = {"host": "localhost", "content-type": kind, "content-length": str(len(content))} | ask.headers
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": ask.way.method,
            "scheme": "http",
            "path": unquote(raw),
            "raw_path": raw.encode(),
            "query_string": query,
            "root_path": "",
            "headers": [(name.encode(), as_bytes(value)) for name, value in headers.items()],
            "client": ("127.0.0.1", 5),
            "server": ("localhost", 80),
        }
        waiting = [{"type": "http.request", "body": content, "more_body": False}]
        sent: list[Any] = []

        async def receive() -> Any:
            return waiting.pop() if waiting else {"type": "http.disconnect"}  # nobody reads a stream to its end

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start = sent[0]
        body = b"".join(m.get("body", b"") for m in sent[1:])
        return Answer(start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, body)


@contextmanager
def outside(settings: Settings) -> Iterator[Outside]:
    opened = Outside(settings)
    try:
        yield opened
    finally:
        opened.close()
