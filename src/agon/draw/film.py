"""A game as one piece of HTML that needs nothing else: a slider over its plies, with each one's picture and sentence.

For notebooks, and for what is exported from them: no server, no network, no library. What scenes have in common is
written once (symbols, and every different shape), the whole is compressed, and the browser unpacks it. It lives in a
shadow tree, so that neither its ids nor its styles meet those of the page.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final
from zlib import compress

from agon.draw.figures import MARK_OF
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Scene, Shape
from agon.draw.svg import defs, symbols_of
from agon.draw.theme import css

WORDS: Final = {
    "en": {
        "position": "Ply", "of": "of", "start": "The start of the game.", "first": "To the start",
        "back": "One ply back", "play": "Play", "pause": "Pause", "on": "One ply on", "last": "To the end",
        "plain": "A game of {plies} plies. To step through it, run this cell again or trust the notebook.",
        "old": "This browser is too old to unpack the game.",
    },
    "de": {
        "position": "Zug", "of": "von", "start": "Der Anfang der Partie.", "first": "An den Anfang",
        "back": "Ein Zug zurück", "play": "Abspielen", "pause": "Anhalten", "on": "Ein Zug weiter", "last": "Ans Ende",
        "plain": "Eine Partie mit {plies} Zügen. Zum Durchblättern die Zelle ausführen oder dem Notebook vertrauen.",
        "old": "Dieser Browser ist zu alt, um die Partie auszupacken.",
    },
}  # fmt: skip

_COMMENT: Final = re.compile(r"^ *//.*\n", re.MULTILINE)

Frame = dict[str, object]


class Pool:
    """Every different thing once, by number."""

    def __init__(self) -> None:
        self.things: list[object] = []
        self.numbers: dict[object, int] = {}

    def number(self, thing: object) -> int:
        if thing not in self.numbers:
            self.numbers[thing] = len(self.things)
            self.things.append(thing)
        return self.numbers[thing]


def film(scenes: Sequence[Scene], sentences: Sequence[str], title: str, seats: Sequence[str], lang: str = "en") -> str:
    """The scenes before the first ply and after each, with the sentence of every ply and who sat where."""
    shapes, bodies = Pool(), Pool()
    words = WORDS[lang]
    told = [words["start"], *sentences]
    frames = [_frame(scene, said, shapes, bodies) for scene, said in zip(scenes, told, strict=True)]
    symbols = dict.fromkeys(name for scene in scenes for name in symbols_of(scene))
    colours = COLOURS[: len(seats)]
    content = {
        "title": title,
        "seats": [{"name": n, "colour": c, "mark": MARK_OF[c]} for n, c in zip(seats, colours, strict=True)],
        "words": words,
        "css": css(":host") + _file("film.css"),
        "defs": defs([*symbols, *(MARK_OF[c] for c in colours)]),
        "shapes": shapes.things,
        "bodies": bodies.things,
        "frames": frames,
    }
    packed = b64encode(compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), 9)).decode()
    name = sha256(packed.encode()).hexdigest()[:12]
    plain = escape(f"{title}. {words['plain'].format(plies=len(sentences))}")
    script = _COMMENT.sub("", _file("film.js"))
    return (
        f'<div data-agon-film="{name}" data-lm-suppress-shortcuts="true" lang="{lang}">{plain}</div>\n'
        f'<script>{script}("{name}","{packed}","{escape(words["old"])}");</script>'
    )


def _frame(scene: Scene, said: str, shapes: Pool, bodies: Pool) -> Frame:
    sheets = []
    for sheet in scene.sheets:
        box = f"{num(sheet.left)} {num(sheet.top)} {num(sheet.width)} {num(sheet.height)}"
        met: dict[str, int] = {}
        sheets.append([sheet.title, box, [shapes.number(_shape(shape, bodies, met)) for shape in sheet.shapes]])
    return {"said": said, "scores": [panel.score for panel in scene.panels], "sheets": sheets}


def _shape(shape: Shape, bodies: Pool, met: dict[str, int]) -> tuple[str, str, str, str, int]:
    """Key, class, place, label, and the number of its body. Should two shapes share an id, their keys still differ."""
    met[shape.id] = met.get(shape.id, 0) + 1
    key = shape.id if met[shape.id] == 1 else f"{shape.id}~{met[shape.id]}"
    return key, shape.cls, f"translate({num(shape.x)} {num(shape.y)})", shape.label, bodies.number(shape.body)


def _file(name: str) -> str:
    return (files("agon.draw") / name).read_text(encoding="utf-8")
