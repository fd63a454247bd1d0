"""All that the site can do without a network, each tried in a browser: minutes, so `make soak` runs it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

import agon
from agon.play.lessons import CHOICE, COUNT, Step, lessons
from agon.play.puzzles import puzzles
from tests.site.conftest import hosted
from tests.site.test_site import barriers
from tests.site.visitor import PATIENCE, Visitor

pytestmark = pytest.mark.soak

PAGES = (
    "/", "/new?game=olympos", "/learn", "/learn/hellas_2016/3", "/puzzles", "/rules/olympos", "/packs",
    "/games/attika/how-to-play",
)  # fmt: skip


@pytest.fixture
def visitor(browser: Browser, host: str) -> Iterator[Visitor]:
    found = Visitor(browser, host)
    yield found
    found.close()


def offline(visitor: Visitor) -> None:
    visitor.go()
    visitor.cut_the_network()


def answer(visitor: Visitor, action: str) -> None:
    """Play an action on the page of a lesson or a puzzle; where its place stands for several, by the list."""
    frame, before = visitor.frame, visitor.page.locator("iframe").element_handle()
    spot = frame.locator(f'#board [data-action="{action}"], #answer button[value="{action}"]').first
    expect(frame.locator("#answer")).to_be_attached(timeout=PATIENCE)
    if spot.count():
        spot.focus()
        spot.press("Enter")
    else:
        frame.locator("#choices summary").click()
        frame.locator(f'[data-choice="{action}"]').click()
    visitor.page.wait_for_function("(frame) => !frame.isConnected", arg=before, timeout=PATIENCE)


def solve(visitor: Visitor, step: Step) -> None:
    frame = visitor.frame
    if step.kind == COUNT:
        frame.locator("#number").fill(str(step.answer))
        frame.locator("#number").press("Enter")
    elif step.kind == CHOICE:
        frame.locator(f'#answer button[value="{step.answer}"]').click()
    for action in step.solution:
        answer(visitor, action)
    expect(frame.locator(".lesson__f--right")).to_be_visible(timeout=PATIENCE)


def brought(visitor: Visitor, text: str) -> str:
    """A record is brought and shown; its table."""
    frame = visitor.go()
    frame.locator("#record-text").fill(text)
    frame.locator("form.import button").click()
    expect(visitor.main).to_have_attribute("data-mode", "replay", timeout=PATIENCE)
    return str(visitor.main.get_attribute("data-table"))


def record_of(visitor: Visitor, table: str) -> str:
    return str(visitor.page.evaluate(f"agonHere.send('/api/tables/{table}/record').then((answer) => answer.text())"))


def test_every_page_is_open_to_all_without_a_network(visitor: Visitor) -> None:
    offline(visitor)
    found = []
    for path in PAGES:
        frame = visitor.go(path)
        expect(frame.locator("main")).to_be_visible(timeout=PATIENCE)
        found += [f"{path}: {barrier}" for barrier in barriers(visitor)]
    assert not found


def test_a_lesson_is_solved_and_known_afterwards(visitor: Visitor) -> None:
    offline(visitor)
    frame = visitor.go("/learn/hellas_2016/1")
    for step in lessons(agon.game("hellas_2016"))[0].steps:
        expect(frame.locator(".lesson__t h1")).to_have_text(step.task["en"], timeout=PATIENCE)
        solve(visitor, step)
        frame.locator("#go-on").click()
    frame = visitor.go("/learn")
    expect(frame.locator("#hellas_2016 li.done")).to_have_count(1, timeout=PATIENCE)
    assert not barriers(visitor)


def test_a_puzzle_is_solved(visitor: Visitor) -> None:
    offline(visitor)
    puzzle = next(p for p in puzzles(agon.game("hellas_2016")) if p.answer.line[0].startswith("house"))
    frame = visitor.go(f"/puzzles/{puzzle.id}")
    answer(visitor, puzzle.answer.line[0])
    frame.locator("#final").click()
    expect(frame.locator(".puzzle__v--right")).to_be_visible(timeout=PATIENCE)
    assert not barriers(visitor)


@pytest.mark.parametrize("game", agon.game_ids())
def test_a_record_of_a_server_comes_to_the_same_digest_and_travels_as_link_and_file(
    browser: Browser, host: str, game: str, tmp_path: Path
) -> None:
    visitor = Visitor(browser, host)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    offline(visitor)
    text = agon.match(game, ["random"] * agon.game(game).seats[0], seed=4).text()
    assert "digest: " in text
    table = brought(visitor, text)
    assert record_of(visitor, table) == text
    frame = visitor.frame
    with visitor.page.expect_download() as download:
        frame.locator("a[href$='/record'][download]").first.click()
    file = tmp_path / "game.agon"
    download.value.save_as(file)
    assert file.read_text("utf-8") == text
    frame.locator("#tool-menu").click()
    frame.locator("[data-do=copy-link]").click()
    expect(frame.locator("#toast")).to_be_visible(timeout=PATIENCE)
    link = str(visitor.page.evaluate("navigator.clipboard.readText()"))
    assert link.startswith(f"{host}#record=")
    visitor.close()

    other = Visitor(browser, host)  # another browser, which has seen nothing
    other.page.goto(link)
    expect(other.main).to_have_attribute("data-mode", "replay", timeout=PATIENCE)
    assert record_of(other, str(other.main.get_attribute("data-table"))) == text
    frame = other.go()
    frame.locator("#record-file").set_input_files(file)
    expect(frame.locator("#record-text")).to_have_value(text)
    other.page.goto("about:blank")
    other.page.goto(f"{host}#record=broken")
    expect(other.frame.get_by_role("alert")).to_be_visible(timeout=PATIENCE)
    other.close()


def test_two_people_share_a_screen_and_a_curtain_hides_their_hands(visitor: Visitor) -> None:
    offline(visitor)
    frame = visitor.go("/new?game=hellas_2002")
    for seat in frame.locator("select[name=seat]").all()[1:]:
        seat.select_option("open")
    frame.locator("form button.btn--primary").last.click()
    curtain = visitor.page.locator("#curtain")
    for _ in range(3):
        expect(curtain).to_be_visible(timeout=PATIENCE)
        name = visitor.page.locator("#curtain-title").inner_text()
        assert not barriers(visitor)
        visitor.page.keyboard.press("Escape")
        expect(curtain).to_be_visible()
        expect(visitor.main).to_have_attribute("data-asked", "")
        visitor.page.locator("#curtain-look").click()
        expect(visitor.main).to_have_attribute("data-asked", "yes", timeout=PATIENCE)
        while not curtain.is_visible():
            visitor.decide_once()
        assert visitor.page.locator("#curtain-title").inner_text() != name


def test_a_new_version_says_so_and_is_used_when_asked_for(browser: Browser, folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "site"
    shutil.copytree(folder, place)
    with hosted(place) as host:
        visitor = Visitor(browser, host)
        visitor.go()
        expect(visitor.frame.locator("main")).to_be_visible(timeout=PATIENCE)
        visitor.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)", timeout=PATIENCE)
        old = json.loads((place / "site.json").read_text("utf-8"))["version"]
        for name in ("site.json", "sw.js"):
            text = (place / name).read_text("utf-8")
            (place / name).write_text(text.replace(old, "0123456789abcdef"), "utf-8")
        visitor.go()
        expect(visitor.page.locator("#update")).to_be_visible(timeout=PATIENCE)
        assert not barriers(visitor)
        with visitor.page.expect_navigation(timeout=PATIENCE):
            visitor.page.locator("#update-now").click()
        visitor.page.wait_for_function("() => document.body.dataset.times", timeout=PATIENCE)
        kept = visitor.page.evaluate("caches.keys()")
        assert f"agon-{old}" not in kept and "agon-0123456789abcdef" in kept
        expect(visitor.page.locator("#update")).to_be_hidden()
        visitor.close()


def test_it_can_be_installed(visitor: Visitor) -> None:
    visitor.go()
    expect(visitor.frame.locator("main")).to_be_visible(timeout=PATIENCE)
    visitor.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)", timeout=PATIENCE)
    said = visitor.context.new_cdp_session(visitor.page).send("Page.getInstallabilityErrors")
    errors = [error["errorId"] for error in said["installabilityErrors"]]
    assert [error for error in errors if error != "in-incognito"] == []  # a test's browser is private


def test_a_finished_game_is_analysed(visitor: Visitor) -> None:
    offline(visitor)
    record = agon.match("hellas_2016", ["greedy", "random"], seed=3)
    brought(visitor, record.text())
    visitor.frame.get_by_role("button", name="Analyse this game").click()
    expect(visitor.frame.locator("#plot")).to_be_visible(timeout=4 * PATIENCE)
    assert not barriers(visitor)


def test_a_pack_is_entered_played_checked_and_sent_as_a_link(browser: Browser, host: str) -> None:
    visitor = Visitor(browser, host)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    offline(visitor)
    frame = visitor.go("/packs")
    form = frame.locator('.packs__new form:has(input[value="attika"])')
    form.locator("input[name=title]").fill("Lena's box")
    form.locator("button").click()
    change(frame.locator("body"), "faces.T01[0]", "M")
    expect(frame.locator(".pe__changes li ins")).to_have_count(1, timeout=PATIENCE)
    assert not barriers(visitor)
    frame.locator("[data-do=copy-pack]").click()
    expect(frame.locator("#toast")).to_be_visible(timeout=PATIENCE)
    link = str(visitor.page.evaluate("navigator.clipboard.readText()"))
    frame.locator("form[action$=check] button").click()
    expect(frame.locator("#pe-check")).to_contain_text("The laws hold", timeout=4 * PATIENCE)
    frame.locator("#try-seats").select_option("2")
    frame.locator(".packs__try button").click()
    expect(frame.locator(".ag-pack")).to_contain_text("Lena-s-box", timeout=PATIENCE)
    assert visitor.decide()
    visitor.close()

    other = Visitor(browser, host)
    other.page.goto(link)
    expect(other.frame.locator("main.packs li").first).to_contain_text("T01", timeout=PATIENCE)
    other.close()


def change(page: Locator, path: str, letter: str) -> None:
    """Click a place of the picture and say what yours shows."""
    page.locator(f'#pe-board [data-action="{path}"]').click(force=True, timeout=PATIENCE)
    page.locator(f'#pe-form [name="v:{path}"][value="{letter}"]').check(force=True, timeout=PATIENCE)
    page.locator('#pe-form [value="stay"]').click()
