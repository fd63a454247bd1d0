"""The pictures of README, made from the real pages: python tests/pictures.py FOLDER (`make pictures`).

A server plays every game against bots up to a lively moment, and Chromium photographs the tables and the lobby, light
and dark; the film is a whole game between bots. All luck is seeded: the same pages give the same pictures.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, Literal

from fastapi import FastAPI
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import agon
from agon.bots import make_bot
from agon.draw.png import png
from agon.play.table import StillTable
from tests.browser.chrome import launch
from tests.browser.journey import Person
from tests.web.support import served

PATIENCE: Final = 120  # seconds for a game
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SIZE: Final = {"width": 1280, "height": 800}
QUALITY: Final = 72
MOMENTS: Final = {"attika": 130, "hellas_2002": 150, "hellas_2016": 75, "olympos": 150}  # plies at least
FILM: Final = "hellas_2016"
FILM_WIDTH: Final = 560
FRAME: Final = 220  # milliseconds
LAST: Final = 4000


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as place:
        browser = launch(playwright)
        with served(Path(place), pages=True) as (address, app):
            for game in agon.game_ids():
                photograph(at_the_table(browser, address, app, game), folder / game)
            photograph(lobby(browser, address), folder / "lobby")
        browser.close()
    (folder / "film.webp").write_bytes(film())
    for path in sorted(folder.glob("*.webp")):
        print(f"{path}: {path.stat().st_size / 1e3:.0f} kB")


def at_the_table(browser: Browser, address: str, app: FastAPI, game: str) -> Page:
    """A seat at a table in the middle of a game, when it is one's turn."""
    somebody = Person(browser.new_context(viewport=SIZE, locale="en"), address, 7)  # type: ignore[arg-type]
    bots = min(agon.game(game).seats) - 1
    somebody.say("POST", "/api/identity", {"name": "Anna"})
    table = somebody.say("POST", "/api/tables", {"game": game, "seats": ["me", *["greedy"] * bots]})["id"]
    rng, greedy = Random(7), make_bot("greedy")
    until = time.monotonic() + PATIENCE
    while (live := app.state.hub._lives[table]).ply < MOMENTS[game] or live.actor != 0:
        assert time.monotonic() < until and not live.is_over, game
        if live.actor == 0:
            choice = greedy.choose(live.seen(0).state, live.seen(0).legal(), rng)
            somebody.say(
                "POST", f"/api/tables/{table}/plies", {"ply": live.ply, "action": live.table.game.space.text(choice)}
            )
        else:
            time.sleep(0.01)
    return somebody.go(f"/tables/{table}")


def lobby(browser: Browser, address: str) -> Page:
    return Person(browser.new_context(viewport=SIZE, locale="en"), address, 7).go()  # type: ignore[arg-type]


def photograph(page: Page, name: Path) -> None:
    """Light and dark, as WebP."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_load_state("networkidle")
        image = Image.open(BytesIO(page.screenshot(animations="disabled")))
        image.save(name.with_name(f"{name.name}-{scheme}.webp"), quality=QUALITY, method=6)


def film() -> bytes:
    """A whole game that plays itself."""
    frames = list(_frames())
    out = BytesIO()
    frames[0].save(
        out, "WEBP", save_all=True, append_images=frames[1:], quality=50, method=4, minimize_size=True, loop=0,
        duration=[FRAME] * (len(frames) - 1) + [LAST],
    )  # fmt: skip
    return out.getvalue()


def _frames() -> Iterator[Image.Image]:
    table = StillTable(agon.match(FILM, ["greedy", "greedy"], seed=7))
    before = ""
    for seen in (*(heard.seen for heard in table.heard(-1, opened=True)), table.opened()):
        drawn = seen.scene("en").svg()
        if drawn != before:
            yield Image.open(BytesIO(png(drawn, FILM_WIDTH))).convert("RGB")
        before = drawn


if __name__ == "__main__":
    main(Path(sys.argv[1]))
