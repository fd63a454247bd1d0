"""Self-play: quick games for the judge, searches for the guide; in chunks, each from its own seed, kept as files.

A chunk that is there is not played again, so that a run can be stopped and resumed, and the same seed gives the same
data on any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from agon.bots.ismcts import Search, placed
from agon.bots.mind import Mind
from agon.bots.minds import read_mind
from agon.bots.quick import quick_game, terms_of
from agon.core.chance import below, tried
from agon.core.game import find
from agon.core.state import OVER, State
from agon.play.series import as_done

Array = Any  # of numpy
KEPT: Final = 6  # positions of a game
WIDTHS: Final = (8, 16, 40)  # actions looked at in a quick game
NOISES: Final = (0.02, 0.08, 0.25)  # plies at random in it
SEARCHED: Final = 2  # of them that are searched, where a guide is learnt
MOST_CHILDREN: Final = 60  # actions of a searched position that are kept


@dataclass(frozen=True)
class Work:
    """A chunk of self-play."""

    game: str
    seats: int
    seed: str
    games: int
    iterations: int  # of a search; 0: quick games for the judge
    mind: str  # the file of the mind that plays; empty: `value`
    file: Path
    later: float = 0.0  # in practice: how much each ply counts less


def played(work: Work) -> Path:
    """Play a chunk, unless it was played before."""
    return saved(work, searches if work.iterations else games)


def saved(work: Work, play: Callable[[Work], dict[str, Array]]) -> Path:
    """The file of a chunk, played now unless it is there."""
    if not work.file.exists():
        rows = play(work)
        partial = work.file.with_suffix(".part.npz")
        np.savez(partial, **rows)
        partial.replace(work.file)
    return work.file


def run(works: list[Work], workers: int, one: Callable[[Work], Path] = played) -> Iterator[Path]:
    """Play all chunks, and tell each as it is done."""
    return as_done(works, workers, one)


def player(work: Work) -> Search:
    """What the games of a chunk are played by."""
    mind: Mind | None = read_mind(Path(work.mind).read_text("utf-8")).mind() if work.mind else None
    return Search(True, find(work.game).value_scale, 0, mind=mind)


def start(work: Work, rng: Random) -> State:
    """A new table, its options drawn."""
    game = find(work.game)
    settings = {
        o.name: o.choices[below(len(o.choices), rng)] if rng.random() < 0.1 else o.default for o in game.options
    }
    return game.new(work.seats, **settings)


class Results:
    """Positions of games, with the rewards the games ended with."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.rewards: list[list[float]] = []
        self.ids: list[int] = []

    def add(self, kept: list[State], ends: list[float], game: int) -> None:
        for position in kept:
            quiet = position.quiet()
            if quiet.actor() != OVER:
                self.rows.append(terms_of(quiet))
                self.rewards.append(ends)
                self.ids.append(game)

    def told(self) -> dict[str, Array]:
        return {
            "terms": np.array(self.rows, np.float16),
            "rewards": np.array(self.rewards, np.float32),
            "game": np.array(self.ids, np.int64),
        }


def games(work: Work) -> dict[str, Array]:
    """Positions of quick games, with the rewards the games ended with."""
    search = player(work)
    found = Results()
    for n in range(work.games):
        rng = Random(f"{work.seed}/{n}")
        state = start(work, rng)
        width, noise = WIDTHS[below(3, rng)], NOISES[below(3, rng)]
        kept = quick_game(state, search, width, noise, KEPT, rng)
        found.add(kept, placed(state.places()), n)
    return found.told()


class Decisions:
    """Positions after each action of a decision, with how much each action is to be followed and what it is worth."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.who: list[int] = []
        self.visits: list[float] = []
        self.worths: list[float] = []
        self.firsts: list[int] = [0]

    def add(self, seat: int, found: list[tuple[State, float, float]]) -> None:
        """The actions of one decision: where each leads, its visits, its worth; those that end the game say nothing."""
        open_still = [one for one in found if one[0].actor() != OVER]
        if len(open_still) < 2 or sum(visits for _, visits, _ in open_still) <= 0:
            return
        for quiet, visits, worth in open_still:
            self.rows.append(terms_of(quiet))
            self.visits.append(visits)
            self.worths.append(worth)
            self.who.append(seat)
        self.firsts.append(len(self.rows))

    def told(self) -> dict[str, Array]:
        return {
            "sisters": np.array(self.rows, np.float16),
            "who": np.array(self.who, np.int8),
            "visits": np.array(self.visits, np.float32),
            "worths": np.array(self.worths, np.float32),
            "firsts": np.array(self.firsts, np.int64),
        }


def searches(work: Work) -> dict[str, Array]:
    """Positions after each action of a searched one, with how often the search followed it and what it then expected
    for the seat that moved; and, as in `games`, how the games ended from which they come."""
    search = player(work)
    results = Results()
    decisions = Decisions()
    for n in range(work.games):
        rng = Random(f"{work.seed}/{n}")
        state = start(work, rng)
        kept = quick_game(state, search, WIDTHS[below(3, rng)], NOISES[below(3, rng)], KEPT, rng)
        results.add(kept, placed(state.places()), n)
        for position in kept[:SEARCHED]:
            legal = position.legal()
            seat = position.actor()
            if len(legal) < 2 or len(legal) > MOST_CHILDREN:
                continue
            fresh = player(work)
            observation = position.observe(seat)
            fresh.run(observation, rng, work.iterations, 0.0)
            world = observation.clone()
            world.fill(rng)
            found: list[tuple[State, float, float]] = []
            for action in legal:
                child = fresh.root.children.get(action)
                seen = (float(child.visits), child.mean()) if child is not None else (0.0, 0.0)
                found.append((tried(world, action, rng).quiet(), *seen))
            decisions.add(seat, found)
    return {**decisions.told(), **results.told()}
