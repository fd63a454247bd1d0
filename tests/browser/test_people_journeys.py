"""Whole journeys of people: days by letter and mail, a tournament to its prize, talk beside a game, and a farewell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import insert

from agon.web import accounts, checks, clockwork
from agon.web.models import RatingRow
from tests.browser.journey import PATIENCE, House, Person
from tests.browser.test_everybody import found_by_axe, serious
from tests.browser.test_people import finger, named, opened_cup, words_on
from tests.web.support import served
from tests.web.test_told import Box, text_of
from tests.web.test_told import Browser as LetterBox
from tests.web.test_told import box as box

PHONE: dict[str, Any] = {"width": 390, "height": 844, "lang": "de-DE"}
SOON: dict[str, Any] = {"cup_seconds": 0.2, "tell_seconds": 0.2, "clock_seconds": 0.2, "farewell_seconds": 0.2}

# The browser's own service for letters is not on this machine: another one takes them.
LETTERS = """(keys) => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint: keys.endpoint, keys }) });
}"""


class Days:
    """Time as the server knows it, which passes when a test says so."""

    def __init__(self) -> None:
        self.passed = timedelta()

    def now(self, zone: tzinfo | None = None) -> datetime:
        return datetime.now(zone) + self.passed

    def __getattr__(self, name: str) -> Any:
        return getattr(datetime, name)


def until(page: Page, ask: Callable[[], bool]) -> None:
    for _ in range(PATIENCE // 50):
        if ask():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it does not come about")


def keep(person: Person) -> None:
    """Keep one's name by a recovery code, on the page."""
    page = person.go("/account")
    page.locator("[data-do=keep]").click()
    words_on(page)
    page.locator("[data-do=written]").click()
    expect(page.locator(".pill--ok, #told").first).to_be_visible()


@pytest.fixture
def place(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[House, FastAPI]]:
    """A server of one's own, that looks often, with whatever the test wants besides."""
    more = getattr(request, "param", {})
    with served(tmp_path, pages=True, **SOON, **more) as (found, app):
        house = House(browser, found.replace("127.0.0.1", "localhost"))
        yield house, app
        house.close()


def test_players_and_spectators_talk_apart_and_one_resigns(place: tuple[House, FastAPI]) -> None:
    house, _ = place
    anna, bela = named(house, "Anna"), named(house, "Béla", **PHONE)
    cleo = named(house, "Cleo", bypass_csp=True)
    table = anna.say("POST", "/api/tables", {"game": "hellas_2016", "seats": ["me", "open"], "pace": "live"})["id"]
    bela.say("POST", f"/api/tables/{table}/seats")
    for person in (anna, bela, cleo):
        person.go(f"/tables/{table}")
    anna.page.keyboard.press("c")
    anna.page.get_by_role("button", name="Good luck!").click()
    expect(bela.page.locator("#tabs [data-unread]")).to_have_text("1")
    bela.page.reload()
    expect(bela.page.locator("#tabs [data-unread]")).to_have_text("1")
    bela.page.locator("#tabs [data-sheet=chat]").click()
    expect(bela.page.locator("#chat")).to_contain_text("Viel Glück!")
    expect(bela.page.locator("#tabs [data-unread]")).to_be_hidden()
    bela.page.reload()
    expect(bela.page.locator("#tabs [data-unread]")).to_be_hidden()

    cleo.page.keyboard.press("c")
    cleo.page.get_by_label("To the other spectators").fill("house A1 is best")
    cleo.page.keyboard.press("Enter")
    expect(cleo.page.locator("#chat .aside")).to_contain_text("house A1 is best")
    anna.page.get_by_label("Say something").fill("hurry up")
    anna.page.keyboard.press("Enter")
    expect(cleo.page.locator("#chat")).to_contain_text("hurry up")
    assert serious(cleo.page) == []
    for player in (anna, bela):
        assert "house A1" not in (player.page.locator("#chat").text_content() or "")

    line = cleo.page.locator("#chat [data-line]", has_text="hurry up")
    line.get_by_role("button", name="More about this line of Anna").click()
    cleo.page.once("dialog", lambda dialog: dialog.accept())
    line.get_by_role("button", name="Report").click()
    expect(cleo.page.locator("#toast")).to_contain_text("Whoever runs this server will see it")
    cleo.page.reload()
    cleo.page.keyboard.press("c")
    line.get_by_role("button", name="More about this line of Anna").click()
    line.get_by_role("button", name="Mute Anna").click()
    expect(cleo.page.locator("#chat")).not_to_contain_text("hurry up")
    cleo.page.reload()
    expect(cleo.page.locator("#chat")).not_to_contain_text("hurry up")

    bela.page.once("dialog", lambda dialog: dialog.accept())
    bela.page.get_by_role("button", name="Menü").click()
    bela.page.get_by_role("button", name="Aufgeben").click()
    for person, verdict in ((anna, "Anna wins"), (bela, "Béla hat aufgegeben.")):
        expect(person.page.locator(".verdict")).to_contain_text(verdict)
    expect(anna.page.locator("#chat")).to_contain_text("house A1 is best")


