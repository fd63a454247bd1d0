"""The site, built once, on a static host of this machine, in a Chromium."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from agon.site.build import build
from tests.browser.chrome import browser, chrome, pytest_itemcollected, pytest_runtest_protocol

__all__ = ["browser", "chrome", "folder", "host", "pytest_itemcollected", "pytest_runtest_protocol"]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test's output is for failures."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None:
        pytest.skip("The site is built with npm, and there is none here.")
    out = tmp_path_factory.mktemp("site")
    build(out)
    return out


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a static host."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    with hosted(folder) as address:
        yield address
