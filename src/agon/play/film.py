"""A record as one piece of HTML with a slider over its plies: what a notebook shows of it (`record.html()`)."""

from __future__ import annotations

from agon.core.game import SEAT_NAMES, Picture
from agon.core.record import Record
from agon.play.table import StillTable


def film(record: Record, seat: int | None = None, lang: str = "en") -> str:
    """Everything is shown, or what one seat could see and hear (-1: a spectator)."""
    table = StillTable(record)
    game = table.game
    eyes = -1 if seat is None else seat
    names = list(SEAT_NAMES[lang][: record.seats])
    scenes: list[Picture] = []
    sentences: list[str] = []
    for heard in table.heard(eyes, opened=seat is None):
        scenes.append(heard.seen.scene(lang))
        sentences.append(heard.sentence(names, lang))
    last = table.opened() if seat is None else table.seen(eyes)
    scenes.append(last.scene(lang))
    players = [f"{name} ({player})" for name, player in zip(names, record.players, strict=False)] or names
    return scenes[0].film(scenes[1:], sentences, game.title[lang], players, lang)
