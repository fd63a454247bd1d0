"""`agon check` on an owner's pack: random games under the laws, one after the other, not where pages are answered."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from agon.core.game import Game
from agon.web.errors import Refused

GAMES: Final = 2  # a seat count
AT_ONCE: Final = 1  # processes
SECONDS: Final = 600.0  # a game may take
REMEMBERED: Final = 200

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

    def __init__(self, play: Play | None = None, games: int = GAMES) -> None:
        self._play = in_a_process if play is None else play
        self._games = games  # a seat count
        self._checks: dict[str, Check] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)

    def standing(self, key: str) -> Check | None:
        """How the check of a pack stands; the key changes with its values."""
        return self._checks.get(key)

    def begin(self, key: str, owner: str, game: Game, text: str) -> Check:
        """Check a pack, unless that is being done."""
        known = self._checks.get(key)
        if known is not None and (not known.over or not known.wrong):
            return known
        if owner in self._tasks:
            raise Refused("check_running")
        check = self._checks[key] = Check(self._games * len(game.seats))
        while len(self._checks) > REMEMBERED:
            del self._checks[next(iter(self._checks))]
        task = self._tasks[owner] = asyncio.create_task(self._run(check, game, text))
        task.add_done_callback(lambda _: self._tasks.pop(owner, None))
        return check

    async def _run(self, check: Check, game: Game, text: str) -> None:
        async with self._turn:
            for seats in game.seats:
                for seed in range(self._games):
                    check.wrong = await self._play(game.id, text, seats, seed)
                    if check.wrong:
                        check.over = True
                        return
                    check.done += 1
        check.over = True

    async def close(self) -> None:
        """Stop whatever runs."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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
