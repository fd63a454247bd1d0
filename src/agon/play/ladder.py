"""The ladder: how strong each level is at each table, by OpenSkill, with the search of before minds as the fixed mark.

Neighbours meet, in every seating with the same luck: each rung and the next, and `hard` and the mark. Where there are
more than two seats, one of both fills all but one of them, in turns. So it is seen of each step whether it is one.
Games at the full time of `hard` and `expert` would take weeks: among themselves the searches have so many iterations a
decision (`expert` as many more as it has more time), and on the bridge from `medium` to `hard` BRIDGE times as many, as
a search needs some to be one.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final

from agon.bots.levels import EXPERT_SECONDS, HARD_SECONDS
from agon.core.errors import AgonError
from agon.core.game import find
from agon.play.match import play
from agon.play.tally import INTERVAL, victory, wilson

MARK: Final = "ismcts:mind=off"  # the bots are measured by the search as it was before minds, with the time of `hard`
RUNGS: Final = ("random", "easy", "medium", MARK, "hard", "expert")
MARKED: Final = 25.0  # what the mark has, at every table
MEDIUM: Final = 2
HARD: Final = 4
EXPERT: Final = 5
STEPS: Final = ((0, 1), (1, MEDIUM), (MEDIUM, HARD), (HARD, EXPERT))  # from each level to the next
MEETINGS: Final = (*STEPS, (RUNGS.index(MARK), HARD))
BRIDGE: Final = 8  # times the iterations
PASSES: Final = 40  # through the games
BACK: Final = 0.05  # of the way, in each: who never lost has not fallen, or climbed, for ever
FILE: Final = "ratings.json"


@dataclass(frozen=True)
class Rating:
    """A rung at a table."""

    game: str
    seats: int
    bot: str
    mu: float
    sigma: float
    games: int
    played: str  # the name of the bot that played: a level that searches, with fewer iterations

    def interval(self) -> tuple[float, float]:
        """In which its strength lies with 95 % certainty."""
        return self.mu - INTERVAL * self.sigma, self.mu + INTERVAL * self.sigma


@dataclass(frozen=True)
class Climb:
    """A game of a ladder: which rungs sit where, and how they were placed."""

    number: int
    rungs: list[int]
    places: list[int]


def player(rung: str, iterations: int) -> str:
    """The bot that plays for a rung; 0 iterations: the rung itself."""
    more = {"hard": 1.0, MARK: 1.0, "expert": EXPERT_SECONDS / HARD_SECONDS}
    if rung not in more or not iterations:
        return rung
    return f"{MARK + ',' if rung == MARK else 'ismcts:'}iterations={int(more[rung] * iterations)}"


def group(seats: int, number: int) -> list[int]:
    """The rungs that meet in a game, by seat; the same two for one game of each seating."""
    turn, meeting = divmod(number // seats, len(MEETINGS))
    one, other = MEETINGS[meeting] if turn % 2 else MEETINGS[meeting][::-1]
    return [one if (seat + number) % seats == 0 else other for seat in range(seats)]


def climb(game_id: str, seats: int, seed: int, iterations: int, number: int) -> Climb:
    """One game."""
    game = find(game_id)
    rungs = group(seats, number)
    times = BRIDGE if MEDIUM in rungs and HARD in rungs else 1
    names = [player(RUNGS[rung], times * iterations) for rung in rungs]
    record = play(game, names, f"{seed}/{number // seats}", game.settings({}), None, number)
    return Climb(number, rungs, record.result)


@dataclass(frozen=True)
class Stride:
    """How a level did against the one below it: the share of pairs of their seats in which it was placed before."""

    level: str
    below: str
    games: int
    share: float
    low: float  # with 95 % certainty
    high: float

    def is_clear(self) -> bool:
        return self.low > 0.5


def strides(climbs: list[Climb]) -> list[Stride]:
    """Every step of the levels, by the games in which both sat. Those in which a level had one seat count as much as
    those in which it had all but one: so a half is fair. Where only the first counts, it is told by victories."""
    by_victory = all(len(set(one.places)) <= 2 for one in climbs)
    out: list[Stride] = []
    for below, level in STEPS:
        fillings: dict[int, list[float]] = {}
        for one in climbs:
            if {level, below} <= set(one.rungs):
                share = won(one, level) if by_victory else ahead(one, level, below)
                fillings.setdefault(one.rungs.count(level), []).append(share)
        games = sum(map(len, fillings.values()))
        if games:
            share = fmean(map(fmean, fillings.values()))
            low, high = wilson(share * games, games)
            out.append(Stride(RUNGS[level], RUNGS[below], games, share, low, high))
    return out


def won(one: Climb, level: int) -> float:
    """How much of the victory a rung's seats have won."""
    return sum(victory(one.places, seat) for seat, rung in enumerate(one.rungs) if rung == level)


