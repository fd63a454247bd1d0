"""Journeys in a real browser: what players do, from the lobby to the rematch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import agon
from tests.browser.journey import ANYHOW, House, Person, play_to_the_end

GAME = "hellas_2016"
PART = {"attika": 1.0}  # at random Attika takes a thousand clicks; the last action offered is the one that ends a turn


def two_and_a_bot(house: House, game: str) -> list[Person]:
    """Two people, and bots on the seats that are left."""
    host, guest = house.person(), house.person()
    seats = min((n for n in agon.game(game).seats if n > 2), default=2)
    table = host.open_table(game, ["me", "open", *["random"] * (seats - 2)])
    guest.go(f"/tables/{table}")
    guest.take_seat()
    for person in (host, guest):
        expect(person.page.locator("#actions")).not_to_contain_text("Waiting")
    return [host, guest]


def two_people(house: House) -> list[Person]:
    """Two people at a table without bots."""
    host, guest = house.person(), house.person()
    guest.go(f"/tables/{host.open_table(GAME, ['me', 'open'])}")
    guest.take_seat()
    for person in (host, guest):
        expect(person.page.locator("#actions")).not_to_contain_text("Waiting")
    return [host, guest]


def turn_of(people: list[Person]) -> Person:
    """Whoever has to decide."""
    return next(person for person in people if person.is_asked)


LONG = ("attika", "hellas_2002")  # a minute and more each in a browser: part of make soak


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.soak if game in LONG else ()) for game in agon.game_ids()]
)
def test_two_people_and_a_bot_play_a_whole_game(house: House, game: str, tmp_path: Path) -> None:
    people = two_and_a_bot(house, game)
    assert len(people[0].screenshot(tmp_path / f"{game}.png")) > 20_000
    play_to_the_end(people, PART.get(game))
    for person in people:
        table = person.page.locator("table.result")
        expect(table).to_be_visible()
        expect(person.page.locator(".prompt b")).to_contain_text(re.compile("wins|share the victory"))
        assert person.page.locator("#log li").count() == person.number("plies")


def test_one_click_leads_from_the_lobby_into_a_game(house: House) -> None:
    person = house.person()
    page = person.go()
    page.get_by_role("button", name="Play Hellas (2016) against bots").click()
    page.wait_for_url("**/tables/*")
    assert person.wait_for_turn()
    expect(page).to_have_title("● Your move: Place a starting house – Hellas (2016) – Agon")
    assert "favicon-turn" in (page.locator("link[rel=icon]").get_attribute("href") or "")


def test_a_click_on_the_board_plays_what_glows_there(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    ply = person.number("ply")
    place = person.page.locator("#sheet .legal").first
    action = place.get_attribute("data-action")
    place.hover()
    expect(person.page.locator(f'#choices button[data-action="{action}"]')).to_have_class(re.compile(r"\bis-lit\b"))
    place.click()
    person.past(ply)
    expect(person.page.locator("#log")).to_contain_text("places a starting house")


def test_a_button_lights_its_place_on_the_board(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    button = person.page.locator("#choices button").nth(1)
    button.focus()
    action = button.get_attribute("data-action")
    expect(person.page.locator(f'#sheet [data-action="{action}"]')).to_have_class(re.compile(r"\blegal is-lit\b"))


def test_a_place_that_is_not_offered_tells_the_rule(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    refused = person.page.locator("#sheet [data-why]").first
    refused.hover()
    expect(person.page.locator("#tip")).to_contain_text("§")
    expect(refused).to_have_class(re.compile(r"\brefused\b"))


def test_one_place_with_several_actions_asks_which(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    several = person.page.locator('#sheet .legal[data-action*="|"]')
    for _ in range(200):
        if not person.wait_for_turn():
            pytest.fail("no place ever stood for two actions")
        if several.count():
            break
        wanted = person.page.locator('#choices button[data-action="take houseSquare1"]')
        if wanted.count():
            ply = person.number("ply")
            wanted.evaluate(f"row => {{ row.click(); {ANYHOW} }}")
            person.past(ply)
        else:
            person.click_something()
    ply = person.number("ply")
    several.first.click()
    chooser = person.page.get_by_role("dialog", name="What do you want to do here?")
    expect(chooser.get_by_role("button")).to_have_count(3)
    person.page.keyboard.press("Escape")
    expect(chooser).to_be_hidden()
    several.first.click()
    chooser.locator("button[data-action]").first.click()
    expect(person.main).not_to_have_attribute("data-draft", "0")  # house and square are one step
    person.click_something()
    assert person.number("ply") > ply + 1


def test_undo_takes_back_what_showed_nothing(house: House) -> None:
    people = two_people(house)
    who = turn_of(people)
    ply = who.number("ply")
    who.click_something()
    who.page.locator(".prompt [data-do=undo]").click()
    for person in people:
        person.expect_ply(ply)
        expect(person.page.locator("#log li")).to_have_count(ply)
    expect(who.page.locator("#choices")).to_be_visible()
    expect(who.page.locator("[data-do=undo]")).to_have_count(0)


def test_a_stale_click_is_refused_and_shows_the_present(house: House) -> None:
    people = two_people(house)
    asked = turn_of(people)
    table = asked.page.url.rpartition("/")[2]
    house.excused = ("409", "ERR_FAILED")
    held = [True]  # the page does not hear of the move that is made elsewhere until it has tried its own

    def hold(route: Route) -> None:
        route.abort() if held[0] else route.continue_()

    def let_go(route: Route) -> None:
        held[0] = False
        route.continue_()

    asked.page.route("**/view*", hold)
    asked.page.route("**/plies", let_go)
    ply = asked.number("ply")
    seen = asked.say("GET", f"/api/tables/{table}/observation")
    done = asked.say("POST", f"/api/tables/{table}/plies", {"ply": ply, "action": seen["legal"][0]["action"]})
    assert done["ply"] > ply
    asked.page.locator("#choices button").last.dispatch_event("click")
    expect(asked.page.get_by_role("alert")).to_contain_text("gone on")
    asked.expect_ply(done["ply"])


def test_a_second_tab_and_a_reload_show_the_same(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    second = person.tab()
    second.goto(person.page.url)
    person.click_something()
    person.wait_for_turn()
    ply = str(person.number("ply"))
    expect(second.locator("main")).to_have_attribute("data-ply", ply)
    person.page.reload()
    expect(person.main).to_have_attribute("data-ply", ply)
    expect(person.main).to_have_attribute("data-asked", "yes")


def test_a_page_that_was_offline_catches_up(house: House) -> None:
    person = house.person()
    table = person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    house.excused = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "ERR_NETWORK")
    ply = person.number("ply")
    person.context.set_offline(True)
    # A phone takes over meanwhile: the same person in another browser.
    phone = house.person(390, 800)
    phone.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    phone.go(f"/tables/{table}")
    phone.wait_for_turn()
    phone.click_something()
    phone.wait_for_turn()
    assert person.number("ply") == ply
    person.context.set_offline(False)
    person.expect_ply(phone.number("ply"))


def test_a_spectator_sees_the_game_and_no_secrets(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    watcher = house.person()
    watcher.go(person.page.url)
    expect(watcher.page.locator("#actions")).to_contain_text("You are watching")
    assert watcher.page.locator("#choices, .legal, [data-why], [data-do=undo]").count() == 0
    person.click_something()
    person.wait_for_turn()
    watcher.expect_ply(person.number("ply"))
    expect(watcher.page.locator(".pcard").first).to_contain_text("?")


def test_the_log_and_the_slider_lead_into_the_past_and_back(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    for _ in range(3):
        person.wait_for_turn()
        person.click_something()
    person.wait_for_turn()
    plies = person.number("plies")
    person.page.locator("#log li button").nth(4).click()
    person.expect_ply(5)
    expect(person.page.locator(".prompt")).to_contain_text(f"position 5 of {plies}")
    assert person.page.locator("#choices, .legal").count() == 0
    person.page.locator("#slider").focus()
    person.page.keyboard.press("ArrowLeft")
    person.expect_ply(4)
    person.page.get_by_role("button", name="Back to the game").click()
    person.expect_ply(plies)
    expect(person.page.locator("#choices")).to_be_visible()


def test_a_hint_names_actions_that_can_be_played(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    person.page.locator("#tool-hint").click()
    first = person.page.locator("#hint li button").first
    expect(first).to_be_visible()
    ply = person.number("ply")
    first.click()
    person.past(ply)


def test_chat_is_heard_and_not_believed(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    watcher = house.person()
    watcher.go(person.page.url)
    person.page.locator("#tool-chat").click()
    person.page.get_by_label("Say something").fill("<img src=x onerror=alert(1)> hello")
    person.page.keyboard.press("Enter")
    expect(watcher.page.locator("#chat")).to_contain_text("<img src=x onerror=alert(1)> hello")
    assert watcher.page.locator("#chat img").count() == 0


def test_who_leaves_is_stood_in_for_and_comes_back(house: House) -> None:
    people = two_people(house)
    leaving, staying = people if people[1].is_asked else people[::-1]
    leaving.page.on("dialog", lambda dialog: dialog.accept())
    leaving.page.locator("#tool-menu").click()
    leaving.page.get_by_role("button", name="Let a bot finish").click()
    back = leaving.page.get_by_role("button", name="Take my seat back")
    expect(back).to_be_visible()
    expect(staying.page.locator("#players")).to_contain_text("a bot stands in")
    back.click()
    expect(back).to_be_hidden()
    expect(staying.page.locator("#players")).not_to_contain_text("a bot stands in")


def test_a_rematch_brings_the_players_together_again(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    play_to_the_end([person])
    person.page.get_by_role("button", name="Rematch").click()
    person.page.locator("main[data-over='']").wait_for()
    assert person.number("ply") < 20


def test_who_can_only_pass_may_have_it_done_after_a_moment(house: House) -> None:
    """Hellas (2002) asks whenever somebody could answer, so that nothing is given away; one may let the page pass."""
    person = house.person()
    person.open_table("hellas_2002", ["me", "random"])
    choices = person.page.locator("#choices button")
    for _ in range(300):
        assert person.wait_for_turn()
        if choices.count() == 1:
            break
        person.click_something()
    assert choices.count() == 1
    ply = person.number("ply")
    person.page.locator("#tool-menu").click()
    person.page.get_by_role("button", name="Answer for me").click()
    person.past(ply)
    expect(person.page.get_by_role("button", name="Answer for me")).to_have_attribute("aria-pressed", "true")
