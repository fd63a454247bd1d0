"""Looking back at a finished game: a button, progress, a plot that leads through the game, and what cost most."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

import agon
from tests.browser.journey import House, Person
from tests.browser.test_everybody import serious
from tests.web.support import served

GAME = "hellas_2016"


# A server of its own: chances worth showing need more than a few tries.
@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("oracle")
    with served(folder, pages=True, analysis_iterations=12, hinter="ismcts:iterations=200") as (found, _):
        yield found


@pytest.fixture
def house(browser: Browser, oracle: str) -> Iterator[House]:
    found = House(browser, oracle)
    yield found
    found.close()


def brought(person: Person, game: str = GAME, seed: int = 3) -> str:
    """A finished record of bots, brought by this person, whose page shows its replay."""
    person.say("POST", "/api/identity", {"name": "Anna"})
    record = agon.match(game, ["greedy", *["random"] * (agon.game(game).seats[0] - 1)], seed=seed).text()
    table = str(person.say("POST", "/api/records", {"record": record})["id"])
    person.go(f"/tables/{table}/replay")
    return table


def analysed(person: Person, label: str = "Analyse this game") -> Locator:
    """Click the button and wait for the plot."""
    person.page.get_by_role("button", name=label).click()
    plot = person.page.get_by_role("slider").and_(person.page.locator("#plot"))
    expect(plot).to_be_visible(timeout=60_000)
    return plot


@pytest.mark.parametrize("game", agon.game_ids())
def test_a_game_is_analysed_behind_a_button_and_leads_to_what_cost_most(house: House, game: str) -> None:
    person = house.person(1440, 900, bypass_csp=True)
    brought(person, game)
    page = person.page
    plot = analysed(person)
    expect(page.locator("#announce")).to_contain_text("The analysis is done.")
    seats = agon.game(game).seats[0]
    assert page.locator("#plot .plot__l").count() == seats
    expect(page.locator(".plot__e li")).to_have_count(seats)
    first = page.locator(".costly button").first
    ply = int(first.get_attribute("data-ply") or "-1")
    expect(first).to_contain_text("Played")
    expect(first).to_contain_text("Better")
    first.click()
    person.expect_ply(ply)
    expect(first).to_have_attribute("aria-current", "true")
    expect(plot).to_have_attribute("aria-valuenow", str(ply))
    expect(page.locator("#log [aria-current]")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("#analysis")).to_contain_text("Luck made")
    assert serious(page) == []


def test_the_plot_is_clicked_and_walked_by_keys(house: House) -> None:
    person = house.person()
    brought(person)
    plot = analysed(person)
    plies = person.number("plies")
    person.expect_ply(plies)
    box = plot.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    person.expect_ply((plies + 1) // 2)  # a half is rounded up
    plot.focus()
    person.page.keyboard.press("Home")
    person.expect_ply(0)
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowRight")
    person.expect_ply(2)
    person.page.keyboard.press("PageUp")
    person.expect_ply(12)
    said = plot.get_attribute("aria-valuetext") or ""
    assert said.startswith("Position 12, greedy ") and said.endswith("%")
    cursor = person.page.locator(".plot__c").get_attribute("style") or ""
    assert abs(float(cursor.partition("left:")[2].strip(" %;")) - 1200 / plies) < 0.1
    person.page.keyboard.press("End")
    person.expect_ply(plies)
    expect(person.page.locator("#plot-at b").first).to_have_text("100\u00a0%")  # greedy has won
    table = person.page.get_by_text("The chances as a table")
    table.click()
    expect(person.page.locator("details table tbody tr").last).to_contain_text("over")


def test_an_analysis_is_kept_for_those_who_come_later_in_their_language(house: House) -> None:
    person = house.person()
    table = brought(person, seed=4)
    analysed(person)
    other = house.person(lang="de-DE", color_scheme="dark", bypass_csp=True)
    page = other.go(f"/tables/{table}/replay?ply=30")
    expect(page.locator("#plot")).to_be_visible()
    expect(page.locator("#plot")).to_have_attribute("aria-valuenow", "30")
    expect(page.locator("#analysis")).to_contain_text("Was am meisten kostete")
    expect(page.locator("#analysis")).to_contain_text("Glück machte")
    assert serious(page) == []


def test_on_a_phone_the_analysis_fits_and_shows_the_board_when_asked(house: House) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    brought(person, "olympos", 5)
    page = person.page
    analysed(person)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    decision = page.locator(".costly button").last
    ply = int(decision.get_attribute("data-ply") or "-1")
    decision.tap()
    person.expect_ply(ply)
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.9)
    assert serious(page) == []


def test_a_hint_tells_its_reasons_and_is_played_from(house: House) -> None:
    person = house.person(bypass_csp=True)
    person.open_table(GAME, ["me", "random", "random"])
    person.wait_for_turn()
    page, hint = person.page, person.page.locator("#hint")
    page.locator("#tool-hint").click()
    expect(hint.locator(".hint button").first).to_be_visible()
    expect(page.locator("#announce")).to_contain_text("The oracle says:")
    expect(hint).to_contain_text("of its tries")
    expect(hint.locator(".hint-seats li")).to_have_count(3)
    expect(hint.locator(".hint-seats .dot svg")).to_have_count(3)
    assert serious(page) == []
    page.get_by_role("button", name="Close the hint").click()
    expect(hint).to_be_hidden()
    expect(page.locator("#tool-hint")).to_be_focused()
    page.mouse.move(5, 5)  # what lies under the hint would be left when it comes back
    page.keyboard.press("Enter")
    best = hint.locator(".hint button").first
    expect(best).to_be_visible()
    best.focus()
    expect(page.locator("svg.sheet .is-lit").first).to_be_attached()
    page.keyboard.press("ArrowDown")
    expect(hint.locator(".hint button").nth(1)).to_be_focused()
    ply = person.number("ply")
    page.keyboard.press("Enter")
    person.past(ply)
    expect(hint).to_be_hidden()
