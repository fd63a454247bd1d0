"""Somebody who plays on the site: in a frame of its page, without any server."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Browser, FrameLocator, Locator, expect

from tests.browser.journey import CLICK

PATIENCE = 120_000  # milliseconds: Python starts in the browser, on a busy machine

KEPT = "navigator.serviceWorker.ready.then((kept) => kept.active.state === 'activated')"


class Visitor:
    """One browser; what goes wrong in its pages is written down."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(viewport={"width": 1400, "height": 900}, locale="en-GB")
        self.context.set_default_timeout(PATIENCE)
        self.address = address
        self.complaints: list[str] = []
        self.rng = Random(1)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.hear(said.text) if said.type == "error" else None)

    def hear(self, complaint: str) -> None:
        """That a network was cut is no fault of the page."""
        if not complaint.startswith("Failed to load resource: net::"):
            self.complaints.append(complaint)

    def go(self, path: str = "/") -> FrameLocator:
        """Open the site at a page."""
        self.page.goto("about:blank")
        self.page.goto(self.address + (f"#{path}" if path != "/" else ""))
        return self.frame

    @property
    def frame(self) -> FrameLocator:
        return self.page.frame_locator("iframe:not([data-next])").last  # for a moment the page before is still there

    @property
    def main(self) -> Locator:
        return self.frame.locator("main.ag-table")

    def cut_the_network(self) -> None:
        """Once all is kept for later."""
        self.page.wait_for_function(KEPT, timeout=PATIENCE)
        self.context.set_offline(True)

    def play(self, game: str, strength: str = "easy") -> None:
        """One click in the lobby."""
        card = self.frame.locator(f"article:has(#game-{game})")
        card.locator(f"input[value={strength}]").check(force=True)
        card.locator("button.btn--primary").click()
        expect(self.main).to_have_attribute("data-mode", "table", timeout=PATIENCE)

    def decide(self) -> bool:
        """Answer once when asked; False once the game is over."""
        expect(self.main).to_have_attribute("data-asked", "yes", timeout=PATIENCE) if not self.is_over() else None
        if self.is_over():
            return False
        before = self.main.get_attribute("data-version")
        for _ in range(40):
            self.decide_once()
            if self.main.get_attribute("data-version") != before:
                return True
        raise AssertionError("an answer changed nothing")

    def decide_once(self) -> None:
        """One click, which may be a part of an answer."""
        self.main.evaluate(f"(_, part) => ({CLICK})(part)", self.rng.random())
        self.page.wait_for_timeout(150)

    def is_over(self) -> bool:
        """Wait until somebody is to decide here, or nobody any more."""
        self.main.page.wait_for_function(
            """() => { const page = document.querySelector("iframe:not([data-next])")?.contentDocument,
            main = page?.querySelector("main.ag-table"); return main && (main.dataset.asked || main.dataset.over); }""",
            timeout=PATIENCE,
        )
        return self.main.get_attribute("data-over") == "yes"

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints
