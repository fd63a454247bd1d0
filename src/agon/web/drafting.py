"""Answers that are not played yet, as the page shows them: ghosts, where else they could go, and how a piece turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from agon.draw.grades import Worth
from agon.draw.scene import Placing, Scene, Shape
from agon.play.seen import Seen
from agon.play.table import Table
from agon.web.guidance import worth_of
from agon.web.shown import Choice

Placed = tuple[str, str]  # a sheet and a shape of it


def scene_of(seen: Seen, lang: str) -> Scene:
    """The picture of a position as these eyes see it."""
    scene = seen.scene(lang)
    assert isinstance(scene, Scene)
    return scene


def choices_of(seen: Seen, scene: Scene, lang: str) -> list[Choice]:
    """Every legal action with its sentence; `button` are those that no place of the picture stands for."""
    buttons, text = set(scene.buttons), seen.game.space.text
    return [
        Choice(text(a), seen.label(a, lang), text(a) in buttons, seen.outlook(a, lang), seen.begins(a))
        for a in seen.legal()
    ]


def ghosts_of(before: Scene, after: Scene) -> set[Placed]:
    """What the answers that are not played yet have brought to the table or moved."""
    old = {(sheet.name, s.id): (s.x, s.y, s.body) for sheet in before.sheets for s in sheet.shapes}
    return {
        (sheet.name, s.id)
        for sheet in after.sheets
        for s in sheet.shapes
        if (sheet.name, s.id) not in old or ("piece" in s.cls and old[sheet.name, s.id] != (s.x, s.y, s.body))
    }


@dataclass(frozen=True)
class Elsewhere:
    """Where the last place that was chosen in a draft could be instead: the answers kept, and the places on offer."""

    kept: int
    shapes: dict[Placed, Shape]
    worths: dict[str, Worth]


def elsewhere(table: Table, mine: int, answers: tuple[str, ...], lang: str, laid: int | None) -> Elsewhere | None:
    """The places of the last question that was answered on a picture, or of the one by which a piece is `laid`."""
    for kept in range(len(answers) - 1, -1, -1) if laid is None else [laid]:
        seen = table.drafted(mine, answers[:kept])
        scene = scene_of(seen, lang)
        shapes = {(sheet.name, shape.id): shape for sheet in scene.sheets for shape in sheet.shapes if shape.legal}
        others = {key: shape for key, shape in shapes.items() if answers[kept] not in shape.actions}
        if 0 < len(others) < len(shapes):
            return Elsewhere(kept, others, {c.text: worth_of(c) for c in choices_of(seen, scene, lang)})
    return None


def with_places(scene: Scene, found: Elsewhere, ghosts: set[Placed]) -> None:
    """Offer the other places on the sheets of a draft; what stands there as a ghost stays."""
    for sheet in scene.sheets:
        offered = {key: shape for key, shape in found.shapes.items() if key[0] == sheet.name and key not in ghosts}
        sheet.shapes = [offered.pop((sheet.name, shape.id), shape) for shape in sheet.shapes]
        sheet.shapes += offered.values()


def placing_at(table: Table, mine: int, answers: tuple[str, ...], lang: str) -> tuple[int, Placing] | None:
    """The piece that is laid by one of the answers of a draft, with the number of answers before it."""
    for kept in range(len(answers)):
        found = scene_of(table.drafted(mine, answers[:kept]), lang).placing
        if found is not None:
            return kept, found
    return None


def placing_values(placing: Placing, before: tuple[str, ...]) -> dict[str, Any]:
    """What the page's script needs to lay and turn a piece; each way with all answers of the draft."""
    places: dict[str, dict[str, Any]] = {
        shape: {"at": [round(x, 1), round(y, 1)], "ways": {}} for shape, (x, y) in placing.places.items()
    }
    for way in placing.ways:
        places[way.shape]["ways"][way.turn] = [*before, *way.answers]
    return {"kept": len(before), "pictures": placing.pictures, "reach": round(placing.reach, 1), "places": places}


def one_row_a_place(choices: list[Choice], placing: Placing | None, ways_text: Callable[[int], str]) -> list[Choice]:
    """Of the ways to turn a piece at one place a list shows one row."""
    if placing is None:
        return choices
    at = {way.answers[0]: way.shape for way in placing.ways}
    ways: dict[str, int] = {}
    for choice in choices:
        if choice.text in at:
            ways[at[choice.text]] = ways.get(at[choice.text], 0) + 1
    shown: set[str] = set()
    out: list[Choice] = []
    for choice in choices:
        shape = at.get(choice.text)
        if shape is None or ways[shape] == 1:
            out.append(choice)
        elif shape not in shown:
            shown.add(shape)
            said = replace(
                choice.outlook, way="", gain=" · ".join(filter(None, (choice.outlook.gain, ways_text(ways[shape]))))
            )
            out.append(replace(choice, outlook=said))
    return out
