"""How fast the site is, in Chromium, from a static host of this machine: `make site-figures` (quiet machines only).

For each game, with an empty browser and then at the second visit: the seconds from opening the site, by a click on
"play", to the board, and until it asks for a decision (later where the draw lets a bot begin); how long `medium` thinks
about an answer; the longest task of the main thread. What was sent is counted by the host.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import agon
from agon.site.build import build
from tests.browser.chrome import launch
from tests.site.visitor import Visitor

LIMITS = {"cold start, s": 6.0, "second start, s": 2.0, "medium answers in, s": 2.0, "longest task, s": 0.1}
SIZES = {"sent in all, MB": 15.0, "of it ours, MB": 2.0}
DECISIONS = 6

WATCH = """
(() => {
  const all = window.top.agonTasks ??= [];
  new PerformanceObserver((list) => list.getEntries().forEach((task) => all.push(task.duration)))
    .observe({ type: "longtask", buffered: true });
})()
"""
PICTURE = """
async () => {
  const taken = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("agon-memory-") && (await (await caches.open(name)).match("memory"))) return true;
    }
  };
  while (!(await taken())) await new Promise((done) => setTimeout(done, 100));
}
"""


@dataclass
class Sent:
    """What a host has sent, in bytes by path."""

    bytes: dict[str, int] = field(default_factory=dict)

    def megabytes(self, ours: bool) -> float:
        return sum(n for path, n in self.bytes.items() if not (ours and path.startswith("/pyodide/"))) / 1e6


class Counting(SimpleHTTPRequestHandler):
    """A static host that counts."""

    def __init__(self, *args: Any, sent: Sent, **named: Any) -> None:
        self._sent = sent
        super().__init__(*args, **named)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        body = source.read()
        self._sent.bytes[self.path] = self._sent.bytes.get(self.path, 0) + len(body)
        outputfile.write(body)


@contextmanager
def hosted(folder: Path) -> Iterator[tuple[str, Sent]]:
    sent = Sent()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(folder), sent=sent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", sent
    server.shutdown()
    server.server_close()


def started(visitor: Visitor, game: str) -> tuple[float, float]:
    """Seconds from opening the site to the board, and until it asks."""
    visitor.page.goto("about:blank")
    begun = time.perf_counter()
    visitor.page.goto(visitor.address, wait_until="commit")
    visitor.play(game, "medium")
    board = time.perf_counter() - begun
    visitor.is_over()
    return board, time.perf_counter() - begun


def measure(browser: Browser, folder: Path, game: str) -> tuple[dict[str, float], dict[str, float]]:
    """The figures of one game, and what was sent at the first visit."""
    with hosted(folder) as (address, sent):
        visitor = Visitor(browser, address)
        visitor.context.add_init_script(WATCH)
        cold, cold_asked = started(visitor, game)
        for _ in range(DECISIONS):
            if not visitor.decide():
                break
        visitor.page.evaluate(PICTURE)
        sizes = dict(zip(SIZES, (sent.megabytes(False), sent.megabytes(True)), strict=True))
        thoughts = [
            float(ms)
            for worker in visitor.page.workers
            for ms in worker.evaluate("performance.getEntriesByName('thought').map((entry) => entry.duration)")
        ]
        tasks = [float(ms) for ms in visitor.page.evaluate("window.agonTasks ?? []")]
        again, again_asked = started(visitor, game)
        tasks += [float(ms) for ms in visitor.page.evaluate("window.agonTasks ?? []")]
        visitor.close()
    figures = (cold, again, max(thoughts, default=0.0) / 1000, max(tasks, default=0.0) / 1000)
    asked = {"asked after, s": cold_asked, "and then, s": again_asked}
    return dict(zip(LIMITS, figures, strict=True)) | asked, sizes


def limit(name: str) -> float:
    return (LIMITS | SIZES).get(name, float("inf"))


def main(folders: list[str]) -> int:
    """Print the figures; 1 where one is above its limit."""
    above = []
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(folders[0]) if folders else Path(made) / "site"
        if not folders:
            build(folder)
        browser = launch(playwright)
        for game in folders[1:] or agon.game_ids():
            figures, sizes = measure(browser, folder, game)
            print(
                f"{game}: " + ", ".join(f"{name} {value:.2f}" for name, value in (figures | sizes).items()), flush=True
            )
            above += [f"{game}: {n} {v:.2f}" for n, v in (figures | sizes).items() if v >= limit(n)]
        browser.close()
    print("Above their limits: " + "; ".join(above) if above else "All within their limits.")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
