"""What an arena's games say: shares with intervals, a cross table, ratings, places, points, speed, and the seats."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

from agon.core.errors import AgonError
from agon.games import game as find_game
from agon.play.arena import Plan, Played, local_engine
from agon.play.tally import victory, wilson


@dataclass
class Line:
    """One entry of the arena (a bot; the same bot twice is two entries)."""

    name: str
    games: int = 0
    wins: float = 0.0
    places: int = 0
    points: dict[str, float] = field(default_factory=dict)
    decisions: int = 0
    replaced: int = 0  # decisions another made, as the bot failed
    seconds: float = 0.0
    rating: float = 0.0
    rating_sd: float = 0.0

    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    def mean_place(self) -> float:
        return self.places / self.games if self.games else 0.0

    def mean_points(self) -> dict[str, float]:
        return {name: total / self.games for name, total in self.points.items()}

    def speed(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds if self.seconds else 0.0


@dataclass(repr=False)
class Results:
    """All there is to tell. `print` shows it as a table, a notebook as a table and a plot."""

    lines: list[Line]
    before: list[list[float]]  # [i][j]: how often entry i was placed before entry j, ties counting half
    met: list[list[int]]
    seat_wins: list[float]
    games: int

    def __repr__(self) -> str:
        return table(self)

    def _repr_html_(self) -> str:
        from agon.play.report import fragment

        return fragment(self)


def arena(
    game: str, bots: list[str], games: int = 100, seed: int = 0, workers: int = 1, **options: str | int | bool
) -> Results:
    """Many games between bots, seats rotated; nothing is kept but the results. `agon arena` keeps everything."""
    settings = find_game(game).settings(options)
    plan = Plan(game, tuple(bots), games, seed, tuple(settings.items()))
    plan.check()
    played = sorted(local_engine(workers)(plan, list(range(games))), key=lambda one: one.number)
    return results(bots, played)


def results(bots: list[str], games: list[Played]) -> Results:
    """Count everything once."""
    n = len(bots)
    lines = [Line(name) for name in bots]
    before = [[0.0] * n for _ in range(n)]
    met = [[0] * n for _ in range(n)]
    seat_wins = [0.0] * n
    for played in games:
        for seat, entry in enumerate(played.entries):
            line = lines[entry]
            line.games += 1
            line.places += played.places[seat]
            line.decisions += played.decisions[seat]
            line.seconds += played.seconds[seat]
            line.replaced += played.replaced[seat] if played.replaced else 0
            won = victory(played.places, seat)
            line.wins += won
            seat_wins[seat] += won
            for name, points in played.scores[seat].items():
                line.points[name] = line.points.get(name, 0.0) + points
            for other_seat, other in enumerate(played.entries):
                if other_seat != seat:
                    met[entry][other] += 1
                    difference = played.places[other_seat] - played.places[seat]
                    before[entry][other] += 1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
    rate(lines, games)
    return Results(lines, before, met, seat_wins, len(games))


def rate(lines: list[Line], games: list[Played]) -> None:
    """OpenSkill ratings (Plackett-Luce), game by game in order; each entry has its own, also beside its like.

    A game in which a bot failed says nothing of strength and is left out.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise AgonError("needs_ratings") from error

    model = PlackettLuce()
    ratings = [model.rating(name=line.name) for line in lines]
    for played in games:
        if any(played.replaced):
            continue
        teams = [[ratings[entry]] for entry in played.entries]
        rated = model.rate(teams, ranks=[float(place) for place in played.places])
        for entry, team in zip(played.entries, rated, strict=True):
            ratings[entry] = team[0]
    for line, rating in zip(lines, ratings, strict=True):
        line.rating = float(rating.mu)
        line.rating_sd = float(rating.sigma)


def table(found: Results) -> str:
    """The table a terminal shows."""
    width = max(12, *(len(line.name) for line in found.lines))
    head = f"{'bot':<{width}} {'wins':>8} {'share':>7}  {'95 %':<15} {'place':>6} {'rating':>12} "
    rows = [f"{head}{'decisions/s':>12} {'replaced':>9}"]
    for line in found.lines:
        low, high = line.interval()
        interval = f"{low:.1%} - {high:.1%}"
        rating = f"{line.rating:.1f} ± {line.rating_sd:.1f}"
        rows.append(
            f"{line.name:<{width}} {line.wins:>8.1f} {line.share():>7.1%}  {interval:<15} {line.mean_place():>6.2f} "
            f"{rating:>12} {line.speed():>12.1f} {line.replaced:>9}"
        )
    shares = (f"seat {seat} {wins / max(1, found.games):.1%}" for seat, wins in enumerate(found.seat_wins))
    rows.append(f"wins by seat: {', '.join(shares)}")
    return "\n".join(rows)


def write_csv(path: Path, games: list[Played]) -> None:
    """One row a seat and game."""
    categories = sorted({name for played in games for row in played.scores for name in row})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["game", "seat", "bot", "place", "plies", "decisions", "replaced", "seconds", *categories])
        for played in games:
            for seat, name in enumerate(played.seats):
                points = [played.scores[seat].get(category, "") for category in categories]
                row = [played.number + 1, seat, name, played.places[seat], played.plies, played.decisions[seat]]
                row.append(played.replaced[seat] if played.replaced else 0)
                writer.writerow([*row, f"{played.seconds[seat]:.3f}", *points])
