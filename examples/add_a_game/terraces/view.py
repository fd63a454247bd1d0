"""The picture of an observation, and the same for a terminal."""

from __future__ import annotations

from typing import Final

from agon.core.state import NONE
from agon.draw.figures import mark
from agon.draw.scene import COLOURS, Fact, Panel, Scene, Shape, Sheet
from terraces.actions import PLANT, SPACE, TERRACES, soil
from terraces.rules import SEATS, Terraces
from terraces.words import SOIL_NAMES

SIDE: Final = 100
FILLS: Final = ("var(--terracotta)", "var(--hills)", "var(--rock)")
TREE: Final = '<circle r="34" fill="var(--olive)" stroke="var(--outline)" stroke-width="3"/>'


def draw(state: Terraces, viewer: int, lang: str, open_all: bool) -> Scene:
    """A row of terraces: one shape a place, one a tree; legal places carry their action."""
    legal = state.legal() if viewer >= 0 and viewer == state.actor() else []
    board = Sheet("board", {"en": "Terraces", "de": "Terrassen"}[lang], 0, 0, SIDE * TERRACES, SIDE * 1.3)
    for place in range(TERRACES):
        x = SIDE * (place + 0.5)
        action = PLANT.action(place)
        ground = f'<rect x="-46" y="-46" width="92" height="92" rx="10" style="fill:{FILLS[soil(place)]}"/>'
        cover = '<rect class="hit" x="-46" y="-46" width="92" height="92" rx="10"/>'
        number = f'<text y="66" class="b-num" font-size="20" style="fill:var(--ink)">{place + 1}</text>'
        name = f"{place + 1}, {SOIL_NAMES[lang][soil(place)]}"
        is_legal = action in legal
        board.add(Shape(f"t-{place}", ground + cover + number, x, 50, "", name, (SPACE.text(action),), is_legal))
        if state.trees[place] != NONE:
            colour = COLOURS[state.trees[place]]
            board.add(Shape(f"tree-{place}", TREE + mark(colour, 44), x, 50, f"piece pl-{colour}"))
    scene = Scene([board])
    scene.panels = [_panel(state, seat, lang) for seat in range(SEATS)]
    scene.offer([SPACE.text(action) for action in legal])  # what no shape claims becomes a button
    return scene


def _panel(state: Terraces, seat: int, lang: str) -> Panel:
    loved = {"en": "loves", "de": "liebt"}[lang]
    card = SOIL_NAMES[lang][state.cards[seat]] if state.cards[seat] >= 0 else "?"
    return Panel(seat, [Fact("i-card", loved, card)], score=str(state.points(seat)))


def sketch(state: Terraces, viewer: int, lang: str, colour: bool, open_all: bool) -> str:
    trees = " ".join("." if owner == NONE else str(owner) for owner in state.trees)
    soils = " ".join(SOIL_NAMES[lang][soil(place)][0] for place in range(TERRACES))
    return f"{soils}\n{trees}"
