"""Pieces that are laid and turned by hand: with a mouse, by keys and by tapping; in the two games that have them."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.journey import House, Person

GAMES = ("attika", "hellas_2002")
WISHES = {"attika": ("lay", "reveal 0", "store", "reveal"), "hellas_2002": ("lay", "end", "pass")}

# Where the piece may be laid, as it is seen: the middle of each place in the window, and the turns that fit there.
SPOTS = """() => {
  const { data } = agon.placing, to = agon.camera.svg.getScreenCTM();
  return Object.entries(data.places).map(([shape, { at, ways }]) => {
    const { x, y } = new DOMPoint(...at).matrixTransform(to);
    return { shape, x, y, turns: Object.keys(ways).length };
  });
}"""
# What lies where, once the server has shown it.
LIES = "() => (agon.draft.pending ? null : agon.placing.laid())"


class Spot(NamedTuple):
    shape: str
    x: float
    y: float
    turns: int


def ways(seen: dict[str, Any]) -> set[str]:
    return {a["action"].split()[1] for a in seen["legal"] if a["action"].startswith("lay ")}


def at_a_tile(person: Person, game: str) -> Page:
    """A table at which a tile is to be laid, at one of several places."""
    table = person.create(game, ["me", "random"])
    for _ in range(300):
        seen = person.say("GET", f"/api/tables/{table}/observation")
        if len(ways(seen)) > 1:
            break
        wishes = [a["action"] for wish in WISHES[game] for a in seen["legal"] if a["action"].startswith(wish)]
        if seen["legal"]:
            action = (wishes or [a["action"] for a in seen["legal"]])[0]
            person.say("POST", f"/api/tables/{table}/plies", {"ply": seen["ply"], "action": action})
    page = person.go(f"/tables/{table}")
    person.wait_for_turn()
    return page


def spots(page: Page) -> list[Spot]:
    """Those with the most turns first."""
    return sorted((Spot(**one) for one in page.evaluate(SPOTS)), key=lambda spot: (-spot.turns, spot.shape))


def lies(page: Page, otherwise: object = None) -> dict[str, Any]:
    """The place and the turn of the laid piece, as soon as it is another one than before."""
    page.wait_for_function(
        f"was => {{ const now = ({LIES})(); return now && JSON.stringify(now) !== JSON.stringify(was); }}",
        arg=otherwise,
    )
    return dict(page.evaluate(LIES))


@pytest.mark.parametrize("game", GAMES)
def test_with_a_mouse_a_piece_hovers_turns_by_wheel_click_and_keys_and_is_dragged(house: House, game: str) -> None:
    person = house.person(1440, 900)
    page = at_a_tile(person, game)
    ply, (spot, *others) = person.number("ply"), spots(page)
    page.mouse.move(spot.x + 3, spot.y + 3)
    expect(page.locator("#held.held--loose")).to_have_count(1)
    hovering = page.evaluate("agon.placing.turn")
    page.mouse.wheel(0, -120)
    if spot.turns > 1:
        page.wait_for_function("was => agon.placing.turn !== was", arg=hovering)
    page.mouse.click(spot.x + 3, spot.y + 3)
    at = lies(page)
    assert at["shape"] == spot.shape and person.number("ply") == ply
    assert spots(page) == [spot, *others], "the board has moved under the pointer"
    if spot.turns > 1:
        ways_to_turn: tuple[Callable[[], None], ...] = (
            lambda: page.mouse.click(spot.x + 3, spot.y + 3),
            lambda: page.mouse.wheel(0, 120),
            lambda: page.keyboard.press("q"),
            lambda: page.keyboard.press("e"),
        )
        for turn in ways_to_turn:
            turn()
            now = lies(page, at)
            assert now["shape"] == spot.shape and now["turn"] != at["turn"]
            at = now
    far = max(others, key=lambda other: abs(other.x - spot.x) + abs(other.y - spot.y))
    page.mouse.move(spot.x, spot.y)
    page.mouse.down()
    page.mouse.move((spot.x + far.x) / 2, (spot.y + far.y) / 2)
    page.mouse.move(far.x, far.y)
    page.mouse.up()
    assert lies(page, at)["shape"] == far.shape and person.number("ply") == ply
    page.keyboard.press("Enter")
    person.past(ply)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_touch_screen_a_tap_lays_a_piece_and_the_next_turn_it(house: House, game: str) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True)
    page = at_a_tile(person, game)
    ply, spot = person.number("ply"), spots(page)[0]
    page.touchscreen.tap(spot.x, spot.y)
    at = lies(page)
    assert at["shape"] == spot.shape
    if spot.turns > 1:
        page.touchscreen.tap(spot.x, spot.y)
        now = lies(page, at)
        assert now["shape"] == spot.shape and now["turn"] != at["turn"] and person.number("ply") == ply
    page.get_by_role("button", name="Confirm").tap()
    person.past(ply)


@pytest.mark.parametrize("game", GAMES)
def test_two_fingers_turn_a_laid_piece(house: House, game: str) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True)
    for _ in range(8):  # some tiles fit one way only, wherever they are laid
        page = at_a_tile(person, game)
        spot = spots(page)[0]
        if spot.turns > 1:
            break
    assert spot.turns > 1
    page.touchscreen.tap(spot.x, spot.y)
    at, whole = lies(page), page.evaluate("agon.camera.box")
    fingers = person.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    thumb = (spot.x, spot.y)
    touch("touchStart", thumb)
    touch("touchStart", thumb, (spot.x + 60, spot.y))
    for degrees in (15, 30, 45):
        turned = radians(degrees)
        touch("touchMove", thumb, (spot.x + 60 * cos(turned), spot.y + 60 * sin(turned)))
    touch("touchEnd")
    now = lies(page, at)
    assert now["shape"] == spot.shape and now["turn"] != at["turn"]
    assert page.evaluate("agon.camera.box") == whole, "the board has moved"


def test_a_stored_building_grades_the_map_while_it_is_pointed_at_or_focused(house: House) -> None:
    person = house.person(1440, 900)
    table = person.create("attika", ["me", "random"])
    for _ in range(100):
        seen = person.say("GET", f"/api/tables/{table}/observation")
        actions = [a["action"] for a in seen["legal"]]
        if any(action.startswith("build ") for action in actions):
            break
        wished = [action for wish in ("store", "reveal", "end") for action in actions if action.startswith(wish)]
        if actions:
            person.say("POST", f"/api/tables/{table}/plies", {"ply": seen["ply"], "action": (wished or actions)[0]})
    page = person.go(f"/tables/{table}")
    person.wait_for_turn()
    stored = page.locator("#side svg .legal[data-action^='build ']").first
    assert page.locator("#sheet .legal").count() == 0, "nothing is asked about the map yet"
    stored.hover()
    expect(page.locator("#graded .legal").first).to_be_attached()
    page.mouse.move(5, 5)
    expect(page.locator("#graded")).to_have_count(0)
    stored.focus()
    expect(page.locator("#graded .legal").first).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator("#graded")).to_have_count(0)
    expect(page.locator("#sheet .legal").first).to_be_attached()
    paid = page.locator("#choices [data-takes]")
    if paid.count():
        paid.first.focus()
        expect(page.locator("#foot .is-raised").first).to_be_attached()


def test_while_a_tile_is_laid_the_storage_board_is_seen_whole_and_a_phone_shows_its_turns(house: House) -> None:
    person = house.person(1366, 768)
    page = at_a_tile(person, "attika")
    store = page.locator("[data-family=store] .sheetbox__b:not([hidden])")
    expect(store).to_be_in_viewport(ratio=1)
    assert store.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    page.locator("#choices .act").first.focus()
    expect(page.locator("#choices .act").first).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#ways button")).to_have_count(6)
    expect(page.locator("#ways button").last).to_be_in_viewport(ratio=1)
