"""Owners in a real browser: a different Attika is entered on the picture and played; by keyboard and on a phone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import agon
from agon.play.packs import Pack
from tests.browser.journey import House, Person, play_to_the_end
from tests.browser.test_everybody import serious


def begin(person: Person, game: str) -> Page:
    page = person.page
    page.goto(f"{person.address}/packs?lang=en")
    form = page.locator(f'.packs__new form:has(input[value="{game}"])')
    form.locator("input[name=title]").fill("Lena's box")
    form.locator("button").click()
    expect(page.locator("main.pe")).to_be_visible()
    return page


def shot(page: Page, name: str) -> None:
    if os.environ.get("AGON_SHOTS"):
        page.screenshot(path=str(Path(os.environ["AGON_SHOTS"]) / f"{name}.png"))


def place(page: Page, path: str) -> None:
    """Open the form of a place by a click on the picture; a form that lies over it is put away."""
    if page.locator("#pe-form").count():
        page.locator("#pe-close").click()
        expect(page.locator("#pe-form")).to_have_count(0)
    page.locator(f'#pe-board [data-action="{path}"], #pe-board [data-action^="{path}|"]').first.click()
    expect(page.locator(f'#pe-form input[name="path"][value="{path}"]')).to_have_count(1)


def price(page: Page, building: int, cost: str) -> None:
    path = f"building[{building}].cost"
    place(page, path)
    for letter in "WFHM?":
        page.locator(f'#pe-form [name="v:{path}:{letter}"]').fill(str(cost.count(letter)))
    page.locator("#pe-source").fill("my board")
    page.locator('#pe-form [value="stay"]').click()


def petal(page: Page, tile: str, at: int, letter: str) -> None:
    path = f"faces.{tile}[{at}]"
    place(page, path)
    page.locator(f'#pe-form [name="v:{path}"][value="{letter}"]').check(force=True)
    page.locator('#pe-form [value="stay"]').click()


def enter_attika(page: Page, prices: dict[int, str], tiles: dict[str, str]) -> None:
    """Another Attika: these prices, these faces."""
    page.locator('.pe__nav a[href$="page=buildings"]').click()
    for n, (building, cost) in enumerate(prices.items(), 1):
        price(page, building, cost)
        expect(page.locator(".pe__changes li ins")).to_have_count(n)
    page.locator('.pe__nav a[href$="page=tiles"]').click()
    default = {name: str(face) for name, face in faces().items()}
    for changed, (tile, face) in enumerate(tiles.items(), 1):
        for at, letter in enumerate(face):
            if default[tile][at] != letter:
                petal(page, tile, at, letter)
        expect(page.locator(".pe__changes li ins")).to_have_count(len(prices) + changed)


def faces() -> dict[str, str]:
    table = Pack.new(agon.game("attika")).tables["faces"]
    return {name: face for name, face in table.items() if name != "source"}


def try_it(page: Page) -> None:
    page.locator("#try-seats").select_option("2")
    page.locator("#try-bot").select_option(index=0)
    page.locator(".packs__try button").click()
    expect(page).to_have_url(re.compile(r"/tables/"))


def test_a_different_attika_is_entered_on_the_picture_and_played(house: House) -> None:
    lena = house.person()
    page = begin(lena, "attika")
    shot(page, "tiles")
    enter_attika(page, {0: "WFHMM", 10: "WWW"}, {"T01": "MF.....", "T02": ".M..H.."})
    expect(page.locator("#pe-count")).to_have_text("69 of 156 values are ours: 3 seen by you")
    expect(page.locator(".pe__toml")).to_contain_text('cost = "WFHMM"')
    shot(page, "changed")
    assert not serious(page)
    page.locator(".pe__say form button").click()
    expect(page.locator(".pe__changes li ins")).to_have_count(3)
    try_it(page)
    expect(page.locator("#board, .board, svg.sheet").first).to_be_visible()
    for _ in range(3):
        assert lena.wait_for_turn()
        lena.click_something()


# The places of a page that no click in their middle reaches; the middle of a sea may be an island.
COVERED = """() => [...document.querySelectorAll("#pe-board [data-action]")].filter((place) => {
  place.scrollIntoView({ block: "center" });
  const box = (place.querySelector(".hit") ?? place).getBoundingClientRect();
  const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !found?.closest("#pe-board [data-action]");
}).map((place) => place.dataset.action)"""


@pytest.mark.parametrize("game", agon.game_ids())
def test_every_place_on_every_picture_can_be_clicked(house: House, game: str) -> None:
    page = begin(house.person(), game)
    names = page.locator(".pe__nav li a").evaluate_all("(all) => all.map((a) => a.href)")
    pictures = [name for name in names if "=table-" not in name]
    for name in [*pictures, names[-1]]:
        page.goto(name)
        assert page.locator("#pe-board [data-action]").count()
        assert page.evaluate(COVERED) == []


def test_a_click_on_the_edge_of_a_tile_opens_its_form(house: House) -> None:
    page = begin(house.person(color_scheme="dark"), "hellas_2002")
    page.locator('#pe-board [data-action="tiles.edges[1][0]"]').click()
    page.locator('#pe-form [value="L"]').check(force=True)
    page.locator('#pe-form [value="stay"]').click()
    expect(page.locator(".pe__changes li ins")).to_have_count(1)
    expect(page.locator('#pe-form input[name="path"]')).to_have_value("tiles.edges[1][0]")
    assert not serious(page)
    page.keyboard.press("Escape")
    expect(page.locator("#pe-form")).to_have_count(0)
    expect(page.locator('#pe-board [data-action="tiles.edges[1][0]"]')).to_be_focused()
    assert "value=" not in page.url


def test_an_answer_that_comes_late_takes_no_form_away(house: House) -> None:
    page = begin(house.person(), "attika")
    held: list[Route] = []
    page.route("**/packs/*/set", lambda route: held.append(route))
    place(page, "faces.T02[1]")
    page.locator('#pe-form [value="M"]').check(force=True)
    with page.expect_request("**/packs/*/set"):
        page.locator('#pe-form [value="stay"]').click()
    page.locator('#pe-board [data-action="faces.T01[0]"]').dispatch_event("click")
    held[0].continue_()
    expect(page.locator('#pe-form input[name="path"]')).to_have_value("faces.T01[0]")
    expect(page.locator(".pe__changes li ins")).to_have_count(1)


def test_the_editor_works_by_keyboard_and_on_a_phone(house: House) -> None:
    tom = house.person(viewport={"width": 390, "height": 844})
    page = begin(tom, "hellas_2016")
    spot = page.locator('#pe-board [data-action="side.minotaur.map[4,6]"]')
    spot.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pe-form")).to_be_visible()
    shot(page, "phone")
    page.locator('#pe-form [value="Q"]').check(force=True)
    page.locator('#pe-form [value="next"]').click()
    expect(page.locator(".pe__changes li ins")).to_have_text("quarry")
    expect(page.locator('#pe-form input[name="path"]')).to_have_value("side.minotaur.map[4,8]")
    assert not serious(page)


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001f61738"
    "550000000049454e44ae426082"
)


def test_a_photograph_lies_beneath_the_board_by_its_corners_and_is_sent_nowhere(house: House) -> None:
    page = begin(house.person(bypass_csp=False), "hellas_2016")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method != "GET" else None)
    page.locator("#pe-photo").set_input_files({"name": "board.png", "mimeType": "image/png", "buffer": PNG})
    image = page.locator("#pe-image")
    expect(image).to_be_attached()
    corner = page.locator(".pe__corner").nth(2)
    before = image.evaluate("(node) => node.style.transform")
    corner.focus()
    page.keyboard.press("Shift+ArrowLeft")
    pressed = image.evaluate("(node) => node.style.transform")
    box = corner.bounding_box()
    assert pressed != before and box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 60, box["y"] - 40)
    page.mouse.up()
    dragged = image.evaluate("(node) => node.style.transform")
    assert dragged != pressed
    page.locator("#pe-strength").fill("80")
    expect(page.locator("#pe-board > svg")).to_have_css("opacity", "0.2")
    assert not serious(page) and not sent
    page.reload()
    expect(image).to_be_attached()
    assert image.evaluate("(node) => node.style.transform") == dragged
    page.locator("#pe-nophoto").click()
    expect(image).to_have_count(0)
    page.reload()
    expect(page.locator("#pe-board > svg")).to_be_visible()
    expect(image).to_have_count(0)


@pytest.mark.soak
def test_every_price_and_every_tile_of_attika_is_entered_and_a_game_played(house: House) -> None:
    lena = house.person()
    page = begin(lena, "attika")
    tiles = {name: face[0] + face[2:] + face[1] for name, face in faces().items()}
    enter_attika(page, {n: "WFHM" if n % 2 else "FH" for n in range(26) if n not in (0, 1)}, tiles)
    try_it(page)
    expect(page.locator(".ag-pack")).to_contain_text("Lena-s-box")
    play_to_the_end([lena], patience=400_000)
    expect(page.locator("table.result")).to_be_visible()