def ahead(one: Climb, level: int, below: int) -> float:
    """In how many pairs of its seats and the others' a rung was placed before; a tie counts half."""
    mine = [place for rung, place in zip(one.rungs, one.places, strict=True) if rung == level]
    theirs = [place for rung, place in zip(one.rungs, one.places, strict=True) if rung == below]
    return fmean(0.5 * ((a < b) + (a <= b)) for a in mine for b in theirs)


def rated(game: str, seats: int, iterations: int, climbs: list[Climb]) -> list[Rating]:
    """Ratings by Plackett-Luce; then all moved so that the mark is where it always is.

    The lower rungs and the searches meet on the bridge only: one pass through the games would leave both around the
    beginning. So they are gone through again and again, from where the pass before has ended, until they have settled;
    how certain they are is what one pass says.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise AgonError("needs_ratings") from error
    model: Any = PlackettLuce()
    mus = [float(model.mu)] * len(RUNGS)
    sigmas = [float(model.sigma)] * len(RUNGS)
    for turn in range(PASSES):
        ratings: list[Any] = [model.rating(mu=mu) for mu in mus]
        order = sorted(climbs, key=lambda c: Random(f"{turn}/{c.number // seats}").random())
        for one in order:
            teams = model.rate([[ratings[r]] for r in one.rungs], ranks=[float(p) for p in one.places])
            for rung in set(one.rungs):  # a rung that sits there twice learns the mean of both
                fresh = [team[0] for r, team in zip(one.rungs, teams, strict=True) if r == rung]
                mu, sigma = fmean(f.mu for f in fresh), fmean(f.sigma for f in fresh)
                ratings[rung] = model.rating(mu=mu, sigma=sigma)
        sigmas = [float(r.sigma) for r in ratings]
        # Half way to what the pass has found, and a little back to where everybody begins.
        mus = [mu + (float(r.mu) - mu) / 2.0 - (mu - model.mu) * BACK for mu, r in zip(mus, ratings, strict=True)]
    lift = MARKED - mus[RUNGS.index(MARK)]
    out: list[Rating] = []
    for rung, name in enumerate(RUNGS):
        games = sum(rung in one.rungs for one in climbs)
        mu, sigma = round(mus[rung] + lift, 2), round(sigmas[rung], 2)
        out.append(Rating(game, seats, name, mu, sigma, games, player(name, iterations)))
    return out


def merged(file: Path, fresh: list[Rating], steps: list[Stride], source: str) -> None:
    """Write ratings and steps into a file of many tables, in the place of older ones of the same table."""
    told: dict[str, Any] = {"agon ratings": 1, "mark": MARK, "tables": []}
    if file.exists():
        told = json.loads(file.read_text("utf-8"))
    game, seats = fresh[0].game, fresh[0].seats
    tables = [t for t in told["tables"] if (t["game"], t["seats"]) != (game, seats)]
    rows = [{k: v for k, v in asdict(r).items() if k not in ("game", "seats")} for r in fresh]
    told_steps = [{k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(s).items()} for s in steps]
    tables.append({"game": game, "seats": seats, "source": source, "ratings": rows, "steps": told_steps})
    told["tables"] = sorted(tables, key=lambda t: (t["game"], t["seats"]))
    file.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


@cache
def ratings() -> dict[tuple[str, int, str], Rating]:
    """What is known of the bots' strength, by game, seats and bot."""
    told = json.loads(files("agon.bots").joinpath(FILE).read_text("utf-8"))
    return {
        (table["game"], table["seats"], row["bot"]): Rating(table["game"], table["seats"], **row)
        for table in told["tables"]
        for row in table["ratings"]
    }
