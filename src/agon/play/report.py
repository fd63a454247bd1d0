"""An arena's results as one self-contained HTML page, with plots (also as PNG files)."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO
from typing import Final

from agon.play.arena import Folder
from agon.play.results import Results, results, write_csv

LONGEST: Final = 32  # letters of a name in a plot
STYLE = """
body{font:16px/1.5 "Palatino Linotype",Palatino,Georgia,serif;color:#221B16;background:#F6F1E7;margin:0}
header{background:#221B16;color:#F3E1C9;padding:18px 28px;border-bottom:4px solid #C4622D}
h1{margin:0;font-size:1.5rem;letter-spacing:.06em}main{max-width:1080px;margin:0 auto;padding:20px 28px}
table{border-collapse:collapse;background:#FFFDF8;margin:8px 0 20px}th,td{padding:6px 12px;border:1px solid #E0D5C2}
th{background:#F3E1C9;text-align:left}td.n{text-align:right;font-variant-numeric:tabular-nums}img{max-width:100%}
"""


def write_report(folder: Folder) -> Results:
    """results.csv, the plots and report.html, beside the records."""
    games = folder.games()
    found = results(list(folder.plan.bots), games)
    write_csv(folder.path / "results.csv", games)
    pictures = plots(found)
    for name, data in pictures.items():
        (folder.path / f"{name}.png").write_bytes(data)
    (folder.path / "report.html").write_text(page(folder, found, pictures), "utf-8")
    return found


def shorten(name: str) -> str:
    """A name that leaves room for the plot: that of a program may be as long as its folder's."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 2]}...{name[-LONGEST // 2 :]}"


def plots(found: Results) -> dict[str, bytes]:
    """Win shares with intervals, points by category, wins by seat."""
    from matplotlib.figure import Figure

    names = [shorten(f"{i + 1} {line.name}") for i, line in enumerate(found.lines)]
    out: dict[str, bytes] = {}

    figure = Figure(figsize=(7, 1.2 + 0.5 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    for row, line in enumerate(found.lines):
        low, high = line.interval()
        axes.plot([100 * low, 100 * high], [row, row], color="#C4622D", linewidth=3)
        axes.plot([100 * line.share()], [row], "o", color="#221B16", clip_on=False)
    axes.axvline(100 / len(names), color="#9A938A", linestyle=":")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("wins, %, with 95 % interval")
    out["wins"] = _png(figure)

    figure = Figure(figsize=(7, 1.2 + 0.5 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    left = [0.0] * len(names)
    categories = [c for c in found.lines[0].points if c != "total"]
    for category in categories:
        width = [line.mean_points().get(category, 0.0) for line in found.lines]
        axes.barh(names, width, left=left, label=category)
        left = [a + b for a, b in zip(left, width, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel("mean points by category")
    if categories:
        axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0))  # beside the bars, not over them
    out["points"] = _png(figure)

    figure = Figure(figsize=(5, 3), layout="constrained")
    axes = figure.add_subplot()
    seats = [f"seat {n}" for n in range(len(found.seat_wins))]
    axes.bar(seats, [100 * wins / max(1, found.games) for wins in found.seat_wins], color="#1F5F7A")
    axes.axhline(100 / len(seats), color="#9A938A", linestyle=":")
    axes.set_ylabel("wins, %")
    out["seats"] = _png(figure)
    return out


def _png(figure: object) -> bytes:
    from matplotlib.figure import Figure

    assert isinstance(figure, Figure)
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=110)
    return buffer.getvalue()


def page(folder: Folder, found: Results, pictures: dict[str, bytes]) -> str:
    """One file that needs nothing else."""
    plan = folder.plan
    title = f"{plan.game_id}: {', '.join(plan.bots)}"
    images = "".join(
        f'<img alt="{name}" src="data:image/png;base64,{b64encode(data).decode()}">' for name, data in pictures.items()
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><header><h1>Agon arena: {escape(title)}</h1></header><main>"
        f"<p>{found.games} games, seed {plan.seed}, seats rotated, the same luck for every seating.</p>"
        f"<h2>Results</h2>{_result_table(found)}{images}<h2>Placed before, %</h2>{_cross_table(found)}"
        f"<h2>Wins by seat</h2>{_seat_table(found)}</main></body></html>"
    )


def fragment(found: Results) -> str:
    """What a notebook shows: the table, and how often each won, as a plot."""
    picture = f'<img alt="wins" src="data:image/png;base64,{b64encode(plots(found)["wins"]).decode()}">'
    return f"<p>{found.games} games, seats rotated.</p>{_result_table(found)}{picture}"


def _row(cells: list[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}{' class=n' if i else ''}>{c}</{tag}>" for i, c in enumerate(cells)) + "</tr>"


def _result_table(found: Results) -> str:
    categories = list(found.lines[0].points)
    head = _row(
        ["bot", "games", "wins", "share", "95 %", "mean place", "rating", "decisions/s", "replaced", *categories], "th"
    )
    rows = ""
    for line in found.lines:
        low, high = line.interval()
        points = [f"{line.mean_points()[c]:.1f}" for c in categories]
        rows += _row(
            [
                escape(line.name), str(line.games), f"{line.wins:.1f}", f"{line.share():.1%}",
                f"{low:.1%} to {high:.1%}", f"{line.mean_place():.2f}", f"{line.rating:.1f} ± {line.rating_sd:.1f}",
                f"{line.speed():.1f}", str(line.replaced), *points,
            ]
        )  # fmt: skip
    return f"<table>{head}{rows}</table>"


def _cross_table(found: Results) -> str:
    names = [f"{i + 1} {escape(line.name)}" for i, line in enumerate(found.lines)]
    rows = _row(["", *names], "th")
    for i, name in enumerate(names):
        cells = [f"{100 * found.before[i][j] / met:.1f}" if (met := found.met[i][j]) else "" for j in range(len(names))]
        rows += _row([name, *cells])
    return f"<table>{rows}</table>"


def _seat_table(found: Results) -> str:
    rows = "".join(
        _row([f"seat {seat}", f"{wins:.1f}", f"{wins / max(1, found.games):.1%}"])
        for seat, wins in enumerate(found.seat_wins)
    )
    return f"<table>{_row(['seat', 'wins', 'share'], 'th')}{rows}</table>"
