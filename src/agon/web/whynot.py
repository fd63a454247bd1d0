"""Which rule forbids an action, for whoever asks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agon.core.errors import AgonError
from agon.web.errors import Refused, refused
from agon.web.identity import Identity
from agon.web.live import Live


@dataclass(frozen=True)
class WhyNot:
    """Whether an action is legal for somebody now, and if not, which rule forbids it."""

    legal: bool
    message: str
    paragraph: str = ""
    remedy: str = ""  # what could be played first, so that it becomes legal
    remedy_label: str = ""


def why_not(live: Live, who: Identity | None, action: str, lang: str) -> WhyNot:
    """Judged by what the asker's seat may know."""
    seat = live.seat_of(who.id) if who is not None else -1
    seen = live.seen(seat)
    try:
        asked = seen.game.space.parse(action)
    except AgonError as error:
        raise refused(error) from error
    if seat < 0 or seat != seen.actor() or not live.started:
        key = "not_seated" if seat < 0 else "not_your_turn" if live.started else "not_started"
        return WhyNot(False, Refused(key).message(lang))
    refusal = seen.why_not(asked)
    if refusal is None:
        return WhyNot(True, seen.label(asked, lang))
    said = WhyNot(False, refusal.message(lang), refusal.paragraph)
    first = seen.remedy(asked)
    if first is None:
        return said
    return replace(said, remedy=seen.game.space.text(first), remedy_label=seen.label(first, lang))
