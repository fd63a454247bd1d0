"""A value of a pack as fields of a form: what is shown, and what is read back."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from agon.core.pack import Form
from agon.draw.scene import Shape
from agon.play.packpaths import way
from agon.play.packs import Pack
from agon.web.asking import number


@dataclass(frozen=True)
class Choice:
    """One of several things a value may be."""

    value: str
    label: str
    chosen: bool
    look: str = ""  # drawn


@dataclass(frozen=True)
class Field:
    """A value: what it is called, what it is, and how it is entered."""

    path: str
    label: str
    kind: str  # number, pair, choice, choices, letters, text
    value: Any
    now: str  # in words
    default: str  # in words
    changed: bool
    ours: bool
    least: int = 0
    most: int = 0
    choices: tuple[Choice, ...] = ()
    counts: tuple[tuple[str, str, int], ...] = ()  # of letters: the letter, its word, how often
    may_go: bool = False  # a list may have fewer


def field(pack: Pack, path: str, ours: frozenset[str], lang: str) -> Field:
    """The field of a path."""
    leaf, value = pack.leaf(path), pack.get(path)
    form = form_of(pack, path)
    words = pack.game.pack_words(lang)
    shown: dict[str, Any] = {
        "path": path,
        "label": pack.label(path, lang),
        "value": "" if value is None else value,
        "now": pack.said(path, value, lang),
        "default": pack.said(path, pack.default(path), lang),
        "changed": pack.is_changed(leaf),
        "ours": leaf in ours,
    }
    if form.kind == "letter":
        letters = form.letters + (" " if isinstance(way(path)[-1], tuple) else "")
        choices = tuple(Choice(one, words.get(f"={one}", one), value == one) for one in letters)
        return Field(kind="choice", choices=choices, **shown)
    if form.kind == "one_of":
        choices = tuple(Choice(one, pack.said(path, one, lang), value == one) for one in form.names)
        return Field(kind="choice", choices=choices, **shown)
    if form.kind == "some_of":
        held = value if isinstance(value, list) else []
        choices = tuple(Choice(one, pack.said(path, one, lang), one in held) for one in form.names)
        return Field(kind="choices", choices=choices, **shown)
    if form.kind == "text" and form.letters:
        text = value if isinstance(value, str) else ""
        counts = tuple((one, words.get(f"={one}", one), text.count(one)) for one in form.letters)
        return Field(kind="letters", counts=counts, most=9, **shown)
    may_go = form.kind in ("numbers", "pairs") and form.fewest < form.longest
    if form.kind == "pairs":
        return Field(kind="pair", least=form.least, most=form.most, may_go=may_go, **shown)
    if form.kind in ("number", "numbers"):
        return Field(kind="number", least=form.least, most=form.most, may_go=may_go, **shown)
    return Field(kind="text", most=form.most, **shown)


def with_looks(shown: Field, looks: dict[str, Shape], ground: str = "") -> Field:
    """The same field; what its choices look like beside their words, upon the page's `ground` where it has one."""
    drawn = {one.value: _drawn(looks.get(one.value), ground) for one in shown.choices}
    return replace(shown, choices=tuple(replace(one, look=drawn[one.value]) for one in shown.choices))


def _drawn(shape: Shape | None, ground: str) -> str:
    if shape is None or not (ground or re.search(r"<use |fill=", shape.body)):
        return ""  # a place to click, without a picture of its own
    body = re.sub(r"<text .*?</text>|<\w+ class=\"(?:hit|rim)\"[^>]*/>", "", shape.body)
    if not ground:
        return Markup(f'<svg viewBox="-38 -38 76 76" aria-hidden="true">{body}</svg>')
    at = f"{shape.x:.1f} {shape.y:.1f}"
    return Markup(
        f'<svg viewBox="{shape.x - 30:.1f} {shape.y - 34:.1f} 60 68" aria-hidden="true"><use href="#{ground}"/>'
        f'<g transform="translate({at})">{body}</g></svg>'
    )


def form_of(pack: Pack, path: str) -> Form:
    """What may stand at a path: that of its list, where it is an entry of one; a letter, where it is one of a text."""
    forms = pack.forms()
    if path in forms:
        return forms[path]
    base = path[: path.rindex("[")] if path.endswith("]") else path
    form = forms.get(base)
    if form is None:
        outer = forms.get(base[: base.rindex("[")]) if base.endswith("]") else None
        return Form("letter", letters=outer.letters) if outer is not None else Form("text", most=60)
    if form.kind in ("drawing", "text"):
        return Form("letter", letters=form.letters)
    if form.kind == "texts":
        return Form("text", least=form.least, most=form.most, letters=form.letters)
    return form


def read_fields(pack: Pack, path: str, sent: dict[str, list[str]]) -> None:
    """Set what a form says of a path; whether it makes a game is told afterwards."""
    name, form = f"v:{path}", form_of(pack, path)
    if form.kind == "some_of":
        _put(pack, path, [one for one in sent.get(name, []) if one in form.names])
    elif form.kind == "text" and form.letters:
        text = ""
        for letter in form.letters:
            text += letter * max(0, min(9, number(sent.get(f"{name}:{letter}", ["0"])[0]) or 0))
        _put(pack, path, text)
    elif form.kind == "pairs":
        both = [number(one) for one in sent.get(name, [])[:2]]
        _put(pack, path, None if None in both or len(both) < 2 else both)
    elif form.kind in ("number", "numbers"):
        text = sent.get(name, [""])[0].strip()
        read = number(text)
        if read is not None or not text:
            _put(pack, path, read)
        else:
            _put(pack, path, text)  # what is wrong with it, the pack says
    elif name in sent:
        _put(pack, path, sent[name][0])


def _put(pack: Pack, path: str, value: Any) -> None:
    if value != pack.get(path) and not (value in ("", None) and pack.get(path) is None):
        pack.set(path, value)
