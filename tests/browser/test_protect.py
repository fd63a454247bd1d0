"""Tables that protect: take back after a bot's answer, warnings, ghosts to confirm, several answers as one step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.journey import House, Person
from tests.browser.test_everybody import serious

GAME = "hellas_2016"


def play_until(person: Person, table: str, wanted: str) -> dict[str, Any]:
    """Play by the API until an action is offered of which `wanted` holds; that action."""
    for _ in range(600):
        seen = person.say("GET", f"/api/tables/{table}/observation")
        found = [a for a in seen["legal"] if a.get(wanted) or a["outlook"].get(wanted)]
        if found:
            return dict(found[0])
        assert not seen["over"], f"nothing with {wanted} was ever offered"
        if seen["legal"]:
            move = {"ply": seen["ply"], "action": person.rng.choice(seen["legal"])["action"]}
            person.say("POST", f"/api/tables/{table}/plies", move)
    raise AssertionError(wanted)


def test_a_decision_is_taken_back_by_u_after_the_bot_has_answered(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    ply = person.number("ply")
    person.click_something()
    person.wait_for_turn()
    if person.number("ply") == ply + 1:  # the last seat places its first two houses in a row
        ply += 1
        person.click_something()
        person.wait_for_turn()
    expect(person.page.locator("#since [data-ply]").first).to_be_visible()
    person.page.keyboard.press("u")
    person.expect_ply(ply)


def test_what_comes_to_nothing_is_asked_about_before_it_is_played(house: House) -> None:
    person = house.person()
    table = person.create(GAME, ["me", "random"])
    action = play_until(person, table, "warning")
    person.go(f"/tables/{table}")
    person.wait_for_turn()
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.page.reload()
    expect(person.page.locator("#foot .legal").first).to_be_in_viewport(ratio=0.9)
    person.page.set_viewport_size({"width": 1280, "height": 900})
    ply, row = person.number("ply"), person.page.locator(f'#choices [data-action="{action["action"]}"]')
    expect(row).to_have_class(re.compile(r"\bvain\b"))
    row.evaluate("row => row.click()")
    asked = person.page.get_by_role("dialog", name="Nothing will come of it")
    expect(asked).to_contain_text(action["outlook"]["warning"])
    asked.get_by_role("button", name="Choose another").click()
    expect(asked).to_be_hidden()
    assert person.number("ply") == ply
    row.evaluate("row => row.click()")
    asked.get_by_role("button", name="All the same").click()
    person.past(ply)


def test_who_confirms_each_move_sees_it_as_a_ghost_first(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    page, ply = person.page, person.number("ply")
    page.locator("#tool-menu").click()
    page.get_by_role("button", name="Confirm each move").click()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    place = page.locator("#sheet .legal").first
    action = place.get_attribute("data-action")
    place.click()
    expect(page.locator("#sheet .ghost").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet .ghost")).to_have_count(0)
    assert person.number("ply") == ply
    page.locator(f'#sheet [data-action="{action}"]').click()
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    page.keyboard.press("Enter")
    person.past(ply)


def test_on_a_touch_screen_moves_are_confirmed_by_a_second_tap(house: House) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True)
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    ply = person.number("ply")
    person.page.locator("#sheet .legal").first.dispatch_event("click")
    expect(person.page.get_by_role("button", name="Confirm")).to_be_visible()
    assert person.number("ply") == ply
    person.page.locator("#sheet .ghost").first.dispatch_event("click")
    person.past(ply)


def test_several_answers_are_one_step_and_nothing_is_played_before_the_last(house: House) -> None:
    person = house.person()
    table = person.create("attika", ["me", "random"])
    action = play_until(person, table, "begins")
    person.go(f"/tables/{table}")
    person.wait_for_turn()
    ply = person.number("ply")
    person.page.locator(f'#choices [data-action="{action["action"]}"]').evaluate("row => row.click()")
    expect(person.main).not_to_have_attribute("data-draft", "0")
    assert person.say("GET", f"/api/tables/{table}")["ply"] == ply
    person.page.keyboard.press("Escape")
    expect(person.main).to_have_attribute("data-draft", "0")
    person.page.locator(f'#choices [data-action="{action["action"]}"]').evaluate("row => row.click()")
    expect(person.main).not_to_have_attribute("data-draft", "0")
    person.click_something()
    assert person.number("ply") >= ply + 2


def test_after_a_legal_click_no_refusal_appears_before_the_pointer_moves(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    page, ply = person.page, person.number("ply")
    place = page.locator("#sheet .legal").first
    box = place.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    person.past(ply)
    person.wait_for_turn()
    page.evaluate("() => new Promise(done => setTimeout(done, 400))")
    expect(page.locator("#tip")).to_be_hidden()
    page.mouse.move(x + 6, y + 2)
    page.mouse.move(x - 6, y + 2)
    expect(page.locator(".refused")).to_have_count(1)


def test_a_line_of_the_log_is_no_tab_stop_and_lights_what_it_is_about(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    person.click_something()
    person.wait_for_turn()
    assert person.page.locator("#log button:not([tabindex='-1'])").count() == 0
    person.page.locator("#log").focus()
    person.page.keyboard.press("ArrowDown")
    expect(person.page.locator("#log button").first).to_be_focused()
    person.page.locator("#log li", has_text="places a starting house").first.hover()
    expect(person.page.locator("#sheet .is-shown").first).to_be_visible()


def test_a_tile_is_laid_as_a_ghost_turned_by_keys_and_clicks_and_then_confirmed(house: House) -> None:
    person = house.person()
    person.open_table("hellas_2002", ["me", "random"])
    person.wait_for_turn()
    page, ply = person.page, person.number("ply")
    held, pill = page.locator("#held"), page.locator("#pill")
    expect(page.locator(".pcard").first.locator(".bars i")).to_have_count(10)
    expect(page.locator("#ways")).to_be_visible()
    page.evaluate("agon.act(document.querySelector('#sheet .spot.legal').dataset.action.split('|')[0])")
    expect(pill).to_be_visible()
    expect(page.get_by_role("button", name="Place", exact=False)).to_be_visible()
    assert person.number("ply") == ply and held.locator(".held__stop").count() == 6

    def lies() -> str:
        return str(page.evaluate("agon.draft.answers[0]"))

    fits = held.locator(".held__stop[data-turn]").count()
    assert page.locator("#ways button").count() == fits
    first = lies()
    page.keyboard.press("e")
    page.wait_for_function(
        "([was, n]) => !agon.draft.pending && (n === 1 || agon.draft.answers[0] !== was)", arg=[first, fits]
    )
    page.keyboard.press("q")
    page.wait_for_function("was => agon.draft.answers[0] === was && !agon.draft.pending", arg=first)
    other = page.locator("#sheet .spot.elsewhere").first
    if other.count():
        other.dispatch_event("click")
        page.wait_for_function("was => agon.draft.answers[0] !== was && !agon.draft.pending", arg=first)
    assert person.number("ply") == ply
    page.keyboard.press("Escape")
    expect(pill).to_be_hidden()
    page.evaluate("agon.act(document.querySelector('#sheet .spot.legal').dataset.action.split('|')[0])")
    pill.get_by_role("button", name="Place").click()
    person.past(ply)


def test_while_a_move_waits_a_click_elsewhere_chooses_there(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    page, ply = person.page, person.number("ply")
    page.evaluate("localStorage.setItem('agon-confirm', 'on')")
    page.locator("#sheet .legal").first.dispatch_event("click")
    expect(page.locator("#sheet .ghost").first).to_be_visible()
    first = page.evaluate("agon.draft.answers[0]")
    page.locator("#sheet .elsewhere").last.dispatch_event("click")
    page.wait_for_function("was => agon.draft.answers[0] !== was && !agon.draft.pending", arg=first)
    assert person.number("ply") == ply
    page.keyboard.press("Enter")
    person.past(ply)


def test_set_up_chores_are_chosen_for_whoever_wishes(house: House) -> None:
    person = house.person()
    table = person.create("olympos", ["me", "random", "random"])
    action = play_until(person, table, "action")
    person.go(f"/tables/{table}")
    person.wait_for_turn()
    ply = person.number("ply")
    if action["action"].startswith("block"):
        person.page.get_by_role("button", name="Choose for me").click()
        person.past(ply)
        assert person.number("ply") >= ply + 4
    expect(person.page.get_by_role("button", name="Choose for me")).to_have_count(0)


@pytest.mark.parametrize("game", ["attika", "hellas_2002", "hellas_2016", "olympos"])
def test_names_of_spaces_are_a_preference_and_shown_while_alt_is_held(house: House, game: str) -> None:
    person = house.person()
    person.open_table(game, ["me", "random", "random"][: 3 if game == "olympos" else 2])
    person.wait_for_turn()
    page, code = person.page, person.page.locator("#sheet .code").first
    expect(code).to_be_hidden()
    page.keyboard.down("Alt")
    expect(code).to_be_visible()
    page.keyboard.up("Alt")
    expect(code).to_be_hidden()
    page.locator("#tool-menu").click()
    page.get_by_role("button", name="Names of spaces").click()
    expect(code).to_be_visible()
    page.reload()
    expect(page.locator("#sheet .code").first).to_be_visible()


# Clicks "Next" whenever it is there, and counts.
NEXT = """() => {
  const pace = document.querySelector("#pace");
  pace.value = "step";
  pace.dispatchEvent(new Event("change"));
  window.nexts = 0;
  new MutationObserver(() => {
    const next = [...document.querySelectorAll(".prompt__a button")].find((one) => one.textContent === "Next");
    if (!next || next.counted) return;
    next.counted = true;
    window.nexts += 1;
    setTimeout(() => next.click());
  }).observe(document.querySelector("#prompt"), { childList: true, subtree: true });
}"""


def test_bots_are_shown_step_by_step_to_whoever_wishes(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random", "random", "random"])
    person.wait_for_turn()
    person.page.evaluate(NEXT)
    for _ in range(8):
        person.click_something()
        person.wait_for_turn()
        if person.page.evaluate("window.nexts"):
            break
    assert person.page.evaluate("window.nexts") > 0


# Counts the deeds that are shown one after the other, at the pace of the menu.
PACE = """(pace) => {
  const field = document.querySelector("#pace"), { deeds } = agon, beat = deeds.beat.bind(deeds);
  field.value = pace;
  field.dispatchEvent(new Event("change"));
  window.beats = [];
  deeds.beat = async (told) => {
    const from = performance.now();
    await beat(told);
    window.beats.push([told, document.querySelector(".prompt b").textContent, performance.now() - from]);
  };
}"""


def beats_at(house: House, pace: str) -> list[tuple[str, str, float]]:
    """The deeds of three bots as they are shown at a pace: what was told, what the prompt said, and how long."""
    person = house.person()
    person.open_table(GAME, ["me", "random", "random", "random"])
    person.wait_for_turn()
    person.page.evaluate(PACE, pace)
    for _ in range(4):
        person.click_something()
        person.wait_for_turn()
        if person.page.evaluate("window.beats.length"):
            break
    return [(told, prompt, time) for told, prompt, time in person.page.evaluate("window.beats")]


def test_bots_are_shown_calmly_to_whoever_wishes(house: House) -> None:
    beats = beats_at(house, "calm")
    assert beats and all(told == prompt and time > 1000 for told, prompt, time in beats)


def test_bots_are_shown_at_once_to_whoever_wishes(house: House) -> None:
    assert beats_at(house, "once") == []


def test_bots_that_are_told_of_one_by_one_wait_for_each_other(house: House) -> None:
    person = house.person()
    person.open_table(GAME, ["me", "random", "random", "random"])
    person.wait_for_turn()
    page = person.page
    page.evaluate(PACE, "step")
    told = page.evaluate(
        """async () => {
          const tile = (ply) => `<button data-ply="${ply}"><span class="since__t">deed ${ply}</span></button>`;
          const { deeds, version, plies } = agon, told = [];
          deeds.beat = async (deed) => void told.push(deed);
          for (const ply of [plies + 1, plies + 2, plies + 3]) {
            await deeds.pace({ version: version + ply, plies: ply, html: { since: tile(ply) } });
          }
          return told.map((deed) => Number(deed.split(" ")[1]) - plies);
        }"""
    )
    assert told == [1, 2]


def test_on_a_phone_nothing_covers_the_board_and_tabs_open_sheets(house: House) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    person.open_table("attika", ["me", "random"])
    person.wait_for_turn()
    page = person.page
    board, prompt, tabs = (page.locator(name).bounding_box() for name in ("#board", "#prompt .prompt", "#tabs"))
    assert board is not None and prompt is not None and tabs is not None
    assert prompt["height"] == 128 and board["y"] + board["height"] <= prompt["y"] + 1 and board["height"] > 300
    assert round(tabs["y"] + tabs["height"]) == 844
    page.locator(".prompt__t").tap()
    expect(page.locator("#tip")).to_contain_text(page.locator(".prompt__t p").get_attribute("title") or "?")
    page.locator("#prompt").get_by_role("button", name="Storage").tap()
    expect(page.locator("[data-family=store]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    for name, sheet in (("Storage", "[data-family=store]"), ("Log", "#record"), ("Players", "#players")):
        page.locator("#tabs").get_by_role("button", name=name).tap()
        expect(page.locator(sheet)).to_be_in_viewport()
        opened = page.locator(sheet).bounding_box()
        assert opened is not None and opened["height"] <= 0.71 * 844
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-family=store]")).to_be_hidden()
    assert serious(page) == []


def test_on_a_phone_the_cards_of_olympos_scroll_sideways_and_purse_and_price_are_seen_together(house: House) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    table = person.create("olympos", ["me", "random", "random"])
    play_by(person, table, "discover")
    page = person.go(f"/tables/{table}")
    person.wait_for_turn()
    page.get_by_role("button", name="Develop").tap()
    cards, board = page.locator("#rail button"), page.locator("#board").bounding_box()
    expect(cards.first).to_be_in_viewport()
    assert page.locator("#rail").evaluate("rail => rail.scrollWidth > rail.clientWidth")
    cards.last.tap()
    expect(page.locator("#card .card__no")).not_to_have_text("…")
    sheet, purse, rail = (page.locator(name).bounding_box() for name in ("#card", ".meline", "#rail"))
    assert sheet is not None and purse is not None and rail is not None
    assert sheet["y"] + sheet["height"] <= purse["y"] + 1 and purse["y"] + purse["height"] <= rail["y"] + 1
    assert page.locator("#board").bounding_box() == board
    assert serious(page) == []


def test_a_small_laptop_shows_the_development_board_large_enough_to_read(house: House) -> None:
    person = house.person(1366, 768)
    table = person.create("olympos", ["me", "random", "random"])
    play_by(person, table, "discover")
    page = person.go(f"/tables/{table}")
    person.wait_for_turn()
    board = page.locator("[data-sheet=development] > g").first.bounding_box()
    assert board is not None and board["width"] >= 440


def test_a_tablet_on_end_leaves_no_bands_around_the_map_of_olympos(house: House) -> None:
    person = house.person(1024, 1366, bypass_csp=True)
    person.open_table("olympos", ["me", "random", "random"])
    person.wait_for_turn()
    page = person.page
    place, drawn = (page.locator(name).bounding_box() for name in ("#board", "#sheet svg"))
    assert place is not None and drawn is not None
    width, height = map(float, (page.locator("#sheet svg").get_attribute("viewBox") or "").split()[2:])
    assert abs(place["height"] - drawn["width"] * height / width) < 12, "as high as its shape can use"
    for name in ("#players", "#record", "#foot"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)
    assert serious(page) == []


def test_a_small_laptop_gives_the_sea_its_room_whatever_the_hand(house: House) -> None:
    person = house.person(1366, 768)
    table = person.create("hellas_2002", ["me", "random"])
    play_by(person, table, "reinforce")
    page = person.go(f"/tables/{table}")
    person.wait_for_turn()
    board = page.locator("#board").bounding_box()
    assert board is not None and board["height"] >= 480
    hand, stacks = (page.locator(f"[data-family={name}]").bounding_box() for name in ("hands", "stacks"))
    assert hand is not None and stacks is not None
    assert hand["y"] == stacks["y"] and abs(hand["x"] + hand["width"] - stacks["x"]) < 2, "side by side"


def test_a_small_laptop_shows_a_result_whole_and_how_it_was_won(house: House) -> None:
    person = house.person(1366, 768)
    table = person.create("olympos", ["me", "random", "random", "random"])
    while not (seen := person.say("GET", f"/api/tables/{table}/observation"))["over"]:
        if seen["legal"]:
            move = {"ply": seen["ply"], "action": person.rng.choice(seen["legal"])["action"]}
            person.say("POST", f"/api/tables/{table}/plies", move)
    page = person.go(f"/tables/{table}")
    expect(page.locator(".verdict h2")).to_contain_text(re.compile("wins with|share"))
    expect(page.locator(".result tfoot")).to_be_in_viewport(ratio=1)
    expect(page.locator(".verdict__a .btn").last).to_be_in_viewport(ratio=1)
    assert page.locator(".result-box").evaluate("box => box.scrollHeight <= box.clientHeight")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".result").evaluate("table => table.getBoundingClientRect().right <= innerWidth")


def test_on_a_phone_no_choice_of_the_menu_lies_under_the_header(house: House) -> None:
    person = house.person(390, 844, has_touch=True, is_mobile=True)
    person.open_table(GAME, ["me", "random"])
    person.wait_for_turn()
    person.page.locator("#tool-menu").tap()
    person.page.get_by_role("button", name="Confirm each move").tap()
    expect(person.page.get_by_role("button", name="Confirm each move")).to_have_attribute("aria-pressed", "false")


def play_by(person: Person, table: str, verb: str) -> None:
    """Play by the API until an action of this verb is offered."""
    for _ in range(200):
        seen = person.say("GET", f"/api/tables/{table}/observation")
        if any(action["action"].startswith(verb) for action in seen["legal"]):
            return
        if seen["legal"]:
            move = {"ply": seen["ply"], "action": person.rng.choice(seen["legal"])["action"]}
            person.say("POST", f"/api/tables/{table}/plies", move)
    raise AssertionError(verb)
