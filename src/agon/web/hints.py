"""A hint as plain values, for the page and for programs: made from what the seat may know, and nothing else."""

from __future__ import annotations

from typing import Any, Final

from agon.bots import Advice, Reasoning
from agon.draw.scene import COLOURS, MARKS
from agon.play.hint import outlook, percent, result
from agon.play.seen import Seen
from agon.web.live import Live
from agon.web.present import names_of
from agon.web.words import say

HINTS: Final = 4  # actions a hint names

Hint = dict[str, Any]


def hint_values(live: Live, seen: Seen, why: Reasoning, lang: str) -> Hint:
    """The best actions, what each seat may expect, and the line the bot has in mind."""
    names = names_of(live.id, live.seats, lang)
    line = seen.line(why.line, names, lang)
    actions = [_action(seen, why, advice, lang) for advice in why.advice[:HINTS]]
    first = ", ".join(filter(None, (actions[0][key] for key in ("label", "result", "words"))))
    return {
        "imagined": why.imagined,
        "actions": actions,
        "expected": [_seat(seat, names[seat], judged(lang, e, why)) for seat, e in enumerate(why.expected)],
        "line": [{"seat": told.actor, "sentence": told.sentence} for told in line],
        "said": f"{say(lang, 'hint_title')}: {first}.",
    }


def _seat(seat: int, name: str, expected: Hint) -> Hint:
    return {"seat": seat, "name": name, "colour": COLOURS[seat], "mark": MARKS[seat], **expected}


def _action(seen: Seen, why: Reasoning, advice: Advice, lang: str) -> Hint:
    share = advice.visits / why.imagined if why.imagined else 0.0
    return {
        "action": seen.game.space.text(advice.action),
        "label": seen.label(advice.action, lang),
        "visits": advice.visits,
        "share": share,
        "share_percent": percent(share),
        **judged(lang, advice.worth, why),
    }


def judged(lang: str, worth: float, why: Reasoning) -> Hint:
    """An expectation as number, result and words; a bot without expectations judges on a scale of its own."""
    if not why.expected:
        return {"worth": worth, "result": "", "words": ""}
    return {"worth": worth, "result": result(lang, worth, len(why.expected)), "words": outlook(lang, worth)}
