"""The site in a browser: with the network cut after the first visit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect

import agon
from tests.site.visitor import PATIENCE, Visitor

TRANSFER = 15_000_000
OURS = 2_000_000


@pytest.fixture
def visitor(browser: Browser, host: str) -> Iterator[Visitor]:
    found = Visitor(browser, host)
    yield found
    found.close()


def test_the_site_is_small_names_its_version_and_nothing_from_elsewhere(folder: Path) -> None:
    sizes = {path: path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < TRANSFER
    assert sum(size for path, size in sizes.items() if path.parent.name != "pyodide") < OURS
    site = json.loads((folder / "site.json").read_text("utf-8"))
    assert site["version"] in (folder / "sw.js").read_text("utf-8")
    manifest = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["display"] == "standalone" and (folder / manifest["icons"][0]["src"]).is_file()
    for path in folder.glob("*.*"):
        if path.suffix in (".js", ".html", ".css", ".webmanifest"):
            assert "://" not in path.read_text("utf-8"), path


def test_somebody_plays_with_the_network_cut(visitor: Visitor) -> None:
    """A game against a bot, a lesson, a record from elsewhere with the same digest; nothing keeps people out."""
    visitor.go()
    visitor.play("hellas_2016")
    expect(visitor.page.locator("#pages iframe")).to_have_count(1)  # though one may click before the worker is awake
    visitor.cut_the_network()
    for _ in range(2):
        assert visitor.decide()
    assert not visitor.is_over()  # the game waits for a person again
    assert not barriers(visitor)

    frame = visitor.go("/learn/attika/1")
    expect(frame.locator("#answer")).to_be_attached(timeout=PATIENCE)
    record = agon.match("hellas_2016", ["random", "random"], seed=4)
    frame = visitor.go()
    expect(frame.locator("#mine .row")).to_have_count(1, timeout=PATIENCE)  # the game from before is kept
    picture = frame.locator(".turn img")
    expect(picture).to_have_attribute("src", re.compile("^data:image/svg"))
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    frame.locator("#record-text").fill(record.text())
    frame.locator("form.import button").click()
    expect(visitor.main).to_have_attribute("data-mode", "replay", timeout=PATIENCE)
    table = str(visitor.main.get_attribute("data-table"))
    asked = f"agonHere.send('/api/tables/{table}/record').then((answer) => answer.text())"
    assert visitor.page.evaluate(asked) == record.text()


def barriers(visitor: Visitor) -> list[str]:
    """What axe finds that keeps people out, in the page and the frame around it."""
    found = Axe().run(visitor.page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found if v["impact"] in ("serious", "critical")]


@pytest.mark.soak
@pytest.mark.parametrize("game", agon.game_ids())
def test_a_whole_game_is_played_to_its_end_without_a_network(visitor: Visitor, game: str) -> None:
    visitor.go()
    visitor.play(game)
    visitor.cut_the_network()
    while visitor.decide():
        pass
    expect(visitor.frame.locator(".verdict")).to_be_visible()
    visitor.frame.locator(".verdict__a a[href$=replay]").click()
    expect(visitor.main).to_have_attribute("data-mode", "replay", timeout=PATIENCE)
