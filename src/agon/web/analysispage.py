"""What the replay page shows of an analysis, as plain values in the visitor's language."""

from __future__ import annotations

import json
from typing import Any, Final

from agon.draw.scene import COLOURS, MARKS
from agon.play.analysis import Analysis, Judged
from agon.play.hint import percent
from agon.play.seen import Seen
from agon.web.analyses import Standing
from agon.web.live import Live
from agon.web.plot import GRID, lines
from agon.web.present import names_of
from agon.web.words import say

Values = dict[str, Any]

COSTLY: Final = 6  # decisions in the list of what cost most
WORTH_TELLING: Final = 0.02  # what costs less is no mistake, but noise
BETTER: Final = 2  # better actions that are named


def analysis_values(live: Live, standing: Standing, lang: str, ply: int) -> Values:
    """The analysis panel: a button, a progress bar, or all that was found. `ply` is the position one looks at."""
    return {
        "stage": standing.stage if live.is_over else "not_over",
        "done": standing.done,
        "plies": standing.plies,
        "found": None if standing.found is None else _found(live, standing.found, lang, ply),
    }


def _found(live: Live, found: Analysis, lang: str, ply: int) -> Values:
    names = names_of(live.id, live.seats, lang)
    chances = found.chances()
    at = max(0, min(ply, len(chances) - 1))
    drawn = lines(chances)
    worst = [p for p in found.worst(COSTLY) if p.cost >= WORTH_TELLING]
    seats = [
        {
            "seat": seat,
            "name": name,
            "colour": COLOURS[seat],
            "mark": MARKS[seat],
            "line": drawn[seat],
            "now": percent(chances[at][seat]),
            "lost": round(100 * found.skill[seat]),
            "luck": f"{round(100 * found.luck[seat]):+d}".replace("-", "\u2212"),
        }
        for seat, name in enumerate(names)
    ]
    return {
        "at": at,
        "last": len(chances) - 1,
        "grid": GRID,
        "iterations": found.iterations,
        "scale": say(lang, "plot_two" if len(names) == 2 else "plot_more"),
        "seats": seats,
        "percents": json.dumps([[round(100 * c) for c in row] for row in chances], separators=(",", ":")),
        "costly": _costly(live, worst, names, lang),
        "luck_share": percent(found.luck_share()),
        "rows": _rows(found, chances, names, lang),
    }


def _costly(live: Live, worst: list[Judged], names: list[str], lang: str) -> list[Values]:
    """The decisions that cost most, in words: what was played, and what would have been better."""
    return [_decision(live.table.opened(p.ply - 1), p, names[p.actor], lang) for p in worst]


def _decision(seen: Seen, judged: Judged, name: str, lang: str) -> Values:
    def label(text: str) -> str:
        return seen.label(seen.game.space.parse(text), lang)

    best = judged.best[0][1]
    better = [(text, worth) for text, worth in judged.best if text != judged.text and worth > best - judged.cost]
    return {
        "ply": judged.ply,
        "seat": judged.actor,
        "name": name,
        "chance": round(100 * (1 - judged.chances[judged.actor]), 1),
        "cost": percent(judged.cost),
        "played": label(judged.text),
        "worth": percent(best - judged.cost),
        "better": [{"label": label(text), "worth": percent(worth)} for text, worth in better[:BETTER]],
    }


def _rows(found: Analysis, chances: list[list[float]], names: list[str], lang: str) -> list[Values]:
    """The plot as a table: a row for each position in which something was decided, and one for the end."""
    decided = [(p.ply - 1, names[p.actor]) for p in found.plies if p.is_searched]
    decided.append((len(chances) - 1, say(lang, "game_over")))
    return [{"ply": ply, "who": who, "percents": [percent(c) for c in chances[ply]]} for ply, who in decided]