@pytest.mark.parametrize(
    ("lang", "out", "stood_in"),
    [
        ("en-GB", "Time is out for", "A bot plays for you."),
        ("de-DE", "Die Zeit von", "Ein Bot spielt für dich."),
    ],
)
def test_who_leaves_until_the_clock_is_out_finds_a_bot_and_takes_the_seat_back(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, out: str, stood_in: str
) -> None:
    """Two people on two devices with clocks; one leaves, time runs out, and they return."""
    days = Days()
    monkeypatch.setattr(checks, "datetime", days)
    monkeypatch.setattr(clockwork, "AWAY", 1e9)  # a server was there all the time
    with served(tmp_path, pages=True, **SOON) as (found, _):
        house = House(browser, found)
        anna, bela = named(house, "Anna", lang=lang, bypass_csp=True), named(house, "Béla", **PHONE | {"lang": lang})
        table = anna.say("POST", "/api/tables", {"game": "hellas_2016", "seats": ["me", "open"], "pace": "live"})["id"]
        bela.say("POST", f"/api/tables/{table}/seats")
        for person in (anna, bela):
            person.go(f"/tables/{table}")
            expect(person.page.locator(".clk--live .num")).to_contain_text(re.compile("30:|29:"))
        goes = anna if anna.is_asked else bela
        stays = bela if goes is anna else anna
        goes.page.close()
        days.passed += timedelta(minutes=29, seconds=30)
        stays.page.clock.set_fixed_time(days.now())
        stays.page.reload()
        expect(stays.page.locator(".clk--hurry")).to_be_visible()  # the last minute is red for everybody
        days.passed += timedelta(minutes=1)
        expect(stays.page.locator("#chat")).to_contain_text(out)
        goes.page = goes.tab()
        goes.go("/")
        goes.page.locator("#mine .row a.btn").first.click()
        expect(goes.page.locator(".prompt")).to_contain_text(stood_in)
        goes.page.locator("[data-do=come-back]").click()
        expect(goes.page.locator("[data-do=come-back]")).to_have_count(0)
        seats = goes.say("GET", f"/api/tables/{table}")["seats"]
        assert not any(seat["standing_in"] for seat in seats)
        while not goes.say("GET", f"/api/tables/{table}/observation")["legal"]:
            assert stays.wait_for_turn()
            stays.click_something()
        assert goes.wait_for_turn()
        goes.click_something()
        assert serious(anna.page) == []
        house.close()


