"""The duel of Hellas (2002): large cards to answer with, and Favour as a switch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.journey import House, Person
from tests.browser.test_everybody import serious

FAVOUR = "voidkeep "


def at_a_duel(person: Person) -> str:
    """A table at which a card may be answered by a Thunderbolt with Favour; gods are asked for cards till then."""
    for _ in range(20):
        table = person.create("hellas_2002", ["me", "random"])
        for _ in range(150):
            seen = person.say("GET", f"/api/tables/{table}/observation")
            actions = [a["action"] for a in seen["legal"]]
            if any(action.startswith(FAVOUR) for action in actions):
                return table
            if seen["over"]:
                break
            wished = [a for wish in ("draw zeus", "reinforce", "pass") for a in actions if a.startswith(wish)]
            if actions:
                move = {"ply": seen["ply"], "action": (wished or [person.rng.choice(actions)])[0]}
                person.say("POST", f"/api/tables/{table}/plies", move)
    raise AssertionError("no duel came")


@pytest.mark.soak
def test_favour_is_a_switch_that_says_what_the_card_does(house: House) -> None:
    person = house.person(1440, 900, bypass_csp=True)
    table = at_a_duel(person)
    page = person.go(f"/tables/{table}")
    person.wait_for_turn()
    ply, lever = person.number("ply"), page.locator("[data-sheet=chain]").get_by_role("switch")
    expect(lever).to_have_attribute("aria-checked", "false")
    assert serious(page) == []
    lever.focus()
    page.keyboard.press("Space")
    expect(lever).to_have_attribute("aria-checked", "true")
    page.locator("[data-sheet=chain] .switched .answer__b").first.click()
    person.past(ply)
    expect(page.locator("#log")).to_contain_text("with Favour")
