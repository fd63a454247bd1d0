"""The page of the bots: how strong each is at a table, what is to be expected of any two, and how to bring another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

from openskill.models import PlackettLuce
from starlette.requests import Request
from starlette.responses import Response

from agon.core.game import find
from agon.play.ladder import Stride
from agon.web.asking import number
from agon.web.identity import lang_of
from agon.web.lobbypage import strengths
from agon.web.profilepage import chosen, tables, title_of
from agon.web.ratings import FILE, GUESSED, UNSURE, Rating
from agon.web.render import page
from agon.web.routes import Routes
from agon.web.words import say, strength

router = Routes()

UNKNOWN_SEARCH: Final = "ismcts"


@dataclass(frozen=True)
class Standing:
    """A bot at a table: its rating, and what really played under its name where that was made quicker."""

    bot: str
    rating: Rating
    played: str = ""


@dataclass(frozen=True)
class Ladder:
    """All bots of a table, the strongest first, and the command that measured them."""

    standings: list[Standing]
    source: str = ""  # nothing: guessed
    steps: tuple[Stride, ...] = ()  # from each level to the next, in games of the two

    def overlapping(self) -> tuple[Standing, Standing] | None:
        """The first two neighbours whose intervals overlap."""
        for one, two in pairwise(self.standings):
            if one.rating.points - one.rating.margin < two.rating.points + two.rating.margin:
                return one, two
        return None


@cache
def ladders() -> dict[tuple[str, int], Ladder]:
    """What was measured, by game and seats."""
    file = files("agon.bots").joinpath(FILE)
    told = json.loads(file.read_text("utf-8")) if file.is_file() else {"tables": []}
    out: dict[tuple[str, int], Ladder] = {}
    for table in told["tables"]:
        rows = [
            Standing(row["bot"], Rating(row["mu"], row["sigma"], row["games"]), row.get("played", ""))
            for row in table["ratings"]
        ]
        steps = tuple(Stride(**step) for step in table.get("steps", ()))
        out[table["game"], table["seats"]] = Ladder(_sorted(rows), table.get("source", ""), steps)
    return out


def _sorted(rows: list[Standing]) -> list[Standing]:
    return sorted(rows, key=lambda row: (-row.rating.mu, row.bot))


def ladder(game: str, seats: int) -> Ladder:
    """The bots of a table; where nobody has measured them, by a guess."""
    guessed = [Standing(bot, Rating(mu, UNSURE, 0)) for bot, mu in GUESSED.items()]
    return ladders().get((game, seats)) or Ladder(_sorted(guessed))


def expected(one: Rating, two: Rating) -> float:
    """The share of games that the one is expected to win against the other."""
    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in (one, two)]
    return float(model.predict_win(teams)[0])


@router.get("/arena")
async def arena(request: Request) -> Response:
    """The ladder, the cross table, a match to watch, and how to bring a bot."""
    lang = lang_of(request)
    query = request.query_params
    table = chosen(query.get("game", ""), number(query.get("seats")), tables()[0])
    return page(request, "arena.html", **values(table, lang))


def values(table: tuple[str, int], lang: str) -> dict[str, Any]:
    """Everything the page shows."""
    found = ladder(*table)
    names = [_name(row, lang) for row in found.standings]
    least = min(row.rating.points - row.rating.margin for row in found.standings)
    most = max(row.rating.points + row.rating.margin for row in found.standings)

    def at(points: int) -> float:
        return 100.0 * (points - least) / max(1, most - least)

    rows = [
        {
            "place": n,
            "bot": row.bot,
            "name": name,
            "what": _what(row, lang),
            "rating": row.rating,
            "from": at(row.rating.points - row.rating.margin),
            "to": at(row.rating.points + row.rating.margin),
            "at": at(row.rating.points),
        }
        for n, (row, name) in enumerate(zip(found.standings, names, strict=True), 1)
    ]
    cross = [
        [None if one is two else round(100 * expected(one.rating, two.rating)) for two in found.standings]
        for one in found.standings
    ]
    game = find(table[0])
    near = found.overlapping()
    return {
        "page": "arena",
        "tables": [(*each, title_of(each, lang), each == table) for each in tables()],
        "table": title_of(table, lang),
        "game": table[0],
        "seats": table[1],
        "least": least,
        "most": most,
        "rows": rows,
        "names": names,
        "cross": cross,
        "source": found.source,
        "steps": [
            {
                "step": step,
                "one": strength(lang, step.level),
                "two": strength(lang, step.below),
                "share": percent(step.share),
                "low": percent(step.low),
                "high": percent(step.high),
            }
            for step in found.steps
        ],
        "near": None if near is None else [_name(row, lang) for row in near],
        "bots": strengths(lang),
        "rivals": ",".join(["py:mine.py", "expert", *["medium"] * (table[1] - 2)]),
        "game_title": game.title[lang],
    }


def percent(share: float) -> int:
    return round(100 * share)


def _name(row: Standing, lang: str) -> str:
    """As players call it; the search by its own name, of which there are several."""
    kind = row.bot.partition(":")[0]
    return row.bot if kind == UNKNOWN_SEARCH else strength(lang, row.bot)


def _what(row: Standing, lang: str) -> str:
    """What sort of player it is, and what played for it where that was made quicker."""
    what = say(lang, f"bot_what_{row.bot.partition(':')[0]}")
    return f"{what} ({row.played})" if row.played and row.played != row.bot else what


__all__ = ["router"]
