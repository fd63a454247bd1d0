"""Strong bots against themselves: what they expected and what happened, what a seat is worth, and how games are won.

Each game keeps what the search told at some of its decisions, as a hint would; what the mind alone said of the same
positions; how it ended; who began; and the points by category. The games depend on the seed alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib.resources import files
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final

from agon.bots.calm import SURE, Rows, above, calm_at, clock, even, greatness, parts, uneven
from agon.bots.ismcts import placed, squash
from agon.bots.levels import make_bot
from agon.bots.minds import mind_for, read_mind
from agon.bots.protocol import Advice
from agon.bots.searcher import SearchBot, outlook
from agon.core.chance import below
from agon.core.errors import AgonError
from agon.core.game import find
from agon.core.state import CHANCE, OVER, State
from agon.play.match import Luck
from agon.play.tally import INTERVAL, victory

KEPT: Final = 8  # positions a game
DIGITS: Final = 4
TENTHS: Final = 10
THIRDS: Final = 3
MOST_ROWS: Final = 8  # by which chances are calmed
A_ROW: Final = 2000  # predictions from which on another row is learnt
STEPS: Final = 8  # of Newton's method
PRIOR: Final = 1.0  # how hard it is held to telling chances as they are, in games
HARDLY: Final = 1e-4  # a chance that is told as none counts as this one, where logits are compared
TO_THE_NEXT: Final = 1e-9  # a chance of exactly one lies in the last tenth


@dataclass(frozen=True)
class Told:
    """What each seat could expect at a decision: by the search that played, by the mind alone, and by searches that
    were asked afterwards; all before they are calmed."""

    ply: int
    clock: float  # how far the game was: agon.bots.calm
    search: list[float]
    mind: list[float]
    asked: dict[str, list[float]] = field(default_factory=dict)  # by iterations, in words as JSON keeps them


@dataclass(frozen=True)
class Studied:
    """One game of a bot against itself."""

    number: int
    plies: int
    starter: int  # the seat that decided first
    places: list[int]
    scores: list[dict[str, int]]
    told: list[Told]


@dataclass(frozen=True)
class Kind:
    """Predictions of about the same height: how many, their mean, and the mean of what happened."""

    third: int  # of the game; -1: all of it
    tenth: int
    count: int
    expected: float
    happened: float

    def off(self) -> float:
        return abs(self.expected - self.happened)


def read(line: dict[str, Any]) -> Studied:
    """A game as a series keeps it."""
    return Studied(**{**line, "told": [Told(**told) for told in line["told"]]})


def studied(
    game_id: str, seats: int, bot: str, seed: int, kept_most: int, asked: tuple[int, ...], number: int
) -> Studied:
    """One game, every seat played by the same bot; searches of so many iterations are asked what they expect."""
    game = find(game_id)
    players = [make_bot(bot) for _ in range(seats)]
    luck = Luck(f"{seed}/{number}")
    rng = Random(f"{seed}/{number}/bots")
    state = game.new(seats, **game.settings({}))
    kept: list[tuple[Told, State]] = []
    seen = plies = 0
    starter = -1
    while (who := state.actor()) != OVER:
        legal = state.legal()
        if starter < 0:
            starter = who
        if who == CHANCE:
            action = luck.draw(game, state, legal)
        elif len(legal) == 1:
            action = legal[0]
        else:
            player = players[who]
            if not isinstance(player, SearchBot):
                raise AgonError(f"A study is of a search, not of {bot}.")
            observation = state.observe(who)
            advice = player.think(observation, legal, rng, True)
            action = advice[0].action
            seen += 1
            place = len(kept) if len(kept) < kept_most else below(seen, rng)
            if place < kept_most:
                by_search = expectation(player, who, advice)
                by_mind = rounded(alone(observation, rng))
                one = Told(plies, round(clock(observation), DIGITS), by_search, by_mind)
                kept[place : place + 1] = [(one, observation)]
        for seat, player in enumerate(players):
            player.notice(state.heard(seat, action))
        state.apply(action)
        plies += 1
    told = [replace(one, asked=ask(observation, asked, rng)) for one, observation in kept]
    return Studied(number, plies, starter, state.places(), game.scores(state), told)


def ask(observation: State, iterations: tuple[int, ...], rng: Random) -> dict[str, list[float]]:
    """What fresh searches of so many iterations expect of a position, as a hint would tell it."""
    out: dict[str, list[float]] = {}
    for budget in iterations:
        bot = SearchBot(iterations=budget)
        advice = bot.advise(observation, observation.legal(), rng)
        out[str(budget)] = expectation(bot, observation.actor(), advice)
    return out


def expectation(bot: SearchBot, who: int, advice: list[Advice]) -> list[float]:
    """What each seat may expect by the last search."""
    return rounded(outlook(bot.expected(), who, advice[0].worth))


def alone(observation: State, rng: Random) -> list[float]:
    """What the mind says of a position without a search, in one of the worlds that may be; nothing without a mind."""
    mind, _ = mind_for(observation)
    if mind is None:
        return []
    world = observation.clone()
    world.fill(rng)
    quiet = world.quiet()
    return placed(quiet.places()) if quiet.actor() == OVER else mind.chances(quiet)


def rounded(chances: list[float]) -> list[float]:
    """As a file keeps them."""
    return [round(chance, DIGITS) for chance in chances]


# ---- what was expected, and what happened ----


def stages(games: list[Studied]) -> tuple[float, float, bool]:
    """What parts the thirds of a game: two readings of its clock, with as many predictions in each, and if it runs up.

    Not by plies: how long a game lasts is known when it is over, and who is ahead in the first third of a game that
    lasts long has not won it yet.
    """
    told = sorted(t.clock for game in games for t in game.told)
    early = [t.clock for game in games for t in game.told if 2 * t.ply < game.plies]
    runs_up = fmean(early) <= fmean(told)
    return told[len(told) // 3], told[2 * len(told) // 3], runs_up


def third(clock_: float, parts: tuple[float, float, bool]) -> int:
    low, high, runs_up = parts
    found = (clock_ >= low) + (clock_ >= high)
    return found if runs_up else THIRDS - 1 - found


def reliability(games: list[Studied]) -> list[Kind]:
    """By tenths of what was expected, over whole games and for each third of them."""
    sums: dict[tuple[int, int], list[float]] = {}
    parts = stages(games)
    for game in games:
        ends = placed(game.places)
        for told in game.told:
            for expected, happened in zip(told.search, ends, strict=False):
                tenth = int(TENTHS * min(1.0 - TO_THE_NEXT, expected))
                for part in (-1, third(told.clock, parts)):
                    row = sums.setdefault((part, tenth), [0.0, 0.0, 0.0])
                    row[0] += 1.0
                    row[1] += expected
                    row[2] += happened
    return [Kind(part, tenth, int(n), e / n, h / n) for (part, tenth), (n, e, h) in sorted(sums.items())]


def worst(kinds: list[Kind], least: int) -> float:
    """How far off the worst kind is, of those with so many predictions at least."""
    return max((kind.off() for kind in kinds if kind.count >= least), default=0.0)


def sureness(games: list[Studied]) -> tuple[float, float, float] | None:
    """By how much the logits of what was told would have to be multiplied to fit what happened the best, with 95 %:
    less than 1 is too sure, more is too timid; nothing where nobody told anything but a coin's chance. The predictions
    of a game end alike, so that a game counts as one."""
    floor = floor_of(games)
    base = even(floor)
    samples = [
        [
            (uneven(told, floor), above(happened, floor))
            for one in game.told
            for expected, happened in zip(one.search, placed(game.places), strict=False)
            for told in (max(HARDLY, min(1.0 - HARDLY, above(expected, floor))),)
        ]
        for game in games
    ]
    slope = 1.0
    for _ in range(STEPS):
        pulls = [sum((squash(base + slope * x) - y) * x for x, y in game) for game in samples]
        curve = sum(x * x * (p := squash(base + slope * x)) * (1.0 - p) for game in samples for x, _ in game)
        if not curve:
            return None
        slope -= sum(pulls) / curve
    margin = INTERVAL * sqrt(sum(pull * pull for pull in pulls)) / curve
    return slope, slope - margin, slope + margin


# ---- how sure chances are told: agon.bots.calm ----


def calmed(games: list[Studied]) -> Rows:
    """The rows with which the search's chances in these games are the least wrong, by the log loss (Newton): one for
    each third of a game, or for smaller parts where there are enough games, at the middle of its readings of the
    clock."""
    clocks = sorted(told.clock for game in games for told in game.told)
    count = max(THIRDS, min(MOST_ROWS, len(clocks) // A_ROW))
    middles = sorted({clocks[(2 * n + 1) * len(clocks) // (2 * count)] for n in range(count)})
    rows = [[clock_, 1.0, 0.0] for clock_ in middles]
    floor = floor_of(games)
    samples = [
        ([x * part for part in parts(rows, told.clock) for x in (far, far * greatness(far))], above(happened, floor))
        for game in games
        for told in game.told
        for expected, happened in zip(told.search, placed(game.places), strict=True)
        if SURE < (share := above(expected, floor)) < 1.0 - SURE and (far := uneven(share, floor))
    ]
    base = even(floor)
    numbers = fitted(samples, 2 * len(rows), base)
    against = [n for n in range(0, len(numbers), 2) if numbers[n] < 0.0]  # what is likelier is not told as less likely
    if against:
        rest = [([x * (n not in against) for n, x in enumerate(xs)], y) for xs, y in samples]
        numbers = fitted(rest, len(numbers), base)
        numbers = [0.0 if n in against else x for n, x in enumerate(numbers)]
    return [[row[0], round(numbers[2 * n], 3), round(numbers[2 * n + 1], 3)] for n, row in enumerate(rows)]


def floor_of(games: list[Studied]) -> float:
    """The least that a seat has got of them: where only the first counts, all others share a place. Nothing is known of
    it if every victory was shared by all."""
    least = min(min(placed(game.places)) for game in games)
    return least if least < 0.5 else 0.0


def fitted(samples: list[tuple[list[float], float]], count: int, base: float) -> list[float]:
    """The numbers with the least log loss, from even on: from what is too sure the method may not find its way."""
    numbers = [0.0] * count
    for _ in range(STEPS):
        numbers = [n - step for n, step in zip(numbers, newton(samples, numbers, base), strict=True)]
    return numbers


def newton(samples: list[tuple[list[float], float]], numbers: list[float], base: float) -> list[float]:
    """The step of Newton's method down the log loss of what was told by these numbers."""
    n = len(numbers)
    slope = [PRIOR * (x - (i % 2 == 0)) for i, x in enumerate(numbers)]
    curve = [[PRIOR * (i == j) for j in range(n)] for i in range(n)]
    for inputs, happened in samples:
        logit = base + sum(a * x for a, x in zip(numbers, inputs, strict=True))
        p = squash(logit)
        weight = p * (1.0 - p)
        some = [i for i in range(n) if inputs[i]]
        for i in some:
            slope[i] += (p - happened) * inputs[i]
            for j in some:
                curve[i][j] += weight * inputs[i] * inputs[j]
    return solved(curve, slope)


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """What the matrix makes the right side of (Gauss; the matrix has a heavy diagonal)."""
    rows = [[*row, x] for row, x in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        for j in range(n):
            if j != i:
                part = rows[j][i] / rows[i][i]
                rows[j] = [a - part * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def told_by(games: list[Studied], iterations: str) -> list[Studied]:
    """The same games, as if a search that was asked afterwards had played."""
    return [replace(game, told=[replace(t, search=t.asked[iterations]) for t in game.told]) for game in games]


def as_mind(games: list[Studied]) -> list[Studied]:
    """The same games, as if the mind alone had said what to expect."""
    return [replace(game, told=[replace(t, search=t.mind) for t in game.told]) for game in games]


def budgets(games: list[Studied]) -> list[str]:
    """The iterations of the searches that were asked of every game, the fewest first."""
    asked = [set(told.asked) for game in games for told in game.told]
    return sorted(set.intersection(*asked), key=int) if asked else []


def longest(games: list[Studied]) -> list[Studied]:
    """As the longest search tells them that was asked; where none was, as the one that played does."""
    asked = budgets(games)
    return told_by(games, asked[-1]) if asked else games


def with_calm(games: list[Studied], rows: Rows) -> list[Studied]:
    """The same games, told calmly."""
    if not rows:
        return games

    floor = floor_of(games)

    def tell(told: Told) -> Told:
        calm = calm_at(rows, told.clock, floor)
        asked = {iterations: calm.all(chances) for iterations, chances in told.asked.items()}
        return replace(told, search=calm.all(told.search), mind=calm.all(told.mind), asked=asked)

    return [replace(game, told=[tell(told) for told in game.told]) for game in games]


def crossed(games: list[Studied]) -> list[Studied]:
    """Each half of the games, told by what was learnt from the other half: nothing is judged by itself."""
    even = [game for game in games if game.number % 2 == 0]
    odd = [game for game in games if game.number % 2]
    return with_calm(even, calmed(longest(odd))) + with_calm(odd, calmed(longest(even)))


def installed_calm(game_id: str, seats: int) -> Rows:
    """The rows of the mind that is installed."""
    text = find(game_id).mind_text(seats)
    return read_mind(text).calm if text else []


def install_calm(game_id: str, seats: int, rows: Rows, floor: float) -> None:
    """Write the rows, and what is the least, into the mind that is installed."""
    text = find(game_id).mind_text(seats)
    if not text:
        raise AgonError(f"{game_id} has no mind for {seats} seats.")
    found = read_mind(text)
    found.calm, found.floor = rows, round(floor, DIGITS)
    Path(str(files(find(game_id).folder))).joinpath("minds", f"{seats}.json").write_text(found.text(), "utf-8")


# ---- seats, and ways to win ----


def wins_by_seat(games: list[Studied], by_turn: bool) -> list[float]:
    """The share of victories of each seat; or, by turn, of who began, who was next, and so on."""
    seats = len(games[0].places)
    wins = [0.0] * seats
    for game in games:
        for seat in range(seats):
            wins[(seat - game.starter) % seats if by_turn else seat] += victory(game.places, seat)
    return [w / len(games) for w in wins]


def points(games: list[Studied]) -> dict[str, tuple[float, float]]:
    """Mean points by category: of those who won, and of the others."""
    won: dict[str, float] = {}
    lost: dict[str, float] = {}
    winners = losers = 0
    for game in games:
        for place, row in zip(game.places, game.scores, strict=True):
            mine = won if place == 1 else lost
            winners, losers = winners + (place == 1), losers + (place != 1)
            for category, n in row.items():
                mine[category] = mine.get(category, 0.0) + n
    return {c: (n / max(1, winners), lost.get(c, 0.0) / max(1, losers)) for c, n in won.items()}


def ways(games: list[Studied]) -> dict[str, float]:
    """How often the winner owes most of its lead to each category: its points less the others' mean.

    A category that only the winner has (two shrines linked) is the way it won.
    """
    counts: dict[str, float] = {}
    for game in games:
        winners = [seat for seat, place in enumerate(game.places) if place == 1]
        for seat in winners:
            best = lead(game.scores[seat], [row for s, row in enumerate(game.scores) if s != seat])
            counts[best] = counts.get(best, 0.0) + 1.0 / len(winners)
    return {c: n / len(games) for c, n in sorted(counts.items(), key=lambda pair: -pair[1])}


def lead(mine: dict[str, int], others: list[dict[str, int]]) -> str:
    """The category in which a seat is most ahead of the mean of the others."""
    if mine.get("link"):
        return "link"
    ahead = {c: n - sum(row.get(c, 0) for row in others) / len(others) for c, n in mine.items() if c != "total"}
    return max(ahead, key=lambda c: (ahead[c], c))
