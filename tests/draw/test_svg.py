"""Scenes as SVG, for pages and as pictures."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest

from agon.draw import figures, tiles
from agon.draw import geometry as g
from agon.draw.gallery import gallery
from agon.draw.png import png
from agon.draw.resolve import Resolver
from agon.draw.scene import COLOURS, Fact, Panel, Scene, Shape, Sheet
from agon.draw.svg import defs, picture, sheet_svg, symbols_of
from agon.draw.symbols import SYMBOLS
from agon.draw.theme import DARK, LIGHT, THEMES, css, tokens


def board() -> Sheet:
    """A hundred cells with pieces, the eastern half of them legal."""
    sheet = Sheet("board", "Board", -50, -50, 900, 700)
    for q in range(10):
        for r in range(10):
            x, y = g.centre((q, r), 40)
            name = f"{'ABCDEFGHIJ'[r]}{q + 1}"
            sheet.add(Shape(f"cell-{name}", g.hit(38), x, y, "cell", name, (f"house {name}",), q > 4))
            if (q + r) % 2:
                colour = COLOURS[q % 5]
                sheet.add(Shape(f"piece-{name}", figures.piece("p-house", colour, 50), x, y, f"piece pl-{colour}"))
    return sheet


def scene() -> Scene:
    more = Sheet("tiles", "Tiles & cards", 0, 0, 300, 200)
    more.add(Shape("tile", tiles.tile("LWWLWW", "T13"), 90, 90))
    more.add(Shape("card", figures.card_face("zeus", "c-Z4", "Exchange", 80), 240, 80))
    more.add(Shape("settler", figures.settler("violet"), 240, 170, label="A settler"))
    made = Scene([board(), more], [Panel(0, [Fact("p-marble", "Marble", "3")])])
    made.offer([*(a for s in made.sheets[0].shapes if s.legal for a in s.actions), "pass"])
    return made


def parse(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def test_every_legal_action_is_on_the_page_once() -> None:
    made = scene()
    page = parse("<g>" + "".join(sheet_svg(sheet) for sheet in made.sheets) + "</g>")
    actions = [a for e in page.iter() if "data-action" in e.attrib for a in e.attrib["data-action"].split("|")]
    assert sorted(actions + made.buttons) == sorted(made.offered())
    assert len(actions) == len(set(actions)) == 50
    assert made.buttons == ["pass"]


def test_legal_shape_is_a_button_for_keyboard_and_screen_reader() -> None:
    sheet = Sheet("board", "Board", 0, 0, 10, 10, [Shape("a", g.hit(4), 1, 2, "cell", "A1", ("x", "y"), True)])
    (shape,) = parse(sheet_svg(sheet))
    assert shape.attrib["class"] == "cell legal"
    assert shape.attrib["data-action"] == "x|y"
    assert (shape.attrib["role"], shape.attrib["tabindex"], shape.attrib["aria-label"]) == ("button", "0", "A1")
    assert shape.attrib["transform"] == "translate(1 2)"
    assert [child.get("class") for child in shape] == [None, "rim", "hit"]


def test_shape_that_is_not_legal_can_be_asked_why() -> None:
    sheet = Sheet("board", "Board", 0, 0, 10, 10, [Shape("a", g.hit(4), label="A1", actions=("x",))])
    (shape,) = parse(sheet_svg(sheet))
    assert shape.attrib["data-why"] == "x"
    assert shape.attrib["role"] == "img"
    assert "data-action" not in shape.attrib
    assert "tabindex" not in shape.attrib


def test_decoration_is_hidden_from_screen_readers() -> None:
    (shape,) = parse(sheet_svg(Sheet("board", "Board", 0, 0, 10, 10, [Shape("sea", "<path/>")])))
    assert shape.attrib["aria-hidden"] == "true"


def test_labels_and_actions_are_escaped() -> None:
    nasty = "\"><script>alert(1)</script>&'"
    shapes = [Shape("a" + nasty, "<path/>", label=nasty, cls=nasty, actions=(nasty,), legal=True)]
    made = Scene([Sheet(nasty, nasty, 0, 0, 10, 10, shapes)], caption=nasty)
    for markup in (sheet_svg(made.sheets[0]), picture(made)):
        assert "<script" not in markup
        tree = parse(markup)
        assert nasty in [e.text for e in tree.iter() if e.tag.endswith("title")]
    (shape,) = parse(sheet_svg(made.sheets[0]))
    assert shape.attrib["data-action"] == nasty


def test_defs_bring_the_symbols_a_scene_needs() -> None:
    names = symbols_of(scene())
    assert {"p-house", "m-owl", "bridge", "c-Z4", "p-marble"} <= set(names)
    ids = {e.attrib["id"] for e in parse(defs(names)).iter("symbol")}
    assert ids == set(names)
    assert {e.attrib["id"] for e in parse(defs()).iter("symbol")} == set(SYMBOLS)


@pytest.mark.parametrize("theme", THEMES)
def test_picture_needs_nothing_else(theme: str) -> None:
    drawn = picture(scene(), theme)
    tree = parse(drawn)
    assert not re.search(r"var\(|<use|class=|style=|currentColor|font-face|https?://(?!www\.w3\.org/2000/svg)", drawn)
    named = {e.attrib["id"] for e in tree.iter() if "id" in e.attrib}
    assert set(re.findall(r"url\(#([\w-]+)\)", drawn)) <= named


@pytest.mark.parametrize("theme", THEMES)
def test_picture_of_every_symbol_resolves(theme: str) -> None:
    drawn = gallery(theme)
    parse(drawn)
    assert "var(" not in drawn
    assert "<use" not in drawn
    assert '=""' not in drawn


def test_picture_is_the_same_twice() -> None:
    assert picture(scene()) == picture(scene()) == scene().svg()
    sheet = scene().sheets[0]
    bare = picture(Scene([sheet]), rim=False)  # what a page cuts has no edge of its own
    assert f'width="{g.num(sheet.width)}" height="{g.num(sheet.height)}" role' in bare


def test_picture_shows_the_players_colour_of_its_theme() -> None:
    sheet = Sheet("board", "Board", 0, 0, 10, 10, [Shape("a", figures.piece("p-house", "red", 10))])
    assert LIGHT["p-red"] in picture(Scene([sheet]), "light")
    assert DARK["p-red"] in picture(Scene([sheet]), "dark")


def test_further_sheets_are_scaled_to_the_board() -> None:
    drawn = picture(scene())
    assert "scale(3.0000)" in drawn
    assert "Tiles &amp; cards" in drawn


def test_variables_resolve_where_they_stand() -> None:
    inner = '<path style="--inc:#111111;fill:var(--inc)"/><path fill="var(--inc,#222222)" stroke="var(--no,#333333)"/>'
    drawn = Resolver("light").resolve(
        f'<g class="pc pl-blue" style="color:#444444">{inner}<path fill="currentColor"/></g>'
    )
    fills = [e.get("fill") for e in parse(drawn)]
    assert fills == ["#111111", "#EAF2FA", "#444444"]
    assert 'stroke="#333333"' in drawn


def test_places_to_point_at_leave_no_trace_in_a_picture() -> None:
    assert Resolver("light").resolve(g.hit(10)) == ""
    assert LIGHT["heat"] in Resolver("light").resolve(f'<g class="legal">{g.hit(10)}</g>')


def test_style_sheet_has_both_themes_and_all_colours() -> None:
    sheet = css()
    assert set(LIGHT) == set(DARK)
    assert "prefers-color-scheme:dark" in sheet
    assert ":root[data-theme=dark]" in sheet
    assert "prefers-reduced-motion" in sheet
    for colour in COLOURS:
        assert f".pl-{colour}{{" in sheet
    assert sheet.count("{") == sheet.count("}")
    used_names = set(re.findall(r"var\(--([\w-]+)", sheet))
    local = {"pl", "pl-mark", "god"}
    assert used_names <= set(tokens("light")) | local


def test_png_is_a_png() -> None:
    pytest.importorskip("resvg_py")
    drawn = png(picture(scene()), 300)
    assert drawn.startswith(b"\x89PNG")
    assert int.from_bytes(drawn[16:20], "big") == 300


def test_png_without_its_library_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RuntimeError, match="resvg-py"):
        png("<svg/>", 10)
