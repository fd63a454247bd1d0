"""What the page of a coached game shows: the table as one sees it, and the coach's words."""

from __future__ import annotations

from typing import Any

from agon.draw.scene import Scene
from agon.play.coach import Coached
from agon.web.puzzlepage import sheets_of


def coach_values(coached: Coached, lang: str, refused: str, hint: bool) -> dict[str, Any]:
    """The game as it stands, with a word on the last decision and on the next."""
    seen = coached.seen()
    scene = seen.scene(lang)
    assert isinstance(scene, Scene)
    asked = not coached.is_over
    moves = seen.choices(lang) if asked else []
    return {
        "plies": ";".join(coached.plies),
        "is_over": coached.is_over,
        "sheets_": sheets_of(scene, coached.me, asked),
        "choices": moves,
        "buttons": [(action, label) for action, label in moves if action in scene.buttons],
        "asked": seen.prompt(lang).title if asked else "",
        "before": coached.before(lang) if asked else [],
        "after": coached.after(lang),
        "ending": coached.ending(lang) if coached.is_over else "",
        "advice": coached.advice(lang) if hint and asked else "",
        "refused": refused,
        "may_go_back": coached.asked is not None,
    }
