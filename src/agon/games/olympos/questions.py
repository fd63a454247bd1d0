"""What is asked: one row a step."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.numbers import CHANCE, OVER
from agon.core.question import Question, asked

# `step` holds one of these.
DEAL_TILES: Final = 0
STACK_TOKENS: Final = 1
BLOCK: Final = 2
DRAW_SPARE: Final = 3
DEAL_CUBES: Final = 4
TAKE_TURN: Final = 5
CHOOSE_SETTLER: Final = 6
CHOOSE_PAYMENT: Final = 7
CHOOSE_TILE: Final = 8
DRAW_CARD: Final = 9
DISCARD_LOOKED: Final = 10
TAKE_CUBES: Final = 11
CHOOSE_BONUS: Final = 12
CHOOSE_STARS: Final = 13
BEFORE_PAYING: Final = 14
AFTER_DRAWING: Final = 15
DRAW_GOD: Final = 16
REACT: Final = 17
LOSE_SETTLER: Final = 18
FINISHED: Final = 19

# Who is asked, besides CHANCE and OVER.
ACTIVE: Final = 0  # the seat whose turn it is
CALLED: Final = 1  # the seat a god asks, clockwise from the active one; without a god that one itself
LOWEST: Final = 2  # whose token lies lowest on the starting stack

QUESTIONS: Final = [
    Question(DEAL_TILES, "dealTile", CHANCE, "deal", "§4.2"),
    Question(STACK_TOKENS, "stackToken", CHANCE, "token", "§4.4"),
    Question(BLOCK, "block", LOWEST, "block", "§4.5"),
    Question(DRAW_SPARE, "spareCube", CHANCE, "spare", "§4.7"),
    Question(DEAL_CUBES, "dealCube", CHANCE, "cube", "§4.7"),
    Question(TAKE_TURN, "turn", ACTIVE, "play go discover build wait pass", "§5.2"),
    Question(CHOOSE_SETTLER, "settler", ACTIVE, "recruit send", "§6.1"),
    Question(CHOOSE_PAYMENT, "payment", ACTIVE, "pay", "§7.2"),
    Question(CHOOSE_TILE, "discountTile", ACTIVE, "tile", "§7.4"),
    Question(DRAW_CARD, "drawCard", CHANCE, "draw", "§8.1"),
    Question(DISCARD_LOOKED, "discardCard", ACTIVE, "discard", "§8.1"),
    Question(TAKE_CUBES, "takeCube", CALLED, "take", "§7.4"),
    Question(CHOOSE_BONUS, "bonus", ACTIVE, "bonus", "§7.5"),
    Question(CHOOSE_STARS, "stars", ACTIVE, "stars", "§7.6"),
    Question(BEFORE_PAYING, "beforePaying", ACTIVE, "play done", "§5.3"),
    Question(AFTER_DRAWING, "afterDrawing", ACTIVE, "play done", "§5.3"),
    Question(DRAW_GOD, "drawGod", CHANCE, "god", "§9.1"),
    Question(REACT, "react", CALLED, "play done", "§9.2"),
    Question(LOSE_SETTLER, "loseSettler", CALLED, "lose", "§9.5"),
    Question(FINISHED, "over", OVER, "", "§10.3"),
]
ASKED: Final[vec[i64]] = asked(QUESTIONS)
