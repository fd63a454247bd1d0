"""A question: who is asked, which verbs can answer it, and the paragraph that governs it. One row a step of a game."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64


class Question:
    """A row of a game's table. `asks` is CHANCE, OVER, or a number from 0 on by which the game tells who it is."""

    def __init__(self, step: int, name: str, asks: int, verbs: str, paragraph: str) -> None:
        self.step = step
        self.name = name  # as the JSON of a position says it
        self.asks = asks
        self.verbs = verbs.split()
        self.paragraph = paragraph


def asked(questions: list[Question]) -> vec[i64]:
    """Who is asked, by step; the rows stand in the order of their steps."""
    for step, question in enumerate(questions):
        assert question.step == step, f"the question {question.name} stands in row {step}"
    return vec[i64]([question.asks for question in questions])
