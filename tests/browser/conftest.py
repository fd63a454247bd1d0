"""A real server on a free port and a real Chromium for the journeys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chrome import browser, chrome, pytest_itemcollected, pytest_runtest_protocol
from tests.browser.journey import PATIENCE, House
from tests.web.support import served

__all__ = ["address", "browser", "chrome", "house", "pytest_itemcollected", "pytest_runtest_protocol"]

expect.set_options(timeout=PATIENCE)  # a busy machine is slow, not wrong


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
