"""What the replay page shows of an analysis, as plain values in the visitor's language."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from agon.draw.scene import COLOURS, MARKS
from agon.play.analysis import Analysis, Judged
from agon.play.hint import percent
from agon.play.seen import Seen
from agon.web.analyses import Standing
from agon.web.live import Live
from agon.web.plot import GRID, Line, lines
from agon.web.present import names_of
from agon.web.words import say

COSTLY: Final = 6  # decisions in the list of what cost most
WORTH_TELLING: Final = 0.02  # what costs less is no mistake, but noise
BETTER: Final = 2  # better actions that are named


@dataclass(frozen=True)
class Plotted:
    """A seat's line in the plot, and its row in the balance."""

    name: str
    colour: str
    mark: str
    line: Line
    now: str  # its chance in the position one looks at
    lost: int
    luck: str


@dataclass(frozen=True)
class Better:
    """An action that would have been better."""

    label: str
    worth: str


@dataclass(frozen=True)
class Costly:
    """A decision that cost much: what was played, and what would have been better."""

    ply: int
    seat: int
    name: str
    chance: float  # how far from the top of the plot it stands, in percent
    cost: str
    played: str
    worth: str
    better: list[Better]


@dataclass(frozen=True)
class Row:
    """The chances in a position, and who decides there."""

    ply: int
    who: str
    percents: list[str]


@dataclass(frozen=True)
class Found:
    """All that an analysis found."""

    at: int  # the position one looks at
    last: int
    grid: tuple[int, ...]
    iterations: int
    scale: str
    seats: list[Plotted]
    percents: str  # the chances by position and seat, for the script
    costly: list[Costly]
    luck_share: str
    rows: list[Row]


@dataclass(frozen=True)
class AnalysisPanel:
    """A button, a progress bar, or all that was found."""

    stage: str
    done: int
    plies: int
    found: Found | None


def analysis_panel(live: Live, standing: Standing, lang: str, ply: int) -> AnalysisPanel:
    """How far the analysis of a game is. `ply` is the position one looks at."""
    stage = standing.stage if live.is_over else "not_over"
    found = None if standing.found is None else _found(live, standing.found, lang, ply)
    return AnalysisPanel(stage, standing.done, standing.plies, found)


def _found(live: Live, found: Analysis, lang: str, ply: int) -> Found:
    names = names_of(live.id, live.seats, lang)
    chances = found.chances()
    at = max(0, min(ply, len(chances) - 1))
    worst = [p for p in found.worst(COSTLY) if p.cost >= WORTH_TELLING]
    return Found(
        at=at,
        last=len(chances) - 1,
        grid=GRID,
        iterations=found.iterations,
        scale=say(lang, "plot_two" if len(names) == 2 else "plot_more"),
        seats=_plotted(found, chances, at, names),
        percents=json.dumps([[round(100 * c) for c in row] for row in chances], separators=(",", ":")),
        costly=[_costly(live.table.opened(p.ply - 1), p, names[p.actor], lang) for p in worst],
        luck_share=percent(found.luck_share()),
        rows=_rows(found, chances, names, lang),
    )


def _plotted(found: Analysis, chances: list[list[float]], at: int, names: list[str]) -> list[Plotted]:
    drawn = lines(chances)
    return [
        Plotted(
            name=name,
            colour=COLOURS[seat],
            mark=MARKS[seat],
            line=drawn[seat],
            now=percent(chances[at][seat]),
            lost=round(100 * found.skill[seat]),
            luck=f"{round(100 * found.luck[seat]):+d}".replace("-", "\u2212"),
        )
        for seat, name in enumerate(names)
    ]


def _costly(seen: Seen, judged: Judged, name: str, lang: str) -> Costly:
    def label(text: str) -> str:
        return seen.label(seen.game.space.parse(text), lang)

    best = judged.best[0][1]
    better = [(text, worth) for text, worth in judged.best if text != judged.text and worth > best - judged.cost]
    return Costly(
        ply=judged.ply,
        seat=judged.actor,
        name=name,
        chance=round(100 * (1 - judged.chances[judged.actor]), 1),
        cost=percent(judged.cost),
        played=label(judged.text),
        worth=percent(best - judged.cost),
        better=[Better(label(text), percent(worth)) for text, worth in better[:BETTER]],
    )


def _rows(found: Analysis, chances: list[list[float]], names: list[str], lang: str) -> list[Row]:
    """The plot as a table: a row for each position in which something was decided, and one for the end."""
    decided = [(p.ply - 1, names[p.actor]) for p in found.plies if p.is_searched]
    decided.append((len(chances) - 1, say(lang, "game_over")))
    return [Row(ply, who, [percent(c) for c in chances[ply]]) for ply, who in decided]
