"""A tournament round by round: every pairing with its score or its clocks; of a knock-out, the tree."""

from __future__ import annotations

from typing import Any, Final

from agon.web.cups import Cup
from agon.web.errors import UnknownTable
from agon.web.hub import Hub
from agon.web.present import clock_of
from agon.web.words import say

LAST: Final = {0: "cup_final", 1: "cup_semifinals", 2: "cup_quarterfinals"}  # by the rounds that follow
TABLE: Final = "table"
ROUNDS: Final = "rounds"
VIEWS: Final = (TABLE, ROUNDS)

Values = dict[str, Any]


def view_of(cup: Cup, asked: str) -> str:
    """What is shown: the cross table or the rounds; of a knock-out the rounds, unless somebody wants the table."""
    return asked if asked in VIEWS else ROUNDS if cup.kind == "knockout" else TABLE


def round_name(cup: Cup, number: int, lang: str) -> str:
    """The name of a round; the last of a knock-out have their own."""
    key = LAST.get(cup.rounds - number) if cup.kind == "knockout" else None
    return say(lang, key) if key else say(lang, "cup_round", n=number)


def to_come(cup: Cup, number: int) -> int:
    """How many games a later round of a knock-out will have."""
    return 2 ** (cup.rounds - number) if cup.kind == "knockout" and number > cup.round else 0


async def with_clocks(hub: Hub, boards: list[Values], lang: str) -> None:
    """Tell of every game that is played how much time each has."""
    for board in boards:
        if board["table"] and not board["score"]:
            try:
                live = await hub.get(board["table"])
            except UnknownTable:
                continue  # the operator has deleted it
            board["clocks"] = [clock_of(live, seat, lang) for seat in range(len(live.seats))]
            asked = live.actor if 0 <= live.actor < len(live.seats) else -1
            board["asked"] = board["clocks"][asked] if asked >= 0 else None
