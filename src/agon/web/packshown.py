"""What the pages of packs show: the list, a pack by its link, and the editor."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.speech import filled
from agon.draw.scene import Scene, Shape, Sheet
from agon.draw.svg import sheet_svg
from agon.play.packs import Pack, Problem, in_words, merge, pages, reconstructed
from agon.web.covers import cover
from agon.web.lobbypage import strengths, usual_seats
from agon.web.packfields import Field, field, with_looks
from agon.web.packkept import Kept
from agon.web.words import say

MARK: Final = {
    "changed": '<circle r="8" fill="#C4622D" stroke="#FFF" stroke-width="2"/><path d="M-3 3l5 -6" stroke="#FFF" '
    'stroke-width="2.4" stroke-linecap="round"/>',
    "seen": '<circle r="8" fill="#4E7A2E" stroke="#FFF" stroke-width="2"/><path d="M-4 0l3 3l5 -6" fill="none" '
    'stroke="#FFF" stroke-width="2"/>',
}
LONGEST: Final = 400  # differences shown
_PATH: Final = re.compile(r"\b([a-z]\w*(?:\.\w+|\[[\d,]+\])*)(?: in [\w-]+\.toml)?")
AGREED: Final = 2  # owners who saw the same confirm it


@dataclass(frozen=True)
class Tab:
    """A page of the editor in its list."""

    name: str
    title: str
    seen: int
    values: int
    changed: int


def listed(kept: Kept, lang: str) -> dict[str, Any]:
    """A pack in the list."""
    pack = kept.pack()
    return {
        "id": kept.id,
        "title": kept.title,
        "game": pack.game.title[lang],
        "count": pack.count(),
        "fatal": any(problem.fatal for problem in pack.problems(lang)),
        "updated": kept.updated,
    }


def shared(kept: Kept, lang: str) -> dict[str, Any]:
    """A pack for whoever has its link."""
    pack = kept.pack()
    fatal = [problem.sentence for problem in pack.problems(lang) if problem.fatal]
    return {
        "id": kept.id,
        "title": kept.title,
        "game": pack.game.title[lang],
        "count": pack.count(),
        "lines": in_words(pack, lang)[:LONGEST],
        "fatal": fatal,
        "hash": "" if fatal else pack.packed().pack_hash,
        "counts": pack.game.seats,
        "usual": usual_seats(pack.game),
        "strengths": strengths(lang),
    }


@lru_cache(32)
def box_values(game: Game, lang: str, owners: tuple[Kept, ...] = ()) -> dict[str, Any]:
    """What the rules page says of the components: how many come from no source, and what owners confirm.

    Those whose values were taken into the default pack count, and the owners who have packs here.
    """
    pack, count = Pack.new(game), Pack.new(game).count()
    confirmed = {(path, pack.said(path, pack.get(path), lang)): n for path, n in game.confirmed().items()}
    merged = merge(game, [kept.pack() for kept in owners])
    for path, n in merged.pack.confirmed.items():
        value = merged.pack.said(path, merged.pack.get(path), lang)
        if n >= AGREED or (path, value) in confirmed:
            confirmed[path, value] = confirmed.get((path, value), 0) + n
    said = say(lang, "pack_confirmed")
    lines = [
        filled(said, {"what": pack.label(path, lang), "value": value, "n": n}) for (path, value), n in confirmed.items()
    ]
    lead = say(lang, "pack_box_lead", ours=count.ours, values=count.values)
    return {"lead": lead, "lines": lines}


def editor(kept: Kept, lang: str, wanted: str, asked: list[str]) -> dict[str, Any]:
    """Everything on the editor's page."""
    pack = kept.pack()
    scene = pages(pack, lang)
    assert isinstance(scene, Scene)
    on = {sheet.name: _values_on(pack, sheet) for sheet in scene.sheets}
    sheet = next((s for s in scene.sheets if s.name == wanted), None) or _holding(pack, scene, asked)
    ours = reconstructed(pack.game)
    problems = pack.problems(lang)
    known = [path for path in asked if _is_there(pack, path)]
    looks = _looks(pack, sheet)
    fields = [with_looks(field(pack, path, ours, lang), looks, _ground(sheet)) for path in known]
    shapes = [shape for shape in sheet.shapes if shape.actions]
    following = _following(shapes, known)
    fatal = any(problem.fatal for problem in problems)
    notes = pack.note(pack.leaf(known[0])) if known else None
    return {
        "id": kept.id,
        "title": kept.title,
        "game": pack.game.title[lang],
        "cover": Markup(cover(pack.game.id)),
        "tabs": [_tab(pack, s, on[s.name]) for s in scene.sheets],
        "sheet": sheet.name,
        "sheet_title": sheet.title,
        "picture": Markup(sheet_svg(_marked(pack, sheet, known))),
        "places": [(shape.actions, shape.label or shape.actions[0]) for shape in shapes],
        "fields": fields,
        "heading": _heading(fields),
        "on_left": _on_left(sheet, known),
        "note": notes,
        "next": following,
        "problems": [
            (replace(p, sentence=_named(pack, p, lang)), _sheet_of(on, pack, p.path), pack.label(p.path, lang))
            for p in problems
        ],
        "errors": sum(p.fatal for p in problems),
        "remarks": sum(not p.fatal for p in problems),
        "changes": [
            (
                one,
                pack.label(one.path, lang),
                pack.said(one.path, one.default, lang),
                pack.said(one.path, one.own, lang),
            )
            for one in pack.differences()[:LONGEST]
        ],
        "count": pack.count(),
        "toml": _coloured(pack),
        "file": f"{pack.name}.toml",
        "undos": len(pack.undo),
        "fatal": fatal,
        "counts": pack.game.seats,
        "usual": usual_seats(pack.game),
        "strengths": strengths(lang),
        "check_key": "" if fatal else f"{pack.game.id} {pack.packed().pack_hash}",
    }


