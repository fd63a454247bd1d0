"""What the journeys share: people in browsers, who open tables, join, and click what they are offered."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, TimeoutError, expect

PATIENCE = 15_000  # milliseconds a page has to show something


# Plays what was clicked also where nothing will come of it, which a page asks about.
ANYHOW = 'if (document.querySelector("#vain").open) document.querySelector("[data-do=vain-yes]").click();'
# Clicks one of the offered actions, by the part of the list at which it stands, also where nothing will come of it;
# what is laid and waits for a word is confirmed.
CLICK = f"""(part) => {{
  const laid = document.querySelector("#prompt [data-do=confirm]");
  if (laid) return laid.click();
  const all = document.querySelectorAll("#choices .act");
  all[Math.floor(part * (all.length - 0.001))]?.click();
  {ANYHOW}
}}"""


class Person:
    """Somebody in a browser of their own."""

    def __init__(self, context: BrowserContext, address: str, seed: int) -> None:
        self.context = context
        self.address = address
        self.rng = Random(seed)
        self.complaints: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab; what goes wrong in it is written down."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        return page

    def go(self, path: str = "/") -> Page:
        self.page.goto(path if path.startswith("http") else f"{self.address}{path}")
        return self.page

    def say(self, method: str, path: str, body: object = None) -> Any:
        """Ask the API as this person's page does."""
        answer = self.context.request.fetch(
            f"{self.address}{path}", method=method, data=body, headers={"origin": self.address}
        )
        return answer.json() if answer.ok else {"status": answer.status, **answer.json()}

    def create(self, game: str, seats: list[str], **more: object) -> str:
        """A table opened over the API."""
        self.say("POST", "/api/identity", {"name": f"Person {self.rng.randrange(1000)}"})
        table = self.say("POST", "/api/tables", {"game": game, "seats": seats, **more})
        assert "id" in table, table
        return str(table["id"])

    def open_table(self, game: str, seats: list[str], **more: object) -> str:
        """A table opened over the API; this person is on its page."""
        table = self.create(game, seats, **more)
        self.go(f"/tables/{table}")
        return table

    def take_seat(self) -> None:
        """Sit down on the first free seat, and wait for its page: the stream may tell of it before that page comes."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Take this seat").first.click()

    # ---- at a table ----

    @property
    def main(self) -> Locator:
        return self.page.locator("main.ag-table")

    def number(self, name: str) -> int:
        return int(self.main.get_attribute(f"data-{name}") or "-1")

    @property
    def is_over(self) -> bool:
        return self.main.get_attribute("data-over") == "yes"

    @property
    def is_asked(self) -> bool:
        return self.main.get_attribute("data-asked") == "yes"

    def wait_for_turn(self) -> bool:
        """True when this person has to decide; False when the game is over."""
        self.page.locator("main[data-asked=yes], main[data-over=yes]").wait_for()
        return not self.is_over

    def click_something(self) -> None:
        """Click one of the offered actions, and what belongs to the same step, and wait until it is played."""
        ply = self.main.get_attribute("data-ply")
        while self.main.get_attribute("data-ply") == ply:
            draft = self.main.get_attribute("data-draft")
            part = self.rng.random()
            for last in (False, False, True):  # what was drawn anew under the click is clicked again, as people do
                self.page.evaluate(f"part => ({CLICK})(part)", part)
                try:
                    self.page.wait_for_function(
                        "([ply, draft]) => { const at = document.querySelector('main.ag-table').dataset;"
                        " return at.ply !== ply || at.draft !== draft; }",
                        arg=[ply, draft],
                        timeout=PATIENCE,
                    )
                    break
                except TimeoutError:
                    if last:
                        raise

    def past(self, ply: int) -> None:
        expect(self.main).not_to_have_attribute("data-ply", str(ply), timeout=PATIENCE)

    def expect_ply(self, ply: int) -> None:
        expect(self.main).to_have_attribute("data-ply", str(ply), timeout=PATIENCE)

    def screenshot(self, path: Path) -> bytes:
        return self.page.screenshot(path=path)


class House:
    """Where people come together: one server, one browser, contexts of their own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.people: list[Person] = []
        self.excused: tuple[str, ...] = ()  # complaints a test expects

    def person(self, width: int = 1280, height: int = 900, lang: str = "en-GB", **more: Any) -> Person:
        given = {"viewport": {"width": width, "height": height}, "locale": lang, "reduced_motion": "reduce"} | more
        context = self.browser.new_context(**given)
        found = Person(context, self.address, len(self.people) + 1)
        self.people.append(found)
        return found

    def close(self) -> None:
        said = [text for person in self.people for text in person.complaints]
        for person in self.people:
            try:
                person.context.close()
            except Error:
                continue  # closed by the test already
        wrong = [text for text in said if not any(part in text for part in self.excused)]
        assert not wrong, wrong


# Clicks one of the offered actions whenever the page asks for a decision; `part` 0 is the first of them, 1 the last.
CLICKING = (
    "([seed, part]) => { const pick = "
    + CLICK
    + """;
  const main = document.querySelector("main.ag-table");
  let n = seed;
  const draw = () => (n = (n * 16807) % 2147483647) / 2147483647;
  const click = () => { if (main.dataset.asked === "yes") pick(part ?? draw()); };
  new MutationObserver(click).observe(main, { attributeFilter: ["data-version", "data-draft"] });
  click();
}"""
)


def play_to_the_end(people: list[Person], part: float | None = None, patience: int = 150_000) -> None:
    """Everybody clicks something whenever they are asked, until the game is over."""
    for person in people:
        person.page.evaluate(CLICKING, [person.rng.randrange(1, 10**9), part])
    for person in people:
        expect(person.main).to_have_attribute("data-over", "yes", timeout=patience)
