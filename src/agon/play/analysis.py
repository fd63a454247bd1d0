"""What a game was like: for each decision the searched best actions, what they cost, chances along the game, and luck.

Chances are expectations from 0 (last) to 1 (first): the share of the other seats one finishes before. The cost of a
decision is the expectation of the best action less that of the one played. The luck of a draw is what it changed,
measured against the same draw resampled.

Every ply has dice of its own, so that a game may be looked at piece by piece, in any process, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from math import copysign, sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, Final

from agon.bots.calm import calm_for
from agon.bots.ismcts import Search, placed
from agon.bots.minds import mind_for
from agon.bots.searcher import SearchBot
from agon.core.errors import AgonError
from agon.core.game import SEAT_NAMES, Game, Json
from agon.core.record import Ply, Record
from agon.core.state import CHANCE, State

FORMAT: Final = 1  # of an analysis that is kept
ITERATIONS: Final = 400
LOOKS: Final = 8  # short rollouts a position is judged by, at least
ROLLOUT: Final = 4  # plies of one
SHOWN: Final = 3  # of the best actions of a decision
DIGITS: Final = 4  # of a number that is kept


@dataclass
class Judged:
    """One ply, looked at."""

    ply: int  # counted from 1
    actor: int
    text: str
    chances: list[float]  # before it, by seat
    best: list[tuple[str, float]] = field(default_factory=list)  # decisions: the best actions with their expectations
    cost: float = 0.0  # decisions: what the seat lost by it
    luck: list[float] = field(default_factory=list)  # draws: what it changed, by seat

    @property
    def is_searched(self) -> bool:
        """Whether it was a decision, with something to decide."""
        return bool(self.best)


@dataclass
class Analysis:
    """A whole game, looked at."""

    record: Record
    plies: list[Judged]
    iterations: int

    @property
    def skill(self) -> list[float]:
        """By seat: the sum of costs."""
        return [sum(p.cost for p in self.plies if p.actor == seat) for seat in range(self.record.seats)]

    @property
    def luck(self) -> list[float]:
        """By seat: the sum of what draws changed, good and bad."""
        return [sum(p.luck[seat] for p in self.plies if p.luck) for seat in range(self.record.seats)]

    def luck_share(self) -> float:
        """How much of what moved the chances was drawn and not decided. What a seat gains by a draw, others lose."""
        drawn = sum(abs(change) for p in self.plies for change in p.luck) / 2
        decided = sum(self.skill)
        return drawn / (drawn + decided) if drawn + decided else 0.0

    def worst(self, count: int = 5) -> list[Judged]:
        """The decisions that cost most."""
        decided = [p for p in self.plies if p.actor >= 0 and p.cost > 0]
        return sorted(decided, key=lambda p: -p.cost)[:count]

    def chances(self) -> list[list[float]]:
        """What each seat could expect in each position, from before the first ply to after the last.

        A position that was not searched has the chances of the next one that was; the last, its result.
        """
        after = placed(self.record.result)
        out = [after]
        for judged in reversed(self.plies):
            if judged.is_searched:
                after = judged.chances
            out.append(after)
        return out[::-1]

    # ---- keeping ----

    def as_dict(self) -> dict[str, Json]:
        """All that was found, to be kept beside the record."""
        plies: list[Json] = [_kept(p) for p in self.plies]
        return {"format": FORMAT, "game": fingerprint(self.record), "iterations": self.iterations, "plies": plies}

    @classmethod
    def from_dict(cls, record: Record, kept: dict[str, Any]) -> Analysis:
        """What was found once; refused where it is of another game or form."""
        if kept.get("format") != FORMAT or kept.get("game") != fingerprint(record):
            raise AgonError("other_analysis")
        plies = [_revived(n, *pair) for n, pair in enumerate(zip(record.plies, kept["plies"], strict=True), 1)]
        return cls(record, plies, int(kept["iterations"]))


def fingerprint(record: Record) -> str:
    """The same for the same plies of the same game."""
    told = "\n".join([record.game_id, str(record.rules), *(f"{p.actor} {p.text}" for p in record.plies)])
    return sha256(told.encode()).hexdigest()[:16]


def analyze(
    record: Record, iterations: int = ITERATIONS, seed: int = 0, progress: Callable[[], None] = lambda: None
) -> Analysis:
    """Search every decision of a record and weigh every draw."""
    plies: list[Judged] = []
    for judged in judge_plies(record, 0, iterations, seed):
        plies.append(judged)
        progress()
    return Analysis(record, plies, iterations)


def judge_plies(record: Record, first: int, iterations: int = ITERATIONS, seed: int = 0) -> Iterator[Judged]:
    """The plies of a record from one on (0 is the first), looked at one after the other."""
    game = record.game
    state = record.start()
    for number, ply in enumerate(record.plies):
        action = game.space.parse(ply.text)
        if number >= first:
            rng = Random(f"{seed}/{number}")
            judge_ply = _draw if state.actor() == CHANCE else _decision
            judged = judge_ply(game, state, action, iterations, rng)
            judged.ply, judged.text = number + 1, ply.text
            yield judged
        state.apply(action)


def _decision(game: Game, state: State, action: int, iterations: int, rng: Random) -> Judged:
    """Search from what the seat could see; the action played is looked at as closely as the best one."""
    who = state.actor()
    legal = state.legal()
    if len(legal) == 1:
        return Judged(0, who, "", judge(game, state, rng))
    bot = SearchBot(iterations=iterations)
    observation = state.observe(who)
    why = bot.reason(observation, legal, rng)
    best = [(game.space.text(a.action), a.worth) for a in why.advice[:SHOWN]]
    played = bot.calm(observation).told(bot.look_at(observation, action, why.advice[0].visits, rng))
    return Judged(0, who, "", list(why.expected), best, max(0.0, why.advice[0].worth - played))


def _draw(game: Game, state: State, action: int, iterations: int, rng: Random) -> Judged:
    """What this outcome changed, against others that could have come, each followed by the same dice."""
    seats = range(state.seats())
    search = Search(True, game.value_scale, ROLLOUT, mind=mind_for(state)[0])
    calm = calm_for(state)
    came: list[list[float]] = []
    usual: list[list[float]] = []
    for _ in range(max(LOOKS, iterations // 4)):
        dice = rng.random()
        for outcome, seen in ((action, came), (state.random_action(rng), usual)):
            after = state.clone()
            after.apply(outcome)
            seen.append(calm.all(search.rewards(after, Random(dice))))
    luck = [_beyond_noise([a[s] - b[s] for a, b in zip(came, usual, strict=True)]) for s in seats]
    return Judged(0, CHANCE, "", [fmean(b[s] for b in usual) for s in seats], luck=luck)


def _beyond_noise(differences: list[float]) -> float:
    """The mean of what was measured, less what would be measured by chance alone."""
    mean = fmean(differences)
    noise = variance(differences) / len(differences)
    return copysign(sqrt(max(0.0, mean * mean - noise)), mean)


def judge(game: Game, state: State, rng: Random) -> list[float]:
    """Expectations by seat, from a few short rollouts judged by the game's mind, or its value."""
    search = Search(True, game.value_scale, ROLLOUT, mind=mind_for(state)[0])
    calm = calm_for(state)
    looks = [calm.all(search.rewards(state.clone(), rng)) for _ in range(LOOKS)]
    return [fmean(look[seat] for look in looks) for seat in range(state.seats())]


