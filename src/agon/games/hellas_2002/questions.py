"""What is asked: one row a step, and one a window."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import CHANCE, OVER
from agon.core.question import Question, asked

# `step` holds one of these.
DEAL: Final = 0
REVEAL: Final = 1
SETTLE: Final = 2
WINDOW: Final = 3  # what a player does in the open window
RESPOND: Final = 4  # answer the card on top, or let it stand
DRAW_CARD: Final = 5
DRAW_TILE: Final = 6
SETTLER: Final = 7  # whence the Greek of a new city comes
PAY: Final = 8
SEND: Final = 9
SPOILS: Final = 10
PLACE_GREEKS: Final = 11
PLACE_SHIPS: Final = 12
TRADE: Final = 13
FETCH: Final = 14  # whence a piece comes when the supply is short
SWAP_OWN: Final = 15
SWAP_OTHER: Final = 16
STEAL: Final = 17
CHOOSE_CARD: Final = 18
FINISHED: Final = 19

# `window` holds one of these: when cards may be laid. §3.2
START: Final = 0
REINF: Final = 1
VOY_PRE: Final = 2
VOY_PLACE: Final = 3
ATT_PREP: Final = 4
BATTLE: Final = 5
ATT_AFTER_FIRST: Final = 6
VOY_AFTER_FIRST: Final = 7
REGROUP: Final = 8
LAST: Final = 9
SETUP: Final = 10  # before the first turn: no card is laid

# Who is asked, besides CHANCE and OVER.
ACTIVE: Final = 0  # the seat whose turn it is
SPEAKER: Final = 1  # in a battle who has the word, else the active player
ANSWERER: Final = 2  # the opponent of whoever laid the card on top

QUESTIONS: Final = [
    Question(DEAL, "dealCard", CHANCE, "card", "§4.1"),
    Question(REVEAL, "revealTile", CHANCE, "tile", "§4.3"),
    Question(SETTLE, "layTile", ACTIVE, "lay", "§4.3"),
    Question(WINDOW, "window", SPEAKER, "", "§3.2"),
    Question(RESPOND, "response", ANSWERER, "pass void voidkeep", "§6.2"),
    Question(DRAW_CARD, "drawCard", CHANCE, "card", "§5.2"),
    Question(DRAW_TILE, "drawTile", CHANCE, "tile", "§5.3"),
    Question(SETTLER, "settler", ACTIVE, "fetch", "§5.3"),
    Question(PAY, "pay", ACTIVE, "pay", "§5.3"),
    Question(SEND, "send", ACTIVE, "send declare", "§5.4"),
    Question(SPOILS, "spoils", ACTIVE, "ship done", "§5.4"),
    Question(PLACE_GREEKS, "placeGreeks", ACTIVE, "greek done", "§3.3"),
    Question(PLACE_SHIPS, "placeShips", ACTIVE, "ship done", "§3.4"),
    Question(TRADE, "trade", ACTIVE, "trade done", "§3.3"),
    Question(FETCH, "fetch", ACTIVE, "fetch", "§3.1"),
    Question(SWAP_OWN, "swapOwn", ACTIVE, "swap", "§3.5"),
    Question(SWAP_OTHER, "swapOther", ACTIVE, "swap", "§3.5"),
    Question(STEAL, "stealCard", CHANCE, "take", "§3.5"),
    Question(CHOOSE_CARD, "recall", ACTIVE, "recall", "§3.5"),
    Question(FINISHED, "over", OVER, "", "§7.1"),
]
ASKED: Final[vec[i64]] = asked(QUESTIONS)

# The same for the windows.
OPEN: Final = [
    Question(START, "START", ACTIVE, "reinforce voyage attack play playkeep", "§5.1"),
    Question(REINF, "REINF", ACTIVE, "greek ship draw done play playkeep", "§5.2"),
    Question(VOY_PRE, "VOY_PRE", ACTIVE, "sail play playkeep", "§5.3"),
    Question(VOY_PLACE, "VOY_PLACE", ACTIVE, "pick lay fail play playkeep", "§5.3"),
    Question(ATT_PREP, "ATT_PREP", ACTIVE, "target abandon play playkeep", "§5.4"),
    Question(BATTLE, "BATTLE", SPEAKER, "pass play playkeep", "§6.3"),
    Question(ATT_AFTER_FIRST, "ATT_AFTER_FIRST", ACTIVE, "pass play playkeep", "§5.4"),
    Question(VOY_AFTER_FIRST, "VOY_AFTER_FIRST", ACTIVE, "pass play playkeep", "§5.3"),
    Question(REGROUP, "REGROUP", ACTIVE, "movegreek moveship end play playkeep", "§5.5"),
    Question(LAST, "LAST", ACTIVE, "end play playkeep", "§5.7"),
]


def question(step: i64, window: i64) -> Question:
    """The row of what is asked now."""
    return OPEN[int(window)] if step == WINDOW else QUESTIONS[int(step)]
