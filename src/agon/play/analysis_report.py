"""An analysis as a plot (SVG or PNG) and as one self-contained HTML page."""

from __future__ import annotations

from html import escape
from io import BytesIO
from typing import Final

from agon.core.game import SEAT_NAMES
from agon.play.analysis import Analysis
from agon.play.report import STYLE

COLOURS: Final = ("#B3392C", "#2463A6", "#4E7A2E", "#E0A100", "#7A4A9E")
DASHES: Final = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))  # colour is never alone


def plot(found: Analysis, kind: str) -> bytes:
    """The chances of every seat along the game; `kind` is svg or png."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.add_subplot()
    chances = found.chances()
    for seat in range(found.record.seats):
        axes.plot(
            [row[seat] for row in chances],
            color=COLOURS[seat],
            linestyle=DASHES[seat],
            label=f"{SEAT_NAMES['en'][seat]} ({found.record.players[seat] if found.record.players else ''})",
        )
    for judged in found.worst():
        axes.axvline(judged.ply, color=COLOURS[judged.actor], linewidth=0.8, alpha=0.5)
    axes.set_ylim(0, 1)
    axes.set_xlabel("plies played")
    axes.set_ylabel("expectation: 1 first, 0 last")
    axes.legend(fontsize="small")
    buffer = BytesIO()
    figure.savefig(buffer, format=kind, dpi=110)
    return buffer.getvalue()


def page(found: Analysis) -> str:
    """One file that needs nothing else."""
    drawn = plot(found, "svg").decode("utf-8")
    drawn = drawn[drawn.index("<svg") :]
    title = f"{found.record.game_id}: {', '.join(found.record.players)}"
    seats = "".join(
        f"<tr><td>{escape(SEAT_NAMES['en'][seat])}</td><td class=n>{found.skill[seat]:.2f}</td>"
        f"<td class=n>{found.luck[seat]:+.2f}</td></tr>"
        for seat in range(found.record.seats)
    )
    worst = "".join(
        f"<tr><td class=n>{p.ply}</td><td>{escape(SEAT_NAMES['en'][p.actor])}</td><td>{escape(p.text)}</td>"
        f"<td class=n>{p.cost:.2f}</td><td>{escape(', '.join(f'{t} ({w:.2f})' for t, w in p.best))}</td></tr>"
        for p in found.worst(10)
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><header><h1>Agon analysis: {escape(title)}</h1></header><main>{drawn}"
        f"<h2>By seat</h2><table><tr><th>seat</th><th>lost by decisions</th><th>luck</th></tr>{seats}</table>"
        f"<p>Share of luck in what moved the chances: {found.luck_share():.0%}.</p>"
        f"<h2>Decisions that cost most</h2><table><tr><th>ply</th><th>seat</th><th>played</th><th>cost</th>"
        f"<th>better</th></tr>{worst}</table></main></body></html>"
    )
