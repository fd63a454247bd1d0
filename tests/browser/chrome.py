"""The browser of the tests: found on this machine, and replaced by a new one where it no longer answers.

Chromium has been seen to freeze, about once in ten thousand tests, in a call for which Playwright knows no deadline.
The alarm ends such a browser, the call then fails with its own traceback, and the test begins anew, once, in another
browser; pytest's summary counts it as a rerun. A page that freezes each time fails.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

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
SECONDS = 240  # a test of the daily suite has, soak runs have no end of their own


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


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))


class Chrome:
    """One browser after the other: a new one where the last was ended."""

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.last = launch(playwright)

    @property
    def browser(self) -> Browser:
        if not self.last.is_connected():
            self.last = launch(self.playwright)
        return self.last


def end_browsers() -> None:
    """End every browser that this process has started."""
    for child in psutil.Process().children(recursive=True):
        if child.name().startswith("chrom"):
            child.kill()


@contextmanager
def watched(seconds: float) -> Iterator[None]:
    """The browsers of this process have so many seconds."""
    before = signal.signal(signal.SIGALRM, lambda *_: end_browsers())
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Not for the whole session: while Playwright lives, its event loop runs in this thread, and other tests have their own.
@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    with sync_playwright() as playwright:
        found = Chrome(playwright)
        yield found
        found.last.close()


@pytest.fixture
def browser(chrome: Chrome) -> Browser:
    return chrome.browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if item.get_closest_marker("soak"):
        return (yield)
    with watched(SECONDS):
        return (yield)


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["TargetClosedError"]))