def _named(pack: Pack, problem: Problem, lang: str) -> str:
    """A problem's sentence with what places and rows are called instead of their paths and ids in files."""
    rows = pack.tables.get(problem.path.partition(".")[0])

    def called(found: re.Match[str]) -> str:
        row = rows.get(found[1]) if isinstance(rows, dict) else None
        if isinstance(row, dict) and lang in row:
            return str(row[lang])
        said = _called(pack, found[1], found[0] != found[1], lang)
        return (f"„{said}“" if lang == "de" else f"“{said}”") if said else found[0]

    return _PATH.sub(called, problem.sentence)


def _called(pack: Pack, path: str, in_file: bool, lang: str) -> str:
    """What a path leads to: a value, a kind of values, or a table of a file; "" where it is no path."""
    words = pack.game.pack_words(lang)
    table, _, key = path.partition(".")
    if not key and "[" not in path:
        return words.get(table, "") if in_file else ""
    kind = words.get(path) or words.get(f"{table}.*.{key}")
    try:
        is_there = pack.get(path) is not None
    except AgonError:
        return ""
    if is_there:
        return pack.label(path, lang)
    return f"{words.get(table, table)}: {kind}" if kind else ""


def _looks(pack: Pack, sheet: Sheet) -> dict[str, Shape]:
    """How each letter of a drawing looks: as it is drawn wherever it stands on the same page."""
    out: dict[str, Shape] = {}
    for shape in sheet.shapes:
        if len(shape.actions) == 1 and shape.body:
            value = pack.get(shape.actions[0])
            if isinstance(value, str) and len(value) == 1:
                out.setdefault(value, shape)
    return out


def _ground(sheet: Sheet) -> str:
    """The id of the ground its spaces are painted on; "" where each has its own."""
    return next((shape.id for shape in sheet.shapes if shape.id.startswith("ground") and "<path" in shape.body), "")


