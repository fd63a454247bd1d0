"""The files for the browser. All lie in one folder named by their common version, so that they may be kept for ever.

Scripts import each other by relative addresses: the version of one cannot change without that of those who import it.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from agon.draw.theme import css
from agon.web.views import Packed

KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOREVER: Final = "public, max-age=31536000, immutable"
BEST: Final = 9  # packed once, sent often
_IMPORT: Final = re.compile(r'^import .* from "\./([\w-]+\.js)";$', re.MULTILINE)


@cache
def assets() -> dict[str, Packed]:
    """Every file by its name; theme.css is written by `draw`, so that pages and pictures look the same."""
    found = {file.name: file.read_bytes() for file in (files("agon.web") / "static").iterdir()}
    found["theme.css"] = css().encode()
    return {name: Packed.of(body, KINDS[name[name.rindex(".") :]], BEST) for name, body in sorted(found.items())}


@cache
def version() -> str:
    """The version of all files together."""
    whole = sha256()
    for name, file in assets().items():
        whole.update(f"{name} {len(file.body)}\n".encode() + file.body)
    return whole.hexdigest()[:12]


def address(name: str, root: str = "/") -> str:
    """Where a file lies; below another root where pages have no server."""
    if name not in assets():
        raise KeyError(f"there is no static file {name!r}")
    return f"{root}static/{version()}/{name}"


@cache
def modules(*names: str, root: str = "/") -> tuple[str, ...]:
    """The addresses of the modules that these scripts import, and those in turn; a page tells them beforehand."""
    found: list[str] = []
    todo = list(names)
    while todo:
        for name in _IMPORT.findall(assets()[todo.pop(0)].body.decode()):
            if name not in (*names, *found):
                found.append(name)
                todo.append(name)
    return tuple(address(name, root) for name in found)
