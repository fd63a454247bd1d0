"""What somebody may switch on or off: how they are told of things, and who may see what."""

from __future__ import annotations

import re
from typing import Any, Final

from agon.core.game import LANGS
from agon.web.errors import Refused

# What holds until somebody says otherwise: nobody is told anything they did not ask for.
USUAL: Final[dict[str, bool | str]] = {
    "push_turn": False,
    "push_late": False,
    "push_cup": False,
    "mail_turn": False,
    "show_ratings": True,
    "show_games": True,
    "show_online": False,
    "quiet_from": "",
    "quiet_to": "",
    "zone": "UTC",
    "lang": "en",
}
_TIME: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d|")
_ZONE: Final = re.compile(r"[A-Za-z0-9_+\-/]{1,40}")


def checked(wishes: dict[str, Any]) -> dict[str, bool | str]:
    """Wishes that there are, of the kind they must be; others are refused."""
    for name, value in wishes.items():
        usual = USUAL.get(name)
        if usual is None or type(value) is not type(usual):
            raise Refused("bad_wish", name=name[:40])
        if name.startswith("quiet_") and not _TIME.fullmatch(str(value)):
            raise Refused("bad_time")
        if name == "lang" and value not in LANGS:
            raise Refused("bad_wish", name=name)
        if name == "zone" and not _ZONE.fullmatch(str(value)):
            raise Refused("bad_wish", name=name)
    return wishes


def wish(wishes: dict[str, Any], name: str) -> Any:
    """What somebody wishes, or what is usual."""
    return wishes.get(name, USUAL[name])
