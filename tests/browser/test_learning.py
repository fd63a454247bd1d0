"""Lessons in a browser: a stranger from the lobby through the first lesson of each game, on a phone and a desktop."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import agon
from agon.play.lessons import CHOICE, COUNT, Step, lessons
from tests.browser.journey import House
from tests.browser.test_everybody import serious

SCREENS = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}


def place(page: Page, action: str) -> Locator:
    """What stands for an action: a place of the board, or a button."""
    return page.locator(f'#board [data-action="{action}"], #answer button[value="{action}"]').first


def solve(page: Page, step: Step) -> None:
    """Answer a task as a person would."""
    if step.kind == COUNT:
        page.locator("#number").fill(str(step.answer))
        page.locator("#number").press("Enter")
    elif step.kind == CHOICE:
        page.locator(f'#answer button[value="{step.answer}"]').click()
    for action in step.solution:
        spot = place(page, action)
        spot.scroll_into_view_if_needed()
        spot.focus()
        spot.press("Enter")
        page.wait_for_load_state()
    expect(page.locator(".lesson__f--right")).to_be_visible()


LATER = [pytest.param("phone", "en", marks=pytest.mark.soak), pytest.param("desktop", "de", marks=pytest.mark.soak)]


@pytest.mark.parametrize(("screen", "lang"), [("phone", "de"), ("desktop", "en"), *LATER])
@pytest.mark.parametrize("game", agon.game_ids())
def test_a_stranger_goes_through_the_first_lesson(house: House, game: str, screen: str, lang: str) -> None:
    person = house.person(viewport=SCREENS[screen], bypass_csp=True)
    page = person.go(f"/?lang={lang}")
    page.locator(f'a[href="/learn/{game}/1"]').last.click()
    first = lessons(agon.game(game))[0]
    for step in first.steps:
        expect(page.locator(".lesson__t h1")).to_have_text(step.task[lang])
        solve(page, step)
        if step is first.steps[0]:
            assert serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#go-on").click()
        page.wait_for_load_state()
    page.goto(f"{house.address}/learn")
    expect(page.locator(f"#{game} li.done")).to_have_count(1)


@pytest.mark.parametrize("path", ["/learn", "/learn/hellas_2016/2", "/games/attika/how-to-play"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_to_learn_from_are_open_to_all(house: House, path: str, scheme: str) -> None:
    page = house.person(color_scheme=scheme, bypass_csp=True).go(path)
    assert serious(page) == []


def too_wide(page: Page, house: House, game: str, lesson: int, step: int) -> bool:
    page.goto(f"{house.address}/learn/{game}/{lesson}?step={step}&lang=de")
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_lessons_with_wide_sheets_and_many_things_fit_on_a_phone(house: House) -> None:
    page = house.person(viewport=SCREENS["phone"]).page
    assert not [at for at in (("attika", 5, 1), ("hellas_2016", 2, 1)) if too_wide(page, house, *at)]


@pytest.mark.soak
@pytest.mark.parametrize("game", agon.game_ids())
def test_every_task_fits_on_a_phone(house: House, game: str) -> None:
    page = house.person(viewport=SCREENS["phone"]).page
    steps = [(found.number, n) for found in lessons(agon.game(game)) for n in range(1, len(found.steps) + 1)]
    assert not [at for at in steps if too_wide(page, house, game, *at)]


def test_a_click_on_the_pieces_of_a_place_is_a_click_on_the_place(house: House) -> None:
    """Seen while walking through the course: Greeks in the middle of a city swallowed the click."""
    page = house.person(viewport=SCREENS["desktop"]).go("/learn/hellas_2002/4")
    page.locator("#board-greeks-T04").click(force=True)
    expect(page.locator(".lesson__f--right")).to_be_visible()


def test_the_camera_shows_the_whole_board_on_wish(house: House) -> None:
    page = house.person(viewport=SCREENS["phone"]).go("/learn/hellas_2016/1?step=3")
    board = page.locator("svg[data-sheet=board]")
    near = board.get_attribute("viewBox")
    button = page.locator(".lesson__fit")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert board.get_attribute("viewBox") != near
    button.click()
    expect(board).to_have_attribute("viewBox", near or "")


def test_a_wrong_click_is_answered_and_what_is_right_lights_up(house: House) -> None:
    page = house.person().go("/learn/hellas_2016/3?step=2")
    step = lessons(agon.game("hellas_2016"))[2].steps[1]
    place(page, "house A1").click()
    expect(page.locator(".lesson__f--wrong")).to_contain_text(step.wrong[-1].text["en"])
    expect(page.locator("#board .lit").first).to_be_visible()
    place(page, "house F5").click()
    expect(page.locator(".lesson__f--right")).to_be_visible()


@pytest.mark.parametrize("game", agon.game_ids())
def test_how_to_play_fits_two_screens_and_prints_on_two_sheets(house: House, game: str) -> None:
    page = house.person(viewport=SCREENS["desktop"]).go(f"/games/{game}/how-to-play")
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * SCREENS["desktop"]["height"]
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))) == 2


def test_a_picture_of_how_to_play_opens_large_on_a_phone(house: House) -> None:
    page = house.person(viewport=SCREENS["phone"], bypass_csp=True).go("/games/attika/how-to-play?lang=de")
    figure = page.locator(".howto__p figure").first
    before = figure.locator("svg").bounding_box()
    figure.focus()
    figure.press("Enter")
    large = page.locator("#large svg")
    expect(large).to_be_visible()
    after = large.bounding_box()
    assert before is not None and after is not None and after["width"] > 1.8 * before["width"]
    assert serious(page) == []
    page.locator("#large button").click()
    expect(large).not_to_be_visible()


def test_a_decision_with_the_coach_is_commented(house: House) -> None:
    page = house.person(viewport=SCREENS["phone"], bypass_csp=True).go("/learn/hellas_2016/coach?lang=de")
    expect(page.locator(".coach__w .panel")).to_have_count(1)
    page.locator("#choices summary").click()
    page.locator("[data-choice]").first.click()
    expect(page.locator(".coach__w .panel")).to_have_count(2)
    page.locator("button[name=hint]").click()
    expect(page.locator("#advice")).to_contain_text("Der Trainer würde spielen")
    assert serious(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
