"""People in a real browser: names kept by passkey and code, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.journey import House, Person
from tests.browser.test_everybody import serious
from tests.web.support import served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """By its name: browsers know no passkeys at a bare address."""
    with served(tmp_path_factory.mktemp("server"), pages=True, cup_seconds=0.2) as (found, _):
        yield found.replace("127.0.0.1", "localhost")


@pytest.fixture
def house(browser: Browser, address: str) -> Iterator[House]:
    found = House(browser, address)
    yield found
    found.close()


def finger(page: Page) -> None:
    """Chromium's own authenticator, with a finger that is always the right one."""
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    wire.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def named(house: House, name: str, **more: object) -> Person:
    person = house.person(**more)  # type: ignore[arg-type]
    person.say("POST", "/api/identity", {"name": name})
    return person


def words_on(page: Page) -> list[str]:
    """The recovery code as it is shown, once."""
    words = page.locator("#code-shown li")
    expect(words).to_have_count(8)
    return words.all_text_contents()


def test_a_guest_keeps_the_name_by_passkey_and_comes_back_on_a_second_device_by_code(house: House) -> None:
    lena = named(house, "Lena")
    table = lena.create("hellas_2016", ["me", "open"])
    lena.say("POST", "/api/identity", {"name": "Lena"})
    page = lena.go("/account")
    finger(page)
    page.get_by_role("button", name="Keep Lena with a passkey").click()
    code = words_on(page)
    page.get_by_label("I have written it down").click()
    expect(page.locator(".pill--ok")).to_contain_text("set up")
    expect(page.get_by_role("main")).to_contain_text("You are Lena, here since")
    assert lena.say("GET", f"/api/tables/{table}")["seats"][0]["mine"]

    phone = house.person(390, 844, lang="de-DE", has_touch=True, is_mobile=True)
    there = phone.go("/account")
    assert there.evaluate("document.documentElement.scrollWidth") <= 390
    there.get_by_label("Name", exact=True).fill("lena")
    there.get_by_label("Wiederkehrcode (acht Wörter)").fill(" ".join(code))
    there.get_by_role("button", name="Mit dem Code anmelden").tap()
    expect(there.get_by_role("main")).to_contain_text("Du bist Lena")
    assert phone.say("GET", f"/api/tables/{table}")["seats"][0]["mine"]

    # Logged out, the finger is enough.
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url("**/")
    page = lena.go("/account")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("main")).to_contain_text("You are Lena")
    # A session seen here can be ended here.
    page.get_by_role("button", name="Log out there").click()
    expect(page.get_by_role("button", name="Log out there")).to_have_count(0)
    there.reload()
    expect(there.get_by_role("main")).to_contain_text("Du spielst auf diesem Gerät als")


def test_a_second_device_asks_and_the_first_lets_it_in(house: House) -> None:
    mira, phone = named(house, "Mira"), house.person(390, 844)
    page = mira.go("/account")
    page.get_by_role("button", name="Keep Mira with a recovery code").click()
    words_on(page)
    page.get_by_label("I have written it down").click()
    page.get_by_role("button", name="Show six characters").click()
    expect(page.locator("#link-shown img")).to_be_visible()
    six = page.locator("#link-shown b").text_content() or ""
    there = phone.go(f"/account?link={six.replace(' ', '')}")
    there.get_by_role("button", name="Ask to be let in").click()
    expect(there.locator("#claim-waits")).to_be_visible()
    page.get_by_role("button", name="Let it in").click()
    expect(there.get_by_role("main")).to_contain_text("You are Mira")


def test_an_account_is_deleted_after_asking_and_one_may_stay(house: House) -> None:
    theo = named(house, "Theo")
    page = theo.go("/account")
    page.get_by_role("button", name="Keep Theo with a recovery code").click()
    words_on(page)
    page.get_by_label("I have written it down").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Export").click()
    assert waiting.value.suggested_filename == "agon.zip"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("alert").first).to_contain_text("will be deleted on")
    page.get_by_role("button", name="Stay").click()
    expect(page.get_by_role("button", name="Delete my account")).to_be_visible()


@pytest.mark.parametrize("lang", ["en-GB", "de-DE"])
@pytest.mark.parametrize("width", [390, 1440])
def test_the_account_page_is_open_to_all(house: House, lang: str, width: int, tmp_path: Path) -> None:
    person = named(house, f"Open {lang} {width}", width=width, lang=lang, bypass_csp=True)
    page = person.go("/account")
    assert serious(page) == []
    assert person.say("POST", "/api/account", {})["name"]
    page = person.go("/account")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    person.screenshot(tmp_path / "account.png")


