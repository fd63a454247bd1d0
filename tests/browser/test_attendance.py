"""Somebody leaves the table: the others see it, wait, let a bot play, and are told; who returns plays on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from agon.web.botpool import Question
from tests.browser.journey import House, Person
from tests.web.support import Clock, PromptBots, served

GRACE = 120


class Hasty(PromptBots):
    """Bots that do not think, as those of this server would do it on its loop."""

    async def choose(self, question: Question) -> int:
        return question.legal[0]


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server"), Hasty(), clock, pages=True) as (found, _):
        yield found


def sit_together(house: House, lang: str) -> tuple[Person, Person, str]:
    """Two people on the pages of one table."""
    anna, bela = house.person(lang=lang), house.person(390, 844, lang=lang)
    table = anna.open_table("hellas_2002", ["me", "open"])
    bela.say("POST", "/api/identity", {"name": "Béla"})
    bela.go(f"/tables/{table}")
    expect(bela.page.locator(".prompt")).to_contain_text("dealt when" if lang == "en-GB" else "Ausgeteilt wird")
    bela.page.locator("[data-do=take]").click()
    expect(anna.page.locator("main[data-plies='0']")).to_have_count(0)
    expect(bela.page.locator("#log li").first).to_be_attached()
    return anna, bela, table


def pass_time(house: House, clock: Clock, seconds: float, table: str) -> None:
    """Time passes on the server, which tells it to everybody as soon as somebody comes to look."""
    clock.forward(seconds)
    visitor = house.person()
    visitor.go(f"/tables/{table}")


SAYS = {
    "en-GB": (
        "away · a bot may play in 1:{}",
        "Béla is away. A bot may play in 2 min.",
        "A bot may play for Béla now.",
        "lets a bot play for Béla, who is away.",
        "Béla is back and plays on.",
        "A bot plays for you.",
    ),
    "de-DE": (
        "weg · ein Bot darf in 1:{}",
        "Béla ist weg. In 2 min darf ein Bot spielen.",
        "Für Béla darf jetzt ein Bot spielen.",
        "Béla ist weg; ",
        "Béla ist wieder da und spielt weiter.",
        "Ein Bot spielt für dich.",
    ),
}


@pytest.mark.parametrize("lang", SAYS)
def test_a_bot_plays_for_who_is_away_when_the_countdown_has_run_out(house: House, clock: Clock, lang: str) -> None:
    counted, gone, free, told, back, stood_in = SAYS[lang]
    anna, bela, table = sit_together(house, lang)
    card = anna.page.locator(".pcard").nth(1)
    line, button, place = card.locator("[data-away]"), card.locator(".pcard__r"), card.bounding_box()
    expect(line).to_have_text("\u00a0")
    expect(button).to_be_hidden()
    bela.page.close()
    anna.page.wait_for_function("() => window.agon.away.size === 1")
    assert anna.say("GET", f"/api/tables/{table}")["away"] == [{"seat": 1, "seconds": 0, "rest": GRACE}]
    pass_time(house, clock, 10, table)
    expect(line).to_have_text(re.compile(counted.format(r"[345]\d")))
    expect(anna.page.locator("#announce")).to_have_text(gone)
    expect(button).to_be_hidden()
    assert card.bounding_box() == place
    pass_time(house, clock, GRACE, table)
    expect(anna.page.locator("#announce")).to_have_text(free)
    assert card.bounding_box() == place
    button.click()
    expect(anna.page.locator("#chat .told")).to_contain_text(told)
    expect(anna.page.locator("#toast")).to_contain_text(told)
    expect(anna.page.locator("[data-do=bot]")).to_have_count(0)
    bela.page = bela.tab()
    bela.go(f"/tables/{table}")
    expect(bela.page.locator(".prompt")).to_contain_text(stood_in)
    bela.page.locator("[data-do=come-back]").click()
    expect(anna.page.locator("#chat .told").last).to_have_text(back)
    bela.page.locator("#tool-menu").click()
    expect(bela.page.locator("[data-do=leave]")).to_be_visible()


def test_who_is_back_in_time_keeps_the_seat(house: House, clock: Clock) -> None:
    anna, bela, table = sit_together(house, "en-GB")
    line = anna.page.locator(".pcard [data-away]")
    bela.page.close()
    anna.page.wait_for_function("() => window.agon.away.size === 1")
    pass_time(house, clock, 10, table)
    expect(line).to_contain_text("away")
    bela.page = bela.tab()
    bela.go(f"/tables/{table}")
    expect(line).to_have_text("\u00a0")
    expect(anna.page.locator("#announce")).to_have_text("Béla is back at the table.")
    expect(anna.page.locator(".pcard__r")).to_be_hidden()


def test_leaving_a_finished_game_only_closes_it(house: House) -> None:
    person = house.person()
    table = person.open_table("hellas_2016", ["me", "random"])
    person.page.on("dialog", lambda dialog: pytest.fail(f"asked: {dialog.message}"))
    person.say("DELETE", f"/api/tables/{table}/seats/0")
    person.say("PUT", f"/api/tables/{table}/seats/0/bot", {"bot": "random"})  # who plays on to the end
    expect(person.main).to_have_attribute("data-over", "yes", timeout=60_000)
    version = person.say("GET", f"/api/tables/{table}")["version"]
    person.page.locator("#tool-menu").click()
    person.page.get_by_role("button", name="Leave the game").click()
    person.page.wait_for_url("**/")
    assert person.say("GET", f"/api/tables/{table}")["version"] == version
