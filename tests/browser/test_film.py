"""A record in an exported notebook, opened from a file in a real browser: the slider works without any network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import agon
from agon.core.game import SEAT_NAMES
from agon.draw.theme import TOKENS
from tests.test_notebooks import export


@pytest.fixture(scope="module")
def record() -> agon.Record:
    return agon.match("hellas_2016", ["random", "random"], seed=7)


@pytest.fixture
def file(record: agon.Record, tmp_path: Path) -> Path:
    path = tmp_path / "film.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{record.html()}", "utf-8")
    return path


def opened(browser: Browser, path: Path, scheme: str = "light") -> tuple[Page, list[str]]:
    """The page, and whatever it asks for besides itself; its errors are there too."""
    page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
    asked: list[str] = []
    page.on(
        "request", lambda r: asked.append(r.url) if r.url != path.as_uri() and not r.url.startswith("data:") else None
    )
    page.on("pageerror", lambda e: asked.append(str(e)))
    page.goto(path.as_uri())
    page.wait_for_selector("[data-agon-film][data-ply]")
    return page, asked


def sentences(record: agon.Record) -> list[str]:
    game, names = record.game, list(SEAT_NAMES["en"])
    states = record.replay()
    return [game.log(s, game.space.parse(p.text), names) for s, p in zip(states, record.plies, strict=False)]


def test_the_slider_shows_every_ply(browser: Browser, file: Path, record: agon.Record) -> None:
    page, asked = opened(browser, file)
    told = sentences(record)
    host = page.locator("[data-agon-film]")
    assert host.get_attribute("data-ply") == str(len(told))  # it begins with the end
    pictures = set()
    for ply in (0, 1, 5, 40, len(told)):
        page.locator("input").fill(str(ply))
        assert page.locator(".said").inner_text() == (told[ply - 1] if ply else "The start of the game.")
        pictures.add(page.locator(".table").inner_html())
    assert len(pictures) == 5
    assert asked == []
    page.close()


def test_a_step_back_is_the_same_picture_again(browser: Browser, file: Path) -> None:
    page, _ = opened(browser, file)
    look = (
        "() => [...document.querySelector('[data-agon-film]').shadowRoot.querySelectorAll('.table svg > g')]"
        ".map(g => g.getAttribute('transform') + g.getAttribute('class').replace(' appear', '') + g.innerHTML).join()"
    )
    page.locator("input").fill("30")
    there = page.evaluate(look)
    page.locator("input").fill("70")
    assert page.evaluate(look) != there
    page.locator("input").fill("30")
    assert page.evaluate(look) == there
    page.close()


def test_buttons_and_keys_step_and_play(browser: Browser, file: Path, record: agon.Record) -> None:
    page, _ = opened(browser, file)
    host, last = page.locator("[data-agon-film]"), len(record.plies)

    def at() -> int:
        return int(host.get_attribute("data-ply") or -1)

    page.get_by_role("button", name="To the start").click()
    assert at() == 0
    page.get_by_role("button", name="One ply on").click()
    page.get_by_role("button", name="One ply on").click()
    page.get_by_role("button", name="One ply back").click()
    assert at() == 1
    page.locator("input").focus()
    for key, ply in (
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageUp", 11),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        assert at() == ply, key
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("[data-agon-film][data-ply='1']")
    page.get_by_role("button", name="Pause").click()
    page.close()


def test_it_is_dark_where_the_page_is_dark(browser: Browser, file: Path) -> None:
    colours = []
    for scheme in ("light", "dark"):
        page, _ = opened(browser, file, scheme)
        colours.append(
            page.evaluate("getComputedStyle(document.querySelector('[data-agon-film]')).getPropertyValue('--marble')")
        )
        page.evaluate("document.body.dataset.jpThemeLight = 'false'")  # a dark Jupyter on a light system
        page.wait_for_selector("[data-theme=dark]")
        page.close()
    assert colours == [TOKENS["light"]["marble"], TOKENS["dark"]["marble"]]


def test_an_exported_notebook_works_from_a_file(browser: Browser, tmp_path: Path) -> None:
    code = 'import agon\nagon.match("hellas_2016", ["random", "random"], seed=7)'
    cell: dict[str, object] = {
        "cell_type": "code",
        "id": "a",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": code,
    }
    notebook = tmp_path / "game.ipynb"
    notebook.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "utf-8")
    export(notebook, tmp_path)
    page, asked = opened(browser, tmp_path / "game.html")
    page.locator("input").fill("10")
    first, before = page.locator(".said").inner_text(), page.locator(".table").inner_html()
    page.locator("input").fill("60")
    assert page.locator(".said").inner_text() != first
    assert page.locator(".table").inner_html() != before
    assert asked == []
    page.close()
