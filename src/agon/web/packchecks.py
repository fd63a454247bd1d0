"""`agon check` on an owner's pack: random games under the laws, one after the other, not where pages are answered."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from agon.core.game import Game
from agon.web.errors import Refused

GAMES: Final = 2  # a seat count
AT_ONCE: Final = 1  # processes
SECONDS: Final = 600.0  # a game may take
REMEMBERED: Final = 200

Tell = Callable[[str, "Check"], Awaitable[None]]  # is given a check's key and how it stands, at every step
Play = Callable[[str, str, int, int], Awaitable[str]]  # game, text of the pack, seats, seed -> what is wrong, or ""


@dataclass
class Check:
    """How far a check is."""

    total: int
    done: int = 0
    over: bool = False
    wrong: str = ""  # the law that was broken, as a sentence


class PackChecks:
    """The checks of one server, or of one browser."""

    def __init__(self, play: Play | None = None, games: int = GAMES, clock: Callable[[], float] = monotonic) -> None:
        self._play = in_a_process if play is None else play
        self._games = games  # a seat count
        self._checks: dict[str, Check] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._heard: dict[str, float] = {}  # checks that other processes make: when they were last heard of
        self._clock = clock
        self.tell: Tell = nobody_else

    def standing(self, key: str) -> Check | None:
        """How the check of a pack stands; the key changes with its values."""
        check = self._checks.get(key)
        if check is not None and not check.over and self._clock() - self._heard.get(key, self._clock()) > SECONDS:
            return None  # whoever made it has died
        return check

    def hear(self, key: str, check: Check) -> None:
        """How far another process is with a check."""
        self._heard[key] = self._clock()
        self._keep(key, check)

    def _keep(self, key: str, check: Check) -> None:
        self._checks[key] = check
        while len(self._checks) > REMEMBERED:
            oldest = next(iter(self._checks))
            del self._checks[oldest]
            self._heard.pop(oldest, None)

    def begin(self, key: str, owner: str, game: Game, text: str) -> Check:
        """Check a pack, unless that is being done."""
        known = self.standing(key)
        if known is not None and (not known.over or not known.wrong):
            return known
        if owner in self._tasks:
            raise Refused("check_running")
        check = Check(self._games * len(game.seats))
        self._heard.pop(key, None)
        self._keep(key, check)
        task = self._tasks[owner] = asyncio.create_task(self._run(key, check, game, text))
        task.add_done_callback(lambda _: self._tasks.pop(owner, None))
        return check

    async def _run(self, key: str, check: Check, game: Game, text: str) -> None:
        await self.tell(key, check)
        async with self._turn:
            for seats in game.seats:
                for seed in range(self._games):
                    check.wrong = await self._play(game.id, text, seats, seed)
                    check.done += not check.wrong
                    check.over = bool(check.wrong) or check.done == check.total
                    await self.tell(key, check)
                    if check.wrong:
                        return

    async def close(self) -> None:
        """Stop whatever runs."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def nobody_else(key: str, check: Check) -> None:
    """One process alone has nobody to tell."""


async def in_a_process(game_id: str, text: str, seats: int, seed: int) -> str:
    """One game under the laws; what is wrong, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pack.toml"
        path.write_text(text, "utf-8")
        asked = ["check", game_id, "--pack", str(path), "--games", "1", "--seats", str(seats), "--seed", str(seed)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "agon", *asked, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        try:
            _, said = await asyncio.wait_for(process.communicate(), SECONDS)
        except BaseException:
            if process.returncode is None:
                process.kill()
                await process.wait()
            raise
    return "" if process.returncode == 0 else said.decode("utf-8", "replace").strip()[-300:]
