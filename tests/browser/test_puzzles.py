"""Puzzles in a browser: failed, solved, won by a line, and told; on a phone and a desktop, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import agon
from agon.play.puzzles import Puzzle, puzzles
from tests.browser.journey import House
from tests.browser.test_everybody import serious
from tests.browser.test_learning import LATER, SCREENS


def play(page: Page, action: str) -> None:
    """Play an action with the keyboard; where its place stands for several, by the list."""
    spot = page.locator(f'#board [data-action="{action}"], #answer button[value="{action}"]').first
    if spot.count():
        spot.scroll_into_view_if_needed()
        spot.focus()
        with page.expect_navigation():
            spot.press("Enter")
        return
    if page.locator("#choices").get_attribute("open") is None:  # it is where there is room beside the board
        page.locator("#choices summary").click()
    with page.expect_navigation():
        page.locator(f'[data-choice="{action}"]').click()


def searched() -> Puzzle:
    return next(p for p in puzzles(agon.game("hellas_2016")) if p.answer.line[0].startswith("house"))


def won() -> Puzzle:
    rows = [p for p in puzzles(agon.game("attika")) if p.is_exact]
    return min(rows, key=lambda p: len(p.answer.line))


@pytest.mark.parametrize(("screen", "lang"), [("phone", "de"), ("desktop", "en"), *LATER])
def test_a_puzzle_is_failed_undone_and_solved(house: House, screen: str, lang: str) -> None:
    puzzle = searched()
    page = house.person(viewport=SCREENS[screen], bypass_csp=True).go(f"/puzzles?lang={lang}")
    assert serious(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{house.address}/puzzles/{puzzle.id}")
    play(page, puzzle.refuted[0].action)
    page.locator("button[name=undo]").click()
    expect(page.locator("#final")).to_have_count(0)
    play(page, puzzle.refuted[0].action)
    page.locator("#final").click()
    expect(page.locator(".puzzle__v--wrong")).to_be_visible()
    assert serious(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    play(page, puzzle.answer.line[0])
    page.locator("#final").click()
    expect(page.locator(".puzzle__v--right")).to_be_visible()
    expect(page.locator(".puzzle__l li.right").first).to_be_visible()
    assert serious(page) == []
    page.locator("#go-on").click()
    expect(page.locator("#answer")).to_have_count(1)


@pytest.mark.parametrize(("screen", "lang"), [("desktop", "de"), pytest.param("phone", "en", marks=pytest.mark.soak)])
def test_a_win_within_the_turn_is_found_on_the_board(house: House, screen: str, lang: str) -> None:
    puzzle = won()
    page = house.person(viewport=SCREENS[screen], bypass_csp=True).go(f"/puzzles/{puzzle.id}?lang={lang}")
    for action in puzzle.answer.line:
        play(page, action)
    expect(page.locator(".puzzle__v--right")).to_be_visible()
    expect(page.locator(".puzzle__took")).to_contain_text({"en": "Solved in", "de": "Gelöst in"}[lang])
    said = {"en": "exact: every way", "de": "exakt: Jede Fortsetzung"}[lang]
    expect(page.locator(".puzzle__l")).to_contain_text(said)


def test_the_header_leads_to_the_puzzle_of_the_day(house: House) -> None:
    page = house.person().go("/")
    page.locator('.ag-nav a[href="/puzzles"]').click()
    page.locator('a[href="/puzzles/daily"]').first.click()
    expect(page.locator(".puzzle__days .now")).to_have_count(1)
    expect(page.locator(".puzzle__t h1")).to_be_visible()


@pytest.mark.parametrize(("screen", "lang"), [("phone", "de"), pytest.param("desktop", "en", marks=pytest.mark.soak)])
def test_a_paragraph_opens_beside_the_solution_and_the_game_where_it_arose(
    house: House, screen: str, lang: str
) -> None:
    puzzle = searched()
    page = house.person(viewport=SCREENS[screen], bypass_csp=True).go(f"/puzzles/{puzzle.id}?lang={lang}")
    with page.expect_navigation():
        page.locator("button[name=show]").click()
    why = page.locator(".puzzle__w a[data-codex]").first
    why.focus()
    why.press("Enter")
    codex = page.locator("#codex")
    expect(codex).to_be_focused()
    expect(codex).to_contain_text((why.text_content() or "").strip())
    assert serious(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(codex).to_be_hidden()
    expect(why).to_be_focused()
    page.locator(f'a[href="/puzzles/{puzzle.id}/game"]').click()
    expect(page.locator("#content")).to_have_attribute("data-ply", str(len(puzzle.plies)))
    assert serious(page) == []


def test_a_paragraph_opens_beside_a_lesson(house: House) -> None:
    page = house.person(viewport=SCREENS["desktop"], bypass_csp=True).go("/learn/hellas_2016/3?lang=de")
    page.locator(".lesson__why").click()
    codex, board = page.locator("#codex"), page.locator("#board svg").first
    expect(codex).to_contain_text("§6.6")
    beside, there = codex.bounding_box(), board.bounding_box()
    assert beside is not None and there is not None and beside["x"] + beside["width"] <= there["x"] + 1
    assert serious(page) == []
    codex.locator("button").click()
    expect(codex).to_be_hidden()
