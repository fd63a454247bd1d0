"""An analysis as a plot (SVG or PNG) and as one self-contained HTML page, light or dark as the reader's system."""

from __future__ import annotations

import re
from html import escape
from io import BytesIO
from typing import Final

from agon.core.game import SEAT_NAMES
from agon.play.analysis import Analysis, Judged
from agon.play.report import STYLE

COLOURS: Final = ("#B3392C", "#2463A6", "#4E7A2E", "#E0A100", "#7A4A9E")
BRIGHT: Final = ("#E8705F", "#6FA8E6", "#8FBF67", "#F0BE3C", "#B98FDC")  # the same on a dark ground
DASHES: Final = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))  # colour is never alone
INK: Final = {"light": "#221B16", "dark": "#F3E1C9"}
PICTURED: Final = 5  # positions of costly decisions, below the table of more of them
FILM: Final = re.compile(r'data-agon-film="(\w+)"')
THEMES: Final = """
svg{max-width:100%;height:auto}.dark{display:none}a{color:#9C4718}.board{max-width:640px}h3{margin-bottom:4px}
@media (prefers-color-scheme:dark){body{color:#EFE6D8;background:#1B1613}table{background:#28211C}
th,td{border-color:#4A3F36}th{background:#3A2F27}a{color:#F0A878}.light{display:none}.dark{display:block}}
"""


def plot(found: Analysis, kind: str, theme: str = "light") -> bytes:
    """The chances of every seat along the game; `kind` is svg or png. In an SVG the ground is the page's."""
    from matplotlib.figure import Figure

    ink, colours = INK[theme], COLOURS if theme == "light" else BRIGHT
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.add_subplot()
    chances = found.chances()
    for seat in range(found.record.seats):
        axes.plot(
            [row[seat] for row in chances],
            color=colours[seat],
            linestyle=DASHES[seat],
            label=f"{SEAT_NAMES['en'][seat]} ({found.record.players[seat] if found.record.players else ''})",
        )
    for judged in found.worst():
        axes.axvline(judged.ply, color=colours[judged.actor], linewidth=0.8, alpha=0.5)
    axes.set_ylim(0, 1)
    axes.set_xlabel("plies played", color=ink)
    axes.set_ylabel("expectation: 1 first, 0 last", color=ink)
    axes.tick_params(colors=ink)
    for spine in axes.spines.values():
        spine.set_color(ink)
    figure.legend(loc="outside upper center", ncols=found.record.seats, fontsize="small", frameon=False, labelcolor=ink)
    if kind == "svg":
        axes.set_facecolor("none")
    buffer = BytesIO()
    figure.savefig(buffer, format=kind, dpi=110, transparent=kind == "svg")
    return buffer.getvalue()


def page(found: Analysis) -> str:
    """One file that needs nothing else."""
    title = f"{found.record.game_id}: {', '.join(found.record.players)}"
    film = found.record.html()
    name = FILM.search(film)
    assert name is not None
    seats = "".join(
        f"<tr><td>{escape(SEAT_NAMES['en'][seat])}</td><td class=n>{found.skill[seat]:.2f}</td>"
        f"<td class=n>{found.luck[seat]:+.2f}</td></tr>"
        for seat in range(found.record.seats)
    )
    worst = "".join(
        f"<tr><td class=n>{_link(p)}</td><td>{escape(SEAT_NAMES['en'][p.actor])}</td><td>{escape(p.text)}</td>"
        f"<td class=n>{p.cost:.2f}</td><td>{escape(_better(p))}</td></tr>"
        for p in found.worst(10)
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<style>{STYLE}{THEMES}</style></head><body><header><h1>Agon analysis: {escape(title)}</h1></header><main>"
        f"{_drawn(found, 'light')}{_drawn(found, 'dark')}"
        f"<h2>By seat</h2><table><tr><th>seat</th><th>lost by decisions</th><th>luck</th></tr>{seats}</table>"
        f"<p>Share of luck in what moved the chances: {found.luck_share():.0%}.</p>"
        f"<h2>Decisions that cost most</h2><table><tr><th>ply</th><th>seat</th><th>played</th><th>cost</th>"
        f"<th>better</th></tr>{worst}</table>{''.join(_pictured(p, name[1]) for p in found.worst(PICTURED))}"
        f"<h2>The whole game</h2>{film}</main></body></html>"
    )


def _drawn(found: Analysis, theme: str) -> str:
    """The plot for one theme, of which a reader sees one."""
    drawn = plot(found, "svg", theme).decode("utf-8")
    return f"<div class={theme}>{drawn[drawn.index('<svg') :]}</div>"


def _link(judged: Judged) -> str:
    """To the position in which it was decided, in the film of the whole game."""
    return f'<a href="#ply-{judged.ply - 1}">{judged.ply}</a>'


def _better(judged: Judged) -> str:
    return ", ".join(f"{text} ({worth:.2f})" for text, worth in judged.best)


def _pictured(judged: Judged, film: str) -> str:
    """A costly decision with its position, which is a still of the film."""
    return (
        f"<h3>Ply {_link(judged)}: {escape(SEAT_NAMES['en'][judged.actor])} played {escape(judged.text)}</h3>"
        f"<p>It cost {judged.cost:.2f}; better: {escape(_better(judged))}.</p>"
        f'<div class="board" data-agon-film="{film}" data-still="{judged.ply - 1}" lang="en"></div>'
    )
