"""What is asked: one row a step."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import CHANCE, OVER
from agon.core.question import Question, asked

# `step` holds one of these.
SETUP_TILE: Final = 0
SETUP_TURN: Final = 1
SETUP_TOP: Final = 2
SETUP_START: Final = 3
DECIDE: Final = 4
DRAW_TOP: Final = 5
ANSWER: Final = 6
CHOOSE_SPACE: Final = 7
PAY: Final = 8
DRAW_CARD: Final = 9
DRAW_TILE: Final = 10
LAY: Final = 11
TURN: Final = 12
FINISHED: Final = 13

# Who is asked, besides CHANCE and OVER.
ACTIVE: Final = 0  # the seat whose turn it is

QUESTIONS: Final = [
    Question(SETUP_TILE, "startTile", CHANCE, "tile", "§2.1"),
    Question(SETUP_TURN, "startTileRotation", CHANCE, "turn", "§Q1"),
    Question(SETUP_TOP, "startBuilding", CHANCE, "top", "§2.5"),
    Question(SETUP_START, "startPlayer", CHANCE, "start", "§2.6"),
    Question(DECIDE, "turn", ACTIVE, "reveal build amphora finish end", "§4.5"),
    Question(DRAW_TOP, "revealed", CHANCE, "top", "§4.1"),
    Question(ANSWER, "buildOrStore", ACTIVE, "store place", "§4.1"),
    Question(CHOOSE_SPACE, "chooseSpace", ACTIVE, "place", "§4.2"),
    Question(PAY, "pay", ACTIVE, "pay", "§5.4"),
    Question(DRAW_CARD, "card", CHANCE, "card", "§4.3"),
    Question(DRAW_TILE, "tile", CHANCE, "tile", "§8.1"),
    Question(LAY, "tilePlace", ACTIVE, "lay", "§8.3"),
    Question(TURN, "tileRotation", ACTIVE, "turn", "§8.2"),
    Question(FINISHED, "over", OVER, "", "§9.3"),
]
ASKED: Final[vec[i64]] = asked(QUESTIONS)