@pytest.mark.parametrize(("lang", "width", "scheme"), [("de-DE", 390, "dark"), ("en-GB", 1440, "light")])
def test_pages_with_ratings_and_a_tournament_in_them_are_open_to_all(
    place: tuple[House, FastAPI], lang: str, width: int, scheme: str
) -> None:
    """Nothing at all that axe finds, of whatever weight, where there is life on the pages."""
    house, app = place
    lena = named(house, "Lena", width=width, lang=lang, color_scheme=scheme, bypass_csp=True)
    keep(lena)
    with app.state.store.engine.begin() as connection:
        account = accounts.account_called(connection, "Lena")
        assert account is not None
        row = {"person": account.id, "game": "hellas_2016", "seats": 2, "mu": 26.0, "sigma": 3.0, "games": 30}
        connection.execute(insert(RatingRow), [{**row, "updated": checks.now()}])
    fields = {"title": "Isthmia", "game": "hellas_2016", "kind": "swiss", "pace": "live"}
    bots = "&".join(["bot=easy"] * 3)
    answer = lena.context.request.post(
        f"{house.address}/tournaments",
        data="&".join(f"{name}={value}" for name, value in fields.items()) + f"&{bots}",
        headers={"origin": house.address, "content-type": "application/x-www-form-urlencoded"},
    )
    cup = answer.url
    page = lena.go(cup)
    page.locator("form[action$=begin] button").click()
    expect(page.locator("#round")).to_be_visible()
    for path in ("/", "/people", "/people/me", cup, f"{cup}?view=rounds", "/tournaments", "/arena", "/account"):
        page = lena.go(path)
        assert found_by_axe(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.soak
def test_a_game_over_three_days_is_told_by_letter_and_by_mail(
    browser: Browser, tmp_path: Path, box: tuple[Box, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    days, letters = Days(), LetterBox()
    monkeypatch.setattr(checks, "datetime", days)
    mails, smtp = box
    more: dict[str, Any] = {"smtp": smtp, "mail_from": "Agon <agon@localhost>", "push_local": True}
    with served(tmp_path, pages=True, **SOON, **more) as (found, _):
        house = House(browser, found.replace("127.0.0.1", "localhost"))
        lena, mira = named(house, "Lena", bypass_csp=True), named(house, "Mira", **PHONE, bypass_csp=True)
        keep(lena)
        keep(mira)
        lena.context.grant_permissions(["notifications"])
        page = lena.go("/account")
        page.evaluate(LETTERS, letters.says())
        with page.expect_response("**/api/account/wishes"):
            page.locator("[data-wish=push_turn] + i").click()
        page = mira.go("/account")
        page.locator("#mail").fill("mira@example.org")
        page.locator("form[data-do=mail] button").click()
        until(page, lambda: len(mails.mails) == 1)
        link = re.search(r"/account/mail/\S+", text_of(mails.mails[0]))
        assert link is not None
        mira.go(link[0])
        with mira.page.expect_response("**/api/account/wishes"):
            mira.page.locator("[data-wish=mail_turn] + i").click()
        assert serious(mira.page) == []

        table = lena.say("POST", "/api/tables", {"game": "hellas_2016", "seats": ["me", "open"], "pace": "day"})["id"]
        mira.say("POST", f"/api/tables/{table}/seats")
        for day in (1, 2, 3):
            for person in (lena, mira):  # each has a turn on each day, with every page closed before
                turn_of(house, table, person)
                days.passed += timedelta(minutes=15)
                other = mira if person is lena else lena
                if other is lena:
                    until(person.page, lambda: any(table in letter["href"] for letter in letters.letters))
                    letters.letters.clear()
                else:
                    until(person.page, lambda day=day: len(mails.mails) == 1 + day)  # type: ignore[misc]
                    assert "Hellas" in text_of(mails.mails[-1]) and table in text_of(mails.mails[-1])
            days.passed += timedelta(hours=23, minutes=40)
        seats = lena.say("GET", f"/api/tables/{table}")["seats"]
        assert not any(seat["standing_in"] for seat in seats), "nobody's time was out in three days"
        away = re.search(r"/unsubscribe/\S+", text_of(mails.mails[-1]))
        assert away is not None
        mira.go(away[0])
        days.passed += timedelta(hours=30)
        until(lena.page, lambda: any(s["standing_in"] for s in lena.say("GET", f"/api/tables/{table}")["seats"]))
        assert len(mails.mails) == 4, "one click has ended the mails"
        house.close()
    letters.server.shutdown()
    letters.server.server_close()


def turn_of(house: House, table: str, person: Person) -> None:
    """This person plays on the page until another is asked; whoever is asked before plays at once."""
    has_played = False
    for _ in range(60):
        seen = person.say("GET", f"/api/tables/{table}/observation")
        if seen["legal"]:
            person.go(f"/tables/{table}")
            person.wait_for_turn()
            person.click_something()
            person.page.goto("about:blank")
            has_played = True
        elif has_played:
            return
        else:
            other = next(one for one in house.people if one is not person)
            theirs = other.say("GET", f"/api/tables/{table}/observation")
            answer = {"ply": theirs["ply"], "action": theirs["legal"][0]["action"]}
            other.say("POST", f"/api/tables/{table}/plies", answer)
    raise AssertionError("the turn does not end")


@pytest.mark.soak
@pytest.mark.parametrize("width", [390, 1440])
def test_a_swiss_tournament_of_four_people_and_four_bots_from_sign_up_to_prize(
    place: tuple[House, FastAPI], width: int
) -> None:
    house, _ = place
    langs = ("en-GB", "de-DE", "en-GB", "de-DE")
    people = [
        named(house, name, width=width, lang=lang, bypass_csp=True)
        for name, lang in zip(("Lena", "Mira", "Theo", "Ifi"), langs, strict=True)
    ]
    address = opened_cup(people[0], "Panathenaea", bots=4)
    for person in people[1:]:
        person.go(address)
        person.page.get_by_role("button", name=re.compile("Mitspielen|Take part|Join")).click()
    page = people[0].go(address)
    page.get_by_role("button", name="Begin now").click()
    expect(page.locator("table.xt tbody tr")).to_have_count(8)
    played: set[str] = set()
    for _ in range(400):
        page.reload()
        if page.locator("#standings [role=status]").count():
            break
        for number, person in enumerate(people):
            person.go(address)
            link = person.page.locator("#cup-do a.btn--primary")
            if not link.count():
                continue
            table = str(link.get_attribute("href")).rpartition("/")[2]
            seen = person.say("GET", f"/api/tables/{table}")
            if seen["over"]:
                continue
            link.click()
            if person.is_asked:
                person.click_something()
            if number % 2 == 1 or table in played:  # some give up after a while, as the browser has to end today
                person.page.once("dialog", lambda dialog: dialog.accept())
                person.page.locator("#tool-menu").click()
                resign = person.page.locator("[data-do=resign]")
                if resign.is_visible():
                    resign.click()
                    expect(person.main).to_have_attribute("data-over", "yes")
            played.add(table)
        page.wait_for_timeout(200)
    for person, words in zip(people, ("wins the tournament", "gewinnt das Turnier") * 2, strict=True):
        person.go(address)
        expect(person.page.locator("#standings [role=status]")).to_contain_text(words)
        assert serious(person.page) == []
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width
    points = page.locator("table.xt tbody tr td.r:nth-last-child(2)").all_text_contents()
    assert len(points) == 8


@pytest.mark.soak
@pytest.mark.parametrize(("lang", "width", "word"), [("en-GB", 1440, "somebody"), ("de-DE", 390, "jemand")])
def test_an_account_is_deleted_and_its_finished_games_say_somebody(
    place: tuple[House, FastAPI], lang: str, width: int, word: str
) -> None:
    house, app = place
    theo, mira = (
        named(house, "Theo", width=width, lang=lang),
        named(house, "Mira", width=width, lang=lang, bypass_csp=True),
    )
    page = theo.go("/account")
    finger(page)
    page.locator("[data-do=passkey]").click()
    words_on(page)
    page.locator("[data-do=written]").click()
    table = theo.say("POST", "/api/tables", {"game": "hellas_2016", "seats": ["me", "open"]})["id"]
    mira.say("POST", f"/api/tables/{table}/seats")
    theo.say("POST", f"/api/tables/{table}/resign")
    page = theo.go("/account")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-do=delete]").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    with app.state.store.engine.begin() as connection:  # fourteen days later
        account = accounts.account_called(connection, "Theo")
        assert account is not None
        accounts.leave(connection, account.id, days=0)
    until(page, lambda: mira.context.request.get(f"{house.address}/people/Theo").status == 404)
    there = mira.go(f"/tables/{table}/replay")
    expect(there.locator("#players")).to_contain_text(word)
    assert "Theo" not in there.content()
    assert serious(there) == []
    page.reload()
    expect(page.get_by_role("main")).not_to_contain_text("Theo")
