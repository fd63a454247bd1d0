"""What is asked: one row a step."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import CHANCE, OVER
from agon.core.question import Question, asked

# `step` holds one of these.
LAY_TILES: Final = 0
DRAW_START: Final = 1
PLACE_HOUSES: Final = 2
TAKE_SPACE: Final = 3
BUILD: Final = 4
ASK_QUARRY: Final = 5
DRAW_TILE: Final = 6
COVER: Final = 7
MOVE_WORKER: Final = 8
RAISE_COLUMNS: Final = 9
RAISE_STATUE: Final = 10
FINISHED: Final = 11

# Who is asked, besides CHANCE and OVER.
ACTIVE: Final = 0  # the seat whose turn it is
BUILDER: Final = 1  # whose turn it is in a building action for everybody
SETTLER: Final = 2  # who places the next starting house

QUESTIONS: Final = [
    Question(LAY_TILES, "startTile", CHANCE, "tile", "§4.2"),
    Question(DRAW_START, "startPlayer", CHANCE, "start", "§4.6"),
    Question(PLACE_HOUSES, "startHouse", SETTLER, "house", "§4.7"),
    Question(TAKE_SPACE, "chooseSpace", ACTIVE, "take", "§5.2"),
    Question(BUILD, "build", BUILDER, "house palace square pass", "§6.1"),
    Question(ASK_QUARRY, "quarry", ACTIVE, "quarry waive", "§6.5"),
    Question(DRAW_TILE, "tile", CHANCE, "tile", "§6.7"),
    Question(COVER, "coverQuarry", ACTIVE, "cover", "§6.7"),
    Question(MOVE_WORKER, "moveWorker", ACTIVE, "worker", "§6.8"),
    Question(RAISE_COLUMNS, "columns", ACTIVE, "column pass", "§6.9"),
    Question(RAISE_STATUE, "statue", ACTIVE, "statue pass", "§6.10"),
    Question(FINISHED, "over", OVER, "", "§8.1"),
]
ASKED: Final[vec[i64]] = asked(QUESTIONS)
