"""The puzzle of the day on the first page: its board, what is asked, and how many days in a row one has solved it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from starlette.requests import Request

from agon.core.errors import AgonError
from agon.play.puzzle_words import task
from agon.play.puzzles import of_the_day
from agon.web.identity import Identity, lang_of
from agon.web.lobbypage import all_games
from agon.web.progress import progress_of, streak
from agon.web.puzzlepage import game_of
from agon.web.puzzling import today


@dataclass(frozen=True)
class Daily:
    """What is told of a puzzle before it is opened."""

    game: str
    title: str
    board: str  # the address of its picture


async def daily_card(request: Request, who: Identity) -> dict[str, Any] | None:
    """The card of today's puzzle; None where there is none.

    Where there is no server the card names neither game nor task: the first page is made beforehand, on another day.
    """
    day, here = today(request), getattr(request.app.state, "here", False)
    days = await progress_of(request).days(who.id)
    told = None if here else await asyncio.to_thread(_of, day, lang_of(request))
    if told is None and not here:
        return None
    return {"told": told, "streak": streak(days, day), "solved": days.get(day)}


@lru_cache(maxsize=16)
def _of(day: date, lang: str) -> Daily | None:
    try:
        found = of_the_day(all_games(), day)
    except AgonError:
        return None
    game = game_of(found)
    return Daily(game.title[lang], task(game, found, lang)[0], f"/puzzles/{found.id}/board.svg")