# ---- kept as JSON ----


def _kept(judged: Judged) -> dict[str, Json]:
    """A ply without what its record tells, and without what is empty."""
    out: dict[str, Json] = {"chances": _rounded(judged.chances)}
    if judged.best:
        out["best"] = [[text, round(worth, DIGITS)] for text, worth in judged.best]
    if round(judged.cost, DIGITS):
        out["cost"] = round(judged.cost, DIGITS)
    if judged.luck:
        out["luck"] = _rounded(judged.luck)
    return out


def _rounded(numbers: list[float]) -> list[Json]:
    return [round(n, DIGITS) for n in numbers]


def _revived(number: int, ply: Ply, kept: dict[str, Any]) -> Judged:
    best = [(str(text), float(worth)) for text, worth in kept.get("best", [])]
    chances, luck = ([float(n) for n in kept.get(name, [])] for name in ("chances", "luck"))
    return Judged(number, ply.actor, ply.text, chances, best, float(kept.get("cost", 0.0)), luck)


def summary(found: Analysis) -> str:
    """What a terminal shows."""
    lines = []
    for seat in range(found.record.seats):
        name = SEAT_NAMES["en"][seat]
        lines.append(f"{name}: lost {found.skill[seat]:.2f} by decisions, luck {found.luck[seat]:+.2f}")
    lines.append(f"share of luck in what moved the chances: {found.luck_share():.0%}")
    lines.append("decisions that cost most:")
    for judged in found.worst():
        best = ", ".join(f"{text} ({worth:.2f})" for text, worth in judged.best)
        name = SEAT_NAMES["en"][judged.actor]
        lines.append(f"  ply {judged.ply}, {name}: {judged.text} cost {judged.cost:.2f}; better: {best}")
    return "\n".join(lines)
