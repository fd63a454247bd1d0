"""What a study says, as text, as data and as a plot."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from agon.core.errors import AgonError
from agon.play.study import (
    TENTHS,
    THIRDS,
    Studied,
    as_mind,
    budgets,
    points,
    reliability,
    sureness,
    told_by,
    ways,
    wins_by_seat,
    worst,
)
from agon.play.tally import wilson

LEAST: Final = 400  # predictions in a kind, below which chance alone is off by as much as is asked for
NAMES: Final = ("whole games", "first third", "second third", "last third")
COLOURS: Final = ("#222222", "#4477aa", "#228833", "#cc6677")


def summary(games: list[Studied], bot: str, command: str) -> dict[str, Any]:
    """All of it, for a data file."""
    n = len(games)
    return {
        "games": n,
        "bot": bot,
        "command": command,
        "plies": round(sum(game.plies for game in games) / n, 1),
        "wins by seat": [share(w, n) for w in wins_by_seat(games, False)],
        "wins by turn": [share(w, n) for w in wins_by_seat(games, True)],
        "ways": {name: share(part, n) for name, part in ways(games).items()},
        "points": {name: [round(a, 2), round(b, 2)] for name, (a, b) in points(games).items()},
        "search": told(games),
        "mind": told(as_mind(games)),
        "asked": {n: told(told_by(games, n)) for n in budgets(games)},
    }


def share(part: float, games: int) -> list[float]:
    """A share with its interval."""
    return [round(x, 4) for x in (part, *wilson(part * games, games))]


def told(games: list[Studied]) -> dict[str, Any]:
    """What was expected by whoever searched, and what happened."""
    kinds = reliability(games)
    rows = [[k.third, k.tenth, k.count, round(k.expected, 4), round(k.happened, 4)] for k in kinds]
    found = sureness(games)
    sure = None if found is None else [round(x, 3) for x in found]
    return {"worst": round(worst(kinds, LEAST), 4), "sureness": sure, "third, tenth, count, expected, happened": rows}


def text(told_: dict[str, Any]) -> str:
    """For people in a terminal."""
    out = [f"{told_['games']} games of {told_['bot']} against itself, {told_['plies']} plies each."]
    for name in ("wins by seat", "wins by turn"):
        out.append(f"{name}: " + ", ".join(f"{p:.1%} ({low:.1%} - {high:.1%})" for p, low, high in told_[name]))
    out.append("most of the lead by: " + ", ".join(f"{c} {row[0]:.1%}" for c, row in told_["ways"].items()))
    out.append("points (winner, others): " + ", ".join(f"{c} {a:g} {b:g}" for c, (a, b) in told_["points"].items()))
    asked = {f"asked, {n} iterations": found for n, found in told_["asked"].items()}
    for name, found in {"search": told_["search"], "mind": told_["mind"], **asked}.items():
        out.append(f"{name}: off by {found['worst']:.1%} at most, where there are {LEAST} predictions")
        if found["sureness"]:
            slope, low, high = found["sureness"]
            out.append(
                f"  sureness: {slope:.2f} ({low:.2f} - {high:.2f}) of it would be right; less than 1 is too sure"
            )
        for third, tenth, count, expected, happened in found["third, tenth, count, expected, happened"]:
            where = f"  {NAMES[third + 1]:<12} {tenth / TENTHS:.0%}"
            out.append(f"{where}: expected {expected:.1%}, happened {happened:.1%} ({count})")
    return "\n".join(out)


def plot(told_: dict[str, Any], title: str, file: Path) -> None:
    """Expected against happened, by thirds of the game, for the search and for the mind alone."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        mpl.rcParams["svg.hashsalt"] = "agon"
        mpl.rcParams["svg.fonttype"] = "none"
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise AgonError("needs_ratings") from error
    figure, axes = plt.subplots(1, 2, figsize=(8.0, 4.2), sharey=True)
    judges = {"the search": told_["search"], "the mind alone": told_["mind"]}
    if told_["asked"]:
        most = max(told_["asked"], key=int)
        judges = {f"{most} iterations": told_["asked"][most], "the mind alone": told_["mind"]}
    for axis, (judge, found) in zip(axes, judges.items(), strict=True):
        axis.plot([0, 1], [0, 1], color="#bbbbbb", linewidth=1)
        rows = found["third, tenth, count, expected, happened"]
        for third in range(-1, THIRDS):
            dots = [(e, h) for part, _, count, e, h in rows if part == third and count >= LEAST]
            axis.plot(
                [e for e, _ in dots],
                [h for _, h in dots],
                marker="o",
                markersize=3,
                linewidth=2 if third < 0 else 1,
                color=COLOURS[third + 1],
                label=NAMES[third + 1],
            )
        axis.set_title(f"{title}: {judge}", fontsize=10)
        axis.set_xlabel("expected")
    axes[0].set_ylabel("happened")
    axes[0].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)