def test_two_strangers_find_each_other_with_a_clock_and_one_comes_back(house: House) -> None:
    """Two people on two devices; one leaves and returns."""
    one, two = named(house, "Kostas"), named(house, "Ifi", width=390, height=844, lang="de-DE")
    page = one.go("/")
    page.get_by_role("button", name="Find people").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#actions")).to_contain_text("30 min + 10 s")
    there = two.go("/")
    there.get_by_role("button", name="Leute finden").click()
    there.wait_for_url(page.url)
    for person in (one, two):
        expect(person.page.locator(".clk")).to_have_count(2)
        expect(person.page.locator(".clk--live .num")).to_contain_text("29:")
    asked = next(person for person in (one, two) if person.is_asked)
    asked.go("/")
    expect(asked.page.locator(".turn .clk--live")).to_be_visible()
    asked.page.locator("a.turn").first.click()
    asked.wait_for_turn()
    asked.click_something()


# Words of the header that do not fit.
CUT = """() => [...document.querySelectorAll(".ag-nav a[class^=n-] .wide")]
  .filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent)"""


@pytest.mark.parametrize(("width", "lang"), [(390, "de-DE"), (390, "en-GB"), (1440, "en-GB"), (1440, "de-DE")])
def test_the_pages_about_people_are_open_to_all(house: House, width: int, lang: str) -> None:
    person = named(house, f"Seen {width} {lang}", width=width, bypass_csp=True, lang=lang)
    person.create("hellas_2016", ["me", "open"], public=True, pace="day", rated=True)
    for path in ("/", "/watch", "/people", "/people/me", "/tournaments", "/arena"):
        page = person.go(path)
        assert serious(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(CUT) == [], path
    for between in (821, 1000, 1180):  # tablets
        page.set_viewport_size({"width": between, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= between


@pytest.mark.parametrize("width", [390, 1440])
def test_open_tables_are_chosen_by_their_time_and_the_choice_stays(house: House, width: int) -> None:
    others = [named(house, f"Waits {pace} {width}") for pace in ("live", "days3")]
    for other, pace in zip(others, ("live", "days3"), strict=True):
        other.create("hellas_2002", ["me", "open"], public=True, pace=pace)  # strangers are paired at another game
    page = named(house, f"Chooses {width}", width=width).go("/")
    live, slow = (page.locator(f"#open .row[data-time={time}]").first for time in ("live", "days"))
    expect(live).to_be_visible()
    page.get_by_role("radio", name="All").focus()
    page.keyboard.press("ArrowRight")
    expect(live).to_be_visible()
    expect(slow).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(live).to_be_hidden()
    expect(slow).to_be_visible()
    rows = page.locator("#open .row", has_text="Attika")
    before = rows.count()
    others[0].create("attika", ["me", "open"], public=True, pace="week")
    slow.hover()
    with page.expect_response(f"{house.address}/"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(rows).to_have_count(before)  # nothing moves under the pointer
    page.mouse.move(0, 0)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(rows).to_have_count(before + 1)
    expect(rows.first).to_be_visible()
    expect(live).to_be_hidden()


def opened_cup(host: Person, title: str, bots: int) -> str:
    """The address of a tournament that this person has opened with the form."""
    page = host.go("/tournaments")
    page.get_by_label("Title").fill(title)
    for n in range(bots):
        page.locator(f"#cup-bot-{n}").select_option("easy")
    page.get_by_role("button", name="New tournament").click()
    page.wait_for_url("**/tournaments/*")
    return page.url


@pytest.mark.parametrize("width", [390, 1440])
def test_a_tournament_is_opened_joined_and_begun(house: House, width: int) -> None:
    host = named(house, f"Host {width}", width=width, bypass_csp=True)
    guest = named(house, f"Guest {width}", width=width, lang="de-DE")
    address = opened_cup(host, f"Panathenaea {width}", bots=4)
    guest.go(address)
    guest.page.get_by_role("button", name="Mitspielen").click()
    expect(guest.page.get_by_role("button", name="Zurücktreten")).to_be_visible()
    page = host.go(address)
    page.get_by_role("button", name="Begin now").click()
    expect(page.locator(".pill--dark")).to_contain_text("Round 1 of")
    expect(page.locator("table.xt tbody tr")).to_have_count(6)
    for _ in range(100):
        page.reload()
        if page.get_by_role("link", name="To my game").count():
            break
        page.wait_for_timeout(100)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    table = page.locator("#standings .scroll")  # on a phone the last column is a swipe away
    table.evaluate("(node) => node.scrollTo(node.scrollWidth, 0)")
    expect(page.get_by_role("columnheader", name="Buchholz")).to_be_in_viewport()
    page.get_by_role("link", name="By round").click()
    expect(page.locator(".rdb")).to_have_count(3)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    with page.expect_response("**/tournaments/*?view=rounds"):  # the lists stay fresh in this view too
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".rdb")).to_have_count(3)
    page.get_by_role("link", name="To my game").click()
    page.wait_for_url("**/tables/*")
