"""A hint as plain values, for the page and for programs: made from what the seat may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agon.bots import Advice, Reasoning
from agon.draw.scene import COLOURS, MARKS
from agon.play.hint import in_game_terms, is_tried, outlook, percent, result
from agon.play.seen import Seen
from agon.web.live import Live
from agon.web.present import names_of
from agon.web.words import say

HINTS: Final = 4  # actions a hint names


@dataclass(frozen=True)
class Judged:
    """An expectation as a number, and as a result and words where the bot expects results."""

    worth: float
    result: str
    words: str


@dataclass(frozen=True)
class Advised(Judged):
    """An action with what the bot expects of it, and how much of its search it spent there."""

    action: str
    label: str
    visits: int
    share: float
    told: str = ""  # what it gains and costs, in the words of the game

    @property
    def share_percent(self) -> str:
        return percent(self.share)


@dataclass(frozen=True)
class Expected(Judged):
    """What a seat may expect."""

    seat: int
    name: str
    colour: str
    mark: str


@dataclass(frozen=True)
class Foreseen:
    """A ply the bot expects; seat -1: a draw."""

    seat: int
    sentence: str


@dataclass(frozen=True)
class Hint:
    """The best actions, what each seat may expect, the line the bot has in mind, and all that in one sentence."""

    imagined: int
    actions: list[Advised]
    expected: list[Expected]
    line: list[Foreseen]
    said: str
    other_pack: bool  # judged by rules of thumb: what was learnt of the game was learnt with another pack


def hint_of(live: Live, seen: Seen, why: Reasoning, lang: str) -> Hint:
    """What a bot thinks, in words."""
    names = names_of(live.id, live.seats, lang)
    actions = [_advised(seen, why, advice, lang) for advice in why.advice[:HINTS]]
    best = ", ".join(filter(None, (actions[0].label, actions[0].told, actions[0].result, actions[0].words)))
    note = f" {say(lang, 'hint_other_pack')}" if why.other_pack else ""
    return Hint(
        imagined=why.imagined,
        actions=actions,
        expected=[
            Expected(*_judged(lang, worth, why), seat, names[seat], COLOURS[seat], MARKS[seat])
            for seat, worth in enumerate(why.expected)
        ],
        line=[Foreseen(told.actor, told.sentence) for told in seen.line(why.line, names, lang)],
        said=f"{say(lang, 'hint_title')}: {best}.{note}",
        other_pack=why.other_pack,
    )


def _advised(seen: Seen, why: Reasoning, advice: Advice, lang: str) -> Advised:
    share = advice.visits / why.imagined if why.imagined else 0.0
    text, label = seen.game.space.text(advice.action), seen.label(advice.action, lang)
    told = in_game_terms(seen.outlook(advice.action, lang))
    judged = _judged(lang, advice.worth, why) if is_tried(advice.visits, why.imagined) else (advice.worth, "", "")
    return Advised(*judged, text, label, advice.visits, share, told)


def _judged(lang: str, worth: float, why: Reasoning) -> tuple[float, str, str]:
    """What Judged holds; a bot without expectations judges on a scale of its own."""
    if not why.expected:
        return worth, "", ""
    return worth, result(lang, worth, len(why.expected)), outlook(lang, worth)
