"""What lives in the documentation: on every game's page a board, in the reference a console."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import agon
from tests.site.conftest import Quiet
from tests.site.visitor import PATIENCE

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.soak  # the whole documentation is built


@pytest.fixture(scope="module")
def documentation(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a static host of what `make docs` makes."""
    out = tmp_path_factory.mktemp("docs")
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(out)]
    subprocess.run(words, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True, timeout=600)
    (out / "play").symlink_to(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_game_is_played_on_its_page(documentation: str, browser: Browser, game_id: str) -> None:
    page = browser.new_page(locale="en-GB")
    page.goto(f"{documentation}/games/{game_id}.html")
    page.get_by_role("button", name="here").click()
    table = (
        page.frame_locator("[data-agon-live] iframe")
        .frame_locator("iframe:not([data-next])")
        .last.locator("main.ag-table")
    )
    expect(table).to_have_attribute("data-asked", "yes", timeout=PATIENCE)
    page.close()


def test_the_reference_has_a_console(documentation: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{documentation}/api/agon.html")
    page.get_by_role("button", name="Open a console here").click()
    place = page.locator("[data-agon-console]")
    expect(place.locator(".agon-said")).to_contain_text(f"with agon {agon.__version__}", timeout=PATIENCE)
    place.get_by_role("button", name="Run").click()
    expect(place.locator("img")).to_be_visible(timeout=PATIENCE)
    place.locator("textarea").fill("len(position.legal)")
    place.locator("textarea").press("Shift+Enter")
    legal = len(agon.Position("hellas_2016", seats=3, seed=7).legal)
    expect(place.locator(".agon-said pre").last).to_have_text(f"{legal}\n", timeout=PATIENCE)
    page.close()


def test_where_the_site_is_missing_a_sentence_says_so(documentation: str, browser: Browser, folder: Path) -> None:
    page = browser.new_page()
    page.route("**/play/site.json", lambda route: route.fulfill(status=404))
    page.goto(f"{documentation}/games/attika.html")
    page.get_by_role("button", name="Play Attika here").click()
    expect(page.locator("[data-agon-live] p")).to_contain_text("made without the site")
    page.close()