def _heading(fields: list[Field]) -> str:
    """What is being set: a value, or the thing whose values are set together."""
    names = [one.label.partition(": ")[2] or one.label for one in fields]
    if len(names) < 2:
        return "".join(names)
    shared = [steps[0] for steps in zip(*(name.split(", ") for name in names), strict=False) if len({*steps}) == 1]
    return ", ".join(shared) or names[0]


def _coloured(pack: Pack) -> list[tuple[str, bool]]:
    """The lines of the pack's file, each with whether it says something else than the default's."""
    ours = Counter(Pack.new(pack.game, pack.title).whole().splitlines())
    lines = pack.text().splitlines()
    until = next((n for n, line in enumerate(lines) if line == "[notes]"), len(lines))
    out: list[tuple[str, bool]] = []
    for n, line in enumerate(lines):
        out.append((line, n < until and bool(line.strip()) and not ours[line]))
        ours[line] -= ours[line] > 0
    return out


def _on_left(sheet: Sheet, known: list[str]) -> bool:
    """Whether a place lies in the left half of its page, so that its form opens on the right."""
    at = next((shape.x for shape in sheet.shapes if known and known[0] in shape.actions), sheet.left)
    return at < sheet.left + sheet.width / 2


def _is_there(pack: Pack, path: str) -> bool:
    try:
        forms = pack.forms()
        return pack.get(path) is not None or pack.leaf(path) in forms or path.rpartition("[")[0] in forms
    except AgonError:
        return False


def _holding(pack: Pack, scene: Scene, asked: list[str]) -> Sheet:
    """The sheet a value stands on; the first, where none was asked for."""
    for sheet in scene.sheets:
        if asked and asked[0] in [path for shape in sheet.shapes for path in shape.actions]:
            return sheet
    return scene.sheets[0]


def _values_on(pack: Pack, sheet: Sheet) -> list[str]:
    every = set(pack.values())
    found = dict.fromkeys(pack.leaf(path) for shape in sheet.shapes for path in shape.actions)
    return [path for path in found if path in every]


def _sheet_of(on: dict[str, list[str]], pack: Pack, path: str) -> str:
    """The page on which a place can be set."""
    for name, values in on.items():
        if any(value == path or value.startswith((f"{path}.", f"{path}[")) for value in values):
            return name
    return ""


def _tab(pack: Pack, sheet: Sheet, values: list[str]) -> Tab:
    count = pack.count(values)
    return Tab(sheet.name, sheet.title, count.seen, count.values, count.changed)


def _following(shapes: list[Shape], known: list[str]) -> str:
    """The value after this one, on the same page."""
    for n, shape in enumerate(shapes[:-1]):
        if known and known[0] in shape.actions:
            return shapes[n + 1].actions[0]
    return ""


def _marked(pack: Pack, sheet: Sheet, asked: list[str]) -> Sheet:
    """The sheet with what was seen and changed marked, once a value, and the place that is being set."""
    shapes: list[Shape] = []
    marks: list[Shape] = []
    done: set[str] = set()
    spread = len({(shape.x, shape.y) for shape in sheet.shapes}) > len(sheet.shapes) // 2
    for shape in sheet.shapes:
        leaves = [pack.leaf(path) for path in shape.actions]
        state = _state(pack, leaves)
        chosen = " v-chosen" if asked and asked[0] in shape.actions else ""
        shapes.append(replace(shape, cls=f"{shape.cls} v-{state}{chosen}") if leaves else shape)
        if state in MARK and spread and not set(leaves) & done:
            body = f'<g style="pointer-events:none">{MARK[state]}</g>'
            marks.append(Shape(f"mark-{shape.id}", body, shape.x + 14, shape.y - 14, "mark"))
        done.update(leaves)
    return replace(sheet, shapes=[*shapes, *marks])


def _state(pack: Pack, leaves: list[str]) -> str:
    if any(pack.is_changed(path) for path in leaves):
        return "changed"
    return "seen" if leaves and all(pack.note(path).seen for path in leaves) else "ours"
