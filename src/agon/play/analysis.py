"""What a game was like: for each decision the searched best actions, what they cost, chances along the game, and luck.

Chances are expectations from 0 (last) to 1 (first): the share of the other seats one finishes before. The cost of a
decision is the expectation of the best action less that of the one played. The luck of a draw is what it changed,
measured against the same draw resampled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from agon.bots.ismcts import Search
from agon.bots.searcher import SearchBot
from agon.core.game import SEAT_NAMES, Game
from agon.core.record import Record
from agon.core.state import CHANCE, OVER, State

ITERATIONS: Final = 400
RESAMPLED: Final = 6  # other outcomes a draw is measured against
LOOKS: Final = 6  # short rollouts a position is judged by
SHOWN: Final = 3


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


@dataclass
class Analysis:
    """A whole game, looked at."""

    record: Record
    plies: list[Judged]
    skill: list[float]  # by seat: the sum of costs
    luck: list[float]  # by seat: the sum of what draws changed, good and bad
    moved: list[float]  # by seat: the sum of how much draws changed, whichever way

    def luck_share(self) -> float:
        """How much of what moved the chances was drawn and not decided."""
        moved, skill = sum(self.moved), sum(self.skill)
        return moved / (moved + skill) if moved + skill else 0.0

    def worst(self, count: int = 5) -> list[Judged]:
        """The decisions that cost most."""
        decided = [p for p in self.plies if p.actor >= 0 and p.cost > 0]
        return sorted(decided, key=lambda p: -p.cost)[:count]


def analyze(
    record: Record, iterations: int = ITERATIONS, seed: int = 0, progress: Callable[[], None] = lambda: None
) -> Analysis:
    """Search every decision of a record and weigh every draw."""
    game = record.game
    rng = Random(seed)
    state = record.start()
    seats = state.seats()
    plies: list[Judged] = []
    skill, luck, moved = [0.0] * seats, [0.0] * seats, [0.0] * seats
    for number, ply in enumerate(record.plies, 1):
        action = game.space.parse(ply.text)
        if state.actor() == CHANCE:
            judged = _draw(game, state, action, rng)
            for seat, change in enumerate(judged.luck):
                luck[seat] += change
                moved[seat] += abs(change)
        else:
            judged = _decision(game, state, action, iterations, rng)
            skill[judged.actor] += judged.cost
        judged.ply, judged.text = number, ply.text
        plies.append(judged)
        state.apply(action)
        progress()
    return Analysis(record, plies, skill, luck, moved)


def _decision(game: Game, state: State, action: int, iterations: int, rng: Random) -> Judged:
    """Search from what the seat could see; the action played is looked at as closely as the best one."""
    who = state.actor()
    legal = state.legal()
    if len(legal) == 1:
        return Judged(0, who, "", judge(game, state, rng))
    bot = SearchBot(iterations=iterations)
    advice = bot.advise(state.observe(who), legal, rng)
    worths = {a.action: a.worth for a in advice}
    best = [(game.space.text(a.action), a.worth) for a in advice[:SHOWN]]
    played = worths.get(action)
    if played is None:
        after = state.clone()
        after.apply(action)
        played = judge(game, after, rng)[who]
    cost = max(0.0, advice[0].worth - played) if advice[0].action != action else 0.0
    return Judged(0, who, "", bot.expected(), best, cost)


def _draw(game: Game, state: State, action: int, rng: Random) -> Judged:
    """What this outcome changed, against others that could have come."""
    after = state.clone()
    after.apply(action)
    came = judge(game, after, rng)
    usual = [0.0] * state.seats()
    for _ in range(RESAMPLED):
        other = state.clone()
        other.apply(other.random_action(rng))
        for seat, chance in enumerate(judge(game, other, rng)):
            usual[seat] += chance / RESAMPLED
    return Judged(0, CHANCE, "", usual, luck=[a - b for a, b in zip(came, usual, strict=True)])


def judge(game: Game, state: State, rng: Random) -> list[float]:
    """Expectations by seat, from a few short rollouts judged by the game's value."""
    search = Search(game.value, game.value_scale, 4)
    total = [0.0] * state.seats()
    for _ in range(LOOKS if state.actor() != OVER else 1):
        for seat, reward in enumerate(search.rewards(state.clone(), rng, 0)):
            total[seat] += reward
    looks = LOOKS if state.actor() != OVER else 1
    return [t / looks for t in total]


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
