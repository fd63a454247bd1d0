"""The picture of a game that has no drawing of its own: its fields as lines of text, every legal action a button."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from agon.core import codec
from agon.core.game import Game, Picture, Plates
from agon.core.state import UNKNOWN, State
from agon.draw.plates import plates
from agon.draw.scene import Panel, Scene, Shape, Sheet

LINE: Final = 26.0
WIDTH: Final = 640.0


class PlainView:
    """What stands in for view.py."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def draw(self, state: State, viewer: int, lang: str, open_all: bool) -> Scene:
        """A line a field."""
        lines = _lines(state)
        board = Sheet("board", self.game.title.get(lang, self.game.id), 0, 0, WIDTH, LINE * (len(lines) + 1))
        for n, line in enumerate(lines):
            text = f'<text font-size="18" style="fill:var(--ink)">{escape(line)}</text>'
            board.add(Shape(f"line-{n}", text, 16, LINE * (n + 1), "", line))
        scene = Scene([board], [Panel(seat) for seat in range(state.seats())])
        asked = viewer >= 0 and viewer == state.actor()
        scene.offer([self.game.space.text(action) for action in state.legal()] if asked else [])
        return scene

    def sketch(self, state: State, viewer: int, lang: str, colour: bool, open_all: bool) -> str:
        """The same for a terminal."""
        return "\n".join(_lines(state))

    def box(self, pages: Picture | None, rest: Sequence[Plates]) -> Scene:
        """The pages of a game's own, and the other values as plates."""
        scene = pages if isinstance(pages, Scene) else Scene([])
        scene.sheets += [plates(one.name, one.title, one.rows) for one in rest]
        scene.caption = scene.caption or self.game.title["en"]
        return scene


def _lines(state: State) -> list[str]:
    def told(value: int | list[int]) -> str:
        if isinstance(value, list):
            return " ".join(told(n) for n in value)
        return "?" if value == UNKNOWN else "." if value < 0 else str(value)

    return [f"{name}: {told(value)}" for name, value in codec.dump(state).items()]
