"""A real server on a free port and a real Chromium for the journeys."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.journey import PATIENCE, House
from tests.web.support import served

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


expect.set_options(timeout=PATIENCE)  # a busy machine is slow, not wrong


def chromium() -> str:
    """The browser of this machine: $AGON_CHROMIUM, or one on PATH."""
    wanted = os.environ.get("AGON_CHROMIUM", "")
    if wanted and not Path(wanted).exists():
        pytest.fail(f"AGON_CHROMIUM names {wanted}, which does not exist.", pytrace=False)
    found = wanted or next(filter(None, map(shutil.which, NAMES)), "")
    if not found:
        pytest.fail(
            "The browser tests need Chromium, and none was found: install it (on Debian: apt-get install chromium), "
            "or name one in AGON_CHROMIUM.",
            pytrace=False,
        )
    return found


# Not for the whole session: while Playwright lives, its event loop runs in this thread, and other tests have their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server"), pages=True) as (found, _):
        yield found


@pytest.fixture
def house(browser: Browser, address: str) -> Iterator[House]:
    """Opens pages, and closes them after the test; a page's errors fail it."""
    found = House(browser, address)
    yield found
    found.close()
