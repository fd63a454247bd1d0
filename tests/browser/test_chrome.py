"""A browser that freezes costs a test its time, not the suite its worker."""

import pytest
from playwright.sync_api import Error

from tests.browser.chrome import Chrome, watched


def test_a_browser_that_no_longer_answers_is_ended_and_replaced(chrome: Chrome) -> None:
    page = chrome.browser.new_page()
    with watched(0.5), pytest.raises(Error, match="closed"):
        page.evaluate("new Promise(() => {})")
    assert chrome.browser.new_page().evaluate("6 * 7") == 42
