"""For everybody: by keyboard, on a phone, in German, in the dark, with a screen reader; replays, records and rules."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

import agon
from tests.browser.chrome import chromium
from tests.browser.journey import House, Person

GAME = "hellas_2016"


def finished(house: House, game: str = GAME) -> tuple[Person, str]:
    """Somebody who watches a game of bots that is over."""
    person = house.person()
    table = person.create(game, ["random"] * agon.game(game).seats[0])
    for _ in range(600):
        if person.say("GET", f"/api/tables/{table}")["over"]:
            break
        time.sleep(0.05)
    person.go(f"/tables/{table}")
    expect(person.main).to_have_attribute("data-over", "yes")
    return person, table


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people out."""
    return found_by_axe(page, ("serious", "critical"))


def found_by_axe(page: Page, impacts: tuple[str, ...] = ("minor", "moderate", "serious", "critical")) -> list[str]:
    """What axe finds, of these weights."""
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {v['help']} {[n['html'][:120] for n in v['nodes']][:3]}" for v in found if v["impact"] in impacts
    ]


@pytest.mark.parametrize("path", ["/", "/new", f"/rules/{GAME}"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_open_to_all(house: House, path: str, scheme: str) -> None:
    page = house.person(color_scheme=scheme, bypass_csp=True).go(path)
    assert serious(page) == []


@pytest.mark.parametrize("game", agon.game_ids())
def test_the_tables_are_open_to_all(house: House, game: str) -> None:
    person = house.person(bypass_csp=True)
    seats = agon.game(game).seats[0]
    person.open_table(game, ["me", *["random"] * (seats - 1)])
    person.wait_for_turn()
    assert serious(person.page) == []


def test_waiting_tables_and_replays_are_open_to_all(house: House) -> None:
    person = house.person(bypass_csp=True)
    person.open_table(GAME, ["me", "open"])
    expect(person.page.locator(".qr")).to_be_visible()
    assert serious(person.page) == []
    table = person.open_table(GAME, ["random", "random"])
    person.page.locator("main[data-over=yes]").wait_for()
    person.go(f"/tables/{table}/replay")
    assert serious(person.page) == []


def test_a_game_can_be_played_by_keyboard_alone(house: House) -> None:
    person = house.person()
    page = person.go()
    play = page.get_by_role("button", name="Play Hellas (2016) against bots")
    for _ in range(60):
        page.keyboard.press("Tab")
        if play.evaluate("node => node === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    person.wait_for_turn()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("Boolean(document.activeElement.closest('#choices'))"):
            break
    for _ in range(3):
        person.wait_for_turn()
        ply = person.number("ply")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        person.past(ply)
    person.wait_for_turn()


def test_the_board_is_walked_by_arrows_and_answers_why_not(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    page = person.page
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#sheet .legal:focus")).to_have_count(1)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        if page.locator("#sheet [data-why]:focus").count():
            break
        page.keyboard.press("ArrowDown")
    expect(page.locator("#announce")).to_contain_text("§")
    page.keyboard.press("+")
    assert page.locator("#sheet svg").get_attribute("viewBox") != person.page.evaluate(
        "window.agon.camera.whole.join(' ')"
    )
    page.keyboard.press("0")
    ply = person.number("ply")
    page.locator("#sheet .legal").first.focus()
    page.keyboard.press("Enter")
    person.past(ply)


def test_moves_are_announced(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    person.click_something()
    person.wait_for_turn()
    expect(person.page.locator("#announce")).to_contain_text("Your move")


def test_every_shape_that_can_be_clicked_has_a_name(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    nameless = "[...document.querySelectorAll('svg.sheet .legal')].filter(n => !n.getAttribute('aria-label')).length"
    assert person.page.evaluate(nameless) == 0


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_has_the_board_on_top_and_the_sheet_below(house: House, width: int) -> None:
    person = house.person(width, 760, has_touch=True, is_mobile=True)
    page = person.go()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board, prompt = page.locator("#board").bounding_box(), page.locator(".prompt").bounding_box()
    assert board is not None and prompt is not None
    assert board["y"] < prompt["y"] < 760
    ply = person.number("ply")
    page.get_by_role("button", name="Moves").tap()
    page.locator("#choices button").first.tap()
    page.get_by_role("button", name="Confirm").tap()  # a tap is easily wrong
    person.past(ply)


def test_german_by_the_browser_and_english_by_the_switch(house: House) -> None:
    person = house.person(lang="de-DE")
    page = person.go()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Setz dich")
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    expect(page.locator("#actions")).to_contain_text("Du kannst")
    person.click_something()
    person.wait_for_turn()
    expect(page.locator("#log")).to_contain_text("setzt ein Starthaus")
    page.locator("#tool-menu").click()
    page.get_by_role("link", name="English").click()
    expect(page.locator("#actions")).to_contain_text("You may")
    page.goto(f"{house.address}/")
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("Your move|The others think"))


def test_the_theme_is_switched_and_kept(house: House) -> None:
    page = house.person().go()
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_board_zooms_pans_and_fits(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    page, svg = person.page, person.page.locator("#sheet svg")
    whole = svg.get_attribute("viewBox")
    page.locator("#board").hover()
    page.mouse.wheel(0, -300)
    expect(svg).not_to_have_attribute("viewBox", str(whole))
    zoomed = svg.get_attribute("viewBox")
    ply = person.number("ply")
    box = page.locator("#board").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 360, box["y"] + 240, steps=4)
    page.mouse.up()
    expect(svg).not_to_have_attribute("viewBox", str(zoomed))
    assert person.number("ply") == ply
    page.get_by_role("button", name="Show the whole board").click()
    expect(svg).to_have_attribute("viewBox", str(whole))


def test_a_replay_steps_through_a_finished_game_through_any_eyes(house: House) -> None:
    person, table = finished(house)
    other = house.person()
    page = other.go(f"/tables/{table}/replay")
    last = other.number("plies")
    other.expect_ply(last)
    page.get_by_role("button", name="To the start").click()
    other.expect_ply(0)
    page.get_by_role("button", name="One step on").click()
    other.expect_ply(1)
    page.get_by_role("button", name="One turn on").click()
    expect(other.main).not_to_have_attribute("data-ply", "1")
    page.locator("#log li button").nth(20).click()
    other.expect_ply(21)
    assert "ply=21" in page.url
    expect(page.locator(".pcard").first).not_to_contain_text("?")
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator(".pcard").first).to_contain_text("?")
    page.get_by_label("Seen by").select_option("open")
    expect(page.locator(".pcard").first).not_to_contain_text("?")
    assert person.number("plies") == last


@pytest.mark.parametrize("game", agon.game_ids())
def test_every_game_can_be_replayed_with_everything_open(house: House, game: str) -> None:
    person, table = finished(house, game)
    page = person.go(f"/tables/{table}/replay")
    for ply in (person.number("plies") // 2, 1):
        page.locator("#slider").fill(str(ply))
        person.expect_ply(ply)


def test_a_record_is_exported_and_brought_back(house: House, tmp_path: Path) -> None:
    person, table = finished(house)
    page = person.go(f"/tables/{table}/replay")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "game.agon"
    waiting.value.save_as(file)
    other = house.person()
    page = other.go()
    page.locator("#record-file").set_input_files(file)
    page.get_by_role("button", name="Open the record").click()
    page.wait_for_url("**/replay")
    other.expect_ply(other.number("plies"))
    house.excused = ("422",)
    page = other.go()
    page.locator("#record-text").fill("no record")
    page.get_by_role("button", name="Open the record").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be replayed")


@pytest.mark.parametrize("game", agon.game_ids())
def test_rules_lead_to_the_paragraph_that_governs_the_decision(house: House, game: str) -> None:
    person = house.person()
    person.open_table(game, ["me", *["random"] * (agon.game(game).seats[0] - 1)])
    person.wait_for_turn()
    with person.context.expect_page() as opening:
        person.page.locator("#tool-rules").click()
    page = opening.value
    page.wait_for_load_state()
    expect(page.locator(":target")).to_contain_text("§")
    expect(page.locator("svg.sheet").first).to_be_visible()


def test_friends_are_invited_by_a_form_a_link_and_a_code(house: House) -> None:
    host = house.person()
    page = host.go("/new")
    page.get_by_role("link", name="Olympos").click()
    page.get_by_label("Seat 3").select_option(index=2)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    link = page.locator("#link").input_value()
    assert link == page.url
    expect(page.locator(".qr")).to_be_visible()
    assert page.locator(".qr").evaluate("image => image.naturalWidth") > 0
    guest = house.person()
    guest.go(link)
    guest.take_seat()
    for person in (host, guest):
        expect(person.page.locator("#actions")).not_to_contain_text("Waiting")


def test_what_changed_since_my_last_turn_is_outlined_until_i_move(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    for _ in range(12):
        person.wait_for_turn()
        if person.page.locator("svg.sheet .changed").count():
            break
        person.click_something()
    assert person.page.locator("svg.sheet .changed").count() > 0


def test_an_unknown_table_is_a_sentence_on_a_page(house: House) -> None:
    house.excused = ("404",)
    page = house.person().go("/tables/nowhere")
    expect(page.get_by_role("main")).to_contain_text("There is no such table.")


def test_the_names_of_players_are_escaped_everywhere(house: House) -> None:
    person = house.person()
    page = person.go()
    page.get_by_label("Nickname").fill("<b>Anna</b>")
    page.get_by_role("button", name="Change").click()
    expect(page.locator(".lob")).to_contain_text("<b>Anna</b>")
    page.get_by_role("button", name="Play Hellas (2016) against bots").click()
    page.wait_for_url("**/tables/*")
    person.wait_for_turn()
    expect(page.locator("#players")).to_contain_text("<b>Anna</b>")
    assert json.loads(page.locator("main").get_attribute("data-words") or "{}")


def test_without_a_browser_the_tests_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AGON_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.fail.Exception, match="apt-get install chromium"):
        chromium()


def test_pieces_travel_unless_motion_is_unwelcome(house: House) -> None:
    moves = (
        "() => {"
        " window.agon.travelled = 0; const old = Element.prototype.animate;"
        " Element.prototype.animate = function (...a) { window.agon.travelled += 1; return old.apply(this, a); }; }"
    )
    jumps = 0  # until something moves, whatever game it is
    for motion in ("no-preference", "reduce"):
        person = house.person(reduced_motion=motion)
        person.open_table(GAME, ["random", "random"])
        person.page.locator("main[data-over=yes]").wait_for()
        person.page.keyboard.press("Escape")  # folds the result
        person.page.evaluate(moves)
        slider, last = person.page.locator("#slider"), person.number("plies")
        travelled, plies = 0, [2, last // 2, last - 1, *range(4, last, 4)]
        for ply in plies if motion == "no-preference" else plies[: jumps + 3]:
            slider.fill(str(ply))
            person.expect_ply(ply)
            travelled = person.page.evaluate("window.agon.travelled")
            if travelled:
                break
            jumps += 1
        assert (travelled > 0) == (motion == "no-preference"), (motion, travelled)


def test_on_a_phone_every_place_of_the_header_can_be_reached(house: House) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True)
    page = person.go("/learn")
    places = page.locator(".ag-nav a[class^=n-]")
    assert places.count() >= 7
    for place in places.all():
        expect(place).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
