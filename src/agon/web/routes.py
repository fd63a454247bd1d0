"""Addresses and the functions that answer them: what a server asks, and what the browser asks where there is none."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

Handler = Callable[..., Awaitable[Response]]


@dataclass(frozen=True)
class Route:
    """A method, an address with names in braces, and the function that is given the request and what they stand for."""

    method: str
    path: str
    handler: Handler

    def match(self, path: str) -> dict[str, str] | None:
        """What the names stand for in an address; None where it is not one of these."""
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path)
        found = re.fullmatch(pattern, path)
        return found.groupdict() if found is not None else None


class Routes:
    """The pages of one module."""

    def __init__(self) -> None:
        self._routes: list[Route] = []

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes)

    def get(self, path: str) -> Callable[[Handler], Any]:
        return self._add("GET", path)

    def post(self, path: str) -> Callable[[Handler], Any]:
        return self._add("POST", path)

    def delete(self, path: str) -> Callable[[Handler], Any]:
        return self._add("DELETE", path)

    def _add(self, method: str, path: str) -> Callable[[Handler], Any]:
        def add(handler: Handler) -> Handler:
            self._routes.append(Route(method, path, handler))
            return handler

        return add
